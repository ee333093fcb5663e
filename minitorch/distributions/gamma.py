"""Distributions based on the gamma function: Gamma, Chi2, Beta, Dirichlet, StudentT."""

from math import lgamma, log, pi

import numpy as np

from ..autograd import Function
from ..nn.functional import one_hot
from ..random import numpy_generator
from ..runtime import functions
from ..tensors import tensor
from . import constraints
from .continuous import LOC_AND_SCALE
from .distribution import Distribution, as_tensors

STEP = 1e-4                              # relative step in a, by which P(a, x) is differentiated numerically
TERMS = 10_000                           # maximum number of terms of a series


def incomplete_gamma(a, x):
    """Return the regularised lower incomplete gamma function P(a, x) in float64: a series, or a continued fraction."""
    a, x = np.broadcast_arrays(np.asarray(a, np.float64), np.asarray(x, np.float64))
    with np.errstate(all="ignore"):
        head = np.exp(a * np.log(x) - x - np.vectorize(lgamma, otypes=[float])(a))
        term = total = 1 / a
        for n in range(1, TERMS):
            term = term * x / (a + n)
            total = total + term
            if not (term > 1e-16 * total)[x < a + 1].any():
                break
        series = head * total
        b = x + 1 - a
        c, d = np.full_like(b, 1e300), 1 / b
        fraction = d
        for n in range(1, TERMS):                          # this is Lentz's method
            b = b + 2
            d = 1 / (n * (a - n) * d + b)
            c = b + n * (a - n) / c
            fraction = fraction * (c * d)
            if not (np.abs(c * d - 1) > 1e-15)[x >= a + 1].any():
                break
    return np.where(x <= 0, 0.0, np.where(x < a + 1, series, 1 - head * fraction))


class StandardGamma(Function):
    """Draws x of a gamma distribution with rate 1; their gradient dx / da follows from a constant P(a, x)."""

    @staticmethod
    def forward(ctx, concentration):
        a = concentration.cpu().numpy()
        drawn = np.maximum(numpy_generator().standard_gamma(a), np.finfo(a.dtype).tiny)
        drawn = tensor(drawn, dtype=concentration.dtype, device=concentration.device)
        ctx.save_for_backward(concentration, drawn)
        return drawn

    @staticmethod
    def backward(ctx, grad):
        a, x = (each.detach().cpu().numpy().astype(np.float64) for each in ctx.saved_tensors)
        rise = (incomplete_gamma(a * (1 + STEP), x) - incomplete_gamma(a * (1 - STEP), x)) / (2 * STEP * a)
        density = np.exp((a - 1) * np.log(x) - x - np.vectorize(lgamma, otypes=[float])(a))
        return grad * tensor(-rise / density, dtype=grad.dtype, device=grad.device)


def standard_gamma(concentration):
    """Draw from a gamma distribution with rate 1, once for each concentration, with gradients."""
    return StandardGamma.apply(concentration)


class Beta(Distribution):
    """Beta distribution, from 0 to 1: density ∝ x^(a − 1) · (1 − x)^(b − 1); a is concentration1, b concentration0.

    Raises ValueError unless both are positive.
    """

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.a, self.b = as_tensors(concentration1, concentration0)
        super().__init__(self.a.shape, validate_args=validate_args)

    concentration1 = property(lambda self: self.a)
    concentration0 = property(lambda self: self.b)
    mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total ** 2 * (total + 1))

    @property
    def mode(self):
        return Dirichlet(functions["stack"]([self.a, self.b], -1)).mode[..., 0]

    def draw(self, shape):
        first, second = standard_gamma(self.a.expand(shape)), standard_gamma(self.b.expand(shape))
        return first / (first + second)

    def log_density(self, value):
        a, b = self.concentration1, self.concentration0
        shape = functions["xlogy"](a - 1, value) + functions["xlogy"](b - 1, 1 - value)
        return shape + (a + b).lgamma() - a.lgamma() - b.lgamma()

    def entropy(self):
        """Return the entropy in nats."""
        a, b = self.concentration1, self.concentration0
        return (a.lgamma() + b.lgamma() - (a + b).lgamma() - (a - 1) * a.digamma() - (b - 1) * b.digamma()
                + (a + b - 2) * (a + b).digamma())


