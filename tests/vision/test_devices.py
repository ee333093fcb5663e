"""Loaders and transforms leave tensors where they are, and give the same numbers there."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.data import DataLoader, TensorDataset, default_collate
from minitorch.vision import transforms as T
from minitorch.vision.transforms import functional as F

PICTURE = np.random.default_rng(0).integers(256, size=(3, 9, 8), dtype=np.uint8)
FUNCTIONS = [("hflip",), ("crop", -1, 2, 5, 9), ("center_crop", 12), ("pad", [1, 2, 3, 0], 7), ("resize", [5, 12]),
             ("resize", 5, "nearest"), ("rotate", 30.0), ("rotate", 20.0, "bilinear", True, None, [1, 2, 3]),
             ("affine", 10.0, [1, 2], 1.2, [5.0, 3.0]), ("adjust_brightness", 1.4), ("adjust_contrast", 1.4),
             ("adjust_saturation", 1.4), ("adjust_hue", 0.2), ("adjust_gamma", 0.7), ("gaussian_blur", 3),
             ("adjust_sharpness", 1.5), ("invert",), ("posterize", 3), ("solarize", 100), ("autocontrast",),
             ("equalize",), ("rgb_to_grayscale", 3), ("erase", 1, 2, 3, 4, 7), ("convert_image_dtype", mt.float32),
             ("perspective", [[0, 0], [5, 0], [5, 5], [0, 5]], [[1, 1], [5, 0], [4, 5], [0, 4]])]


@pytest.mark.parametrize("name, inputs", [(name, inputs) for name, *inputs in FUNCTIONS], ids=lambda v: str(v)[:25])
def test_pictures_stay_where_they_are(name, inputs, xp):
    result = getattr(F, name)(xp.tensor(PICTURE.copy()), *inputs)
    assert result.device.type == xp.device
    wanted = getattr(F, name)(mt.from_numpy(PICTURE.copy()), *inputs).numpy()
    assert result.dtype.numpy == wanted.dtype and result.shape == wanted.shape
    assert np.abs(xp.numpy(result) - wanted.astype(float)).max() <= (1 if wanted.dtype == np.uint8 else 1e-6)


def test_normalised_and_erased(xp):
    mt.manual_seed(0)
    x = xp.tensor(PICTURE.astype(np.float32))
    out = T.Compose([T.Normalize((1, 2, 3), (4, 5, 6)), T.RandomErasing(1, value=(1, 2, 3))])(x)
    assert out.device.type == xp.device
    second = xp.numpy(T.Normalize((1, 2, 3), xp.tensor(np.array([4, 5, 6])))(x)[1])
    assert np.abs(second - (PICTURE[1].astype(np.float32) - 2) / 5).max() < 1e-4


def test_batches_stay_where_the_data_is(xp):
    rows = np.arange(12.0, dtype=np.float32).reshape(6, 2)
    data = TensorDataset(xp.tensor(rows), xp.tensor(np.arange(6)))
    whole, labels = next(iter(DataLoader(data, 4)))
    single = default_collate([data[i] for i in range(4)])[0]
    for batch in whole, single:
        assert batch.device.type == xp.device and (xp.numpy(batch) == rows[:4]).all()
    assert xp.numpy(labels).tolist() == [0, 1, 2, 3]
