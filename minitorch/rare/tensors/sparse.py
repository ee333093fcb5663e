"""Sparse tensors for graph networks: dense tensors with a list of the indices whose elements count as stored.

Every op uses the dense array, so results, gradients and memory are those of a dense tensor.
"""

from functools import partial

import numpy as np

from ... import dtypes
from ...ops.shape.copies import cat_function as cat
from ...runtime import functions, missing as _missing
from ...tensors import Size, Tensor, as_tensor
from ...tensors.layouts import layout
from ...tensors.legacy import NAMES, TypedTensor
from ...tensors.methods import method

__all__ = ["addmm", "log_softmax", "mm", "softmax", "sum"]

sparse_coo = layout("sparse_coo")


class SparseTensor(Tensor):
    """A tensor in PyTorch's COO layout: some elements are stored, all others are 0.

    dense    a tensor with all elements, whose memory and graph are used
    places   (d, n) int64: the indices of the n stored values in the first d dimensions
    stored   (n, …): the values as given, if an index may occur twice; None: `places` are coalesced
    """

    is_sparse = True
    layout = sparse_coo

    def __init__(self, dense, places, stored=None):
        super().__init__(dense)
        self.places, self.stored = places, stored

    @property
    def _of_dense(self):
        """Return a function that makes a dense tensor sparse; `autograd.Function` uses it for saved tensors."""
        return partial(SparseTensor, places=self.places, stored=self.stored)

    def is_coalesced(self):
        """Return whether the indices are in order and no index occurs twice."""
        return self.stored is None

    def coalesce(self):
        """Return the same tensor with its indices in order, and the values of equal indices summed."""
        return self if self.stored is None else SparseTensor(Tensor(self), sort_indices(self.places, self.shape))

    def _indices(self):
        return self.places

    def _values(self):
        return Tensor.__getitem__(self, tuple(self.places)) if self.stored is None else self.stored

    def _nnz(self):
        return self.places.shape[1]

    def indices(self):
        """Return (d, n): the indices of the values. Raises RuntimeError before `coalesce`."""
        return self.require_coalesced("indices")._indices()

    def values(self):
        """Return (n, …): the stored values. Raises RuntimeError before `coalesce`."""
        return self.require_coalesced("values")._values()

    def require_coalesced(self, name):
        if self.stored is not None:
            raise RuntimeError(f"Cannot get {name} on an uncoalesced tensor, please call .coalesce() first")
        return self

    def sparse_dim(self):
        """Return the number of dimensions of the indices."""
        return self.places.shape[0]

    def dense_dim(self):
        """Return the number of dimensions of each value."""
        return self.ndim - self.places.shape[0]

    def to_dense(self, dtype=None, *, masked_grad=None):
        """Return a dense tensor with the same elements. masked_grad has no effect."""
        return Tensor.to(self, dtype=dtype, copy=True)

    def to_sparse(self, sparse_dim=None):
        """Return the tensor itself."""
        return self

    def transpose(self, dim0, dim1):
        """Exchange two of the tensor's dimensions, (∗, n, m); the result is sparse."""
        order = list(range(self.sparse_dim()))
        order[dim0], order[dim1] = order[dim1], order[dim0]
        return SparseTensor(Tensor.transpose(self, dim0, dim1), self.places[order], self.stored).in_order()

    def in_order(self):
        """Return the tensor with its indices in order, if no index occurs twice."""
        return SparseTensor(Tensor(self), sort_indices(self.places, self.shape)) if self.stored is None else self

    def t(self):
        """Return the transpose of a matrix, which stays sparse."""
        return self.transpose(0, 1)

    T = mT = property(t, doc="The transpose of a matrix, which stays sparse.")

    def __reduce_ex__(self, protocol):
        return sparse_coo_tensor, (self.places, self._values().detach(), tuple(self.shape))

    def __repr__(self):
        graph = f", grad_fn=<{type(self.grad_fn).__name__}>" if self.grad_fn else ""
        return (f"tensor(indices={indent(self.places, 15)},\n       values={indent(self._values().detach(), 14)},\n"
                f"       size={tuple(self.shape)}, nnz={self._nnz()}, layout=minitorch.sparse_coo{graph})")


