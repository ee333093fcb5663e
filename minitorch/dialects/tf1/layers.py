"""tf.layers: functions that make variables and compute with them.

Arguments that mean the same wherever they occur:

    inputs                  a tensor of floats whose last axis, or that of the channels, is known
    units, filters          how many numbers, or channels, come out
    kernel_size, pool_size, strides, dilation_rate
                            how large windows are, how far apart, and how wide: a number, or one for each axis of space
    activation              a function of the result, such as tf.nn.relu; None: the result as it is
    use_bias                whether a bias is added
    kernel_initializer, depthwise_initializer, pointwise_initializer, bias_initializer
                            first values of a variable; None: Glorot's uniform numbers
    gamma_initializer, beta_initializer, moving_mean_initializer, moving_variance_initializer
                            those of batch_normalization: 1, 0, 0 and 1 unless given
    kernel_regularizer, depthwise_regularizer, pointwise_regularizer, bias_regularizer, gamma_regularizer
                            functions of a variable whose results are put into REGULARIZATION_LOSSES
    beta_regularizer        so is this
    kernel_constraint, depthwise_constraint, pointwise_constraint, bias_constraint, gamma_constraint, beta_constraint
                            left out here: NotImplementedError unless None
    activity_regularizer    so is this
    trainable               whether optimisers change the variables
    name                    the scope of the variables: NAME/kernel, NAME/bias; None: dense, dense_1 …
    reuse                   whether variables that are there serve: True or tf.AUTO_REUSE; if not, ValueError is raised
    padding                 "valid": windows lie within the input; "same": as many as input / stride, rounded up
    data_format             "channels_last", or "channels_first": (N, C, …)
"""

from math import prod

from ..functions import arrays, conv as convolutions, linalg, math, nn, pooling
from ..functions.conv import channels_first, spatial
from ..functions.creation import cast, identity
from .collections import GraphKeys, add_to_collection
from .graph import Tensor, graphed
from .ops import dropout as dropped, where
from .renamed import signed
from .scopes import get_variable, left_out, variable_scope
from .sketches import shaped

PLACED = "padding='valid', data_format='channels_last'"
ENDED = "bias_constraint=None, trainable=True, name=None, reuse=None"
KERNEL = ("activation=None, use_bias=True, kernel_initializer=None, bias_initializer='Zeros', kernel_regularizer=None, "
          f"bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, {ENDED}")
KERNELS = ("activation=None, use_bias=True, depthwise_initializer=None, pointwise_initializer=None, "
           "bias_initializer='Zeros', depthwise_regularizer=None, pointwise_regularizer=None, bias_regularizer=None, "
           f"activity_regularizer=None, depthwise_constraint=None, pointwise_constraint=None, {ENDED}")
POOL = f"inputs, pool_size, strides, {PLACED}, name=None"
NORM = ("inputs, axis=-1, momentum=0.99, epsilon=0.001, center=True, scale=True, beta_initializer='Zeros', "
        "gamma_initializer='Ones', moving_mean_initializer='Zeros', moving_variance_initializer='Ones', "
        "beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, training=False, "
        "trainable=True, name=None, reuse=None, renorm=False, renorm_clipping=None, renorm_momentum=0.99, fused=None, "
        "virtual_batch_size=None, adjustment=None")


class Call:
    """The arguments of one call of a layer, and what layers do with them."""

    def __init__(self, given):
        self.__dict__.update(given)

    def variable(self, name, shape, trainable=None):
        """Return the variable NAME of the layer's scope, by NAME_initializer and NAME_regularizer."""
        kind = name.removesuffix("_kernel")
        return get_variable(name, shape, self.inputs.dtype, getattr(self, f"{kind}_initializer"),
                            getattr(self, f"{kind}_regularizer", None), self.trainable if trainable is None else False)

    def depth(self):
        """Return how many channels the inputs have."""
        return self.inputs.shape[1 if channels_first(self.data_format) else -1]

    def finished(self, y, units, data_format=None):
        """Return a result with its bias and its activation."""
        if self.use_bias:
            y = graphed(nn.bias_add)(y, self.variable("bias", (units,)), "NC" if channels_first(data_format) else None)
        return y if self.activation is None else self.activation(y)


