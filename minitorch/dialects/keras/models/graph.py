"""A model's graph: the calls between its inputs and its outputs, in an order in which they can run."""

from ....rare.autograd.tree import leaves
from ...core import orders
from ...core.tensor import StringTensor
from ...functions.arrays import expand_dims, squeeze
from ..core.shapes import cast_with_mask, mask_of
from ..core.symbolic import KerasTensor, with_values
from ..layers.input import InputLayer


class Graph:
    """Of symbolic inputs and outputs. Raises ValueError where the outputs need what is no input."""

    def __init__(self, inputs, outputs):
        self.inputs, self.outputs = inputs, outputs
        for x in leaves((inputs, outputs)):
            if type(x) is not KerasTensor:
                raise ValueError(f"All `inputs` and `outputs` values must be KerasTensors: those of keras.Input, and "
                                 f"what layers give for them. Received: {type(x).__name__}.")
        self.starts = {id(x): x for x in leaves(inputs)}
        self.order = self.ordered()
        self.masked = {id(node): [x for x in node.inputs if x._keras_mask is not None] for node in self.order}
        self.layers = self.layers_of()

    def ordered(self):
        """Return the nodes, each after those that it needs."""
        def nodes(symbols):
            inner = [x for x in symbols if id(x) not in self.starts]
            for x in inner:
                if x.node is None or isinstance(x.node.operation, InputLayer):
                    raise ValueError(f"`inputs` not connected to `outputs`: {x} is needed, and is none of the inputs.")
            return [x.node for x in inner]
        return orders.in_order(nodes(leaves(self.outputs)), lambda node: nodes(node.inputs))

    def layers_of(self):
        """Return the layers, and functions, from the inputs on: those first that are furthest from the outputs.

        Of those that are as far, those first that are met first on the way back from the outputs.
        """
        depths, first = {}, {id(layer): number for number, layer in enumerate(self.met())}
        far: dict = {}
        for node in reversed(self.order):
            depth = depths.setdefault(id(node), 0)
            for x in node.inputs:
                own = x if id(x) in self.starts else x.node
                depths[id(own)] = max(depths.get(id(own), 0), depth + 1)
        places = [(x, x.node.operation) for x in leaves(self.inputs) if x.node is not None]
        places += [(node, node.operation) for node in self.order]
        for place, layer in places:
            far[id(layer)] = max(far.get(id(layer), 0), depths.get(id(place), 0))
        layers = {id(layer): layer for _, layer in places}.values()
        return sorted(layers, key=lambda layer: (-far[id(layer)], first.get(id(layer), -1)))

    def met(self):
        """Return the layers in the order in which they are met, from the outputs back."""
        found, seen, open_ = [], set(), in_order(self.outputs)[::-1]
        while open_:
            x = open_.pop()
            if x.node is not None and id(x.node) not in seen:
                seen.add(id(x.node))
                found.append(x.node.operation)
                open_ += reversed([] if id(x) in self.starts else x.node.inputs)
        return list({id(layer): layer for layer in found}.values())

    def run(self, given):
        """Compute the outputs for these inputs, a structure like `inputs`, or a dict by names."""
        values = {id(symbol): fitted(x, symbol) for symbol, x in zip(leaves(self.inputs), self.flat(given))}
        for node in self.order:
            masks = [(values[id(x)], mask_of(values[id(x)])) for x in self.masked[id(node)]]
            found = node.run(values)
            for x, mask in masks:                        # attention takes those of its inputs from them
                x._keras_mask = mask
            values.update({id(symbol): x for symbol, x in zip(leaves(node.outputs), leaves(found))})
        return with_values(self.outputs, values)

    def flat(self, given):
        """Return the values for the inputs, in their order."""
        names = [x.name for x in leaves(self.inputs)]
        if isinstance(given, dict) and not isinstance(self.inputs, dict):
            lacking = [name for name in names if name not in given]
            if lacking:
                raise ValueError(f"Missing data for input {', '.join(map(repr, lacking))}. You passed a data "
                                 f"dictionary with keys {list(given)}. Expected the following keys: {names}")
            return [given[name] for name in names]
        if isinstance(given, dict) and isinstance(self.inputs, dict):
            return leaves({key: given[key] for key in self.inputs})
        found = leaves(given)
        if len(found) != len(names):
            raise ValueError(f"the model takes {len(names)} inputs, {', '.join(names)}; {len(found)} were given.")
        return found


def in_order(structure):
    """Return the tensors of a model's outputs; those of a dict in the order of its sorted keys, as Keras does."""
    return leaves({key: structure[key] for key in sorted(structure)} if isinstance(structure, dict) else structure)


def fitted(x, symbol):
    """Give a value the rank and type of its symbolic tensor. Raises ValueError where its sizes are others."""
    if x.dtype is not symbol.dtype and not isinstance(x, StringTensor):
        x = cast_with_mask(x, symbol.dtype)
    shape, wanted = tuple(x.shape), tuple(symbol.shape)
    if len(shape) == len(wanted) - 1 and wanted[-1] == 1:
        return expand_dims(x, -1)
    if len(shape) == len(wanted) + 1 and shape[-1] == 1:
        return squeeze(x, -1)
    if len(shape) != len(wanted) or any(b is not None and a != b for a, b in zip(shape[1:], wanted[1:])):
        raise ValueError(f"Input {symbol.name!r} is incompatible with the model: expected shape={wanted}, found "
                         f"shape={shape}")
    return x
