"""Layers that normalise each sample by itself: layer, root-mean-square and group norm, and between neighbours."""

from . import functional as F, init
from .functional_layer import FunctionalLayer
from .module import Module
from .parameter import add_parameter


class AffineNorm(Module):
    """A weight that starts at 1 and a bias that starts at 0, either of which may be left out."""

    def add_affine(self, shape, weight, bias, device, dtype):
        """Register the weight and the bias that are wanted."""
        add_parameter(self, "weight", shape, device, dtype, wanted=weight)
        add_parameter(self, "bias", shape, device, dtype, wanted=bias)
        self.reset_parameters()

    def reset_parameters(self):
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


def sizes(shape):
    """The sizes of the dimensions that are normalised over, as a tuple."""
    if not isinstance(shape, int | tuple | list):
        raise TypeError(f"normalized_shape should be an int, or a list of the last sizes, not {type(shape).__name__}")
    return (shape,) if isinstance(shape, int) else tuple(shape)


class LayerNorm(AffineNorm):
    """The last dimensions to mean 0 and variance 1, each sample by itself, then times weight plus bias."""

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape, self.eps = sizes(normalized_shape), eps
        self.elementwise_affine = elementwise_affine
        self.add_affine(self.normalized_shape, elementwise_affine, elementwise_affine and bias, device, dtype)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return (f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
                f"bias={self.bias is not None}")


class RMSNorm(AffineNorm):
    """The last dimensions divided by their root mean square, then times weight."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape, self.eps = sizes(normalized_shape), eps
        self.elementwise_affine = elementwise_affine
        self.add_affine(self.normalized_shape, elementwise_affine, False, device, dtype)

    def forward(self, input):
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class GroupNorm(AffineNorm):
    """The channels in groups, each sample's group to mean 0 and variance 1, then times weight plus bias."""

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None, *, bias=True):
        super().__init__()
        if num_groups < 1:
            raise ValueError(f"num_groups must be positive, not {num_groups}")
        if num_channels % num_groups:
            raise ValueError(f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        self.add_affine(num_channels, affine, affine and bias, device, dtype)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return (f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, "
                f"bias={self.bias is not None}")


class LocalResponseNorm(FunctionalLayer, function=F.local_response_norm):
    """Each element divided by a power of the mean square of its neighbouring channels."""

    def extra_repr(self):
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
