"""A verdict's card in notebooks: readable in light and dark, marked by more than colour, and safe to show."""

import re
import sys
from html.parser import HTMLParser
from types import SimpleNamespace

import numpy as np
import pytest

from minitorch.course import card, session
from minitorch.course.evidence import STATES, judge, not_attempted
from minitorch.course.html_page import DARK, LIGHT
from minitorch.course.record import find
from minitorch.course.wrong import defined, written

ON_PAPER, ON_CODE = ("ink", "quiet", "good", "soon"), ("ink", "word", "text", "number", "quiet")
PAIRS = [*[(name, "paper") for name in ON_PAPER], *[(name, "code") for name in ON_CODE], ("ink", "mark")]


def judged(id, lines):
    record = find(id)
    return judge(record, defined(record, written(record, lines, id)))


def brightness(colour):
    """Relative luminance, as WCAG defines it."""
    shares = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return sum(part * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
               for part, c in zip((0.2126, 0.7152, 0.0722), shares))


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ink, ground", PAIRS)
def test_every_word_has_contrast(colours, ink, ground):
    high, low = sorted((brightness(colours[ink]), brightness(colours[ground])), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_nothing_is_smaller_than_twelve_pixels_and_nothing_runs():
    sizes = [float(size) for size in re.findall(r"font(?:-size)?:[^;]*?([\d.]+)px", card.STYLE)]
    assert sizes and min(sizes) >= 12
    html = card.card(judged("1.1", "return grad * x, grad * y"))
    assert html.count("<style>") == 1 and not re.search(r"<script|\bon\w+=|http|url\(|@import", html)


def test_each_state_has_a_sign_a_word_and_a_colour():
    assert set(card.SIGNS) == set(STATES)
    html = card.card(not_attempted(find("1.1")))
    assert 'role="status" aria-live="polite"' in html and "not attempted</span> <b>1.1 mul_derivative</b>" in html
    assert "--state: var(--quiet)" in html


def test_wanted_and_yours_are_marked_where_they_differ():
    html = card.card(judged("1.3", "return np.ones(x.shape) * np.expand_dims(grad, dim) * (np.arange(x.size)"
                                   ".reshape(x.shape) != 1)"))
    wanted, yours = re.findall(r'<pre tabindex="0">([^§]*?)</pre></div>', html)
    assert wanted.count("<mark>") == yours.count("<mark>") == 1 and "<mark>0.</mark>" in yours
    assert "First difference at index" in html and "sum_derivative(grad, out, x, dim, keepdim)" in html


def test_a_large_array_is_marked_at_the_places_that_are_shown():
    value = np.arange(100.0)
    other = np.where(value == 98, -1, value)
    assert re.findall(r"<mark>(.*?)</mark>", card.one(value, other, 1e-6, 4)) == ["98."]


def test_no_indent_and_no_empty_line_is_marked():
    assert card.one(np.ones((2, 1, 1)), None, 1e-6, 4) == "<mark>[[[1.]]</mark>\n\n <mark>[[1.]]]</mark>"
    assert card.one("a < b", None, 1e-6, 4) == "<mark>&#x27;a &lt; b&#x27;</mark>"


def test_a_long_name_of_a_result_stands_above_it():
    record = SimpleNamespace(results=("weights at the end", "<staleness>"), close=1e-6)
    assert card.marked((np.ones((2, 2)), 1.0), (np.ones((2, 2)), 2.0), record, 4) == (
        '<span class="mt-quiet">weights at the end</span>\n  [[1. 1.]\n   [1. 1.]]\n'
        '<span class="mt-quiet">&lt;staleness&gt;</span>\n  <mark>1</mark>')


def test_long_values_stand_beneath_each_other_and_longer_lines_wrap():
    assert card.sides("<mark>1</mark>" * 40, "2") == (
        f'<div class="mt-sides"><div><b>wanted</b><pre tabindex="0">{"<mark>1</mark>" * 40}</pre></div>'
        '<div><b>yours</b><pre tabindex="0">2</pre></div></div>')
    assert 'class="mt-sides mt-long"' in card.sides("1", "2" * 41) and "mt-wraps" not in card.sides("1", "2" * 84)
    assert card.block("&" * 85).startswith('<pre class="mt-wraps" tabindex="0">&amp;')
    html = card.card(judged("1.1", "raise ValueError('far too long')"))
    assert html.count('<pre class="mt-wraps"') == 2 and "nothing: it ends in an error</pre>" in html


def test_a_program_is_shown_by_its_source():
    html = card.card(judged("2.1", "return [root]"))
    assert "a = 2 * x\n    return a + 3 * a" in html and "program = diamond" in html


def test_an_answer_that_writes_over_its_arguments_is_no_error():
    html = card.card(judged("1.1", "x += 1; return grad * y, grad * (x - 1)"))
    assert "ends in an error" not in html and "not yet</span>" in html


class Tags(HTMLParser):
    """All tags of a page, and whether each that opens is closed."""

    def __init__(self):
        super().__init__()
        self.seen, self.open = set(), []

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


HOSTILE = "</pre><script>alert(1)</script>&<img src=x onerror=alert(1)>"


@pytest.mark.parametrize("lines", [
    f"print({HOSTILE!r}); return 0 * x", f"raise ValueError({HOSTILE!r})", f"return {HOSTILE!r}, 0",
    f"return type({HOSTILE!r}, (), {{}})()"], ids=["printed", "error", "returned", "class"])
def test_what_comes_from_an_answer_is_escaped(lines):
    tags = Tags()
    tags.feed(card.card(judged("1.1", lines)))
    assert not tags.open and not tags.seen & {"script", "img"}


def test_names_between_backticks_are_shown_as_code():
    assert card.sentence("`x < 1` is not `y`.") == "<code>x &lt; 1</code> is not <code>y</code>."
    shown = card.card(judged("1.1", "print(grad)"))
    assert "is there a <code>return</code> on every path" in shown and "`" not in shown


@pytest.fixture
def displayed(monkeypatch):
    """What a notebook is given to show."""
    display = pytest.importorskip("IPython.display", reason="needs IPython")
    shown = []
    monkeypatch.setattr(card, "on_page", lambda: True)
    monkeypatch.setattr(display, "display", lambda data, raw: shown.append(data))
    return shown


@pytest.mark.usefixtures("own_folder")
def test_in_a_notebook_the_card_takes_the_place_of_the_text(displayed, capsys):
    answer = defined(find("1.1"), written(find("1.1"), "return grad * x, grad * y", "1.1"))
    session.submit(find("1.1"), answer)
    points = session.check("1.1")
    session.reset()
    shown, = displayed
    assert shown["text/plain"].startswith("1.1 mul_derivative: not yet\n    grad    [10.]\n")
    assert shown["text/plain"].endswith("\n    more than 0 of 2 points so far") and capsys.readouterr().out == ""
    assert "more than 0 of 2 points so far" in shown["text/html"]
    assert float(repr(points)) == points and points._repr_html_() == "<span></span>"


def test_a_notebook_that_is_run_without_a_page_stores_the_text(monkeypatch, capsys):
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    card.present(not_attempted(find("1.1")), print)
    assert capsys.readouterr().out.startswith("1.1 mul_derivative: not attempted\n")
    assert card.Points(1.0)._repr_html_() is None


def test_where_nothing_can_be_displayed_the_text_is_said(displayed, monkeypatch):
    monkeypatch.setattr(sys.modules["IPython.display"], "display", None)
    said = []
    card.present(not_attempted(find("1.1")), said.append)
    assert said[0].startswith("1.1 mul_derivative: not attempted\n")
