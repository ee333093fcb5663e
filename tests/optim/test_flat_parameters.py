"""Small parameters step together: the same numbers, bit by bit, as one after the other."""

import copy
from importlib import import_module

import numpy as np
import pytest
from optim.cases import ELEMENTWISE, label

import minitorch as mt
from minitorch import optim
from minitorch.backend.memory import address
from minitorch.engine.piece import mount

flat_parameters = import_module("minitorch.optim.flat_parameters")
SHAPES = (3,), (2, 4), (), (5, 1), (0,), (30,), (2, 2)


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """A length that one of the parameters is beyond."""
    monkeypatch.setattr(flat_parameters, "SMALL", 20)


def parameters(rng):
    made = [mt.tensor(rng.standard_normal(shape), requires_grad=True) for shape in SHAPES]
    made.append(mt.ones(2, 3, requires_grad=True))
    made[-1].data = mt.tensor(rng.standard_normal((3, 2)), dtype=mt.float32).T         # not contiguous
    return [*made, *(mt.tensor(rng.standard_normal(3), dtype=mt.float32, requires_grad=True) for _ in range(3))]


def trained(name, options, elementwise, between=lambda step, optimizer, params: None):
    """Weights and state after some steps; between two of them something may happen to the optimiser."""
    rng = np.random.default_rng(0)
    params = parameters(rng)
    optimizer = getattr(optim, name)(params, **options)
    optimizer.elementwise = elementwise
    for step in range(6):
        for param in params:
            param.grad = mt.tensor(rng.standard_normal(tuple(param.shape)), dtype=param.dtype)
        optimizer = between(step, optimizer, params) or optimizer
        optimizer.elementwise = elementwise
        params = optimizer.param_groups[0]["params"]
        optimizer.step()
    state = {number: {key: value.tolist() if isinstance(value, mt.Tensor) else value for key, value in of_one.items()}
             for number, of_one in optimizer.state_dict()["state"].items()}
    return [param.tolist() for param in params], state


@pytest.mark.parametrize("name, options", ELEMENTWISE, ids=label)
def test_together_as_one_by_one(name, options):
    assert trained(name, options, True) == trained(name, options, False)


def frozen(step, optimizer, params):
    if step in (2, 3):
        params[1].grad = None


def frozen_at_first(step, optimizer, params):
    if step < 2:
        params[0].grad = params[3].grad = None


def cleared(step, optimizer, params):
    if step == 3:
        optimizer.state.clear()


def cleared_one(step, optimizer, params):
    if step == 3:
        optimizer.state[params[3]] = {}


def replaced_state(step, optimizer, params):
    if step == 3:
        optimizer.state[params[0]]["exp_avg"] = mt.ones(3, dtype=mt.float64)


def replaced_array(step, optimizer, params):
    if step == 3:
        optimizer.state[params[0]]["exp_avg"].data = mt.ones(3, dtype=mt.float64)


def written_state(step, optimizer, params):
    if step == 3:
        optimizer.state[params[0]]["exp_avg"].zero_()


def other_count(step, optimizer, params):
    if step == 3:
        optimizer.state[params[0]]["step"] = 1


def replaced_parameter(step, optimizer, params):
    if step == 3:
        params[1].data = mt.ones(2, 4, dtype=mt.float64)


def loaded(step, optimizer, params):
    if step == 3:
        optimizer.load_state_dict(copy.deepcopy(optimizer.state_dict()))


def copied(step, optimizer, params):
    if step == 3:
        grads = [param.grad for param in params]
        optimizer = copy.deepcopy(optimizer)
        for param, grad in zip(optimizer.param_groups[0]["params"], grads):
            param.grad = grad
        return optimizer


def shared(step, optimizer, params):
    if step == 0:
        params[4].data = params[0].data                  # one memory: both steps must count
        params[4].grad = params[0].grad * 2
    else:
        params[4].grad = mt.ones(3, dtype=mt.float64)


@pytest.mark.parametrize("happens", [frozen, frozen_at_first, cleared, cleared_one, replaced_state, replaced_array,
                                     written_state, other_count, replaced_parameter, loaded, copied, shared],
                         ids=lambda happens: happens.__name__)
def test_whatever_happens_between_two_steps(happens):
    before = trained("Adam", {}, True)
    after = trained("Adam", {}, True, happens)
    assert after == trained("Adam", {}, False, happens) and (after != before or happens in (loaded, copied))


