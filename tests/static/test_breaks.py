"""Functions that break run in parts: programs, and between them what depends on data, as it is written."""

import copy
import linecache
import pickle

import pytest

import minitorch as mt
from minitorch import nn, static
from minitorch.nn import functional as F
from minitorch.static.breaks.splitting import Split
from minitorch.static.compile import Compiled

pytestmark = pytest.mark.filterwarnings("ignore:compile")


class Talking(nn.Module):
    """A network that shows what goes through it."""

    def __init__(self):
        super().__init__()
        self.first, self.last, self.seen = nn.Linear(3, 4), nn.Linear(4, 2), []

    def forward(self, x):
        hidden = self.first(x).relu()
        self.seen.append(hidden.mean().item())
        return self.last(hidden)


class Louder(Talking):
    def forward(self, x):
        print("sum", x.sum().item())
        return super().forward(x) * 2


def trained(run, network=Talking, calls=5, said=()):
    """What a training step leaves after some calls: losses, weights, what the network has seen."""
    mt.manual_seed(0)
    model, losses = network(), []
    optimizer = mt.optim.Adam(model.parameters(), 0.05)

    def step(x, y, times=1.0, *, half=False):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y) * times
        if half:
            loss = loss / 2
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        return loss.item()
    call = run(step)
    found = [call(mt.rand(4, 3), mt.tensor([0, 1, 1, 0]), half=n % 2 == 1) for n in range(calls)]
    return [found, losses, getattr(model, "seen", None), [p.tolist() for p in model.parameters()]], call


def test_a_training_step_that_logs_its_loss_is_one_program_before_that():
    def network():
        return nn.Linear(3, 2)
    found, call = trained(Compiled, network)
    assert found == trained(lambda step: step, network)[0]
    longest = max(call.graphs, key=lambda program: len(program.steps))
    assert {step.phase for step in longest.steps} == {"forward", "backward", "update"}


@pytest.mark.parametrize("network, inside", [(Talking, {"forward_part_0", "forward_part_1"}), (Louder, set())])
def test_a_network_that_breaks_inside_runs_in_parts_too(network, inside, capsys):
    wanted, shown = trained(lambda step: step, network)[0], capsys.readouterr().out
    found, call = trained(Compiled, network)
    assert found == wanted and capsys.readouterr().out == shown
    assert inside | {"step_part_0"} <= {program.name for program in call.graphs}


def test_a_compiled_module_breaks_as_its_forward_does_and_hooks_are_called():
    mt.manual_seed(0)
    model, x = Talking(), mt.rand(2, 3)
    call = mt.compile(model)
    wanted = [model(x * n).tolist() for n in range(3)]
    assert [call(x * n).tolist() for n in range(3)] == wanted and len(call.compiled.graphs) == 2
    assert model.seen[:3] == model.seen[3:]
    for again in (copy.deepcopy(call), pickle.loads(pickle.dumps(call))):
        assert again(x).tolist() == wanted[1]
    model.register_forward_hook(lambda module, args, out: out * 2)
    assert call(x).tolist() == (model.last(model.first(x).relu()) * 2).tolist()


def test_gradients_pass_through_a_break(capsys):
    def function(x, w):
        y = (x @ w).tanh()
        print(y.sum().item())
        z = y * y.exp() + 1
        return (z * 2).sum() + (y @ w).sum() * z.mean()
    call, found = Compiled(function), []
    for run in (call, function):
        w = mt.eye(3).requires_grad_()
        for n in range(4):
            x = mt.full((2, 3), n / 4, requires_grad=True)
            run(x, w).backward()
            found.append((x.grad.tolist(), w.grad.tolist()))
    out = capsys.readouterr().out.split()
    assert found[:4] == found[4:] and out[:4] == out[4:] and len(call.graphs) >= 2


def test_a_value_decides_by_this_calls_data():
    def function(x):
        y = x.exp() * 2
        if y.sum().item() > 4:
            return y - 1
        z = y * 3
        for n in range(int(z.sum().item())):
            z = z + n
        return z
    call = Compiled(function)
    for n in (0.0, 1.0, -1.0, -0.5, 2.0, 0.1, -3.0):
        assert call(mt.full((2,), n)).tolist() == function(mt.full((2,), n)).tolist()
    assert call.breaks is not None and call.graphs


def test_a_list_stays_the_same_list_across_a_break():
    def function(x):
        many = [x * 2]
        other = many
        print(end=f"{x.sum().item()}"[:0])
        many.append(x + 1)
        return other[-1] * len(other), many is other
    call = Compiled(function)
    for n in range(4):
        found, same = call(mt.full((2,), float(n)))
        assert found.tolist() == [2.0 * (n + 1)] * 2 and same


