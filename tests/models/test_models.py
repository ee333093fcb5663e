"""The zoo has torchvision's sizes and names, computes, and says where weights are to be had."""

import os
from pathlib import Path
from types import ModuleType

import local_server
import pytest

import minitorch as mt
from minitorch import models, nn
from minitorch.models import hub
from minitorch.models.resnet import BasicBlock
from minitorch.vision.download import DownloadError

# Parameters of each, as torchvision publishes them; and names with shapes.
COUNTS = {
    "alexnet": 61_100_840, "vgg11": 132_863_336, "vgg11_bn": 132_868_840, "vgg13": 133_047_848,
    "vgg13_bn": 133_053_736, "vgg16": 138_357_544, "vgg16_bn": 138_365_992, "vgg19": 143_667_240,
    "vgg19_bn": 143_678_248, "resnet18": 11_689_512, "resnet34": 21_797_672, "resnet50": 25_557_032,
    "resnet101": 44_549_160, "resnet152": 60_192_808, "mobilenet_v2": 3_504_872, "densenet121": 7_978_856,
    "mobilenet_v1": 4_231_976,                       # as the paper's table: 4.2 million; torchvision has none
}
NAMES = {
    "alexnet": {"features.0.weight": (64, 3, 11, 11), "features.10.bias": (256,), "classifier.1.weight": (4096, 9216),
                "classifier.6.weight": (1000, 4096)},
    "vgg16": {"features.28.weight": (512, 512, 3, 3), "classifier.0.weight": (4096, 25088),
              "classifier.6.bias": (1000,)},
    "vgg11_bn": {"features.25.weight": (512, 512, 3, 3), "features.26.running_var": (512,),
                 "features.26.num_batches_tracked": ()},
    "resnet18": {"conv1.weight": (64, 3, 7, 7), "layer1.0.conv1.weight": (64, 64, 3, 3), "fc.bias": (1000,),
                 "layer2.0.downsample.0.weight": (128, 64, 1, 1), "layer4.1.bn2.running_mean": (512,)},
    "resnet50": {"layer1.0.conv3.weight": (256, 64, 1, 1), "layer1.0.downsample.1.weight": (256,),
                 "layer3.5.conv2.weight": (256, 256, 3, 3), "fc.weight": (1000, 2048)},
    "resnet101": {"layer3.22.bn3.bias": (1024,)},
    "mobilenet_v2": {"features.1.conv.0.0.weight": (32, 1, 3, 3), "features.18.0.weight": (1280, 320, 1, 1),
                     "classifier.1.weight": (1000, 1280)},
    "densenet121": {"features.denseblock4.denselayer16.conv2.weight": (32, 128, 3, 3), "features.norm5.bias": (1024,),
                    "features.transition1.conv.weight": (128, 256, 1, 1)},
}
TRIED = ["alexnet", "vgg11", "vgg16_bn", "resnet18", "resnet34", "resnet50", "mobilenet_v1", "mobilenet_v2",
         "densenet121",
         pytest.param("resnet101", marks=pytest.mark.slow)]


@pytest.fixture
def unfilled(monkeypatch):
    """Parameters get memory and no values: 138 million random numbers would take seconds, and 1 GB."""
    for name in ("uniform_", "normal_"):
        monkeypatch.setattr(nn.init, name, lambda tensor, *args, **settings: tensor)


def tiny():
    return models.ResNet(BasicBlock, (1, 1, 1, 1), num_classes=4)


@pytest.mark.parametrize("name", COUNTS)
def test_it_has_as_many_parameters_as_torchvisions(name, unfilled):
    model = getattr(models, name)()
    assert sum(p.numel() for p in model.parameters()) == COUNTS[name]
    state = model.state_dict()
    for key, shape in NAMES.get(name, {}).items():
        assert tuple(state[key].shape) == shape


@pytest.mark.parametrize("name", TRIED)
def test_a_picture_becomes_scores(name, unfilled):
    model = getattr(models, name)(num_classes=7).eval()
    with mt.no_grad():
        assert model(mt.randn(1, 3, 64, 64)).shape == (1, 7)


def test_it_learns_one_batch():
    model, x, y = tiny(), mt.randn(4, 3, 32, 32), mt.arange(4)
    optimizer = mt.optim.SGD(model.parameters(), lr=0.05)
    losses = []
    for _ in range(8):
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        assert all(p.grad is not None for p in model.parameters())
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.5 * losses[0]


