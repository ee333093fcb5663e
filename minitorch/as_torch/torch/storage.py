"""PyTorch's path to the memory of tensors, and to memory mapped from a file."""

import numpy as np

from ...rare.tensors import storage


class UntypedStorage(storage.UntypedStorage):
    """Memory, counted in bytes."""

    @classmethod
    def from_file(cls, filename, shared=False, nbytes=0):
        """Return the first `nbytes` of a file as memory; writes go to the file only if `shared`."""
        return cls(np.memmap(filename, np.uint8, "r+" if shared else "c", shape=(nbytes,)))

    def untyped(self):
        return self

    def __getitem__(self, place):
        return self.array[place] if isinstance(place, slice) else super().__getitem__(place)
