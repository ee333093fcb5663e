"""keras.initializers: first values of weights.

Arguments that mean the same wherever they occur:

    seed                       an integer: the same values at every call; None: others
    input_axes, output_axes    which axes of the shape count as inputs and outputs; None: the last but one, the last
"""

from math import prod, sqrt

from ...random import Generator
from ..core.convert import engine_tensor
from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.lift import wrapped
from ..core.missing import speak_for as _speak_for
from .core.configured import Described, files_of, getter
from .core.naming import settings
from .core.signed import arguments, made

__all__ = ["Constant", "GlorotNormal", "GlorotUniform", "HeNormal", "HeUniform", "Identity", "Initializer",
           "LecunNormal", "LecunUniform", "Ones", "Orthogonal", "RandomNormal", "RandomUniform", "TruncatedNormal",
           "VarianceScaling", "Zeros", "constant", "deserialize", "get", "glorot_normal", "glorot_uniform", "he_normal",
           "he_uniform", "identity", "lecun_normal", "lecun_uniform", "ones", "orthogonal", "random_normal",
           "random_uniform", "serialize", "truncated_normal", "variance_scaling", "zeros"]
CUT = 0.87962566103423978                # standard deviation of a normal distribution that is cut off at ± 2


class Initializer(Described):
    """Base: initializer(shape, dtype) gives the values. A subclass of your own defines __call__."""

    def __call__(self, shape, dtype=None):
        raise NotImplementedError("Initializer subclasses must implement the `__call__()` method.")

    def clone(self):
        """Another one with the same settings."""
        return type(self).from_config(self.get_config())


def kind_of(dtype):
    return as_dtype(dtype or settings["floatx"]).kind


@arguments(value=0.0)
class Constant(Initializer):
    """One value everywhere: a number, or an array that broadcasts to the shape."""

    def __call__(self, shape, dtype=None):
        value = engine_tensor(self.value).to(kind_of(dtype))
        return wrapped(value.expand(*shape).clone() if len(shape) else value.clone())


class Zeros(Initializer):
    """Zeros."""

    def __call__(self, shape, dtype=None):
        return wrapped(mt.zeros(tuple(shape), dtype=kind_of(dtype)))


class Ones(Initializer):
    """Ones."""

    def __call__(self, shape, dtype=None):
        return wrapped(mt.ones(tuple(shape), dtype=kind_of(dtype)))


@arguments(gain=1.0)
class Identity(Initializer):
    """The identity matrix times `gain`, for weights of two axes."""

    def __call__(self, shape, dtype=None):
        if len(shape) != 2:
            raise ValueError(f"Identity matrix initializer can only be used for 2D matrices. Received: shape={shape}")
        return wrapped(mt.eye(*shape, dtype=kind_of(dtype)) * self.gain)


class Drawn(Initializer):
    """Random values: with a seed the same ones at every call, as in Keras 3."""

    @property
    def generator(self):
        """Where the numbers of a call come from: a stream from the seed, or None, the one of all."""
        return None if self.seed is None else Generator().manual_seed(int(self.seed))


@arguments(mean=0.0, stddev=0.05, seed=None)
class RandomNormal(Drawn):
    """Normal numbers of this mean and standard deviation stddev."""

    def __call__(self, shape, dtype=None):
        return wrapped(self.drawn(shape, dtype) * self.stddev + self.mean)

    def drawn(self, shape, dtype):
        """Return normal numbers of mean 0 and standard deviation 1, of this shape and element type."""
        return mt.randn(tuple(shape), generator=self.generator, dtype=kind_of(dtype))


@arguments(minval=-0.05, maxval=0.05, seed=None)
class RandomUniform(Drawn):
    """Numbers from minval up to but without maxval, all alike."""

    def __call__(self, shape, dtype=None):
        drawn = mt.rand(tuple(shape), generator=self.generator, dtype=kind_of(dtype))
        return wrapped(drawn * (self.maxval - self.minval) + self.minval)


@arguments(mean=0.0, stddev=0.05, seed=None)
class TruncatedNormal(RandomNormal):
    """Normal numbers of this mean and standard deviation stddev, drawn again beyond two of them."""

    def drawn(self, shape, dtype):
        return truncated(shape, dtype, self.generator)


def truncated(shape, dtype, generator):
    """Return normal numbers between -2 and 2."""
    from ...nn import init
    return init.trunc_normal_(mt.empty(tuple(shape), dtype=kind_of(dtype)), 0.0, 1.0, -2.0, 2.0, generator=generator)


