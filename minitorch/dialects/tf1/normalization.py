"""Layers that do in training what they do not do afterwards: dropout, and batch normalisation with its update ops."""

from ..functions import arrays, math, nn
from ..functions.creation import cast, identity
from ..keras import initializers
from .collections import GraphKeys, add_to_collection
from .graph import Tensor, graphed
from .ops import dropout as dropped, where
from .scopes import get_variable, left_out, variable_scope
from .sketches import shaped

ZEROS, ONES = initializers.Zeros(), initializers.Ones()


def dropout(inputs, rate=0.5, noise_shape=None, seed=None, training=False, name=None):
    """In training each element 0 with probability `rate`, and the others larger, so that the mean stays.

    inputs       any shape -> the same shape
    noise_shape  a shape that broadcasts to it: elements share their fate along its axes of size 1; None: its own
    seed         an integer: a stream of random numbers of its own
    training     True, False, or a boolean tensor, such as a placeholder, that says so at each run
    """
    with variable_scope(name, "dropout"):
        if not isinstance(training, Tensor):
            return dropped(inputs, noise_shape=noise_shape, seed=seed, rate=rate) if training else graphed(
                identity)(inputs)
        return shaped(where(training, dropped(inputs, noise_shape=noise_shape, seed=seed, rate=rate), inputs), inputs)


def batch_normalization(inputs, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True, beta_initializer=ZEROS,
                        gamma_initializer=ONES, moving_mean_initializer=ZEROS, moving_variance_initializer=ONES,
                        beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None,
                        training=False, trainable=True, name=None, reuse=None, renorm=False, renorm_clipping=None,
                        renorm_momentum=0.99, fused=None, virtual_batch_size=None, adjustment=None):
    """gamma · (inputs − mean) / √(variance + epsilon) + beta, for each index of `axis`.

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
    left_out(beta_constraint=beta_constraint, gamma_constraint=gamma_constraint, renorm=renorm or None,
             virtual_batch_size=virtual_batch_size, adjustment=adjustment)
    rank, dtype = inputs.shape.rank, inputs.dtype
    place = axis % rank
    others, width = [i for i in range(rank) if i != place], (inputs.shape[place],)
    shape = [width[0] if i == place else 1 for i in range(rank)]
    with variable_scope(name, "batch_normalization", reuse=reuse):
        gamma = get_variable("gamma", width, dtype, gamma_initializer, gamma_regularizer, trainable) if scale else None
        beta = get_variable("beta", width, dtype, beta_initializer, beta_regularizer, trainable) if center else None
        kept = [get_variable("moving_mean", width, dtype, moving_mean_initializer, trainable=False),
                get_variable("moving_variance", width, dtype, moving_variance_initializer, trainable=False)]
        used = kept
        if isinstance(training, Tensor) or training:
            batch = list(graphed(nn.moments)(inputs, others))
            learns = training if isinstance(training, Tensor) else None
            used = batch if learns is None else [
                shaped(where(learns, new, old.read_value()), old) for new, old in zip(batch, kept)]
            share = 1 - momentum if learns is None else (1 - momentum) * graphed(cast)(learns, dtype)
            fresh = [batch[0], graphed(of_sample)(batch[1], inputs) if fused is not False and rank == 4 and
                     place in (1, 3) else batch[1]]
            for old, new in zip(kept, fresh):
                add_to_collection(GraphKeys.UPDATE_OPS, old.assign_sub((old - new) * share))
        turn = (lambda x: None if x is None else graphed(arrays.reshape)(x, shape)) if place != rank - 1 else \
            (lambda x: x)
        return graphed(nn.batch_normalization)(inputs, *map(turn, used), turn(beta), turn(gamma), epsilon)


def of_sample(variance, inputs):
    """A variance over n elements as one over n - 1."""
    count = cast(arrays.size(inputs), variance.dtype) / cast(arrays.size(variance), variance.dtype)
    return variance * count / math.maximum(count - 1, cast(1, variance.dtype))
