"""What the exercises of every lesson are written with."""

import sys
from typing import Any

import numpy as np

from ... import tensors
from ...dtypes import float64
from ..record import Case, Exercise, in_two
from ..wrong import Wrong

__all__ = ["Case", "Exercise", "Wrong", "complain", "floats", "in_two", "mt", "row"]

mt: Any = sys.modules["minitorch"]       # as notebooks call it


def row(*numbers):
    """A vector of floats."""
    return np.array(numbers, float)


def floats(value, **settings):
    """A Tensor of float64."""
    return tensors.tensor(value, dtype=float64, **settings)


def complain(probe, text):
    """A probe that answers in words what is wrong, None when nothing is."""
    return lambda answer: text if probe(answer) else None
