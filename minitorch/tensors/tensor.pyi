# Written by `python -m minitorch.stubs`.
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
    """The one element of x, for float(x), int(x) and complex(x)."""

def plain(array: Any, kind: Any = ...) -> Tensor:
    """A Tensor around `array`, outside any graph."""

def rebuild(array: Any, requires_grad: _bool, kind: Any, device: _Device = 'cpu') -> Tensor:
    """What pickle carries: the array, whether it is a leaf that wants a gradient, its class, and its device."""

registry: Any

tensor_types: Any

class Named(type):
    """The type of Tensor and Size: they print under the name that users import."""

class Size(tuple[_int, ...]):
    """A shape: a tuple that also knows `numel()`. Sums and parts of shapes are shapes.

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
        """The number of elements of a tensor of this shape."""

class Tensor:
    """An n-dimensional array whose history is kept where a gradient is wanted.

    Made by `minitorch.tensor(data)`; `Tensor(data)` makes float32 as PyTorch's does.
    `.array` is the NumPy or CuPy array behind it.
    """
    array: np.ndarray
    @property
    def H(self) -> Tensor:
        """The transpose of a matrix, its elements conjugated. Raises RuntimeError for more dimensions."""
    @property
    def T(self) -> Tensor:
        """The dimensions in opposite order: the transpose of a matrix. A view."""
    def __abs__(self) -> Tensor: ...
    def __add__(self, other: _Value) -> Tensor: ...
    def __and__(self, other: _Value) -> Tensor: ...
    def __array__(self, dtype: _dtype | None = None, copy: Any = None) -> np.ndarray: ...
    def __array_namespace__(self, *, api_version: Any = None) -> Tensor:
        """The module whose functions take Tensors in NumPy's words: minitorch.numpy. api_version changes nothing."""
    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: _bool = False) -> Tensor: ...
    def __bool__(self) -> _bool: ...
    def __complex__(self) -> _complex: ...
    def __contains__(self, value: Any) -> _bool: ...
    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Tensor:
        """A DLPack capsule of the tensor's memory, which another library's from_dlpack takes.

        The settings are those of the array standard: https://data-apis.org/array-api/latest/API_specification

        Raises BufferError for a tensor that requires a gradient, and for what NumPy cannot give out.
        """
    def __dlpack_device__(self) -> Tensor:
        """(kind, number) of the device, as DLPack counts: (1, 0) is the CPU, (2, n) the n-th GPU."""
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
        """|input|, of complex numbers too; its slope at 0 is taken as 0."""
    def abs_(self) -> Self:
        """`abs`, written over the tensor's own memory; returns it."""
    def absolute(self, *, out: Tensor | None = None) -> Tensor:
        """|input|, of complex numbers too; its slope at 0 is taken as 0."""
    def absolute_(self) -> Self:
        """`abs`, written over the tensor's own memory; returns it."""
    def acos(self, *, out: Tensor | None = None) -> Tensor:
        """The angle whose cosine is input, in [0, π]; nan outside [−1, 1]."""
    def acos_(self) -> Self:
        """`acos`, written over the tensor's own memory; returns it."""
    def acosh(self, *, out: Tensor | None = None) -> Tensor:
        """The positive number whose hyperbolic cosine is input; nan below 1."""
    def acosh_(self) -> Self:
        """`acosh`, written over the tensor's own memory; returns it."""
    def add(self, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """input + alpha·other, broadcast."""
    def add_(self, other: _Value, last: Any = None, *, alpha: _Number = 1) -> Self:
        """`add`, of alpha times the other, written over the tensor's own memory; returns it."""
    def addbmm(self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """beta · input + alpha · the sum over the batch of (batch1 @ batch2) -> (n, p). IndexError for fewer dimensions."""
    def addcdiv(self, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1, out: Tensor | None = None) -> Tensor:
        """input + value · tensor1 / tensor2. Raises RuntimeError where both of these are of integers."""
    def addcdiv_(self, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1) -> Self:
        """`addcdiv`, written over the tensor's own memory; returns it."""
    def addcmul(self, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1, out: Tensor | None = None) -> Tensor:
        """input + value · tensor1 · tensor2."""
    def addcmul_(self, tensor1: _Value, tensor2: Tensor, last: Any = None, *, value: _Number = 1) -> Self:
        """`addcmul`, written over the tensor's own memory; returns it."""
    def addmm(self, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """beta · input + alpha · (mat1 @ mat2): (n, m), (m, p) -> (n, p), to which input broadcasts."""
    def addmm_(self, mat1: Tensor, mat2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Self:
        """`addmm`, written over the tensor's own memory; returns it."""
    def addmv(self, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """beta · input + alpha · (mat @ vec): (n, m), (m,) -> (n,), to which input broadcasts; RuntimeError for others."""
    def addmv_(self, mat: Tensor, vec: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Self:
        """`addmv`, written over the tensor's own memory; returns it."""
    def addr(self, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """beta · input + alpha · (vec1 ⊗ vec2): (n,), (m,) -> (n, m), the input broadcasts; RuntimeError for others."""
    def addr_(self, vec1: Tensor, vec2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Self:
        """`addr`, written over the tensor's own memory; returns it."""
    def adjoint(self) -> Tensor:
        """Swap the last two dimensions and conjugate complex numbers."""
    def all(self, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Whether all elements are non-zero; with dim=(), each by itself."""
    def allclose(self, other: Tensor, rtol: _float = 1e-05, atol: _float = 1e-08, equal_nan: _bool = False) -> _bool:
        """Whether all |input − other| ≤ atol + rtol·|other|; with equal_nan, nan is close to nan.

        two tensors (*) of one dtype -> bool

        Raises RuntimeError where dtypes differ, or tolerances are negative.

        >>> minitorch.allclose(minitorch.ones(2), minitorch.ones(2) + 1e-7)
        True
        """
    def amax(self, dim: _int = (), keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """The largest over `dim` (all, when empty); where several tie, the gradient is shared evenly."""
    def amin(self, dim: _int = (), keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """The smallest over `dim` (all, when empty); where several tie, the gradient is shared evenly."""
    def aminmax(self, *, dim: _int | None = None, keepdim: _bool = False, out: tuple[Tensor, ...] | None = None) -> _MinMax:
        """The smallest and the largest, of all elements or along `dim`."""
    def angle(self, *, out: Tensor | None = None) -> Tensor:
        """The angle in radians, from −π to π; of real numbers 0, or π below 0. Any shape in, same out."""
    def any(self, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Whether any element is non-zero; with dim=(), each by itself."""
    def apply_(self, callable: Any) -> Self:
        """Each element replaced by callable(element): slow, for the CPU."""
    def arccos(self, *, out: Tensor | None = None) -> Tensor:
        """The angle whose cosine is input, in [0, π]; nan outside [−1, 1]."""
    def arccos_(self) -> Self:
        """`acos`, written over the tensor's own memory; returns it."""
    def arccosh(self, *, out: Tensor | None = None) -> Tensor:
        """The positive number whose hyperbolic cosine is input; nan below 1."""
    def arccosh_(self) -> Self:
        """`acosh`, written over the tensor's own memory; returns it."""
    def arcsin(self, *, out: Tensor | None = None) -> Tensor:
        """The angle whose sine is input, in [−π/2, π/2]; nan outside [−1, 1]."""
    def arcsin_(self) -> Self:
        """`asin`, written over the tensor's own memory; returns it."""
    def arcsinh(self, *, out: Tensor | None = None) -> Tensor:
        """The number whose hyperbolic sine is input."""
    def arcsinh_(self) -> Self:
        """`asinh`, written over the tensor's own memory; returns it."""
    def arctan(self, *, out: Tensor | None = None) -> Tensor:
        """The angle whose tangent is input, in (−π/2, π/2)."""
    def arctan2(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The angle of the point (other, input), first the height: in (−π, π], by the signs of both."""
    def arctan2_(self, other: _Value) -> Self:
        """`atan2`, written over the tensor's own memory; returns it."""
    def arctan_(self) -> Self:
        """`atan`, written over the tensor's own memory; returns it."""
    def arctanh(self, *, out: Tensor | None = None) -> Tensor:
        """The number whose hyperbolic tangent is input; nan outside [−1, 1]."""
    def arctanh_(self) -> Self:
        """`atanh`, written over the tensor's own memory; returns it."""
    def argmax(self, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Return the index of the largest (the first of several): in the flattened input, or along `dim`."""
    def argmin(self, dim: _int | None = None, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """Return the index of the smallest (the first of several): in the flattened input, or along `dim`."""
    def argsort(self, dim: _int = -1, descending: _bool = False, *, stable: _bool = False, out: Tensor | None = None) -> Tensor:
        """The indices that sort `input` along `dim`; arguments as sort's."""
    def argwhere(self) -> Tensor:
        """Where `input` is not zero: (n, dimensions)."""
    def as_strided(self, size: _Sizes, stride: _Sizes, storage_offset: _int | None = None) -> Tensor:
        """A view of input's memory: element (i, j, …) is the one at storage_offset + i·stride[0] + j·stride[1] + …

        size, stride     of each dimension, the strides in elements; where places overlap their gradients add up
        storage_offset   None: where input begins

        Raises RuntimeError for negative numbers, and where memory ends before the last element.
        >>> minitorch.arange(5).as_strided((3, 2), (1, 2))
        tensor([[0, 2],
                [1, 3],
                [2, 4]])
        """
    def asin(self, *, out: Tensor | None = None) -> Tensor:
        """The angle whose sine is input, in [−π/2, π/2]; nan outside [−1, 1]."""
    def asin_(self) -> Self:
        """`asin`, written over the tensor's own memory; returns it."""
    def asinh(self, *, out: Tensor | None = None) -> Tensor:
        """The number whose hyperbolic sine is input."""
    def asinh_(self) -> Self:
        """`asinh`, written over the tensor's own memory; returns it."""
    def astype(self, dtype: _dtype, *, copy: _bool = True) -> Tensor:
        """NumPy's name for `to(dtype, copy=copy)`; dtype may be NumPy's, or its name. Any shape in, same out."""
    def atan(self, *, out: Tensor | None = None) -> Tensor:
        """The angle whose tangent is input, in (−π/2, π/2)."""
    def atan2(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The angle of the point (other, input), first the height: in (−π, π], by the signs of both."""
    def atan2_(self, other: _Value) -> Self:
        """`atan2`, written over the tensor's own memory; returns it."""
    def atan_(self) -> Self:
        """`atan`, written over the tensor's own memory; returns it."""
    def atanh(self, *, out: Tensor | None = None) -> Tensor:
        """The number whose hyperbolic tangent is input; nan outside [−1, 1]."""
    def atanh_(self) -> Self:
        """`atanh`, written over the tensor's own memory; returns it."""
    def backward(self, gradient: Any = None, retain_graph: Any = None, create_graph: _bool = False, inputs: Any = None) -> None:
        """Add d self / d leaf to the .grad of every leaf; see `minitorch.autograd.backward`."""
    def baddbmm(self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """beta · input + alpha · (batch1 @ batch2), (b, n, m), (b, m, p) -> (b, n, p); IndexError for fewer dimensions."""
    def baddbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: _Number = 1, alpha: _Number = 1) -> Self:
        """`baddbmm`, written over the tensor's own memory; returns it."""
    def bernoulli(self, p: Any = None, *, generator: _Generator | None = None, out: Tensor | None = None) -> Tensor:
        """1 with the probability each element gives (or p), else 0; the dtype of `input`.

        Raises RuntimeError for no probabilities, NotImplementedError for integers.
        """
    def bernoulli_(self, p: _Value = 0.5, *, generator: _Generator | None = None) -> Tensor:
        """Fill with 1 by probability p, else 0, in place. NotImplementedError for a dtype without such numbers."""
    def bincount(self, weights: Tensor | None = None, minlength: _int = 0) -> Tensor:
        """How often each whole number from 0 on occurs in a vector; or the sum of its weights.

        minlength   how many numbers are counted at least

        Raises RuntimeError for another input, and for weights of another shape.
        """
    def bitwise_and(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input & other on bools or integers."""
    def bitwise_and_(self, other: _Value) -> Self:
        """`bitwise_and`, written over the tensor's own memory; returns it."""
    def bitwise_left_shift(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Shift the bits of integers left by other: input · 2^other."""
    def bitwise_left_shift_(self, other: _Value) -> Self:
        """`bitwise_left_shift`, written over the tensor's own memory; returns it."""
    def bitwise_not(self, *, out: Tensor | None = None) -> Tensor:
        """~input on bools or integers."""
    def bitwise_not_(self) -> Self:
        """`bitwise_not`, written over the tensor's own memory; returns it."""
    def bitwise_or(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input | other on bools or integers."""
    def bitwise_or_(self, other: _Value) -> Self:
        """`bitwise_or`, written over the tensor's own memory; returns it."""
    def bitwise_right_shift(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Shift the bits of integers right by other: input / 2^other rounded down."""
    def bitwise_right_shift_(self, other: _Value) -> Self:
        """`bitwise_right_shift`, written over the tensor's own memory; returns it."""
    def bitwise_xor(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input ^ other on bools or integers."""
    def bitwise_xor_(self, other: _Value) -> Self:
        """`bitwise_xor`, written over the tensor's own memory; returns it."""
    def bmm(self, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
        """`matmul` of two stacks, as many in each: (b, n, m), mat2 (b, m, p) -> (b, n, p); RuntimeError for others."""
    def bool(self, memory_format: Any = None) -> Tensor:
        """The tensor as bool."""
    def broadcast_to(self, size: _Sizes) -> Tensor:
        """The tensor expanded to `size`. A view. TypeError for a size that is no tuple of ints."""
    def byte(self, memory_format: Any = None) -> Tensor:
        """The tensor as uint8."""
    def cauchy_(self, *args: Any, generator: _Generator | None = None, **named: Any) -> Self:
        """Fill with Cauchy numbers around median, in place. NotImplementedError for a dtype without such numbers."""
    def ceil(self, *, out: Tensor | None = None) -> Tensor:
        """Round up to an integer."""
    def ceil_(self) -> Self:
        """`ceil`, written over the tensor's own memory; returns it."""
    def char(self, memory_format: Any = None) -> Tensor:
        """The tensor as int8."""
    def cholesky(self, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """The triangular L, (*, n, n), with L @ Lᴴ = input, Hermitian and positive-definite; Lᴴ if upper."""
    def cholesky_inverse(self, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """The inverse of A, (*, n, n), where `input` is its Cholesky factor, lower or upper."""
    def cholesky_solve(self, input2: Tensor, upper: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """The X with A @ X = input, (*, n, k), where input2 (*, n, n) is A's Cholesky factor, lower or upper.

        Raises RuntimeError for tensors of fewer than two dimensions.
        """
    def chunk(self, chunks: _int, dim: _int = 0) -> tuple[Tensor, ...]:
        """At most `chunks` pieces along `dim`, of equal size but for the last. Views. RuntimeError for chunks below 1."""
    def clamp(self, min: Any = None, max: Any = None, *, out: Tensor | None = None) -> Tensor:
        """input kept between min and max (numbers or tensors); the gradient passes where input is within.

        input (*), bounds numbers or (*) -> (*)

        Raises RuntimeError where both bounds are left out.

        >>> minitorch.tensor([-2.0, 0.5, 3.0]).clamp(0, 1)
        tensor([0.0000, 0.5000, 1.0000])
        """
    def clamp_(self, min: Any = None, max: Any = None) -> Self:
        """`clamp`, written over the tensor's own memory; returns it."""
    def clamp_max(self, max: Any, *, out: Tensor | None = None) -> Tensor:
        """Return the input, elements above max replaced by max."""
    def clamp_max_(self, max: Any) -> Self:
        """`clamp_max`, written over the tensor's own memory; returns it."""
    def clamp_min(self, min: Any, *, out: Tensor | None = None) -> Tensor:
        """Return the input, elements below min replaced by min."""
    def clamp_min_(self, min: Any) -> Self:
        """`clamp_min`, written over the tensor's own memory; returns it."""
    def clip(self, min: Any = None, max: Any = None, *, out: Tensor | None = None) -> Tensor:
        """input kept between min and max (numbers or tensors); the gradient passes where input is within.

        input (*), bounds numbers or (*) -> (*)

        Raises RuntimeError where both bounds are left out.

        >>> minitorch.tensor([-2.0, 0.5, 3.0]).clamp(0, 1)
        tensor([0.0000, 0.5000, 1.0000])
        """
    def clip_(self, min: Any = None, max: Any = None) -> Self:
        """`clamp`, written over the tensor's own memory; returns it."""
    def clone(self, *, out: Tensor | None = None) -> Tensor:
        """A copy with its own memory, still part of the graph.

        input (*) -> (*)

        >>> x = minitorch.ones(2); y = x.clone(); y[0] = 5; x
        tensor([1., 1.])
        """
    def conj(self) -> Tensor:
        """The complex conjugate; a real tensor itself."""
    def contiguous(self, memory_format: Any = None) -> Tensor:
        """The tensor itself if its elements lie row after row, else such a copy."""
    def copy(self) -> Tensor:
        """NumPy's name for `clone`."""
    def copy_(self, src: Tensor, non_blocking: _bool = False) -> Self:
        """Write the values of `src` over this tensor's memory, broadcast and cast.

        src broadcasts to the tensor's shape; returns the tensor

        Raises RuntimeError where it does not.

        >>> minitorch.zeros(2).copy_(minitorch.tensor(3))
        tensor([3., 3.])
        """
    def copysign(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """|input| with the sign of other, −0's too."""
    def copysign_(self, other: _Value) -> Self:
        """`copysign`, written over the tensor's own memory; returns it."""
    def corrcoef(self) -> Tensor:
        """The correlation of variables (rows) over observations (columns): (n, observations) -> (n, n)."""
    def cos(self, *, out: Tensor | None = None) -> Tensor:
        """The cosine of input radians."""
    def cos_(self) -> Self:
        """`cos`, written over the tensor's own memory; returns it."""
    def cosh(self, *, out: Tensor | None = None) -> Tensor:
        """The hyperbolic cosine: (eˣ + e⁻ˣ) / 2."""
    def cosh_(self) -> Self:
        """`cosh`, written over the tensor's own memory; returns it."""
    def count_nonzero(self, dim: _Dims | None = None) -> Tensor:
        """How many elements are not zero."""
    def cov(self, *, correction: _int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
        """The covariance of variables (rows) over observations (columns): (n, observations) -> (n, n).

        correction   what is taken off the number of observations
        fweights     how often each observation was made: whole numbers
        aweights     how much each counts

        Raises RuntimeError for more than two dimensions.
        """
    def cpu(self, memory_format: Any = None) -> Tensor:
        """The tensor on the CPU."""
    def cross(self, other: Tensor, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
        """The vector at right angles to both, along `dim` (the first of size 3, when None; else RuntimeError)."""
    def cuda(self, device: _Device | None = None, non_blocking: _bool = False, memory_format: Any = None) -> Tensor:
        """The tensor on a GPU: the current one, or one by its number or name. RuntimeError where there is none."""
    def cummax(self, dim: _int, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """The largest so far along `dim`: (values, indices)."""
    def cummin(self, dim: _int, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """The smallest so far along `dim`: (values, indices)."""
    def cumprod(self, dim: _int, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """Running products along `dim`."""
    def cumprod_(self, dim: _int, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Self:
        """`cumprod`, written over the tensor's own memory; returns it."""
    def cumsum(self, dim: _int, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """Running sums along `dim`."""
    def cumsum_(self, dim: _int, *, dtype: _dtype | None = None) -> Self:
        """`cumsum`, written over the tensor's own memory; returns it."""
    @property
    def data(self) -> Tensor:
        """The same memory outside the graph, with versions of its own: writes to it go unnoticed."""
    @data.setter
    def data(self, value: Tensor) -> None: ...
    def data_ptr(self) -> _int:
        """The address of the first element: equal for tensors that share memory from the start."""
    def deg2rad(self, *, out: Tensor | None = None) -> Tensor:
        """Degrees as radians."""
    def deg2rad_(self) -> Self:
        """`deg2rad`, written over the tensor's own memory; returns it."""
    def det(self, *, out: Tensor | None = None) -> Tensor:
        """The determinant of each square matrix."""
    def detach(self) -> Tensor:
        """The same memory and versions, outside the graph.

        (*) -> (*)

        >>> minitorch.ones(2, requires_grad=True).detach().requires_grad
        False
        """
    def detach_(self) -> Self:
        """Take it out of the graph, in place; returns it. Raises RuntimeError for a view."""
    @property
    def device(self) -> _device:
        """Where its memory is."""
    def diag(self, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
        """A vector as the diagonal of a matrix, or a matrix's diagonal as a vector; a copy. RuntimeError for others."""
    def diag_embed(self, offset: _int = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
        """The last dimension spread on the diagonal of two new ones, dim1 and dim2; offset: so far above the main one."""
    def diagflat(self, offset: _int = 0) -> Tensor:
        """The elements as the diagonal of a matrix, so far above the main one as offset says."""
    def diagonal(self, offset: _int = 0, dim1: _float = 0, dim2: _float = 1, *, out: Tensor | None = None) -> Tensor:
        """The diagonal of dimensions dim1 and dim2, put last; offset: so far above the main one. A view."""
    def diagonal_scatter(self, src: Tensor, offset: _int = 0, dim1: _int = 0, dim2: _int = 1) -> Tensor:
        """A copy with the tensor `src` in place of the diagonal that `diagonal` gives for offset, dim1 and dim2."""
    def diff(self, n: _int = 1, dim: _int = -1, prepend: Tensor | None = None, append: Tensor | None = None, *, out: Tensor | None = None) -> Tensor:
        """Return differences of neighbours along `dim`, n times; `prepend` and `append` are joined on first.

        Raises RuntimeError for a single number, and for a negative n.
        """
    def digamma(self, *, out: Tensor | None = None) -> Tensor:
        """The slope of lgamma."""
    def digamma_(self) -> Self:
        """`digamma`, written over the tensor's own memory; returns it."""
    def dim(self) -> _int:
        """The number of dimensions."""
    def dist(self, other: Tensor, p: _float = 2) -> Tensor:
        """The p-norm of the difference of two tensors that broadcast: a 0-d tensor."""
    def div(self, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
        """input / other; with rounding_mode "floor" or "trunc", a whole number of the inputs' dtype."""
    def div_(self, other: _Value, *, rounding_mode: str | None = None) -> Self:
        """`div`, written over the tensor's own memory; returns it."""
    def divide(self, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
        """input / other; with rounding_mode "floor" or "trunc", a whole number of the inputs' dtype."""
    def divide_(self, other: _Value, *, rounding_mode: str | None = None) -> Self:
        """`div`, written over the tensor's own memory; returns it."""
    def dot(self, tensor: Tensor, *, out: Tensor | None = None) -> Tensor:
        """The inner product of two vectors."""
    def double(self, memory_format: Any = None) -> Tensor:
        """The tensor as float64."""
    def dsplit(self, indices_or_sections: Any) -> tuple[Tensor, ...]:
        """Pieces along dimension 2, views: as many as indices_or_sections, or cut at these indices. RuntimeError where it cannot be cut so."""
    @property
    def dtype(self) -> _dtype:
        """The type of its elements, such as minitorch.float32."""
    def element_size(self) -> _int:
        """Bytes an element takes."""
    def eq(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input equals other, element by element, broadcast; bool."""
    def eq_(self, other: _Value) -> Self:
        """`eq`, written over the tensor's own memory; returns it."""
    def equal(self, other: Tensor) -> _bool:
        """Whether two tensors have the same shape and elements."""
    def erf(self, *, out: Tensor | None = None) -> Tensor:
        """2/√π ∫₀ˣ e^(−t²) dt: how much of a normal distribution lies within √2·input of its mean."""
    def erf_(self) -> Self:
        """`erf`, written over the tensor's own memory; returns it."""
    def erfc(self, *, out: Tensor | None = None) -> Tensor:
        """1 − erf(input), exact where erf is nearly 1."""
    def erfc_(self) -> Self:
        """`erfc`, written over the tensor's own memory; returns it."""
    def erfinv(self, *, out: Tensor | None = None) -> Tensor:
        """The z with erf(z) = input: a first guess by a formula, then three steps of Newton's method.

        Source of the guess: S. Winitzki, A handy approximation for the error function (2008).
        """
    def erfinv_(self) -> Self:
        """`erfinv`, written over the tensor's own memory; returns it."""
    def exp(self, *, out: Tensor | None = None) -> Tensor:
        """eˣ.

        input (*) -> (*)

        >>> minitorch.exp(minitorch.tensor([0.0, 1.0]))
        tensor([1.0000, 2.7183])
        """
    def exp2(self, *, out: Tensor | None = None) -> Tensor:
        """2ˣ."""
    def exp2_(self) -> Self:
        """`exp2`, written over the tensor's own memory; returns it."""
    def exp_(self) -> Self:
        """`exp`, written over the tensor's own memory; returns it."""
    def expand(self, *size: _Sizes) -> Tensor:
        """A view with sizes of 1 repeated up to `size`; −1 keeps a size.

        (1, n) to size (m, n) -> (m, n)

        Raises RuntimeError where a size other than 1 would change.

        >>> minitorch.ones(1, 3).expand(2, -1).shape
        minitorch.Size([2, 3])
        """
    def expand_as(self, other: Tensor) -> Tensor:
        """Expanded to the shape of `other`. A view."""
    def expm1(self, *, out: Tensor | None = None) -> Tensor:
        """eˣ − 1, exact near 0."""
    def expm1_(self) -> Self:
        """`expm1`, written over the tensor's own memory; returns it."""
    def exponential_(self, lambd: _float = 1, *, generator: _Generator | None = None) -> Tensor:
        """Fill with exponential numbers of rate lambd, in place. NotImplementedError for a dtype without such numbers."""
    def fill_(self, value: Any) -> Self:
        """Write one value everywhere."""
    def fill_diagonal_(self, fill_value: _Number, wrap: _bool = False) -> Self:
        """Write fill_value along the main diagonal, where all indices are equal.

        wrap   in a matrix with more rows than columns: begin again in the first column, a row after the last

        Raises RuntimeError for fewer than two dimensions.
        """
    def fix(self, *, out: Tensor | None = None) -> Tensor:
        """Round towards zero."""
    def fix_(self) -> Self:
        """`trunc`, written over the tensor's own memory; returns it."""
    def flatten(self, start_dim: _int = 0, end_dim: _int = -1, *, out: Tensor | None = None) -> Tensor:
        """The dimensions from start_dim to end_dim become one.

        (n, c, h, w) from start_dim 1 -> (n, c·h·w)

        Raises RuntimeError where start_dim comes after end_dim.

        >>> minitorch.ones(2, 3, 4).flatten(1).shape
        minitorch.Size([2, 12])
        """
    def flip(self, *dims: _Sizes) -> Tensor:
        """The order along `dims` reversed; a copy."""
    def fliplr(self) -> Tensor:
        """The second dimension reversed. Raises RuntimeError where there is none."""
    def flipud(self) -> Tensor:
        """The first dimension reversed. Raises RuntimeError where there is none."""
    def float(self, memory_format: Any = None) -> Tensor:
        """The tensor as float32."""
    def float_power(self, exponent: _Value, *, out: Tensor | None = None) -> Tensor:
        """input to the power exponent, in float64 (or complex128) throughout."""
    def float_power_(self, exponent: _Value) -> Self:
        """`float_power`, written over the tensor's own memory; returns it."""
    def floor(self, *, out: Tensor | None = None) -> Tensor:
        """Round down to an integer."""
    def floor_(self) -> Self:
        """`floor`, written over the tensor's own memory; returns it."""
    def floor_divide(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input / other rounded down, broadcast. Its slope is 0."""
    def floor_divide_(self, other: _Value) -> Self:
        """`floor_divide`, written over the tensor's own memory; returns it."""
    def fmax(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The larger of input and other, broadcast; where one is nan, the other."""
    def fmin(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The smaller of input and other, broadcast; where one is nan, the other."""
    def fmod(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return the remainder of input / other rounded towards zero; it has the sign of input."""
    def fmod_(self, other: _Value) -> Self:
        """`fmod`, written over the tensor's own memory; returns it."""
    def frac(self, *, out: Tensor | None = None) -> Tensor:
        """Return the fractional part, with the sign of the input."""
    def frac_(self) -> Self:
        """`frac`, written over the tensor's own memory; returns it."""
    def frexp(self, *, out: tuple[Tensor, ...] | None = None) -> _MantissaExponent:
        """The mantissa, from a half up to 1, and the exponent, int32: input is mantissa · 2^exponent.

        Raises RuntimeError for what is not floating.
        """
    def gather(self, dim: _int, index: Tensor, *, out: Tensor | None = None) -> Tensor:
        """out[i][j] = input[index[i][j]][j] for dim 0, and likewise for others.

        index   integers, of as many dimensions as input; the result has its shape
        """
    def gcd(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The greatest whole number that divides both, broadcast. NotImplementedError for floats."""
    def gcd_(self, other: _Value) -> Self:
        """`gcd`, written over the tensor's own memory; returns it."""
    def ge(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input is at least other, element by element, broadcast; bool."""
    def ge_(self, other: _Value) -> Self:
        """`ge`, written over the tensor's own memory; returns it."""
    def geometric_(self, *args: Any, generator: _Generator | None = None, **named: Any) -> Self:
        """Fill with how many tries the first success of probability p takes, in place. NotImplementedError for a dtype without such numbers."""
    def geqrf(self, *, out: tuple[Tensor, ...] | None = None) -> _ATau:
        """R above, and the reflections that make Q below, of input (*, n, m); tau (*, k) are their factors; see orgqr.

        No gradient passes: linalg.qr has one.
        """
    def ger(self, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Every element of one vector times every element of another, vec2: (n,), (m,) -> (n, m).

        Raises RuntimeError for no vectors.
        """
    def get_device(self) -> _int:
        """The number of the GPU that holds the tensor; −1 on the CPU."""
    @property
    def grad(self) -> Tensor | None:
        """The gradient that backward added up here, of the tensor's shape; None before.

        No leaf has one unless retained.
        """
    @grad.setter
    def grad(self, value: Tensor | None) -> None: ...
    @property
    def grad_fn(self) -> Any:
        """The node of the operation that computed it; None for a leaf."""
    def gradient(self, *, spacing: Any = 1, dim: _Dims | None = None, edge_order: _int = 1) -> tuple[Tensor, ...]:
        """Estimate the slopes of a function along each of `dim` from its values at points: a tuple of tensors like `input`.

        spacing      how far apart points are: a number, one for each dimension, or a vector of coordinates for each
        edge_order   1 or 2: at both ends slopes of a line through two points, or of a parabola through three

        Raises RuntimeError for bools and bytes, another edge_order, too few points, and spacings that do not fit dim.

        >>> minitorch.gradient(minitorch.tensor([1.0, 2.0, 4.0, 7.0]))
        (tensor([1.0000, 1.5000, 2.5000, 3.0000]),)
        """
    def greater(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input is above other, element by element, broadcast; bool."""
    def greater_(self, other: _Value) -> Self:
        """`gt`, written over the tensor's own memory; returns it."""
    def greater_equal(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input is at least other, element by element, broadcast; bool."""
    def greater_equal_(self, other: _Value) -> Self:
        """`ge`, written over the tensor's own memory; returns it."""
    def gt(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input is above other, element by element, broadcast; bool."""
    def gt_(self, other: _Value) -> Self:
        """`gt`, written over the tensor's own memory; returns it."""
    def half(self, memory_format: Any = None) -> Tensor:
        """The tensor as float16."""
    def heaviside(self, values: Tensor, *, out: Tensor | None = None) -> Tensor:
        """0 below zero, 1 above, `values` at it."""
    def heaviside_(self, values: Tensor) -> Self:
        """`heaviside`, written over the tensor's own memory; returns it."""
    def histc(self, bins: _int = 100, min: _Value = 0, max: _Value = 0, *, out: Tensor | None = None) -> Tensor:
        """How many elements fall into each of `bins` equal intervals from min to max (the data's when equal).

        input     any shape, floating point
        returns   (bins,), of the input's dtype

        Raises RuntimeError for no bins, max < min, or data that is not finite.

        >>> histc(minitorch.tensor([1.0, 2, 1, 3, 5]), bins=4)
        tensor([2., 1., 1., 1.])
        """
    def histogram(self, bins: Any = 100, *, range: Any = None, weight: Any = None, density: _bool = False, out: tuple[Tensor, ...] | None = None) -> _HistBinEdges:
        """How many elements fall into each bin, and where the bins end: (hist, bin_edges).

        input    any shape, float32 or float64
        bins     the number of bins, of equal widths; or (bins + 1,) their edges, in order, of the input's dtype
        range    (min, max) of bins of equal widths; None: the data's
        weight   what each element counts, of the input's shape and dtype; None: 1
        density  divide so that the bins times their widths add up to 1
        returns  (bins,), (bins + 1,)

        Each bin holds its left edge, and the last its right edge too; elements outside and nan are left out.
        Raises TypeError for `bins` of another kind; RuntimeError where shapes, dtypes or the range do not fit.

        >>> histogram(minitorch.tensor([1.0, 2, 1, 3, 5]), bins=4)
        minitorch.return_types.histogram(
        hist=tensor([2., 1., 1., 1.]),
        bin_edges=tensor([1., 2., 3., 4., 5.]))
        """
    def hsplit(self, indices_or_sections: Any) -> tuple[Tensor, ...]:
        """Pieces along dimension 1, views: as many as indices_or_sections, or cut at these indices. RuntimeError where it cannot be cut so."""
    def hypot(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return √(x² + y²), the hypotenuse of a right triangle; the squares cannot overflow."""
    def hypot_(self, other: _Value) -> Self:
        """`hypot`, written over the tensor's own memory; returns it."""
    @property
    def imag(self) -> Tensor:
        """The imaginary parts. RuntimeError for a real tensor."""
    def index_add(self, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """A copy with slices of alpha·source added to those along `dim` that `index` names; repeats add up."""
    def index_add_(self, dim: _int, index: Tensor, source: Tensor, *, alpha: _Number = 1) -> Self:
        """Add slices of alpha·source to those along `dim` that `index` names, in place."""
    def index_copy(self, dim: _int, index: Tensor, source: Tensor, *, out: Tensor | None = None) -> Tensor:
        """A copy with the slices along `dim` that `index` names taken from `source`."""
    def index_copy_(self, dim: _int, index: Tensor, source: Tensor) -> Self:
        """Write slices of `source` over those along `dim` that `index` names. RuntimeError for an index not of int64."""
    def index_fill(self, dim: _int, index: Tensor, value: _Value) -> Tensor:
        """A copy with one value in the slices along `dim` that `index` names."""
    def index_fill_(self, dim: _int, index: Tensor, value: _Value) -> Self:
        """Write one value into the slices along `dim` that `index`, a vector, names.

        RuntimeError or IndexError for others.
        """
    def index_put(self, indices: Any, values: Tensor, accumulate: _bool = False) -> Tensor:
        """A copy with `values` written (accumulate=True: added) where indices, a tuple of index tensors, points."""
    def index_put_(self, indices: Any, values: Tensor, accumulate: _bool = False) -> Self:
        """Write (accumulate=True: add) `values` where indices, a tuple of index tensors, points."""
    def index_reduce(self, dim: _int, index: Tensor, source: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | None = None) -> Tensor:
        """A copy whose slices along `dim` are reduced with those of `source`: "prod", "mean", "amax" or "amin".

        index          (n,), which slice each of the n slices of source goes to
        include_self   whether the elements that are there take part

        Raises RuntimeError for another reduce and for other sizes, IndexError for an index that is no vector or names no
        slice, and NotImplementedError for complex numbers, but for what takes part with them by "prod" and "mean".
        """
    def index_reduce_(self, dim: _int, index: Tensor, source: Tensor, reduce: str, *, include_self: _bool = True) -> Self:
        """`index_reduce`, written over the tensor's own memory; returns it."""
    def index_select(self, dim: _int, index: Tensor, *, out: Tensor | None = None) -> Tensor:
        """The slices of `input` along `dim` that `index`, a vector of integers, names; a copy. RuntimeError for others."""
    def inner(self, other: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Products summed over the last dimensions, both of size n: (*, n), (#, n) -> (*, #). RuntimeError for others."""
    def int(self, memory_format: Any = None) -> Tensor:
        """The tensor as int32."""
    def inverse(self, *, out: Tensor | None = None) -> Tensor:
        """The inverse of each square matrix of a stack."""
    def is_complex(self) -> _bool:
        """Whether its numbers are complex."""
    def is_conj(self) -> _bool:
        """False: conj() has computed its result, where PyTorch may only have marked it."""
    def is_contiguous(self, memory_format: Any = None) -> _bool:
        """Whether the elements lie row after row in memory; for memory_format=channels_last, channels fastest."""
    @property
    def is_cpu(self) -> _bool:
        """Whether its memory is the CPU's."""
    @property
    def is_cuda(self) -> _bool:
        """Whether its memory is a GPU's."""
    def is_floating_point(self) -> _bool:
        """Whether the dtype is a floating one."""
    def is_inference(self) -> _bool:
        """Whether it was made in inference_mode."""
    @property
    def is_leaf(self) -> _bool:
        """Whether it was not computed by recorded operations: a gradient ends here."""
    @property
    def is_meta(self) -> _bool:
        """Whether it has a shape and no data."""
    @property
    def is_mkldnn(self) -> _bool:
        """False: there are no such tensors here."""
    @property
    def is_mps(self) -> _bool:
        """False: there are no such tensors here."""
    def is_neg(self) -> _bool:
        """False: a tensor's numbers are those in its memory."""
    @property
    def is_nested(self) -> _bool:
        """False: there are no such tensors here."""
    def is_nonzero(self) -> _bool:
        """Whether the one element is not zero."""
    def is_pinned(self, device: _Device | None = None) -> _bool:
        """False: memory is not pinned here."""
    @property
    def is_quantized(self) -> _bool:
        """False: there are no such tensors here."""
    def is_same_size(self, other: _Value) -> _bool:
        """Whether the shapes are equal. Raises TypeError for what is no Tensor."""
    def is_set_to(self, tensor: Tensor) -> _bool:
        """Return whether both are views of the same memory with the same shape and strides."""
    def is_shared(self) -> Tensor:
        """Whether `share_memory_` has moved it."""
    def is_signed(self) -> _bool:
        """Whether the dtype has negative numbers."""
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
        """Whether |input − other| ≤ atol + rtol·|other|, element by element; with equal_nan, nan is close to nan.

        Raises RuntimeError where tolerances are negative.
        """
    def isfinite(self, *, out: Tensor | None = None) -> Tensor:
        """Whether input is neither inf nor nan, element by element; bool."""
    def isinf(self, *, out: Tensor | None = None) -> Tensor:
        """Whether input is +inf or −inf, element by element; bool."""
    def isnan(self, *, out: Tensor | None = None) -> Tensor:
        """Whether input is not a number, element by element; bool."""
    def isneginf(self, *, out: Tensor | None = None) -> Tensor:
        """Whether x is −inf, element by element; bool."""
    def isposinf(self, *, out: Tensor | None = None) -> Tensor:
        """Whether x is +inf, element by element; bool."""
    def isreal(self, *, out: Tensor | None = None) -> Tensor:
        """Whether input is a real number, as all but complex tensors' are; bool."""
    def istft(self, n_fft: _int, hop_length: _int | None = None, win_length: _int | None = None, window: Tensor | None = None, center: _bool = True, normalized: _bool = False, onesided: _bool | None = None, length: _int | None = None, return_complex: _bool = False) -> Tensor:
        """The signal of which `stft` gave these frequencies: windows added where they were, divided by what covers each.

        input            (n_fft or n_fft // 2 + 1, windows) or (N, …), complex; other arguments as stft was given them
        length           how long the signal is: what is beyond is cut, and what is missing is zeros, with a warning
        return_complex   whether the signal is complex: then all n_fft frequencies are needed
        returns          (L) or (N, L)

        Raises RuntimeError for sizes that do not go together, and where windows leave a number of the signal uncovered.

        >>> x = minitorch.arange(8.0); w = minitorch.hann_window(4)
        >>> minitorch.istft(minitorch.stft(x, 4, window=w, return_complex=True), 4, window=w).allclose(x, atol=1e-5)
        True
        """
    def item(self) -> Any:
        """The one element as a Python number.

        (), or one element of any shape -> a number

        Raises RuntimeError where there are several elements, or none.

        >>> minitorch.tensor([2.5]).item()
        2.5
        """
    @property
    def itemsize(self) -> _int:
        """Bytes that an element takes."""
    def kron(self, other: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Every element of the first times the whole second, laid out in blocks."""
    def kthvalue(self, k: _int, dim: _int = -1, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """The k-th smallest along `dim`, counted from 1: (values, indices)."""
    @property
    def layout(self) -> Any:
        """How the elements lie in memory: `strided`, always."""
    def lcm(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The least whole number that both divide, broadcast. NotImplementedError for floats."""
    def lcm_(self, other: _Value) -> Self:
        """`lcm`, written over the tensor's own memory; returns it."""
    def ldexp(self, other: Tensor, *, out: Tensor | None = None) -> Tensor:
        """input · 2^other, broadcast: in input's dtype where other is of integers; NotImplementedError for bools there."""
    def ldexp_(self, other: Tensor) -> Self:
        """`ldexp`, written over the tensor's own memory; returns it."""
    def le(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input is at most other, element by element, broadcast; bool."""
    def le_(self, other: _Value) -> Self:
        """`le`, written over the tensor's own memory; returns it."""
    def lerp(self, end: Tensor, weight: _Value, *, out: Tensor | None = None) -> Tensor:
        """Interpolate: input + weight · (end − input), end itself for 1. RuntimeError for a weight of another dtype."""
    def lerp_(self, end: Tensor, weight: _Value) -> Self:
        """`lerp`, written over the tensor's own memory; returns it."""
    def less(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input is below other, element by element, broadcast; bool."""
    def less_(self, other: _Value) -> Self:
        """`lt`, written over the tensor's own memory; returns it."""
    def less_equal(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input is at most other, element by element, broadcast; bool."""
    def less_equal_(self, other: _Value) -> Self:
        """`le`, written over the tensor's own memory; returns it."""
    def lgamma(self, *, out: Tensor | None = None) -> Tensor:
        """log |Γ(input)|, the logarithm of the factorial of input − 1, by Stirling's series."""
    def lgamma_(self) -> Self:
        """`lgamma`, written over the tensor's own memory; returns it."""
    def log(self, *, out: Tensor | None = None) -> Tensor:
        """The natural logarithm; −inf at 0, nan below.

        input (*) -> (*)

        >>> minitorch.log(minitorch.tensor([1.0, 0.0]))
        tensor([0., -inf])
        """
    def log10(self, *, out: Tensor | None = None) -> Tensor:
        """The logarithm to base 10."""
    def log10_(self) -> Self:
        """`log10`, written over the tensor's own memory; returns it."""
    def log1p(self, *, out: Tensor | None = None) -> Tensor:
        """log(1 + input), exact near 0."""
    def log1p_(self) -> Self:
        """`log1p`, written over the tensor's own memory; returns it."""
    def log2(self, *, out: Tensor | None = None) -> Tensor:
        """The logarithm to base 2."""
    def log2_(self) -> Self:
        """`log2`, written over the tensor's own memory; returns it."""
    def log_(self) -> Self:
        """`log`, written over the tensor's own memory; returns it."""
    def log_normal_(self, *args: Any, generator: _Generator | None = None, **named: Any) -> Self:
        """Fill with e to the power of normal numbers of that mean and std, in place. NotImplementedError for a dtype without such numbers."""
    def log_softmax(self, dim: _int, dtype: _dtype | None = None, *, out: Tensor | None = None) -> Tensor:
        """log(softmax(input)), without overflow and without log(0).

        input (*) -> (*)

        Raises IndexError for a dimension that is not there.

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
        """The logarithm of each determinant, (*, n, n) -> (*); nan where that is negative."""
    def logical_and(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input and other, element by element, broadcast; bool."""
    def logical_and_(self, other: _Value) -> Self:
        """`logical_and`, written over the tensor's own memory; returns it."""
    def logical_not(self, *, out: Tensor | None = None) -> Tensor:
        """Whether input is zero or False, element by element; bool."""
    def logical_not_(self) -> Self:
        """`logical_not`, written over the tensor's own memory; returns it."""
    def logical_or(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input or other, element by element, broadcast; bool."""
    def logical_or_(self, other: _Value) -> Self:
        """`logical_or`, written over the tensor's own memory; returns it."""
    def logical_xor(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input xor other, element by element, broadcast; bool."""
    def logical_xor_(self, other: _Value) -> Self:
        """`logical_xor`, written over the tensor's own memory; returns it."""
    def logit(self, eps: _float | None = None, *, out: Tensor | None = None) -> Tensor:
        """log(p / (1 − p)) of p = input, the inverse of sigmoid; nan outside [0, 1], unless eps is given: then the input
        is clamped to [eps, 1 − eps] first.
        """
    def logit_(self, eps: _float | None = None) -> Self:
        """`logit`, written over the tensor's own memory; returns it."""
    def logsumexp(self, dim: _int, keepdim: _bool = False, *, out: Tensor | None = None) -> Tensor:
        """log Σ eˣ over `dim`, without overflow."""
    def long(self, memory_format: Any = None) -> Tensor:
        """The tensor as int64."""
    def lt(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input is below other, element by element, broadcast; bool."""
    def lt_(self, other: _Value) -> Self:
        """`lt`, written over the tensor's own memory; returns it."""
    def lu_solve(self, LU_data: Tensor, LU_pivots: Tensor, *, out: Tensor | None = None) -> Tensor:
        """The x with A @ x = input, (*, n, k), from linalg.lu_factor's LU_data (*, n, n) and LU_pivots of A."""
    def lu_unpack(self, LU_pivots: Tensor, unpack_data: _bool = True, unpack_pivots: _bool = True) -> _PLU:
        """P, L and U of what linalg.lu_factor gave: (*, n, m), (*, k) -> (*, n, n), (*, n, k), (*, k, m).

        LU_data, LU_pivots           its LU and pivots
        unpack_data, unpack_pivots   False: L and U, or P, stay empty

        Raises RuntimeError for pivots that are not int32.
        """
    @property
    def mH(self) -> Tensor:
        """The transpose of each matrix of a stack, its elements conjugated. Raises RuntimeError for a vector."""
    @property
    def mT(self) -> Tensor:
        """The transpose of each matrix of a stack. A view; RuntimeError for a vector."""
    def map_(self, tensor: Tensor, callable: Any) -> Self:
        """Each element replaced by callable(element, the one of `tensor`): slow, for the CPU."""
    def masked_fill(self, mask: Tensor, value: _Value) -> Tensor:
        """`value` where the mask is True, `input` elsewhere; broadcast.

        (*), mask (*), value () -> (*)

        Raises RuntimeError for a mask that is not bool.

        >>> x = minitorch.tensor([1.0, -2.0]); x.masked_fill(x < 0, 0)
        tensor([1., 0.])
        """
    def masked_fill_(self, mask: Tensor, value: _Value) -> Self:
        """Write `value`, one number, where the mask is True; its shape broadcasts to the tensor's."""
    def masked_scatter(self, mask: Tensor, source: Tensor) -> Tensor:
        """Elements of `source`, in order, where the mask is True, of a shape that broadcasts.

        Raises RuntimeError if they are too few.
        """
    def masked_scatter_(self, mask: Tensor, source: Tensor) -> Self:
        """`masked_scatter`, written over the tensor's own memory; returns it."""
    def masked_select(self, mask: Tensor, *, out: Tensor | None = None) -> Tensor:
        """The elements where the mask is True, as a vector; a copy."""
    def matmul(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The matrix product; of vectors the inner product; of stacks of matrices one product each.

        (…, n, m) @ (…, m, p) -> (…, n, p), the leading dimensions broadcast; RuntimeError where the m differ
        """
    def matrix_exp(self) -> Tensor:
        """e to the power of each square matrix of a stack: I + A + A²/2 + …"""
    def matrix_power(self, n: _int, *, out: Tensor | None = None) -> Tensor:
        """A matrix multiplied with itself n times; its inverse for negative n."""
    @overload
    def max(self, *, out: Tensor | None = None) -> Tensor:
        """The maximum: of all elements; along `dim`, as (values, indices); or of two tensors.

        The index is that of the first, where several tie; the gradient goes there.
            Of all elements, it is shared evenly among those that tie.
        """
    @overload
    def max(self, dim: Tensor, *, out: Tensor | None = None) -> Tensor:
        """The maximum: of all elements; along `dim`, as (values, indices); or of two tensors.

        The index is that of the first, where several tie; the gradient goes there.
            Of all elements, it is shared evenly among those that tie.
        """
    @overload
    def max(self, *, other: Tensor, out: Tensor | None = None) -> Tensor:
        """The maximum: of all elements; along `dim`, as (values, indices); or of two tensors.

        The index is that of the first, where several tie; the gradient goes there.
            Of all elements, it is shared evenly among those that tie.
        """
    @overload
    def max(self, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> _ValuesIndices:
        """The maximum: of all elements; along `dim`, as (values, indices); or of two tensors.

        The index is that of the first, where several tie; the gradient goes there.
            Of all elements, it is shared evenly among those that tie.
        """
    def maximum(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The larger of input and other, broadcast; nan if either is. Where they tie the gradient is halved."""
    def mean(self, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """The mean over `dim` (all, when None). nan of nothing. Raises RuntimeError for integers without a dtype."""
    @overload
    def median(self) -> Tensor:
        """The median, the lower of two, nan where there is one: of all elements, or along `dim` as (values, indices)."""
    @overload
    def median(self, dim: _int, keepdim: _bool = False) -> _ValuesIndices:
        """The median, the lower of two, nan where there is one: of all elements, or along `dim` as (values, indices)."""
    @overload
    def min(self, *, out: Tensor | None = None) -> Tensor:
        """The minimum: of all elements; along `dim`, as (values, indices); or of two tensors.

        The index is that of the first, where several tie; the gradient goes there.
            Of all elements, it is shared evenly among those that tie.
        """
    @overload
    def min(self, dim: Tensor, *, out: Tensor | None = None) -> Tensor:
        """The minimum: of all elements; along `dim`, as (values, indices); or of two tensors.

        The index is that of the first, where several tie; the gradient goes there.
            Of all elements, it is shared evenly among those that tie.
        """
    @overload
    def min(self, *, other: Tensor, out: Tensor | None = None) -> Tensor:
        """The minimum: of all elements; along `dim`, as (values, indices); or of two tensors.

        The index is that of the first, where several tie; the gradient goes there.
            Of all elements, it is shared evenly among those that tie.
        """
    @overload
    def min(self, dim: _int, keepdim: _bool = False, *, out: tuple[Tensor, Tensor] | None = None) -> _ValuesIndices:
        """The minimum: of all elements; along `dim`, as (values, indices); or of two tensors.

        The index is that of the first, where several tie; the gradient goes there.
            Of all elements, it is shared evenly among those that tie.
        """
    def minimum(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The smaller of input and other, broadcast; nan if either is. Where they tie the gradient is halved."""
    def mm(self, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
        """`matmul` of two matrices, input and mat2: (n, m), (m, p) -> (n, p)."""
    def mode(self, dim: _int = -1, keepdim: _bool = False, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """The most frequent value along `dim`, the smallest of several: (values, indices)."""
    def moveaxis(self, source: _Sizes, destination: _Sizes) -> Tensor:
        """Move dimensions from source to destination, the others in order. A view. RuntimeError for unequal numbers."""
    def movedim(self, source: _Sizes, destination: _Sizes) -> Tensor:
        """Move dimensions from source to destination, the others in order. A view. RuntimeError for unequal numbers."""
    def mul(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input·other, broadcast."""
    def mul_(self, other: _Value) -> Self:
        """`mul`, written over the tensor's own memory; returns it."""
    def multinomial(self, num_samples: _int, replacement: _bool = False, *, generator: _Generator | None = None, out: Tensor | None = None) -> Tensor:
        """Indices drawn with the weights in each row: (n,) -> (num_samples,), (m, n) -> (m, num_samples).

        replacement   whether an index may come again

        Raises RuntimeError for weights that are negative or all 0, and for more draws than there are without replacement.
        """
    def multiply(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input·other, broadcast."""
    def multiply_(self, other: _Value) -> Self:
        """`mul`, written over the tensor's own memory; returns it."""
    def mv(self, vec: Tensor, *, out: Tensor | None = None) -> Tensor:
        """`matmul` of a matrix and a vector vec: (n, m), (m,) -> (n,)."""
    @property
    def name(self) -> Any:
        """None: tensors have no names here."""
    def nan_to_num(self, nan: _float = 0.0, posinf: _float | None = None, neginf: _float | None = None, *, out: Tensor | None = None) -> Tensor:
        """nan, inf and −inf as nan, posinf and neginf. RuntimeError for complex numbers that require a gradient."""
    def nan_to_num_(self, nan: _float = 0.0, posinf: _float | None = None, neginf: _float | None = None) -> Self:
        """`nan_to_num`, written over the tensor's own memory; returns it."""
    def nanmean(self, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """The mean over `dim` of what is not nan. Raises RuntimeError for integers."""
    @overload
    def nanmedian(self) -> Tensor:
        """The median of what is not nan: of all elements, or along `dim` as (values, indices)."""
    @overload
    def nanmedian(self, dim: _int, keepdim: _bool = False) -> _ValuesIndices:
        """The median of what is not nan: of all elements, or along `dim` as (values, indices)."""
    def nanquantile(self, q: _Value, dim: _int | None = None, keepdim: _bool = False, *, interpolation: str = 'linear', out: Tensor | None = None) -> Tensor:
        """`quantile` of what is not nan."""
    def nansum(self, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """The sum over `dim` with nan counted as 0. Raises NotImplementedError for complex numbers."""
    def narrow(self, dim: _int, start: _int, length: _int) -> Tensor:
        """Return `length` elements from `start` on along `dim`. A view. RuntimeError where there are not that many."""
    def narrow_copy(self, dim: _int, start: _int, length: _int) -> Tensor:
        """Return a copy of `length` elements from `start` on along `dim`; RuntimeError where there are not that many."""
    @property
    def nbytes(self) -> _int:
        """Bytes that all elements take."""
    @property
    def ndim(self) -> _int:
        """How many dimensions it has."""
    def ndimension(self) -> _int:
        """The number of dimensions."""
    def ne(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input differs from other, element by element, broadcast; bool."""
    def ne_(self, other: _Value) -> Self:
        """`ne`, written over the tensor's own memory; returns it."""
    def neg(self, *, out: Tensor | None = None) -> Tensor:
        """−input. Raises RuntimeError for bools, which ~ turns round."""
    def neg_(self) -> Self:
        """`neg`, written over the tensor's own memory; returns it."""
    def negative(self, *, out: Tensor | None = None) -> Tensor:
        """−input. Raises RuntimeError for bools, which ~ turns round."""
    def negative_(self) -> Self:
        """`neg`, written over the tensor's own memory; returns it."""
    def nelement(self) -> _int:
        """The number of elements."""
    def new(self, *data: Any, device: _Device | None = None) -> Tensor:
        """An old way to a tensor of the same dtype and device: x.new(2, 3), all zero, or x.new([1, 2])."""
    def new_empty(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, **named: Any) -> Tensor:
        """`empty` with the dtype and device of this tensor."""
    def new_full(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, **named: Any) -> Tensor:
        """`full` with the dtype and device of this tensor."""
    def new_ones(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, **named: Any) -> Tensor:
        """`ones` with the dtype and device of this tensor."""
    def new_tensor(self, data: Any, *, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False) -> Tensor:
        """`tensor(data)` with the dtype and device of this one."""
    def new_zeros(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, requires_grad: _bool = False, layout: Any = None, pin_memory: _bool = False, **named: Any) -> Tensor:
        """`zeros` with the dtype and device of this tensor."""
    def nextafter(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """The next number that the dtype has after input, towards other; input itself where the two are equal."""
    def nextafter_(self, other: _Value) -> Self:
        """`nextafter`, written over the tensor's own memory; returns it."""
    @overload
    def nonzero(self, *, as_tuple: Literal[False] = False, out: Tensor | None = None) -> Tensor:
        """Where `input` is not zero: (n, dimensions), or one vector a dimension with as_tuple."""
    @overload
    def nonzero(self, *, as_tuple: Literal[True]) -> tuple[Tensor, ...]:
        """Where `input` is not zero: (n, dimensions), or one vector a dimension with as_tuple."""
    def norm(self, p: Any = 'fro', dim: _Dims | None = None, keepdim: _bool = False, out: Tensor | None = None, dtype: _dtype | None = None) -> Tensor:
        """The p-norm over `dim` (all, when None); 'fro' is the 2-norm of all, 'nuc' of a matrix.

        Raises RuntimeError for other words.
        """
    def normal_(self, mean: _float = 0, std: _float = 1, *, generator: _Generator | None = None) -> Tensor:
        """Fill with normal numbers of the given mean and standard deviation, in place. NotImplementedError for a dtype without such numbers."""
    def not_equal(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Whether input differs from other, element by element, broadcast; bool."""
    def not_equal_(self, other: _Value) -> Self:
        """`ne`, written over the tensor's own memory; returns it."""
    def numel(self) -> _int:
        """The number of elements."""
    def numpy(self, *, force: _bool = False) -> np.ndarray:
        """The array behind the tensor, sharing its memory (on the CPU, outside the graph).

        (*) -> an array (*); force: from a GPU and out of the graph too

        Raises RuntimeError where the tensor requires a gradient, unless in no_grad.

        >>> minitorch.ones(2).numpy()
        array([1., 1.], dtype=float32)
        """
    def orgqr(self, input2: Tensor, *, out: Tensor | None = None) -> Tensor:
        """linalg.householder_product: the Q of geqrf's results, input (*, n, m) and input2 (*, k)."""
    def outer(self, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Every element of one vector times every element of another, vec2: (n,), (m,) -> (n, m).

        Raises RuntimeError for no vectors.
        """
    @property
    def output_nr(self) -> _int:
        """Which of the results of its operation it is."""
    def permute(self, *dims: _Sizes) -> Tensor:
        """A view with the dimensions in the order `dims`.

        (a, b, c) by dims (2, 0, 1) -> (c, a, b)

        Raises RuntimeError unless each dimension is named once.

        >>> minitorch.ones(2, 3, 4).permute(2, 0, 1).shape
        minitorch.Size([4, 2, 3])
        """
    def pin_memory(self, device: _Device | None = None) -> Tensor:
        """The tensor itself: memory is not pinned here. Raises RuntimeError for one that is not on the CPU."""
    def pinverse(self, rcond: _float = 1e-15, *, out: Tensor | None = None) -> Tensor:
        """The pseudo-inverse (n, m) -> (m, n): singular values up to rcond · the largest count as 0."""
    def positive(self) -> Tensor:
        """+input: itself."""
    def pow(self, exponent: Any, *, out: Tensor | None = None) -> Tensor:
        """input to the power exponent, broadcast. 0⁰ is 1.

        (*), (*) -> (*)

        Raises RuntimeError for integers to a negative power.

        >>> minitorch.tensor([1.0, 2.0, 3.0]).pow(2)
        tensor([1., 4., 9.])
        """
    def pow_(self, exponent: Any) -> Self:
        """`pow`, written over the tensor's own memory; returns it."""
    def prod(self, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """The product over one `dim` (all, when None)."""
    def put(self, index: Tensor, source: Tensor, accumulate: _bool = False) -> Tensor:
        """A copy with each of `source` written, or added if accumulate, at its index in the flattened tensor; see put_."""
    def put_(self, index: Tensor, source: Tensor, accumulate: _bool = False) -> Self:
        """Write each of `source`, or add it if accumulate, at its index in the flattened tensor; negatives from the end.

        index, source   of equally many elements, in any shapes

        Raises IndexError for an index out of bounds, and where the two have different numbers of elements.
        """
    def qr(self, some: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _QR:
        """Q and R as of linalg.qr, (*, n, m) -> (*, n, k), (*, k, m); a square Q with some=False."""
    def quantile(self, q: _Value, dim: _int | None = None, keepdim: _bool = False, *, interpolation: str = 'linear', out: Tensor | None = None) -> Tensor:
        """The value below which a part q of the elements lies, nan where there is one.

        q               a number, or a vector: its results come stacked along a new first dimension
        interpolation   between two neighbours: "linear", "lower", "higher", "nearest" or "midpoint"
        """
    def rad2deg(self, *, out: Tensor | None = None) -> Tensor:
        """Radians as degrees."""
    def rad2deg_(self) -> Self:
        """`rad2deg`, written over the tensor's own memory; returns it."""
    def random_(self, low: _int | None = None, high: _int | None = None, *, generator: _Generator | None = None) -> Tensor:
        """Fill with whole numbers from low up to high, in place. NotImplementedError for a dtype without such numbers."""
    def ravel(self) -> Tensor:
        """The elements as a vector; a view where the memory allows."""
    @property
    def real(self) -> Tensor:
        """The real parts; a real tensor itself."""
    def reciprocal(self, *, out: Tensor | None = None) -> Tensor:
        """1/input."""
    def reciprocal_(self) -> Self:
        """`reciprocal`, written over the tensor's own memory; returns it."""
    def refresh(self) -> Tensor:
        """Follow the base again if it was written to since this view was made."""
    def refresh_open(self) -> Tensor:
        """The same, but for a view that may not be followed: asking what it is does no harm."""
    def register_hook(self, hook: Any) -> Any:
        """Call hook(grad) when this tensor's gradient is complete; what it returns replaces it.

        returns   a handle whose .remove() unhooks it

        Raises RuntimeError for a tensor without a gradient.
        """
    def register_post_accumulate_grad_hook(self, hook: Any) -> Any:
        """Call hook(tensor) after a walk has added to this leaf's .grad. RuntimeError for what is no leaf."""
    def relu(self, *, out: Tensor | None = None) -> Tensor:
        """Return max(input, 0), element by element. The derivative at 0 is taken as 0."""
    def relu_(self) -> Self:
        """`relu`, written over the tensor's own memory; returns it."""
    def remainder(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """Return the remainder of input / other rounded down; it has the sign of other."""
    def remainder_(self, other: _Value) -> Self:
        """`remainder`, written over the tensor's own memory; returns it."""
    def renorm(self, p: Any, dim: _int, maxnorm: Any, *, out: Tensor | None = None) -> Tensor:
        """Each slice along `dim` scaled down where its p-norm exceeds maxnorm, the same shape.

        Raises RuntimeError for fewer than two dimensions, and unless p is positive.
        """
    def renorm_(self, p: Any, dim: _int, maxnorm: Any) -> Self:
        """`renorm`, written over the tensor's own memory; returns it."""
    def repeat(self, *repeats: _Sizes) -> Tensor:
        """Repeat the whole tensor along each dimension; a copy."""
    def repeat_interleave(self, repeats: _Value | None = None, dim: _int | None = None, *, output_size: _int | None = None) -> Tensor:
        """Each element (or slice along `dim`) repeated in place: [1, 2] by 2 gives [1, 1, 2, 2].

        Called with repeats only, it repeats their indices: [1, 2] gives [0, 1, 1].
        Raises RuntimeError for negative repeats, and where output_size is not the size that comes out.
        """
    @property
    def requires_grad(self) -> _bool:
        """Whether operations on it are recorded.

        Setting it raises RuntimeError for integers, and for False off a leaf.
        """
    @requires_grad.setter
    def requires_grad(self, value: _bool) -> None: ...
    def requires_grad_(self, requires_grad: _bool = True) -> Self:
        """Set requires_grad; returns the tensor."""
    def reshape(self, *shape: _Sizes) -> Tensor:
        """The same elements in another shape; a view where the memory allows, else a copy.

        shape   sizes, one of which may be −1
        """
    def reshape_as(self, other: Tensor) -> Tensor:
        """Reshaped to the shape of `other`."""
    def resize(self, *size: _Sizes) -> Tensor:
        """The elements in another shape, of as many; the old name of view."""
    def resize_(self, *size: _Sizes) -> Self:
        """Reshape the first elements, in place; zeros where they are too few. RuntimeError if it requires a gradient."""
    def resolve_conj(self) -> Tensor:
        """The tensor itself: conj() has computed its result."""
    def resolve_neg(self) -> Tensor:
        """The tensor itself: its numbers are those in its memory."""
    def retain_grad(self) -> None:
        """Keep this tensor's gradient in .grad though it is no leaf. RuntimeError where none is required."""
    @property
    def retains_grad(self) -> _bool:
        """Whether retain_grad was called on it."""
    def roll(self, shifts: Any, dims: Any = ()) -> Tensor:
        """Elements moved by as many shifts as dims (or through the flattened tensor), wrapping round; else RuntimeError."""
    def rot90(self, k: _int = 1, dims: _Dims = (0, 1)) -> Tensor:
        """Turned by 90° k times, from the first of two dimensions `dims` to the second. RuntimeError if there are fewer."""
    def round(self, *, decimals: _int = 0, out: Tensor | None = None) -> Tensor:
        """Round to the nearest integer, or to `decimals` decimals of floats (else NotImplementedError); ties go to even."""
    def round_(self, *, decimals: _int = 0) -> Self:
        """`round`, written over the tensor's own memory; returns it."""
    def rsqrt(self, *, out: Tensor | None = None) -> Tensor:
        """1/√input."""
    def rsqrt_(self) -> Self:
        """`rsqrt`, written over the tensor's own memory; returns it."""
    def scatter(self, dim: _int, index: Tensor, src: _Value | None = None, *, value: Any = None, reduce: str | None = None, out: Tensor | None = None) -> Tensor:
        """A copy with src (or one value) written at out[index[i][j]][j] for dim 0, and likewise for other dimensions."""
    def scatter_(self, dim: _int, index: Tensor, src: _Value | None = None, *, value: Any = None, reduce: str | None = None) -> Self:
        """Write src (or one value) where `index` points along `dim`, in place."""
    def scatter_add(self, dim: _int, index: Tensor, src: Tensor, *, out: Tensor | None = None) -> Tensor:
        """A copy with src added where `index` points along `dim`; repeated indices add up."""
    def scatter_add_(self, dim: _int, index: Tensor, src: Tensor) -> Self:
        """Add src where `index` points along `dim`, in place."""
    def scatter_reduce(self, dim: _int, index: Tensor, src: Tensor, reduce: str, *, include_self: _bool = True, out: Tensor | None = None) -> Tensor:
        """A copy reduced with src where `index` points: "sum", "mean", "prod", "amax" or "amin", else RuntimeError.

        dim            the dimension that indices count along; index is no larger than src
        include_self   whether the elements that are there take part
        """
    def scatter_reduce_(self, dim: _int, index: Tensor, src: Tensor, reduce: str, *, include_self: _bool = True) -> Self:
        """`scatter_reduce`, written over the tensor's own memory; returns it."""
    def select(self, dim: _int, index: _int) -> Tensor:
        """The slice at `index` of dimension `dim`, without it. A view. IndexError where there is none."""
    def select_scatter(self, src: Tensor, dim: _int, index: _int) -> Tensor:
        """A copy with `src` in place of the slice at `index` of dimension `dim`."""
    def set_(self, source: Tensor | None = None, storage_offset: _float = 0, size: _Sizes | None = None, stride: _Sizes | None = None) -> Self:
        """Look at the memory of `source` from now on, in place: no number is copied. Returns self.

        source           a Tensor, or what storage() gives; None: the tensor is empty then
        storage_offset   with a size: how many elements into that memory it begins
        size, stride     as of as_strided; without stride, rows lie one after another

        Raises RuntimeError for a source of another dtype, and for a leaf that requires a gradient outside of no_grad.
        """
    def sgn(self, *, out: Tensor | None = None) -> Tensor:
        """−1, 0 or 1; of a complex number the one of size 1 in its direction, or 0. Any shape in, same out."""
    def sgn_(self) -> Self:
        """`sgn`, written over the tensor's own memory; returns it."""
    @property
    def shape(self) -> Size:
        """The sizes of its dimensions, a Size."""
    def share_memory_(self) -> Self:
        """Move it into memory that other processes can see, in place: they get it by minitorch.multiprocessing."""
    def short(self, memory_format: Any = None) -> Tensor:
        """The tensor as int16."""
    def sigmoid(self, *, out: Tensor | None = None) -> Tensor:
        """1 / (1 + e⁻ˣ).

        input (*) -> (*)

        Raises TypeError for what is no Tensor.

        >>> minitorch.sigmoid(minitorch.tensor([-1.0, 0.0, 1.0]))
        tensor([0.2689, 0.5000, 0.7311])
        """
    def sigmoid_(self) -> Self:
        """`sigmoid`, written over the tensor's own memory; returns it."""
    def sign(self, *, out: Tensor | None = None) -> Tensor:
        """−1, 0 or 1; 0 of nan."""
    def sign_(self) -> Self:
        """`sign`, written over the tensor's own memory; returns it."""
    def signbit(self, *, out: Tensor | None = None) -> Tensor:
        """Whether the sign is minus, that of −0 too; bool."""
    def sin(self, *, out: Tensor | None = None) -> Tensor:
        """The sine of input radians."""
    def sin_(self) -> Self:
        """`sin`, written over the tensor's own memory; returns it."""
    def sinc(self, *, out: Tensor | None = None) -> Tensor:
        """sin(πx) / πx, and 1 at 0.

        Near 0 by its series, whose derivatives of any order are right at 0, where the quotient's cancel.
        """
    def sinc_(self) -> Self:
        """`sinc`, written over the tensor's own memory; returns it."""
    def sinh(self, *, out: Tensor | None = None) -> Tensor:
        """The hyperbolic sine: (eˣ − e⁻ˣ) / 2."""
    def sinh_(self) -> Self:
        """`sinh`, written over the tensor's own memory; returns it."""
    @overload
    def size(self) -> Size:
        """The shape, or one size of it.

        returns a Size, or an int with `dim`

        Raises IndexError for a dimension that is not there.

        >>> minitorch.ones(2, 3).size(1)
        3
        """
    @overload
    def size(self, dim: _int) -> _int:
        """The shape, or one size of it.

        returns a Size, or an int with `dim`

        Raises IndexError for a dimension that is not there.

        >>> minitorch.ones(2, 3).size(1)
        3
        """
    def slice_scatter(self, src: Tensor, dim: Any = 0, start: Any = None, end: Any = None, step: Any = 1, *, out: Tensor | None = None) -> Tensor:
        """A copy with `src` in place of indices start to end, by step, of dimension `dim`.

        Raises IndexError for a single number.
        """
    def slogdet(self, *, out: tuple[Tensor, ...] | None = None) -> _SignLogabsdet:
        """The sign of the determinant and the logarithm of its size."""
    def softmax(self, dim: _int, dtype: _dtype | None = None, *, out: Tensor | None = None) -> Tensor:
        """eˣ, scaled to sum to 1 along `dim`.

        input (*) -> (*)

        Raises IndexError for a dimension that is not there.

        >>> minitorch.zeros(4).softmax(0)
        tensor([0.2500, 0.2500, 0.2500, 0.2500])
        """
    def sort(self, dim: _int = -1, descending: _bool = False, *, stable: _bool = False, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """Sorted along `dim`, largest first if descending: (values, indices); stable or not, equals keep their order."""
    def split(self, split_size_or_sections: Any, dim: _int = 0) -> tuple[Tensor, ...]:
        """Pieces along `dim`, views: of one size split_size_or_sections, or of a list of sizes; RuntimeError for others."""
    def split_with_sizes(self, split_sizes: Any, dim: _int = 0) -> tuple[Tensor, ...]:
        """Pieces of the given split_sizes along `dim`. Views."""
    def sqrt(self, *, out: Tensor | None = None) -> Tensor:
        """√input; nan below 0.

        input (*) -> (*)

        >>> minitorch.sqrt(minitorch.tensor([4.0, 9.0]))
        tensor([2., 3.])
        """
    def sqrt_(self) -> Self:
        """`sqrt`, written over the tensor's own memory; returns it."""
    def square(self, *, out: Tensor | None = None) -> Tensor:
        """x²."""
    def square_(self) -> Self:
        """`square`, written over the tensor's own memory; returns it."""
    def squeeze(self, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
        """Without its dimensions of size 1 (all, or those named); a view.

        (1, n, 1) -> (n,)

        Raises IndexError for a dimension that is not there.

        >>> minitorch.ones(1, 3, 1).squeeze().shape
        minitorch.Size([3])
        """
    def squeeze_(self, dim: _Dims | None = None) -> Self:
        """Drop dimensions of size 1, in place."""
    def std(self, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: Tensor | None = None) -> Tensor:
        """The standard deviation over `dim` (all, when None): the root of `var`."""
    def stft(self, n_fft: _int, hop_length: _int | None = None, win_length: _int | None = None, window: Tensor | None = None, center: _bool = True, pad_mode: str = 'reflect', normalized: _bool = False, onesided: _bool | None = None, return_complex: _bool | None = None, align_to_window: _bool | None = None) -> Tensor:
        """The short-time Fourier transform: the frequencies of every `hop_length`-th window of a signal.

        input            (L) or (N, L), real or complex
        n_fft            how many numbers a transform takes
        hop_length       from one window to the next; n_fft // 4 unless given
        win_length       how long the window is, in the middle of n_fft zeros; n_fft unless given
        window           (win_length), what each piece is multiplied with, as hann_window gives it; ones unless given
        center           whether the first window's middle is the first number: the signal is padded, as pad_mode says
        normalized       whether the result is divided by √n_fft
        onesided         only the first n_fft // 2 + 1 frequencies, of which the others are the mirror image; None: of real
                         signals
        return_complex   False: real and imaginary parts in a last dimension of 2; must be given for a real signal
        align_to_window  with center=False, whether a window that is shorter than n_fft begins at the first number
        returns          (n_fft or n_fft // 2 + 1, windows), or the same for each of N signals

        Raises RuntimeError for sizes that do not go together, NotImplementedError for another pad_mode.

        >>> minitorch.stft(minitorch.ones(8), 4, return_complex=True)[:, 0].real
        tensor([4., 0., 0.])
        """
    def storage(self) -> Any:
        """The memory behind the tensor and its views."""
    def storage_offset(self) -> _int:
        """How many elements into its memory a view begins."""
    @overload
    def stride(self) -> tuple[_int, ...]:
        """Elements from one place to the next along each dimension, or along one."""
    @overload
    def stride(self, dim: _int) -> _int:
        """Elements from one place to the next along each dimension, or along one."""
    def sub(self, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """input − alpha·other, broadcast."""
    def sub_(self, other: _Value, last: Any = None, *, alpha: _Number = 1) -> Self:
        """`sub`, of alpha times the other, written over the tensor's own memory; returns it."""
    def subtract(self, other: _Value, last: Any = None, *, alpha: _Number = 1, out: Tensor | None = None) -> Tensor:
        """input − alpha·other, broadcast."""
    def subtract_(self, other: _Value, last: Any = None, *, alpha: _Number = 1) -> Self:
        """`sub`, of alpha times the other, written over the tensor's own memory; returns it."""
    def sum(self, dim: _int | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
        """The sum over `dim` (all, when None). Integers are summed in int64."""
    def sum_to_size(self, *size: _Sizes) -> Tensor:
        """Summed over the dimensions that broadcasting stretched from `size`; RuntimeError where it cannot have."""
    def svd(self, some: _bool = True, compute_uv: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _USV:
        """U, S and V, not its transpose as of linalg.svd: (*, n, m) -> (*, n, k), (*, k), (*, m, k), k = min(n, m).

        some         False: square U and V
        compute_uv   False: U and V are zeros
        """
    def swapaxes(self, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
        """Swap two dimensions; a view.

        (*, n, *, m, *) -> (*, m, *, n, *)

        Raises IndexError for a dimension that is not there.

        >>> minitorch.ones(2, 3).transpose(0, 1).shape
        minitorch.Size([3, 2])
        """
    def swapaxes_(self, dim0: _int, dim1: _int) -> Self:
        """Swap two dimensions, in place."""
    def swapdims(self, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
        """Swap two dimensions; a view.

        (*, n, *, m, *) -> (*, m, *, n, *)

        Raises IndexError for a dimension that is not there.

        >>> minitorch.ones(2, 3).transpose(0, 1).shape
        minitorch.Size([3, 2])
        """
    def swapdims_(self, dim0: _int, dim1: _int) -> Self:
        """Swap two dimensions, in place."""
    def t(self) -> Tensor:
        """The transpose of a matrix; a vector or number as it is. A view. RuntimeError for more dimensions."""
    def t_(self) -> Self:
        """Transpose a matrix, in place. Raises RuntimeError for more dimensions."""
    def take(self, index: Tensor, *, out: Tensor | None = None) -> Tensor:
        """Elements by their index in the flattened input: the result has the index's shape.

        Raises RuntimeError unless it is of int64.
        """
    def take_along_dim(self, indices: Tensor, dim: _int | None = None, *, out: Tensor | None = None) -> Tensor:
        """Elements by their index along `dim`, negative ones counted from its end; of the flattened input when None.

        indices   int64, as many dimensions as input; what lies beside `dim` is broadcast

        Raises RuntimeError for indices of another dtype or number of dimensions, and for one that is out of bounds, or
        negative where dim is None.
        """
    def tan(self, *, out: Tensor | None = None) -> Tensor:
        """The tangent of input radians."""
    def tan_(self) -> Self:
        """`tan`, written over the tensor's own memory; returns it."""
    def tanh(self, *, out: Tensor | None = None) -> Tensor:
        """The hyperbolic tangent: from −1 to 1.

        input (*) -> (*)

        Raises TypeError for what is no Tensor.

        >>> minitorch.tanh(minitorch.tensor([-1.0, 0.0]))
        tensor([-0.7616,  0.0000])
        """
    def tanh_(self) -> Self:
        """`tanh`, written over the tensor's own memory; returns it."""
    def tensor_split(self, indices_or_sections: Any, dim: _int = 0) -> tuple[Tensor, ...]:
        """Split along `dim`: into indices_or_sections nearly equal pieces, or before these indices. Views.

        Raises RuntimeError for 0.
        """
    def tile(self, *dims: _Sizes) -> Tensor:
        """Like `repeat`; missing repeats in front count as 1."""
    def to(self, *args: Any, dtype: _dtype | None = None, device: _Device | None = None, non_blocking: _bool = False, copy: _bool = False, memory_format: Any = None) -> Tensor:
        """The tensor in another dtype or on another device: to(dtype), to(device), to(other), or both.

        (*) -> (*), with new memory even where nothing changes if copy

        Raises RuntimeError for a device that is not there, TypeError for other arguments.

        >>> minitorch.tensor([1, 2]).to(minitorch.float32)
        tensor([1., 2.])
        """
    def tolist(self) -> Any:
        """The elements as nested lists of Python numbers; a number when 0-d.

        (n, m) -> n lists of m numbers

        >>> minitorch.tensor([[1, 2], [3, 4]]).tolist()
        [[1, 2], [3, 4]]
        """
    def topk(self, k: _int, dim: _int = -1, largest: _bool = True, sorted: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _ValuesIndices:
        """The k largest (or smallest) along `dim`, sorted in any case: (values, indices).

        (*, n, *) -> two of (*, k, *)

        Raises RuntimeError where there are not k.

        >>> minitorch.tensor([1.0, 5.0, 3.0]).topk(2).values
        tensor([5., 3.])
        """
    def trace(self) -> Tensor:
        """The sum of a matrix's diagonal. Raises RuntimeError for what is no matrix."""
    def transpose(self, dim0: Any, dim1: Any, *, out: Tensor | None = None) -> Tensor:
        """Swap two dimensions; a view.

        (*, n, *, m, *) -> (*, m, *, n, *)

        Raises IndexError for a dimension that is not there.

        >>> minitorch.ones(2, 3).transpose(0, 1).shape
        minitorch.Size([3, 2])
        """
    def transpose_(self, dim0: _int, dim1: _int) -> Self:
        """Swap two dimensions, in place."""
    def tril(self, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
        """The lower triangle of the last two dimensions, zeros above diagonal 0, or that many further up."""
    def tril_(self, diagonal: _int = 0) -> Self:
        """`tril`, written over the tensor's own memory; returns it."""
    def triu(self, diagonal: _int = 0, *, out: Tensor | None = None) -> Tensor:
        """The upper triangle of the last two dimensions, zeros below diagonal 0, or that many further up.

        (*, n, m) -> (*, n, m)

        Raises RuntimeError for fewer than two dimensions.

        >>> minitorch.ones(2, 2).triu(1)
        tensor([[0., 1.],
                [0., 0.]])
        """
    def triu_(self, diagonal: _int = 0) -> Self:
        """`triu`, written over the tensor's own memory; returns it."""
    def true_divide(self, other: _Value, *, rounding_mode: str | None = None, out: Tensor | None = None) -> Tensor:
        """input / other; with rounding_mode "floor" or "trunc", a whole number of the inputs' dtype."""
    def true_divide_(self, other: _Value, *, rounding_mode: str | None = None) -> Self:
        """`div`, written over the tensor's own memory; returns it."""
    def trunc(self, *, out: Tensor | None = None) -> Tensor:
        """Round towards zero."""
    def trunc_(self) -> Self:
        """`trunc`, written over the tensor's own memory; returns it."""
    def trunc_divide_(self, y: Any) -> Self:
        """`trunc_divide`, written over the tensor's own memory; returns it."""
    @overload
    def type(self) -> str:
        """The old name of the dtype, or the tensor in another: a dtype, FloatTensor, "torch.FloatTensor". Or ValueError."""
    @overload
    def type(self, dtype: Any, non_blocking: _bool = False) -> Tensor:
        """The old name of the dtype, or the tensor in another: a dtype, FloatTensor, "torch.FloatTensor". Or ValueError."""
    def type_as(self, other: _Value) -> Tensor:
        """The tensor in the dtype of `other`. Raises TypeError for what is no Tensor."""
    def unbind(self, dim: _int = 0) -> tuple[Tensor, ...]:
        """The slices along `dim`, without it. Views."""
    def unflatten(self, dim: _int, sizes: _Sizes) -> Tensor:
        """One dimension as several, of the given sizes. A view. Raises TypeError unless sizes is a tuple or list."""
    def unfold(self, dimension: _int, size: _int, step: _int) -> Tensor:
        """Windows of `size` along a dimension, every `step`, put last: (…, windows, …, size). A view."""
    def uniform_(self, a: _float = 0, b: _float = 1, *, generator: _Generator | None = None) -> Tensor:
        """Fill with numbers uniform in [from, to), in place. NotImplementedError for a dtype without such numbers."""
    @overload
    def unique(self, sorted: _bool = True, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: _int | None = None) -> Tensor:
        """Return the distinct values in order, of all elements, or the distinct slices along `dim`.

        sorted           of no effect: they are in order always
        return_inverse   also each element's index among them
        return_counts    also how often each occurs
        """
    @overload
    def unique(self, sorted: _bool = True, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None) -> tuple[Tensor, ...]:
        """Return the distinct values in order, of all elements, or the distinct slices along `dim`.

        sorted           of no effect: they are in order always
        return_inverse   also each element's index among them
        return_counts    also how often each occurs
        """
    @overload
    def unique_consecutive(self, return_inverse: Literal[False] = False, return_counts: Literal[False] = False, dim: _int | None = None) -> Tensor:
        """Each run of equal values once: of the flattened input, or of its slices along `dim`.

        return_inverse   also each element's index among the runs
        return_counts    also how long each run is
        """
    @overload
    def unique_consecutive(self, return_inverse: _bool = False, return_counts: _bool = False, dim: _int | None = None) -> tuple[Tensor, ...]:
        """Each run of equal values once: of the flattened input, or of its slices along `dim`.

        return_inverse   also each element's index among the runs
        return_counts    also how long each run is
        """
    def unsqueeze(self, dim: _int, *, out: Tensor | None = None) -> Tensor:
        """With a new dimension of size 1 at `dim`; a view.

        (n, m) at dim 1 -> (n, 1, m)

        Raises IndexError for a dimension outside the result.

        >>> minitorch.ones(2, 3).unsqueeze(0).shape
        minitorch.Size([1, 2, 3])
        """
    def unsqueeze_(self, dim: _int) -> Self:
        """Insert a dimension of size 1 at `dim`, in place."""
    def untyped_storage(self) -> Any:
        """The memory behind the tensor and its views, counted in bytes."""
    def var(self, dim: Any = None, unbiased: _bool | None = None, keepdim: _bool = False, *, correction: _float = 1, out: Tensor | None = None) -> Tensor:
        """The variance over `dim` (all, when None), divided by n − correction; unbiased=False is correction=0."""
    def vdot(self, other: Tensor, *, out: Tensor | None = None) -> Tensor:
        """The inner product of two vectors, the first conjugated."""
    def view(self, *shape: _Sizes, size: _Sizes | None = None, dtype: _dtype | None = None) -> Tensor:
        """The same memory in another shape; x.view(dtype) reads the same bytes as another dtype.

        size, dtype   the shape or the dtype, by its name

        Raises RuntimeError when the memory cannot be read so without a copy.
        """
    def view_as(self, other: Tensor) -> Tensor:
        """Viewed in the shape of `other`."""
    @property
    def volatile(self) -> _bool:
        """False: PyTorch's old flag; `no_grad` is what it has become."""
    def vsplit(self, indices_or_sections: Any) -> tuple[Tensor, ...]:
        """Pieces along the first dimension, views: as many as indices_or_sections, or cut at these indices. RuntimeError where it cannot be cut so."""
    def where(self, condition: Tensor, other: _Value) -> Tensor:
        """The tensor where the condition holds, else `other`."""
    def xlogy(self, other: _Value, *, out: Tensor | None = None) -> Tensor:
        """input · log(other), and 0 where input is 0."""
    def xlogy_(self, other: _Value) -> Self:
        """`xlogy`, written over the tensor's own memory; returns it."""
    def zero_(self) -> Self:
        """Write 0 everywhere."""

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
