"""New tensors: constant, the identity, or random. Their ops are dispatched without inputs."""

from numpy import iinfo

from ... import dtypes, random
from ...backend import creating_on, defaults, device as as_device, move
from ...backend.memory import on_a_line
from ...engine import apply, derivative_of, dispatch, op
from ...runtime import Device, DType, Free, Number, Tensor, function, whole
from .views import required_sizes, sizes


def create_tensor(op, settings, dtype, device, requires_grad):
    """Dispatch a creation op, then move the result to the device and set requires_grad."""
    settings = {**settings, "dtype": dtypes.as_dtype(dtype or dtypes.default).numpy}
    place = defaults[-1] if device is None else device
    if place is not None and as_device(place).type in ("meta", "cuda"):
        with creating_on(place):                         # create the array on its device, without a copy
            out = apply(op, (), settings)
    else:
        out = dispatch(op, (), settings)
        out.array = on_a_line(out.array) if place is None else move(out.array, place)
    if requires_grad:
        out.requires_grad = True
    return out


@op(hidden=True, method=False)
def full_op(xp, *, size, value, dtype):
    """Return an array filled with one value."""
    return xp.full(size, value, dtype)


def constant_factory(name, value):
    """Declare zeros, ones or empty: all elements are `value`."""
    def create(*size: int, out=None, dtype: DType = None, device: Device = None, requires_grad: bool = False,
               layout=None, pin_memory: bool = False, memory_format=None):
        size = required_sizes(size, name)
        return create_tensor(full_op, {"size": size, "value": value}, dtype, device, requires_grad)
    create.__doc__ = f"Return a tensor of the given sizes, filled with {value}."
    return function(create, name=name, method=False, out=True)


zeros = constant_factory("zeros", 0)
ones = constant_factory("ones", 1)
empty = constant_factory("empty", 0)


@function(method=False, out=True)
def full(size, fill_value: Number, *, out=None, dtype: DType = None, device: Device = None, requires_grad: bool = False,
         layout=None):
    """Return a tensor of `size` filled with `fill_value`; by default its dtype is that of the value.

    Raises TypeError if size is not a tuple of ints.
    """
    if not isinstance(size, list | tuple):
        raise TypeError(f"full(): argument 'size' must be tuple of ints, not {type(size).__name__}.")
    given = not hasattr(fill_value, "array")             # whether fill_value is a number
    value = fill_value if given else fill_value.array
    if dtype is None and type(value) is complex:
        dtype = dtypes.default_complex()
    dtype = dtypes.as_dtype(dtype or (type(value) if given else value.dtype))
    value = dtypes.fitting(getattr(value, "item", lambda: value)(), dtype.numpy)
    return create_tensor(full_op, {"size": sizes((size,)), "value": value}, dtype, device, requires_grad)


def like_factory(name, create):
    """Declare zeros_like, ones_like and so on: shape, dtype and device come from another tensor."""
    def create_like(input: Tensor, *, dtype: DType = None, device: Device = None, requires_grad: bool = False,
                    layout=None, memory_format=None):
        return create(tuple(input.shape), dtype=dtype or input.dtype, device=device or input.device,
                      requires_grad=requires_grad)
    create_like.__doc__ = f"Call `{name}` with the shape, dtype and device of `input`."
    return function(create_like, name=f"{name}_like", method=False)


zeros_like = like_factory("zeros", zeros)
ones_like = like_factory("ones", ones)
empty_like = like_factory("empty", empty)


@function(method=False)
def full_like(input: Tensor, fill_value: Free, *, dtype: DType = None, device: Device = None,
              requires_grad: bool = False, layout=None, memory_format=None):
    """Call `full` with the shape, dtype and device of `input`."""
    return full(tuple(input.shape), fill_value, dtype=dtype or input.dtype, device=device or input.device,
                requires_grad=requires_grad)


def countable_dtype(name, dtype):
    """Return the dtype; raise NotImplementedError for bool, which has only two values."""
    kind = dtypes.as_dtype(dtype)
    if kind.rank == 0:
        raise NotImplementedError(f'"{name}" not implemented for {kind}: create integers, then use x.bool().')
    return kind


@op(hidden=True, method=False)
def eye_op(xp, *, n, m, dtype):
    """Return an n×m array with ones on its diagonal."""
    return xp.eye(n, m, dtype=dtype)


@op(hidden=True, method=False)
def like_eye(xp, x):
    """Return identity matrices in the shape and dtype of x, (…, n, m)."""
    return xp.broadcast_to(xp.eye(x.shape[-2], x.shape[-1], dtype=x.dtype), x.shape)


@function(method=False, out=True)
def eye(n: int, m: int | None = None, *, out=None, dtype: DType = None, device: Device = None,
        requires_grad: bool = False, layout=None):
    """Return the n×m matrix with ones on its diagonal; square if m is None."""
    return create_tensor(eye_op, {"n": n, "m": n if m is None else m}, dtype, device, requires_grad)


