"""Tensors from nothing: filled, counted, or drawn at random. They pass the door with no inputs."""

import math

from .. import dtypes, random
from ..backend import defaults, move
from ..graph import Value, apply, derivative_of, function, leaf_of, op
from ..memory import on_a_line
from .shape import sizes, some_sizes


def made(op, settings, dtype, device, requires_grad):
    """One creation op through the door, then moved and marked as asked."""
    out = apply(op, (), {**settings, "dtype": dtypes.as_dtype(dtype or dtypes.default).numpy})
    place = defaults[-1] if device is None else device
    out.array = on_a_line(out.array) if place is None else move(out.array, place)
    if requires_grad:
        leaf_of(out)
    return out


@op(hidden=True, method=False)
def full_op(xp, *, size, value, dtype):
    """One value everywhere."""
    return xp.full(size, value, dtype)


def filled(name, value):
    """zeros, ones and empty: all of one value."""
    def create(*size, out=None, dtype=None, device=None, requires_grad=False, layout=None,
               pin_memory=False, memory_format=None):
        return made(full_op, {"size": some_sizes(size, name), "value": value}, dtype, device, requires_grad)
    create.__name__ = create.__qualname__ = name
    create.__module__ = __name__
    create.__doc__ = f"A tensor of the sizes given, every element {value}."
    return function(create, method=False)


zeros = filled("zeros", 0)
ones = filled("ones", 1)
empty = filled("empty", 0)


@function(method=False)
def full(size, fill_value, *, out=None, dtype=None, device=None, requires_grad=False, layout=None):
    """A tensor of `size`, every element `fill_value`; its dtype is that of the value."""
    if not isinstance(size, list | tuple):
        raise TypeError(f"full(): argument 'size' must be tuple of ints, not {type(size).__name__}.")
    value = getattr(fill_value, "array", fill_value)
    dtype = dtype or dtypes.as_dtype(type(fill_value) if fill_value is value else value.dtype)
    return made(full_op, {"size": sizes((size,)), "value": getattr(value, "item", lambda: value)()},
                dtype, device, requires_grad)


def like(name, create):
    """zeros_like and its kind: shape, dtype and device taken from another tensor."""
    def create_like(input, *rest, dtype=None, device=None, requires_grad=False, layout=None, memory_format=None):
        return create(tuple(input.shape), *rest, dtype=dtype or input.dtype, device=device or input.device,
                      requires_grad=requires_grad)
    create_like.__name__ = create_like.__qualname__ = f"{name}_like"
    create_like.__module__ = __name__
    create_like.__doc__ = f"`{name}` with the shape, dtype and device of `input`."
    return function(create_like, method=False)


zeros_like = like("zeros", zeros)
ones_like = like("ones", ones)
empty_like = like("empty", empty)
full_like = like("full", full)


@op(hidden=True, method=False)
def arange_op(xp, *, start, end, step, dtype):
    """Numbers from start, by step, below end."""
    return xp.asarray(start + step * xp.arange(max(0, math.ceil((end - start) / step)))).astype(dtype)


@function(method=False)
def arange(start: Value, end: Value = None, step: Value = 1, *, out=None, dtype=None, device=None,
           requires_grad=False, layout=None):
    """start, start + step, … below end; integers unless one of them is a float."""
    if end is None:
        start, end = 0, start
    start, end, step = (x.item() if hasattr(x, "item") else x for x in (start, end, step))
    if step == 0 or (end - start) * step < 0:
        raise RuntimeError(f"arange: {start} cannot reach {end} by steps of {step}.")
    whole = all(isinstance(x, int) for x in (start, end, step))
    dtype = dtype or (dtypes.int64 if whole else dtypes.default)
    return made(arange_op, {"start": start, "end": end, "step": step}, dtype, device, requires_grad)


@op(hidden=True, method=False)
def linspace_op(xp, *, start, end, steps, dtype):
    """`steps` numbers evenly from start to end, both included."""
    return xp.linspace(start, end, steps).astype(dtype)


@function(method=False)
def linspace(start: Value, end: Value, steps, *, out=None, dtype=None, device=None, requires_grad=False, layout=None):
    """`steps` numbers evenly from start to end, both included."""
    start, end = (x.item() if hasattr(x, "item") else x for x in (start, end))
    return made(linspace_op, {"start": start, "end": end, "steps": steps}, dtype, device, requires_grad)


