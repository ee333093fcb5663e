"""In-place writes: increase the version counter, and record the new value in the graph."""

from numpy import ndarray

from .. import backend
from ..engine import dispatch
from ..engine.apply import record, watchers, wrap
from ..engine.grad_mode import recording
from ..engine.node import Leaf, tensor_types
from ..engine.op import registry
from ..engine.piece import mounted
from .version_counter import bump, check_inference, is_inference
from .views import hand_over

overwriting: list = []   # watch(tensor, call, args, settings) runs after call(tensor.array, *args) has written


def check_writable(tensor, name):
    """Raise for a write that breaks the graph: to a leaf that requires grad, to a view of it, or to a closed view."""
    tensor.refresh()
    check_inference(tensor, f"{name}: Inplace update to")
    if recording.get() is not True:
        return
    view, node = tensor._view, tensor._node
    if view is None:
        if type(node) is Leaf:
            refuse_leaf("a leaf Variable", name)
        return
    base = view.base._node
    check_open(tensor, name, node is not None or base is not None)
    if type(base) is Leaf or node is not None and base is None:
        refuse_leaf("a view of a leaf Variable", name)


def check_open(tensor, name, wanted=True):
    """Raise for a write to a view that must not be written to while gradients are recorded (`View.closed`)."""
    if wanted and tensor._view is not None and tensor._view.closed is not None:
        raise RuntimeError(f"{name}: this tensor {tensor._view.closed}: it cannot be changed in place while gradients "
                           "are recorded. Work on a copy, x.clone(), or write under no_grad().")


def refuse_leaf(which, name):
    raise RuntimeError(f"{which} that requires grad is being used in an in-place operation ({name}). "
                       "Update parameters under no_grad(), or work on a copy: x.clone().")


def check_stretched(array):
    """Raise RuntimeError for a write to an array if several of its elements share one memory location."""
    if array.ndim and array.size > 1 and 0 in array.strides:
        if any(s == 0 and n > 1 for s, n in zip(array.strides, array.shape)):
            raise RuntimeError("unsupported operation: more than one element of the written-to tensor refers "
                               "to a single memory location. Please clone() it first: x.expand(...).clone().")
    unlock(array)


def unlock(array):
    """Make an array writeable: NumPy marks a broadcast array as read-only, although a tensor owns its memory."""
    if type(array) is ndarray and not array.flags.writeable:
        array.flags.writeable = True


def write(tensor, values):
    """Write `values` (an array or number) into the tensor's own memory, and count the write."""
    array = tensor.array
    check_stretched(array)
    with backend.on(array):
        fill(array, values)
    bump(tensor)
    for watch in overwriting:
        watch(tensor, fill, (values,), {})


def fill(array, values):
    """Write values into all elements of an array."""
    array[...] = values


def check_fits(name, tensor, result):
    """Raise if the result's shape differs from the tensor's, or its dtype is of a higher category."""
    if result.array.shape != tensor.array.shape:
        raise RuntimeError(f"{name}_: output with shape {tuple(tensor.shape)} doesn't match the broadcast "
                           f"shape {tuple(result.shape)}; an in-place write cannot change it.")
    if result.dtype.rank > tensor.dtype.rank:
        raise RuntimeError(f"{name}_: result type {result.dtype} can't be cast to the desired output "
                           f"type {tensor.dtype}. Convert first: x = x.to({result.dtype}).")


def in_place(op, tensor, *others, **settings):
    """Run `tensor.op_(others)`: compute, write the result into the tensor's memory, and update the graph.

    Raises RuntimeError if the result has another shape or a higher category of dtype.
    """
    return tensor if at_once(op, tensor, others, settings) else write_over(op, tensor, *others, **settings)


def write_over(op, tensor, *others, **settings):
    """Run the general case of in_place: compute a result with its node, copy it into the tensor, update the graph."""
    check_writable(tensor, f"{op.name}_")
    result = dispatch(op, (tensor, *others), settings)
    check_fits(op.name, tensor, result)
    node = result._node
    if node is not None and tensor._view is not None:
        check_open(tensor, f"{op.name}_")
    if node is not None and node.saved:
        node.saved, node.versions = keep_old(node, tensor)
    write(tensor, result.array)
    if node is not None and node.out is result.array and not op.residual:
        node.out = tensor.array                          # result and tensor now share memory
        pairs = zip(node.versions[::2], node.versions[1::2])
        own = [part for pair in pairs if pair[0] is not result._counter for part in pair]
        node.versions = [*own, tensor._counter, tensor._counter[0]]
    if node is None and tensor._node is None:
        tensor._detached_by = result._detached_by
    rebase(tensor, node)
    return tensor


