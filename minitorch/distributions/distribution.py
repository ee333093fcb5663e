"""The base of all distributions: broadcast parameters, check them, and draw any number of samples."""

from copy import copy
from functools import cached_property

from ..runtime import functions
from ..tensors import Size
from .constraints import is_dependent


def as_tensors(*values):
    """Convert numbers and tensors to tensors, all broadcast to one shape."""
    like = next((v for v in values if hasattr(v, "array")), None)
    made = [v if hasattr(v, "array") else (functions["full"]((), float(v)) if like is None else like.new_full((), v))
            for v in values]
    return functions["broadcast_tensors"](*made)


def parameter_text(parameter):
    """Return a parameter as text: its number, or its shape if it has several elements."""
    return str(parameter.shape) if parameter.numel() > 1 else format(parameter)


def holds_everywhere(value, constraint):
    """Return True if a constraint is true for all elements."""
    return bool(constraint.check(value).all())


class Distribution:
    """The base class of distributions: it draws samples, and computes their log_prob.

    batch_shape     the shape of the parameters: each element has an independent distribution
    event_shape     the shape of one draw from one of these distributions
    validate_args   whether parameters, and the values given to log_prob, are checked

    A subclass defines `arg_constraints`, {parameter: Constraint}, `support`, `draw(shape)` and `log_density(value)`,
    or overrides `sample` and `log_prob`. Raises ValueError for a parameter that does not satisfy its constraint.
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
                continue                                   # the parameter is computed from another: do not check it
            value = getattr(self, name)
            if not holds_everywhere(value, constraint):
                raise ValueError(
                    f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution "
                    f"{self!r} to satisfy the constraint {constraint!r}, but found invalid values:\n{value}")

    @property
    def mean(self):
        """Mean of the distribution; NotImplementedError if a subclass does not define it."""
        raise NotImplementedError(f"{type(self).__name__} has no mean.")

    @property
    def mode(self):
        """Most likely value; NotImplementedError if a subclass does not define it."""
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def variance(self):
        """Variance of the distribution; NotImplementedError if a subclass does not define it."""
        raise NotImplementedError(f"{type(self).__name__} has no variance.")

    stddev = property(lambda self: self.variance.sqrt(), doc="Standard deviation: the square root of the variance.")

    @staticmethod
    def set_default_validate_args(value):
        """Set the default of validate_args for all distributions: `value`, True or False.

        Raises ValueError for anything else.
        """
        if value not in (True, False):
            raise ValueError(f"set_default_validate_args: value must be True or False, not {value!r}.")
        Distribution.validates = value

    def sample(self, sample_shape=()):
        """Return draws without a gradient: (*sample_shape, *batch_shape, *event_shape)."""
        return self.draw((*sample_shape, *self.batch_shape)).detach()

    def rsample(self, sample_shape=()):
        """Return draws with gradients to the parameters: (*sample_shape, *batch_shape, *event_shape).

        Raises NotImplementedError if draws have no gradients, as those of discrete distributions.
        """
        if self.has_rsample:
            return self.draw((*sample_shape, *self.batch_shape))
        raise NotImplementedError(f"{type(self).__name__} has no rsample: gradients do not pass through its draws.")

    def draw(self, shape):
        """Return draws of shape (*shape, *event_shape), for `sample` and `rsample`. A subclass defines this method."""
        raise NotImplementedError(f"{type(self).__name__} cannot be sampled.")

    def log_prob(self, value):
        """Return the log of the density or probability at `value`: a tensor without the dimensions of an event.

        Raises ValueError for a value outside the support, and NotImplementedError if a subclass has no log_density.
        """
        if self.validates:
            self.validate(value)
        return self.log_density(value)

    def log_density(self, value):
        """Return the log_prob of a checked value. A subclass defines it; if not, raises NotImplementedError."""
        raise NotImplementedError(f"{type(self).__name__} has no log_prob.")

    def validate(self, value):
        """Raise ValueError unless `value` is a tensor of events whose shape fits and that are within the support."""
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
        if support is not None and not holds_everywhere(value, support):
            raise ValueError(f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be "
                             f"within the support ({support!r}) of the distribution {self!r}, but found invalid "
                             f"values:\n{value}")

    def cdf(self, value):
        """Return the probability that a draw is at most `value`. NotImplementedError if a subclass has no cdf."""
        raise NotImplementedError(f"{type(self).__name__} has no cdf.")

    def icdf(self, value):
        """Return the quantile of probability `value`, cdf's inverse. NotImplementedError if a subclass has no icdf."""
        raise NotImplementedError(f"{type(self).__name__} has no icdf.")

    def entropy(self):
        """Return the entropy in nats: a tensor of batch_shape. NotImplementedError if a subclass has no entropy."""
        raise NotImplementedError(f"{type(self).__name__} has no entropy.")

    def perplexity(self):
        """Return e^entropy: the number of equally likely values that would have the same entropy."""
        return self.entropy().exp()

    def enumerate_support(self, expand=True):
        """Return all possible values along a new first dimension; `expand`: repeated for each element of the batch.

        Raises NotImplementedError if there are infinitely many values.
        """
        raise NotImplementedError(f"{type(self).__name__} has no enumerate_support.")

    def enumerate_values(self, values, expand):
        """Return the (n,) values as (n, 1, …, 1), or expanded to (n, *batch_shape), for `enumerate_support`."""
        values = values.reshape((-1, *[1] * len(self.batch_shape)))
        return values.expand((-1, *self.batch_shape)) if expand else values

    def expand(self, batch_shape, _instance=None):
        """Return the same distribution for a larger batch; its parameters are views.

        batch_shape   the new shape; the current batch_shape must broadcast to it
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
        shown = [f"{name}: {parameter_text(vars(self)[name])}" for name in self.arg_constraints if name in vars(self)]
        return f"{type(self).__name__}({', '.join(shown)})"
