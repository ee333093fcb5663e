"""The sentence that says why a result has no graph."""

from ..runtime.detached import INFERRED, DetachedBy
from ..runtime.errors import source_line

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


def reason(detached):
    """Return which call cut a result from the graph, at which line, and what to do instead."""
    how, why = detached.how, WHY.get(detached.how)
    if why is None:
        kind = detached.dtype.kind
        why = FLAT.get(kind, "It has no derivative") + ": use it for counts, and compute the loss from its inputs."
        places = kind in "iu" and not how.name.startswith("arg")       # these are indices from topk, sort or others
        how = (f"a cast to {detached.dtype}" if how.name == "cast" else "an op that returns indices" if places else
               f"the comparison {how.symbol}" if kind == "b" and how.symbol else how.name)
    return f"It was cut from the graph by {how}, at {source_line(detached.code, detached.at)}. {why}"


def explained(tensor):
    """Return the sentence that says why a tensor has no graph."""
    return repr(tensor._detached_by) if type(tensor._detached_by) is DetachedBy else UNKNOWN
