"""Turn the autograd graph of a tensor into boxes and arrows."""

import re
from functools import cache
from weakref import WeakKeyDictionary

from ..display.text import shape_text, shortened
from ..engine import Leaf
from ..engine.node import FREED, Output
from ..inspect.watch import Watch
from ..nn.parameter import Parameter
from ..ops.index.getitem import SLOT
from ..runtime.errors import source_line
from .curves import RAISED
from .dot import Box, is_array, value_text
from .graph_picture import Graph
from .source_names import operand_word

MOST = 300                # maximum number of boxes; of a larger graph, only the newest boxes are drawn
LONG = 24                 # maximum number of characters of a setting; a longer one is shortened
remembered: WeakKeyDictionary = WeakKeyDictionary()      # {node: (path of its module, {path: module} of the model)}


class remember(Watch):
    """`with remember(model): loss = …`: draw(loss) then draws each op inside the module that called it."""

    def operation(self, op, inputs, settings, result):
        if self.path is not None:
            for x in result if isinstance(result, tuple) else (result,):
                if x._node is not None:
                    remembered[source(x._node)] = self.path, self.kinds


class Plan:
    """The boxes and arrows for the nodes of a graph.

    modules     {path: Module}, if the graph was made in `with remember(model):`
    variables   {word: Tensor} of the program, to find the names of tensors that no node saves
    """

    def __init__(self, outputs, parameters, names, most=MOST, variables=None):
        self.variables = names if variables is None else variables
        self.most, self.modules, self.line = most, {}, cache(source_line)
        self.outputs = {user_name(names, x) or name: x for name, x in outputs.items()}
        self.parameters = {id(x): name for name, x in parameters.items()}
        self.names = {id(x.array): name for name, x in names.items()}
        self.values = {x._node: x.array for name, x in names.items()        # {node: its result}, if the result
                       if name not in self.outputs and type(x._node) is not Output}     # is stored in a variable
        self.boxes, self.arrows, self.box_of = [], [], {}

    def walk(self):
        """Go through the graph from its outputs to its leaves, and fill `boxes` and `arrows`."""
        nodes = self.newest()
        if not self.parameters and "" in self.modules:
            self.parameters = {id(x): name for name, x in self.modules[""].named_parameters()}
        for node in nodes:
            if type(node) is Leaf:
                self.box_of[node] = self.add(self.leaf(node))
            else:
                self.operation(node)
        for name, x in self.outputs.items():
            box = self.box_of[source(x._node)]
            if box.kind == "op":
                output = self.add(Box("output", name, x.array))
                self.arrows.append((box.id, output.id, output_label(x._node)))
        return self

    def graph(self):
        self.walk()
        return Graph(self.boxes, self.arrows)

    def newest(self):
        """Return the nodes in the order in which they were made; of a very long graph, only the newest."""
        roots = {source(x._node) for x in self.outputs.values()}
        seen, todo = set(roots), list(roots)
        while todo:
            node = todo.pop()
            for i, edge in enumerate(node.edges):
                if edge is None:
                    continue
                if node.saved is not FREED and node.saved and is_array(node.saved[i]):
                    self.values[edge] = node.saved[i]
                edge = source(edge)
                if edge not in seen:
                    seen.add(edge)
                    if type(edge) is not Leaf:
                        todo.append(edge)
        nodes = sorted(seen, key=lambda node: node.order)
        if len(nodes) > self.most:
            older = self.add(Box("more", f"{len(nodes) - self.most} older boxes"))
            self.box_of.update(dict.fromkeys(nodes[:-self.most], older))
        nodes = nodes[-self.most:]
        for node in nodes if remembered else ():
            if type(node) is not Leaf:
                self.modules.update(remembered.get(node, (None, {}))[1])
        return nodes

    def add(self, box):
        box.id = f"n{len(self.boxes)}"
        self.boxes.append(box)
        return box

    def leaf(self, node):
        tensor = node.tensor()
        if tensor is None:
            return Box("input", "", None, str(node.shape))
        named = self.parameters.get(id(tensor))
        kind = "parameter" if named or isinstance(tensor, Parameter) else "input"
        box = Box(kind, named or self.names.get(id(tensor.array), ""), tensor.array,
                  grad=None if tensor._grad is None else tensor._grad.array)
        if named and self.modules:
            box.path = named.rpartition(".")[0]
        return box

    def operation(self, node):
        inputs = [self.constant(node, i) if edge is None else (self.box_of[source(edge)], output_label(edge))
                  for i, edge in enumerate(node.edges)]
        op = node.op
        array = node.out if op.keeps_out and node.saved is not FREED else self.values.get(node)
        title = op_title(op, node.settings, [found and found[0].title for found in inputs])
        if id(array) in self.names and self.names[id(array)] not in self.outputs:
            title = f"{self.names[id(array)]} = {title}"
        several = type(node.shape) is tuple and node.shape and type(node.shape[0]) is tuple
        shape = f"{len(node.shape)} outputs" if several else shape_text(node.shape, node.dtype)
        box = self.box_of[node] = self.add(Box("op", title, array if is_array(array) else None, shape))
        box.path, box.line = remembered.get(node, (None,))[0], self.line(node.code, node.at)
        for source_box, label in filter(None, inputs):
            if source_box.path is None and source_box.kind == "constant":
                source_box.path = box.path
            self.arrows.append((source_box.id, box.id, label))

    def constant(self, node, i):
        """Return the box of an input that needs no gradient, with its value if the node saved it."""
        op = node.op
        kept = node.saved[i] if node.saved and node.saved is not FREED else None
        if kept is None:
            optional = not op.variadic and i >= len(op.inputs) - op.optional
            return None if optional else (self.unsaved(node, i), None)
        if not is_array(kept):
            return self.quiet(Box("constant", None, None, shape_text(kept.shape, kept.dtype))
                              if hasattr(kept, "shape") else Box("constant", value_text(kept))), None
        if id(kept) not in self.box_of:
            name = self.names.get(id(kept))
            self.box_of[id(kept)] = self.quiet(Box("input" if name else "constant", name, kept))
        return self.box_of[id(kept)], None

    def unsaved(self, node, i):
        """Return the box of an input that no node saves; its name is the input's name in the program's source."""
        word = operand_word(node, i)
        known = self.variables.get(word)
        if known is not None and id(known.array) in self.box_of:
            return self.box_of[id(known.array)]
        name = word if known is None else self.names.get(id(known.array), word)
        return self.quiet(Box("input" if name[:1].isalpha() else "constant", name or "constant"))

    def quiet(self, box):
        box.still = True
        return self.add(box)


