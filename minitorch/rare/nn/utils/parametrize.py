"""Parametrizations: compute a parameter from other parameters at each access."""

from contextlib import contextmanager

from ....nn.containers import ModuleDict, ModuleList
from ....nn.parameter import Parameter

__all__ = ["ParametrizationList", "cached", "is_parametrized", "register_parametrization", "remove_parametrizations"]


class ParametrizationList(ModuleList):
    """The modules that compute one tensor, applied in order, and the stored parameters that the first module gets.

    The parameters are `original`, or `original0`, `original1`, … if the first right_inverse returns several tensors.
    """

    def __init__(self, modules, weight):
        super().__init__(modules)
        made = weight.detach()
        for module in reversed(list(self)):
            made = module.right_inverse(made) if hasattr(module, "right_inverse") else made
        self.ntensors = len(made) if isinstance(made, tuple) else 1
        self.is_tensor = not isinstance(made, tuple)
        if self.is_tensor:
            self.original = Parameter(made, weight.requires_grad)
        else:
            for i, part in enumerate(made):
                self.register_parameter(f"original{i}", Parameter(part.detach(), weight.requires_grad))

    def forward(self):
        if self.is_tensor:
            x = self[0](self.original)
        else:
            x = self[0](*[getattr(self, f"original{i}") for i in range(self.ntensors)])
        for module in list(self)[1:]:
            x = module(x)
        return x


blocks: list = []                      # a dict {parametrizations: tensor} for each open block of `cached`


@contextmanager
def cached():
    """Compute each parametrized tensor once in the block, at its first access; later accesses return the same tensor.

    >>> import minitorch.nn.utils.parametrize as parametrize
    >>> layer = minitorch.nn.utils.parametrizations.weight_norm(minitorch.nn.Linear(2, 3))
    >>> with parametrize.cached():
    ...     layer.weight is layer.weight
    True
    """
    blocks.append({})
    try:
        yield
    finally:
        blocks.pop()


def value_of(made):
    """Return the tensor of a ParametrizationList: inside `with cached()` the stored tensor, else a new tensor."""
    if not blocks:
        return made()
    if made not in blocks[0]:
        blocks[0][made] = made()
    return blocks[0][made]


def is_parametrized(module, tensor_name=None):
    """Return whether the module, or one of its tensors, is parametrized."""
    lists = module._modules.get("parametrizations")
    return bool(lists) and (tensor_name is None or tensor_name in lists)


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """Make `module.tensor_name` return parametrization(original); return the module.

    The first call gives the module its own class, with a property of that name. If you assign a value to the name,
    the parametrization's `right_inverse` computes `original` from the value, if there is such a method.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        module.parametrizations[tensor_name].append(parametrization)
        return module
    if tensor_name not in module._parameters:
        raise ValueError(f"Module '{module._get_name()}' does not have a parameter with name '{tensor_name}'")
    weight = module._parameters[tensor_name]
    made = ParametrizationList([parametrization], weight)
    if tuple(made().shape) != tuple(weight.shape) and not unsafe:
        raise ValueError(f"Registering a parametrization may not change the shape of the tensor: {tensor_name} is "
                         f"{tuple(weight.shape)}, and {parametrization._get_name()} makes {tuple(made().shape)}.")
    if not is_parametrized(module):
        kind = type(module)
        module.__class__ = type(f"Parametrized{kind.__name__}", (kind,), {"plain_class": kind})
        module.parametrizations = ModuleDict()
    del module._parameters[tensor_name]
    module.parametrizations[tensor_name] = made
    setattr(type(module), tensor_name, property(lambda self: value_of(self.parametrizations[tensor_name]),
                                                lambda self, value: assign(self, tensor_name, value)))
    return module


def assign(module, name, value):
    """Set the parameters of a parametrized tensor so that it becomes `value`."""
    made = module.parametrizations[name]
    for block in blocks:
        block.pop(made, None)
    fresh = ParametrizationList(list(made), value)
    for key, old in made._parameters.items():
        old.data = fresh._parameters[key].data


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Make a tensor an ordinary parameter with its current value (False: with its original); return the module."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    made = module.parametrizations[tensor_name]
    if not leave_parametrized and not made.is_tensor:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in "
                         "terms of a sequence of tensors.")
    value = made().detach() if leave_parametrized else made.original.detach()
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    module.register_parameter(tensor_name, Parameter(value))
    if not len(module.parametrizations):
        del module.parametrizations
        module.__class__ = type(module).plain_class
    return module
