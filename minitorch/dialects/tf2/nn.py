"""tf.nn: activations, convolutions, pooling, losses of single elements."""

from ..functions.blocks import depth_to_space, space_to_depth
from ..functions.conv import conv1d, conv2d, conv2d_transpose, conv3d, depthwise_conv2d, separable_conv2d
from ..functions.pooling import (avg_pool, avg_pool1d, avg_pool2d, avg_pool3d, max_pool, max_pool1d, max_pool2d,
                                 max_pool3d)
from ..functions.norms import l2_normalize
from ..functions.elementary import sigmoid, tanh
from ..functions.nn import (batch_normalization, bias_add, dropout, elu, embedding_lookup, gelu, leaky_relu,
                            local_response_normalization, local_response_normalization as lrn, log_softmax, moments,
                            relu, relu6, selu, silu, softmax, softplus, softsign, swish)
from ..functions.losses import (l2_loss, sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits,
                                sparse_softmax_cross_entropy_with_logits)
from ..functions.sampled import nce_loss, sampled_softmax_loss
from ..functions.slices import top_k
from ..functions.counting import in_top_k
from .distribute.losses import compute_average_loss

__all__ = [name for name in globals() if not name.startswith("_")]
