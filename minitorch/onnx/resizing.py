"""Resize images: write resampling along one dimension as ONNX nodes, and compute ONNX's Resize on tensors.

Both use one table of formulas for the positions of new pixels in the old image.
"""

import numpy as np

from ..ops.conv.resample import compute_taps
from .arguments import array, axes_of, integers_of, tensor
from .sizes import Size, require_equal

# {minitorch's rule: mode, coordinate_transformation_mode and nearest_mode of Resize}
RULES = {"nearest": ("nearest", "asymmetric", "floor"), "nearest-exact": ("nearest", "half_pixel", "round_prefer_ceil"),
         "linear": ("linear", "half_pixel", None), "cubic": ("cubic", "half_pixel", None)}
HALF = np.float64(0.5)                 # np.float64, so that HALF + a float32 is a float64
ROUNDED = {"floor": np.floor, "ceil": np.ceil, "round_prefer_floor": lambda x: np.ceil(x - HALF),
           "round_prefer_ceil": lambda x: np.floor(x + HALF)}
PLACED = {"half_pixel": lambda i, old, new, scale: (i + 0.5) / scale - 0.5,
          "pytorch_half_pixel": lambda i, old, new, scale: (i + 0.5) / scale - 0.5 if new > 1 else i * 0,
          "align_corners": lambda i, old, new, scale: i * (old - 1) / (new - 1) if new > 1 else i * 0,
          "asymmetric": lambda i, old, new, scale: i * np.float32(old) / np.float32(new) if scale == np.float32(
              new / old) else i / scale}               # onnxruntime resizes 7 pixels to 3 with the scale 3.5 / 7


def resample(n, call, x, *, dim, size, rule, corners, scale):
    """Write a Resize along one dimension, or a weighted sum of pixels if Resize does not have this rule."""
    dim %= len(call["shape"])
    old = n.shape(x)[dim]
    if rule in RULES and (any(type(k) is Size for k in (old, size)) or as_resized(old, size, rule, scale)):
        mode, place, rounded = RULES[rule]
        scales = None if scale is None else n.constant(np.array([1 / scale], np.float32))
        sizes = n.sizes([size]) if scale is None else None
        return n.add("Resize", x, None, scales, *[sizes] * (scale is None), axes=[dim], mode=mode,
                     coordinate_transformation_mode="align_corners" if corners else place, nearest_mode=rounded)
    old, size = require_equal(f"`interpolate` by {rule!r}, its sizes,", old, size)
    index, weights = compute_taps(np, old, size, rule, corners, scale)
    if weights is None or index.shape[1] == 1:               # each output pixel is an input pixel, with weight 1
        same = size == old and (index[:, 0] == np.arange(old)).all()
        return x if same else n.add("Gather", x, n.constant(index[:, 0].astype(np.int64)), axis=dim)
    weights = weights.reshape(*weights.shape, *[1] * (len(call["shape"]) - dim - 1)).astype(call["dtype"])
    found = n.add("Mul", n.add("Gather", x, n.constant(index.astype(np.int64)), axis=dim), n.constant(weights))
    return n.add("ReduceSum", found, n.vector([dim + 1]), keepdims=0)


def as_resized(old, new, rule, scale):
    """Return True if Resize, which computes in float32, gives the same size and selects the same nearest pixels."""
    mode, place, rounded = RULES[rule]
    given = np.float32(new / old if scale is None else 1 / scale)
    if scale is not None and int(np.floor(np.float32(old) * given)) != new:
        return False
    found = PLACED[place](np.arange(new, dtype=np.float32), old, new, given)
    return mode != "nearest" or (ROUNDED[rounded](found).clip(0, old - 1) == compute_taps(
        np, old, new, rule, False, scale)[0][:, 0]).all()


def resize(s, outs, x, roi=None, scales=None, sizes=None):
    """Resize a tensor axis by axis: each new pixel is computed from the one, two or four nearest pixels."""
    x, place = tensor(x), s.get("coordinate_transformation_mode", "half_pixel")
    mode, rounded = s.get("mode", "nearest"), s.get("nearest_mode", "round_prefer_floor")
    if (place not in PLACED or mode not in ("nearest", "linear", "cubic") or s.get("antialias")
            or s.get("exclude_outside") or s.get("keep_aspect_ratio_policy", "stretch") != "stretch"):
        raise NotImplementedError(f"coordinate_transformation_mode must be one of {', '.join(PLACED)}, mode nearest, "
                                  "linear or cubic, without antialias, exclude_outside and keep_aspect_ratio_policy")
    axes = [axis % x.ndim for axis in axes_of(s, None, [*range(x.ndim)])]
    given = None if sizes is not None and len(integers_of(sizes)) else array(scales).reshape(-1).astype(np.float32)
    news = integers_of(sizes) if given is None else [int(np.floor(x.shape[axis] * k)) for axis, k in zip(axes, given)]
    for axis, new, scale in zip(axes, news, [None] * len(axes) if given is None else given):
        old = x.shape[axis]
        if new == old and scale in (None, 1):
            continue
        scale = np.float32(new / old) if scale is None else scale          # onnxruntime rounds the scale to float32 too
        at = PLACED[place](np.arange(new, dtype=np.float32), old, new, scale)
        if mode == "nearest":
            index, weights = ROUNDED[rounded](at)[:, None], np.ones((new, 1))
        else:
            at = at.clip(0, old - 1) if mode == "linear" else at
            index = np.floor(at)[:, None] + (np.arange(2) if mode == "linear" else np.arange(-1, 3))
            weights = weight(np.abs(at[:, None] - index), mode, s.get("cubic_coeff_a", -0.75))
        x = weighted_pixels(x, axis, index.clip(0, old - 1).astype(np.int64), weights)
    return x


def weight(distance, mode, a):
    """Return the weight of a pixel by its distance: a triangle, or Keys' cubic."""
    d = distance
    if mode == "linear":
        return 1 - d
    return np.where(d <= 1, ((a + 2) * d - (a + 3)) * d * d + 1, ((a * d - 5 * a) * d + 8 * a) * d - 4 * a)


def weighted_pixels(x, axis, index, weights):
    """Return weighted sums of pixels along an axis, one for each new pixel; index and weights are (new, K)."""
    parts = []
    for own, share in zip(index.T, weights.T):
        part = x.index_select(axis, tensor(np.ascontiguousarray(own)))
        share = share.reshape(-1, *[1] * (x.ndim - axis - 1)).astype(array(x).dtype)
        parts.append(part if (share == 1).all() else part * tensor(share))
    return sum(parts[1:], parts[0])


OPERATORS = {"Resize": resize, "Upsample": lambda s, outs, x, scales=None: resize(
    {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor", **s}, outs, x, None,
    s.get("scales") if scales is None else scales)}
