"""How samples become a batch, under PyTorch's path."""

from ....data.collate import default_collate, default_convert

__all__ = ["default_collate", "default_convert"]
