"""Distributions of powers of other draws: InverseGamma and Kumaraswamy."""

from math import inf, nan

from . import constraints
from .continuous import Uniform
from .derived import EULER, TransformedDistribution
from .distribution import as_tensors
from .gamma import Gamma
from .transforms import AffineTransform, PowerTransform


class InverseGamma(TransformedDistribution):
    """Reciprocals of Gamma draws, often used for a variance. ValueError for a parameter of 0 or less.

    concentration   the concentration of the Gamma
    rate            the rate of the Gamma; draws are proportional to it
    """

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.positive

    def __init__(self, concentration, rate, validate_args=None):
        base = Gamma(concentration, rate, validate_args)
        super().__init__(base, [PowerTransform(-base.rate.new_ones(()))], validate_args)

    concentration = property(lambda self: self.base_dist.concentration)
    rate = property(lambda self: self.base_dist.rate)
    mean = property(lambda self: (self.rate / (self.concentration - 1)).where(self.concentration > 1, inf))
    mode = property(lambda self: self.rate / (self.concentration + 1))

    @property
    def variance(self):
        a = self.concentration
        return (self.rate ** 2 / ((a - 1) ** 2 * (a - 2))).where(a > 2, inf)

    def entropy(self):
        """Return the entropy in nats."""
        a = self.concentration
        return a + self.rate.log() + a.lgamma() - (1 + a) * a.digamma()


class Kumaraswamy(TransformedDistribution):
    """A distribution on [0, 1] similar to Beta, with the cdf 1 − (1 − x^a)^b. ValueError for a parameter of 0 or less.

    concentration1   a
    concentration0   b
    """

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = a, b = as_tensors(concentration1, concentration0)
        one = b.detach() * 0 + 1
        super().__init__(Uniform(one - 1, one, validate_args),
                         [PowerTransform(1 / b), AffineTransform(1.0, -1.0), PowerTransform(1 / a)], validate_args)

    def moment(self, power):
        """Return the mean of x^power."""
        b, more = self.concentration0, 1 + power / self.concentration1
        return b * (more.lgamma() + b.lgamma() - (more + b).lgamma()).exp()

    mean = property(lambda self: self.moment(1))
    variance = property(lambda self: self.moment(2) - self.mean ** 2)

    @property
    def mode(self):
        a, b = self.concentration1, self.concentration0
        return ((-b).log1p() / b - (-a * b).log1p()).exp().where((a >= 1) & (b >= 1), nan)

    def entropy(self):
        """Return the entropy in nats."""
        a, b = self.concentration1, self.concentration0
        return (1 - 1 / b) + (1 - 1 / a) * ((b + 1).digamma() + EULER) - a.log() - b.log()
