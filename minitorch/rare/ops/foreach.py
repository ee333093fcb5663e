"""PyTorch's `_foreach_add` and similar functions, used by optimisers: one operation on each tensor of a list."""

from ...paths import LENT
from ...tensors import Tensor

# The arguments after the lists, in PyTorch's order: they may also be passed by name
ORDER = "other tensor1 tensors1 tensor2 src mat2 exponent ord weight weights scalar value scalars".split()


def powsum(x, ord=2, dtype=None):
    """Return the sum of |x| ** ord."""
    return x.abs().pow(ord).sum(dtype=dtype)


def with_value(name):
    """Return addcmul, or addcdiv, with `value` as a positional argument."""
    return lambda x, tensor1, tensor2, value=1: getattr(x, name)(tensor1, tensor2, value=value)


STEPS = {"powsum": powsum, **{name: with_value(name) for name in ("addcmul", "addcmul_", "addcdiv", "addcdiv_")},
         "maximum": Tensor.clamp_min, "maximum_": Tensor.clamp_min_,       # these methods accept numbers too
         "minimum": Tensor.clamp_max, "minimum_": Tensor.clamp_max_}


def repeat_argument(self, argument, name):
    """Return the argument's value for each tensor: the items of a list, or one value for all."""
    if name.startswith("addc") and isinstance(argument, Tensor) and argument.ndim:
        argument = argument.tolist()                     # PyTorch accepts one tensor of all factors
    if not isinstance(argument, list | tuple):
        return [argument] * len(self)
    if len(argument) != len(self):
        raise RuntimeError(f"_foreach_{name}: Tensor lists must have the same number of tensors, got {len(self)} and "
                           f"{len(argument)}.")
    return argument


def foreach(name):
    """Return PyTorch's `_foreach_` function of this name, which calls the method of each Tensor."""
    step = STEPS.get(name) or getattr(Tensor, name)

    def each(self, *others, **settings):
        if name == "pow" and not isinstance(self, list | tuple):
            self, others = [other.new_tensor(self) for other in others[0]], others      # for example 2 ** x, for each x
        if not isinstance(self, list | tuple) or not all(isinstance(x, Tensor) for x in self):
            raise TypeError(f"_foreach_{name}() takes a list or a tuple of tensors, not {type(self).__name__}.")
        if not self:
            raise RuntimeError(f"_foreach_{name}: Tensor list must have at least one tensor.")
        others += tuple(settings.pop(key) for key in ORDER if key in settings)
        rows = zip(self, *[repeat_argument(self, other, name) for other in others], strict=True)
        results = tuple(step(*row, **settings) for row in rows)
        return self if name.endswith("_") else results

    each.__name__ = each.__qualname__ = f"_foreach_{name}"
    each.__doc__ = (f"Apply Tensor.{name} to each tensor of a list; return the "
                    f"{'list' if name.endswith('_') else 'results as a tuple'}.\n\n"
                    "    Further arguments are lists of the same length, or one value for all tensors.\n    ")
    return each


globals().update({name: foreach(name.removeprefix("_foreach_")) for name in LENT["rare.ops.foreach"].split()})
