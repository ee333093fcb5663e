"""Replace a step that calls an op by simpler ops, or by the NumPy functions inside the op.

Derivatives         a derivative, recorded as one call, becomes the ops in its source
Sums of gradients   the sum of the gradients at a node, recorded as one call, becomes additions
Norms               a normalisation becomes mean, variance and elementwise arithmetic
Ufuncs              an op becomes the NumPy functions that its forward calls, which can write into existing memory

The arithmetic of a norm can then run in one loop with the steps after it, and the backward pass can compute its result
again from two numbers for each channel or row. Attention becomes the weights, and their matrix product with the values.
"""

import numpy as np

from ...engine import registry
from ...engine.backward import add_gradient
from ...engine.node import Spec
from ...ops.kernels.attention import product
from ...ops.norm import batch_norm as channels, layer_norm as rows
from ..expansion import NotExpanded, Repeats, expand_steps, fresh_names, with_outputs_of
from ..lowering import Lowering, Noted
from ..program import Step, Value, sum_gradients


def derivatives(program):
    """Expand derivatives into ops, so that all later passes can work on these ops.

    A derivative is a function of ops and operators. It runs once on arrays of zeros with the program's shapes and
    dtypes, and the ops that it calls are recorded. A derivative that reads numbers in an array stays one step.
    """
    return expand_steps(program, is_derivative)


def is_derivative(step):
    return step.op is not None and step.op.differentiable and step.call is step.op.derivative_piece.library


def gradient_sums(program):
    """Expand sums of gradients into ops: additions in the recorded order, and sums over broadcast dimensions."""
    return expand_steps(program, lambda step: step.call is sum_gradients, lambda step: sum_as_additions)


def sum_as_additions(grads, shape, dtype):
    """Return the sum of gradients, reduced to a shape and cast to a dtype; computed by ops, which can be recorded."""
    edge, pending = Spec(shape, dtype), {}
    for grad in grads:
        add_gradient(pending, set(), edge, grad, create_graph=True)
    return pending[edge]


def norms(program):
    """Split batch norm, layer norm and attention into two steps each. The results have the same bits as before."""
    name, known, kept, saved = fresh_names(program), {}, [], set(program.saved)
    for step in program.steps:
        step = step.replaced(known)
        split = SPLIT.get(step.name) if step.op is not None and step.call is step.op else None
        if split is None or step.args[0].dtype.char == "e":
            kept.append(step)
            continue
        try:
            new: dict = {}                           # if split() fails, `known` gets nothing of it
            kept += split(step, new, name)
            known |= new
            residual = step.outputs[-1]
            if type(known.get(residual)) is tuple and residual in saved:  # the backward program reads them as one tuple
                kept.append(step_like(step, "packed", pack_arrays, known.pop(residual), [residual], shares=True))
        except NotExpanded:
            kept.append(step)
    return program.with_steps(kept, known)


def step_like(step, name, call, args, outputs, settings=None, **more):
    return Step(name, call, args, settings or {}, outputs, phase=step.phase, line=step.line, **more)


def split_batch_norm(step, known, name):
    """Split batch norm: mean and variance of each channel, then (x − mean) / √(variance + eps) · weight + bias."""
    x, weight, bias = step.args
    eps, (out, *_) = step.settings["eps"], step.outputs
    found = [Value(name(), np.empty(x.shape[1], x.dtype)) for _ in range(2)]
    if out is None:
        raise NotExpanded("its result is unused")
    lowering, shape = Lowering(name, step), (-1, *[1] * (len(x.shape) - 2))
    given = [None if a is None else lowering.stand_in(a).reshape(shape) for a in (*found, weight, bias)]
    centred = lowering.stand_in(x) - given[0]
    channels.scale(lowering, centred, *given[1:], eps)
    if centred.strides != out.strides:
        raise NotExpanded("its result has another memory layout")
    known.update((old, new) for old, new in zip(step.outputs[1:3], found) if old is not None)
    if step.has_residual:
        known[step.outputs[3]] = tuple(found)
    return [step_like(step, "batch_statistics", batch_statistics, [x], found, single=False),
            *with_outputs_of(step.replaced({}, outputs=[out]), [centred.value], lowering.steps, known)]