def source(edge):
    """Return the node behind an edge; if it is one of several outputs, the node that made all of them."""
    return edge.node if type(edge) is Output else edge


def output_label(edge):
    return f"output {edge.index}" if type(edge) is Output else None


def user_name(names, x):
    """Return the user's name for x; None if x has no name."""
    return next((name for name, y in names.items() if y is x), None)


def op_title(op, settings, inputs=()):
    """Return an op's symbol and its settings, but for defaults, shape and dtype.

    inputs   titles of the inputs, None for one that is absent: xʸ is written with its number, xWᵀ+b only with a bias
    """
    if op.name == "getitem":
        return index_text(settings["index"])
    said = [f"{name}={value}" for name, value in settings.items()
            if value != op.defaults.get(name, op) and name not in ("shape", "size", "dtype")]
    symbol = op.symbol or op.name.removesuffix("_op")
    if symbol == "xʸ" and re.fullmatch(r"-?\d+(\.\d*)?", str(*inputs[1:2])):
        symbol = f"x{float(inputs[1]):g}".translate(RAISED)
    if inputs and all(x is None for x in inputs[2:]):
        symbol = symbol.removesuffix("+b")
    return " ".join([symbol, *[shortened(text, LONG) for text in said]])


def index_text(index):
    """Return an index as in a program: [3:5, :]; a · stands for an array."""
    def part(x):
        if type(x) is tuple:
            start, stop, step = ("" if bound is None else str(bound) for bound in x)
            return f"{start}:{stop}:{step}" if step else f"{start}:{stop}"
        return "..." if x is Ellipsis else "·" if x == SLOT else str(x)
    return f"[{', '.join(map(part, index))}]"
