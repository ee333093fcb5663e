"""PyTorch's import path for the handle that removes a hook."""

from ..runtime.hooks import RemovableHandle as RemovableHandle
