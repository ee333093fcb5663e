"""A large parameter is moved a part at a time: the same numbers, bit by bit, as all at once."""

import numpy as np
import pytest
from optim.cases import ELEMENTWISE, label

import minitorch as mt
from minitorch import optim
from minitorch.backend.memory import on_a_line
from minitorch.engine.piece import mount


@pytest.fixture
def small(monkeypatch):
    """Blocks so small that a few numbers make several, and a list of the sizes that the rule was given."""
    monkeypatch.setattr(optim.runners, "BLOCK", 7)


def trained(name, options, elementwise, turned=False):
    rng = np.random.default_rng(0)
    start = rng.standard_normal((5, 4))
    weights = mt.tensor(start.T if turned else start, requires_grad=True)
    if turned:
        weights.data = mt.from_numpy(start).T                  # not contiguous: never cut in parts
    optimizer = getattr(optim, name)([weights], **options)
    optimizer.elementwise = elementwise
    for _ in range(4):
        weights.grad = mt.tensor(rng.standard_normal(tuple(weights.shape)))
        optimizer.step()
    state = optimizer.state_dict()["state"].get(0, {})
    return [weights.tolist(), {key: value.tolist() if isinstance(value, mt.Tensor) else value
                               for key, value in state.items()}]


@pytest.mark.parametrize("name, options", ELEMENTWISE, ids=label)
def test_in_parts_as_at_once(name, options, small):
    assert trained(name, options, True) == trained(name, options, False)


def test_parts_are_made_of_what_is_contiguous_only(small):
    assert trained("Adam", {}, True, turned=True) == trained("Adam", {}, False, turned=True)


def test_a_rule_sees_parts_and_one_of_ones_own_sees_all(small):
    sizes = []

    class Watched(optim.SGD):
        elementwise = True

        def rule(param, grad, state, *, lr):
            sizes.append(param.size)
            state["seen"] = param * 0

    class Own(Watched):
        rule = Watched.rule

    for kind in (Watched, Own):
        weights = mt.zeros(20, requires_grad=True)
        weights.grad = mt.ones(20)
        optimizer = kind([weights])
        optimizer.step()
        optimizer.step()
    in_parts = [7, 7, 6] if weights.device.type == "cpu" else [20]      # a GPU wants all at once
    assert sizes == [20, *in_parts, 20, 20]


def test_a_learners_rule_sees_all(small):
    sizes = []

    def mine(param, grad, state, *, lr, momentum, dampening, weight_decay, nesterov, maximize):
        sizes.append(param.size)
        state["any"] = param * 0

    weights = mt.zeros(20, requires_grad=True)
    weights.grad = mt.ones(20)
    optimizer = optim.SGD([weights])
    with mount(optim.sgd.sgd, mine):
        optimizer.step()
        optimizer.step()
    assert sizes == [20, 20]


def test_what_a_rule_keeps_begins_a_line_of_the_cache():
    weights = mt.zeros(300, 40, requires_grad=True)
    optimizer = optim.Adam([weights])
    for _ in range(2):
        weights.grad = mt.ones(300, 40)
        optimizer.step()
    held = [optimizer.state[weights][name].array for name in ("exp_avg", "exp_avg_sq")]
    other = optim.Adam([weights])
    other.load_state_dict(optimizer.state_dict())
    held += [other.state[weights][name].array for name in ("exp_avg", "exp_avg_sq")]
    assert all(on_a_line(array) is array for array in held)
    assert held[0].tolist() == held[2].tolist() and held[0] is not held[2]