@op(hidden=True, method=False)
def draw_op(xp, *, kind, size, numbers, generator, dtype):
    """Draw random numbers on the device."""
    stream = random.stream(xp, generator)
    return on_a_line(xp.asarray(DRAWS[kind](stream, size, numbers, dtype).astype(dtype, copy=False)))


def drawn_dtype(dtype):
    """Return the keyword for NumPy's generator to draw float32; without it float64 is drawn, then converted."""
    return {"dtype": dtype} if dtype == "float32" else {}


DRAWS = {
    "rand": lambda stream, size, numbers, dtype: stream.random(size, **drawn_dtype(dtype)),
    "randn": lambda stream, size, numbers, dtype: stream.standard_normal(size, **drawn_dtype(dtype)),
    "randint": lambda stream, size, numbers, dtype: stream.integers(*numbers, size),
    "randperm": lambda stream, size, numbers, dtype: stream.permutation(size[0]),
}


def create_random(kind, size, numbers, generator, dtype, device, requires_grad):
    if kind in ("rand", "randn") and dtype is not None and dtypes.as_dtype(dtype).rank < 2:
        raise NotImplementedError(f'"{kind}" not implemented for {dtypes.as_dtype(dtype)}: draw floats and convert, or '
                                  "use randint.")
    return create_tensor(draw_op, {"kind": kind, "size": size, "numbers": numbers, "generator": generator},
                dtype, device, requires_grad)


@function(method=False, out=True)
def rand(*size: int, generator=None, out=None, dtype: DType = None, device: Device = None, requires_grad: bool = False,
         layout=None):
    """Return random numbers, uniform in [0, 1).

    returns (*size)

    >>> minitorch.rand(2, 3).shape
    minitorch.Size([2, 3])
    """
    return create_random("rand", required_sizes(size, "rand"), (), generator, dtype, device, requires_grad)


@function(method=False, out=True)
def randn(*size: int, generator=None, out=None, dtype: DType = None, device: Device = None, requires_grad: bool = False,
          layout=None):
    """Return random numbers from the standard normal distribution.

    returns (*size)

    >>> minitorch.randn(2, 3).shape
    minitorch.Size([2, 3])
    """
    return create_random("randn", required_sizes(size, "randn"), (), generator, dtype, device, requires_grad)


@function(method=False, out=True)
def randint(low=None, high=None, size=None, *, generator=None, out=None, dtype: DType = None, device: Device = None,
            requires_grad: bool = False, layout=None):
    """Return random integers from low (0 if left out) up to, not including, high.

    returns (*size) in int64

    Raises RuntimeError unless low < high.

    >>> minitorch.randint(10, (2, 3)).shape
    minitorch.Size([2, 3])
    """
    if not isinstance(high, int):                        # the user called randint(high, size)
        low, high, size = 0, low, high if size is None else size
    elif low is None:
        low = 0
    if not isinstance(size, list | tuple):
        raise TypeError(f"randint(): argument 'size' must be a tuple of ints, not {type(size).__name__}: "
                        "randint(low, high, (3,)).")
    if low >= high:
        raise RuntimeError(f"randint: random_ expects 'from' to be less than 'to', but got {low} >= {high}.")
    for name, number in (("low", low), ("high", high)):
        if not whole(number):
            raise TypeError(f"randint(): argument '{name}' must be int, not {type(number).__name__}.")
    kind = dtypes.as_dtype(dtype or dtypes.int64)
    if kind.is_complex:
        raise RuntimeError(f"randint: the dtype must be real, not {kind}.")
    if kind.rank < 2:
        limits = iinfo(kind.numpy) if kind.rank else None
        least, most = (limits.min, limits.max) if limits else (0, 1)
        if low < least or high - 1 > most:
            raise RuntimeError(f"randint: numbers from {low} to {high - 1} are out of bounds for {kind}.")
    return create_random("randint", sizes(size), (low, high), generator, kind, device, requires_grad)


@function(method=False, out=True)
def randperm(n: int, *, generator=None, out=None, dtype: DType = None, device: Device = None,
             requires_grad: bool = False, layout=None):
    """Return 0, …, n − 1 in random order. RuntimeError if n is negative, or too large for the dtype."""
    kind = countable_dtype("randperm", dtype or dtypes.int64)
    if n < 0:
        raise RuntimeError(f"randperm: Trying to create tensor with negative dimension {n}: [{n}].")
    if kind.rank == 1 and n - 1 > iinfo(kind.numpy).max:
        raise RuntimeError(f"randperm: n - 1 = {n - 1} is too large for {kind}.")
    return create_random("randperm", (n,), (), generator, dtype or dtypes.int64, device, requires_grad)


rand_like = like_factory("rand", rand)
randn_like = like_factory("randn", randn)


@op(symbol="move", hidden=True, name="move")
def move_op(xp, x, *, device, back="cpu"):
    """Move the values to another device; their gradient is moved to the device `back`."""
    return move(x, device)


@derivative_of(move_op)
def move_derivative(grad, out, x, *, device, back):
    return move_op(grad, device=back, back=device)
