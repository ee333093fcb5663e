"""The short ways through the door leave what the long way leaves: the same result, and the same node behind it."""

import numpy as np
import pytest
from samples import every_row

import minitorch as mt
from minitorch.graph import alone, registry
from minitorch.graph.door import apply
from minitorch.graph.pair import short_way

PAIRED = [op for op in registry.values() if op.paired]
ROWS = [(op, row) for op in PAIRED for row in every_row() if row.name == op.name]
LONE = [(op, row) for op in registry.values() if op.lone for row in every_row() if row.name == op.name]


def left_behind(result):
    """All that a node holds, but its number."""
    node = result._node
    if node is None:
        return None
    saved, out = [repr([value.tolist() if hasattr(value, "tolist") else value for value in values])     # nan too
                  for values in (node.saved, [node.out])]
    return (node.op, [id(edge) for edge in node.edges], saved, list(node.guard), out,
            node.shape, node.dtype, node.hooks, node.settings)


@pytest.mark.parametrize("op, row", ROWS, ids=[f"{op.name} {i}" for i, (op, _) in enumerate(ROWS)])
def test_both_ways_leave_the_same(op, row, xp):
    args = row.tensors(xp)
    if len(args) != 2 or not all(isinstance(x, mt.Tensor) for x in args):
        pytest.skip("with a number there is only the long way")
    long, short = apply(op, tuple(args)), short_way(op, apply)(*args)
    assert np.array_equal(long.tolist(), short.tolist(), equal_nan=True) and long.array.dtype == short.array.dtype
    assert type(short) is type(long) and left_behind(long) == left_behind(short)


@pytest.mark.parametrize("op, row", LONE, ids=[f"{op.name} {i}" for i, (op, _) in enumerate(LONE)])
@pytest.mark.parametrize("wanted", [True, False], ids=["gradient", "none"])
def test_one_tensor_leaves_the_same_both_ways(op, row, wanted, xp):
    args = row.tensors(xp)[:len(op.inputs)]
    places = [place for place, x in enumerate(args) if isinstance(x, mt.Tensor)]
    if len(places) != 1:
        pytest.skip("this one is of several tensors")
    at, inputs = places[0], (*args, *[None] * (len(op.inputs) - len(args)))
    if not wanted:
        inputs = (*inputs[:at], inputs[at].detach(), *inputs[at + 1:])
    results = []
    for call in (apply, alone.short_way(op, apply, at)):
        for _ in range(2):                               # the second time much is known
            mt.manual_seed(0)
            try:
                settings = dict(row.settings)
                results.append(call(op, inputs, settings) if call is apply else call(inputs, settings))
            except Exception as error:
                results.append(error)
    long = results[0]
    for short in results[2:]:
        if isinstance(long, Exception):
            assert type(short) is type(long)             # its text names the line
            continue
        assert np.array_equal(long.tolist(), short.tolist(), equal_nan=True) and long.array.dtype == short.array.dtype
        assert type(short) is type(long) and left_behind(long) == left_behind(short)
        assert (long._view is None) == (short._view is None) and (long._cut is None) == (short._cut is None)


@pytest.mark.parametrize("wrong", [True, 1.0, 5, "1", [5], (0, 5)])
def test_what_was_looked_at_once_is_no_excuse_for_another(wrong):
    x = mt.ones(2, 3, requires_grad=True)
    assert x.sum(dim=1).shape == x.sum(dim=-1).shape == x.sum([1]).shape == (2,)
    assert x.sum(axis=0, keepdims=True).shape == (1, 3)
    for _ in range(2):
        with pytest.raises((TypeError, IndexError)):
            x.sum(dim=wrong)
        with pytest.raises(IndexError):
            x.sum(dim=1).sum(dim=1)
        with pytest.raises(TypeError, match="no argument"):
            x.sum(dim=1, keep=True)


def gradients(op, row, xp):
    """What .backward() leaves behind each input, taken twice, and added up."""
    args = row.tensors(xp)
    inputs = [x for x in args if isinstance(x, mt.Tensor) and x.requires_grad]
    for out in (op(*args), op(*args)):
        out.backward(mt.ones_like(out) / 3)
    return [None if x.grad is None else x.grad.tolist() for x in inputs]


