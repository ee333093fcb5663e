"""What stands for an array in a row of the table of samples: the same numbers each time, made when asked for.

`normal(4, 3).T` lies across memory, `normal(3, 4).gaps` has gaps in it. Draws keep clear of kinks: `apart` is never
near zero, nor are two of its elements near each other.
"""

import zlib

import numpy as np


class Draw:
    """An array to be: always the same one, made when asked for."""

    def __init__(self, kind, make, shape, floating=True):
        self.kind, self.make, self.shape, self.floating = kind, make, shape, floating
        self.drawn = {}

    def array(self, place=0, dtype=None):
        """A new array; `place` among the inputs, so that two draws of one shape differ."""
        if (place, dtype) not in self.drawn:
            self.drawn[place, dtype] = self.draw(place, dtype)
        array = self.drawn[place, dtype]
        copy = array.copy("K")                       # in the same order; tight, though
        return copy if copy.strides == array.strides else self.draw(place, dtype)

    def draw(self, place, dtype):
        """The array, drawn anew."""
        rng = np.random.default_rng(zlib.crc32(f"{self.kind}{self.shape}{place}".encode()))
        array = self.make(rng, self.shape)
        if dtype is None or not self.floating:
            return array
        order = np.empty_like(array, dtype)          # keeps the order in memory; gaps are made anew
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
    """Of both signs; a tenth at least from each other, from zero, and from whole numbers and halves."""
    def make(rng, shape):
        size = int(np.prod(shape))
        return np.asarray((rng.permutation(size) - size // 2) * 0.5 + 0.2 + rng.uniform(0, 0.1, size)).reshape(shape)
    return Draw("apart", make, shape)


def ints(*shape, low=-5, high=6):
    """Integers from low up to, not including, high."""
    return Draw(f"ints[{low},{high})", lambda rng, shape: np.asarray(rng.integers(low, high, shape)), shape, False)


def places(*shape, size):
    """Integers that are places in a dimension of `size`; some occur twice."""
    return ints(*shape, low=0, high=size)


def flags(*shape):
    """Bools, some of each."""
    return Draw("flags", lambda rng, shape: np.asarray(rng.random(shape) < 0.5), shape, False)


def fixed(values, dtype=None):
    """Just these."""
    array = np.array(values, dtype)
    return Draw(f"fixed {values}", lambda rng, shape: array.copy(), array.shape, array.dtype.kind == "f")