class Gamma(Distribution):
    """Gamma distribution, above 0: density ∝ x^(concentration − 1) · e^(−rate · x). ValueError for parameters ≤ 0."""

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = as_tensors(concentration, rate)
        super().__init__(self.concentration.shape, validate_args=validate_args)

    mode = property(lambda self: ((self.concentration - 1) / self.rate).clamp(min=0))
    mean = property(lambda self: self.concentration / self.rate)
    variance = property(lambda self: self.concentration / self.rate ** 2)

    def draw(self, shape):
        return standard_gamma(self.concentration.expand(shape)) / self.rate

    def cdf(self, value):
        """Return the probability that a draw is at most `value`, without a gradient."""
        x = (self.rate * value).detach()
        share = incomplete_gamma(self.concentration.detach().cpu().numpy(), x.cpu().numpy())
        return tensor(share, dtype=x.dtype, device=x.device)

    def log_prob(self, value):
        """Return the log of the density at `value`: a tensor or, as in PyTorch for this distribution, a number."""
        known = hasattr(value, "array")
        return super().log_prob(value if known else tensor(value, dtype=self.rate.dtype, device=self.rate.device))

    def log_density(self, value):
        a = self.concentration
        return functions["xlogy"](a, self.rate) + functions["xlogy"](a - 1, value) - self.rate * value - a.lgamma()

    def entropy(self):
        """Return the entropy in nats."""
        a = self.concentration
        return a - self.rate.log() + a.lgamma() + (1 - a) * a.digamma()


class Chi2(Gamma):
    """The sum of the squares of `df` standard normal numbers. ValueError for a df of 0 or less."""

    arg_constraints = {"df": constraints.positive}

    def __init__(self, df, validate_args=None):
        super().__init__(*as_tensors(0.5 * df, 0.5), validate_args=validate_args)

    df = property(lambda self: self.concentration * 2)


class StudentT(Distribution):
    """A bell curve with heavy tails: loc + scale · z / √(Chi2(df) / df), where z is standard normal.

    df, loc, scale   tensors or numbers, broadcast

    Raises ValueError for a df or a scale of 0 or less.
    """

    arg_constraints = {"df": constraints.positive, **LOC_AND_SCALE}
    support = constraints.real
    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = as_tensors(df, loc, scale)
        super().__init__(self.df.shape, validate_args=validate_args)

    mode = property(lambda self: self.loc)
    mean = property(lambda self: functions["where"](self.df > 1, self.loc, float("nan")))

    @property
    def variance(self):
        wide = functions["where"](self.df > 1, float("inf"), float("nan"))
        return functions["where"](self.df > 2, self.scale ** 2 * self.df / (self.df - 2), wide)

    def draw(self, shape):
        normal = functions["randn"](shape, dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + self.scale * normal * (Chi2(self.df).draw(shape) / self.df).rsqrt()

    def log_density(self, value):
        y, df = (value - self.loc) / self.scale, self.df
        norm = self.scale.log() + 0.5 * df.log() + 0.5 * log(pi) + (0.5 * df).lgamma() - (0.5 * (df + 1)).lgamma()
        return -0.5 * (df + 1) * (y ** 2 / df).log1p() - norm

    def entropy(self):
        """Return the entropy in nats."""
        df, half = self.df, 0.5 * (self.df + 1)
        beta = (0.5 * df).lgamma() + lgamma(0.5) - half.lgamma()
        return self.scale.log() + half * (half.digamma() - (0.5 * df).digamma()) + 0.5 * df.log() + beta


class Dirichlet(Distribution):
    """Weights (*, K) that sum to 1: density ∝ Π xᵢ^(concentrationᵢ − 1). ValueError for a concentration ≤ 0."""

    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        if concentration.ndim < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args)

    total = property(lambda self: self.concentration.sum(-1, keepdim=True), doc="The sum of the concentrations.")
    mean = property(lambda self: self.concentration / self.total)
    variance = property(lambda self: self.mean * (1 - self.mean) / (self.total + 1))

    @property
    def mode(self):
        above = (self.concentration - 1).clamp(min=0)
        mode = above / above.sum(-1, keepdim=True)
        flat = (self.concentration < 1).all(-1, keepdim=True)
        corner = one_hot(mode.argmax(-1), self.event_shape[0]).to(mode.dtype)
        return functions["where"](flat, corner, mode)

    def draw(self, shape):
        drawn = standard_gamma(self.concentration.expand((*shape, *self.event_shape)))
        return drawn / drawn.sum(-1, keepdim=True)

    def log_density(self, value):
        a = self.concentration
        return functions["xlogy"](a - 1, value).sum(-1) + a.sum(-1).lgamma() - a.lgamma().sum(-1)

    def entropy(self):
        """Return the entropy in nats."""
        a, total = self.concentration, self.concentration.sum(-1)
        return (a.lgamma().sum(-1) - total.lgamma() - (a.shape[-1] - total) * total.digamma()
                - ((a - 1) * a.digamma()).sum(-1))
