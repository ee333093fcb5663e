"""Collections: lists of a graph, by name, in which parts of a program leave what other parts look for."""

from .graph import get_default_graph


class GraphKeys:
    """The names of the collections that the dialect fills itself, or programs by custom."""

    GLOBAL_VARIABLES, LOCAL_VARIABLES, TRAINABLE_VARIABLES = "variables", "local_variables", "trainable_variables"
    SUMMARIES, LOSSES, REGULARIZATION_LOSSES = "summaries", "losses", "regularization_losses"
    UPDATE_OPS, TRAIN_OP, GLOBAL_STEP, MODEL_VARIABLES = "update_ops", "train_op", "global_step", "model_variables"
    METRIC_VARIABLES, MOVING_AVERAGE_VARIABLES = "metric_variables", "moving_average_variables"
    WEIGHTS, BIASES, ACTIVATIONS, INIT_OP = "weights", "biases", "activations", "init_op"


def add_to_collection(name, value):
    """Append a value to a collection of the graph; name: that of the collection, or a list of names."""
    for key in name if isinstance(name, list | tuple) else [name]:
        get_default_graph().collections.setdefault(key, []).append(value)


def get_collection(key, scope=None):
    """Return a copy of the collection `key`; with `scope`, only what has a name that begins with it."""
    found = get_default_graph().collections.get(key, [])
    return [x for x in found if scope is None or getattr(x, "name", "").startswith(scope)]


def get_collection_ref(key):
    """Return the list of the collection `key` itself: what is appended to it is in the collection."""
    return get_default_graph().collections.setdefault(key, [])
