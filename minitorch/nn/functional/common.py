"""Helpers of the functions: sizes as pairs, single samples as batches, float16, reductions, errors with a line."""

from ...engine import tensor_types
from ...ops.shape.views import sizes, squeeze, unsqueeze
from ...runtime import checked, location, named_as

SAID = {"float16": "Half", "float32": "Float", "float64": "Double", "int64": "Long", "int32": "Int", "int16": "Short",
        "int8": "Char", "uint8": "Byte", "bool": "Bool"}         # dtypes as PyTorch names them
SPACE = {1: "L", 2: "H, W", 3: "D, H, W"}       # the dimensions of signals, images and volumes


def declared(takes="", same=""):
    """Return a decorator that checks arguments before the call: by annotations, and dtypes by `takes` and `same`."""
    return lambda body: checked(body, body.__name__, takes, same)

def pair(x):
    """Return height and width of a window: 2 -> (2, 2); (2, 3) stays as it is."""
    return several(x, 2)


def several(x, dims):
    """Return one number for each dimension: 2 -> (2, 2)."""
    if type(x) is int:
        return (x,) * dims
    x = sizes((x,), "a kernel, stride or padding")
    if len(x) not in (1, dims):
        raise RuntimeError(f"a kernel, stride or padding must be a single int, or a tuple of {dims} ints; not {x}.")
    return x * dims if len(x) == 1 else x


def flat(x, dims, neutral):
    """Return a window's setting for height and width; a signal (…, L) is an image of one row."""
    x = several(x, dims)
    return (neutral, *x) if dims == 1 else x


def on_batch(compute, input, name, dims=2):
    """Return compute(input); a single image becomes a batch of one, and signals (N, C, L) become images of one row."""
    ndim = input.array.ndim
    if ndim not in (dims + 1, dims + 2):
        refuse_ndim(input, name, dims)
    unbatched = ndim == dims + 1
    if unbatched:
        input = unsqueeze.function(input, 0)
    if dims == 1:
        input = unsqueeze.function(input, -2)
    out = compute(input)
    if dims == 1:
        out = squeeze.function(out, -2)
    return squeeze.function(out, 0) if unbatched else out


def refuse_ndim(input, name, dims):
    """Raise because the input is neither a batch of images (or signals) nor a single image (or signal)."""
    letters = SPACE[dims]
    hint = f" Add the channels: x.unsqueeze({dims - 1})." if input.ndim == dims else ""
    kind = IndexError if name == "avg_pool2d" and input.ndim < dims else RuntimeError   # PyTorch raises IndexError here
    refuse(kind, f"{name}: Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input, (C, {letters}) or "
           f"(N, C, {letters}), but got input of size: {list(input.shape)}.{hint}")


def refuse(kind, text):
    """Raise `kind` with the text and the user's line."""
    raise kind(f"{text}\n{location()}")


def require_floating(name, input):
    """Raise NotImplementedError if the input contains integers, bools or complex numbers."""
    if input.array.dtype.kind != "f":
        refuse(NotImplementedError, f'"{name}" not implemented for {input.dtype}: convert first, as in x.float().')


def single(x):
    """Return x, as float32 if it is float16: 11 bits are too few for sums and squares, which soon exceed 65504."""
    return x.float() if x is not None and x.array.dtype.char == "e" else x


def halves(x):
    """Return whether x is float16."""
    return x.array.dtype.char == "e"


def in_single(function, *args, **settings):
    """Return function(…) computed in float32 and converted to float16."""
    result = function(*[single(x) if type(x) in tensor_types else x for x in args],
                      **{name: single(x) if type(x) in tensor_types else x for name, x in settings.items()})
    return result.half()


def float16_in_float32(function):
    """Return a function that computes `function` in float32 if its first argument is float16, and returns float16.

    If another argument is a tensor of a wider floating dtype, compute and return that dtype.
    """
    first_name = function.__code__.co_varnames[0]

    def widened(*args, **settings):
        first = args[0] if args else settings.get(first_name)
        if type(first) in tensor_types and halves(first) and not any(map(wider, (*args, *settings.values()))):
            return in_single(function, *args, **settings)
        return function(*args, **settings)
    return named_as(function, widened, function.__name__)


def wider(x):
    """Return whether x is a tensor of a floating or complex dtype wider than float16."""
    return type(x) in tensor_types and x.array.dtype.kind in "fc" and not halves(x)


def reduced(loss, reduction):
    """Reduce the losses of the elements by "mean" or "sum"; return them all for "none"."""
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    if reduction == "none":
        return loss
    raise ValueError(f"{reduction!r} is not a valid value for reduction: 'mean', 'sum' or 'none'.")


def averaged(loss, weight, reduction):
    """Reduce losses multiplied by `weight` (of the input's shape, or None); a mean divides by the sum of weights."""
    if weight is None:
        return reduced(loss, reduction)
    loss = loss * weight
    return loss.sum() / weight.sum() if reduction == "mean" else reduced(loss, reduction)


def reduction_of(size_average, reduce, reduction):
    """Return `reduction`, or the reduction that PyTorch's old arguments size_average and reduce mean, if given."""
    return reduction if size_average is None and reduce is None else old_reduction(size_average, reduce)


def old_reduction(size_average, reduce):
    """Return the reduction that PyTorch's old arguments mean."""
    if reduce is not None and not reduce:
        return "none"
    return "mean" if size_average is None or size_average else "sum"
