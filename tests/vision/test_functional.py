"""What the transforms do: torchvision's numbers where it is installed, and laws that hold without it."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.vision.transforms import InterpolationMode, functional as F

RNG = np.random.default_rng(0)
BYTES = RNG.integers(256, size=(3, 11, 14), dtype=np.uint8)
GREY = RNG.integers(256, size=(1, 9, 6), dtype=np.uint8)
FLOATS = RNG.random((3, 11, 14), dtype=np.float32)
PICTURES = {"bytes": BYTES, "grey": GREY, "floats": FLOATS, "batch": RNG.random((2, 3, 8, 9), dtype=np.float32)}

# (function, arguments, settings, how far results may differ: in bytes, and in floats)
SAME = [
    ("hflip", (), {}), ("vflip", (), {}), ("invert", (), {}),
    *[("crop", box, {}) for box in ((1, 2, 4, 3), (-2, 3, 6, 20), (5, -3, 10, 6))],
    *[("center_crop", (size,), {}) for size in (4, [5, 3], [3, 30], [20, 21])],
    *[("pad", (sides,), {}) for sides in (2, [1, 3], [0, 1, 2, 3])],
    ("pad", (2,), {"fill": 1}), ("pad", ([1, 2],), {"padding_mode": "edge"}),
    ("pad", ([1, 2],), {"padding_mode": "reflect"}), ("pad", ([1, 2],), {"padding_mode": "symmetric"}),
    *[("resize", (size,), {"interpolation": mode, "antialias": smooth})
      for size in ([5, 20], 7, [30, 4]) for mode in ("NEAREST", "NEAREST_EXACT", "BILINEAR", "BICUBIC")
      for smooth in (True, False)],
    ("resize", (6,), {"max_size": 7}), ("resized_crop", (1, 2, 5, 4, [8, 9]), {}),
    ("five_crop", (4,), {}), ("ten_crop", ([3, 4], True), {}),
    *[("rotate", (angle,), {}) for angle in (30.0, -75.0, 91.0, 180.0)], ("rotate", (40.0,), {"expand": True}),
    ("rotate", (25.0,), {"interpolation": "BILINEAR"}), ("rotate", (25.0,), {"center": [2, 3]}),
    ("rotate", (33.0,), {"fill": [0.5]}),
    ("affine", (20.0, [2, -1], 1.3, [5.0, -7.0]), {}),
    ("affine", (-50.0, [0, 3], 0.7, [12.0, 0.0]), {"interpolation": "BILINEAR"}),
    ("affine", (10.0, [1, 1], 1.0, [3.0, 4.0]), {"center": [1, 2]}),
    ("perspective", ([[0, 0], [5, 0], [5, 5], [0, 5]], [[1, 1], [5, 0], [4, 5], [0, 4]]), {}),
    *[("adjust_brightness", (x,), {}) for x in (0.3, 1.7)], *[("adjust_contrast", (x,), {}) for x in (0.0, 0.4, 1.6)],
    *[("adjust_saturation", (x,), {}) for x in (0.0, 0.4, 1.6)], *[("adjust_hue", (x,), {}) for x in (-0.3, 0.2, 0.5)],
    ("adjust_gamma", (0.6,), {}), ("adjust_gamma", (2.0, 1.2), {}), ("adjust_sharpness", (0.4,), {}),
    ("adjust_sharpness", (1.8,), {}), ("gaussian_blur", (3,), {}), ("gaussian_blur", ([5, 3], [0.8, 1.4]), {}),
    ("rgb_to_grayscale", (), {}), ("rgb_to_grayscale", (3,), {}), ("autocontrast", (), {}), ("equalize", (), {}),
    ("posterize", (3,), {}), ("solarize", (0.5,), {}), ("erase", (1, 2, 3, 4, 0.25), {}),
    ("convert_image_dtype", ("float32",), {}), ("convert_image_dtype", ("uint8",), {}),
    ("convert_image_dtype", ("int16",), {}), ("convert_image_dtype", ("int32",), {}),
    ("normalize", ([0.4, 0.5, 0.6], [0.2, 0.3, 0.5]), {}), ("get_dimensions", (), {}), ("get_image_size", (), {}),
]


def arguments(library, modes, values):
    return [getattr(library, v) if v in ("float32", "uint8", "int16", "int32") else
            getattr(modes, v) if isinstance(v, str) and v.isupper() else v for v in values]


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("name, inputs, settings", SAME, ids=lambda v: str(v)[:40])
def test_torchvision_gives_the_same(name, inputs, settings, picture, torch, torchvision):
    if (name, inputs, picture) == ("rgb_to_grayscale", (3,), "grey"):
        pytest.skip("there torchvision gives 3 channels for images and 1 for tensors; here it is 3")
    theirs = torchvision.transforms.functional

    def run(library, module, modes, tensor):
        values = arguments(library, modes, [*inputs, *settings.values()])
        if name == "erase":
            values[4] = library.tensor(values[4]).to(tensor.dtype)
        return getattr(module, name)(tensor, *values[:len(inputs)], **dict(zip(settings, values[len(inputs):])))
    array = PICTURES[picture]
    try:
        wanted = run(torch, theirs, torchvision.transforms.InterpolationMode, torch.from_numpy(array.copy()))
    except Exception as error:
        with pytest.raises(type(error)):
            run(mt, F, InterpolationMode, mt.from_numpy(array.copy()))
        return
    found = run(mt, F, InterpolationMode, mt.from_numpy(array.copy()))
    pairs = zip(found, wanted) if isinstance(wanted, tuple) else [(found, wanted)]
    for a, b in pairs:
        if not hasattr(b, "numpy"):
            assert a == b
            continue
        a, b = a.numpy(), b.numpy()
        assert a.dtype == b.dtype and a.shape == b.shape
        near = (4 if "BICUBIC" in settings.values() else 1) if a.dtype == np.uint8 else 3e-5     # its weights are int16
        assert np.abs(a.astype(float) - b.astype(float)).max() <= near
        if a.dtype == np.uint8:
            assert (a != b).mean() < (0.3 if "resize" in name else 0.04)     # a byte off by rounding, now and then


def forms(array):
    """A (C, H, W) picture in each of its forms, with the way back."""
    from_last = np.ascontiguousarray(array.transpose(1, 2, 0))
    flat = array.shape[0] == 1
    yield mt.from_numpy(array), lambda x: x.numpy()
    yield from_last, lambda x: x.transpose(2, 0, 1)
    if flat:
        yield array[0], lambda x: x[None] if x.ndim == 2 else x.transpose(2, 0, 1)
    if array.dtype == np.uint8:
        Image = pytest.importorskip("PIL.Image")
        yield (Image.fromarray(array[0] if flat else from_last),
               lambda x: np.atleast_3d(np.asarray(x)).transpose(2, 0, 1))


ANY_FORM = [("hflip",), ("vflip",), ("crop", 1, 2, 4, 3), ("crop", -1, -2, 4, 30), ("center_crop", 5),
            ("pad", [1, 2, 3, 0], 7), ("pad", 2, 0, "reflect"), ("rotate", 30.0),
            ("affine", 20.0, [2, -1], 1.3, [5.0, -7.0]),
            ("adjust_brightness", 1.5), ("adjust_contrast", 1.5), ("adjust_saturation", 0.5), ("adjust_hue", 0.2),
            ("gaussian_blur", 3), ("adjust_sharpness", 2.0), ("invert",), ("posterize", 2), ("equalize",),
            ("rgb_to_grayscale",), ("rgb_to_grayscale", 3), ("resize", [5, 9]), ("resize", 20), ("autocontrast",),
            ("perspective", [[0, 0], [5, 0], [5, 5], [0, 5]], [[1, 1], [5, 0], [4, 5], [0, 4]])]


@pytest.mark.parametrize("array", [BYTES, GREY], ids=["colour", "grey"])
@pytest.mark.parametrize("name, inputs", [(name, inputs) for name, *inputs in ANY_FORM], ids=lambda v: str(v)[:30])
def test_every_form_gives_the_same_and_keeps_its_form(name, inputs, array):
    (first, plain), *others = forms(array.copy())
    wanted = plain(getattr(F, name)(first, *inputs))
    assert (first.numpy() == array).all()                # what was given is as it was
    for picture, back in others:
        before = np.array(picture)
        result = getattr(F, name)(picture, *inputs)
        assert type(result).__name__ in (type(picture).__name__, "Image")
        found = back(result)
        assert found.shape == wanted.shape
        assert np.abs(found.astype(int) - wanted).max() <= (1 if name == "resize" else 0)
        assert (np.array(picture) == before).all()
        if isinstance(picture, np.ndarray):
            assert not np.shares_memory(result, picture)


def test_turning_four_times_by_a_right_angle_is_nothing():
    x = mt.from_numpy(BYTES)
    for _ in range(4):
        x = F.rotate(x, 90, expand=True)
    assert (x.numpy() == BYTES).all()
    assert (F.rotate(mt.from_numpy(BYTES), 90, expand=True).numpy() == np.rot90(BYTES, 1, (1, 2))).all()


@pytest.mark.parametrize("mode", ["BILINEAR", "BICUBIC", "BOX", "HAMMING", "LANCZOS"])
@pytest.mark.parametrize("size", [(5, 6), (30, 25), (11, 3)])
def test_resizing_is_pillows(mode, size):
    Image = pytest.importorskip("PIL.Image")
    picture = Image.fromarray(np.ascontiguousarray(BYTES.transpose(1, 2, 0)))
    ours = F.resize(mt.from_numpy(BYTES), size, getattr(InterpolationMode, mode)).numpy().astype(int)
    theirs = np.asarray(picture.resize(size[::-1], getattr(Image, mode))).transpose(2, 0, 1)
    assert np.abs(ours - theirs).max() <= 1 and (ours != theirs).mean() < 0.06


@pytest.mark.parametrize("shift", [0.1, 0.5, -0.25])
def test_hues_go_round(shift):
    x = mt.from_numpy(FLOATS)
    back = F.adjust_hue(F.adjust_hue(x, shift), -shift)
    assert np.abs(back.numpy() - FLOATS).max() < 1e-5


def test_normalising_lets_gradients_pass():
    x = mt.ones(3, 2, 2, requires_grad=True)
    F.normalize(x, (0.5, 0.5, 0.5), (0.5, 0.25, 1.0)).sum().backward()
    assert x.grad[:, 0, 0].tolist() == [2, 4, 1]


WRONG = [(lambda: F.normalize(mt.from_numpy(BYTES), [0], [1]), TypeError,
          "should be a float tensor. Got uint8.*ToTensor"),
         (lambda: F.normalize(mt.ones(3, 2, 2), [0, 0, 0], [1, 0, 1]), ValueError, "std evaluated to zero"),
         (lambda: F.normalize("x", [0], [1]), TypeError, "put ToTensor.. before Normalize"),
         (lambda: F.to_tensor(mt.ones(2, 2)), TypeError, "Got Tensor: it is a tensor already"),
         (lambda: F.to_tensor(np.ones((2, 2, 2, 2))), ValueError, r"shape \(2, 2, 2, 2\) is no picture"),
         (lambda: F.hflip([1]), TypeError, "a picture must be a tensor, an array or a Pillow image, not list"),
         (lambda: F.hflip(mt.ones(3)), TypeError, "not a torch image"),
         (lambda: F.resize(mt.ones(1, 4, 4), 3, "cubic"), ValueError, "InterpolationMode's nearest.*not 'cubic'"),
         (lambda: F.resize(mt.ones(1, 4, 4), 5, max_size=4), ValueError, "strictly greater"),
         (lambda: F.pad(mt.ones(1, 4, 4), 1, 0, "wrap"), ValueError, "either constant, edge, reflect, symmetric"),
         (lambda: F.pad(mt.ones(1, 4, 4), [1, 2, 3]), ValueError, "not a 3 element tuple"),
         (lambda: F.pad(mt.ones(3, 4, 4), 1, [1, 2]), ValueError, r"values in fill \(2\).*channels \(3\)"),
         (lambda: F.five_crop(mt.ones(1, 4, 4), 5), ValueError, r"\(5, 5\) is bigger than input size \(4, 4\)"),
         (lambda: F.adjust_hue(mt.ones(3, 4, 4), 0.7), ValueError, "is not in"),
         (lambda: F.adjust_brightness(mt.ones(3, 4, 4), -1), ValueError, "not non-negative"),
         (lambda: F.adjust_contrast(mt.ones(2, 4, 4), 1), TypeError, r"permitted channel values are \[1, 3\].*found 2"),
         (lambda: F.gaussian_blur(mt.ones(3, 4, 4), 2), ValueError, "odd and positive"),
         (lambda: F.rotate(mt.ones(3, 4, 4), 2, "bicubic"), ValueError, "nearest or bilinear, not bicubic"),
         (lambda: F.affine(mt.ones(3, 4, 4), 2, [0, 0], 0, 0), ValueError, "scale should be positive"),
         (lambda: F.to_pil_image(mt.ones(5, 4, 4)), ValueError, "> 4 channels. Got 5"),
         (lambda: F.convert_image_dtype(mt.ones(1), mt.int32), RuntimeError, "cannot be performed safely")]


@pytest.mark.parametrize("attempt, kind, message", WRONG, ids=[w[2][:30] for w in WRONG])
def test_error_says_what_is_wrong(attempt, kind, message):
    if "channels" in message:
        pytest.importorskip("PIL", reason="makes a Pillow image")
    with pytest.raises(kind, match=message):
        attempt()
