"""The way forward and the whole training step, by steps: values are those computed, and nothing is changed."""

import xml.etree.ElementTree as xml

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.engine import watchers
from minitorch.optim import SGD, Adam, AdamW
from minitorch.viz import step
from minitorch.viz.step_names import bracketed

SVG = "{http://www.w3.org/2000/svg}"


def small():
    """relu(x·w) − 1, squared, and its names."""
    names = {"x": mt.tensor(2.0), "w": mt.tensor(1.5, requires_grad=True)}
    return lambda: (mt.relu(names["x"] * names["w"]) - 1) ** 2, names


def test_the_text_of_a_whole_step():
    compute, names = small()
    assert step(compute, names=names, optimizer=SGD([names["w"]], lr=0.1)).text() == """\
step 1 of 10, forward: x×w
    takes  x = 2
    takes  w = 1.5
    gives  2 × 1.5 = 3
step 2 of 10, forward: relu(x×w)
    takes  x×w = 3
    gives  relu(3) = 3
step 3 of 10, forward: relu(x×w)−1
    takes  relu(x×w) = 3
    takes  1
    gives  3 − 1 = 2
step 4 of 10, forward: pow
    takes  relu(x×w)−1 = 2
    takes  2
    gives  2 ^ 2 = 4
step 5 of 10, backward: pow
    arrives         1
    to relu(x×w)−1  grad·2·(relu(x×w)−1)^(2−1) = 1·2·2^(2−1) = 4
step 6 of 10, backward: relu(x×w)−1
    arrives       4
    to relu(x×w)  grad = 4
step 7 of 10, backward: relu(x×w)
    arrives  4
    to x×w   grad if (x×w) > 0 else 0 = 4 if 3 > 0 else 0 = 4
step 8 of 10, backward: x×w
    arrives  4
    to w     grad·x = 4·2 = 8
step 9 of 10, backward: w, where the walk ends
    arrives  8
    .grad    gets 8
step 10 of 10, update: w
    was    1.5
    .grad  8
    moves  -0.8
    is     0.7"""


def net():
    mt.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
    x, y = mt.randn(5, 3), mt.tensor([0, 1, 0, 1, 1])
    return model, lambda: nn.functional.cross_entropy(model(x), y)


@pytest.mark.parametrize("make", [
    lambda p: SGD(p, lr=0.1), lambda p: SGD(p, lr=0.1, momentum=0.9), lambda p: Adam(p, lr=0.1),
    lambda p: AdamW([{"params": list(p), "lr": 0.3}], lr=0.1),
], ids=["SGD", "momentum", "Adam", "groups"])
@pytest.mark.parametrize("before", [0, 2])
def test_the_updates_shown_are_those_the_optimiser_makes_and_nothing_changes(make, before):
    model, compute = net()
    moves = make(model.parameters())
    for _ in range(before):
        moves.zero_grad()
        compute().backward()
        moves.step()
    grads = [p.grad for p in model.parameters()]
    was = [p.detach().numpy().copy() for p in model.parameters()]
    state, held = repr(moves.state_dict()), [[*found.values()] for found in moves.state.values()]
    loss = compute()
    walk = step(lambda: loss, optimizer=moves)
    shown = [frame.after for frame in walk.frames if type(frame).__name__ == "Update"]
    assert all(np.array_equal(p.detach().numpy(), old) for p, old in zip(model.parameters(), was))
    assert all(p.grad is grad for p, grad in zip(model.parameters(), grads)) and repr(moves.state_dict()) == state
    assert all(a is b for found, was in zip(moves.state.values(), held) for a, b in zip(found.values(), was))
    moves.zero_grad()
    loss.backward()                                          # what was kept is still good
    moves.step()
    assert all(np.allclose(p.detach().numpy(), new) for p, new in zip(model.parameters(), shown)) and len(shown) == 4


def test_an_update_is_told_by_its_gradient_or_by_its_length():
    w = mt.tensor([3.0, 4.0], requires_grad=True)
    compute = lambda: (w * mt.tensor([1.0, 0.0])).sum()
    assert "moves  [-0.5, 0], which is -0.5 times its gradient" in step(compute, optimizer=SGD([w], lr=0.5)).text()
    compute = lambda: (w * mt.tensor([1.0, 9.0])).sum()
    assert "moves  [-0.5, -0.5], 0.14 of its length" in step(compute, optimizer=Adam([w], lr=0.5)).text()


def test_a_parameter_that_gets_no_gradient_has_no_update():
    compute, names = small()
    other = mt.tensor(1.0, requires_grad=True)
    walk = step(compute, names=names, optimizer=SGD([names["w"], other], lr=0.1))
    assert walk.text().count(", update:") == 1 and other.grad is None


