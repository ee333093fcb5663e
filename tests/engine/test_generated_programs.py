"""What a program sees of generated paths: their text, lines in tracebacks, mounting, watchers, sums of gradients."""

import ast
import inspect
import linecache
import re
import subprocess
import sys

import numpy as np
import pytest

import minitorch as mt
import minitorch.nn.functional
from minitorch.codegen.forward import OWN, path_source
from minitorch.engine import Op, registry, watchers
from minitorch.engine.piece import mount


def test_ops_have_generated_paths_written_when_first_called():
    code = "import minitorch as mt; import linecache; print([name for name in linecache.cache if 'generated' in name])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"
    x = mt.ones(2, 2, requires_grad=True)
    (x * x).sum(dim=0).tanh().sum().backward()
    for name in ("mul", "sum", "tanh"):
        text = registry[name].function.source()
        assert "out = op.forward(np, a0" in text and "op.derivative(grad, " in text
        compile(text, name, "exec")


def test_tracebacks_and_inspect_show_generated_source():
    x = mt.ones(2, requires_grad=True)
    x * x
    code, text = mt.Tensor.__mul__.__code__, mt.mul.source()           # which writes the paths that are not there yet
    lines = linecache.getlines(code.co_filename)
    assert inspect.getsource(code) in text == "".join(lines)
    assert lines[code.co_firstlineno - 1].startswith("def ")


@pytest.mark.parametrize("call", [lambda x: x * x, lambda x: mt.mul(x, x), lambda x: x.mul(2), lambda x: 2 * x],
                         ids=["x*x", "mul", "x.mul(2)", "2*x"])
def test_the_ops_own_forward_and_derivative_are_entered(call):
    entered, x, op = set(), mt.ones(2, requires_grad=True), registry["mul"]
    call(x).sum().backward()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, arg: event == "call" and entered.add(frame.f_code))
    try:
        call(x).sum().backward()
    finally:
        sys.setprofile(before)
    assert {op.piece.library.__code__, op.derivative_piece.library.__code__} <= entered


def test_a_mounted_forward_runs_where_a_path_was_written_before():
    x = mt.ones(2, requires_grad=True)
    assert (x * x).tolist() == mt.mul(x, x).tolist() == [1, 1]
    with mount(registry["mul"], lambda xp, x, y: x * y + 41):
        assert (x * x).tolist() == mt.mul(x, x).tolist() == (2 * x).add(-1).tolist() == [42, 42]
    assert (x * x).tolist() == [1, 1]


def test_watchers_see_every_call_where_a_path_was_written_before():
    def watched():
        seen = []
        watchers.append(lambda op, inputs, settings, result: seen.append((op.name, len(inputs), dict(settings))))
        try:
            x = mt.ones(2, 3, requires_grad=True)
            (x * x + 2).sum(dim=1).exp().softmax(0).sum().backward()
        finally:
            watchers.pop()
        return seen
    generated = watched(), watched()
    with mt.engine.plain():
        assert generated == (watched(), watched())


@pytest.mark.parametrize("size", [3, 5000])
def test_a_value_used_often_gets_the_sum_and_no_array_that_another_holds(size):
    def run():
        mt.manual_seed(0)
        x, y = mt.rand(size, requires_grad=True), mt.rand(size, requires_grad=True)
        z = x * x + y
        out = z * y + (z + z) + (x + y) + x.neg() + x.reshape(1, size).reshape(size) + x.sum()
        first = mt.ones(size)
        out.backward(first)
        x.grad.add_(1)
        y.grad.mul_(2)                                   # writing to one gradient changes no other
        return [x.grad.tolist(), y.grad.tolist(), first.tolist()]
    generated = run()
    with mt.engine.plain():
        assert run() == generated and generated[2] == [1.0] * size


@pytest.mark.parametrize("wrong", [True, 1.0, 5, "1", [5], (0, 5)])
def test_an_argument_that_was_accepted_once_does_not_excuse_another(wrong):
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


@pytest.mark.parametrize("compare", [lambda x: x > 0, lambda x: x == 1, lambda x: 0 <= x])
def test_a_comparison_with_a_number_is_computed_once(compare, monkeypatch):
    calls = []
    for op in map(registry.get, ("gt", "eq", "ge")):
        monkeypatch.setattr(op, "forward", lambda *a, op=op, run=op.forward: calls.append(op.name) or run(*a))
    assert compare(mt.ones(2)).all() and len(calls) == 1
    assert compare(mt.ones(2, requires_grad=True)).all() and len(calls) == 2


@pytest.mark.parametrize("compute", [lambda x: x * 2, lambda x: 2 - x, lambda x: x * x, lambda x: x.sum(dim=0),
                                     lambda x: x.view(3).exp()], ids=["x*2", "2-x", "x*x", "sum", "a view"])
def test_a_result_says_which_call_cut_it_from_the_graph(compute):
    cut = mt.ones(3, requires_grad=True).detach()
    with pytest.raises(RuntimeError, match="detach"):
        compute(cut).sum().backward()
    assert compute(mt.ones(3)).grad_fn is None


def test_inference_tensors_may_not_be_kept():
    x = mt.ones(2, requires_grad=True)
    with mt.inference_mode():
        fixed = x * 2
    for _ in range(2):
        with pytest.raises(RuntimeError, match="Inference tensors cannot be saved"):
            fixed * x


CALLS = [lambda x: x * x, lambda x: x * 2, lambda x: 2 * x, lambda x: x - np.float32(2), lambda x: -x, lambda x: x @ x,
         lambda x: x.mm(x), lambda x: x.mul(x), lambda x: x.mul(2), lambda x: x.relu(), lambda x: mt.relu(x),
         lambda x: mt.nn.functional.relu(x), lambda x: x.sum(dim=1), lambda x: mt.add(x, x), lambda x: x.clamp(min=0)]


@pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
def test_a_node_knows_the_line_it_was_made_at_however_it_was_called(call):
    for wanted in (mt.ones(2, 2, requires_grad=True), mt.ones(2, 2, requires_grad=True) + 1):
        node = call(wanted)._node
        assert node.code is call.__code__ and 0 < node.at < len(call.__code__.co_code)


def test_a_setting_that_would_hide_a_name_of_generated_code_is_refused():
    sources = [path_source(op, op.name, "T" * len(op.inputs)) for op in registry.values()
               if op.outputs == 1 and op.inputs and not op.variadic]
    assigned = {node.id for lines in sources for node in ast.walk(ast.parse("\n".join(lines)))
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    assert {name for name in assigned if not re.fullmatch(r"[ae]\d+", name)} <= OWN
    with pytest.raises(ValueError, match="a setting cannot be called 'node', because generated paths use"):
        path_source(Op(lambda xp, x, *, node=1: x, name="hiding", register=False), "hiding", "T")
