"""Element types: NumPy's dtypes under PyTorch's names, and PyTorch's rules for mixing them."""

from numbers import Number

import numpy as np


class dtype:
    """An element type, such as `float32`. Compare with `is` or `==`; `.numpy` is NumPy's dtype of the same name."""

    __slots__ = ("itemsize", "name", "numpy", "rank")

    def __init__(self, name):
        self.name = name
        self.numpy = np.dtype(name)
        self.itemsize = self.numpy.itemsize
        self.rank = RANKS[self.numpy.kind]

    @classmethod
    def without_numbers(cls, name, itemsize):
        """Return a floating dtype that no tensor can have: programs can only name, compare and query it."""
        made = cls.__new__(cls)
        made.name, made.itemsize, made.rank = name, itemsize, 2
        return made

    @property
    def is_floating_point(self):
        return self.rank == 2

    @property
    def is_complex(self):
        return self.rank == 3

    @property
    def is_signed(self):
        return self.rank >= 2 or self.numpy.kind == "i"

    def __repr__(self):
        return f"minitorch.{self.name}"

    def __reduce__(self):
        return self.name

    def __getattr__(self, name):                         # Python calls this only for a slot that is not set
        if name == "numpy":
            raise TypeError(f"NumPy has no {self.name}: use minitorch.float32, or minitorch.float16.")
        raise AttributeError(f"dtype has no {name!r}.")


RANKS = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}     # bool < integers < floats < complex

bool = dtype("bool")
uint8 = dtype("uint8")
int8 = qint8 = dtype("int8")
int16 = short = dtype("int16")
int32 = int = dtype("int32")
int64 = long = dtype("int64")
float16 = half = dtype("float16")
float32 = float = dtype("float32")
float64 = double = dtype("float64")
complex64 = cfloat = dtype("complex64")
complex128 = cdouble = dtype("complex128")
bfloat16 = dtype.without_numbers("bfloat16", 2)

ALL = (bool, uint8, int8, int16, int32, int64, float16, float32, float64, complex64, complex128)


class NumpyDtypeMap(dict):
    """A dict from NumPy's dtypes to minitorch's; TypeError for a NumPy dtype that minitorch does not have."""

    def __missing__(self, kind):
        raise TypeError(f"an array of dtype {kind} is no tensor's." + (
            " Did the forward of an op return None, or objects?" if kind.kind == "O" else ""))


BY_NUMPY = NumpyDtypeMap({kind.numpy: kind for kind in ALL})
NUMBER_RANKS: dict = {type(True): 0, type(0): 1, type(0.0): 2, type(0j): 3}
size_types: set = {type(0)}          # types of sizes; minitorch.meta adds its class of unknown sizes
number_types: set = {*NUMBER_RANKS}  # types of numbers that ops accept; meta adds its class for unknown numbers

LARGEST, REAL = np.finfo(np.float32).max.item(), (type(0.0), type(0))

default = float32                        # tensors made from Python floats get this dtype


def set_default_dtype(d):
    """Set the default dtype, used for tensors of Python floats and `randn`. Raises TypeError if `d` is not floating."""
    global default
    if not isinstance(d, dtype) or not d.is_floating_point:
        raise TypeError(f"set_default_dtype needs a floating dtype such as minitorch.float64, not {d!r}.")
    default = d


def get_default_dtype():
    """Return the default dtype, which tensors made from Python floats get: float32 unless it was set."""
    return default


def as_dtype(kind):
    """Return minitorch's dtype for a dtype of minitorch or NumPy, or for Python's bool, int or float."""
    if type(kind) is dtype:
        return kind
    try:
        if kind in PYTHON:
            return default if kind is PYTHON_FLOAT else PYTHON[kind]
        return BY_NUMPY[np.dtype(kind)]
    except (TypeError, KeyError):
        raise TypeError(f"{kind!r} is not an element type: there are "
                        + ", ".join(d.name for d in ALL) + ".") from None


PYTHON_FLOAT = type(0.0)
PYTHON = {type(True): bool, type(0): int64, PYTHON_FLOAT: float32}


