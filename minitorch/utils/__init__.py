"""PyTorch's path to the tools for data: minitorch.utils.data is minitorch.data."""

from . import data

__all__ = ["data"]
