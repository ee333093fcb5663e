"""The portrait: one file that shows a learner's framework, runs nothing and needs nothing, whatever is put into it."""

import re
from html import unescape
from html.parser import HTMLParser

import numpy as np
import pytest
from course.all_lessons import IDS, begin, right

import minitorch as mt
from minitorch import learn, nn
from minitorch.course import answer_file
from minitorch.course.html_page import highlighted, picture
from minitorch.course.portrait import curves_of, worst
from minitorch.course.record import registry

EVIL = '</script></style></title><script>alert(1)</script><img src=x onerror="alert(1)"> & \' " \x00 \udcff'
HISTORY = [{"epoch": 1, "loss": 2.0, "accuracy": 0.5}, {"epoch": 2, "loss": 1.0, "accuracy": 0.75}]
VOID = {"meta", "img", "br", "circle", "path", "polyline"}


@pytest.fixture(autouse=True)
def inside(own_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


class Reader(HTMLParser):
    """What a browser would see: elements in order, their attributes, the text; tags must be closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.attributes, self.words = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == [] and text.startswith("<!DOCTYPE html>")

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.words.append(data)


def read(path="portrait.html"):
    with open(path, encoding="utf-8", newline="") as file:
        return Reader(file.read())


def small():
    return nn.Sequential(nn.Flatten(), nn.Linear(4, 3))


def harmless(page):
    """Nothing that runs, nothing that is fetched, nothing from another place."""
    assert not {"script", "iframe", "object", "embed", "link", "form", "base"} & set(page.seen)
    for tag, name, value in page.attributes:
        assert not name.startswith("on"), (tag, name)
        assert name != "src" or value.startswith("data:image/png;base64,"), (tag, value)
        assert name != "href" or value.startswith("#code-"), (tag, value)
    assert ("meta", "content", "width=device-width, initial-scale=1") in page.attributes
    assert any(name == "content" and value.startswith("default-src 'none';") for _, name, value in page.attributes)


@pytest.mark.slow
def test_a_portrait_without_a_model_trains_one_on_what_is_mounted(capsys):
    begin(right())
    state = mt.get_rng_state()
    shown = learn.portrait(name="Ada")
    assert mt.equal(mt.get_rng_state(), state), "random numbers go on as if none had been drawn"
    page = read()
    harmless(page)
    words = " ".join(page.words)
    assert "Ada’s minitorch" in words and f" that the course teaches, {len(IDS)} run on what Ada wrote." in words
    assert float(re.search(r"reads ([\d.]+) % of 360 digits", words)[1]) >= 97
    assert all(("h3", "id", f"code-{id}") in page.attributes for id in IDS)
    assert page.seen.count("svg") == 2 and page.seen.count("img") > 16
    assert repr(shown) == (f"portrait.html: {len(IDS)} of {len(registry)} exercises run on your own code; with the "
                           "network, curves, mistakes and your code. Open it in a browser.")
    assert '<a href="portrait.html" target="_blank">portrait.html</a>' in shown._repr_html_()


def test_the_same_portrait_is_the_same_to_the_byte_and_small(monkeypatch):
    monkeypatch.setitem(learn.portrait.__globals__, "EPOCHS", 2)
    begin({id: right()[id] for id in ("1.1", "1.5")})
    learn.portrait("a.html")
    learn.portrait("b.html")
    data = open("a.html", "rb").read()
    assert data == open("b.html", "rb").read() and 5_000 < len(data) < 200_000


def test_what_the_library_runs_is_told_apart():
    begin({"1.1": right()["1.1"], "1.5": right()["1.5"].replace("(x > 0)", "(x < 0)")})
    learn.portrait(model=small(), history=HISTORY, mistakes=[])
    page = read()
    boxes = {value for tag, name, value in page.attributes if tag == "li" and name == "title"}
    assert "your own code runs" in boxes and "the library's own runs: not yet" in boxes
    assert "the library's own runs: not attempted" in boxes
    text = re.sub(r"\s+", " ", " ".join(page.words))
    assert "■ 1.1 mul_derivative" in text and "□ 1.5 relu_derivative" in text
    assert "kept; the library’s own runs" in text and "None of those it was tried on" in text


def test_hostile_names_and_code_are_only_text():
    begin({"1.1": right()["1.1"]})
    evil = EVIL.replace("\x00", "")[:-1]
    path = answer_file.path()
    path.write_text(f"{path.read_text()}\n\n# exercise 1.5, version 1\n# {evil}\nx = '{evil}'\n")

    class Odd(nn.Module):
        def extra_repr(self):
            return evil
    Odd.__name__ = evil
    learn.portrait(model=nn.Sequential(Odd(), nn.Linear(4, 2)), history={EVIL: [1.0, 2.0], "loss": [3.0, 1.0]},
                   mistakes=[(np.eye(2), EVIL, EVIL, 0.5)], name=EVIL)
    page = read()
    harmless(page)
    assert " ".join(page.words).count("<script>alert(1)</script>") >= 6


def test_what_is_kept_is_shown_and_never_run():
    begin({"1.1": right()["1.1"]})
    path = answer_file.path()
    path.write_text(path.read_text() + "\n\n# exercise 1.5, version 1\nopen('ran', 'w')\n1 / 0\n")
    learn.portrait(model=small())
    assert "open('ran', 'w')" in "".join(read().words) and not (answer_file.folder / "ran").exists()


def test_without_anything_kept():
    learn.portrait(model=small())
    assert "Nothing is kept yet" in " ".join(read().words)


@pytest.mark.parametrize("text", [*right().values(), "a = f'{1 + 2!r:>4} {{}} {x}' # é\n", "def f(:\n  'open",
                                  "\tx\n y", "x = '''\n<b>&'''\r\ny", "ünï = 'cødé' + 1j\n", "", "\n", "\f",
                                  "f(\\\n1)"])
def test_colours_change_no_character_of_the_code(text):
    html = highlighted(text)
    assert unescape(re.sub(r"<[^>]*>", "", html)) == text
    assert not set(re.findall(r"<[^>]*>", html)) - {"<pre>", "<code>", "</code>", "</pre>", "</span>", *[
        f'<span class="{kind}">' for kind in ("word", "text", "number", "note", "named")]}


@pytest.mark.parametrize("image", [np.eye(3), mt.eye(3)[None], mt.rand(3, 5, 4), np.full((2, 2), np.nan),
                                   np.arange(1e6).reshape(1, 1000, 1000), np.array([[0, 255]], np.uint8)])
def test_a_picture_of_any_image(image):
    assert len(picture(image)) < 70_000


@pytest.mark.parametrize("history, x, names", [
    (HISTORY, "epoch", ["loss", "accuracy"]), ([3.0, 2.0, 1.0], "step", ["loss"]),
    ({"loss": [1.0, 2.0]}, "step", ["loss"]), ({"a": mt.tensor([1.0, 2.0]), "b": [float("nan")] * 2}, "step", ["a"])])
def test_a_history_in_any_form(history, x, names):
    assert curves_of(history)[1] == x and list(curves_of(history)[2]) == names
    learn.portrait(model=small(), history=history)
    assert "svg" in read().seen


@pytest.mark.parametrize("wrong, said", [
    ({"history": []}, "holds no numbers"), ({"history": ["a"]}, "a history is a list of numbers"),
    ({"history": {"loss": 1.0}}, "dict of lists"), ({"mistakes": [(np.eye(2), 1)]}, "a mistake is"),
    ({"mistakes": [(np.ones(3), 1, 2)]}, "a mistake's image is"),
    ({"mistakes": [(np.ones((2, 4, 4)), 1, 2)]}, "a mistake's image is")])
def test_what_cannot_be_shown_is_refused_and_the_old_page_stays(wrong, said):
    learn.portrait(model=small())
    before = open("portrait.html", "rb").read()
    with pytest.raises(ValueError, match=said):
        learn.portrait(model=small(), **wrong)
    assert open("portrait.html", "rb").read() == before
    assert [path.name for path in answer_file.folder.iterdir()] == ["portrait.html"]


def test_the_worst_mistakes_come_first_and_the_mode_is_left_as_it_was():
    model = nn.Sequential(nn.Dropout(0.9), nn.Identity()).train()
    scores = mt.tensor([[0.0, 3.0], [5.0, 0.0], [0.0, 1.0]])
    found = worst(model, [(scores, mt.tensor([0, 0, 0]))])
    assert [(wanted, said, round(sure, 2)) for _, wanted, said, sure in found] == [(0, 1, 0.95), (0, 1, 0.73)]
    assert model.training


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_portrait_on_a_phone(scheme):
    """In a real browser, 400 pixels wide: nothing sticks out, text differs from paper, nothing is reported."""
    from notebooks.lab import opened
    begin({"1.1": right()["1.1"], "1.5": right()["1.5"]})
    learn.portrait(name="Ada " + EVIL)
    with opened(answer_file.folder / "portrait.html", 400, scheme) as browser:
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 400
        style = "return getComputedStyle(document.body).{}.match(/\\d+/g).slice(0, 3).reduce((a, b) => +a + +b)"
        ink, paper = (browser.execute_script(style.format(what)) for what in ("color", "backgroundColor"))
        assert (paper - ink > 500) if scheme == "light" else (ink - paper > 500)
        assert browser.execute_script("return [...document.images].every(i => i.complete && i.naturalWidth > 0)")
        assert browser.get_log("browser") == []
