"""First values of variables, which initialisers draw at each run."""

from ..core.dtypes import as_dtype, float32
from ..core.recording import sketching
from ..core.shapes import TensorShape
from .graph import Operation, get_default_graph

makers: list = []                # tf.zeros_initializer and others, which TensorFlow takes as they are: classes there


def drawn(initializer, shape, dtype=float32):
    """An operation that draws values: at each run of it anew."""
    if isinstance(initializer, type) or any(initializer is make for make in makers):
        initializer = initializer()
    shape = tuple(TensorShape(shape))

    def initial():
        return initializer(shape, dtype=as_dtype(dtype))
    graph = get_default_graph()
    return Draw(graph, initial, (), {}, "Initializer", [(shape, dtype)]).result


class Draw(Operation):
    """Values of an initialiser, of a shape that is known before."""

    def compute(self, values, run):
        with sketching(False):
            return [self.function()]
