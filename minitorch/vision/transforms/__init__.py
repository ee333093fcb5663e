"""Transforms of pictures between the data set and the batch, with torchvision's names.

They take tensors (…, C, H, W), arrays (H, W) or (H, W, C), or Pillow images, and return the type that they were given.

Arguments that mean the same in every function:

    img   the picture
"""

from ...runtime import missing as _missing
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
