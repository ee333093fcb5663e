"""Pretrained weights: downloaded from torchvision's address, or read from a file."""

import os
import re
from os import PathLike, fspath
from pathlib import Path

from ..serialization import load
from ..vision.download import download, verify
from . import hub

# The address of the weights; the environment variable MINITORCH_MODELS may give another address, or a folder.
SITE = "https://download.pytorch.org/models/"
PUBLISHED = {                     # weights by Meta AI, trained on ImageNet's 1,000 classes; the second of two is better
    "alexnet": "alexnet-owt-7be5be79.pth",
    "vgg11": "vgg11-8a719046.pth", "vgg11_bn": "vgg11_bn-6002323d.pth",
    "vgg13": "vgg13-19584684.pth", "vgg13_bn": "vgg13_bn-abd245e5.pth",
    "vgg16": "vgg16-397923af.pth", "vgg16_bn": "vgg16_bn-6c64b313.pth",
    "vgg19": "vgg19-dcbb9e9d.pth", "vgg19_bn": "vgg19_bn-c79401a0.pth",
    "resnet18": "resnet18-f37072fd.pth", "resnet34": "resnet34-b627a593.pth",
    "resnet50": "resnet50-0676ba61.pth resnet50-11ad3fa6.pth",
    "resnet101": "resnet101-63fe2227.pth resnet101-cd907fc2.pth",
    "resnet152": "resnet152-394f9c45.pth resnet152-f82ba261.pth",
    "mobilenet_v2": "mobilenet_v2-b0353104.pth mobilenet_v2-7ebf99e0.pth",
    "densenet121": "densenet121-a639ec97.pth",
}
OLD_NAME = re.compile(r"(denselayer\d+\.(?:norm|conv))\.(\d\.)")   # denselayer1.norm.1.weight is now …norm1.weight


class Published:
    """A file of weights that torchvision publishes, with torchvision's name, such as AlexNet_Weights.DEFAULT."""

    def __init__(self, model, name, file):
        self.model, self.name, self.url = model, name, SITE + file

    def __repr__(self):
        return f"{self.model}: {self.name}, {self.url}"

    @property
    def file(self):
        return self.url.removeprefix(SITE)

    def fetch(self, progress=True):
        """Return the path of the file: it is downloaded the first time, and its SHA-256 is checked every time.

        Raises DownloadError, which says where to put the file yourself; ValueError for a file with a wrong SHA-256.
        """
        place, wanted = os.environ.get("MINITORCH_MODELS") or SITE, hub.hash_in(self.file)
        if place.startswith(("http://", "https://")):
            kept = os.path.join(hub.get_dir(), "checkpoints", self.file)
            return download(f"{place.rstrip('/')}/{self.file}", kept, sha256=wanted, progress=progress)
        path = os.path.join(place, self.file)
        if not os.path.isfile(path):
            raise FileNotFoundError(f"{self.model}: MINITORCH_MODELS is the folder {place!r}, which has no file "
                                    f"{self.file!r}. torchvision publishes it at {self.url}")
        verify(path, sha256=wanted)
        return path

    def get_state_dict(self, progress=True, check_hash=True):
        """Return {name: Tensor} from the file; only values are loaded."""
        return load(self.fetch(progress))

    def transforms(self):
        """Return the transform for pictures: resize, cut out the middle 224 × 224, normalise as in training."""
        from ..vision.transforms import CenterCrop, Compose, Normalize, Resize, ToTensor
        return Compose([Resize(232 if self.name.endswith("V2") else 256), CenterCrop(224), ToTensor(),
                        Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])])


def published_weights(model):
    """Return {name: Published} for the names IMAGENET1K_V1, IMAGENET1K_V2 if it exists, and DEFAULT for the better."""
    names = {f"IMAGENET1K_V{i}": Published(model, f"IMAGENET1K_V{i}", file)
             for i, file in enumerate(PUBLISHED[model].split(), start=1)}
    return names | {"DEFAULT": list(names.values())[-1]}


def class_name(model):
    """Return torchvision's name for the class of a model's weights: VGG16_BN_Weights."""
    proper = {"alexnet": "AlexNet", "vgg": "VGG", "resnet": "ResNet", "mobilenet_v": "MobileNet_V",
              "densenet": "DenseNet", "_bn": "_BN"}
    for small, large in proper.items():
        model = model.replace(small, large)
    return f"{model}_Weights"


CLASSES = {class_name(model): type(class_name(model), (), {
    "__doc__": f"torchvision's names for weights of {model}; DEFAULT is the best of them.", **published_weights(model)})
    for model in PUBLISHED}


def builder(name, make, summary, settings):
    """Return the function that builds a model for users: `make(**settings)`, with weights if users ask for them.

    summary, settings   texts for the function's docstring
    """
    document = f"""{summary}

    weights    None; "DEFAULT" or another of torchvision's names, downloaded once; or the path of a .pth file
    settings   {settings}
    pretrained, progress   True: load the first published weights (the older argument); whether a bar is shown
    """

    def build(weights=None, *, pretrained=False, progress=True, **settings):
        return with_weights(lambda: make(**settings), name, weights, pretrained, progress)
    build.__name__ = build.__qualname__ = name
    build.__doc__, build.__module__ = document, make.__module__
    return build


def with_weights(build, name, weights, pretrained, progress=True):
    """Return the model of build(), with the given weights.

    weights      None, torchvision's name of published weights, or the path of a file
    pretrained   the older argument: True loads the first published weights

    Raises DownloadError if the download fails, FileNotFoundError if there is no file.
    """
    if pretrained and weights is None:
        weights = True
    if weights is None or weights is False:
        return build()
    known, is_text = published_weights(name), isinstance(weights, str | PathLike)
    if wanted := weights if isinstance(weights, Published) else known.get(
            "IMAGENET1K_V1" if weights is True else fspath(weights).split(".")[-1] if is_text else None):
        weights = wanted.fetch(progress)
    elif not is_text:
        raise TypeError(f"{name}(): weights must be None, a name such as 'DEFAULT', or the path of a file, not "
                        f"{type(weights).__name__}.")
    if not Path(weights).is_file():
        raise FileNotFoundError(f"{name}: there is no file {fspath(weights)!r}, and there are no weights of that name: "
                                f"{', '.join(known)}. torchvision publishes them at {known['DEFAULT'].url}.")
    model, state = build(), load(weights)
    if hasattr(state, "keys"):
        state = {OLD_NAME.sub(r"\1\2", key): x for key, x in state.items()}
    model.load_state_dict(state)
    return model
