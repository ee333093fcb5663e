"""Eager steps of minitorch and PyTorch, and steps of torch.compile, to compare with minitorch's compiled steps."""

from ..goals import IN_C
from ..workloads import WORKLOADS


def builders():
    """Return {workload: build()} of minitorch."""
    import minitorch
    return {name: lambda w=workload: w.build(minitorch) for name, workload in WORKLOADS.items()}


def torch_builders():
    """Return {workload: build()} of PyTorch."""
    import torch
    return {name: lambda w=workload: w.build(torch) for name, workload in WORKLOADS.items()}


def torch_compiled():
    """Return {workload: build()} of torch.compile, for the workloads that have a goal in goals.IN_C."""
    import torch

    def build(workload):
        built = workload.build(torch)
        built.step = torch.compile(built.step)
        return built
    return {name: lambda w=WORKLOADS[name]: build(w) for name in IN_C}
