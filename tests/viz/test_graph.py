"""The picture of a graph: its text, every engine that draws it, every format it is saved in."""

import re
import shutil
import xml.etree.ElementTree as xml
from types import SimpleNamespace

import pytest

import minitorch as mt
from minitorch import viz
from minitorch.viz import render

SVG = "{http://www.w3.org/2000/svg}"


def lecture():
    """The lectures' example: x·y + z, summed."""
    x = mt.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    y = mt.tensor([[0.5, 1.0], [0.0, 2.0]], requires_grad=True)
    z = mt.tensor([1.0, 2.0], requires_grad=True)
    loss = (x * y + z).sum()
    return loss, {"x": x, "y": y, "z": z, "loss": loss}


@pytest.fixture
def graph():
    loss, names = lecture()
    return viz.draw(loss, names=names)


@pytest.fixture
def no_engine(monkeypatch):
    monkeypatch.setattr(render, "ENGINES", [])


def boxes(graph):
    """{what stands in it: its kind} of every box."""
    return {" | ".join(box.lines(graph.values)): box.kind for box in graph.boxes}


def test_the_text_of_a_small_graph(graph):
    body = re.sub(r' (shape|style|fillcolor|peripheries)=("[^"]*"|\S+?)(?=[ \]])', "", graph.dot)
    assert body.partition("fontcolor=\"#595959\"]\n")[2] == r"""  n0 [label="x\n(2, 2)\n[[1, 2], [3, 4]]"]
  n1 [label="y\n(2, 2)\n[[0.5, 1], [0, 2]]"]
  n2 [label="z\n(2,)\n[1, 2]"]
  n3 [label="×\n(2, 2)"]
  n4 [label="+\n(2, 2)"]
  n5 [label="Σ\n()"]
  n6 [label="loss\n()\n16.5"]
  n0 -> n3
  n1 -> n3
  n3 -> n4
  n2 -> n4
  n4 -> n5
  n5 -> n6
}
"""


def test_the_text_is_the_same_for_the_same_program(graph):
    loss, names = lecture()
    assert viz.draw(loss, names=names).dot == graph.dot
    assert "0x" not in graph.dot


def test_gradients_stand_in_the_leaves_after_backward():
    loss, names = lecture()
    loss.backward()
    assert "x | (2, 2) | [[1, 2], [3, 4]] | grad [[0.5, 1], [0, 2]]" in boxes(viz.draw(loss, names=names))


def test_parameters_are_named_by_the_model_and_constants_drawn():
    w = mt.randn(3, 5, requires_grad=True)
    model = SimpleNamespace(named_parameters=lambda: iter([("head.weight", w)]))
    graph = viz.draw(mt.relu(mt.ones(2, 3) @ w) * 2, model=model)
    assert boxes(graph) == {"head.weight | (3, 5)": "parameter", "(2, 3)": "constant", "@ | (2, 5)": "op",
                            "relu | (2, 5)": "op", "2": "constant", "× | (2, 5)": "op", "output | (2, 5)": "output"}


def test_a_model_gives_its_parameters_names_and_without_it_they_are_known_by_kind():
    net = mt.nn.Sequential(mt.nn.Linear(3, 5), mt.nn.ReLU(), mt.nn.Linear(5, 2))
    loss = net(mt.ones(4, 3)).sum()
    named = [box.title for box in viz.draw(loss, model=net).boxes if box.kind == "parameter"]
    assert sorted(named) == ["0.bias", "0.weight", "2.bias", "2.weight"]
    assert sum(box.kind == "parameter" for box in viz.draw(loss).boxes) == 4


def test_a_value_used_twice_is_one_box_with_two_arrows():
    x = mt.tensor(3.0, requires_grad=True)
    graph = viz.draw(x * x, names={"x": x})
    assert graph.arrows[:2] == [("n0", "n1", None), ("n0", "n1", None)]


def test_calls_show_their_settings_and_indices():
    x = mt.ones(4, 6, requires_grad=True)
    found = boxes(viz.draw(x[1:3, ..., 0].sum(dim=0, keepdim=True)))
    assert "[1:3, ..., 0] | (2,)" in found
    assert any("dim=0 keepdim=True" in text for text in found)


