"""Other libraries, each in the words of its own users, with the numbers of `workloads`, so that first steps compare.

A peer's file is imported when it is measured: what is not installed is left out. Loss and gradients come in
minitorch's order and shapes, whatever the peer's own are.
"""

from importlib import import_module
from importlib.util import find_spec

# peer: the module that must be installed, and the table of builders {workload: build()} in a file of this folder.
# "compiled" is no peer: the figure is the time of a compiled step divided by that of the same step as it is written.
# "c" is PyTorch again, beside minitorch's steps with loops in C; so are torch.compile, JAX and the bare products.
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
    """The name a peer is imported by, which is also that of its environment."""
    return "torch" if peer == "torch" else PEERS[peer][0]


def installed(peer):
    return find_spec(module(peer)) is not None


def builders(peer):
    """{workload: build()} of a peer, once it is installed."""
    _, file, name = PEERS[peer]
    return getattr(import_module(f"{__name__}.{file}"), name)()
