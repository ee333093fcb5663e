"""W11: 50,000 grey images of 28×28 bytes, shuffled and normalised, in batches of 128 float32.

    python -m benchmarks.loading

Forms in which a PyTorch user writes it, loaded by a DataLoader without workers:

torchvision   its MNIST with Compose([ToTensor(), Normalize(…)]), if it is installed, compared with the same lines in
              minitorch, which transforms a batch at once; torchvision converts each image by Pillow
transforms    minitorch as above, compared with the fewest torch operations for each image with the same result
tensors       a TensorDataset, each batch normalised in the loop: the same lines in both libraries
samples       your own data set, which normalises each image in its __getitem__: the same lines in both libraries
"""

import importlib.util

import numpy as np

from .measure import agree, interleave
from .workloads import Built, Workload, numbers

IMAGES, SIZE, BATCH = 50_000, 28, 128
MEAN, STD = 0.1307, 0.3081
COMPARED = 8                             # number of images that are compared before the timing


def normalised(images):
    return (images.float() / 255 - MEAN) / STD


def raw():
    """Return the images' bytes, and their numbers as labels, by which images are found after shuffling."""
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
    dataset = MNIST.__new__(MNIST)                       # MNIST's code with images that are not from a file
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
    """Return the builder of a workload whose step is one pass over all images."""
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
            for place in np.flatnonzero(np.asarray(labels) < COMPARED):
                found[int(labels[place])] = np.asarray(images[place]).reshape(SIZE, SIZE)
        assert images.dtype is t.float32
        return Built(step, [found[number] for number in range(COMPARED)])
    return built


def by_batch_or_one_by_one(t):
    """Build the workload: by batches in minitorch; image by image, as usual, in torch."""
    return build("samples" if t.__name__ == "torch" else "tensors")(t)


WORKLOADS = {
    "W11": Workload(by_batch_or_one_by_one, "images by batch; torch one by one", tolerance=1e-6),
    "W11-same": Workload(build("tensors"), "images by batch, both", tolerance=1e-6),
}


def compare(form, minitorch, torch, repeats=3):
    """Return (minitorch's time ÷ torch's, images per second in torch), after checking that both give equal images."""
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
