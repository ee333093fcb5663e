"""Write stub files for type checkers and editors from the declarations.

    python -m minitorch.tools.stubs      writes the .pyi files next to the source

Functions of the registry and methods of Tensor are attached when minitorch is imported, so type checkers cannot find
them in the source. Stub files are never imported.
"""

import inspect
import re
import sys
from dis import get_instructions
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from textwrap import fill
from types import FunctionType, ModuleType
from typing import Annotated, get_origin

from ... import paths
from ...engine.piece import Piece
from ...ops.named_results import Named
from ...serialization.atomic import atomic_write
from . import tables
from .types import EMPTY, parameters_text, result_name, shown_signature, type_of, type_text

HOME = Path(__file__).parents[2]
MODULES = ("tensors.tensor", "engine.grad_mode", "", "linalg", "nn", "nn.init", "nn.functional", "optim",
           "optim.lr_scheduler", "data", "autograd")
# The stub files of these modules contain their classes, and not only imports of them
CLASSES = {"tensors.tensor", "engine.grad_mode", "nn", "optim", "optim.lr_scheduler", "data"}
MACHINERY = ("minitorch.engine.", "minitorch.runtime.", "minitorch.runtime.missing")   # names from these are internal


def block(head, doc=None, marks=(), lines=()):
    """Return the text of a definition: `marks` (decorators), `head` such as `def f():`, its docstring and its lines."""
    doc = inspect.cleandoc(doc or "").replace("\\", "\\\\")
    below = [f'"""{doc}\n"""' if "\n" in doc else f'"""{doc}"""'] * bool(doc) + list(lines)
    if not below:
        return "\n".join([*marks, f"{head} ..."])
    return "\n".join([*marks, head, *["    " + line if line else "" for line in "\n".join(below).split("\n")]])


def function_text(name, function, owner=""):
    """Return a function, or a method of the class `owner`, as text: each overload, with the docstring."""
    forms = tables.FORMS.get(f"{owner}.{name}" if owner else name)
    if forms is None and owner == "Tensor" and name in tables.FORMS:
        forms = [form.replace("input: Tensor", "self", 1) for form in tables.FORMS[name]]
    if forms is None:
        signature = shown_signature(function)
        result = result_of(name, signature, owner)
        by_name = owner in ("", "Tensor") or name in ("forward", "__init__")
        arguments = parameters_text(signature, bool(owner), by_name)
        if result.startswith(("tuple", "_")) and result not in tables.CONSTANTS.values():
            arguments = arguments.replace("out: Tensor | None", "out: tuple[Tensor, ...] | None")
        forms = [f"{arguments} -> {result}"]
    heads = [f"def {name}({arguments}) -> {result}:" for arguments, _, result in (f.rpartition(" -> ") for f in forms)]
    return "\n".join([block(head, function.__doc__, ["@overload"] * (len(forms) > 1)) for head in heads])


def result_of(name, signature, owner):
    """Return the type of a function's result: its annotation, else the type for its name, else for its class."""
    if signature.return_annotation is not EMPTY:
        return type_text(signature.return_annotation)
    known = tables.RESULTS.get(f"{owner}.{name}") or tables.RESULTS.get(name)
    if known is None and owner == "Tensor" and name.endswith("_") and not name.endswith("__"):
        return "Self"
    return known or ("Tensor" if owner in ("", "Tensor") or name == "forward" else "Any")


def class_text(cls, home):
    """Return a class as text: its bases, attributes, properties and methods."""
    bases = tables.BASES.get(cls.__name__) or ", ".join([base.__name__ for base in cls.__bases__ if base is not object])
    owner = "Tensor" if cls.__name__ == "Tensor" else "Module" if home == "nn" else home
    lines = list(tables.MEMBERS.get(cls.__name__, ()))
    written = {re.match(r"(?:def )?(\w*)", line)[1] for line in lines}
    members = [name for name in sorted(vars(cls)) if name not in written and is_shown(name)]
    lines += [f"{name}: {text}" for name, text in attributes(cls).items() if name not in (*members, *written)]
    for name in members:
        lines += member_lines(name, vars(cls)[name], owner)
    return block(f"class {cls.__name__}({bases}):" if bases else f"class {cls.__name__}:", cls.__doc__, lines=lines)


def is_shown(name):
    """Return True for members of a class that a stub file shows: public ones, and methods of Python's operators."""
    return not name.startswith("_") or name.startswith("__") and name not in tables.HIDDEN or name == "_version"


def member_lines(name, value, owner):
    """Yield the lines of one member of a class."""
    if isinstance(value, property):
        result = result_of(name, inspect.signature(value.fget), owner)
        yield block(f"def {name}(self) -> {result}:", value.__doc__, ["@property"])
        if value.fset is not None:
            yield block(f"def {name}(self, value: {result}) -> None:", marks=[f"@{name}.setter"])
    elif owner == "Tensor" and (operator := tables.OPERATOR.fullmatch(name)):
        yield block(f"def {name}(self, other: {tables.OPERANDS.get(operator[1], '_Value')}) -> Tensor:")
    elif isinstance(value, classmethod | staticmethod):
        yield f"@{type(value).__name__}"
        yield function_text(name, value.__func__, owner if isinstance(value, classmethod) else "")
    elif isinstance(value, FunctionType):
        yield function_text(name, value, owner)


