"""Normalisation of groups of channels, and by the root mean square alone."""

from ...functions import math, nn, reduction
from ...functions.arrays import reshape
from ...functions.creation import cast
from .normalization import Normalizing


class GroupNormalization(Normalizing):
    """(x − mean) / √(variance + epsilon) · gamma + beta, over each group of channels of each sample.

    groups          how many groups the channels fall into; −1: one a channel
    axis            that of the channels
    epsilon         keeps the divisor from 0
    center, scale   whether beta is added, and gamma multiplied with

    Raises ValueError where the groups do not divide the channels.

    Source: Wu and He, Group Normalization (2018).
    """

    def __init__(self, groups=32, axis=-1, epsilon=0.001, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", beta_regularizer=None, gamma_regularizer=None, beta_constraint=None,
                 gamma_constraint=None, **kwargs):
        super().__init__(**kwargs)
        self.groups, self.axis, self.epsilon = groups, axis, epsilon
        self.set_affine(center, scale, beta_initializer, gamma_initializer, beta_regularizer, gamma_regularizer,
                        beta_constraint, gamma_constraint)

    def build(self, input_shape):
        channels = input_shape[self.axis]
        self.groups = channels if self.groups == -1 else self.groups
        if channels is None or channels % self.groups:
            raise ValueError(f"Number of groups ({self.groups}) must divide the number of channels ({channels}).")
        self.affine((channels,))

    def call(self, inputs):
        shape, axis = list(inputs.shape), self.axis % len(inputs.shape)
        parts = [-1, *shape[1:axis], self.groups, shape[axis] // self.groups, *shape[axis + 1:]]
        x, over = reshape(cast(inputs, self.dtype), parts), [i for i in range(1, len(parts)) if i != axis]
        mean = reduction.reduce_mean(x, over, True)
        variance = reduction.reduce_mean(math.square(x - mean), over, True)
        wide = [n if i in (axis, axis + 1) else 1 for i, n in enumerate(parts)]
        beta, gamma = (None if w is None else reshape(w, wide) for w in (self.beta, self.gamma))
        return reshape(nn.batch_normalization(x, mean, variance, beta, gamma, self.epsilon), [-1, *shape[1:]])


class RMSNormalization(Normalizing):
    """x / √(mean of x² + epsilon) · scale, each sample by itself over one axis or several.

    axis      a number, or a list of them
    epsilon   keeps the divisor from 0

    Source: Zhang and Sennrich, Root Mean Square Layer Normalization (2019).
    """

    def __init__(self, axis=-1, epsilon=1e-6, **kwargs):
        super().__init__(**kwargs)
        self.axis, self.epsilon, self.supports_masking = axis, epsilon, True

    def build(self, input_shape):
        axes = self.axis if isinstance(self.axis, list | tuple) else [self.axis]
        self.scale = self.add_weight(tuple(input_shape[i] for i in axes), "ones", name="scale")

    def call(self, inputs):
        axes = [i % len(inputs.shape) for i in (self.axis if isinstance(self.axis, list | tuple) else [self.axis])]
        size = reduction.reduce_mean(math.square(inputs), axes, True)
        return inputs * (size + self.epsilon) ** -0.5 * reshape(self.scale, [
            n if i in axes else 1 for i, n in enumerate(inputs.shape)])
