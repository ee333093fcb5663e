"""tf.Module: a thing that owns variables and other modules."""

import re

from ..core.temporary import pushed
from ..core.variable import Variable

names: list = []


def name_scope(name):
    """Put a name before those of the variables made in a with-block."""
    return pushed(names, name, "/".join([*names, name]) + "/")


def snake(name):
    """Return DenseLayer as dense_layer."""
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)).lower()


class Module:
    """Owns what is assigned to its attributes: variables, modules, and lists and dicts of them.

    >>> from minitorch.dialects import tf2 as tf
    >>> class Line(tf.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.w = tf.Variable(2.0, name="w")
    ...     def __call__(self, x):
    ...         return self.w * x
    >>> len(Line().trainable_variables), Line().name
    (1, 'line')
    """

    def __init__(self, name=None):
        self._name = name or snake(type(self).__name__)

    @property
    def name(self):
        """Its name: that of its class in small letters with underscores, unless another was given."""
        return self._name

    @property
    def name_scope(self):
        """A with-block that puts its name before those of variables made within."""
        return name_scope(self._name)

    @property
    def variables(self):
        """All variables of it and of what it owns, in the order of attributes' names, each once."""
        return tuple(found(self, Variable))

    @property
    def trainable_variables(self):
        """Those of its variables that optimisers change."""
        return tuple(v for v in self.variables if v.trainable)

    @property
    def non_trainable_variables(self):
        """Those of its variables that optimisers leave as they are, such as running means."""
        return tuple(v for v in self.variables if not v.trainable)

    @property
    def submodules(self):
        """All modules that it owns, directly or not."""
        return tuple(found(self, Module))


def found(owner, kind):
    """Return what is of a kind in a module and in what it owns, each once: its own first, then that of its modules."""
    result, seen, queue = [], {id(owner)}, [owner]
    while queue:
        here, below = queue.pop(0), []
        for _, value in sorted(vars(here).items()):
            for part in parts(value):
                if id(part) in seen:
                    continue
                if isinstance(part, kind):
                    seen.add(id(part))
                    result.append(part)
                if isinstance(part, Module) or hasattr(part, "trainable_variables"):
                    seen.add(id(part))
                    below.append(part)
                    if hasattr(part, "variables") and not isinstance(part, Module):       # a Keras layer
                        result += [v for v in part.variables if isinstance(v, kind) and id(v) not in seen]
                        seen.update(id(v) for v in part.variables)
        queue += [part for part in below if isinstance(part, Module)]
    return result


def parts(value):
    """Return an attribute's value, or what is in a dict, list or tuple."""
    if isinstance(value, dict):
        return [part for key in sorted(value, key=str) for part in parts(value[key])]
    if isinstance(value, list | tuple):
        return [part for one in value for part in parts(one)]
    return [value]
