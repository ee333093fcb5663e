"""load: read an ONNX file as a module that has the weights as parameters and runs the operators in order."""

import json

import numpy as np

from ..nn import Module, Parameter
from ..serialization.reading import LoadError
from ..tensors import Tensor, from_numpy
from .arguments import array, type_of
from .operators import OPERATORS
from .reading import array_of, read, settings_of


class Node:
    """One operator of the graph, with the names of its inputs and of its outputs."""

    def __init__(self, proto, name, number, version):
        self.op, self.inputs, self.outputs = proto.op_type, list(proto.input), list(proto.output)
        self.settings, self.label = settings_of(proto, name), f"node {number}, {proto.op_type},"
        if self.op in ("Softmax", "LogSoftmax") and version < 13:       # old versions use all dimensions from `axis` on
            self.settings = {"axis": 1, **self.settings, "onward": True}
        self.done: list = []                                 # values to free after this node
        self.bodies: dict = {}

    def reads(self):
        return {*self.inputs, *[x for body in self.bodies.values() for x in body.reads]} - {""}

    def run(self, values):
        """Return the node's results: arrays if all arguments are constants, else tensors."""
        if self.bodies:
            chosen = self.bodies["then_branch" if array(values[self.inputs[0]]).all() else "else_branch"]
            return chosen.run({name: values[name] for name in chosen.reads})
        args = [values[x] if x else None for x in self.inputs]
        known = bool(args) and not any(isinstance(x, Tensor) for x in args)
        try:
            made = OPERATORS[self.op](self.settings, len(self.outputs), *[
                from_numpy(x.copy()) if known and x is not None else x for x in args])
        except Exception as error:
            raise RuntimeError(f"{self.label} of the ONNX file fails: {error}") from error
        made = made if isinstance(made, tuple | list) else [made]
        return [x.detach().numpy() if known and isinstance(x, Tensor) else x for x in made]


class Body:
    """The operators, in order, of a file's graph, or of the graph of a branch in the file.

    constants, weights   arrays of the graph, {name: array}; floating weights, {name: (module, attribute)}
    outputs, reads       names of the results; names of values that a branch reads from the graph around it
    """

    def __init__(self, module, graph, name, version, path=()):
        self.module, self.constants, self.weights = module, {}, {}
        for tensor in graph.initializer:
            self.hold(tensor.name, array_of(tensor, name), path)
        self.nodes, self.outputs = [], [x.name for x in graph.output]
        for number, proto in enumerate(graph.node, 1):
            node = Node(proto, name, number, version)
            node.bodies = {key: Body(module, part, name, version, (*path, f"{key}_{number}"))
                           for key, part in branches(proto)}
            if node.op == "Constant":
                self.constants[node.outputs[0]] = constant(node, name)
            else:
                self.nodes.append(node)
        made = {x for node in self.nodes for x in node.outputs}
        self.reads = {x for node in self.nodes for x in node.reads()}.union(self.outputs) - {
            *made, *self.constants, *self.weights}
        self.plan()

    def hold(self, name, array, path):
        """Store a weight: a floating one as a parameter of a submodule ("a.weight": of a), another as a constant."""
        if array.dtype.kind != "f":
            self.constants[name] = array
            return
        *path, last = [part or "_" for part in [*path, *name.split(".")]]
        home = self.module
        for part in path:
            if part not in home._modules:
                home.add_module(part, Module())
            home = home._modules[part]
        home.register_parameter(last, Parameter(from_numpy(array)))
        self.weights[name] = home, last

    def plan(self):
        """Find the last node that reads each value, so that the value is freed there."""
        last = {x: number for number, node in enumerate(self.nodes) for x in [*node.outputs, *node.reads()]}
        for x, number in last.items():
            if x and x not in self.outputs and x not in self.constants:
                self.nodes[number].done.append(x)

    def run(self, values):
        """Return the results; `values` is {name: value} of the graph around it, a dict that the body may change."""
        values.update(self.constants)
        values.update({name: getattr(home, last) for name, (home, last) in self.weights.items()})
        for node in self.nodes:
            values.update(zip(node.outputs, node.run(values)))
            for name in node.done:
                values.pop(name, None)
        return [values[name] for name in self.outputs]


def branches(proto):
    """Return the graphs inside an operator, [(name, graph)]."""
    return [(x.name, x.g) for x in proto.attribute if x.HasField("g")]


