"""keras.initializers: first values of weights."""

from math import prod, sqrt

from ...nn import init
from ...random import Generator
from ..core.convert import engine_tensor
from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.lift import wrapped
from .core.configured import Described, files_of, getter
from .core.naming import settings, snake_case
from .core.signed import arguments, made

CUT = 0.87962566103423978                # standard deviation of a normal distribution that is cut off at ± 2


class Initializer(Described):
    """Base: initializer(shape, dtype) gives the values. A subclass of your own defines __call__."""

    def __call__(self, shape, dtype=None):
        raise NotImplementedError("Initializer subclasses must implement the `__call__()` method.")


def declared(name, values, doc, **defaults):
    """Return a class of initialisers with these arguments: a call gives values(initialiser, shape, element type)."""
    def __call__(self, shape, dtype=None):
        return wrapped(values(self, tuple(shape), as_dtype(dtype or settings["floatx"]).kind))
    kind = made(Initializer, name, doc, __call__=__call__)
    return arguments(**defaults)(kind) if defaults else kind


def generator_of(own):
    """Return the generator of a call: that of the initialiser's seed, or None, the generator of all numbers."""
    return None if own.seed is None else Generator().manual_seed(int(own.seed))


def normal(own, shape, kind):
    return mt.randn(shape, generator=generator_of(own), dtype=kind)


def truncated(own, shape, kind):
    """Return normal numbers between −2 and 2."""
    return init.trunc_normal_(mt.empty(shape, dtype=kind), 0.0, 1.0, -2.0, 2.0, generator=generator_of(own))


def between(own, shape, kind, least, most):
    return mt.rand(shape, generator=generator_of(own), dtype=kind) * (most - least) + least


def constants(own, shape, kind):
    value = engine_tensor(own.value).to(kind)
    return value.expand(*shape).clone() if len(shape) else value.clone()


def diagonal(own, shape, kind):
    """Return gain on the diagonal. Raises ValueError for another number of axes than two."""
    if len(shape) != 2:
        raise ValueError(f"Identity matrix initializer can only be used for 2D matrices. Received: shape={shape}")
    return mt.eye(*shape, dtype=kind) * own.gain


def at_right_angles(own, shape, kind):
    """Return orthogonal rows or columns. Raises ValueError for fewer than two axes."""
    if len(shape) < 2:
        raise ValueError("The tensor to initialize must be at least two-dimensional. Received: "
                         f"shape={shape} of rank {len(shape)}.")
    matrix = mt.empty(prod(shape[:-1]), shape[-1], dtype=kind)
    return init.orthogonal_(matrix, own.gain, generator=generator_of(own)).reshape(shape)


Constant = declared("Constant", constants, "One value everywhere: a number, or an array that broadcasts to the shape.",
                    value=0.0)
Zeros = declared("Zeros", lambda own, shape, kind: mt.zeros(shape, dtype=kind), "Zeros.")
Ones = declared("Ones", lambda own, shape, kind: mt.ones(shape, dtype=kind), "Ones.")
Identity = declared("Identity", diagonal, "The identity matrix times `gain`, for weights of two axes.", gain=1.0)
Orthogonal = declared(
    "Orthogonal", at_right_angles, "Rows, or columns, at right angles and of length `gain`. Saxe et al. (2013).",
    gain=1.0, seed=None)
RandomNormal = declared("RandomNormal", lambda own, *given: normal(own, *given) * own.stddev + own.mean,
                        "Normal numbers of this mean and standard deviation stddev.", mean=0.0, stddev=0.05, seed=None)
RandomUniform = declared("RandomUniform", lambda own, shape, kind: between(own, shape, kind, own.minval, own.maxval),
                         "Numbers from minval up to but without maxval, uniform.", minval=-0.05, maxval=0.05,
                         seed=None)
TruncatedNormal = declared(
    "TruncatedNormal", lambda own, *given: truncated(own, *given) * own.stddev + own.mean,
    "Normal numbers of this mean and standard deviation stddev, drawn again beyond two of them.",
    mean=0.0, stddev=0.05, seed=None)


@arguments(scale=1.0, mode="fan_in", distribution="truncated_normal", seed=None)
class VarianceScaling(Initializer):
    """Values with the variance scale / fan, so that signals neither grow nor fade from layer to layer.

    scale          1 for linear layers, 2 before relu
    mode           fan: "fan_in", the inputs of a unit; "fan_out", the outputs of an input; "fan_avg", their mean
    distribution   "truncated_normal", "untruncated_normal" or "uniform"

    Raises ValueError for another mode or distribution, and a scale that is not positive.

    Source: He et al., Delving deep into rectifiers (2015); Glorot & Bengio (2010) for "fan_avg".
    """

    def _prepare(self):
        if self.scale <= 0:
            raise ValueError(f"Argument `scale` must be positive float. Received: scale={self.scale}")
        if self.mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(f"Invalid `mode` argument: it is fan_in, fan_out or fan_avg. Received: mode={self.mode}")
        self.distribution = "truncated_normal" if self.distribution == "normal" else self.distribution
        if self.distribution not in ("truncated_normal", "untruncated_normal", "uniform"):
            raise ValueError("Invalid `distribution` argument: it is uniform, truncated_normal or untruncated_normal. "
                             f"Received: distribution={self.distribution}")

    def __call__(self, shape, dtype=None):
        into, out = compute_fans(shape)
        variance = self.scale / max(1.0, {"fan_in": into, "fan_out": out, "fan_avg": (into + out) / 2}[self.mode])
        given = self, tuple(shape), as_dtype(dtype or settings["floatx"]).kind
        if self.distribution == "uniform":
            limit = sqrt(3 * variance)
            return wrapped(between(*given, -limit, limit))
        if self.distribution == "truncated_normal":
            return wrapped(truncated(*given) * (sqrt(variance) / CUT))
        return wrapped(normal(*given) * sqrt(variance))


def compute_fans(shape):
    """Return (inputs of a unit, units that an input goes to) of a kernel (…space, in, out)."""
    if len(shape) < 2:
        return (prod(shape),) * 2
    field = prod(shape[:-2])
    return field * shape[-2], field * shape[-1]


def scaled(name, scale, mode, distribution, doc):
    """Return a VarianceScaling with fixed settings, under a name of its own."""
    return arguments(seed=None)(
        made(VarianceScaling, name, doc, scale=scale, mode=mode, distribution=distribution))


GlorotUniform = scaled("GlorotUniform", 1.0, "fan_avg", "uniform", "Uniform within √(6 / (fan_in + fan_out)).")
GlorotNormal = scaled("GlorotNormal", 1.0, "fan_avg", "truncated_normal", "Normal, √(2 / (fan_in + fan_out)).")
LecunNormal = scaled("LecunNormal", 1.0, "fan_in", "truncated_normal", "Normal, √(1 / fan_in).")
LecunUniform = scaled("LecunUniform", 1.0, "fan_in", "uniform", "Uniform within √(3 / fan_in).")
HeNormal = scaled("HeNormal", 2.0, "fan_in", "truncated_normal", "Normal, √(2 / fan_in).")
HeUniform = scaled("HeUniform", 2.0, "fan_in", "uniform", "Uniform within √(6 / fan_in).")
KINDS = [kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, Initializer)]
TABLE = {name: kind for kind in KINDS if kind is not Initializer for name in (kind.__name__, snake_case(kind.__name__))}
globals().update(TABLE)
TABLE |= {"zero": Zeros, "one": Ones, "normal": RandomNormal, "uniform": RandomUniform}
get = getter(TABLE, "initializer", "glorot_uniform")
serialize, deserialize = files_of("initializer")
