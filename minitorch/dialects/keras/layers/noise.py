"""Noise: layers that change their inputs in training only."""

from ...functions import random
from ...functions.conv import channels_first
from ..core.layer import Layer
from .arguments import arguments
from .core import Dropout


@arguments("rate", seed=None, name=None, dtype=None, more=False)
class SpatialDropout1D(Dropout):
    """Drops whole channels of (N, T, C) in training, each with probability `rate`."""

    noise_shape, data_format = None, "channels_last"

    def call(self, inputs, training=False):
        space = [1] * (len(inputs.shape) - 2)
        self.noise_shape = [None, None, *space] if channels_first(self.data_format) else [None, *space, None]
        return super().call(inputs, training)


@arguments("rate", data_format=None, seed=None, name=None, dtype=None, more=False)
class SpatialDropout2D(SpatialDropout1D):
    """Drops whole channels of (N, H, W, C) in training, each with probability `rate`."""


@arguments("stddev", seed=None)
class GaussianNoise(Layer):
    """Adds, in training, normal numbers of the standard deviation stddev."""

    legacy, passes_masks, at_once = {"sigma": "stddev"}, True, True

    def call(self, inputs, training=False):
        if not training or not self.stddev:
            return inputs
        return inputs + random.normal(inputs.shape, 0.0, self.stddev, inputs.dtype, self.seed)
