"""Every public name of the library: the reference shows it, and it must have a docstring."""

import inspect
from functools import cache
from importlib import import_module
from pathlib import Path

import minitorch

from ... import paths as surface
from .. import names

ROOT, HOME = Path(__file__).resolve().parents[3], "minitorch"
PLACES = (*names.PLACES, *"""accelerator amp autograd.graph backends compiler compress data distributed functional hub
    inspect jit models multiprocessing nn.parallel nn.utils.parametrizations nn.utils.prune numpy numpy.linalg
    numpy.random onnx optim.swa_utils profiler random static tokenizers train utils utils.checkpoint
    utils.tensorboard vision.datasets vision.io vision.transforms vision.utils viz""".split())
METHODS = """Tensor nn.Module optim.Optimizer optim.lr_scheduler.LRScheduler distributions.Distribution train.Trainer
    train.LightningModule utils.tensorboard.SummaryWriter""".split()       # classes whose methods are for users


def plain(value):
    """Return the function inside a class method; return other values unchanged."""
    return getattr(value, "__func__", value)


def home(value):
    """Return the name of the module in which a value was defined."""
    return getattr(getattr(value, "fget", value), "__module__", "") or ""


def is_documented(name, value):
    """Return True if a value is a function, class or property that minitorch defines, and its name is public."""
    return ((callable(value) or isinstance(value, property)) and home(value).startswith(HOME)
            and not name.startswith("_"))


def names_in(place):
    """Return [(name, object)] of the functions and classes at a place such as "nn.utils"."""
    module = import_module(f"{HOME}.{place}".rstrip("."))
    found = [(name, plain(getattr(module, name))) for name in getattr(module, "__all__", None) or dir(module)
             if place or name not in surface.INSIDE]
    return [(name, value) for name, value in found if is_documented(name, value)]


def methods_of(place):
    """Return [(name, object)] of the methods and properties of a class of METHODS."""
    kind = names.resolve(minitorch, place)
    found = [(name, plain(inspect.getattr_static(kind, name))) for name in dir(kind)]
    return [(name, value) for name, value in found if is_documented(name, value)]


@cache
def public():
    """Return {name: object} of all public objects; an object with several names is listed under the first of PLACES."""
    found, seen = {}, set()
    for place, inside in [(place, names_in(place)) for place in PLACES] + [(m, methods_of(m)) for m in METHODS]:
        for name, value in inside:
            if id(value) not in seen:
                seen.add(id(value))
                found[f"{place}.{name}".lstrip(".")] = value
    return found
