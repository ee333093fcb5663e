"""Sampling from distributions given by tensors, and methods that fill tensors with random numbers in place.

Dropout: random elements, or whole channels, set to 0.
"""

import numpy as np

from ...backend import META_LIBRARY, holds, library_of, move, on
from ...engine import derivative_of, op, wrap
from ...random import numpy_generator, stream
from ...runtime import Device, DType, Tensor, forward_for, function
from ...runtime.libraries import flag_outside
from ..shape.creation import create_random, sizes
from ..shape.views import broadcast_shape


@op(hidden=True, method=False)
def bernoulli_op(xp, x, *, generator):
    """Return 1 with probability x, else 0."""
    return xp.asarray(stream(xp, generator).random(x.shape)) < x


def probability_error(*where):
    return RuntimeError("bernoulli: probabilities must be between 0 and 1.")


@function(out="exact")
def bernoulli(input: Tensor, p=None, *, generator=None, out=None):
    """Return 1 with the probability in each element (or p), else 0; in the dtype of `input`.

    Raises RuntimeError for numbers outside 0 … 1, NotImplementedError for integers.
    """
    odds = input if p is None else input.new_full(input.shape, p)
    if not odds.dtype.is_floating_point:
        raise NotImplementedError(f'"bernoulli" not implemented for {odds.dtype}: probabilities must be floats.')
    if not flag_outside(odds.array, 0, 1, probability_error) and odds.numel() and holds(
            ~((odds.array >= 0) & (odds.array <= 1)).all()):
        raise probability_error()
    return bernoulli_op.function(odds.detach(), generator=generator).to(input.dtype)


@op(hidden=True, method=False)
def multinomial_op(xp, x, *, num_samples, replacement, generator):
    """Draw indices with the weights in each row of x: (*, n) -> (*, num_samples)."""
    chance = numpy_generator(generator)
    rows = move(x, "cpu").astype(np.float64).reshape(-1, x.shape[-1])
    drawn_rows = []
    for row in rows:
        if replacement:
            steps = np.cumsum(row)
            drawn_rows.append(np.searchsorted(steps, chance.random(num_samples) * steps[-1], "right"))
        else:                                            # take the k smallest: Efraimidis and Spirakis (2006)
            with np.errstate(divide="ignore"):
                drawn_rows.append(np.argsort(chance.standard_exponential(row.size) / row, kind="stable")[:num_samples])
    return xp.asarray(np.array(drawn_rows).reshape(*x.shape[:-1], num_samples).astype(np.int64))


@forward_for(META_LIBRARY, multinomial_op)
def multinomial_on_meta(xp, x, *, num_samples, replacement, generator):
    return xp.zeros((*x.shape[:-1], num_samples), "int64")


@function(out="exact")
def multinomial(input: Tensor, num_samples: int, replacement: bool = False, *, generator=None, out=None):
    """Draw indices with the weights in each row: (n,) -> (num_samples,), (m, n) -> (m, num_samples).

    replacement   whether an index may be drawn again

    Raises RuntimeError for weights that are negative or all 0, and for more draws than weights without replacement.
    """
    if not input.dtype.is_floating_point or input.ndim not in (1, 2):
        raise RuntimeError("multinomial: prob_dist must be 1 or 2 dim of a floating dtype, not "
                           f"{input.ndim} dim of {input.dtype}.")
    if input.shape[-1] > 1 << 24:
        raise RuntimeError(f"multinomial: number of categories cannot exceed 2^24, but it is {input.shape[-1]}.")
    if num_samples <= 0:
        raise RuntimeError(f"multinomial: cannot sample n_sample <= 0 samples, but num_samples is {num_samples}.")
    if not input.shape[-1]:
        raise RuntimeError(f"multinomial: there is no category to draw from in prob_dist of {tuple(input.shape)}.")
    if holds(~((input.array >= 0) & (input.array < np.inf)).all()):
        raise RuntimeError("multinomial: probability tensor contains either `inf`, `nan` or element < 0")
    if input.numel() and holds(~(input.sum(-1) > 0).array.all()):
        raise RuntimeError("multinomial: invalid multinomial distribution (sum of probabilities <= 0).")
    if input.numel() and not replacement and holds(((input > 0).sum(-1) < num_samples).array.any()):
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement: "
                           f"{num_samples} of {input.shape[-1]} with non-zero weight.")
    return multinomial_op.function(input.detach(), num_samples=num_samples, replacement=replacement,
                                   generator=generator)


