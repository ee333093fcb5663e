"""Attention on a GPU: by cuDNN's plans in float16, from compute capability 8.0 on; else by products.

A plan never writes the weights to memory: it computes them a tile at a time, and again for the gradients. Products do
the same, tile by tile, where the weights are too many to be kept, or in float16 with a mask or dropout.

Dropout's numbers of a plan are cuDNN's own Philox stream, cut by the weights' places in its tiles: they cannot be those
that minitorch's kernels draw. It starts at the seed and the counter of the GPU's generator, which are copied on the GPU
and kept: the gradients drop the same weights, and the generator goes on behind them, also in a captured graph.
"""

import warnings
from functools import cache
from math import prod

from .. import backend, backends, random
from ..ops.kernels.attention import attend, attend_again, attend_in_tiles
from ..ops.kernels.masked_attention import as_bias, attend_masked, attend_masked_again, only
from ..runtime import forward_for
from . import plans
from .kernels.philox import GPUStream
from .plans import ALIGNED, INSTEAD, Kind, input_of, new_graph, output_of, run, strides, with_plans

FEATURES = 8                             # of a head: a multiple, so that each begins where cuDNN reads
KEPT = 1 << 26                           # weights that are kept for the gradients: 256 MB of float32
INPUTS = "query", "key", "value"
SEEN = INPUTS + ("seen", "totals")       # what the forward pass reads and writes; the gradients read all of it
BY = "by query", "by key", "by value"
PRODUCTS = "two matrix products"
NARROWEST = -65504.0                     # of float16, in which a plan reads a bias
GIVEN = "bias", "seed", "offset"         # read too, where there is a mask, or dropout


def graph_of(cudnn, arrays, scale, causal, dropout_p=0.0, **place):
    """cuDNN's graph of attention or, where arrays have "grad", of its gradients; and its tensors by name.

    arrays      (name, shape, strides) of SEEN, of "grad" and BY, and of GIVEN: (B, heads, places, features), but the
                totals (B, heads, places, 1), which are float32, and of GIVEN "bias" (B, heads, places, places) and the
                others, one integer each
    dropout_p   chance that a weight is dropped: with a seed and an offset
    place       as in plans.new_graph
    """
    half, kinds = cudnn.data_type.HALF, {"totals": cudnn.data_type.FLOAT, **dict.fromkeys(GIVEN[1:],
                                                                                        cudnn.data_type.INT64)}
    graph, arrays = new_graph(cudnn, half, place), {name: where for name, *where in arrays}
    outs, how = (BY if "grad" in arrays else SEEN[3:]), {"attn_scale": scale, "use_causal_mask": causal}
    tensors = {name: input_of(graph, name, kinds.get(name, half), *where)
               for name, where in arrays.items() if name not in outs}
    given = dict(zip("qkv", [tensors[name] for name in INPUTS]))
    if "bias" in arrays:
        how["bias"] = tensors["bias"]
    if dropout_p:
        how["dropout"] = dropout_p, tensors["seed"], tensors["offset"]
    if "grad" in arrays:                                 # which adds up in a fixed order
        found = graph.sdpa_backward(**given, o=tensors["seen"], dO=tensors["grad"], stats=tensors["totals"],
                                    use_deterministic_algorithm=True, **how)
    else:
        found = graph.sdpa(**given, generate_stats=True, **how)
    for name, out in zip(outs, found):
        tensors[name] = output_of(out, kinds.get(name, half), *arrays[name])
    return with_plans(cudnn, graph), tensors


def title(arrays, *settings):
    return f"attention of { {name: shape for name, shape, _ in arrays if name in INPUTS} }, float16,"


ATTENTION = Kind(graph_of, title, PRODUCTS)


@cache
def say(reason):
    """Say once that there is no plan, and why."""
    warnings.warn(INSTEAD.format("attention in float16", PRODUCTS, reason), stacklevel=2)


def servable(*arrays):
    """Whether a plan may be asked for: float16, and heads and batches that are equal."""
    if (not backends.cudnn.enabled or any(a.dtype.char != "e" or not a.size for a in arrays)
            or len({a.shape[:-2] for a in arrays}) > 1 or plans.frontend() is None):
        return False
    chip = backend.cupy().cuda.runtime.getDeviceProperties(backend.cupy().cuda.get_device_id())
    if chip["major"] < 8:
        say(f"cuDNN has it from compute capability 8.0 on, and this GPU's is {chip['major']}.{chip['minor']}.")
        return False
    if any(a.shape[-1] % FEATURES for a in arrays):
        say(f"cuDNN has it for heads of a multiple of {FEATURES} features.")
        return False
    return True


def heads(a):
    """An array as (B, heads, places, features), as it lies if cuDNN reads it so, else copied."""
    a = a.reshape(-1, a.shape[-3] if a.ndim > 3 else 1, *a.shape[-2:])
    steps = [step for step, size in zip(a.strides[:-1], a.shape) if size > 1]          # of one, none is taken
    reads = a.strides[-1] == a.itemsize and all(step > 0 and step % ALIGNED == 0 for step in steps)
    return a if reads and a.data.ptr % ALIGNED == 0 else a.copy()


def lies(a):
    """How an array lies in memory: its shape, and its strides in elements."""
    steps = [step // a.itemsize if size > 1 else rows
             for step, size, rows in zip(a.strides, a.shape, strides(a.shape))]
    return a.shape, tuple(steps)


