"""tf.nn: activations, convolutions, pooling, losses of single elements."""

from ..core.missing import speak_for as _speak_for
from ..functions.conv import (atrous_conv2d, avg_pool, avg_pool1d, avg_pool2d, avg_pool3d, conv1d, conv1d_transpose,
                              conv2d, conv2d_transpose, conv3d, convolution, depthwise_conv2d, max_pool, max_pool1d,
                              max_pool2d, max_pool3d, separable_conv2d)
from ..functions.norms import l2_normalize
from ..functions.math import sigmoid, tanh
from ..functions.nn import (batch_normalization, bias_add, crelu, dropout, elu, embedding_lookup, gelu, l2_loss,
                            leaky_relu, local_response_normalization, local_response_normalization as lrn,
                            log_poisson_loss, log_softmax, moments, relu, relu6, selu,
                            sigmoid_cross_entropy_with_logits, silu, softmax, softmax_cross_entropy_with_logits,
                            softplus, softsign, sparse_softmax_cross_entropy_with_logits, swish,
                            weighted_cross_entropy_with_logits, zero_fraction)
from ..functions.slices import top_k
from ..functions.counting import in_top_k

__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "tf.nn")
