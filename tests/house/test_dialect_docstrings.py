"""Every public name of the dialects explains itself: each argument, the shapes it takes, and that it raises."""

import inspect
from functools import cache
from types import ModuleType

from explained import explained_once, missing, parameters

from minitorch.dialects import keras, tf1, tf2
from minitorch.dialects.core.missing import public as shown
from minitorch.tools.site.public import home, is_documented, plain


def modules(place, module):
    """{place: module} of a dialect and of the modules that it shows."""
    found, inside = {}, [(place, module)]
    while inside:
        place, module = inside.pop(0)
        if module not in found.values():
            found[place] = module
            values = [(name, getattr(module, name)) for name in shown(vars(module))]
            inside += [(f"{place}.{name}", value) for name, value in values
                       if isinstance(value, ModuleType) and value.__name__.startswith("minitorch.dialects")]
    return found


def inherits(kind, name, value):
    """Whether a method has no docstring of its own, and means what a documented one of a base class does.

    Arguments that the base class does not name are explained where those of all the package are.
    """
    bases = [plain(vars(base)[name]) for base in kind.__mro__[1:] if name in vars(base)]
    if value.__doc__ or not bases or not any(base.__doc__ for base in bases):
        return False
    known = {p.name for base in bases for p in parameters(base)} | explained_once(home(value))
    return {p.name for p in parameters(value)} <= known


def methods(kind):
    """(class, name, function or property) of what a class and the dialects' classes that it is made of define."""
    for base in kind.__mro__:
        if base.__module__.startswith("minitorch.dialects"):
            yield from ((base, name, plain(value)) for name, value in vars(base).items())


@cache
def public():
    """{name: object} of functions, classes and their methods, each once, under the first of its names."""
    found, seen = {}, set()

    def add(name, value):
        own = inspect.unwrap(value)                  # an operation of a graph explains itself as what it calls does
        if id(own) not in seen:
            seen.add(id(own))
            found[name] = value
            return True
        return False
    for root in (tf2, keras, tf1):
        for place, module in modules(root.__name__.rpartition(".")[2], root).items():
            for name in shown(vars(module)):
                value = plain(getattr(module, name))
                if is_documented(name, value) and add(f"{place}.{name}", value) and isinstance(value, type):
                    for kind, method, inner in methods(value):
                        if is_documented(method, inner) and not inherits(kind, method, inner):
                            add(f"{place}.{name}.{method}", inner)
    return found


def test_every_public_docstring_of_the_dialects_explains_its_arguments_and_errors():
    assert len(public()) > 1300
    assert not {name: what for name, value in public().items() if (what := missing(value, f"dialects.{name}", public))}


def test_a_method_is_explained_where_its_class_or_a_base_class_explains_it():
    class Base:
        def scale(self, factor):
            """Multiply by factor."""

    class Same(Base):
        def scale(self, factor):
            return factor

    class More(Base):
        def scale(self, factor, by):
            return factor * by
    assert inherits(Same, "scale", Same.scale) and not inherits(More, "scale", More.scale)
    assert not inherits(Base, "scale", Base.scale)
