"""Activations as layers with settings of their own."""

from .. import activations, initializers
from ..core.layer import Layer


class Elementwise(Layer):
    """Base: a function of each element."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True


class ReLU(Elementwise):
    """max(x, 0), up to max_value; negative_slope · (x − threshold) below the threshold."""

    def __init__(self, max_value=None, negative_slope=0.0, threshold=0.0, **kwargs):
        super().__init__(**kwargs)
        self.max_value, self.negative_slope, self.threshold = max_value, negative_slope, threshold

    def call(self, inputs):
        return activations.relu(inputs, self.negative_slope, self.max_value, self.threshold)


class LeakyReLU(Elementwise):
    """x where it is positive, negative_slope · x where it is negative."""

    legacy = {"alpha": "negative_slope"}

    def __init__(self, negative_slope=0.3, **kwargs):
        super().__init__(**kwargs)
        self.negative_slope = negative_slope

    def call(self, inputs):
        return activations.leaky_relu(inputs, self.negative_slope)


class ELU(Elementwise):
    """x where it is positive, alpha · (eˣ − 1) where it is negative."""

    def __init__(self, alpha=1.0, **kwargs):
        super().__init__(**kwargs)
        self.alpha = alpha

    def call(self, inputs):
        return activations.elu(inputs, self.alpha)


class Softmax(Elementwise):
    """exp(x) over its sum along an axis; what a mask leaves out gets nothing."""

    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs, mask=None):
        if mask is not None:
            from ...functions.creation import cast
            inputs = inputs + (1.0 - cast(mask, inputs.dtype)) * -3e38
        return activations.softmax(inputs, self.axis)


class PReLU(Elementwise):
    """alpha · x where x is negative; alpha is learned, one for each element, or shared along shared_axes."""

    def __init__(self, alpha_initializer="Zeros", alpha_regularizer=None, alpha_constraint=None, shared_axes=None,
                 **kwargs):
        super().__init__(**kwargs)
        self.alpha_initializer = initializers.get(alpha_initializer)
        self.alpha_settings = alpha_regularizer, alpha_constraint
        self.shared_axes = [shared_axes] if isinstance(shared_axes, int) else list(shared_axes or [])

    def build(self, input_shape):
        shape = [1 if i in self.shared_axes else n for i, n in enumerate(input_shape)][1:]
        regularizer, constraint = self.alpha_settings
        self.alpha = self.add_weight(shape, self.alpha_initializer, regularizer=regularizer, constraint=constraint,
                                     name="alpha")

    def call(self, inputs):
        return activations.relu(inputs) - self.alpha * activations.relu(-inputs)
