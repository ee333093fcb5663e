"""Explain which names and shapes of a state_dict do not fit a module."""

from ..nn.parameter import Uninitialized
from ..tensors import Size

DEEPEST = 20                     # most names in a prefix that is tried
MOST_LOOKED_AT = 100             # unexpected names whose value may be a whole state_dict
LONGEST_NAME = 200               # characters; comparing longer names takes too long, as time grows with the square


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
            continue                              # takes any shape
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
    """Return {unexpected name: the missing one most like it}; each missing name is used once, for the most similar."""
    from difflib import SequenceMatcher
    if (len(unexpected) * len(missing) > 5000                        # for another model, comparing would take seconds
            or any(len(name) > LONGEST_NAME for name in (*unexpected, *missing) if isinstance(name, str))):
        return {}
    likeness = sorted(((SequenceMatcher(None, str(name), other).ratio(), -number, -index, name, other)
                       for number, name in enumerate(unexpected) for index, other in enumerate(missing)), reverse=True)
    found: dict = {}
    for ratio, _, _, name, other in likeness:
        if ratio >= 0.7 and name not in found and other not in found.values():
            found[name] = other
    return found