def indent(x, columns):
    return repr(x).replace("\n", "\n" + " " * columns)


def elementwise_method(name, linear=False):
    """Return a sparse version of Tensor's method `name`, whose result stores elements at the same indices.

    linear   True: f(a + b) = f(a) + f(b), so values with equal indices need not be summed first
    """
    def run(self, *args, **settings):
        out = getattr(Tensor, name)(self, *args, **settings)
        if out is self or out is NotImplemented:
            return out
        if linear and self.stored is not None:
            return SparseTensor(out, self.places, getattr(self.stored, name)(*args, **settings))
        return SparseTensor(out, self.coalesce().places)
    run.__name__, run.__doc__ = name, f"`Tensor.{name}`; the result is sparse."
    return run


def binary_method(name):
    """Return a method such as __add__: with another sparse tensor the result is sparse, else dense."""
    def run(self, other, **settings):
        out = getattr(Tensor, name)(self, other, **settings)
        if not isinstance(other, SparseTensor) or other.sparse_dim() != self.sparse_dim():
            return out
        return SparseTensor(out, sort_indices(cat([self.places, other.places], 1), self.shape))
    run.__name__, run.__doc__ = name, f"`Tensor.{name}`; sparse if `other` is."
    return run


for name in "to cpu cuda float double half clone detach neg __neg__".split():
    setattr(SparseTensor, name, elementwise_method(name, linear=True))
for name in "int long mul __mul__ __rmul__ div __truediv__ pow __pow__ sqrt abs".split():
    setattr(SparseTensor, name, elementwise_method(name))
for name in ("add", "sub", "__add__", "__sub__"):
    setattr(SparseTensor, name, binary_method(name))


def sort_indices(places, shape):
    """Return the indices (d, n) in order and without repeats."""
    sizes = shape[:places.shape[0]]
    flat = np.unique(np.ravel_multi_index(places.cpu().numpy(), sizes)) if places.numel() else np.zeros(0, "int64")
    return as_tensor(np.stack(np.unravel_index(flat, sizes)).astype("int64")).to(places.device)


@method
def to_sparse(self, sparse_dim=None):
    """Return a SparseTensor of the elements that are not 0; sparse_dim: how many dimensions are indexed; None: all."""
    full = self.detach() != 0
    found = full if sparse_dim is None else full.flatten(sparse_dim).any(-1) if sparse_dim < self.ndim else full
    return SparseTensor(self.clone(), found.nonzero().t())


@method
def to_sparse_coo(self):
    """Call to_sparse: return a SparseTensor of the elements that are not 0."""
    return self.to_sparse()


@method
def to_dense(self, dtype=None, *, masked_grad=None):
    """Return the tensor itself, which is dense, in another dtype if one is given. masked_grad has no effect."""
    return self.to(dtype=dtype)


def sparse_coo_tensor(indices, values=None, size=None, *, dtype=None, device=None, requires_grad=False,
                      check_invariants=None, is_coalesced=None):
    """Return a sparse tensor with `values` (n, …) at `indices` (d, n); values of equal indices are summed.

    size               of the tensor; None: the smallest size that contains all indices
    requires_grad      whether it is a leaf; without it gradients pass to `values`
    check_invariants   accepted: indices are always checked
    is_coalesced       whether the indices are in order and no index occurs twice

    Raises RuntimeError for indices outside `size`, and if the numbers of indices and values differ.
    """
    if values is None:                                   # the user called sparse_coo_tensor(size), without elements
        size = Size(indices if size is None else size)
        indices, values = np.zeros((len(size), 0), "int64"), functions["zeros"](0)
    values = as_tensor(values, dtype=dtype).to(device=device)
    indices = as_tensor(indices).to(values.device).long()
    if indices.ndim != 2 or values.ndim < 1 or indices.shape[1] != values.shape[0]:
        raise RuntimeError("sparse_coo_tensor: number of dimensions must be sparse_dim + dense_dim, and indices (d, n) "
                           f"need values (n, …), not {tuple(indices.shape)} with {tuple(values.shape)}.")
    if size is None:
        size = [*(indices.amax(1) + 1).tolist(), *values.shape[1:]]
    if len(size) != len(indices) + values.ndim - 1:
        raise RuntimeError(f"sparse_coo_tensor: size {tuple(size)} must have {len(indices)} dimensions for the indices "
                           f"and {values.ndim - 1} for the values.")
    for dim, row in enumerate(indices if indices.numel() else ()):
        worst = row.max().item() if row.min() >= 0 else row.min().item()
        if not 0 <= worst < size[dim]:
            raise RuntimeError(f"size is inconsistent with indices: for dim {dim}, size is {size[dim]} but found index "
                               f"{worst}")
    dense = functions["zeros"](*size, dtype=values.dtype, device=values.device)
    dense = dense.index_put(tuple(indices), values.detach() if requires_grad else values, accumulate=True)
    out = SparseTensor(dense, indices, None if is_coalesced or values.shape[0] < 2 else values)
    return out.requires_grad_() if requires_grad else out