@pytest.mark.parametrize("op, row", ROWS, ids=[f"{op.name} {i}" for i, (op, _) in enumerate(ROWS)])
def test_both_ways_back_give_the_same(op, row, xp, monkeypatch):
    if not any(isinstance(x, mt.Tensor) and x.requires_grad for x in row.tensors(xp)):
        pytest.skip("nothing here wants a gradient")
    short = gradients(op, row, xp)
    monkeypatch.setattr(op, "paired", False)
    assert repr(gradients(op, row, xp)) == repr(short) and None not in short


@pytest.mark.parametrize("size", [3, 5000])
def test_a_value_used_often_gets_the_sum_and_no_array_that_another_holds(size, monkeypatch):
    def run():
        mt.manual_seed(0)
        x, y = mt.rand(size, requires_grad=True), mt.rand(size, requires_grad=True)
        z = x * x + y
        out = z * y + (z + z) + (x + y)
        first = mt.ones(size)
        out.backward(first)
        x.grad.add_(1)
        y.grad.mul_(2)                                   # writing to one gradient changes no other
        return [x.grad.tolist(), y.grad.tolist(), first.tolist()]
    short = run()
    for op in PAIRED:
        monkeypatch.setattr(op, "paired", False)
    assert run() == short and short[2] == [1.0] * size


def test_there_are_ops_with_a_short_way():
    assert {"add", "mul", "matmul"} <= {op.name for op in PAIRED} and len(ROWS) > 20
    assert {"sum", "relu", "clamp", "pow"} <= {op.name for op, _ in LONE} and len(LONE) > 100
    assert all("f" in (op.signature.takes or "f") for op, _ in LONE)     # floats go that way, and nobody asks


@pytest.mark.parametrize("compare", [lambda x: x > 0, lambda x: x == 1, lambda x: 0 <= x])
def test_a_comparison_with_a_number_is_computed_once(compare, monkeypatch):
    calls = []
    for op in map(registry.get, ("gt", "eq", "ge")):
        monkeypatch.setattr(op, "forward", lambda *a, op=op, run=op.forward: calls.append(op.name) or run(*a))
    assert compare(mt.ones(2)).all() and len(calls) == 1
    assert compare(mt.ones(2, requires_grad=True)).all() and len(calls) == 2


@pytest.mark.parametrize("compute", [lambda x: x * 2, lambda x: 2 - x, lambda x: x * x, lambda x: x.sum(dim=0),
                                     lambda x: x.view(3).exp()], ids=["x*2", "2-x", "x*x", "sum", "a view"])
def test_what_was_cut_says_so_after_a_short_way(compute):
    cut = mt.ones(3, requires_grad=True).detach()
    with pytest.raises(RuntimeError, match="detach"):
        compute(cut).sum().backward()
    assert compute(mt.ones(3)).grad_fn is None


@pytest.mark.parametrize("prepare", [
    lambda x, y: (x.detach(), y.detach()), lambda x, y: (x.int(), y), lambda x, y: (x.double(), y.float()),
    lambda x, y: (x[0], y)], ids=["no gradient", "integers", "two dtypes", "a view"])
def test_what_is_unusual_goes_the_long_way(prepare):
    x, y = prepare(mt.ones(2, 2, requires_grad=True), mt.ones(2, requires_grad=True))
    long, short = apply(registry["mul"], (x, y)), short_way(registry["mul"], apply)(x, y)
    assert long.dtype == short.dtype and left_behind(long) == left_behind(short)


def test_inference_tensors_and_no_grad_are_seen_on_the_short_way():
    x = mt.ones(2, requires_grad=True)
    with mt.no_grad():
        assert (x * x).grad_fn is None
    with mt.inference_mode():
        fixed = x * 2
    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved"):
        fixed * x
    with pytest.raises(RuntimeError, match="cannot"):
        mt.ones(2, 3, requires_grad=True) @ x


CALLS = [lambda x: x * x, lambda x: x * 2, lambda x: 2 * x, lambda x: x - np.float32(2), lambda x: -x, lambda x: x @ x,
         lambda x: x.mm(x), lambda x: x.mul(x), lambda x: x.mul(2), lambda x: x.relu(), lambda x: mt.relu(x),
         lambda x: mt.nn.functional.relu(x), lambda x: x.sum(dim=1), lambda x: mt.add(x, x), lambda x: x.clamp(min=0)]


@pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
def test_a_node_knows_the_line_it_was_made_at_however_it_was_called(call):
    for wanted in (mt.ones(2, 2, requires_grad=True), mt.ones(2, 2, requires_grad=True) + 1):
        node = call(wanted)._node
        assert node.code is call.__code__ and 0 < node.at < len(call.__code__.co_code)
