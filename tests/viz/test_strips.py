"""Strips of tiles: the words and the picture say the same, in any number of rows and digits."""

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


@pytest.mark.parametrize("length, wanted", [(5, [0, 2, 4]), (80, [0, 10, 80]), (0, [0])])
def test_places_are_counted_beneath(length, wanted):
    page = xml.fromstring(strips({"GPU": [7] * length}, join=True, across="tick").svg())
    part, = page.findall(f"{SVG}svg")
    words = [(float(text.get("x")), float(text.get("y")), text.text) for text in part.iter(f"{SVG}text")]
    name, *counted = [(x, word) for x, y, word in words if y == max(y for _, y, _ in words)]
    assert name[1] == "tick" and all(name[0] + 10 < x < float(part.get("width")) - 6 for x, _ in counted)
    begins = [float(tile.get("x")) - 0.5 for tile in part.iter(f"{SVG}rect")]
    assert begins == [x for x, _ in counted[:len(begins)]]
    assert [title.text for title in part.iter(f"{SVG}title")] == [f"GPU, tick 0–{length - 1}: 7"] * bool(length)
    seen = [int(word) for _, word in counted]
    assert seen[:2] == wanted[:2] and seen[-1] == wanted[-1] and sorted(seen) == seen


@pytest.mark.parametrize("lengths, ticks", [((17, 25, 36), 16), ((43, 48), 12), ((52, 70), 8), ((100, 140), 4)])
def test_timelines_of_similar_length_have_one_scale_and_fit_the_page(lengths, ticks):
    for length in lengths:
        picture = strips({"Python": [3] * length, "GPU": [None] * (length - 1) + [5]}, join=True, across="tick")
        widths, _ = tiles(picture)
        assert widths == [ticks * length - 1, ticks - 1]
        assert float(xml.fromstring(picture.svg()).get("viewBox").split()[2]) <= 650


def test_groups_have_headings_and_the_legend_says_what_a_number_means():
    groups = {"one": {"a": [1, None]}, "two": {"a": [2, 2], "bc": [1, 3]}}
    picture = strips(groups, join=True, words={1: "forward", 2: "backward", 9: "update"})
    assert repr(picture).splitlines() == ["one", "a   1·", "two", "a   22", "bc  13", "1 forward, 2 backward"]
    page = xml.fromstring(picture.svg())
    words = [text.text for text in page.iter(f"{SVG}text")]
    assert words == ["one", "a", "1", "two", "a", "2", "bc", "1", "3", "1", "forward", "2", "backward"]
    assert "a, 0–1: backward" in [title.text for title in page.iter(f"{SVG}title")]


def test_numbers_of_several_digits_stand_apart():
    assert repr(strips({"x": [9, 10, None]})) == "x   9 10  ·"
    assert ">10</text>" in strips({"x": [9, 10]}).svg()


def test_a_long_strip_goes_on_in_the_next_one_like_a_stave_and_loses_nothing():
    page = xml.fromstring(strips({"long": [i % 10 for i in range(500)]}).svg())
    parts = page.findall(f"{SVG}svg")
    assert len(parts) > 1 and all(float(part.get("width")) <= 320 for part in parts)
    words = [text.text for part in parts for text in part.iter(f"{SVG}text") if text.text != "long"]
    headings = [word for word in words if word.startswith("places ")]
    assert headings[:2] == ["places 0–18", "places 19–37"] and headings[-1][-4:] == "–499"
    assert len(headings) == len(parts) and [word for word in words if word not in headings] == [
        str(i % 10) for i in range(500)]


def test_parts_of_a_group_are_headed_by_its_name_and_their_places():
    drawn = strips({"sorted": {"batch 0": [0] * 32}}, across="samples").svg()
    assert ">sorted, samples 0–15</text>" in drawn and ">sorted, samples 16–31</text>" in drawn


def test_numbers_with_one_word_have_one_colour_and_one_place_in_the_legend():
    picture = strips({"GPU": [1, 2, 3]}, join=True, words={1: "copy", 2: "kernel", 3: "copy"})
    drawn = picture.svg()
    assert repr(picture).endswith("1 3 copy, 2 kernel") and drawn.count(">copy</text>") == 1
    assert drawn.count('fill="#e69f00"') == 3 and drawn.count('fill="#009e73"') == 2


def test_a_negative_number_is_drawn_without_its_sign_in_the_colour_of_its_own_meaning():
    drawn = strips({"worker": [1, 2, -2, -1]}, words={1: "forward", 2: "forward", -2: "backward", -1: "backward"}).svg()
    assert drawn.count(">2</text>") == drawn.count(">1</text>") == 2 and drawn.count(">backward</text>") == 1
    assert drawn.count('fill="#e69f00"') == drawn.count('fill="#7766cc"') == 3


def test_a_number_that_is_wider_than_its_tile_is_in_its_tooltip_only():
    drawn = strips({"GPU": [10, 11] * 35 + [7, 7, 12, 12]}, join=True).svg()
    assert drawn.count(">12</text>") == drawn.count(">7</text>") == 1 and ">10</text>" not in drawn
    assert drawn.count(": 11</title>") == 35


def test_the_number_0_is_shown_by_its_word():
    drawn = strips({"Python": [0] * 9 + [1, 0]}, join=True, words={0: "wait", 1: "work"}).svg()
    assert drawn.count(">wait</text>") == 2 and ">0</text>" not in drawn


def test_names_are_escaped_and_nothing_is_a_picture_too():
    xml.fromstring(strips({"<a> & b": [1]}).svg())
    xml.fromstring(strips({}).svg())


def test_halves_are_refused():
    with pytest.raises(ValueError, match=r"whole numbers; x holds \[0.5, 1.0\]"):
        strips({"x": [0.5, 1]})


@pytest.mark.parametrize("join", [True, False])
def test_a_row_with_a_long_name_has_room_for_its_tiles(join):
    drawn = strips({"a long name " * 20: [1, 2, None, 3] * 10}, join=join, across="tick").svg()
    assert drawn.count("<rect") >= 30 and 'width="-' not in drawn


def test_a_number_may_mean_something_else_in_each_group():
    picture = strips({"one": {"lane": [1, 1, 2]}, "two": {"lane": [2, 1]}}, join=True,
                     words={"one": {1: "copy", 2: "kernel"}, "two": {2: "copy", 1: "kernel"}})
    assert picture.legend == {"copy": [1, 2], "kernel": [2, 1]}
    assert "<title>lane, 0–1: copy</title>" in picture.svg() and "<title>lane, 0: copy</title>" in picture.svg()
