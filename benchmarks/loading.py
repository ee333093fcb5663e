"""W11: 50,000 grey images of 28×28 bytes, shuffled and normalised, in batches of 128 float32.

    python -m benchmarks.loading

Ways that a PyTorch user writes it, loaded by a DataLoader without workers:

torchvision   its MNIST with Compose([ToTensor(), Normalize(…)]), where it is installed, beside the same of minitorch,
              which does a whole batch at once; torchvision takes each image through Pillow
transforms    minitorch as before; beside it the least that torch can do for each image to the same effect
tensors       a TensorDataset, each batch normalised in the loop: the same lines on both sides
samples       a data set of one's own that normalises each image in its __getitem__: the same lines on both sides
"""

import importlib.util

import numpy as np

from .measure import agree, interleave
from .workloads import Built, Workload, numbers

IMAGES, SIZE, BATCH = 50_000, 28, 128
MEAN, STD = 0.1307, 0.3081
SHOWN = 8                                # so many images are compared before anything is timed


def normalised(images):
    return (images.float() / 255 - MEAN) / STD


def raw():
    """The bytes, and each image's number as its label, by which it is found again after shuffling."""
    return numbers(11).integers(0, 256, (IMAGES, SIZE, SIZE), dtype=np.uint8), np.arange(IMAGES)


def ours():
    from minitorch.vision.datasets import Images
    from minitorch.vision.transforms import Compose, Normalize, ToTensor
    return Images(*raw(), 255, Compose([ToTensor(), Normalize((MEAN,), (STD,))])), None


def torchvision(t):
    if t.__name__ == "minitorch":
        return ours()
    from torchvision.datasets import MNIST, VisionDataset
    from torchvision.transforms import Compose, Normalize, ToTensor
    dataset = MNIST.__new__(MNIST)                       # its own way to a sample, with images that come from no file
    VisionDataset.__init__(dataset, ".", transform=Compose([ToTensor(), Normalize((MEAN,), (STD,))]))
    dataset.data, dataset.targets = map(t.from_numpy, raw())
    return dataset, None


def transforms(t):
    if t.__name__ == "minitorch":
        return ours()
    images, labels = raw()

    class Pictures(t.utils.data.Dataset):
        def __init__(self):
            self.data, self.targets = t.from_numpy(images), t.from_numpy(labels)
            self.mean, self.std = t.tensor([MEAN]).view(-1, 1, 1), t.tensor([STD]).view(-1, 1, 1)

        def __len__(self):
            return len(self.data)

        def __getitem__(self, index):
            image, label = self.data[index], int(self.targets[index])
            return image[None].to(t.float32).div(255).sub_(self.mean).div_(self.std), label
    return Pictures(), None


def tensors(t):
    images, labels = raw()
    return t.utils.data.TensorDataset(t.from_numpy(images), t.from_numpy(labels)), normalised


def samples(t):
    images, labels = map(t.from_numpy, raw())

    class Own(t.utils.data.Dataset):
        def __len__(self):
            return len(images)

        def __getitem__(self, index):
            return normalised(images[index]), labels[index]
    return Own(), None


FORMS = {"torchvision": torchvision, "transforms": transforms, "tensors": tensors, "samples": samples}


def build(form):
    """What a workload is built by: a step of it is one pass over all images."""
    def built(t):
        dataset, then = FORMS[form](t)
        t.manual_seed(0)
        loader = t.utils.data.DataLoader(dataset, batch_size=BATCH, shuffle=True)

        def batches():
            for images, labels in loader:
                yield images if then is None else then(images), labels

        def step():
            seen = sum(len(labels) for _, labels in batches())
            assert seen == IMAGES

        found = {}
        for images, labels in batches():
            for place in np.flatnonzero(np.asarray(labels) < SHOWN):
                found[int(labels[place])] = np.asarray(images[place]).reshape(SIZE, SIZE)
        assert images.dtype is t.float32
        return Built(step, [found[number] for number in range(SHOWN)])
    return built


def by_batch_or_one_by_one(t):
    """Whole batches in minitorch; in torch the usual way, a data set that normalises image by image."""
    return build("samples" if t.__name__ == "torch" else "tensors")(t)


WORKLOADS = {
    "W11": Workload(by_batch_or_one_by_one, "images by batch; torch one by one", tolerance=1e-6),
    "W11-same": Workload(build("tensors"), "images by batch, both", tolerance=1e-6),
}


def compare(form, minitorch, torch, repeats=3):
    """(minitorch's time ÷ torch's, images a second with torch), after the same images came out of both."""
    base, ours = build(form)(torch), build(form)(minitorch)
    agree(f"W11 {form}", ours.first, base.first, 1e-6)
    ratio = interleave(base.step, ours.step, repeats)
    return ratio, IMAGES / ratio.base


def main():
    import minitorch
    minitorch.set_num_threads(1)
    if not importlib.util.find_spec("torch"):
        raise SystemExit("PyTorch is not installed here, and it is what this compares with.")
    import torch
    torch.set_num_threads(1)
    print("images a second, as a multiple of torch's [least-most]")
    for form in FORMS if importlib.util.find_spec("torchvision") else list(FORMS)[1:]:
        ratio, rate = compare(form, minitorch, torch)
        print(f"{form:<12}{1 / ratio.middle:6.2f} [{1 / ratio.most:.2f}-{1 / ratio.least:.2f}]   "
              f"torch: {rate:,.0f} a second", flush=True)


if __name__ == "__main__":
    main()
