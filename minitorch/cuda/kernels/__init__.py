"""Kernels in CUDA C that ops run by on a GPU; each is tested against the op's own forward."""

from . import batch_norm, bounds, build, cross_entropy, layer_norm, pooling, softmax
from .build import state

FILES = batch_norm, bounds, cross_entropy, layer_norm, pooling, softmax    # each has a SOURCE and NAMES of its kernels


def enable(on):
    """Run ops by kernels where there are some, or all by their own forwards."""
    state["enabled"] = bool(on)
