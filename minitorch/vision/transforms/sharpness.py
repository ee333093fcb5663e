"""Blurring and sharpening: each pixel mixed with its neighbours."""

import numpy as np

from .color import blend, check_factor
from .image import library, on_planes, pair, rounded


def bell(size, sigma):
    """`size` weights of a Gaussian, which add up to 1."""
    x = np.arange(size) - (size - 1) / 2
    weights = np.exp(-0.5 * (x / sigma) ** 2)
    return weights / weights.sum()


@on_planes
def gaussian_blur(img, kernel_size, sigma=None):
    """Each pixel as the mean of its neighbours, weighted by a Gaussian.

    kernel_size   neighbours that count, odd: one number, or (across, down)
    sigma         width of the Gaussian in pixels, one number or (across, down); default: by kernel_size
    """
    sizes = pair(kernel_size, "kernel_size")
    if any(size <= 0 or size % 2 == 0 for size in sizes):
        raise ValueError(f"kernel_size should have odd and positive integers. Got {list(sizes)}")
    if sigma is None:
        sigma = [0.15 * size + 0.35 for size in sizes]
    sigma = (sigma, sigma) if isinstance(sigma, int | float) else tuple(sigma) * (2 // len(sigma))
    if min(sigma) <= 0:
        raise ValueError(f"sigma should have positive values. Got {list(sigma)}")
    xp = library(img)
    across, down = (bell(size, width) for size, width in zip(sizes, sigma))
    half_x, half_y = (size // 2 for size in sizes)
    values = img.astype(np.promote_types(img.dtype, np.float32))
    values = xp.pad(values, [(0, 0)] * (img.ndim - 2) + [(half_y, half_y), (half_x, half_x)], mode="reflect")
    rows, columns = img.shape[-2:]
    values = sum(values[..., i:i + rows, :] * values.dtype.type(weight) for i, weight in enumerate(down))
    values = sum(values[..., j:j + columns] * values.dtype.type(weight) for j, weight in enumerate(across))
    return rounded(values, img.dtype, xp)


@on_planes
def adjust_sharpness(img, sharpness_factor):
    """0 is blurred, 1 the picture, 2 sharper."""
    check_factor("sharpness_factor", sharpness_factor)
    rows, columns = img.shape[-2:]
    if min(rows, columns) <= 2:
        return img.copy()
    values = img.astype(np.promote_types(img.dtype, np.float32))
    around = sum(values[..., i:i + rows - 2, j:j + columns - 2] for i in range(3) for j in range(3))
    soft = values.copy()                                 # the border has too few neighbours, and stays
    soft[..., 1:-1, 1:-1] = rounded((around + 4 * values[..., 1:-1, 1:-1]) / 13, img.dtype, library(img))
    return blend(img, soft, sharpness_factor)


@on_planes
def equalize(img):
    """Bytes spread so that each brightness is about as frequent, channel by channel."""
    if img.dtype != np.uint8:
        raise TypeError(f"Only torch.uint8 image tensors are supported, but found {img.dtype}")
    xp = library(img)
    flat = img.reshape(-1, img.shape[-2] * img.shape[-1])
    out = xp.stack([spread(channel, xp) for channel in flat])
    return out.reshape(img.shape)


def spread(channel, xp):
    """One channel's bytes by their rank."""
    counts = xp.bincount(channel, minlength=256)
    step = int((counts.sum() - counts[counts != 0][-1]) // 255)
    if step == 0:
        return channel
    ranks = (xp.cumsum(counts) + step // 2) // step
    table = xp.clip(xp.concatenate([xp.zeros(1, ranks.dtype), ranks[:-1]]), 0, 255).astype(np.uint8)
    return table[channel]
