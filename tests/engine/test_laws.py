"""The laws every op keeps, tried on every row of the table of samples."""


import numpy as np
import pytest
import samples
from laws import Laws, gradients, public, reached
from notation import NO_GRADIENT, flat
from samples import differentiable, every_row

import minitorch as mt
from minitorch import backend, dtypes
from minitorch.engine import apply, registry, watchers
from minitorch.rare.autograd.gradcheck import gradcheck, gradgradcheck
from minitorch.runtime import functions

law = Laws()


# The table

def test_every_public_op_has_a_row():
    public = {name: op.function for name, op in registry.items() if not op.hidden} | functions
    covered = {row.function for row in every_row()}
    missing = {name for name, function in public.items() if function not in covered and not name.endswith("_")}
    assert not missing, "these have no row in tests/samples.py"      # in place they are tried with what they name


def test_every_hidden_op_is_reached_by_a_row(xp):
    assert not set(registry) - set(reached(xp)), "these have no row in tests/samples.py, nor a derivative that has"


def test_the_ops_without_a_derivative_are_those_the_table_names():
    silent = {name for name, op in registry.items() if not op.differentiable}
    assert silent <= NO_GRADIENT
    assert not {name for name in NO_GRADIENT if name in registry and registry[name].differentiable}


def test_every_public_op_and_function_has_its_sentence():
    for thing in (*registry.values(), *functions.values()):
        assert thing.__doc__ and thing.__doc__.strip(), thing


def test_an_op_answers_arrays_with_an_array_and_tensors_with_a_tensor():
    exp = registry["exp"]
    assert isinstance(exp(np.ones(2)), np.ndarray)
    assert type(exp(mt.ones(2))) is mt.Tensor
    assert type(apply(exp, (mt.ones(2),))) is mt.Tensor


# Derivatives

@law(differentiable, dear=True)
def derivative_agrees_with_finite_differences(row, xp):
    args = row.tensors(xp)
    if any(draw.array().size for draw in row.draws if draw.floating):
        assert gradcheck(lambda *_: row.call(args), kept_double(row, args), atol=loose(row), rtol=1e-5, fast_mode=True)


@law(differentiable, dear=True)
def second_derivative_agrees_with_finite_differences(row, xp):
    args = row.tensors(xp)
    if any(draw.array().size for draw in row.draws if draw.floating):
        assert gradgradcheck(lambda *_: row.call(args), kept_double(row, args), atol=loose(row), fast_mode=True)


def kept_double(row, args):
    inputs = [x for x in flat(args) if x.requires_grad]
    assert any(out.requires_grad for out in row.call(args)), "no output requires grad, though the table says so"
    return inputs


def loose(row):
    """Rounding to float32 on the way is larger than the differences."""
    return 0.1 if "dtype" in row.settings and dtypes.as_dtype(row.settings["dtype"]) is mt.float32 else 1e-5


def derivative_on_arrays_equals_the_one_on_tensors(on_arrays, on_tensors, xp):
    """Asked below, where both are there: see inputs_are_left_as_they_were_…"""
    for a, t in zip(on_arrays, on_tensors, strict=True):
        assert (a is None) == (t is None)
        if a is not None:
            np.testing.assert_allclose(xp.numpy(a), xp.numpy(t), rtol=1e-12, atol=1e-14)
            assert a.dtype is t.dtype


@law(differentiable)
def gradients_have_the_dtype_and_shape_of_their_inputs(row, xp):
    for dtype, create_graph in (("float64", False), ("float32", False), ("float16", False), ("float32", True)):
        args = row.tensors(xp, dtype)
        inputs = [x for x in flat(args) if x.requires_grad]
        if dtype == "float16" and row in samples.NO_HALF:
            with pytest.raises(RuntimeError, match="not implemented for minitorch.float16|float or double"):
                row.call(args)
            continue
        for x, grad in zip(inputs, gradients(row, args, create_graph=create_graph), strict=True):
            if grad is not None:
                assert (grad.dtype, grad.shape) == (x.dtype, x.shape)


@law(differentiable)
def float32_stays_float32_on_the_way_there_and_back(row, xp):
    if row.name == "float_power":
        return                                           # which is of float64 by name
    if "dtype" in row.settings or any(not draw.floating and draw.kind.startswith("ints") for draw in row.draws):
        return                                           # the row asks for a dtype, or mixes them
    wide = []
    watchers.append(lambda op, inputs, settings, result: wide.extend(
        op.name for out in (result if type(result) is tuple else (result,)) if out.dtype is mt.float64))
    try:
        gradients(row, row.tensors(xp, "float32"), create_graph=True)
    finally:
        watchers.pop()
    assert not wide


@law()
def floating_inputs_make_floating_results_that_require_grad_and_others_none(row, xp):
    outs = row.call(row.tensors(xp))
    if not row.differentiable:
        assert row.smooth is False or not any(out.requires_grad for out in outs)
    for out in outs:
        assert not (out.requires_grad and out.dtype.rank < 2)


