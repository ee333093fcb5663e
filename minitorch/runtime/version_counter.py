"""Version counters: what a node kept is refused in backward once a write in place has changed it.

All tensors on the same memory share a cell, [version, the line of the last write]; None until somebody needs it.
"""

from ..engine.apply import recorded, unrecorded
from ..engine.backward import using
from ..engine.node import FREED, Spec, tensor_types
from . import errors
from .grad_modes import inferring

INFERENCE = "inference"              # in the place of a version: may not be kept for backward


def remember(node, inputs, results):
    """Note the versions of the inputs and outputs that a node keeps."""
    guard: list = []
    for x, kept in zip(inputs, node.saved):
        if kept is not None and type(x) in tensor_types and type(kept) is not Spec:
            guard += cell_of(x), cell_of(x)[0]
            if x._cell[0] is INFERENCE:
                refuse_inference()
    if node.out is not None and not node.op.residual:
        outs = (node.out,) if node.op.outputs == 1 else node.out
        for result, kept in zip(results, outs):
            if kept is not None:
                guard += cell_of(result), cell_of(result)[0]
    node.guard = guard


# The same for one input and for the output, in a generated path.
REMEMBER_INPUT = """
cell = {x}._cell
if cell is None:
    {x}._cell = cell = [0, None]
elif cell[0] is INFERENCE:
    refuse_inference()
guard += cell, cell[0]
"""
REMEMBER_OUTPUT = """
{result}._cell = cell = [0, None]
guard += cell, 0
"""


def cell_of(tensor):
    """The tensor's version cell, made when it is first asked for."""
    if tensor._cell is None:
        tensor._cell = [0, None]
    return tensor._cell


def refuse_inference():
    raise RuntimeError("Inference tensors cannot be saved for backward: this one was made in "
                       "inference_mode. Make it under no_grad, or use x.clone().")


def freeze(op, inputs, result):
    """Mark a result of inference mode: it never enters a graph."""
    if inferring.get() and any(type(x) in tensor_types and x._node is not None for x in inputs):
        result._cell = [INFERENCE, None]


def check_kept(node):
    """Refuse to use what a first backward freed, or a write in place changed."""
    if node.saved is FREED:
        refuse_freed(node)
    guard = node.guard
    for i in range(0, len(guard), 2):
        if guard[i][0] != guard[i + 1]:
            refuse_stale(node, guard[i], guard[i + 1])


# The same in a generated path: `check_kept` is called where it would raise.
CHECK_KEPT = """
if saved is FREED or guard and ({stale}):
    check_kept(node)
"""


def stale(count):
    """Whether one of at most `count` values that a node keeps was written to since, in Python."""
    asked = [f"len(guard) > {2 * i} and guard[{2 * i}][0] != guard[{2 * i + 1}]" for i in range(count)]
    return " or ".join([text.partition(" and ")[2] if not i else text for i, text in enumerate(asked)]) or "False"


def refuse_freed(node):
    raise RuntimeError(
        f"Trying to backward through the graph a second time: what {node.op.name} kept "
        f"(at {errors.source_line(node.code, node.at)}) was freed by the first backward. "
        "Call the first one with retain_graph=True, or compute the loss again.")


def refuse_stale(node, cell, version):
    """A value kept for backward was written to since."""
    where = errors.source_line(*cell[1]) if cell[1] else "an unknown line"
    raise RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"{node.op.name} at {errors.source_line(node.code, node.at)} kept it at version {version}, "
        f"and {where} brought it to version {cell[0]}. "
        "Write out of place there (x = x + 1, not x += 1), or compute after writing.")


def touch(tensor, line=None):
    """Count a write to the tensor's memory, and note the line, for backward to notice.

    line   line_now(), from one who writes to many tensors
    """
    cell, line = tensor._cell, line or line_now()
    if cell is None:
        tensor._cell = [1, line]
    elif cell[0] is not INFERENCE:
        cell[0] += 1
        cell[1] = line


def line_now():
    """Where the user's program is: a code object and a place in it."""
    frame = errors.user_frame()
    return frame.f_code, frame.f_lasti


recorded.append(remember)
unrecorded.append(freeze)
using.append(check_kept)
