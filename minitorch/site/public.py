"""Every public name of the library: what the reference shows, and what must explain itself."""

import inspect
from functools import cache
from importlib import import_module
from pathlib import Path

import minitorch

from .. import names, surface

ROOT, HOME = Path(__file__).resolve().parents[2], "minitorch"
PLACES = (*names.PLACES, *"""accelerator amp autograd.graph backends compiler compress data distributed functional hub
    inspect jit models multiprocessing nn.parallel nn.utils.parametrizations nn.utils.prune numpy numpy.linalg
    numpy.random onnx optim.swa_utils profiler random static tokenizers train utils utils.checkpoint
    utils.tensorboard vision.datasets vision.io vision.transforms vision.utils viz""".split())
METHODS = """Tensor nn.Module optim.Optimizer optim.lr_scheduler.LRScheduler distributions.Distribution train.Trainer
    train.LightningModule utils.tensorboard.SummaryWriter""".split()       # classes whose methods users call


def plain(value):
    """The function of a class method; anything else as it is."""
    return getattr(value, "__func__", value)


def home(value):
    """The module that something was defined in."""
    return getattr(getattr(value, "fget", value), "__module__", "") or ""


def explains(name, value):
    """Whether a value is a function, class or property of the library's own, under a name for users."""
    return ((callable(value) or isinstance(value, property)) and home(value).startswith(HOME)
            and not name.startswith("_"))


def names_in(place):
    """[(name, object)] of the functions and classes that users reach at a place such as "nn.utils"."""
    module = import_module(f"{HOME}.{place}".rstrip("."))
    found = [(name, plain(getattr(module, name))) for name in getattr(module, "__all__", None) or dir(module)
             if place or name not in surface.INSIDE]
    return [(name, value) for name, value in found if explains(name, value)]


def methods_of(place):
    """[(name, object)] of the methods and properties of a class of METHODS."""
    kind = names.walk(minitorch, place)
    found = [(name, plain(inspect.getattr_static(kind, name))) for name in dir(kind)]
    return [(name, value) for name, value in found if explains(name, value)]


@cache
def public():
    """{name: object} of all of them, each object once, under the first of its names."""
    found, seen = {}, set()
    for place, inside in [(place, names_in(place)) for place in PLACES] + [(m, methods_of(m)) for m in METHODS]:
        for name, value in inside:
            if id(value) not in seen:
                seen.add(id(value))
                found[f"{place}.{name}".lstrip(".")] = value
    return found
