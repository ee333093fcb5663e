"""Draws: descriptions of the arrays in a row of the table of samples, which create the same numbers each time.

`normal(4, 3).T` is not contiguous, `normal(3, 4).gaps` has gaps in memory. Draws avoid points without derivative: no
element of `apart` is near zero or near another element.
"""

import zlib

import numpy as np


class Draw:
    """The description of an array; array() creates it, with the same numbers each time."""

    def __init__(self, kind, make, shape, floating=True):
        self.kind, self.make, self.shape, self.floating = kind, make, shape, floating
        self.drawn = {}

    def array(self, place=0, dtype=None):
        """Return a new array; it depends on `place`, its position among the inputs, so that equal draws differ."""
        if (place, dtype) not in self.drawn:
            self.drawn[place, dtype] = self.draw(place, dtype)
        array = self.drawn[place, dtype]
        copy = array.copy("K")                       # same memory order, but without gaps
        return copy if copy.strides == array.strides else self.draw(place, dtype)

    def draw(self, place, dtype):
        """Draw the array."""
        rng = np.random.default_rng(zlib.crc32(f"{self.kind}{self.shape}{place}".encode()))
        array = self.make(rng, self.shape)
        if dtype is None or not self.floating:
            return array
        order = np.empty_like(array, dtype)          # keeps the memory order; the gaps are created again
        if self.kind.endswith("gaps"):
            order = np.zeros((*self.shape[:-1], 2 * self.shape[-1]), dtype)[..., ::2]
        order[...] = array
        return order

    @property
    def T(self):
        """The transpose: the same memory read column by column."""
        return Draw(f"{self.kind}.T", lambda rng, shape: self.make(rng, self.shape).T, self.shape[::-1], self.floating)

    @property
    def gaps(self):
        """Every second element of a longer array."""
        def make(rng, shape):
            array = self.make(rng, shape)
            wide = np.zeros((*shape[:-1], 2 * shape[-1]), array.dtype)
            wide[..., ::2] = array
            return wide[..., ::2]
        return Draw(f"{self.kind}.gaps", make, self.shape, self.floating)

    def __repr__(self):
        return f"{self.kind}{self.shape}".replace(",)", ")")


def normal(*shape):
    """From the standard normal distribution."""
    return Draw("normal", lambda rng, shape: np.asarray(rng.standard_normal(shape)), shape)


def positive(*shape):
    """Between 0.5 and 2."""
    return Draw("positive", lambda rng, shape: np.asarray(rng.uniform(0.5, 2.0, shape)), shape)


def above_one(*shape):
    """Between 1.5 and 3."""
    return Draw("above_one", lambda rng, shape: np.asarray(rng.uniform(1.5, 3.0, shape)), shape)


def unit(*shape):
    """Between −0.9 and 0.9."""
    return Draw("unit", lambda rng, shape: np.asarray(rng.uniform(-0.9, 0.9, shape)), shape)


def fraction(*shape):
    """Between 0.1 and 0.9."""
    return Draw("fraction", lambda rng, shape: np.asarray(rng.uniform(0.1, 0.9, shape)), shape)


def apart(*shape):
    """Positive and negative; at least 0.1 from each other, from zero, and from multiples of 0.5."""
    def make(rng, shape):
        size = int(np.prod(shape))
        return np.asarray((rng.permutation(size) - size // 2) * 0.5 + 0.2 + rng.uniform(0, 0.1, size)).reshape(shape)
    return Draw("apart", make, shape)


def ints(*shape, low=-5, high=6):
    """Integers from low up to, not including, high."""
    return Draw(f"ints[{low},{high})", lambda rng, shape: np.asarray(rng.integers(low, high, shape)), shape, False)


def places(*shape, size):
    """Integers that are valid indices of a dimension of `size`; some may be equal."""
    return ints(*shape, low=0, high=size)


def flags(*shape):
    """Random bools."""
    return Draw("flags", lambda rng, shape: np.asarray(rng.random(shape) < 0.5), shape, False)


def fixed(values, dtype=None):
    """The given values."""
    array = np.array(values, dtype)
    return Draw(f"fixed {values}", lambda rng, shape: array.copy(), array.shape, array.dtype.kind == "f")