@pytest.mark.parametrize("exponent, title", [(2, "x²"), (-1.5, "x⁻¹·⁵"), (mt.tensor(2.0, requires_grad=True), "xʸ")])
def test_a_power_shows_its_number(exponent, title):
    x = mt.tensor([3.0, 1.0], requires_grad=True)
    y = x ** exponent
    assert title in [box.title for box in viz.draw(y, names={}).boxes]
    assert title in [box.title for box in viz.draw(lambda x: x ** exponent, x).boxes]
    freed = x ** 2
    freed.sum().backward()                                               # now the number is only in the source
    assert "x²" in [box.title for box in viz.draw(freed, names={}).boxes]


def test_one_of_several_outputs_is_named_on_its_arrow():
    x = mt.eye(2).requires_grad_()
    values, vectors = mt.linalg.eigh(x)
    graph = viz.draw([values.sum(), vectors])
    assert sorted(label for _, _, label in graph.arrows if label) == ["output 0", "output 1"]
    assert "2 outputs" in graph.dot


def test_several_tensors_are_drawn_together():
    x = mt.ones(2, requires_grad=True)
    assert [box.title for box in viz.draw({"up": x + 1, "down": x - 1}).boxes if box.kind == "output"] == ["up", "down"]
    assert [box.title for box in viz.draw([x + 1, x - 1]).boxes if box.kind == "output"] == ["output 0", "output 1"]


def test_dtypes_other_than_float32_are_said():
    assert "(2,) float64" in viz.draw(mt.ones(2, dtype=mt.float64, requires_grad=True) * 1).dot


def test_quotes_and_backslashes_in_names_do_no_harm():
    x = mt.ones(2, requires_grad=True)
    assert r'label="a\"b\\c\n(2,)' in viz.draw(x + 1, names={'a"b\\c': x}).dot
    xml.fromstring(viz.draw(x + 1, names={"<b> & 'c'": x}).svg() or "<svg/>")


def test_a_crowded_graph_is_folded_by_lines():
    x = y = mt.ones(2, requires_grad=True)
    for _ in range(500):
        y = y * 1.01
        y = y + x
    graph = viz.draw(y)
    assert [box.title for box in graph.boxes] == ["x", "y = y * 1.01", "y = y + x", "y"]
    assert graph.boxes[1].shape == "500 operations: ×, (2,)" and len(graph.svg() or "<svg>") < 10_000
    n = [box.id for box in graph.boxes]
    assert {(n.index(a), n.index(b)) for a, b, _ in graph.arrows} == {(0, 1), (1, 2), (0, 2), (2, 1), (2, 3)}


def test_a_graph_that_is_too_long_shows_its_newest_part():
    x = y = mt.ones(2, requires_grad=True)
    for _ in range(20_000):
        y = y + y
    graph = viz.draw(y)
    assert [box.title for box in graph.boxes] == ["15001 older boxes", "y = y + y", "y"] and x.is_leaf


def test_a_tensor_without_a_graph_is_refused_with_the_reason():
    with pytest.raises(RuntimeError, match="no graph behind this tensor.*requires_grad=True"):
        viz.draw(mt.ones(2) + 1)
    with pytest.raises(TypeError, match="needs Tensors, not float"):
        viz.draw(2.5)


@pytest.mark.needs("dot")
@pytest.mark.parametrize("engine", [render.in_process, render.by_program], ids=lambda engine: engine.__name__)
def test_every_engine_draws_every_box(engine, graph, monkeypatch):
    if engine is render.in_process:
        pytest.importorskip("pygraphviz")
    elif shutil.which("dot") is None:
        pytest.skip("needs the program dot")
    monkeypatch.setattr(render, "ENGINES", [engine])
    picture = xml.fromstring(graph.svg())
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == "Computational graph: 3 inputs, 3 operations, 1 output."
    assert picture[0].tag == SVG + "title" and picture[1].tag == SVG + "desc"
    words = [text.text for text in picture.iter(SVG + "text")]
    assert {"x", "y", "z", "×", "+", "Σ", "loss", "16.5"} <= set(words)
    spoken = {title.text for title in picture.iter(SVG + "title")}
    assert any(title.startswith("op: ×, (2, 2), made at `loss = ") for title in spoken)
    assert not any("->" in title or title == "n0" for title in spoken)


