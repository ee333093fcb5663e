"""Dense, Activation, Dropout and noise, and layers that only change a tensor's shape."""

from math import prod

from ...functions import arrays, linalg, logic, nn, random, reduction
from ...functions.conv import channels_first
from ...functions.creation import cast
from .. import regularizers
from ..core.layer import Layer
from ..core.spec import InputSpec
from .activation import Elementwise, rule
from .arguments import arguments, biased, weight, weights


@arguments("units", activation=None, use_bias=True, **weights("kernel", "bias"))
class Dense(Layer):
    """activation(inputs @ kernel + bias): (…, in) to (…, units).

    units   how many numbers each sample becomes

    The kernel is (in, units), the bias (units,). The other arguments are explained in keras.layers. Raises ValueError
    for units below 1.

    >>> from minitorch.dialects import keras
    >>> keras.layers.Dense(3, activation="relu")([[1.0, 2.0]]).shape
    TensorShape([1, 3])
    """

    legacy = {"output_dim": "units", "init": "kernel_initializer", "bias": "use_bias",
              "W_regularizer": "kernel_regularizer", "b_regularizer": "bias_regularizer"}

    takes, passes_masks = InputSpec(min_ndim=2), True

    def _prepare(self):
        if int(self.units) <= 0:
            raise ValueError("Received an invalid value for argument `units`, expected a positive integer. Received: "
                             f"units={self.units}")
        self.units = int(self.units)

    def build(self, input_shape):
        self.kernel = weight(self, "kernel", (input_shape[-1], self.units))
        self.bias = weight(self, "bias", (self.units,)) if self.use_bias else None
        self.input_spec = InputSpec(min_ndim=2, axes={-1: input_shape[-1]})

    def call(self, inputs, training=None):
        return self.activation(biased(linalg.matmul(inputs, self.kernel), self.bias))


Activation = rule("Activation", lambda x, activation: activation(x),
                  "A function of each element, or a softmax: its name, or the function.", "activation")


@arguments("rate", noise_shape=None, seed=None)
class Dropout(Layer):
    """In training each element 0 with probability `rate`, and the others larger, so that the mean stays.

    rate          from 0 to 1
    noise_shape   a shape with 1 where all elements share their fate, None for a size of the inputs

    Raises ValueError for another rate.
    """

    legacy, passes_masks, at_once = {"p": "rate"}, True, True

    def _prepare(self):
        if not 0 <= self.rate <= 1:
            raise ValueError("Invalid value received for argument `rate`. Expected a float value between 0 and 1. "
                             f"Received: rate={self.rate}")

    def call(self, inputs, training=False):
        if not training or not self.rate:
            return inputs
        if self.rate == 1:
            return inputs * 0.0
        shape = self.noise_shape and [n if own is None else own for own, n in zip(self.noise_shape, inputs.shape)]
        return nn.dropout(inputs, self.rate, shape, self.seed)


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


@arguments(data_format=None)
class Flatten(Layer):
    """All axes but the first as one: (N, …) to (N, product of the others)."""

    takes = InputSpec(min_ndim=1)

    def call(self, inputs):
        if self.data_format == "channels_first" and len(inputs.shape) > 2:
            inputs = arrays.transpose(inputs, [0, *range(2, len(inputs.shape)), 1])
        return arrays.reshape(inputs, [inputs.shape[0], prod(inputs.shape[1:])])


@arguments("target_shape")
class Reshape(Layer):
    """Each sample in another shape: (N, …) to (N, *target_shape); one size may be −1, which is what is left."""

    at_once = True

    def _prepare(self):
        self.target_shape = (self.target_shape,) if isinstance(self.target_shape, int) else tuple(self.target_shape)

    def call(self, inputs):
        return arrays.reshape(inputs, [inputs.shape[0], *self.target_shape])


@arguments("dims")
class Permute(Layer):
    """The axes of each sample in another order: dims, counted from 1; (2, 1) exchanges the two.

    Raises ValueError for dims that are no such order.
    """

    def _prepare(self):
        self.dims = tuple(self.dims)
        if sorted(self.dims) != list(range(1, len(self.dims) + 1)):
            raise ValueError("Invalid permutation argument `dims` for Permute Layer. The set of indices in `dims` must "
                             f"be consecutive and start from 1. Received dims={self.dims}")

    def call(self, inputs):
        return arrays.transpose(inputs, [0, *self.dims])


RepeatVector = rule("RepeatVector", lambda x, n: arrays.tile(arrays.expand_dims(x, 1), [1, n, 1]),
                    "Each vector n times: (N, C) to (N, n, C).", "n", base=Layer, takes=InputSpec(ndim=2))


@arguments("function", output_shape=None, mask=None, arguments=None)
class Lambda(Layer):
    """A function as a layer. A file cannot keep it, because loading runs no code.

    function                 is called with the inputs
    arguments                {name: value}: what it is called with besides
    output_shape, mask       taken: they are found by calling it
    """

    def call(self, inputs, mask=None, training=None):
        return self.function(inputs, **self.arguments or {})


@arguments(mask_value=0.0)
class Masking(Elementwise):
    """Marks the steps of (N, T, C) in which all numbers are mask_value: what follows leaves them out."""

    def compute_mask(self, inputs, mask=None):
        """Return (N, T) bools: the steps in which a number is not mask_value."""
        return reduction.reduce_any(logic.not_equal(inputs, cast(self.mask_value, inputs.dtype)), -1)

    def call(self, inputs):
        return inputs * cast(arrays.expand_dims(self.compute_mask(inputs), -1), inputs.dtype)


@arguments("scale", offset=0.0)
class Rescaling(Layer):
    """inputs · scale + offset: Rescaling(1 / 255) makes of bytes numbers from 0 to 1."""

    def call(self, inputs):
        return cast(inputs, self.dtype) * self.scale + self.offset


@arguments(l1=0.0, l2=0.0)
class ActivityRegularization(Elementwise):
    """Adds l1 · Σ|x| + l2 · Σx² to the loss."""

    def _prepare(self):
        self.activity_regularizer = regularizers.L1L2(self.l1, self.l2)

    def call(self, inputs):
        return inputs
