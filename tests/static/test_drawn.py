"""A program is drawn: its steps by phase, what it reads and what it writes over; a long one is folded by lines."""

import re

import pytest

import minitorch as mt
from minitorch import nn, static, viz
from minitorch.static.passes import fusion, ufuncs


def training_step():
    w = mt.ones(3, requires_grad=True)
    optimizer = mt.optim.SGD([w], 0.1)

    def step(x):
        optimizer.zero_grad()
        loss = (x * w * 2).sum()
        loss.backward()
        optimizer.step()
        return loss
    return step


def titles(graph):
    return {box.title: box.kind for box in graph.boxes}


def test_a_program_is_drawn_in_phases():
    trace = static.trace(training_step(), mt.ones(3))
    graph = viz.draw(trace.recorded)
    found = titles(graph)
    assert found["x"] == "input" and found["w"] == "parameter" and found["2"] == "constant"
    assert found["loss = Σ"] == "op" and found["loss = output"] == "output" and found["gradient of w"] == "output"
    step = next(box for box in graph.boxes if box.title == "SGD.step")
    assert step.shape == "writes over w" and step.path == "update" and "optimizer.step()" in step.line
    assert [word in graph.dot for word in ('"cluster_forward"', '"cluster_backward"', '"cluster_update"')] == [True] * 3
    assert "SGD.step" in viz.draw(trace).dot                             # of a trace the program that runs


def test_a_picture_shows_what_a_pass_left_out():
    def function(x):
        unused = x.exp()                                                 # noqa: F841
        return (x * 2).sin() + (x * 2).sin()
    before = static.trace(function, mt.ones(3), optimise=False).program
    after = static.optimised(before, [static.common_subexpressions, static.dead_code])
    assert sum("sin" in box.title for box in viz.draw(before).boxes) == 2
    assert sum("sin" in box.title for box in viz.draw(after).boxes) == 1
    assert not any("exp" in title for title in titles(viz.draw(after)))
    marked = viz.draw(after, before=before)
    gone = {box.id: box for box in marked.boxes if box.kind == "gone"}
    assert [box.title for box in gone.values()] == ["unused = exp(x)", "×", "sin"]
    assert all(box.shape == "left out" and f'{box.id} [label="' in marked.dot for box in gone.values())
    dashed = {(a, b) for a, b in re.findall(r"(n\d+) -> (n\d+) \[style=dashed\]", marked.dot)}
    assert dashed == {(a, b) for a, b, _ in marked.arrows if {a, b} & gone.keys()} and "3 left-out operations" in \
        marked.description


def test_a_step_that_reads_another_value_after_a_pass_gets_an_arrow():
    before = static.trace(lambda x: (x * 2).sin() + (x * 2).cos(), mt.ones(3), optimise=False).program
    marked = viz.draw(static.optimised(before, [static.common_subexpressions]), before=before)
    ids = {(box.title, box.kind): box.id for box in marked.boxes}
    assert {(ids["×", "op"], ids["sin", "op"], None), (ids["×", "op"], ids["cos", "op"], None),
            (ids["×", "gone"], ids["cos", "op"], None)} < set(marked.arrows)
    with pytest.raises(TypeError, match="before and after a pass, not Program and int"):
        viz.draw(before, before=1)


def test_a_fused_step_says_how_many_steps_it_holds():
    before = static.trace(lambda x: (x * 2).sin() + 1, mt.ones(3), optimise=False).program
    after = static.optimised(before, [ufuncs, fusion])
    kinds = titles(viz.draw(after))
    assert [title for title, kind in kinds.items() if kind == "group"] == ["3 steps fused:\nmultiply, sin, add"]
    assert "gone" not in titles(viz.draw(after, before=before)).values()                   # they run, in one step


def test_boxes_have_the_names_of_the_users_program():
    model = nn.Sequential(nn.Linear(3, 2), nn.ReLU())
    made = static.trace(model, mt.ones(1, 3), optimise=False)
    found = titles(viz.draw(made.program))
    assert "relu" in found and {"input", "0.weight", "0.bias"} < found.keys()

    def function(image, pair):
        hidden = model(image) + pair[0]
        total = hidden.sum()
        return total * pair[1]
    found = titles(viz.draw(static.trace(function, mt.ones(1, 3), [mt.ones(2), mt.ones(1)], optimise=False).program))
    assert {"image", "pair[0]", "pair[1]", "model.0.weight", "hidden = +", "total = Σ"} < found.keys()


def test_a_long_program_is_folded_by_lines():
    def function(x):
        for _ in range(40):
            x = x * 2
        return x.sin()
    graph = viz.draw(static.trace(function, mt.ones(3), optimise=False))
    assert len(graph.boxes) < 10 and any("40 operations" in box.shape for box in graph.boxes if box.shape)
