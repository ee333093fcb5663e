"""load: an ONNX file as a module, whose weights are parameters, and which runs one operator after the other."""

import numpy as np

from ..nn import Module, Parameter
from ..serialization.reading import LoadError
from ..tensors import Tensor, from_numpy
from .arguments import type_of
from .operators import OPERATORS
from .reading import array_of, read, settings_of


class Node:
    """One operator: it reads and makes values by their names."""

    def __init__(self, proto, name, number, version):
        self.op, self.inputs, self.outputs = proto.op_type, list(proto.input), list(proto.output)
        self.settings, self.label = settings_of(proto, name), f"node {number}, {proto.op_type},"
        if self.op in ("Softmax", "LogSoftmax") and version < 13:            # over all dimensions from the axis on
            self.settings = {"axis": 1, **self.settings, "onward": True}
        self.done: list = []                                 # names that nothing after it reads

    def run(self, values):
        """What it makes; arrays where all that it reads is known without the inputs."""
        args = [values[x] if x else None for x in self.inputs]
        known = bool(args) and not any(isinstance(x, Tensor) for x in args)
        try:
            made = OPERATORS[self.op](self.settings, len(self.outputs), *[
                from_numpy(x.copy()) if known and x is not None else x for x in args])
        except Exception as error:
            raise RuntimeError(f"{self.label} of the ONNX file fails: {error}") from error
        made = made if isinstance(made, tuple | list) else [made]
        return [x.detach().numpy() if known and isinstance(x, Tensor) else x for x in made]


class OnnxModule(Module):
    """A network from an ONNX file: called on tensors it gives a tensor, or a tuple of them.

    inputs    names of what it takes; outputs: of what it gives; shapes, dtypes: of each input
    nodes     the operators, in order

    Floating weights are parameters by their names in the file; it trains like any module.
    """

    def __init__(self, graph, name, version):
        super().__init__()
        self.constants, self.weights = {}, {}
        for tensor in graph.initializer:
            self.hold(tensor.name, array_of(tensor, name))
        self.nodes = []
        named = [x.op_type if x.domain in ("", "ai.onnx") else f"{x.domain}.{x.op_type}" for x in graph.node]
        if unknown := sorted({*named} - {*OPERATORS, "Constant"}):
            raise LoadError(f"{name} uses ONNX operators that minitorch has no form of: {', '.join(unknown)}. "
                            "minitorch/onnx/operators.py lists those it has.")
        for number, proto in enumerate(graph.node, 1):
            node = Node(proto, name, number, version)
            if node.op == "Constant":
                self.constants[node.outputs[0]] = constant(node, name)
            else:
                self.nodes.append(node)
        held = {*self.constants, *self.weights}
        self.inputs = [x.name for x in graph.input if x.name not in held]
        self.outputs = [x.name for x in graph.output]
        if other := next((x.name for x in graph.input if not x.type.HasField("tensor_type")), None):
            raise LoadError(f"{name}: its input {other!r} is no tensor.")
        self.shapes = {x.name: [n.dim_value if n.HasField("dim_value") else n.dim_param or "any" for n in
                                x.type.tensor_type.shape.dim] for x in graph.input}
        self.dtypes = {x.name: type_of(x.type.tensor_type.elem_type).name for x in graph.input if x.name not in held}
        self.plan()

    def hold(self, name, array):
        """Floating numbers are parameters, in modules as the dots in their names say; others are constants."""
        if array.dtype.kind != "f":
            self.constants[name] = array
            return
        *path, last = name.split(".")
        home = self
        for part in path:
            if part not in home._modules:
                home.add_module(part or "_", Module())
            home = home._modules[part or "_"]
        home.register_parameter(last or "_", Parameter(from_numpy(array)))
        self.weights[name] = home, last or "_"

    def plan(self):
        """Note where each value is read for the last time; it is let go there."""
        last = {x: number for number, node in enumerate(self.nodes) for x in [*node.outputs, *node.inputs]}
        for x, number in last.items():
            if x and x not in self.outputs and x not in self.constants:
                self.nodes[number].done.append(x)

    def forward(self, *inputs):
        if len(inputs) != len(self.inputs):
            raise TypeError(f"this network takes {len(self.inputs)} tensors ({', '.join(self.inputs)}), and gets "
                            f"{len(inputs)}.")
        values = dict(self.constants)
        values.update({name: getattr(home, last) for name, (home, last) in self.weights.items()})
        for name, x in zip(self.inputs, inputs):
            self.check(name, x)
            values[name] = x
        for node in self.nodes:
            values.update(zip(node.outputs, node.run(values)))
            for name in node.done:
                values.pop(name, None)
        found = [values[name] for name in self.outputs]
        found = [x if isinstance(x, Tensor) else from_numpy(np.array(x)) for x in found]
        return found[0] if len(found) == 1 else tuple(found)

    def check(self, name, x):
        """Raise for an input that does not have the shape that the file tells."""
        shape = self.shapes[name]
        if not isinstance(x, Tensor) or len(shape) != x.ndim or any(
                type(n) is int and n != size for n, size in zip(shape, x.shape)):
            raise ValueError(f"input {name} is of shape ({', '.join(map(str, shape))}), and gets "
                             f"{tuple(x.shape) if isinstance(x, Tensor) else type(x).__name__}.")

    def extra_repr(self):
        return f"{', '.join(self.inputs)} -> {', '.join(self.outputs)}, {len(self.nodes)} operators"


def constant(node, name):
    """The array of a node that holds one."""
    for key, dtype in [("value", None), ("value_float", "float32"), ("value_floats", "float32"),
                       ("value_int", "int64"), ("value_ints", "int64")]:
        if key in node.settings:
            return np.asarray(node.settings[key], dtype)
    raise LoadError(f"{name}: {node.label} holds no numbers.")


def load(f):
    """A network from an ONNX file, as an OnnxModule: called on tensors, it computes what the file says.

    f   path, or a file opened for reading bytes

    Its floating weights are parameters, so that it can be trained further; it is in eval mode, and what trains
    otherwise than it runs, such as dropout, does what it does in eval mode. Nothing in the file is executed.

    Files of version 9 of ONNX's operators and later are read.

    Raises FileNotFoundError; LoadError, a RuntimeError, for a damaged file, or one with operators that minitorch has
    no form of, which are named. ImportError where the package onnx is missing.
    """
    graph, name, version = read(f)
    try:
        return OnnxModule(graph, name, version).eval()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LoadError(f"{name} is damaged: {error}") from None
