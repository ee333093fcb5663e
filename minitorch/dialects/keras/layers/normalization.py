"""Normalisation: numbers brought to mean 0 and variance 1."""

import numpy as np

from ....distributed.over_ranks import SumOverRanks
from ...core.engine import mt
from ...core.lift import function
from ...core.recording import state
from ...core.replicas import several
from ...functions import math, nn, reduction
from ...functions.arrays import reshape
from ...functions.creation import cast, constant
from ..core.layer import Layer
from ..core.spec import InputSpec
from .arguments import arguments, weight, weights

AFFINE = weights("beta", "gamma", activity=False)
MOVING = weights("beta", "gamma", activity=False, moving_mean_initializer="zeros", moving_variance_initializer="ones")


class Normalizing(Layer):
    """Base: a factor gamma and a shift beta, one a channel."""

    passes_masks = True

    def affine(self, shape):
        """Make gamma and beta of this shape, if `scale` and `center` ask for them."""
        self.gamma = weight(self, "gamma", shape) if self.scale else None
        self.beta = weight(self, "beta", shape) if self.center else None


def axes_of(axis, shape):
    """Return an axis, or a list of them, as a list from 0 on, for inputs of this shape."""
    return [i % len(shape) for i in (axis if isinstance(axis, list | tuple) else [axis])]


@arguments(axis=-1, momentum=0.99, epsilon=0.001, center=True, scale=True, **MOVING, synchronized=False)
class BatchNormalization(Normalizing):
    """(x − mean) / √(variance + epsilon) · gamma + beta, each channel by itself.

    axis            that of the channels
    momentum        how much of the moving means stays from step to step
    epsilon         keeps the divisor from 0
    center, scale   whether beta is added, and gamma multiplied with

    In training mean and variance are the batch's, and moving means of them are kept, moving · momentum +
    new · (1 − momentum), which are used outside of training. A layer that is not trainable always takes those.
    Under a strategy of several replicas the batch is each replica's own part; synchronized=True: that of all.

    Source: Ioffe and Szegedy, Batch Normalization (2015).
    """

    def build(self, input_shape):
        size = (input_shape[self.axis],)
        self.affine(size)
        self.moving_mean, self.moving_variance = (
            self.add_weight(size, getattr(self, f"{name}_initializer"), trainable=False, aggregation="mean", name=name)
            for name in ("moving_mean", "moving_variance"))
        self.input_spec = InputSpec(ndim=len(input_shape), axes={self.axis: input_shape[self.axis]})

    def call(self, inputs, training=None, mask=None):
        inputs = cast(inputs, self.dtype)
        axis = self.axis % len(inputs.shape)
        over = [i for i in range(len(inputs.shape)) if i != axis]
        mean, variance = self.moving_mean, self.moving_variance
        if training and self.trainable:
            mean, variance = self.moments(inputs, over, mask)
            for moving, new in ((self.moving_mean, mean), (self.moving_variance, variance)):
                if not state.sketching:
                    moving.assign(moving * self.momentum + new * (1 - self.momentum))
        shape = [-1 if i == axis else 1 for i in range(len(inputs.shape))]
        parts = [x if x is None or axis == len(shape) - 1 else reshape(x, shape)
                 for x in (mean, variance, self.beta, self.gamma)]
        return nn.batch_normalization(inputs, *parts, self.epsilon)

    def moments(self, inputs, over, mask):
        """Return mean and variance of inputs over the axes `over`, of the steps that a mask keeps.

        Synchronized, they are those of the batches of all replicas.
        """
        strategy = several() if self.synchronized else None
        if strategy is None and mask is None:
            mean = reduction.reduce_mean(inputs, over, True)
            return reduction.reduce_mean(inputs, over), reduction.reduce_mean(math.square(inputs - mean), over)
        return moments_of_steps(inputs, over, mask, None if strategy is None else strategy.group)


def moments_of_steps(x, over, mask, group):
    """Return mean and variance over these axes, of the steps that a mask keeps.

    group   ranks that average over their batches together, which may differ in size; or None
    """
    def total(x):
        return x if group is None else SumOverRanks.apply(x, group)

    @function("x | mask?")
    def moments_over_ranks(x, mask=None):
        if x.device.type == "meta":
            return x.sum(over), x.sum(over)
        kept = tuple(1 if i in over else n for i, n in enumerate(x.shape))
        if mask is not None:
            mask = mask.bool().reshape(tuple(mask.shape) + (1,) * (x.ndim - mask.ndim)).expand(tuple(x.shape))

        def summed(x):
            return (x if mask is None else mt.where(mask, x, 0)).sum(over)
        sums = summed(x)
        steps = sums.new_full((1,), x.numel()) if mask is None else mask.sum().to(sums.dtype).reshape(1)
        sums = total(mt.cat([sums, steps / sums.numel()]))
        count = sums[-1].detach() + (0 if mask is None else 1e-7)
        mean = sums[:-1] / count
        return mean, total(summed((x - mean.reshape(kept)).square())) / count
    return moments_over_ranks(x, mask)


