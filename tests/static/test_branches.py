"""Branches that depend on data: each way they go is a program, which asks first; only where all is as it was before."""

import pytest

import minitorch as mt
from minitorch import nn, static
from minitorch.static.compile import Compiled
from minitorch.static.replay import Replay


def both(function, calls):
    """What a function gives when it is compiled, beside what it gives; and the compiled one."""
    run = Compiled(function)
    for args in calls:
        found, wanted = run(*args), function(*args)
        assert (found == wanted).all(), args
    assert all(type(form) is Replay for form in run.forms)
    return run


def test_each_way_that_a_branch_goes_is_a_program():
    def function(x):
        y = x.exp()
        return y * 2 if y.sum() > 4 else y - 3
    run = both(function, [(mt.full((2,), n),) for n in (1.0, 0.0, 2.0, -1.0, 1.5)])
    assert len(run.forms) == 2 and run.graph.steps and "def function_asks" in run.code
    with pytest.raises(static.NotRecorded, match="A branch depends on data.*test_branches.py, line"):
        Compiled(function, fullgraph=True)(mt.ones(2))


def test_a_loop_that_ends_by_data():
    def root(x):
        guess = x
        while (guess * guess - x).abs().max() > 1e-3:
            guess = (guess + x / guess) / 2
        return guess
    run = both(root, [(mt.tensor([n]),) for n in (2.0, 2.1, 9.0, 2.05, 9.1)])
    assert len(run.forms) == 2


def test_gradients_pass_through_both_parts():
    weights = mt.ones(3, requires_grad=True)

    def function(x):
        y = (x * weights).tanh()
        z = y * 3 if (y > 0).all() else -y
        return (z * y * weights).sum()
    found = []
    for run in (Compiled(function), function):
        weights.grad, inputs = None, [mt.full((3,), n, requires_grad=True) for n in (1.0, -1.0, 2.0, -3.0)]
        for x in inputs:
            run(x).backward()
        found.append([weights.grad.tolist(), *[x.grad.tolist() for x in inputs]])
    assert found[0] == found[1]


def trained(run):
    mt.manual_seed(0)
    model = nn.Linear(3, 2)
    optimizer = mt.optim.SGD(model.parameters(), 0.1, momentum=0.9)

    def step(x):
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        if not loss.isnan() and model.weight.grad.norm() > 1:
            loss = loss * 10
        optimizer.step()
        return loss
    step = run(step)
    losses = [step(mt.rand(4, 3) * scale).tolist() for scale in (1.0, 9.0, 1.0, 8.0, 9.0, float("nan"), 1.0)]
    return repr([losses, *[p.tolist() for p in model.parameters()]]), step


@pytest.mark.filterwarnings("ignore:the loss is nan")
def test_a_training_step_may_look_at_its_gradients_before_it_writes():
    found, step = trained(Compiled)
    assert found == trained(lambda step: step)[0]
    assert sum(type(form) is Replay for form in step.forms) >= 2


def test_the_last_line_says_which_branch():
    def function(x):
        for n in range(9):
            if x.sum() < n:
                return x * n
        return x
    run = Compiled(function)
    with pytest.warns(UserWarning, match="recorded 8 times.* a branch that depends on data goes .*`if x.sum"):
        for n in range(10):
            assert run(mt.tensor([n - 0.5])).tolist() == function(mt.tensor([n - 0.5])).tolist()


def test_one_way_is_no_file(tmp_path):
    run = mt.jit.script(lambda x: x * 2 if x.sum() > 0 else x)
    run(mt.ones(2))
    with pytest.raises(static.NotSaved, match="A branch depends on data"):
        mt.jit.save(run, tmp_path / "net.pt")