@law()
def results_are_plain_tensors_around_arrays(row, xp):
    for out in row.call(row.tensors(xp)):                # NumPy makes scalars of 0-d results; the door arrays again
        assert type(out) is mt.Tensor
        assert type(out.array) is xp.ndarray or not row.draws or row.op is None or row.name == "move"
        assert type(out.array) in backend.ARRAYS
        assert out.array.dtype in dtypes.BY_NUMPY


# Calls

@law()
def inputs_are_left_as_they_were_and_derivatives_on_arrays_are_those_on_tensors(row, xp):
    before, args = row.arrays(), row.tensors(xp)
    outs = row.call(args)
    if row.differentiable:
        on_arrays, on_tensors = gradients(row, args), gradients(row, args, create_graph=True)
        derivative_on_arrays_equals_the_one_on_tensors(on_arrays, on_tensors, xp)
        del on_arrays, on_tensors
    del outs
    for x, old in zip(flat(args), flat_arrays(before), strict=True):
        np.testing.assert_array_equal(xp.numpy(x), old)
        assert x._version == 0
        assert x.grad is None
    for dtype in ("float32", "float16"):                 # which other steps may compute
        args = row.tensors(xp, dtype, grad=False)
        before = [xp.numpy(x).tobytes() for x in flat(args)]
        try:
            row.call(args)
        except RuntimeError:
            assert dtype == "float16"                    # which some are not implemented for
        assert [xp.numpy(x).tobytes() for x in flat(args)] == before


def flat_arrays(args):
    return [a for arg in args for a in (flat_arrays(arg) if type(arg) in (list, tuple) else [arg])
            if isinstance(a, np.ndarray)]


@law()
def the_same_call_gives_the_same_result_twice(row, xp):
    args = row.tensors(xp)
    for first, second in zip(row.call(args), row.call(args), strict=True):
        np.testing.assert_array_equal(xp.numpy(first), xp.numpy(second))
    if row.differentiable:
        for first, second in zip(gradients(row, args), gradients(row, args), strict=True):
            assert first is second is None or np.array_equal(xp.numpy(first), xp.numpy(second), equal_nan=True)


@law(lambda row: row.name != "as_strided")               # which is asked for what lies in memory
def memory_order_and_gaps_change_nothing(row, xp):
    tight = row.fill(lambda draw, place: xp.tensor(np.array(draw.array(place), order="C"), draw.floating))
    loosely = row.fill(lambda draw, place: xp.tensor(scattered(draw.array(place)), draw.floating))
    for a, b in zip(row.call(tight), row.call(loosely), strict=True):
        np.testing.assert_allclose(xp.numpy(a), xp.numpy(b), rtol=1e-12, atol=1e-14)
    if row.differentiable:
        for a, b in zip(gradients(row, tight), gradients(row, loosely), strict=True):
            assert a is b is None or np.allclose(xp.numpy(a), xp.numpy(b), rtol=1e-12, atol=1e-14, equal_nan=True)


def scattered(array):
    """The same values where no two neighbours touch, the last dimension the slowest."""
    if array.ndim == 0:
        return array
    wide = np.zeros([2 * size for size in array.shape[::-1]], array.dtype)
    view = wide[tuple(slice(None, None, 2) for _ in array.shape)].T
    view[...] = array
    return view


@law()
def results_do_not_depend_on_whether_a_graph_is_recorded(row, xp):
    recorded = row.call(row.tensors(xp))
    with mt.no_grad():
        silent = row.call(row.tensors(xp))
    for a, b in zip(recorded, silent, strict=True):
        np.testing.assert_array_equal(xp.numpy(a), xp.numpy(b))
        assert a.dtype is b.dtype
        assert b.grad_fn is None


@law()
def only_declared_views_share_memory_with_an_input(row, xp):
    args = row.tensors(xp)
    for out in row.call(args):
        for x in flat(args):
            if row.name != "move" and out is not x and x.numel() and xp.share(out, x):
                assert out._base is x
                assert out._counter is x._counter


@law(public)
def public_functions_refuse_bare_arrays(row, xp):
    with pytest.raises(TypeError, match=f"{row.name}.*must be a Tensor( or a number)?, not ndarray"):
        row.function(*row.arrays(), **row.settings)


@law(public, lambda row: row.op.outputs == 1)
def out_writes_the_result_where_it_is_told(row, xp):
    args = row.tensors(xp, grad=False)
    expected, = row.call(args)
    place = mt.zeros_like(expected)
    memory = place.data_ptr()
    answer = row.function(*args, **row.settings, out=place)
    assert answer is place
    assert place.data_ptr() == memory
    np.testing.assert_array_equal(xp.numpy(place), xp.numpy(expected))


@law(lambda row: row.op is not None and row.draws)
def settings_are_hashable(row, xp):
    seen = []
    watchers.append(lambda op, inputs, settings, result: seen.append(settings))
    try:
        row.call(row.tensors(xp))
    finally:
        watchers.pop()
    assert seen
    for settings in seen:
        hash(tuple(settings.items()))


test_every_law_holds = law.tests()
