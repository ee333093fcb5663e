"""Ready parametrizations: weight_norm."""

from ..module import Module
from .parametrize import register_parametrization
from .weight_norm import length, scaled

__all__ = ["weight_norm"]


class _WeightNorm(Module):
    """A weight from its length (original0) and its direction (original1)."""

    def __init__(self, dim=0):
        super().__init__()
        self.dim = dim

    def forward(self, weight_g, weight_v):
        return scaled(weight_v, weight_g, self.dim)

    def right_inverse(self, weight):
        return length(weight, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    """Train `name` as a length and a direction; returns the module. Source: Salimans and Kingma (2016)."""
    return register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
