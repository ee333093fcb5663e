"""Explain to an op's author why a backward pass failed in its derivative. Imported only when that happens."""

from re import search

from ..backend import ARRAYS
from ..engine.node import Node
from ..engine.op import registry
from .errors import location, own
from .indexed_grad import IndexedGrad

NOT_KEPT = r"'(AccumulateGrad|Node|Output|NoneType|\w+Backward\d*)'"    # types named in errors, for a missing array


def explain_derivative(error):
    """Raise a clearer error than the one of the backward pass, if an op's derivative is wrong.

    It used a value that the op does not keep, or returned gradients that do not fit its inputs.
    """
    node, parts, inside, step = None, None, False, error.__traceback__.tb_next    # skip this frame, which caught it
    while step is not None:
        code, frame, step = step.tb_frame.f_code, step.tb_frame, step.tb_next
        if own[code.co_filename] and isinstance((seen := frame.f_locals).get("node"), Node):
            node, parts, inside = seen["node"], seen.get("result", seen.get("parts")), False
        inside = inside or node is not None and node.op.differentiable and code is node.op.derivative.__code__
    if node is None or registry.get(node.op.name) is not node.op:
        return
    if parts is not None:
        kind, text = RuntimeError, wrong_gradients(node, parts)
    elif inside and search(NOT_KEPT, str(error)) and not keeps_everything(node.op):
        kind, text = type(error), (f"{error}. The derivative of {node.op.name} reads a value that keeps does not "
                                   f'name (keeps="{" ".join(kept(node.op))}").')
    elif inside and isinstance(error, AttributeError) and type(error.obj) in ARRAYS:
        kind, text = AttributeError, (f"{error}. The derivative of {node.op.name} is given arrays, so that it uses "
                                      f"operators and ops: in place of x.{error.name}(), {error.name}(x), which is "
                                      "imported from the file of that op.")
    else:
        return
    if text:
        raise kind(f"{text}\n{location()}").with_traceback(error.__traceback__) from None


def kept(op):
    """Return the names of the values that an op keeps."""
    return [*[op.inputs[i] for i in op.keeps], *["out"] * op.keeps_out, *["arrays"] * op.keeps_all]


def keeps_everything(op):
    """Return whether an op keeps all its inputs and its output for its derivative."""
    return op.keeps_out and len(op.keeps) == len(op.inputs)


def wrong_gradients(node, parts):
    """Return an error text if a derivative returned the wrong number, type or shape of gradients, else ""."""
    op, parts = node.op, parts if type(parts) is tuple else (parts,)
    if len(parts) != len(node.edges):
        return (f"the derivative of {op.name} gave {len(parts)} gradient{'s' * (len(parts) != 1)} for the inputs "
                f"({', '.join(op.inputs)}): return one for each, None if not needed.")
    for i, (part, edge) in enumerate(zip(parts, node.edges)):
        name = repr(op.inputs[i]) if i < len(op.inputs) else f"input {i}"
        if edge is None or part is None or type(part) is IndexedGrad:    # an IndexedGrad has no shape
            continue
        if not hasattr(part, "shape"):
            return f"the derivative of {op.name} gave a {type(part).__name__} for {name}: a gradient is an array."
        tail = tuple(part.shape)[len(part.shape) - len(edge.shape):]
        if len(part.shape) < len(edge.shape) or any(n not in (1, m) for m, n in zip(tail, edge.shape)):
            return (f"the derivative of {op.name} gave a gradient of shape {tuple(part.shape)} for {name}, "
                    f"which is {tuple(edge.shape)}.")
    return ""
