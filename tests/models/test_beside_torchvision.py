"""The zoo beside torchvision's own: the same names, scores and training step from the same weights."""

import importlib.util
import re
from pathlib import Path

import numpy as np
import pytest

import minitorch as mt
from minitorch import models, nn

ZOO = ["resnet18", "resnet50", "mobilenet_v2", "densenet121"]
LARGE = ["alexnet", "vgg11_bn"]          # whose step in float64 would take gigabytes


LIBRARY = []                             # keeps what is declared there


@pytest.fixture
def torchvision(torch):
    """torchvision, whose own operators are declared first: beside a torch without CUDA they are missing."""
    if not LIBRARY:
        home = Path(importlib.util.find_spec("torchvision").origin).parent
        text = (home / "_meta_registrations.py").read_text()
        LIBRARY.append(torch.library.Library("torchvision", "FRAGMENT"))
        for one, other in set(re.findall(r'register_meta\("(\w+)"\)|"torchvision::(\w+)"', text)):
            if not hasattr(torch.ops.torchvision, one or other):
                LIBRARY[0].define(f"{one or other}(Tensor a) -> Tensor")
    import torchvision
    return torchvision


def without_chance(model):
    for layer in model.modules():
        if "Dropout" in type(layer).__name__:
            layer.p = 0.0
    return model.train()


@pytest.mark.slow
@pytest.mark.needs("torchvision")
@pytest.mark.parametrize("name", ZOO + LARGE)
def test_scores_and_a_training_step_agree(name, torch, torchvision, monkeypatch):
    """Scores in float32; the step in float64, since batch norm of few pixels makes much of a last digit."""
    for filled in ("uniform_", "normal_"):               # the weights are torchvision's
        monkeypatch.setattr(nn.init, filled, lambda tensor, *args, **settings: tensor)
    theirs, ours = getattr(torchvision.models, name)(num_classes=10), getattr(models, name)(num_classes=10)
    state = theirs.state_dict()
    assert list(state) == list(ours.state_dict())
    ours.load_state_dict({key: mt.tensor(x.numpy()) for key, x in state.items()})
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 3, 64, 64)).astype("float32"), np.array([3, 5])
    scores = theirs.eval()(torch.tensor(x)).detach().numpy()
    np.testing.assert_allclose(ours.eval()(mt.tensor(x)).detach().numpy(), scores, atol=1e-4 * abs(scores).max())
    if name in LARGE:
        return
    x = x.astype("float64")
    for model, optim, loss, tensor in ((theirs.double(), torch.optim, torch.nn.functional.cross_entropy, torch.tensor),
                                       (ours.double(), mt.optim, nn.functional.cross_entropy, mt.tensor)):
        without_chance(model)
        loss(model(tensor(x)), tensor(y)).backward()
        optim.SGD(model.parameters(), lr=1e-2).step()
    for (key, a), b in zip(ours.state_dict().items(), theirs.state_dict().values()):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-5, atol=1e-7, err_msg=key)
