"""Normalisation of groups of channels, by the root mean square, and of neighbouring channels."""

from ...nn import functional as F
from ...nn.functional_layer import FunctionalLayer
from ...nn.normalization import AffineNorm, sizes


class RMSNorm(AffineNorm):
    """A layer that divides the last dimensions by their root mean square, then multiplies by weight: same shape out.

    normalized_shape     sizes of those dimensions: a number for the last, or several
    eps                  added to the mean square; None: finfo(dtype).eps
    elementwise_affine   whether there is a weight, of normalized_shape

    Source: Zhang and Sennrich, Root Mean Square Layer Normalization (2019).
    """

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
    """A layer that gives each group of channels mean 0 and variance 1, then multiplies by weight and adds bias.

    num_groups     number of groups, a divisor of num_channels; 1 is a layer norm, num_channels an instance norm
    num_channels   C of the input (N, C, …)
    affine         whether there are a weight and a bias, each (num_channels,)

    Raises ValueError unless num_groups divides num_channels. Source: Wu and He (2018).
    """

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
    """Each element divided by (k + alpha · the mean square of neighbouring channels)^beta; (N, C, …), same shape out.

    size   how many channels are neighbours, including the element's own

    Raises ValueError for fewer than three dimensions. Source: Krizhevsky et al. (2012), §3.3.
    """

    def extra_repr(self):
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
