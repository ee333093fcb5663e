"""torch.fft's functions: transforms along one dimension, two, or several, their frequencies and shifts."""

from .... import dtypes
from ....dtypes import as_dtype
from ....ops.elementwise.complex_numbers import conj
from ....ops.shape.split import roll
from ....runtime import Device, Dim, Dims, DType, Tensor, checked, functions, with_out
from .transforms import SWAPPED, fourier, inverse_real_fourier, real_fourier, resize

names: dict = {}                         # {name: function of torch.fft}


def declare_in_fft(body=None, *, out=True):
    """Declare `body` as a function of minitorch.fft; with out=True it takes out= too."""
    if body is None:
        return lambda body: declare_in_fft(body, out=out)
    public = checked(body, body.__name__)
    names[body.__name__] = with_out(body.__name__, public) if out else public
    return body


def norm_of(norm, swapped=False):
    """Return NumPy's name of a norm; swapped: the norm of the transform in the other direction."""
    norm = "backward" if norm is None else norm
    if norm not in SWAPPED:
        raise RuntimeError(f'Invalid normalization mode: "{norm}"; it is "backward", "ortho" or "forward".')
    return SWAPPED[norm] if swapped else norm


def dims_and_sizes(name, input, s, dim, half=False):
    """Return the dimensions to transform, counted from 0, and {dimension: size}; half: the last has half a spectrum."""
    s = None if s is None else (s,) if isinstance(s, int) else tuple(s)
    if dim is None:
        count = input.ndim if s is None else len(s)
        if count > input.ndim:
            raise RuntimeError(f"{name}: Got shape with {count} values but input tensor only has {input.ndim} "
                               "dimensions.")
        dims = tuple(range(input.ndim - count, input.ndim))
    else:
        given = (dim,) if isinstance(dim, int) else tuple(dim)
        for d in given:
            if not -input.ndim <= d < input.ndim:
                raise IndexError(f"{name}: Dimension out of range (expected to be in range of [{-input.ndim}, "
                                 f"{input.ndim - 1}], but got {d})")
        dims = tuple(d % input.ndim for d in given)
    if len(set(dims)) < len(dims):
        raise RuntimeError(f"{name}: FFT dims must be unique, not {dims}.")
    if s is not None and len(s) != len(dims):
        raise RuntimeError(f"{name}: When given, dim and shape arguments must have the same length, not {len(dims)} "
                           f"and {len(s)}.")
    sizes = {d: input.shape[d] for d in dims}
    if half and dims:
        sizes[dims[-1]] = 2 * (input.shape[dims[-1]] - 1)
    if s is not None:
        sizes.update((d, n) for d, n in zip(dims, s) if n != -1)
    for n in sizes.values():
        if n < 1:
            raise RuntimeError(f"{name}: Invalid number of data points ({n}) specified: at least 1 is needed.")
    return dims, sizes


def transform(name, input, s, dim, norm, inverse):
    """Compute the complex transform along several dimensions."""
    dims, sizes = dims_and_sizes(name, input, s, dim)
    return fourier.function(resize(input, sizes), dims=dims, norm=norm_of(norm), inverse=inverse)


