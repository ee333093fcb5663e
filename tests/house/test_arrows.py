"""The import arrows point down: a file imports only from layers beneath its own."""

import ast
from functools import cache
from pathlib import Path

import pytest

import minitorch
from minitorch import paths

HOME = Path(minitorch.__file__).parent
CORE = ["devices", "dtypes", "backend", "random", "engine", "runtime", "codegen", "ops", "tensors", "autograd", "nn",
        ("optim", "data")]
WINGS = ["explain", "display", "meta", "rare", "comm", "serialization", ("numpy", "signal", "distributions"), "static",
         "tokenizers", "vision", ("models", "compress"), ("cuda", "torch_api"), "onnx", "inspect", "viz", "train",
         "distributed", "recipes", "serve", "dialects", "course", "grade", "author", "as_torch", "tools"]
LAYERS = [("paths", "version"), *CORE, *WINGS]
LEVEL = {name: i for i, layer in enumerate(LAYERS) for name in ([layer] if isinstance(layer, str) else layer)}
# PyTorch's paths over the layers, and the course's name in notebooks: nothing inside imports them
FACADES = {"learn", "utils", "ao", *paths.PYTORCH}
FILES = sorted(path for path in HOME.rglob("*.py") if path.parent != HOME or path.stem not in ("__init__", "__main__"))

# An upward import that stays, each with its reason.
ALLOWED = {("vision", "models"): "vision/models/ is torchvision's path to the zoo, imported when first named",
           ("as_torch", "minitorch"): "gives all of the library another name, and nothing of the library imports it",
           ("tools", "minitorch"): "the site shows all of the library, and nothing of the library imports it"}


def layer_of(path):
    return path.relative_to(HOME).with_suffix("").parts[0]


def imported(path, source=None):
    """(layer, line) for each import of a part of minitorch, wherever in the file it stands."""
    package = ["minitorch", *path.relative_to(HOME).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8") if source is None else source)):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[:len(package) - node.level + 1] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            names = [[*base, alias.name] for alias in node.names]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
                "import_module", "__import__") and node.args and isinstance(node.args[0], ast.Constant):
            text = str(node.args[0].value)
            dots = len(text) - len(text.lstrip("."))
            base = package[:len(package) - dots + 1] if dots else []
            names = [base + text.lstrip(".").split(".")]
        else:
            continue
        for name in names:
            if name[0] == "minitorch":
                yield (name[1] if len(name) > 1 else "minitorch"), node.lineno


@cache
def of_file(imports, path):
    """What one of the two functions finds in a file: several tests ask."""
    return list(imports(path))


def upward(path, source=None):
    own = layer_of(path)
    for layer, line in of_file(imported, path) if source is None else imported(path, source):
        if layer == own or own in FACADES or (own, layer) in ALLOWED:
            continue
        if layer not in LEVEL and layer not in FACADES and own == LAYERS[-1]:
            continue                      # minitorch's own names: only the top layer stands above them all
        if LEVEL.get(layer, len(LAYERS)) > LEVEL[own]:
            yield f"{path.relative_to(HOME.parent)}:{line} imports {layer}, which is not beneath {own}"


@pytest.mark.parametrize("layer", sorted(set(map(layer_of, FILES))))
def test_a_file_imports_only_from_layers_beneath_it(layer):
    assert layer in LEVEL or layer in FACADES, f"{layer} is a new layer: give it its place in LAYERS"
    assert not [line for path in FILES if layer_of(path) == layer for line in upward(path)]


@pytest.mark.parametrize("source", [
    "from ..nn import Linear", "from .. import nn", "import minitorch.nn", "import minitorch",
    "from minitorch import nn", "def f():\n    from ..nn import functional",
    "import importlib\nimportlib.import_module('minitorch.nn')",
    "from importlib import import_module\nimport_module('..nn', __package__)"])
def test_an_upward_import_is_noticed_however_it_is_written(source):
    assert list(upward(HOME / "ops" / "imagined.py", source))


def test_every_exception_is_still_needed():
    used = {(layer_of(path), layer) for path in FILES for layer, _ in of_file(imported, path)}
    assert set(ALLOWED) <= used


def module_of(path):
    parts = path.relative_to(HOME.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in sorted(HOME.rglob("*.py"))}


def imported_modules(path, source=None):
    """The modules of minitorch that a file imports, at its top or in a function; not those only type checkers see."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8") if source is None else source)))
    unseen = {id(node) for block in nodes if isinstance(block, ast.If)
              and getattr(block.test, "id", "") == "TYPE_CHECKING" for node in ast.walk(block)}
    package = ["minitorch", *path.relative_to(HOME).parent.parts]
    for node in nodes:
        if id(node) in unseen or not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.Import):
            names = [(alias.name, "") for alias in node.names]
        else:
            base = package[:len(package) - node.level + 1] if node.level else []
            names = [(".".join([*base, *[node.module] * bool(node.module)]), alias.name) for alias in node.names]
        for home, name in names:
            found = f"{home}.{name}" if f"{home}.{name}" in MODULES else home
            if found in MODULES and found != module_of(path):
                yield found


def circles(arrows):
    """Circles in {module: modules it imports}: what is left when modules that lie on none are taken away."""
    left = {module: {other for other in others if other in arrows} for module, others in arrows.items()}
    while True:
        used = {other for others in left.values() for other in others}
        ends = {module for module, others in left.items() if not others or module not in used}
        if not ends:
            return left
        left = {module: others - ends for module, others in left.items() if module not in ends}


def test_no_circle_of_imports():
    arrows = {module: set(of_file(imported_modules, path)) for module, path in MODULES.items()}
    assert len(arrows) > 300
    assert not circles(arrows), "these import each other, at their top or in functions"


def test_a_circle_is_noticed_wherever_the_import_stands():
    arrows = {module: set(of_file(imported_modules, path)) for module, path in MODULES.items()}
    home = "minitorch.ops.elementwise.arithmetic"
    arrows[home] |= set(imported_modules(MODULES[home], "def f():\n    from .powers import exp"))
    assert {home, "minitorch.ops.elementwise.powers"} <= circles(arrows).keys()
