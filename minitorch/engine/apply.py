"""Apply an op: compute on the arrays behind Tensors and, where a gradient may be wanted, leave a node.

Layers in other files add functions to the lists below, each named after the moment at which it is called. With all of
them empty values and gradients are right all the same.
"""

import numpy as np

from .. import backend
from ..piece import foreign_types, mounted
from .grad_mode import recording
from .node import Node, Output, Spec, tensor_types, tick

calling: list = []       # layer(op, inputs): the inputs, up to date with what they are views of, checked, on one device
converting: list = []    # layer(op, arrays): the arrays in dtypes that go together
choosing: list = []      # choosing[-1](xp, op): the forward to run on arrays that are not NumPy's
failing: list = []       # layer(error, op, inputs, settings): the error to raise in its place
recorded: list = []      # layer(node, inputs, results): note the versions of what the node kept, note the user's line
unrecorded: list = []    # layer(op, inputs, result): note why this result has no node
viewing: list = []       # layer(op, source, settings, result, index): this result shares the source's memory
watchers: list = []      # watch(op, inputs, settings, result): drawing, profiling, tracing

NOTHING: dict = {}
type_sets = [tensor_types, foreign_types]                        # what grows with each subclass of Tensor
Tensor = None            # set by register_tensor: the class is defined in a layer above


def register_tensor(kind):
    """Make a class known as Tensor, or as a subclass of it."""
    global Tensor
    Tensor = Tensor or kind
    for types in type_sets:
        types.add(kind)


def apply(op, inputs, settings=NOTHING):
    """Compute `op` on Tensors (and numbers); leave a node if a gradient may be wanted.

    inputs    Tensors, Python numbers, or None for an optional input
    returns   a Tensor, or a tuple of them where the op declares several outputs
    """
    if op.defaults:
        settings = {**op.defaults, **settings}
    for layer in calling:
        inputs = layer(op, inputs)
    arrays = [x.array if type(x) in tensor_types else x for x in inputs]
    for layer in converting:
        arrays = layer(op, arrays)
    try:
        outs, residual = forward(op, arrays, settings)
    except Exception as error:
        for layer in failing:
            error = layer(error, op, inputs, settings)
        raise error
    results = tuple([wrap(out) for out in outs])
    edges = tuple([x._node if type(x) in tensor_types else None for x in inputs])
    wanted = op.differentiable and edges.count(None) < len(edges) and recording.get() is True
    node = record(op, inputs, arrays, edges, settings, results, residual) if wanted else None
    for index, result in enumerate(results):
        if node is not None and result.array.dtype.kind in "fc":
            result._node = node if op.outputs == 1 else Output(node, index, node.shape[index], node.dtype[index])
        else:
            unrecord(op, inputs, result)
        for layer in viewing * op.view:
            layer(op, inputs[0], settings, result, None if op.outputs == 1 else index)
    answer = results[0] if op.outputs == 1 else results
    for watch in watchers:
        watch(op, inputs, settings, answer)
    return answer


def forward(op, arrays, settings):
    """The arrays that `op` computes, as a tuple, and what it leaves for its derivative."""
    xp = np if len(backend.ARRAYS) == 1 else backend.choose(arrays)            # is there a GPU in use?
    run = op.forward if xp is np else choosing[-1](xp, op)
    try:
        out = run(xp, *arrays, **settings)
    except OverflowError:                                # 300 in a uint8 is 44, as in PyTorch
        dtype = next((a.dtype for a in arrays if hasattr(a, "dtype")), None)
        out = run(xp, *[np.asarray(x, "int64").astype(dtype) if type(x) is int else x for x in arrays], **settings)
    out, residual = out if op.residual else (out, None)
    outs = (out,) if op.outputs == 1 else out
    return [a if type(a) in backend.ARRAYS else xp.asarray(a) for a in outs], residual


def compute(op, arrays, settings=NOTHING):
    """`op` on bare arrays, as derivatives call it: a bare array back, no node."""
    xp = np if len(backend.ARRAYS) == 1 else backend.choose(arrays)
    out = (op.forward if xp is np else choosing[-1](xp, op))(xp, *arrays, **settings)
    return out[0] if op.residual else out


def wrap(array, node=None):
    """A plain Tensor around an array."""
    tensor = object.__new__(Tensor)
    tensor.array, tensor._node = array, node
    tensor._counter = tensor._view = tensor._detached_by = None
    return tensor


def record(op, inputs, arrays, edges, settings, results, residual):
    """The node of an operation, with what its derivative wants kept."""
    node = Node()
    node.op, node.edges, node.settings, node.order = op, edges, settings, tick()
    node.hooks, node.versions, node.code, node.at = None, (), None, 0
    everything = op.derivative_piece in mounted          # a learner's derivative may read what it likes
    node.saved = saved_for(op, arrays, edges, everything)
    node.out = residual
    if residual is None and (everything or op.keeps_out and (op.out_for is None or edges[op.out_for] is not None)):
        read = [r.array if everything or op.reads is None or i in op.reads else None for i, r in enumerate(results)]
        node.out = read[0] if op.outputs == 1 else tuple(read)
    shapes, kinds = tuple([r.array.shape for r in results]), tuple([r.array.dtype for r in results])
    node.shape, node.dtype = (shapes[0], kinds[0]) if op.outputs == 1 else (shapes, kinds)
    for layer in recorded:
        layer(node, inputs, results)
    return node


def unrecord(op, inputs, result):
    """Let layers note of a result that it has no node."""
    for layer in unrecorded:
        layer(op, inputs, result)


def saved_for(op, arrays, edges, everything=False):
    """For each input what the derivative wants kept: its array, its shape and dtype, or None."""
    if not (everything or op.keeps or op.keeps_all or op.shapes):
        return ()
    saved: list = [None] * len(edges)
    for i, array in enumerate(arrays):
        readers = (edges[op.keeps[i]],) if op.keeps.get(i) is not None else edges        # the edges that want it kept
        if op.keeps_others and i >= len(op.inputs):
            readers = edges[len(op.inputs):i] + edges[i + 1:]
        kept = i in op.keeps or op.keeps_all and i >= len(op.inputs)
        if everything or kept and readers.count(None) < len(readers):
            saved[i] = array
        elif op.shapes and edges[i] is None and hasattr(array, "shape"):
            saved[i] = Spec(array.shape, array.dtype)
    return tuple(saved)
