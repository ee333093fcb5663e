"""PyTorch's import path for functions that join samples to a batch."""

from ....data.collate import default_collate, default_convert

__all__ = ["default_collate", "default_convert"]
