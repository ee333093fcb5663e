"""A call to be made in either library: a function, its arguments, and how its arrays lie in memory.

    case.build(mt)                  its arguments as minitorch's tensors; case.build(torch) as PyTorch's
"""

import numpy as np

import minitorch as mt

ACTIVATIONS = set("""relu relu6 elu celu selu silu mish hardtanh hardsigmoid hardswish leaky_relu threshold rrelu
    dropout dropout1d dropout2d dropout3d alpha_dropout feature_alpha_dropout""".split())   # may write, by position


class Given:
    """An array in a call: its numbers, how it lies in memory, and whether it wants a gradient."""

    differentiable = "f"                                 # NumPy's letters of the dtypes that gradients are asked for

    def __init__(self, array, layout="plain"):
        self.array, self.layout = np.array(array), layout

    def tensor(self, library, grad=True):
        x = library.from_numpy(laid_out(self.array, self.layout, negative=library is mt))
        return x.requires_grad_() if grad and self.array.dtype.kind in self.differentiable else x

    def __repr__(self):
        values = self.array.ravel().tolist() if self.array.size <= 12 else "..."
        return f"<{self.array.dtype} {self.array.shape} {self.layout} {values}>"


def laid_out(array, layout, negative):
    """A copy of the array with other strides; what negative strides hold, where they may be."""
    if layout == "transposed" and array.ndim:
        return array.T.copy().T
    if layout == "gaps" and array.ndim:
        wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
        wide[..., ::2] = array
        return wide[..., ::2]
    if layout == "offset":
        whole = np.zeros(array.size + 3, array.dtype)
        whole[3:] = array.ravel()
        return whole[3:].reshape(array.shape)
    if layout == "flipped" and array.ndim and negative:
        return array[::-1].copy()[::-1]
    return array.copy()


class Case:
    """A call: a function by home and name, its arguments, and whether it is called as a function or as a method."""

    def __init__(self, home, name, args, settings, seed):
        self.home, self.name, self.args, self.settings, self.seed = home, name, list(args), dict(settings), seed
        self.as_method = self.grad = False

    def build(self, library):
        """(args, settings) of new tensors."""
        return [built(arg, library, self.grad) for arg in self.args], {
            name: built(value, library, self.grad) for name, value in self.settings.items()}

    def function(self, library):
        """What the library calls so; None where it has none."""
        home = library.Tensor if self.as_method else library
        for part in self.home.split(".") if self.home and not self.as_method else ():
            home = getattr(home, part)
        return getattr(home, self.name, None)

    def givens(self):
        return [g for arg in (*self.args, *self.settings.values()) for g in givens_in(arg)]

    @property
    def writes(self):
        """Whether it is meant to write over an input."""
        by_position = self.name in ACTIVATIONS and any(type(arg) is not Given and arg for arg in self.args[1:])
        return (self.name.endswith("_") or self.name in ("__setitem__", "batch_norm", "instance_norm") or by_position
                or any(self.settings.get(name) is not None for name in ("inplace", "max_norm", "out")))

    def __repr__(self):
        parts = [*map(repr, self.args), *[f"{key}={value!r}" for key, value in self.settings.items()]]
        home = "Tensor" if self.as_method else self.home
        return f"{self.seed}: {home + '.' if home else ''}{self.name}({', '.join(parts)})"


def givens_in(arg):
    if isinstance(arg, Given):
        return [arg]
    return [g for part in arg for g in givens_in(part)] if type(arg) in (list, tuple) else []


def built(arg, library, grad):
    """An argument in the library's terms."""
    if isinstance(arg, Given):
        return arg.tensor(library, grad)
    if isinstance(arg, mt.dtypes.dtype):
        return arg if library is mt else getattr(library, arg.name)
    return type(arg)(built(part, library, grad) for part in arg) if type(arg) in (list, tuple) else arg
