"""An optimiser's state has PyTorch's structure, and training goes on from it as if it had never stopped."""

import copy
import io
import pickle

import numpy as np
import pytest
from optim.cases import USUAL, build, in_torch, label, start, walk

import minitorch as mt
from minitorch.optim import SGD, Adam

SOME = [*USUAL, ("SGD", {"lr": 0.1}), ("Adam", {"lr": 0.1}), ("RMSprop", {"lr": 0.1})]


def after_three_steps(framework, name, options):
    x, y, loss = start(framework)
    optimizer = build(framework, name, options, x, y)
    walk(optimizer, x, y, loss, 3)
    return x, y, loss, optimizer


def onto(framework, value):
    """A state_dict of one framework in the tensors of the other."""
    if isinstance(value, dict):
        return {key: onto(framework, inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [onto(framework, inner) for inner in value]
    return framework.tensor(value.detach().numpy()) if hasattr(value, "detach") else value


def shape(value):
    """What a state_dict is made of, without its numbers."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    return ("tensor", tuple(value.shape)) if hasattr(value, "detach") else "number"


@pytest.mark.parametrize("name, options", in_torch(SOME), ids=label)
def test_state_dict_has_torchs_structure_and_numbers(name, options, torch):
    ours, theirs = (after_three_steps(f, name, options)[3].state_dict() for f in (mt, torch))
    assert ours["param_groups"] == theirs["param_groups"]
    assert [list(group) for group in ours["param_groups"]] == [list(group) for group in theirs["param_groups"]]
    assert shape(ours["state"]) == shape(theirs["state"])
    for number, state in theirs["state"].items():
        for key, value in state.items():
            np.testing.assert_allclose(ours["state"][number][key].numpy(), value.numpy(), rtol=1e-6, err_msg=key)


@pytest.mark.parametrize("name, options", SOME, ids=label)
def test_steps_go_on_from_a_state_saved_in_a_file(name, options):
    x, y, loss, optimizer = after_three_steps(mt, name, options)
    file = io.BytesIO()
    mt.save({"weights": [x.detach(), y.detach()], "optimizer": optimizer.state_dict()}, file)
    file.seek(0)
    saved = mt.load(file)
    x2, y2, loss2 = start(mt)
    with mt.no_grad():
        x2.copy_(saved["weights"][0])
        y2.copy_(saved["weights"][1])
    other = getattr(mt.optim, name)([{"params": [x2]}, {"params": [y2]}], lr=99.0)
    other.load_state_dict(saved["optimizer"])
    np.testing.assert_array_equal(walk(other, x2, y2, loss2, 3), walk(optimizer, x, y, loss, 3))


@pytest.mark.parametrize("name, options", in_torch(SOME), ids=label)
def test_a_state_of_torchs_goes_on_here_and_ours_there(name, options, torch):
    runs = {f: after_three_steps(f, name, options) for f in (mt, torch)}
    states = {f: runs[f][3].state_dict() for f in runs}
    runs[mt][3].load_state_dict(onto(mt, states[torch]))
    runs[torch][3].load_state_dict(onto(torch, states[mt]))
    ours, theirs = (walk(optimizer, x, y, loss, 3) for x, y, loss, optimizer in runs.values())
    np.testing.assert_allclose(ours, theirs, rtol=1e-6)


def test_a_loaded_state_shares_no_memory_with_what_was_loaded():
    _, _, _, optimizer = after_three_steps(mt, "Adam", {})
    saved = optimizer.state_dict()
    x, y, _ = start(mt)
    other = Adam([{"params": [x]}, {"params": [y]}])
    other.load_state_dict(saved)
    other.state[x]["exp_avg"].zero_()
    assert saved["state"][0]["exp_avg"].abs().sum() > 0


def test_a_state_takes_the_dtype_of_its_parameter():
    _, _, _, optimizer = after_three_steps(mt, "Adam", {})
    x, y, _ = start(mt, "float32")
    other = Adam([{"params": [x]}, {"params": [y]}])
    other.load_state_dict(optimizer.state_dict())
    assert other.state[x]["exp_avg"].dtype is mt.float32 and other.state[x]["step"] == 3


def test_parameters_may_come_with_their_names(torch):
    groups = {f: f.optim.SGD(f.nn.Linear(2, 3).named_parameters(), lr=0.1).state_dict()["param_groups"]
              for f in (mt, torch)}
    assert groups[mt] == groups[torch]
    assert groups[mt][0]["param_names"] == ["weight", "bias"]


def test_a_group_can_join_later(torch):
    def run(f):
        x, y, loss = start(f)
        optimizer = f.optim.SGD([x], lr=0.1, momentum=0.9)
        before = walk(optimizer, x, y, loss, 2)
        optimizer.add_param_group({"params": y, "lr": 0.5, "note": "late"})
        return np.concatenate([before, walk(optimizer, x, y, loss, 2)]), optimizer.state_dict()["param_groups"]
    (ours, groups), (theirs, other) = run(mt), run(torch)
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)
    assert groups == other and groups[1]["note"] == "late" and groups[1]["momentum"] == 0.9


def test_only_parameters_with_a_gradient_move():
    x, y = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)
    optimizer = Adam([x, y], lr=0.5)
    x.sum().backward()
    optimizer.step()
    assert x.tolist() != [1, 1] and y.tolist() == [1, 1] and list(optimizer.state_dict()["state"]) == [0]


def said(seen):
    """What is printed here, in PyTorch's words and on the CPU."""
    return [str(one).replace("minitorch", "torch").replace(", device='cuda:0'", "") for one in seen]


@pytest.mark.parametrize("name", ["SGD", "Adam", "Adagrad", "RMSprop"])
def test_what_is_read_of_a_state_is_pytorchs_before_and_after_steps(name, torch):
    seen = []
    for framework in (mt, torch):
        x = framework.ones(2, requires_grad=True)
        optimizer = getattr(framework.optim, name)([x], lr=framework.tensor(0.25))
        seen.append([str(dict(optimizer.state)), optimizer.state_dict()["state"] == {}])
        for _ in range(2):
            x.grad = framework.ones(2)
            optimizer.step()
        state = optimizer.state[x]
        count = str((state["step"], state["step"].dtype)) if "step" in state else ""
        seen[-1] += [str(optimizer), count, str(state), str(x)]
    assert said(seen[0]) == said(seen[1])


@pytest.mark.parametrize("kind, options", [("ExponentialLR", {"gamma": 0.5}), ("StepLR", {"step_size": 1}), (
    "CosineAnnealingLR", {"T_max": 4}), ("CyclicLR", {"base_lr": 0.1, "max_lr": 0.5, "cycle_momentum": False})])
def test_a_schedule_writes_into_a_rate_that_is_a_tensor(kind, options, torch):
    seen = []
    for framework in (mt, torch):
        x, rate = framework.ones(2, requires_grad=True), framework.tensor(0.5)
        optimizer = framework.optim.SGD([x], lr=rate)
        schedule, rates = getattr(framework.optim.lr_scheduler, kind)(optimizer, **options), []
        for _ in range(3):
            x.grad = framework.ones(2)
            optimizer.step()
            schedule.step()
            rates.append(schedule.get_last_lr()[0])
        seen.append([str(rates), optimizer.param_groups[0]["lr"] is rate, str(x)])
    assert said(seen[0]) == said(seen[1])


def test_an_optimizer_of_ones_own_keeps_its_numbers_as_they_are():
    class Counting(SGD):
        rule = None

        def step(self):
            for group in self.param_groups:
                for param in group["params"]:
                    self.state[param]["step"] = self.state[param].get("step", 0) + 1
    optimizer = Counting([mt.ones(2)])
    optimizer.step()
    assert optimizer.state_dict()["state"] == {0: {"step": 1}}


def test_a_rate_that_is_a_tensor_is_nobody_elses_once_it_was_loaded():
    first, second, third = [SGD([mt.ones(1, requires_grad=True)], lr=mt.tensor(0.1)) for _ in range(3)]
    state = first.state_dict()
    second.load_state_dict(state)
    third.load_state_dict(state)
    second.param_groups[0]["lr"].fill_(9.0)
    assert [each.param_groups[0]["lr"].item() for each in (first, third)] == [mt.tensor(0.1).item()] * 2
    assert state["param_groups"][0]["lr"].item() == mt.tensor(0.1).item()


def seen(framework, name, options, look):
    """What a program finds that looks at the counts, writes into them, and takes further steps."""
    x = framework.ones(3, requires_grad=True)
    optimizer = getattr(framework.optim, name)([x], **options)
    for _ in range(2):
        (x * x).sum().backward()
        optimizer.step()
    state = optimizer.state[x]
    count = look(state)
    found = [count.item(), state["step"] is count, str(count.dtype).rpartition(".")[2]]
    count.add_(3)
    (x * x).sum().backward()
    optimizer.step()
    found += [count.item(), state["step"].item(), optimizer.state_dict()["state"][0]["step"].item(), x.tolist()]
    state["step"] += 1
    optimizer.step()
    return [*found, count.item(), x.tolist(), dict(state)["step"].item(), list(state)]


@pytest.mark.parametrize("look", [
    lambda state: state["step"], lambda state: state.get("step"), lambda state: dict(state)["step"],
    lambda state: dict(state.items())["step"], lambda state: list(state.values())[list(state).index("step")],
    lambda state: state.setdefault("step", 0), lambda state: state.copy()["step"], lambda state: {**state}["step"]])
@pytest.mark.parametrize("name", ["Adam", "Adagrad", "NAdam", "Rprop"])
def test_a_count_is_one_tensor_however_a_program_looks_at_it(torch, name, look):
    ours, theirs = (seen(framework, name, {"lr": 0.1}, look) for framework in (mt, torch))
    numbers = [number for number, one in enumerate(theirs) if isinstance(one, list) and isinstance(one[0], float)]
    for number in numbers:
        np.testing.assert_allclose(ours.pop(number), theirs.pop(number), rtol=1e-6)
        ours.insert(number, None), theirs.insert(number, None)
    assert ours == theirs


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda optimizer: pickle.loads(pickle.dumps(optimizer))])
def test_a_copied_optimizer_counts_on_its_own(copied):
    x = mt.ones(3, requires_grad=True)
    optimizer = Adam([x], lr=0.1)
    x.sum().backward()
    optimizer.step()
    count = optimizer.state[x]["step"]
    other = copied(optimizer)
    state, = other.state.values()
    assert state["step"] == 1 and state["step"] is not count
    optimizer.step()
    assert (count.item(), state["step"].item()) == (2, 1)
    assert state.pop("step") == 1 and "step" not in state and state.pop("step", None) is None
    with pytest.raises(KeyError):
        state.pop("step")


def told(framework):
    """What hooks around an optimiser's state are told, and what becomes of the state."""
    calls = []
    optimizer = framework.optim.Adam([framework.ones(2, requires_grad=True)], lr=0.1)
    optimizer.register_state_dict_pre_hook(lambda one: calls.append("second"))
    optimizer.register_state_dict_pre_hook(lambda one: calls.append("first"), prepend=True)
    handle = optimizer.register_state_dict_post_hook(lambda one, state: {**state, "more": 1})
    optimizer.register_load_state_dict_pre_hook(lambda one, state: state.pop("more") and None)
    optimizer.register_load_state_dict_post_hook(lambda one: calls.append("loaded"))
    state = optimizer.state_dict()
    optimizer.load_state_dict(state)
    handle.remove()
    return calls, sorted(state), sorted(optimizer.state_dict()), calls


def test_hooks_around_a_state_are_called_in_torchs_order(torch):
    assert told(mt) == told(torch)
