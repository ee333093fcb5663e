"""PyTorch's import path for datasets."""

from ...data import IterableDataset
from ...data.combine import Subset, random_split
from ...data.dataset import Dataset, TensorDataset
from ...rare.data.dataset import ChainDataset, ConcatDataset, StackDataset

__all__ = ["ChainDataset", "ConcatDataset", "Dataset", "IterableDataset", "StackDataset", "Subset", "TensorDataset",
           "random_split"]