def layer(line, build, text):
    """Return a layer: a row of its name and arguments, a function of a Call within the layer's scope, and a text."""
    def body(given):
        left_out(**{name: value for name, value in given.items()
                    if name.endswith("_constraint") or name == "activity_regularizer"})
        with variable_scope(given["name"], line.partition("(")[0], reuse=given.get("reuse")):
            return build(Call(given))
    return signed(line, body, text)


def denser(own):
    kernel = own.variable("kernel", (own.inputs.shape[-1], own.units))
    return own.finished(graphed(linalg.matmul)(own.inputs, kernel), own.units)


def convolved(operation, dims, transposed=False):
    """Return a function of a Call that convolves over `dims` axes of space."""
    def build(own):
        ends = (own.filters, own.depth()) if transposed else (own.depth(), own.filters)
        weights = own.variable("kernel", (*spatial(own.kernel_size, dims), *ends))
        settings = {} if transposed else {"dilations": list(spatial(own.dilation_rate, dims))}
        y = graphed(operation)(own.inputs, weights, *[None] * transposed, list(spatial(own.strides, dims)),
                               own.padding.upper(), data_format=own.data_format, **settings)
        return own.finished(y, own.filters, own.data_format)
    return build


def separated(own):
    depth, multiplier = own.depth(), own.depth_multiplier
    one = own.variable("depthwise_kernel", (*spatial(own.kernel_size, 2), depth, multiplier))
    two = own.variable("pointwise_kernel", (1, 1, depth * multiplier, own.filters))
    y = graphed(convolutions.separable_conv2d)(
        own.inputs, one, two, [1, *spatial(own.strides, 2), 1], own.padding.upper(),
        "NCHW" if channels_first(own.data_format) else "NHWC", list(spatial(own.dilation_rate, 2)))
    return own.finished(y, own.filters, own.data_format)


def pooled(function):
    """Return a function of a Call that pools over two axes of space."""
    return lambda own: graphed(function)(own.inputs, list(spatial(own.pool_size, 2)), list(spatial(own.strides, 2)),
                                         own.padding.upper(), own.data_format)


dense = layer(f"dense(inputs, units, {KERNEL})", denser, """Return activation(inputs @ kernel + bias).

inputs   (…, in), in is known
returns  (…, units)

Its variables are NAME/kernel (in, units) and NAME/bias (units,).
""")
conv1d = layer(f"conv1d(inputs, filters, kernel_size, strides=1, {PLACED}, dilation_rate=1, {KERNEL})",
               convolved(convolutions.conv1d, 1), "Return a convolution of signals: (N, W, C) to (N, W', filters).")
conv2d = layer(
    f"conv2d(inputs, filters, kernel_size, strides=(1, 1), {PLACED}, dilation_rate=(1, 1), {KERNEL})",
    convolved(convolutions.conv2d, 2), """Return a convolution of images: (N, H, W, C) to (N, H', W', filters).

Its variables are NAME/kernel (height, width, C, filters), Glorot's uniform numbers at first, and NAME/bias (filters,).
""")
conv2d_transpose = layer(
    f"conv2d_transpose(inputs, filters, kernel_size, strides=(1, 1), {PLACED}, {KERNEL})",
    convolved(convolutions.conv2d_transpose, 2, transposed=True), """Return the convolution of images that goes back.

inputs    (N, H, W, C)
returns   (N, H · stride, W · stride, filters) with padding="same"; with "valid" larger by kernel − stride

Its kernel is (height, width, filters, C).
""")
separable_conv2d = layer(
    f"""separable_conv2d(inputs, filters, kernel_size, strides=(1, 1), {PLACED}, dilation_rate=(1, 1),
    depth_multiplier=1, {KERNELS})""", separated, """Convolve each channel by itself, then all by a kernel of size 1.

inputs             (N, H, W, C) -> (N, H', W', filters)
depth_multiplier   how many channels come of each in between

Its variables are NAME/depthwise_kernel, NAME/pointwise_kernel and NAME/bias.
""")
max_pooling2d = layer(f"max_pooling2d({POOL})", pooled(pooling.max_pool),
                      "Return the largest number of each window of an image: (N, H, W, C) to (N, H', W', C).")
