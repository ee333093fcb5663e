"""Layers that few networks use: Bilinear, of two inputs, and Unflatten."""

from ...nn import functional as F, init
from ...nn.functional_layer import FunctionalLayer
from ...nn.module import Module
from ...nn.parameter import add_parameter
from ...runtime.kinds import require


class Bilinear(Module):
    """input1ᵀ · weight_k · input2 + bias_k: (*, in1_features) and (*, in2_features) -> (*, out_features).

    in1_features, in2_features   last sizes of input1 and of input2
    out_features                 last size of the output
    bias                         whether a bias is added

    weight is (out_features, in1_features, in2_features); weight and bias start uniform in ±1/√in1_features.
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


class Unflatten(FunctionalLayer, shows="dim unflattened_size"):
    """A layer that splits one dimension into several: (N, C·H·W) -> (N, C, H, W) by Unflatten(1, (C, H, W)).

    dim                the dimension
    unflattened_size   a tuple of the new sizes, whose product is the old size; TypeError unless a tuple or list
    """

    def __init__(self, dim, unflattened_size):
        if not isinstance(unflattened_size, tuple | list):
            raise TypeError("unflattened_size must be a tuple of ints, but found type "
                            f"{type(unflattened_size).__name__}")
        super().__init__(dim=dim, unflattened_size=tuple(unflattened_size))

    def forward(self, input):
        require("Unflatten", {"input": input})
        return input.unflatten(self.dim, self.unflattened_size)
