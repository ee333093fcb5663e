"""Data: where samples come from, in what order they are visited, and how they become batches."""

from .. import missing as _missing
from .dataset import Dataset, Subset, TensorDataset, random_split
from .loader import DataLoader, default_collate
from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler

__all__ = ["BatchSampler", "DataLoader", "Dataset", "RandomSampler", "Sampler", "SequentialSampler", "Subset",
           "TensorDataset", "default_collate", "random_split"]

_missing.speak_for(globals())
