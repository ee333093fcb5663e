"""Draws near 0 and 1, or near one-hot vectors, with gradients: the Gumbel-softmax trick."""

from math import lgamma

from . import constraints
from .categorical import Categorical, Indexed
from .continuous import uniform
from .counts import YesOrNo, clamp_probs
from .derived import TransformedDistribution
from .transforms import ExpTransform, SigmoidTransform


class Relaxed(TransformedDistribution):
    """A transformed distribution whose parameters are attributes of its base distribution."""

    temperature = property(lambda self: self.base_dist.temperature)
    probs = property(lambda self: self.base_dist.probs)
    logits = property(lambda self: self.base_dist.logits)


class LogitRelaxedBernoulli(YesOrNo):
    """The log-odds (logits) of a RelaxedBernoulli's draws."""

    support = constraints.real
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature, = self.store_parameters(probs, logits, temperature)
        super().__init__(self.param_shape, validate_args=validate_args)

    def draw(self, shape):
        u, p = uniform(shape, self._param), clamp_probs(self.probs)
        return (u.logit() + p.logit()) / self.temperature

    def log_density(self, value):
        apart = self.logits - value * self.temperature
        return self.temperature.log() + apart - 2 * apart.exp().log1p()


class RelaxedBernoulli(Relaxed):
    """Draws between 0 and 1 with gradients; a lower temperature brings them nearer to 0 or 1.

    temperature     a number or a tensor above 0
    probs, logits   the probability of a 1, or its log-odds, as in Bernoulli

    Raises ValueError unless one of probs and logits is given.
    """

    arg_constraints = YesOrNo.arg_constraints
    support = constraints.unit_interval

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(LogitRelaxedBernoulli(temperature, probs, logits, validate_args), SigmoidTransform(),
                         validate_args)


class ExpRelaxedCategorical(Indexed):
    """The logarithm of a RelaxedOneHotCategorical's draws."""

    support = constraints.real_vector
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        shape = self.store_parameters(probs, logits)
        self.temperature = temperature if hasattr(temperature, "array") else self._param.new_full((), temperature)
        super().__init__(shape, self.param_shape[-1:], validate_args)

    def expand(self, batch_shape, _instance=None):
        """Return the same distribution for a larger batch, with the same temperature."""
        new = super().expand(batch_shape)
        new.temperature = self.temperature
        return new

    def draw(self, shape):
        gumbel = -(-uniform((*shape, *self.event_shape), self._param).log()).log()
        return ((self.logits + gumbel) / self.temperature).log_softmax(-1)

    def log_density(self, value):
        score = (self.logits - value * self.temperature).log_softmax(-1)
        return score.sum(-1) + lgamma(self.size) + (self.size - 1) * self.temperature.log()


class RelaxedOneHotCategorical(Relaxed):
    """Vectors of weights with gradients; a lower temperature brings them nearer to one-hot vectors.

    temperature     a number or a tensor above 0
    probs, logits   probability or logit of each index, as in Categorical

    Raises ValueError unless one of probs and logits is given.
    """

    arg_constraints = Categorical.arg_constraints
    support = constraints.simplex

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(ExpRelaxedCategorical(temperature, probs, logits, validate_args), ExpTransform(),
                         validate_args)
