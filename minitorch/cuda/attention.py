"""Attention on a GPU: by cuDNN's plans in float16, from compute capability 8.0 on; else by matrix products.

A plan never writes the weights to memory: it computes them tile by tile, and again for the gradients. Matrix products
also compute them again if there are too many weights to save, or in float16 with a mask or dropout.

A plan's dropout draws random numbers with cuDNN's own Philox generator, so they differ from those of minitorch's
kernels. It starts at the seed and the counter of the GPU's generator, which are copied on the GPU and saved: so the
gradients drop the same weights, and later draws use other numbers, also in a captured graph.
"""

import warnings
from functools import cache
from math import prod

from .. import backend, random
from ..ops.kernels.attention import attend, attend_again, attend_in_tiles
from ..ops.kernels.masked_attention import as_bias, attend_masked, attend_masked_again, zero_unseen_rows
from ..runtime import forward_for
from ..torch_api import backends
from . import plans
from .kernels.philox import GPUStream
from .plans import ALIGNED, INSTEAD, Kind, input_of, new_graph, output_of, run, strides, with_plans

FEATURES = 8                             # cuDNN needs a multiple of this number of features per head
KEPT = 1 << 26                           # maximum number of weights saved for the gradients: 256 MB of float32
INPUTS = "query", "key", "value"
SEEN = INPUTS + ("seen", "totals")       # the gradients read these arrays of the forward pass
BY = "by query", "by key", "by value"
PRODUCTS = "two matrix products"
LOWEST_FLOAT16 = -65504.0                     # a bias is clamped to it, because cuDNN's plan converts it to float16
GIVEN = "bias", "seed", "offset"         # more arrays, for a mask or for dropout


def graph_of(cudnn, arrays, scale, causal, dropout_p=0.0, **place):
    """Return cuDNN's graph of attention or, if arrays have "grad", of its gradients; and its tensors by name.

    arrays      (name, shape, strides) of each array in SEEN, "grad", BY and GIVEN. Shapes are (B, heads, positions,
                features), except for "totals", (B, heads, positions, 1) of float32, "bias", (B, heads, positions,
                positions), and "seed" and "offset", one integer each
    dropout_p   probability that a weight is dropped; needs a seed and an offset
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
    if "grad" in arrays:                                 # a fixed order of sums makes the gradients deterministic
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
def warn_without_plan(reason):
    """Warn once that cuDNN has no plan for this attention, with the reason."""
    warnings.warn(INSTEAD.format("attention in float16", PRODUCTS, reason), stacklevel=2)


def may_have_plan(*arrays):
    """Return True if cuDNN may have a plan: float16, and equal numbers of heads and batches."""
    if (not backends.cudnn.enabled or any(a.dtype.char != "e" or not a.size for a in arrays)
            or len({a.shape[:-2] for a in arrays}) > 1 or plans.frontend() is None):
        return False
    chip = backend.cupy().cuda.runtime.getDeviceProperties(backend.cupy().cuda.get_device_id())
    if chip["major"] < 8:
        warn_without_plan("cuDNN's attention needs compute capability 8.0, but this GPU has "
                          f"{chip['major']}.{chip['minor']}.")
        return False
    if any(a.shape[-1] % FEATURES for a in arrays):
        warn_without_plan(f"cuDNN's attention needs heads whose number of features is a multiple of {FEATURES}.")
        return False
    return True


def as_heads(a):
    """Return an array as (B, heads, positions, features): a view if cuDNN can read it, else a copy."""
    a = a.reshape(-1, a.shape[-3] if a.ndim > 3 else 1, *a.shape[-2:])
    steps = [step for step, size in zip(a.strides[:-1], a.shape) if size > 1]         # a stride of size 1 has no effect
    reads = a.strides[-1] == a.itemsize and all(step > 0 and step % ALIGNED == 0 for step in steps)
    return a if reads and a.data.ptr % ALIGNED == 0 else a.copy()


def layout_of(a):
    """Return an array's shape, and its strides in elements."""
    steps = [step // a.itemsize if size > 1 else rows
             for step, size, rows in zip(a.strides, a.shape, strides(a.shape))]
    return a.shape, tuple(steps)


def empty_heads(xp, like, features):
    """Return an empty array (B, heads, positions, features) with adjacent heads: joining them needs no copy."""
    B, H, T, _ = like.shape
    return xp.empty((B, T, H, features), "float16").transpose(0, 2, 1, 3)


def find_plan(arrays, *settings):
    return plans.plan(ATTENTION, tuple([(name, *layout_of(a)) for name, a in arrays.items()]), *settings)


def attend_if_planned(xp, query, key, value, given, *settings):
    """Run attention by a plan: return (output, (totals, copy of the output)); None if there is no plan.

    given   the arrays in GIVEN that are used
    """
    lead, arrays = query.shape[:-2], dict(zip(INPUTS, map(as_heads, (query, key, value)))) | given
    arrays["seen"] = empty_heads(xp, arrays["query"], value.shape[-1])
    arrays["totals"] = xp.empty((*arrays["query"].shape[:-1], 1), "float32")
    found = find_plan(arrays, *settings)
    if found is None:
        return None
    run(xp, found, arrays)
    seen, totals = [arrays[name].reshape(*lead, *arrays[name].shape[-2:]) for name in SEEN[3:]]
    return seen, (totals, seen.copy())                   # make a copy, because the caller may write into the output


