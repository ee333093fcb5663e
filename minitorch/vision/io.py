"""torchvision's path to reading picture files."""

from .utils import read_image

__all__ = ["read_image"]
