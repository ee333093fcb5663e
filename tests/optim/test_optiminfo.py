"""PyTorch's own samples of its optimisers (torch.testing's OptimizerInfo): steps agree, bad settings are refused."""

import re
import warnings

import numpy as np
import pytest
from engine.opinfo import Unlike, ours

import minitorch as mt

pytestmark = [pytest.mark.host, pytest.mark.needs("expecttest"), pytest.mark.filterwarnings("ignore")]
STEPS = 6
SHAPES = (2, 3), (3, 3), (4, 2)                                                    # Muon takes matrices only


@pytest.fixture
def table(torch):
    """{name: PyTorch's table of an optimiser}."""
    from torch.testing._internal.common_optimizers import optim_db
    return {info.optim_cls.__name__: info for info in optim_db}


def params_here(x, torch, made):
    """Parameters, or settings that hold tensors, as minitorch's; one parameter in two places is one here too."""
    if isinstance(x, torch.nn.Parameter):
        return made.setdefault(id(x), mt.nn.Parameter(ours(x.detach(), torch)))
    if isinstance(x, dict):
        return {name: params_here(value, torch, made) for name, value in x.items()}
    if isinstance(x, (list, tuple)):
        return type(x)(params_here(value, torch, made) for value in x)
    return ours(x, torch)


def walked(cls, settings, library):
    """Where a few steps on a bent landscape lead: one array for each parameter."""
    rng = np.random.default_rng(0)
    params = [library.tensor(rng.standard_normal(shape), dtype=library.float64, requires_grad=True) for shape in SHAPES]
    optimizer = cls(params, **settings)

    def closure():
        optimizer.zero_grad()
        loss = sum((x.sin() * x.cos()).sum() + 0.1 * (x * x).sum() for x in params)
        loss.backward()
        for x in params if cls.__name__ == "SparseAdam" and library is not mt else ():
            x.grad = x.grad.to_sparse()                                            # which it asks for there
        return loss
    for _ in range(STEPS):
        optimizer.step(closure)
    return [x.detach().numpy() for x in params]


def test_all_of_pytorchs_optimizers_are_here(table):
    assert not {name for name in table if not hasattr(mt.optim, name)}
    assert len(table) >= 15


def test_their_steps_agree(table, torch):
    count = 0
    for name in sorted(table):
        for sample in table[name].optim_inputs_func("cpu"):
            there = walked(table[name].optim_cls, sample.kwargs, torch)
            here = walked(getattr(mt.optim, name), params_here(sample.kwargs, torch, {}), mt)
            for a, b in zip(here, there):
                near = 2e-4 if name == "Muon" else 1e-10           # it rounds to bfloat16, a tie may go the other way
                np.testing.assert_allclose(a, b, rtol=1e-6, atol=near, err_msg=f"{name} {sample.kwargs}")
            count += 1
    assert count > 60


def test_bad_settings_are_refused_in_pytorchs_words(table, torch):
    count = 0
    for name in sorted(table):
        for case in table[name].optim_error_inputs_func("cpu", torch.float32):
            bad = case.optimizer_error_input
            try:
                params = params_here(bad.params, torch, {})
            except Unlike:
                continue
            params = [mt.nn.Parameter(mt.ones(2, 2))] if params is None else params
            settings = params_here(bad.kwargs, torch, {})
            with warnings.catch_warnings(), pytest.raises(case.error_type) as raised:
                warnings.simplefilter("error")
                optimizer = getattr(mt.optim, name)(params, **settings)
                if "STEP" in str(case.error_on):
                    for x in optimizer.param_groups[0]["params"]:
                        x.grad = mt.ones_like(x)
                    optimizer.step()
            known = name == "LBFGS" and "param group" in str(raised.value)           # which it has one of, at most
            assert known or re.search(case.error_regex, str(raised.value)), (name, bad.desc, str(raised.value))
            count += 1
    assert count > 90
