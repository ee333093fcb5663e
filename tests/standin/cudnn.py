"""A stand-in for NVIDIA's frontend of cuDNN: it takes what 1.28 takes, in its order, and computes with NumPy.

`counts` tells what was built and executed; with `refuse` no graph has a plan, with `refuse_bias` none that adds one,
with `refuse_dropout` none of gradients that drops.
"""

import ctypes
from types import SimpleNamespace

import numpy as np
from cupy._launch import launch

data_type = SimpleNamespace(FLOAT="float32", HALF="float16", INT64="int64")
numerical_note = SimpleNamespace(TENSOR_CORE="tensor core", NONDETERMINISTIC="nondeterministic")
heur_mode = SimpleNamespace(A="a", FALLBACK="fallback")
counts = SimpleNamespace(built=0, executed=0, handles=0, refuse=False, refuse_bias=False,
                         refuse_dropout=False)
streams: dict = {}


class cudnnGraphNotSupportedError(RuntimeError):
    """No plan for a graph."""


def backend_version():
    return 92800


def create_handle():
    counts.handles += 1
    return counts.handles


def set_stream(*, handle, stream):
    streams[handle] = stream


class Tensor:
    def __init__(self, dim=None, stride=None, data_type=None):
        self.dim, self.stride, self.data_type, self.output = dim, stride, data_type, False

    def set_output(self, output):
        self.output = output
        return self

    def set_data_type(self, kind):
        self.data_type = kind
        return self

    def set_dim(self, dim):
        self.dim = dim
        return self

    def set_stride(self, stride):
        self.stride = stride
        return self

    def at(self, address):
        """The numbers at an address, as this describes them."""
        kind = np.dtype(self.data_type)
        size = 1 + sum((n - 1) * step for n, step in zip(self.dim, self.stride))
        memory = (ctypes.c_char * (size * kind.itemsize)).from_address(address)
        return np.lib.stride_tricks.as_strided(np.frombuffer(memory, kind), self.dim,
                                               [step * kind.itemsize for step in self.stride])


class pygraph:
    def __init__(self, *, io_data_type, intermediate_data_type, compute_data_type, handle):
        assert intermediate_data_type == compute_data_type == "float32"
        self.handle, self.state, self.notes, self.inputs, self.added = handle, "new", None, (), None

    def tensor(self, *, name, dim, stride, data_type):
        assert type(dim) is type(stride) is list and len(dim) == len(stride) == 4
        return Tensor(dim, stride, data_type)

    def node(self, inputs, count, make):
        """What computes `count` results, of which the shapes are told, from inputs in float32."""
        self.inputs, self.make, self.results = inputs, make, [Tensor() for _ in range(count)]
        return self.results

    def convolution(self, compute, a, b, *where):
        return self.node((a, b), 1, lambda one, other, shape: [compute(one, other, shape, *where)])[0]

    def conv_fprop(self, image, weight, *, stride, padding, dilation):
        return self.convolution(fprop, image, weight, stride, padding, dilation)

    def conv_dgrad(self, loss, filter, *, stride, padding, dilation):
        return self.convolution(dgrad, loss, filter, stride, padding, dilation)

    def conv_wgrad(self, image, loss, *, stride, padding, dilation):
        return self.convolution(wgrad, image, loss, stride, padding, dilation)

    def bias(self, *, input, bias):
        assert [input] == self.results and bias.dim == [1, bias.dim[1], 1, 1]
        before = self.make
        return self.node((*self.inputs, bias), 1, lambda *arrays: [before(*arrays[:2], arrays[3])[0] + arrays[2]])[0]

    def sdpa(self, *, q, k, v, generate_stats, attn_scale, use_causal_mask, bias=None, dropout=None):
        assert generate_stats
        heads_fit(q, k, v)
        given, how = self.weights_by(q, k, attn_scale, use_causal_mask, bias, dropout)
        return self.node((q, k, v, *given), 2, lambda q, k, v, *more: attention(q, k, v, *how(more)))

    def sdpa_backward(self, *, q, k, v, o, dO, stats, use_deterministic_algorithm, attn_scale, use_causal_mask,
                      bias=None, dropout=None):
        heads_fit(q, k, v, o, dO)
        assert use_deterministic_algorithm and stats.data_type == "float32" and stats.dim[3] == 1
        if counts.refuse_dropout and dropout:
            raise cudnnGraphNotSupportedError("no dropout in gradients")
        given, how = self.weights_by(q, k, attn_scale, use_causal_mask, bias, dropout)
        return self.node((q, k, v, o, dO, stats, *given), 3, lambda q, k, v, o, grad, totals, *more: (
            attention_gradients(q, k, v, o, grad, totals, *how(more))))

    def weights_by(self, q, k, scale, causal, bias, dropout):
        """The tensors that weights hang on besides; and of their numbers what `scores` and `kept` take."""
        if bias is not None:
            assert bias.data_type == "float16" and bias.dim == [*q.dim[:3], k.dim[2]] and bias.stride[3] == 1
        chance, *place = dropout or (0.0,)
        assert 0 <= chance < 1 and all(t.data_type == "int64" and t.dim == [1, 1, 1, 1] for t in place)

        def how(more):
            more = list(more)
            added = None if bias is None else more.pop(0)
            return scale, causal, added, chance, [int(x.item()) for x in more[:len(place)]]
        return [*([] if bias is None else [bias]), *place], how

    def moves(self, before, after):
        assert self.state == before, f"{after} comes after {before}, not after {self.state}"
        self.state = after

    def validate(self):
        assert all(result.output and result.dim and result.data_type for result in self.results)
        self.moves("new", "valid")

    def build_operation_graph(self):
        self.moves("valid", "graph")

    def create_execution_plans(self, heuristics):
        assert heuristics
        self.moves("graph", "plans")

    def deselect_numeric_notes(self, notes):
        assert self.state == "plans"
        self.notes = notes

    def check_support(self):
        if counts.refuse or counts.refuse_bias and len(self.inputs) == 3 and self.inputs[2].dim[2:] == [1, 1]:
            raise cudnnGraphNotSupportedError("no engine supports this graph\nand more lines")
        self.moves("plans", "supported")

    def build_plans(self):
        self.moves("supported", "built")
        counts.built += 1

    def get_workspace_size(self):
        return 16

    def execute(self, pointers, workspace, *, handle):
        assert self.state == "built" and handle in streams and workspace
        assert {type(address) for address in pointers.values()} == {int}
        assert not any(address % 16 for address in pointers.values()), "an array begins at a multiple of 16 bytes"
        counts.executed += 1
        given, outs = [[t.at(pointers[t]) for t in tensors] for tensors in (self.inputs, self.results)]

        def work():
            floats = [a if a.dtype == "int64" else a.astype("float32") for a in given]
            for out, found in zip(outs, self.make(*floats, outs[0].shape)):
                out[...] = found
        launch(work)


