"""Weights that both frameworks share: their streams of random numbers differ."""

import numpy as np
import torch


def settle(module, seed=0, scale=0.3):
    """Fill a module's parameters from NumPy's stream; returns the module."""
    draws = np.random.RandomState(seed)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(torch.from_numpy(scale * draws.standard_normal(tuple(parameter.shape))))
    return module


def normal(*shape, seed=1):
    """Return a tensor of normal numbers from NumPy's stream."""
    return torch.from_numpy(np.random.RandomState(seed).standard_normal(shape).astype("float32"))


def integers(high, *shape, seed=2):
    """Return a tensor of integers below `high` from NumPy's stream."""
    return torch.from_numpy(np.random.RandomState(seed).randint(0, high, shape))
