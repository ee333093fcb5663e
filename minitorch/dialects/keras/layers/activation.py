"""Activations as layers with settings of their own."""

from ...functions.creation import cast
from .. import activations
from ..core.layer import Layer
from .arguments import arguments, weight


class Elementwise(Layer):
    """Base: a function of each element."""

    passes_masks = True


@arguments(max_value=None, negative_slope=0.0, threshold=0.0)
class ReLU(Elementwise):
    """max(x, 0), up to max_value; negative_slope · (x − threshold) below the threshold."""

    def call(self, inputs):
        return activations.relu(inputs, self.negative_slope, self.max_value, self.threshold)


@arguments(negative_slope=0.3)
class LeakyReLU(Elementwise):
    """x where it is positive, negative_slope · x where it is negative."""

    legacy = {"alpha": "negative_slope"}

    def call(self, inputs):
        return activations.leaky_relu(inputs, self.negative_slope)


@arguments(alpha=1.0)
class ELU(Elementwise):
    """x where it is positive, alpha · (eˣ − 1) where it is negative."""

    def call(self, inputs):
        return activations.elu(inputs, self.alpha)


@arguments(axis=-1)
class Softmax(Elementwise):
    """exp(x) over its sum along an axis; what a mask leaves out gets nothing."""

    def call(self, inputs, mask=None):
        return activations.softmax(inputs if mask is None else inputs + (
            1.0 - cast(mask, inputs.dtype)) * -3e38, self.axis)


@arguments(alpha_initializer="Zeros", alpha_regularizer=None, alpha_constraint=None, shared_axes=None)
class PReLU(Elementwise):
    """alpha · x where x is negative; alpha is learned, one for each element, or shared along shared_axes."""

    def build(self, input_shape):
        shared = [self.shared_axes] if isinstance(self.shared_axes, int) else self.shared_axes or ()
        self.alpha = weight(self, "alpha", [1 if i in shared else n for i, n in enumerate(input_shape)][1:])

    def call(self, inputs):
        return activations.relu(inputs) - self.alpha * activations.relu(-inputs)
