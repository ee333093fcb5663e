"""PyTorch's import path for samplers."""

from ...data.sampler import (
                             BatchSampler,
                             RandomSampler,
                             Sampler,
                             SequentialSampler,
                             SubsetRandomSampler,
                             WeightedRandomSampler,
)

__all__ = ["BatchSampler", "RandomSampler", "Sampler", "SequentialSampler", "SubsetRandomSampler",
           "WeightedRandomSampler"]
