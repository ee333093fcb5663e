"""Apply an op: compute on the arrays behind Tensors and, where a gradient may be wanted, leave a node.

Layers in other files add functions to the lists below, each named after the moment at which it is called. With all of
them empty values and gradients are right all the same.
"""

import numpy as np

from .. import backend
from ..piece import foreign_types, mounted
from .grad_mode import recording
from .node import Node, Output, Spec, tensor_types, tick

calling: list = []       # layer(op, inputs): before anything is read: views follow their base, arguments are checked
converting: list = []    # layer(op, arrays): the arrays in dtypes that go together
moving: list = []        # layer(inputs, arrays): the inputs on one device, or None where they are
failing: list = []       # layer(error, op, inputs, settings): the error to raise in its place
recorded: list = []      # layer(node, inputs, results): note the versions of what the node kept, note the user's line
unrecorded: list = []    # layer(op, inputs, result): note why this result has no node
viewing: list = []       # layer(op, source, settings, result, index): this result shares the source's memory
kernels: dict = {}       # (name of a library of arrays, op) -> the forward in place of the op's own: see forward_for
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
        layer(op, inputs)
    arrays = [x.array if type(x) in tensor_types else x for x in inputs]
    for layer in converting:
        arrays = layer(op, arrays)
    for layer in moving:
        moved = layer(inputs, arrays)
        if moved is not None:
            return apply(op, moved, settings)
    try:
        outs, residual = forward(op, arrays, settings)
    except Exception as error:
        for layer in failing:
            error = layer(error, op, inputs, settings)
        raise error
    results = tuple([wrap(out) for out in outs])
    edges = tuple([x._node if type(x) in tensor_types else None for x in inputs])
    node = None
    if op.differentiable and edges.count(None) < len(edges) and recording.get() is True:
        node = record(op, inputs, arrays, edges, settings, results, residual)
    for index, result in enumerate(results):
        connect(op, inputs, node, index, result)
    if op.view:
        for index, result in enumerate(results):
            for layer in viewing:
                layer(op, inputs[0], settings, result, None if op.outputs == 1 else index)
    answer = results[0] if op.outputs == 1 else results
    for watch in watchers:
        watch(op, inputs, settings, answer)
    return answer


def forward(op, arrays, settings):
    """The arrays that `op` computes, as a tuple, and what it leaves for its derivative."""
    xp, residual = backend.choose(arrays), None
    run = forward_on(xp, op)
    with backend.place_of(arrays) if xp is not np else backend.NOWHERE:
        try:
            out = run(xp, *arrays, **settings)
        except OverflowError:                            # 300 in a uint8 is 44, as in PyTorch
            dtype = next((a.dtype for a in arrays if hasattr(a, "dtype")), None)
            arrays = [np.asarray(x, "int64").astype(dtype) if type(x) is int else x for x in arrays]
            out = run(xp, *arrays, **settings)
        if op.residual:
            out, residual = out
        outs = (out,) if op.outputs == 1 else out
        return [a if type(a) in backend.ARRAYS else xp.asarray(a) for a in outs], residual


def forward_on(xp, op):
    """The forward to run: another for this library, if the op has one and no learner's is mounted, else its own."""
    return op.forward if xp is np or op.piece in mounted else kernels.get((xp.__name__, op), op.forward)


def compute(op, arrays, settings=NOTHING):
    """`op` on bare arrays, as derivatives call it: a bare array back, no node."""
    if mounted:                                          # a learner's forward may have no defaults
        settings = {**op.defaults, **settings}
    xp = backend.choose(arrays)
    out = forward_on(xp, op)(xp, *arrays, **settings)
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


def connect(op, inputs, node, index, result):
    """Lead from a result of floating dtype to its node; let layers note it of others."""
    if node is not None and result.array.dtype.kind in "fc":
        result._node = node if op.outputs == 1 else Output(node, index, result.array.shape, result.array.dtype)
    else:
        for layer in unrecorded:
            layer(op, inputs, result)


def saved_for(op, arrays, edges, everything=False):
    """For each input what the derivative wants kept: its array, its shape and dtype, or None."""
    plan = op.keeps
    if everything:
        plan = dict.fromkeys(range(len(edges)))
    elif op.keeps_all:
        wanted = [place for place in range(len(op.inputs), len(edges)) if edges[place] is not None]
        rest = [place for place in range(len(op.inputs), len(edges))
                if not op.keeps_others or wanted and wanted != [place]]
        plan = {**plan, **dict.fromkeys(rest)}
    if not plan and not op.shapes:
        return ()
    saved: list = [None] * len(edges)
    for place, whose in plan.items():
        if whose is None or edges[whose] is not None:
            saved[place] = arrays[place]
    if op.shapes and None in edges:
        for place, array in enumerate(arrays):
            if edges[place] is None and saved[place] is None and hasattr(array, "shape"):
                saved[place] = Spec(array.shape, array.dtype)
    return tuple(saved)
