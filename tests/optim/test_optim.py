"""Each optimiser and schedule, with every option, follows PyTorch's; and says what is wrong with its arguments."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.optim import SGD, Adam, AdamW, Optimizer, lr_scheduler
from minitorch.piece import mount

STEPS = 10
RULES = [("SGD", {"lr": 0.1}),
         ("SGD", {"lr": 0.1, "momentum": 0.9}),
         ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.3}),
         ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.1}),
         ("SGD", {"lr": 0.01, "momentum": 0.5, "weight_decay": 0.1, "maximize": True}),
         ("Adam", {"lr": 0.1}),
         ("Adam", {"lr": 0.1, "betas": (0.5, 0.9), "eps": 1e-3}),
         ("Adam", {"lr": 0.1, "weight_decay": 0.1, "amsgrad": True}),
         ("Adam", {"lr": 0.1, "maximize": True}),
         ("AdamW", {"lr": 0.1}),
         ("AdamW", {"lr": 0.1, "weight_decay": 0.5, "amsgrad": True, "maximize": True})]
SCHEDULES = [("LambdaLR", {"lr_lambda": lambda step: 0.9 ** step}),
             ("StepLR", {"step_size": 3}),
             ("MultiStepLR", {"milestones": [2, 5, 5]}),
             ("ExponentialLR", {"gamma": 0.8}),
             ("CosineAnnealingLR", {"T_max": 4, "eta_min": 0.01}),
             ("OneCycleLR", {"max_lr": 0.5, "total_steps": STEPS + 2}),
             ("OneCycleLR", {"max_lr": 0.5, "epochs": 3, "steps_per_epoch": 4, "anneal_strategy": "linear"}),
             ("OneCycleLR", {"max_lr": 0.5, "total_steps": STEPS + 2, "three_phase": True, "pct_start": 0.4})]


def trajectory(framework, name, options, dtype="float64", schedule=None, size=3):
    """Ten steps on a bent valley; where each led, and the rates."""
    start = np.linspace(-1.0, 2.0, size)
    x = framework.tensor(start, dtype=getattr(framework, dtype), requires_grad=True)
    y = framework.tensor(0.5, dtype=getattr(framework, dtype), requires_grad=True)
    optimizer = getattr(framework.optim, name)([{"params": [x]}, {"params": [y], "lr": 0.02}], **options)
    scheduler = schedule and getattr(framework.optim.lr_scheduler, schedule[0])(optimizer, **schedule[1])
    path, rates = [], []
    for _ in range(STEPS):
        optimizer.zero_grad()
        ((x * x * y).sum() + (x - 1).exp().sum() + y * y).backward()
        optimizer.step()
        if scheduler:
            scheduler.step()
        path.append(np.append(x.detach().numpy(), y.detach().numpy()))
        rates.append([(g["lr"], *g.get("betas", ()), g.get("momentum", 0)) for g in optimizer.param_groups])
    return np.array(path), np.array(rates)


@pytest.mark.parametrize("dtype, tolerance", [("float64", 1e-12), ("float32", 1e-5)])
@pytest.mark.parametrize("name, options", RULES)
def test_rule_follows_torch(name, options, dtype, tolerance, torch):
    ours, theirs = (trajectory(f, name, options, dtype)[0] for f in (mt, torch))
    np.testing.assert_allclose(ours, theirs, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("rule", [("SGD", {"lr": 0.1, "momentum": 0.9}), ("Adam", {"lr": 0.1})])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_schedule_follows_torch(schedule, rule, torch):
    ours, theirs = (trajectory(f, *rule, schedule=schedule) for f in (mt, torch))
    np.testing.assert_allclose(ours[1], theirs[1], rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(ours[0], theirs[0], rtol=1e-10)


@pytest.mark.parametrize("kind", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name, options", RULES)
def test_a_step_keeps_dtype_and_memory(name, options, kind):
    x = mt.ones(2, dtype=getattr(mt, kind), requires_grad=True)
    memory = x.array
    optimizer = getattr(mt.optim, name)([x], **options)
    for _ in range(2):
        x.grad = mt.ones_like(x)
        optimizer.step()
    assert x.array is memory and x.dtype is getattr(mt, kind)
    assert all(value.dtype is x.dtype for value in optimizer.state[x].values() if mt.is_tensor(value))


@pytest.mark.parametrize("name, options", RULES)
def test_steps_go_on_from_a_saved_state(name, options):
    def run(x, optimizer, steps):
        for _ in range(steps):
            x.grad = x.detach().clone()
            optimizer.step()
    whole = mt.tensor([1.0, -2.0], requires_grad=True)
    optimizer = getattr(mt.optim, name)([whole], **options)
    run(whole, optimizer, 3)
    half = whole.detach().clone().requires_grad_()
    saved = optimizer.state_dict()
    other = getattr(mt.optim, name)([half], lr=99.0)
    other.load_state_dict(saved)
    run(half, other, 3)
    run(whole, optimizer, 3)
    assert half.tolist() == whole.tolist()


def test_state_dict_has_torchs_structure(torch):
    def structure(framework):
        x, y = (framework.ones(2, requires_grad=True) for _ in range(2))
        optimizer = framework.optim.Adam([{"params": [x]}, {"params": [y], "lr": 0.5}])
        (x * y).sum().backward()
        optimizer.step()
        return optimizer.state_dict()
    ours, theirs = structure(mt), structure(torch)
    assert [set(s) for s in ours["state"].values()] == [set(s) for s in theirs["state"].values()]
    for group, other in zip(ours["param_groups"], theirs["param_groups"]):
        assert all(other[name] == value for name, value in group.items())
    ours_again = mt.optim.Adam([{"params": [mt.ones(2)]}, {"params": [mt.ones(2)]}])
    theirs["state"] = {i: {name: mt.tensor(value.tolist()) for name, value in state.items()}
                       for i, state in theirs["state"].items()}
    ours_again.load_state_dict(theirs)
    assert ours_again.state_dict()["state"][1]["step"] == 1


def test_only_parameters_with_a_gradient_move():
    x, y = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)
    optimizer = SGD([x, y], lr=0.5)
    x.sum().backward()
    optimizer.step()
    assert x.tolist() == [0.5, 0.5] and y.tolist() == [1, 1] and optimizer.state[y] == {}


def test_zero_grad_forgets_or_writes_zeros():
    x = mt.ones(2, requires_grad=True)
    optimizer = SGD([x], lr=0.5)
    x.sum().backward()
    optimizer.zero_grad(set_to_none=False)
    assert x.grad.tolist() == [0, 0]
    optimizer.zero_grad()
    assert x.grad is None


def test_closure_runs_with_gradients_and_its_loss_is_returned():
    x = mt.ones(2, requires_grad=True)
    optimizer = SGD([x], lr=0.5)

    def closure():
        optimizer.zero_grad()
        loss = (x * x).sum()
        loss.backward()
        return loss
    with mt.no_grad():
        assert optimizer.step(closure).item() == 2
    assert x.tolist() == [0, 0]


def test_a_step_on_a_kept_value_is_noticed_by_backward():
    x = mt.ones(2, requires_grad=True)
    loss = (x * x).sum()
    x.grad = mt.ones(2)
    SGD([x], lr=0.5).step()
    with pytest.raises(RuntimeError, match=r"modified by an inplace operation.*SGD\(\[x\], lr=0.5\).step\(\)"):
        loss.backward()


def test_a_rule_is_a_piece():
    x = mt.ones(2, requires_grad=True)
    x.grad = mt.ones(2)

    def mine(param, grad, state, *, lr, momentum, dampening, weight_decay, nesterov, maximize):
        param += 41
    with mount(mt.optim.SGD.rule, mine):
        SGD([x]).step()
    assert x.tolist() == [42, 42]


X = mt.ones(2, requires_grad=True)
WRONG = [(lambda: SGD([]), ValueError, "empty parameter list"),
         (lambda: SGD(X), TypeError, r"iterable of Tensors or dicts, but got Tensor.*\[x\]"),
         (lambda: SGD(["w"]), TypeError, "one of the params is str"),
         (lambda: SGD([X * 2]), ValueError, "can't optimize a non-leaf Tensor"),
         (lambda: SGD([{"params": [X]}, {"params": [X]}]), ValueError, "more than one parameter group"),
         (lambda: SGD([{"params": {X}}]), TypeError, "ordered collections"),
         (lambda: SGD([X]).add_param_group([X]), TypeError, "param_group must be a dict"),
         (lambda: SGD([X, X]), UserWarning, "duplicate parameters"),
         (lambda: SGD([X], lr=-1), ValueError, "Invalid learning rate: -1"),
         (lambda: SGD([X], momentum=-1), ValueError, "Invalid momentum value: -1"),
         (lambda: SGD([X], nesterov=True), ValueError, "Nesterov momentum requires a momentum and zero dampening"),
         (lambda: Adam([X], betas=(0.9, 1.0)), ValueError, "Invalid beta parameter at index 1: 1.0"),
         (lambda: AdamW([X], eps=float("nan")), ValueError, "Invalid epsilon value: nan"),
         (lambda: Optimizer([X], {}).step(), NotImplementedError, "neither a rule nor a step"),
         (lambda: Optimizer([X], {"lr": mt.optim.optimizer.REQUIRED}), ValueError, "didn't specify a value.*lr"),
         (lambda: SGD([X]).load_state_dict({"param_groups": []}), ValueError, "different number of parameter groups"),
         (lambda: SGD([X]).load_state_dict({"param_groups": [{"params": [0, 1]}]}), ValueError,
          "group 0 has 2 parameters there, 1 here"),
         (lambda: lr_scheduler.StepLR(X, 2), TypeError, "Tensor is not an Optimizer"),
         (lambda: lr_scheduler.StepLR(SGD([X]), 2).step(), UserWarning, "before optimizer.step"),
         (lambda: lr_scheduler.LRScheduler(SGD([X])), NotImplementedError, "needs a get_lr"),
         (lambda: lr_scheduler.StepLR(SGD([X]), 2, last_epoch=3), KeyError, "initial_lr"),
         (lambda: lr_scheduler.LambdaLR(SGD([X]), [abs, abs]), ValueError, "Expected 1 lr_lambdas.*got 2"),
         (lambda: lr_scheduler.OneCycleLR(SGD([X]), 1.0), ValueError, r"total_steps OR \(epochs AND"),
         (lambda: lr_scheduler.OneCycleLR(SGD([X]), 1.0, 0), ValueError, "positive integer total_steps, but got 0"),
         (lambda: lr_scheduler.OneCycleLR(SGD([X]), 1.0, 9, pct_start=2), ValueError, "pct_start, but got 2"),
         (lambda: lr_scheduler.OneCycleLR(SGD([X]), 1.0, 9, anneal_strategy="sin"), ValueError, "but got 'sin'"),
         (lambda: lr_scheduler.OneCycleLR(SGD([X]), [1.0, 2.0], 9), ValueError, "Expected 1 values for max_lr"),
         (lambda: lr_scheduler.OneCycleLR(Optimizer([X], {"lr": 1}), 1.0, 9), ValueError, "momentum or beta1")]


@pytest.mark.parametrize("attempt, kind, message", WRONG, ids=[w[2] for w in WRONG])
@pytest.mark.filterwarnings("error")
def test_error_says_what_is_wrong(attempt, kind, message):
    with pytest.raises(kind, match=message):
        attempt()


def test_one_cycle_says_when_it_is_over():
    x = mt.ones(2, requires_grad=True)
    x.grad = mt.ones(2)
    optimizer = SGD([x], momentum=0.9)
    scheduler = lr_scheduler.OneCycleLR(optimizer, 1.0, 4)
    with pytest.raises(ValueError, match=r"Tried to step 5 times\. The specified number of total steps is 4"):
        for _ in range(9):
            optimizer.step()
            scheduler.step()


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_schedule_goes_on_from_a_saved_state(schedule):
    def make():
        x = mt.ones(2, requires_grad=True)
        x.grad = mt.ones(2)
        optimizer = SGD([x], lr=0.1, momentum=0.9)
        return optimizer, getattr(lr_scheduler, schedule[0])(optimizer, **schedule[1])

    def run(optimizer, scheduler, steps):
        rates = []
        for _ in range(steps):
            optimizer.step()
            scheduler.step()
            rates.append(scheduler.get_last_lr())
        return rates
    first, second = make(), make()
    run(*first, 4)
    second[0].load_state_dict(first[0].state_dict())
    second[1].load_state_dict(first[1].state_dict())
    assert run(*second, 6) == run(*first, 6)


def test_repr_shows_the_settings():
    assert "Parameter Group 0" in repr(SGD([X], lr=0.25)) and "    lr: 0.25" in repr(SGD([X], lr=0.25))
