"""Linear layers, and layers that compute nothing: Flatten and Identity."""

from ..runtime.kinds import require
from ..runtime.missing import moved_to
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
    Raises RuntimeError with both shapes for an input whose last size is not in_features.
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
    """The last Linear of MultiheadAttention: PyTorch prints this name for it."""


class Flatten(FunctionalLayer, shows="start_dim end_dim"):
    """A layer that joins the dimensions from start_dim to end_dim into one: (N, C, H, W) -> (N, C·H·W).

    start_dim   the first of these dimensions; 1 keeps the samples of a batch separate
    end_dim     the last of these dimensions; −1 is the input's last
    """

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__(start_dim=start_dim, end_dim=end_dim)

    def forward(self, input):
        require("Flatten", {"input": input})
        return input.flatten(self.start_dim, self.end_dim)


class Identity(Module):
    """A layer that returns its input, of any shape, unchanged; its constructor accepts any arguments."""

    def __init__(self, *args, **settings):
        super().__init__()

    def forward(self, input):
        return input


__getattr__ = moved_to("nn.rare_linear")
