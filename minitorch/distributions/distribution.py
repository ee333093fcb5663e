"""What all distributions share: parameters broadcast to one shape, and draws of any number of them."""

from ..runtime import functions
from ..tensors import Size


def as_tensors(*values):
    """Numbers beside tensors as tensors, all broadcast to one shape."""
    like = next((v for v in values if hasattr(v, "array")), None)
    made = [v if hasattr(v, "array") else (functions["full"]((), float(v)) if like is None else like.new_full((), v))
            for v in values]
    return functions["broadcast_tensors"](*made)


def brief(parameter):
    """How a parameter is printed: one number as it is, several by their shape."""
    return str(parameter.shape) if parameter.numel() > 1 else format(parameter)


class Distribution:
    """What all share: draws of `sample_shape` times the shape of the parameters, and log_prob."""

    event_shape = Size()
    shown = ""                           # the parameters that are printed
    mean: object
    variance: object

    def __init__(self, shape):
        self.batch_shape = Size(shape)

    stddev = property(lambda self: self.variance.sqrt(), doc="The root of the variance.")

    def sample(self, sample_shape=()):
        """Draws, outside any graph: (*sample_shape, *batch_shape, *event_shape)."""
        return self.draw((*sample_shape, *self.batch_shape)).detach()

    def rsample(self, sample_shape=()):
        """Draws that gradients pass through to the parameters: (*sample_shape, *batch_shape, *event_shape).

        Raises NotImplementedError where they cannot, as in discrete distributions.
        """
        raise NotImplementedError(f"{type(self).__name__} has no rsample: gradients do not pass through its draws.")

    def log_prob(self, value):
        """log of the density, or of the probability, at `value`.

        Raises NotImplementedError where a subclass has none.
        """
        raise NotImplementedError

    def expand(self, x, sample_shape):
        """x, a parameter, as large as the draws for sample_shape."""
        return x.expand((*sample_shape, *self.batch_shape))

    def __repr__(self):
        shown = {name: getattr(self, name) for name in self.shown.split()}
        return f"{type(self).__name__}({', '.join(f'{name}: {brief(value)}' for name, value in shown.items())})"


class Reparameterised(Distribution):
    """One whose draws are a differentiable function of its parameters and of noise."""

    def rsample(self, sample_shape=()):
        """Draws that gradients pass through to the parameters."""
        return self.draw((*sample_shape, *self.batch_shape))
