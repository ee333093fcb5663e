"""The workloads in other libraries, as their users write them, with the same data, so that first steps compare.

A peer's file is imported when the peer is measured; peers that are not installed are left out. Each file returns loss
and gradients in minitorch's order and shapes.
"""

from importlib import import_module
from importlib.util import find_spec

# {peer: (module that must be installed, file of this folder, its function that returns {workload: build()})}
# "compiled" is minitorch itself: its figure is the time of a compiled step divided by that of the eager step.
# "c", "c-…": PyTorch, torch.compile, JAX, bare matrix products, compared with minitorch's steps compiled to C.
PEERS = {
    "compiled": ("minitorch", "compiled", "builders"),
    "c": ("torch", "compiled", "torch_builders"), "c-compile": ("torch", "compiled", "torch_compiled"),
    "c-jax-jit": ("jax", "functions", "jax_jit"), "c-floor": ("numpy", "floor", "builders"),
    "numpy": ("numpy", "bare", "builders"),
    "jax": ("jax", "functions", "jax_eager"), "jax-jit": ("jax", "functions", "jax_jit"),
    "autograd": ("autograd", "functions", "autograd"), "dezero": ("dezero", "dezero", "builders"),
    "tinygrad": ("tinygrad", "tinygrad", "builders"), "micrograd": ("micrograd", "micrograd", "builders")}
TEACHING = ("autograd", "dezero", "tinygrad", "micrograd")


def module(peer):
    """Return the module name of a peer, which is also the name of its environment."""
    return "torch" if peer == "torch" else PEERS[peer][0]


def installed(peer):
    return find_spec(module(peer)) is not None


def builders(peer):
    """Return {workload: build()} of an installed peer."""
    _, file, name = PEERS[peer]
    return getattr(import_module(f"{__name__}.{file}"), name)()
