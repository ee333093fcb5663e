"""A dict of parameters."""

from ...nn.containers import ParameterList, RegisteredDict


class ParameterDict(RegisteredDict):
    """A dict whose tensors become registered Parameters. parameters: a dict {name: tensor} to begin with."""

    _register, _add = "_parameters", ParameterList._add

    def extra_repr(self):
        return "\n".join(f"  ({name}): Parameter containing: [{value.type()} of size {'x'.join(map(str, value.shape))}]"
                         for name, value in self._parameters.items())

    def __init__(self, parameters=None):
        super().__init__()
        self.update(parameters or {})

    def get(self, key, default=None):
        return self._parameters.get(key, default)

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def popitem(self):
        return self._parameters.popitem()

    def copy(self):
        return ParameterDict(dict(self.items()))

    def fromkeys(self, keys, default=None):
        return ParameterDict(dict.fromkeys(keys, default))
