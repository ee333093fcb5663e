"""Write the table OPS into minitorch/paths.py, and PyTorch's import paths: `python -m minitorch.tools.paths`."""

import inspect
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from textwrap import fill

from .. import ops, paths, runtime
from ..engine import registry
from ..nn import functional
from ..rare import ops as rare_ops, tensors as rare_tensors
from ..rare.nn import functional as rare_functional
from ..tensors import Tensor, methods, queries

HOME = Path(paths.__file__).parent
WIDTH = 120
PACKAGES = ops, rare_ops, rare_tensors, functional, rare_functional      # the packages that contain ops and functions


def op_files():
    """Import every file of ops; return the module names, below minitorch, of files that are imported on first use."""
    files = [name for package in PACKAGES for _, name, is_package in walk_packages(
        package.__path__, f"{package.__name__}.") if not is_package]
    for file in files:
        import_module(file)
    eager = {f"{ops.__name__}.{file}" for file in ops.EAGER}
    return [file.removeprefix("minitorch.") for file in files if file not in eager]


def names_in(file):
    """Return the names that a file of ops declares: (functions, methods, hidden ops), each sorted."""
    module = f"minitorch.{file}"
    if "functional" in file:                             # OPS lists them as hidden: users find them in nn.functional
        known = runtime.functions.now().items()
        path = sys.modules[module].__file__
        return [], [], sorted(name for name, f in known if inspect.unwrap(f).__code__.co_filename == path)
    own = [op for op in registry.now().values() if op.__module__ == module]
    composed = {name: f for name, f in runtime.functions.now().items() if f.__module__ == module}
    shown = {op.name for op in own if not op.hidden} | {*composed}
    found = {name for op in own for name in methods.methods_of(op)}
    found |= {name for name, f in vars(Tensor).items() if getattr(f, "__module__", "") == module}
    found |= {name for name, f in (composed | runtime.methods.now()).items() if f.method and f.__module__ == module}
    found |= {alias for name in found | shown for alias in methods.aliases_of(name.removesuffix("_"), vars(Tensor))}
    top = {f"{op.name}_" for op in own if queries.changes_in_place(op)}
    return sorted(shown | top), sorted(found), sorted(op.name for op in own if op.hidden)


def row(file):
    """Return a file's row of OPS: file | functions (a * marks methods of Tensor) | other methods | hidden ops."""
    shown, found, hidden = names_in(file)
    functions = [f"{name}*" if name in found else name for name in shown]
    others = [name for name in found if name not in shown]
    text = " | ".join([file, *map(" ".join, (functions, others, hidden))])
    return fill(text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def ops_table_text():
    """Return the text of OPS."""
    return "\n".join(row(file) for file in op_files() if any(names_in(file)))


def path_file(path, file):
    """Return the text of the file at PyTorch's import path `path`, which re-exports `file`."""
    package, _, name = file.rpartition(".")
    return (f'"""PyTorch\'s import path `torch.{path}`: see minitorch/{file.replace(".", "/")}.py."""\n\n'
            f"import sys\n\nfrom .{package} import {name} as _module\nfrom .{file} import *  # noqa: F403\n\n"
            "sys.modules[__name__] = _module\n")


def write():
    """Write the table OPS into paths.py, and a file for each of PyTorch's import paths."""
    for path, file in paths.PYTORCH.items():
        (HOME / f"{path}.py").write_text(path_file(path, file), encoding="utf-8")
    source = HOME / "paths.py"
    before, mark, rest = source.read_text(encoding="utf-8").partition('OPS = """\n')
    _, end, after = rest.partition('""".strip().replace')
    source.write_text(before + mark + ops_table_text() + "\n" + end + after, encoding="utf-8")


if __name__ == "__main__":
    write()
