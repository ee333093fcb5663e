"""PyTorch's import path for the sampler of several processes."""

from ...distributed.sampler import DistributedSampler

__all__ = ["DistributedSampler"]
