"""Curves and gauges: what is measured is what training did, feeding is either way, and nothing stays behind."""

import sys
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.data import DataLoader, TensorDataset
from minitorch.display.page import alone
from minitorch.engine import watchers
from minitorch.optim import SGD
from minitorch.train import train
from minitorch.viz import histograms, live


def net():
    mt.manual_seed(0)
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 2))


def batches():
    mt.manual_seed(1)
    x = mt.randn(12, 2)
    return DataLoader(TensorDataset(x, (x[:, 0] > 0).long()), 4)


def test_fed_from_a_loop_it_says_where_each_curve_stands():
    curves = live()
    assert repr(curves) == "no curves yet"
    for loss, other in [(4.0, 5.0), (1.0, 2.0), (2.0, 3.0)]:
        curves.add(loss=loss, test_loss=mt.tensor(other))
    assert repr(curves) == """\
loss       step 1: 4, step 3: 2, least 1 at 2
test loss  step 1: 5, step 3: 3, least 2 at 2"""
    assert list(curves.panels) == ["loss"]


def test_given_to_train_it_measures_every_epoch():
    model = net()
    moves = SGD(model.parameters(), lr=0.5)
    with live(model, moves, epochs=3) as curves:
        history = train(model, batches(), moves, epochs=3, after_epoch=curves)
    assert {panel: list(lines) for panel, lines in curves.panels.items()} == {
        "loss": ["loss"], "accuracy": ["accuracy"], "gradient norm": ["0 Linear", "2 Linear"],
        "update / weight": ["0 Linear", "2 Linear"], "dead units": ["relu 1"], "learning rate": ["lr"]}
    assert curves.panels["loss"]["loss"] == ([1, 2, 3], [record["loss"] for record in history])
    assert curves.text().splitlines()[-1] == "lr                         epoch 1: 0.5, epoch 3: 0.5, least 0.5 at 1"


def test_gradient_norms_and_updates_are_those_of_the_step():
    model = net()
    moves = SGD(model.parameters(), lr=0.5)
    curves = live(model, moves)
    nn.functional.cross_entropy(model(mt.ones(1, 2)), mt.tensor([0])).backward()
    own = [list(layer.parameters()) for layer in (model[0], model[2])]
    norms = [np.sqrt(sum((p.grad.numpy() ** 2).sum() for p in layer)) for layer in own]
    lengths = [np.sqrt(sum((p.detach().numpy() ** 2).sum() for p in layer)) for layer in own]
    moves.step()
    curves.add()
    for name, norm, length in zip(["0 Linear", "2 Linear"], norms, lengths):
        assert curves.panels["gradient norm"][name][1] == pytest.approx([norm])
        assert curves.panels["update / weight"][name][1] == pytest.approx([0.5 * norm / length])


def test_a_dead_unit_is_one_that_no_batch_wakes():
    model = nn.Sequential(nn.Linear(1, 4), nn.ReLU())
    with mt.no_grad():
        model[0].weight[:] = mt.tensor([[1.0], [-1.0], [0.0], [0.0]])
        model[0].bias[:] = mt.tensor([0.0, 0.0, -1.0, 1.0])
    curves = live(model)
    for x in (1.0, -1.0):                                   # each of the first two fires for one of them
        model(mt.tensor([[x]]))
    curves.add()
    model(mt.tensor([[1.0]]))
    curves.add()
    model.eval()(mt.tensor([[1.0]]))                        # what is only evaluated does not count
    curves.add()
    assert curves.panels["dead units"]["relu 1"] == ([1, 2], [0.25, 0.5])


def test_nothing_is_measured_once_it_is_closed():
    model = net()
    moves = SGD(model.parameters(), lr=0.5)
    with live(model, moves) as curves:
        assert model._forward_hooks and moves.before_step
        with pytest.raises(RuntimeError):
            model(mt.ones(1, 5))                            # a forward that fails leaves its watcher to be removed
    assert not (model._forward_hooks or model._forward_pre_hooks or moves.before_step or moves.after_step)
    assert not watchers and curves.monitor.read() == {"learning rate": {"lr": 0.5}}


def test_the_picture_has_a_panel_for_each_and_needs_no_display():
    pytest.importorskip("matplotlib")
    model = net()
    moves = SGD(model.parameters(), lr=0.5)
    with live(model, moves, epochs=4) as curves:
        train(model, batches(), moves, epochs=2, after_epoch=curves)
    picture = curves.svg()
    xml.fromstring(picture)
    assert all(f">{panel}<" in picture for panel in curves.panels)
    assert curves._repr_mimebundle_() == {"text/plain": curves.text(), "image/svg+xml": alone(picture)}


def test_the_curves_on_show_follow(monkeypatch):
    widgets = pytest.importorskip("ipywidgets")
    curves = live(epochs=2)
    curves({"epoch": 1, "loss": 3.0})
    curves.box = widgets.HTML()
    curves.refresh(now=True)
    before = curves.box.value
    curves({"epoch": 2, "loss": 1.0})                       # the last epoch is always drawn
    assert curves.box.value != before
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "epoch 2: 1" in curves.html() and "pip install matplotlib" in curves.html()


def test_histograms_by_layer_and_epoch():
    model = net()
    moves = SGD(model.parameters(), lr=0.5)
    weights, grads = histograms(model), histograms(model, "gradients")
    assert repr(weights) == "no weights yet: call it, or give it to train(after_epoch=…)"
    first = model[0].weight.detach().numpy().copy()
    weights("start")
    train(model, batches(), moves, epochs=3, after_epoch=lambda record: [weights(record), grads(record)])
    assert [name for name, _ in weights.taken] == ["start", "epoch 1", "epoch 2", "epoch 3"]
    assert np.array_equal(weights.taken[0][1]["0.weight"], first.ravel())
    assert np.array_equal(grads.taken[-1][1]["2.weight"], model[2].weight.grad.numpy().ravel())
    assert weights.text().splitlines()[0] == (
        f"0.weight  start: mean {first.mean():.3g}, deviation {first.std():.3g}, from {first.min():.3g} to "
        f"{first.max():.3g}, 0% are 0")
    assert weights.text().count("\n") == 3


def test_histograms_of_activations_in_the_order_of_the_layers():
    model = net()
    model.train()
    found = histograms(model, "activations", mt.tensor([[1.0, 2.0]]))
    found()
    assert list(found.taken[0][1]) == ["0 Linear", "1 ReLU", "2 Linear"] and model.training
    assert np.allclose(found.taken[0][1]["2 Linear"], model(mt.tensor([[1.0, 2.0]])).detach().numpy().ravel())
    assert not any(module._forward_hooks for module in model.modules())
    pytest.importorskip("matplotlib")
    xml.fromstring(found.svg())


def test_a_layer_called_twice_is_shown_twice():
    class Twice(nn.Module):
        def __init__(self):
            super().__init__()
            self.both = nn.Linear(2, 2)

        def forward(self, x):
            return self.both(self.both(x))
    found = histograms(Twice(), "activations", mt.ones(1, 2))
    found()
    assert found.layers() == ["both Linear", "both Linear call 2"]


@pytest.mark.parametrize("ask, said", [
    (lambda: histograms(net(), "losses"), "shows weights, gradients, activations, not 'losses'"),
    (lambda: histograms(net(), "activations"), "needs inputs"),
], ids=["kind", "inputs"])
def test_what_histograms_need_is_said(ask, said):
    with pytest.raises(ValueError, match=said):
        ask()
