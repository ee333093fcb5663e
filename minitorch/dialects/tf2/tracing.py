"""tf.function: Python runs once for each kind of arguments, and the graph that it makes runs from then on."""

import inspect
from functools import update_wrapper
from threading import RLock
from types import MethodType

import numpy as np

from ...rare.autograd.tree import leaves, rebuilt
from ..core.convert import Symbolic
from ..core.recording import state
from ..core.replicas import several, state as replicas
from ..core.temporary import set_to
from ..core.tensor import Tensor
from ..functions.creation import convert_to_tensor
from ..tf1.graph import Tensor as GraphTensor
from ..tf1.plans import Plan
from ..tf1.variables import placeholder
from .. import autograph as graphs
from .config import eager
from .func_graph import FuncGraph
from .spec import TensorSpec


class ConcreteFunction:
    """The graph of a function for one kind of arguments: called with tensors, it runs, and no line of Python does.

    inputs   its placeholders
    given    what stands in a call for the specs among args and settings: first values of variables may depend on it
    """

    def __init__(self, python, args, settings, given=()):
        self.graph, self.name = FuncGraph(), getattr(python, "__name__", "function")
        self.lock = RLock()                          # its tapes are one thread's at a time
        with self.graph.as_default():
            stand_ins = [placeholder(x.dtype, x.shape, x.name) if isinstance(x, TensorSpec) else x
                         for x in leaves((args, settings))]
            self.inputs = [x for x in stand_ins if isinstance(x, GraphTensor)]
            self.graph.given = {x: convert_to_tensor(value) for x, value in zip(stand_ins, given)
                                if isinstance(x, GraphTensor) and is_value(value)}
            args, settings = rebuilt((args, settings), iter(stand_ins))
            try:
                with set_to(state, tracing=self.graph):
                    self.structured_outputs = python(*args, **settings)
            except Symbolic:
                raise NotImplementedError(f"{self.name} calls what needs a value, which is not there while tf.function "
                                          "traces: call it outside.") from None
        order = [op for op in self.graph.operations if not op.blocks and not set(op.outputs) & set(self.inputs)]
        outputs = [x for x in leaves(self.structured_outputs) if isinstance(x, GraphTensor)]
        self.plan = Plan(self.name, order, self.inputs, outputs, refused=hazard(order))

    def __call__(self, *args, **settings):
        """Return the results for tensors, in the order of the placeholders."""
        given = [x for x in leaves((args, settings)) if is_value(x)]
        if len(given) != len(self.inputs):
            raise TypeError(f"{self.name} takes {len(self.inputs)} tensors, and got {len(given)}.")
        values = []
        for x, value in zip(self.inputs, given):
            value = convert_to_tensor(value, None if isinstance(value, Tensor) else x.dtype)
            values.append(value)
            if value.dtype is not x.dtype or not x.shape.is_compatible_with(value.shape):
                raise ValueError(f"{self.name} was traced for {x.dtype.name} of shape {x.shape}, and got "
                                 f"{value.dtype.name} of shape {value.shape}.")
        with self.lock:
            before = list(state.tapes)
            try:
                found = iter(self.plan(values))
            except BaseException:
                state.tapes[:] = before                  # those of the function stop where it fails
                raise
        returned = [next(found) if isinstance(x, GraphTensor) else x for x in leaves(self.structured_outputs)]
        return rebuilt(self.structured_outputs, iter([None if x is None else convert_to_tensor(x) for x in returned]))

    def explain(self):
        """Return how it runs: what each pass changed in its program, or why it goes from operation to operation."""
        return self.plan.explain()


def hazard(order):
    """Return why operations may not run as a program, or None."""
    types = [op.type for op in order]
    if refused := next((op.unrecorded for op in order if op.unrecorded), None):
        return refused
    if any(name.endswith("_over_ranks") for name in types):
        return "what its replicas have is added up over the ranks"
    if "applied" in types and "gradients" in types[types.index("applied"):]:
        return "gradients are taken after an optimizer has changed variables in place"
    return None


def is_value(x):
    return isinstance(x, Tensor | np.ndarray | np.generic)


