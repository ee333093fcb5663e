"""An op whose result has another shape for other numbers is no part of a program: it runs as it is written."""

import numpy as np
import pytest
from notation import flat, rows_by_name
from samples import every_row

import minitorch as mt
from minitorch import backend, static
from minitorch.meta import NoDataError
from minitorch.static import data_dependence, sizes
from minitorch.static.compile import Compiled

pytestmark = pytest.mark.filterwarnings("ignore:compile")


def values(x):
    found = mt.unique(x)
    return found * found.shape[0], len(found)


def places(x):
    found = mt.nonzero(x)
    return found.numel(), found.sum()


def masked(x):
    return x[x > 1] / len(x[x > 1])


def selected(x):
    found = mt.masked_select(x, x > 1)
    return x.sum() if found.numel() == 0 else found.sum()


def counted(x):
    return mt.bincount(x) * len(mt.bincount(x))


def where(x):
    row, = mt.where(x > 1)
    return x * row.shape[0]


def written(x):
    y = x.clone()
    y[y > 1] = y[y > 1] * 2
    return y


@pytest.mark.parametrize("function", [values, places, masked, selected, counted, where, written])
def test_each_call_has_its_own_shape(function):
    call = Compiled(function)
    for numbers in ([0, 1, 2, 3], [0, 1, 1, 3], [0, 0, 0, 0], [0, 1, 2, 3], [5, 5, 2, 2]):
        x = mt.tensor(numbers)
        assert repr(call(x)) == repr(function(x))


def test_it_is_told_and_refused_where_all_must_be_one_program():
    with pytest.raises(static.NotRecorded, match=r"The size of a result depends on data.*At `return x\[x > 1\]"):
        static.trace(masked, mt.ones(3))


def test_gradients_pass_through_what_a_mask_takes():
    w = mt.tensor(2.0, requires_grad=True)

    def function(x):
        return ((x * w)[x > 0] * w).sum() + w
    call, found = Compiled(function), []
    for run in (function, call):
        for n in range(4):
            w.grad = None
            run(mt.tensor([n - 1.0, 1.0, n - 2.5])).backward()
            found.append(w.grad.item())
    assert found[:4] == found[4:]


def test_a_mask_of_pythons_numbers_is_part_of_a_program():
    def function(x):
        return x[mt.tensor([True, False, True])] * 2 + x[mt.ones(3, 3).tril().bool()[1]].sum()
    call = Compiled(function, fullgraph=True)
    for n in range(3):
        x = mt.arange(3.0) * n
        assert call(x).tolist() == function(x).tolist()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rows", **rows_by_name(every_row()))
def test_the_meta_device_knows_all_shapes_of_what_is_recorded(rows):
    for row in rows:
        args = row.fill(lambda draw, _: mt.tensor(draw.array(_, "float32")))
        given = {id(x.array): x for x in flat(args)}.values()
        try:
            program = static.trace(lambda *_: [*row.call(args)], *given, optimise=False).program     # noqa: B023
        except static.NotRecorded:
            continue
        known = {x: backend.meta().ndarray(x.shape, x.dtype, x.strides)
                 for x in [*program.inputs, *program.states, *program.constants]}
        for step in program.steps:
            try:
                found = sizes.results_on_meta(backend.meta(), step, sizes.with_arrays(step.args, known))
            except NoDataError as error:
                assert row.name == "move", (row, error)
                found = sizes.result_of_draw(backend.meta(), step)
            except (TypeError, ValueError, RuntimeError, AttributeError, NotImplementedError):
                found = sizes.result_of_draw(backend.meta(), step)               # it draws, or there is no rule for it
            known.update((x, made) for x, made in zip(step.outputs, found) if x is not None)


def test_a_mask_that_a_module_holds_is_part_of_a_program_as_long_as_it_is_the_same():
    class Model(mt.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("mask", mt.tensor([True, False, True]))

        def forward(self, x):
            return x[self.mask] * 2, x[~self.mask].sum(), len(x[self.mask])
    model, x = Model(), mt.arange(3.0)
    call = mt.compile(model, fullgraph=True)
    for _ in range(2):
        assert repr(call(x)) == repr(model(x)) == repr(call(x))
        model.mask[1] = True
    model.mask = mt.tensor([False, False, True])
    assert repr(call(x)) == repr(model(x))
    model.mask.logical_not_()
    assert repr(call(x)) == repr(model(x)) and len(call.compiled.forms) == 4


def test_a_value_varies_where_an_input_or_chance_is_in_it():
    def function(x):
        fixed, y = mt.ones(3) * 2, x + 1
        return fixed, y, mt.rand(3) + fixed
    trace = static.trace(function, mt.ones(3), optimise=False)
    program = trace.program
    assert [data_dependence.depends(program, x, program.inputs) for x in program.outputs] == [False, True, True]
    assert np.all(trace(mt.ones(3))[0].numpy() == 2)
