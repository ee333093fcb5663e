"""The graph: operations that are written down, and computed when a Session runs them."""

import threading
from contextlib import contextmanager
from typing import Any

from ...rare.autograd.tree import leaves, rebuilt
from ..core.devices import canonical
from ..core.shapes import Sizes, TensorShape
from ..core.temporary import pushed, set_to
from ..core.tensor import Operators
from .current import current
from .elements import element
from .op_names import named
from .sketches import Spec, shapes_of
from .slices import has_slices, on_slices


class State(threading.local):
    """Of this thread: the graphs of open with-blocks, what runs before an operation, its branches and devices."""

    def __init__(self):
        self.graphs: list = []
        self.controls: list = []
        self.blocks: tuple = ()
        self.devices: list = []


state = State()


class Graph:
    """Operations, each under a name of its own. `with graph.as_default():` they go here."""

    sequential = False               # whether all operations run in order, and not only those that a fetch needs
    shape_type: type[TensorShape] = Sizes    # of its tensors
    outer: Any = None                # the graph whose tensors operations of this one may read too

    def __init__(self):
        self.operations, self.names, self.scopes, self.variables, self.collections = [], {}, [], {}, {}
        self.opened: dict = {}                               # how often each variable scope was entered

    def as_default(self):
        """Put operations that are made in a with-block into this graph."""
        return pushed(state.graphs, self, self)

    def unique(self, name):
        """Return the name behind open scopes, with a number if it is taken; "SCOPE/" is that of an open scope."""
        if name.endswith("/"):
            return name[:-1]
        name = found = "/".join([*self.scopes, name])
        while found.lower() in self.names:                   # as TensorFlow: Add and add are one name
            found = f"{name}_{self.names[name.lower()]}"
            self.names[name.lower()] += 1
        self.names[found.lower()] = 1
        return found

    def get_operations(self):
        """Return all operations, in the order in which they were made."""
        return list(self.operations)

    def get_operation_by_name(self, name):
        """Return the operation of this name. Raise KeyError if there is none, ValueError for the name of a tensor."""
        return element(self, name, tensors=False)

    def get_tensor_by_name(self, name):
        """Return the tensor of this name, "NAME:NUMBER". Raise KeyError if it is missing, ValueError for others."""
        return element(self, name, operations=False)

    def own(self, x, name):
        """Return a tensor x as one of this graph, for an operation `name`. Raise ValueError for one of another."""
        if x.graph is not self:
            raise ValueError(f"Tensor {x.name!r} must be from the same graph as the operation {name!r}.")
        return x

    def apply(self, function, args, settings, by_operator=True):
        """Return the symbolic results of an operation of this graph that calls a function with args and settings.

        by_operator    whether `x + y` called it, whose name is add; that of tf.add(x, y) is Add
        """
        if (inner := get_default_graph()).outer is self:
            return inner.apply(function, args, settings, by_operator)
        if any(map(has_slices, args)):
            return on_slices(self, function, args, settings, by_operator)
        settings, (name, last, kind) = dict(settings), named(function, by_operator)
        given = settings.pop("name", None)
        made = Operation(self, function, args, settings, given or name)
        last = given if given and last == name else last     # in a scope of its own name
        made.name, made.type = f"{made.name}/{last}" if last else made.name, kind
        return made.result


first = Graph()


def get_default_graph():
    """Return the graph that operations go to."""
    return state.graphs[-1] if state.graphs else first


def reset_default_graph():
    """Begin with an empty graph."""
    global first
    first = Graph()


