"""Run a program for `python -m minitorch.as_torch` as the main module; processes that it starts run it again."""

import os
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

VARIABLE = "MINITORCH_AS_TORCH"   # environment variable that tells child processes the program: "train.py", "-m train"


def run(target):
    """Run a program as Python runs a script, or a module if the target is "-m NAME".

    The spec of the main module names this file, so multiprocessing runs this file in each process that it spawns.
    """
    os.environ[VARIABLE] = target
    main = ModuleType("__main__")
    code, main.__file__, main.__package__ = read(target)
    sys.argv[0], main.__spec__ = main.__file__, ModuleSpec(__name__, None)
    sys.modules["__main__"] = main
    exec(code, vars(main))


def read(target):
    """Return (code, file, package) of a program."""
    if not target.startswith("-m "):
        return compile(Path(target).read_bytes(), target, "exec", dont_inherit=True), target, None
    name = target[3:]
    spec = find_spec(name)
    if spec is not None and spec.submodule_search_locations is not None:
        spec = find_spec(f"{name}.__main__")             # `python -m package` runs package/__main__.py
    if spec is None:
        raise ModuleNotFoundError(f"No module named {name!r} to run, or no {name}.__main__.", name=name)
    return spec.loader.get_code(spec.name), spec.origin, spec.parent


if __name__ == "__mp_main__":            # this is a child process of multiprocessing's "spawn"
    from minitorch.as_torch import install
    install()
    code, __file__, __package__ = read(os.environ[VARIABLE])
    exec(code)
