"""A model's graph: the calls between its inputs and its outputs, in an order in which they can run."""

from ....autograd.tree import leaves
from ...functions.arrays import expand_dims, squeeze
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
        self.layers = self.layers_of()

    def ordered(self):
        """The nodes, each after those that it needs."""
        done, found, open_ = set(), [], [(x, False) for x in reversed(leaves(self.outputs))]
        while open_:
            x, ready = open_.pop()
            node = x.node
            if id(x) in self.starts or id(node) in done:
                continue
            if ready:
                done.add(id(node))
                found.append(node)
                continue
            if node is None or isinstance(node.operation, InputLayer):
                raise ValueError(f"`inputs` not connected to `outputs`: {x} is needed, and is none of the inputs.")
            open_.append((x, True))
            open_ += [(y, False) for y in reversed(node.inputs)]
        return found

    def layers_of(self):
        """The layers, and functions, from the inputs on: those first that are furthest from the outputs."""
        depths = {}
        for node in reversed(self.order):
            depth = depths.setdefault(id(node), 0)
            for x in node.inputs:
                if id(x) not in self.starts:
                    depths[id(x.node)] = max(depths.get(id(x.node), 0), depth + 1)
        far = max(depths.values(), default=0) + 1
        ranked = [(-far, node.operation) for x in leaves(self.inputs) for node in [x.node] if node is not None]
        ranked += [(-depths[id(node)], node.operation) for node in self.order]
        ranked.sort(key=lambda pair: pair[0])
        return list({id(layer): layer for _, layer in ranked}.values())

    def run(self, given):
        """The outputs for these inputs, a structure like `inputs`, or a dict by names."""
        values = {id(symbol): fitted(x, symbol) for symbol, x in zip(leaves(self.inputs), self.flat(given))}
        for node in self.order:
            found = node.run(values)
            values.update({id(symbol): x for symbol, x in zip(leaves(node.outputs), leaves(found))})
        return with_values(self.outputs, values)

    def flat(self, given):
        """The values for the inputs, in their order."""
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


def fitted(x, symbol):
    """A value with the rank of its symbolic tensor. Raises ValueError where its sizes are others."""
    shape, wanted = tuple(x.shape), tuple(symbol.shape)
    if len(shape) == len(wanted) - 1 and wanted[-1] == 1:
        return expand_dims(x, -1)
    if len(shape) == len(wanted) + 1 and shape[-1] == 1:
        return squeeze(x, -1)
    if len(shape) != len(wanted) or any(b is not None and a != b for a, b in zip(shape[1:], wanted[1:])):
        raise ValueError(f"Input {symbol.name!r} is incompatible with the model: expected shape={wanted}, found "
                         f"shape={shape}")
    return x
