"""Load packages from source in which `import torch` is rewritten, so that only these packages get minitorch.

    import torch.nn as nn            import minitorch.as_torch.torch.nn as nn
    find_spec("torch")               find_spec(ours("torch")); likewise for import_module and version
    __import__("torch.nn")           import_by_name("torch.nn")
    "torch" in sys.modules           "torch" in loaded()
"""

import ast
import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader

from .names import PACKAGES, name_in_as_torch

ASKING = {"distribution", "find_spec", "import_module", "version"}       # these functions take the name of a module
TRACES = (b"torch", b"import_module", b"__import__", b"find_spec", b"sys.modules")   # words in files to rewrite


def loaded_modules():
    """Return the names of all loaded modules, and PyTorch's."""
    return {*sys.modules, *PACKAGES}


def import_by_name(name, globals=None, locals=None, fromlist=(), level=0):
    """Return the same as `__import__`: the module if fromlist has names, else the top-level package."""
    if level or name_in_as_torch(name) == name:
        return __import__(name, globals, locals, fromlist, level)
    module = import_module(name_in_as_torch(name))
    return module if fromlist else import_module(name_in_as_torch(name.partition(".")[0]))


class Imports(ast.NodeTransformer):
    """A transformer that rewrites a module's imports of torch, and its checks if modules are installed or loaded."""

    def visit_Import(self, node):
        changed: list[ast.stmt] = []
        for alias in node.names:
            if name_in_as_torch(alias.name) == alias.name:
                changed.append(ast.Import([alias]))
                continue
            changed.append(ast.Import([ast.alias(name_in_as_torch(alias.name), alias.asname or "_")]))
            if not alias.asname:                         # `import torch.nn` assigns the name torch
                package = alias.name.partition(".")[0]
                changed.append(ast.Import([ast.alias(name_in_as_torch(package), package)]))
        return [ast.copy_location(statement, node) for statement in changed]

    def visit_ImportFrom(self, node):
        if not node.level:
            node.module = name_in_as_torch(node.module)
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        if getattr(node.func, "attr", getattr(node.func, "id", "")) in ASKING and node.args:
            node.args[0] = ast.Call(function_expression("names.name_in_as_torch"), [node.args[0]], [])
        if getattr(node.func, "id", "") == "__import__":
            node.func = function_expression("rewriting.import_by_name")
        return node

    def visit_Compare(self, node):
        self.generic_visit(node)
        loaded = ast.Call(function_expression("rewriting.loaded_modules"), [], [])
        node.comparators = [loaded if ast.unparse(asked) == "sys.modules" else asked for asked in node.comparators]
        return node


def function_expression(path):
    """Return an expression for a function in a file of this folder, which needs no import."""
    return ast.parse(f"__import__('sys').modules['minitorch.as_torch'].{path}", mode="eval").body


class Loader(SourceFileLoader):
    """A loader that compiles a module's rewritten source. It uses no .pyc files: they contain the unchanged source."""

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def source_to_code(self, data, path, *, _optimize=-1):
        tree = ast.fix_missing_locations(Imports().visit(ast.parse(data, path)))
        return super().source_to_code(tree, path, _optimize=_optimize)


class Rewriter:
    """An import finder that uses `Loader` for the modules of `packages`, so that `torch` in them is minitorch."""

    def __init__(self):
        self.packages = set()

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in self.packages:
            return None
        others = (finder for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec"))
        spec = next(filter(None, (finder.find_spec(name, path, target) for finder in others)), None)
        if spec is not None and type(spec.loader) is SourceFileLoader and may_need_rewriting(spec.origin):
            spec.loader, spec.cached = Loader(spec.name, spec.origin), None
        return spec


def may_need_rewriting(path):
    """Return whether a file may contain code to rewrite."""
    with open(path, "rb") as file:
        text = file.read()
    return any(trace in text for trace in TRACES)
