"""Diagnose modules that cannot work as written: no forward, or layers and parameters that are not registered."""

import gc
from itertools import islice
from weakref import WeakSet

from ..missing import nearest
from ..runtime.errors import notice
from ..runtime.nonfinite import owners
from ..tensors import Tensor
from .parameter import Buffer, Parameter
from .registration import ModuleBase

checked: WeakSet = WeakSet()             # modules that were searched, once each
OWN = frozenset(vars(ModuleBase()))      # the attributes in which a module keeps its registers
SOME = 200                               # how far into a list to look
LISTS = {list: "ModuleList", tuple: "ModuleList", set: "ModuleList", dict: "ModuleDict"}


def missing_forward(module):
    """Return the error of a module without a forward, with what it may have been written as."""
    kind = type(module)
    own = [name for cls in kind.__mro__[:kind.__mro__.index(ModuleBase) - 1] for name in vars(cls)
           if not name.startswith("__")]
    start = getattr(kind.__init__, "__code__", None)
    if near := nearest("forward", own, 1):
        hint = f"It has {near[0]!r}: is that it? Rename it to forward."
    elif start is not None and any(getattr(c, "co_name", "") == "forward" for c in start.co_consts):
        hint = "There is one inside __init__: move it to the left, to stand beside __init__."
    elif "call" in own or "__call__" in vars(kind):
        hint = "It has 'call', Keras' name for it: rename it to forward."
    else:
        hint = f"Define forward(self, x) in class {kind.__name__} (is it indented into the class?)."
    return NotImplementedError(f'Module [{kind.__name__}] is missing the required "forward" function. {hint}')


def owner_of(param):
    """The layer that owns a parameter: looked for among all objects, where something went wrong already."""
    for holder in gc.get_referrers(param):
        if type(holder) is dict and any(value is param for value in holder.values()):
            for own in gc.get_referrers(holder):
                modules = [own] if isinstance(own, ModuleBase) else gc.get_referrers(own) if type(own) is dict else []
                for module in modules:
                    if isinstance(module, ModuleBase) and module.__dict__.get("_parameters") is holder:
                        return module._describe()
    return None


owners.append(owner_of)


def warn_of_unregistered(module):
    """Warn once of layers and parameters that `module` keeps in plain lists, where parameters() does not look."""
    checked.add(module)
    known = {id(part) for part in module.modules()} | {id(p) for _, p in module.named_parameters()}
    for part in module.modules():
        for name, value in vars(part).items():
            if name in OWN or isinstance(value, Buffer):
                continue
            lost = [x for x in nested(value) if id(x) not in known and trainable(x)]
            if lost:
                notice(f"{type(part).__name__} keeps " + sentence(name, value, lost) + " An optimiser would not train "
                       "what is in it, state_dict() not save it, to() not move it. (If that is meant, freeze it: "
                       "requires_grad_(False).)")


def sentence(name, value, lost):
    """Describe what is kept in which attribute, and how to write it instead."""
    if isinstance(value, Tensor):
        return (f"the tensor self.{name}, which wants a gradient but is no Parameter, so that parameters() leaves it "
                f"out. Write self.{name} = nn.Parameter(...).")
    layers = isinstance(lost[0], ModuleBase)
    right = LISTS[type(value)] if layers else LISTS[type(value)].replace("Module", "Parameter")
    what = ("layer" if layers else "parameter") + "s" * (len(lost) > 1)
    return (f"{len(lost)} {what} in self.{name}, a plain {type(value).__name__}, where parameters() does not look. "
            f"Write self.{name} = nn.{right}(...).")


def nested(value, depth=2):
    """The modules and tensors in `value`, and in lists and dicts in it."""
    if isinstance(value, ModuleBase | Tensor):
        yield value
    elif depth and type(value) in LISTS:
        for x in islice(value.values() if type(value) is dict else value, SOME):
            yield from nested(x, depth - 1)


def trainable(x):
    """Whether `x` is a leaf that wants a gradient, or a module that owns one."""
    if isinstance(x, Tensor):
        return x.requires_grad and x.is_leaf
    return any(isinstance(p, Parameter) and p.requires_grad for _, p in x.named_parameters())