@function(method=False, out=True)
def normal(mean, std=1.0, size=None, *, generator=None, dtype: DType = None, device: Device = None,
           requires_grad: bool = False, out=None, layout=None):
    """Return normal numbers: of `size`, with the numbers mean and std; or one for each element of tensors mean and std.

    Raises TypeError for size, dtype, device, layout or requires_grad with a tensor, and if numbers come without a size.
    """
    given = [x for x in (mean, std) if hasattr(x, "array")]
    if given and (size, dtype, device, layout, requires_grad) != (None, None, None, None, False):
        raise TypeError("normal() takes size, dtype, device, layout, requires_grad only if mean and std are numbers.")
    if not given and size is None:
        raise TypeError("normal(): argument 'mean' or 'std' must be a Tensor, or give a size: normal(0, 1, (2, 3)).")
    if given:
        size, like = broadcast_shape("normal", *given), given[0]
        dtype, device = like.dtype, like.device
    if hasattr(std, "array"):
        check_deviations(std.array)
    else:
        check_std("normal", std)
    out = create_random("randn", sizes((size,)), (), generator, dtype, device, False) * std + mean
    out = out if dtype is None else out.to(dtype)  # use the first tensor's dtype, even if it is narrower
    return out.requires_grad_() if requires_grad else out


def check_deviations(std):
    if std.dtype.kind == "c":
        raise RuntimeError("normal expects standard deviation to be non-complex: give std.abs() or std.real.")
    if not flag_outside(std, 0, np.inf, deviation_error) and std.size and holds(~(std >= 0).all()):
        raise deviation_error()


def deviation_error(*where):
    return RuntimeError("normal expects all elements of std >= 0.0, because std is a standard deviation.")


def check_std(name, std):
    if not std >= 0:
        raise RuntimeError(f"{name} expects std >= 0.0, but found std {std}.")


def normal_numbers(stream, shape, mean=0.0, std=1.0):
    check_std("normal_", std)
    return stream.normal(mean, std, shape)


def complex_normal_numbers(stream, shape, mean=0.0, std=1.0):
    """Return complex numbers whose parts are normal, each of half the variance."""
    parts = [normal_numbers(stream, shape, 0.0, std / 2 ** 0.5) for _ in range(2)]
    return mean + (parts[0] + 1j * parts[1])


def complex_uniform_numbers(stream, shape, *ends, **named):
    """Return complex numbers whose parts are uniform."""
    parts = [uniform_numbers(stream, shape, *ends, **named) for _ in range(2)]
    return parts[0] + 1j * parts[1]


def uniform_numbers(stream, shape, a=0.0, b=1.0, **names):
    low, high = names.get("from", a), names.get("to", b)
    if not 0 <= high - low < float("inf"):
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low} > to={high}.")
    return stream.uniform(low, high, shape)


def fill_method(name, draw, doc, floats=False, of_complex=None):
    """Declare a method that fills a tensor in place with random numbers; `of_complex` draws complex numbers."""
    def fill(self: Tensor, *args, generator=None, **named):
        if floats and self.dtype.rank < 2:
            raise NotImplementedError(f'"{name}" not implemented for {self.dtype}: the tensor must be floating.')
        if self.dtype.is_complex and of_complex is None:
            raise NotImplementedError(f'"{name}" not implemented for {self.dtype}: it draws real numbers only.')
        run = of_complex if self.dtype.is_complex else draw
        with on(self.array):
            values = run(stream(library_of(self.array), generator), tuple(self.shape), *args, **named)
        self[...] = wrap(move(values.astype(self.dtype.numpy), self.device))
        return self
    fill.__doc__ = f"{doc} NotImplementedError for a dtype without such numbers."
    fill.__module__ = draw.__module__                    # name the file that declares the method
    return function(fill, name=name)


def integer_numbers(stream, shape, low=None, high=None):
    """Return random integers below high, or from low to below high."""
    low, high = (low, high) if high is not None else (0, 2**24 if low is None else low)
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}.")
    return stream.integers(low, high, shape)


normal_ = fill_method("normal_", normal_numbers,
                 "Fill with normal numbers of the given mean and standard deviation, in place.", floats=True,
                 of_complex=complex_normal_numbers)
uniform_ = fill_method("uniform_", uniform_numbers,
                  "Fill with numbers uniform in [from, to), in place.", floats=True,
                  of_complex=complex_uniform_numbers)
random_ = fill_method("random_", integer_numbers, "Fill with integers from low up to, not including, high, in place.")


@op(symbol="dropout", residual=True, hidden=True, name="dropout")
def dropout(xp, x, *, p, size=None, generator=None):
    """Set each element to 0 with probability p, else to x / (1 − p): this does not change the mean.

    size   the shape of the random mask: (N, C, 1, 1) drops whole channels
    """
    kept = xp.asarray(stream(xp, generator).random(size or x.shape, dtype="float32") >= p)
    return x * (kept * x.dtype.type(1 / (1 - p) if p < 1 else 0)), kept


@derivative_of(dropout)
def dropout_derivative(grad, out, x, *, p, size, generator):
    return grad * out * (1 / (1 - p) if p < 1 else 0.0)
