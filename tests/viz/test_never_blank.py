"""Plots say what their colours mean, hold words where there is nothing yet, and an optimiser keeps its colour."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn, viz
from minitorch.viz.arrays import LEVELS, colour
from minitorch.viz.colours import INK, luminance, places, readable
from minitorch.viz.strips import PAINT


def test_an_optimiser_keeps_its_colour_beside_any_other():
    alone, among = places(["Adam"]), places(["momentum", "here", "SGD", "Adam, lr 0.1"])
    assert alone["Adam"] == among["Adam, lr 0.1"] and len(set(among.values())) == 4
    assert list(places("abc").values()) == [0, 1, 2] and len(places([*"abcdefghi"])) == 9
    drawn = viz.plot({"mine": [1.0, 2.0], "Adam": [2.0, 1.0]}).svg()
    assert drawn.index(INK[places(["mine"])["mine"]]) < drawn.index(INK[alone["Adam"]])


@pytest.mark.parametrize("make, words", [
    (lambda: viz.histograms(nn.Linear(2, 2)), "no weights yet"), (viz.live, "no curves yet"),
    (lambda: viz.boundary(nn.Linear(2, 2), np.eye(2), [0, 1]), "no boundary yet")])
def test_before_there_is_anything_a_plot_says_so(make, words):
    pytest.importorskip("matplotlib", reason="needs matplotlib")
    head, _, body = make().still().partition(">")
    assert words in body


def test_little_attention_is_seen_and_has_a_scale():
    drawn = viz.attention(np.full((1, 50, 50), 0.02)).svg()
    assert drawn.count('fill="#d55e00"') > 2500 and ">0.02</text>" in drawn


def test_long_numbers_fit_their_cells():
    drawn = viz.show([[-123456.0, 1.0]]).svg()
    assert ">-1.23e5</text>" in drawn and "h47v28h-47z" in drawn
    assert "h29v28h-29z" in viz.show([[-1.5, 1.0]]).svg()


def test_filters_and_boundaries_have_legends():
    pytest.importorskip("matplotlib", reason="needs matplotlib")
    weight = mt.tensor(np.linspace(-0.5, 0.25, 9).reshape(1, 1, 3, 3))
    assert ">-0.5</text>" in viz.filters(weight).svg()
    found = viz.boundary(nn.Linear(2, 2), np.eye(2), [0, 1])
    found("start")
    assert all(word in found.svg() for word in ("class 1", "paler: less sure", "input 0"))


def test_four_boundaries_stand_two_in_a_row():
    drawn = viz.boundary(nn.Linear(2, 2), mt.randn(9, 2), mt.arange(9) % 2)
    for _ in range(4):
        drawn()
    drawn.many = True
    corners = [axes.get_window_extent().p0.round() for axes in drawn.figure().axes]
    assert len({x for x, _ in corners}) == 2 == len({y for _, y in corners})


def test_numbers_are_read_on_their_cells():
    grounds = [*PAINT, *(colour(level / LEVELS) for level in range(-LEVELS, LEVELS + 1))]
    for ground in grounds:
        dark, light = sorted((luminance(ground), luminance(readable(ground))))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, ground
