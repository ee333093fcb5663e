"""Apply an op: compute on the arrays of the Tensors and, if a gradient may be needed, record a node.

Other files add functions, called hooks here, to the lists below; each list is named after the moment at which its hooks
are called. Values and gradients are right even if all the lists are empty.
"""

import numpy as np

from .. import backend
from .grad_mode import recording
from .node import Node, Output, Spec, tensor_types, tick
from .piece import foreign_types, mounted

calling: list = []       # hook(op, inputs) checks inputs, moves them to one device and updates views; returns them
converting: list = []    # hook(op, arrays) returns the arrays, converted to dtypes that the op can combine
choosing: list = []      # choosing[-1](xp, op) returns the forward to run on arrays that are not NumPy's
failing: list = []       # hook(error, op, inputs, settings) returns the error to raise instead
recorded: list = []      # hook(node, inputs, results) stores versions of saved values and the user's line in node
unrecorded: list = []    # hook(op, inputs, result) stores in result why it has no node
viewing: list = []       # hook(op, source, settings, result, index) records that result and source share memory
watchers: list = []      # watch(op, inputs, settings, result) draws, profiles or traces the call

NOTHING: dict = {}
type_sets = [tensor_types, foreign_types]                        # each subclass of Tensor is added to these sets
Tensor = None            # the class Tensor; register_tensor sets it, because the engine cannot import it


def register_tensor(kind):
    """Register the class Tensor, or a subclass of it, with the engine."""
    global Tensor
    Tensor = Tensor or kind
    for types in type_sets:
        types.add(kind)


def apply(op, inputs, settings=NOTHING):
    """Compute `op` on Tensors (and numbers); record a node if a gradient may be needed.

    inputs    Tensors, Python numbers, or None for an optional input
    returns   a Tensor, or a tuple of Tensors if the op declares several outputs
    """
    if op.defaults:
        settings = {**op.defaults, **settings}
    for hook in calling:
        inputs = hook(op, inputs)
    arrays = [x.array if type(x) in tensor_types else x for x in inputs]
    for hook in converting:
        arrays = hook(op, arrays)
    try:
        outs, residual = forward(op, arrays, settings)
    except Exception as error:
        for hook in failing:
            error = hook(error, op, inputs, settings)
        raise error
    results = tuple([wrap(out) for out in outs])
    edges = tuple([x._node if type(x) in tensor_types else None for x in inputs])
    wanted = op.differentiable and edges.count(None) < len(edges) and recording.get() is True
    node = record(op, inputs, arrays, edges, settings, results, residual) if wanted else None
    connect(op, inputs, settings, results, node)
    answer = results[0] if op.outputs == 1 else results
    for watch in watchers:
        watch(op, inputs, settings, answer)
    return answer


def connect(op, inputs, settings, results, node):
    """Set the node of each result, if it has one; if the op is a view, pass its source to the hooks in `viewing`."""
    for index, result in enumerate(results):
        if node is not None and result.array.dtype.kind in "fc":
            result._node = node if op.outputs == 1 else Output(node, index, node.shape[index], node.dtype[index])
        else:
            unrecord(op, inputs, result)
        for hook in viewing if op.view else ():
            hook(op, inputs[0], settings, result, None if op.outputs == 1 else index)


def forward(op, arrays, settings):
    """Return the arrays that `op` computes, as a list, and the residual: a value saved for the derivative."""
    xp = np if len(backend.ARRAYS) == 1 else backend.choose(arrays)      # if CuPy is not in use, all arrays are NumPy's
    run = op.forward if xp is np else choosing[-1](xp, op)
    try:
        out = run(xp, *arrays, **settings)
    except OverflowError:                                # PyTorch stores 300 in a uint8 as 300 − 256 = 44
        dtype = next((a.dtype for a in arrays if hasattr(a, "dtype")), None)
        out = run(xp, *[np.asarray(x, "int64").astype(dtype) if type(x) is int else x for x in arrays], **settings)
    out, residual = out if op.residual else (out, None)
    outs = (out,) if op.outputs == 1 else out
    return [a if type(a) in backend.ARRAYS else xp.asarray(a) for a in outs], residual


def compute(op, arrays, settings=NOTHING):
    """Run `op` on bare arrays, as derivatives do; return a bare array and record no node."""
    xp = np if len(backend.ARRAYS) == 1 else backend.choose(arrays)
    out = (op.forward if xp is np else choosing[-1](xp, op))(xp, *arrays, **settings)
    return out[0] if op.residual else out


def wrap(array, node=None):
    """Return a Tensor of the array `array`, with `node` as its node."""
    tensor = object.__new__(Tensor)
    tensor.array, tensor._node = array, node
    tensor._counter = tensor._view = tensor._detached_by = None
    return tensor


def record(op, inputs, arrays, edges, settings, results, residual):
    """Return the node of an operation, in which the values that its derivative needs are saved."""
    node = Node()
    node.op, node.edges, node.settings, node.order = op, edges, settings, tick()
    node.hooks, node.versions, node.code, node.at = None, (), None, 0
    everything = op.derivative_piece in mounted          # save all, because a learner's derivative may read any value
    node.saved = saved_for(op, arrays, edges, everything)
    node.out = residual
    if residual is None and (everything or op.keeps_out and (op.out_for is None or edges[op.out_for] is not None)):
        read = [r.array if everything or op.reads is None or i in op.reads else None for i, r in enumerate(results)]
        node.out = read[0] if op.outputs == 1 else tuple(read)
    shapes, kinds = tuple([r.array.shape for r in results]), tuple([r.array.dtype for r in results])
    node.shape, node.dtype = (shapes[0], kinds[0]) if op.outputs == 1 else (shapes, kinds)
    for hook in recorded:
        hook(node, inputs, results)
    return node


def unrecord(op, inputs, result):
    """Call each function in `unrecorded` with a result that has no node."""
    for hook in unrecorded:
        hook(op, inputs, result)


def saved_for(op, arrays, edges, everything=False):
    """Return the part of each input that the derivative needs: a tuple of arrays, Specs (shape and dtype) and None."""
    if not (everything or op.keeps or op.keeps_all or op.shapes):
        return ()
    saved: list = [None] * len(edges)
    for i, array in enumerate(arrays):
        readers = (edges[op.keeps[i]],) if op.keeps.get(i) is not None else edges  # edges whose gradients read input i
        if op.keeps_others and i >= len(op.inputs):
            readers = edges[len(op.inputs):i] + edges[i + 1:]
        kept = i in op.keeps or op.keeps_all and i >= len(op.inputs)
        if everything or kept and readers.count(None) < len(readers):
            saved[i] = array
        elif op.shapes and edges[i] is None and hasattr(array, "shape"):
            saved[i] = Spec(array.shape, array.dtype)
    return tuple(saved)
