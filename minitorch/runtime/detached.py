"""The reason why a result has no graph: the error of `backward` for this result states it."""

import sys

from ..engine.grad_mode import recording
from ..engine.node import tensor_types
from .errors import own, source_line

INFERRED = "enable_grad() in inference_mode()"
WHY = {
    "detach()": "Do not call .detach() if a gradient should pass.",
    "detach_()": "Do not call .detach_() if a gradient should pass.",
    ".data": "It shares only memory with the tensor, not the graph; use the tensor itself.",
    "no_grad()": "Compute the loss outside of this block.",
    "inference_mode()": "Compute the loss outside of this block.",
    INFERRED: "Inference mode records nothing, even in enable_grad(): use no_grad() instead.",
    "set_grad_enabled(False)": "Compute the loss after set_grad_enabled(True).",
    "tensor(...)": "It copies numbers without their graph; join tensors by stack or cat.",
}
UNKNOWN = ("No tensor that it was computed from requires a gradient: was it made from .item(), .numpy() or .tolist(), "
           "which give numbers without a graph, or do the parameters have requires_grad=False?")
FLAT = {"b": "Bools have no gradient", **dict.fromkeys("iu", "Integers have no gradient")}


class DetachedBy:
    """The call that left a result without a graph, and its line. It is the value of grad mode while nothing is
    recorded, and is then set on the results; its truth value is the answer of `is_grad_enabled`.

    how   a key of WHY, or an op without a derivative, with the NumPy dtype of its result
    """

    __slots__ = ("at", "code", "dtype", "how")

    def __init__(self, how, dtype=None):
        frame = sys._getframe(2)
        while own[frame.f_code.co_filename] and frame.f_back is not None:
            frame = frame.f_back
        self.how, self.dtype, self.code, self.at = how, dtype, frame.f_code, frame.f_lasti

    def __bool__(self):
        return self.how is INFERRED

    def __repr__(self):
        how, why = self.how, WHY.get(self.how)
        if why is None:
            kind = self.dtype.kind
            why = FLAT.get(kind, "It has no derivative") + ": use it for counts, and compute the loss from its inputs."
            places = kind in "iu" and not how.name.startswith("arg")       # these are indices from topk, sort or others
            how = (f"a cast to {self.dtype}" if how.name == "cast" else "an op that returns indices" if places else
                   f"the comparison {how.symbol}" if kind == "b" and how.symbol else how.name)
        return f"It was cut from the graph by {how}, at {source_line(self.code, self.at)}. {why}"


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


def explained(tensor):
    """Return the sentence that says why a tensor has no graph."""
    return repr(tensor._detached_by) if type(tensor._detached_by) is DetachedBy else UNKNOWN
