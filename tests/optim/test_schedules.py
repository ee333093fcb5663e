"""Each schedule sets PyTorch's rates and momenta, thirty steps long; and goes on from a saved state."""

import io
import warnings

import numpy as np
import pytest

import minitorch as mt

pytestmark = pytest.mark.host
STEPS = 30


def one(name, **settings):
    return lambda framework, optimizer: getattr(framework.optim.lr_scheduler, name)(optimizer, **settings)


def sequence(*parts, milestones):
    return lambda framework, optimizer: framework.optim.lr_scheduler.SequentialLR(
        optimizer, [part(framework, optimizer) for part in parts], milestones=milestones)


def chain(*parts):
    return lambda framework, optimizer: framework.optim.lr_scheduler.ChainedScheduler(
        [part(framework, optimizer) for part in parts])


SCHEDULES = {
    "lambda": one("LambdaLR", lr_lambda=lambda step: 0.9 ** step),
    "lambdas": one("LambdaLR", lr_lambda=[lambda step: 0.9 ** step, lambda step: 1 / (1 + step)]),
    "multiplicative": one("MultiplicativeLR", lr_lambda=lambda step: 0.95 if step % 2 else 1.01),
    "step": one("StepLR", step_size=7),
    "step slow": one("StepLR", step_size=4, gamma=0.5),
    "milestones": one("MultiStepLR", milestones=[2, 5, 5, 20]),
    "exponential": one("ExponentialLR", gamma=0.9),
    "constant": one("ConstantLR"),
    "constant long": one("ConstantLR", factor=0.1, total_iters=12),
    "linear": one("LinearLR"),
    "linear down": one("LinearLR", start_factor=1.0, end_factor=0.1, total_iters=20),
    "polynomial": one("PolynomialLR"),
    "polynomial square": one("PolynomialLR", total_iters=25, power=2.0),
    "cosine": one("CosineAnnealingLR", T_max=4, eta_min=0.01),
    "cosine once": one("CosineAnnealingLR", T_max=30),
    "restarts": one("CosineAnnealingWarmRestarts", T_0=5),
    "restarts longer": one("CosineAnnealingWarmRestarts", T_0=3, T_mult=2, eta_min=0.001),
    "one cycle": one("OneCycleLR", max_lr=0.5, total_steps=STEPS),
    "one cycle by epochs": one("OneCycleLR", max_lr=[0.5, 0.2], epochs=8, steps_per_epoch=4, anneal_strategy="linear"),
    "one cycle of three": one("OneCycleLR", max_lr=0.5, total_steps=STEPS + 3, three_phase=True, pct_start=0.4,
                              div_factor=10.0, final_div_factor=100.0, base_momentum=0.7, max_momentum=0.99),
    "one cycle, still momentum": one("OneCycleLR", max_lr=0.5, total_steps=STEPS, cycle_momentum=False, pct_start=0.5),
    "cyclic": one("CyclicLR", base_lr=0.01, max_lr=0.1, step_size_up=4),
    "cyclic lower": one("CyclicLR", base_lr=[0.01, 0.02], max_lr=[0.1, 0.3], step_size_up=3, step_size_down=5,
                        mode="triangular2"),
    "cyclic fading": one("CyclicLR", base_lr=0.01, max_lr=0.1, step_size_up=5, mode="exp_range", gamma=0.97),
    "cyclic of one's own": one("CyclicLR", base_lr=0.01, max_lr=0.1, step_size_up=5, cycle_momentum=False,
                               scale_fn=lambda x: 1 / x, scale_mode="cycle"),
    "sequence": sequence(one("ConstantLR", factor=0.1, total_iters=5), one("ExponentialLR", gamma=0.9), milestones=[5]),
    "sequence of three": sequence(one("LinearLR", total_iters=6), one("CosineAnnealingLR", T_max=10),
                                  one("StepLR", step_size=3, gamma=0.5), milestones=[6, 18]),
    "sequence with lambda": sequence(one("LambdaLR", lr_lambda=lambda step: (step + 1) / 8),
                                     one("CosineAnnealingWarmRestarts", T_0=6), milestones=[8]),
    "chain": chain(one("ConstantLR", factor=0.1, total_iters=5), one("ExponentialLR", gamma=0.9)),
    "chain of cosine": chain(one("CosineAnnealingLR", T_max=7, eta_min=0.01), one("MultiStepLR", milestones=[3, 9])),
    "chain in sequence": sequence(chain(one("LinearLR"), one("ExponentialLR", gamma=0.9)), one("PolynomialLR"),
                                  milestones=[9]),
}
every_schedule = pytest.mark.parametrize("make", SCHEDULES.values(), ids=SCHEDULES)