def test_an_error_between_two_parts_is_the_functions_own():
    kept = []

    def function(x):
        y = x * 2
        if y.max().item() > 3:
            raise ValueError("too much")
        kept.append(y.sum().item())
        return y + 1
    call = Compiled(function)
    for n in (1.0, 2.0, 1.5, 3.0, 0.5):
        if n * 2 > 3:
            with pytest.raises(ValueError, match="too much"):
                call(mt.ones(2) * n)
        else:
            assert call(mt.ones(2) * n).tolist() == [n * 2 + 1] * 2
    assert kept == [4.0, 6.0, 2.0]


def test_a_part_notices_what_changes_around_it():
    weights, rate = mt.ones(2), 2.0

    def function(x):
        y = x * rate + weights
        print(end=str(y.sum().item())[:0])
        return y * rate
    call = Compiled(function)
    assert [call(mt.ones(2)).tolist() for _ in range(3)] == [[6, 6]] * 3
    rate = 3.0
    assert call(mt.ones(2)).tolist() == [12, 12]
    weights = mt.zeros(2)
    assert call(mt.ones(2)).tolist() == [9, 9]


def test_what_breaks_is_told_with_its_line():
    def function(x):
        y = x * 2 + 1
        print(end=f"{y.sum().item()}"[:0])
        return y.tanh() * 3
    call = Compiled(function)
    with pytest.warns(UserWarning, match=r"split into several programs, .* between them. item takes a value out .*"
                                         r"test_breaks.py, line \d+\)") as told:
        for n in range(4):
            call(mt.full((2,), float(n)))
    assert len(told) == 1 and [program.name for program in call.graphs] == ["function_part_0", "function_part_1"]
    assert "print(end=" in call.explain() and "recorded" in call.explain()
    with pytest.raises(RuntimeError, match="is no single program"):
        call.code  # noqa: B018
    mt.compiler.reset()
    assert call.breaks is None and not call.graphs
    with pytest.raises(static.NotRecorded, match="item takes a value out"):
        Compiled(function, fullgraph=True)(mt.ones(2))


def test_what_only_eager_can_do_runs_as_it_is_written():
    def generator(x):
        yield x.sum().item()

    def by_text(x):
        y = x * 2
        return locals()["y"].sum().item()

    def sees_itself(x):
        total = 0

        def add(value):
            nonlocal total
            total += value
        add(x.sum().item())
        return total * 1.0
    ones = mt.ones(2)
    assert [next(Compiled(generator)(ones)) for _ in range(3)] == [2.0] * 3
    assert [Compiled(function)(ones * n) for function in (by_text,) for n in range(3)] == [0.0, 4.0, 8.0]
    call = Compiled(sees_itself)
    assert [call(ones * n) for n in range(3)] == [0.0, 2.0, 4.0] and call.breaks is None
    short = Compiled(lambda x: x.sum().item() * 2)
    assert [short(ones * n) for n in range(3)] == [0.0, 4.0, 8.0] and short.breaks is None


def test_a_source_that_is_another_now_is_not_read():
    def defined(text):
        space = {}
        exec(compile(text, "changing.py", "exec"), space)
        return space["function"]
    text = "def function(x):\n    y = x * 2\n    return y.sum().item() + 1\n"
    function = defined(text)
    for now, splits in ((text, True), (text.replace("* 2", "* 3"), False), ("def function(x:", False)):
        linecache.cache["changing.py"] = len(now), None, now.splitlines(True), "changing.py"
        if splits:
            assert Split(function).version == 0
        else:
            with pytest.raises(ValueError, match="source"):
                Split(function)
        call = Compiled(function)
        assert [call(mt.ones(2) * n) for n in range(4)] == [1.0, 5.0, 9.0, 13.0]
        assert bool(call.graphs) == splits


def test_a_whole_number_that_is_another_in_each_call_is_recorded_a_few_times_only():
    def function(x):
        n = int(x.sum().item() * 10)
        return (x * n + n).tanh()
    call = Compiled(function)
    for n in range(20):
        assert call(mt.full((2,), n / 20)).tolist() == function(mt.full((2,), n / 20)).tolist()
    assert max(len(part.forms) for part in call.breaks.parts) == 8


def test_what_a_part_may_leave_as_it_is_goes_through_it():
    def function(x, add):
        y = x * 2
        print(end=f"{y.sum().item()}"[:0])
        if add:
            y = y.exp() + 1
        return y * 3
    call = Compiled(function)
    for n in range(6):
        x = mt.full((2,), float(n))
        assert call(x, n % 3 == 0).tolist() == function(x, n % 3 == 0).tolist()