def attributes(cls):
    """Return {name: type} of the public attributes that a class's __init__ sets: Parameters and settings."""
    start = inspect.unwrap(vars(cls).get("__init__"))
    if not isinstance(start, FunctionType) or hasattr(cls, "array"):
        return {}
    given, source, found = inspect.signature(start).parameters, inspect.getsource(start), {}
    for step in get_instructions(start):
        name = step.argval
        if step.opname == "STORE_ATTR" and is_shown(name):
            trained = re.search(rf"self\.{name} = Parameter\(", source)
            found[name] = "Parameter" if trained else type_of(given[name]) if name in given else "Any"
    return found


def home_of(value):
    """Return the name of the module that a value comes from; "" if it has none."""
    return str(getattr(getattr(value, "__wrapped__", value), "__module__", None) or "")


def public_home(value):
    """Return the public name of the module that a value comes from: minitorch.nn for minitorch.rare.nn."""
    home = home_of(value).removeprefix("minitorch.")
    return f"minitorch.{paths.renamed(home, paths.PUBLIC) or home}"


def value_text(name, value):
    """Return the text of one name in a stub file; "" if the stub file leaves the name out."""
    if isinstance(value, ModuleType):
        package, _, own = value.__name__.rpartition(".")
        return f"from {package} import {own} as {name}" if package.startswith("minitorch") else ""
    if isinstance(value, FunctionType | Piece):
        return function_text(name, value)
    if isinstance(value, type) and issubclass(value, Named):
        return f"{name} = {result_name(value)}"
    if isinstance(value, type):
        home = home_of(value)
        if vars(sys.modules[home]).get(name) is not value:              # it is a second name, such as FloatTensor
            return f"class {name}(Tensor): ..." if name.endswith("Tensor") else ""
        return f"from {home} import {name} as {name}" if home.startswith("minitorch.") else ""
    return "" if get_origin(value) is Annotated else f"{name}: {tables.CONSTANTS.get(type(value).__name__, 'Any')}"


def names_of(module):
    """Return {name: value} of a module's public names, also of those that are imported on first use."""
    if module.__name__ == "minitorch":
        names = {*(name for name in dir(module) if not name.startswith("_")), "__version__"}
    else:
        for part in iter_modules(getattr(module, "__path__", ())):
            import_module(f"{module.__name__}.{part.name}")
        names = [name for name in dir(module) if not name.startswith("_")]
    return {name: getattr(module, name) for name in sorted(names)}


def texts_of(module, home):
    """Return {name: text} of the names of a module: its own names and those that it imports, classes last."""
    texts, classes = {}, {}
    for name, value in names_of(module).items():
        inside = public_home(value).startswith(module.__name__)
        code = isinstance(value, FunctionType | Piece | type)
        if home in CLASSES and isinstance(value, type) and inside:
            classes |= {cls: None for cls in reversed(value.__mro__) if public_home(cls).startswith(module.__name__)}
        elif inside or not code or home not in CLASSES and not home_of(value).startswith(MACHINERY):
            texts[name] = value_text(name, value)
    return texts | {cls.__name__: class_text(cls, home) for cls in classes}


def module_text(home):
    """Return the stub file of one module as text."""
    module = import_module(f"minitorch.{home}".rstrip("."))
    results = dict(sorted((result_name(kind), kind._fields) for kind in Named.__subclasses__()))
    texts = texts_of(module, home)
    imports = [text for text in texts.values() if text.startswith("from ")]
    rest = [text for text in texts.values() if text and not text.startswith("from ")]
    if hasattr(module, "__all__"):
        rest.insert(0, fill(f"__all__ = {[name for name in sorted(module.__all__) if texts.get(name)]}", 120,
                            subsequent_indent=" " * 11))
    if home == "tensors.tensor":
        rest += [block(f"class {name}(NamedTuple):", lines=[f"{field}: Tensor" for field in fields])
                 for name, fields in results.items()]
    elif home != "engine.grad_mode":
        imports.insert(0, tables.TENSOR.format(results=", ".join(results)))
    head = "\n".join([tables.HEAD, *imports, tables.AFTER_IMPORTS.get(home, "")])
    return head + "".join([f"\n{text}\n" for text in rest])


def stubs():
    """Return {path: text} of every stub file."""
    paths.import_all_ops()
    sources = {home: Path(import_module(f"minitorch.{home}".rstrip(".")).__file__) for home in MODULES}
    return {source.with_suffix(".pyi"): module_text(home) for home, source in sources.items()}


def main():
    for path, text in stubs().items():
        with atomic_write(path) as file:
            file.write(text.encode())
        print(f"written: {path.relative_to(HOME.parent)}")


if __name__ == "__main__":
    main()
