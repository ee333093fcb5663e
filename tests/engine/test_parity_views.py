"""PyTorch beside us, in memory: what shares it, what a write through a view changes, and methods writing in place."""

import numpy as np
import pytest
from beside import Call, both, compare, compare_gradients, named_there, tensors_in
from draws import Draw
from engine.test_parity import comparable, differs
from engine.test_parity_dtypes import as_given
from engine.test_parity_errors import gradients_there
from notation import rows_by_name
from samples import every_row

import minitorch as mt
from minitorch.engine import registry
from minitorch.runtime import functions

pytestmark = pytest.mark.filterwarnings("ignore")
TWINS = sorted({name for name in dir(mt.Tensor) if name.endswith("_") and not name.startswith("_")})
NOT_TWINS = set("""
    requires_grad_ detach_ copy_ fill_ zero_ normal_ uniform_ exponential_ bernoulli_ random_ transpose_ squeeze_
    unsqueeze_ t_ resize_ swapaxes_ swapdims_ fill_diagonal_ set_ data_ share_memory_
""".split())


def shared(outs, inputs):
    """For each output and input whether they share memory."""
    return [[bool(a.numel() and b.numel()) and np.shares_memory(numbers(a), numbers(b)) for b in inputs] for a in outs]


def numbers(x):
    return x.detach().numpy() if isinstance(x, mt.Tensor) else x.detach().numpy(force=True)


@pytest.mark.parametrize("rows", **rows_by_name(every_row(comparable, lambda row: row.draws and row.before is None)))
def test_results_share_memory_where_pytorchs_do(rows, torch):
    if named_there(rows[0].name, torch) is None:
        pytest.skip("PyTorch has no such function")
    for row in rows:
        if differs(row):
            continue
        ours, others = both(row, torch, grad=False)
        found = [shared(call.outs, tensors_in(call.inputs, call.library)) for call in (ours, others)]
        assert found[0] == found[1], row
        if any(map(any, found[0])):
            write_through(ours, others, row)


def write_through(ours, others, row):
    """A write into a view is seen in its base, in both alike; a write into the base in the view."""
    for call in (ours, others):
        for out in call.outs:
            if any(any(line) for line in shared([out], tensors_in(call.inputs, call.library))) and not stretched(out):
                out.fill_(1)
    for a, b in zip(tensors_in(ours.inputs, mt), tensors_in(others.inputs, others.library)):
        np.testing.assert_array_equal(numbers(a), numbers(b), err_msg=f"after a write through {row}")


def writable(row):
    """Whether the first argument is a tensor to write to."""
    return row.args and type(row.args[0]) is Draw and row.before is None and "dtype" not in row.settings


def stretched(tensor):
    return any(step == 0 and size > 1 for step, size in zip(tensor.stride(), tensor.shape))


@pytest.mark.parametrize("name", [name for name in TWINS if name not in NOT_TWINS])
def test_in_place_twins_write_what_pytorchs_do(name, torch):
    """x.op_(...) on a part of a larger tensor: result, the rest of the memory, errors, and gradients."""
    if not hasattr(torch.Tensor, name):
        pytest.skip("PyTorch has no such method")
    rows = every_row(lambda row: row.name == name[:-1], writable)
    if not rows and name[:-1] not in registry and name[:-1] not in functions:
        pytest.skip("an alias")
    for row in [row for row in rows if not differs(row)]:
        calls = []
        for library in (mt, torch):
            args = row.fill(lambda draw, place, library=library: library.from_numpy(draw.array(place)))
            settings = {key: value if not isinstance(value, mt.dtypes.dtype) else getattr(library, value.name)
                        for key, value in row.settings.items()}
            calls.append(Call(library, args, as_given,
                              lambda args, settings=settings: written(args, name, settings)))
        try:
            compare(*calls, 1e-6)
        except BaseException as error:
            error.add_note(f"{name} on {row}")
            raise


def written(args, name, settings):
    """What the twin leaves, where it leaves it, and how often it has written."""
    x = args[0]
    answer = getattr(x, name)(*args[1:], **settings)
    assert answer is x
    return x


@pytest.mark.parametrize("rows", **rows_by_name(every_row(
    writable, lambda row: row.differentiable and row.args[0].floating
    and hasattr(mt.Tensor, f"{row.name}_") and f"{row.name}_" not in NOT_TWINS)))
def test_gradients_through_a_write_in_place(rows, torch):
    name = f"{rows[0].name}_"
    if not hasattr(torch.Tensor, name):
        pytest.skip("PyTorch has no such method")
    for row in [row for row in rows if not differs(row)]:
        calls = []
        for library in (mt, torch):
            args = row.fill(lambda draw, place, library=library: library.from_numpy(draw.array(place)).requires_grad_(
                draw.floating))
            calls.append(Call(library, args, as_given, lambda args, row=row: after_a_write(args, name, row.settings)))
        try:
            compare(*calls, 1e-6)
            wanted = None if calls[0].error else gradients_there(calls[1])
            if wanted is not None:
                compare_gradients(calls[0].gradients(), wanted, 1e-6)
        except BaseException as error:
            error.add_note(f"{name} on {row}")
            raise


def after_a_write(args, name, settings):
    x = args[0] * 0.9
    y = x * x                                                        # keeps x, which is written over next
    getattr(x, name)(*args[1:], **settings)
    return x + 1, y.detach()
