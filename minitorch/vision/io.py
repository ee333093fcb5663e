"""torchvision's import path for functions that read picture files."""

from .utils import read_image

__all__ = ["read_image"]
