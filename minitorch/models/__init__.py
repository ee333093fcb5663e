"""The zoo: networks that made history, with torchvision's names, so that weights trained there fit here."""

from .. import missing as _missing
from . import weights as _weights
from .alexnet import AlexNet, alexnet
from .densenet import DenseNet, densenet121
from .lenet import LeNet
from .mobilenet import MobileNetV1, MobileNetV2, mobilenet_v1, mobilenet_v2
from .moco import MoCo
from .resnet import ResNet, resnet18, resnet34, resnet50, resnet101, resnet152
from .unet import UNet
from .vae import VAE
from .vgg import VGG, vgg11, vgg11_bn, vgg13, vgg13_bn, vgg16, vgg16_bn, vgg19, vgg19_bn

__all__ = ["VAE", "VGG", "AlexNet", "DenseNet", "LeNet", "MoCo", "MobileNetV1", "MobileNetV2", "ResNet", "UNet",
           "alexnet", "densenet121", "mobilenet_v1", "mobilenet_v2", "resnet18", "resnet34", "resnet50", "resnet101",
           "resnet152", "vgg11", "vgg11_bn", "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19", "vgg19_bn"]

globals().update(_weights.CLASSES)                       # AlexNet_Weights, … as torchvision names them
__all__ += list(_weights.CLASSES)

_missing.speak_for(globals())
