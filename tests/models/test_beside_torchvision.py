"""The zoo beside torchvision's own: the same names, scores and training step from the same weights."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import models, nn

ZOO = ["alexnet", "vgg11_bn", "resnet18", "resnet50", "mobilenet_v2", "densenet121"]


@pytest.fixture(scope="module")
def torchvision(torch):
    """torchvision, whose own operators are declared first: beside a torch without CUDA they are missing."""
    import importlib.util
    import re
    from pathlib import Path
    home = Path(importlib.util.find_spec("torchvision").origin).parent
    library = torch.library.Library("torchvision", "FRAGMENT")
    names = re.findall(r'register_meta\("(\w+)"\)|"torchvision::(\w+)"', (home / "_meta_registrations.py").read_text())
    for name in {one or other for one, other in names}:
        if not hasattr(torch.ops.torchvision, name):
            library.define(f"{name}(Tensor a) -> Tensor")
    import torchvision
    yield torchvision


def without_chance(model):
    for layer in model.modules():
        if "Dropout" in type(layer).__name__:
            layer.p = 0.0
    return model.train()


@pytest.mark.slow
@pytest.mark.needs("torchvision")
@pytest.mark.parametrize("name", ZOO)
def test_scores_and_a_training_step_agree(name, torch, torchvision):
    theirs, ours = getattr(torchvision.models, name)(num_classes=10), getattr(models, name)(num_classes=10)
    state = theirs.state_dict()
    assert list(state) == list(ours.state_dict())
    ours.load_state_dict({key: mt.tensor(x.numpy()) for key, x in state.items()})
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 3, 64, 64)).astype("float32"), np.array([3, 5])
    scores = theirs.eval()(torch.tensor(x)).detach().numpy()
    np.testing.assert_allclose(ours.eval()(mt.tensor(x)).detach().numpy(), scores, atol=1e-4 * abs(scores).max())
    steps = [(without_chance(theirs), torch.optim.SGD(theirs.parameters(), lr=1e-3),
              torch.nn.functional.cross_entropy, torch.tensor),
             (without_chance(ours), mt.optim.SGD(ours.parameters(), lr=1e-3), nn.functional.cross_entropy, mt.tensor)]
    for model, optimizer, loss, tensor in steps:
        loss(model(tensor(x)), tensor(y)).backward()
        optimizer.step()
    for (key, a), b in zip(ours.state_dict().items(), theirs.state_dict().values()):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-3, atol=1e-4, err_msg=key)
