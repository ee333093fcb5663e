"""Ready parametrizations: weight_norm and spectral_norm."""

from ...engine import no_grad
from .. import functional as F
from ..module import Module
from .parametrize import register_parametrization
from .spectral_norm import as_matrix, check_iterations, random_direction, usual_dim
from .weight_norm import length, scaled

__all__ = ["spectral_norm", "weight_norm"]


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


class _SpectralNorm(Module):
    """A weight divided by its largest singular value, with the singular vectors _u and _v; a vector by its length."""

    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        if not -weight.ndim <= dim < weight.ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-weight.ndim}, {weight.ndim - 1}] "
                             f"but got {dim})")
        check_iterations(n_power_iterations)
        self.dim, self.eps, self.n_power_iterations = dim % weight.ndim, eps, n_power_iterations
        if weight.ndim > 1:
            matrix = as_matrix(weight.detach(), self.dim)
            for name, size in zip(("_u", "_v"), matrix.shape):
                self.register_buffer(name, random_direction(size, matrix, eps))
            self.iterate(matrix, 15)                         # near the truth from the start

    def iterate(self, matrix, count):
        """Bring _u and _v nearer to the singular vectors of the largest singular value."""
        with no_grad():
            for _ in range(count):
                self._u.copy_(F.normalize(matrix @ self._v, dim=0, eps=self.eps))
                self._v.copy_(F.normalize(matrix.T @ self._u, dim=0, eps=self.eps))

    def forward(self, weight):
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            self.iterate(matrix, self.n_power_iterations)
        return weight / (self._u.clone() @ (matrix @ self._v.clone()))

    def right_inverse(self, value):
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide `name` by its largest singular value whenever it is read; returns the module.

    n_power_iterations   how often that is improved at each reading in training
    dim                  the dimension of the outputs: 0, or 1 in transposed convolutions

    Source: Miyato et al., Spectral Normalization for Generative Adversarial Networks (2018).
    Raises ValueError where there is no such parameter.
    """
    weight = module._parameters.get(name)
    if weight is None:
        raise ValueError(f"Module '{module._get_name()}' has no parameter or buffer with name '{name}'")
    made = _SpectralNorm(weight, n_power_iterations, usual_dim(module) if dim is None else dim, eps)
    return register_parametrization(module, name, made)
