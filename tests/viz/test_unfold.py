"""A folded module opens on a page: by a click on its box, or without a script by the line below the picture."""

import re
import shutil

import pytest
from notebooks.lab import opened

import minitorch as mt
from minitorch import nn, viz
from minitorch.display import page
from minitorch.viz import graph_unfold

HEAD = "<meta charset=utf-8><meta name=viewport content='width=device-width'>"


def net():
    inner = [nn.Sequential(nn.Linear(8, 8), nn.Tanh()) for _ in range(4)]
    return nn.Sequential(nn.Sequential(nn.Linear(4, 8), nn.ReLU()), nn.Sequential(*inner), nn.Linear(8, 3))


def drawn(**settings):
    return viz.draw(net(), mt.randn(5, 4), names={}, depth=1, **settings)


def titles(found):
    return [box.title for box in found[0]]


def test_the_inside_of_a_module_is_a_graph_between_its_neighbours():
    graph = drawn()
    boxes, arrows, still, frames = graph.inside("1")
    assert [box.title for box in boxes] == ["relu", *["0: Linear", "1: Tanh"] * 4, "xWᵀ+b"]
    assert [box.kind for box in boxes] == ["more", *["module"] * 8, "more"] and frames["1.3"] == "3: Sequential"
    assert [(a, b) for a, b, _ in arrows] == [(f"n{i}", f"n{i + 1}") for i in range(9)] and not still
    assert titles(graph.inside("1.1"))[-2:] == ["tanh", "xWᵀ+b"]


def test_opening_changes_nothing_of_the_picture():
    graph = drawn()
    before = graph.dot
    inside = [titles(graph.inside("1")) for _ in range(2)]
    assert inside[0] == inside[1] and graph.dot == before


def test_modules_of_a_remembered_loss_open_too():
    model = net()
    with viz.remember(model):
        loss = model(mt.randn(5, 4)).sum()
    graph = viz.draw(loss, depth=1)
    assert titles(graph.inside("1")).count("1: Tanh") == 4
    assert viz.draw(mt.ones(1, requires_grad=True) * 2).inside is None


@pytest.mark.needs("dot")
def test_a_page_holds_every_inside_and_each_box_says_what_it_opens(monkeypatch):
    monkeypatch.setattr(page, "on_page", lambda: True)
    html = drawn()._repr_mimebundle_()["text/html"]
    opens = re.findall(r'role="button" tabindex="0" style="cursor: pointer" data-module="([\d.]+)"', html)
    assert sorted(opens) == sorted(re.findall(r'<details [^>]*data-module="([\d.]+)"', html)) and "1.1.0" in opens
    assert "<summary" in html and "1: Sequential, (5, 8), 288 parameters" in html
    assert html.count("<div") == html.count("</div>") and html.count("<details") == html.count("</details>")
    monkeypatch.setattr(page, "on_page", lambda: False)
    assert "onclick" not in str(drawn()._repr_mimebundle_())


@pytest.mark.needs("dot")
def test_a_large_model_opens_in_part_and_says_so(monkeypatch):
    monkeypatch.setattr(graph_unfold, "MOST", 2)
    html = graph_unfold.unfolding(drawn())
    assert html.count("<details") == 2 and "1 more: draw a module by itself" in html


@pytest.mark.slow
@pytest.mark.needs("dot")
def test_a_click_on_a_box_opens_what_is_in_it(tmp_path):
    pytest.importorskip("selenium", reason="needs a browser")
    if not shutil.which("chromedriver"):
        pytest.skip("needs a browser")
    (tmp_path / "graph.html").write_text(HEAD + graph_unfold.unfolding(drawn()), encoding="utf-8")
    with opened(tmp_path / "graph.html", 390) as browser:
        def opens():
            found = browser.find_elements("css selector", "details[open]")
            return [inside.get_attribute("data-module") for inside in found]
        browser.find_element("css selector", "g[data-module='1']").click()
        assert opens() == ["1"]
        browser.find_element("css selector", "details[open] g[data-module='1.1.0']").click()
        assert opens() == ["1", "1.1.0"]
        browser.find_element("css selector", "g[data-module='1']").click()
        assert "1" not in opens()
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