@arguments(scale=1.0, mode="fan_in", distribution="truncated_normal", seed=None, input_axes=None, output_axes=None)
class VarianceScaling(Drawn):
    """Values whose variance is scale / fan, so that signals neither grow nor fade from layer to layer.

    scale          1 for linear layers, 2 before relu
    mode           fan: "fan_in", the inputs of a unit; "fan_out", where its result goes; "fan_avg", their mean
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
        into, out = compute_fans(shape, self.input_axes, self.output_axes)
        fan = {"fan_in": into, "fan_out": out, "fan_avg": (into + out) / 2}[self.mode]
        variance = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            limit = sqrt(3 * variance)
            drawn = mt.rand(tuple(shape), generator=self.generator, dtype=kind_of(dtype))
            return wrapped(drawn * (2 * limit) - limit)
        if self.distribution == "truncated_normal":
            return wrapped(truncated(shape, dtype, self.generator) * (sqrt(variance) / CUT))
        return wrapped(mt.randn(tuple(shape), generator=self.generator, dtype=kind_of(dtype)) * sqrt(variance))


def compute_fans(shape, input_axes=None, output_axes=None):
    """Return (inputs of a unit, units that an input goes to) of a kernel (…space, in, out)."""
    if input_axes is not None or output_axes is not None:
        inputs, outputs = ([axis % len(shape) for axis in axes or ()] for axes in (input_axes, output_axes))
        field = prod(n for i, n in enumerate(shape) if i not in (*inputs, *outputs))
        return field * prod(shape[i] for i in inputs), field * prod(shape[i] for i in outputs)
    if len(shape) < 2:
        return (prod(shape),) * 2
    field = prod(shape[:-2])
    return field * shape[-2], field * shape[-1]


def scaled(name, scale, mode, distribution, doc):
    """Return a VarianceScaling with fixed settings, under a name of its own."""
    return arguments(seed=None, input_axes=None, output_axes=None)(
        made(VarianceScaling, name, doc, scale=scale, mode=mode, distribution=distribution))


GlorotUniform = scaled("GlorotUniform", 1.0, "fan_avg", "uniform", "Uniform within √(6 / (fan_in + fan_out)).")
GlorotNormal = scaled("GlorotNormal", 1.0, "fan_avg", "truncated_normal", "Normal, √(2 / (fan_in + fan_out)).")
LecunNormal = scaled("LecunNormal", 1.0, "fan_in", "truncated_normal", "Normal, √(1 / fan_in).")
LecunUniform = scaled("LecunUniform", 1.0, "fan_in", "uniform", "Uniform within √(3 / fan_in).")
HeNormal = scaled("HeNormal", 2.0, "fan_in", "truncated_normal", "Normal, √(2 / fan_in).")
HeUniform = scaled("HeUniform", 2.0, "fan_in", "uniform", "Uniform within √(6 / fan_in).")


@arguments(gain=1.0, seed=None)
class Orthogonal(Drawn):
    """Rows, or columns, at right angles and of length `gain`. Saxe et al. (2013)."""

    def __call__(self, shape, dtype=None):
        if len(shape) < 2:
            raise ValueError("The tensor to initialize must be at least two-dimensional. Received: "
                             f"shape={tuple(shape)} of rank {len(shape)}.")
        from ...nn import init
        matrix = mt.empty(prod(shape[:-1]), shape[-1], dtype=kind_of(dtype))
        return wrapped(init.orthogonal_(matrix, self.gain, generator=self.generator).reshape(tuple(shape)))


constant, glorot_normal, glorot_uniform, he_normal, he_uniform, identity = (
    Constant, GlorotNormal, GlorotUniform, HeNormal, HeUniform, Identity)
lecun_normal, lecun_uniform, ones, orthogonal, random_normal, random_uniform = (
    LecunNormal, LecunUniform, Ones, Orthogonal, RandomNormal, RandomUniform)
truncated_normal, variance_scaling, zeros = TruncatedNormal, VarianceScaling, Zeros
TABLE = {**{name: globals()[name] for name in __all__ if name in globals() and name != "Initializer"},
         "zero": Zeros, "one": Ones, "normal": RandomNormal, "uniform": RandomUniform}
get = getter(TABLE, "initializer", "glorot_uniform")
serialize, deserialize = files_of("initializer")
_speak_for(globals(), "keras.initializers")
