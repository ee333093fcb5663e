"""Weight normalisation: train the norm and the direction of a weight separately."""

from ....nn.parameter import Parameter

__all__ = ["remove_weight_norm", "weight_norm"]


def length(v, dim):
    """Return the norm of each slice of v along `dim`, keeping that dimension; of all of v if dim is None."""
    dims = tuple(d for d in range(v.ndim) if dim is None or d != dim % v.ndim)
    return (v * v).sum(dims, keepdim=dim is not None).sqrt() if dims else v.abs()


def scale_vectors(v, g, dim):
    """Return the vectors with the directions of v and the norms g."""
    return v * (g / length(v, dim))


class WeightNorm:
    """A hook that computes `name` from name_g and name_v before each forward."""

    def __init__(self, name, dim):
        self.name, self.dim = name, dim

    def compute_weight(self, module):
        return scale_vectors(getattr(module, self.name + "_v"), getattr(module, self.name + "_g"), self.dim)

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module))


def weight_norm(module, name="weight", dim=0):
    """Train `name` as name_g (its norm) and name_v (its direction); return the module.

    dim   the dimension whose slices have a norm each; None: one norm for the whole tensor

    Raises RuntimeError if it has this hook already. Source: Salimans and Kingma, Weight Normalization (2016).
    """
    if any(isinstance(hook, WeightNorm) and hook.name == name for hook, _ in module._forward_pre_hooks.values()):
        raise RuntimeError(f"Cannot register two weight_norm hooks on the same parameter {name}")
    weight, hook = getattr(module, name), WeightNorm(name, dim)
    delattr(module, name)
    module.register_parameter(name + "_g", Parameter(length(weight, dim).detach()))
    module.register_parameter(name + "_v", Parameter(weight.detach()))
    setattr(module, name, hook.compute_weight(module))
    module.register_forward_pre_hook(hook)
    return module


def remove_weight_norm(module, name="weight"):
    """Make `name` an ordinary parameter again; return the module. ValueError if it has no weight norm."""
    for key, (hook, _) in module._forward_pre_hooks.items():
        if isinstance(hook, WeightNorm) and hook.name == name:
            weight = hook.compute_weight(module)
            for attribute in (name, name + "_g", name + "_v"):
                delattr(module, attribute)
            del module._forward_pre_hooks[key]
            module.register_parameter(name, Parameter(weight.detach()))
            return module
    raise ValueError(f"weight_norm of '{name}' not found in {module}")
