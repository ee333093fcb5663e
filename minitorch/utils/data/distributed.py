"""PyTorch's import path for DistributedSampler."""

from ...distributed.sampler import DistributedSampler

__all__ = ["DistributedSampler"]
