"""Pictures are read on white, in the dark and on a phone, with and without a kernel."""

import ast
import json
import re
from pathlib import Path

import numpy as np
import pytest
from viz.test_undrawn import IN_WORDS, SHOWN, bundle

from minitorch import viz
from minitorch.course.pictures import bars, levels
from minitorch.display import page
from minitorch.viz.colours import luminance
from minitorch.viz.picture import VIEW, Picture, together
from minitorch.viz.strips import PAINT

LESSONS = sorted((Path(__file__).parents[2] / "solutions").glob("*/*.ipynb"))
MOVE = {"drag", "race", "tower", "windows", "step", "boundary", "live"}    # make pictures with sliders
ON_TINTS = {"#1a1a1a", "#000000", "#ffffff"}        # in boxes and cells: their colours are chosen for their grounds
PHONE, DARK = 358, "#14181e"                        # pixels beside the margins of 390; the site's ground in the dark
LAB = "#111111"                                     # JupyterLab's ground in the dark
GRAPHS = {"draw", "draw a model", "step", "step beside an order", "step forward", "profile"}    # as wide as the program


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def colours_of_words(svg):
    """The colours of a drawing's text elements; of one without its own, that of its SVG."""
    around = re.search(r'<svg [^>]*fill="(#\w{6})"', svg)
    for attributes in re.findall(r"<text ([^>]*)>", svg):
        own = re.search(r'fill(?:="|: ?)(#\w{6})', attributes)
        yield own[1] if own else around[1] if around else "#000000"


def stored():
    """(notebook, code, data) of each displayed output of each notebook."""
    for path in LESSONS:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            for output in cell.get("outputs", ()):
                if "data" in output:
                    yield path.stem, "".join(cell["source"]), output["data"]


@pytest.mark.parametrize("name", sorted(SHOWN.keys() - IN_WORDS))
@pytest.mark.needs("dot")
def test_words_have_contrast_on_a_ground_that_every_picture_brings(name):
    pytest.importorskip("matplotlib", reason="needs matplotlib")
    svg = bundle(name)["image/svg+xml"]
    ground, = re.findall(r'<rect class="mt-ground"[^>]*width="100%" height="100%" fill="(#\w+)"/>', svg)
    for colour in set(colours_of_words(svg)) - ON_TINTS:
        assert contrast(colour, ground) >= 4.5, colour


@pytest.mark.parametrize("line, words", page.SAID.items())
def test_words_of_a_lines_colour_are_read_on_white_and_mixed_with_the_pages_colour_in_the_dark(line, words):
    assert contrast(words, "#ffffff") >= 4.5 and f'text[fill="{words}"]' in page.STYLE
    mixed = "#" + "".join(f"{round(0.55 * int(a, 16) + 0.45 * int(b, 16)):02x}"
                          for a, b in zip(re.findall("..", words[1:]), ("ce", "d6", "dd")))       # the site's words
    assert contrast(mixed, DARK) >= 4.5 and contrast(line, "#ffffff") >= 3


@pytest.mark.parametrize("name", sorted(SHOWN.keys() - IN_WORDS))
@pytest.mark.needs("dot")
def test_on_a_phone_letters_have_11_pixels_and_parts_are_as_wide_as_the_page(name):
    pytest.importorskip("matplotlib", reason="needs matplotlib")
    svg = bundle(name)["image/svg+xml"]
    shown = page.scrolling(svg)
    assert "viewBox" in svg and "max-width: 100%" in svg and 'class="parts"' not in shown
    for style, part in re.findall(r'<svg [^>]*style="([^"]*)"[^>]*viewBox="([^"]*)"', shown):
        least, wide = int(re.search(r"min-width: (\d+)px", style)[1]), float(part.split()[2])
        assert round(least / wide * page.smallest_letters(svg), 1) >= 10.9
        assert least <= PHONE or name in GRAPHS


def test_every_picture_that_moves_stores_an_image():
    for notebook, code, data in stored():
        calls = {getattr(node.func, "id", "") for node in ast.walk(ast.parse(re.sub(r"(?m)^(\s*)%.*", r"\1pass", code)))
                 if isinstance(node, ast.Call)}
        assert not calls & MOVE or "image/svg+xml" in data, (notebook, code)
        assert VIEW not in data


def test_stored_pictures_have_contrast_and_large_enough_letters():
    """Of what lessons store, pictures of the library alone; a student's Matplotlib figure is theirs."""
    count = 0
    for notebook, code, data in stored():
        svg = "".join(data.get("image/svg+xml", ()))
        if not svg:
            continue
        count += 1
        assert 'class="mt-ground"' in svg, (notebook, code)
        low = {colour for colour in set(colours_of_words(svg)) - ON_TINTS if contrast(colour, "#ffffff") < 4.5}
        assert not low and page.smallest_letters(svg) >= 11, (notebook, code, low, page.smallest_letters(svg))
    assert count > 150


