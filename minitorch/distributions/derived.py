"""Distributions made of others: a draw that is transformed, or taken from one of several."""

from math import log, pi, sqrt

from .continuous import Normal, positive, uniform
from .distribution import Distribution, Reparameterised, as_tensors

EULER = 0.5772156649015329


class LogNormal(Reparameterised):
    """e to the power of a Normal(loc, scale). ValueError for a scale of 0 or less."""

    def __init__(self, loc, scale, validate_args=None):
        self.base_dist = Normal(loc, scale)
        super().__init__(self.base_dist.batch_shape)

    loc = property(lambda self: self.base_dist.loc)
    scale = property(lambda self: self.base_dist.scale)
    mean = property(lambda self: (self.loc + self.scale ** 2 / 2).exp())
    variance = property(lambda self: (self.scale ** 2).expm1() * self.mean ** 2)

    def draw(self, shape):
        return self.base_dist.draw(shape).exp()

    def log_prob(self, value):
        """log of the density at `value`."""
        return self.base_dist.log_prob(value.log()) - value.log()

    def entropy(self):
        """Mean surprise, in nats."""
        return self.base_dist.entropy() + self.loc


class HalfNormal(Reparameterised):
    """The size of a Normal(0, scale). ValueError for a scale of 0 or less."""

    def __init__(self, scale, validate_args=None):
        self.base_dist = Normal(0.0 if not hasattr(scale, "array") else scale * 0, scale)
        super().__init__(self.base_dist.batch_shape)

    scale = property(lambda self: self.base_dist.scale)
    mean = property(lambda self: self.scale * sqrt(2 / pi))
    variance = property(lambda self: self.scale ** 2 * (1 - 2 / pi))

    def draw(self, shape):
        return self.base_dist.draw(shape).abs()

    def log_prob(self, value):
        """log of the density at `value`: −inf below 0."""
        return self.base_dist.log_prob(value) + log(2) + (value >= 0).to(self.scale.dtype).log()

    def entropy(self):
        """Mean surprise, in nats."""
        return self.base_dist.entropy() - log(2)


class Gumbel(Reparameterised):
    """The largest of many draws: density e^(−z − e^(−z)) / scale, z = (x − loc) / scale. ValueError for a scale ≤ 0."""

    shown = "loc scale"

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = as_tensors(loc, scale)
        positive("Gumbel", scale=self.scale)
        super().__init__(self.loc.shape)

    mean = property(lambda self: self.loc + self.scale * EULER)
    variance = property(lambda self: (pi * self.scale) ** 2 / 6)

    def draw(self, shape):
        return self.loc - self.scale * (-uniform(shape, self.loc).log()).log()

    def log_prob(self, value):
        """log of the density at `value`."""
        z = (value - self.loc) / self.scale
        return -z - (-z).exp() - self.scale.log()

    def entropy(self):
        """Mean surprise, in nats."""
        return self.scale.log() + 1 + EULER


class MixtureSameFamily(Distribution):
    """A draw from one of K components, chosen by a Categorical: (*, K) components give (*) draws.

    mixture_distribution     the Categorical
    component_distribution   the components, their last batch dimension K; ValueError for another size
    """

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
        shape = component_distribution.batch_shape
        if shape[-1:] != mixture_distribution.probs.shape[-1:]:
            raise ValueError(f"`mixture_distribution component` ({mixture_distribution.probs.shape[-1]}) does not equal"
                             f" `component_distribution.batch_shape[-1]` ({shape[-1:]})")
        super().__init__(shape[:-1])
        self.event_shape = component_distribution.event_shape

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"

    def weights(self):
        """The probabilities of the components, with a dimension for each of an event."""
        probs = self.mixture_distribution.probs
        return probs.reshape((*probs.shape, *[1] * len(self.event_shape)))

    def over(self, x):
        """The sum over the components, weighted."""
        return (self.weights() * x).sum(-1 - len(self.event_shape))

    mean = property(lambda self: self.over(self.component_distribution.mean))

    @property
    def variance(self):
        apart = self.component_distribution.mean - self.mean.unsqueeze(-1 - len(self.event_shape))
        return self.over(self.component_distribution.variance) + self.over(apart ** 2)

    def draw(self, shape):
        events = len(self.event_shape)
        drawn = self.component_distribution.sample(shape[:len(shape) - len(self.batch_shape)])
        chosen = self.mixture_distribution.sample(shape[:len(shape) - len(self.mixture_distribution.batch_shape)])
        chosen = chosen.reshape((*chosen.shape, 1, *[1] * events)).expand((*shape, 1, *self.event_shape))
        return drawn.gather(-1 - events, chosen).squeeze(-1 - events)

    def log_prob(self, value):
        """log of the density, or of the probability, at `value`."""
        each = self.component_distribution.log_prob(value.unsqueeze(-1 - len(self.event_shape)))
        return (each + self.mixture_distribution.logits).logsumexp(-1)
