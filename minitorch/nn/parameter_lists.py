"""Parameters in a list, and in a dict."""

from ..tensors import Tensor
from .containers import RegisteredDict
from .module import Module
from .parameter import Parameter


class ParameterList(Module):
    """A list whose tensors are Parameters and are noticed."""

    def __init__(self, values=None):
        super().__init__()
        self.extend(values or ())

    def append(self, value):
        self.register_parameter(str(len(self)), as_parameter(value))
        return self

    def extend(self, values):
        for value in list(values):
            self.append(value)
        return self

    def __getitem__(self, number):
        values = list(self._parameters.values())
        return ParameterList(values[number]) if isinstance(number, slice) else values[number]

    def __setitem__(self, number, value):
        self._parameters[list(self._parameters)[number]] = as_parameter(value)

    def __len__(self):
        return len(self._parameters)

    def __iter__(self):
        return iter(self._parameters.values())

    def __iadd__(self, values):
        return self.extend(values)

    def extra_repr(self):
        return "\n".join(f"  ({name}): {shown(value)}" for name, value in self._parameters.items())


class ParameterDict(RegisteredDict):
    """A dict whose tensors are Parameters and are noticed."""

    _register = "_parameters"

    def __init__(self, parameters=None):
        super().__init__()
        self.update(parameters or {})

    def update(self, parameters):
        for name, value in parameters.items() if hasattr(parameters, "items") else parameters:
            self[name] = value

    def __setitem__(self, key, value):
        self.register_parameter(key, as_parameter(value))

    extra_repr = ParameterList.extra_repr


def as_parameter(value):
    return Parameter(value) if isinstance(value, Tensor) and not isinstance(value, Parameter) else value


def shown(value):
    return f"Parameter containing: [minitorch.{value.dtype.name} of size {'x'.join(map(str, value.shape))}]"
