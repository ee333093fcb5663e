"""Writing in place: versions go up, and the graph learns what the memory now holds."""

from numpy import ndarray

from .. import backend
from ..engine import dispatch
from ..engine.apply import record, watchers, wrap
from ..engine.grad_mode import recording
from ..engine.node import Leaf, tensor_types
from ..engine.op import registry
from ..piece import mounted
from .version_counter import bump, check_inference, is_inference
from .views import hand_over

overwriting: list = []   # watch(tensor, call, args, settings): after call(tensor's array, *args) wrote to its memory


def check_writable(tensor, name):
    """Refuse writes that would break the graph: to a leaf that gathers a gradient, or to stretched memory."""
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
    """Refuse to write to a view that may not be, where a gradient is wanted."""
    if wanted and tensor._view is not None and tensor._view.closed is not None:
        raise RuntimeError(f"{name}: this tensor {tensor._view.closed}: it cannot be written to where gradients are "
                           "wanted. Work on a copy, x.clone(), or write under no_grad().")


def refuse_leaf(which, name):
    raise RuntimeError(f"{which} that requires grad is being used in an in-place operation ({name}). "
                       "Update parameters under no_grad(), or work on a copy: x.clone().")


def check_stretched(array):
    """Refuse to write where several elements are one place in memory."""
    if array.ndim and array.size > 1 and 0 in array.strides:
        if any(s == 0 and n > 1 for s, n in zip(array.strides, array.shape)):
            raise RuntimeError("unsupported operation: more than one element of the written-to tensor refers "
                               "to a single memory location. Please clone() it first: x.expand(...).clone().")
    unlock(array)


def unlock(array):
    """NumPy marks what it stretched as read-only, though the memory behind it is the tensor's."""
    if type(array) is ndarray and not array.flags.writeable:
        array.flags.writeable = True


def write(tensor, values):
    """Put `values` (an array or number) into the tensor's own memory."""
    array = tensor.array
    check_stretched(array)
    with backend.on(array):
        fill(array, values)
    bump(tensor)
    for watch in overwriting:
        watch(tensor, fill, (values,), {})


def fill(array, values):
    """Write values over the whole of an array."""
    array[...] = values


def check_fits(name, tensor, result):
    """Refuse a result of another shape, or of a higher category of dtype, than the tensor it is written to."""
    if result.array.shape != tensor.array.shape:
        raise RuntimeError(f"{name}_: output with shape {tuple(tensor.shape)} doesn't match the broadcast "
                           f"shape {tuple(result.shape)}; the tensor written to cannot grow.")
    if result.dtype.rank > tensor.dtype.rank:
        raise RuntimeError(f"{name}_: result type {result.dtype} can't be cast to the desired output "
                           f"type {tensor.dtype}. Convert first: x = x.to({result.dtype}).")


def in_place(op, tensor, *others, **settings):
    """`tensor.op_(others)`: compute, write over the tensor's memory, and let the graph know.

    Raises RuntimeError when the result has another shape or a higher category of dtype.
    """
    return tensor if at_once(op, tensor, others, settings) else write_over(op, tensor, *others, **settings)


def write_over(op, tensor, *others, **settings):
    """What in_place does where more is to be done than the writing: a result, a node, and what depends on either."""
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
        node.out = tensor.array                          # one memory for both: that is what in place is for
        pairs = zip(node.versions[::2], node.versions[1::2])
        own = [part for pair in pairs if pair[0] is not result._counter for part in pair]
        node.versions = [*own, tensor._counter, tensor._counter[0]]
    if node is None and tensor._node is None:
        tensor._detached_by = result._detached_by
    rebase(tensor, node)
    return tensor


def at_once(op, tensor, others, settings):
    """Let NumPy write over the memory itself, where nothing is recorded, watched or converted: a step of training.

    returns   whether it did; if not, nothing has changed
    """
    if not callable(op.inplace) or settings or len(others) != 1 or watchers or mounted or tensor._view is not None:
        return False
    if is_inference(tensor):
        return False
    array, b, recorded = tensor.array, others[0], recording.get() is True
    if type(array) is not ndarray or array.dtype.kind != "f" or not array.ndim or recorded and tensor._node is not None:
        return False
    if type(b) in tensor_types:
        other, b = b, b.array
        if other._view is not None:
            other.refresh()
        if (type(b) is not ndarray or b.dtype != array.dtype or b.ndim > array.ndim
                or recorded and other._node is not None
                or tensor._node is None and (other._node or other._detached_by)):
            return False
    elif type(b) is not float:
        return False
    check_stretched(array)
    try:
        op.inplace(array, b)
    except ValueError:                                   # shapes that do not fit: said by the long way
        return False
    bump(tensor)
    return True


def keep_old(node, tensor):
    """What the derivative wants of the old memory is copied, since it is about to change."""
    old = node.saved[0]
    if not hasattr(old, "copy"):                         # a number, or nothing
        return node.saved, node.versions
    versions = [[0, None], 0, *node.versions[2:]]              # the first, whose copy nobody else can write to
    return (old.copy(), *node.saved[1:]), versions


def rebase(tensor, node):
    """The tensor's value now comes from `node`; if it is a view, so does that part of its base."""
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
    """`tensor[index] = value`, written at once and recorded as `op`, which gives a changed copy.

    op.write(array, value, indices, **settings) does the writing.
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
                check_stretched(tensor.array)            # which of the others change too, no derivative follows
            return write_item(op, tensor, value, indices, settings)
        part = registry["getitem"](tensor, **settings)   # of memory that was expanded the rest is written to as well
        return set_item(op, part, value, (), {"index": (Ellipsis,)})
    write_item(op, tensor, value, indices, settings)


def write_item(op, tensor, value, indices, settings):
    """The writing, and the graph's record of it."""
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
