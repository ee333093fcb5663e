"""torchvision's newer import path of transforms: the same transforms, and ToImage and ToDtype instead of ToTensor."""

from ... import dtypes
from ...engine import tensor_types
from ...tensors import from_numpy
from . import *  # noqa: F403
from . import __all__ as older, functional
from .convert import convert_image_dtype
from .deterministic import Transform
from .image import is_pillow, planes_of


class ToImage(Transform):
    """A transform: a picture -> (C, H, W) tensor with unchanged numbers."""

    def forward(self, pic):
        if type(pic) in tensor_types:
            return pic
        if is_pillow(pic):
            return functional.pil_to_tensor(pic)
        planes, _ = planes_of(pic)
        return from_numpy((planes if planes.ndim == 3 else planes[None]).copy())


class ToDtype(Transform, shows="dtype scale"):
    """A transform that converts a tensor to another dtype; with scale, it scales too: uint8 255 becomes float32 1.0."""

    def __init__(self, dtype, scale=False):
        super().__init__(dtype=dtypes.as_dtype(dtype), scale=scale)

    def forward(self, image):
        return convert_image_dtype(image, self.dtype) if self.scale else image.to(self.dtype)


__all__ = [*older, "ToDtype", "ToImage"]  # noqa: PLE0604
