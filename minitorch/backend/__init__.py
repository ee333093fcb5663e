"""The array libraries: NumPy on the CPU, CuPy on a GPU, minitorch.meta for shapes without data; and copies."""

import warnings
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar

import numpy as np

from .. import paths
from ..devices import (
    CPU,
    META,
    META_LIBRARY,
    defaults,
    device,
    get_default_device,
    set_default_device,
)

# 1/0 is inf and 0/0 is nan here, without a warning, as in PyTorch. `np.errstate` around every op would
# cost more than the op; a filter for our own modules costs nothing and does not change the user's NumPy.
warnings.filterwarnings("ignore", r".* encountered in ", RuntimeWarning, r"minitorch\.")

copied: list = []                         # read(GPU) runs after a copy to the host; raises errors noted on the GPU
transferring: list = []                   # watch(device, bytes, to_host) runs before a copy to or from a GPU
ARRAYS = {np.ndarray: np}                 # {array type: its library}; CuPy is added at its first use
foreign_types: set[type] = set()          # a learner's function on arrays never receives these types, such as Tensor
bare_types = {np.ndarray, *np.sctypeDict.values()}   # derivatives receive these: arrays and NumPy scalars


def library_of(array):
    """Return the library that made `array`: NumPy, CuPy or minitorch.meta; NumPy for a number."""
    return ARRAYS.get(type(array), np)


def device_of(array):
    """Return the device on which `array` is."""
    if library_of(array) is np:
        return CPU
    return META if array.device is META else device("cuda", array.device.id)


def meta():
    """Return the module that is used instead of NumPy on device "meta"; register its array type at the first call."""
    library = paths.module("meta")
    if library.ndarray not in ARRAYS:
        library.ndarray.device = META
        explainers.update(NoDataError=library.explain, UnknownSizeError=library.explain)
        ARRAYS[library.ndarray] = library
        bare_types.add(library.ndarray)
        foreign_types.add(library.ndarray)
    return library


def holds(condition):
    """Return whether a condition on data, under which an error is raised, is true; False on "meta", without data."""
    return getattr(condition, "device", None) is not META and bool(condition)


creating: ContextVar = ContextVar("library that ops without inputs use", default=np)


@contextmanager
def creating_on(place):
    """Make ops without inputs create their arrays on device `place` in this block."""
    kind = "cpu" if place is None else device(place).type
    token = creating.set(meta() if kind == "meta" else cupy() if kind == "cuda" else np)
    try:
        with gpu(place) if kind == "cuda" else NOWHERE:
            yield
    finally:
        creating.reset(token)


def choose(arrays):
    """Return the library of all `arrays`; numbers and None fit any. RuntimeError for several libraries."""
    if len(ARRAYS) == 1:
        return np
    found = None if arrays else creating.get()
    for array in arrays:
        library = ARRAYS.get(type(array))
        if library is not None and library is not found:
            if found is not None:
                refuse_mixed(arrays)
            found = library
    return found or np


def gpu_of(arrays):
    """Return the GPU of CuPy arrays, for a `with` block; NOWHERE without any, RuntimeError for several GPUs."""
    places = {array.device for array in arrays if ARRAYS.get(type(array), np) is not np} - {META}
    if len(places) > 1:
        refuse_mixed(arrays)
    return places.pop() if places else NOWHERE


def refuse_mixed(arrays):
    places = list(dict.fromkeys(str(device_of(a)) for a in arrays if type(a) in ARRAYS))
    raise RuntimeError("Expected all tensors to be on the same device, but found at least two devices, "
                       f"{' and '.join(places[:2])}! Move one with .to(device).")


NOWHERE = nullcontext()                   # the device context for NumPy's arrays, which does nothing


def on(array):
    """Return a context manager: `with on(array):` computes and allocates on the array's device."""
    return NOWHERE if type(array) is np.ndarray or library_of(array) is np or array.device is META else array.device


def add_to(array, grad):
    """Add a gradient to an existing one, in place."""
    try:
        array += grad
    except ValueError as error:
        raise RuntimeError("cannot add to a .grad that was expanded: several of its elements refer to a "
                           "single memory location. Set it to a copy: x.grad = grad.clone().") from error


def current():
    """Return the current GPU, to restore it later; None if CuPy is not in use."""
    return found[0].cuda.Device() if found is not None and found[0] is not None else None


def enter(grad):
    """Return a gradient of the backward pass as an array; make its GPU, if it is on one, the current GPU."""
    if type(grad) is list:                               # a list with one gradient for each output
        return [None if g is None else enter(g) for g in grad]
    if ARRAYS.get(type(grad), np) is np:
        return np.asarray(grad)
    if grad.device is not META and grad.device != current():
        grad.device.use()
    return grad


