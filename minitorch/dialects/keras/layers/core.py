"""Dense, Activation, Dropout, and what only gives a tensor another shape."""

from math import prod

from ...functions import arrays, linalg, logic, nn, reduction
from ...functions.creation import cast
from .. import activations, constraints, initializers, regularizers
from ..core.layer import Layer
from ..core.spec import InputSpec


class Weighted(Layer):
    """Base of layers with a kernel and a bias: their activation, initialisers, regularisers and constraints."""

    def set_weighted(self, activation, use_bias, **settings):
        """Keep the settings by name, each brought to the object it stands for."""
        self.activation, self.use_bias = activations.get(activation), use_bias
        for name, value in settings.items():
            module = next(m for m in (initializers, regularizers, constraints) if name.endswith(
                m.__name__.rpartition(".")[2][:-1]))
            setattr(self, name, module.get(value))

    def weight(self, name, shape, kind=None):
        """A weight of this shape with the settings of its kind: kernel_initializer …"""
        kind = kind or name
        return self.add_weight(shape, getattr(self, f"{kind}_initializer"), name=name,
                               regularizer=getattr(self, f"{kind}_regularizer", None),
                               constraint=getattr(self, f"{kind}_constraint", None))


class Dense(Weighted):
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

    def __init__(self, units, activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, **kwargs):
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        if int(units) <= 0:
            raise ValueError("Received an invalid value for argument `units`, expected a positive integer. Received: "
                             f"units={units}")
        self.units = int(units)
        self.set_weighted(activation, use_bias, kernel_initializer=kernel_initializer,
                          bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
                          bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint,
                          bias_constraint=bias_constraint)
        self.input_spec, self.supports_masking = InputSpec(min_ndim=2), True

    def build(self, input_shape):
        self.kernel = self.weight("kernel", (input_shape[-1], self.units))
        self.bias = self.weight("bias", (self.units,)) if self.use_bias else None
        self.input_spec = InputSpec(min_ndim=2, axes={-1: input_shape[-1]})

    def call(self, inputs, training=None):
        outputs = linalg.matmul(inputs, self.kernel)
        return self.activation(outputs if self.bias is None else nn.bias_add(outputs, self.bias))


class Activation(Layer):
    """A function of each element, or a softmax: its name, or the function."""

    def __init__(self, activation, **kwargs):
        super().__init__(**kwargs)
        self.activation, self.supports_masking = activations.get(activation), True

    def call(self, inputs):
        return self.activation(inputs)


class Dropout(Layer):
    """In training each element 0 with probability `rate`, and the others larger, so that the mean stays.

    rate          from 0 to 1
    noise_shape   a shape with 1 where all elements share their fate, None for a size of the inputs

    Raises ValueError for another rate.
    """

    legacy = {"p": "rate"}

    def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
        super().__init__(**kwargs)
        if not 0 <= rate <= 1:
            raise ValueError("Invalid value received for argument `rate`. Expected a float value between 0 and 1. "
                             f"Received: rate={rate}")
        self.rate, self.noise_shape, self.seed, self.supports_masking = rate, noise_shape, seed, True

    def call(self, inputs, training=False):
        if not training or not self.rate:
            return inputs
        if self.rate == 1:
            return inputs * 0.0
        shape = self.noise_shape and [n if own is None else own for own, n in zip(self.noise_shape, inputs.shape)]
        return nn.dropout(inputs, self.rate, shape, self.seed)


class Flatten(Layer):
    """All axes but the first as one: (N, …) to (N, product of the others)."""

    def __init__(self, data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.data_format, self.input_spec = data_format, InputSpec(min_ndim=1)

    def call(self, inputs):
        if self.data_format == "channels_first" and len(inputs.shape) > 2:
            inputs = arrays.transpose(inputs, [0, *range(2, len(inputs.shape)), 1])
        return arrays.reshape(inputs, [inputs.shape[0], prod(inputs.shape[1:])])


class Reshape(Layer):
    """Each sample in another shape: (N, …) to (N, *target_shape); one size may be −1, which is what is left."""

    def __init__(self, target_shape, **kwargs):
        super().__init__(**kwargs)
        self.target_shape = (target_shape,) if isinstance(target_shape, int) else tuple(target_shape)

    def call(self, inputs):
        return arrays.reshape(inputs, [inputs.shape[0], *self.target_shape])


class Permute(Layer):
    """The axes of each sample in another order: dims, counted from 1; (2, 1) exchanges the two.

    Raises ValueError for dims that are no such order.
    """

    def __init__(self, dims, **kwargs):
        super().__init__(**kwargs)
        self.dims = tuple(dims)
        if sorted(dims) != list(range(1, len(dims) + 1)):
            raise ValueError("Invalid permutation argument `dims` for Permute Layer. The set of indices in `dims` must "
                             f"be consecutive and start from 1. Received dims={dims}")

    def call(self, inputs):
        return arrays.transpose(inputs, [0, *self.dims])


class RepeatVector(Layer):
    """Each vector n times: (N, C) to (N, n, C)."""

    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.n, self.input_spec = n, InputSpec(ndim=2)

    def call(self, inputs):
        return arrays.tile(arrays.expand_dims(inputs, 1), [1, self.n, 1])


class Identity(Layer):
    """The inputs."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def call(self, inputs):
        return inputs


class Lambda(Layer):
    """A function as a layer. A file cannot keep it, because loading runs no code.

    function                 is called with the inputs
    arguments                {name: value}: what it is called with besides
    output_shape, mask       taken: they are found by calling it
    """

    def __init__(self, function, output_shape=None, mask=None, arguments=None, **kwargs):
        super().__init__(**kwargs)
        self.function, self.arguments = function, dict(arguments or {})

    def call(self, inputs, mask=None, training=None):
        return self.function(inputs, **self.arguments)


class Masking(Layer):
    """Marks the steps of (N, T, C) in which all numbers are mask_value: what follows leaves them out."""

    def __init__(self, mask_value=0.0, **kwargs):
        super().__init__(**kwargs)
        self.mask_value, self.supports_masking = mask_value, True

    def compute_mask(self, inputs, mask=None):
        """(N, T) bools: the steps in which a number is not mask_value."""
        return reduction.reduce_any(logic.not_equal(inputs, self.mask_value), -1)

    def call(self, inputs):
        kept = reduction.reduce_any(logic.not_equal(inputs, self.mask_value), -1, keepdims=True)
        return inputs * cast(kept, inputs.dtype)


class Rescaling(Layer):
    """inputs · scale + offset: Rescaling(1 / 255) makes of bytes numbers from 0 to 1."""

    def __init__(self, scale, offset=0.0, **kwargs):
        super().__init__(**kwargs)
        self.scale, self.offset = scale, offset

    def call(self, inputs):
        return cast(inputs, self.dtype) * self.scale + self.offset


class ActivityRegularization(Layer):
    """Adds l1 · Σ|x| + l2 · Σx² to the loss."""

    def __init__(self, l1=0.0, l2=0.0, **kwargs):
        super().__init__(activity_regularizer=regularizers.L1L2(l1, l2), **kwargs)
        self.supports_masking = True

    def call(self, inputs):
        return inputs