def split_layer_norm(step, known, name):
    """Split layer norm: mean and scale of each row, then the normalisation of the row's elements."""
    x, weight, bias = step.args
    kept = step.outputs[1] if step.has_residual else Value(name(), None)
    dims, eps = step.settings["dims"], step.settings["eps"]
    return [step_like(step, "row_statistics", statistics_of_rows, [x], [kept], {"dims": dims, "eps": eps}),
            step_like(step, "normalised", normalise_elements, [x, weight, bias, kept], step.outputs[:1],
                      {"dims": dims})]


def split_attention(step, known, name):
    """Split attention: the attention weights, then their matrix product with the values."""
    query, key, value = step.args
    shape = (*step.outputs[0].shape[:-1], key.shape[-2])
    weights = step.outputs[1] if step.has_residual else Value(name(), np.empty(shape, query.dtype))
    if weights.shape != shape:
        raise NotExpanded("query and value are broadcast")
    op = registry["attention_weights"]
    return [step_like(step, op.name, op, [query, key, None], [weights], step.settings, op=op),
            step_like(step, "attended", attended, [weights, value], step.outputs[:1])]


SPLIT = {"batch_norm": split_batch_norm, "layer_norm": split_layer_norm, "attend": split_attention}


def batch_statistics(x):
    """Return the mean and variance of each channel."""
    return channels.statistics(np, x)


def pack_arrays(*arrays):
    """Return the arrays as one tuple."""
    return arrays


def statistics_of_rows(x, dims, eps):
    """Return the mean and the scale of each row."""
    return rows.row_statistics(np, x, dims, eps)


def normalise_elements(x, weight, bias, kept, dims):
    """Return x normalised by the mean and the scale of each row, both of which are in `kept`."""
    return rows.normalised(np, x, weight, bias, kept, dims)


def attended(weights, value):
    """Return weights @ value."""
    return product(np, weights, value)


SUBJECTS = ("ops.elementwise.", "ops.kernels.activation", "ops.kernels.gelu")     # the ops of these modules are lowered
OPS = {"matmul", "linear", "binary_cross_entropy", "binary_cross_entropy_with_logits", "huber"}    # other lowered ops


def ufuncs(program):
    """Replace each op by the ufuncs in its forward, which runs once on arrays that record the ufuncs.

    An op that reads an array's numbers, or indexes an array, stays one step.
    """
    name, known, kept = fresh_names(program), {}, []
    repeats = Repeats(name)
    for step in program.steps:
        step = step.replaced(known)
        try:
            kept += lower_step(step, name, repeats, known) if is_lowered(step) else [step]
        except NotExpanded:
            kept.append(step)
    return program.with_steps(kept, known)


def is_lowered(step):
    op = step.op
    return (op is not None and step.call is op and not step.effect and op.outputs == 1 and all(
        x.dtype is not None and x.dtype.kind in "biuf" and x.dtype.char != "e" for x in step.values)
        and (step.name in OPS or op.__module__.partition(".")[2].removeprefix("rare.").startswith(SUBJECTS)))


def lower_step(step, name, repeats, known):
    """Return the ufunc steps that replace one step."""
    form = step.op, len(step.outputs), *sorted(step.settings.items())
    return with_outputs_of(step, *repeats.find(step, form, step.args, lambda: record_forward(step, name)), known)


def record_forward(step, name):
    """Run an op's forward on stand-ins that record NumPy's calls; return (the Values of its results, the steps)."""
    lowering = Lowering(name, step)
    try:
        found = step.op.forward(lowering, *map(lowering.stand_in, step.args), **step.settings)
    except NotExpanded:
        raise
    except Exception as error:
        raise NotExpanded(str(error)) from error
    results = list(found) if step.op.residual else [found]
    if not all(isinstance(x, Noted) for x in results):
        raise NotExpanded("its result is not a recorded array")
    return [x.value for x in results][:len(step.outputs)], lowering.steps
