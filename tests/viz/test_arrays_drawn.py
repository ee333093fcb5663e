"""Windows, broadcasting and memory as pictures: each agrees with what NumPy or minitorch does, in words too."""

import re
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import minitorch as mt
from minitorch.display.page import alone
from minitorch.viz import broadcast, memory, show, windows
from minitorch.viz.arrays import CELL
from minitorch.viz.memory import Seen

SVG = "{http://www.w3.org/2000/svg}"


def test_a_shared_scale_gives_equal_numbers_equal_colours():
    alone, together = (show([-1.0], [4.0], shared=shared).svg() for shared in (False, True))
    strongest = '<path fill="#(0072b2|d55e00)"'
    assert len(re.findall(strongest, alone)) == 2 and len(re.findall(strongest, together)) == 1
    assert ">-4</text>" in together and ">-4</text>" not in alone                    # the scale below


@pytest.mark.parametrize("arrays, ends", [([np.eye(9)], ["0", "1"]), ([-3 * np.eye(9)], ["-3", "3"]),
                                          ([np.eye(9), 2 * np.eye(9)], ["0", "max of each"]),
                                          ([np.eye(9), -np.eye(9)], ["−max", "max of each"])])
def test_the_scale_has_true_ends_and_begins_at_0_if_no_number_is_negative(arrays, ends):
    drawn = show(*arrays).svg()
    assert re.findall(r">([^<>]+)</text>", drawn)[-2:] == ends
    assert ('height="9" fill="#0072b2"' in drawn) is (ends[0] != "0")


def test_nan_and_infinity_are_written_and_do_not_pale_the_rest():
    picture = show([np.nan, np.inf, -1.0]).svg()
    assert ">nan<" in picture and ">inf<" in picture and 'fill="#0072b2"' in picture


IMAGE = np.arange(30.0).reshape(5, 6) % 7 - 3
KERNEL = np.array([[1.0, -2.0], [0.5, 3.0]])


@pytest.mark.parametrize("how", [{}, {"stride": 2}, {"padding": 1}, {"dilation": 2},
                                 {"stride": 2, "padding": 2, "dilation": 2}], ids=str)
def test_windows_give_what_conv2d_gives(how):
    found = windows(IMAGE, mt.tensor(KERNEL), **how)
    wanted = mt.nn.functional.conv2d(mt.tensor(IMAGE)[None, None], mt.tensor(KERNEL)[None, None], **how)
    assert np.allclose(found.output, wanted.numpy()[0, 0])
    assert found.text(len(found) - 1).endswith(f"output[{found.output.shape[0] - 1}, {found.output.shape[1] - 1}]")


def test_the_text_of_a_window():
    found = windows(IMAGE, KERNEL, padding=1, dilation=2)
    assert repr(found) == """\
(5, 6) * (2, 2) -> (5, 6) with padding 1, dilation 2
place 0 (0 to 29): rows 0–2 by 2, columns 0–2 by 2 of the padded image
    0·1 + 0·(−2) + 0·0.5 + -3·3 = -9 -> output[0, 0]"""


@pytest.mark.parametrize("how", [{}, {"padding": 1, "stride": 2}], ids=str)
def test_a_window_is_a_column_of_im2col(how):
    found = windows(IMAGE, KERNEL, columns=True, **how)
    wanted = mt.nn.functional.unfold(mt.tensor(IMAGE)[None, None], 2, **how)[0].numpy()
    assert (found.columns == wanted).all()
    found.go(4)
    tiles = {next(g.iter(f"{SVG}text")).text: g for g in xml.fromstring(found.svg()).iter(f"{SVG}g")
             if g.get("transform") and next(g.iter(f"{SVG}text"), None) is not None}
    columns, output = (tiles[name].find(f"{SVG}rect")
                       for name in ("columns: one a window", "output = kernel · columns"))
    wide = float(columns.get("width"))                               # the frames of the column and of its number
    assert float(columns.get("x")) == 4 * wide == float(output.get("x")) and float(columns.get("height")) == 4 * wide
    words = [text.text for text in tiles["kernel, as a row"].iter(f"{SVG}text")]
    assert words == ["kernel, as a row", *(f"{weight:g}" for weight in KERNEL.ravel())]


def test_the_output_fills_as_the_window_moves(capsys):
    found = windows(IMAGE, KERNEL)
    counts = []
    for at in (0, 7, len(found) - 1):
        found.go(at)
        output, = [g for g in xml.fromstring(found.svg()).iter(f"{SVG}g") if g.findtext(f"{SVG}text") == "output"]
        counts.append(len(output.findall(f"{SVG}text")) - 1)
    assert counts == [1, 8, 20]
    assert capsys.readouterr().out.startswith("place 0 (0 to 19)")


