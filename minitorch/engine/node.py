"""What backward walks: a node for each operation, a leaf for each tensor that wants a gradient."""

from itertools import count
from weakref import ref

tick = count().__next__              # nodes are numbered as they are made: an order that needs no search
FREED = "freed"                      # stands for the kept values of a node that backward has passed
tensor_types: set[type] = set()      # Tensor and its subclasses


class Spec:
    """The shape and dtype of an array that was not kept."""

    __slots__ = ("dtype", "shape")

    def __init__(self, shape, dtype):
        self.shape, self.dtype = shape, dtype

    @property
    def ndim(self):
        return len(self.shape)


class Edge(Spec):
    """What nodes and leaves share: the shape and dtype of their value, and hooks on its gradient."""

    __slots__ = ("hooks", "order")

    def __repr__(self):
        return f"<{self.name().rpartition(':')[2]}>"


class Node(Edge):
    """One recorded operation.

    edges     for each input, where its gradient goes on: a Node, a Leaf, or None
    saved     for each input what was kept: an array, a number or a Spec; None: as on the edge
    out       the output array if the derivative wants it, or the residual
    versions  (counter, version, counter, version, ...) of what was kept, as it was then
    code, at  where in the program it was made
    ends      set where it ends a function of several ops: (its name, the edges of its inputs)
    """

    __slots__ = ("__weakref__", "at", "code", "edges", "ends", "op", "out", "saved", "settings", "versions")
    __init__ = object.__init__           # made without arguments, since generated paths make many: see `record`

    def name(self):
        return self.op.grad_name

    @property
    def metadata(self):
        return self.settings


class Output(Edge):
    """One of several outputs of a node."""

    __slots__ = ("edges", "index", "node")

    def __init__(self, node, index, shape, dtype):
        super().__init__(shape, dtype)
        self.node, self.edges, self.index = node, (node,), index
        self.order, self.hooks = tick(), None

    def name(self):
        return self.node.name()


class Leaf(Edge):
    """Where a walk ends: gradients gather here for one tensor, which it does not keep alive."""

    __slots__ = ("after", "tensor")
    edges = ()

    def __init__(self, tensor):
        super().__init__(tensor.array.shape, tensor.array.dtype)
        self.tensor = ref(tensor)
        self.order, self.hooks, self.after = tick(), None, None

    @property
    def variable(self):
        return self.tensor()

    def name(self):
        return "torch::autograd::AccumulateGrad"         # as PyTorch's programs ask
