"""Load a checkpoint, an ONNX file or a saved program as one function of arrays."""

import os
import sys

import numpy as np

from ..display.text import class_names, this_command
from ..engine import no_grad, tensor_types
from ..nn import Module
from ..serialization import load
from ..serialization.reading import LoadError
from ..tensors import from_numpy

EXPORT = ('in Python, minitorch.onnx.export(net, x, "net.onnx", input_names=["x"], dynamic_axes={"x": [0]}) writes the '
          f"network and its weights, and `{this_command()} serve net.onnx` serves them")


class Served:
    """A network with one input and one output.

    input, output   the names of the input and the output
    shape           of one instance, without the batch dimension; None for a size that is not fixed
    dtype           of the input
    batch           how many instances the function takes in a call; None: any number
    classes         the names of the classes, if the function has them; empty otherwise
    """

    def __init__(self, function, input, output, shape, dtype, batch=None):
        self.function, self.input, self.output = function, input, output
        self.shape, self.dtype, self.batch = tuple(shape), np.dtype(dtype), batch
        self.classes = class_names(function)

    def __call__(self, rows):
        """Return the answers to instances (N, *shape) as an array of N rows."""
        parts = [rows] if self.batch is None else [rows[n:n + self.batch] for n in range(0, len(rows), self.batch)]
        with no_grad():
            return np.concatenate([self.run(part) for part in parts])

    def run(self, rows):
        short = 0 if self.batch is None else self.batch - len(rows)
        if short:                                            # if the batch size is fixed, repeat the last row
            rows = np.concatenate([rows, np.repeat(rows[-1:], short, 0)])
        found = self.function(from_numpy(np.ascontiguousarray(rows))).numpy()
        if found.ndim < 1 or len(found) != len(rows):
            raise RuntimeError(f"the network returned {found.shape} for {len(rows)} instances; one row each is needed")
        return found[:len(found) - short]


class Watched:
    """The network in a file, with the methods of `Served`; if the file changes, read(path) loads the network again."""

    def __init__(self, path, read):
        self.path, self.read = path, read
        self.seen, self.network = os.stat(path).st_mtime_ns, read(path)

    def __getattr__(self, name):
        return getattr(self.network, name)

    def __call__(self, rows):
        return self.network(rows)

    def refresh(self):
        """Read the file again if it has changed; if that fails, print the error and keep the old network."""
        try:
            changed = os.stat(self.path).st_mtime_ns
            if changed != self.seen:
                self.seen = changed
                self.network = self.read(self.path)
                print(f"{self.path} has changed, and is served again", flush=True)
        except Exception as error:
            print(f"{self.path} has changed and cannot be served: {error}", file=sys.stderr, flush=True)


def load_network(path, model=None, shape=None):
    """Return the network in a file.

    model   "file.py:Net", the class for the weights in the file; shape: the shape of an instance, if the class has no
            example_input_array

    Raises FileNotFoundError, ValueError, or LoadError (a RuntimeError) if it cannot be served.
    """
    if model is not None:
        return network_of(path, model, shape)
    with open(path, "rb") as file:
        start = file.read(9)
    if start[8:9] == b"{":
        return program(path)
    if start[:2] == b"PK":
        return checkpoint(path)
    if start[:1] != b"\x08" and not str(path).endswith(".onnx"):
        raise LoadError(f"{path} is no checkpoint, no ONNX file and no saved program: these are served.")
    return onnx_network(path)


def program(path):
    """Load a file of `trace.save`; its batch size is fixed by the trace."""
    from ..static import load as load_program
    loaded = load_program(path)
    inputs, outputs = loaded.program.inputs, loaded.program.outputs
    one_each(path, inputs, outputs)
    (name, (shape, dtype)), = inputs.items()
    if not shape or not shape[0]:
        raise LoadError(f"{path} cannot be served: its input is a single number, not a batch of instances.")
    return Served(loaded, name, outputs[0], shape[1:], dtype, shape[0])


