"""Explain why a backward pass cannot start, or cannot use a value that a node saved."""

from ..runtime.detached import explained
from ..runtime.errors import source_line


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
