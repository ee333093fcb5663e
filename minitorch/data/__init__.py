"""Data: datasets of samples, samplers that choose their order, and loaders that make batches of them."""

from ..runtime import missing as _missing

# {file: its names}; a file is imported when one of its names is first used. Rare files are in minitorch/rare.
_FILES = {
    "collate": "default_collate default_convert",
    "combine": "Subset random_split",
    "dataset": "Dataset IterableDataset TensorDataset",
    "loader": "DataLoader",
    "prefetch": "Prefetch",
    "rare_dataset": "ChainDataset ConcatDataset StackDataset",
    "reservoir": "ClassBalancingReservoirSampler",
    "sampler": "BatchSampler RandomSampler Sampler SequentialSampler SubsetRandomSampler WeightedRandomSampler",
    "distributed_sampler": "DistributedSampler",
    "text": "Characters TextLines",
    "worker": "get_worker_info",
}
__all__ = [name for names in _FILES.values() for name in names.split()]

_missing.speak_for(globals(), lent=_FILES)
