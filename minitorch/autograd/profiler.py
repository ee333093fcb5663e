"""PyTorch's older path to a profile: `with autograd.profiler.profile() as prof:`."""

from ..profiler import profile, record_function

__all__ = ["profile", "record_function"]
