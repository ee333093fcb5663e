"""A stand-in for NVIDIA's frontend of cuDNN: it takes what 1.28 takes, in its order, and computes with NumPy.

`counts` tells what was built and executed; with `refuse` no graph has a plan.
"""

import ctypes
from types import SimpleNamespace

import numpy as np
from cupy._launch import launch

data_type = SimpleNamespace(FLOAT="float32", HALF="float16")
numerical_note = SimpleNamespace(TENSOR_CORE="tensor core", NONDETERMINISTIC="nondeterministic")
heur_mode = SimpleNamespace(A="a", FALLBACK="fallback")
counts = SimpleNamespace(built=0, executed=0, handles=0, refuse=False)
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
    def __init__(self, dim=None, stride=None, data_type=None, make=None):
        self.dim, self.stride, self.data_type, self.make, self.output = dim, stride, data_type, make, False

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
        self.handle, self.state, self.notes = handle, "new", None

    def tensor(self, *, name, dim, stride, data_type):
        assert type(dim) is type(stride) is list and len(dim) == len(stride) == 4
        return Tensor(dim, stride, data_type)

    def node(self, compute, a, b, stride, padding, dilation):
        self.result = Tensor(make=lambda one, other, shape: compute(
            one.astype("float32"), other.astype("float32"), shape, stride, padding, dilation))
        self.inputs = a, b
        return self.result

    def conv_fprop(self, image, weight, *, stride, padding, dilation):
        return self.node(fprop, image, weight, stride, padding, dilation)

    def conv_dgrad(self, loss, filter, *, stride, padding, dilation):
        return self.node(dgrad, loss, filter, stride, padding, dilation)

    def conv_wgrad(self, image, loss, *, stride, padding, dilation):
        return self.node(wgrad, image, loss, stride, padding, dilation)

    def moves(self, before, after):
        assert self.state == before, f"{after} comes after {before}, not after {self.state}"
        self.state = after

    def validate(self):
        assert self.result.output and self.result.dim and self.result.data_type
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
        if counts.refuse:
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
        counts.executed += 1
        one, other, out = [tensor.at(pointers[tensor]) for tensor in (*self.inputs, self.result)]

        def work():
            out[...] = self.result.make(one, other, out.shape)
        launch(work)


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
