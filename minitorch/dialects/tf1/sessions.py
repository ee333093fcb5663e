"""Session: runs the part of a graph that a fetch needs, on what is fed."""

from threading import RLock

import numpy as np

from ...rare.autograd.tree import leaves, rebuilt
from ...engine import wrap
from ...engine.apply import watchers
from ..core.convert import engine_tensor
from ..core.errors import FailedPreconditionError
from ..core.lift import wrapped
from ..core.orders import in_order
from .config import Placement
from .current import default, sessions
from .elements import element
from .graph import Tensor, get_default_graph
from .iterators import Next
from .plans import Plan


class Session:
    """Values of variables, and `run(fetches, feed_dict)`.

    target    taken as TensorFlow does: computing is done here
    graph     the one to run; None: the default one
    config    a ConfigProto

    >>> from minitorch.dialects import tf1 as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.float32, shape=(2,))
    ...     y = tf.reduce_sum(x * x)
    ...     print(sess.run(y, feed_dict={x: [3.0, 4.0]}))
    25.0
    """

    def __init__(self, target="", graph=None, config=None):
        self.graph, self.placement = graph or get_default_graph(), Placement(config)
        self.values, self.slots, self.plans, self.entered, self.lock = {}, {}, {}, None, RLock()
        self.closed = False

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
        """Make it the default session in a with-block, which leaves it open: `with session.as_default():`."""
        return default(self)

    def close(self):
        """Forget the values of variables: it runs no more."""
        self.values, self.slots, self.plans, self.closed = {}, {}, {}, True

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        """Return the values of `fetches`, a tensor or a structure of them, as arrays; None for an operation.

        feed_dict               {placeholder, or any tensor: its value}
        options, run_metadata   taken as TensorFlow does, without effect

        Raises InvalidArgumentError for a placeholder that is not fed, FailedPreconditionError for a variable that has
        no value yet, ValueError for a value of another shape or what is no part of this graph, RuntimeError once the
        session is closed.
        Threads take turns.
        """
        with self.lock:
            if self.closed:
                raise RuntimeError("Attempted to use a closed Session.")
            feed_dict = feed_dict or {}
            plan, wanted = self.plan_for(fetches, feed_dict)
            given = list(map(self.value_for, plan.inputs, feed_dict.values()))
            found = iter(plan(given + [x for op in plan.first for x in op.iterator.draw({}, self)]))
            arrays = [answer(next(found)) if is_tensor else None for is_tensor in wanted]
        return arrays if type(fetches) is list and len(fetches) == len(arrays) else rebuilt(fetches, iter(arrays))

    def steps(self, fetches, feed_list=()):
        """Return run(fetches) as a function of the engine's tensors, one for each of feed_list; it gives a list.

        `minitorch.distributed.placement.place(session.steps(loss, [x]), x_value)` cuts it over the ranks that
        tf.device("/job:worker/task:1") names.
        """
        return self.plan_for(fetches, feed_list)[0].steps

    def explain(self, fetches, feed_dict=None):
        """Return how run(fetches, feed_dict) runs: what each pass changed in its program, or why it has none."""
        return self.plan_for(fetches, feed_dict or ())[0].explain()

    def part(self, x):
        """Return what a fetch x names. Raise TypeError or ValueError if it is not in the graph or cannot be fetched."""
        try:
            x = element(self.graph, x)
        except TypeError as error:
            raise TypeError(f'Argument `fetch` = {x} has invalid type "{type(x).__name__}" must be a string or Tensor. '
                            f"({error})") from None
        except (KeyError, ValueError) as error:
            raise ValueError(f"Argument `fetch` = {x} cannot be interpreted as a Tensor. ({error})") from None
        if getattr(x, "op", x).blocks:
            raise ValueError(f"Operation {getattr(x, 'op', x).name!r} has been marked as not fetchable: it is in a "
                             f"{getattr(x, 'op', x).blocks[-1].kind}. Return its value from there.")
        return x

    def fed(self, key):
        """Return the tensor that a key of a feed_dict names. Raises TypeError for what is none of this graph."""
        try:
            return element(self.graph, key, operations=False)
        except (KeyError, TypeError, ValueError) as error:
            raise TypeError(f"Cannot interpret feed_dict key as Tensor: {error.args[0]}") from None

    def value_for(self, key, value):
        """Return the value fed for a key, in its element type. Raise ValueError for a value of another shape."""
        if type(value) is np.ndarray and (value.dtype, value.shape) == key.accepted:
            return wrapped(wrap(value))
        array = np.asarray(value)
        if not key.shape.is_compatible_with(array.shape):
            raise ValueError(f"Cannot feed value of shape {array.shape} for Tensor {key.name}, which has shape "
                             f"{key.shape}")
        if key.dtype.kind is None:                           # byte strings
            return wrapped(engine_tensor(array, key.dtype))
        array = array.astype(key.dtype.kind.numpy, copy=False)
        key.accepted = array.dtype, array.shape
        return wrapped(wrap(array))

    def plan_for(self, fetches, fed):
        """Return (the Plan that computes fetches from what is fed, whether each is a tensor); it is kept."""
        parts = [fetches] if type(fetches) is Tensor else leaves(fetches)
        key = (*map(id, parts), None, *map(id, fed))
        found = self.plans.get(key)
        if found is None or found[2] != len(self.graph.operations):
            fetched, inputs = [self.part(x) for x in parts], [self.fed(x) for x in fed]
            order = behind(fetched, set(inputs))
            self.placement.check(order)
            first = [op for op in order if isinstance(op, Next) and not op.inputs and not op.control_inputs]
            order, inputs = [op for op in order if op not in first], inputs + [x for op in first for x in op.outputs]
            plan = Plan("session_run", order, inputs, [x for x in fetched if isinstance(x, Tensor)], self,
                        next((f"{op.name}: {op.unrecorded}" for op in order if op.unrecorded), None))
            plan.first = first                               # what they draw is fed to a program
            found = self.plans[key] = (plan, [isinstance(x, Tensor) for x in fetched], len(self.graph.operations),
                                       parts, list(fed))           # kept alive, so that no other gets their ids
        return found[:2]

    def variable(self, of):
        """Return the value of a variable, one of the dialect's. Raises FailedPreconditionError if it has none yet."""
        if of not in self.values:
            raise FailedPreconditionError(f"Attempting to use uninitialized value {of.op.name}")
        return self.values[of]


class InteractiveSession(Session):
    """A Session that is the default one until it is closed: target, graph and config are Session's."""

    def __init__(self, target="", graph=None, config=None):
        super().__init__(target, graph, config)
        sessions.append(self)

    def close(self):
        super().close()
        if self in sessions:
            sessions.remove(self)


def get_default_session():
    """Return the session of the innermost with-block; None if there is none."""
    return sessions[-1] if sessions else None


def answer(x):
    """Return a value that nobody else holds: an array, or a number of NumPy."""
    array = getattr(x.tensor, "array", None)
    if type(array) is not np.ndarray or watchers:            # of strings, on a GPU; while a recorder is to be told
        return x.numpy()
    return array.copy() if array.ndim else array[()]


def behind(fetched, fed):
    """Return the operations that fetches need, in an order in which they can run."""
    return in_order([getattr(x, "op", x) for x in fetched if x not in fed], lambda op: [
        *reversed(op.control_inputs), *(x.op for x in op.inputs if x not in fed)])
