"""Run programs and libraries that were written for PyTorch: their `import torch` imports minitorch.

    python -m minitorch.as_torch train.py --epochs 3      an unchanged program; -m MODULE runs a module

In a notebook, before the first `import torch`; `%load_ext minitorch.as_torch` does the same:

    import minitorch.as_torch
    minitorch.as_torch.install()

To use it only in some packages, next to the real PyTorch:

    minitorch.as_torch.only("keras", "einops")
"""

import os
import sys

from .names import PACKAGES, Finder, name_in_minitorch
from .rewriting import Rewriter

__all__ = ["install", "only"]

finder, rewriter = Finder(), Rewriter()


def install():
    """Make `torch` and `torchvision`, with their submodules, names of minitorch in this process.

    Raises RuntimeError if the real PyTorch is imported already: its modules refer to each other.
    """
    for name in PACKAGES:
        if name in sys.modules and sys.modules[name] is not sys.modules.get(name_in_minitorch(name)):
            raise RuntimeError(
                f"{name} is imported already, and it is the real one ({getattr(sys.modules[name], '__file__', None)}): "
                "what was imported from it would stay as it is. Restart Python (in a notebook: the kernel) and call "
                "minitorch.as_torch.install() before anything imports it; or give minitorch to some packages alone: "
                'minitorch.as_torch.only("keras").')
    if not finder.installed:
        finder.installed = True
        os.environ.setdefault("KERAS_BACKEND", "torch")


def only(*packages):
    """Make `torch` a name of minitorch only in these packages; elsewhere it is the real PyTorch, if installed.

    The packages' modules are compiled at each start from source with changed imports; no file is written.
    Keras is set to its PyTorch backend. Raises RuntimeError if a package is imported already, and
    ModuleNotFoundError if one is not installed.
    """
    from importlib.util import find_spec
    for name in packages:
        if "." in name or name in PACKAGES:
            raise ValueError(f"only() takes the names of packages that use torch, such as 'keras', not {name!r}.")
        if name in sys.modules and name not in rewriter.packages:
            raise RuntimeError(f"{name} is imported already, with the torch that it found. Restart Python (in a "
                               f'notebook: the kernel) and call minitorch.as_torch.only("{name}") first.')
        if find_spec(name) is None:
            raise ModuleNotFoundError(f"No module named {name!r}: install it first, without its dependencies if it "
                                      f"asks for torch: pip install --no-deps {name}", name=name)
    if "keras" in packages:
        os.environ["KERAS_BACKEND"] = "torch"
    rewriter.packages.update(packages)


def load_ipython_extension(shell):
    """Call `install()`, for `%load_ext minitorch.as_torch`."""
    install()


sys.meta_path[:0] = [finder, rewriter]
