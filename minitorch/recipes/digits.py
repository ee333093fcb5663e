"""A small convolutional network with batch norm that reads handwritten digits."""

from .. import nn
from ..data import DataLoader
from ..engine import no_grad
from ..train.recipes import parts, shift_images
from .base import Recipe


def convolutions(size, width):
    """Return a network with two stages, each of which halves height and width: (N, 1, size, size) -> (N, 10)."""
    def stage(inputs, outputs):
        return [nn.Conv2d(inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(),
                nn.MaxPool2d(2)]
    return nn.Sequential(*stage(1, width), *stage(width, 2 * width), nn.Flatten(),
                         nn.Linear(2 * width * (size // 4) ** 2, 64), nn.ReLU(), nn.Dropout(0.2), nn.Linear(64, 10))


class DigitsCNN(Recipe):
    """A CNN for the packaged digits: 1,437 to train on, sometimes moved by a pixel; 360 to test on."""

    data, size, width, epochs, batch, lr = "digits", 8, 24, 40, 64, 1e-2

    def __init__(self, root=None):
        super().__init__()
        self.parts = parts(self.data, root)[:2]
        self.net = convolutions(self.size, self.width)

    def forward(self, images):
        return self.net(images)

    def loss(self, batch):
        images, labels = batch
        return nn.functional.cross_entropy(self(shift_images(images)), labels, label_smoothing=0.05)

    @no_grad()
    def report(self):
        right = count = 0
        for images, labels in DataLoader(self.parts[1], 256):
            right += (self(images).argmax(dim=1) == labels).sum().item()
            count += len(labels)
        return {"accuracy": right / count}

    def train_dataloader(self):
        return DataLoader(self.parts[0], self.batch, shuffle=True, drop_last=True)

    def show(self, path):
        """Draw the unseen digits that the network reads wrong, at most twelve."""
        from ..ops.shape.copies import cat_function as cat
        from ..viz import show
        self.eval()
        with no_grad():
            batches = [(images, labels, self(images).argmax(dim=1)) for images, labels in
                       DataLoader(self.parts[1], 256)]
        images, labels, said = [cat(part) for part in zip(*batches)]
        wrong = (said != labels).nonzero()[:12, 0]
        if not len(wrong):
            return ["every unseen digit is read right"]
        names = [f"{a}, says {b}" for a, b in zip(labels[wrong].tolist(), said[wrong].tolist())]
        show(*images[wrong, 0], names=names).save(f"{path}-wrong.svg")
        return [f"digits that it reads wrong: {path}-wrong.svg"]


class MNISTCNN(DigitsCNN):
    """A CNN for MNIST; if only the test files exist, it trains on the first 8,000, and tests on 2,000."""

    data, size, width, epochs, batch, lr = "mnist", 28, 12, 4, 64, 5e-3

    def __init__(self, root=None):
        if not root:
            raise ValueError("the recipe mnist needs --root DIR, the folder with MNIST's files (*-ubyte, or .gz).")
        super().__init__(root)
