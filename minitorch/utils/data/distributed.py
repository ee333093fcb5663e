"""The sampler for several processes, under PyTorch's path."""

from ...data.sampler import DistributedSampler

__all__ = ["DistributedSampler"]
