"""Tensors, by value, and nodes of a graph: what was computed from what, and in which order, without any value."""

import numpy as np

from ....graph import Leaf, Node, registry
from ....graph.node import Edge
from ....tensors import Tensor, tensor
from .wire import Broken, decode, encode, no_other

MOST = 200_000                           # nodes that may cross in one exercise


class Far:
    """A node that lies on the other side; its edges lead to others."""

    def __init__(self, order, shape):
        self.order, self.shape, self.edges, self.hooks = order, shape, (), None

    @property
    def ndim(self):
        return len(self.shape)


class Nodes:
    """The nodes that this side has shown or seen. A node is known by its side's letter and a number.

    here    this side's letter
    real    whether nodes of the other side become Node and Leaf, as an answer expects them
    """

    def __init__(self, here, real):
        self.here, self.real = here, real
        self.known: dict = {}
        self.names: dict = {}

    def pack(self, root):
        """The node, and all that it leads to that has not crossed before."""
        fresh, todo = [], [root]
        while todo:
            node = todo.pop()
            if node not in self.names:
                name = self.names[node] = f"{self.here}{len(self.names)}"
                self.known[name] = node
                fresh.append(node)
                todo += [edge for edge in node.edges if edge is not None]
        if len(self.names) > MOST:
            raise ValueError("this graph is too large to be graded")
        return {"node": [self.names[root], [[self.names[node], node.order, list(node.shape), getattr(
            getattr(node, "op", None), "name", None), [None if edge is None else self.names[edge] for edge in
                                                       node.edges]] for node in fresh]]}

    def unpack(self, content):
        root, fresh = content
        if len(self.known) + len(fresh) > MOST:
            raise Broken("too many nodes")
        edges = []
        for name, order, shape, op, ends in fresh:
            if not isinstance(name, str) or name.startswith(self.here) or name in self.known or not (
                    isinstance(order, int | float)):
                raise Broken("no node")
            node = self.made(order, tuple([int(size) for size in shape]), op)
            self.known[name], self.names[node] = node, name
            edges.append((node, ends))
        for node, ends in edges:
            if type(node) is not Leaf:
                node.edges = tuple([None if end is None else self.known[end] for end in ends])
        return self.known[root]

    def made(self, order, shape, op):
        if not self.real:
            return Far(order, shape)
        node = Node.__new__(Node) if op in registry else Leaf.__new__(Leaf)
        node.order, node.shape, node.dtype, node.hooks = order, shape, None, None
        if type(node) is Node:
            node.op, node.settings, node.saved, node.out, node.guard, node.at, node.code = (
                registry[op], {}, (), None, (), None, None)
        else:
            node.after, node.tensor = None, lambda: None
        return node


def crossing(nodes, value):
    """How a Tensor or a node crosses; None for anything else."""
    if isinstance(value, Edge | Far):
        return nodes.pack(value)
    if isinstance(value, Tensor):
        return {"tensor": [encode(np.asarray(value.detach().cpu().numpy()), no_other_value), bool(value.requires_grad)]}
    return None


def no_other_value(value):
    raise TypeError(f"a {type(value).__name__} does not cross")


def crossed(nodes, tag, content):
    """The Tensor or node that came."""
    if tag == "node":
        return nodes.unpack(content)
    if tag == "tensor":
        array = decode(content[0], no_other)
        return tensor(array, requires_grad=bool(content[1]) and array.dtype.kind in "fc")
    raise Broken(f"no value: {str(tag)[:40]}")


def holds_numbers(value):
    return type(value) is np.ndarray or isinstance(value, Tensor)


def put_back(given, after):
    """What a call changed in its arguments on the other side is changed here too."""
    for name, value in after:
        old = given.get(name)
        array = value.array if isinstance(value, Tensor) else value
        held = old.array if isinstance(old, Tensor) else old
        if type(held) is np.ndarray and type(array) is np.ndarray and held.shape == array.shape and (
                held.dtype == array.dtype and held.flags.writeable):
            held[...] = array
