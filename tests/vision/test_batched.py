"""A batch through transforms at once: bit by bit what one picture after the other gives, chance included."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.data import ConcatDataset, DataLoader, Subset, TensorDataset, default_collate
from minitorch.random import numpy_generator
from minitorch.vision import transforms as T
from minitorch.vision.datasets import CIFAR10, Images
from minitorch.vision.transforms.batched import transform_batch

FLOATS = [T.ToTensor(), T.Normalize((0.2,), (0.3,))]
CHAINS = {
    "ToTensor": T.ToTensor(),
    "normalised": T.Compose(FLOATS),
    "as the papers": T.Compose([T.RandomCrop(8, padding=2), T.RandomHorizontalFlip(), *FLOATS]),
    "chance after": T.Compose([*FLOATS, T.RandomVerticalFlip(0.3), T.RandomCrop((5, 4)), T.RandomHorizontalFlip()]),
    "within": T.Compose([T.RandomHorizontalFlip(0.7), T.Compose([T.ToTensor(), T.ConvertImageDtype(mt.float64)])]),
    "mirrored frame": T.Compose([T.RandomCrop((6, 9), padding=[1, 2], padding_mode="reflect"), T.ToTensor()]),
}


def pictures(colours, transform=None, **settings):
    rng = np.random.default_rng(5)
    shape = (13, 8, 8, 3) if colours else (13, 8, 8)
    return Images(rng.integers(0, 256, shape, dtype=np.uint8), np.arange(13) % 4, 255, transform, **settings)


@pytest.mark.parametrize("colours", [False, True], ids=["grey", "colour"])
@pytest.mark.parametrize("chain", CHAINS)
def test_at_once_as_one_by_one(chain, colours):
    dataset, order = pictures(colours, CHAINS[chain]), [5, 0, 12, 3, 3, 7]
    mt.manual_seed(1)
    single = default_collate([dataset[i] for i in order])
    then = numpy_generator().random()
    mt.manual_seed(1)
    batch = dataset.__getbatch__(order)
    assert batch is not None and then == numpy_generator().random()
    for one, other in zip(single, batch):
        assert one.dtype is other.dtype and one.tolist() == other.tolist()
    assert dataset.data.numpy().tolist() == pictures(colours).data.numpy().tolist()


class Own(T.RandomHorizontalFlip):
    def forward(self, img):
        return img


def hooked():
    transform = T.ToTensor()
    transform.register_forward_hook(lambda module, inputs, out: out * 0)
    return transform


def rewritten():
    transform = T.ToTensor()
    transform.forward = lambda picture: mt.zeros(1)
    return transform


@pytest.mark.parametrize("transform", [
    lambda image: mt.tensor(image), T.Lambda(mt.tensor), T.Compose([T.RandomRotation(10), T.ToTensor()]),
    T.Compose([Own(), T.ToTensor()]), hooked(), rewritten(), T.RandomHorizontalFlip(),
    T.Compose([T.RandomCrop(20), T.ToTensor()]), T.Compose([T.RandomCrop(20, pad_if_needed=True), T.ToTensor()]),
    T.Compose([T.Normalize((0.5,), (0.5,)), T.ToTensor()])],
                         ids=lambda transform: getattr(transform, "__name__", None) or repr(transform))
def test_what_is_not_known_sees_pictures_one_by_one(transform):
    assert transform_batch(transform, np.zeros((2, 8, 8), np.uint8)) is None


def test_labels_go_through_their_transform():
    images, labels = next(iter(DataLoader(pictures(False, T.ToTensor(), target_transform=lambda x: x / 2), 4)))
    assert labels.tolist() == [0.0, 0.5, 1.0, 1.5] and labels.dtype is mt.float64


def test_cifars_lists_of_labels_count():
    dataset = pictures(True, T.ToTensor())
    dataset.__class__ = CIFAR10
    dataset.data, dataset.targets = dataset.data.numpy(), list(range(13))
    assert dataset.__getbatch__([4, 2])[1].tolist() == [4, 2]


class Numbered(Images):
    def __getitem__(self, index):
        return *super().__getitem__(index), index


class Doubled(TensorDataset):
    def __getitem__(self, index):
        return super().__getitem__(index)[0] * 2


@pytest.mark.parametrize("around", [lambda dataset: dataset, lambda dataset: Subset(dataset, range(3)),
                                    lambda dataset: ConcatDataset([dataset])], ids=["itself", "subset", "joined"])
def test_a_subclass_with_samples_of_its_own_is_asked_for_them(around):
    numbered = Numbered(np.zeros((3, 8, 8), np.uint8), np.zeros(3, int), 255, T.ToTensor())
    assert next(iter(DataLoader(around(numbered), 3)))[2].tolist() == [0, 1, 2]
    assert next(iter(DataLoader(around(Doubled(mt.arange(3))), 3))).tolist() == [0, 2, 4]
