"""The settings of all functions: each is tried with another value than its default, and numbers of any kind will do."""

import inspect
from functools import cache

import laws
import numpy as np
import pytest
import samples

import minitorch as mt
from minitorch.engine import registry
from minitorch.runtime import functions
from minitorch.runtime.kinds import FLOAT, NUMBER, WHOLE

F = mt.nn.functional
ALONE = {"move.back": "it is another device", "dropout.generator": "it would draw other numbers each time",
         "attend_masked.dropout_p": "what it computes by has no dropout: backends/test_masked_attention.py"}


def test_every_setting_is_given_another_value_by_a_row(xp):
    """Or no law is ever tried on what it does."""
    reached = laws.reached(xp)
    never = [f"{op.name}: {own}={default!r}" for op in registry.values() for own, default in op.defaults.items()
             if f"{op.name}.{own}" not in ALONE and not reached[op.name].get(own, set()) - {repr(default)}]
    assert not never, ('these settings have their default in every row of tests/samples.py; a row such as '
                       'row("gaussian", normal(3, 4), width=0.5) gives another')


@cache
def numbers():
    """(row, name, kind): every setting of a function that must be a number, beside a row to call it by."""
    found = {}
    for row in samples.every_row(lambda row: row.draws and (row.op is None or not row.op.hidden)):
        owner = row.function if row.op is None or row.name in functions else row.op
        signature = getattr(owner, "signature", None)
        for name, argument in (signature.by_name if signature else {}).items():
            if argument.kind in (FLOAT, NUMBER, WHOLE) and row.settings.get(name) is not None:
                found.setdefault((row.name, name), (row, name, argument.kind))
    return found


def outcome(row, name, value):
    """What a call gives with this value of a setting, in float32, as arrays; or the kind of its error."""
    settings = {**row.settings, name: value}
    args = row.fill(lambda draw, place: mt.tensor(draw.array(place, "float32")))
    return [out.numpy() for out in type(row)(row.name, row.args, settings).but(before=row.before).call(args)]


@pytest.mark.parametrize("case", numbers().values(), ids=[".".join(names) for names in numbers()])
def test_numbers_of_numpy_and_of_tensors_are_taken_as_pythons(case):
    row, name, kind = case
    value = row.settings[name]
    wanted = outcome(row, name, value)
    for form in (np.int64, mt.tensor) if type(value) is int else (np.float64, np.float32, mt.tensor):
        for a, b in zip(outcome(row, name, form(value)), wanted, strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)      # np.float32(0.7) is not 0.7
    for wrong in (1j, mt.tensor([1, 2]), [value], mt.tensor(1.0, requires_grad=True)):
        with pytest.raises((TypeError, RuntimeError), match=f"argument '{name}' must "):
            outcome(row, name, wrong)


def test_every_setting_whose_default_is_a_float_says_that_it_is_a_number():
    """Only what is declared a number is brought to Python's."""
    free = {"normalize": "eps may be a tensor, as in PyTorch", "normal": "std may be a tensor"}
    bodies = functions | {name: getattr(F, name) for name in F.__all__}
    assert not {f"{name}: {own}" for name, body in bodies.items()
                if inspect.isfunction(inspect.unwrap(body)) and name not in free
                for own, p in inspect.signature(inspect.unwrap(body)).parameters.items()
                if type(p.default) is float and p.annotation is p.empty}
    assert not {f"{op.name}: {own}" for op in registry.values() if not op.hidden
                for own in op.setting_names if own not in op.piece.library.__annotations__}


def test_a_numpy_number_stands_for_a_tensor_too():
    x = mt.ones(2)
    for number in (np.float64(2), np.float32(2), np.int64(2)):
        for out in (mt.mul(x, number), x.mul(number), x * number, number * x, mt.clamp(x, min=number),
                    x.clone().mul_(number), x.clone().clamp_(min=number), mt.where(x > 0, number, x)):
            assert (out.dtype, out.tolist()) == (mt.float32, [2, 2])


def test_an_error_names_the_type_that_was_passed():
    for value, said in (([1], "list"), (np.bool_(True), "numpy.bool"), (1j, "complex")):
        with pytest.raises(TypeError, match=f"argument 'keepdim' must be a bool, not {said}"):
            mt.ones(2).sum(0, keepdim=value)
    with pytest.raises(TypeError, match="argument 'alpha' must be a real number, not Tensor. .* x.item()"):
        F.elu(mt.ones(1), mt.ones((), requires_grad=True))
    with pytest.raises(RuntimeError, match="argument 'alpha' must not be complex if the input is not"):
        mt.add(mt.ones(1), 2, alpha=1j)
    assert mt.add(mt.ones(1, dtype=mt.complex64), 2, alpha=1j).tolist() == [1 + 2j]
