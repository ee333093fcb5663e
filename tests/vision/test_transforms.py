"""The transforms: what they always do, what they leave to chance, and that a seed decides it."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.vision import transforms as T

BYTES = np.random.default_rng(0).integers(256, size=(12, 10, 3), dtype=np.uint8)
TENSOR = T.ToTensor()(BYTES)

RANDOM = [T.RandomHorizontalFlip(), T.RandomVerticalFlip(), T.RandomGrayscale(0.5), T.RandomInvert(),
          T.RandomSolarize(0.5), T.RandomAutocontrast(), T.RandomAdjustSharpness(2), T.RandomCrop(8),
          T.RandomCrop(12, padding=4),
          T.RandomCrop(14, pad_if_needed=True, padding_mode="reflect"), T.RandomResizedCrop(7), T.RandomErasing(),
          T.RandomErasing(1, value="random"), T.RandomErasing(1, value=[0.1, 0.2, 0.3]),
          T.ColorJitter(0.4, 0.3, 0.2, 0.1), T.RandomRotation(30),
          T.RandomRotation((10, 20), T.InterpolationMode.BILINEAR, expand=True, fill=1),
          T.RandomAffine(10, (0.2, 0.1), (0.8, 1.2), 5), T.RandomAffine(0, shear=(-30, 30, 0, 20)),
          T.RandomPerspective(),
          T.GaussianBlur(3), T.RandomApply([T.Pad(1)]), T.RandomChoice([T.Pad(1), T.CenterCrop(5)], [0.2, 0.8]),
          T.RandomOrder([T.Pad(1), T.CenterCrop(5)])]


def draws(transform, seed, count=12):
    mt.manual_seed(seed)
    return [(tuple(x.shape), x.tolist()) for x in (transform(TENSOR) for _ in range(count))]


@pytest.mark.parametrize("transform", RANDOM, ids=lambda t: repr(t)[:40])
def test_chance_is_the_seeds(transform):
    before = TENSOR.tolist()
    first = draws(transform, 1)
    assert first == draws(transform, 1)
    assert any(result != first[0] for result in first[1:] + draws(transform, 2))
    assert TENSOR.tolist() == before


ON_ARRAYS = [t for t in RANDOM if not isinstance(t, T.RandomErasing)]


@pytest.mark.parametrize("transform", [*ON_ARRAYS, T.RandomPosterize(3), T.RandomEqualize()],
                         ids=lambda t: repr(t)[:40])
def test_a_seed_gives_the_same_for_arrays_tensors_and_pillow_images(transform):
    Image = pytest.importorskip("PIL.Image")
    results = []
    for picture in (BYTES, T.functional.pil_to_tensor(Image.fromarray(BYTES)), Image.fromarray(BYTES)):
        mt.manual_seed(5)
        out = transform(picture)
        assert type(out) is type(picture) or isinstance(out, Image.Image)
        results.append(np.asarray(out).transpose(1, 2, 0) if mt.is_tensor(out) else np.asarray(out))
    for other in results[1:]:
        assert np.abs(other.astype(int) - results[0]).max() <= 1


@pytest.mark.parametrize("p, share", [(0.0, 0), (1.0, 1), (0.25, 0.25)])
def test_a_probability_is_how_often(p, share):
    changed = [T.RandomHorizontalFlip(p)(TENSOR) is not TENSOR for _ in range(400)]
    assert abs(np.mean(changed) - share) <= (0.06 if 0 < p < 1 else 0)


def test_every_part_is_as_likely_for_a_crop():
    numbered = np.arange(12, dtype=np.uint8).reshape(3, 4)
    corners = [T.RandomCrop(2)(numbered)[0, 0] for _ in range(600)]
    assert set(corners) == {0, 1, 2, 4, 5, 6} and min(map(corners.count, set(corners))) > 60


def test_resized_crops_keep_within_scale_and_ratio():
    picture = np.zeros((60, 60, 3), np.uint8)
    for _ in range(200):
        top, left, height, width = T.RandomResizedCrop.get_params(picture, (0.2, 0.5), (0.5, 2.0))
        assert 0 <= top <= 60 - height and 0 <= left <= 60 - width
        assert 0.18 <= height * width / 3600 <= 0.52 and 0.45 <= width / height <= 2.2
    assert T.RandomResizedCrop((5, 9))(picture).shape == (5, 9, 3)


def test_erasing_takes_one_rectangle():
    out = T.RandomErasing(1, value=7)(mt.zeros(3, 20, 20))
    rows, columns = ((out[0] == 7).any(dim) for dim in (1, 0))
    area = rows.sum().item() * columns.sum().item()
    assert (out == 7).sum().item() == 3 * area and 0.01 < area / 400 < 0.4
    assert T.RandomErasing(1, inplace=True)(out) is out


@pytest.mark.parametrize("array, shape, kind", [
    (np.full((4, 5), 255, np.uint8), (1, 4, 5), "float32"), (np.full((4, 5, 3), 255, np.uint8), (3, 4, 5), "float32"),
    (np.ones((4, 5, 1), np.float64), (1, 4, 5), "float64"), (np.ones((4, 5), np.int16), (1, 4, 5), "int16")])
def test_to_tensor(array, shape, kind):
    out = T.ToTensor()(array)
    assert tuple(out.shape) == shape and out.dtype is getattr(mt, kind) and (out == 1).all()
    array[:] = 0
    assert out.sum().item()                              # it has memory of its own


@pytest.mark.parametrize("mode", ["1", "L", "LA", "RGB", "RGBA", "CMYK", "I", "F", "I;16"])
def test_pillow_images_of_all_kinds(mode, torchvision):
    Image = pytest.importorskip("PIL.Image")
    image = Image.fromarray(BYTES).convert("L" if mode == "I;16" else mode).convert(mode)
    for name in "ToTensor", "PILToTensor":
        ours, theirs = (getattr(module, name)()(image) for module in (T, torchvision.transforms))
        if str(theirs.dtype) != "torch.uint16":          # which we have not
            assert str(ours.dtype).split(".")[-1] == str(theirs.dtype).split(".")[-1]
        assert np.abs(ours.numpy().astype(float) - theirs.numpy().astype(float)).max() < 1e-6


@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA", "I", "F"])
def test_there_and_back(mode):
    Image = pytest.importorskip("PIL.Image")
    image = Image.fromarray(BYTES).convert(mode)
    again = T.ToPILImage(mode if mode == "F" else None)(T.PILToTensor()(image))
    assert again.mode == mode and (np.asarray(again) == np.asarray(image)).all()
    if mode in ("L", "RGB", "RGBA"):
        assert (np.asarray(T.ToPILImage()(T.ToTensor()(image))) == np.asarray(image)).all()
        assert T.ToPILImage(mode)(np.asarray(image)).mode == mode


def test_one_after_the_other_and_how_it_prints():
    compose = T.Compose([T.Resize(6), T.CenterCrop(5), T.ToTensor(), T.Normalize([0.5] * 3, [0.5] * 3),
                         T.Lambda(lambda x: -x)])
    out = compose(BYTES)
    assert tuple(out.shape) == (3, 5, 5) and out.abs().max().item() <= 1
    assert str(compose).splitlines() == [
        "Compose(", "    Resize(size=6, interpolation=bilinear, max_size=None, antialias=True)",
        "    CenterCrop(size=(5, 5))", "    ToTensor()", "    Normalize(mean=[0.5, 0.5, 0.5], std=[0.5, 0.5, 0.5])",
        "    Lambda()", ")"]
    assert nn.Sequential(T.CenterCrop(4), T.Normalize([0.5] * 3, [0.5] * 3))(TENSOR).shape == (3, 4, 4)


def test_the_newer_names():
    v2 = mt.vision.transforms.v2
    assert v2.RandomCrop is T.RandomCrop
    out = v2.Compose([v2.ToImage(), v2.Resize(5), v2.ToDtype(mt.float32, scale=True)])(BYTES)
    assert out.dtype is mt.float32 and out.max().item() <= 1
    image = v2.ToImage()(BYTES)
    assert image.dtype is mt.uint8 and (image.numpy() == BYTES.transpose(2, 0, 1)).all()
    assert (v2.ToDtype(mt.float32)(image).max() == image.max()).all()


PRINTED = [lambda T: T.Resize(5), lambda T: T.CenterCrop(3), lambda T: T.Pad(2), lambda T: T.RandomHorizontalFlip(0.3),
           lambda T: T.RandomCrop(3), lambda T: T.Grayscale(3), lambda T: T.RandomGrayscale(), lambda T: T.ToTensor(),
           lambda T: T.Normalize((0.5,), (0.5,)), lambda T: T.FiveCrop(3), lambda T: T.Lambda(abs),
           lambda T: T.RandomInvert(), lambda T: T.RandomErasing(), lambda T: T.Compose([T.ToTensor()])]


@pytest.mark.parametrize("make", PRINTED)
def test_they_print_as_torchvisions(make, torchvision):
    assert repr(make(T)) == repr(make(torchvision.transforms))


def test_whitening():
    out = T.LinearTransformation(mt.eye(12) * 2, mt.ones(12))(mt.ones(3, 2, 2) * 3)
    assert out.shape == (3, 2, 2) and (out == 4).all()


WRONG = [(lambda: T.RandomCrop(20)(BYTES), ValueError, r"\(20, 20\) is larger than input image size \(12, 10\)"),
         (lambda: T.RandomErasing(1)(BYTES), TypeError, "Got ndarray: put ToTensor.. before"),
         (lambda: T.RandomErasing(value="x"), ValueError, "should be 'random'"),
         (lambda: T.RandomErasing(1, value=[1, 2])(TENSOR), ValueError, "a single value or 3 values"),
         (lambda: T.RandomHorizontalFlip(2), ValueError, "should be a probability"),
         (lambda: T.ColorJitter(hue=0.7), ValueError, r"hue values should be .*\[-0.5, 0.5\], but got \(-0.7, 0.7\)"),
         (lambda: T.ColorJitter(brightness=-1), ValueError, "brightness is a single number, it must be non negative"),
         (lambda: T.ColorJitter(contrast=(2, 1)), ValueError, "contrast values should be"),
         (lambda: T.RandomRotation(-3), ValueError, "degrees is a single number, it must be non negative"),
         (lambda: T.RandomAffine(0, (2, 0)), ValueError, "translation values should be between 0 and 1"),
         (lambda: T.RandomAffine(0, scale=(0, 1)), ValueError, "scale values should be positive"),
         (lambda: T.RandomAffine(0, shear=(0, 1, 2)), ValueError, "length 2 or 4"),
         (lambda: T.Lambda(3), TypeError, "should be callable, got int"),
         (lambda: T.Pad(1, padding_mode="x"), ValueError, "Padding mode should be"),
         (lambda: T.RandomChoice([abs], [1, 2]), ValueError, "each of 1 transforms a weight"),
         (lambda: T.CenterCrop((1, 2, 3)), ValueError, r"a number, or \(height, width\); it is \(1, 2, 3\)")]


@pytest.mark.parametrize("attempt, kind, message", WRONG, ids=[w[2][:30] for w in WRONG])
def test_error_says_what_is_wrong(attempt, kind, message):
    with pytest.raises(kind, match=message):
        attempt()
