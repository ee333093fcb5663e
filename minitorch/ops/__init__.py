"""Everything that has a derivative of its own, by kind; and what is composed of it."""

from . import activation, arithmetic, compare, create, index, linalg, reduce, shape

__all__ = ["activation", "arithmetic", "compare", "create", "index", "linalg", "reduce", "shape"]
