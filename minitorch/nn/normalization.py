"""Layers that normalise: each sample by itself, or over the batch with running statistics."""

from ..dtypes import int64
from ..ops.shape.creation import ones, zeros
from ..runtime import require
from ..runtime.missing import moved_to
from ..tensors import tensor
from . import functional as F, init
from .functional.common import refuse
from .module import Module
from .parameter import add_parameter


class AffineNorm(Module):
    """Base of layers with a weight that starts at 1 and a bias that starts at 0, both optional."""

    def add_affine(self, shape, weight, bias, device, dtype):
        """Register the weight and the bias; None for one that is left out."""
        add_parameter(self, "weight", shape, device, dtype, wanted=weight)
        add_parameter(self, "bias", shape, device, dtype, wanted=bias)
        self.reset_parameters()

    def reset_parameters(self):
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


def sizes(shape):
    """Return the sizes of the dimensions that are normalised, as a tuple."""
    if not isinstance(shape, int | tuple | list):
        raise TypeError(f"normalized_shape should be an int, or a list of the last sizes, not {type(shape).__name__}")
    return (shape,) if isinstance(shape, int) else tuple(shape)


class LayerNorm(AffineNorm):
    """Layer norm: each sample's last dimensions are normalised to mean 0 and variance 1, then scaled and shifted.

    normalized_shape     sizes of those dimensions: a number for the last, or several
    eps                  added to the variance, to avoid a division by 0
    elementwise_affine   whether there are a weight and a bias, each of normalized_shape
    bias                 whether there is a bias

    Any shape that ends in normalized_shape in, same out; RuntimeError for others. Source: Ba et al. (2016).
    """

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


class BatchNorm(AffineNorm):
    """Base of batch norms: each channel is normalised to mean 0 and variance 1, then scaled and shifted (if affine).

    Training uses the batch's statistics, and mixes them into running_mean and running_var by
    `momentum` (None: their plain average so far); evaluation uses these two.
    """

    dims: tuple[int, ...] = ()               # an input may have these numbers of dimensions
    _version, _added = 2, {"num_batches_tracked": 2}

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None,
                 dtype=None, *, bias=True):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        made = {"device": device, "dtype": dtype}
        tracked = track_running_stats
        self.register_buffer("running_mean", zeros(num_features, **made) if tracked else None)
        self.register_buffer("running_var", ones(num_features, **made) if tracked else None)
        self.register_buffer("num_batches_tracked", tensor(0, dtype=int64, device=device) if tracked else None)
        self.add_affine(num_features, affine, affine and bias, **made)

    def reset_running_stats(self):
        if self.track_running_stats:
            init.zeros_(self.running_mean)
            init.ones_(self.running_var)
            init.zeros_(self.num_batches_tracked)

    def reset_parameters(self):
        self.reset_running_stats()
        super().reset_parameters()

    def check_ndim(self, input):
        require(self._get_name(), {"input": input})
        if input.ndim not in self.dims:
            refuse(ValueError, f"expected {' or '.join(f'{d}D' for d in self.dims)} input (got {input.ndim}D input, "
                   f"{tuple(input.shape)})")

    def forward(self, input):
        self.check_ndim(input)
        if input.shape[1] != self.num_features:
            name = f"{self._get_name()}({self.num_features})"
            theirs = ("" if self.running_mean is None else
                      f" (running_mean should contain {input.shape[1]} elements not {self.num_features}.)")
            refuse(RuntimeError, f"{name} takes {self.num_features} channels, and the input {tuple(input.shape)} has "
                   f"{input.shape[1]}. Does the layer before it give {self.num_features}?{theirs}")
        momentum = self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            momentum = 1 / self.num_batches_tracked.item() if momentum is None else momentum
        batch = self.training or self.running_mean is None
        mean, var = (self.running_mean, self.running_var) if not batch or self.track_running_stats else (None, None)
        return F.batch_norm(input, mean, var, self.weight, self.bias, batch, momentum or 0.0, self.eps)

    def extra_repr(self):
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
                f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}")

    def _describe(self):
        return f"{self._get_name()}({self.num_features})"


class BatchNorm1d(BatchNorm):
    """Batch norm of (N, C) or (N, C, L). Settings as BatchNorm2d's."""

    dims = (2, 3)


class BatchNorm2d(BatchNorm):
    """Batch norm of images (N, C, H, W): each channel to mean 0 and variance 1, then times weight, plus bias.

    num_features          C
    eps                   added to the variance; positive in training
    momentum              share of a batch in the running statistics; None: their plain average
    affine                whether there are a weight and a bias, each (C,)
    track_running_stats   False: no running statistics; evaluation also uses the batch's statistics
    bias                  False: there is no bias, only a weight

    Raises ValueError for an input that is not 4-D, and in training if a channel has one value.
    Source: Ioffe and Szegedy, Batch Normalization (2015).
    """

    dims = (4,)


class BatchNorm3d(BatchNorm):
    """Batch norm of volumes (N, C, D, H, W). Settings as BatchNorm2d's."""

    dims = (5,)


__getattr__ = moved_to("nn.rare_normalization")
