"""Other libraries of arrays: what an op runs on CuPy's arrays, or on those of device "meta"."""

from .. import backend
from ..engine.apply import choosing
from ..piece import mounted

forwards: dict = {}      # (name of the library, op) -> the forward in place of the op's own


def forward_for(library, op):
    """Declare a forward in place of the op's own for one library of arrays, "cupy" or backend.META_LIBRARY.

    The function takes what the forward takes, and gives results of the same shapes and dtypes.
    """
    def declare(function):
        forwards[library, op] = function
        return function
    return declare


def forward_on(xp, op):
    """The forward to run on the device of arrays of this library: another, if one is declared and no learner's is
    mounted, else the op's own.
    """
    chosen = op.forward if op.piece in mounted else forwards.get((xp.__name__, op), op.forward)

    def run(xp, *arrays, **settings):
        with backend.place_of(arrays):
            out = chosen(xp, *arrays, **settings)
            single = op.outputs == 1 and not op.residual and type(out) not in backend.ARRAYS
            return xp.asarray(out) if single else out
    return run


choosing.append(forward_on)