def gradient_arrays(xp, grad, totals, seen, query, key, value, given):
    """Return the arrays that a plan of the gradients reads and writes."""
    arrays = dict(zip((*SEEN[:4], "grad"), map(as_heads, (query, key, value, seen, grad)))) | given
    arrays["totals"] = totals.reshape(*arrays["query"].shape[:-1], 1)
    return arrays | {name: empty_heads(xp, arrays[of], arrays[of].shape[-1]) for name, of in zip(BY, INPUTS)}


def gradients(xp, arrays, inputs, *settings):
    """Return the three gradients by a plan, in the shapes of the inputs; None if there is no plan."""
    found = find_plan(arrays, *settings)
    if found is None:
        return None
    run(xp, found, arrays)
    return tuple([arrays[name].reshape(a.shape) for name, a in zip(BY, inputs)])


@forward_for("cupy", attend)
def attend_by_plan(xp, query, key, value, *, scale, causal=False):
    found = attend_if_planned(xp, query, key, value, {}, scale, causal) if may_have_plan(query, key, value) else None
    if found is not None:
        return found
    lead = query.shape[:-2]
    if prod(lead) * query.shape[-2] * key.shape[-2] > KEPT and lead == key.shape[:-2] == value.shape[:-2]:
        return attend_in_tiles(xp, query, key, value, scale, causal)
    return attend.piece.library(xp, query, key, value, scale=scale, causal=causal)


@forward_for("cupy", attend_again)
def gradients_by_plan(xp, grad, totals, seen, query, key, value, *, scale, causal):
    inputs, found = (query, key, value), None
    if seen is not None and may_have_plan(grad, *inputs):
        found = gradients(xp, gradient_arrays(xp, grad, totals, seen, *inputs, {}), inputs, scale, causal)
    return found or attend_again.piece.library(xp, grad, totals, seen, *inputs, scale=scale, causal=causal)


def given_arrays(xp, query, key, bias, chance):
    """Return the arrays in GIVEN that are used.

    bias     result of as_bias, or None; a bias that several heads share is read with strides of 0
    chance   seed and offset at which cuDNN's random numbers start, from GPUStream.reserve; or None
    """
    found, stack = {}, as_heads(query).shape
    if bias is not None:
        bias = xp.maximum(bias, xp.float32(LOWEST_FLOAT16)).astype(query.dtype)
        found["bias"] = xp.broadcast_to(bias, (*query.shape[:-1], key.shape[-2])).reshape(*stack[:-1], key.shape[-2])
    if chance is not None:
        found |= {name: chance[at:at + 1].reshape(1, 1, 1, 1) for name, at in zip(GIVEN[1:], (0, 2))}
    return found


@forward_for("cupy", attend_masked)
def masked_by_plan(xp, query, key, value, mask, *, scale, causal=False, dropout_p=0.0):
    inputs, numbers = (query, key, value), random.stream(xp) if dropout_p else None
    if may_have_plan(*inputs) and (numbers is None or type(numbers) is GPUStream):
        bias, seeing = as_bias(xp, mask, query, key)
        chance = None if numbers is None else numbers.reserve(prod(query.shape[:-1]) * key.shape[-2])
        given, settings = given_arrays(xp, query, key, bias, chance), (scale, causal, dropout_p)
        found = attend_if_planned(xp, *inputs, given, *settings)
        if found is not None:
            seen, (totals, kept) = found
            arrays = gradient_arrays(xp, kept, totals, kept, *inputs, given)
            if chance is None or find_plan(arrays, *settings) is not None:
                if seeing is not None:
                    seen *= seeing
                return seen, (totals, kept, chance)
    return attend_masked.piece.library(xp, *inputs, mask, scale=scale, causal=causal, dropout_p=dropout_p)


@forward_for("cupy", attend_masked_again)
def masked_gradients_by_plan(xp, grad, totals, seen, chance, query, key, value, mask, *, scale, causal, dropout_p):
    inputs, found = (query, key, value), None
    if seen is not None and (chance is not None or may_have_plan(grad, *inputs)):    # only cuDNN can draw the same mask
        bias, seeing = as_bias(xp, mask, query, key)
        grad = xp.ascontiguousarray(zero_unseen_rows(xp, seeing, grad))      # as in the forward pass
        arrays = gradient_arrays(xp, grad, totals, seen, *inputs, given_arrays(xp, query, key, bias, chance))
        found = gradients(xp, arrays, inputs, scale, causal, dropout_p)
    return found or attend_masked_again.piece.library(xp, grad, totals, seen, chance, *inputs, mask, scale=scale,
                                                      causal=causal, dropout_p=dropout_p)
