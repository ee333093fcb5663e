"""Distributions on a circle (VonMises), between 0 and 1, and of the ratio of two variances."""

from math import log, nan, pi

import numpy as np

from ..nn.functional import binary_cross_entropy_with_logits
from ..runtime import functions
from . import constraints
from .categorical import clamp_probs
from .continuous import drawn_by, uniform
from .counts import YesOrNo
from .distribution import Distribution, as_tensors
from .gamma import standard_gamma

# Source: Abramowitz & Stegun, Handbook of Mathematical Functions (1964), 9.8.1 to 9.8.4
NEAR = {0: (1.0, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.0360768, 0.0045813),
        1: (0.5, 0.87890594, 0.51498869, 0.15084934, 0.02658733, 0.00301532, 0.00032411)}
FAR = {0: (0.39894228, 0.01328592, 0.00225319, -0.00157565, 0.00916281, -0.02057706, 0.02635537, -0.01647633,
           0.00392377),
       1: (0.39894228, -0.03988024, -0.00362018, 0.00163801, -0.01031555, 0.02282967, -0.02895312, 0.01787654,
           -0.00420059)}
BORDER = 3.75                            # log_bessel uses another formula from this x on


def polynomial(x, factors):
    """Return factors[0] + factors[1]·x + factors[2]·x² + …"""
    out = factors[-1]
    for factor in factors[-2::-1]:
        out = factor + x * out
    return out


def log_bessel(x, order):
    """Return the log of the modified Bessel function of the first kind, of order 0 or 1, at positive x."""
    near = polynomial((x / BORDER) ** 2, NEAR[order]).log() + (x.abs().log() if order else 0)
    far = x - 0.5 * x.log() + polynomial(BORDER / x, FAR[order]).log()
    return functions["where"](x < BORDER, near, far)


class VonMises(Distribution):
    """Angles around `loc`; a larger `concentration` brings them nearer: density ∝ e^(concentration · cos(x − loc)).

    mean and variance are those of directions on a circle. Raises ValueError for a concentration of 0 or less.
    """

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = as_tensors(loc, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    mean = mode = property(lambda self: self.loc)

    @property
    def variance(self):
        return 1 - (log_bessel(self.concentration, 1) - log_bessel(self.concentration, 0)).exp()

    def draw(self, shape):
        loc, concentration = (each.detach().cpu().numpy().astype(np.float64) for each in (self.loc, self.concentration))
        loc = (loc + pi) % (2 * pi) - pi
        return drawn_by(lambda generator: generator.vonmises(loc, concentration, tuple(shape)), self.loc)

    def log_density(self, value):
        return (self.concentration * (value - self.loc).cos() - log(2 * pi) - log_bessel(self.concentration, 0))


class ContinuousBernoulli(YesOrNo):
    """Numbers from 0 to 1, such as a VAE's pixels: density ∝ probs^x · (1 − probs)^(1 − x), with `probs` or `logits`.

    lims   between these two probs a series is used, because digits of the formulas cancel

    Raises ValueError unless exactly one of probs and logits is given. Source: Loaiza-Ganem & Cunningham (2019).
    """

    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        self.store_parameters(probs, logits)
        self.lims = lims
        super().__init__(self.param_shape, validate_args=validate_args)
        if "probs" in vars(self):
            self.probs = clamp_probs(self.probs)

    def choose(self, formula, series):
        """Return formula(probs), or series(probs − ½) if digits of the formula cancel."""
        outside = (self.probs <= self.lims[0]) | (self.probs > self.lims[1])
        cut = functions["where"](outside, self.probs, self.lims[0])
        return functions["where"](outside, formula(cut), series(self.probs - 0.5))

    def log_norm(self):
        """Return the log of the factor that makes the density's integral 1."""
        return self.choose(lambda p: ((-p).log1p() - p.log()).abs().log() - (1 - 2 * p).abs().log(),
                           lambda x: log(2) + (4 / 3 + 104 / 45 * x ** 2) * x ** 2)

    @property
    def mean(self):
        return self.choose(lambda p: p / (2 * p - 1) + 1 / ((-p).log1p() - p.log()),
                           lambda x: 0.5 + (1 / 3 + 16 / 45 * x ** 2) * x)

    @property
    def variance(self):
        return self.choose(lambda p: p * (p - 1) / (1 - 2 * p) ** 2 + 1 / ((-p).log1p() - p.log()) ** 2,
                           lambda x: 1 / 12 - (1 / 15 - 128 / 945 * x ** 2) * x ** 2)

    def draw(self, shape):
        return self.icdf(uniform(shape, self.probs))

    def log_density(self, value):
        logits, value = functions["broadcast_tensors"](self.logits, value)
        return self.log_norm() - binary_cross_entropy_with_logits(logits, value, reduction="none")

    def cdf(self, value):
        """Return the probability that a draw is at most `value`."""
        share = self.choose(lambda p: (p ** value * (1 - p) ** (1 - value) + p - 1) / (2 * p - 1),
                            lambda x: value + 0 * x)
        return functions["where"](value <= 0, 0.0, functions["where"](value >= 1, 1.0, share))

    def icdf(self, value):
        """Return the quantile: a draw is at most this number with probability `value`."""
        return self.choose(lambda p: ((value * (2 * p - 1) - p).log1p() - (-p).log1p()) / (p.log() - (-p).log1p()),
                           lambda x: value + 0 * x)

    def entropy(self):
        """Return the entropy in nats, which may be negative because x is continuous."""
        no, yes = (-self.probs).log1p(), self.probs.log()
        return self.mean * (no - yes) - self.log_norm() - no


class FisherSnedecor(Distribution):
    """The ratio of two mean squares: of df1 and of df2 standard normal numbers. ValueError unless both are positive."""

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = as_tensors(df1, df2)
        super().__init__(self.df1.shape, validate_args=validate_args)

    def df2_above(self, least):
        """Return df2, or nan if df2 ≤ `least`, because the moment does not exist then."""
        return functions["where"](self.df2 > least, self.df2, nan)

    mean = property(lambda self: self.df2_above(2) / (self.df2_above(2) - 2))

    @property
    def mode(self):
        return functions["where"](self.df1 > 2, (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2), nan)

    @property
    def variance(self):
        df2 = self.df2_above(4)
        return 2 * df2 ** 2 * (self.df1 + df2 - 2) / (self.df1 * (df2 - 2) ** 2 * (df2 - 4))

    def draw(self, shape):
        first, second = (standard_gamma((df * 0.5).expand(shape)) / df for df in (self.df1, self.df2))
        return first / second

    def log_density(self, value):
        one, two, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        return ((one + two).lgamma() - one.lgamma() - two.lgamma() + one * ratio.log() + (one - 1) * value.log()
                - (one + two) * (ratio * value).log1p())
