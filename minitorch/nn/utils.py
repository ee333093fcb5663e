"""Helpers on parameters: limits for gradients, and all of them as one vector."""

from ..graph import functions, no_grad
from ..piece import piece
from ..tensors import Tensor, plain


def with_grad(parameters):
    """The parameters that have a gradient; one tensor may stand for a list."""
    parameters = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    return [p for p in parameters if p.grad is not None]


@no_grad()
def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of all the tensors, as if they were one vector."""
    tensors = list(tensors)
    if not tensors:
        return Tensor(1)[0] * 0
    sizes = [t.abs().max() if norm_type == float("inf") else (t.abs() ** norm_type).sum() for t in tensors]
    if norm_type == float("inf"):
        total = sizes[0] if len(sizes) == 1 else functions["stack"](sizes).max()
    else:
        total = sum(sizes[1:], sizes[0]) ** (1 / norm_type)
    if error_if_nonfinite and not total.isfinite().item():
        raise RuntimeError(f"The total norm of order {norm_type} for gradients from `parameters` is non-finite "
                           f"({total.item()}), so it cannot be clipped.")
    return total


@piece
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scale all gradients together, in place, so that their norm is at most max_norm.

    returns   the norm before, a tensor
    Source: Pascanu et al., On the Difficulty of Training Recurrent Neural Networks (2013).
    """
    params = with_grad(parameters)
    total = get_total_norm([p.grad for p in params], norm_type, error_if_nonfinite)
    with no_grad():
        scale = (max_norm / (total + 1e-6)).clamp(max=1.0)
        for p in params:
            p.grad.mul_(scale)
    return total


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Keep every element of every gradient between −clip_value and clip_value, in place."""
    with no_grad():
        for p in with_grad(parameters):
            p.grad.clamp_(min=-clip_value, max=clip_value)


def parameters_to_vector(parameters):
    """All parameters, one after the other, as one vector."""
    return functions["cat"]([p.reshape(-1) for p in parameters])


def vector_to_parameters(vec, parameters):
    """Write a vector's elements over the parameters, one after the other."""
    start = 0
    for p in parameters:
        p.data = plain(vec.array[start:start + p.numel()].reshape(p.array.shape).copy())
        start += p.numel()
