"""Control flow over values that are there, and Python's functions among operations."""

from functools import wraps

import numpy as np

from ...autograd import Function as EngineFunction
from ..core.convert import engine_tensor
from ..core.dtypes import as_dtype
from ..core.lift import wrapped
from ..core.recording import state
from ..core.tensor import Tensor
from .creation import convert_to_tensor


def cond(pred, true_fn=None, false_fn=None, name=None):
    """Call true_fn where the condition holds, else false_fn.

    pred                 a bool, or a tensor of one
    true_fn, false_fn    functions without arguments; in a tf.function both give results of the same types
    """
    if state.tracing is not None:
        return state.tracing.control.cond(pred, true_fn, false_fn, strict=True, name=name)
    return true_fn() if bool(pred) else false_fn()


def case(pred_fn_pairs, default=None, exclusive=False, strict=False, name="case"):
    """Call the function of the first condition that holds.

    pred_fn_pairs        [(condition, function without arguments), …]
    default              the function where none holds; None: that of the last pair
    exclusive, strict    taken as TensorFlow does: one condition at most holds; results keep their structure
    """
    if state.tracing is not None:
        return state.tracing.control.case(pred_fn_pairs, default, exclusive, strict=True, name=name)
    return next((fn for pred, fn in pred_fn_pairs if bool(pred)), default or pred_fn_pairs[-1][1])()


def while_loop(cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, back_prop=True,
               swap_memory=False, maximum_iterations=None, name=None):
    """Call body(*loop_vars) again and again, while cond(*loop_vars) holds; returns the last loop_vars.

    cond, body            functions that take one argument a loop variable; body returns the new ones
    loop_vars             a list or tuple of tensors, or structures of them
    shape_invariants      shapes of loop variables that change theirs, of use in a graph
    maximum_iterations    stop after so many turns; None: never

    >>> from minitorch.dialects import tf2 as tf
    >>> i, total = tf.while_loop(lambda i, total: i < 4, lambda i, total: [i + 1, total + i], [0, 0])
    >>> int(total)
    6
    """
    if state.tracing is not None:
        return state.tracing.control.while_loop(cond, body, loop_vars, shape_invariants, name=name, maximum_iterations=(
            maximum_iterations), return_same_structure=isinstance(loop_vars, list | tuple))
    single = not isinstance(loop_vars, list | tuple)
    values, count = (loop_vars,) if single else loop_vars, 0
    while (maximum_iterations is None or count < maximum_iterations) and bool(cond(*values)):
        found = body(*values)
        values, count = (list(found) if isinstance(found, list | tuple) else [found]), count + 1
    return values[0] if single else type(loop_vars)(values)


def group(*inputs, **kwargs):
    """Do nothing: where there is no graph, what is named has happened."""


def no_op(name=None):
    """Do nothing: in a graph, an operation to run after others."""


def py_function(func=None, inp=None, Tout=None, name=None):
    """Call func(*inp) with tensors: tensors of the types Tout.

    func    a Python function; its result is not recorded by a graph
    inp     a list of tensors
    Tout    an element type, or a list of them for a function with several results; []: no result

    Raises NotImplementedError within a tf.function.
    """
    if state.tracing is not None:
        raise NotImplementedError("tf.py_function within tf.function is left out here: call it outside.")
    return typed(func(*[convert_to_tensor(x) for x in inp]), Tout)


def numpy_function(func=None, inp=None, Tout=None, stateful=True, name=None):
    """Call func(*inp) with NumPy's arrays: tensors of the types Tout.

    func        a Python function; no gradient passes
    inp         a list of tensors
    Tout        an element type, or a list of them for a function with several results
    stateful    taken as TensorFlow does; it is always called
    """
    return typed(func(*[np.asarray(convert_to_tensor(x)) for x in inp]), Tout)


def typed(result, kinds):
    """Return what a Python function returned, in the element types that were asked for."""
    if kinds is None or isinstance(kinds, list | tuple) and not kinds:
        return []
    if isinstance(kinds, list | tuple):
        return [convert_to_tensor(x, kind) for x, kind in zip(result, kinds)]
    fits = isinstance(result, Tensor) and result.dtype == as_dtype(kinds)
    return result if fits else convert_to_tensor(result, kinds)


def custom_gradient(f=None):
    """Give a function a gradient of its own: f(*x) returns (value, grad), and grad(upstream) the gradients of x.

    >>> from minitorch.dialects import tf2 as tf
    >>> @tf.custom_gradient
    ... def clip(x):
    ...     return tf.identity(x), lambda dy: tf.clip_by_value(dy, -1.0, 1.0)
    >>> x = tf.Variable(2.0)
    >>> with tf.GradientTape() as tape:
    ...     y = 5 * clip(x)
    >>> float(tape.gradient(y, x))
    1.0
    """
    @wraps(f)
    def call(*args, **settings):
        grad_fn = []

        class Custom(EngineFunction):
            @staticmethod
            def forward(ctx, *tensors):
                result, own = f(*map(wrapped, tensors), **settings)
                grad_fn.append(own)
                ctx.single = not isinstance(result, list | tuple)
                parts = [result] if ctx.single else result
                return tuple([engine_tensor(part).clone() for part in parts])

            @staticmethod
            def backward(ctx, *grads):
                found = grad_fn[0](*map(wrapped, grads))
                parts = list(found) if isinstance(found, list | tuple) else [found]
                return tuple([None if part is None else engine_tensor(part) for part in parts])
        out = wrapped(Custom.apply(*[engine_tensor(x) for x in args]))
        return out[0] if len(out) == 1 else out
    return call


def print_(*inputs, output_stream=None, summarize=None, sep=" ", end="\n", name=None):
    """Print tensors and texts, to standard error unless told otherwise.

    inputs           tensors, texts, and other values
    output_stream    an open file, "sys.stdout", "sys.stderr", or "file://" and a path, at whose end it is written
    summarize        how many elements to show; taken, but long tensors show three at each end
    sep, end         between inputs, and after the last
    """
    import sys
    if state.tracing is not None:
        return state.tracing.note(lambda *own: print_(*own, output_stream=output_stream, sep=sep, end=end), *inputs)
    words = sep.join(map(shown, inputs)) + end
    if isinstance(output_stream, str) and output_stream.startswith("file://"):
        with open(output_stream.removeprefix("file://"), "a", encoding="utf-8") as file:
            file.write(words)
        return
    stream = {None: sys.stderr, "sys.stderr": sys.stderr, "sys.stdout": sys.stdout}.get(output_stream, output_stream)
    print(words, end="", file=stream)


def shown(x):
    """Write a value as tf.print does: numbers without commas."""
    if isinstance(x, Tensor) or hasattr(x, "read"):
        value = x.numpy()
        if isinstance(value, bytes):
            return value.decode(errors="replace")
        if isinstance(value, np.ndarray):
            return np.array2string(value, threshold=7, edgeitems=3, formatter={"float_kind": digits})
        return digits(value) if isinstance(value, np.floating) else str(value)
    return str(x)


def digits(value):
    """Write a float with the digits that TensorFlow gives it: few, unless they would be another number."""
    few, all_digits = (15, 17) if value.dtype == np.float64 else (6, 9)
    short = f"{value:.{few}g}"
    return short if value.dtype.type(short) == value else f"{value:.{all_digits}g}"
