"""The walk back by steps: its text, its pictures, its slider, and where a wrong order parts from the right one."""

import re
import xml.etree.ElementTree as xml

import pytest

import minitorch as mt
from minitorch.course.exercises.lesson_2 import breadth_first, postorder, preorder, recursive
from minitorch.engine import backward_order
from minitorch.viz import render, step

SVG = "{http://www.w3.org/2000/svg}"


def diamond():
    x = mt.tensor(2.0, requires_grad=True)
    a = 2 * x
    c = a + 3 * a
    return c, {"x": x, "a": a, "c": c}


def steps(order=None):
    c, names = diamond()
    return step(c, order, names), c, names


def test_the_text_of_a_small_walk():
    walk, *_ = steps()
    assert walk.text() == repr(walk) == """\
step 1 of 4: c = a+3×a
    arrives  1
    to a     grad = 1
    to 3×a   grad = 1
step 2 of 4: 3×a
    arrives  1
    to a     grad·3 = 1·3 = 3; there now: 1 + 3 = 4
step 3 of 4: a = 2×x
    arrives  4
    to x     grad·2 = 4·2 = 8
step 4 of 4: x, where the walk ends
    arrives  8
    .grad    gets 8"""


def test_shapes_are_folded_and_large_arrays_are_told_by_their_shape():
    x, b = mt.ones(2, 3, requires_grad=True), mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
    text = step((x + b).sum(), names={"x": x, "b": b}).text()
    assert "to b     grad = [2, 2, 2], folded from (2, 3)" in text and "to x     grad = an array (2, 3)" in text


@pytest.mark.parametrize("order, parting", [
    (breadth_first, "step 2 of 4: here they part\n    given  a = 2×x\n    right  3×a\n    It takes a though 3×a, which "
                    "used it, has not sent its part yet.\n    In the end x would get 2; 8 is right."),
    (postorder, "step 1 of 4: here they part\n    given  x, where the walk ends\n    right  c = a+3×a\n    It takes x "
                "though a, which used it, has not sent its part yet.\n    In the end x would get nothing; 8 is right."),
    (lambda root: postorder(root, True)[::-1], "It takes a a second time: what it sent on would be sent twice."),
    (lambda root: backward_order.library(root)[:-1], "It ends without x."),
    (lambda root: [*backward_order.library(root)[:2], "nonsense"], "something that is no part of this graph"),
], ids=["breadth first", "not reversed", "visited again", "incomplete", "nonsense"])
def test_a_wrong_order_stops_where_it_parts_from_the_right_one(order, parting):
    walk, *_ = steps(order)
    assert walk.parts == len(walk) - 1
    assert parting in walk.text(walk.parts)
    assert "part" not in "".join(walk.text(i) for i in range(walk.parts))


def test_an_order_that_calls_itself_is_told_that_it_never_comes_back():
    x = mt.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(1500):
        y = y + 1.0
    assert "Python stops at 1,000" in step(y, recursive, {"x": x}).text(0)


@pytest.mark.parametrize("order", [backward_order, lambda root: postorder(root)[::-1]])
def test_any_right_order_goes_through(order):
    walk, *_ = steps(order)
    assert walk.parts is None and walk.text().endswith("Both orders give the same gradients.")


def test_preorder_is_right_on_a_chain_only():
    x = mt.tensor(2.0, requires_grad=True)
    assert step((x * 3) ** 2, preorder, {"x": x}).parts is None
    assert steps(preorder)[0].parts is not None


def test_stepping_touches_no_gradient_and_frees_nothing():
    walk, c, names = steps()
    assert names["x"].grad is None
    c.backward()
    assert names["x"].grad.item() == 8


@pytest.mark.parametrize("build", [
    lambda x: x[0] * x[1] + x[0], lambda x: (mt.relu(x @ x) + x.T).mean(), lambda x: mt.cat([x, x]).sum(),
    lambda x: mt.stack(x.unbind(0)).exp().sum(), lambda x: mt.nn.functional.cross_entropy(x, mt.tensor([0, 1])),
], ids=["index", "matmul", "cat", "several outputs", "fused"])
def test_the_last_step_gives_what_backward_gives(build):
    x = mt.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True)
    loss = build(x).sum()
    walk = step(loss, names={"x": x})
    assert walk.text().count("where the walk ends") == 1
    loss.backward()
    assert mt.allclose(mt.tensor(walk.frames[-1].arrives), x.grad)


