"""Placeholders and variables: what is fed, and what a Session keeps from run to run."""

from ...rare.autograd.tree import leaves
from ..core.dtypes import described_kinds
from ..core.errors import InvalidArgumentError
from ..core.lift import wrapped
from ..core.variable import Variable as Value
from ..functions import arrays, creation, gathering
from .collections import GraphKeys, add_to_collection, get_collection
from .current import current
from .graph import Operation, Tensor, get_default_graph, graphed, outside
from .renamed import signed


def constant(value, dtype=None, shape=None, name="Const", verify_shape=False):
    """Return a value that is part of the graph.

    value    a number, a text, an array or nested lists
    dtype    its element type; None: that of the value
    shape    what it is to have; one number fills it

    Raises TypeError for numbers that the dtype has not, and where the numbers do not fill the shape.
    """
    return graphed(creation.constant)(value, dtype, shape, name=name)


def convert(x, **settings):
    """Return a tensor as it is, and a number or an array as a constant of the graph, with these settings."""
    return x if isinstance(x, Tensor) else constant(x, **settings)


class Placeholder(Operation):
    """Waits for a value that is fed."""

    type = "Placeholder"

    def compute(self, values, run):
        x = self.outputs[0]
        shape = "<unknown>" if x.shape.unknown else x.shape.as_list()
        raise InvalidArgumentError(f"You must feed a value for placeholder tensor {self.name!r} with dtype "
                                   f"{described_kinds(x.dtype)} and shape {shape}")


def placeholder(dtype, shape=None, name=None):
    """Return a tensor whose value is fed: session.run(…, feed_dict={x: value}). None in the shape is any size."""
    return Placeholder(get_default_graph(), None, (), {}, name or "Placeholder", [(shape, dtype)]).result


class Read(Operation):
    """The value of a variable."""

    type = "VariableV2"

    def compute(self, values, run):
        return [run.session.variable(self.outputs[0]).value()]


class Write(Operation):
    """Gives a variable a value; with `how`, how(old, new)."""

    def __init__(self, variable, value, how, name, kind="Assign"):
        self.variable, self.how, self.type = variable, how, kind
        super().__init__(variable.graph, None, (value,) if how is None else (value, variable), {}, name,
                         [(variable.shape, variable.dtype)])

    def compute(self, values, run):
        variable, value = self.variable, values[self.args[0]]
        if self.how is not None:
            value = self.how(values[variable], value)
        kept = run.session.values.get(variable)
        if kept is None:
            run.session.values[variable] = Value(wrapped(value.tensor.detach()), name=variable.op.name)
        else:
            kept.fill(value)
        if variable in values:
            values[variable] = run.session.values[variable].value()
        return [run.session.values[variable].value()]


class Variable(Tensor):
    """A value that a Session keeps; `initializer` gives it its first one.

    initial_value   a tensor, an array, a number; or a function that gives one
    trainable       whether optimisers change it: they do unless it is False
    collections     names of collections that it is put into; None: GLOBAL_VARIABLES
    dtype           None: that of the value
    expected_shape, shape    taken: the value has it

    Raises ValueError without a value.
    """

    def __init__(self, initial_value=None, trainable=None, collections=None, validate_shape=True, caching_device=None,
                 name=None, dtype=None, expected_shape=None, use_resource=None, shape=None):
        trainable = trainable is not False
        if initial_value is None:
            raise ValueError("initial_value must be specified.")
        name = name or "Variable"
        with outside() as graph:             # one that is made in a branch is there outside too
            value = initial_value() if callable(initial_value) else initial_value
            value = convert(value, dtype=dtype, name="initial_value")
            op = Read(graph, None, (), {}, name, [(value.shape, value.dtype)])
            super().__init__(op, 0, value.shape, value.dtype)
            op.outputs, op.result = [self], self
            self.initial_value, self.trainable = value, trainable
            self.initializer = Write(self, value, None, f"{name}/Assign")
        keys = [GraphKeys.GLOBAL_VARIABLES] if collections is None else list(collections)
        for key in dict.fromkeys([*keys, *[GraphKeys.TRAINABLE_VARIABLES] * trainable]):
            add_to_collection(key, self)

    def written(self, value, how, name, kind="Assign"):
        """Return an operation's result that gives it a value, or how(old, value). Raise ValueError for another shape.

        kind    TensorFlow's name of such operations
        """
        value = convert(value, dtype=self.dtype)
        if not self.shape.is_compatible_with(value.shape):
            raise ValueError(f"Shapes {self.shape} and {value.shape} are incompatible: the value of {self.name}.")
        return Write(self, value, how, name or kind, kind).result

    def assign(self, value, use_locking=False, name=None, read_value=True):
        """Return an operation that gives the variable this value when it runs, and only then.

        Raises ValueError for another shape.
        """
        return self.written(value, None, name)

    def assign_add(self, delta, use_locking=False, name=None, read_value=True):
        """Return an operation that adds delta to the variable when it runs; its result is the value after."""
        return self.written(delta, lambda old, new: old + new, name, "AssignAdd")

    def assign_sub(self, delta, use_locking=False, name=None, read_value=True):
        """Return an operation that subtracts delta from the variable when it runs; its result is the value after."""
        return self.written(delta, lambda old, new: old - new, name, "AssignSub")

    def initialized_value(self):
        """Return the tensor that its first value is made of."""
        return self.initial_value

    def read_value(self):
        """Return an operation that reads it."""
        return graphed(creation.identity)(self)

    value = read_value

    def load(self, value, session=None):
        """Give it a value in a session (None: the default one), without an operation."""
        values = current(session).values
        if self in values:
            values[self].fill(creation.convert_to_tensor(value, self.dtype))
        else:
            values[self] = Value(creation.convert_to_tensor(value, self.dtype), name=self.op.name)

    def __repr__(self):
        return f"<tf.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    __str__ = __repr__


