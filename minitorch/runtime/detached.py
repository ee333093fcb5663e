"""Where a result left the graph: what `backward` answers when there is nothing to walk."""

import sys

from ..engine.apply import unrecorded
from ..engine.grad_mode import off, recording
from ..engine.node import tensor_types
from .errors import own, source_line

INFERRED = "enable_grad() in inference_mode()"
WHY = {
    "detach()": "Leave .detach() away where a gradient is to pass.",
    "detach_()": "Leave .detach_() away where a gradient is to pass.",
    ".data": "It shares memory with the tensor and nothing else; use the tensor itself.",
    "no_grad()": "Compute the loss outside of it.",
    "inference_mode()": "Compute the loss outside of it.",
    INFERRED: "Inference mode records nothing, whatever grad mode is: use no_grad() around it, or leave it.",
    "set_grad_enabled(False)": "Compute the loss after set_grad_enabled(True).",
    "tensor(...)": "It copies numbers, without their history; join tensors by stack or cat.",
}
UNKNOWN = ("Nothing that it was computed from requires a gradient: was it made from .item(), .numpy() or .tolist(), "
           "which give numbers without a history, or do the parameters have requires_grad=False?")
FLAT = {"b": "Answers of yes or no have no slope", **dict.fromkeys("iu", "Whole numbers have no slope")}


class DetachedBy:
    """The call that left a result without a graph, and its line. Grad mode holds one while nothing is
    recorded, and hands it to the results: it counts as what `is_grad_enabled` tells.

    how   a key of WHY, or an op that no gradient can pass, with the NumPy dtype of its result
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
            why = FLAT.get(kind, "It has no derivative") + ": use it to count, and train on what went in."
            places = kind in "iu" and not how.name.startswith("arg")          # topk, sort and their kind
            how = (f"a cast to {self.dtype}" if how.name == "cast" else "an operation that tells places" if places else
                   f"the comparison {how.symbol}" if kind == "b" and how.symbol else how.name)
        return f"It was cut from the graph by {how}, at {source_line(self.code, self.at)}. {why}"


def mark(op, inputs, result):
    """Note what left the result without a graph: grad mode, an op that no gradient can pass, or what cut an input."""
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
    """The sentence for a tensor that has no graph."""
    return repr(tensor._detached_by) if type(tensor._detached_by) is DetachedBy else UNKNOWN


off.append(DetachedBy)
unrecorded.append(mark)