@function(method=False)
def logspace(start: Value, end: Value, steps, base=10.0, *, out=None, dtype=None, device=None, requires_grad=False):
    """`steps` numbers from base^start to base^end, evenly by their logarithms."""
    powers = linspace(start, end, steps, dtype=dtypes.float64, device=device)
    out = (base ** powers).to(dtype or dtypes.default)
    return out.requires_grad_() if requires_grad else out


@function(method=False)
def scalar_tensor(s, *, dtype=None, device=None, requires_grad=False):
    """A 0-d tensor of a number."""
    if type(s) not in (int, float, bool, complex):
        raise TypeError(f"scalar_tensor(): argument 's' must be a number, not {type(s).__name__}.")
    return made(full_op, {"size": (), "value": s}, dtype, device, requires_grad)


@op(hidden=True, method=False)
def eye_op(xp, *, n, m, dtype):
    """Ones on the diagonal."""
    return xp.eye(n, m, dtype=dtype)


@op(hidden=True, method=False)
def like_eye(xp, x):
    """The identity matrix, of the size, stack and dtype of x."""
    return xp.broadcast_to(xp.eye(x.shape[-2], x.shape[-1], dtype=x.dtype), x.shape)


@function(method=False)
def eye(n, m=None, *, out=None, dtype=None, device=None, requires_grad=False, layout=None):
    """The n×m matrix with ones on its diagonal; square when m is None."""
    return made(eye_op, {"n": n, "m": n if m is None else m}, dtype, device, requires_grad)


@op(hidden=True, method=False)
def draw_op(xp, *, kind, size, numbers, generator, dtype):
    """Random numbers, drawn on the CPU so that a seed means the same on every device."""
    stream = random.numpy_generator(generator)
    return xp.asarray(DRAWS[kind](stream, size, numbers, dtype).astype(dtype, copy=False))


def single(dtype):
    """The dtype NumPy's generator draws in: float32 directly, all else as float64."""
    return {"dtype": dtype} if dtype == "float32" else {}


DRAWS = {
    "rand": lambda stream, size, numbers, dtype: stream.random(size, **single(dtype)),
    "randn": lambda stream, size, numbers, dtype: stream.standard_normal(size, **single(dtype)),
    "randint": lambda stream, size, numbers, dtype: stream.integers(*numbers, size),
    "randperm": lambda stream, size, numbers, dtype: stream.permutation(size[0]),
}


def drawn(kind, size, numbers, generator, dtype, device, requires_grad):
    return made(draw_op, {"kind": kind, "size": size, "numbers": numbers, "generator": generator},
                dtype, device, requires_grad)


@function(method=False)
def rand(*size, generator=None, out=None, dtype=None, device=None, requires_grad=False, layout=None):
    """Random numbers, uniform in [0, 1)."""
    return drawn("rand", some_sizes(size, "rand"), (), generator, dtype, device, requires_grad)


@function(method=False)
def randn(*size, generator=None, out=None, dtype=None, device=None, requires_grad=False, layout=None):
    """Random numbers from the standard normal distribution."""
    return drawn("randn", some_sizes(size, "randn"), (), generator, dtype, device, requires_grad)


@function(method=False)
def randint(low, high=None, size=None, *, generator=None, out=None, dtype=None, device=None,
            requires_grad=False, layout=None):
    """Random integers from low (0 when left out) up to, not including, high."""
    if not isinstance(high, int):                        # randint(high, size)
        low, high, size = 0, low, high if size is None else size
    if low >= high:
        raise RuntimeError(f"randint: random_ expects 'from' to be less than 'to', but got {low} >= {high}.")
    return drawn("randint", sizes((size,)), (low, high), generator, dtype or dtypes.int64, device, requires_grad)


@function(method=False)
def randperm(n, *, generator=None, out=None, dtype=None, device=None, requires_grad=False, layout=None):
    """The integers below n in random order."""
    return drawn("randperm", (n,), (), generator, dtype or dtypes.int64, device, requires_grad)


@function(method=False)
def randint_like(input, low, high=None, *, generator=None, dtype=None, device=None, requires_grad=False):
    """`randint` with the shape, dtype and device of `input`."""
    low, high = (0, low) if high is None else (low, high)
    return randint(low, high, tuple(input.shape), generator=generator, dtype=dtype or input.dtype,
                   device=device or input.device, requires_grad=requires_grad)


rand_like = like("rand", rand)
randn_like = like("randn", randn)


@op(symbol="move", hidden=True, name="move")
def move_op(xp, x, *, device, back="cpu"):
    """The same values on another device; the gradient goes `back`."""
    return move(x, device)


@derivative_of(move_op)
def move_derivative(grad, out, x, *, device, back):
    return move_op(grad, device=back, back=device)
