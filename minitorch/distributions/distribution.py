"""What all distributions share: parameters broadcast to one shape, checks of them, and draws of any number."""

from copy import copy
from functools import cached_property

from ..runtime import functions
from ..tensors import Size
from .constraints import is_dependent


def as_tensors(*values):
    """Numbers beside tensors as tensors, all broadcast to one shape."""
    like = next((v for v in values if hasattr(v, "array")), None)
    made = [v if hasattr(v, "array") else (functions["full"]((), float(v)) if like is None else like.new_full((), v))
            for v in values]
    return functions["broadcast_tensors"](*made)


def brief(parameter):
    """How a parameter is printed: one number as it is, several by their shape."""
    return str(parameter.shape) if parameter.numel() > 1 else format(parameter)


def whole(value, constraint):
    """Whether a constraint holds everywhere."""
    return bool(constraint.check(value).all())


class Distribution:
    """What all share: draws of `sample_shape` times the shape of the parameters, and log_prob.

    batch_shape     the shape of the parameters: so many distributions are independent of each other
    event_shape     the shape of one draw of one of them
    validate_args   whether parameters, and the values given to log_prob, are checked

    A subclass defines `arg_constraints`, {parameter: Constraint}, `support`, `draw(shape)` and `log_density(value)`,
    or overrides `sample` and `log_prob`. Raises ValueError for a parameter that its constraint refuses.
    """

    arg_constraints: dict = {}
    support: object = None
    has_rsample = False
    has_enumerate_support = False
    validates = __debug__

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self.batch_shape, self.event_shape = Size(batch_shape), Size(event_shape)
        if validate_args is not None:
            self.validates = validate_args
        for name, constraint in self.arg_constraints.items() if self.validates else ():
            follows = name not in vars(self) and isinstance(getattr(type(self), name, None), cached_property)
            if follows or is_dependent(constraint):
                continue                                   # what follows from another parameter need not be checked
            value = getattr(self, name)
            if not whole(value, constraint):
                raise ValueError(
                    f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution "
                    f"{self!r} to satisfy the constraint {constraint!r}, but found invalid values:\n{value}")

    @property
    def mean(self):
        """The mean of the draws; NotImplementedError where a subclass has none."""
        raise NotImplementedError(f"{type(self).__name__} has no mean.")

    @property
    def mode(self):
        """The likeliest draw; NotImplementedError where a subclass has none."""
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def variance(self):
        """The variance of the draws; NotImplementedError where a subclass has none."""
        raise NotImplementedError(f"{type(self).__name__} has no variance.")

    stddev = property(lambda self: self.variance.sqrt(), doc="The root of the variance.")

    @staticmethod
    def set_default_validate_args(value):
        """Whether distributions check their parameters when they are not told: `value`, True or False.

        Raises ValueError for anything else.
        """
        if value not in (True, False):
            raise ValueError(f"set_default_validate_args: True or False, not {value!r}.")
        Distribution.validates = value

    def sample(self, sample_shape=()):
        """Draws, outside any graph: (*sample_shape, *batch_shape, *event_shape)."""
        return self.draw((*sample_shape, *self.batch_shape)).detach()

    def rsample(self, sample_shape=()):
        """Draws that gradients pass through to the parameters: (*sample_shape, *batch_shape, *event_shape).

        Raises NotImplementedError where they cannot, as in discrete distributions.
        """
        if self.has_rsample:
            return self.draw((*sample_shape, *self.batch_shape))
        raise NotImplementedError(f"{type(self).__name__} has no rsample: gradients do not pass through its draws.")

    def draw(self, shape):
        """Draws of `shape`, all but the dimensions of an event: what `sample` and `rsample` give. A subclass has it."""
        raise NotImplementedError(f"{type(self).__name__} cannot be sampled.")

    def log_prob(self, value):
        """log of the density, or of the probability, at `value`: a tensor without the dimensions of an event.

        Raises ValueError for a value outside the support, and NotImplementedError where a subclass has none.
        """
        if self.validates:
            self.validate(value)
        return self.log_density(value)

    def log_density(self, value):
        """What `log_prob` gives for a checked value; a subclass has it."""
        raise NotImplementedError(f"{type(self).__name__} has no log_prob.")

    def validate(self, value):
        """Raise ValueError unless `value` is a tensor of these distributions' events, within the support."""
        if not hasattr(value, "array"):
            raise ValueError("The value argument to log_prob must be a Tensor")
        events = len(self.event_shape)
        if events and tuple(value.shape[-events:]) != tuple(self.event_shape):
            raise ValueError("The right-most size of value must match event_shape: "
                             f"{value.shape} vs {self.event_shape}.")
        for size, wanted in zip(reversed(value.shape), reversed((*self.batch_shape, *self.event_shape))):
            if size != 1 and wanted not in (1, size):
                raise ValueError("Value is not broadcastable with batch_shape+event_shape: "
                                 f"{value.shape} vs {Size((*self.batch_shape, *self.event_shape))}.")
        support = self.support
        if support is not None and not whole(value, support):
            raise ValueError(f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be "
                             f"within the support ({support!r}) of the distribution {self!r}, but found invalid "
                             f"values:\n{value}")

    def cdf(self, value):
        """The probability of a draw of at most `value`. NotImplementedError where a subclass has none."""
        raise NotImplementedError(f"{type(self).__name__} has no cdf.")

    def icdf(self, value):
        """What a draw is at most with probability `value`. NotImplementedError where a subclass has none."""
        raise NotImplementedError(f"{type(self).__name__} has no icdf.")

    def entropy(self):
        """Mean surprise, in nats: a tensor of batch_shape. NotImplementedError where a subclass has none."""
        raise NotImplementedError(f"{type(self).__name__} has no entropy.")

    def perplexity(self):
        """e to the power of the entropy: among how many values a draw is as hard to guess."""
        return self.entropy().exp()

    def enumerate_support(self, expand=True):
        """All values that a draw may have, along a new first dimension; `expand`: for each of the batch.

        Raises NotImplementedError where they cannot be told one by one.
        """
        raise NotImplementedError(f"{type(self).__name__} has no enumerate_support.")

    def enumerated(self, values, expand):
        """A vector of values as `enumerate_support` gives it."""
        values = values.reshape((-1, *[1] * len(self.batch_shape)))
        return values.expand((-1, *self.batch_shape)) if expand else values

    def expand(self, batch_shape, _instance=None):
        """The same distribution for a larger batch, of which the parameters are views.

        batch_shape   the new one; the present one must broadcast to it
        """
        new, batch_shape = copy(self), Size(batch_shape)
        for name, value in vars(self).items():
            if isinstance(value, Distribution):
                setattr(new, name, value.expand(batch_shape))
            elif hasattr(value, "array"):
                setattr(new, name, value.expand((*batch_shape, *value.shape[len(self.batch_shape):])))
        new.batch_shape = batch_shape
        return new

    def __repr__(self):
        shown = [f"{name}: {brief(vars(self)[name])}" for name in self.arg_constraints if name in vars(self)]
        return f"{type(self).__name__}({', '.join(shown)})"
