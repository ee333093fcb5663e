"""Placeholders that have a value without being fed, and the variable that counts steps."""

from ..keras import initializers
from .collections import GraphKeys, get_collection
from .graph import Operation, get_default_graph
from .scopes import get_variable
from .variables import convert, no_op


class Defaulted(Operation):
    """Its input, unless a value is fed in its place."""

    type = "PlaceholderWithDefault"

    def compute(self, values, run):
        return [values[self.inputs[0]]]


def placeholder_with_default(input, shape, name=None):
    """Return a tensor that may be fed, and is `input` where it is not. None in the shape is any size."""
    value = convert(input)
    return Defaulted(get_default_graph(), None, (value,), {}, name or "PlaceholderWithDefault",
                     [(shape, value.dtype)]).result


def tables_initializer(name="init_all_tables"):
    """Return an operation that fills lookup tables: nothing is left to do."""
    return no_op(name=name)


def get_global_step(graph=None):
    """Return the variable that counts steps; None where there is none. graph is taken: it is the default one."""
    return next(iter(get_collection(GraphKeys.GLOBAL_STEP)), None)


def get_or_create_global_step(graph=None):
    """Return the variable that counts steps, made where there is none; graph is taken: it is the default one."""
    found = get_global_step()
    return get_variable("global_step", [], "int64", initializers.Zeros(), trainable=False, collections=[
        GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP]) if found is None else found


def global_step(sess, global_step_tensor):
    """Return the value of global_step_tensor in a session `sess`, a Python number."""
    return int(sess.run(global_step_tensor))

