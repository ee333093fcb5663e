"""Placeholders that have a value without being fed, which variables have values, and the one that counts steps."""

from ..functions import creation
from ..keras import initializers
from .collections import GraphKeys, get_collection
from .graph import Operation, Tensor, get_default_graph
from .scopes import get_variable
from .variables import constant, global_variables, no_op


class Defaulted(Operation):
    """Its input, unless a value is fed in its place."""

    type = "PlaceholderWithDefault"

    def compute(self, values, run):
        return [values[self.inputs[0]]]


def placeholder_with_default(input, shape, name=None):
    """Return a tensor that may be fed, and is `input` where it is not. None in the shape is any size."""
    value = input if isinstance(input, Tensor) else constant(input)
    return Defaulted(get_default_graph(), None, (value,), {}, name or "PlaceholderWithDefault",
                     [(shape, value.dtype)]).result


class Lacking(Operation):
    """Tells of the variables that have no value yet: `tell` makes the result of them."""

    unrecorded = "it asks which variables have values"

    def __init__(self, variables, tell, name, result):
        self.variables, self.tell = variables, tell
        super().__init__(get_default_graph(), None, (), {}, name, [result])

    def compute(self, values, run):
        return [self.tell([v for v in self.variables if run.session.variable(v) is None])]


def is_variable_initialized(variable):
    """Return a boolean tensor: whether a variable has a value when this runs."""
    return Lacking([variable], lambda lacking: creation.constant(not lacking), "IsVariableInitialized",
                   ((), "bool")).result


def report_uninitialized_variables(var_list=None, name="report_uninitialized_variables"):
    """Return a tensor of the names of variables that have no value yet, byte strings.

    var_list    the variables to ask about; None: all, local ones too
    """
    variables = global_variables() + get_collection(GraphKeys.LOCAL_VARIABLES) if var_list is None else list(var_list)
    return Lacking(variables, lambda lacking: creation.constant([v.op.name for v in lacking], "string",
                                                                [len(lacking)]), name, ([None], "string")).result


def moving_average_variables(scope=None):
    """Return the variables that a tf.train.ExponentialMovingAverage averages; scope: what their names begin with."""
    return get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


def get_local_variable(name, shape=None, dtype=None, initializer=None, regularizer=None, trainable=False,
                       collections=None, caching_device=None, partitioner=None, validate_shape=True, use_resource=None,
                       custom_getter=None, constraint=None):
    """Return the variable of this name, which no optimiser changes and no checkpoint has.

    tf.local_variables_initializer() gives it its first value.

    shape, initializer, regularizer    get_variable's
    trainable                          taken: it is not
    collections                        names of collections besides LOCAL_VARIABLES

    Raises NotImplementedError for a partitioner, custom_getter or constraint.
    """
    return get_variable(name, shape, dtype, initializer, regularizer, False, [
        GraphKeys.LOCAL_VARIABLES, *(collections or ())], caching_device, partitioner, validate_shape, use_resource,
        custom_getter, constraint)


def tables_initializer(name="init_all_tables"):
    """Return an operation that fills lookup tables: nothing is left to do."""
    return no_op(name=name)


initialize_all_tables = tables_initializer


def get_global_step(graph=None):
    """Return the variable that counts steps; None where there is none. graph is taken: it is the default one."""
    return next(iter(get_collection(GraphKeys.GLOBAL_STEP)), None)


def create_global_step(graph=None):
    """Make the variable that counts steps; graph is taken: it is the default one. Raises ValueError if it is there."""
    if get_global_step() is not None:
        raise ValueError('"global_step" already exists: tf.train.get_global_step().')
    return get_variable("global_step", [], "int64", initializers.Zeros(), trainable=False,
                        collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP])


def get_or_create_global_step(graph=None):
    """Return the variable that counts steps, made where there is none; graph is taken: it is the default one."""
    found = get_global_step()
    return create_global_step() if found is None else found


def global_step(sess, global_step_tensor):
    """Return the value of global_step_tensor in a session `sess`, a Python number."""
    return int(sess.run(global_step_tensor))


def global_step_of(who):
    """Return the variable that counts steps. Raise RuntimeError if a hook called `who` needs it and it is missing."""
    found = get_global_step()
    if found is None:
        raise RuntimeError(f"Global step should be created to use {who}: tf.train.get_or_create_global_step().")
    return found
