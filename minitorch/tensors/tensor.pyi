# Written by `python -m minitorch.tools.stubs`.
# mypy: disable-error-code="override, misc, assignment, valid-type, overload-overlap, type-arg, no-redef"
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Callable, Iterator, Sequence
from types import EllipsisType
from typing import Any, Generic, Literal, NamedTuple, ParamSpec, Protocol, Self, SupportsIndex, overload

import numpy as np
from typing_extensions import TypeVar

from minitorch.backend import device as _device
from minitorch.dtypes import dtype as _dtype
from minitorch.random import Generator as _Generator

from minitorch import backend as backend
from minitorch import dtypes as dtypes
from minitorch.tensors import indexing as indexing
from minitorch import paths as paths
from minitorch import random as random

_Number = _float | _complex | np.number | np.bool
_Dims = _int | Sequence[_int]
_Sizes = _int | Sequence[_int]
_Device = _device | str | _int
_Index = _int | slice | EllipsisType | Tensor | np.ndarray | list | tuple | None
_Value = Tensor | _Number

NUMBERS: Any

QUIET: str

mounted: Any

def only_number(x: Any) -> Tensor:
    """Return the one element of x as a Python number, for float(x), int(x) and complex(x)."""

def rebuild(array: Any, requires_grad: _bool, kind: Any, device: _Device = 'cpu') -> Tensor:
    """Make a pickled tensor again from its array, whether it is a leaf that requires grad, its class and device."""

registry: Any

def tensor_of(array: Any, kind: Any = ...) -> Tensor:
    """Return a Tensor of `array` outside any graph, of class `kind`."""

tensor_types: Any

class Named(type):
    """The type of Tensor and Size: their classes print the name that users import."""

class Size(tuple[_int, ...]):
    """A shape: a tuple that also has `numel()`. Sums and slices of shapes are shapes.

    sizes   an iterable of integers; TypeError for others
    """
    @overload
    def __getitem__(self, index: SupportsIndex) -> _int: ...
    @overload
    def __getitem__(self, index: slice) -> Size: ...
    def __add__(self, other: Any) -> Any: ...
    def __mul__(self, times: Any) -> Any: ...
    def __radd__(self, other: Any) -> Any: ...
    def __rmul__(self, times: Any) -> Any: ...
    def numel(self) -> _int:
        """Return the number of elements of a tensor of this shape."""

