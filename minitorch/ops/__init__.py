"""Everything that has a derivative of its own, by kind; and what is composed of it."""

from . import (activation, arithmetic, chance, compare, create, decompose, einsum, fused, index, linalg,
               order, pooling, reduce, scatter, shape, split, statistics, window)

__all__ = ["activation", "arithmetic", "chance", "compare", "create", "decompose", "einsum", "fused", "index", "linalg",
           "order", "pooling", "reduce", "scatter", "shape", "split", "statistics", "window"]
