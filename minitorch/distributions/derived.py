"""Distributions that transform the draws of another distribution."""

from math import log, pi, sqrt

from ..runtime import functions
from . import constraints
from .continuous import LOC_AND_SCALE, Cauchy, Exponential, LocScale, Normal, uniform
from .distribution import Distribution, as_tensors
from .transform import Transform, sum_last_dims
from .transforms import AbsTransform, AffineTransform, ExpTransform, PowerTransform

EULER = 0.5772156649015329


class TransformedDistribution(Distribution):
    """The distribution of transformed draws of another distribution.

    base_distribution   the distribution whose draws are transformed
    transforms          a Transform, or a list of Transforms that are applied one after the other

    Raises ValueError if `transforms` contains anything else.
    """

    def __init__(self, base_distribution, transforms, validate_args=None):
        self.transforms = [transforms] if isinstance(transforms, Transform) else list(transforms)
        if not all(isinstance(each, Transform) for each in self.transforms):
            raise ValueError(f"transforms must be a Transform or a list, but was {transforms}")
        self.base_dist = base_distribution
        events = max([len(base_distribution.event_shape),
                      *(max(each.domain.event_dim, each.codomain.event_dim) for each in self.transforms)])
        shape = (*base_distribution.batch_shape, *base_distribution.event_shape)
        for each in self.transforms:
            shape = each.forward_shape(shape)
        cut = len(shape) - events
        super().__init__(shape[:cut], shape[cut:], validate_args)

    has_rsample = property(lambda self: self.base_dist.has_rsample)

    @property
    def support(self):
        if not self.transforms:
            return self.base_dist.support
        last = self.transforms[-1].codomain
        more = len(self.event_shape) - last.event_dim
        return constraints.independent(last, more) if more else last

    def apply_transforms(self, x):
        for each in self.transforms:
            x = each(x)
        return x

    def sample(self, sample_shape=()):
        """Return draws without a gradient."""
        return self.apply_transforms(self.base_dist.sample(sample_shape)).detach()

    def rsample(self, sample_shape=()):
        """Return draws with gradients to the parameters."""
        return self.apply_transforms(self.base_dist.rsample(sample_shape))

    def log_density(self, value):
        events, total, y = len(self.event_shape), 0, value
        for each in reversed(self.transforms):
            x = each.inverse(y)
            dims = events - max(each.domain.event_dim, each.codomain.event_dim)
            total = total - sum_last_dims(each.log_abs_det_jacobian(x, y), dims)
            y = x
        return total + sum_last_dims(self.base_dist.log_prob(y), events - len(self.base_dist.event_shape))

    def direction(self):
        """Return 1 if the composed transforms increase, −1 if they decrease."""
        sign = 1
        for each in self.transforms:
            sign = sign * each.sign
        return sign

    def cdf(self, value):
        """Return the probability that a draw is at most `value`."""
        for each in reversed(self.transforms):
            value = each.inverse(value)
        return self.direction() * (self.base_dist.cdf(value) - 0.5) + 0.5

    def icdf(self, value):
        """Return the number that a draw does not exceed with probability `value`."""
        return self.apply_transforms(self.base_dist.icdf(self.direction() * (value - 0.5) + 0.5))

    def expand(self, batch_shape, _instance=None):
        """Return the same distribution for a larger batch."""
        new = super().expand(batch_shape)
        events = len(self.event_shape) - len(self.base_dist.event_shape)
        new.base_dist = self.base_dist.expand((*batch_shape, *self.event_shape[:events]))
        return new


class LogNormal(TransformedDistribution):
    """e to the power of a Normal(loc, scale). ValueError for a scale of 0 or less."""

    arg_constraints = LOC_AND_SCALE
    support = constraints.positive

    def __init__(self, loc, scale, validate_args=None):
        super().__init__(Normal(loc, scale, validate_args), ExpTransform(), validate_args)

    loc = property(lambda self: self.base_dist.loc)
    scale = property(lambda self: self.base_dist.scale)
    mode = property(lambda self: (self.loc - self.scale ** 2).exp())
    mean = property(lambda self: (self.loc + self.scale ** 2 / 2).exp())
    variance = property(lambda self: (self.scale ** 2).expm1() * self.mean ** 2)

    def entropy(self):
        """Return the entropy in nats."""
        return self.base_dist.entropy() + self.loc