class Tensor(Operators):
    """What an operation gives when it runs: shape and element type, no value.

    op       the operation
    place    which of its results it is
    shape    a TensorShape
    dtype    a DType
    """

    def __init__(self, op, place, shape, dtype):
        self.op, self.place, self.shape, self.kind = op, place, op.graph.shape_type(shape), dtype
        self.accepted = None                                 # element type and shape of an array that it was fed

    @property
    def graph(self):
        """The graph that its operation is in."""
        return self.op.graph

    symbolic_owner = graph           # what a function called with it writes an operation into

    @property
    def dtype(self):
        """Its element type."""
        return self.kind

    @property
    def name(self):
        """"NAME:NUMBER": that of its operation, and which of its results it is."""
        return f"{self.op.name}:{self.place}"

    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __bool__(self):
        raise TypeError("Using a `tf.Tensor` as a Python `bool` is not allowed: it has no value while a graph is made. "
                        "Use tf.cond or tf.while_loop.")

    def __array__(self, dtype=None, copy=None):
        raise NotImplementedError(f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array: it has no "
                                  "value before session.run(tensor), or while tf.function traces.")

    def eval(self, feed_dict=None, session=None):
        """Return its value: session.run(tensor, feed_dict). Raises ValueError without a session."""
        return current(session).run(self, feed_dict)

    def set_shape(self, shape):
        """Tell more of its shape than is known. Raises ValueError where it contradicts what is."""
        self.shape, self.accepted = self.shape.merge_with(shape), None

    def __repr__(self):
        return f"<tf.Tensor '{self.name}' shape={self.shape} dtype={self.kind.name}>"

    def __str__(self):
        shape = "" if self.shape.unknown else f"shape={self.shape}, "
        device = f", device={canonical(self.op.device)}" if self.op.device else ""
        return f'Tensor("{self.name}", {shape}dtype={self.kind.name}{device})'


class Operation:
    """One call in a graph: function(*args, **settings), in which symbolic tensors stand.

    results    [(shape, element type)] of its results; None: found by calling the function on shapes alone

    Raises ValueError for tensors of another graph, or from inside a branch or loop that it is not in.
    """

    unrecorded = ""                  # why no program can hold it
    type = ""                        # TensorFlow's name of its kind; else its own name

    def __init__(self, graph, function, args, settings, name, results=None):
        self.graph, self.function = graph, function
        parts = [graph.own(x, name) if isinstance(x, Tensor) else x for x in leaves((args, settings))]
        self.args, self.settings = rebuilt((args, settings), iter(parts))
        self.inputs = [x for x in parts if isinstance(x, Tensor)]
        for x in self.inputs:
            if x.op.blocks != state.blocks[:len(x.op.blocks)]:
                raise ValueError(f"Cannot use {x.name!r} as input to {name!r} because {x.name!r} is in a "
                                 f"{x.op.blocks[-1].kind}: return it from there.")
        self.control_inputs = [op for controls in state.controls for op in controls]
        if results is None:
            results = shapes_of(function, self.args, self.settings, self.inputs)
        else:
            results = [Spec(*pair) for pair in results]
            results = results[0] if len(results) == 1 else results
        self.name, self.type, self.blocks = graph.unique(name), self.type or name, state.blocks
        self.device = next((name for name in reversed(state.devices) if name), "")
        self.outputs = [Tensor(self, place, *spec.pair) for place, spec in enumerate(leaves(results))]
        self.result = rebuilt(results, iter(self.outputs))
        graph.operations.append(self)

    def compute(self, values, session):
        """Return its results for the values of its inputs, {tensor: value}, in a run of a session."""
        args, settings = rebuilt((self.args, self.settings), iter([
            values[x] if isinstance(x, Tensor) else x for x in leaves((self.args, self.settings))]))
        return leaves(self.function(*args, **settings))

    def run(self, feed_dict=None, session=None):
        """Call session.run(operation, feed_dict); session: the default one unless given. Raise ValueError without."""
        current(session).run(self, feed_dict)

    def __repr__(self):
        return f"<tf.Operation '{self.name}' type={self.type}>"


def graphed(function):
    """Return a function of the dialect that always makes an operation, also of plain numbers."""
    def call(*args, **settings):
        tensors = [x for x in leaves((args, settings)) if isinstance(x, Tensor)]
        return (tensors[0].graph if tensors else get_default_graph()).apply(function, args, settings, False)
    call.__name__, call.__doc__, call.__wrapped__ = function.__name__, function.__doc__, function
    return call


def control_dependencies(control_inputs):
    """Let operations made in a with-block run after control_inputs, a list of operations and tensors."""
    return pushed(state.controls, [getattr(x, "op", x) for x in control_inputs or ()])


@contextmanager
def outside():
    """Let operations made in a with-block stand by themselves, as first values do: in no branch, after nothing."""
    graph = get_default_graph()
    with set_to(state, controls=[], blocks=()), set_to(graph, scopes=graph.scopes):
        yield graph
