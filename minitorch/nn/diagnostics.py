"""Diagnose modules that cannot work as written: no forward, or layers and parameters that are not registered."""

from itertools import islice
from weakref import WeakSet

from ..runtime.errors import notice
from ..tensors import Tensor
from .parameter import Buffer, Parameter
from .registration import ModuleBase

checked: WeakSet = WeakSet()             # modules that were already searched, because each is searched once
OWN = frozenset(vars(ModuleBase()))      # the attributes that each module has
SOME = 200                               # maximum number of entries of a list that are searched
LISTS = {list: "ModuleList", tuple: "ModuleList", set: "ModuleList", dict: "ModuleDict"}


def warn_of_unregistered(module):
    """Warn once of layers and parameters that `module` keeps in plain lists, which parameters() does not search."""
    checked.add(module)
    known = {id(part) for part in module.modules()} | {id(p) for _, p in module.named_parameters()}
    for part in module.modules():
        for name, value in vars(part).items():
            if name in OWN or isinstance(value, Buffer):
                continue
            lost = [x for x in nested(value) if id(x) not in known and trainable(x)]
            if lost:
                notice(f"{type(part).__name__} keeps " + sentence(name, value, lost) + " So an optimiser does not "
                       "train it, state_dict() does not save it and to() does not move it. (If you want this, freeze "
                       "it: requires_grad_(False).)")


def sentence(name, value, lost):
    """Describe which layers or parameters are in which attribute, and how to write it instead."""
    if isinstance(value, Tensor):
        return (f"the tensor self.{name}, which requires grad but is no Parameter, so that parameters() leaves it "
                f"out. Write self.{name} = nn.Parameter(...).")
    layers = isinstance(lost[0], ModuleBase)
    right = LISTS[type(value)] if layers else LISTS[type(value)].replace("Module", "Parameter")
    what = ("layer" if layers else "parameter") + "s" * (len(lost) > 1)
    return (f"{len(lost)} {what} in self.{name}, a plain {type(value).__name__}, where parameters() does not look. "
            f"Write self.{name} = nn.{right}(...).")


def nested(value, depth=2):
    """Yield the modules and tensors in `value`, and in lists and dicts in it."""
    if isinstance(value, ModuleBase | Tensor):
        yield value
    elif depth and type(value) in LISTS:
        for x in islice(value.values() if type(value) is dict else value, SOME):
            yield from nested(x, depth - 1)


def trainable(x):
    """Return whether `x` is a leaf tensor with requires_grad, or a module that owns one."""
    if isinstance(x, Tensor):
        return x.requires_grad and x.is_leaf
    return any(isinstance(p, Parameter) and p.requires_grad for _, p in x.named_parameters())
