"""Data: where samples come from, in what order they are visited, and how they become batches."""

from .. import missing as _missing
from .collate import default_collate, default_convert
from .combine import StackDataset, Subset, random_split
from .dataset import ChainDataset, ConcatDataset, Dataset, IterableDataset, TensorDataset
from .loader import DataLoader
from .loader import Prefetch
from .reservoir import ClassBalancingReservoirSampler
from .sampler import (BatchSampler, DistributedSampler, RandomSampler, Sampler, SequentialSampler,
                      SubsetRandomSampler, WeightedRandomSampler)
from .text import Characters, TextLines
from .worker import get_worker_info

__all__ = ["BatchSampler", "ChainDataset", "Characters", "ClassBalancingReservoirSampler", "ConcatDataset",
           "DataLoader", "Dataset", "DistributedSampler", "IterableDataset", "Prefetch", "RandomSampler", "Sampler",
           "SequentialSampler", "StackDataset", "Subset", "SubsetRandomSampler", "TensorDataset", "TextLines",
           "WeightedRandomSampler", "default_collate", "default_convert", "get_worker_info", "random_split"]

_missing.speak_for(globals())
