"""Transforms: what is done to a picture on its way from the data set to the batch, under torchvision's names.

All take tensors (…, C, H, W), arrays (H, W) or (H, W, C) and Pillow images, and return what they got.

Arguments that mean the same wherever they occur:

    img   the picture
"""

from ... import missing as _missing
from . import functional
from .stochastic import (RandomAdjustSharpness, RandomApply, RandomAutocontrast, RandomChoice, RandomEqualize,
                     RandomGrayscale, RandomHorizontalFlip, RandomInvert, RandomOrder, RandomPosterize,
                     RandomSolarize, RandomVerticalFlip)
from .crops import RandomCrop, RandomErasing, RandomResizedCrop
from .deterministic import (CenterCrop, Compose, ConvertImageDtype, FiveCrop, Grayscale, Lambda, LinearTransformation,
                    Normalize, Pad, PILToTensor, Resize, TenCrop, ToPILImage, ToTensor)
from .jitter import ColorJitter, GaussianBlur, RandomAffine, RandomPerspective, RandomRotation
from .image import InterpolationMode

__all__ = ["CenterCrop", "ColorJitter", "Compose", "ConvertImageDtype", "FiveCrop", "GaussianBlur", "Grayscale",
           "InterpolationMode", "Lambda", "LinearTransformation", "Normalize", "PILToTensor", "Pad",
           "RandomAdjustSharpness", "RandomAffine", "RandomApply", "RandomAutocontrast", "RandomChoice", "RandomCrop",
           "RandomEqualize", "RandomErasing", "RandomGrayscale", "RandomHorizontalFlip", "RandomInvert", "RandomOrder",
           "RandomPerspective", "RandomPosterize", "RandomResizedCrop", "RandomRotation", "RandomSolarize",
           "RandomVerticalFlip", "Resize", "TenCrop", "ToPILImage", "ToTensor", "functional"]

_missing.speak_for(globals(), later=("v2",))
