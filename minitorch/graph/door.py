"""The one door: every operation on Tensors passes through `apply`, which computes and leaves a node."""

import numpy as np

from .. import backend, dtypes
from ..piece import foreign_types, mounted
from . import cut as cuts, errors
from .kinds import VALUE, as_tensor
from .modes import inferring, recording
from .node import INFERENCE, Output, tensor_types
from .record import record
from .views import share

ndarray = np.ndarray
new = object.__new__
NOTHING: dict = {}
NUMBERS = {float, int, bool, complex}
FITS = {float: "fc", int: "fciu", bool: "fciub", complex: "c"}   # number -> dtypes it does not change
watchers: list = []                  # watch(op, inputs, settings, result): drawing, profiling, tracing
Tensor = None                        # set by tensor.py, which lies above


def register_tensor(kind):
    """How tensor.py, a layer above, tells the door what a Tensor is."""
    global Tensor
    Tensor = Tensor or kind
    tensor_types.add(kind)
    VALUE.types.add(kind)
    foreign_types.add(kind)


def apply(op, inputs, settings=NOTHING):
    """Compute `op` on Tensors (and numbers); leave a node if a gradient may be wanted.

    inputs    Tensors, Python numbers, or None for an optional input
    returns   a Tensor, or a tuple of them where the op declares several outputs
    """
    if op.defaults:
        settings = {**op.defaults, **settings}
    arrays, edges = [], []
    dtype = number = cut = None
    taped = uneven = elsewhere = False
    for x in inputs:
        if type(x) in tensor_types:
            if x._view is not None:
                x.refresh()
            array = x.array
            arrays.append(array)
            edge = x._node
            edges.append(edge)
            if edge is not None:
                taped = True
            elif x._cut is not None:
                cut = x._cut
            if type(array) is not ndarray:
                elsewhere = True
            if array.dtype is not dtype:
                if dtype is None:
                    dtype = array.dtype
                else:
                    uneven = True
        else:
            arrays.append(x)
            edges.append(None)
            if x is not None:
                uneven = uneven or number is not None and number is not type(x)
                number = type(x)
    if (uneven or number is not None and (dtype is None or dtype.kind not in FITS.get(number, ""))
            or op.floats and dtype is not None and dtype.kind not in "fc"):
        check_inputs(op, inputs)
        if op.signature.takes or op.signature.same:
            op.signature.check_dtypes(inputs)
        if op.promotes:
            arrays = promote(op, arrays)
    xp = np
    try:
        if elsewhere:
            joined = together(inputs, arrays)
            if joined is not None:
                return apply(op, joined, settings)
            xp = backend.choose(arrays)
            with backend.place_of(arrays):
                out = op.forward(xp, *arrays, **settings)
        else:
            out = op.forward(np, *arrays, **settings)
    except OverflowError:                                # 300 in a uint8 is 44, as in PyTorch
        out = op.forward(xp, *[wrapped(x, dtype) for x in arrays], **settings)
    except Exception as error:
        raise errors.explain(error, op, inputs, settings) from error
    residual = None
    if op.residual:
        out, residual = out
    unusable = False
    if taped:
        mode = recording.get()
        if mode is not True:
            taped, unusable, cut = False, inferring.get(), mode
        elif not op.differentiable:
            taped, cut = False, op
    if op.outputs != 1:
        result = wrap_many(op, inputs, arrays, edges, settings, out, residual, taped, cut)
    else:
        if type(out) is not ndarray and type(out) not in backend.ARRAYS:
            out = xp.asarray(out)
        result = new(Tensor)
        result.array = out
        result._node = result._cell = result._view = result._cut = None
        if taped and out.dtype.kind in "fc":
            result._node = record(op, inputs, arrays, edges, settings, result, residual)
        elif taped or cut is not None:
            cuts.mark(result, op, None if taped else cut)
        if unusable:
            result._cell = [INFERENCE, None]
        if op.view:
            share(op, inputs[0], settings, result)
    if watchers:
        for watch in watchers:
            watch(op, inputs, settings, result)
    return result


