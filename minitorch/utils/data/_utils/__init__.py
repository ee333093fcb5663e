"""What loaders use inside, under PyTorch's path, which programs import `collate` from."""

from . import collate

__all__ = ["collate"]