def room(xp, like, features):
    """An empty array (B, heads, places, features) whose heads lie side by side: they are joined without a copy."""
    B, H, T, _ = like.shape
    return xp.empty((B, T, H, features), "float16").transpose(0, 2, 1, 3)


def planned(arrays, *settings):
    return plans.plan(ATTENTION, tuple([(name, *lies(a)) for name, a in arrays.items()]), *settings)


def looked(xp, query, key, value, given, *settings):
    """What attention sees by a plan, and its residual: totals, and a copy of it; None where there is no plan.

    given   the arrays of GIVEN that there are
    """
    lead, arrays = query.shape[:-2], dict(zip(INPUTS, map(heads, (query, key, value)))) | given
    arrays["seen"] = room(xp, arrays["query"], value.shape[-1])
    arrays["totals"] = xp.empty((*arrays["query"].shape[:-1], 1), "float32")
    found = planned(arrays, *settings)
    if found is None:
        return None
    run(xp, found, arrays)
    seen, totals = [arrays[name].reshape(*lead, *arrays[name].shape[-2:]) for name in SEEN[3:]]
    return seen, (totals, seen.copy())                   # the caller may write into what it is given


def back(xp, grad, totals, seen, query, key, value, given):
    """The arrays of a plan of the gradients."""
    arrays = dict(zip((*SEEN[:4], "grad"), map(heads, (query, key, value, seen, grad)))) | given
    arrays["totals"] = totals.reshape(*arrays["query"].shape[:-1], 1)
    return arrays | {name: room(xp, arrays[of], arrays[of].shape[-1]) for name, of in zip(BY, INPUTS)}


def gradients(xp, arrays, inputs, *settings):
    """The three gradients by a plan, in the shapes of the inputs; None where there is none."""
    found = planned(arrays, *settings)
    if found is None:
        return None
    run(xp, found, arrays)
    return tuple([arrays[name].reshape(a.shape) for name, a in zip(BY, inputs)])


@forward_for("cupy", attend)
def attend_by_plan(xp, query, key, value, *, scale, causal=False):
    found = looked(xp, query, key, value, {}, scale, causal) if servable(query, key, value) else None
    if found is not None:
        return found
    lead = query.shape[:-2]
    if prod(lead) * query.shape[-2] * key.shape[-2] > KEPT and lead == key.shape[:-2] == value.shape[:-2]:
        return attend_in_tiles(xp, query, key, value, scale, causal)
    return attend.piece.library(xp, query, key, value, scale=scale, causal=causal)


@forward_for("cupy", attend_again)
def gradients_by_plan(xp, grad, totals, seen, query, key, value, *, scale, causal):
    inputs, found = (query, key, value), None
    if seen is not None and servable(grad, *inputs):
        found = gradients(xp, back(xp, grad, totals, seen, *inputs, {}), inputs, scale, causal)
    return found or attend_again.piece.library(xp, grad, totals, seen, *inputs, scale=scale, causal=causal)


def given_arrays(xp, query, key, bias, chance):
    """The arrays of GIVEN that there are.

    bias     as as_bias gives it, or None: one for several is read with strides of 0
    chance   where cuDNN's numbers start, as GPUStream.handed gives it; or None
    """
    found, stack = {}, heads(query).shape
    if bias is not None:
        bias = xp.maximum(bias, xp.float32(NARROWEST)).astype(query.dtype)
        found["bias"] = xp.broadcast_to(bias, (*query.shape[:-1], key.shape[-2])).reshape(*stack[:-1], key.shape[-2])
    if chance is not None:
        found |= {name: chance[at:at + 1].reshape(1, 1, 1, 1) for name, at in zip(GIVEN[1:], (0, 2))}
    return found


@forward_for("cupy", attend_masked)
def masked_by_plan(xp, query, key, value, mask, *, scale, causal=False, dropout_p=0.0):
    inputs, numbers = (query, key, value), random.stream(xp) if dropout_p else None
    if servable(*inputs) and (numbers is None or type(numbers) is GPUStream):
        bias, seeing = as_bias(xp, mask, query, key)
        chance = None if numbers is None else numbers.handed(prod(query.shape[:-1]) * key.shape[-2])
        given, settings = given_arrays(xp, query, key, bias, chance), (scale, causal, dropout_p)
        found = looked(xp, *inputs, given, *settings)
        if found is not None:
            seen, (totals, kept) = found
            if chance is None or planned(back(xp, kept, totals, kept, *inputs, given), *settings) is not None:
                if seeing is not None:
                    seen *= seeing
                return seen, (totals, kept, chance)
    return attend_masked.piece.library(xp, *inputs, mask, scale=scale, causal=causal, dropout_p=dropout_p)


@forward_for("cupy", attend_masked_again)
def masked_gradients_by_plan(xp, grad, totals, seen, chance, query, key, value, mask, *, scale, causal, dropout_p):
    inputs, found = (query, key, value), None
    if seen is not None and (chance is not None or servable(grad, *inputs)):     # by chance of cuDNN's: by it again
        bias, seeing = as_bias(xp, mask, query, key)
        grad = xp.ascontiguousarray(only(xp, seeing, grad))                      # the plan that was looked for before
        arrays = back(xp, grad, totals, seen, *inputs, given_arrays(xp, query, key, bias, chance))
        found = gradients(xp, arrays, inputs, scale, causal, dropout_p)
    return found or attend_masked_again.piece.library(xp, grad, totals, seen, chance, *inputs, mask, scale=scale,
                                                      causal=causal, dropout_p=dropout_p)