def to_half(name, input, s, dim, norm, swapped=False):
    """Compute half the spectrum of real numbers; swapped: by the inverse transform."""
    if input.dtype.is_complex:
        raise RuntimeError(f"{name} expects a real input tensor, but got {input.dtype}.")
    dims, sizes = dims_and_sizes(name, input, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis.")
    norm = norm_of(norm, swapped)
    out = real_fourier.function(resize(input, sizes), dim=dims[-1], norm=norm)
    out = fourier.function(out, dims=dims[:-1], norm=norm, inverse=False) if dims[1:] else out
    return conj(out) if swapped else out


def from_half(name, input, s, dim, norm, swapped=False):
    """Compute real numbers from half a spectrum; swapped: by the transform instead of the inverse."""
    dims, sizes = dims_and_sizes(name, input, s, dim, half=True)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis.")
    last, norm = dims[-1], norm_of(norm, swapped)
    input = resize(conj(input) if swapped else input, {**sizes, last: sizes[last] // 2 + 1})
    input = fourier.function(input, dims=dims[:-1], norm=norm, inverse=True) if dims[1:] else input
    return inverse_real_fourier.function(input, n=sizes[last], dim=last, norm=norm)


# {name: (function, its last arguments, docstring)}
KINDS = {
    "fft": (transform, (False,), "The frequencies of a signal: Σ x·e^(−2πi·jk/n). (*, n, *) -> the same, complex."),
    "ifft": (transform, (True,), "The signal of given frequencies, fft's inverse. (*, n, *) -> the same, complex."),
    "rfft": (to_half, (), "The frequencies of a real signal from 0 on; the others are their conjugates. "
                          "(*, n, *) -> (*, n // 2 + 1, *) complex."),
    "irfft": (from_half, (), "The real signal from its frequencies, rfft's inverse. (*, m, *) -> (*, n, *), "
                             "where n is 2·(m − 1) unless it is given."),
    "hfft": (from_half, (True,), "The real frequencies of a Hermitian-symmetric signal, of which half is given. "
                                 "(*, m, *) -> (*, n, *), where n is 2·(m − 1) unless it is given."),
    "ihfft": (to_half, (True,), "Half the signal of real frequencies, hfft's inverse. "
                                "(*, n, *) -> (*, n // 2 + 1, *) complex."),
}
WORDS = """

    The signal is cut to {sizes} first, or gets zeros at its end. Differentiable to any order.

    Raises RuntimeError for another norm{more}, a size below 1, or a dimension named twice."""


def explain(body, name, text, sizes):
    body.__name__ = body.__qualname__ = name
    more = ", complex input" if KINDS[text][0] is to_half else ""
    about = {"fft": "", "fft2": " Along two dimensions.", "fftn": " Along all dimensions, or those of `dim`."}
    body.__doc__ = KINDS[text][2] + about["fft" + name.partition("fft")[2]] + WORDS.format(sizes=sizes, more=more)
    declare_in_fft(body)


def declare(name):
    """Declare the three functions of a kind: along one dimension, two, and several."""
    compute, more, _ = KINDS[name]

    def along_one(input: Tensor, n: int | None = None, dim: Dim = -1, norm: str | None = None):
        return compute(name, input, None if n is None else (n,), (dim,), norm, *more)

    def along_two(input: Tensor, s=None, dim: Dims = (-2, -1), norm: str | None = None):
        return compute(f"{name}2", input, s, dim, norm, *more)

    def along_several(input: Tensor, s=None, dim: Dims = None, norm: str | None = None):
        return compute(f"{name}n", input, s, dim, norm, *more)
    explain(along_one, name, name, "n")
    explain(along_two, f"{name}2", name, "s")
    explain(along_several, f"{name}n", name, "s")


for name in KINDS:
    declare(name)


def frequencies(name, start, end, n, d, dtype, device):
    """Return the integers from start to end − 1, divided by n·d."""
    if n < 1:
        raise RuntimeError(f"{name}: n must be at least 1, not {n}.")
    kind = as_dtype(dtype or dtypes.default)
    if kind.rank < 2:
        raise RuntimeError(f"{name} requires a floating point or complex dtype, not {kind}.")
    return functions["arange"](start, end, dtype=kind, device=device) * (1.0 / (n * d))


@declare_in_fft
def fftfreq(n: int, d: float = 1.0, *, dtype: DType = None, layout=None, device: Device = None,
            requires_grad: bool = False):
    """Return the frequency of each of fft's n results: 0, 1, …, −2, −1, divided by n·d; shape (n,).

    d   the time between two samples of the signal

    Raises RuntimeError for n below 1, or a dtype of integers.

    >>> minitorch.fft.fftfreq(4)
    tensor([ 0.0000,  0.2500, -0.5000, -0.2500])
    """
    out = frequencies("fftfreq", -(n // 2), (n + 1) // 2, n, d, dtype, device)
    return ifftshift(out).requires_grad_(requires_grad)


@declare_in_fft
def rfftfreq(n: int, d: float = 1.0, *, dtype: DType = None, layout=None, device: Device = None,
             requires_grad: bool = False):
    """Return the frequency of each of rfft's results: 0, 1, … divided by n·d; shape (n // 2 + 1,). See fftfreq."""
    return frequencies("rfftfreq", 0, n // 2 + 1, n, d, dtype, device).requires_grad_(requires_grad)


def shift(input, dim, back):
    """Rotate along the dimensions: move the first element to the middle, or back."""
    dims = tuple(range(input.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    sizes = [input.shape[d] for d in dims]
    return roll(input, [(n + 1) // 2 if back else n // 2 for n in sizes], dims) if dims else input.clone()


@declare_in_fft(out=False)
def fftshift(input: Tensor, dim: Dims = None):
    """Move frequency 0 to the middle, along `dim` or all dimensions. Any shape in, same out.

    >>> minitorch.fft.fftshift(minitorch.fft.fftfreq(4))
    tensor([-0.5000, -0.2500,  0.0000,  0.2500])
    """
    return shift(input, dim, back=False)


@declare_in_fft(out=False)
def ifftshift(input: Tensor, dim: Dims = None):
    """Move frequency 0 from the middle to the front: fftshift's inverse. Any shape in, same out."""
    return shift(input, dim, back=True)
