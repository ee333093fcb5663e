"""Attention's results and gradients, for tests that compare its variants on a GPU."""

import minitorch as mt
import minitorch.nn.functional as F

SHAPES = {"heads": ((2, 3, 5, 8), (2, 3, 7, 8), (2, 3, 7, 16)), "one head": ((4, 8), (6, 8), (6, 8)),
          "a batch": ((3, 4, 8), (3, 6, 8), (3, 6, 24)), "batches of batches": ((2, 2, 1, 3, 8),) * 3,
          "one place": ((1, 2, 1, 8), (1, 2, 1, 8), (1, 2, 1, 8))}


def computed(device, dtype, shapes, **settings):
    """Return attention's output and its three gradients."""
    mt.manual_seed(0)
    given = [mt.randn(shape).to(dtype).to(device).detach().requires_grad_() for shape in shapes]
    out = F.scaled_dot_product_attention(*given, **settings)
    (out.float() + 0.3).cos().sum().backward()            # its derivative at 0 is not 0
    return [x.detach().cpu() for x in (out, *(each.grad for each in given))]


def alike(found, expected, close):
    return all(mt.allclose(one.double(), other.double(), close, close) for one, other in zip(found, expected))
