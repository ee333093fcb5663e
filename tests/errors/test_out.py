"""`out=`: the result is written into a tensor that is there already, for every function that has it in PyTorch."""

import ast
from pathlib import Path

import numpy as np
import pytest
import samples

import minitorch as mt
from minitorch.engine import registry
from minitorch.runtime import functions

NAMES = [name for name, function in functions.items() if getattr(function, "out", False)
         and not function.__module__.endswith((".linalg.top_level", ".linalg.determinant"))]    # see test_out_of_linalg


def told(kind, call):
    with pytest.raises(kind) as raised:
        call()
    return str(raised.value)


FIRST = {row.name: row for row in reversed(list(samples.every_row())) if not row.before}
OPS = [name for name, op in registry.items() if not op.hidden and op.outputs == 1 and not op.view]


def run(name, **settings):
    row = FIRST[name]
    mt.manual_seed(0)
    args = row.fill(lambda draw, place: mt.from_numpy(draw.array(place)))
    call = functions.get(name) or registry[name].function
    return call(*args, **row.settings, **settings)


@pytest.mark.parametrize("name", sorted({*NAMES, *OPS} & set(FIRST)))
def test_out_receives_the_result(name):
    wanted = run(name)
    many = isinstance(wanted, tuple)
    given = tuple(mt.empty(0, dtype=x.dtype) for x in wanted) if many else mt.empty(0, dtype=wanted.dtype)
    found = run(name, out=given)
    for x, y, out in zip(*((wanted, found, given) if many else ((wanted,), (found,), (given,)))):
        assert y is out and out.dtype is x.dtype
        np.testing.assert_array_equal(out.numpy(), x.numpy())


def test_most_names_with_out_are_tried():
    assert len(set(NAMES) & set(FIRST)) > 0.9 * len(NAMES) and set(NAMES) <= set(functions)


@pytest.mark.parametrize("name", ["inv", "det", "cholesky", "norm", "pinv", "matrix_power", "svdvals"])
def test_out_of_linalg(name):
    matrix = mt.tensor([[2.0, 1.0], [1.0, 3.0]])
    rest = (2,) if name == "matrix_power" else ()
    out = mt.empty(0)
    assert getattr(mt.linalg, name)(matrix, *rest, out=out) is out
    np.testing.assert_array_equal(out.numpy(), getattr(mt.linalg, name)(matrix, *rest).numpy())


def test_results_with_names_keep_them_in_out():
    values, indices = mt.empty(2), mt.empty(2, dtype=mt.int64)
    found = mt.max(mt.tensor([[1.0, 2.0], [4.0, 3.0]]), 1, out=(values, indices))
    assert found.values is values and found.indices is indices
    assert values.tolist() == [2, 4] and indices.tolist() == [1, 0]


def test_out_is_refused_where_it_cannot_be_filled():
    x = mt.ones(2, requires_grad=True)
    assert "don't support automatic differentiation" in told(RuntimeError, lambda: mt.hypot(x, x, out=mt.empty(2)))
    assert "can't be cast to the desired output type minitorch.int64" in told(
        RuntimeError, lambda: mt.var(mt.ones(3), out=mt.empty((), dtype=mt.int64)))
    assert "argument 'out' must be a Tensor, not list" in told(TypeError, lambda: mt.zeros(2, out=[0, 0]))


def test_out_of_an_exact_function_has_the_dtype_and_memory_of_its_own():
    x, index = mt.arange(6), mt.tensor([0, 2, 4])
    assert mt.take(x, index, out=mt.empty(0, dtype=mt.int64)).tolist() == [0, 2, 4]
    assert "expected out tensor to have dtype minitorch.int64" in told(
        RuntimeError, lambda: mt.take(x, index, out=mt.empty(3))).lower()
    assert "single memory location" in told(RuntimeError, lambda: mt.take(x, index, out=x[:3]))
    assert mt.bernoulli(mt.ones(2), out=(out := mt.empty(2))) is out and out.tolist() == [1, 1]


@pytest.mark.needs("torch")
def test_the_names_with_out_are_pytorchs(torch):
    stub = ast.parse((Path(torch.__file__).parent / "_C" / "_VariableFunctions.pyi").read_text(encoding="utf-8"))
    having = {node.name for node in ast.walk(stub) if isinstance(node, ast.FunctionDef)
              and "out" in [argument.arg for argument in node.args.args + node.args.kwonlyargs]}
    for name in NAMES:
        written = getattr(getattr(torch, name), "__code__", None)          # tensordot's is Python
        assert name in having or written and "out" in written.co_varnames or "out=None" in getattr(torch, name).__doc__
