"""Change colours (brightness, contrast, saturation, hue and others); blur and sharpen, which also use a pixel's
neighbours.
"""

import numpy as np

from .image import as_pair, library, on_planes, planes_of, round_to_dtype

RED, GREEN, BLUE = 0.2989, 0.587, 0.114      # weights of the colours in brightness, ITU-R BT.601


def full_brightness(planes):
    """Return the value of full brightness: 1 in floats, 255 in bytes."""
    return 1.0 if planes.dtype.kind == "f" else float(np.iinfo(planes.dtype).max)


def channels_of(planes):
    return planes.shape[-3] if planes.ndim > 2 else 1


def check_channels(planes, permitted):
    if channels_of(planes) not in permitted:
        raise TypeError(f"Input image tensor permitted channel values are {list(permitted)}, but found "
                        f"{channels_of(planes)}")


def blend(planes, other, share):
    """Return share × planes + (1 - share) × other, clipped to the range of colours."""
    kind = np.promote_types(planes.dtype, np.float32)
    mixed = planes.astype(kind) * kind.type(share) + other * kind.type(1.0 - share)
    return library(planes).clip(mixed, 0, full_brightness(planes)).astype(planes.dtype)


def grey(planes):
    """Return the perceived brightness of each pixel: (…, 3, H, W) -> (…, 1, H, W)."""
    red, green, blue = (planes[..., i, :, :] for i in range(3))
    return (RED * red + GREEN * green + BLUE * blue).astype(planes.dtype)[..., None, :, :]


def rgb_to_grayscale(img, num_output_channels=1):
    """Return the picture without colours, as 1 channel or as 3 equal channels."""
    if num_output_channels not in (1, 3):
        raise ValueError(f"num_output_channels should be either 1 or 3, not {num_output_channels}.")
    planes, back = planes_of(img)
    check_channels(planes, (1, 3))
    out = planes[None] if planes.ndim == 2 else planes   # a grey array or Pillow image is one plane
    out = grey(out) if channels_of(planes) == 3 else out
    if num_output_channels == 3:
        out = library(planes).repeat(out, 3, -3)
    elif not hasattr(img, "array") and not (isinstance(img, np.ndarray) and img.ndim == 3):
        out = out[0]                                     # (H, W), the shape of a grey array or Pillow image
    return back(out.copy())


to_grayscale = rgb_to_grayscale


def check_factor(name, factor):
    if factor < 0:
        raise ValueError(f"{name} ({factor}) is not non-negative.")


@on_planes
def adjust_brightness(img, brightness_factor):
    """Change the brightness: 0 is black, 1 the picture, 2 twice as bright."""
    check_factor("brightness_factor", brightness_factor)
    return blend(img, 0.0, brightness_factor)


@on_planes
def adjust_contrast(img, contrast_factor):
    """Change the contrast: 0 gives grey of the mean brightness, 1 the same picture, 2 twice the contrast."""
    check_factor("contrast_factor", contrast_factor)
    check_channels(img, (1, 3))
    kind = np.promote_types(img.dtype, np.float32)
    middle = (grey(img) if channels_of(img) == 3 else img).astype(kind)
    axes = (-3, -2, -1) if img.ndim > 2 else (-2, -1)
    return blend(img, middle.mean(axes, keepdims=True), contrast_factor)


@on_planes
def adjust_saturation(img, saturation_factor):
    """Change the saturation: 0 has no colours, 1 is the picture, 2 has twice as much colour."""
    check_factor("saturation_factor", saturation_factor)
    check_channels(img, (1, 3))
    return img.copy() if channels_of(img) == 1 else blend(img, grey(img), saturation_factor)


@on_planes
def adjust_hue(img, hue_factor):
    """Rotate all colours on the colour circle by `hue_factor` turns, from -0.5 to 0.5."""
    if not -0.5 <= hue_factor <= 0.5:
        raise ValueError(f"hue_factor ({hue_factor}) is not in [-0.5, 0.5].")
    check_channels(img, (1, 3))
    if channels_of(img) == 1:
        return img.copy()
    xp, top = library(img), full_brightness(img)
    hue, saturation, value = to_hsv(img.astype(np.promote_types(img.dtype, np.float32)) / np.float32(top), xp)
    colours = from_hsv((hue + hue_factor) % 1.0, saturation, value, xp)
    if img.dtype.kind != "f":
        colours = colours * (top + 1 - 1e-3)
    return colours.astype(img.dtype)


def to_hsv(rgb, xp):
    """Return hue (turns from red), saturation and value (0 to 1), (…, H, W) each. Source: Smith, Color gamut (1978)."""
    red, green, blue = (rgb[..., i, :, :] for i in range(3))
    value, low = rgb.max(-3), rgb.min(-3)
    spread = value - low
    grey_here = spread == 0
    step = xp.where(grey_here, 1, spread)
    hue = xp.where(value == red, (green - blue) / step,
                   xp.where(value == green, 2 + (blue - red) / step, 4 + (red - green) / step))
    hue = xp.where(grey_here, 0, hue / 6) % 1.0
    return hue, spread / xp.where(grey_here, 1, value), value


def from_hsv(hue, saturation, value, xp):
    """Return colours (…, 3, H, W) for hue, saturation and value: the inverse of to_hsv."""
    channels = []
    for start in (5, 3, 1):
        turn = (start + hue * 6) % 6
        channels.append(value - value * saturation * xp.clip(xp.minimum(turn, 4 - turn), 0, 1))
    return xp.stack(channels, -3)


