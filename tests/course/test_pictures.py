"""Lesson 3's pictures: histograms through depth and bars that are pulled, in words and as drawings that can be read."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import minitorch as mt
from minitorch.course.pictures import bars, levels, tower


def layers(sigma):
    return {f"layer {i}": np.array([sigma ** i, -(sigma ** i), 0.0, 0.0]) for i in range(1, 21)}


def drawn(picture):
    return ElementTree.fromstring(picture.svg())


def test_levels_say_where_the_numbers_lie():
    assert str(levels({"a": mt.tensor([0.0, 2.0]), "longer": [5.0]})) == (
        "a       mean 1, deviation 1\nlonger  mean 5, deviation 0")


def test_many_rows_are_told_by_the_first_the_middle_and_the_last():
    assert str(levels(layers(0.1), log=True)).split("\n") == [
        "layer 1   size 7.1e-02", "layer 10  size 7.1e-11", "layer 20  size 7.1e-21"]


@pytest.mark.parametrize("picture", [
    levels({"a": [0.0, 1.0]}), levels({"a": [0.0, 0.0]}, log=True), levels({"a": [np.nan, np.inf, 1.0]}),
    levels(layers(1e12), log=True), tower(layers, 0.01, 1, "σ", 0.1),
    bars({"<scores>": [1.0, -2.0]}, {"<scores>": [0.5, -0.5]}, right=0), bars({"zero": [0.0, 0.0]})])
def test_a_picture_is_drawn_inside_its_frame(picture):
    root = drawn(picture)
    wide, high = float(root.get("width")), float(root.get("height"))
    assert root.get("aria-label") and 0 < wide < 700 and 0 < high < 500
    for word in root.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 <= float(word.get("x")) <= wide and 0 < float(word.get("y")) <= high


def test_the_slider_moves_the_histograms():
    pytest.importorskip("ipywidgets")
    picture = tower(layers, 0.01, 1, "σ", 0.1)
    picture.widget()
    before = picture.picture.value
    picture.slider.value = 0.01
    assert picture.picture.value != before
    picture.go(0.1)
    assert picture.slider.value == 0.1 and picture.picture.value == before
    picture.slider.value = 0.01
    assert str(picture).startswith("σ = 0.01\nlayer 1   size 7.1e-03")


def test_a_histogram_stands_where_its_numbers_are():
    heights = levels({"a": [-3.0, 3.0, 3.0]}).heights(np.array([-3.0, 3.0, 3.0]), -3, 3)
    assert heights[0] == 0.5 and heights[-1] == 1 and heights[1:-1].max() == 0
    assert all(f">{word}</text>" in levels({"a": [0.0, 1.0, 2.0, 9.0]}).svg() for word in ("outside", "25%"))


def test_bars_have_names_an_axis_and_tooltips():
    picture = bars({"now": [1.0, -2.0], "a<b": [0.5, 0.0]}, {"now": [0.25, -0.25]}, names=["north", "end"])
    assert str(picture) == ("      north     end\nnow    1.00   -2.00   pulled by +0.25  -0.25\na<b    0.50    0.00")
    svg = "{http://www.w3.org/2000/svg}"
    assert [title.text for title in drawn(picture).iter(f"{svg}title")] == [
        "now, north: 1, pulled by +0.25", "now, end: -2, pulled by -0.25", "a<b, north: 0.5", "a<b, end: 0"]
    assert [word.text for word in drawn(picture).iter(f"{svg}text")] == [
        "-3", "-2", "-1", "0", "1", "2", "+0.25", "north", "-0.25", "end", "now",
        "-3", "-2", "-1", "0", "1", "2", "north", "end", "a<b",                         # each group is a part
        "where the loss pulls, and how strongly, on the same axis"]
    assert [title.text for title in drawn(levels({"a<b": [1.0, 3.0]})).iter(f"{svg}title")] == [
        "a<b: mean 2, deviation 1"]


def test_bars_tell_scores_and_pulls():
    assert str(bars({"now": [1.0, -2.0], "then": [3.0, 0.0]}, {"now": [0.25, -0.25]})) == (
        "now     1.00   -2.00   pulled by +0.25  -0.25\nthen    3.00    0.00")
    assert len(drawn(bars({"now": [1.0, -2.0]}, {"now": [0.25, -0.25]})).findall(".//*[@stroke='#009e73']")) == 3
    assert len(drawn(bars({"now": [1.0, -2.0]}, {"now": [0.01, -0.01]})).findall(".//*[@stroke='#009e73']")) == 1
