"""Helpers of the rules: the gradient to subtract, running means, and checks of settings."""

from ..backend import library_of
from ..engine import tensor_types

NAMES = {"lr": "learning rate", "eps": "epsilon value"}


def slope(param, grad, weight_decay, maximize, decoupled=False, lr=0):
    """Return the direction to subtract: the gradient (its negative to maximize) plus the pull towards 0.

    decoupled   shrink the weights directly instead, by lr · weight_decay, so that an adaptive rule does not
                rescale the pull. Loshchilov & Hutter, Decoupled weight decay regularization (2019)
    """
    if maximize:
        grad = -grad
    if decoupled:
        param *= 1 - lr * weight_decay
        return grad
    return grad + weight_decay * param if weight_decay else grad


def running_means(state, param, *names):
    """Count one step, and return the arrays that `state` stores by these names, zeros like `param` at first."""
    if names[0] not in state:
        zeros = library_of(param).zeros_like
        state.update(step=0, **{name: zeros(param) for name in names})
    state["step"] += 1
    return map(state.__getitem__, names)


def check(betas=(0, 0), **settings):
    """Raise for negative settings and for betas outside [0, 1), with PyTorch's messages."""
    for name, value in settings.items():
        check_one_element(name, value)
        if type(value) in (str, list, tuple, dict) or not hasattr(value, "__float__"):
            raise TypeError(f"{name} must be a number, not {type(value).__name__}." + (
                " Parameters come first, then settings: Adam(model.parameters(), lr=0.001)."
                if hasattr(value, "__iter__") and not isinstance(value, str) else ""))
        if not value >= 0:
            raise ValueError(f"Invalid {NAMES.get(name, f'{name} value')}: {value}. It must be 0 or more.")
    if not isinstance(betas, tuple | list):
        raise TypeError(f"betas must be a pair of numbers, (0.9, 0.999), not {type(betas).__name__}.")
    if len(betas) < 2:
        raise IndexError(f"betas must be a pair of numbers, (0.9, 0.999), not {betas}.")
    for index, beta in enumerate(betas):
        check_one_element(f"betas[{index}]", beta)
        if not 0 <= beta < 1:
            raise ValueError(f"Invalid beta parameter at index {index}: {beta}. It must be at least 0, below 1.")


def check_one_element(name, value):
    """Raise for a setting that is a Tensor of more than one element."""
    if type(value) in tensor_types and value.numel() != 1:
        raise ValueError(f"Tensor {name} must be 1-element, and this one has the shape {list(value.shape)}.")


def check_tensors(lr, betas, foreach, capturable):
    """Raise for Tensor settings that PyTorch's Adam rejects: one of two betas, and any with foreach=True."""
    if len({type(beta) in tensor_types for beta in betas}) > 1:
        raise ValueError("betas must be either both floats or both Tensors.")
    for name, value in {"lr": lr, "betas[0]": betas[0], "betas[1]": betas[1]}.items():
        if type(value) in tensor_types and foreach and not capturable:
            raise ValueError(f"{name} as a Tensor is not supported for capturable=False and foreach=True.")
