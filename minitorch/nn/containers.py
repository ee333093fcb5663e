"""Modules that hold modules: in a row, in a list, in a dict."""

from operator import index as as_index

from .module import Module, indent
from .registration import check_module


class NumberedModules(Module):
    """Base of Sequential and ModuleList: children numbered from 0."""

    def key_at(self, number):
        """The name of the child at `number`, which may count from the end."""
        number, length = as_index(number), len(self)
        if not -length <= number < length:
            raise IndexError(f"index {number} is out of range: {self._get_name()} holds {length} modules.")
        return list(self._modules)[number]

    def renumber(self, modules):
        self._modules.clear()
        for number, module in enumerate(modules):
            self.add_module(str(number), module)

    def __getitem__(self, number):
        if isinstance(number, slice):
            return self.sliced(list(self._modules.items())[number])
        return self._modules[self.key_at(number)]

    def __setitem__(self, number, module):
        check_module(module)
        self._modules[self.key_at(number)] = module

    def __delitem__(self, number):
        names = list(self._modules)[number] if isinstance(number, slice) else [self.key_at(number)]
        numbered = list(self._modules) == [str(i) for i in range(len(self))]
        for name in names:
            del self._modules[name]
        if numbered:
            self.renumber(list(self._modules.values()))

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def append(self, module):
        """Add one at the end; returns self."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        if not hasattr(modules, "__iter__"):
            raise TypeError(f"{self._get_name()} takes a list of modules, not {type(modules).__name__}: "
                            f"nn.{self._get_name()}([...]).")
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index, module):
        modules = list(self)
        modules.insert(index, module)
        check_module(module)
        self.renumber(modules)
        return self

    def pop(self, key):
        module = self[key]
        del self[key]
        return module

    def __iadd__(self, modules):
        return self.extend(modules)


class Sequential(NumberedModules):
    """Modules in a row, each fed with what the one before gave.

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


class ModuleList(NumberedModules):
    """A list whose modules are noticed; it does not say how they are called."""

    def __init__(self, modules=None):
        super().__init__()
        self.extend(modules or ())

    def sliced(self, items):
        return type(self)(module for _, module in items)

    def __add__(self, other):
        return ModuleList([*self, *other])

    def __repr__(self):
        """Equal neighbours are shown once: '(0-3): 4 x Linear(…)'."""
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


class RegisteredDict(Module):
    """Base of ModuleDict and ParameterDict: a dict over one register of a module."""

    _register = "_modules"

    @property
    def _registered(self):
        return vars(self)[self._register]

    def __getitem__(self, key):
        return self._registered[key]

    def __delitem__(self, key):
        del self._registered[key]

    def __len__(self):
        return len(self._registered)

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


class ModuleDict(RegisteredDict):
    """A dict whose modules are noticed."""

    def __init__(self, modules=None):
        super().__init__()
        self.update(modules or {})

    def update(self, modules):
        if not hasattr(modules, "items") and not all(isinstance(x, tuple | list) and len(x) == 2 for x in modules):
            raise TypeError('ModuleDict takes a dict {name: module}, or a list of pairs (name, module): '
                            'nn.ModuleDict({"first": layer}).')
        for name, module in modules.items() if hasattr(modules, "items") else modules:
            self[name] = module

    def __setitem__(self, key, module):
        self.add_module(key, module)
