"""The graph that backward follows: a node for each operation, a leaf for each tensor that needs a gradient."""

from itertools import count
from weakref import ref

from .. import paths

tick = count().__next__              # tick() numbers new nodes, so that backward can sort the nodes without a search
FREED = "freed"                      # replaces the saved values of a node after backward has used them
tensor_types: set[type] = set()      # the types Tensor and its subclasses


class Spec:
    """The shape and dtype of an array that was not saved."""

    __slots__ = ("dtype", "shape")

    def __init__(self, shape, dtype):
        self.shape, self.dtype = shape, dtype

    @property
    def ndim(self):
        return len(self.shape)


class GraphNode(Spec):
    """The base class of nodes and leaves: the shape and dtype of their value, and hooks on its gradient."""

    __slots__ = ("hooks", "order")

    def __repr__(self):
        return f"<{self.name().rpartition(':')[2]}>"

    @property
    def next_functions(self):
        """The nodes of the inputs, as pairs (grad_fn, index of its output)."""
        return paths.module("rare.autograd.grad_fn").next_functions(self)


class Node(GraphNode):
    """One recorded operation.

    edges     for each input, the Node or Leaf that receives its gradient, or None
    saved     for each input the saved array, number or Spec; None: the derivative gets the edge, for shape and dtype
    out       the output array if the derivative needs it, or the residual
    versions  (counter, version, counter, version, ...) of the saved values, at the time they were saved
    code, at  the code object of the line that created the node, and the position in this code
    ends      on the last node of a function of several ops: (the function's name, edges of its inputs)
    """

    __slots__ = ("__weakref__", "at", "code", "edges", "ends", "op", "out", "saved", "settings", "versions")
    __init__ = object.__init__           # for speed, skip the class's __init__: `record` sets the attributes

    def name(self):
        return paths.module("rare.autograd.grad_names").name_of(self)

    def __dir__(self):
        return paths.module("rare.autograd.grad_fn").names_of(self)

    @property
    def metadata(self):
        return self.settings


class Output(GraphNode):
    """One of several outputs of a node."""

    __slots__ = ("edges", "index", "node")

    def __init__(self, node, index, shape, dtype):
        super().__init__(shape, dtype)
        self.node, self.edges, self.index = node, (node,), index
        self.order, self.hooks = tick(), None

    def name(self):
        return self.node.name()


class Leaf(GraphNode):
    """A leaf of the graph: it adds gradients to the .grad of one tensor, to which it has a weak reference."""

    __slots__ = ("__weakref__", "after", "tensor")
    edges = ()

    def __init__(self, tensor):
        super().__init__(tensor.array.shape, tensor.array.dtype)
        self.tensor = ref(tensor)
        self.order, self.hooks, self.after = tick(), None, None

    @property
    def variable(self):
        return self.tensor()

    def name(self):
        return "torch::autograd::AccumulateGrad"         # programs written for PyTorch compare this name


Leaf.__name__ = "AccumulateGrad"         # programs print type(node).__name__
