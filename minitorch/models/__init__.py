"""Well-known networks with torchvision's names, so that weights trained with torchvision load here."""

from ..runtime import missing as _missing
from . import dcgan
from . import weights as _weights
from .alexnet import AlexNet, alexnet
from .char_rnn import CharRNN
from .densenet import DenseNet, densenet121
from .gpt import GPT, GPTConfig
from .lenet import LeNet
from .mobilenet import MobileNetV1, MobileNetV2, mobilenet_v1, mobilenet_v2
from .moco import MoCo
from .module_network import ModuleNetwork
from .ncf import NCF
from .resnet import ResNet, resnet18, resnet34, resnet50, resnet101, resnet152
from .seq2seq import GNMT
from .tree_lstm import Tree, TreeLSTM
from .unet import UNet
from .vae import VAE
from .vgg import VGG, vgg11, vgg11_bn, vgg13, vgg13_bn, vgg16, vgg16_bn, vgg19, vgg19_bn
from .vit import VisionTransformer, vit_tiny

__all__ = ["GNMT", "GPT", "NCF", "VAE", "VGG", "AlexNet", "CharRNN", "DenseNet", "GPTConfig", "LeNet", "MoCo",
           "MobileNetV1", "MobileNetV2", "ModuleNetwork", "ResNet", "Tree", "TreeLSTM", "UNet", "VisionTransformer",
           "alexnet", "dcgan", "densenet121", "mobilenet_v1", "mobilenet_v2", "resnet18", "resnet34", "resnet50",
           "resnet101", "resnet152", "vgg11", "vgg11_bn", "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19", "vgg19_bn",
           "vit_tiny"]

globals().update(_weights.CLASSES)                       # AlexNet_Weights, … as torchvision names them
__all__ += list(_weights.CLASSES)

_missing.speak_for(globals())
