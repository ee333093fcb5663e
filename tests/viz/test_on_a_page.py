"""On a notebook's page pictures stand inline, with their words; where notebooks are only run, they are files."""

import re
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from viz.test_undrawn import IN_WORDS, SHOWN, bundle

from minitorch import viz
from minitorch.display import page
from minitorch.viz.colours import luminance
from minitorch.viz.picture import VIEW


def kernel(**names):
    return SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=object(), user_ns=names))


@pytest.mark.parametrize("mark, names, seen", [({"JPY_SESSION_NAME": "a.ipynb"}, {}, True), ({}, {}, False),
                                               ({}, {"__vsc_ipynb_file__": "a.ipynb"}, True)])
def test_a_page_is_known_by_its_mark(mark, names, seen, monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", kernel(**names))
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    for name, value in mark.items():
        monkeypatch.setenv(name, value)
    assert page.on_page() is seen


def test_without_a_kernel_there_is_no_page(monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", "a.ipynb")
    assert not page.on_page()


def test_a_page_is_dressed_and_a_notebook_without_one_is_not(monkeypatch):
    display = pytest.importorskip("IPython.display", reason="needs IPython")
    shown, named = [], []
    formatter = SimpleNamespace(for_type_by_name=lambda *given: named.append(given))
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": formatter}))
    monkeypatch.setattr(sys.modules["IPython"], "get_ipython", lambda: shell)
    monkeypatch.setattr(display, "display", lambda data, raw: shown.append(data))
    page.dress()
    assert shown == [] == named
    monkeypatch.setattr(page, "on_page", lambda: True)
    page.dress()
    assert named == [("matplotlib.figure", "FigureBase", page.figure_as_html)]
    assert [data["text/plain"] for data in shown] == [""] and "white-space: pre " in shown[0]["text/html"]


@pytest.mark.parametrize("light, ground", [("true", "#f5f5f5"), ("false", "#212121")])
def test_words_of_code_are_read_on_the_ground_of_a_cell(light, ground):
    for colour in page.CODE[light].values():
        low, high = sorted(map(luminance, (colour, ground)))
        assert (high + 0.05) / (low + 0.05) >= 4.5 and f"-color: {colour}" in page.NOTEBOOK


def test_a_matplotlib_figure_keeps_its_words_after_the_magic(monkeypatch):
    pytest.importorskip("matplotlib", reason="needs matplotlib")
    formatters = pytest.importorskip("IPython.core.formatters", reason="needs IPython")
    from matplotlib.figure import Figure
    shell = SimpleNamespace(display_formatter=formatters.DisplayFormatter())
    monkeypatch.setattr(sys.modules["IPython"], "get_ipython", lambda: shell)
    monkeypatch.setattr(page, "on_page", lambda: True)
    page.dress()
    formatter = shell.display_formatter.formatters["text/html"]
    formatter.pop(Figure, None)                          # as %matplotlib does in all formatters
    canvas = Figure()
    canvas.subplots().set_title("A title")
    assert 'alt="Figure: A title"' in formatter(canvas)


def test_a_matplotlib_figure_is_told_by_its_titles_and_lines():
    pytest.importorskip("IPython", reason="needs IPython")
    canvas = pytest.importorskip("matplotlib.figure", reason="needs matplotlib").Figure()
    assert page.figure_as_html(canvas) is None
    left, right = canvas.subplots(1, 2)
    left.plot([1, 2], label="a < b")
    left.plot([2, 1], label="second")
    left.set(title="Both", xlabel="step")
    assert page.describe_figure(canvas) == "Figure: Both; lines: a < b, second; across: step. a plot without names"
    assert re.fullmatch(r'<div style="[^"]*overflow-x: auto"><img [^>]*alt="Figure: Both; lines: a &lt; b, second; '
                        r'across: step. a plot without names" src="data:image/png;base64,[^"]+"></div>',
                        page.figure_as_html(canvas))


@pytest.mark.parametrize("name", sorted(SHOWN.keys() - IN_WORDS))
@pytest.mark.needs("dot")
def test_every_picture_stands_inline_and_is_named(name, monkeypatch):
    pytest.importorskip("matplotlib", reason="needs matplotlib")
    monkeypatch.setattr(page, "on_page", lambda: True)
    found = bundle(name)
    moves = VIEW in found                                # a page shows HTML in place of a widget
    assert ("text/html" in found) is not moves
    heads = re.findall("<svg[^>]*>", found.get("text/html", ""))
    assert moves or heads
    for head in [found["image/svg+xml"].partition("<svg")[2].partition(">")[0], *heads]:
        assert 'role="img"' in head and 'aria-label=""' not in head and "aria-label=" in head
    monkeypatch.setattr(page, "on_page", lambda: False)
    assert "text/html" not in bundle(name)


def test_on_a_page_arrays_wrap_in_one_size_and_elsewhere_they_are_one_picture(monkeypatch):
    picture = viz.show(np.ones((2, 2)), np.ones((20, 20)), names=["small", "large"])
    drawn = picture.svg()
    assert drawn.count("<svg") == 4 and picture._repr_mimebundle_()["image/svg+xml"] == page.alone(drawn)
    monkeypatch.setattr(page, "on_page", lambda: True)
    html = picture._repr_mimebundle_()["text/html"]
    assert re.findall(r'<svg[^>]*aria-label="([^"]*)"', html) == [
        "small (2, 2)", "large (20, 20)", "what the colours stand for"]
    sizes = re.findall(r'min-width: (\d+)px; height: auto" width="(\d+)"', html)
    assert {round(int(shown) / int(drawn), 1) for shown, drawn in sizes} == {1.0} and len(sizes) == 3
    assert "flex-wrap: wrap" in html and html.index("</div>") < html.index("what the colours")


def test_a_list_of_losses_is_plotted_over_steps():
    drawn = viz.plot([4.0, 1.0, 2.0], title="SGD <1>")
    assert "at step 2" in str(drawn) and ">SGD &lt;1&gt;</text>" in drawn.svg() and "step</text>" in drawn.svg()
    assert "b  first 3" in str(viz.plot({"a": [1.0, 2.0], "b": [3.0, 2.0]}))


def test_axes_have_round_ticks():
    from minitorch.viz.curves import marks
    assert marks(0, 4) == [0, 1, 2, 3, 4] and marks(0.0919, 0.75) == [0, 0.2, 0.4, 0.6, 0.8]
    assert marks(-3.2, -1.1) == [-3.5, -3, -2.5, -2, -1.5, -1]
    assert marks(0.12, 2.2, log=True) == [0.1, 0.2, 0.5, 1, 2, 5]
    assert ">100</text>" in viz.plot(range(0, 501), {"loss": range(501)}).svg()


def test_pictures_are_saved_whole_as_svg(tmp_path):
    viz.show([1.0, 2.0]).save(tmp_path / "numbers")
    assert (tmp_path / "numbers.svg").read_text(encoding="utf-8").endswith("</svg>")
    with pytest.raises(ValueError, match=r"saved as .svg, not as .png"):
        viz.plot([1.0, 2.0]).save(tmp_path / "loss.png")