def test_layers_begin_as_torchvisions(unfilled, monkeypatch):
    filled = []
    monkeypatch.setattr(nn.init, "normal_", lambda tensor, mean, std, *rest: filled.append((tensor.shape, std)))
    models.vgg11()
    assert filled[0] == ((64, 3, 3, 3), pytest.approx((2 / (64 * 9)) ** 0.5)) and filled[-1] == ((1000, 4096), 0.01)
    filled.clear()
    models.resnet18()
    assert filled[0] == ((64, 3, 7, 7), pytest.approx((2 / (64 * 49)) ** 0.5)) and len(filled) == 20
    block = models.resnet18(zero_init_residual=True).layer1[0]
    assert not block.bn2.weight.any() and block.bn1.weight.all()


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A server that weights are asked of, and has none."""
    monkeypatch.setenv("MINITORCH_HOME", str(tmp_path))
    with local_server.serving() as site:
        monkeypatch.setenv("MINITORCH_MODELS", site.url)
        yield site


def test_weights_are_read_from_a_file(tmp_path):
    first, path = models.resnet18(num_classes=4), tmp_path / "weights.pth"
    state = {key: x for key, x in first.state_dict().items() if not key.endswith("num_batches_tracked")}   # an old one
    mt.save(state, path)
    for given in (path, str(path)):
        second = models.resnet18(weights=given, num_classes=4)
        assert all(a.equal(b) for a, b in zip(first.state_dict().values(), second.state_dict().values()))
    with pytest.raises(RuntimeError, match=r"size mismatch for fc.weight.*\[4, 512\].*\[1000, 512\]"):
        models.resnet18(weights=path)


def test_weights_that_pytorch_wrote_are_read(torch, tmp_path):
    first, path = models.resnet18(num_classes=4), tmp_path / "weights.pth"
    for new in (True, False):
        torch.save({key: torch.tensor(x.numpy()) for key, x in first.state_dict().items()}, path,
                   _use_new_zipfile_serialization=new)
        second = models.resnet18(weights=path, num_classes=4)
        assert all(a.equal(b) for a, b in zip(first.state_dict().values(), second.state_dict().values()))


@pytest.mark.parametrize("name, settings, file", [
    ("alexnet", {"pretrained": True}, "alexnet-owt-7be5be79.pth"),
    ("vgg16", {"pretrained": True}, "vgg16-397923af.pth"),
    ("resnet101", {"pretrained": True}, "resnet101-63fe2227.pth"),
    ("resnet18", {"weights": True}, "resnet18-f37072fd.pth"),
    ("resnet50", {"weights": "DEFAULT"}, "resnet50-11ad3fa6.pth"),
    ("resnet50", {"weights": "IMAGENET1K_V1"}, "resnet50-0676ba61.pth"),
    ("resnet50", {"weights": "ResNet50_Weights.IMAGENET1K_V2"}, "resnet50-11ad3fa6.pth"),
    ("resnet50", {"weights": models.ResNet50_Weights.IMAGENET1K_V1}, "resnet50-0676ba61.pth"),
    ("mobilenet_v2", {"weights": models.MobileNet_V2_Weights.DEFAULT}, "mobilenet_v2-7ebf99e0.pth"),
    ("densenet121", {"weights": models.DenseNet121_Weights.DEFAULT}, "densenet121-a639ec97.pth"),
    ("vgg11_bn", {"weights": models.VGG11_BN_Weights.DEFAULT}, "vgg11_bn-6002323d.pth")])
def test_published_weights_that_cannot_be_fetched_are_told_with_where_to_put_them(name, settings, file, unfilled, site):
    with pytest.raises(DownloadError) as caught:
        getattr(models, name)(**settings)
    text = str(caught.value)
    assert f"{file} could not be fetched:\n  {site.url}/{file}: the server answers 404" in text
    assert f"put it at {hub.get_dir()}{os.sep}checkpoints{os.sep}{file}" in text
    assert not os.path.exists(os.path.join(hub.get_dir(), "checkpoints", file))


def test_a_missing_file_and_a_wrong_type_are_told(unfilled):
    with pytest.raises(FileNotFoundError, match=r"no file 'weights.pth'.*models/alexnet-owt-7be5be79.pth"):
        models.alexnet(weights="weights.pth")
    with pytest.raises(TypeError, match="weights must be None, a name such as .*, or the path of a file, not int"):
        models.alexnet(weights=3)


def test_torchvisions_path_leads_here():
    import minitorch.vision
    assert minitorch.vision.models.resnet18 is models.resnet18
    with pytest.raises(AttributeError, match="Did you mean 'resnet18'"):
        _ = minitorch.vision.models.resnet_18


def test_the_lines_of_the_lecture_say_what_to_do(unfilled, site):
    import minitorch.vision as torchvision
    for build in (lambda: torchvision.models.alexnet(pretrained=True),
                  lambda: torchvision.models.vgg16(pretrained=True),
                  lambda: torchvision.models.resnet101(pretrained=True)):
        with pytest.raises(DownloadError, match="Without a network, get it elsewhere"):
            build()


def test_every_file_of_the_zoo_is_reached_by_its_names():
    public = {getattr(models, name) for name in models.__all__}
    files = {path.stem for path in Path(models.__file__).parent.glob("[a-z]*.py")} - {"hub", "sampling", "weights"}
    named = {each.__name__ if isinstance(each, ModuleType) else each.__module__ for each in public}
    assert {f"minitorch.models.{file}" for file in files} <= named
