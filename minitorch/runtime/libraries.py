"""Other array libraries: the functions that ops run on CuPy's arrays, or on arrays of device "meta"."""

from .. import backend, paths
from ..engine.piece import mounted

forwards: dict = {}      # {(name of the library, op): the forward to run instead of the op's own}


def forward_for(library, op):
    """Declare a forward to run instead of the op's own for one array library, "cupy" or backend.META_LIBRARY.

    The function takes the same arguments, and returns results of the same shapes and dtypes.
    """
    def declare(function):
        forwards[library, op] = function
        return function
    return declare


def flag_outside(array, low, high, explain, *settings, ignored=None):
    """Check on the GPU that every number of an array is in [low, high]; return False, unchecked, if it is not on a GPU.

    A failed check is an error at the next copy to the CPU: see cuda/device_checks.py.

    explain    explain(value, position, *settings): returns the error for the first wrong number and its position
    settings   more arguments of `explain`, hashable
    ignored    a number that is allowed everywhere
    """
    if backend.library_of(array).__name__ != "cupy":
        return False
    if array.size:
        paths.module("cuda.device_checks").flag(array, low, high, explain, settings, ignored)
    return True


def forward_on(xp, op):
    """Return a function that runs the op on arrays of the library `xp`, on the device where they are.

    It is the one declared for `xp`; the op's own if there is none, or if a learner's function runs in its place.
    """
    chosen = op.forward if op.piece in mounted else forwards.get((xp.__name__, op), op.forward)

    def run(xp, *arrays, **settings):
        with backend.gpu_of(arrays):
            out = chosen(xp, *arrays, **settings)
            single = op.outputs == 1 and not op.residual and type(out) not in backend.ARRAYS
            return xp.asarray(out) if single else out
    return run
