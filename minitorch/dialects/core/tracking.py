"""What an object owns, by name: the values that a checkpoint keeps, and those that wait for variables to be made."""

from .variable import Variable


def children(owner):
    """Return {name: what an object owns} of modules, layers, optimisers, dicts and lists."""
    own = getattr(owner, "tracked", None)
    if own is not None:
        return own()
    if isinstance(owner, dict):
        return {str(key): value for key, value in owner.items()}
    if isinstance(owner, list | tuple):
        return {str(i): value for i, value in enumerate(owner)}
    if hasattr(owner, "__dict__"):
        return {name: value for name, value in vars(owner).items() if not name.startswith("__")}
    return {}


def owns(value):
    """Return whether there may be variables in a value."""
    return isinstance(value, Variable | dict | list | tuple) or hasattr(value, "trainable_variables") or hasattr(
        value, "tracked")


def variables_of(owner, path="", seen=None):
    """Return {path: variable} of all that an object owns, each once."""
    seen, found = {id(owner)} if seen is None else seen, {}
    for name, value in children(owner).items():
        if not owns(value) or id(value) in seen:
            continue
        seen.add(id(value))
        below = f"{path}/{name}" if path else name
        if isinstance(value, Variable):
            found[below] = value
        else:
            found.update(variables_of(value, below, seen))
    return found


class Restore:
    """Values for the variables of an object, given to each when it is there."""

    def __init__(self, owner, values):
        self.owner, self.values, self.matched = owner, dict(values), set()
        self.fill()

    def fill(self):
        """Give values to the variables that are there by now."""
        for path, variable in variables_of(self.owner).items():
            if path in self.values:
                variable.assign(self.values.pop(path))
                self.matched.add(path)