class Half(TransformedDistribution):
    """The absolute value of a draw from a distribution that is symmetric around 0."""

    arg_constraints = {"scale": constraints.positive}
    support = constraints.nonnegative
    around: type

    def __init__(self, scale, validate_args=None):
        super().__init__(self.around(0.0 if not hasattr(scale, "array") else scale.new_zeros(()), scale, validate_args),
                         AbsTransform(), validate_args)

    scale = property(lambda self: self.base_dist.scale)
    mode = property(lambda self: self.scale * 0)

    def log_density(self, value):
        return functions["where"](value >= 0, self.base_dist.log_prob(value) + log(2), -float("inf"))

    def cdf(self, value):
        """Return the probability that a draw is at most `value`."""
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, value):
        """Return the number that a draw does not exceed with probability `value`."""
        return self.base_dist.icdf((value + 1) / 2)

    def entropy(self):
        """Return the entropy in nats."""
        return self.base_dist.entropy() - log(2)


class HalfNormal(Half):
    """The absolute value of a Normal(0, scale). ValueError for a scale of 0 or less."""

    around = Normal
    mean = property(lambda self: self.scale * sqrt(2 / pi))
    variance = property(lambda self: self.scale ** 2 * (1 - 2 / pi))


class HalfCauchy(Half):
    """The absolute value of a Cauchy(0, scale). ValueError for a scale of 0 or less."""

    around = Cauchy
    mean = property(lambda self: self.scale * float("inf"))
    variance = property(lambda self: self.scale * float("inf"))


class Gumbel(LocScale):
    """Maxima of many draws: density e^(−z − e^(−z)) / scale with z = (x − loc) / scale. ValueError for a scale ≤ 0."""

    mode = property(lambda self: self.loc)
    mean = property(lambda self: self.loc + self.scale * EULER)
    variance = property(lambda self: (pi * self.scale) ** 2 / 6)

    def draw(self, shape):
        return self.loc - self.scale * (-uniform(shape, self.loc).log()).log()

    def log_density(self, value):
        z = (value - self.loc) / self.scale
        return -z - (-z).exp() - self.scale.log()

    def cdf(self, value):
        """Return the probability that a draw is at most `value`."""
        return (-(-(value - self.loc) / self.scale).exp()).exp()

    def icdf(self, value):
        """Return the number that a draw does not exceed with probability `value`."""
        return self.loc - self.scale * (-value.log()).log()

    def entropy(self):
        """Return the entropy in nats."""
        return self.scale.log() + 1 + EULER


class Weibull(TransformedDistribution):
    """Lifetimes: scale · x^(1 / concentration), where x ~ Exponential(1). ValueError for a parameter of 0 or less."""

    arg_constraints = {"scale": constraints.positive, "concentration": constraints.positive}
    support = constraints.positive

    def __init__(self, scale, concentration, validate_args=None):
        self.scale, self.concentration = as_tensors(scale, concentration)
        super().__init__(Exponential(self.scale.new_ones(self.scale.shape), validate_args),
                         [PowerTransform(1 / self.concentration), AffineTransform(0, self.scale)], validate_args)

    mean = property(lambda self: self.scale * (1 + 1 / self.concentration).lgamma().exp())

    @property
    def mode(self):
        share = (self.concentration - 1) / self.concentration
        return self.scale * share ** (1 / self.concentration)

    @property
    def variance(self):
        double, single = (1 + 2 / self.concentration).lgamma(), 2 * (1 + 1 / self.concentration).lgamma()
        return self.scale ** 2 * (double.exp() - single.exp())

    def entropy(self):
        """Return the entropy in nats."""
        return EULER * (1 - 1 / self.concentration) + (self.scale / self.concentration).log() + 1


class Pareto(TransformedDistribution):
    """Numbers of at least `scale`, with a heavy tail: density ∝ x^(−alpha − 1). ValueError for a parameter ≤ 0."""

    arg_constraints = {"alpha": constraints.positive, "scale": constraints.positive}

    def __init__(self, scale, alpha, validate_args=None):
        self.scale, self.alpha = as_tensors(scale, alpha)
        super().__init__(Exponential(self.alpha, validate_args), [ExpTransform(), AffineTransform(0, self.scale)],
                         validate_args)

    support = property(lambda self: constraints.greater_than_eq(self.scale))
    mode = property(lambda self: self.scale)

    @property
    def mean(self):
        a = self.alpha.clamp(min=1)
        return a * self.scale / (a - 1)

    @property
    def variance(self):
        a = self.alpha.clamp(min=2)
        return self.scale ** 2 * a / ((a - 1) ** 2 * (a - 2))

    def entropy(self):
        """Return the entropy in nats."""
        return (self.scale / self.alpha).log() + 1 + 1 / self.alpha
