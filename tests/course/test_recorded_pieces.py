"""Programs recorded with learners' answers mounted follow them, or record the library's with a sentence."""

import numpy as np
import pytest
from course.answers import ANSWERS
from course.written import cell

import minitorch as mt
from minitorch import nn, static
from minitorch.course.record import find
from minitorch.distributed.placement import place
from minitorch.engine.piece import mount

BY_PATHS = '''
def backward(root):
    def walk(node, grad):
        if not node.edges:
            return deposit(node, grad)
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is not None:
                walk(edge, sum_to(part, edge.shape))
    walk(root._node, np.ones_like(root.array))
'''
IN_PLACE = '''
def backward(root):
    arrived = {root._node: np.ones_like(root.array)}
    for node in backward_order(root._node):
        if not node.edges:
            deposit(node, arrived[node])
            continue
        for edge, part in zip(node.edges, derivatives(node, arrived[node])):
            if edge is not None:
                arrived.setdefault(edge, np.zeros(edge.shape))
                arrived[edge] += sum_to(part, edge.shape)
'''
BY_ROWS = '''
def cross_entropy(input, target):
    total = 0
    for row, label in zip(input, target.tolist()):
        total = total + row.exp().sum().log() - row[label]
    return total / len(target)
'''
WALKS = {"reference": ANSWERS[2].REFERENCE["2.4"], "other": ANSWERS[2].OTHERS["2.4"][0], "in place": IN_PLACE,
         "by paths": BY_PATHS}


def own(id, text):
    """Return an answer, as the library calls it."""
    record = find(id)
    space = cell(text, cell("from minitorch.learn import *"))
    return mount(record.piece(), record.adapt(space[record.name]))


def training(accumulating=False):
    """Return a training step of a network whose weights are used twice, and the network."""
    mt.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 3)).double()
    adam = mt.optim.Adam(net.parameters(), lr=0.1)

    def step(x, y):
        if not accumulating:
            adam.zero_grad()
        hidden = net[0](x)
        loss = nn.functional.cross_entropy(net(hidden * hidden + hidden), y)
        loss.backward()
        adam.step()
        return loss
    return step, net


X = mt.tensor(np.random.default_rng(0).standard_normal((5, 4)))
Y = mt.tensor([0, 2, 1, 1, 0])


def run(how, accumulating=False):
    """Return the losses of four steps, and the weights after them."""
    step, net = training(accumulating)
    step = how(step)
    return [step(X, Y).item() for _ in range(4)] + [w for p in net.parameters() for w in p.detach().flatten().tolist()]


@pytest.mark.parametrize("accumulating", [False, True])
@pytest.mark.parametrize("name", WALKS)
def test_a_program_follows_a_backward_of_ones_own(name, accumulating, capsys):
    with own("2.4", WALKS[name]):
        written = run(lambda step: step, accumulating)
        recorded = run(lambda step: mt.compile(step, fullgraph=True), accumulating)
    np.testing.assert_allclose(recorded, written, rtol=0 if name == "reference" else 1e-9)
    said = capsys.readouterr().out
    assert said.count("[minitorch]") == (name == "by paths"), said
    if name == "by paths":
        assert "cannot be part of a program (Your backward pass visits a node twice); the library's is recorded" in said


def test_a_layer_that_reads_values_steps_aside_with_a_sentence(capsys):
    with own("3.4", BY_ROWS):
        written = run(lambda step: step)
        assert capsys.readouterr().out == ""
        step, _ = training()
        program = place(step, X, Y)
        recorded = run(lambda step: mt.compile(step, fullgraph=True))
    np.testing.assert_allclose(recorded, written)
    assert capsys.readouterr().out == (
        "[minitorch] your minitorch.nn.functional.loss.cross_entropy cannot be part of a program (tolist takes a value "
        "out of the graph); the library's is recorded in its place.\n")
    assert "cross_entropy" in [step.name for step in program.program.steps]


def test_a_trial_draws_no_numbers_and_writes_to_no_buffer():
    seen = []
    text = """
def dropout(input, p, training):
    seen.append(1)
    return input * (mt.rand(*input.shape) < 1 - p) / (1 - p) if training else input
"""
    record, results = find("3.5"), []
    space = cell(text, {**cell("from minitorch.learn import *"), "mt": mt, "seen": seen})
    with mount(record.piece(), record.adapt(space["dropout"])):
        for how in (lambda f: f, mt.compile):
            mt.manual_seed(0)
            results.append(how(lambda x: nn.functional.dropout(x, 0.5) * 1)(X).tolist())
    assert results[0] == results[1] and seen


def test_what_a_learners_function_reads_is_not_guarded():
    """It may call id, or functions with variables around them: what a program's own lines may not."""
    text = """
def make(scale):
    return lambda x: x * scale + 0 * id(scale)
scaled = make(1.0)
def linear(input, weight, bias):
    return scaled(input @ weight.T) + bias
"""
    with own("3.2", text):
        step = mt.compile(lambda x, w, b: nn.functional.linear(x, w, b), fullgraph=True)
        w, b = mt.ones(3, 4).double(), mt.zeros(3).double()
        first, second = step(X, w, b), step(X * 2, w, b)
    assert np.allclose(second, 2 * first) and len(step.graph.steps) >= 1


def test_a_graph_is_spent_after_a_backward_of_ones_own():
    with own("2.4", WALKS["reference"]):
        x = mt.tensor(2.0, requires_grad=True)
        y = x * x
        y.backward()
        with pytest.raises(RuntimeError, match="second time"):
            y.backward()


def test_a_trace_is_saved_and_read_again(tmp_path):
    with own("2.4", WALKS["reference"]), own("3.2", ANSWERS[3].REFERENCE["3.2"]):
        net = nn.Linear(4, 3).double()
        with mt.no_grad():
            static.trace(net, X).save(tmp_path / "net.program")
        assert np.allclose(static.load(tmp_path / "net.program")(X), net(X).detach())
