"""What a tensor was computed by, as boxes and arrows."""

from ..graph import Leaf
from ..graph.node import FREED, Output
from ..nn.parameter import Parameter
from ..ops.index import SLOT
from . import render
from .dot import Box, dot, is_array, shape_text, value_text

CROWDED = 60              # boxes; a picture of more leaves values out
MOST = 300                # boxes; of a longer graph the newest are drawn
LONG = 24                 # characters of a setting


class Graph:
    """A computational graph that shows itself: a picture in a notebook, DOT text everywhere else.

    boxes    in the order in which the program made them
    arrows   (from, to, label) by the boxes' ids
    """

    def __init__(self, boxes, arrows):
        self.boxes, self.arrows = boxes, arrows
        self.values = len(boxes) <= CROWDED

    @property
    def dot(self):
        """The graph in Graphviz's language: no addresses, the same text on every run."""
        return dot(self.boxes, self.arrows, self.values)

    @property
    def description(self):
        """The picture in a sentence, for those who hear it."""
        counted = []
        for kind in ("input", "parameter", "constant", "op", "output"):
            count = sum(box.kind == kind for box in self.boxes)
            if count:
                counted.append(f"{count} {'operation' if kind == 'op' else kind}{'s' if count > 1 else ''}")
        return "Computational graph: " + ", ".join(counted) + "."

    def svg(self):
        """The picture as SVG text, or None where no Graphviz is installed."""
        titles = {box.id: f"{box.kind}: {', '.join(box.lines(self.values))}" for box in self.boxes}
        return render.svg(self.dot, self.description, titles)

    def save(self, path):
        """Write the picture to `path`: .svg, .png, .pdf or .dot. Gives the path written.

        Without Graphviz the DOT text is written beside it instead, and one line says what to install.
        """
        return render.save(self, path)

    def _repr_mimebundle_(self, include=None, exclude=None):
        picture = self.svg()
        if picture is None:
            return {"text/plain": f"{self.dot}// {render.ADVICE}"}
        return {"text/plain": self.dot, "image/svg+xml": picture}

    def __repr__(self):
        return self.dot


def draw(tensors, model=None, names=None):
    """The graph that one or several tensors were computed by.

    tensors   a Tensor, or a list or dict of them (a dict names them)
    model     a Module whose parameters are shown by name
    names     {name: Tensor} for other tensors of yours
    returns   a Graph: displays itself, `.dot`, `.svg()`, `.save("graph.svg")`

    Gradients are shown where a leaf has one. What backward has freed can no longer be
    shown: draw before it, or keep the graph with retain_graph=True.
    Raises RuntimeError when a tensor has no graph.
    """
    if isinstance(tensors, dict):
        outputs = dict(tensors)
    elif isinstance(tensors, list | tuple):
        outputs = {f"output {i}" if len(tensors) > 1 else "output": x for i, x in enumerate(tensors)}
    else:
        outputs = {"output": tensors}
    for x in outputs.values():
        if not hasattr(x, "grad_fn"):
            raise TypeError(f"draw() needs Tensors, not {type(x).__name__}.")
        if not x.requires_grad:
            raise RuntimeError("draw() finds no graph behind this tensor: it was made under no_grad, or of tensors "
                               "none of which has requires_grad=True. Set it on an input, and compute again.")
    parameters = dict(model.named_parameters()) if model is not None else {}
    return Plan(outputs, parameters, names or {}).graph()


class Plan:
    """The walk that turns nodes into boxes."""

    def __init__(self, outputs, parameters, names):
        self.outputs = {mine(names, x) or name: x for name, x in outputs.items()}
        self.parameters = {id(x): name for name, x in parameters.items()}
        self.names = {id(x.array): name for name, x in names.items()}
        self.values = {x._node: x.array for name, x in names.items()        # node -> the array it made, where
                       if name not in self.outputs and type(x._node) is not Output}     # somebody kept it
        self.boxes, self.arrows, self.box_of = [], [], {}

    def graph(self):
        for node in self.newest():
            if type(node) is Leaf:
                self.box_of[node] = self.add(self.leaf(node))
            else:
                self.operation(node)
        for name, x in self.outputs.items():
            box = self.box_of[source(x._node)]
            if box.kind == "op":
                output = self.add(Box("output", name, x.array))
                self.arrows.append((box.id, output.id, output_label(x._node)))
        return Graph(self.boxes, self.arrows)

    def newest(self):
        """The nodes in the order in which they were made; of a very long graph, the newest."""
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
        if len(nodes) > MOST:
            more = self.add(Box("more", f"{len(nodes) - MOST} older boxes"))
            self.box_of.update(dict.fromkeys(nodes[:-MOST], more))
        return nodes[-MOST:]

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
        grad = None if tensor._grad is None else tensor._grad.array
        return Box(kind, named or self.names.get(id(tensor.array), ""), tensor.array, grad=grad)

    def operation(self, node):
        inputs = [self.constant(node, i) if edge is None else (self.box_of[source(edge)], output_label(edge))
                  for i, edge in enumerate(node.edges)]
        op = node.op
        array = node.out if op.keeps_out and node.saved is not FREED else self.values.get(node)
        array = array if is_array(array) else None
        title = index_text(node.settings["index"]) if op.name == "getitem" else (
                " ".join([op.symbol or op.name, *settings(node)]))
        if id(array) in self.names and self.names[id(array)] not in self.outputs:
            title = f"{self.names[id(array)]} = {title}"
        several = type(node.shape) is tuple and node.shape and type(node.shape[0]) is tuple
        shape = f"{len(node.shape)} outputs" if several else shape_text(node.shape, node.dtype)
        box = self.box_of[node] = self.add(Box("op", title, array, shape))
        for found in inputs:
            if found is not None:
                self.arrows.append((found[0].id, box.id, found[1]))

    def constant(self, node, i):
        """The box of an input that wants no gradient: as much as the node still knows of it."""
        op = node.op
        kept = node.saved[i] if node.saved and node.saved is not FREED else None
        if kept is None:
            optional = not op.variadic and i >= len(op.inputs) - op.optional
            return None if optional else (self.add(Box("constant", "constant")), None)
        if not is_array(kept):
            return self.add(Box("constant", None, None, shape_text(kept.shape, kept.dtype))
                            if hasattr(kept, "shape") else Box("constant", value_text(kept))), None
        if id(kept) not in self.box_of:
            name = self.names.get(id(kept))
            self.box_of[id(kept)] = self.add(Box("input" if name else "constant", name, kept))
        return self.box_of[id(kept)], None


def source(edge):
    """The node behind an edge: one of several outputs leads to the node that made them all."""
    return edge.node if type(edge) is Output else edge


def output_label(edge):
    return f"output {edge.index}" if type(edge) is Output else None


def mine(names, x):
    """What the user calls x."""
    return next((name for name, y in names.items() if y is x), None)


def settings(node):
    """How the op was called, where that says more than the shape of its result does."""
    for name, value in node.settings.items():
        if value != node.op.defaults.get(name, node) and name not in ("shape", "size", "dtype"):
            text = f"{name}={value}"
            yield text if len(text) <= LONG else text[:LONG - 1] + "…"


def index_text(index):
    """An index as it stands in the program: [3:5, :], with · for an array."""
    def part(x):
        if type(x) is tuple:
            start, stop, step = ("" if bound is None else str(bound) for bound in x)
            return f"{start}:{stop}:{step}" if step else f"{start}:{stop}"
        return "..." if x is Ellipsis else "·" if x == SLOT else str(x)
    return f"[{', '.join(map(part, index))}]"
