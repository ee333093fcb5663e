"""Layers, losses, and the Module they are: what a network is built of."""

from . import functional, init
from .activation import (CELU, ELU, GELU, GLU, SELU, LeakyReLU, LogSigmoid, LogSoftmax, Mish, PReLU, ReLU, Sigmoid,
                         SiLU, Softmax, Softmin, Softplus, Softsign, Tanh, Tanhshrink)
from .containers import ModuleDict, ModuleList, Sequential
from .conv import Conv2d
from .dropout import AlphaDropout, Dropout, Dropout1d, Dropout2d
from .hard import Hardsigmoid, Hardswish, Hardtanh, ReLU6, Softshrink, Threshold
from .linear import Flatten, Identity, Linear
from .loss import (BCELoss, BCEWithLogitsLoss, CrossEntropyLoss, HuberLoss, KLDivLoss, L1Loss, MSELoss, NLLLoss,
                   SmoothL1Loss)
from .module import Module
from .norm import BatchNorm1d, BatchNorm2d, BatchNorm3d
from .parameter import Buffer, Parameter
from .parameter_lists import ParameterDict, ParameterList
from .pool import AvgPool2d, MaxPool2d
from . import utils

__all__ = [name for name in dir() if not name.startswith("_")]