class Group(Operation):
    """Runs what it depends on, and gives nothing."""

    type = "NoOp"

    def compute(self, values, run):
        return []


def group(*inputs, name=None):
    """Return an operation that runs all of these."""
    made = Group(get_default_graph(), None, (), {}, name or "group_deps", [])
    made.control_inputs = [*made.control_inputs, *(getattr(x, "op", x) for x in leaves(list(inputs)))]
    return made


def no_op(name=None):
    """Return an operation that does nothing: others may be its control_dependencies."""
    return group(name=name or "NoOp")


def global_variables_initializer():
    """Return an operation that gives all variables of the graph their first values, local ones excepted."""
    return variables_initializer(global_variables())


def local_variables_initializer():
    """Return an operation that gives local variables their first values."""
    return variables_initializer(get_collection(GraphKeys.LOCAL_VARIABLES))


def variables_initializer(var_list, name="init"):
    """Return an operation that gives the variables of var_list their first values."""
    return group(*(v.initializer for v in var_list), name=name)


def those_in(name, key, text):
    """Return a function that gives the variables of a collection."""
    def call(scope=None):
        return get_collection(key, scope)
    call.__name__, call.__doc__ = name, f"Return {text}; scope: what their names begin with."
    return call


global_variables = those_in("global_variables", GraphKeys.GLOBAL_VARIABLES, "all variables of the graph but local ones")
local_variables = those_in("local_variables", GraphKeys.LOCAL_VARIABLES,
                           "the variables that a checkpoint leaves out, such as what tf.metrics gather")
trainable_variables = those_in("trainable_variables", GraphKeys.TRAINABLE_VARIABLES, "those that optimisers change")
moving_average_variables = those_in("moving_average_variables", GraphKeys.MOVING_AVERAGE_VARIABLES,
                                    "the variables that a tf.train.ExponentialMovingAverage averages")


def all_variables():
    """Return tf.global_variables() under its older name."""
    return global_variables()


def assigning(name, argument, text):
    """Return tf.assign, or another function that calls a variable's method of its name."""
    return signed(f"{name}(ref, {argument}, use_locking=None, name=None)", lambda given: getattr(given["ref"], name)(
        given["value"], name=given["name"]), f"Return an operation that {text} a variable `ref`; its value after.")


assign = assigning("assign", "value, validate_shape=None", "gives a value to")
assign_add = assigning("assign_add", "value", "adds a value to")
assign_sub = assigning("assign_sub", "value", "subtracts a value from")


def scatter_update(ref, indices, updates, use_locking=True, name=None):
    """Return an operation that gives rows of a variable `ref` (n, …) new values: its value after.

    indices    integers of any shape: the rows
    updates    what comes there: indices.shape + ref.shape[1:]
    """
    def update(ref, indices, updates):
        rows, places = arrays.reshape(updates, [-1, *ref.shape[1:]]), arrays.reshape(indices, [-1, 1])
        return gathering.tensor_scatter_nd_update(ref, places, rows)
    return ref.assign(graphed(update)(ref, indices, updates), name=name or "ScatterUpdate")
