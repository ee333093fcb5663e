"""Datasets, under PyTorch's path."""

from ...data.combine import ChainDataset, ConcatDataset, StackDataset, Subset, random_split
from ...data.dataset import Dataset, IterableDataset, TensorDataset

__all__ = ["ChainDataset", "ConcatDataset", "Dataset", "IterableDataset", "StackDataset", "Subset", "TensorDataset",
           "random_split"]
