"""The reason why a result has no graph: the error of `backward` for this result states it."""

from .. import paths
from ..engine.grad_mode import recording
from ..engine.node import tensor_types
from .errors import user_frame

INFERRED = "enable_grad() in inference_mode()"


class DetachedBy:
    """The call that left a result without a graph, and its line. It is the value of grad mode while nothing is
    recorded, and is then set on the results; its truth value is the answer of `is_grad_enabled`.

    how   a key of WHY in explain/detached.py, or an op without a derivative, with the NumPy dtype of its result
    """

    __slots__ = ("at", "code", "dtype", "how")

    def __init__(self, how, dtype=None):
        frame = user_frame()
        self.how, self.dtype, self.code, self.at = how, dtype, frame.f_code, frame.f_lasti

    def __bool__(self):
        return self.how is INFERRED

    def __repr__(self):
        return paths.module("explain.detached").reason(self)


def mark_detached(op, inputs, result):
    """Store on a result why it has no graph: grad mode, an op without a derivative, or the reason of an input."""
    cut, taped = None, False
    for x in inputs:
        if type(x) in tensor_types:
            taped = taped or x._node is not None
            cut = cut if x._detached_by is None or x._node is not None else x._detached_by
    if taped:
        mode = recording.get()
        cut = DetachedBy(op, result.array.dtype) if mode is True else mode
    result._detached_by = cut
