"""Where arrays live: NumPy on the CPU, CuPy on a GPU, and the device that names the place."""

import warnings

import numpy as np

from . import piece

# 1/0 is inf and 0/0 is nan here, silently, as in PyTorch. `np.errstate` around every op would cost
# more than the op; a filter for our own modules costs nothing and leaves the host's NumPy alone.
warnings.filterwarnings("ignore", r".* encountered in ", RuntimeWarning, r"minitorch\.")

ARRAYS = {np.ndarray: np}                 # array type -> its library; CuPy joins when it is first used
bare_types = {np.ndarray, *np.sctypeDict.values()}   # what derivatives see: arrays and NumPy scalars


class device:
    """A place for tensors: `device("cpu")`, `device("cuda", 1)` or `device("cuda:1")`."""

    __slots__ = ("index", "type")

    def __init__(self, type="cpu", index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, int):
            type, index = "cuda", type
        elif ":" in type:
            type, _, text = type.partition(":")
            if index is not None or not text.isdigit():
                raise RuntimeError(f"{type}:{text} names no device: write 'cpu', 'cuda' or 'cuda:0'.")
            index = int(text)
        if type not in ("cpu", "cuda"):
            hint = "" if type.lower() not in ("gpu", "cuda", "nvidia") else " A GPU is called 'cuda'."
            raise RuntimeError(f"device {type!r} is unknown: minitorch has 'cpu' and 'cuda'.{hint}")
        self.type, self.index = type, index

    def __repr__(self):
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))


CPU = device("cpu")


def library_of(array):
    """NumPy or CuPy, whichever made `array`."""
    return ARRAYS.get(type(array), np)


def device_of(array):
    """The device that holds `array`."""
    return CPU if library_of(array) is np else device("cuda", array.device.id)


def choose(arrays):
    """The one library that holds all `arrays` (numbers and None sit anywhere)."""
    found = None
    for array in arrays:
        library = ARRAYS.get(type(array))
        if library is not None and library is not found:
            if found is not None:
                places = ", ".join(str(device_of(a)) for a in arrays if type(a) in ARRAYS)
                raise RuntimeError(f"Expected all tensors to be on the same device, but found {places}. "
                                   "Move one with .to(device).")
            found = library
    return found or np


def cupy():
    """CuPy, made known to the door on first use; RuntimeError with the reason where it cannot run."""
    try:
        import cupy as library
        library.asnumpy(library.arange(3) * 2).sum()        # a tiny real kernel: detection by doing
    except Exception as reason:
        raise RuntimeError(f"No GPU is available: {type(reason).__name__}: {reason}. "
                           "Use device('cpu'), or in Colab: Runtime > Change runtime type > GPU.") from None
    ARRAYS[library.ndarray] = library
    bare_types.add(library.ndarray)
    piece.foreign_types.add(library.ndarray)
    return library


def move(array, to):
    """`array` on device `to`: itself when it is there already, else a copy."""
    to = device(to)
    here = device_of(array)
    if to.type == here.type and to.index in (None, here.index):
        return array
    if to.type == "cpu":
        return library_of(array).asnumpy(array)
    library = cupy()
    with library.cuda.Device(to.index or 0):
        return library.asarray(array)