@pytest.mark.parametrize("build", [
    lambda x: x[0] * x[1] + x[0], lambda x: (mt.relu(x @ x) + x.T).mean(), lambda x: mt.cat([x, x]),
    lambda x: mt.stack(x.unbind(0)).exp(), lambda x: nn.functional.cross_entropy(x, mt.tensor([0, 1])),
    lambda x: nn.functional.dropout(x), lambda x: x.clone().mul_(2),
], ids=["index", "matmul", "cat", "several outputs", "fused", "chance", "in place"])
def test_the_last_step_forward_gives_the_loss(build):
    x = mt.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True)
    found = []
    walk = step(lambda: found.append(build(x).sum()) or found[0], forward=True, names={"x": x})
    assert walk.frames[-1].gave[0] == found[0].item()
    assert walk.text().endswith(f"{found[0].item():.4g}") and "not kept" not in walk.text()
    assert not watchers and x.grad is None


def test_of_a_loss_alone_what_no_node_keeps_is_computed_again_or_left_out():
    a, b = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)
    text = step((a + b) * a + 1.0, forward=True, names={"a": a, "b": b}).text()
    assert "gives  2 + 3 = 5" in text and "gives  5 × 2 = 10" in text
    assert text.endswith("takes  (a+b)×a = 10\n    takes  1\n    gives  a value of shape ()")   # no node keeps the 1


@pytest.mark.needs("dot")
def test_values_stand_in_blue_gradients_in_vermilion_parameters_in_ochre_on_one_layout():
    compute, names = small()
    walk = step(compute, names=names, optimizer=SGD([names["w"]], lr=0.1))
    pictures = [f'<svg xmlns="{SVG[1:-1]}">{walk.view.drawing(walk.frames[:i + 1])[0]}</svg>'
                for i in range(len(walk))]
    found = [xml.fromstring(picture) for picture in pictures]
    places = [[e.attrib["cx"] for e in picture.iter(f"{SVG}ellipse")] for picture in found]
    assert all(place == places[0] for place in places)
    for i, (badge, colour) in {0: ("value 3", "#0072b2"), 8: ("grad 8", "#d55e00"), 9: ("now 0.7", "#9a6700")}.items():
        texts = [e.text for e in found[i].iter(f"{SVG}text")]
        assert badge in texts and f'stroke="{colour}"' in pictures[i]
    assert "= 4" not in [e.text for e in found[0].iter(f"{SVG}text")]     # what is not computed yet


def test_constants_that_no_node_keeps_are_named_when_they_were_seen():
    compute, names = small()
    seen, unseen = (step(loss, names=names, forward=True).graph for loss in (compute, compute()))
    titles = [[box.title for box in graph.boxes if box.kind == "constant"] for graph in (seen, unseen)]
    assert titles == [["1", "2"], ["1", "2"]]


def test_the_slider_plays_all_three_parts(capsys):
    pytest.importorskip("ipywidgets")
    compute, names = small()
    walk = step(compute, names=names, optimizer=SGD([names["w"]], lr=0.1))
    walk.view.widget()
    walk.go(9)
    assert walk.view.slider.max == 10 and "moves  -0.8" in walk.view.picture.value
    assert capsys.readouterr().out == walk.text(9) + "\n"


@pytest.mark.parametrize("ask, kind, said", [
    (lambda: step(lambda: 3.0), RuntimeError, "this is float"),
    (lambda: step(lambda: mt.ones(2, requires_grad=True) * 2, forward=True), RuntimeError, r"shape \(2,\)\."),
    (lambda: step(small()[0], order=list, forward=True), ValueError, "works for the backward pass only"),
], ids=["number", "vector", "order"])
def test_what_cannot_be_stepped_is_refused(ask, kind, said):
    with pytest.raises(kind, match=said):
        ask()


def test_steps_are_counted_from_0_and_from_the_end():
    compute, names = small()
    walk = step(compute, names=names, forward=True)
    assert walk.text(-1) == walk.text(len(walk) - 1)
    with pytest.raises(IndexError, match="no step 4: they are counted from 0 to 3"):
        walk.go(4)


@pytest.mark.parametrize("text, signs, wanted", [
    ("a+b", "+−", "(a+b)"), ("f(a+b)", "+−", "f(a+b)"), ("a×b", "+−", "a×b"), ("f(a)+b", "+", "(f(a)+b)"),
    ("a+b", "", "a+b"),
])
def test_brackets_where_they_change_the_meaning(text, signs, wanted):
    assert bracketed(text, signs) == wanted