def test_a_slider_shows_its_parts_and_the_bundle_keeps_a_still_picture():
    pytest.importorskip("ipywidgets")
    for moves in (viz.windows(np.eye(4), np.eye(2)), viz.drag(lambda x: x * x, -1, 1, "x")):
        found = moves._repr_mimebundle_()
        assert {VIEW, "image/svg+xml"} <= found.keys() and "text/html" not in found
        assert 'class="parts"' not in moves.picture.value


def test_parts_go_to_further_rows_and_none_begins_one():
    drawn = together([("", 60, 10, "a"), ("", 60, 20, "b"), ("", 60, 10, "c"), None, ("", 10, 10, "d")], "all", 140)
    assert re.findall(r'class="part" x="(\d+)" y="(\d+)"', drawn) == [("0", "0"), ("74", "0"), ("0", "34"), ("0", "58")]
    shown = page.scrolling(page.alone(drawn))
    assert shown.count('role="img"') == 4 and shown.index("flex-basis: 100%") < shown.index('aria-label="d"')
    assert "<rect" not in shown                          # in HTML it would swallow what follows


def test_names_of_rows_and_columns_stand_at_a_matrix():
    drawn = viz.show(np.eye(2), names=["m"], ticks=(["up", "down"], ["left", "right", "one too many"])).svg()
    assert all(f">{tick}</text>" in drawn for tick in ("up", "down", "left", "right")) and "too many" not in drawn


def test_a_frame_goes_around_cells():
    drawn = viz.show(np.eye(4), names=["m"], framed={"m": (slice(1, 3), slice(2, None))}).svg()
    assert 'x="54" y="42" width="60" height="60" fill="none" stroke="#1a1a1a"' in drawn
    cells = [(slice(i, i + 1), slice(3 - i, 4 - i)) for i in range(4)]
    drawn = viz.show(np.eye(4), names=["m"], framed={"m": cells}).svg()
    assert re.findall(r'x="(-?\d+)" y="(\d+)" width="32" height="32" fill="none" stroke="#1a1a1a"', drawn) == [
        ("82", "14"), ("54", "42"), ("26", "70"), ("-2", "98")]


def test_bars_and_tiles_have_contrast_in_the_dark():
    drawn = bars({"scores": [1.0, 2.0]}, right=1).svg()
    fills = re.findall(r'<rect [^>]*fill="(#\w{6})"', drawn)
    assert len(fills) == 2 and "opacity" not in drawn + levels({"layer": np.arange(9.0)}, -9, 9).svg()
    assert all(contrast(colour, LAB) >= 3 for colour in [*fills, *PAINT])


def test_columns_are_as_wide_as_their_names():
    drawn = viz.show(np.ones((1, 44)), ticks=((), ["m"] * 44)).svg()
    places = [float(x) for x in re.findall(r'<text x="([\d.]+)"[^>]*>m</text>', drawn)]
    assert len(places) == 44 and np.diff(places).min() >= 9


def test_wide_matrices_are_high_enough_to_be_seen():
    height = float(re.search(r'viewBox="0 0 [\d.]+ ([\d.]+)"', viz.show(np.ones((9, 64))).svg())[1])
    assert height > 80


def test_axes_of_layers_are_as_long_as_their_sizes_need_and_bars_have_names():
    rows = {f"layer {i}": np.full(9, 10.0 ** -i) for i in range(3)}
    assert ">10⁻⁴</text>" in levels(rows, -30, 30, log=True).svg()
    assert ">10⁻¹⁰</text>" in levels({"deep": [1e-7]}, -30, 30, log=True).svg()
    assert ">0.01</text>" in levels(rows, -30, 30, log=True).svg() and ">-4</text>" in levels(rows, -4, 4).svg()
    assert all(f">{i}</text>" in bars({"scores": [1.0, 2.0, 3.0]}).svg() for i in range(3))


def test_text_pictures_fit_80_columns():
    wide = viz.strips({"GPU": [12] * 60}, join=True)
    assert max(map(len, repr(wide).split("\n"))) <= 80 < len(wide.text())
    assert repr(viz.show(x=[-1.0, 2.0])) == "x  [-1.  2.]"


def test_small_numbers_at_an_axis_have_raised_exponents():
    drawn = viz.plot([1.0, 2.0], {"y": [1e-9, 1.0]}, log="y").svg()
    assert ">10⁻⁹</text>" in drawn and "e-09" not in re.sub("<title>.*?</title>", "", drawn)


def test_ends_of_axes_are_round():
    drawn = viz.plot([0.0919 * i for i in range(1, 9)], {"y": [0.0919 * i for i in range(1, 9)]}).svg()
    words = re.findall(r">([\d.]+)</text>", drawn)
    assert words and all(len(word) <= 3 for word in words) and issubclass(viz.Drag, Picture)
