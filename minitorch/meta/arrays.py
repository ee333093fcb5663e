"""MetaArray: NumPy's ndarray without memory. It has a shape, a dtype and strides, and every method that ops call."""

from math import prod

import numpy as np

from .calls import call, refuse
from .reals import Real
from .shapes import Shape, contiguous, is_known, same_strides
from .sizes import Dim

WRITES = ("add subtract multiply divide:truediv floor_divide:floordiv remainder:mod power:pow bitwise_and:and "
          "bitwise_or:or bitwise_xor:xor left_shift:lshift right_shift:rshift matmul")
COMPARES = "equal:eq not_equal:ne less:lt less_equal:le greater:gt greater_equal:ge"
SHORT = {"subtract": "sub", "multiply": "mul"}
ONE = "negative:neg positive:pos absolute:abs invert"
METHODS = ("reshape transpose swapaxes squeeze copy take diagonal clip round cumsum cumprod mean argmax argmin "
           "conjugate repeat ravel sort nonzero trace var std argsort searchsorted")
REDUCTIONS = "sum:add prod:multiply max:maximum min:minimum any:logical_or all:logical_and"
NUMBERS = "item tolist __float__ __int__ __complex__ __index__ __contains__ tobytes"


class Flags:
    """NumPy's flags of an array's memory."""

    writeable = owndata = aligned = True

    def __init__(self, c_contiguous, f_contiguous):
        self.c_contiguous, self.f_contiguous = c_contiguous, f_contiguous
        self.contiguous, self.forc = c_contiguous, c_contiguous or f_contiguous


class NoMemory:
    ptr = 0


class MetaArray:
    """An array with a shape, a dtype and strides, but no memory.

    base   the array that would own the memory; None: this array
    """

    __slots__ = ("__weakref__", "base", "dtype", "shape", "strides")
    __array_ufunc__ = None               # so that `ndarray + MetaArray` calls MetaArray.__radd__
    __array_priority__ = 100
    device = None                        # the backend sets the device

    def __init__(self, shape, dtype, strides=None, base=None):
        shape = tuple(shape)
        self.shape, self.dtype = shape if is_known(shape) else Shape(shape), np.dtype(dtype)
        self.strides = contiguous(self.shape, self.dtype.itemsize) if strides is None else tuple(strides)
        self.base = base

    def seen_as(self, shape, strides, dtype=None):
        """Return a view of the same memory."""
        return MetaArray(shape, dtype or self.dtype, strides, self if self.base is None else self.base)

    @property
    def data(self):
        """The memory that CuPy's arrays have; views of one array return an equal object."""
        return NoMemory

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return prod(self.shape)

    @property
    def itemsize(self):
        return self.dtype.itemsize

    @property
    def nbytes(self):
        return self.size * self.dtype.itemsize

    @property
    def flags(self):
        sizes = [size for size in self.shape if type(size) is Dim or size != 1]
        strides = [step for size, step in zip(self.shape, self.strides) if type(size) is Dim or size != 1]
        rows = same_strides(strides, contiguous(sizes, self.itemsize))
        columns = same_strides(strides[::-1], contiguous(sizes[::-1], self.itemsize))
        return Flags(rows or 0 in sizes, columns or 0 in sizes)

    @property
    def T(self):
        return call("transpose", self)

    @property
    def mT(self):
        return call("swapaxes", self, -1, -2)

    @property
    def real(self):
        return call("real", self)

    @property
    def imag(self):
        return call("imag", self)

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        dtype = np.dtype(dtype)
        return self if not copy and dtype == self.dtype else call("astype", self, dtype)

    def view(self, dtype):
        return call("view", self, np.dtype(dtype))

    def fill(self, value):
        call("setitem", self, Ellipsis, value)

    def conj(self):
        return call("conjugate", self)

    def scatter_add(self, index, value):
        """Add like NumPy's add.at; the name is CuPy's."""
        call("add.at", self, index, value)

    def __getitem__(self, index):
        return call("getitem", self, index)

    def __setitem__(self, index, value):
        call("setitem", self, index, value)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __bool__(self):
        return refuse("bool()", "Whether a condition is true depends on data")

    def __array__(self, *args, **settings):
        refuse("numpy()", "A NumPy array needs the data")

    def __divmod__(self, other):
        return self // other, self % other

    def __deepcopy__(self, memo):
        return self.copy()

    __hash__ = object.__hash__

    def __repr__(self):
        return f"<meta {self.dtype}{list(self.shape)}>"


def name_pairs(names):
    """Yield (NumPy's name, name of the Python operator) for each word, such as "divide:truediv"."""
    for word in names.split():
        name, _, own = word.partition(":")
        yield name, own or SHORT.get(name, name)


def operator(name, swapped=False):
    def run(self, other):
        if not is_value(other):
            return NotImplemented
        return call(name, other, self) if swapped else call(name, self, other)
    return run


def in_place_operator(name):
    def run(self, other):
        return call(name, self, other, out=self) if is_value(other) else NotImplemented
    return run


def unary_operator(name):
    return lambda self: call(name, self)


def method(name):
    return lambda self, *args, **settings: call(name, self, *args, **settings)


def reduction(name):
    return lambda self, axis=None, **settings: call(f"{name}.reduce", self, axis=axis, **settings)


def needs_data(name):
    return lambda self, *args: refuse(f".{name.strip('_')}()" if name[0] != "_" else f"{name.strip('_')}()",
                                      "A Python number needs the data")


def is_value(x):
    """Return True if arithmetic operators accept the value."""
    return isinstance(x, VALUES)


VALUES = MetaArray, int, float, bool, complex, np.generic, np.ndarray, Dim, Real


for name, own in name_pairs(WRITES):
    setattr(MetaArray, f"__{own}__", operator(name))
    setattr(MetaArray, f"__r{own}__", operator(name, True))
    setattr(MetaArray, f"__i{own}__", in_place_operator(name))
for name, own in name_pairs(COMPARES):
    setattr(MetaArray, f"__{own}__", operator(name))
for name, own in name_pairs(ONE):
    setattr(MetaArray, f"__{own}__", unary_operator(name))
for name in METHODS.split():
    setattr(MetaArray, name, method(name))
for own, name in name_pairs(REDUCTIONS):
    setattr(MetaArray, own, reduction(name))
for name in NUMBERS.split():
    setattr(MetaArray, name, needs_data(name))
