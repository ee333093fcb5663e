"""Version counters: what a node kept is refused in backward once a write in place has changed it.

All tensors on the same memory share a counter, [version, the line of the last write]; None until somebody needs it.
"""

from .. import dtypes
from ..engine.apply import recorded, unrecorded
from ..engine.backward import using
from ..engine.node import FREED, Spec, tensor_types
from ..engine.op import declaring
from . import errors
from .grad_modes import UNTRACKED, inferring

KEPT_NUMBER = [0, None], 0               # what a node that keeps a number notes, so that backward frees it once too


def declare_once(op, once=False, **declared):
    """Note whether nodes of `op` are freed after one backward though they keep nothing: see Op."""
    op.once = once


def freed_once(node):
    """Whether one backward frees a node of an op that is declared `once`."""
    return node.op.once is True or node.op.once(node)


def remember(node, inputs, results):
    """Note the versions of the inputs and outputs that a node keeps."""
    versions: list = []
    for x, kept in zip(inputs, node.saved):
        if kept is not None and type(x) in tensor_types and type(kept) is not Spec:
            x._counter = counter = x._counter or [0, None]
            versions += counter, counter[0]
    if node.out is not None and not node.op.residual:
        for result, kept in zip(results, (node.out,) if node.op.outputs == 1 else node.out):
            if kept is not None:
                result._counter = counter = result._counter or [0, None]
                versions += counter, counter[0]
    # Last, as the others are in the order of what is kept.
    node.versions = [*versions, *KEPT_NUMBER * (
        freed_once(node) if node.op.once else any(type(kept) in dtypes.number_types for kept in node.saved))]


# The same for one input, for the output, for numbers and for what is declared `once`, in a generated path.
REMEMBER_INPUT = """
{x}._counter = counter = {x}._counter or [0, None]
node.versions += counter, counter[0]
"""
REMEMBER_OUTPUT = """
{x}._counter = counter = [0, None]
node.versions += counter, 0
"""
REMEMBER_NUMBER = """
node.versions += KEPT_NUMBER
"""
REMEMBER_ONCE = """
if op.once(node):
    node.versions += KEPT_NUMBER
"""


def counter_of(tensor):
    """The tensor's version counter, made when it is first asked for."""
    if tensor._counter is None:
        tensor._counter = [0, None]
    return tensor._counter


def freeze(op, inputs, result):
    """Mark what is new in inference mode: no graph may keep it. A view of an older tensor is not new."""
    if inferring.get() and (not op.view or is_inference(inputs[0]) or result.array.base is None):
        result._counter = UNTRACKED


def is_inference(tensor):
    """Whether it was made in inference_mode."""
    return tensor._counter is UNTRACKED


def check_inference(tensor, what):
    """Refuse outside of inference_mode what no tensor that was made in it may do."""
    if is_inference(tensor) and not inferring.get():
        raise RuntimeError(f"{what} inference tensor outside InferenceMode is not allowed: it was made in "
                           "inference_mode. x.clone() gives a normal tensor.")


def check_kept(node):
    """Refuse to use what a first backward freed, or a write in place changed."""
    if node.saved is FREED:
        refuse_freed(node)
    versions = node.versions
    for i in range(0, len(versions), 2):
        if versions[i][0] != versions[i + 1]:
            refuse_stale(node, versions[i], versions[i + 1])


# The same in a generated path: `check_kept` is called where it would raise.
CHECK_KEPT = """
if saved is FREED or versions and ({stale}):
    check_kept(node)
"""


def stale(count):
    """Whether one of at most `count` values that a node keeps was written to since, in Python."""
    asked = [f"len(versions) > {2 * i} and versions[{2 * i}][0] != versions[{2 * i + 1}]" for i in range(count)]
    return " or ".join([text.partition(" and ")[2] if not i else text for i, text in enumerate(asked)]) or "False"


def refuse_freed(node):
    raise RuntimeError(
        f"Trying to backward through the graph a second time: what {node.op.name} kept "
        f"(at {errors.source_line(node.code, node.at)}) was freed by the first backward. "
        "Call the first one with retain_graph=True, or compute the loss again.")


def refuse_stale(node, counter, version):
    """A value kept for backward was written to since."""
    where = errors.source_line(*counter[1]) if counter[1] else "an unknown line"
    raise RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"{node.op.name} at {errors.source_line(node.code, node.at)} kept it at version {version}, "
        f"and {where} brought it to version {counter[0]}. "
        "Write out of place there (x = x + 1, not x += 1), or compute after writing.")


def bump(tensor, line=None):
    """Count a write to the tensor's memory, and note the line, for backward to notice.

    line   line_now(), from one who writes to many tensors
    """
    counter, line = tensor._counter, line or line_now()
    if counter is None:
        tensor._counter = [1, line]
    elif type(counter) is list:
        counter[0] += 1
        counter[1] = line


def line_now():
    """Where the user's program is: a code object and a place in it."""
    frame = errors.user_frame()
    return frame.f_code, frame.f_lasti


declaring.append(declare_once)
recorded.append(remember)
unrecorded.append(freeze)
using.append(check_kept)