# CuPy is imported when a GPU is first needed, not earlier: the import takes half a second.
when_found: list = []                     # functions that set up code for GPUs, called when CuPy is found
explainers: dict = {}                     # {name of an error class: explain(error, tried), which returns another error}
found: tuple | None = None                # (CuPy, None) or (None, why it cannot run); None before detect() is called


def detect():
    """Return (CuPy, None), or (None, why it cannot run here); the first call tests this by running three kernels."""
    global found
    if found is None:
        try:
            found = probe(), None
        except Exception as reason:
            found = None, str(reason) or type(reason).__name__
            return found
        for join in when_found:
            join()
    return found


def probe():
    """Return CuPy after a test of it: a product, a sum and a copy back, which fail if a part of CUDA is missing."""
    try:
        import cupy as library
    except ModuleNotFoundError as missing:
        if missing.name != "cupy":
            raise
        raise RuntimeError("CuPy is not installed (pip install cupy-cuda12x, or cupy-cuda13x, "
                           "to match the driver)") from None
    if not library.is_available():
        raise RuntimeError(f"CuPy {library.__version__} finds no NVIDIA GPU, or no driver for one (see nvidia-smi)")
    try:
        square = library.arange(4, dtype="float32").reshape(2, 2) * 2
        if float((square @ square).sum()) != 88:
            raise RuntimeError("the product of two 2 x 2 matrices is wrong")
    except Exception as failure:
        raise RuntimeError(f"CuPy {library.__version__} finds a GPU but cannot use it: {type(failure).__name__}: "
                           + str(failure).strip().partition("\n")[0]) from None
    ARRAYS[library.ndarray] = library
    bare_types.add(library.ndarray)
    foreign_types.add(library.ndarray)
    return library


def cupy():
    """Return CuPy, which the first call registers; RuntimeError with the reason if it cannot run."""
    library, reason = detect()
    if library is None:
        raise RuntimeError(f"No GPU is available: {reason}. Use device('cpu'), or in Colab: "
                           "Runtime > Change runtime type > GPU. `minitorch doctor` says what is missing.")
    return library


def gpu(place=None):
    """Return CuPy's Device for `place`: a device, "cuda:1" or a number; for None, the current GPU."""
    if not (place is None or type(place) is int) and device(place).type != "cuda":
        raise ValueError(f"Expected a cuda device, but got: {device(place)}.")
    library = cupy()
    index = place if place is None or type(place) is int else device(place).index
    index = library.cuda.get_device_id() if index is None else index
    if index >= (count := library.cuda.runtime.getDeviceCount()):
        raise RuntimeError(f"CUDA error: invalid device ordinal: there is no cuda:{index}, only "
                           + ("cuda:0." if count == 1 else f"cuda:0 to cuda:{count - 1}."))
    return library.cuda.Device(index)


def reachable(place):
    """Return the device to load a stored tensor on: the device it was on, or the CPU if there is no GPU."""
    place = device(place)
    return CPU if place.type == "cuda" and detect()[0] is None else place


def to_host(array):
    """Copy a GPU array to a NumPy array, and raise errors that the GPU recorded; return other arrays unchanged."""
    if library_of(array) is np or array.device is META:
        return array
    for watch in transferring:
        watch(array.device, array.nbytes, True)
    with explaining(array, CPU):                         # an error of an earlier kernel appears here
        values = array.get()
    for read in copied:
        read(array.device)
    return values


def move(array, to):
    """Return `array` if it is on device `to`, else a copy of it on `to`. "cuda" is the current GPU."""
    to = device(to)
    library = library_of(array)
    if to == META:
        return array if library is meta() else meta().ndarray(array.shape, array.dtype, array.strides)
    if library is not np and array.device is META:
        raise library.NoDataError(f"moving {array.shape} of {array.dtype} to {to}.", "Cannot copy out of meta tensor; "
                                  "no data! module.to_empty(device=...) gives memory with no values set")
    if to.type in ("cpu", "worker"):
        return to_host(array)
    place = gpu(to)
    if library is not np and array.device == place:
        return array
    for watch in transferring:
        watch(place, array.nbytes, False)
    with place, explaining(array, to):
        return cupy().asarray(array) if library is np else array.copy()


@contextmanager
def explaining(array, to):
    """Name the array and the device in errors that CUDA raises in this block, which copies `array` to device `to`."""
    try:
        yield
    except (RuntimeError, MemoryError) as error:
        explain = explainers.get(type(error).__name__)
        if explain is None:
            raise
        raise explain(error, f"moving {array.shape} of {array.dtype} to {to}") from None
