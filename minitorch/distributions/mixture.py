"""MixtureSameFamily: each draw comes from one of several distributions of the same class."""

from .distribution import Distribution


class MixtureSameFamily(Distribution):
    """A draw from one of K components, chosen by a Categorical: (*, K) components give (*) draws.

    mixture_distribution     the Categorical, with weights (*, K)
    component_distribution   one distribution of batch_shape (*, K); ValueError for another K
    """

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
        shape = component_distribution.batch_shape
        if shape[-1:] != mixture_distribution.param_shape[-1:]:
            raise ValueError(f"`mixture_distribution component` ({mixture_distribution.param_shape[-1]}) does not equal"
                             f" `component_distribution.batch_shape[-1]` ({shape[-1:]})")
        super().__init__(shape[:-1], component_distribution.event_shape, validate_args)

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"

    def expand(self, batch_shape, _instance=None):
        """Return the same distribution for a larger batch."""
        return MixtureSameFamily(self.mixture_distribution.expand(batch_shape), self.component_distribution.expand(
            (*batch_shape, self.component_distribution.batch_shape[-1])))

    def cdf(self, value):
        """Return the probability that a draw is at most `value`."""
        return (self.mixture_distribution.probs * self.component_distribution.cdf(value.unsqueeze(-1))).sum(-1)

    def weights(self):
        """Return the components' probabilities, with a dimension of size 1 appended for each dimension of an event."""
        probs = self.mixture_distribution.probs
        return probs.reshape((*probs.shape, *[1] * len(self.event_shape)))

    def weighted_sum(self, x):
        """Return the sum of x, one number for each component, weighted by the components' probabilities."""
        return (self.weights() * x).sum(-1 - len(self.event_shape))

    mean = property(lambda self: self.weighted_sum(self.component_distribution.mean))

    @property
    def variance(self):
        apart = self.component_distribution.mean - self.mean.unsqueeze(-1 - len(self.event_shape))
        return self.weighted_sum(self.component_distribution.variance) + self.weighted_sum(apart ** 2)

    def draw(self, shape):
        events = len(self.event_shape)
        drawn = self.component_distribution.sample(shape[:len(shape) - len(self.batch_shape)])
        chosen = self.mixture_distribution.sample(shape[:len(shape) - len(self.mixture_distribution.batch_shape)])
        chosen = chosen.reshape((*chosen.shape, 1, *[1] * events)).expand((*shape, 1, *self.event_shape))
        return drawn.gather(-1 - events, chosen).squeeze(-1 - events)

    support = property(lambda self: self.component_distribution.support)

    def log_density(self, value):
        each = self.component_distribution.log_prob(value.unsqueeze(-1 - len(self.event_shape)))
        return (each + self.mixture_distribution.logits).logsumexp(-1)