@pytest.mark.parametrize("place", [-1, -2, -3])           # one of them lies last
def test_one_that_lost_its_state_starts_anew(place):
    def forgot(step, optimizer, params):
        if step == 3:
            del optimizer.state[params[place]]["momentum_buffer"]

    options = {"lr": 0.1, "momentum": 0.9}
    assert trained("SGD", options, True, forgot) == trained("SGD", options, False, forgot)


@pytest.mark.parametrize("name, options", ELEMENTWISE, ids=label)
def test_what_was_joined_stays_joined(name, options):
    def plan_of(optimizer):
        return flat_parameters.plans.get(optimizer, {}).get(0)

    def look(step, optimizer, params):
        if step in (3, 5):
            plans.append(plan_of(optimizer))

    plans = []
    trained(name, options, True, look)
    assert plans[0] is plans[1] and (plans[0] is not None or name == "SGD" and not options.get("momentum"))


def calls_of(elementwise, params):
    """How many numbers the rule was given, call by call, in a third step."""
    sizes, plans = [], []

    def rule(param, grad, state, *, lr, **settings):
        sizes.append(param.size)
        state["any"] = param * 0                           # another array each time

    chosen = type("Watched", (optim.SGD,), {"rule": staticmethod(rule), "elementwise": elementwise})
    optimizer = chosen(params)
    for _ in range(3):
        sizes.clear()
        for param in params:
            param.grad = mt.ones(*param.shape)
        optimizer.step()
        plans.append(flat_parameters.plans.get(optimizer, {}).get(0))
    assert plans[1] is plans[2]
    return sizes


def test_a_rule_is_called_once_for_all_that_are_small():
    params = [mt.zeros(size, requires_grad=True) for size in (3, 40, 5, 2)]
    assert calls_of(True, params) == [10, 40]
    assert calls_of(False, params) == [3, 40, 5, 2]


def test_two_are_too_few():
    assert calls_of(True, [mt.zeros(3, requires_grad=True), mt.zeros(2, requires_grad=True)]) == [3, 2]


def test_a_learners_rule_sees_each_parameter():
    sizes = []

    def mine(param, grad, state, *, lr, momentum, dampening, weight_decay, nesterov, maximize):
        sizes.append(param.size)
        state["any"] = param * 0

    params = [mt.zeros(size, requires_grad=True) for size in (3, 4, 5)]
    optimizer = optim.SGD(params)
    with mount(optim.sgd.sgd, mine):
        for _ in range(2):
            for param in params:
                param.grad = mt.ones(*param.shape)
            optimizer.step()
    assert sizes == [3, 4, 5, 3, 4, 5]


def test_what_is_kept_lies_end_to_end_and_is_saved_as_before(tmp_path):
    params = [mt.zeros(4, requires_grad=True) for _ in range(3)]
    optimizer = optim.RMSprop(params)                       # a GPU takes Adam's steps in one launch, wherever they lie
    for _ in range(3):
        for param in params:
            param.grad = mt.ones(4)
        optimizer.step()
    held = [optimizer.state[param]["square_avg"].array for param in params]
    places = sorted(map(address, held))
    assert [place - places[0] for place in places] == [0, 16, 32]
    mt.save(optimizer.state_dict(), tmp_path / "state.pt")
    found = mt.load(tmp_path / "state.pt")["state"]
    assert all(found[i]["square_avg"].tolist() == held[i].tolist() for i in range(3))


def test_parameters_stay_joined_after_a_count_was_read():
    params = [mt.zeros(4, requires_grad=True) for _ in range(3)]
    optimizer = optim.RMSprop(params)
    counts, plans = [], []
    for _ in range(4):
        for param in params:
            param.grad = mt.ones(4)
        optimizer.step()
        plans.append(flat_parameters.plans[optimizer][0])
        counts = [optimizer.state[param]["step"] for param in params]
    assert plans[0] is plans[-1] and len(plans[0][1]) == 1
    assert [count.item() for count in counts] == [4, 4, 4]
    counts[1].fill_(9)                                      # then its parameter has a count of its own
    optimizer.step()
    assert [optimizer.state[param]["step"] is count for param, count in zip(params, counts)] == [True] * 3
    assert [count.item() for count in counts] == [5, 10, 5]


def test_writes_are_noticed():
    params = [mt.zeros(4, requires_grad=True) for _ in range(3)]
    optimizer = optim.Adam(params)
    for _ in range(2):
        loss = sum((param * param).sum() for param in params)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()
