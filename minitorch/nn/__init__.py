"""Layers, losses, and their base class Module: the parts of a network."""

from ..runtime import missing as _missing
from .module import Module

# file -> its layers; the file is imported when one of them is first used. Rare files are in minitorch/rare.
_FILES = {
    "activation": "GELU LeakyReLU LogSigmoid LogSoftmax ReLU Sigmoid SiLU Softmax Softplus Tanh",
    "adaptive": "AdaptiveLogSoftmaxWithLoss",
    "attention": "MultiheadAttention",
    "cells": "GRUCell LSTMCell RNNCell RNNCellBase",
    "containers": "ModuleDict ModuleList ParameterList Sequential",
    "conv": "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d",
    "dropout": "Dropout Dropout1d Dropout2d Dropout3d",
    "embedding": "Embedding",
    "lazy": """LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d LazyConv1d LazyConv2d LazyConv3d
        LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d LazyInstanceNorm1d
        LazyInstanceNorm2d LazyInstanceNorm3d LazyLinear""",
    "linear": "Flatten Identity Linear",
    "loss": "CrossEntropyLoss NLLLoss",
    "margin_loss": """CosineEmbeddingLoss CosineSimilarity HingeEmbeddingLoss MarginRankingLoss
        MultiLabelMarginLoss MultiLabelSoftMarginLoss MultiMarginLoss PairwiseDistance
        SoftMarginLoss TripletMarginLoss TripletMarginWithDistanceLoss""",
    "instance_norm": "InstanceNorm1d InstanceNorm2d InstanceNorm3d",
    "normalization": "BatchNorm1d BatchNorm2d BatchNorm3d LayerNorm",
    "parameter": "Buffer Parameter UninitializedBuffer UninitializedParameter",
    "resize": """CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad2d ConstantPad3d
        ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d
        Upsample ZeroPad1d ZeroPad2d ZeroPad3d""",
    "pool": "AdaptiveAvgPool1d AdaptiveAvgPool2d AvgPool1d AvgPool2d MaxPool1d MaxPool2d",
    "recurrent": "GRU LSTM RNN RNNBase",
    "sync_batchnorm": "SyncBatchNorm",
    "transformer": """Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder
        TransformerEncoderLayer""",
    "parallel": "DataParallel",
    "rare_activation": """CELU ELU GLU SELU Hardshrink Hardsigmoid Hardswish Hardtanh Mish PReLU ReLU6 RReLU
        Softmax2d Softmin Softshrink Softsign Tanhshrink Threshold""",
    "rare_containers": "ParameterDict",
    "rare_dropout": "AlphaDropout FeatureAlphaDropout",
    "rare_embedding": "EmbeddingBag",
    "rare_linear": "Bilinear Unflatten",
    "rare_normalization": "GroupNorm LocalResponseNorm RMSNorm",
    "rare_resize": """ChannelShuffle Fold PixelShuffle PixelUnshuffle Unfold UpsamplingBilinear2d
        UpsamplingNearest2d""",
    "regression_loss": "KLDivLoss BCELoss BCEWithLogitsLoss L1Loss MSELoss SmoothL1Loss",
    "rare_loss": "CTCLoss GaussianNLLLoss HuberLoss LinearCrossEntropyLoss NLLLoss2d PoissonNLLLoss",
    "rare_pool": """AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d AvgPool3d
        FractionalMaxPool2d FractionalMaxPool3d LPPool1d LPPool2d LPPool3d MaxPool3d MaxUnpool1d
        MaxUnpool2d MaxUnpool3d""",
}
__all__ = [name for names in _FILES.values() for name in names.split() if name != "DataParallel"] + [
    "Module", "functional", "init", "parameter"]

_missing.speak_for(globals(), later=("functional", "grad", "init", "modules", "parallel", "parameter", "utils"),
                   lent=_FILES)
