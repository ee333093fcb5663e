"""Spectral normalisation: a weight divided by its largest singular value, which power iteration follows."""

from ...engine import no_grad
from ...ops.shape.creation import empty
from .. import functional as F, init
from ..conv import ConvTranspose
from ..parameter import Parameter, Uninitialized

__all__ = ["remove_spectral_norm", "spectral_norm"]


def as_matrix(weight, dim):
    """The slices along `dim` as rows: (…) -> (size of dim, everything else)."""
    return weight.movedim(dim, 0).flatten(1)


def usual_dim(module):
    """The dimension of the outputs in a module's weight."""
    return 1 if isinstance(module, ConvTranspose) else 0


def random_direction(size, weight, eps):
    """A vector of length 1 beside `weight`."""
    return F.normalize(init.normal_(empty(size, dtype=weight.dtype, device=weight.device)), dim=0, eps=eps)


def check_iterations(count):
    if count <= 0:
        raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={count}.")


class SpectralNorm:
    """The hook that makes `name` anew from name_orig before each forward; in training it also iterates once more.

    name_u, name_v   the singular vectors of the largest singular value, as far as they are known
    """

    def __init__(self, name, n_power_iterations, dim, eps):
        check_iterations(n_power_iterations)
        self.name, self.n_power_iterations, self.dim, self.eps = name, n_power_iterations, dim, eps

    def compute_weight(self, module, iterate):
        weight, u, v = (getattr(module, self.name + end) for end in ("_orig", "_u", "_v"))
        matrix = as_matrix(weight, self.dim)
        with no_grad():
            for _ in range(self.n_power_iterations * iterate):
                v.copy_(F.normalize(matrix.T @ u, dim=0, eps=self.eps))
                u.copy_(F.normalize(matrix @ v, dim=0, eps=self.eps))
        return weight / (u.clone() @ (matrix @ v.clone()))        # copies: another forward may change u and v

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, module.training))


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide `name` by its largest singular value before each forward; returns the module.

    n_power_iterations   how often it is improved in each forward of training
    dim                  the dimension of the outputs: 0, or 1 in transposed convolutions

    The parameter is called name_orig from then on. Raises ValueError for a parameter without a shape and for no
    iterations, RuntimeError if it is normalised already.
    Source: Miyato et al., Spectral Normalization for Generative Adversarial Networks (2018).
    """
    if any(isinstance(hook, SpectralNorm) and hook.name == name for hook, _ in module._forward_pre_hooks.values()):
        raise RuntimeError(f"Cannot register two spectral_norm hooks on the same parameter {name}.")
    hook = SpectralNorm(name, n_power_iterations, usual_dim(module) if dim is None else dim, eps)
    weight = module._parameters[name]
    if weight is None or isinstance(weight, Uninitialized):
        raise ValueError(f"spectral_norm needs a parameter: {name!r} is "
                         f"{'None' if weight is None else 'not initialized, so call the module first'}.")
    matrix = as_matrix(weight.detach(), hook.dim)
    delattr(module, name)
    module.register_parameter(name + "_orig", weight)
    setattr(module, name, weight.detach())
    for end, size in zip(("_u", "_v"), matrix.shape):
        module.register_buffer(name + end, random_direction(size, matrix, eps))
    module.register_forward_pre_hook(hook)
    return module


def remove_spectral_norm(module, name="weight"):
    """Make `name` an ordinary parameter again, divided as it is now; returns the module. ValueError if it is not."""
    for key, (hook, _) in module._forward_pre_hooks.items():
        if isinstance(hook, SpectralNorm) and hook.name == name:
            with no_grad():
                weight = hook.compute_weight(module, False)
            for end in ("", "_u", "_v", "_orig"):
                delattr(module, name + end)
            del module._forward_pre_hooks[key]
            module.register_parameter(name, Parameter(weight.detach()))
            return module
    raise ValueError(f"spectral_norm of '{name}' not found in {module}")