@pytest.mark.needs("dot")
@pytest.mark.parametrize("suffix, start", [(".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF"),
                                           (".dot", b"digraph"), (".SVG", b"<svg")])
def test_a_graph_is_saved_whole(suffix, start, graph, tmp_path):
    path = graph.save(tmp_path / f"graph{suffix}")
    assert path.read_bytes().startswith(start)
    assert [p.name for p in tmp_path.iterdir()] == [f"graph{suffix}"]


def test_an_unknown_format_is_refused(graph, tmp_path):
    with pytest.raises(ValueError, match=r"saved as .svg, .png, .pdf, .dot, not as 'graph.gif'"):
        graph.save(tmp_path / "graph.gif")


def test_a_failed_write_leaves_the_old_picture(graph, tmp_path, monkeypatch):
    path = graph.save(tmp_path / "graph.dot")
    before = path.read_bytes()
    monkeypatch.setattr(render.os, "replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        graph.save(path)
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1


def test_without_an_engine_the_text_is_saved_and_one_line_says_what_to_install(no_engine, graph, tmp_path, capsys):
    path = graph.save(tmp_path / "graph.svg")
    assert path == tmp_path / "graph.dot" and path.read_text(encoding="utf-8") == graph.dot
    said = capsys.readouterr().out
    assert said.count("\n") == 1 and "pip install pygraphviz" in said and "graph.dot" in said


def test_without_an_engine_a_notebook_shows_the_text_and_the_advice(no_engine, graph):
    assert graph.svg() is None
    shown = graph._repr_mimebundle_()
    assert shown.keys() == {"text/plain"}
    assert shown["text/plain"].startswith(graph.dot) and shown["text/plain"].endswith(render.ADVICE)


@pytest.mark.needs("dot")
def test_a_notebook_gets_picture_and_text(graph):
    shown = graph._repr_mimebundle_()
    assert shown["text/plain"] == graph.dot
    assert shown["image/svg+xml"].startswith("<svg")


def test_text_and_ground_of_every_box_are_far_apart():
    """WCAG's contrast ratio of 4.5, whatever the page: each box brings its own ground."""
    def light(colour):
        parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        return sum(w * (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4)
                   for w, p in zip((0.2126, 0.7152, 0.0722), parts))
    from minitorch.viz.colours import BOXES
    from minitorch.viz.dot import HEAD
    text = re.search(r'node \[.*fontcolor="(#\w+)"', HEAD)[1]
    for style in BOXES.values():
        fill = re.search(r'fillcolor="(#\w+)"', style)
        if fill:
            assert (light(fill[1]) + 0.05) / (light(text) + 0.05) > 4.5


def test_a_box_of_ones_own_has_arrows_from_what_it_reads_and_to_what_it_writes(graph):
    """A step reads x and writes y; the operations of the graph stay as they are."""
    arrows, count = list(graph.arrows), len(graph.boxes)
    x, y = (next(box for box in graph.boxes if box.title == title) for title in "xy")
    assert graph.add("step", {"x": "reads"}, {"y": ""}, text="one line") is graph
    box = graph.boxes[-1]
    assert graph.arrows == [*arrows, (x.id, box.id, "reads"), (box.id, y.id, "")] and len(graph.boxes) == count + 1
    assert box.lines(True) == ["step", "one line"] and f'{x.id} -> {box.id} [label=" reads "]' in graph.dot
    graph.add("state", {"step": "writes"}, {"step": "reads"}, kind="constant")
    assert graph.boxes[-1].id != box.id and graph.arrows[-1] == (graph.boxes[-1].id, box.id, "reads")
    with pytest.raises(KeyError, match="no box 'w' for an arrow; the boxes are 'x'"):
        graph.add("more", {"w": ""})
