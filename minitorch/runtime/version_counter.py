"""Version counters: backward raises if an in-place write has changed a value that a node saved.

All tensors that share memory share a counter, [version, line of the last write]; it is None until it is needed.
"""

from .. import dtypes, paths
from ..engine.node import FREED, Spec, tensor_types
from . import errors
from .grad_modes import UNTRACKED, inferring

KEPT_NUMBER = [0, None], 0               # the entry of a saved number, because backward frees only nodes with entries


def declare_once(op, once=False, **declared):
    """Set op.once: whether one backward frees nodes of `op`, although they save nothing. See engine/op.py."""
    op.once = once


def freed_once(node):
    """Return whether a backward pass frees this node, because its op was declared with `once`."""
    return node.op.once is True or node.op.once(node)


def remember(node, inputs, results):
    """Store on a node the current versions of the inputs and outputs that it saves."""
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
    # The entry for saved numbers comes last; the entries before it are in the order of the saved arrays.
    node.versions = [*versions, *KEPT_NUMBER * (
        freed_once(node) if node.op.once else any(type(kept) in dtypes.number_types for kept in node.saved))]


# The code of `remember` in generated code for an op: for an input, the output, numbers, and ops with `once`.
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
    """Return the tensor's version counter; create it at the first call."""
    if tensor._counter is None:
        tensor._counter = [0, None]
    return tensor._counter


def freeze(op, inputs, result):
    """Mark a new tensor of inference mode, so that no graph can save it; a view of an older tensor is not new."""
    if inferring.get() and (not op.view or is_inference(inputs[0]) or result.array.base is None):
        result._counter = UNTRACKED


def is_inference(tensor):
    """Return whether a tensor was created in inference_mode."""
    return tensor._counter is UNTRACKED


def check_inference(tensor, what):
    """Raise RuntimeError if a tensor created in inference_mode is used outside of it for `what`."""
    if is_inference(tensor) and not inferring.get():
        raise RuntimeError(f"{what} inference tensor outside InferenceMode is not allowed: it was made in "
                           "inference_mode. x.clone() gives a normal tensor.")


def check_kept(node):
    """Raise RuntimeError if an earlier backward freed the node's saved values, or an in-place write changed one."""
    if node.saved is FREED:
        paths.module("explain.backward").refuse_freed(node)
    versions = node.versions
    for i in range(0, len(versions), 2):
        if versions[i][0] != versions[i + 1]:
            paths.module("explain.backward").refuse_stale(node, versions[i], versions[i + 1])


# The test in the generated code for an op: it calls `check_kept` only if that would raise an error.
CHECK_KEPT = """
if saved is FREED or versions and ({stale}):
    check_kept(node)
"""


def stale(count):
    """Return Python code that tests whether one of at most `count` saved values was changed."""
    asked = [f"len(versions) > {2 * i} and versions[{2 * i}][0] != versions[{2 * i + 1}]" for i in range(count)]
    return " or ".join([text.partition(" and ")[2] if not i else text for i, text in enumerate(asked)]) or "False"


def bump(tensor, line=None):
    """Count a write to the tensor's memory, and store its line, so that backward can detect and report it.

    line   line_now(); a caller that writes to many tensors computes it once
    """
    counter, line = tensor._counter, line or line_now()
    if counter is None:
        tensor._counter = [1, line]
    elif type(counter) is list:
        counter[0] += 1
        counter[1] = line


def line_now():
    """Return the position in the user's program: a code object and an index into its bytecode."""
    frame = errors.user_frame()
    return frame.f_code, frame.f_lasti
