"""What a picture of numbers says where it is pointed at: the number, and where it is."""

import re
import xml.etree.ElementTree as xml

import numpy as np
import pytest
from viz.test_undrawn import bundle

from minitorch.viz import confusion, plot, show, strips
from minitorch.viz.curves import LEFT, WIDE

SVG = "{http://www.w3.org/2000/svg}"


def tooltips(picture):
    """[(x from, x to, words)] of every band or cell that says something."""
    found = []
    for path in xml.fromstring(picture.svg()).iter(f"{SVG}path"):
        said = path.find(f"{SVG}title")
        if said is not None:
            left, right = re.match(r"M([\d.]+) \d+[Hh]([\d.]+)", path.get("d")).groups()
            found.append((float(left), float(right), said.text))
    return found


@pytest.mark.parametrize("array, wanted", [
    ([[1.0, -2.5], [0.0, 1 / 3]], ["[0, 0]: 1", "[0, 1]: -2.5", "[1, 0]: 0", "[1, 1]: 0.33333"]),
    ([3, np.nan], ["[0]: 3", "[1]: nan"]), (-0.0, ["0"]), (np.zeros((0, 3)), [])], ids=["2-D", "1-D", "0-D", "empty"])
def test_each_cell_tells_its_index_and_its_number(array, wanted):
    assert [words for _, _, words in tooltips(show(array))] == wanted


def test_cells_of_a_large_array_tell_what_their_colour_stands_for():
    array = np.arange(400.0).reshape(20, 20)
    array[0, :2] = np.nan, -np.inf
    said = [words for _, _, words in tooltips(show(array))]
    assert said[0] == "2 to 12, -inf, nan" and said[-1] == "387 to 399" and len(said) == 17
    assert [words for _, _, words in tooltips(show(np.eye(12)))] == ["0", "1"]


def test_on_a_page_more_cells_tell_their_own_number():
    picture = show(np.arange(64.0).reshape(8, 8))
    assert picture.inline().count("<title>[") == 64 and "<title>[" not in picture.svg() and "<title>" in picture.svg()
    assert "<title>[" not in show(np.eye(21)).inline()


def test_a_plot_tells_all_lines_at_each_x():
    assert [words for _, _, words in tooltips(plot([4, 5], {"a<b": [1.0, np.nan], "c": [2.0, 3.0]}, "step"))] == [
        "step 4: a<b 1, c 2", "step 5: c 3"]


@pytest.mark.parametrize("x, log", [(range(1000), ""), (range(1000), "x"), (range(7), ""), ([3.0, 1.0, 2.0, 3.0], "")],
                         ids=["long", "log", "short", "out of order"])
def test_the_bands_of_a_plot_lie_side_by_side(x, log):
    found = tooltips(plot(x, {"y": np.asarray(x, float)}, log=log))
    assert found[0][0] == LEFT and found[-1][1] == WIDE - 8 and len(found) <= 40
    assert all(end == start for (_, end, _), (start, _, _) in zip(found, found[1:]))
    xs = [float(re.match(r"x ([\d.]+): y \1$", words)[1]) for _, _, words in found]
    assert xs == sorted(set(xs)) and xs[-1] == max(x) and xs[0] == min(value for value in x if value > 0 or not log)


def test_a_plot_of_nothing_finite_tells_nothing():
    assert tooltips(plot([np.nan], {"y": [1.0]})) == []


def test_each_tile_of_a_strip_tells_its_row_and_its_places():
    said = [e.text for e in xml.fromstring(strips({"a & b": [1, 1, None, 12]}, join=True).svg()).iter(f"{SVG}title")]
    assert said == ["a & b, 0–1: 1", "a & b, 2: nothing", "a & b, 3: 12"]


def test_a_confusion_tells_both_classes():
    said = [e.text for e in xml.fromstring(confusion([0, 1], [0, 0]).svg()).iter(f"{SVG}title")]
    assert said == ["0 taken for 0: 1", "0 taken for 1: 1", "1 taken for 0: 0", "1 taken for 1: 0"]


@pytest.mark.parametrize("name", ["activations", "attention", "broadcast", "confusion", "filters", "memory", "mistakes",
                                  "plot", "show", "strips", "windows"])
def test_every_picture_of_numbers_says_them(name):
    said = [e.text for e in xml.fromstring(bundle(name)["image/svg+xml"]).iter(f"{SVG}title")]
    assert said and all(said)
