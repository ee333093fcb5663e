"""Explain modules that cannot work as written: no forward, no such attribute, and values that are no layers."""

from itertools import chain

from .. import nn
from ..nn.registration import KINDS, ModuleBase
from ..tensors import Tensor
from .hints import nearest


def missing_forward(module):
    """Return the error for a module without a forward; the text names a method that the user may have meant."""
    kind = type(module)
    own = [name for cls in kind.__mro__[:kind.__mro__.index(ModuleBase) - 1] for name in vars(cls)
           if not name.startswith("__")]
    start = getattr(kind.__init__, "__code__", None)
    if near := nearest("forward", own, 1):
        hint = f"It has {near[0]!r}. Did you mean that one? Rename it to forward."
    elif start is not None and any(getattr(c, "co_name", "") == "forward" for c in start.co_consts):
        hint = "There is one inside __init__: indent it less, so that it is next to __init__."
    elif "call" in own or "__call__" in vars(kind):
        hint = "It has 'call', Keras' name for forward: rename it to forward."
    else:
        hint = f"Define forward(self, x) in class {kind.__name__} (is it indented into the class?)."
    return NotImplementedError(f'Module [{kind.__name__}] is missing the required "forward" function. {hint}')


def layer_hint(value):
    """Suggest what to write instead of a value that is not a Module."""
    name = value if isinstance(value, str) else getattr(value, "__name__", "")
    if name and name != "<lambda>":
        wanted = name.replace("_", "").lower()
        kind = next((own for own in nn.__all__ if own.lower() == wanted
                     and isinstance(there := getattr(nn, own), type) and issubclass(there, ModuleBase)), None)
        if kind is not None:
            return f" Use the layer instead: nn.{kind}()."
    if isinstance(value, list | tuple) or hasattr(value, "gi_frame") or type(value).__name__ in ("map", "dict_values"):
        return " Give the layers one by one: nn.Sequential(*layers)."
    if isinstance(value, Tensor):
        return " It is a layer's result: call the layer in forward(), and put the layer itself here."
    if callable(value):
        return (" Call it in the forward() of a class of your own, class Step(nn.Module), and put Step() here.")
    return " Make a layer, such as nn.Linear(...) or nn.ReLU()."


def lacks(module, name):
    """Return the error text for an attribute that a module does not have."""
    from difflib import get_close_matches
    known = [*vars(module), *chain.from_iterable(vars(module).get(kind, ()) for kind in KINDS)]
    near = get_close_matches(name, [k for k in known if not k.startswith("_")], 1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return f"'{type(module).__name__}' object has no attribute '{name}'.{hint}"
