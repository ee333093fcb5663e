"""Everything that has a derivative of its own, by kind; and, last, what is composed of it."""

from . import (activation, arithmetic, attention, chance, compare, copies, create, decompose, einsum, embedding, fused,
               gru, index, layernorm, linalg, lstm, order, padding, pooling, powers, recurrent, reduce, resample,
               scatter, shape, special, split, statistics, waves, window)
from . import composed, forms
from . import outs  # isort: skip  (of some of the others)
from . import aliases  # isort: skip  (names of all the others)

__all__ = ["activation", "aliases", "arithmetic", "attention", "chance", "compare", "composed", "copies", "create",
           "decompose", "einsum", "embedding", "forms", "fused", "gru", "index", "layernorm", "linalg", "lstm",
           "order", "outs", "padding", "pooling", "powers", "recurrent", "reduce", "resample", "scatter", "shape",
           "special", "split", "statistics", "waves", "window"]
