"""The variable that counts steps: tf.train.get_or_create_global_step()."""

from ..keras import initializers
from .collections import GraphKeys, get_collection
from .scopes import get_variable


def get_global_step(graph=None):
    """The variable that counts steps; None where there is none. graph is taken: it is the default one."""
    return next(iter(get_collection(GraphKeys.GLOBAL_STEP)), None)


def create_global_step(graph=None):
    """Make the variable that counts steps; graph is taken: it is the default one. Raises ValueError if it is there."""
    if get_global_step() is not None:
        raise ValueError('"global_step" already exists: tf.train.get_global_step().')
    return get_variable("global_step", [], "int64", initializers.Zeros(), trainable=False,
                        collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP])


def get_or_create_global_step(graph=None):
    """The variable that counts steps, made where there is none; graph is taken: it is the default one."""
    found = get_global_step()
    return create_global_step() if found is None else found


def global_step(sess, global_step_tensor):
    """The value of global_step_tensor in a session `sess`, a Python number."""
    return int(sess.run(global_step_tensor))


def global_step_of(who):
    """The variable that counts steps. Raises RuntimeError where there is none, which a hook called `who` needs."""
    found = get_global_step()
    if found is None:
        raise RuntimeError(f"Global step should be created to use {who}: tf.train.get_or_create_global_step().")
    return found
