"""Random draws on the meta device: shapes and dtypes of a NumPy generator's results; no number is drawn."""

import numpy as np

from .arrays import MetaArray
from .calls import call, rule
from .shapes import as_shape

FLOATS = "random standard_normal uniform normal exponential standard_exponential"


class Stream:
    """An object that replaces NumPy's Generator inside minitorch's Generator."""

    def __init__(self, generator=None):
        self.generator = generator

    def __getattr__(self, name):
        if f"random.{name}" not in RULED:
            raise AttributeError(f"the meta device does not support the random distribution {name!r}.")
        return lambda *args, **settings: call(f"random.{name}", self.generator, *args, **settings)


def array_of_size(shape, dtype):
    return MetaArray(() if shape is None else as_shape(shape), dtype)


@rule(*[f"random.{name}" for name in ("random", "standard_normal", "standard_exponential")])
def standard(generator, size=None, dtype=np.float64):
    return array_of_size(size, dtype)


@rule("random.uniform", "random.normal")
def of_two(generator, a=0.0, b=1.0, size=None):
    return array_of_size(size, np.float64)


@rule("random.exponential")
def exponential(generator, scale=1.0, size=None):
    return array_of_size(size, np.float64)


@rule("random.integers")
def integers(generator, low, high=None, size=None):
    return array_of_size(size, np.int64)


@rule("random.permutation")
def permutation(generator, n):
    return array_of_size(n, np.int64)


RULED = {f"random.{name}" for name in [*FLOATS.split(), "integers", "permutation"]}
