"""An optimiser's step in C comes to the bits of its rule in NumPy, in one call for all parameters of a group."""

import pytest

import minitorch as mt
from minitorch.static.writers import c_optimizer

pytestmark = [pytest.mark.needs("cc"), pytest.mark.host]


@pytest.fixture(autouse=True, scope="module")
def home(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINITORCH_HOME", str(tmp_path_factory.mktemp("home")))
        yield


def trained(backend, build, steps=5, between=lambda number, state: None):
    """Parameters and the optimiser's state after some steps whose gradients are of single elements.

    between   called after each step with its number and the first parameter's state
    """
    mt.manual_seed(0)
    params = [mt.nn.Parameter(mt.randn(*shape)) for shape in ((300, 6), (5,), (2, 2), (1,))]
    optimizer = build(params)
    schedule = mt.optim.lr_scheduler.StepLR(optimizer, 2)

    def step():
        optimizer.zero_grad()
        sum((param * param.detach().cos()).sum() for param in params).backward()
        optimizer.step()
    step = mt.compile(step, fullgraph=True, backend=backend)
    for number in range(steps):
        step()
        schedule.step()
        between(number, optimizer.state[params[0]])
    state = [x for values in optimizer.state.values() for x in values.values()]
    return [*params, *state]


BUILDS = {"SGD": lambda p: mt.optim.SGD(p, 0.1), "momentum": lambda p: mt.optim.SGD(p, 0.1, momentum=0.9),
          "nesterov": lambda p: mt.optim.SGD(p, 0.1, momentum=0.9, nesterov=True, weight_decay=0.1, maximize=True),
          "Adam": lambda p: mt.optim.Adam(p, 0.1), "amsgrad": lambda p: mt.optim.Adam(p, 0.1, amsgrad=True),
          "AdamW": lambda p: mt.optim.AdamW(p, 0.1), "RMSprop": lambda p: mt.optim.RMSprop(p, 0.01)}


@pytest.mark.parametrize("name", BUILDS)
def test_a_step_in_c_has_the_bits_of_numpys(name, monkeypatch):
    ours, small = [], []
    step, left = c_optimizer.Plan.step, c_optimizer.step_small
    monkeypatch.setattr(c_optimizer.Plan, "step", lambda plan, *given: (step(plan, *given), ours.append(plan)))
    monkeypatch.setattr(c_optimizer, "step_small", lambda *given: (small.append(given), left(*given))[1])
    found, wanted = [trained(backend, BUILDS[name]) for backend in ("c", "numpy")]
    assert all(a == b if isinstance(a, int | float) else mt.equal(a, b) for a, b in zip(found, wanted, strict=True))
    assert len(ours) == 4 and not small                      # the first of 5 steps is eager's


def test_a_rule_that_asks_its_counts_runs_in_numpy():
    found, wanted = [trained(backend, lambda p: mt.optim.ASGD(p, 0.1)) for backend in ("c", "numpy")]
    assert all(a == b if isinstance(a, int | float) else mt.equal(a, b) for a, b in zip(found, wanted, strict=True))


def test_a_state_that_was_loaded_is_found():
    """The plan of a step holds addresses: other arrays get another."""
    found = {}
    for backend in ("c", "numpy"):
        mt.manual_seed(0)
        weight = mt.nn.Parameter(mt.randn(5))
        optimizer = mt.optim.Adam([weight], 0.1)

        def step(weight=weight, optimizer=optimizer):
            optimizer.zero_grad()
            weight.square().sum().backward()
            optimizer.step()
        step = mt.compile(step, fullgraph=True, backend=backend)
        for _ in range(3):
            step()
        optimizer.load_state_dict(optimizer.state_dict())
        weight.data = weight.data.clone()
        step()
        found[backend] = weight.tolist()
    assert found["c"] == found["numpy"]


def look(number, state):
    """At a count, write into it, put another in its place."""
    if number > 0:
        state.get("step")
    if number in (3, 5):
        state["step"].fill_(number - 1)
    if number == 7:
        state["step"] = mt.tensor(20.0)


@pytest.mark.parametrize("name", ["Adam", "AdamW", "NAdam", "Adamax", "RAdam"])
def test_a_count_that_a_program_has_seen_counts(name):
    """It lies in a tensor then, which C has no loop for."""
    def build(params):
        return getattr(mt.optim, name)(params, 0.1)
    found, wanted = [trained(backend, build, 10, look) for backend in ("c", "numpy")]
    assert all(mt.equal(a, b) for a, b in zip(found, wanted, strict=True))
    assert not mt.equal(wanted[0], trained("numpy", build, 10)[0])
