"""Attention on a GPU: by cuDNN's plans in float16, from compute capability 8.0 on; else by products.

A plan never writes the weights to memory: it computes them a tile at a time, and again for the gradients. Products do
the same, tile by tile, where the weights are too many to be kept.
"""

import warnings
from functools import cache
from math import prod

from .. import backend, backends
from ..ops.kernels.attention import attend, attend_again, attend_in_tiles
from ..runtime import forward_for
from . import plans
from .plans import ALIGNED, INSTEAD, Kind, input_of, new_graph, output_of, run, strides, with_plans

FEATURES = 8                             # of a head: a multiple, so that each begins where cuDNN reads
KEPT = 1 << 26                           # weights that are kept for the gradients: 256 MB of float32
INPUTS = "query", "key", "value"
SEEN = INPUTS + ("seen", "totals")       # what the forward pass reads and writes; the gradients read all of it
BY = "by query", "by key", "by value"
PRODUCTS = "two matrix products"


def graph_of(cudnn, arrays, scale, causal, **place):
    """cuDNN's graph of attention or, where arrays have "grad", of its gradients; and its tensors by name.

    arrays   (name, shape, strides) of SEEN, and of "grad" and BY: (B, heads, places, features), but the totals
             (B, heads, places, 1), which are float32
    place    as in plans.new_graph
    """
    half, single = cudnn.data_type.HALF, cudnn.data_type.FLOAT
    graph, arrays = new_graph(cudnn, half, place), {name: where for name, *where in arrays}
    outs, how = (BY if "grad" in arrays else SEEN[3:]), {"attn_scale": scale, "use_causal_mask": causal}
    tensors = {name: input_of(graph, name, single if name == "totals" else half, *where)
               for name, where in arrays.items() if name not in outs}
    given = dict(zip("qkv", [tensors[name] for name in INPUTS]))
    if "grad" in arrays:                                 # which adds up in a fixed order
        found = graph.sdpa_backward(**given, o=tensors["seen"], dO=tensors["grad"], stats=tensors["totals"],
                                    use_deterministic_algorithm=True, **how)
    else:
        found = graph.sdpa(**given, generate_stats=True, **how)
    for name, out in zip(outs, found):
        tensors[name] = output_of(out, single if name == "totals" else half, *arrays[name])
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


def planned(arrays, scale, causal):
    return plans.plan(ATTENTION, tuple([(name, *lies(a)) for name, a in arrays.items()]), scale, causal)


@forward_for("cupy", attend)
def attend_by_plan(xp, query, key, value, *, scale, causal=False):
    lead = query.shape[:-2]
    if servable(query, key, value):
        arrays = dict(zip(INPUTS, map(heads, (query, key, value))))
        arrays["seen"] = room(xp, arrays["query"], value.shape[-1])
        arrays["totals"] = xp.empty((*arrays["query"].shape[:-1], 1), "float32")
        found = planned(arrays, scale, causal)
        if found is not None:
            run(xp, found, arrays)
            seen, totals = [arrays[name].reshape(*lead, *arrays[name].shape[-2:]) for name in SEEN[3:]]
            return seen, (totals, seen.copy())           # the caller may write into what it is given
    if prod(lead) * query.shape[-2] * key.shape[-2] > KEPT and query.shape[:-2] == key.shape[:-2] == value.shape[:-2]:
        return attend_in_tiles(xp, query, key, value, scale, causal)
    return attend.piece.library(xp, query, key, value, scale=scale, causal=causal)


@forward_for("cupy", attend_again)
def gradients_by_plan(xp, grad, totals, seen, query, key, value, *, scale, causal):
    if seen is not None and servable(grad, query, key, value):
        arrays = dict(zip((*SEEN[:4], "grad"), map(heads, (query, key, value, seen, grad))))
        arrays["totals"] = totals.reshape(*arrays["query"].shape[:-1], 1)
        arrays |= {name: room(xp, arrays[of], arrays[of].shape[-1]) for name, of in zip(BY, INPUTS)}
        found = planned(arrays, scale, causal)
        if found is not None:
            run(xp, found, arrays)
            return tuple([arrays[name].reshape(a.shape) for name, a in zip(BY, (query, key, value))])
    return attend_again.piece.library(xp, grad, totals, seen, query, key, value, scale=scale, causal=causal)
