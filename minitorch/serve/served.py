"""What is served: a checkpoint of `minitorch train`, an ONNX file or a saved program, as one function of arrays."""

import os

import numpy as np

from ..engine import no_grad
from ..serialization.reading import LoadError
from ..tensors import from_numpy


class Served:
    """A network of one input and one output.

    input, output   their names
    shape           of one instance, without the batch; a size that may be any is None
    dtype           of the input
    batch           how many instances go in at once; None: any number
    """

    def __init__(self, function, input, output, shape, dtype, batch=None):
        self.function, self.input, self.output = function, input, output
        self.shape, self.dtype, self.batch = tuple(shape), np.dtype(dtype), batch

    def __call__(self, rows):
        """The answers to instances (N, *shape), as an array of N rows."""
        parts = [rows] if self.batch is None else [rows[n:n + self.batch] for n in range(0, len(rows), self.batch)]
        with no_grad():
            return np.concatenate([self.run(part) for part in parts])

    def run(self, rows):
        short = 0 if self.batch is None else self.batch - len(rows)
        if short:                                            # a program of a fixed batch: filled up with the last row
            rows = np.concatenate([rows, np.repeat(rows[-1:], short, 0)])
        found = self.function(from_numpy(np.ascontiguousarray(rows))).numpy()
        if found.ndim < 1 or len(found) != len(rows):
            raise RuntimeError(f"the network gives {found.shape} for {len(rows)} instances, and should one answer each")
        return found[:len(found) - short]


def served(path):
    """The network in a file. Raises FileNotFoundError, or LoadError (a RuntimeError) for what cannot be served."""
    with open(path, "rb") as file:
        start = file.read(9)
    if start[8:9] == b"{":
        return program(path)
    if start[:2] == b"PK":
        return checkpoint(path)
    return onnx_network(path)


def program(path):
    """A file of `trace.save`: its batch is the one it was traced for."""
    from ..static import load
    loaded = load(path)
    inputs, outputs = loaded.program.inputs, loaded.program.outputs
    one_each(path, inputs, outputs)
    (name, (shape, dtype)), = inputs.items()
    if not shape or not shape[0]:
        raise LoadError(f"{path} takes a single number, and no batch of instances: it cannot be served.")
    return Served(loaded, name, outputs[0], shape[1:], dtype, shape[0])


def onnx_network(path):
    """A file of `onnx.export`; a first size that is dynamic takes any number of instances."""
    from ..onnx import load
    net = load(path)
    one_each(path, net.inputs, net.outputs)
    name, = net.inputs
    batch, *shape = net.shapes[name] or [0]
    if batch == 0:
        raise LoadError(f"{path} takes no batch of instances: it cannot be served.")
    return Served(net, name, net.outputs[0], [n if type(n) is int else None for n in shape], net.dtypes[name],
                  batch if type(batch) is int else None)


def checkpoint(path):
    """A checkpoint of `minitorch train`: its network is made anew, and gets the weights."""
    from ..train.checkpoint import load_checkpoint
    from ..train.recipes import MODELS, SIZES
    found = load_checkpoint(path)
    settings = found["settings"] or {}
    if settings.get("model") not in MODELS or settings.get("data") not in SIZES:
        raise LoadError(f"{path} is no checkpoint of `minitorch train`: its network is not known. Write it by "
                        "minitorch.onnx.export(model, x, \"net.onnx\", input_names=[\"x\"], "
                        "dynamic_axes={\"x\": [0]}).")
    side = SIZES[settings["data"]]
    model = MODELS[settings["model"]](side, side)
    model.load_state_dict(found["model"])
    return Served(model.eval(), "image", "scores", (1, side, side), "float32")


def one_each(path, inputs, outputs):
    if len(inputs) != 1 or len(outputs) != 1:
        raise LoadError(f"{path} takes {len(inputs)} inputs and gives {len(outputs)} outputs; a network that is served "
                        "has one of each.")


def name_of(path):
    """The name it is served under: the file's, in letters that an address holds."""
    stem = os.path.splitext(os.path.basename(path))[0]
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "-" for c in stem) or "model"