def optimizer_of(framework, kind="SGD"):
    x, y = (framework.ones(2, requires_grad=True) for _ in range(2))
    x.grad, y.grad = framework.ones(2), framework.ones(2)
    settings = {"momentum": 0.9} if kind == "SGD" else {}
    return getattr(framework.optim, kind)([{"params": [x]}, {"params": [y], "lr": 0.02}], lr=0.1, **settings)


def momenta(optimizer):
    return [group["betas"][0] if "betas" in group else group["momentum"] for group in optimizer.param_groups]


def run(optimizer, scheduler, steps, *given):
    """Rates and momenta after each step: (steps, 4)."""
    found = []
    for _ in range(steps):
        optimizer.step()
        scheduler.step(*given)
        found.append(scheduler.get_last_lr() + momenta(optimizer))
    return np.array(found)


@pytest.mark.filterwarnings("ignore:Detected call of")       # PyTorch's, when a sequence starts its chains anew
@pytest.mark.parametrize("kind", ["SGD", "Adam"])
@every_schedule
def test_thirty_steps_have_torchs_rates(make, kind, torch):
    found = {}
    for f in (mt, torch):
        optimizer = optimizer_of(f, kind)
        scheduler = make(f, optimizer)
        first = scheduler.get_last_lr() + momenta(optimizer)
        found[f] = np.vstack([[first], run(optimizer, scheduler, STEPS)])
    np.testing.assert_allclose(found[mt], found[torch], rtol=1e-12, atol=1e-15)
    assert len(np.unique(found[mt][:, 0])) > 1


@every_schedule
def test_schedule_goes_on_from_a_state_saved_in_a_file(make):
    def new():
        optimizer = optimizer_of(mt)
        return optimizer, make(mt, optimizer)
    first, second = new(), new()
    run(*first, 11)
    file = io.BytesIO()
    mt.save([part.state_dict() for part in first], file)
    file.seek(0)
    for part, state in zip(second, mt.load(file)):
        part.load_state_dict(state)
    np.testing.assert_array_equal(run(*second, STEPS - 12), run(*first, STEPS - 12))


ALONE = [name for name in SCHEDULES if "chain" not in name and "sequence" not in name]


