"""Layers that disturb what they are given, in training only."""

from ...functions import random
from ...functions.conv import channels_first
from ..core.layer import Layer
from .core import Dropout


class SpatialDropout(Dropout):
    """Base: whole channels are dropped."""

    data_format = "channels_last"

    def __init__(self, rate, seed=None, name=None, dtype=None):
        super().__init__(rate, seed=seed, name=name, dtype=dtype)

    def call(self, inputs, training=False):
        space = [1] * (len(inputs.shape) - 2)
        self.noise_shape = [None, None, *space] if channels_first(self.data_format) else [None, *space, None]
        return super().call(inputs, training)


class SpatialDropout1D(SpatialDropout):
    """Drops whole channels of (N, T, C) in training, each with probability `rate`."""


class SpatialDropout2D(SpatialDropout):
    """Drops whole channels of (N, H, W, C) in training, each with probability `rate`."""

    def __init__(self, rate, data_format=None, seed=None, name=None, dtype=None):
        super().__init__(rate, seed, name, dtype)
        self.data_format = data_format or "channels_last"


class GaussianNoise(Layer):
    """Adds, in training, normal numbers of the standard deviation stddev."""

    legacy = {"sigma": "stddev"}

    def __init__(self, stddev, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.stddev, self.seed, self.supports_masking = stddev, seed, True

    def call(self, inputs, training=False):
        if not training or not self.stddev:
            return inputs
        return inputs + random.normal(inputs.shape, 0.0, self.stddev, inputs.dtype, self.seed)


class GaussianDropout(Layer):
    """Multiplies, in training, by normal numbers of mean 1, as varied as dropout of this rate is."""

    def __init__(self, rate, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.rate, self.seed, self.supports_masking = rate, seed, True

    def call(self, inputs, training=False):
        if not training or not self.rate:
            return inputs
        return inputs * random.normal(inputs.shape, 1.0, (self.rate / (1 - self.rate)) ** 0.5, inputs.dtype, self.seed)
