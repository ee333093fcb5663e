"""A program is drawn: its steps by phase, what it reads and what it writes over; a long one is folded by lines."""

import minitorch as mt
from minitorch import static, viz


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
    assert found["a"] == "input" and found["b"] == "parameter" and found["2"] == "constant"
    assert found["c = ×"] == "op" and found["e = output"] == "output"
    step = next(box for box in graph.boxes if box.title == "SGD.step")
    assert step.shape == "writes over b" and step.path == "update" and "optimizer.step()" in step.line
    assert [word in graph.dot for word in ('"cluster_forward"', '"cluster_backward"', '"cluster_update"')] == [True] * 3
    assert "SGD.step" in viz.draw(trace).dot                             # of a trace the program that runs


def test_a_picture_shows_what_a_pass_left_out():
    def function(x):
        unused = x.exp()                                                 # noqa: F841
        return (x * 2).sin() + (x * 2).sin()
    before = static.trace(function, mt.ones(3), optimise=False).program
    after = static.optimised(before, [static.common_subexpressions, static.dead_code])
    assert sum("sin" in title for title in titles(viz.draw(before))) == 2
    assert sum("sin" in title for title in titles(viz.draw(after))) == 1
    assert not any("exp" in title for title in titles(viz.draw(after)))


def test_a_long_program_is_folded_by_lines():
    def function(x):
        for _ in range(40):
            x = x * 2
        return x.sin()
    graph = viz.draw(static.trace(function, mt.ones(3), optimise=False))
    assert len(graph.boxes) < 10 and any("40 operations" in box.shape for box in graph.boxes if box.shape)