def together(inputs, arrays):
    """The inputs with 0-d tensors on the CPU moved to the GPU of the others, which they may join as numbers do."""
    place = next((backend.device_of(a) for a in arrays if backend.library_of(a) is not np), None)
    small = [type(a) is ndarray and not a.ndim for a in arrays]
    if place is None or True not in small:
        return None
    return tuple([x.to(place) if alone else x for x, alone in zip(inputs, small)])


def wrapped(x, dtype):
    """A number too large for an integer dtype, counted round and round within it."""
    return np.asarray(x, "int64").astype(dtype) if type(x) is int else x


def compute(op, arrays, settings=NOTHING):
    """`op` on bare arrays, as derivatives call it: a bare array back, no node."""
    if mounted:                                          # a learner's forward may have no defaults
        settings = {**op.defaults, **settings}
    out = op.forward(backend.choose(arrays), *arrays, **settings)
    return out[0] if op.residual else out


def wrap_many(op, inputs, arrays, edges, settings, outs, residual, taped, cut):
    """Several outputs: one node, and for each floating output an Output that leads to it."""
    results = []
    for out in outs:
        result = Tensor.__new__(Tensor)
        result.array = out if type(out) in backend.ARRAYS else np.asarray(out)
        results.append(result)
    results = tuple(results)
    if taped:
        node = record(op, inputs, arrays, edges, settings, results, residual)
        for index, result in enumerate(results):
            if result.array.dtype.kind in "fc":
                result._node = Output(node, index, result.array.shape, result.array.dtype)
            else:
                cuts.mark(result, op, None)
    elif cut is not None:
        for result in results:
            cuts.mark(result, op, cut)
    if op.view:
        for index, result in enumerate(results):
            share(op, inputs[0], settings, result, index)
    return results


def check_inputs(op, inputs):
    """Refuse what is no Tensor, number or None."""
    for place, x in enumerate(inputs):
        if type(x) not in tensor_types and type(x) not in NUMBERS and x is not None:
            names = op.inputs
            name = names[place] if place < len(names) else f"tensors[{place}]"
            raise TypeError(f"{op.name}(): argument '{name}' must be a Tensor, not {type(x).__name__}.{as_tensor(x)}")


def promote(op, arrays):
    """Bring the arrays that count to one dtype by PyTorch's rule; numbers stay numbers."""
    if op.promotes is True:
        counted = range(len(arrays))
    else:
        counted = [i for i, wanted in enumerate(op.promotes) if wanted]
    counted = [i for i in counted if arrays[i] is not None]
    if not any(hasattr(arrays[i], "dtype") for i in counted):
        return arrays
    kind = dtypes.result_type([arrays[i] for i in counted])
    target = (dtypes.default if op.floats and kind.rank < 2 else kind).numpy
    for i in counted:
        if hasattr(arrays[i], "dtype") and arrays[i].dtype != target:
            arrays[i] = arrays[i].astype(target)
    return arrays


def call(op, inputs, settings):
    """A public call: arguments of the right kinds, lists made tuples, unknown settings named."""
    check(op, inputs, settings)
    return apply(op, inputs, settings)


def check(op, inputs, settings):
    """Refuse arguments of the wrong kind, before anything is computed; lists among settings become tuples."""
    if op.variadic:
        check_inputs(op, inputs)
    if settings:
        if "axis" in settings:                           # NumPy's names, which PyTorch takes too
            settings["dim"] = settings.pop("axis")
        if "keepdims" in settings:
            settings["keepdim"] = settings.pop("keepdims")
        for name, value in settings.items():
            if name not in op.setting_names:
                raise TypeError(f"{op.name}() has no argument {name!r}: "
                                f"it takes {', '.join(op.inputs + op.setting_names)}.")
            if type(value) is list:
                settings[name] = tuple(value)
    op.signature.check_arguments(inputs, settings)
    takes = op.signature.takes
    if takes and not settings.get("dtype"):              # where dtypes differ, `apply` looks at all of them
        first = inputs[0]
        if type(first) not in tensor_types or first.array.dtype.kind not in takes:
            op.signature.check_dtypes(inputs)
