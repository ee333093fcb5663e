"""PyTorch's import path for internals of loaders, because some programs import `collate` from here."""

from . import collate

__all__ = ["collate"]