@pytest.mark.needs("dot")
def test_every_step_restyles_one_layout():
    walk, *_ = steps()
    pictures = [xml.fromstring(f'<svg xmlns="{SVG[1:-1]}">{walk.view.drawing(walk.frames[:i + 1])[0]}</svg>')
                for i in range(len(walk))]
    places = [[e.attrib["cx"] for e in picture.iter(f"{SVG}ellipse")] for picture in pictures]
    assert all(place == places[0] for place in places)
    badges = [[e.text for e in picture.iter(f"{SVG}text") if (e.text or "").startswith("grad")]
              for picture in pictures]
    assert [sorted(b) for b in badges] == [["grad 1"] * 3,
                                             ["grad 1", "grad 1 + 3 = 4"], ["grad 4", "grad 8"], ["grad 8"]]


@pytest.mark.needs("dot")
def test_a_gradients_arrow_has_its_head_at_the_input():
    walk, *_ = steps()
    drawn = walk.view.drawing(walk.frames[:1])[0]
    lines = re.findall(r'<path fill="none" stroke="#d55e00"[^>]* d="M([^C]*)C.*?points="(\S+)', drawn, re.S)
    assert lines and all(start == tip for start, tip in lines)


@pytest.mark.needs("dot")
def test_the_strip_holds_the_frames_and_says_them():
    strip = xml.fromstring(steps()[0]._repr_mimebundle_()["image/svg+xml"])
    assert len(strip.findall(f"{SVG}svg")) == 4 + 2 and "there now: 1 + 3 = 4" in strip.attrib["aria-label"]
    both = xml.fromstring(steps(breadth_first)[0]._repr_mimebundle_()["image/svg+xml"])
    assert [len([*part.iter(f"{SVG}ellipse")]) > 0 for part in both.findall(f"{SVG}svg")] == [True] * 4 + [False] * 4
    said = [text.text for text in both.iter(f"{SVG}text")]
    assert {"In the end x would get 2; 8 is right.", "grad: the gradient that arrived so far; dashed: done"} < {*said}
    assert said.count("✗ not its turn") == 1


@pytest.mark.needs("dot")
def test_the_strip_of_four_steps_is_two_by_two():
    x = mt.tensor(2.0, requires_grad=True)
    a = 2 * x
    b = 3 * a
    c = a + b
    walk = step(c, names={"x": x, "a": a, "b": b, "c": c})
    parts = [part for part in xml.fromstring(walk.view.svg()).iter(f"{SVG}svg") if part.get("class") == "part"]
    assert [len({part.get(side) for part in parts[:4]}) for side in "xy"] == [2, 2] and len(parts) == 4 + 2


def test_without_graphviz_the_text_stays(monkeypatch):
    monkeypatch.setattr(render, "ENGINES", [])
    walk, *_ = steps()
    walk.view.moved(2)
    assert set(walk._repr_mimebundle_()) == {"text/plain"} and "step 2 of 4" in walk.view.html()


def test_the_slider_moves_the_picture_and_go_prints(capsys):
    pytest.importorskip("ipywidgets")
    walk, *_ = steps()
    walk.view.widget()
    before = walk.view.picture.value
    walk.go(2)
    assert walk.view.slider.value == 3 and walk.view.picture.value != before
    assert "grad·2 = 4·2 = 8" in walk.view.picture.value
    assert ('aria-label="step 3 of 4' in walk.view.picture.value) == (not walk.view.missing)
    assert capsys.readouterr().out == walk.text(2) + "\n"


@pytest.mark.parametrize("loss, said", [
    (lambda: mt.ones(2, requires_grad=True) * 2, r"one element.*shape \(2,\)\."),
    (lambda: mt.tensor(1.0), "no graph behind it"),
], ids=["vector", "no graph"])
def test_what_cannot_be_walked_is_refused(loss, said):
    with pytest.raises(RuntimeError, match=said):
        step(loss())
