"""Spectral normalisation: a weight divided by its largest singular value, which power iteration estimates."""

from ....engine import no_grad
from ....nn import functional as F, init
from ....nn.conv import ConvTranspose
from ....nn.parameter import Parameter, Uninitialized
from ....ops.shape.creation import empty

__all__ = ["remove_spectral_norm", "spectral_norm"]


def as_matrix(weight, dim):
    """Return the slices along `dim` as rows of a matrix: (…) -> (size of dim, elements of a slice)."""
    return weight.movedim(dim, 0).flatten(1)


def usual_dim(module):
    """Return the dimension of the outputs in a module's weight."""
    return 1 if isinstance(module, ConvTranspose) else 0


def random_direction(size, weight, eps):
    """Return a random vector (size,) with norm 1, with the dtype and device of `weight`."""
    return F.normalize(init.normal_(empty(size, dtype=weight.dtype, device=weight.device)), dim=0, eps=eps)


def check_iterations(count):
    if count <= 0:
        raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={count}.")


class SpectralNorm:
    """A hook that computes `name` from name_orig before each forward; in training it first updates name_u and name_v.

    name_u, name_v   the estimated singular vectors of the largest singular value
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
        return weight / (u.clone() @ (matrix @ v.clone()))       # copy u and v, because another forward may change them

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, module.training))


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide `name` by its largest singular value before each forward; return the module.

    n_power_iterations   how many steps improve the estimate of the singular value in each forward in training
    dim                  the dimension of the outputs: 0, or 1 in transposed convolutions

    The parameter is then called name_orig. Raises ValueError for a lazy parameter that has no shape yet and unless
    n_power_iterations is positive, RuntimeError if `name` has this hook already.
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
    """Make `name` an ordinary parameter with its current value; return the module. ValueError if it has no hook."""
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