def operators_of(graph):
    """Return the names of a graph's operators, and of those of the graphs inside them."""
    found = [x.op_type if x.domain in ("", "ai.onnx") else f"{x.domain}.{x.op_type}" for x in graph.node]
    return found + [op for x in graph.node for _, inner in branches(x) for op in operators_of(inner)]


def sizes_of(kind):
    """Return an input's sizes: numbers, or names (in some files 0 or -1) for sizes that may differ."""
    return [n.dim_value if n.dim_value > 0 else n.dim_param or "any" for n in kind.shape.dim]


class OnnxModule(Module):
    """A network from an ONNX file: called on tensors, it returns a tensor or a tuple of tensors.

    inputs    names of the inputs; outputs: names of the outputs; shapes, dtypes: one for each input
    nodes     the operators, in order; classes: names of the classes, or None

    Floating weights are parameters named as in the file, so the network can be trained like any module.
    """

    def __init__(self, graph, name, version):
        super().__init__()
        if unknown := sorted({*operators_of(graph)} - {*OPERATORS, "Constant", "If"}):
            raise LoadError(f"{name} uses ONNX operators that minitorch does not have: {', '.join(unknown)}. "
                            "minitorch/onnx/operators.py lists those it has.")
        body = Body(self, graph, name, version)
        self.nodes, self.outputs, self.constants, self.weights = body.nodes, body.outputs, body.constants, body.weights
        self.run, held = body.run, {*self.constants, *self.weights}
        self.inputs = [x.name for x in graph.input if x.name not in held]
        if other := next((x.name for x in graph.input if not x.type.HasField("tensor_type")), None):
            raise LoadError(f"{name}: its input {other!r} is not a tensor, but only tensors are supported.")
        self.shapes = {x.name: sizes_of(x.type.tensor_type) for x in graph.input}
        self.dtypes = {x.name: type_of(x.type.tensor_type.elem_type).name for x in graph.input if x.name not in held}

    def forward(self, *inputs):
        if len(inputs) != len(self.inputs):
            raise TypeError(f"this network takes {len(self.inputs)} tensors ({', '.join(self.inputs)}), but got "
                            f"{len(inputs)}.")
        for name, x in zip(self.inputs, inputs):
            self.check(name, x)
        found = [x if isinstance(x, Tensor) else from_numpy(np.array(x)) for x in self.run(
            dict(zip(self.inputs, inputs)))]
        return found[0] if len(found) == 1 else tuple(found)

    def check(self, name, x):
        """Raise an error for an input that does not have the shape stated in the file."""
        shape = self.shapes[name]
        if not isinstance(x, Tensor) or len(shape) != x.ndim or any(
                type(n) is int and n != size for n, size in zip(shape, x.shape)):
            raise ValueError(f"input {name} must have shape ({', '.join(map(str, shape))}), but got "
                             f"{tuple(x.shape) if isinstance(x, Tensor) else type(x).__name__}.")

    def extra_repr(self):
        return f"{', '.join(self.inputs)} -> {', '.join(self.outputs)}, {len(self.nodes)} operators"


def constant(node, name):
    """Return the array of a constant node."""
    for key, dtype in [("value", None), ("value_float", "float32"), ("value_floats", "float32"),
                       ("value_int", "int64"), ("value_ints", "int64")]:
        if key in node.settings:
            return np.asarray(node.settings[key], dtype)
    raise LoadError(f"{name}: {node.label} must hold numbers, but holds text or nothing.")


def load(f):
    """Load a network from an ONNX file as an OnnxModule, which computes the file's graph on tensors.

    f   path, or a file opened for reading bytes

    Floating weights are parameters, so that the network can be trained further. It is in eval mode, and layers that
    differ in training, such as dropout, always run as in eval mode. No code in the file is executed.

    Files of version 9 of ONNX's operators and later are supported, with weights in the file or in other files of its
    folder. For an `If`, only the branch that the condition selects is run.

    Raises FileNotFoundError; LoadError, a RuntimeError, for a damaged file, or for unknown operators, with their
    names; ImportError if the package onnx is missing.
    """
    graph, name, version, classes = read(f)
    try:
        net = OnnxModule(graph, name, version).eval()
        net.classes = json.loads(classes)
        return net
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LoadError(f"{name} is damaged: {error}") from None
