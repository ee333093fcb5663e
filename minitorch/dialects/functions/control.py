"""Control flow over values that are there, and Python's functions among operations."""

from functools import wraps

import numpy as np

from ...autograd import Function as EngineFunction
from ...autograd.tree import leaves, rebuilt
from ..core.convert import engine_tensor
from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.lift import wrapped
from ..core.recording import state
from ..core.tensor import Tensor
from .creation import convert_to_tensor
from .slices import getitem


def cond(pred, true_fn=None, false_fn=None, name=None):
    """true_fn() where the condition holds, else false_fn()."""
    if state.tracing is not None:
        return state.tracing.control.cond(pred, true_fn, false_fn, strict=True, name=name)
    return true_fn() if bool(pred) else false_fn()


def case(pred_fn_pairs, default=None, exclusive=False, strict=False, name="case"):
    """The function of the first condition that holds; else the default."""
    if state.tracing is not None:
        return state.tracing.control.case(pred_fn_pairs, default, exclusive, strict=True, name=name)
    for pred, fn in pred_fn_pairs:
        if bool(pred):
            return fn()
    return default() if default is not None else pred_fn_pairs[-1][1]()


def switch_case(branch_index, branch_fns, default=None, name="switch_case"):
    """The function of this number; the default, or the last, where there is none."""
    index, table = int(branch_index), dict(branch_fns if isinstance(branch_fns, dict) or (
        branch_fns and isinstance(branch_fns[0], tuple)) else enumerate(branch_fns))
    return table[index]() if index in table else (default or table[max(table)])()


def while_loop(cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, back_prop=True,
               swap_memory=False, maximum_iterations=None, name=None):
    """body(*loop_vars) again and again, while cond(*loop_vars) holds; returns the last loop_vars."""
    if state.tracing is not None:
        return state.tracing.control.while_loop(cond, body, loop_vars, shape_invariants, name=name, maximum_iterations=(
            maximum_iterations), return_same_structure=isinstance(loop_vars, list | tuple))
    single = not isinstance(loop_vars, list | tuple)
    values, count = (loop_vars,) if single else loop_vars, 0
    while (maximum_iterations is None or count < maximum_iterations) and bool(cond(*values)):
        found = body(*values)
        values, count = (list(found) if isinstance(found, list | tuple) else [found]), count + 1
    return values[0] if single else type(loop_vars)(values)


def parts_of(elems):
    """The samples of a structure of tensors, one after the other."""
    tensors = [convert_to_tensor(x) for x in leaves(elems)]
    for i in range(len(tensors[0])):
        yield rebuilt(elems, iter([getitem(x, i) for x in tensors]))


def joined(results):
    """Results of samples, stacked part by part."""
    stacked = [wrapped(mt.stack([engine_tensor(part) for part in parts])) for parts in zip(*map(leaves, results))]
    return rebuilt(results[0], iter(stacked))


def map_fn(fn, elems, dtype=None, parallel_iterations=None, back_prop=True, swap_memory=False, infer_shape=True,
           name=None, fn_output_signature=None):
    """fn of each row, stacked."""
    return joined([fn(part) for part in parts_of(elems)])


def vectorized_map(fn, elems, fallback_to_while_loop=True, warn=True):
    """fn of each row, stacked."""
    return map_fn(fn, elems)


def foldl(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    """fn(… fn(fn(initializer, row 0), row 1) …)."""
    rows = parts_of(elems)
    total = next(rows) if initializer is None else initializer
    for row in rows:
        total = fn(total, row)
    return total


def foldr(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    """foldl from the last row to the first."""
    rows = iter(list(parts_of(elems))[::-1])
    total = next(rows) if initializer is None else initializer
    for row in rows:
        total = fn(total, row)
    return total


def scan(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, infer_shape=True,
         reverse=False, name=None):
    """All the totals of foldl, stacked."""
    rows = list(parts_of(elems))[::-1 if reverse else 1]
    totals = [rows.pop(0)] if initializer is None else []
    total = totals[0] if totals else initializer
    for row in rows:
        total = fn(total, row)
        totals.append(total)
    return joined(totals[::-1] if reverse else totals)


def group(*inputs, **kwargs):
    """Nothing: where there is no graph, what is named has happened."""


def no_op(name=None):
    """Nothing."""


def identity_n(input, name=None):
    return [convert_to_tensor(x) for x in input]


def tuple_(tensors, control_inputs=None, name=None):
    return list(tensors)


def py_function(func=None, inp=None, Tout=None, name=None):
    """func(*inp) of tensors, as tensors of the types Tout."""
    if state.tracing is not None:
        raise NotImplementedError("tf.py_function within tf.function is left out here: call it outside.")
    return typed(func(*[convert_to_tensor(x) for x in inp]), Tout)


def numpy_function(func=None, inp=None, Tout=None, stateful=True, name=None):
    """func(*inp) of arrays, as tensors of the types Tout."""
    return typed(func(*[np.asarray(convert_to_tensor(x)) for x in inp]), Tout)


def typed(result, kinds):
    """What a Python function returned, in the element types that were asked for."""
    if kinds is None or isinstance(kinds, list | tuple) and not kinds:
        return []
    if isinstance(kinds, list | tuple):
        return [convert_to_tensor(x, kind) for x, kind in zip(result, kinds)]
    fits = isinstance(result, Tensor) and result.dtype == as_dtype(kinds)
    return result if fits else convert_to_tensor(result, kinds)


def custom_gradient(f=None):
    """A function with a gradient of its own: f(*x) returns (value, grad), and grad(upstream) the gradients of x.

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


def recompute_grad(f):
    """The function itself: what it computes is kept for its gradient."""
    return f


def print_(*inputs, output_stream=None, summarize=None, sep=" ", end="\n", name=None):
    """Print tensors and texts, to standard error unless told otherwise."""
    import sys
    if state.tracing is not None:
        return state.tracing.note(lambda *own: print_(*own, output_stream=output_stream, sep=sep, end=end), *inputs)
    stream = {None: sys.stderr, "sys.stderr": sys.stderr, "sys.stdout": sys.stdout}.get(output_stream, output_stream)
    print(*[shown(x) for x in inputs], sep=sep, end=end, file=stream)


def shown(x):
    """A value as tf.print writes it: numbers without commas."""
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
