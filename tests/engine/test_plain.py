"""Inside `engine.plain()` values and gradients are right with all layers detached; all laws hold with them attached."""

import os
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import pytest
from backing import BACKENDS
from laws import Laws, gradients, scalar
from notation import flat
from samples import differentiable

import minitorch as mt
import minitorch.nn.functional
from minitorch.engine import apply, backward, registry
from minitorch.rare.autograd.gradcheck import gradcheck, gradgradcheck

MOMENTS = {sys.modules["minitorch.engine.apply"]: "calling choosing failing recorded unrecorded viewing",
           sys.modules["minitorch.engine.backward"]: "starting hooking using retaping delivering accumulated wrapping"}
ORDERS = sys.modules["minitorch.engine.backward"].ordering              # its first is the engine's own
OTHERS = {"watchers", "type_sets", "converting", "ordering"}    # who looks on; the dtype that values of two come to
HOME = Path(__file__).parents[2]
law = Laws()


@contextmanager
def nucleus():
    """Plain, with the layers detached: nothing runs but the five files of the engine."""
    lists = [getattr(module, name) for module, names in MOMENTS.items() for name in names.split()]
    layers, orders = [list(one) for one in lists], list(ORDERS)
    with mt.engine.plain():
        for one in lists:
            one.clear()
        del ORDERS[1:]
        try:
            yield
        finally:
            ORDERS[:] = orders
            for one, before in zip(lists, layers):
                one[:] = before


def test_every_moment_at_which_layers_are_called_is_detached():
    for module, names in MOMENTS.items():
        assert {name for name, value in vars(module).items() if type(value) is list} - OTHERS == set(names.split())
    before = [list(getattr(module, name)) for module, names in MOMENTS.items() for name in names.split()]
    with suppress(ZeroDivisionError), nucleus():
        assert not any(getattr(module, name) for module, names in MOMENTS.items() for name in names.split())
        raise ZeroDivisionError
    assert [list(getattr(module, name)) for module, names in MOMENTS.items() for name in names.split()] == before


THROUGH_VIEWS = {"select_scatter", "slice_scatter", "diagonal_scatter"}        # they write through a view of a copy


def known_to_nucleus(row):
    """Whether a row computes without writing through a view, which the layer for views follows."""
    return row.name not in THROUGH_VIEWS


def given(row):
    """New arguments of a row."""
    return row.tensors(BACKENDS["numpy"])


def values(row, args):
    return [(out.array.dtype, out.array.shape, out.array.tobytes(), out._node is not None) for out in row.call(args)]


@law()
def values_without_layers_are_those_with_them(row, xp):
    with_layers = values(row, given(row))
    with nucleus():
        assert values(row, given(row)) == with_layers


@law(differentiable, known_to_nucleus)
def derivatives_without_layers_agree_with_finite_differences(row, xp):
    with nucleus():
        check_slopes(row)


@law(differentiable, known_to_nucleus)
def gradients_without_layers_are_those_with_them(row, xp):
    def walked():
        args = given(row)
        scalar(row.call(args)).backward()
        return [x._grad if x._grad is None else (x._grad.array.dtype, x._grad.array.shape, x._grad.array.tobytes())
                for x in flat(args)]
    with_layers = walked()
    with nucleus():
        assert walked() == with_layers


@law(differentiable)
def derivatives_of_plain_calls_agree_with_finite_differences(row, xp):
    with mt.engine.plain():
        check_slopes(row)


@law(differentiable)
def second_derivatives_of_plain_calls_are_those_of_generated_ones(row, xp):
    def second():
        args = given(row)
        firsts = gradients(row, args, create_graph=True)
        ends = [x for x in firsts if x is not None and x.requires_grad]
        if ends:
            scalar(ends).backward()
        return [x._grad if x._grad is None else x._grad.array.tobytes() for x in flat(args)]
    generated = second()
    with mt.engine.plain():
        assert second() == generated


test_every_law_holds = pytest.mark.parametrize("xp", ["numpy"], indirect=True)(law.tests())


