"""Steps as they are written, minitorch's own and PyTorch's: what minitorch's are held against when compiled."""

from ..goals import IN_C
from ..workloads import WORKLOADS


def builders():
    """{workload: build()}."""
    import minitorch
    return {name: lambda w=workload: w.build(minitorch) for name, workload in WORKLOADS.items()}


def torch_builders():
    """The same of PyTorch."""
    import torch
    return {name: lambda w=workload: w.build(torch) for name, workload in WORKLOADS.items()}


def torch_compiled():
    """PyTorch's steps by torch.compile, of the workloads that have goals in C."""
    import torch

    def build(workload):
        built = workload.build(torch)
        built.step = torch.compile(built.step)
        return built
    return {name: lambda w=WORKLOADS[name]: build(w) for name in IN_C}