@arguments(axis=-1, epsilon=0.001, center=True, scale=True, **AFFINE)
class LayerNormalization(Normalizing):
    """(x − mean) / √(variance + epsilon) · gamma + beta, each sample by itself over one axis or several.

    axis            a number, or a list of them
    epsilon         keeps the divisor from 0
    center, scale   whether beta is added, and gamma multiplied with

    Source: Ba, Kiros and Hinton, Layer Normalization (2016).
    """

    def build(self, input_shape):
        self.affine(tuple(input_shape[i] for i in axes_of(self.axis, input_shape)))

    def call(self, inputs):
        x, over = cast(inputs, self.dtype), axes_of(self.axis, inputs.shape)
        mean = reduction.reduce_mean(x, over, True)
        variance = reduction.reduce_mean(math.square(x - mean), over, True)
        shape = [n if i in over else 1 for i, n in enumerate(x.shape)]
        beta, gamma = (None if own is None else reshape(own, shape) for own in (self.beta, self.gamma))
        return nn.batch_normalization(x, mean, variance, beta, gamma, self.epsilon)


def whole_of(data):
    """Return an array, or the batches of a Dataset as one."""
    if hasattr(data, "element_spec") or not hasattr(data, "__array__") and hasattr(data, "as_numpy_iterator"):
        return np.concatenate([np.asarray(batch) for batch in data])
    return np.asarray(data)


class Normalization(Layer):
    """(x − mean) / √variance with what `adapt(data)` finds in data, or what is given.

    axis              those that have means of their own; None: one mean for all
    mean, variance    numbers, or arrays that broadcast with the inputs
    invert            whether it goes the other way: x · √variance + mean

    Raises ValueError if only one of mean and variance is given.
    """

    def __init__(self, axis=-1, mean=None, variance=None, invert=False, **kwargs):
        super().__init__(**kwargs)
        if (mean is None) != (variance is None):
            raise ValueError("When setting values directly, both `mean` and `variance` must be set. Received: "
                             f"mean={mean} and variance={variance}")
        self.axis, self.invert, self.supports_masking = axis, invert, True
        self.known = None if mean is None else (mean, variance)

    def build(self, input_shape):
        axes = [] if self.axis is None else self.axis if isinstance(self.axis, list | tuple) else [self.axis]
        kept = {i % len(input_shape) for i in axes}
        self.over = tuple(i for i in range(len(input_shape)) if i not in kept)
        self.wide = [1 if i in self.over else n for i, n in enumerate(input_shape)]
        if self.known is None:
            sizes = tuple(input_shape[i] for i in sorted(kept))
            self.adapt_mean, self.adapt_variance = (
                self.add_weight(sizes, first, trainable=False, name=name)
                for first, name in (("zeros", "mean"), ("ones", "variance")))
            self.count = self.add_weight((), "zeros", "int64", trainable=False, name="count")

    def adapt(self, data):
        """Find mean and variance of `data`, an array of samples, or a Dataset of batches."""
        x = whole_of(data).astype(self.dtype)
        if not self.built:
            self.build((None, *x.shape[1:]))
        self.adapt_mean.assign(x.mean(self.over))
        self.adapt_variance.assign(x.var(self.over))

    @property
    def mean(self):
        """The mean that is subtracted, in a shape that broadcasts with the inputs; None before that is known."""
        return self._moment(0)

    @property
    def variance(self):
        """The variance, in such a shape; None before that is known."""
        return self._moment(1)

    def _moment(self, place):
        if not self.built:
            return None
        if self.known is None:
            return reshape((self.adapt_mean, self.adapt_variance)[place], self.wide)
        own = np.asarray(self.known[place], self.dtype)
        return constant(own.reshape(self.wide) if own.size == np.prod(self.wide) else own)

    def call(self, inputs):
        deviation = math.maximum(self.variance ** 0.5, 1e-7)
        x = cast(inputs, self.dtype)
        return x * deviation + self.mean if self.invert else (x - self.mean) / deviation
