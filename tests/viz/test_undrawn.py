"""Where Graphviz or matplotlib is missing or broken, every picture is words and one line that says what to install."""

import inspect
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn, viz
from minitorch.data import DataLoader, TensorDataset
from minitorch.optim import SGD
from minitorch.viz import render


def loss():
    x = mt.tensor([1.0, 2.0], requires_grad=True)
    return (x * x).sum()


def net():
    return nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(18, 2))


IMAGES, LABELS = mt.arange(100.0).reshape(4, 1, 5, 5) / 100, mt.tensor([0, 1, 0, 1])
BATCH = IMAGES, LABELS


def profile():
    with viz.profile() as seen:
        loss()
    return seen


def fed(curves):
    curves.add(loss=1.0)
    return curves


def snapshots():
    found = viz.histograms(net())
    found(1)
    return found


def around():
    model = net()
    return viz.landscape(viz.plane(model, lambda: nn.functional.cross_entropy(model(IMAGES), LABELS)))


def border():
    found = viz.boundary(nn.Linear(2, 2), mt.randn(6, 2), LABELS[[0, 1, 0, 1, 0, 1]])
    found(1)
    return found


# Every function of viz that shows something, by an example.
SHOWN = {
    "activations": lambda: viz.activations(net(), IMAGES[0]),
    "attention": lambda: viz.attention([[1.0, 0.0], [0.25, 0.75]], ["the", "cat"]),
    "boundary": border,
    "broadcast": lambda: viz.broadcast((2, 1), (3,)),
    "confusion": lambda: viz.confusion([0, 1, 1], LABELS[:3]),
    "diagnose": lambda: viz.diagnose(net(), nn.CrossEntropyLoss(), BATCH),
    "drag": lambda: viz.drag(lambda value: value ** 2, -3, 3, "w"),
    "draw": lambda: viz.draw(loss()),
    "draw a model": lambda: viz.draw(net(), IMAGES[:1]),
    "filters": lambda: viz.filters(net()),
    "histograms": snapshots,
    "landscape": lambda: viz.landscape(lambda x, y: x ** 2 + y ** 2, {"by hand": [(1, 1), (0, 0)]}),
    "live": lambda: fed(viz.live()),
    "memory": lambda: viz.memory(mt.arange(6).reshape(2, 3)),
    "mistakes": lambda: viz.mistakes(net(), DataLoader(TensorDataset(*BATCH), 2)),
    "plane": around,
    "plot": lambda: viz.plot([0, 1], {"loss": [2.0, 1.0]}),
    "profile": profile,
    "race": lambda: viz.race(lambda x, y: x ** 2 + y ** 2, {"SGD": SGD}, steps=2),
    "show": lambda: viz.show(np.eye(2)),
    "step": lambda: viz.step(loss()),
    "step forward": lambda: viz.step(loss, forward=True),
    "step beside an order": lambda: viz.step(loss(), lambda node: []),
    "strips": lambda: viz.strips({"a": [0, 1]}),
    "summary": lambda: viz.summary(net(), IMAGES[:1]),
    "windows": lambda: viz.windows(np.eye(3), np.ones((2, 2))),
}
IN_WORDS = {"diagnose", "summary"}               # tables
shown = pytest.mark.parametrize("name", SHOWN)


@pytest.fixture
def nothing_draws(monkeypatch):
    """No engine, no matplotlib."""
    monkeypatch.setattr(render, "ENGINES", [])
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)


def bundle(name):
    made = SHOWN[name]()
    return made._repr_mimebundle_() if hasattr(made, "_repr_mimebundle_") else {"text/plain": repr(made)}


def test_every_function_that_shows_something_has_an_example():
    functions = {name for name in viz.__all__ if name[0].islower() and not inspect.isclass(getattr(viz, name))}
    assert functions | {"profile"} == {name.partition(" ")[0] for name in SHOWN}


@shown
def test_a_picture_is_a_picture_or_a_line_that_says_what_to_install(name, nothing_draws):
    found = bundle(name)
    *words, last = found["text/plain"].splitlines()
    assert "image/svg+xml" in found or name in IN_WORDS or (words and "`pip install " in last), found["text/plain"]
    assert found.get("image/svg+xml", "<svg").startswith("<svg")


@shown
@pytest.mark.needs("dot")
def test_where_all_is_there_each_is_drawn_and_nothing_is_advised(name):
    if find_spec("matplotlib") is None:
        pytest.skip("needs matplotlib")
    found = bundle(name)
    assert ("image/svg+xml" in found) == (name not in IN_WORDS) and "pip install" not in found["text/plain"]


@pytest.mark.parametrize("name", ["step", "boundary", "race", "live"])
def test_what_stands_beneath_a_slider_says_so_too(name, nothing_draws):
    made = SHOWN[name]()
    page = (made.view if name == "step" else made).html()
    assert "<svg" not in page and page.count("`pip install ") == 1


def broken(dot, kind):
    raise OSError("libgvc.so.7: cannot open\nshared object file")


def absent(dot, kind):
    return None


@pytest.mark.parametrize("engines, said", [
    ([], "There is no Graphviz here. To see"), ([absent], "There is no Graphviz here. To see"),
    ([broken, absent], "Graphviz fails here (libgvc.so.7: cannot open shared object file). To see")],
    ids=["none", "absent", "broken"])
def test_an_engine_that_fails_says_why_in_one_line(engines, said, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(render, "ENGINES", engines)
    graph = viz.draw(loss())
    assert graph.svg() is None and said in graph._repr_mimebundle_()["text/plain"].splitlines()[-1]
    assert said in viz.step(loss())._repr_mimebundle_()["text/plain"].splitlines()[-1]
    for suffix in (".svg", ".png", ".pdf"):
        assert graph.save(tmp_path / f"graph{suffix}") == tmp_path / "graph.dot"
        line = capsys.readouterr().out
        assert line.count("\n") == 1 and f"graph{suffix} was not drawn; its text is in graph.dot. {said}" in line


def test_after_an_engine_that_fails_comes_the_next(monkeypatch):
    monkeypatch.setattr(render, "ENGINES", [broken, lambda dot, kind:
                                            b'<?xml?><svg width="8pt" height="9pt" viewBox="0 0 8 9"><g></g></svg>'])
    assert viz.draw(loss()).svg().startswith("<svg role=")


@pytest.mark.needs("dot")
def test_a_program_without_a_standard_error_draws():
    code = ("import os; os.close(2); import minitorch as mt; from minitorch import viz; "
            "print(viz.draw(mt.ones(1, requires_grad=True) * 2).svg()[:4])")
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True).stdout == "<svg\n"


@pytest.mark.needs("dot")
def test_several_threads_may_draw():
    from concurrent.futures import ThreadPoolExecutor
    graph = viz.draw(loss())
    with ThreadPoolExecutor(4) as pool:
        assert len({*pool.map(lambda _: graph.svg(), range(40))}) == 1
