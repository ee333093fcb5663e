"""Steps as they are written, minitorch's own and PyTorch's: what minitorch's are held against when compiled."""

from ..workloads import WORKLOADS


def builders():
    """{workload: build()}."""
    import minitorch
    return {name: lambda w=workload: w.build(minitorch) for name, workload in WORKLOADS.items()}


def torch_builders():
    """The same of PyTorch."""
    import torch
    return {name: lambda w=workload: w.build(torch) for name, workload in WORKLOADS.items()}
