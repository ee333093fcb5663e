"""minitorch itself, its steps as they are written: what the same steps are held against when they are compiled."""

from ..workloads import WORKLOADS


def builders():
    """{workload: build()}."""
    import minitorch
    return {name: lambda w=workload: w.build(minitorch) for name, workload in WORKLOADS.items()}
