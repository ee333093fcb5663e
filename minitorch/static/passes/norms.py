"""Norms: a normalisation becomes its statistics and the arithmetic on single elements that they are for.

So the arithmetic can run in one loop with what comes after it; and where memory is short, the result need not be kept
for the backward pass: a few numbers a channel or row are, and it is computed anew. Attention becomes its weights and
the product with them.
"""

import numpy as np

from ...engine import registry
from ...ops.kernels.attention import product
from ...ops.norm import batch_norm as channels, layer_norm as rows
from ..expansion import NotExpanded, fresh_names, taking_place
from ..lowering import Lowering
from ..program import Step, Value


def norms(program):
    """Split batch norm, layer norm and attention into two parts each. Every bit stays."""
    name, known, kept, saved = fresh_names(program), {}, [], set(program.saved)
    for step in program.steps:
        step = step.replaced(known)
        split = SPLIT.get(step.name) if step.op is not None and step.call is step.op else None
        if split is None or step.args[0].dtype.char == "e":
            kept.append(step)
            continue
        try:
            kept += split(step, known, name)
            residual = step.outputs[-1]
            if type(known.get(residual)) is tuple and residual in saved:     # for a backward program, as one value
                kept.append(like(step, "packed", packed, known.pop(residual), [residual], shares=True))
        except NotExpanded:
            kept.append(step)
    return program.with_steps(kept, known)


def like(step, name, call, args, outputs, settings=None, **more):
    return Step(name, call, args, settings or {}, outputs, phase=step.phase, line=step.line, **more)


def split_batch_norm(step, known, name):
    """The mean and variance of each channel; then (x − mean) / √(variance + eps) · weight + bias."""
    x, weight, bias = step.args
    eps, (out, *_) = step.settings["eps"], step.outputs
    found = [Value(name(), np.empty(x.shape[1], x.dtype)) for _ in range(2)]
    if out is None:
        raise NotExpanded("nobody reads its result")
    lowering, shape = Lowering(name, step), (-1, *[1] * (len(x.shape) - 2))
    given = [None if a is None else lowering.stand_in(a).reshape(shape) for a in (*found, weight, bias)]
    centred = lowering.stand_in(x) - given[0]
    channels.scale(lowering, centred, *given[1:], eps)
    known.update((old, new) for old, new in zip(step.outputs[1:3], found) if old is not None)
    if step.has_residual:
        known[step.outputs[3]] = tuple(found)
    if centred.strides != out.strides:
        raise NotExpanded("its result lies in another order")
    return [like(step, "batch_statistics", batch_statistics, [x], found, single=False),
            *taking_place(step.replaced({}, outputs=[out]), [centred.value], lowering.steps, known)]


def split_layer_norm(step, known, name):
    """The statistics of each row; then what they are for."""
    x, weight, bias = step.args
    kept = step.outputs[1] if step.has_residual else Value(name(), None)
    dims, eps = step.settings["dims"], step.settings["eps"]
    return [like(step, "row_statistics", row_statistics, [x], [kept], {"dims": dims, "eps": eps}),
            like(step, "normalised", normalised, [x, weight, bias, kept], step.outputs[:1], {"dims": dims})]


def split_attention(step, known, name):
    """How much each position attends to each other; then the product with what they are."""
    query, key, value = step.args
    shape = (*step.outputs[0].shape[:-1], key.shape[-2])
    weights = step.outputs[1] if step.has_residual else Value(name(), np.empty(shape, query.dtype))
    if weights.shape != shape:
        raise NotExpanded("query and value are broadcast")
    op = registry["attention_weights"]
    return [like(step, op.name, op, [query, key, None], [weights], step.settings, op=op),
            like(step, "attended", attended, [weights, value], step.outputs[:1])]


SPLIT = {"batch_norm": split_batch_norm, "layer_norm": split_layer_norm, "attend": split_attention}


def batch_statistics(x):
    """The mean and variance of each channel."""
    return channels.statistics(np, x)


def packed(*arrays):
    """Arrays as one value."""
    return arrays


def row_statistics(x, dims, eps):
    """What each row is to be normalised by."""
    return rows.row_statistics(np, x, dims, eps)


def normalised(x, weight, bias, kept, dims):
    """The rows of x normalised by their statistics."""
    return rows.normalised(np, x, weight, bias, kept, dims)


def attended(weights, value):
    """Sums of values by weights."""
    return product(np, weights, value)
