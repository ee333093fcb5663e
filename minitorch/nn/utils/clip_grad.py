"""Limits for gradients: of their norm, or of each element."""

import warnings

from ...engine import no_grad
from ...engine.piece import piece
from ...runtime import functions
from ...tensors import Tensor

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm"]


def several(parameters):
    """Return the parameters as a list; a single tensor becomes a list of one."""
    return [parameters] if isinstance(parameters, Tensor) else list(parameters)


def with_grad(parameters):
    """Return the parameters that have a gradient."""
    return [p for p in several(parameters) if p.grad is not None]


@no_grad()
def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Return the norm of all the tensors, as if they were one vector: a 0-d tensor.

    norm_type            the p of the norm; inf: the largest absolute value
    error_if_nonfinite   raise RuntimeError for a norm that is nan or infinite
    """
    tensors, norm_type = several(tensors), float(norm_type)
    if not tensors:
        return Tensor(1)[0] * 0
    if norm_type in (float("inf"), -float("inf")):
        sizes = functions["stack"]([t.abs().max() if norm_type > 0 else t.abs().min() for t in tensors])
        total = sizes.max() if norm_type > 0 else sizes.min()
    else:
        sizes = [(t * t if norm_type == 2 else t.abs() ** norm_type).sum() for t in tensors]
        total = sum(sizes[1:], sizes[0]) ** (1 / norm_type)
    if error_if_nonfinite and not total.isfinite().item():
        raise RuntimeError(f"The total norm of order {norm_type} for gradients from `parameters` is non-finite "
                           f"({total.item()}), so it cannot be clipped.")
    return total


@no_grad()
def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Scale all gradients of parameters, in place, by max_norm / total_norm if that is below 1."""
    scale = (max_norm / (total_norm + 1e-6)).clamp(max=1.0)
    for p in with_grad(parameters):
        p.grad.mul_(scale)


@piece
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scale all gradients together, in place, so that their norm is at most max_norm.

    parameters           tensors, or one tensor; those without a gradient do not count
    norm_type            the p of the norm; inf: the largest absolute value
    error_if_nonfinite   raise RuntimeError for a norm that is nan or infinite
    returns              the norm before clipping, a tensor

    Source: Pascanu et al., On the Difficulty of Training Recurrent Neural Networks (2013).
    """
    params = with_grad(parameters)
    total = get_total_norm([p.grad for p in params], norm_type, error_if_nonfinite)
    clip_grads_with_norm_(params, max_norm, total)
    return total


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Call clip_grad_norm_, of which this is PyTorch's older name; arguments as clip_grad_norm_'s."""
    warnings.warn("`clip_grad_norm` is now deprecated in favor of `clip_grad_norm_`.", FutureWarning, stacklevel=2)
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite)


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Limit every element of every gradient of parameters to −clip_value … clip_value, in place."""
    with no_grad():
        for p in with_grad(parameters):
            p.grad.clamp_(min=-clip_value, max=clip_value)
