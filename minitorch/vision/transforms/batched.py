"""Apply a chain of transforms to a batch at once; the result is the same as for one picture after another.

First all random numbers are drawn, picture by picture; then each transform runs once on all pictures.
"""

import numpy as np

from ...tensors.tensor import tensor_of
from . import functional as F
from .crops import RandomCrop
from .deterministic import Compose, ConvertImageDtype, Normalize, ToTensor, draw
from .stochastic import RandomHorizontalFlip, RandomVerticalFlip, random_index


def transform_batch(transform, images):
    """Apply `transform` to each image and stack the results; return None if it must run on single images.

    images    (N, H, W) or (N, H, W, C) bytes, which may be written to
    returns   (N, C, H, W) tensor
    """
    steps = steps_of(transform)
    if steps is None or images.dtype != np.uint8:
        return None
    planes = images[:, None] if images.ndim == 3 else images.transpose(0, 3, 1, 2)
    drawing, size = [], planes.shape[-2:]
    for step in steps:
        drawing.append((step, size, []))
        if type(step) is RandomCrop:
            size = step.size
            if min(crop_positions(step, drawing[-1][1])) < 1:
                return None                              # the transform of a single picture raises a clearer error
    random_steps = [part for part in drawing if type(part[0]) in DRAWS]
    for _ in images if random_steps else ():
        for step, size, drawn in random_steps:
            drawn.append(DRAWS[type(step)](step, size))
    for step, _, drawn in drawing:
        planes = STEPS[type(step)](step, planes, drawn)
    return tensor_of(planes)


def steps_of(transform):
    """Return a chain as a list of transforms; None if it needs single images: a transform is unknown or has hooks."""
    steps = [transform]
    while any(type(step) is Compose for step in steps):
        steps = [part for step in steps for part in (step.transforms if type(step) is Compose else [step])]
    kinds = [type(step) for step in steps]
    if not all(kind in STEPS for kind in kinds) or kinds.count(ToTensor) != 1:
        return None
    if any(step._forward_hooks or step._forward_pre_hooks or "forward" in vars(step) for step in steps):
        return None
    before = kinds[:kinds.index(ToTensor)]
    cut = any(type(step) is RandomCrop and step.pad_if_needed for step in steps)
    return None if cut or Normalize in before or ConvertImageDtype in before else steps


def scale(step, planes, drawn):
    return np.divide(out := planes.astype(np.float32, order="C"), np.float32(255), out=out)


def normalise(step, planes, drawn):
    return F.normalize(tensor_of(planes), step.mean, step.std, inplace=True).array


def convert(step, planes, drawn):
    return F.convert_image_dtype(tensor_of(planes), step.dtype).array


def flip_drawn(turned):
    """Return a function that calls `turned`, a flip, on the pictures whose drawn number is below p."""
    def flip(step, planes, drawn):
        chosen = np.array(drawn) < step.p
        planes[chosen] = turned(planes[chosen])
        return planes
    return flip


def crop(step, planes, drawn):
    if step.padding is not None:
        planes = F.pad(tensor_of(planes), step.padding, step.fill, step.padding_mode).array
    height, width = step.size
    out = np.empty((*planes.shape[:2], height, width), planes.dtype)
    for part, picture, (top, left) in zip(out, planes, drawn):
        part[...] = picture[:, top:top + height, left:left + width]
    return out


def crop_positions(step, size):
    """Return at how many positions, down and across, a crop may start."""
    left, top, right, bottom = step.padding or (0, 0, 0, 0)
    return size[0] + top + bottom - step.size[0] + 1, size[1] + left + right - step.size[1] + 1


DRAWS = {RandomHorizontalFlip: lambda step, size: draw(), RandomVerticalFlip: lambda step, size: draw(),
         RandomCrop: lambda step, size: tuple(map(random_index, crop_positions(step, size)))}

STEPS = {ToTensor: scale, Normalize: normalise, ConvertImageDtype: convert, RandomCrop: crop,
         RandomHorizontalFlip: flip_drawn(lambda planes: planes[..., ::-1]),
         RandomVerticalFlip: flip_drawn(lambda planes: planes[..., ::-1, :])}
