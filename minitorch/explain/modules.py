"""Explain wrong modules: without forward, with values that are no layers, or with names that do not match."""

from itertools import chain

from .. import nn
from ..nn.parameter import Uninitialized
from ..nn.registration import KINDS, ModuleBase
from ..tensors import Size, Tensor
from .hints import nearest

DEEPEST = 20                     # maximum number of names in a prefix that a message may propose to remove
MOST_LOOKED_AT = 100             # maximum number of unexpected names whose values are examined: one may be a state_dict
LONGEST_NAME = 200              # maximum number of characters of a name; the time of a comparison grows with the square


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
    """Return a hint for a value that is not a Module: the code to write instead."""
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


def missing_attribute(module, name):
    """Return the error text for an attribute that a module does not have."""
    from difflib import get_close_matches
    known = [*vars(module), *chain.from_iterable(vars(module).get(kind, ()) for kind in KINDS)]
    near = get_close_matches(name, [k for k in known if not k.startswith("_")], 1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return f"'{type(module).__name__}' object has no attribute '{name}'.{hint}"


def mismatches(own, given, missing, unexpected):
    """Describe all names and shapes that do not fit; similar names are shown together."""
    found = []
    if missing:
        found.append("Missing key(s) in state_dict: " + ", ".join(f'"{name}"' for name in missing) + ".")
    if unexpected:
        hint = common_cause(given, missing, unexpected)
        near = {} if hint else similar_names(unexpected, missing)
        found.append("Unexpected key(s) in state_dict: " + ", ".join(
            f'"{name}"' + (f' (is it "{near[name]}"?)' if name in near else "") for name in unexpected) + ".")
        if hint:
            found.append(hint)
    for name, target in own.items():
        if name not in given:
            continue
        value = given[name]
        if not hasattr(value, "shape"):
            found.append(f'"{name}" holds {type(value).__name__}, not a tensor.')
        elif isinstance(target, Uninitialized):
            continue                              # this layer takes any shape
        elif tuple(value.shape) != tuple(target.shape):
            found.append(f"size mismatch for {name}: copying a param with shape {Size(value.shape)} from checkpoint, "
                         f"the shape in current model is {Size(target.shape)}."
                         + (" Was it stored transposed? Its .T would fit." if len(target.shape) == 2 and
                            tuple(value.shape) == tuple(target.shape)[::-1] else ""))
    return found


def common_cause(given, missing, unexpected):
    """Describe one cause that explains all the unexpected names, if there is one."""
    for key in unexpected[:MOST_LOOKED_AT]:
        if isinstance(given[key], dict) and any(name in given[key] for name in missing):
            return f'The names are inside one entry: pass state_dict["{key}"].'
    if not missing or not all(isinstance(name, str) for name in unexpected):
        return None
    steps, absent = unexpected[0].split(".", DEEPEST)[:DEEPEST], set(missing)
    for depth in range(1, len(steps)):
        prefix = ".".join(steps[:depth]) + "."
        if all(name.startswith(prefix) and name.removeprefix(prefix) in absent for name in unexpected):
            wrapped = " (they were saved from a wrapped model)" if prefix == "module." else ""
            return (f'All of them begin with "{prefix}"{wrapped}; without it they fit: '
                    f'{{name.removeprefix("{prefix}"): x for name, x in state_dict.items()}}.')
    if missing[0].endswith("." + unexpected[0]):
        prefix = missing[0].removesuffix(unexpected[0])
        if all(prefix + name in absent for name in unexpected):
            return (f'With "{prefix}" before each they fit: {{"{prefix}" + name: x for name, x in '
                    f'state_dict.items()}}, or load them into model.{prefix[:-1]}.')
    return None


def similar_names(unexpected, missing):
    """Return {unexpected name: most similar missing name}; each missing name is used at most once."""
    from difflib import SequenceMatcher
    if (len(unexpected) * len(missing) > 5000                       # so many pairs would take seconds to compare
            or any(len(name) > LONGEST_NAME for name in (*unexpected, *missing) if isinstance(name, str))):
        return {}
    likeness = sorted(((SequenceMatcher(None, str(name), other).ratio(), -number, -index, name, other)
                       for number, name in enumerate(unexpected) for index, other in enumerate(missing)), reverse=True)
    found: dict = {}
    for ratio, _, _, name, other in likeness:
        if ratio >= 0.7 and name not in found and other not in found.values():
            found[name] = other
    return found
