"""Softmax of negative scores (softmin), and a random choice by softmax of noisy scores (gumbel_softmax)."""

from ....nn.functional.softmaxes import implied, softmax
from ....ops.loss import softmax as ops
from ....ops.shape.creation import rand_like
from ....runtime import Dim, Tensor

__all__ = ["gumbel_softmax", "softmin"]


def softmin(input: Tensor, dim: Dim = None, _stacklevel=3, dtype=None):
    """softmax(−x) along `dim`; any shape in, same out."""
    return ops.softmax.function(-input, dim=implied(input, dim, "softmin"), dtype=dtype)


def gumbel_softmax(logits, tau: float = 1, hard=False, eps: float = 1e-10, dim: Dim = -1):
    """Draw a random choice through which gradients pass: softmax of (scores + Gumbel noise) / tau.

    logits   scores of any shape; the choice is along `dim`
    hard     whether the result is one-hot, with the gradient of the softmax

    Source: Jang et al., Categorical Reparameterization with Gumbel-Softmax (2017).
    """
    noise = -(-(1 - rand_like(logits)).log()).log()
    soft = softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    best = soft.argmax(dim, keepdim=True)
    return (soft * 0).detach().scatter(dim, best, 1.0) - soft.detach() + soft
