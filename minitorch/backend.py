"""The libraries that hold arrays: NumPy on the CPU, CuPy on a GPU, none on "meta"; and moves between them."""

import warnings
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar

import numpy as np

from . import piece
from .devices import (  # noqa: F401  (layers above know them by this name)
    CPU,
    META,
    META_LIBRARY,
    defaults,
    device,
    get_default_device,
    set_default_device,
)

# 1/0 is inf and 0/0 is nan here, silently, as in PyTorch. `np.errstate` around every op would cost
# more than the op; a filter for our own modules costs nothing and leaves the host's NumPy alone.
warnings.filterwarnings("ignore", r".* encountered in ", RuntimeWarning, r"minitorch\.")

copied: list = []                         # read(GPU): its values have come to the host; raise what went wrong there
transferring: list = []                   # watch(device, bytes, to_host): an array is copied to a GPU, or from it
ARRAYS = {np.ndarray: np}                 # array type -> its library; CuPy joins when it is first used
bare_types = {np.ndarray, *np.sctypeDict.values()}   # what derivatives see: arrays and NumPy scalars


def library_of(array):
    """NumPy, CuPy or minitorch.meta, whichever made `array`."""
    return ARRAYS.get(type(array), np)


def device_of(array):
    """The device that holds `array`."""
    if library_of(array) is np:
        return CPU
    return META if array.device is META else device("cuda", array.device.id)


def meta():
    """The module that stands for NumPy on device "meta", made known to the engine on first use."""
    from . import meta as library
    if library.ndarray not in ARRAYS:
        library.ndarray.device = META
        explainers.update(NoDataError=library.explain, UnknownSizeError=library.explain)
        ARRAYS[library.ndarray] = library
        bare_types.add(library.ndarray)
        piece.foreign_types.add(library.ndarray)
    return library


def holds(condition):
    """Whether a condition on data holds, for errors that tell of it; on "meta" nobody knows, and there is no error."""
    return getattr(condition, "device", None) is not META and bool(condition)


creating: ContextVar = ContextVar("library of arrays that are made of nothing", default=np)


@contextmanager
def creating_on(place):
    """In this block ops without inputs make their arrays on `place`, where that is "meta" or a GPU."""
    kind = "cpu" if place is None else device(place).type
    token = creating.set(meta() if kind == "meta" else cupy() if kind == "cuda" else np)
    try:
        with gpu(place) if kind == "cuda" else NOWHERE:
            yield
    finally:
        creating.reset(token)


def choose(arrays):
    """The one library that holds all `arrays` (numbers and None sit anywhere)."""
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


def place_of(arrays):
    """The device of CuPy arrays, to work on in a `with` block; RuntimeError where they are on several."""
    places = {array.device for array in arrays if ARRAYS.get(type(array), np) is not np} - {META}
    if len(places) > 1:
        refuse_mixed(arrays)
    return places.pop() if places else NOWHERE


def refuse_mixed(arrays):
    places = list(dict.fromkeys(str(device_of(a)) for a in arrays if type(a) in ARRAYS))
    raise RuntimeError("Expected all tensors to be on the same device, but found at least two devices, "
                       f"{' and '.join(places[:2])}! Move one with .to(device).")


NOWHERE = nullcontext()                   # the device context of NumPy's arrays: nothing has to be switched


def on(array):
    """`with on(array):` makes what is computed and allocated inside land on the array's own device."""
    return NOWHERE if type(array) is np.ndarray or library_of(array) is np or array.device is META else array.device


def add_to(array, grad):
    """Add a gradient to one that is there."""
    try:
        array += grad
    except ValueError as error:
        raise RuntimeError("a .grad that was expanded cannot be added to: more than one of its elements is a "
                           "single memory location. Set it to a copy: x.grad = grad.clone().") from error


def current():
    """The GPU that is the current one, to come back to; None where CuPy is not in use."""
    return found[0].cuda.Device() if found is not None and found[0] is not None else None


def enter(grad):
    """A gradient on its way through a walk, as an array; if it lies on a GPU, that one becomes the current one."""
    if type(grad) is list:                               # one for each output
        return [None if g is None else enter(g) for g in grad]
    if ARRAYS.get(type(grad), np) is np:
        return np.asarray(grad)
    if grad.device is not META and grad.device != current():
        grad.device.use()
    return grad


# CuPy is looked for when a GPU is first asked for, never before: it takes half a second to import.
when_found: list = []                     # functions to call once it runs: what is only there with a GPU joins then
explainers: dict = {}                     # name of an error class -> explain(error, tried): what to raise in its place
found: tuple | None = None                # (CuPy, None) or (None, why it cannot run); None: not asked for yet


def detect():
    """CuPy and None, or None and the reason why it cannot run here; found out once, by running three kernels."""
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
    """CuPy, after a product, a sum and a copy back: a missing part of CUDA only shows when it is used."""
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
            raise RuntimeError("it computes 2 x 2 matrices wrongly")
    except Exception as failure:
        raise RuntimeError(f"CuPy {library.__version__} finds a GPU but cannot use it: {type(failure).__name__}: "
                           + str(failure).strip().partition("\n")[0]) from None
    ARRAYS[library.ndarray] = library
    bare_types.add(library.ndarray)
    piece.foreign_types.add(library.ndarray)
    return library


def cupy():
    """CuPy, made known to the engine on first use; RuntimeError with the reason where it cannot run."""
    library, reason = detect()
    if library is None:
        raise RuntimeError(f"No GPU is available: {reason}. Use device('cpu'), or in Colab: "
                           "Runtime > Change runtime type > GPU. `minitorch doctor` says what is missing.")
    return library


def gpu(place=None):
    """A GPU as CuPy's Device: the one named (a device, "cuda:1" or a number), else the current one."""
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
    """The device that a stored tensor returns to: its own, or the CPU where there is no GPU."""
    place = device(place)
    return CPU if place.type == "cuda" and detect()[0] is None else place


def to_host(array):
    """A GPU's array as NumPy's, once the GPU has computed it; raises what was found wrong there. NumPy's: itself."""
    if library_of(array) is np or array.device is META:
        return array
    for watch in transferring:
        watch(array.device, array.nbytes, True)
    with explaining(array, CPU):                         # the first to tell of a kernel that failed long before
        values = array.get()
    for read in copied:
        read(array.device)
    return values


def move(array, to):
    """`array` on device `to`: itself when it is there already, else a copy. "cuda" is the current GPU."""
    to = device(to)
    library = library_of(array)
    if to == META:
        return array if library is meta() else meta().ndarray(array.shape, array.dtype, array.strides)
    if library is not np and array.device is META:
        raise library.NoDataError(f"moving {array.shape} of {array.dtype} to {to}.", "Cannot copy out of meta tensor; "
                                  "no data! module.to_empty(device=...) gives memory whose values are yet to be set")
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
    """In this block, which copies an array to a device, what CUDA refuses is said with it."""
    try:
        yield
    except (RuntimeError, MemoryError) as error:
        explain = explainers.get(type(error).__name__)
        if explain is None:
            raise
        raise explain(error, f"moving {array.shape} of {array.dtype} to {to}") from None
