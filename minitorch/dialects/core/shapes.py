"""TensorShape: sizes, some of which may not be known."""


class TensorShape(tuple):
    """A shape: a tuple of sizes, None for one that is not known. `TensorShape(None)` knows not even how many.

    dims    a list of sizes, one size, another shape, or None

    >>> shape = TensorShape([None, 3])
    >>> shape, shape.rank, shape.as_list(), shape.is_fully_defined()
    (TensorShape([None, 3]), 2, [None, 3], False)
    """

    def __new__(cls, dims=()):
        if type(dims) is cls:
            return dims
        unknown = dims is None or isinstance(dims, TensorShape) and dims.unknown
        self = super().__new__(cls, () if unknown else ((dims,) if isinstance(dims, int) else map(size_of, dims)))
        self.unknown = unknown
        return self

    @property
    def rank(self):
        """How many axes there are; None where that is not known."""
        return None if self.unknown else len(self)

    ndims = rank

    @property
    def dims(self):
        """The sizes as a list of Dimensions; None where their number is not known."""
        return None if self.unknown else [Dimension(size) for size in sizes_of(self)]

    def as_list(self):
        """Return the sizes as a list. Raises ValueError where their number is not known."""
        if self.unknown:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return sizes_of(self)

    def is_fully_defined(self):
        """Return whether all sizes are known."""
        return not self.unknown and None not in self

    def num_elements(self):
        """Return the product of the sizes; None where one is not known."""
        if not self.is_fully_defined():
            return None
        total = 1
        for size in self:
            total *= size
        return total

    def is_compatible_with(self, other):
        """Return whether one shape could be both: this and `other`, a shape or a list of sizes."""
        if type(other) is not tuple:                         # as that of an array is
            other = TensorShape(other)
            if other.unknown:
                return True
        return self.unknown or len(self) == len(other) and all(
            a is None or b is None or a == b for a, b in zip(sizes_of(self), sizes_of(other)))

    def assert_is_compatible_with(self, other):
        """Raise ValueError unless one shape could be both, this and `other`."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {TensorShape(other)} are incompatible")

    def merge_with(self, other):
        """Return the shape with what either knows, this or `other`. Raise ValueError if they contradict each other."""
        self.assert_is_compatible_with(other)
        other = TensorShape(other)
        if self.unknown or other.unknown:
            return type(self)(other) if self.unknown else self
        return type(self)([b if a is None else a for a, b in zip(sizes_of(self), sizes_of(other))])

    def concatenate(self, other):
        """Return the sizes of this shape, then those of `other`."""
        other = TensorShape(other)
        return type(self)(None if self.unknown or other.unknown else [*self, *other])

    def __getitem__(self, index):
        if self.unknown:
            return type(self)(None) if isinstance(index, slice) else None
        part = tuple.__getitem__(self, index)
        return type(self)(part) if isinstance(index, slice) else part

    def __add__(self, other):
        return self.concatenate(other)

    def __radd__(self, other):
        return type(self)(other).concatenate(self)

    def __eq__(self, other):
        try:
            other = TensorShape(other)
        except TypeError:
            return NotImplemented
        return tuple.__eq__(self, other) and self.unknown == other.unknown

    def __ne__(self, other):
        return not self == other

    __hash__ = tuple.__hash__

    def __bool__(self):
        return not self.unknown

    def __repr__(self):
        return f"TensorShape({None if self.unknown else list(self)})"

    def __str__(self):
        if self.unknown:
            return "<unknown>"
        return f"({', '.join(map(str, self))}{',' * (len(self) == 1)})"

    def __reduce__(self):
        return type(self), (None if self.unknown else sizes_of(self),)


class Sizes(TensorShape):
    """A shape whose sizes are Dimensions, as TensorFlow 1's: `x.shape[1].value`, and "?" for one that is not known.

    dims    a list of sizes, one size, another shape, or None

    >>> shape = Sizes([None, 3])
    >>> print(shape, shape[1].value, shape[0].value)
    (?, 3) 3 None
    """

    def __getitem__(self, index):
        part = super().__getitem__(index)
        return part if isinstance(index, slice) else Dimension(part)

    def __iter__(self):
        return map(Dimension, super().__iter__())

    def __repr__(self):
        return f"TensorShape({None if self.unknown else self.dims})"


class Dimension(int):
    """TensorFlow 1's size of a dimension: `x.shape[0].value`, an int, or None for one that is not known.

    value    the size, or None
    """

    def __new__(cls, value):
        return UnknownDimension() if value is None else super().__new__(cls, value)

    @property
    def value(self):
        """The size as an int."""
        return int(self)

    def __repr__(self):
        return f"Dimension({int(self)})"

    def __str__(self):
        return str(int(self))

    def __format__(self, spec):
        return format(int(self), spec)


class UnknownDimension:
    """The size of a dimension that is not known; what is computed of it is not known either, nor is what it equals."""

    value = None

    def same(self, other=None):
        return self

    def unsure(self, other):
        return None

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = __mod__ = same
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = unsure
    __hash__ = object.__hash__

    def __bool__(self):
        return False

    def __repr__(self):
        return "Dimension(None)"

    def __str__(self):
        return "?"


def size_of(dim):
    """Return one size as an int; None, or -1, is one that is not known."""
    if dim is None or type(dim) is UnknownDimension:
        return None
    return dim.__index__()


def sizes_of(shape):
    """Return the sizes of a shape as ints and None, of TensorFlow 1's too."""
    return list(tuple.__iter__(shape))