class Tensor:
    """An n-dimensional array, whose history is recorded if a gradient is needed.

    Use `minitorch.tensor(data)` to make one; the old `Tensor(data)` makes a float32 tensor, or a view of a tensor.
    `.array` is its NumPy or CuPy array.
    """
    array: np.ndarray
    @property
    def H(self) -> Tensor:
        """Return the conjugate transpose of a matrix. Raises RuntimeError unless the tensor has 0 or 2 dimensions."""
    @property
    def T(self) -> Tensor:
        """The tensor with its dimensions in opposite order: the transpose of a matrix. A view."""
    def __abs__(self) -> Tensor: ...
    def __add__(self, other: _Value) -> Tensor: ...
    def __and__(self, other: _Value) -> Tensor: ...
    def __array__(self, dtype: _dtype | None = None, copy: Any = None) -> np.ndarray: ...
    def __array_namespace__(self, *, api_version: Any = None) -> Tensor:
        """Return minitorch.numpy, which has NumPy's functions for Tensors. api_version has no effect."""
    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: _bool = False) -> Tensor: ...
    def __bool__(self) -> _bool: ...
    def __complex__(self) -> _complex: ...
    def __contains__(self, value: Any) -> _bool: ...
    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Tensor:
        """Return a DLPack capsule of the tensor's memory, which another library's from_dlpack takes.

        The settings are those of the array standard: https://data-apis.org/array-api/latest/API_specification

        Raises BufferError for a tensor that requires a gradient, or that NumPy cannot export.
        """
    def __dlpack_device__(self) -> Tensor:
        """Return (kind, number) of the device as in DLPack: (1, 0) is the CPU, and (2, n) is GPU n."""
    def __eq__(self, other: Any) -> Tensor: ...
    def __float__(self) -> _float: ...
    def __floordiv__(self, other: _Value) -> Tensor: ...
    def __format__(self, spec: Any) -> str: ...
    def __ge__(self, other: _Value) -> Tensor: ...
    def __getitem__(self, index: _Index) -> Tensor: ...
    def __gt__(self, other: _Value) -> Tensor: ...
    def __iadd__(self, other: _Value) -> Tensor: ...
    def __iand__(self, other: _Value) -> Tensor: ...
    def __ifloordiv__(self, other: _Value) -> Tensor: ...
    def __ilshift__(self, other: _Value) -> Tensor: ...
    def __imod__(self, other: _Value) -> Tensor: ...
    def __imul__(self, other: _Value) -> Tensor: ...
    def __index__(self) -> _int: ...
    def __init__(self, *data: Any, device: _Device | None = None) -> None: ...
    def __int__(self) -> _int: ...
    def __invert__(self) -> Tensor: ...
    def __ior__(self, other: _Value) -> Tensor: ...
    def __ipow__(self, other: _Value) -> Tensor: ...
    def __irshift__(self, other: _Value) -> Tensor: ...
    def __isub__(self, other: _Value) -> Tensor: ...
    def __iter__(self) -> Iterator[Tensor]: ...
    def __itruediv__(self, other: _Value) -> Tensor: ...
    def __ixor__(self, other: _Value) -> Tensor: ...
    def __le__(self, other: _Value) -> Tensor: ...
    def __len__(self) -> _int: ...
    def __lshift__(self, other: _Value) -> Tensor: ...
    def __lt__(self, other: _Value) -> Tensor: ...
    def __matmul__(self, other: Tensor) -> Tensor: ...
    def __mod__(self, other: _Value) -> Tensor: ...
    def __mul__(self, other: _Value) -> Tensor: ...
    def __ne__(self, other: Any) -> Tensor: ...
    def __neg__(self) -> Tensor: ...
    def __or__(self, other: _Value) -> Tensor: ...
    def __pos__(self) -> Tensor: ...
    def __pow__(self, other: _Value) -> Tensor: ...
    def __radd__(self, other: _Value) -> Tensor: ...
    def __rand__(self, other: _Value) -> Tensor: ...
    def __rdiv__(self, other: _Value) -> Tensor: ...
    def __rfloordiv__(self, other: _Value) -> Tensor: ...
    def __rlshift__(self, other: _Value) -> Tensor: ...
    def __rmatmul__(self, other: Tensor) -> Tensor: ...
    def __rmod__(self, other: _Value) -> Tensor: ...
    def __rmul__(self, other: _Value) -> Tensor: ...
    def __ror__(self, other: _Value) -> Tensor: ...
    def __rpow__(self, other: _Value) -> Tensor: ...
    def __rrshift__(self, other: _Value) -> Tensor: ...
    def __rshift__(self, other: _Value) -> Tensor: ...
    def __rsub__(self, other: _Value) -> Tensor: ...
    def __rtruediv__(self, other: _Value) -> Tensor: ...
    def __rxor__(self, other: _Value) -> Tensor: ...
    def __setitem__(self, index: _Index, value: Any) -> None: ...
    def __sub__(self, other: _Value) -> Tensor: ...
    def __truediv__(self, other: _Value) -> Tensor: ...
    def __xor__(self, other: _Value) -> Tensor: ...
    @property
    def _version(self) -> _int: ...
    def abs(self, *, out: Tensor | None = None) -> Tensor:
        """|input|, also of complex numbers; the derivative at 0 is taken as 0."""
    def abs_(self) -> Self:
        """Write the result of `abs` into the tensor's own memory; return the tensor."""
    def absolute(self, *, out: Tensor | None = None) -> Tensor:
        """|input|, also of complex numbers; the derivative at 0 is taken as 0."""
    def absolute_(self) -> Self:
        """Write the result of `abs` into the tensor's own memory; return the tensor."""
    def acos(self, *, out: Tensor | None = None) -> Tensor:
        """Return the angle whose cosine is input, in [0, π]; nan outside [−1, 1]."""
    def acos_(self) -> Self:
        """Write the result of `acos` into the tensor's own memory; return the tensor."""
    def acosh(self, *, out: Tensor | None = None) -> Tensor:
        """Return the positive number whose hyperbolic cosine is input; nan below 1."""
    def acosh_(self) -> Self:
        """Write the result of `acosh` into the tensor's own memory; return the tensor."""
    def add(self, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """input + alpha·other, broadcast."""
    def add_(self, other: _Value, last: Any = None, *, alpha: _Number = 1) -> Self:
        """Compute input + alpha·other in place; return the tensor."""
    def addbmm(self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """beta · input + alpha · the sum over the batch of (batch1 @ batch2) -> (n, p). IndexError for fewer dimensions."""
    def addcdiv(self, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1, out: Tensor | None = None) -> Tensor:
        """input + value · tensor1 / tensor2. Raises RuntimeError if tensor1 and tensor2 are both integers."""
    def addcdiv_(self, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1) -> Self:
        """Write the result of `addcdiv` into the tensor's own memory; return the tensor."""
    def addcmul(self, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1, out: Tensor | None = None) -> Tensor:
        """input + value · tensor1 · tensor2."""
    def addcmul_(self, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1) -> Self:
        """Write the result of `addcmul` into the tensor's own memory; return the tensor."""
    def addmm(self, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """beta · input + alpha · (mat1 @ mat2): (n, m), (m, p) -> (n, p), to which input broadcasts."""
    def addmm_(self, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Self:
        """Write the result of `addmm` into the tensor's own memory; return the tensor."""
    def addmv(self, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """beta · input + alpha · (mat @ vec): (n, m), (m,) -> (n,), to which input broadcasts; RuntimeError for others."""
    def addmv_(self, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Self:
        """Write the result of `addmv` into the tensor's own memory; return the tensor."""
    def addr(self, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """beta · input + alpha · (vec1 ⊗ vec2): (n,), (m,) -> (n, m), the input broadcasts; RuntimeError for others."""
    def addr_(self, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Self:
        """Write the result of `addr` into the tensor's own memory; return the tensor."""
    def adjoint(self) -> Tensor:
        """Swap the last two dimensions and conjugate complex numbers."""
    def all(self, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Return whether all elements are non-zero; with dim=(), test each element by itself."""
    def allclose(self, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> _bool:
        """Return whether |input − other| ≤ atol + rtol·|other| for all elements; with equal_nan, nan is close to nan.

        two tensors (*) of one dtype -> bool

        Raises RuntimeError if dtypes differ, or tolerances are negative.

        >>> minitorch.allclose(minitorch.ones(2), minitorch.ones(2) + 1e-7)
        True
        """
    def amax(self, dim: _int = (), keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Return the maximum over `dim` (all, if empty); equal maxima share the gradient evenly."""
    def amin(self, dim: _int = (), keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Return the minimum over `dim` (all, if empty); equal minima share the gradient evenly."""
    def aminmax(self, *, dim: _int | None = None, keepdim: _bool = False, out: tuple[Tensor, ...] | None = None) -> _MinMax:
        """Return the minimum and the maximum, of all elements or along `dim`."""
    def angle(self, *, out: Tensor | None = None) -> Tensor:
        """Return the angle in radians, from −π to π; for real numbers 0, or π below 0. Any shape in, same out."""
    def any(self, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Return whether any element is non-zero; with dim=(), test each element by itself."""
    def apply_(self, callable: Any) -> Self:
        """Replace each element by callable(element): slow, for the CPU."""
    def arccos(self, *, out: Tensor | None = None) -> Tensor:
        """Return the angle whose cosine is input, in [0, π]; nan outside [−1, 1]."""
    def arccos_(self) -> Self:
        """Write the result of `acos` into the tensor's own memory; return the tensor."""
    def arccosh(self, *, out: Tensor | None = None) -> Tensor:
        """Return the positive number whose hyperbolic cosine is input; nan below 1."""
    def arccosh_(self) -> Self:
        """Write the result of `acosh` into the tensor's own memory; return the tensor."""
    def arcsin(self, *, out: Tensor | None = None) -> Tensor:
        """Return the angle whose sine is input, in [−π/2, π/2]; nan outside [−1, 1]."""
    def arcsin_(self) -> Self:
        """Write the result of `asin` into the tensor's own memory; return the tensor."""
    def arcsinh(self, *, out: Tensor | None = None) -> Tensor:
        """Return the number whose hyperbolic sine is input."""
    def arcsinh_(self) -> Self:
        """Write the result of `asinh` into the tensor's own memory; return the tensor."""
    def arctan(self, *, out: Tensor | None = None) -> Tensor:
        """Return the angle whose tangent is input, in (−π/2, π/2)."""
    def arctan2(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return the angle of the point with x = other and y = input, in (−π, π]."""
    def arctan2_(self, other: _Value) -> Self:
        """Write the result of `atan2` into the tensor's own memory; return the tensor."""
    def arctan_(self) -> Self:
        """Write the result of `atan` into the tensor's own memory; return the tensor."""
    def arctanh(self, *, out: Tensor | None = None) -> Tensor:
        """Return the number whose hyperbolic tangent is input; nan outside [−1, 1]."""
    def arctanh_(self) -> Self:
        """Write the result of `atanh` into the tensor's own memory; return the tensor."""
    def argmax(self, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Return the index of the maximum (the first of several): in the flattened input, or along `dim`."""
    def argmin(self, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Return the index of the minimum (the first of several): in the flattened input, or along `dim`."""
    def argsort(self, dim: _int = -1, descending: _bool = False, *, stable: _bool = False, out: Tensor | None = None) -> Tensor:
        """Return the indices that sort `input` along `dim`; arguments as sort's."""
    def argwhere(self) -> Tensor:
        """Return the indices of the n elements that are not zero: (n, dimensions)."""
    def as_strided(self, size: _Sizes, stride: _Sizes, storage_offset: _int | None = None) -> Tensor:
        """View input's storage: element (i, j, …) is at storage_offset + i·stride[0] + j·stride[1] + …

        size, stride     one number for each dimension, strides in elements; gradients of equal positions add up
        storage_offset   None: input's own offset

        Raises RuntimeError for negative numbers, and if the storage ends before the last element.
        >>> minitorch.arange(5).as_strided((3, 2), (1, 2))
        tensor([[0, 2],
                [1, 3],
                [2, 4]])
        """
    def asin(self, *, out: Tensor | None = None) -> Tensor:
        """Return the angle whose sine is input, in [−π/2, π/2]; nan outside [−1, 1]."""
    def asin_(self) -> Self:
        """Write the result of `asin` into the tensor's own memory; return the tensor."""
    def asinh(self, *, out: Tensor | None = None) -> Tensor:
        """Return the number whose hyperbolic sine is input."""
    def asinh_(self) -> Self:
        """Write the result of `asinh` into the tensor's own memory; return the tensor."""
    def astype(self, dtype: _dtype, *, copy: _bool = True) -> Tensor:
        """Return `to(dtype, copy=copy)`: NumPy's name for it. dtype may be NumPy's, or a name. Any shape in, same out."""
    def atan(self, *, out: Tensor | None = None) -> Tensor:
        """Return the angle whose tangent is input, in (−π/2, π/2)."""
    def atan2(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return the angle of the point with x = other and y = input, in (−π, π]."""
    def atan2_(self, other: _Value) -> Self:
        """Write the result of `atan2` into the tensor's own memory; return the tensor."""
    def atan_(self) -> Self:
        """Write the result of `atan` into the tensor's own memory; return the tensor."""
    def atanh(self, *, out: Tensor | None = None) -> Tensor:
        """Return the number whose hyperbolic tangent is input; nan outside [−1, 1]."""
    def atanh_(self) -> Self:
        """Write the result of `atanh` into the tensor's own memory; return the tensor."""
    def backward(self, gradient: Any = None, retain_graph: Any = None, create_graph: _bool = False, inputs: Any = None) -> None:
        """Add d self / d leaf to the .grad of every leaf; see `minitorch.autograd.backward`."""
    def baddbmm(self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """beta · input + alpha · (batch1 @ batch2), (b, n, m), (b, m, p) -> (b, n, p); IndexError for fewer dimensions."""
    def baddbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Self:
        """Write the result of `baddbmm` into the tensor's own memory; return the tensor."""
    def bernoulli(self, p: Any = None, *, generator: _Generator | None = None, out: Tensor | None = None) -> Tensor:
        """Return 1 with the probability in each element (or p), else 0; in the dtype of `input`.

        Raises RuntimeError for numbers outside 0 … 1, NotImplementedError for integers.
        """
    def bernoulli_(self, p: _Value = 0.5, *, generator: _Generator | None = None) -> Tensor:
        """Fill with 1 with probability p, else 0, in place. NotImplementedError for a dtype without such numbers."""
    def bincount(self, weights: Tensor | None = None, minlength: _int = 0) -> Tensor:
        """Count how often each of 0, 1, 2, … occurs in a vector; with `weights`, add up weights instead.

        minlength   least length of the result

        Raises RuntimeError for another input, and for weights of another shape.
        """
    def bitwise_and(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input & other on bools or integers."""
    def bitwise_and_(self, other: _Value) -> Self:
        """Write the result of `bitwise_and` into the tensor's own memory; return the tensor."""
    def bitwise_left_shift(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Shift the bits of integers left by other: input · 2^other."""
    def bitwise_left_shift_(self, other: _Value) -> Self:
        """Write the result of `bitwise_left_shift` into the tensor's own memory; return the tensor."""
    def bitwise_not(self, *, out: Tensor | None = None) -> Tensor:
        """~input on bools or integers."""
    def bitwise_not_(self) -> Self:
        """Write the result of `bitwise_not` into the tensor's own memory; return the tensor."""
    def bitwise_or(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input | other on bools or integers."""
    def bitwise_or_(self, other: _Value) -> Self:
        """Write the result of `bitwise_or` into the tensor's own memory; return the tensor."""
    def bitwise_right_shift(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Shift the bits of integers right by other: input / 2^other rounded down."""
    def bitwise_right_shift_(self, other: _Value) -> Self:
        """Write the result of `bitwise_right_shift` into the tensor's own memory; return the tensor."""
    def bitwise_xor(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input ^ other on bools or integers."""
    def bitwise_xor_(self, other: _Value) -> Self:
        """Write the result of `bitwise_xor` into the tensor's own memory; return the tensor."""
    def bmm(self, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return `matmul` of two batches: (b, n, m), mat2 (b, m, p) -> (b, n, p); RuntimeError for other shapes."""
    def bool(self, memory_format: Any = None) -> Tensor:
        """Return the tensor as bool."""
    def broadcast_to(self, size: _Sizes) -> Tensor:
        """Return a view expanded to `size`. TypeError if size is not a tuple of ints."""
    def byte(self, memory_format: Any = None) -> Tensor:
        """Return the tensor as uint8."""
    def cauchy_(self, *args: Any, generator: _Generator | None = None, **named: Any) -> Self:
        """Fill with Cauchy numbers around median, in place. NotImplementedError for a dtype without such numbers."""
    def ceil(self, *, out: Tensor | None = None) -> Tensor:
        """Round up to an integer."""
    def ceil_(self) -> Self:
        """Write the result of `ceil` into the tensor's own memory; return the tensor."""
    def char(self, memory_format: Any = None) -> Tensor:
        """Return the tensor as int8."""
    def cholesky(self, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Return the triangular L, (*, n, n), with L @ Lᴴ = input, Hermitian and positive-definite; Lᴴ if upper."""
    def cholesky_inverse(self, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Return the inverse of A, (*, n, n), where `input` is its Cholesky factor, lower or upper."""
    def cholesky_solve(self, input2: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Return the X with A @ X = input, (*, n, k), where input2 (*, n, n) is A's Cholesky factor, lower or upper.

        Raises RuntimeError for tensors of fewer than two dimensions.
        """
    def chunk(self, chunks: _int, dim: _int = 0) -> tuple[Tensor, ...]:
        """Split along `dim` into at most `chunks` views; the last may be smaller. RuntimeError for chunks < 1."""
    def clamp(self, min: Any = None, max: Any = None, *, out: Tensor | None = None) -> Tensor:
        """Limit input to the range min … max (numbers or tensors); its gradient is 0 outside this range.

        input (*), bounds numbers or (*) -> (*)

        Raises RuntimeError if both bounds are left out.

        >>> minitorch.tensor([-2.0, 0.5, 3.0]).clamp(0, 1)
        tensor([0.0000, 0.5000, 1.0000])
        """
    def clamp_(self, min: Any = None, max: Any = None) -> Self:
        """Write the result of `clamp` into the tensor's own memory; return the tensor."""
    def clamp_max(self, max: Any, *, out: Tensor | None = None) -> Tensor:
        """Return the input with elements larger than max replaced by max."""
    def clamp_max_(self, max: Any) -> Self:
        """Write the result of `clamp_max` into the tensor's own memory; return the tensor."""
    def clamp_min(self, min: Any, *, out: Tensor | None = None) -> Tensor:
        """Return the input with elements smaller than min replaced by min."""
    def clamp_min_(self, min: Any) -> Self:
        """Write the result of `clamp_min` into the tensor's own memory; return the tensor."""
    def clip(self, min: Any = None, max: Any = None, *, out: Tensor | None = None) -> Tensor:
        """Limit input to the range min … max (numbers or tensors); its gradient is 0 outside this range.

        input (*), bounds numbers or (*) -> (*)

        Raises RuntimeError if both bounds are left out.

        >>> minitorch.tensor([-2.0, 0.5, 3.0]).clamp(0, 1)
        tensor([0.0000, 0.5000, 1.0000])
        """
    def clip_(self, min: Any = None, max: Any = None) -> Self:
        """Write the result of `clamp` into the tensor's own memory; return the tensor."""
    def clone(self, *, out: Tensor | None = None) -> Tensor:
        """Return a copy with its own memory that is still part of the graph.

        input (*) -> (*)

        >>> x = minitorch.ones(2); y = x.clone(); y[0] = 5; x
        tensor([1., 1.])
        """
    def conj(self) -> Tensor:
        """Return the complex conjugate; return a real tensor unchanged."""
    def contiguous(self, memory_format: Any = None) -> Tensor:
        """Return the tensor itself if its elements are in memory row after row, else a copy for which this is true."""
    def copy(self) -> Tensor:
        """Return a copy, as `clone` does: NumPy's name for it."""
    def copy_(self, src: Tensor, non_blocking: _bool = False) -> Self:
        """Write the values of `src` into this tensor's memory, broadcast to its shape and cast to its dtype.

        src broadcasts to the tensor's shape; returns the tensor

        Raises RuntimeError if src does not broadcast.

        >>> minitorch.zeros(2).copy_(minitorch.tensor(3))
        tensor([3., 3.])
        """
    def copysign(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return |input| with the sign of other; −0 counts as negative."""
    def copysign_(self, other: _Value) -> Self:
        """Write the result of `copysign` into the tensor's own memory; return the tensor."""
    def corrcoef(self) -> Tensor:
        """Return the correlation of variables (rows) over observations (columns): (n, observations) -> (n, n)."""
    def cos(self, *, out: Tensor | None = None) -> Tensor:
        """Return the cosine of input radians."""
    def cos_(self) -> Self:
        """Write the result of `cos` into the tensor's own memory; return the tensor."""
    def cosh(self, *, out: Tensor | None = None) -> Tensor:
        """Return the hyperbolic cosine: (eˣ + e⁻ˣ) / 2."""
    def cosh_(self) -> Self:
        """Write the result of `cosh` into the tensor's own memory; return the tensor."""
    def count_nonzero(self, dim: _Dims | None = None) -> Tensor:
        """Count the elements that are not zero."""
    def cov(self, *, correction: _int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
        """Return the covariance of variables (rows) over observations (columns): (n, observations) -> (n, n).

        correction   subtracted from the number of observations
        fweights     integers: how many times each observation was made
        aweights     weight of each observation

        Raises RuntimeError for more than two dimensions.
        """
    def cpu(self, memory_format: Any = None) -> Tensor:
        """Return the tensor on the CPU."""
    def cross(self, other: Tensor, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
        """Return the cross product along `dim` (None: the first dimension of size 3; RuntimeError if there is none)."""
    def cuda(self, device: _Device | None = None, non_blocking: _bool = False, memory_format: Any = None) -> Tensor:
        """Return the tensor on a GPU: the current GPU, or one by its number or name. RuntimeError if there is none."""
    def cummax(self, dim: _int, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """Return the maximum of the elements so far along `dim`: (values, indices)."""
    def cummin(self, dim: _int, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """Return the minimum of the elements so far along `dim`: (values, indices)."""
    def cumprod(self, dim: _int, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """Return running products along `dim`."""
    def cumprod_(self, dim: _int, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Self:
        """Write the result of `cumprod` into the tensor's own memory; return the tensor."""
    def cumsum(self, dim: _int, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """Return running sums along `dim`."""
    def cumsum_(self, dim: _int, *, dtype: _dtype | None = None) -> Self:
        """Write the result of `cumsum` into the tensor's own memory; return the tensor."""
    @property
    def data(self) -> Tensor:
        """The same memory outside the graph, with another version counter: backward does not detect writes to it."""
    @data.setter
    def data(self, value: Tensor) -> None: ...
    def data_ptr(self) -> _int:
        """Return the memory address of the first element: it is equal for tensors that share that element."""
    def deg2rad(self, *, out: Tensor | None = None) -> Tensor:
        """Convert degrees to radians."""
    def deg2rad_(self) -> Self:
        """Write the result of `deg2rad` into the tensor's own memory; return the tensor."""
    def det(self, *, out: Tensor | None = None) -> Tensor:
        """Return the determinant of each square matrix."""
    def detach(self) -> Tensor:
        """Return a tensor outside the graph with the same memory and version counter.

        (*) -> (*)

        >>> minitorch.ones(2, requires_grad=True).detach().requires_grad
        False
        """
    def detach_(self) -> Self:
        """Remove the tensor from the graph, in place; return it. Raises RuntimeError for a view."""
    @property
    def device(self) -> _device:
        """The device on which the tensor's memory is."""
    def diag(self, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
        """Return a matrix with a vector on its diagonal, or a matrix's diagonal as a vector; RuntimeError for others."""
    def diag_embed(self, offset: _int = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
        """Put the last dimension on a diagonal of two new dimensions, dim1 and dim2, `offset` above the main diagonal."""
    def diagflat(self, offset: _int = 0) -> Tensor:
        """Return a matrix with the elements on the diagonal that is `offset` above the main one."""
    def diagonal(self, offset: _int = 0, dim1: _float = 0, dim2: _float = 1, *, out: Tensor | None = None) -> Tensor:
        """Return a view: the diagonal of dim1 and dim2 as the last dimension, `offset` elements above the main diagonal."""
    def diagonal_scatter(self, src: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
        """Return a copy with the tensor `src` in place of the diagonal that `diagonal` returns for offset, dim1, dim2."""
    def diff(self, n: _int = 1, dim: _int = -1, prepend: Tensor | None = None, append: Tensor | None = None, *, out: Tensor | None = None) -> Tensor:
        """Concatenate prepend, input and append; then, n times, take differences of neighbouring elements along `dim`.

        Raises RuntimeError for a single number, and for a negative n.
        """
    def digamma(self, *, out: Tensor | None = None) -> Tensor:
        """Return the derivative of lgamma."""
    def digamma_(self) -> Self:
        """Write the result of `digamma` into the tensor's own memory; return the tensor."""
    def dim(self) -> _int:
        """Return the number of dimensions."""
    def dist(self, other: Tensor, p: _float = 2) -> Tensor:
        """Return the p-norm of the difference of two tensors that broadcast: a 0-d tensor."""
    def div(self, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
        """input / other; with rounding_mode "floor" or "trunc", rounded to an integer in the inputs' dtype."""
    def div_(self, other: _Value, *, rounding_mode: str | None = None) -> Self:
        """Compute `div` in place; return the tensor."""
    def divide(self, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
        """input / other; with rounding_mode "floor" or "trunc", rounded to an integer in the inputs' dtype."""
    def divide_(self, other: _Value, *, rounding_mode: str | None = None) -> Self:
        """Compute `div` in place; return the tensor."""
    def dot(self, tensor: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return the inner product of two vectors."""
    def double(self, memory_format: Any = None) -> Tensor:
        """Return the tensor as float64."""
    def dsplit(self, indices_or_sections: Any) -> tuple[Tensor, ...]:
        """Split along dimension 2 into views: into indices_or_sections equal pieces, or before these indices. RuntimeError if that is impossible."""
    @property
    def dtype(self) -> _dtype:
        """The type of the elements, such as minitorch.float32."""
    def element_size(self) -> _int:
        """Return the number of bytes of one element."""
    def eq(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input = other, element by element, broadcast; bool."""
    def eq_(self, other: _Value) -> Self:
        """Write the result of `eq` into the tensor's own memory; return the tensor."""
    def equal(self, other: Tensor) -> _bool:
        """Return whether two tensors have the same shape and elements."""
    def erf(self, *, out: Tensor | None = None) -> Tensor:
        """2/√π ∫₀ˣ e^(−t²) dt: the share of a normal distribution within √2·input standard deviations of its mean."""
    def erf_(self) -> Self:
        """Write the result of `erf` into the tensor's own memory; return the tensor."""
    def erfc(self, *, out: Tensor | None = None) -> Tensor:
        """1 − erf(input), without cancellation if erf(input) is nearly 1."""
    def erfc_(self) -> Self:
        """Write the result of `erfc` into the tensor's own memory; return the tensor."""
    def erfinv(self, *, out: Tensor | None = None) -> Tensor:
        """Return the z with erf(z) = input: a first guess by a formula, then three steps of Newton's method.

        Source of the guess: S. Winitzki, A handy approximation for the error function (2008).
        """
    def erfinv_(self) -> Self:
        """Write the result of `erfinv` into the tensor's own memory; return the tensor."""
    def exp(self, *, out: Tensor | None = None) -> Tensor:
        """eˣ.

        input (*) -> (*)

        >>> minitorch.exp(minitorch.tensor([0.0, 1.0]))
        tensor([1.0000, 2.7183])
        """
    def exp2(self, *, out: Tensor | None = None) -> Tensor:
        """2ˣ."""
    def exp2_(self) -> Self:
        """Write the result of `exp2` into the tensor's own memory; return the tensor."""
    def exp_(self) -> Self:
        """Write the result of `exp` into the tensor's own memory; return the tensor."""
    def expand(self, *size: _Sizes) -> Tensor:
        """Return a view with sizes of 1 repeated up to `size`; −1 keeps a size.

        (1, n) to size (m, n) -> (m, n)

        Raises RuntimeError if a size other than 1 would change.

        >>> minitorch.ones(1, 3).expand(2, -1).shape
        minitorch.Size([2, 3])
        """
    def expand_as(self, other: Tensor) -> Tensor:
        """Return a view expanded to the shape of `other`."""
    def expm1(self, *, out: Tensor | None = None) -> Tensor:
        """eˣ − 1, exact near 0."""
    def expm1_(self) -> Self:
        """Write the result of `expm1` into the tensor's own memory; return the tensor."""
    def exponential_(self, lambd: _float = 1, *, generator: _Generator | None = None) -> Tensor:
        """Fill with exponential numbers of rate lambd, in place. NotImplementedError for a dtype without such numbers."""
    def fill_(self, value: Any) -> Self:
        """Write one value into all elements; return the tensor."""
    def fill_diagonal_(self, fill_value: _Number, wrap: _bool = False) -> Self:
        """Write fill_value along the main diagonal, where all indices are equal.

        wrap   whether the diagonal of a matrix with more rows than columns starts again, after skipping one row

        Raises RuntimeError for fewer than two dimensions.
        """
    def fix(self, *, out: Tensor | None = None) -> Tensor:
        """Round towards zero."""
    def fix_(self) -> Self:
        """Write the result of `trunc` into the tensor's own memory; return the tensor."""
    def flatten(self, start_dim: _int = 0, end_dim: _int = -1, *, out: Tensor | None = None) -> Tensor:
        """Join the dimensions from start_dim to end_dim into one.

        (n, c, h, w) from start_dim 1 -> (n, c·h·w)

        Raises RuntimeError if start_dim comes after end_dim.

        >>> minitorch.ones(2, 3, 4).flatten(1).shape
        minitorch.Size([2, 12])
        """
    def flip(self, *dims: _Sizes) -> Tensor:
        """Reverse the order along `dims`; a copy."""
    def fliplr(self) -> Tensor:
        """Reverse the second dimension. Raises RuntimeError if the tensor has no second dimension."""
    def flipud(self) -> Tensor:
        """Reverse the first dimension. Raises RuntimeError if the tensor has no dimension."""
    def float(self, memory_format: Any = None) -> Tensor:
        """Return the tensor as float32."""
    def float_power(self, exponent: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return input to the power exponent, computed in float64 (or complex128)."""
    def float_power_(self, exponent: _Value) -> Self:
        """Write the result of `float_power` into the tensor's own memory; return the tensor."""
    def floor(self, *, out: Tensor | None = None) -> Tensor:
        """Round down to an integer."""
    def floor_(self) -> Self:
        """Write the result of `floor` into the tensor's own memory; return the tensor."""
    def floor_divide(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input / other rounded down, broadcast. Its derivative is 0."""
    def floor_divide_(self, other: _Value) -> Self:
        """Write the result of `floor_divide` into the tensor's own memory; return the tensor."""
    def fmax(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return the larger of input and other, broadcast; if one is nan, the other."""
    def fmin(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return the smaller of input and other, broadcast; if one is nan, the other."""
    def fmod(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return the remainder of input / other rounded towards zero; it has the sign of input."""
    def fmod_(self, other: _Value) -> Self:
        """Write the result of `fmod` into the tensor's own memory; return the tensor."""
    def frac(self, *, out: Tensor | None = None) -> Tensor:
        """Return the fractional part, with the sign of the input."""
    def frac_(self) -> Self:
        """Write the result of `frac` into the tensor's own memory; return the tensor."""
    def frexp(self, *, out: tuple[Tensor, ...] | None = None) -> _MantissaExponent:
        """Return a mantissa, ½ ≤ |mantissa| < 1, and an exponent, int32: input = mantissa · 2^exponent.

        Raises RuntimeError unless input is floating.
        """
    def gather(self, dim: _int, index: Tensor, *, out: Tensor | None = None) -> Tensor:
        """out[i][j] = input[index[i][j]][j] for dim 0, and in the same way for others.

        index   integers, with as many dimensions as input; the result has its shape
        """
    def gcd(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The greatest whole number that divides both, broadcast. NotImplementedError for floats."""
    def gcd_(self, other: _Value) -> Self:
        """Write the result of `gcd` into the tensor's own memory; return the tensor."""
    def ge(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input ≥ other, element by element, broadcast; bool."""
    def ge_(self, other: _Value) -> Self:
        """Write the result of `ge` into the tensor's own memory; return the tensor."""
    def geometric_(self, *args: Any, generator: _Generator | None = None, **named: Any) -> Self:
        """Fill with the number of trials until the first success of probability p, in place. NotImplementedError for a dtype without such numbers."""
    def geqrf(self, *, out: tuple[Tensor, ...] | None = None) -> _ATau:
        """Return R and, below it, the reflections that give Q, of input (*, n, m); and factors tau (*, k); see orgqr.

        It has no gradient: linalg.qr has one.
        """
    def ger(self, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return every element of one vector times every element of another, vec2: (n,), (m,) -> (n, m).

        Raises RuntimeError unless both are vectors.
        """
    def get_device(self) -> _int:
        """Return the number of the GPU on which the tensor is; −1 on the CPU."""
    @property
    def grad(self) -> Tensor | None:
        """The sum of the gradients from backward, of the tensor's shape; None before the first backward.

        A tensor that is not a leaf has a gradient only after retain_grad().
        """
    @grad.setter
    def grad(self, value: Tensor | None) -> None: ...
    @property
    def grad_fn(self) -> Any:
        """The node of the operation that computed the tensor; None for a leaf."""
    def gradient(self, *, spacing: Any = 1, dim: _Dims | None = None, edge_order: _int = 1) -> tuple[Tensor, ...]:
        """Estimate the derivative of a function along each of `dim` from its values: a tuple of tensors like `input`.

        spacing      distance between points: a number, one for each dimension, or a vector of coordinates for each
        edge_order   at both ends use the slope of a line through two points (1) or of a parabola through three (2)

        Raises RuntimeError for bools and uint8, another edge_order, too few points, and spacings that do not fit dim.

        >>> minitorch.gradient(minitorch.tensor([1.0, 2.0, 4.0, 7.0]))
        (tensor([1.0000, 1.5000, 2.5000, 3.0000]),)
        """
    def greater(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input > other, element by element, broadcast; bool."""
    def greater_(self, other: _Value) -> Self:
        """Write the result of `gt` into the tensor's own memory; return the tensor."""
    def greater_equal(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input ≥ other, element by element, broadcast; bool."""
    def greater_equal_(self, other: _Value) -> Self:
        """Write the result of `ge` into the tensor's own memory; return the tensor."""
    def gt(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input > other, element by element, broadcast; bool."""
    def gt_(self, other: _Value) -> Self:
        """Write the result of `gt` into the tensor's own memory; return the tensor."""
    def half(self, memory_format: Any = None) -> Tensor:
        """Return the tensor as float16."""
    def heaviside(self, values: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return 0 below zero, 1 above, `values` at zero."""
    def heaviside_(self, values: Tensor) -> Self:
        """Write the result of `heaviside` into the tensor's own memory; return the tensor."""
    def histc(self, bins: _int = 100, min: _Value = 0, max: _Value = 0, *, out: Tensor | None = None) -> Tensor:
        """Count the elements in each of `bins` equal intervals from min to max (of the data, if min equals max).

        input     any shape, floating point
        returns   (bins,), of the input's dtype

        Raises RuntimeError for no bins, max < min, or data that is not finite.

        >>> histc(minitorch.tensor([1.0, 2, 1, 3, 5]), bins=4)
        tensor([2., 1., 1., 1.])
        """
    def histogram(self, bins: Any = 100, *, range: Any = None, weight: Any = None, density: _bool = False, out: tuple[Tensor, ...] | None = None) -> _HistBinEdges:
        """Count the elements in each bin; return the counts and the edges of the bins: (hist, bin_edges).

        input    any shape, float32 or float64
        bins     the number of bins, of equal widths; or (bins + 1,) their edges, in order, of the input's dtype
        range    (min, max) of bins of equal widths; None: of the data
        weight   weight of each element, of the input's shape and dtype; None: 1
        density  divide the counts so that Σ count · width = 1
        returns  (bins,), (bins + 1,)

        Each bin includes its left edge, and the last its right edge too; elements outside and nan do not count.
        Raises TypeError for `bins` of another type; RuntimeError if shapes, dtypes or the range do not fit.

        >>> histogram(minitorch.tensor([1.0, 2, 1, 3, 5]), bins=4)
        minitorch.return_types.histogram(
        hist=tensor([2., 1., 1., 1.]),
        bin_edges=tensor([1., 2., 3., 4., 5.]))
        """
    def hsplit(self, indices_or_sections: Any) -> tuple[Tensor, ...]:
        """Split along dimension 1 into views: into indices_or_sections equal pieces, or before these indices. RuntimeError if that is impossible."""
    def hypot(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return √(x² + y²), the hypotenuse of a right triangle; the squares cannot overflow."""
    def hypot_(self, other: _Value) -> Self:
        """Write the result of `hypot` into the tensor's own memory; return the tensor."""
    @property
    def imag(self) -> Tensor:
        """The imaginary parts. RuntimeError for a real tensor."""
    def index_add(self, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """Return a copy with slices of alpha·source added to its slices at `index` along `dim`; repeated indices add up."""
    def index_add_(self, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1) -> Self:
        """Add slices of alpha·source to the input's slices at `index` along `dim`, in place."""
    def index_copy(self, dim: _int, index: Tensor, source: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return a copy with the slices at `index` along `dim` taken from `source`."""
    def index_copy_(self, dim: _int, index: Tensor, source: Tensor) -> Self:
        """Overwrite the slices at `index` along `dim` with slices of `source`. RuntimeError unless the index is int64."""
    def index_fill(self, dim: _int, index: Tensor, value: _Value) -> Tensor:
        """Return a copy with one value in the slices at `index` along `dim`."""
    def index_fill_(self, dim: _int, index: Tensor, value: _Value) -> Self:
        """Write one value into the slices along `dim` at the positions in `index`, a vector.

        RuntimeError or IndexError for other indices.
        """
    def index_put(self, indices: Any, values: Tensor, accumulate: _bool = False) -> Tensor:
        """Return a copy with `values` written (accumulate=True: added) at indices, a tuple of index tensors."""
    def index_put_(self, indices: Any, values: Tensor, accumulate: _bool = False) -> Self:
        """Write (accumulate=True: add) `values` at indices, a tuple of index tensors."""
    def index_reduce(self, dim: _int, index: Tensor, source: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | None = None) -> Tensor:
        """Return a copy whose slices along `dim` are reduced with slices of `source`: "prod", "mean", "amax" or "amin".

        index          (n,)  for each of the n slices of source, the index of the input's slice
        include_self   whether input's own elements are included

        Raises RuntimeError for another reduce and for other sizes, IndexError for an index that is not a vector or is out
        of bounds, and NotImplementedError for complex numbers, except "prod" and "mean" with include_self.
        """
    def index_reduce_(self, dim: _int, index: Tensor, source: Tensor, reduce: str, *, include_self: _bool = True) -> Self:
        """Write the result of `index_reduce` into the tensor's own memory; return the tensor."""
    def index_select(self, dim: _int, index: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return a copy of `input`'s slices at positions `index`, a vector, along `dim`. RuntimeError for a float index."""
    def inner(self, other: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return products summed over the last dimensions: (*, n), (#, n) -> (*, #). RuntimeError if these sizes differ."""
    def int(self, memory_format: Any = None) -> Tensor:
        """Return the tensor as int32."""
    def inverse(self, *, out: Tensor | None = None) -> Tensor:
        """Return the inverse of a square matrix, or of each matrix in a batch."""
    def is_complex(self) -> _bool:
        """Return whether the dtype is complex."""
    def is_conj(self) -> _bool:
        """Return False: conj() computes its result at once, while PyTorch may only set a flag."""
    def is_contiguous(self, memory_format: Any = None) -> _bool:
        """Return whether the elements are in memory row after row, or, for channels_last, with channels innermost."""
    @property
    def is_cpu(self) -> _bool:
        """Whether the CPU holds its memory."""
    @property
    def is_cuda(self) -> _bool:
        """Whether a GPU holds its memory."""
    def is_floating_point(self) -> _bool:
        """Return whether the dtype is floating point."""
    def is_inference(self) -> _bool:
        """Return whether the tensor was created in inference_mode."""
    @property
    def is_leaf(self) -> _bool:
        """True if no recorded operation computed the tensor: gradients stop here."""
    @property
    def is_meta(self) -> _bool:
        """Whether it has only a shape, no data."""
    @property
    def is_mkldnn(self) -> _bool:
        """False: there are no such tensors here."""
    @property
    def is_mps(self) -> _bool:
        """False: there are no such tensors here."""
    def is_neg(self) -> _bool:
        """Return False: a tensor's elements are stored with their sign, without PyTorch's flag for negation."""
    @property
    def is_nested(self) -> _bool:
        """False: there are no such tensors here."""
    def is_nonzero(self) -> _bool:
        """Return whether the tensor's one element is not zero; RuntimeError for several elements."""
    def is_pinned(self, device: _Device | None = None) -> _bool:
        """Return False: memory is not pinned here."""
    @property
    def is_quantized(self) -> _bool:
        """False: there are no such tensors here."""
    def is_same_size(self, other: _Value) -> _bool:
        """Return whether the shapes are equal. Raises TypeError if `other` is not a Tensor."""
    def is_set_to(self, tensor: Tensor) -> _bool:
        """Return whether both tensors view the same memory with the same shape, strides and offset."""
    def is_shared(self) -> Tensor:
        """Return whether `share_memory_` has moved the tensor to shared memory."""
    def is_signed(self) -> _bool:
        """Return whether the dtype has negative numbers."""
    @property
    def is_sparse(self) -> _bool:
        """False: there are no such tensors here."""
    @property
    def is_sparse_csr(self) -> _bool:
        """False: there are no such tensors here."""
    @property
    def is_xpu(self) -> _bool:
        """False: there are no such tensors here."""
    def isclose(self, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> Tensor:
        """Return whether |input − other| ≤ atol + rtol·|other|, element by element; with equal_nan, nan is close to nan.

        Raises RuntimeError if tolerances are negative.
        """
    def isfinite(self, *, out: Tensor | None = None) -> Tensor:
        """Return whether input is neither inf nor nan, element by element; bool."""
    def isinf(self, *, out: Tensor | None = None) -> Tensor:
        """Return whether input is +inf or −inf, element by element; bool."""
    def isnan(self, *, out: Tensor | None = None) -> Tensor:
        """Return whether input is not a number, element by element; bool."""
    def isneginf(self, *, out: Tensor | None = None) -> Tensor:
        """Return whether x is −inf, element by element; bool."""
    def isposinf(self, *, out: Tensor | None = None) -> Tensor:
        """Return whether x is +inf, element by element; bool."""
    def isreal(self, *, out: Tensor | None = None) -> Tensor:
        """Return whether each element has no imaginary part: always True for dtypes that are not complex; bool."""
    def istft(self, n_fft: _int, hop_length: _int | None = None, win_length: _int | None = None, window: Tensor | None = None, center: _bool = True, normalized: _bool = False, onesided: _bool | None = None, length: _int | None = None, return_complex: _bool = False) -> Tensor:
        """Return the signal whose `stft` is input: add the windows, then divide by the sum of the squared windows.

        input            (n_fft or n_fft // 2 + 1, windows) or (N, …), complex; other arguments as in the call of stft
        length           length of the signal: longer signals are cut, shorter ones padded with zeros, with a warning
        return_complex   whether the signal is complex: then all n_fft frequencies are needed
        returns          (L) or (N, L)

        Raises RuntimeError for sizes that do not fit together, and if the windows do not cover the whole signal.

        >>> x = minitorch.arange(8.0); w = minitorch.hann_window(4)
        >>> minitorch.istft(minitorch.stft(x, 4, window=w, return_complex=True), 4, window=w).allclose(x, atol=1e-5)
        True
        """
    def item(self) -> Any:
        """Return the tensor's one element as a Python number.

        (), or one element of any shape -> a number

        Raises RuntimeError if there are several elements, or none.

        >>> minitorch.tensor([2.5]).item()
        2.5
        """
    @property
    def itemsize(self) -> _int:
        """The bytes of one element."""
    def kron(self, other: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return the Kronecker product: for every element of input, the block element · other."""
    def kthvalue(self, k: _int, dim: _int = -1, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """Return the k-th smallest along `dim`, counted from 1: (values, indices)."""
    @property
    def layout(self) -> Any:
        """Return the layout of the tensor: always `strided`."""
    def lcm(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The least whole number that both divide, broadcast. NotImplementedError for floats."""
    def lcm_(self, other: _Value) -> Self:
        """Write the result of `lcm` into the tensor's own memory; return the tensor."""
    def ldexp(self, other: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return input · 2^other, broadcast; in input's dtype if other is integer. NotImplementedError if other is bool."""
    def ldexp_(self, other: Tensor) -> Self:
        """Write the result of `ldexp` into the tensor's own memory; return the tensor."""
    def le(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input ≤ other, element by element, broadcast; bool."""
    def le_(self, other: _Value) -> Self:
        """Write the result of `le` into the tensor's own memory; return the tensor."""
    def lerp(self, end: Tensor, weight: _Value, *, out: Tensor | None = None) -> Tensor:
        """Interpolate: input + weight · (end − input); weight 1 gives end. RuntimeError for a weight of another dtype."""
    def lerp_(self, end: Tensor, weight: _Value) -> Self:
        """Write the result of `lerp` into the tensor's own memory; return the tensor."""
    def less(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input < other, element by element, broadcast; bool."""
    def less_(self, other: _Value) -> Self:
        """Write the result of `lt` into the tensor's own memory; return the tensor."""
    def less_equal(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input ≤ other, element by element, broadcast; bool."""
    def less_equal_(self, other: _Value) -> Self:
        """Write the result of `le` into the tensor's own memory; return the tensor."""
    def lgamma(self, *, out: Tensor | None = None) -> Tensor:
        """Return log |Γ(input)|, the logarithm of the factorial of input − 1, by Stirling's series."""
    def lgamma_(self) -> Self:
        """Write the result of `lgamma` into the tensor's own memory; return the tensor."""
    def log(self, *, out: Tensor | None = None) -> Tensor:
        """Return the natural logarithm; −inf for 0, nan for negative input.

        input (*) -> (*)

        >>> minitorch.log(minitorch.tensor([1.0, 0.0]))
        tensor([0., -inf])
        """
    def log10(self, *, out: Tensor | None = None) -> Tensor:
        """Return the logarithm to base 10."""
    def log10_(self) -> Self:
        """Write the result of `log10` into the tensor's own memory; return the tensor."""
    def log1p(self, *, out: Tensor | None = None) -> Tensor:
        """log(1 + input), exact near 0."""
    def log1p_(self) -> Self:
        """Write the result of `log1p` into the tensor's own memory; return the tensor."""
    def log2(self, *, out: Tensor | None = None) -> Tensor:
        """Return the logarithm to base 2."""
    def log2_(self) -> Self:
        """Write the result of `log2` into the tensor's own memory; return the tensor."""
    def log_(self) -> Self:
        """Write the result of `log` into the tensor's own memory; return the tensor."""
    def log_normal_(self, *args: Any, generator: _Generator | None = None, **named: Any) -> Self:
        """Fill with e to the power of normal numbers with this mean and std, in place. NotImplementedError for a dtype without such numbers."""
    def log_softmax(self, dim: _int, dtype: _dtype | None = None, *, out: Tensor | None = None) -> Tensor:
        """log(softmax(input)), without overflow and without log(0).

        input (*) -> (*)

        Raises IndexError for a dimension that the input does not have.

        >>> minitorch.zeros(2).log_softmax(0)
        tensor([-0.6931, -0.6931])
        """
    def logaddexp(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """log(eˣ + eʸ), without overflow, broadcast."""
    def logaddexp2(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """log₂(2ˣ + 2ʸ), without overflow, broadcast."""
    def logcumsumexp(self, dim: _int, *, out: Tensor | None = None) -> Tensor:
        """log of the running sum of eˣ along `dim`, without overflow."""
    def logdet(self, *, out: Tensor | None = None) -> Tensor:
        """Return the logarithm of each determinant, (*, n, n) -> (*); nan if the determinant is negative."""
    def logical_and(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input and other are true, element by element, broadcast; bool."""
    def logical_and_(self, other: _Value) -> Self:
        """Write the result of `logical_and` into the tensor's own memory; return the tensor."""
    def logical_not(self, *, out: Tensor | None = None) -> Tensor:
        """Return whether input is zero or False, element by element; bool."""
    def logical_not_(self) -> Self:
        """Write the result of `logical_not` into the tensor's own memory; return the tensor."""
    def logical_or(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input or other is true, element by element, broadcast; bool."""
    def logical_or_(self, other: _Value) -> Self:
        """Write the result of `logical_or` into the tensor's own memory; return the tensor."""
    def logical_xor(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether one of input and other is true, but not both, element by element, broadcast; bool."""
    def logical_xor_(self, other: _Value) -> Self:
        """Write the result of `logical_xor` into the tensor's own memory; return the tensor."""
    def logit(self, eps: _float | None = None, *, out: Tensor | None = None) -> Tensor:
        """log(p / (1 − p)), with p = input: the inverse of sigmoid. With eps, the input is first clamped to
        [eps, 1 − eps]; without eps, the result is nan outside [0, 1].
        """
    def logit_(self, eps: _float | None = None) -> Self:
        """Write the result of `logit` into the tensor's own memory; return the tensor."""
    def logsumexp(self, dim: _int, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """log Σ eˣ over `dim`, without overflow."""
    def long(self, memory_format: Any = None) -> Tensor:
        """Return the tensor as int64."""
    def lt(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input < other, element by element, broadcast; bool."""
    def lt_(self, other: _Value) -> Self:
        """Write the result of `lt` into the tensor's own memory; return the tensor."""
    def lu(self, pivot: _bool = True, get_infos: _bool = False) -> tuple[Tensor, ...]:
        """Return L and U in one matrix, (*, n, m), and pivots (*, k), for lu_solve and lu_unpack; see linalg.lu_factor.

        pivot       must be True: rows are always exchanged
        get_infos   whether to return also, for each matrix, 0 or the first j (from 1) for which U[j, j] is 0
        """
    def lu_solve(self, LU_data: Tensor, LU_pivots: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return the x with A @ x = input, (*, n, k), from linalg.lu_factor's LU_data (*, n, n) and LU_pivots of A."""
    def lu_unpack(self, LU_pivots: Tensor, unpack_data: _bool = True, unpack_pivots: _bool = True) -> _PLU:
        """Return P, L and U from linalg.lu_factor's results: (*, n, m), (*, k) -> (*, n, n), (*, n, k), (*, k, m).

        LU_data, LU_pivots           lu_factor's results
        unpack_data, unpack_pivots   False: L and U, or P, are empty

        Raises RuntimeError for pivots that are not int32.
        """
    @property
    def mH(self) -> Tensor:
        """Return the conjugate transpose of each matrix of a batch. Raises RuntimeError for a vector."""
    @property
    def mT(self) -> Tensor:
        """The transpose of each matrix of a batch. A view; RuntimeError for a vector."""
    def map_(self, tensor: Tensor, callable: Any) -> Self:
        """Replace each element by callable(element, element of `tensor`): slow, for the CPU."""
    def masked_fill(self, mask: Tensor, value: _Value) -> Tensor:
        """Return `value` where the mask is True, `input` elsewhere; broadcast.

        (*), mask (*), value () -> (*)

        Raises RuntimeError for a mask that is not bool.

        >>> x = minitorch.tensor([1.0, -2.0]); x.masked_fill(x < 0, 0)
        tensor([1., 0.])
        """
    def masked_fill_(self, mask: Tensor, value: _Value) -> Self:
        """Write `value`, one number, where the mask is True; the mask broadcasts to the shape of input."""
    def masked_scatter(self, mask: Tensor, source: Tensor) -> Tensor:
        """Replace the elements where the mask is True by elements of `source`, in order; the mask broadcasts.

        Raises RuntimeError if `source` has too few elements.
        """
    def masked_scatter_(self, mask: Tensor, source: Tensor) -> Self:
        """Write the result of `masked_scatter` into the tensor's own memory; return the tensor."""
    def masked_select(self, mask: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return the elements where the mask is True, as a vector; a copy."""
    def matmul(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return the matrix product; for vectors the inner product; for batches of matrices one product each.

        (…, n, m) @ (…, m, p) -> (…, n, p), the leading dimensions broadcast; RuntimeError if the two m differ
        """
    def matrix_exp(self) -> Tensor:
        """Return the exponential of each square matrix A: I + A + A²/2 + …"""
    def matrix_power(self, n: _int, *, out: Tensor | None = None) -> Tensor:
        """Return Aⁿ, the product of n factors A, (*, m, m), same shape out; for negative n, of factors A⁻¹."""
    @overload
    def max(self, *, out: Tensor | None = None) -> Tensor:
        """Return the maximum of all elements, along `dim` as (values, indices), or of two tensors.

        If several are equal, the index is that of the first, which gets the gradient.
            Without `dim`, equal elements share the gradient evenly.
        """
    @overload
    def max(self, dim: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return the maximum of all elements, along `dim` as (values, indices), or of two tensors.

        If several are equal, the index is that of the first, which gets the gradient.
            Without `dim`, equal elements share the gradient evenly.
        """
    @overload
    def max(self, *, other: Tensor, out: Tensor | None = None) -> Tensor:
        """Return the maximum of all elements, along `dim` as (values, indices), or of two tensors.

        If several are equal, the index is that of the first, which gets the gradient.
            Without `dim`, equal elements share the gradient evenly.
        """
    @overload
    def max(self, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> _ValuesIndices:
        """Return the maximum of all elements, along `dim` as (values, indices), or of two tensors.

        If several are equal, the index is that of the first, which gets the gradient.
            Without `dim`, equal elements share the gradient evenly.
        """
    def maximum(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return the larger of input and other, broadcast; nan if either is. Equal elements share the gradient."""
    def mean(self, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """Return the mean over `dim` (all, if None); nan for no elements. RuntimeError for integers without a dtype."""
    @overload
    def median(self) -> Tensor:
        """Return the median (the lower of two; nan if any is): of all elements, or along `dim` as (values, indices)."""
    @overload
    def median(self, dim: _int, keepdim: _bool = False) -> _ValuesIndices:
        """Return the median (the lower of two; nan if any is): of all elements, or along `dim` as (values, indices)."""
    @overload
    def min(self, *, out: Tensor | None = None) -> Tensor:
        """Return the minimum of all elements, along `dim` as (values, indices), or of two tensors.

        If several are equal, the index is that of the first, which gets the gradient.
            Without `dim`, equal elements share the gradient evenly.
        """
    @overload
    def min(self, dim: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return the minimum of all elements, along `dim` as (values, indices), or of two tensors.

        If several are equal, the index is that of the first, which gets the gradient.
            Without `dim`, equal elements share the gradient evenly.
        """
    @overload
    def min(self, *, other: Tensor, out: Tensor | None = None) -> Tensor:
        """Return the minimum of all elements, along `dim` as (values, indices), or of two tensors.

        If several are equal, the index is that of the first, which gets the gradient.
            Without `dim`, equal elements share the gradient evenly.
        """
    @overload
    def min(self, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> _ValuesIndices:
        """Return the minimum of all elements, along `dim` as (values, indices), or of two tensors.

        If several are equal, the index is that of the first, which gets the gradient.
            Without `dim`, equal elements share the gradient evenly.
        """
    def minimum(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return the smaller of input and other, broadcast; nan if either is. Equal elements share the gradient."""
    def mm(self, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return `matmul` of two matrices, input and mat2: (n, m), (m, p) -> (n, p)."""
    def mode(self, dim: _int = -1, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """Return the most frequent value along `dim`, the smallest of several: (values, indices)."""
    def moveaxis(self, source: _Sizes, destination: _Sizes) -> Tensor:
        """Move dimensions from source to destination; others keep their order. A view. RuntimeError for unequal lengths."""
    def movedim(self, source: _Sizes, destination: _Sizes) -> Tensor:
        """Move dimensions from source to destination; others keep their order. A view. RuntimeError for unequal lengths."""
    def mul(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input·other, broadcast."""
    def mul_(self, other: _Value) -> Self:
        """Write the result of `mul` into the tensor's own memory; return the tensor."""
    def multinomial(self, num_samples: _int, replacement: _bool = False, *, generator: _Generator | None = None, out: Tensor | None = None) -> Tensor:
        """Draw indices with the weights in each row: (n,) -> (num_samples,), (m, n) -> (m, num_samples).

        replacement   whether an index may be drawn again

        Raises RuntimeError for weights that are negative or all 0, and for more draws than weights without replacement.
        """
    def multiply(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input·other, broadcast."""
    def multiply_(self, other: _Value) -> Self:
        """Write the result of `mul` into the tensor's own memory; return the tensor."""
    def mv(self, vec: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return `matmul` of a matrix and a vector vec: (n, m), (m,) -> (n,)."""
    @property
    def name(self) -> Any:
        """Return None: tensors have no names here."""
    def nan_to_num(self, nan: _float = 0.0, posinf: _float | None = None, neginf: _float | None = None, *, out: Tensor | None = None) -> Tensor:
        """Replace nan, inf and −inf by nan, posinf and neginf. RuntimeError for complex numbers that require a gradient."""
    def nan_to_num_(self, nan: _float = 0.0, posinf: _float | None = None, neginf: _float | None = None) -> Self:
        """Write the result of `nan_to_num` into the tensor's own memory; return the tensor."""
    def nanmean(self, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """Return the mean over `dim` of the elements that are not nan. Raises RuntimeError for integers."""
    @overload
    def nanmedian(self) -> Tensor:
        """Return the median of the elements that are not nan: of all, or along `dim` as (values, indices)."""
    @overload
    def nanmedian(self, dim: _int, keepdim: _bool = False) -> _ValuesIndices:
        """Return the median of the elements that are not nan: of all, or along `dim` as (values, indices)."""
    def nanquantile(self, q: _Value, dim: _int | None = None, keepdim: _bool = False, *, interpolation: str = 'linear', out: Tensor | None = None) -> Tensor:
        """Return the `quantile` of the elements that are not nan."""
    def nansum(self, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """Return the sum over `dim` with nan counted as 0. Raises NotImplementedError for complex numbers."""
    def narrow(self, dim: _int, start: _int, length: _int) -> Tensor:
        """Return a view of `length` elements along `dim`, from `start` on. RuntimeError if the dimension is shorter."""
    def narrow_copy(self, dim: _int, start: _int, length: _int) -> Tensor:
        """Return a copy of `length` elements from `start` on along `dim`; RuntimeError if `dim` has fewer."""
    @property
    def nbytes(self) -> _int:
        """The bytes of all elements."""
    @property
    def ndim(self) -> _int:
        """The number of dimensions."""
    def ndimension(self) -> _int:
        """Return the number of dimensions."""
    def ne(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input ≠ other, element by element, broadcast; bool."""
    def ne_(self, other: _Value) -> Self:
        """Write the result of `ne` into the tensor's own memory; return the tensor."""
    def neg(self, *, out: Tensor | None = None) -> Tensor:
        """−input. Raises RuntimeError for bools: use ~."""
    def neg_(self) -> Self:
        """Write the result of `neg` into the tensor's own memory; return the tensor."""
    def negative(self, *, out: Tensor | None = None) -> Tensor:
        """−input. Raises RuntimeError for bools: use ~."""
    def negative_(self) -> Self:
        """Write the result of `neg` into the tensor's own memory; return the tensor."""
    def nelement(self) -> _int:
        """Return the number of elements."""
    def new(self, *data: Any, device: _Device | None = None) -> Tensor:
        """Return a tensor of the same dtype and device: x.new(2, 3), of zeros, or x.new([1, 2]). An old name."""
    def new_empty(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, **named: Any) -> Tensor:
        """Return `empty` with the dtype and device of this tensor."""
    def new_full(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, **named: Any) -> Tensor:
        """Return `full` with the dtype and device of this tensor."""
    def new_ones(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, **named: Any) -> Tensor:
        """Return `ones` with the dtype and device of this tensor."""
    def new_tensor(self, data: Any, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
        """Return `tensor(data)` with the dtype and device of this tensor."""
    def new_zeros(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, **named: Any) -> Tensor:
        """Return `zeros` with the dtype and device of this tensor."""
    def nextafter(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return the next number of the dtype after input, in the direction of other; input itself if both are equal."""
    def nextafter_(self, other: _Value) -> Self:
        """Write the result of `nextafter` into the tensor's own memory; return the tensor."""
    @overload
    def nonzero(self, *, as_tuple: Literal[False] = False, out: Tensor | None = None) -> Tensor:
        """Return the indices where `input` is not zero: (n, dimensions), or a vector per dimension with as_tuple."""
    @overload
    def nonzero(self, *, as_tuple: Literal[True]) -> tuple[Tensor, ...]:
        """Return the indices where `input` is not zero: (n, dimensions), or a vector per dimension with as_tuple."""
    def norm(self, p: Any = 'fro', dim: _Dims | None = None, keepdim: _bool = False, out: Tensor | None = None, dtype: _dtype | None = None) -> Tensor:
        """Return the p-norm over `dim` (all, if None); 'fro' is the 2-norm of all elements, 'nuc' is for matrices.

        Raises RuntimeError for other strings.
        """
    def normal_(self, mean: _float = 0, std: _float = 1, *, generator: _Generator | None = None) -> Tensor:
        """Fill with normal numbers of the given mean and standard deviation, in place. NotImplementedError for a dtype without such numbers."""
    def not_equal(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return whether input ≠ other, element by element, broadcast; bool."""
    def not_equal_(self, other: _Value) -> Self:
        """Write the result of `ne` into the tensor's own memory; return the tensor."""
    def numel(self) -> _int:
        """Return the number of elements."""
    def numpy(self, *, force: _bool = False) -> np.ndarray:
        """Return a NumPy array that shares the tensor's memory; the tensor must be on the CPU and require no gradient.

        (*) -> an array (*); force: also from a GPU, or if a gradient is required

        Raises RuntimeError if the tensor requires a gradient, unless in no_grad; TypeError if it is on a GPU.

        >>> minitorch.ones(2).numpy()
        array([1., 1.], dtype=float32)
        """
    def orgqr(self, input2: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Call linalg.householder_product: the Q of geqrf's results, input (*, n, m) and input2 (*, k)."""
    def outer(self, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return every element of one vector times every element of another, vec2: (n,), (m,) -> (n, m).

        Raises RuntimeError unless both are vectors.
        """
    @property
    def output_nr(self) -> _int:
        """Return the tensor's index among the results of its operation."""
    def permute(self, *dims: _Sizes) -> Tensor:
        """Return a view with the dimensions in the order `dims`.

        (a, b, c) by dims (2, 0, 1) -> (c, a, b)

        Raises RuntimeError unless each dimension is named once.

        >>> minitorch.ones(2, 3, 4).permute(2, 0, 1).shape
        minitorch.Size([4, 2, 3])
        """
    def pin_memory(self, device: _Device | None = None) -> Tensor:
        """Return the tensor itself: memory is not pinned here. Raises RuntimeError if it is not on the CPU."""
    def pinverse(self, rcond: _float = 1e-15, *, out: Tensor | None = None) -> Tensor:
        """Return the pseudo-inverse (n, m) -> (m, n): singular values up to rcond · the largest count as 0."""
    def positive(self) -> Tensor:
        """Return the input itself, as +input."""
    def pow(self, exponent: Any, *, out: Tensor | None = None) -> Tensor:
        """input to the power exponent, broadcast. 0⁰ is 1.

        (*), (*) -> (*)

        Raises RuntimeError for integers to a negative power.

        >>> minitorch.tensor([1.0, 2.0, 3.0]).pow(2)
        tensor([1., 4., 9.])
        """
    def pow_(self, exponent: Any) -> Self:
        """Write the result of `pow` into the tensor's own memory; return the tensor."""
    def prod(self, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """Return the product over one `dim` (all, if None)."""
    def put(self, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
        """Return a copy with each element of `source` written (accumulate: added) at its flat index; see put_."""
    def put_(self, index: Tensor, source: Tensor, accumulate: _bool = False) -> Self:
        """Write each element of `source` (accumulate: add it) at its index in the flattened tensor; negatives from the end.

        index, source   any shapes with the same number of elements

        Raises IndexError for an index out of bounds, and if index and source have different numbers of elements.
        """
    def qr(self, some: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _QR:
        """Return linalg.qr's Q and R, (*, n, m) -> (*, n, k), (*, k, m); a square Q with some=False."""
    def quantile(self, q: _Value, dim: _int | None = None, keepdim: _bool = False, *, interpolation: str = 'linear', out: Tensor | None = None) -> Tensor:
        """Return the q-quantile: a fraction q of the elements is smaller; nan if any element is nan.

        q               a number, or a vector: its results are stacked along a new first dimension
        interpolation   between two neighbours: "linear", "lower", "higher", "nearest" or "midpoint"
        """
    def rad2deg(self, *, out: Tensor | None = None) -> Tensor:
        """Convert radians to degrees."""
    def rad2deg_(self) -> Self:
        """Write the result of `rad2deg` into the tensor's own memory; return the tensor."""
    def random_(self, low: _int | None = None, high: _int | None = None, *, generator: _Generator | None = None) -> Tensor:
        """Fill with integers from low up to, not including, high, in place. NotImplementedError for a dtype without such numbers."""
    def ravel(self) -> Tensor:
        """Return the elements as a vector; a view if the memory allows it."""
    @property
    def real(self) -> Tensor:
        """The real parts; if it is real, the tensor itself."""
    def reciprocal(self, *, out: Tensor | None = None) -> Tensor:
        """1/input."""
    def reciprocal_(self) -> Self:
        """Write the result of `reciprocal` into the tensor's own memory; return the tensor."""
    def refresh(self) -> Tensor:
        """Compute a view's node again if its base was written to since; do nothing for other tensors."""
    def refresh_open(self) -> Tensor:
        """Refresh a view's node, unless that would raise, as for a view made under no_grad."""
    def register_hook(self, hook: Any) -> Any:
        """Call hook(grad) when this tensor's gradient is complete; a tensor that it returns replaces the gradient.

        returns   a handle whose .remove() removes the hook

        Raises RuntimeError for a tensor without a gradient.
        """
    def register_post_accumulate_grad_hook(self, hook: Any) -> Any:
        """Call hook(tensor) after backward has added to this leaf's .grad. RuntimeError if it is not a leaf."""
    def relu(self, *, out: Tensor | None = None) -> Tensor:
        """Return max(input, 0), element by element. The derivative at 0 is set to 0."""
    def relu_(self) -> Self:
        """Write the result of `relu` into the tensor's own memory; return the tensor."""
    def remainder(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return input − other·⌊input / other⌋: the remainder, which has the sign of other."""
    def remainder_(self, other: _Value) -> Self:
        """Write the result of `remainder` into the tensor's own memory; return the tensor."""
    def renorm(self, p: Any, dim: _int, maxnorm: Any, *, out: Tensor | None = None) -> Tensor:
        """Scale each slice along `dim` whose p-norm is larger than maxnorm down to maxnorm; same shape out.

        Raises RuntimeError for fewer than two dimensions, and unless p is positive.
        """
    def renorm_(self, p: Any, dim: _int, maxnorm: Any) -> Self:
        """Write the result of `renorm` into the tensor's own memory; return the tensor."""
    def repeat(self, *repeats: _Sizes) -> Tensor:
        """Return a copy with the whole tensor repeated along each dimension, `repeats` times."""
    def repeat_interleave(self, repeats: _Value | None = None, dim: _int | None = None, *, output_size: _int | None = None) -> Tensor:
        """Return a copy with each element (or slice along `dim`) repeated: [1, 2] with repeats 2 gives [1, 1, 2, 2].

        With repeats only, the index of each number is repeated: [1, 2] gives [0, 1, 1].
        Raises RuntimeError for negative repeats, and if the result's size is not output_size.
        """
    @property
    def requires_grad(self) -> _bool:
        """Whether operations on the tensor are recorded.

        Setting it raises RuntimeError for integers, or for False if the tensor is not a leaf.
        """
    @requires_grad.setter
    def requires_grad(self, value: _bool) -> None: ...
    def requires_grad_(self, requires_grad: _bool = True) -> Self:
        """Set requires_grad; return the tensor."""
    def reshape(self, *shape: _Sizes) -> Tensor:
        """Return the same elements in another shape; a view if the memory allows it, else a copy.

        shape   sizes, one of which may be −1
        """
    def reshape_as(self, other: Tensor) -> Tensor:
        """Reshape to the shape of `other`."""
    def resize(self, *size: _Sizes) -> Tensor:
        """Return the elements in another shape, which must have the same number of elements; an old name of view."""
    def resize_(self, *size: _Sizes) -> Self:
        """Resize in place: keep the first elements, add zeros if needed. Raises RuntimeError if it requires grad."""
    def resolve_conj(self) -> Tensor:
        """Return the tensor itself, because conj() computes its result at once."""
    def resolve_neg(self) -> Tensor:
        """Return the tensor itself, because its elements are stored with their sign."""
    def retain_grad(self) -> None:
        """Keep this tensor's gradient in .grad although it is no leaf. RuntimeError if it requires no gradient."""
    @property
    def retains_grad(self) -> _bool:
        """Return whether retain_grad was called on the tensor."""
    def roll(self, shifts: Any, dims: Any = ()) -> Tensor:
        """Shift elements by shifts along dims (or flattened), wrapping around; RuntimeError if their numbers differ."""
    def rot90(self, k: _int = 1, dims: _Dims = (0, 1)) -> Tensor:
        """Rotate by 90° k times in the plane of two dimensions, from dims[0] to dims[1]. Raises RuntimeError for others."""
    def round(self, *, decimals: _int = 0, out: Tensor | None = None) -> Tensor:
        """Round to an integer, or to `decimals` digits after the point; ties go to the even number.

        Raises NotImplementedError if `decimals` is not 0 and `input` has no floats.
        """
    def round_(self, *, decimals: _int = 0) -> Self:
        """Write the result of `round` into the tensor's own memory; return the tensor."""
    def rsqrt(self, *, out: Tensor | None = None) -> Tensor:
        """1/√input."""
    def rsqrt_(self) -> Self:
        """Write the result of `rsqrt` into the tensor's own memory; return the tensor."""
    def scatter(self, dim: _int, index: Tensor, src: _Value | None = None, *, value: Any = None, reduce: str | None = None, out: Tensor | None = None) -> Tensor:
        """Return a copy with src (or one value) at out[index[i][j]][j] for dim 0, and so on for other dimensions."""
    def scatter_(self, dim: _int, index: Tensor, src: _Value | None = None, *, value: Any = None, reduce: str | None = None) -> Self:
        """Write src (or one value) at the positions in `index` along `dim`, in place."""
    def scatter_add(self, dim: _int, index: Tensor, src: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return a copy with src added at the positions in `index` along `dim`; repeated indices add up."""
    def scatter_add_(self, dim: _int, index: Tensor, src: Tensor) -> Self:
        """Add src at the positions in `index` along `dim`, in place."""
    def scatter_reduce(self, dim: _int, index: Tensor, src: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | None = None) -> Tensor:
        """Return a copy in which src is combined with the elements at `index`: "sum", "mean", "prod", "amax" or "amin".

        dim            the dimension of the positions in index; index is no larger than src
        include_self   whether input's own elements are included; RuntimeError for another `reduce`
        """
    def scatter_reduce_(self, dim: _int, index: Tensor, src: Tensor, reduce: str, *, include_self: _bool = True) -> Self:
        """Write the result of `scatter_reduce` into the tensor's own memory; return the tensor."""
    def select(self, dim: _int, index: _int) -> Tensor:
        """Return a view of the slice at `index` of dimension `dim`, without that dimension. IndexError if there is none."""
    def select_scatter(self, src: Tensor, dim: _int, index: _int) -> Tensor:
        """Return a copy with `src` in place of the slice at `index` of dimension `dim`."""
    def set_(self, source: Tensor | None = None, storage_offset: _float = 0, size: _Sizes | None = None, stride: _Sizes | None = None) -> Self:
        """Use the memory of `source` from now on, in place, without copying. Returns self.

        source           a Tensor, or a result of storage(); None: the tensor becomes empty
        storage_offset   index in that memory of the first element; used if a size is given
        size, stride     see as_strided; without stride the tensor is contiguous

        Raises RuntimeError for a source of another dtype, and for a leaf that requires a gradient, except under no_grad.
        """
    def sgn(self, *, out: Tensor | None = None) -> Tensor:
        """Return −1, 0 or 1; for a complex number z the number z / |z|, or 0. Any shape in, same out."""
    def sgn_(self) -> Self:
        """Write the result of `sgn` into the tensor's own memory; return the tensor."""
    @property
    def shape(self) -> Size:
        """The sizes of the tensor's dimensions, a Size."""
    def share_memory_(self) -> Self:
        """Move the tensor, in place, to memory that processes can share; minitorch.multiprocessing sends it to them."""
    def short(self, memory_format: Any = None) -> Tensor:
        """Return the tensor as int16."""
    def sigmoid(self, *, out: Tensor | None = None) -> Tensor:
        """1 / (1 + e⁻ˣ).

        input (*) -> (*)

        Raises TypeError if the input is not a Tensor.

        >>> minitorch.sigmoid(minitorch.tensor([-1.0, 0.0, 1.0]))
        tensor([0.2689, 0.5000, 0.7311])
        """
    def sigmoid_(self) -> Self:
        """Write the result of `sigmoid` into the tensor's own memory; return the tensor."""
    def sign(self, *, out: Tensor | None = None) -> Tensor:
        """Return −1, 0 or 1; 0 for nan."""
    def sign_(self) -> Self:
        """Write the result of `sign` into the tensor's own memory; return the tensor."""
    def signbit(self, *, out: Tensor | None = None) -> Tensor:
        """Return True for negative numbers and −0, element by element; bool."""
    def sin(self, *, out: Tensor | None = None) -> Tensor:
        """Return the sine of input radians."""
    def sin_(self) -> Self:
        """Write the result of `sin` into the tensor's own memory; return the tensor."""
    def sinc(self, *, out: Tensor | None = None) -> Tensor:
        """sin(πx) / πx, and 1 at 0.

        Near 0 a series is used, because digits of the quotient's derivatives would cancel there.
        """
    def sinc_(self) -> Self:
        """Write the result of `sinc` into the tensor's own memory; return the tensor."""
    def sinh(self, *, out: Tensor | None = None) -> Tensor:
        """Return the hyperbolic sine: (eˣ − e⁻ˣ) / 2."""
    def sinh_(self) -> Self:
        """Write the result of `sinh` into the tensor's own memory; return the tensor."""
    @overload
    def size(self) -> Size:
        """Return the shape, or the size of one dimension.

        returns a Size, or an int with `dim`

        Raises IndexError for a dimension that the tensor does not have.

        >>> minitorch.ones(2, 3).size(1)
        3
        """
    @overload
    def size(self, dim: _int) -> _int:
        """Return the shape, or the size of one dimension.

        returns a Size, or an int with `dim`

        Raises IndexError for a dimension that the tensor does not have.

        >>> minitorch.ones(2, 3).size(1)
        3
        """
    def slice_scatter(self, src: Tensor, dim: Any = 0, start: Any = None, end: Any = None, step: Any = 1, *, out: Tensor | None = None) -> Tensor:
        """Return a copy with `src` in place of indices start to end, by step, of dimension `dim`.

        Raises IndexError for a 0-d tensor.
        """
    def slogdet(self, *, out: tuple[Tensor, ...] | None = None) -> _SignLogabsdet:
        """Return the sign of each matrix's determinant and the logarithm of its absolute value."""
    def softmax(self, dim: _int, dtype: _dtype | None = None, *, out: Tensor | None = None) -> Tensor:
        """eˣ, scaled to sum to 1 along `dim`.

        input (*) -> (*)

        Raises IndexError for a dimension that the input does not have.

        >>> minitorch.zeros(4).softmax(0)
        tensor([0.2500, 0.2500, 0.2500, 0.2500])
        """
    def sort(self, dim: _int = -1, descending: _bool = False, *, stable: _bool = False, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """Sort along `dim`, descending or not: (values, indices); stable or not, equal elements keep their order."""
    def split(self, split_size_or_sections: Any, dim: _int = 0) -> tuple[Tensor, ...]:
        """Return views along `dim`, of size split_size_or_sections or the sizes in it; RuntimeError if they do not fit."""
    def split_with_sizes(self, split_sizes: Any, dim: _int = 0) -> tuple[Tensor, ...]:
        """Return views: pieces of the tensor along `dim`, with the sizes split_sizes."""
    def sqrt(self, *, out: Tensor | None = None) -> Tensor:
        """√input; nan for negative input.

        input (*) -> (*)

        >>> minitorch.sqrt(minitorch.tensor([4.0, 9.0]))
        tensor([2., 3.])
        """
    def sqrt_(self) -> Self:
        """Write the result of `sqrt` into the tensor's own memory; return the tensor."""
    def square(self, *, out: Tensor | None = None) -> Tensor:
        """x²."""
    def square_(self) -> Self:
        """Write the result of `square` into the tensor's own memory; return the tensor."""
    def squeeze(self, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
        """Remove dimensions of size 1 (all, or those in `dim`); a view.

        (1, n, 1) -> (n,)

        Raises IndexError for a dimension that the tensor does not have.

        >>> minitorch.ones(1, 3, 1).squeeze().shape
        minitorch.Size([3])
        """
    def squeeze_(self, dim: _Dims | None = None) -> Self:
        """Drop dimensions of size 1, in place."""
    def std(self, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: Tensor | None = None) -> Tensor:
        """Return the standard deviation over `dim` (all, if None): the square root of `var`."""
    def stft(self, n_fft: _int, hop_length: _int | None = None, win_length: _int | None = None, window: Tensor | None = None, center: _bool = True, pad_mode: str = 'reflect', normalized: _bool = False, onesided: _bool | None = None, return_complex: _bool | None = None, align_to_window: _bool | None = None) -> Tensor:
        """Return the short-time Fourier transform: the frequencies of windows of a signal, one every `hop_length` samples.

        input            (L) or (N, L), real or complex
        n_fft            how many samples are transformed at once
        hop_length       distance from one window to the next; default n_fft // 4
        win_length       length of the window, in the middle of n_fft zeros; default n_fft
        window           (win_length), factors of the samples in a window, such as hann_window's; default ones
        center           whether the first window is centred on the first sample: the signal is padded by pad_mode
        normalized       whether the result is divided by √n_fft
        onesided         whether to return only the first n_fft // 2 + 1 frequencies, whose conjugates are the others;
                         None: yes for real signals
        return_complex   False: a last dimension of 2 for real and imaginary part; you must pass it for a real signal
        align_to_window  with center=False, whether a window that is shorter than n_fft starts at the first sample
        returns          (n_fft or n_fft // 2 + 1, windows), or the same for each of N signals

        Raises RuntimeError for sizes that do not fit together, NotImplementedError for another pad_mode.

        >>> minitorch.stft(minitorch.ones(8), 4, return_complex=True)[:, 0].real
        tensor([4., 0., 0.])
        """
    def storage(self) -> Any:
        """Return the memory of the tensor and its views."""
    def storage_offset(self) -> _int:
        """Return the index in the storage of a view's first element."""
    @overload
    def stride(self) -> tuple[_int, ...]:
        """Return the step in memory, in elements, from one index to the next, for each dimension or for `dim`."""
    @overload
    def stride(self, dim: _int) -> _int:
        """Return the step in memory, in elements, from one index to the next, for each dimension or for `dim`."""
    def sub(self, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """input − alpha·other, broadcast."""
    def sub_(self, other: _Value, last: Any = None, *, alpha: _Number = 1) -> Self:
        """Compute input − alpha·other in place; return the tensor."""
    def subtract(self, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """input − alpha·other, broadcast."""
    def subtract_(self, other: _Value, last: Any = None, *, alpha: _Number = 1) -> Self:
        """Compute input − alpha·other in place; return the tensor."""
    def sum(self, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """Return the sum over `dim` (all, if None). Integers are summed in int64."""
    def sum_to_size(self, *size: _Sizes) -> Tensor:
        """Sum to the shape `size`, over the dimensions that broadcasting adds or repeats; RuntimeError if impossible."""
    def svd(self, some: _bool = True, compute_uv: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _USV:
        """Return U, S and V (not Vh, as linalg.svd does): (*, n, m) -> (*, n, k), (*, k), (*, m, k), k = min(n, m).

        some         False: square U and V
        compute_uv   False: U and V are zeros
        """
    def swapaxes(self, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
        """Swap two dimensions; a view.

        (*, n, *, m, *) -> (*, m, *, n, *)

        Raises IndexError for a dimension that the tensor does not have.

        >>> minitorch.ones(2, 3).transpose(0, 1).shape
        minitorch.Size([3, 2])
        """
    def swapaxes_(self, dim0: _int, dim1: _int) -> Self:
        """Swap two dimensions, in place."""
    def swapdims(self, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
        """Swap two dimensions; a view.

        (*, n, *, m, *) -> (*, m, *, n, *)

        Raises IndexError for a dimension that the tensor does not have.

        >>> minitorch.ones(2, 3).transpose(0, 1).shape
        minitorch.Size([3, 2])
        """
    def swapdims_(self, dim0: _int, dim1: _int) -> Self:
        """Swap two dimensions, in place."""
    def t(self) -> Tensor:
        """Return the transpose of a matrix, a view; a vector or number is unchanged. RuntimeError for more dimensions."""
    def t_(self) -> Self:
        """Transpose a matrix, in place. Raises RuntimeError for more dimensions."""
    def take(self, index: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return elements by their index in the flattened input: the result has the index's shape.

        Raises RuntimeError unless the index is int64.
        """
    def take_along_dim(self, indices: Tensor, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
        """Return the elements at `indices` along `dim` (negative: from its end), or in the flattened input if dim is None.

        indices   int64, with as many dimensions as input; dimensions other than `dim` broadcast

        Raises RuntimeError for indices of another dtype or number of dimensions, and for an index that is out of bounds,
        or negative if dim is None.
        """
    def tan(self, *, out: Tensor | None = None) -> Tensor:
        """Return the tangent of input radians."""
    def tan_(self) -> Self:
        """Write the result of `tan` into the tensor's own memory; return the tensor."""
    def tanh(self, *, out: Tensor | None = None) -> Tensor:
        """Return the hyperbolic tangent of each element, from −1 to 1.

        input (*) -> (*)

        Raises TypeError if the input is not a Tensor.

        >>> minitorch.tanh(minitorch.tensor([-1.0, 0.0]))
        tensor([-0.7616,  0.0000])
        """
    def tanh_(self) -> Self:
        """Write the result of `tanh` into the tensor's own memory; return the tensor."""
    def tensor_split(self, indices_or_sections: Any, dim: _int = 0) -> tuple[Tensor, ...]:
        """Split along `dim`: into indices_or_sections nearly equal pieces, or before these indices. Views.

        Raises RuntimeError for 0.
        """
    def tile(self, *dims: _Sizes) -> Tensor:
        """Repeat the whole tensor `dims` times along each dimension; a copy. Missing dims in front count as 1."""
    def to(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, non_blocking: _bool = False, copy: _bool = False, memory_format: Any = None) -> Tensor:
        """Return the tensor in another dtype or on another device: to(dtype), to(device), to(other), or both.

        (*) -> (*); copy=True returns new memory even if nothing changes

        Raises RuntimeError for a device that does not exist, TypeError for other arguments.

        >>> minitorch.tensor([1, 2]).to(minitorch.float32)
        tensor([1., 2.])
        """
    def to_dense(self, dtype: _dtype | None = None, *, masked_grad: Any = None) -> Tensor:
        """Return the tensor itself, which is dense, in another dtype if one is given. masked_grad has no effect."""
    def to_sparse(self, sparse_dim: Any = None) -> Tensor:
        """Return a SparseTensor of the elements that are not 0; sparse_dim: how many dimensions are indexed; None: all."""
    def to_sparse_coo(self) -> Tensor:
        """Call to_sparse: return a SparseTensor of the elements that are not 0."""
    def tolist(self) -> Any:
        """Return the elements as nested lists of Python numbers; for a 0-d tensor, a number.

        (n, m) -> n lists of m numbers

        >>> minitorch.tensor([[1, 2], [3, 4]]).tolist()
        [[1, 2], [3, 4]]
        """
    def topk(self, k: _int, dim: _int = -1, largest: _bool = True, sorted: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """Return the k largest (or smallest) along `dim`, always sorted: (values, indices).

        (*, n, *) -> two of (*, k, *)

        Raises RuntimeError if there are fewer than k.

        >>> minitorch.tensor([1.0, 5.0, 3.0]).topk(2).values
        tensor([5., 3.])
        """
    def trace(self) -> Tensor:
        """Return the sum of a matrix's diagonal. Raises RuntimeError unless it is a matrix."""
    def transpose(self, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
        """Swap two dimensions; a view.

        (*, n, *, m, *) -> (*, m, *, n, *)

        Raises IndexError for a dimension that the tensor does not have.

        >>> minitorch.ones(2, 3).transpose(0, 1).shape
        minitorch.Size([3, 2])
        """
    def transpose_(self, dim0: _int, dim1: _int) -> Self:
        """Swap two dimensions, in place."""
    def tril(self, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
        """Return the lower triangle of the last two dimensions: zeros above the diagonal numbered `diagonal` (0: main)."""
    def tril_(self, diagonal: _int = 0) -> Self:
        """Write the result of `tril` into the tensor's own memory; return the tensor."""
    def triu(self, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
        """Return the upper triangle of the last two dimensions: zeros below the diagonal numbered `diagonal` (0: main).

        (*, n, m) -> (*, n, m)

        Raises RuntimeError for fewer than two dimensions.

        >>> minitorch.ones(2, 2).triu(1)
        tensor([[0., 1.],
                [0., 0.]])
        """
    def triu_(self, diagonal: _int = 0) -> Self:
        """Write the result of `triu` into the tensor's own memory; return the tensor."""
    def true_divide(self, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
        """input / other; with rounding_mode "floor" or "trunc", rounded to an integer in the inputs' dtype."""
    def true_divide_(self, other: _Value, *, rounding_mode: str | None = None) -> Self:
        """Compute `div` in place; return the tensor."""
    def trunc(self, *, out: Tensor | None = None) -> Tensor:
        """Round towards zero."""
    def trunc_(self) -> Self:
        """Write the result of `trunc` into the tensor's own memory; return the tensor."""
    def trunc_divide_(self, y: Any) -> Self:
        """Write the result of `trunc_divide` into the tensor's own memory; return the tensor."""
    @overload
    def type(self) -> str:
        """Return the dtype's old name, or the tensor as `dtype`: a dtype, a type, or a name; ValueError if unknown."""
    @overload
    def type(self, dtype: Any, non_blocking: _bool = False) -> Tensor:
        """Return the dtype's old name, or the tensor as `dtype`: a dtype, a type, or a name; ValueError if unknown."""
    def type_as(self, other: _Value) -> Tensor:
        """Return the tensor in the dtype of `other`. Raises TypeError if `other` is not a Tensor."""
    def unbind(self, dim: _int = 0) -> tuple[Tensor, ...]:
        """Return views of the slices along `dim`, without that dimension."""
    def unflatten(self, dim: _int, sizes: _Sizes) -> Tensor:
        """Return a view with dimension `dim` split into several of `sizes`. TypeError unless sizes is a tuple or list."""
    def unfold(self, dimension: _int, size: _int, step: _int) -> Tensor:
        """View windows of `size`, `step` apart along a dimension, as a new last dimension: (…, windows, …, size)."""
    def uniform_(self, a: _float = 0, b: _float = 1, *, generator: _Generator | None = None) -> Tensor:
        """Fill with numbers uniform in [from, to), in place. NotImplementedError for a dtype without such numbers."""
    @overload
    def unique(self, sorted: _bool = True, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: _int | None = None) -> Tensor:
        """Return the distinct values in order, of all elements, or the distinct slices along `dim`.

        sorted           without effect: they are always in order
        return_inverse   also each element's index among them
        return_counts    also how often each value occurs
        """
    @overload
    def unique(self, sorted: _bool = True, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None) -> tuple[Tensor, ...]:
        """Return the distinct values in order, of all elements, or the distinct slices along `dim`.

        sorted           without effect: they are always in order
        return_inverse   also each element's index among them
        return_counts    also how often each value occurs
        """
    @overload
    def unique_consecutive(self, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: _int | None = None) -> Tensor:
        """Return one value of each run of equal values in the flattened input, or one slice of each run along `dim`.

        return_inverse   also each element's index among the runs
        return_counts    also the length of each run
        """
    @overload
    def unique_consecutive(self, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None) -> tuple[Tensor, ...]:
        """Return one value of each run of equal values in the flattened input, or one slice of each run along `dim`.

        return_inverse   also each element's index among the runs
        return_counts    also the length of each run
        """
    def unsqueeze(self, dim: _int, *, out: Tensor | None = None) -> Tensor:
        """Insert a new dimension of size 1 at `dim`; a view.

        (n, m) at dim 1 -> (n, 1, m)

        Raises IndexError for a dimension outside the result.

        >>> minitorch.ones(2, 3).unsqueeze(0).shape
        minitorch.Size([1, 2, 3])
        """
    def unsqueeze_(self, dim: _int) -> Self:
        """Insert a dimension of size 1 at `dim`, in place."""
    def untyped_storage(self) -> Any:
        """Return the memory of the tensor and its views, counted in bytes."""
    def var(self, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: Tensor | None = None) -> Tensor:
        """Return the variance over `dim` (all, if None), divided by n − correction; unbiased=False is correction=0."""
    def vdot(self, other: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Return the inner product Σ conj(input_i) · other_i of two vectors."""
    def view(self, *shape: _Sizes, size: _Sizes | None = None, dtype: _dtype | None = None) -> Tensor:
        """Return a tensor on the same memory in another shape; x.view(dtype) reads the same bytes as another dtype.

        size, dtype   the shape or the dtype, passed by keyword

        Raises RuntimeError if this shape is impossible without a copy.
        """
    def view_as(self, other: Tensor) -> Tensor:
        """Return a view in the shape of `other`."""
    @property
    def volatile(self) -> _bool:
        """Return False: an old flag of PyTorch, which `no_grad` has replaced."""
    def vsplit(self, indices_or_sections: Any) -> tuple[Tensor, ...]:
        """Split along the first dimension into views: into indices_or_sections equal pieces, or before these indices. RuntimeError if that is impossible."""
    def where(self, condition: Tensor, other: _Value) -> Tensor:
        """Return the tensor's elements where the condition is True, and those of `other` elsewhere."""
    def xlogy(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input · log(other), and 0 where input is 0."""
    def xlogy_(self, other: _Value) -> Self:
        """Write the result of `xlogy` into the tensor's own memory; return the tensor."""
    def zero_(self) -> Self:
        """Write 0 into all elements; return the tensor."""

class _ATau(NamedTuple):
    a: Tensor
    tau: Tensor

class _EigenvaluesEigenvectors(NamedTuple):
    eigenvalues: Tensor
    eigenvectors: Tensor

class _HistBinEdges(NamedTuple):
    hist: Tensor
    bin_edges: Tensor

class _InverseInfo(NamedTuple):
    inverse: Tensor
    info: Tensor

class _LInfo(NamedTuple):
    L: Tensor
    info: Tensor

class _LuPivots(NamedTuple):
    LU: Tensor
    pivots: Tensor

class _LuPivotsInfo(NamedTuple):
    LU: Tensor
    pivots: Tensor
    info: Tensor

class _MantissaExponent(NamedTuple):
    mantissa: Tensor
    exponent: Tensor

class _MinMax(NamedTuple):
    min: Tensor
    max: Tensor

class _PLU(NamedTuple):
    P: Tensor
    L: Tensor
    U: Tensor

class _QR(NamedTuple):
    Q: Tensor
    R: Tensor

class _ResultInfo(NamedTuple):
    result: Tensor
    info: Tensor

class _SignLogabsdet(NamedTuple):
    sign: Tensor
    logabsdet: Tensor

class _SolutionResidualsRankSingularValues(NamedTuple):
    solution: Tensor
    residuals: Tensor
    rank: Tensor
    singular_values: Tensor

class _USV(NamedTuple):
    U: Tensor
    S: Tensor
    V: Tensor

class _USVh(NamedTuple):
    U: Tensor
    S: Tensor
    Vh: Tensor

class _ValuesIndices(NamedTuple):
    values: Tensor
    indices: Tensor
