"""A tensor with a name is called by it in pictures, also where no node keeps it; any box shows its value on request."""

import xml.etree.ElementTree as xml

import pytest

import minitorch as mt
from minitorch import nn, viz
from minitorch.viz import draw, step
from minitorch.viz.source_names import operand_word


def titles(graph):
    return [box.title for box in graph.boxes]


def made(compute):
    """The node of what a function computes of a weight and a target, and the two."""
    w, t = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0, 4.0])
    return compute(w, t)._node, w, t


class Bag:
    target = mt.tensor([5.0, 6.0])


@pytest.mark.parametrize("compute, words", [
    (lambda w, t: w - t, ["w", "t"]), (lambda w, t: t + w, ["t", "w"]), (lambda w, t: 1 - w, ["1", "w"]),
    (lambda w, t: w.add(t), ["w", "t"]), (lambda w, t: mt.sub(t, w), ["t", "w"]),
    (lambda w, t: mt.stack([w, t]), ["w", "t"]), (lambda w, t: w + Bag.target, ["w", "Bag.target"]),
    (lambda w, t: w + (t *
                       2), ["w", ""]), (lambda w, t: nn.functional.mse_loss(w, t), [""])])
def test_the_line_tells_what_an_input_was_called(compute, words):
    node, *_ = made(compute)
    assert [operand_word(node, i) for i in range(len(node.edges))] == words


def test_an_assignment_in_place_is_read_too():
    w, t = mt.tensor([1.0], requires_grad=True), mt.tensor([2.0])
    y = w * 3
    y += t
    assert operand_word(y._node, 1) == "t" and "t" in titles(draw(y.sum()))


def test_a_target_that_no_node_keeps_has_its_name():
    w, x, target = mt.tensor([1.0, 2.0], requires_grad=True), mt.ones(2), mt.tensor([3.0, 4.0])
    loss = ((w * x - target) ** 2).sum()
    assert "constant" not in titles(draw(loss)) and titles(draw(loss)).count("target") == 1
    assert {"y", "w"} < set(titles(draw(loss, names={"y": target, "w": w})))
    assert "(w×x−target)^2" in step(loss).text() and "constant" not in step(loss, forward=True).text()


def test_a_tensor_used_twice_is_one_box():
    w, x = mt.tensor([1.0, 2.0], requires_grad=True), mt.ones(2)
    assert titles(draw((w * x - x).sum())).count("x") == 1


def test_what_cannot_be_named_is_a_constant():
    w = mt.tensor([1.0, 2.0], requires_grad=True)
    assert "constant" in titles(draw((w + mt.ones(2)).sum(), names={}))


def test_every_box_has_its_value_and_gradient_on_request():
    w, x = mt.tensor([1.0, 2.0], requires_grad=True), mt.ones(9, 2)
    loss = (w * x).relu().sum()
    boxes = {box.title: box.lines("all") for box in draw(loss, values=True).boxes}
    assert boxes["w"] == ["w", "(2,)", "[1, 2]", "grad [9, 9]"] and w.grad is None
    assert boxes["×"] == ["×", "(9, 2)", "mean 1.5", "1 to 2", "grad mean 1", "grad 1 to 1"]
    assert "grad" not in draw(loss, values=True).dot.partition('n0')[0]
    assert "mean" not in draw(loss).dot and "[1, 2]" not in draw(loss, values=False).dot
    loss.backward()                                      # nothing was freed
    assert "mean" in draw(nn.Linear(2, 9), mt.ones(3, 2), values=True).dot


@pytest.mark.needs("dot")
def test_steps_are_counted_alike_in_words_on_the_slider_and_in_the_picture():
    pytest.importorskip("ipywidgets")
    w = mt.tensor(3.0, requires_grad=True)
    walk = step(w * w)
    walk.view.widget()
    walk.go(-1)
    strip = [text.text for text in xml.fromstring(walk.view.svg()).iter("{http://www.w3.org/2000/svg}text")]
    slider = walk.view.slider
    assert (slider.min, slider.value, slider.max) == (1, 2, 2) and "step 2 of 2" in walk.view.picture.value
    assert "step 2 of 2: w, where the walk ends" in strip
    slider.value = 1
    assert "step 1 of 2" in walk.view.picture.value


def test_the_words_of_a_step_keep_their_room():
    w = mt.tensor(3.0, requires_grad=True)
    walk = step(w * w)
    lines = max(walk.text(i).count("\n") + 1 for i in range(2))
    assert lines > 3 and f"min-height: {1.4 * lines:.1f}em" in walk.view.html()
    assert walk.view.html().index("<pre") < walk.view.html().find("<svg") or walk.view.missing


def test_a_slider_has_a_name_and_grows_along_a_row():
    widgets = pytest.importorskip("ipywidgets")
    w = mt.tensor(3.0, requires_grad=True)
    for picture in (viz.drag(lambda w: w * w, -1, 1, "w"), step(w * w).view):
        row = picture.widget().children[0]
        assert type(row) is widgets.HBox and picture.slider in row.children and picture.slider.description
        assert picture.slider.layout.flex == "1 1 220px" and "overflow-x: auto" in picture.picture.value
