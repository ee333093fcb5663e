"""Landscapes: paths are what the optimisers do, the text says where they end, and the slider runs them anew."""

import sys
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.nn.utils import parameters_to_vector
from minitorch.optim import SGD, Adam
from minitorch.viz import landscape, plane, race
from minitorch.viz.landscape import COARSE, FINE, descend


def ravine(x, y):
    return (x ** 2 + 50 * y ** 2) / 2


def plain(p):
    return SGD(p, lr=0.03)


def test_the_text_of_a_small_landscape():
    found = landscape(ravine, {"SGD": plain, "by hand": [(1, 1), (0, 0)]}, y=(-1, 1), start=(-2, 1), steps=3)
    assert repr(found) == found.text() == """\
loss over x from -3 to 3 and y from -1 to 1:
    least 0 at (0, 0), greatest 29.5 at (-3, -1)
SGD      (-2, 1) loss 27 -> (-1.83, -0.125) loss 2.06 after 3 steps
by hand  (1, 1) loss 25.5 -> (0, 0) loss 0 after 1 step"""


def test_arrows_stand_on_the_map_alone_in_their_own_lengths():
    found = landscape(ravine, {"by hand": [(1, 1), (0, 0)]})
    found.add_arrows("slopes", [(1, 1), (0, 0)], [(-1, -0.5), (0, 1)])
    plan, bar = found.figure().axes
    assert bar.get_title() == "loss"
    arrows, = [each for each in plan.collections if hasattr(each, "U")]
    assert arrows.XY.tolist() == [[1, 1], [0, 0]] and (arrows.U.tolist(), arrows.V.tolist()) == ([-1, 0], [-0.5, 1])
    assert [text.get_text() for text in plan.figure.legends[0].get_texts()] == ["by hand", "slopes"]


def test_a_loss_that_all_but_vanishes_leaves_the_others_room():
    picture = landscape(ravine, {"here": [(1, 1), (1e-9, 0)], "there": [(1, 1), (1, 0)]}).figure()
    assert picture.axes[-1].get_ylim()[0] == 1e-6


def test_a_path_that_leaves_the_picture_has_an_arrow_head_at_the_edge_and_its_end_in_words():
    plan = landscape(ravine, {"out": [(-2, 0), (-1, 2)]}, y=(-1, 1)).figure().axes[0]
    assert not [line for line in plan.lines if line.get_marker() == "*"]
    head, words = plan.texts
    assert head.arrow_patch is not None and [*head.xy] == [*words.xy] == [-1.5, 1]
    assert words.get_text() == "leaves, to (-1, 2)"


def test_a_path_is_gradient_descent_by_hand():
    points = descend(ravine, (-2.0, 1.0), plain, 5)
    wanted = np.array([-2.0, 1.0]) * np.array([1 - 0.03, 1 - 0.03 * 50]) ** np.arange(6)[:, None]
    assert np.allclose(points, wanted)


def test_too_large_a_step_is_followed_until_it_is_far_away():
    found = landscape(ravine, {"SGD": lambda p: SGD(p, lr=0.1)}, start=(1, 1), steps=500)
    assert "outside the picture" in found.text() and len(found.paths["SGD"]) < 60
    assert np.isfinite(found.paths["SGD"]).all()


@pytest.mark.parametrize("f, points", [
    (ravine, FINE), (lambda x, y: mt.stack([x, y]).square().sum(), COARSE),
    (lambda x, y: (mt.stack([x, y]) @ mt.tensor([1.0, 2.0]).double()) ** 2, COARSE),
], ids=["element by element", "of two numbers", "shapes that do not fit a grid"])
def test_functions_of_grids_and_of_two_numbers(f, points):
    found = landscape(f)
    assert found.z.shape == (points, points)
    assert found.z[0, -1] == pytest.approx(f(mt.tensor(3.0), mt.tensor(-3.0).double()).item())


def test_what_a_landscape_needs_is_said():
    with pytest.raises(ValueError, match=r"start=\(x, y\), the point where SGD starts"):
        landscape(ravine, {"SGD": plain})
    with pytest.raises(ValueError, match=r"points \(n, 2\) as the path of a, not \(3,\)"):
        landscape(ravine, {"a": [1, 2, 3]})
    with pytest.raises(ValueError, match=r"no finite loss for x in \(-3, 3\)"):
        landscape(lambda x, y: (x - 5 + 0 * y).log())
    with pytest.raises(ValueError, match="0 < least < greatest"):
        race(ravine, {"SGD": SGD}, (0.0, 1.0))


