"""Strips of tiles: the words and the picture say the same, in any number of rows and digits."""

import re
from xml.etree import ElementTree as xml

import numpy as np
import pytest

from minitorch.viz import strips

SVG = "{http://www.w3.org/2000/svg}"


def tiles(picture):
    """(width, number) of each tile that is drawn, and how many waits."""
    page = xml.fromstring(picture.svg())
    return [float(r.get("width")) for r in page.iter(f"{SVG}rect")], len(list(page.iter(f"{SVG}path")))


def test_every_number_is_a_tile():
    widths, waits = tiles(strips({"a": [0, 1, 1], "b": np.array([9, 0])}))
    assert len(widths) == 5 and len(set(widths)) == 1 and waits == 0


def test_neighbours_are_joined_on_a_timeline():
    picture = strips({"disk": [1, 1, 2, None, None, 2]}, join=True)
    widths, waits = tiles(picture)
    assert len(widths) == 3 and waits == 1 and widths[0] > widths[1]
    assert repr(picture) == "disk  112··2"


@pytest.mark.parametrize("length, wanted", [(5, [0, 2, 4]), (80, [0, 5, 80]), (0, [0])])
def test_places_are_counted_beneath(length, wanted):
    page = xml.fromstring(strips({"GPU": [7] * length}, join=True, across="tick").svg())
    words = [(float(text.get("x")), float(text.get("y")), text.text) for text in page.iter(f"{SVG}text")]
    name, *counted = [(x, word) for x, y, word in words if y == max(y for _, y, _ in words)]
    assert name[1] == "tick" and [int(word) for _, word in counted][:2] == wanted[:2]
    assert int(counted[-1][1]) == wanted[-1] and all(0 < x < float(page.get("width")) - 6 for x, _ in counted)
    begins = [float(tile.get("x")) - 0.5 for tile in page.iter(f"{SVG}rect")]
    assert begins == [x for x, _ in counted[:len(begins)]]
    assert [title.text for title in page.iter(f"{SVG}title")] == [f"GPU, tick 0–{length - 1}: 7"] * bool(length)


def test_numbers_of_several_digits_stand_apart():
    assert repr(strips({"x": [9, 10, None]})) == "x   9 10  ·"
    assert ">10</text>" in strips({"x": [9, 10]}).svg()


def test_a_long_strip_is_no_wider_than_the_page():
    wide = float(re.search(r'width="([\d.]+)"', strips({"long": range(500)}).svg())[1])
    assert wide <= 645


def test_names_are_escaped_and_nothing_is_a_picture_too():
    xml.fromstring(strips({"<a> & b": [1]}).svg())
    xml.fromstring(strips({}).svg())


def test_halves_are_refused():
    with pytest.raises(ValueError, match=r"whole numbers; x holds \[0.5, 1.0\]"):
        strips({"x": [0.5, 1]})
