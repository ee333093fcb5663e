"""Modules that contain modules or parameters: in sequence, in a list, or in a dict."""

from operator import index as as_index

from ..runtime.missing import moved_to
from ..tensors import Tensor
from .module import Module, indent
from .parameter import Parameter


class Registered(Module):
    """Base of lists and dicts of modules or parameters: `_register` names the Module's dict of their entries."""

    _register = "_modules"

    @property
    def _registered(self):
        return vars(self)[self._register]

    def _add(self, key, value):
        self.add_module(key, value)

    def __len__(self):
        return len(self._registered)


class RegisteredList(Registered):
    """Base of Sequential, ModuleList and ParameterList: their entries are numbered from 0."""

    def key_at(self, number):
        """Return the name of the entry at `number`; negative numbers count from the end."""
        number, length = as_index(number), len(self)
        if not -length <= number < length:
            raise IndexError(f"index {number} is out of range: {self._get_name()} holds {length} "
                             f"{self._register[1:]}.")
        return list(self._registered)[number]

    def renumber(self, values):
        self._registered.clear()
        for number, value in enumerate(values):
            self._add(str(number), value)

    def __getitem__(self, number):
        if isinstance(number, slice):
            return self.sliced(list(self._registered.items())[number])
        return self._registered[self.key_at(number)]

    def sliced(self, items):
        return type(self)(value for _, value in items)

    def __setitem__(self, number, value):
        self._add(self.key_at(number), value)

    def __delitem__(self, number):
        names = list(self._registered)[number] if isinstance(number, slice) else [self.key_at(number)]
        for name in names:
            del self._registered[name]
        self.renumber(list(self))

    def __iter__(self):
        return iter(self._registered.values())

    def append(self, value):
        """Append one entry at the end; return self."""
        self._add(str(len(self)), value)
        return self

    def extend(self, values):
        if not hasattr(values, "__iter__"):
            raise TypeError(f"{self._get_name()} takes a list of {self._register[1:]}, not {type(values).__name__}: "
                            f"nn.{self._get_name()}([...]).")
        for value in list(values):
            self.append(value)
        return self

    def insert(self, index, value):
        values = list(self)
        values.insert(index, value)
        self.append(value)                       # append() raises an error for a wrong value before it changes the list
        self.renumber(values)
        return self

    def pop(self, key):
        value = self[key]
        del self[key]
        return value

    def __iadd__(self, values):
        return self.extend(values)


class Sequential(RegisteredList):
    """Modules called in order, each with the result of the one before: the first's input -> the last's output.

    Takes modules, or one dict {name: module}.
    """

    def __init__(self, *modules):
        super().__init__()
        if len(modules) == 1 and isinstance(modules[0], dict):
            for name, module in modules[0].items():
                self.add_module(name, module)
        else:
            self.extend(modules)

    def sliced(self, items):
        return type(self)(dict(items))

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def __add__(self, other):
        return Sequential(*self, *other)

    def __mul__(self, times):
        if times < 1:
            raise ValueError("Non-positive multiplication factor for Sequential")
        return Sequential(*list(self) * times)

    __rmul__ = __mul__


class ModuleList(RegisteredList):
    """A list whose modules are registered; it has no forward."""

    def __init__(self, modules=None):
        super().__init__()
        self.extend(modules or ())

    def __add__(self, other):
        return ModuleList([*self, *other])

    def __repr__(self):
        """Return the list as text, with equal neighbours shown once: '(0-3): 4 x Linear(…)'."""
        runs = []
        for index, text in enumerate(map(repr, self)):
            if runs and runs[-1][2] == text:
                runs[-1][1] = index
            else:
                runs.append([index, index, text])
        if not runs:
            return f"{self._get_name()}()"
        lines = [f"({first}): {indent(text)}" if first == last else
                 f"({first}-{last}): {last - first + 1} x {indent(text)}" for first, last, text in runs]
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"


class RegisteredDict(Registered):
    """Base of ModuleDict and of ParameterDict, in rare/nn/containers.py: their entries have names."""

    def __getitem__(self, key):
        return self._registered[key]

    def __setitem__(self, key, value):
        self._add(key, value)

    def __delitem__(self, key):
        del self._registered[key]

    def __iter__(self):
        return iter(self._registered)

    def __contains__(self, key):
        return key in self._registered

    def keys(self):
        return self._registered.keys()

    def values(self):
        return self._registered.values()

    def items(self):
        return self._registered.items()

    def pop(self, key):
        return self._registered.pop(key)

    def clear(self):
        self._registered.clear()

    def update(self, entries):
        if not hasattr(entries, "items") and not all(isinstance(x, tuple | list) and len(x) == 2 for x in entries):
            kind = self._register[1:-1]
            raise TypeError(f"{self._get_name()} takes a dict {{name: {kind}}}, or a list of pairs (name, {kind}): "
                            f'nn.{self._get_name()}({{"first": {"layer" if kind == "module" else "weight"}}}).')
        for name, value in entries.items() if hasattr(entries, "items") else entries:
            self[name] = value


class ModuleDict(RegisteredDict):
    """A dict whose modules are registered."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)


class ParameterList(RegisteredList):
    """A list whose tensors become registered Parameters. values: tensors, or Parameters, to begin with."""

    _register = "_parameters"

    def __init__(self, values=None):
        super().__init__()
        self.extend(() if values is None else values)

    def _add(self, key, value):
        made = isinstance(value, Tensor) and not isinstance(value, Parameter)
        self.register_parameter(key, Parameter(value) if made else value)

    def extra_repr(self):
        return "\n".join(f"  ({name}): Parameter containing: [minitorch.{value.dtype.name} of size "
                         f"{'x'.join(map(str, value.shape))}]" for name, value in self._parameters.items())


__getattr__ = moved_to("rare.nn.containers")