def heads_fit(*tensors):
    """What cuDNN asks of attention: float16, features next to each other, heads of a multiple of 8 features."""
    for t in tensors:
        fits = t.data_type == "float16" and t.stride[3] == 1 and t.dim[3] % 8 == 0 and t.dim[3] <= 128
        if not fits or t.dim[:2] != tensors[0].dim[:2]:
            raise cudnnGraphNotSupportedError("no attention of such heads")


def scores(q, k, scale, causal, bias):
    found = np.einsum("bhtd,bhsd->bhts", q, k) * np.float32(scale)
    found = found if bias is None else found + bias
    return np.where(np.tri(*found.shape[2:], dtype=bool), found, -np.inf) if causal else found


def factors(shape, chance, place):
    """What each weight is multiplied by: 0, or 1 / (1 − chance), by cuDNN's own numbers from a seed and an offset."""
    if not chance:
        return np.float32(1)
    seed, offset = place
    return (np.random.Generator(np.random.Philox(key=seed, counter=offset)).random(shape, "float32")
            >= chance) / np.float32(1 - chance)


def attention(q, k, v, scale, causal, bias, chance, place):
    found = scores(q, k, scale, causal, bias)
    peak = found.max(-1, keepdims=True)
    totals = peak + np.log(np.exp(found - peak).sum(-1, keepdims=True))
    return (np.exp(found - totals) * factors(found.shape, chance, place)) @ v, totals


def attention_gradients(q, k, v, o, grad, totals, scale, causal, bias, chance, place):
    weights = np.exp(scores(q, k, scale, causal, bias) - totals)
    dropped = factors(weights.shape, chance, place)
    by_weights = dropped * (grad @ v.swapaxes(2, 3)) - (grad * o).sum(-1, keepdims=True)
    by_scores = weights * by_weights * np.float32(scale)
    return by_scores @ k, by_scores.swapaxes(2, 3) @ q, (weights * dropped).swapaxes(2, 3) @ grad


def windows(x, kernel, stride, padding, dilation, out):
    """Every window of (N, C, H, W), (N, C, kh, kw, OH, OW): a view of a padded copy, and that copy."""
    (top, left), (N, C, H, W) = padding, x.shape
    wide = np.zeros((N, C, H + 2 * top, W + 2 * left), "float32")
    wide[:, :, top:top + H, left:left + W] = x
    steps = wide.strides
    return wide, np.lib.stride_tricks.as_strided(wide, (N, C, *kernel, *out), (
        steps[0], steps[1], steps[2] * dilation[0], steps[3] * dilation[1], steps[2] * stride[0], steps[3] * stride[1]))


def fprop(x, w, shape, stride, padding, dilation):
    groups = x.shape[1] // w.shape[1]
    _, seen = windows(x, w.shape[2:], stride, padding, dilation, shape[2:])
    seen = seen.reshape(len(x), groups, -1, *seen.shape[2:])
    return np.einsum("ngcijyx,gocij->ngoyx", seen, w.reshape(groups, -1, *w.shape[1:])).reshape(shape)


def wgrad(x, y, shape, stride, padding, dilation):
    groups = x.shape[1] // shape[1]
    _, seen = windows(x, shape[2:], stride, padding, dilation, y.shape[2:])
    seen = seen.reshape(len(x), groups, -1, *seen.shape[2:])
    return np.einsum("ngcijyx,ngoyx->gocij", seen, y.reshape(len(x), groups, -1, *y.shape[2:])).reshape(shape)


def dgrad(y, w, shape, stride, padding, dilation):
    groups = shape[1] // w.shape[1]
    sent = np.einsum("ngoyx,gocij->ngcijyx", y.reshape(len(y), groups, -1, *y.shape[2:]),
                     w.reshape(groups, -1, *w.shape[1:])).reshape(len(y), shape[1], *w.shape[2:], *y.shape[2:])
    wide, seen = windows(np.zeros(shape, "float32"), w.shape[2:], stride, padding, dilation, y.shape[2:])
    for i in range(w.shape[2]):
        for j in range(w.shape[3]):
            seen[:, :, i, j] += sent[:, :, i, j]
    (top, left), (_, _, H, W) = padding, shape
    return wide[:, :, top:top + H, left:left + W]
