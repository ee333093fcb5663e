"""Scores as probabilities: softmax and its kin."""

import warnings

from ...graph import Dim, Tensor
from ...graph.kinds import require
from ...ops.loss import softmax as ops
from ...ops.shape.creation import rand_like

__all__ = ["gumbel_softmax", "log_softmax", "softmax", "softmin"]


def softmax(input: Tensor, dim: Dim = None, _stacklevel=3, dtype=None):
    """eˣ, scaled to sum to 1 along `dim`."""
    return ops.softmax.function(input, dim=implied(input, dim, "softmax"), dtype=dtype)


def log_softmax(input: Tensor, dim: Dim = None, _stacklevel=3, dtype=None):
    """log(softmax(x)), without overflow."""
    return ops.log_softmax.function(input, dim=implied(input, dim, "log_softmax"), dtype=dtype)


def softmin(input: Tensor, dim: Dim = None, _stacklevel=3, dtype=None):
    """softmax(−x)."""
    return ops.softmax.function(-input, dim=implied(input, dim, "softmin"), dtype=dtype)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim: Dim = -1):
    """A random choice that gradients pass through: softmax of (scores + Gumbel noise) / tau.

    hard   one-hot on the way forward, soft on the way back
    Source: Jang et al., Categorical Reparameterization with Gumbel-Softmax (2017).
    """
    noise = -(-(1 - rand_like(logits)).log()).log()
    soft = softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    best = soft.argmax(dim, keepdim=True)
    return (soft * 0).detach().scatter(dim, best, 1.0) - soft.detach() + soft


def implied(input, dim, name):
    """PyTorch's old default for a dim left out, with its warning."""
    if dim is None:
        require(name, {"input": input})
        dim = 0 if input.ndim in (0, 1, 3) else 1
        warnings.warn(f"Implicit dimension choice for {name} has been deprecated: write dim={dim}.",
                      UserWarning, stacklevel=3)
    return dim