@on_planes
def adjust_gamma(img, gamma, gain: float = 1):
    """Return gain × colour ** gamma, for colours from 0 to 1: gamma > 1 makes shadows darker, gamma < 1 lighter."""
    check_factor("gamma", gamma)
    top = full_brightness(img)
    kind = np.promote_types(img.dtype, np.float32)
    out = library(img).clip(gain * (img.astype(kind) / kind.type(top)) ** kind.type(gamma), 0, 1)
    return (out if img.dtype.kind == "f" else out * (top + 1 - 1e-3)).astype(img.dtype)


@on_planes
def invert(img):
    """Return the negative of a picture."""
    return img.dtype.type(full_brightness(img)) - img


@on_planes
def posterize(img, bits):
    """Keep the first `bits` bits of each byte; the others become 0."""
    if img.dtype != np.uint8:
        raise TypeError(f"Only torch.uint8 image tensors are supported, but found {img.dtype}")
    return img & np.uint8(-(2 ** (8 - bits)) & 255)


@on_planes
def solarize(img, threshold):
    """Invert the pixels that are at least as bright as `threshold`."""
    if threshold > full_brightness(img):
        raise TypeError("Threshold should be less than bound of img.")
    return library(img).where(img >= threshold, img.dtype.type(full_brightness(img)) - img, img)


@on_planes
def autocontrast(img):
    """Scale each channel so that its darkest pixel becomes black and its brightest has full brightness."""
    xp, top = library(img), full_brightness(img)
    values = img.astype(np.promote_types(img.dtype, np.float32))
    low, high = values.min((-2, -1), keepdims=True), values.max((-2, -1), keepdims=True)
    flat = high == low
    stretched = (values - xp.where(flat, 0, low)) * xp.where(flat, 1, top / xp.where(flat, 1, high - low))
    return xp.clip(stretched, 0, top).astype(img.dtype)


def gaussian_weights(size, sigma):
    """Return `size` weights of a Gaussian with the sum 1."""
    x = np.arange(size) - (size - 1) / 2
    weights = np.exp(-0.5 * (x / sigma) ** 2)
    return weights / weights.sum()


@on_planes
def gaussian_blur(img, kernel_size, sigma=None):
    """Replace each pixel by the mean of its neighbours, weighted by a Gaussian.

    kernel_size   size of the neighbourhood, odd: one number, or (across, down)
    sigma         width of the Gaussian in pixels, one number or (across, down); default: computed from kernel_size
    """
    sizes = as_pair(kernel_size, "kernel_size")
    if any(size <= 0 or size % 2 == 0 for size in sizes):
        raise ValueError(f"kernel_size should have odd and positive integers. Got {list(sizes)}")
    if sigma is None:
        sigma = [0.15 * size + 0.35 for size in sizes]
    sigma = (sigma, sigma) if isinstance(sigma, int | float) else tuple(sigma) * (2 // len(sigma))
    if min(sigma) <= 0:
        raise ValueError(f"sigma should have positive values. Got {list(sigma)}")
    xp = library(img)
    across, down = (gaussian_weights(size, width) for size, width in zip(sizes, sigma))
    half_x, half_y = (size // 2 for size in sizes)
    values = img.astype(np.promote_types(img.dtype, np.float32))
    values = xp.pad(values, [(0, 0)] * (img.ndim - 2) + [(half_y, half_y), (half_x, half_x)], mode="reflect")
    rows, columns = img.shape[-2:]
    values = sum(values[..., i:i + rows, :] * values.dtype.type(weight) for i, weight in enumerate(down))
    values = sum(values[..., j:j + columns] * values.dtype.type(weight) for j, weight in enumerate(across))
    return round_to_dtype(values, img.dtype, xp)


@on_planes
def adjust_sharpness(img, sharpness_factor):
    """Change the sharpness: 0 is blurred, 1 the picture, 2 sharper."""
    check_factor("sharpness_factor", sharpness_factor)
    rows, columns = img.shape[-2:]
    if min(rows, columns) <= 2:
        return img.copy()
    values = img.astype(np.promote_types(img.dtype, np.float32))
    around = sum(values[..., i:i + rows - 2, j:j + columns - 2] for i in range(3) for j in range(3))
    soft = values.copy()                                 # pixels at the border do not change
    soft[..., 1:-1, 1:-1] = round_to_dtype((around + 4 * values[..., 1:-1, 1:-1]) / 13, img.dtype, library(img))
    return blend(img, soft, sharpness_factor)


@on_planes
def equalize(img):
    """Change the bytes of each channel so that all values from 0 to 255 become about equally frequent."""
    if img.dtype != np.uint8:
        raise TypeError(f"Only torch.uint8 image tensors are supported, but found {img.dtype}")
    xp = library(img)
    flat = img.reshape(-1, img.shape[-2] * img.shape[-1])
    out = xp.stack([equalize_channel(channel, xp) for channel in flat])
    return out.reshape(img.shape)


def equalize_channel(channel, xp):
    """Replace each byte of one channel by its rank among all bytes, scaled to 0 … 255."""
    counts = xp.bincount(channel, minlength=256)
    step = int((counts.sum() - counts[counts != 0][-1]) // 255)
    if step == 0:
        return channel
    ranks = (xp.cumsum(counts) + step // 2) // step
    table = xp.clip(xp.concatenate([xp.zeros(1, ranks.dtype), ranks[:-1]]), 0, 255).astype(np.uint8)
    return table[channel]
