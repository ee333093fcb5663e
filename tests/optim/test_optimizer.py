"""The loop that all optimisers share: gradients, closures, hooks, one's own rules; and what it refuses."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.engine.piece import mount
from minitorch.optim import SGD, AdamW, from_rule


@pytest.fixture
def x():
    x = mt.ones(2, requires_grad=True)
    x.grad = mt.ones(2)
    return x


def test_zero_grad_forgets_or_writes_zeros(x):
    optimizer = SGD([x], lr=0.5)
    optimizer.zero_grad(set_to_none=False)
    assert x.grad.tolist() == [0, 0]
    optimizer.zero_grad()
    assert x.grad is None


def test_closure_runs_with_gradients_and_its_loss_is_returned(x):
    optimizer = SGD([x], lr=0.5)

    def closure():
        optimizer.zero_grad()
        loss = (x * x).sum()
        loss.backward()
        return loss
    with mt.no_grad():
        assert optimizer.step(closure).item() == 2
    assert x.tolist() == [0, 0]


def test_a_step_on_a_kept_value_is_noticed_by_backward(x):
    loss = (x * x).sum()
    SGD([x], lr=0.5).step()
    with pytest.raises(RuntimeError, match=r"modified by an inplace operation.*SGD\(\[x\], lr=0.5\).step\(\)"):
        loss.backward()


def test_a_rule_is_a_piece(x):
    def mine(param, grad, state, *, lr, momentum, dampening, weight_decay, nesterov, maximize):
        param += 41
    with mount(mt.optim.SGD.rule, mine):
        SGD([x]).step()
    assert x.tolist() == [42, 42]


def test_hooks_run_around_a_step(x, torch):
    def run(framework, x):
        seen = []
        optimizer = framework.optim.SGD([x], lr=0.5)

        def note(o, args, settings):
            seen.append((o is optimizer, len(args), settings, x.tolist()))
        first = optimizer.register_step_pre_hook(note)
        optimizer.register_step_post_hook(note)
        optimizer.step()
        first.remove()
        optimizer.step(closure=None)
        return seen
    y = torch.ones(2, requires_grad=True)
    y.grad = torch.ones(2)
    assert run(mt, x) == run(torch, y)


def test_a_hook_may_change_what_the_step_is_given(x):
    optimizer = SGD([x], lr=0.5)
    optimizer.register_step_pre_hook(lambda o, args, settings: ((o, lambda: "the hook's loss"), {}))
    assert optimizer.step() == "the hook's loss"


def test_hooks_run_once_around_a_step_of_ones_own(x):
    class Twice(SGD):
        def step(self, closure=None):
            super().step()
            super().step()
    seen = []
    optimizer = Twice([x], lr=0.25)
    optimizer.register_step_post_hook(lambda *given: seen.append(x.tolist()))
    optimizer.step()
    assert seen == [[0.5, 0.5]]


def test_an_optimizer_in_pytorchs_own_style(torch):
    def run(f):
        class Momentum(f.optim.Optimizer):
            def __init__(self, params, lr=f.optim.optimizer.required if f is mt else 0.1, momentum=0.5):
                super().__init__(params, {"lr": lr, "momentum": momentum})

            @f.no_grad()
            def step(self, closure=None):
                for group in self.param_groups:
                    for p in group["params"]:
                        state = self.state[p]
                        if len(state) == 0:
                            state["velocity"] = f.zeros_like(p)
                        state["velocity"].mul_(group["momentum"]).add_(p.grad)
                        p.add_(state["velocity"], alpha=-group["lr"])
        p = f.tensor([1.0, -2.0], requires_grad=True)
        optimizer = Momentum([p], lr=0.25)
        for _ in range(4):
            optimizer.zero_grad()
            (p * p).sum().backward()
            optimizer.step()
        return p.tolist()
    assert run(mt) == run(torch)


def test_an_optimizer_made_of_a_rule(x):
    @from_rule
    def Descent(param, grad, state, *, lr, drag=0.0):
        """Down, with drag."""
        state["steps"] = state.get("steps", 0) + 1
        param -= lr * (grad + drag * param)

    optimizer = Descent([{"params": [x]}], lr=0.5)
    optimizer.step()
    assert x.tolist() == [0.5, 0.5] and Descent.__name__ == "Descent" and Descent.__doc__ == "Down, with drag."
    assert optimizer.state_dict() == {"state": {0: {"steps": 1}},
                                      "param_groups": [{"lr": 0.5, "drag": 0.0, "params": [0]}]}
    schedule = mt.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)
    schedule.step()
    assert optimizer.param_groups[0]["lr"] == 0.25
    with pytest.raises(ValueError, match="didn't specify a value of required optimization parameter lr"):
        Descent([x])
    with pytest.raises(TypeError, match=r"argument 'rate'. Here it is called 'lr'. It takes params, lr, drag\."):
        Descent([x], rate=1)


def test_what_a_rule_leaves_in_its_state_is_there_at_the_next_step(x):
    seen = []

    @from_rule
    def Noting(param, grad, state, *, lr):
        seen.append({name: value.tolist() if hasattr(value, "tolist") else value for name, value in state.items()})
        state.setdefault("nothing", None)
        state.setdefault("written", grad.copy())[...] += 1        # the array stays
        state["new"] = state.get("new", grad) * 2                 # another takes its place
        state["count"] = state.get("count", 0) + 1

    optimizer = Noting([x], lr=0.5)
    for _ in range(3):
        optimizer.step()
    for steps, state in enumerate(seen[1:], 1):
        assert state["nothing"] is None and state["count"] == steps
        assert state["written"] == (x.grad + steps).tolist() and state["new"] == (x.grad * 2 ** steps).tolist()
    assert type(optimizer.state[x]["written"]) is type(optimizer.state[x]["new"]) is mt.Tensor


def test_repr_shows_the_settings(x):
    assert "Parameter Group 0" in repr(SGD([x], lr=0.25)) and "    lr: 0.25" in repr(SGD([x], lr=0.25))


def test_the_arrays_of_a_model_stay_where_they_are():
    model = mt.nn.Linear(3, 2)
    held = [p.array for p in model.parameters()]
    optimizer = AdamW(model.parameters())
    model(mt.ones(4, 3)).sum().backward()
    optimizer.step()
    assert all(p.array is array for p, array in zip(model.parameters(), held))
    assert np.isfinite(model.weight.detach().numpy()).all()
