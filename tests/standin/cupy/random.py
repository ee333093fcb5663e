"""`cupy.random` of the stand-in: a seed gives other numbers than NumPy's, as on a GPU."""

import numpy as np

from ._array import own


class RandomState:
    """A stream of random numbers; NumPy's bit generators have no counterpart here."""

    def __init__(self, seed=None):
        self.stream = np.random.Generator(np.random.Philox(None if seed is None else seed + 2**31))

    def random(self, size=None, dtype=float):
        return own(self.stream.random(size, dtype))

    def standard_normal(self, size=None, dtype=float):
        return own(self.stream.standard_normal(size, dtype))

    def normal(self, loc=0.0, scale=1.0, size=None, dtype=float):
        return own(self.stream.normal(loc, scale, size).astype(dtype))

    def uniform(self, low=0.0, high=1.0, size=None, dtype=float):
        return own(self.stream.uniform(low, high, size).astype(dtype))

    def randint(self, low, high=None, size=None, dtype=int):
        return own(self.stream.integers(low, high, size, dtype))

    def permutation(self, x):
        return own(self.stream.permutation(x))


default_rng = RandomState
state = RandomState()


def seed(seed=None):
    state.__init__(seed)


random = state.random
standard_normal = state.standard_normal
normal = state.normal
uniform = state.uniform
randint = state.randint
permutation = state.permutation
