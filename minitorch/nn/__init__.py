"""Layers, losses, and the Module they are: what a network is built of."""

from .. import missing as _missing
from . import functional, init
from .activation import (CELU, ELU, GELU, GLU, SELU, Hardshrink, Hardsigmoid, Hardswish, Hardtanh, LeakyReLU,
                         LogSigmoid, LogSoftmax, Mish, PReLU, ReLU, ReLU6, RReLU, Sigmoid, SiLU, Softmax, Softmax2d,
                         Softmin, Softplus, Softshrink, Softsign, Tanh, Tanhshrink, Threshold)
from .adaptive import AdaptiveLogSoftmaxWithLoss
from .attention import MultiheadAttention
from .cells import GRUCell, LSTMCell, RNNCell, RNNCellBase
from .containers import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from .conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .dropout import AlphaDropout, Dropout, Dropout1d, Dropout2d, Dropout3d, FeatureAlphaDropout
from .embedding import Embedding, EmbeddingBag
from .lazy import (LazyBatchNorm1d, LazyBatchNorm2d, LazyBatchNorm3d, LazyConv1d, LazyConv2d, LazyConv3d,
                   LazyConvTranspose1d, LazyConvTranspose2d, LazyConvTranspose3d, LazyInstanceNorm1d,
                   LazyInstanceNorm2d, LazyInstanceNorm3d, LazyLinear)
from .linear import Bilinear, Flatten, Identity, Linear, Unflatten
from .loss import (BCELoss, BCEWithLogitsLoss, CrossEntropyLoss, CTCLoss, GaussianNLLLoss, HuberLoss, KLDivLoss,
                   L1Loss, LinearCrossEntropyLoss, MSELoss, NLLLoss, NLLLoss2d, PoissonNLLLoss, SmoothL1Loss)
from .margin_loss import (CosineEmbeddingLoss, CosineSimilarity, HingeEmbeddingLoss, MarginRankingLoss,
                          MultiLabelMarginLoss, MultiLabelSoftMarginLoss, MultiMarginLoss, PairwiseDistance,
                          SoftMarginLoss, TripletMarginLoss, TripletMarginWithDistanceLoss)
from .module import Module
from .instance_norm import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from .normalization import (BatchNorm1d, BatchNorm2d, BatchNorm3d, GroupNorm, LayerNorm, LocalResponseNorm, RMSNorm)
from .parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter
from .resize import (ChannelShuffle, CircularPad1d, CircularPad2d, CircularPad3d, ConstantPad1d, ConstantPad2d,
                     ConstantPad3d, Fold, PixelShuffle, PixelUnshuffle, ReflectionPad1d, ReflectionPad2d,
                     ReflectionPad3d, ReplicationPad1d, ReplicationPad2d, ReplicationPad3d, Unfold, Upsample,
                     UpsamplingBilinear2d, UpsamplingNearest2d, ZeroPad1d, ZeroPad2d, ZeroPad3d)
from .pool import (AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveAvgPool3d, AdaptiveMaxPool1d, AdaptiveMaxPool2d,
                   AdaptiveMaxPool3d, AvgPool1d, AvgPool2d, AvgPool3d, FractionalMaxPool2d, FractionalMaxPool3d,
                   LPPool1d, LPPool2d, LPPool3d, MaxPool1d, MaxPool2d, MaxPool3d, MaxUnpool1d, MaxUnpool2d,
                   MaxUnpool3d)
from .recurrent import GRU, LSTM, RNN, RNNBase
from .sync_batchnorm import SyncBatchNorm
from .transformer import (Transformer, TransformerDecoder, TransformerDecoderLayer, TransformerEncoder,
                          TransformerEncoderLayer)

__all__ = [name for name, value in globals().items()
           if isinstance(value, type) or name in ("functional", "init", "parameter")]

_missing.speak_for(globals(), later=("grad", "modules", "parallel", "utils"),
                   lent={"parallel": "DataParallel"})
_missing.speak_for(vars(init))
