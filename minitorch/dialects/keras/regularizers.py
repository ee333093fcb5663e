"""keras.regularizers: what large weights add to the loss."""

from ..core.missing import speak_for as _speak_for
from ..functions import linalg, math, norms, reduction
from ..functions.creation import cast, eye
from .core.configured import Described, files_of, getter
from .core.signed import arguments

__all__ = ["L1", "L1L2", "L2", "OrthogonalRegularizer", "Regularizer", "deserialize", "get", "l1", "l1_l2", "l2",
           "serialize"]


class Regularizer(Described):
    """Base: regularizer(weight) gives a number."""

    def __call__(self, x):
        return 0.0


@arguments(l1=0.0, l2=0.0)
class L1L2(Regularizer):
    """l1 · Σ|x| + l2 · Σx²."""

    l1 = l2 = 0.0

    def __call__(self, x):
        total, x = 0.0, x if x.dtype.is_floating else cast(x, "float32")
        if self.l1:
            total = total + self.l1 * reduction.reduce_sum(math.abs(x))
        return total + self.l2 * reduction.reduce_sum(math.square(x)) if self.l2 else total


@arguments(l1=0.01)
class L1(L1L2):
    """l1 · Σ|x|."""


@arguments(l2=0.01)
class L2(L1L2):
    """l2 · Σx²."""


@arguments(factor=0.01, mode="rows")
class OrthogonalRegularizer(Regularizer):
    """factor times the mean |cosine| of two different rows of a matrix, or with mode="columns" of two columns.

    Raises ValueError for another mode, and for what is no matrix.
    """

    def _prepare(self):
        if self.mode not in ("rows", "columns"):
            raise ValueError("Invalid value for argument `mode`. Expected one of {\"rows\", \"columns\"}. Received: "
                             f"mode={self.mode}")

    def __call__(self, inputs):
        if len(inputs.shape) != 2:
            raise ValueError("Inputs to OrthogonalRegularizer must have rank 2. Received: inputs.shape="
                             f"{tuple(inputs.shape)}")
        rows = self.mode == "rows"
        unit, size = norms.l2_normalize(inputs, 1 if rows else 0), inputs.shape[0 if rows else 1]
        cosines = linalg.matmul(unit, unit, transpose_a=not rows, transpose_b=rows) * (1.0 - eye(size))
        return self.factor * reduction.reduce_sum(math.abs(cosines)) / (size * (size - 1.0))


l1, l2, l1_l2 = L1, L2, L1L2
TABLE = {name: globals()[name] for name in __all__ if name != "Regularizer" and name in globals()}
get = getter(TABLE, "regularizer", "l2")
serialize, deserialize = files_of("regularizer")
_speak_for(globals(), "keras.regularizers")
