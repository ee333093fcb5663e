"""keras.layers: what models are made of."""

from ...core.missing import speak_for as _speak_for
from ..core.configured import files_of as _files_of
from ..core.layer import Layer
from ..core.spec import InputSpec
from .activation import ELU, LeakyReLU, PReLU, ReLU, Softmax
from .attention import AdditiveAttention, Attention, EinsumDense, MultiHeadAttention
from .augmentation import (CenterCrop, RandomBrightness, RandomContrast, RandomCrop, RandomFlip, RandomRotation,
                           RandomTranslation, RandomZoom, Resizing)
from .cells import GRUCell, LSTMCell, SimpleRNNCell, StackedRNNCells
from .convolutional import (Conv1D, Conv1DTranspose, Conv2D, Conv2DTranspose, Conv3D, Convolution1D,
                            Convolution1DTranspose, Convolution2D, Convolution2DTranspose, Convolution3D, Cropping2D,
                            DepthwiseConv2D, UpSampling1D, UpSampling2D, ZeroPadding2D)
from .core import (Activation, ActivityRegularization, Dense, Dropout, Flatten, Identity, Lambda, Masking, Permute,
                   RepeatVector, Rescaling, Reshape)
from .embeddings import Embedding
from .input import Input, InputLayer
from .lookup import CategoryEncoding, IntegerLookup, StringLookup, TextVectorization
from .merge import (Add, Average, Concatenate, Dot, Maximum, Minimum, Multiply, Subtract, add, average, concatenate,
                    dot, maximum, minimum, multiply, subtract)
from .noise import GaussianDropout, GaussianNoise, SpatialDropout1D, SpatialDropout2D
from .normalization import BatchNormalization, LayerNormalization, Normalization, UnitNormalization
from .pooling import (AveragePooling1D, AveragePooling2D, AveragePooling3D, AvgPool1D, AvgPool2D, AvgPool3D,
                      GlobalAveragePooling1D, GlobalAveragePooling2D, GlobalAvgPool1D, GlobalAvgPool2D,
                      GlobalMaxPool1D, GlobalMaxPool2D, GlobalMaxPooling1D, GlobalMaxPooling2D, MaxPool1D, MaxPool2D,
                      MaxPool3D, MaxPooling1D, MaxPooling2D, MaxPooling3D)

from .recurrent import GRU, LSTM, RNN, SimpleRNN
from .separable import SeparableConv2D, SeparableConvolution2D
from .wrappers import Bidirectional, TimeDistributed, Wrapper

__all__ = [name for name in globals() if not name.startswith("_") and name not in (
    *"activation attention augmentation cells convolutional core embeddings input lookup merge noise".split(),
    *"normalization pooling recurrent separable wrappers".split())] + ["deserialize", "serialize"]
serialize, deserialize = _files_of("layer")
_speak_for(globals(), "keras.layers")