@pytest.mark.parametrize("make", [SCHEDULES[name] for name in ALONE], ids=ALONE)
def test_going_to_an_epoch_has_torchs_rates(make, torch):
    found = {}
    for f in (mt, torch):
        optimizer = optimizer_of(f)
        scheduler = make(f, optimizer)
        rates = []
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")               # PyTorch would rather have step() without an epoch
            for epoch in (3, 4, 0, 12, 26):
                optimizer.step()
                scheduler.step(epoch)
                rates.append(scheduler.get_last_lr())
        found[f] = rates
    np.testing.assert_allclose(found[mt], found[torch], rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("name, settings", [
    ("LambdaLR", {"lr_lambda": lambda step: 0.9 ** step}), ("MultiplicativeLR", {"lr_lambda": lambda step: 0.9}),
    ("StepLR", {"step_size": 3}), ("MultiStepLR", {"milestones": [6, 8]}), ("ExponentialLR", {"gamma": 0.9}),
    ("ConstantLR", {"total_iters": 6}), ("LinearLR", {"total_iters": 8}), ("PolynomialLR", {"total_iters": 8}),
    ("CosineAnnealingLR", {"T_max": 9}), ("CosineAnnealingWarmRestarts", {"T_0": 4})])
def test_a_schedule_begins_in_the_middle_as_torchs_does(name, settings, torch):
    found = {}
    for f in (mt, torch):
        optimizer = optimizer_of(f)
        for group in optimizer.param_groups:
            group["initial_lr"] = group["lr"]
        scheduler = getattr(f.optim.lr_scheduler, name)(optimizer, **settings, last_epoch=4)
        found[f] = [scheduler.get_last_lr(), *run(optimizer, scheduler, 5)[:, :2].tolist()]
    np.testing.assert_allclose(found[mt], found[torch], rtol=1e-12)


METRICS = [5.0, 4.0, 4.0, 3.9999, 4.1, 3.0, 3.0, 3.0, 3.0, 3.0, 2.0, 2.5, 2.5, 2.5, 2.5, 2.6, 2.7, -1.0, -1.0, -1.0,
           -1.0, -1.00001, -1.0, -1.0]


@pytest.mark.parametrize("settings", [
    {"patience": 2}, {"patience": 1, "factor": 0.5, "cooldown": 3}, {"patience": 0, "min_lr": 0.01}, {"mode": "max"},
    {"mode": "max", "patience": 1, "threshold": 0.5}, {"threshold_mode": "abs", "threshold": 1.5, "patience": 2},
    {"mode": "max", "threshold_mode": "abs", "threshold": 0.5, "patience": 3}, {"min_lr": [0.05, 0.001], "patience": 0},
    {"patience": 0, "eps": 1e-3}], ids=str)
def test_plateaus_are_seen_where_torch_sees_them(settings, torch):
    found = {}
    for f in (mt, torch):
        optimizer = optimizer_of(f)
        scheduler = f.optim.lr_scheduler.ReduceLROnPlateau(optimizer, **settings)
        rates = []
        for step, metric in enumerate(METRICS):
            optimizer.step()
            scheduler.step(f.tensor(metric, dtype=f.float64) if step % 2 else metric)
            rates.append([*scheduler.get_last_lr(), scheduler.best, scheduler.num_bad_epochs,
                          scheduler.cooldown_counter])
            if step == 9:
                state = scheduler.state_dict()
                scheduler = f.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
                scheduler.load_state_dict(state)
        found[f] = rates
    np.testing.assert_allclose(found[mt], found[torch], rtol=1e-12)


class Warmup:
    """A function that remembers: its attributes are part of the schedule's state."""

    def __init__(self, steps):
        self.steps = steps

    def __call__(self, step):
        return min(1.0, (step + 1) / self.steps)


def test_a_callable_object_is_kept_with_its_attributes(torch):
    for f in (mt, torch):
        states = lr_state = f.optim.lr_scheduler.LambdaLR(optimizer_of(f), Warmup(4)).state_dict()
        assert lr_state["lr_lambdas"] == [{"steps": 4}] * 2
        other = f.optim.lr_scheduler.LambdaLR(optimizer_of(f), Warmup(99))
        other.load_state_dict(states)
        assert other.lr_lambdas[0].steps == 4 and "lr_lambdas" in states


def test_a_schedule_of_ones_own(torch):
    found = {}
    for f in (mt, torch):
        class Halving(f.optim.lr_scheduler.LRScheduler):
            def get_lr(self):
                if self.last_epoch == 0:
                    return self.base_lrs
                return [group["lr"] / 2 for group in self.optimizer.param_groups]
        optimizer = optimizer_of(f)
        found[f] = run(optimizer, Halving(optimizer), 4).tolist()
    assert found[mt] == found[torch]


@pytest.mark.parametrize("name", ["lambdas", "step", "cosine", "linear", "sequence"])
def test_a_state_has_pytorchs_names_in_their_order(name, torch):
    ours, others = (SCHEDULES[name](f, optimizer_of(f)).state_dict() for f in (mt, torch))
    assert list(ours) == list(others)
    found = [f.optim.lr_scheduler.ReduceLROnPlateau(optimizer_of(f), min_lr=[0.1, 0.2]).state_dict()
             for f in (mt, torch)]
    assert str(found[0]) == str(found[1])


def test_a_schedule_asks_whether_step_calls_it(torch):
    """As schedules written for PyTorch do, to warn of get_lr() by itself."""
    class Asking:
        def get_lr(self):
            asked.append((self._get_lr_called_within_step, self._is_initial))
            return self.base_lrs

    for f in (mt, torch):
        asked = []
        schedule = type("Same", (Asking, f.optim.lr_scheduler.LRScheduler), {})(optimizer_of(f))
        schedule.get_lr()
        schedule.optimizer.step()
        schedule.step()
        assert asked == [(True, True), (False, False), (True, False)]
