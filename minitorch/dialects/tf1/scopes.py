"""Scopes: what stands before the names of operations and of variables, and variables that are found by name."""

from contextlib import contextmanager, nullcontext
from enum import Enum

from ..core.dtypes import as_dtype, float32
from ..core.recording import sketching
from ..core.shapes import TensorShape
from ..core.temporary import set_to
from ..keras import initializers
from .collections import GraphKeys, add_to_collection, get_collection
from .graph import Operation, get_default_graph, outside
from .variables import Variable


@contextmanager
def name_scope(name, default_name=None, values=None):
    """Put a name before those of operations made in a with-block: NAME, or NAME_1 where that is taken.

    name            one that ends in "/", as the with-block gives it, enters that scope again
    default_name    the name where `name` is None
    values          taken: tensors that the operations take

    Gives the scope as text.
    """
    graph, name = get_default_graph(), name or default_name
    if not name:
        scopes = []
    elif name.endswith("/"):
        scopes = name[:-1].split("/")
    else:
        scopes = [*graph.scopes, graph.unique(name).rpartition("/")[2]]
    with set_to(graph, scopes=scopes):
        yield "".join(f"{part}/" for part in scopes)


scopes: list = []                # the open variable scopes
makers: list = []                # tf.zeros_initializer and others, which TensorFlow takes as they are: classes there


class VariableScope:
    """A variable scope, as variable_scope and get_variable_scope give it.

    reuse                       True, or AUTO_REUSE: whether get_variable finds what is there
    name                        what stands before the names of variables
    initializer, regularizer    what get_variable takes where it is given none
    dtype                       likewise
    name_scope                  what stands before the names of operations; original_name_scope with "/" behind it
    caching_device, partitioner, custom_getter, constraint    taken, without effect
    """

    def __init__(self, reuse, name="", initializer=None, regularizer=None, caching_device=None, partitioner=None,
                 custom_getter=None, name_scope="", dtype=float32, use_resource=None, constraint=None):
        self.name, self.reuse, self.initializer = name, reuse, initializer
        self.regularizer, self.dtype, self.original_name_scope = regularizer, dtype, name_scope

    def reuse_variables(self):
        """Let get_variable find what is there from here on."""
        self.reuse = True

    def get_collection(self, name):
        """Return what a collection of this name has of this scope."""
        return get_collection(name, f"{self.name}/" if self.name else None)

    def global_variables(self):
        """Return the variables of this scope."""
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def trainable_variables(self):
        """Return the variables of this scope that optimisers change."""
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def local_variables(self):
        """Return the variables of this scope that no checkpoint has."""
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)


@contextmanager
def variable_scope(name_or_scope, default_name=None, values=None, initializer=None, regularizer=None,
                   caching_device=None, partitioner=None, custom_getter=None, reuse=None, dtype=None, use_resource=None,
                   constraint=None, auxiliary_name_scope=True):
    """Put a name before those of variables that get_variable makes in a with-block, and before those of operations.

    name_or_scope                     a name, or a scope that is entered again
    default_name                      the name where it is None; one that is taken gets a number
    initializer, regularizer, dtype   what get_variable takes where it is given none
    reuse                             find the variables there are: True, or AUTO_REUSE to make those that are not there
    auxiliary_name_scope              whether it stands before the names of operations too
    values                            taken, without effect

    Raises NotImplementedError for a partitioner, custom_getter, constraint.
    """
    left_out(partitioner=partitioner, custom_getter=custom_getter, constraint=constraint)
    outer, graph = get_variable_scope(), get_default_graph()
    again = isinstance(name_or_scope, VariableScope)
    name = name_or_scope.name if again else name_or_scope or default_name
    base = full = name if again or not outer.name else f"{outer.name}/{name}"
    number = 0
    while not name_or_scope and graph.opened.get(full):
        number += 1
        full = f"{base}_{number}"
    kept = dict(graph.opened)
    graph.opened[full] = kept.get(full, 0) + 1
    above = name_or_scope if again else outer
    scopes.append(VariableScope(reuse or above.reuse or outer.reuse, full, initializer or above.initializer,
                                regularizer or above.regularizer, dtype=dtype or above.dtype))
    try:
        with name_scope(name.rpartition("/")[2]) if auxiliary_name_scope and name else nullcontext() as shown:
            scopes[-1].original_name_scope = name_or_scope.original_name_scope if again else shown or ""
            yield scopes[-1]
    finally:
        scopes.pop()
        graph.opened = kept if again else {
            **graph.opened, **{inner: 0 for inner in graph.opened if inner.startswith(f"{full}/")}}


