"""Everything that has a derivative of its own, by kind; and, last, what is composed of it."""

from . import (activation, arithmetic, assign, attention, batchnorm, bends, chance, compare, copies, count, create,
               decompose, describe, determinant, einsum, embedding, fused, gamma, gelu, gru, index, layernorm, linalg,
               lstm, masks, norms, order, padding, places, pooling, powers, products, recurrent, reduce, resample,
               scatter, shape, slices, sliding, spaced, special, spectrum, split, statistics, waves, window)
from . import composed, forms, parts, quantiles, small
from . import twins  # isort: skip  (of all the others)
from . import outs  # isort: skip  (of some of the others)
from . import aliases  # isort: skip  (names of all the others)

__all__ = ["activation", "aliases", "arithmetic", "assign", "attention", "batchnorm", "bends", "chance", "compare",
           "composed", "copies", "count", "create", "decompose", "describe", "determinant", "einsum", "embedding",
           "forms", "fused", "gamma", "gelu", "gru", "index", "layernorm", "linalg", "lstm", "masks", "norms", "order",
           "outs", "padding", "parts", "places", "pooling", "powers", "products", "quantiles", "recurrent", "reduce",
           "resample", "scatter", "shape", "slices", "sliding", "small", "spaced", "special", "spectrum", "split",
           "statistics", "twins", "waves", "window"]
