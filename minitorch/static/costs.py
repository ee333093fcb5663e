"""What a step costs, about: nanoseconds on one core, from the sizes of its arrays. As measured on one processor."""

from math import prod

import numpy as np

from ..ops.kernels.tiled_matmul import matmul_tiles
from .fused import Fused
from .program import Value
from .steps import cast, where

ELEMENT = 0.12                         # of a function as simple as +, on arrays that stay in the cache
DEAR = {"divide": 2, "sqrt": 2, "exp": 3, "log": 4, "tanh": 4, "power": 20, "where": 3, "sin": 6, "cos": 6}
PRODUCT = 0.015                        # of one multiplication and addition of a matrix product
CALL = 500                             # of the call itself
PASSES = {"normalised": 6, "attention_weights": 18}        # of steps with passes of their own: how many, as simple as +


def cost(step):
    """About how many nanoseconds a step takes; None where that is not known. A view takes none."""
    if step.effect:
        return None
    if step.shares:
        return 0
    if type(step.call) is Fused:
        return sum(map(cost, step.call.steps))
    size = step.outputs[0].size if step.outputs and step.outputs[0] is not None else 0
    if type(step.call) is np.ufunc and step.call.signature is None or step.call in (cast, where):
        return CALL + ELEMENT * size * DEAR.get(step.name, 1)
    if step.call in (np.matmul, matmul_tiles):
        return CALL + PRODUCT * size * step.args[0].shape[-1]
    if step.name in PASSES:
        inner = prod(step.args[0].shape[-1:]) if step.name == "attention_weights" else 0
        return CALL + size * (ELEMENT * PASSES[step.name] + PRODUCT * inner)
    return 0 if all(type(x) is not Value for x in step.outputs) else None
