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