def onnx_network(path):
    """Load a file of `onnx.export`; if its first size is dynamic, it takes any number of instances."""
    from ..onnx import load as load_onnx
    net = load_onnx(path)
    one_each(path, net.inputs, net.outputs)
    name, = net.inputs
    batch, *shape = net.shapes[name] or [0]
    if batch == 0:
        raise LoadError(f"{path} cannot be served: its input is no batch of instances.")
    return Served(net, name, net.outputs[0], [n if type(n) is int else None for n in shape], net.dtypes[name],
                  batch if type(batch) is int else None)


def checkpoint(path):
    """Load a checkpoint of `minitorch train`: build its network again and load the weights."""
    from ..train.checkpoint import load_checkpoint
    from ..train.recipes import MODELS, SIZES
    found = load(path)
    if isinstance(found, dict) and "kind" not in found and weights_in(found):
        what, how = ("is a Trainer's checkpoint", f"{this_command()} serve {path} --model file.py:Net --shape "
                     "3,64,64, where Net is the class that was trained, and takes inputs of that shape") if (
                         "state_dict" in found) else ("holds weights", EXPORT)
        raise LoadError(f"{path} {what} without the network: {how}.")
    found = load_checkpoint(path)
    settings = found["settings"] or {}
    if settings.get("model") not in MODELS or settings.get("data") not in SIZES:
        raise LoadError(f"{path} is no checkpoint of `minitorch train`: its network is not known. {EXPORT}.")
    side = SIZES[settings["data"]]
    model = MODELS[settings["model"]](side, side)
    model.load_state_dict(found["model"])
    return Served(model.eval(), "image", "scores", (1, side, side), "float32")


def weights_in(found):
    """Return a loaded dict if it is a state_dict, or the state_dict in it; None if it has none."""
    weights = found.get("state_dict", found)
    named = isinstance(weights, dict) and weights and all(type(name) is str for name in weights)
    return weights if named and all(type(x) in tensor_types for x in weights.values()) else None


def network_of(path, model, shape):
    """Load a Trainer's checkpoint or a state_dict for a class in a Python file: "file.py:Net"."""
    from ..train.importing import import_for_class
    file, _, name = model.rpartition(":")
    if not file.endswith(".py"):
        raise ValueError(f"--model must be a file and a class in it, such as train.py:Net, not {model!r}.")
    kind = getattr(import_for_class(file, name), name, None)
    if not (isinstance(kind, type) and issubclass(kind, Module)):
        raise ValueError(f"--model {model}: {file} has no class {name} that is an nn.Module.")
    found = load(path)
    weights = weights_in(found) if isinstance(found, dict) else None
    if weights is None:
        raise LoadError(f"{path} holds no weights for {name}: it is no Trainer's checkpoint and no state_dict.")
    if "state_dict" in found and hasattr(kind, "load_from_checkpoint"):
        net = kind.load_from_checkpoint(path)
    else:
        net = kind(**found.get("hyper_parameters", {}) if "state_dict" in found else {})
        net.load_state_dict(weights)
    example = getattr(net, "example_input_array", None)
    if shape is None and example is None:
        raise ValueError(f"{name} does not say which shape its input has: give --shape, such as 3,64,64, or set "
                         f"self.example_input_array, a batch of inputs, in {name}.__init__.")
    one = Served(net.eval(), "x", "y", shape or example.shape[1:], "float32" if shape else example.dtype.name)
    try:
        one(np.zeros((1, *one.shape), one.dtype))            # this raises an error now if the shape is wrong
    except Exception as error:
        given = f"--shape {','.join(map(str, shape))}" if shape else "its example_input_array"
        raise ValueError(f"{name} fails for an instance of {given}: {error}") from None
    return one


def one_each(path, inputs, outputs):
    if len(inputs) != 1 or len(outputs) != 1:
        raise LoadError(f"{path} cannot be served: it has {len(inputs)} inputs and {len(outputs)} outputs, but must "
                        "have one of each.")


def name_of(path):
    """Return the network's name for addresses: the file's name, in which other letters than valid ones are replaced."""
    stem = os.path.splitext(os.path.basename(path))[0]
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "-" for c in stem) or "model"