class SparseType(TypedTensor):
    """A constructor such as sparse.FloatTensor(indices, values, size); isinstance accepts it for sparse tensors."""

    def __call__(cls, *data, device=None):
        if not data or isinstance(data[0], int | Size):
            return sparse_coo_tensor(data[0] if data and isinstance(data[0], Size) else data or (0,), dtype=cls.kind)
        return sparse_coo_tensor(*data, dtype=cls.kind, device=device)

    def __instancecheck__(cls, x):
        return isinstance(x, SparseTensor) and x.dtype is cls.kind

    def __repr__(cls):
        return f"<class 'minitorch.sparse.{cls.__name__}'>"


globals().update({f"{name}Tensor": SparseType(f"{name}Tensor", (), {
    "kind": kind, "__doc__": f"PyTorch's old way to make sparse {kind.name} tensors; now sparse_coo_tensor(…)."})
    for name, kind in NAMES.items()})


def mm(mat1, mat2):
    """Return the product of a sparse matrix and a dense one, (n, m) @ (m, k) -> (n, k); sparse if both are sparse."""
    out = functions["mm"](mat1, mat2)
    return out.to_sparse() if isinstance(mat1, SparseTensor) and isinstance(mat2, SparseTensor) else out


def addmm(mat, mat1, mat2, *, beta=1, alpha=1):
    """Return beta · mat + alpha · mat1 @ mat2, with a sparse mat1 (n, m)."""
    return functions["addmm"](mat, mat1, mat2, beta=beta, alpha=alpha)


def sum(input, dim=None, dtype=None):
    """Return the sum of a sparse tensor: over all elements a dense tensor, over `dim` a sparse one."""
    out = Tensor.sum(input, dim, dtype=dtype)
    return out if dim is None or not out.ndim else out.to_sparse()


def softmax_of_stored(name, input, dim, dtype):
    """Apply a softmax along `dim` to the stored elements; other elements count as −∞, and are 0 in the result."""
    found, values = input.coalesce().places, input.coalesce()._values().to(dtype=dtype)
    stored = functions["zeros"](*input.shape, dtype=dtypes.bool, device=input.device)
    stored[tuple(found)] = True
    rest = functions["where"](stored.any(dim, keepdim=True), float("-inf"), 0.0)         # rows without elements get 0
    dense = rest.to(values.dtype).expand(input.shape).index_put(tuple(found), values)
    return sparse_coo_tensor(found, getattr(dense, name)(dim)[tuple(found)], input.shape, is_coalesced=True)


def softmax(input, dim, dtype=None):
    """Return the softmax of a sparse tensor's stored elements along `dim`, a sparse tensor."""
    return softmax_of_stored("softmax", input, dim, dtype)


def log_softmax(input, dim, dtype=None):
    """Return the logarithm of `softmax`, a sparse tensor."""
    return softmax_of_stored("log_softmax", input, dim, dtype)


spmm = functions["mm"]

_missing.speak_for(globals())