def at_once(op, tensor, others, settings):
    """Let NumPy compute in place if nothing is recorded, watched or converted, as in an optimiser's step.

    returns   True if it did; if False, nothing has changed
    """
    if (not callable(op.inplace) or settings or len(others) != 1 or watchers or mounted or tensor._view is not None
            or is_inference(tensor) or not is_simple(tensor.array) or recording.get() is True and tensor._node):
        return False
    array, b = tensor.array, others[0]
    if type(b) in tensor_types:
        if not joins_unrecorded(tensor, b):
            return False
        b = b.array
    elif type(b) is not float:
        return False
    check_stretched(array)
    try:
        op.inplace(array, b)
    except ValueError:                                   # write_over raises a clear error about the shapes
        return False
    bump(tensor)
    return True


def is_simple(array):
    """Return whether NumPy can compute in place in the array: if it contains floats, and has a dimension."""
    return type(array) is ndarray and array.dtype.kind == "f" and array.ndim > 0


def joins_unrecorded(tensor, other):
    """Return whether an in-place op of `tensor` and `other` needs no conversion and records nothing."""
    if other._view is not None:
        other.refresh()
    array, b = tensor.array, other.array
    if type(b) is not ndarray or b.dtype != array.dtype or b.ndim > array.ndim:
        return False
    if recording.get() is True and other._node is not None:
        return False
    return tensor._node is not None or not (other._node or other._detached_by)


def keep_old(node, tensor):
    """Copy the first saved value before a write changes it; return the node's new saved values and versions."""
    old = node.saved[0]
    if not hasattr(old, "copy"):                         # `old` is a number or None
        return node.saved, node.versions
    versions = [[0, None], 0, *node.versions[2:]]             # the copy gets a counter; no other code writes to it
    return (old.copy(), *node.saved[1:]), versions


def rebase(tensor, node):
    """Make `node` the node of the tensor's new value; if the tensor is a view, update its base's node too."""
    if recording.get() is not True:
        return
    view = tensor._view
    if view is None:
        if tensor._node is not None and tensor._node.hooks is not None:
            hand_over(tensor, tensor._node, node)
        tensor._node = node
        tensor._generation += 1
    elif node is not None or view.base._node is not None:
        base = view.base
        value = wrap(tensor.array, node)
        steps = tuple([(op, tuple(settings.items()), index) for op, settings, index in view.steps])
        old, base._node = base._node, record(registry["write_region"], (base, value), (base.array, value.array),
                                             (base._node, node), {"steps": steps}, (base,), None)
        base._generation += 1
        hand_over(base, old, base._node)
        view.refresh(tensor)


def set_item(op, tensor, value, indices, settings):
    """Run `tensor[index] = value`: write in place, and record it as `op`, which returns a changed copy.

    op.write(array, value, indices, **settings) writes into the array.
    """
    check_writable(tensor, "setitem")
    if type(value) in tensor_types:
        value.refresh()
    if tensor._view is None:
        return write_item(op, tensor, value, indices, settings)
    check_open(tensor, "setitem", getattr(value, "_node", None) is not None and recording.get() is True)
    if 0 in tensor.array.strides and settings["index"] != (Ellipsis,):
        if indices:
            if recording.get() is True and (tensor._node is not None or getattr(value, "_node", None) is not None):
                check_stretched(tensor.array)            # this write also changes elements outside the index
            return write_item(op, tensor, value, indices, settings)
        part = registry["getitem"](tensor, **settings)   # the view repeats elements: a write changes every repetition
        return set_item(op, part, value, (), {"index": (Ellipsis,)})
    write_item(op, tensor, value, indices, settings)


def write_item(op, tensor, value, indices, settings):
    """Write the value into the tensor, and record it in the graph if a gradient is needed."""
    inputs = (tensor, value, *indices)
    arrays = [getattr(x, "array", x) for x in inputs]
    with backend.on(tensor.array):
        op.write(arrays[0], arrays[1], arrays[2:], **settings)
    bump(tensor)
    for watch in overwriting:
        watch(tensor, op.write, (value, list(indices)), settings)
    if tensor._node is not None or getattr(value, "_node", None) is not None:
        edges = [getattr(x, "_node", None) for x in inputs]
        recorded = recording.get() is True
        rebase(tensor, record(op, inputs, arrays, tuple(edges), settings, (tensor,), None) if recorded else None)