class Function:
    """A Python function as graphs, one for each kind of arguments.

    Tensors and arrays are told apart by shape and element type; numbers, texts and other objects by what they are.
    With `input_signature`, a list of TensorSpecs, there is one graph.

    >>> from minitorch.dialects import tf2 as tf
    >>> @tf.function
    ... def double(x):
    ...     print("Python runs")
    ...     return x * 2
    >>> float(double(tf.constant(1.0))), float(double(tf.constant(4.0)))
    Python runs
    (2.0, 8.0)
    """

    def __init__(self, python, input_signature=None, autograph=True):
        self.python_function, self.input_signature, self.autograph = python, input_signature, autograph
        self.signature, self.traces, self.count = inspect.signature(python), {}, 0
        update_wrapper(self, python)

    def __set_name__(self, owner, name):
        self.attribute = name

    def __get__(self, instance, owner=None):
        """Return the function with the object bound: a method has graphs of its own for each."""
        if instance is None:
            return self
        made = Function(MethodType(self.python_function, instance), self.input_signature, self.autograph)
        return vars(instance).setdefault(self.attribute, made)

    def __call__(self, *args, **settings):
        if eager[0]:
            return self.python_function(*args, **settings)
        if state.tracing is not None:
            return self.traceable()(*args, **settings)
        args, settings = self.bound(args, settings)
        return self.traced(args, settings)(*args, **settings)

    def bound(self, args, settings):
        """Return the arguments with defaults; with input_signature, tensors. Raise TypeError if they do not fit it."""
        given = self.signature.bind(*args, **settings)
        given.apply_defaults()
        if self.input_signature is None:
            return given.args, given.kwargs
        if given.kwargs or len(given.args) != len(self.input_signature):
            raise TypeError(f"{self.__name__}(*) takes {len(self.input_signature)} arguments by its input_signature, "
                            f"and got {len(given.args) + len(given.kwargs)}.")
        found = [x if isinstance(x, TensorSpec) else convert_to_tensor(x, None if isinstance(x, Tensor) else spec.dtype)
                 for x, spec in zip(given.args, self.input_signature)]
        for x, spec in zip(found, self.input_signature):
            if not spec.is_compatible_with(x):
                raise TypeError(f"Can not cast {x.dtype.name} of shape {x.shape} to {spec}, the input_signature of "
                                f"{self.__name__}.")
        return tuple(found), {}

    def traced(self, args, settings):
        """Return the graph for these arguments, made where there is none."""
        specs = (list(self.input_signature), {}) if self.input_signature is not None else rebuilt(
            (list(args), settings), iter([TensorSpec(x.shape, convert_to_tensor(x).dtype) if is_value(x) else x
                                          for x in leaves((args, settings))]))
        key = shape_of(specs), several() is not None, replicas.replica is not None
        if key not in self.traces:
            given = leaves((list(args), settings))
            made = self.trace(*specs, given)
            if made.graph.made:
                first, made = not self.traces, self.trace(*specs, given)
                if not first or made.graph.made:
                    raise ValueError(f"tf.function only supports singleton tf.Variables created on the first call. "
                                     f"{self.__name__} makes variables each time it is traced: make them once, "
                                     "outside.")
            self.traces[key] = made
        return self.traces[key]

    def trace(self, args, settings, given=()):
        self.count += 1
        made = ConcreteFunction(self.traceable(), args, settings, given)
        made.graph.given = {}                        # the values of one call are not kept
        return made

    def traceable(self):
        """Return the Python function as it is traced: with branches and loops on tensors, unless autograph is False."""
        return graphs.converted(self.python_function) if self.autograph else self.python_function

    def get_concrete_function(self, *args, **settings):
        """Return the graph for tensors, or TensorSpecs, like these."""
        if not args and not settings and self.input_signature is not None:
            args = tuple(self.input_signature)
        return self.traced(*self.bound(args, settings))

    def experimental_get_tracing_count(self):
        """Return how often the Python function has run to make a graph."""
        return self.count


def shape_of(tree):
    """Return a key for a structure of specs and Python's values."""
    if isinstance(tree, dict):
        return tuple((key, shape_of(part)) for key, part in tree.items())
    if isinstance(tree, list | tuple):
        return type(tree).__name__, *map(shape_of, tree)
    if isinstance(tree, TensorSpec):
        return "tensor", tree.dtype.name, None if tree.shape.unknown else tuple(tree.shape)
    return (type(tree).__name__, tree) if isinstance(tree, int | float | str | bytes | None) else ("object", id(tree))


def function(func=None, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False,
             experimental_implements=None, experimental_autograph_options=None, experimental_attributes=None,
             experimental_relax_shapes=None, experimental_compile=None, experimental_follow_type_hints=None):
    """Let a Python function run as a graph: a decorator, with or without settings. See Function.

    func               the Python function; None: the settings are given first, `@tf.function(input_signature=…)`
    input_signature    a list of TensorSpecs: one graph serves all such tensors, sizes of None are any
    autograph          whether `if`, `while` and `for` on tensors become part of the graph
    jit_compile, reduce_retracing, experimental_implements, experimental_autograph_options,
    experimental_attributes, experimental_relax_shapes, experimental_compile, experimental_follow_type_hints
                       taken as TensorFlow does, without effect

    Python's own effects happen when it is traced only.

    >>> from minitorch.dialects import tf2 as tf
    >>> @tf.function
    ... def square(x):
    ...     return x * x
    >>> float(square(tf.constant(3.0)))
    9.0
    """
    if func is None:
        return lambda own: Function(own, input_signature, autograph)
    return Function(func, input_signature, autograph)