average_pooling2d = layer(
    f"average_pooling2d({POOL})", pooled(pooling.avg_pool),
    """Return the mean of each window of an image, without what "same" adds: (N, H, W, C) to (N, H', W', C).""")
flatten = layer(
    "flatten(inputs, name=None, data_format='channels_last')", lambda own: graphed(arrays.reshape)(
        own.inputs, [-1, prod(own.inputs.shape[1:])]),
    "Return all axes but the first as one, which must be known: (N, …) to (N, product of the others).")


def dropped_in_training(own):
    """In training make each element 0 with probability `rate`, and the others larger, so that the mean stays.

    inputs       any shape -> the same shape
    noise_shape  a shape that broadcasts to it: elements share their fate along its axes of size 1; None: its own
    seed         an integer: a stream of random numbers of its own
    training     True, False, or a boolean tensor, such as a placeholder, that says so at each run
    """
    learns = own.training
    if not isinstance(learns, Tensor) and not learns:
        return graphed(identity)(own.inputs)
    made = dropped(own.inputs, noise_shape=own.noise_shape, seed=own.seed, rate=own.rate)
    return shaped(where(learns, made, own.inputs), own.inputs) if isinstance(learns, Tensor) else made


def normalized(own):
    """Return gamma · (inputs − mean) / √(variance + epsilon) + beta, for each index of `axis`.

    center, scale   whether beta is added, and gamma multiplied with
    training   whether mean and variance are those of the batch: True, False, or a boolean tensor such as a placeholder;
               else those of the variables moving_mean and moving_variance
    fused      False: the moving variance is divided by n, not by n − 1
    renorm_clipping, renorm_momentum   of renorm, which is left out

    While it trains these follow the batches: two operations in tf.get_collection(tf.GraphKeys.UPDATE_OPS), which a
    program must run with its step: `with tf.control_dependencies(updates): step = optimizer.minimize(loss)`. A share of
    `momentum` stays. Of four axes the moving variance is that of a sample (divided by n − 1), as TensorFlow's fused
    kernel has it. Raises NotImplementedError for constraints, renorm, virtual_batch_size and adjustment.

    Source: Ioffe & Szegedy, Batch Normalization (2015).
    """
    left_out(renorm=own.renorm or None, virtual_batch_size=own.virtual_batch_size, adjustment=own.adjustment)
    inputs, training, rank = own.inputs, own.training, own.inputs.shape.rank
    place = own.axis % rank
    others, width = [i for i in range(rank) if i != place], (inputs.shape[place],)
    gamma = own.variable("gamma", width) if own.scale else None
    beta = own.variable("beta", width) if own.center else None
    used = kept = [own.variable("moving_mean", width, False), own.variable("moving_variance", width, False)]
    if isinstance(training, Tensor) or training:
        batch, share = list(graphed(nn.moments)(inputs, others)), 1 - own.momentum
        used = batch
        if isinstance(training, Tensor):
            used = [shaped(where(training, new, old.read_value()), old) for new, old in zip(batch, kept)]
            share = share * graphed(cast)(training, inputs.dtype)
        fused = own.fused is not False and rank == 4 and place in (1, 3)
        for old, new in zip(kept, [batch[0], graphed(of_sample)(batch[1], inputs) if fused else batch[1]]):
            add_to_collection(GraphKeys.UPDATE_OPS, old.assign_sub((old - new) * share))
    parts = [*used, beta, gamma]
    if place != rank - 1:
        shape = [width[0] if i == place else 1 for i in range(rank)]
        parts = [None if x is None else graphed(arrays.reshape)(x, shape) for x in parts]
    return graphed(nn.batch_normalization)(inputs, *parts, own.epsilon)


dropout = layer("dropout(inputs, rate=0.5, noise_shape=None, seed=None, training=False, name=None)",
                dropped_in_training, dropped_in_training.__doc__)
batch_normalization = layer(f"batch_normalization({NORM})", normalized, normalized.__doc__)


def of_sample(variance, inputs):
    """Return a variance over n elements as one over n - 1."""
    count = cast(arrays.size(inputs), variance.dtype) / cast(arrays.size(variance), variance.dtype)
    return variance * count / math.maximum(count - 1, cast(1, variance.dtype))
