"""The zoo beside torchvision's own: the same names, scores and training step from the same weights."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import models, nn

ZOO = list(models.weights.PUBLISHED)     # torchvision has these too


def small_head(model, library):
    """AlexNet's and VGG's three last layers become one: their weights take gigabytes in a step in float64."""
    if hasattr(model, "avgpool") and hasattr(model, "classifier"):
        features = {layer.in_features for layer in model.classifier if hasattr(layer, "in_features")} - {4096}
        model.classifier = library.nn.Linear(*features, 10)
        weight = np.random.default_rng(1).normal(0, 1e-2, model.classifier.weight.shape)
        with library.no_grad():          # rows that differ: with equal ones no gradient reaches the features
            model.classifier.weight.copy_(library.tensor(weight))
            model.classifier.bias.fill_(0.0)
    return model


def without_chance(model):
    for layer in model.modules():
        if "Dropout" in type(layer).__name__:
            layer.p = 0.0
    return model.train()


@pytest.mark.slow
@pytest.mark.parametrize("name", ZOO)
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
    x = x.astype("float64")
    for model, library in ((theirs, torch), (ours, mt)):
        model = without_chance(small_head(model, library)).double()
        library.nn.functional.cross_entropy(model(library.tensor(x)), library.tensor(y)).backward()
        library.optim.SGD(model.parameters(), lr=1e-2).step()
    for (key, a), b in zip(ours.state_dict().items(), theirs.state_dict().values()):
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-5, atol=1e-7, err_msg=key)
    grads = [(key, a.grad.numpy(), b.grad.numpy()) for (key, a), b in zip(ours.named_parameters(), theirs.parameters())]
    whole = np.sqrt(sum((b ** 2).sum() for _, _, b in grads))        # a bias before batch norm has a gradient of 0
    for key, a, b in grads:
        assert np.linalg.norm(a - b) <= 1e-6 * np.linalg.norm(b) + 1e-12 * whole, key
