"""Heat maps and curves: the picture holds what the text says, is well formed, and the same on every run."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import minitorch as mt
from minitorch.viz import drag, plot, show
from minitorch.viz.arrays import colour

ARRAYS = [np.arange(6.0).reshape(2, 3) - 2, np.zeros((3, 3)), np.ones((30, 40)), np.array(3.0), np.array([True, False]),
          np.zeros((0, 3)), np.array([np.nan, np.inf, -1.0])]


@pytest.mark.parametrize("array", ARRAYS, ids=lambda array: f"{array.dtype}{array.shape}")
def test_any_array_is_drawn(array):
    picture = show(array, names=["a < b & \"c\""]).svg()
    ElementTree.fromstring(picture)
    assert picture == show(array, names=["a < b & \"c\""]).svg() and "a &lt; b &amp;" in picture


def test_small_arrays_show_their_numbers_and_tensors_count_as_arrays():
    shown = show(x=mt.tensor([-1.5, 2.0], requires_grad=True))
    assert re.findall(r"text-anchor=\"middle\">([^<]*)<", shown.svg()) == ["-1.5", "2"]
    assert repr(shown) == "x  [-1.5  2. ]"


def test_every_element_is_painted_once():
    paths = "".join(re.findall(r"<path[^>]* d=\"([^\"]*)\"", show(np.eye(12)).svg()))
    painted = [(int(y), x) for start, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)", paths)
               for x in range(int(start), int(start) + int(wide), 7)]
    assert len(painted) == 144 == len(set(painted))


def test_colours_part_at_zero():
    assert colour(0.0) == "#f7f7f7" and colour(-1.0) == "#0072b2" and colour(1.0) == "#d55e00"


def test_show_says_what_it_cannot_draw():
    with pytest.raises(ValueError, match=r"up to two dimensions; stack has shape \(2, 3, 4\)"):
        show(stack=np.zeros((2, 3, 4)))
    with pytest.raises(ValueError, match="1 arrays and 2 names"):
        show([1.0], names=["a", "b"])


@pytest.mark.parametrize("log", ["", "x", "y", "xy"])
def test_curves_are_drawn_on_either_scale(log):
    lines = {"one": [1.0, 0.0, 100.0], "two": [np.nan, 1.0, 2.0]}
    curves = plot([0.0, 1.0, 10.0], lines, "step", log=log)
    ElementTree.fromstring(curves.svg())
    assert "nan" not in curves.svg() and "inf" not in curves.svg()
    assert repr(curves).startswith("one  first 1, least 0 at step 1, last 100")


@pytest.mark.parametrize("low, high, wanted", [
    (1e-4, 10.0, [0.0001, 0.001, 0.01, 0.1, 1, 10]), (0.12, 2.2, [0.2, 0.5, 1, 2]), (2.0, 3.0, [2, 3]),
    (0.0, 0.0, [1, 2, 5, 10])])
def test_an_axis_in_powers_of_ten_names_those_between_its_ends(low, high, wanted):
    for axis, x, y in (("x", [low, high], [1.0, 2.0]), ("y", [1.0, 2.0], [low, high])):
        spot = r'x="[\d.]+" y="177"' if axis == "x" else r'x="39" y="[\d.]+"'
        drawn = plot(x, {"line": y}, log=axis).svg()
        said = sorted(map(float, re.findall(rf'<text {spot}[^>]*>([\d.]+)</text>', drawn)))
        assert [n for n in said if not high or low <= n <= high] == wanted     # beside these a y axis has its ends


def test_higher_is_drawn_higher():
    spots = re.search(r"points=\"([^\"]*)\"", plot([0, 1], {"y": [1.0, 2.0]}).svg())[1].split()
    (left, low), (right, high) = (map(float, spot.split(",")) for spot in spots)
    assert left < right and low > high


def test_a_curve_needs_a_number_for_each_x():
    with pytest.raises(ValueError, match=r"as many numbers in y as in x: \(3,\) and \(2,\)"):
        plot([0, 1], {"y": [1, 2, 3]})


def test_dragging_moves_the_dot_and_what_is_said():
    pytest.importorskip("ipywidgets")
    knob = drag(lambda value: (value - 1) ** 2, -3, 3, "w")
    before = knob.picture.value
    knob.slider.value = 1.0
    assert repr(knob) == "w = 1.00, loss 0.000" and knob.picture.value != before
    assert set(knob._repr_mimebundle_()) == {"text/plain", "image/svg+xml", "application/vnd.jupyter.widget-view+json"}
