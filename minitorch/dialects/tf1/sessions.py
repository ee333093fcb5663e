"""Session: runs the part of a graph that a fetch needs, on what is fed."""

import numpy as np

from ...autograd.tree import leaves, rebuilt
from ..core.convert import engine_tensor
from ..core.errors import InvalidArgumentError
from ..core.lift import wrapped
from ..core.tape import GradientTape
from ..core.devices import device
from .graph import Operation, Tensor, get_default_graph, sessions


class Session:
    """Values of variables, and `run(fetches, feed_dict)`.

    >>> from minitorch.dialects import tf1 as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.float32, shape=(2,))
    ...     y = tf.reduce_sum(x * x)
    ...     print(sess.run(y, feed_dict={x: [3.0, 4.0]}))
    25.0
    """

    def __init__(self, target="", graph=None, config=None):
        self.graph = graph or get_default_graph()
        self.values, self.slots, self.plans, self.entered = {}, {}, {}, None

    def __enter__(self):
        self.entered = self.graph.as_default()
        self.entered.__enter__()
        sessions.append(self)
        return self

    def __exit__(self, *failure):
        sessions.remove(self)
        self.entered.__exit__(*failure)
        self.close()

    def as_default(self):
        return self

    def close(self):
        """Forget the values of variables."""
        self.values, self.slots = {}, {}

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        """The values of `fetches`, a tensor or a structure of them, as arrays; None for an operation.

        feed_dict   {placeholder, or any tensor: its value}
        Raises InvalidArgumentError for a placeholder that is not fed, FailedPreconditionError for a variable that has
        no value yet, ValueError for a value of another shape or what is no part of this graph.
        """
        names = [self.graph.get_tensor_by_name(x) if isinstance(x, str) and ":" in x else
                 self.graph.get_operation_by_name(x) if isinstance(x, str) else x for x in leaves(fetches)]
        for x in names:
            if not isinstance(x, Tensor | Operation):
                raise TypeError(f"Fetch argument {x!r} has invalid type {type(x).__name__}, must be a string or Tensor "
                                "or Operation.")
            if x.graph is not self.graph:
                raise ValueError(f"Fetch argument {x!r} cannot be interpreted as a Tensor. (Tensor {x} is not an "
                                 "element of this graph.)")
            if getattr(x, "op", x).blocks:
                raise ValueError(f"Operation {getattr(x, 'op', x).name!r} has been marked as not fetchable: it is in a "
                                 f"{getattr(x, 'op', x).blocks[-1].kind}. Return its value from there.")
        values = {self.fed(key): self.value_for(self.fed(key), value) for key, value in (feed_dict or {}).items()}
        plan = self.plan_for(names, values)
        with GradientTape(persistent=True, watch_accessed_variables=False) as tape:
            Run(self, values, tape, plan).go()
        found = [None if isinstance(x, Operation) else as_array(values[x]) for x in names]
        return rebuilt(fetches, iter(found))

    def fed(self, key):
        key = self.graph.get_tensor_by_name(key) if isinstance(key, str) else key
        if not isinstance(key, Tensor) or key.graph is not self.graph:
            raise TypeError(f"Cannot interpret feed_dict key as Tensor: {key!r} is not an element of this graph.")
        return key

    def value_for(self, key, value):
        """What was fed, in the tensor's element type."""
        array = np.asarray(value)
        if not key.shape.is_compatible_with(array.shape):
            raise ValueError(f"Cannot feed value of shape {array.shape} for Tensor {key.name}, which has shape "
                             f"{key.shape}")
        return wrapped(engine_tensor(array.astype(key.dtype.as_numpy_dtype), key.dtype))

    def plan_for(self, fetches, fed):
        """The operations that the fetches need, in an order in which they can run; kept for the next time."""
        key = tuple(map(id, fetches)), frozenset(map(id, fed)), len(self.graph.operations)
        if key not in self.plans:
            done, order, open_ = set(), [], [(getattr(x, "op", x), False) for x in reversed(fetches) if x not in fed]
            while open_:
                op, ready = open_.pop()
                if ready:
                    order.append(op)
                elif id(op) not in done:
                    done.add(id(op))
                    open_.append((op, True))
                    open_ += [(x.op, False) for x in reversed(op.inputs) if x not in fed]
                    open_ += [(control, False) for control in op.control_inputs]
            self.plans[key] = order, {x for op in order for x in getattr(op, "sources", ())}
        return self.plans[key]

    def variable(self, of):
        """The value of a variable, one of the dialect's. None: it has none yet."""
        return self.values.get(of)


class InteractiveSession(Session):
    """A Session that is the default one until it is closed."""

    def __init__(self, target="", graph=None, config=None):
        super().__init__(target, graph, config)
        sessions.append(self)

    def close(self):
        super().close()
        if self in sessions:
            sessions.remove(self)


class Run:
    """One run: the values so far, and the tape that gradients are taken from."""

    def __init__(self, session, values, tape, plan):
        self.session, self.values, self.tape = session, values, tape
        self.order, self.sources = plan
        self.origin = {}
        for x in values:
            self.note(x)

    def note(self, x):
        """Keep the value that gradients with respect to x are of."""
        if x in self.sources and self.values[x].dtype.is_floating:
            self.tape.watch(self.values[x])
            self.origin[x] = self.values[x]

    def go(self):
        for op in self.order:
            try:
                with device(op.device):
                    found = op.compute(self.values, self)
            except InvalidArgumentError as error:
                raise InvalidArgumentError(f"{error} [[node {op.name}]]") from None
            for x, value in zip(op.outputs, found):
                if x not in self.values:
                    self.values[x] = value
                    self.note(x)


def get_default_session():
    """The session of the innermost with-block; None if there is none."""
    return sessions[-1] if sessions else None


def as_array(value):
    return value.numpy() if hasattr(value, "numpy") else value
