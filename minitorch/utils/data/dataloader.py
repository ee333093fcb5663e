"""PyTorch's import path for the loader and its collate functions."""

from ...data.collate import default_collate, default_convert
from ...data.loader import DataLoader
from ...data.worker import get_worker_info

__all__ = ["DataLoader", "default_collate", "default_convert", "get_worker_info"]