def get_variable_scope():
    """Return the innermost variable scope; the root one outside of all."""
    return scopes[-1] if scopes else VariableScope(False, dtype=None)


class ReuseMode(Enum):
    """Return whether get_variable finds the variables there are, and makes others."""

    AUTO_REUSE = 1

    __str__ = __repr__ = Enum.__str__


ReuseMode.__name__ = ReuseMode.__qualname__ = "_ReuseMode"
AUTO_REUSE = ReuseMode.AUTO_REUSE


def left_out(**given):
    """Raise NotImplementedError for an argument that is given, and left out here."""
    for name, value in given.items():
        if value is not None:
            raise NotImplementedError(f"{name} is left out here, though TensorFlow has it: give None.")


def drawn(initializer, shape, dtype=float32):
    """Return an operation that draws values: at each run of it anew."""
    if isinstance(initializer, type) or any(initializer is make for make in makers):
        initializer = initializer()
    shape = tuple(TensorShape(shape))

    def initial():
        return initializer(shape, dtype=as_dtype(dtype))
    graph = get_default_graph()
    return Draw(graph, initial, (), {}, "Initializer", [(shape, dtype)]).result


class Draw(Operation):
    """Values of an initialiser, of a shape that is known before."""

    def compute(self, values, run):
        with sketching(False):
            return [self.function()]


def get_variable(name, shape=None, dtype=None, initializer=None, regularizer=None, trainable=None, collections=None,
                 caching_device=None, partitioner=None, validate_shape=True, use_resource=None, custom_getter=None,
                 constraint=None):
    """Return the variable of this name in the present scope: made here, or with reuse the one that is there.

    shape         its sizes; may be left out where the initialiser is a tensor
    dtype         float32 unless given here or by the scope
    initializer   a function of a shape and dtype, or a tensor; None: the scope's, else Glorot's uniform numbers
    regularizer   a function of the variable whose result is put into REGULARIZATION_LOSSES
    trainable     whether optimisers change it: they do unless it is False
    collections   names of collections that it is put into; None: GLOBAL_VARIABLES

    Raises ValueError where it is there and reuse is not asked for, or is asked for and it is not there;
    NotImplementedError for a partitioner, custom_getter or constraint.
    """
    left_out(partitioner=partitioner, custom_getter=custom_getter, constraint=constraint)
    scope = get_variable_scope()
    dtype, regularizer = dtype or scope.dtype or float32, regularizer or scope.regularizer
    full = f"{scope.name}/{name}" if scope.name else name
    graph = get_default_graph()
    found = graph.variables.get(full)
    if found is not None and not scope.reuse:
        raise ValueError(f"Variable {full} already exists, disallowed. Did you mean to set reuse=True or "
                         "reuse=tf.AUTO_REUSE in VarScope?")
    if found is not None:
        if shape is not None and not found.shape.is_compatible_with(shape):
            raise ValueError(f"Trying to share variable {full}, but specified shape {TensorShape(shape)} and found "
                             f"shape {found.shape}.")
        return found
    if scope.reuse is True:
        raise ValueError(f"Variable {full} does not exist, or was not created with tf.get_variable(). Did you mean to "
                         "set reuse=tf.AUTO_REUSE in VarScope?")
    if initializer is None:
        initializer = scope.initializer or initializers.GlorotUniform()
    if callable(initializer) and shape is None:
        raise ValueError(f"The initializer passed is not valid without a shape: Shape of a new variable ({full}) must "
                         "be fully defined.")
    with outside():
        graph.scopes = []
        value = drawn(initializer, shape, dtype) if callable(initializer) else initializer
        made = graph.variables[full] = Variable(value, trainable is not False, collections, name=full, dtype=dtype)
    if regularizer is not None:
        with name_scope(f"{full}/Regularizer/"):
            add_to_collection(GraphKeys.REGULARIZATION_LOSSES, regularizer(made))
    return made
