"""keras.layers: what models are made of.

Arguments that mean the same wherever they occur:

    inputs, sequence, sequences   what a layer is called on: a tensor of floats (N, …), or a list of them
    input_shape, query_shape, value_shape, key_shape
                                  of build: shapes, None for the number of samples
    name                          of the layer, before those of its weights; None: that of its class, with a number
    activation                    a function of the result, or its name: "relu"; None: the result as it is
    recurrent_activation          that of the gates
    use_bias                      whether a bias is added
    dropout, recurrent_dropout    in training, the share of the input's, and of the state's, numbers that are 0
    states, masks                 of a cell: those before a step, and what dropout multiplies inputs and states by
    kernel_initializer, recurrent_initializer, depthwise_initializer, bias_initializer, embeddings_initializer
                                  first values of a weight: a name, such as "he_normal", or an Initializer
    beta_initializer, gamma_initializer, moving_mean_initializer, moving_variance_initializer, alpha_initializer
    pointwise_initializer
                                  likewise
    kernel_regularizer, recurrent_regularizer, depthwise_regularizer, bias_regularizer, embeddings_regularizer
                                  what large weights add to the loss: a name, such as "l2", or a Regularizer
    pointwise_regularizer, beta_regularizer, gamma_regularizer, alpha_regularizer
                                  likewise
    activity_regularizer          what large results add to the loss, likewise
    kernel_constraint, recurrent_constraint, depthwise_constraint, bias_constraint, embeddings_constraint
                                  what a weight is brought back to after a step: "non_neg", or a Constraint
    pointwise_constraint, beta_constraint, gamma_constraint, alpha_constraint
                                  likewise
    data_format                   "channels_last", (N, H, W, C), the default; or "channels_first", (N, C, H, W)
    seed                          an integer: the same numbers after keras.utils.set_random_seed; None: others
    weights                       first values of the weights, arrays
    kwargs                        name, trainable, dtype and the input_shape of a first layer
"""

from ..core.configured import files_of as _files_of
from ..core.layer import Layer
from ..core.spec import InputSpec
from .activation import ELU, Identity, LeakyReLU, PReLU, ReLU, Softmax
from .attention import AdditiveAttention, Attention, EinsumDense, MultiHeadAttention
from .augmentation import (CenterCrop, RandomContrast, RandomFlip, RandomRotation, RandomTranslation, RandomZoom,
                           Resizing)
from .binning import Discretization
from .cells import GRUCell, LSTMCell, SimpleRNNCell, StackedRNNCells
from .conv_lstm import ConvLSTM2D
from .convolutional import (Conv1D, Conv1DTranspose, Conv2D, Conv2DTranspose, Conv3D, Convolution1D, Convolution2D,
                            DepthwiseConv2D, SeparableConv1D, SeparableConv2D)
from .core import (Activation, ActivityRegularization, Dense, Dropout, Flatten, GaussianNoise, Lambda, Masking, Permute,
                   RepeatVector, Rescaling, Reshape, SpatialDropout1D, SpatialDropout2D)
from .embeddings import Embedding
from .input import Input, InputLayer
from .lookup import CategoryEncoding, IntegerLookup, StringLookup, TextVectorization
from .merge import (Add, Average, Concatenate, Dot, Maximum, Minimum, Multiply, Subtract, add, average, concatenate,
                    dot, maximum, minimum, multiply, subtract)
from .normalization import BatchNormalization, LayerNormalization, Normalization
from .pooling import (AveragePooling1D, AveragePooling2D, AveragePooling3D, AvgPool1D, AvgPool2D,
                      GlobalAveragePooling1D, GlobalAveragePooling2D, GlobalAvgPool1D, GlobalAvgPool2D,
                      GlobalMaxPool1D, GlobalMaxPool2D, GlobalMaxPooling1D, GlobalMaxPooling2D, MaxPool1D, MaxPool2D,
                      MaxPooling1D, MaxPooling2D, MaxPooling3D)
from .recurrent import GRU, LSTM, RNN, SimpleRNN
from .resizing import Cropping2D, UpSampling2D, ZeroPadding2D
from .wrappers import Bidirectional, TimeDistributed

serialize, deserialize = _files_of("layer")