def only_dtypes(name, *kinds):
    """Raise TypeError, which names the function `name`, if one of `kinds` is not a dtype."""
    for kind in kinds:
        if type(kind) is not dtype:
            raise TypeError(f"{name}() takes dtypes such as minitorch.float32, not {type(kind).__name__}: {kind!r}.")


def promote_types(a, b):
    """Return the smallest dtype that holds both a and b; a float of any size wins over an integer."""
    if type(a) is not dtype or type(b) is not dtype:
        only_dtypes("promote_types", a, b)
    if a is b:
        return a
    if a.rank != b.rank and max(a.rank, b.rank) >= 2 and min(a.rank, b.rank) < 2:
        return a if a.rank > b.rank else b
    return BY_NUMPY[np.promote_types(a.numpy, b.numpy)]


def default_complex():
    """Return the dtype of Python's complex numbers: a pair of default floats."""
    return complex128 if default is float64 else complex64


def result_type(values):
    """Return the dtype of mixed inputs by PyTorch's rule: tensors with dimensions, then 0-d tensors, then numbers.

    A later class counts only if its category (bool < int < float < complex) is higher.

    values   arrays and Python numbers
    returns  dtype
    """
    classes = [None, None, None]                       # [dtype of tensors with dimensions, of 0-d tensors, of numbers]
    for value in values:
        rank = NUMBER_RANKS.get(type(value))
        if rank is None:
            place, kind = (0 if value.ndim else 1), BY_NUMPY[value.dtype]
        else:
            place, kind = 2, (bool, int64, default, default_complex())[rank]
        classes[place] = kind if classes[place] is None else promote_types(classes[place], kind)
    found = None
    for kind in classes:
        if found is None:
            found = kind
        elif kind is not None and kind.rank > found.rank:
            wide = promote_types(found, kind)            # complex numbers of the wider float dtype
            found = wide if found.rank < 2 or found is float64 else complex64
    return found


def can_cast(from_, to):
    """Return whether a result of dtype `from_` may be written in place into a `to`: never into a lower category."""
    only_dtypes("can_cast", from_, to)
    return from_.rank <= to.rank


def fitting(value, kind, half=False):
    """Return a number as an element of NumPy's dtype `kind`: an unsigned −1 becomes the largest integer, as in PyTorch.

    half   True: finite numbers too large for float16 raise; False: they become inf

    Raises RuntimeError if the dtype cannot hold it: 300, −300 or nan in a uint8, 1j in a float, 1e300 in a float32.
    """
    letter = kind.kind
    if letter == "c" or letter == "f" and type(value) in REAL and -LARGEST <= value <= LARGEST and kind.itemsize > 2:
        return value                                     # this is the most common case
    if letter == "b":
        return value != 0
    if not isinstance(value, (Number, np.bool_)):
        raise TypeError(f"a tensor of {kind} holds numbers, not {type(value).__name__}: {value!r}.")
    value = value.real if type(value) is complex and not value.imag else value
    if type(value) is not complex:
        found = fitting_float(value, kind, half) if letter == "f" else fitting_integer(value, kind)
        if found is not None:
            return found
    raise RuntimeError(f"value cannot be converted to type {kind} without overflow: {value}. "
                       "Convert the tensor first, as in x.float(), or the value.")


def fitting_float(value, kind, half):
    """Return a real number as an element of a floating dtype; None if it is too large."""
    value = PYTHON_FLOAT(value)
    fits = not np.finfo(kind).max < abs(value) < np.inf
    return value if fits or kind.itemsize == 2 and not half else None


def fitting_integer(value, kind):
    """Return a real number as an element of an integer dtype; None if the dtype cannot hold it."""
    limits, unsigned = np.iinfo(kind), kind.kind == "u"
    least = -limits.max if unsigned and type(value) is not PYTHON_FLOAT else limits.min
    if not least <= value <= limits.max:
        return None
    return type(0)(value) % (limits.max + 1) if unsigned else type(0)(value)
