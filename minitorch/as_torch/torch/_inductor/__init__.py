"""PyTorch's path to the part of its compiler that writes code."""

from . import config
