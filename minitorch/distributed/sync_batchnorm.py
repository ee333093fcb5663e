"""Batch norm over the batches of all ranks: each channel is normalised by its mean and variance over all ranks."""

from ..comm.group import State, require_member
from ..nn.functional.norm import channelled, check_channels, update_running
from ..nn.normalization import BatchNorm
from ..ops.shape.copies import cat_function as cat
from .over_ranks import SumOverRanks


class SyncBatchNorm(BatchNorm):
    """Batch norm of (N, C, …) by the statistics of all ranks' batches together, which may have different sizes.

    process_group   default: all ranks; without a group, or with one rank, this is plain batch norm

    In evaluation it uses the running statistics, which are equal on all ranks.
    Source: Zhang et al., Context Encoding for Semantic Segmentation (2018), §3.2.
    For the other settings see BatchNorm2d.
    """

    dims = (2, 3, 4, 5)

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True,
                 process_group=None, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)
        self.process_group = process_group

    def forward(self, input):
        group = self.process_group or State.world
        if group is None or require_member(group).size() == 1 or not (self.training or self.running_mean is None):
            return super().forward(input)
        self.check_ndim(input)
        check_channels("SyncBatchNorm", input, self.running_mean, self.running_var, self.weight, self.bias)
        dims = (0, *range(2, input.ndim))
        here = input.numel() // input.shape[1]
        sums = SumOverRanks.apply(cat([input.sum(dims), input.new_full((1,), here)]), group)
        count = sums[-1].detach()
        mean = sums[:-1] / count
        centred = input - channelled(mean, input.ndim)
        variance = SumOverRanks.apply((centred * centred).sum(dims), group) / count
        if self.training and self.running_mean is not None:
            self.num_batches_tracked.add_(1)
            momentum = 1 / self.num_batches_tracked.item() if self.momentum is None else self.momentum
            update_running(self.running_mean, self.running_var, mean.detach(), variance.detach(), count.item(),
                           momentum)
        out = centred * channelled((variance + self.eps).rsqrt(), input.ndim)
        out = out if self.weight is None else out * channelled(self.weight, input.ndim)
        return out if self.bias is None else out + channelled(self.bias, input.ndim)

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """Replace every batch norm in a module by a SyncBatchNorm with the same weights; return the module."""
        if isinstance(module, BatchNorm) and type(module).__name__ in ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d"):
            made = cls(module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats,
                       process_group)
            made._parameters.update(module._parameters)
            made._buffers.update(module._buffers)
            return made.train(module.training)
        for name, child in module.named_children():
            changed = cls.convert_sync_batchnorm(child, process_group)
            if changed is not child:
                setattr(module, name, changed)
        return module
