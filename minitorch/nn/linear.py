"""Linear layers, and those that only pass on: Flatten, Unflatten and Identity."""

from ..runtime.kinds import require
from . import functional as F, init
from .functional_layer import FunctionalLayer
from .module import Module
from .parameter import add_parameter


class Linear(Module):
    """x @ weight.T + bias: (*, in_features) -> (*, out_features).

    in_features    size of the last dimension of the input
    out_features   size of the last dimension of the output
    bias           whether a bias is added

    weight is (out_features, in_features), bias (out_features,); both start uniform in ±1/√in_features.
    Raises RuntimeError, naming both shapes, for an input whose last size is not in_features.
    """

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        add_parameter(self, "weight", (out_features, in_features), device, dtype)
        add_parameter(self, "bias", (out_features,), device, dtype, wanted=bias)
        self.reset_parameters()

    def reset_parameters(self):
        init.default_(self.weight, self.bias)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"

    def _describe(self):
        return f"Linear({self.in_features}, {self.out_features})"


class NonDynamicallyQuantizableLinear(Linear):
    """The Linear at the end of MultiheadAttention, under the name that PyTorch prints there."""


class Bilinear(Module):
    """input1ᵀ · weight_k · input2 + bias_k: (*, in1_features) and (*, in2_features) -> (*, out_features).

    in1_features, in2_features   last sizes of input1 and of input2
    out_features                 last size of the output
    bias                         whether a bias is added

    weight is (out_features, in1_features, in2_features); it and the bias start uniform in ±1/√in1_features.
    Raises ValueError unless in1_features is positive.
    """

    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        if in1_features <= 0:
            raise ValueError(f"in1_features must be > 0, but got (in1_features={in1_features}).")
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        add_parameter(self, "weight", (out_features, in1_features, in2_features), device, dtype)
        add_parameter(self, "bias", (out_features,), device, dtype, wanted=bias)
        self.reset_parameters()

    def reset_parameters(self):
        bound = self.in1_features ** -0.5
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self):
        return (f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
                f"out_features={self.out_features}, bias={self.bias is not None}")


class Flatten(FunctionalLayer, shows="start_dim end_dim"):
    """The dimensions from start_dim to end_dim become one: (N, C, H, W) -> (N, C·H·W).

    start_dim   the first of them; 1 leaves the samples of a batch apart
    end_dim     the last of them, included; −1 is the last of all
    """

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__(start_dim=start_dim, end_dim=end_dim)

    def forward(self, input):
        require("Flatten", {"input": input})
        return input.flatten(self.start_dim, self.end_dim)


class Unflatten(FunctionalLayer, shows="dim unflattened_size"):
    """One dimension as several: (N, C·H·W) -> (N, C, H, W) by Unflatten(1, (C, H, W)).

    dim                the dimension
    unflattened_size   a tuple of the sizes it becomes, whose product is its size; TypeError for what is no tuple
    """

    def __init__(self, dim, unflattened_size):
        if not isinstance(unflattened_size, tuple | list):
            raise TypeError("unflattened_size must be a tuple of ints, but found type "
                            f"{type(unflattened_size).__name__}")
        super().__init__(dim=dim, unflattened_size=tuple(unflattened_size))

    def forward(self, input):
        require("Unflatten", {"input": input})
        return input.unflatten(self.dim, self.unflattened_size)


class Identity(Module):
    """The input, unchanged, of any shape; it may be made with any arguments, so that it can stand for another layer."""

    def __init__(self, *args, **settings):
        super().__init__()

    def forward(self, input):
        return input