def check_slopes(row):
    """First derivatives of a row, against central differences."""
    args = given(row)
    if any(draw.array().size for draw in row.draws if draw.floating):
        loose = 0.1 if "dtype" in row.settings and row.settings["dtype"] in (mt.float32, np.float32) else 1e-5
        assert gradcheck(lambda *_: row.call(args), [x for x in flat(args) if x.requires_grad], atol=loose, rtol=1e-5,
                         fast_mode=True)


def test_second_derivatives_of_plain_calls_agree_with_finite_differences():
    x, y = (mt.rand(3, 3, dtype=mt.float64, requires_grad=True) for _ in range(2))
    with mt.engine.plain():
        assert gradgradcheck(lambda x, y: (x @ y).tanh() * x.softmax(0) / (y * y + 1), [x, y])
        assert gradgradcheck(lambda x, y: mt.nn.functional.layer_norm(x, (3,), y[0], y[1]), [x, y])


# Going in and out

def test_plain_nests_and_ends_with_an_error():
    x = mt.ones(2, requires_grad=True)
    x * x
    written = mt.Tensor.__mul__.__code__
    with mt.engine.plain():
        short = mt.Tensor.__mul__.__code__
        with mt.engine.plain():
            assert mt.Tensor.__mul__.__code__ is short is not written
        assert mt.Tensor.__mul__.__code__ is short and registry["mul"].back is None
    assert mt.Tensor.__mul__.__code__ is written and registry["mul"].back is not None
    with pytest.raises(ZeroDivisionError), mt.engine.plain():
        raise ZeroDivisionError
    assert mt.Tensor.__mul__.__code__ is written


def test_every_call_inside_goes_through_apply_and_differentiate():
    x, entered = mt.ones(2, requires_grad=True), []
    watched = {apply.__code__: "apply", backward.differentiate.__code__: "differentiate"}

    def run():
        (mt.mul(x, x) + x.exp() * 2).sum().backward()

    def counted():
        entered.clear()
        before = sys.getprofile()
        sys.setprofile(lambda frame, event, arg: event == "call" and frame.f_code in watched
                       and entered.append(watched[frame.f_code]))
        try:
            run()
        finally:
            sys.setprofile(before)
        return entered.count("apply"), entered.count("differentiate")
    run()
    assert counted() == (0, 0)
    with mt.engine.plain():
        assert counted() == (5, 5)


def test_what_was_made_plain_is_walked_by_generated_paths_and_the_other_way_round():
    def made(x):
        return (x * x + x.exp()).sum()

    def walked(make, walk):
        x = mt.tensor([1.0, 2.0], requires_grad=True)
        with make():
            out = made(x)
        with walk():
            out.backward()
        return x.grad.tolist()
    ways = mt.engine.plain, mt.enable_grad
    assert len({str(walked(make, walk)) for make in ways for walk in ways}) == 1


# The variable

TRAINING = """
import hashlib, linecache
import minitorch as mt
from minitorch import nn
mt.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 16), nn.Tanh(), nn.Dropout(0.1), nn.Linear(16, 3))
optimizer = mt.optim.Adam(model.parameters(), lr=0.01)
x, target = mt.randn(32, 4), mt.randint(3, (32,))
seen = hashlib.sha256()
for _ in range(20):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), target)
    loss.backward()
    optimizer.step()
    seen.update(loss.numpy(force=True).tobytes())
for parameter in model.parameters():
    seen.update(parameter.numpy(force=True).tobytes() + parameter.grad.numpy().tobytes())
print(seen.hexdigest(), any("generated" in name for name in linecache.cache))
"""


def run_with(variable, *command):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=HOME,
                          env={**os.environ, "MINITORCH_PLAIN": variable})
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.split()


def test_the_variable_trains_to_the_same_bits():
    generated, plain = run_with("", "-c", TRAINING), run_with("1", "-c", TRAINING)
    assert generated[0] == plain[0] and (generated[1], plain[1]) == ("True", "False")
    assert run_with("0", "-c", TRAINING) == generated


@pytest.mark.slow
def test_all_laws_hold_plain():
    run_with("1", "-m", "pytest", "-q", "-x", "-k", "numpy", "tests/engine/test_laws.py",
             "tests/engine/test_laws_of_derivatives.py", "tests/engine/test_laws_in_place.py")
