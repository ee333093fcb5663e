"""PyTorch's second names for what is there already."""

from ..graph import functions, registry

ALIASES = {"absolute": "abs", "arccos": "acos", "arcsin": "asin", "arctan": "atan", "arctan2": "atan2",
           "clip": "clamp", "concat": "cat", "concatenate": "cat", "divide": "div", "fix": "trunc",
           "greater": "gt", "greater_equal": "ge", "less": "lt", "less_equal": "le", "moveaxis": "movedim",
           "multiply": "mul", "negative": "neg", "not_equal": "ne", "row_stack": "vstack", "subtract": "sub",
           "swapaxes": "transpose", "swapdims": "transpose", "true_divide": "div", "ger": "outer",
           "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh"}


def public_of(name):
    return functions.get(name) or registry[name].function


for alias, name in ALIASES.items():
    target = public_of(name)
    functions[alias] = target
    target.method = getattr(target, "method", True) and name not in ("cat", "vstack")


def alias_in_place(cls):
    """clip_, multiply_ and their kind, once Tensor has the methods they stand for."""
    for alias, name in ALIASES.items():
        if hasattr(cls, f"{name}_") and not hasattr(cls, f"{alias}_"):
            setattr(cls, f"{alias}_", getattr(cls, f"{name}_"))