def test_the_picture_is_whole_and_the_same_on_every_run():
    pytest.importorskip("matplotlib")
    pictures = [landscape(ravine, {"a < b": plain}, start=(1, 1)).svg() for _ in range(2)]
    assert pictures[0] == pictures[1] and "a &lt; b" in pictures[0]
    found = xml.fromstring(pictures[0])
    assert found.attrib["role"] == "img" and found.attrib["aria-label"].startswith("loss over x from -3 to 3")
    assert "<style" not in pictures[0] and "<metadata" not in pictures[0]


@pytest.mark.parametrize("f", [lambda x, y: x * 0 + 1.0, lambda x, y: (x * y).log(), lambda x, y: 1 / x ** 2],
                         ids=["flat", "nan", "infinite"])
def test_flat_and_broken_losses_are_drawn_where_they_are_finite(f):
    pytest.importorskip("matplotlib")
    xml.fromstring(landscape(f).svg())
    assert "nan" not in landscape(f).text() and "inf" not in landscape(f).text()


def test_without_matplotlib_the_text_stays_and_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    found = landscape(ravine)
    bundle = found._repr_mimebundle_()
    assert set(bundle) == {"text/plain"} and bundle["text/plain"].endswith("`pip install matplotlib`.")
    with pytest.raises(ImportError, match="drawn by matplotlib, which is not installed"):
        found.svg()


def test_the_slider_runs_the_optimisers_anew():
    pytest.importorskip("ipywidgets")
    found = race(ravine, {"SGD": SGD, "Adam": Adam}, (0.001, 0.1), at=0.039, start=(-2, 1), steps=10, log=False)
    before, text = found.picture.value, repr(found)
    assert text.startswith("lr = 0.039\n") and found.losses["SGD"][-1] < found.losses["SGD"][0]
    found.slider.value = 0.041
    assert repr(found).startswith("lr = 0.041\n") and found.picture.value != before
    assert found.losses["SGD"][-1] > found.losses["SGD"][0]
    assert found.paths["SGD"][1, 1] == pytest.approx(1 - 0.041 * 50)
    found.slider.value = 0.04101                             # a page's own rounding, as when it first shows the slider
    assert repr(found).startswith("lr = 0.041\n")
    found.slider.value = 0.039
    assert repr(found) == text and found.picture.value == before
    assert "application/vnd.jupyter.widget-view+json" in found._repr_mimebundle_()


def trained():
    """A small net, and its weights on the way."""
    mt.manual_seed(0)
    x = mt.randn(20, 3)
    y = (x[:, 0] > 0).long()
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    moves, way = SGD(model.parameters(), lr=0.5), []
    for _ in range(6):
        way.append(parameters_to_vector(model.parameters()).detach().clone())
        moves.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        moves.step()
    way.append(parameters_to_vector(model.parameters()).detach().clone())
    return model, lambda: nn.functional.cross_entropy(model(x), y), way


def test_a_plane_through_snapshots_holds_their_path_and_their_losses():
    model, loss, way = trained()
    flat = plane(model, loss, through=way)
    assert flat.path.shape == (7, 2) and np.allclose(flat.path[-1], 0) and 0.9 < flat.share <= 1
    assert flat(0, 0).item() == pytest.approx(loss().item(), rel=1e-5)
    found = landscape(flat, {"training": flat.path}, x=(-1, 3), y=(-2, 2))
    assert found.z.shape == (COARSE, COARSE)
    assert np.allclose(parameters_to_vector(model.parameters()).detach().numpy(), way[-1].numpy())


def test_a_plane_of_random_directions_moves_every_row_by_its_own_length():
    model, loss, _ = trained()
    flat = plane(model, loss)
    first = flat.directions[0][:12].reshape(4, 3)
    assert np.allclose(np.linalg.norm(first, axis=1), np.linalg.norm(model[0].weight.detach().numpy(), axis=1))
    model.train()
    assert flat(0.0, 0.0).item() == pytest.approx(loss().item()) and model.training
    with pytest.raises(ValueError, match="at least three snapshots of all 26 weights"):
        plane(model, loss, through=[1.0, 2.0])
