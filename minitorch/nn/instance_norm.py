"""Instance norm: each channel of each sample is normalised by its own mean and variance."""

from . import functional as F
from .normalization import BatchNorm


class InstanceNorm(BatchNorm):
    """Layers that normalise each channel of each sample to mean 0 and variance 1, then scale and shift it (if affine).

    With track_running_stats they store running statistics as batch norm does, and use them in evaluation.
    """

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None,
                 dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def forward(self, input):
        self.check_ndim(input)
        unbatched = input.ndim == self.dims[0]
        if self.affine and input.shape[0 if unbatched else 1] != self.num_features:
            raise ValueError(f"expected input's size at dim={0 if unbatched else 1} to match num_features "
                             f"({self.num_features}), but got: {input.shape[0 if unbatched else 1]}.")
        batch = self.training or not self.track_running_stats
        out = F.instance_norm(input.unsqueeze(0) if unbatched else input, self.running_mean, self.running_var,
                              self.weight, self.bias, batch, self.momentum or 0.0, self.eps)
        return out.squeeze(0) if unbatched else out


class InstanceNorm1d(InstanceNorm):
    """Instance norm of (N, C, L) or (C, L). Settings as InstanceNorm2d's."""

    dims = (2, 3)


class InstanceNorm2d(InstanceNorm):
    """Instance norm of images (N, C, H, W) or (C, H, W): each channel of each sample to mean 0 and variance 1.

    affine                whether there are a weight and a bias, each (C,); False by default
    track_running_stats   whether running statistics are stored for evaluation; False by default

    Other settings as BatchNorm2d's. Raises ValueError for an input of other dimensions, or of other channels if affine.
    Source: Ulyanov et al., Instance Normalization (2016).
    """

    dims = (3, 4)


class InstanceNorm3d(InstanceNorm):
    """Instance norm of volumes (N, C, D, H, W) or (C, D, H, W). Settings as InstanceNorm2d's."""

    dims = (4, 5)