def test_the_slider_moves_the_window_and_the_strip_ends_at_the_end():
    pytest.importorskip("ipywidgets")
    found = windows(IMAGE, KERNEL)
    before = found.widget() and found.picture.value
    found.slider.value = 3
    assert found.picture.value != before and "place 3 (0 to 19)" in found.picture.value
    assert "place 19 (0 to 19)" in found.still() and found._repr_mimebundle_()["image/svg+xml"] == alone(found.still())


@pytest.mark.parametrize("image, kernel, how, said", [
    (np.zeros((2, 2)), np.zeros((3, 3)), {}, r"kernel \(3, 3\) with dilation 1 does not fit into an image \(2, 2\)"),
    (np.zeros((1, 5, 5)), np.zeros((3, 3)), {}, r"Take one channel of one image"),
    (np.zeros((28, 28)), np.zeros((3, 3)), {}, r"up to 14 rows.*image\[:10, :10\]"),
], ids=["too small", "three axes", "too large"])
def test_windows_say_what_they_cannot_draw(image, kernel, how, said):
    with pytest.raises(ValueError, match=said):
        windows(image, kernel, **how)


SHAPES = [((3, 1), (4,)), ((2, 3), ()), ((8, 3, 32, 32), (3, 1, 1)), ((0, 2), (1, 1)), ((1,), (1, 1)), ((5,), (5,))]


@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_the_common_shape_and_the_axes_that_fold_back_are_right(shapes):
    found = broadcast(*shapes)
    assert found.shape == np.broadcast_shapes(*shapes)
    for name, shape in zip("ab", shapes):
        grad = np.ones(found.shape).sum(tuple(found.summed_axes(name)))
        assert grad.size == np.prod(shape)
    xml.fromstring(found.svg())


def test_the_text_of_broadcasting():
    assert repr(broadcast(image=np.ones((2, 3)), bias=mt.ones(3))) == """\
image         2  3
bias    new → 2  3
result        2  3
Backward sums bias's gradient over axis 0: bias was copied along there."""


def test_shapes_that_do_not_fit_are_drawn_and_told():
    found = broadcast((4, 3), (4,))
    assert found.shape is None and 'stroke="#cc79a7"' in found.svg()
    assert found.text().endswith("They do not fit: axis -1 is 3 in a and 4 in b, and neither is 1.")


def test_copies_are_paler():
    found = xml.fromstring(broadcast(mt.ones(2, 1), mt.ones(1, 3)).svg())
    pale = [path for path in found.iter(f"{SVG}path") if "fill-opacity" in path.attrib]
    widths = [sum(int(wide) for wide in re.findall(r"h(\d+)v", path.attrib["d"])) for path in pale]
    assert widths == [4 * CELL, 3 * CELL]


X = mt.arange(6.0).reshape(2, 3)
VIEWS = [X, X.T, X[:, 1], X[1], X[::1, ::2], X[:, 1:2].expand(2, 3), X.reshape(6), X[None], X.reshape(6)[2],
         mt.tensor(np.arange(6.0)[::-1].copy())]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: f"{tuple(view.shape)} {view.stride()}")
def test_the_places_drawn_are_those_that_are_read(view):
    seen = Seen("view", view.array)
    owner = seen.owner.ravel(order="K")
    assert np.array_equal(owner[seen.places], view.array)
    assert seen.strides == view.stride()


def test_the_text_of_memory():
    assert repr(memory(x=X, turned=X.T, row=X[:, 1], fresh=X + 1)) == """\
memory 1  0 1 2 3 4 5
x         shape (2, 3), strides (3, 1): reads 0 1 2 | 3 4 5
turned    shape (3, 2), strides (1, 3): reads 0 3 | 1 4 | 2 5
row       shape (2,), strides (3,), from 1: reads 1 4
memory 2  1 2 3 4 5 6
fresh     shape (2, 3), strides (3, 1): reads 0 1 2 | 3 4 5"""


def test_what_is_read_several_times_is_counted():
    picture = memory(X[:, 1:2].expand(2, 3)).svg()
    xml.fromstring(picture)
    assert picture.count(">3×<") == 2


@pytest.mark.parametrize("draw, said", [
    (lambda: memory(mt.zeros(100)), "at most 24: a has 100 elements, in a block of 100"),
    (lambda: memory(), "at least one tensor"), (lambda: broadcast(), "at least one array"),
    (lambda: memory(X, names=["x", "y"]), "1 tensors and 2 names"),
    (lambda: broadcast(X, names=[]), "1 arrays and 0 names"),
], ids=["large", "no tensor", "no array", "names", "no names"])
def test_what_cannot_be_drawn_is_said(draw, said):
    with pytest.raises(ValueError, match=said):
        draw()
