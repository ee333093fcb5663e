"""Tensors, by value, and nodes of a graph: what was computed from what, and in which order, without any value."""

import numpy as np

from ...engine import Leaf, Node, registry
from ...engine.node import GraphNode
from ...tensors import Tensor, tensor
from .messages import Broken, decode, encode, no_other

MOST = 200_000                           # nodes that may cross in one exercise
ARRAYS = (np.ndarray, Tensor)            # kinds of which one of another shape takes the place of the one before


class Far:
    """A node that lies on the other side; its edges lead to others."""

    def __init__(self, order, shape):
        self.order, self.shape, self.edges, self.hooks = order, shape, (), None

    @property
    def ndim(self):
        return len(self.shape)


class Nodes:
    """The nodes that this side has shown or seen; each has a number, even for one side's and odd for the other's.

    odd    whether this side's own have odd numbers: the answer's
    """

    def __init__(self, odd):
        self.odd = odd                   # an answer expects Node and Leaf; the checker needs only what leads where
        self.known: dict = {}
        self.numbers: dict = {}

    def pack(self, root):
        """Encode a node, with all nodes it leads to that have not crossed before."""
        numbers, known, fresh, todo = self.numbers, self.known, [], [root]
        if root in numbers:
            return {"seen": numbers[root]}
        while todo:
            node = todo.pop()
            if node not in numbers:
                number = numbers[node] = 2 * len(known) + self.odd
                known[number] = node
                fresh.append(node)
                todo += [edge for edge in node.edges if edge is not None and edge not in numbers]
        if len(known) > MOST:
            raise ValueError("this graph is too large to be graded")
        content = [numbers[root], [numbers[node] for node in fresh], [node.order for node in fresh],
                   [[None if edge is None else numbers[edge] for edge in node.edges] for node in fresh]]
        if not self.odd:
            content += [[list(node.shape) for node in fresh],
                        [getattr(getattr(node, "op", None), "name", None) for node in fresh]]
        return {"node": content}

    def unpack(self, content):
        root, numbers, orders, edges, *facts = content
        shapes, ops = facts if self.odd else ([()] * len(numbers), [None] * len(numbers))
        if len(self.known) + len(numbers) > MOST or not len(numbers) == len(orders) == len(edges):
            raise Broken("too many nodes")
        fresh = []
        for number, order, shape, op in zip(numbers, orders, shapes, ops):
            if type(number) is not int or number % 2 == self.odd or number in self.known or (
                    not isinstance(order, int | float)):
                raise Broken("no node")
            node = self.made(order, tuple(shape), op)
            self.known[number], self.numbers[node] = node, number
            fresh.append(node)
        for node, ends in zip(fresh, edges):
            if type(node) is not Leaf:
                node.edges = tuple([None if end is None else self.known[end] for end in ends])
        return self.known[root]

    def listed(self, value):
        """Return the encoded form of a list of nodes that have all crossed before; None for anything else."""
        if type(value) is list and value and all(isinstance(each, GraphNode | Far) for each in value):
            numbers = [self.numbers.get(node) for node in value]
            return None if None in numbers else {"nodes": numbers}
        return None

    def made(self, order, shape, op):
        if not self.odd:
            return Far(order, shape)
        node = Node.__new__(Node) if op in registry else Leaf.__new__(Leaf)
        node.order, node.shape, node.dtype, node.hooks = order, shape, None, None
        if type(node) is Node:
            node.op, node.settings, node.saved, node.out, node.versions, node.at, node.code = (
                registry[op], {}, (), None, (), None, None)
        else:
            node.after, node.tensor = None, lambda: None
        return node


def crossing(nodes, value):
    """Return the encoded form of a Tensor or a node; None for anything else."""
    if isinstance(value, GraphNode | Far):
        return nodes.pack(value)
    if isinstance(value, Tensor):
        return {"tensor": [encode(np.asarray(value.detach().cpu().numpy()), no_other_value), bool(value.requires_grad)]}
    return None


def no_other_value(value):
    raise TypeError(f"a {type(value).__name__} does not cross")


def crossed(nodes, tag, content):
    """Return the Tensor or node that a tag and its content stand for."""
    if tag == "seen":
        return nodes.known[content]
    if tag == "nodes":
        return [nodes.known[number] for number in content]
    if tag == "node":
        return nodes.unpack(content)
    if tag == "tensor":
        array = decode(content[0], no_other)
        return tensor(array, requires_grad=bool(content[1]) and array.dtype.kind in "fc")
    raise Broken(f"no value: {str(tag)[:40]}")


def may_change(value):
    """Whether what gets it can change it: an array, a Tensor, a list, a dict or a set, or a tuple with one inside."""
    if type(value) is tuple:
        return any(map(may_change, value))
    return type(value) in (list, dict, set, np.ndarray) or isinstance(value, Tensor)


def put_back(given, after):
    """Write into the arguments what a call changed in their copies on the other side."""
    for name, value in after:
        write_over(given.get(name), value)


def write_over(old, new):
    """Let `old` hold what `new` does, which came of it on the other side: numbers, and items of lists, dicts and sets.

    What did not cross as itself, such as a function, stays.
    """
    if type(old) in (list, tuple) and type(new) is type(old):
        write_items(old, new)
    elif type(old) is dict and type(new) is dict:
        write_values(old, new)
    elif type(old) is set and type(new) is set:
        if old != new and all(map(is_plain, [*old, *new])):
            old.clear()
            old.update(new)
    else:
        write_numbers(old, new)


def write_items(old, new):
    """Let a list hold the items of another; of a tuple only what is in its items changes."""
    items = [written(*pair) for pair in zip(old, new)] + list(new[len(old):])
    if type(old) is list and (len(old) != len(new) or any(a is not b for a, b in zip(old, items))):
        old[:] = items


def write_values(old, new):
    """Let a dict hold the values of another, where all keys are plain."""
    if all(map(is_plain, [*old, *new])):
        for key in [key for key in old if key not in new]:
            del old[key]
        for key, value in new.items():
            old[key] = written(old[key], value) if key in old else value


def write_numbers(old, new):
    """Let an array, or a Tensor, hold the numbers of another of its shape and dtype."""
    held, array = [x.array if isinstance(x, Tensor) else x for x in (old, new)]
    if type(held) is np.ndarray and type(array) is np.ndarray and held.shape == array.shape and (
            held.dtype == array.dtype and held.flags.writeable):
        held[...] = array


def written(old, new):
    """Return what replaces an item: the item itself, written over, unless the new one is of another kind or shape."""
    write_over(old, new)
    kinds = [is_plain(one) or next((kind for kind in (tuple, list, dict, set, *ARRAYS) if type(one) is kind), None)
             for one in (old, new)]
    arrays = kinds[0] is kinds[1] and kinds[0] in ARRAYS
    if not all(kinds) or arrays and old.shape == new.shape and old.dtype == new.dtype:
        return old
    if kinds == [True, True]:
        return old if type(old) is type(new) and (old == new or old != old and new != new) else new
    return old if kinds[0] is kinds[1] and not arrays else new


def is_plain(value):
    """Whether a value crosses as itself and cannot be changed."""
    return value is None or type(value) in (bool, int, float, complex, str) or (
        type(value) is tuple and all(map(is_plain, value)))
