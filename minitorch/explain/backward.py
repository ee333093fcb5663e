"""Explain errors of a backward pass: it cannot start, a saved value was freed or changed, or a derivative is wrong."""

from re import search

from ..backend import ARRAYS
from ..engine.node import Node
from ..engine.op import registry
from ..runtime.detached import explained
from ..runtime.errors import location, own, source_line
from ..runtime.indexed_grad import IndexedGrad

NOT_KEPT = r"'(AccumulateGrad|Node|Output|NoneType|\w+Backward\d*)'"    # types in errors about an unsaved array


def refuse_start(tensor, what):
    """Raise RuntimeError with the reason why no backward pass can start at this tensor without a gradient."""
    if tensor._node is None:
        raise RuntimeError(
            f"element 0 of tensors does not require grad and does not have a grad_fn: {what} needs a "
            "result computed from a tensor with requires_grad=True.\n" + explained(tensor))
    if tensor.array.size != 1:
        raise RuntimeError(
            f"grad can be implicitly created only for scalar outputs: this one{made_by(tensor)} has "
            f"shape {tuple(tensor.shape)}. Reduce it first, as in loss.mean(), or pass the gradient of its "
            f"shape: {what}(gradient).")
    raise RuntimeError("grad can be implicitly created only for real scalar outputs, but this one"
                       f"{made_by(tensor)} is {tensor.dtype}: pass {what}(gradient).")


def made_by(tensor):
    """Return ', made by mul at `y = a * b`,' for the result of an operation, else ""."""
    node = tensor.grad_fn
    return "" if node is None else f", made by {node.op.name} at {source_line(node.code, node.at)},"


def refuse_freed(node):
    """Raise RuntimeError for a second backward pass."""
    raise RuntimeError(
        f"Trying to backward through the graph a second time: what {node.op.name} kept "
        f"(at {source_line(node.code, node.at)}) was freed by the first backward. "
        "Call the first one with retain_graph=True, or compute the loss again.")


def refuse_stale(node, counter, version):
    """Raise RuntimeError for a saved value that was changed in place, with the lines that saved and changed it."""
    where = source_line(*counter[1]) if counter[1] else "an unknown line"
    raise RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"{node.op.name} at {source_line(node.code, node.at)} kept it at version {version}, "
        f"and {where} brought it to version {counter[0]}. "
        "Write out of place there (x = x + 1, not x += 1), or compute after writing.")


def explain_derivative(error):
    """Raise a clearer error than that of the backward pass, if an op's derivative is wrong.

    The derivative read a value that the op does not save, or returned gradients that do not match the inputs.
    """
    node, parts, inside, step = None, None, False, error.__traceback__.tb_next    # skip this frame, which caught error
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
                                   f'name (keeps="{" ".join(saved_names(node.op))}").')
    elif inside and isinstance(error, AttributeError) and type(error.obj) in ARRAYS:
        kind, text = AttributeError, (f"{error}. The derivative of {node.op.name} is given arrays, so that it uses "
                                      f"operators and ops: in place of x.{error.name}(), {error.name}(x), which is "
                                      "imported from the file of that op.")
    else:
        return
    if text:
        raise kind(f"{text}\n{location()}").with_traceback(error.__traceback__) from None


def saved_names(op):
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
