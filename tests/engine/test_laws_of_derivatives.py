"""The laws every op's derivative keeps: what it may read, compute and be written with."""

import ast
import inspect
import textwrap
from functools import cache

import numpy as np
import pytest
from laws import Laws, fused, gradients, scalar
from notation import flat
from samples import differentiable, every_row

import minitorch as mt
from minitorch import backend
from minitorch.engine import Spec, registry, watchers
from minitorch.runtime import IndexedGrad

law = Laws()

# What derivatives may read

class Sealed:
    """An array that was not kept: its shape and dtype may be read, and nothing else."""

    __slots__ = ("spec",)

    def __init__(self, array):
        self.spec = Spec(array.shape, array.dtype)

    shape = property(lambda self: self.spec.shape)
    dtype = property(lambda self: self.spec.dtype)
    ndim = property(lambda self: self.spec.ndim)
    __hash__ = None

    def __eq__(self, *other):                # Python's own would quietly answer False
        raise TypeError("the values of this input were not kept")

    __ne__ = __bool__ = __array__ = __eq__
    __array_ufunc__ = None                   # NumPy asks the other side too, which refuses


def calls_of(row, xp):
    """The calls of differentiable ops that a row makes: op, arrays, settings, output, and a gradient of ones."""
    found = []

    def watch(op, inputs, settings, result):
        if op.differentiable and not op.composition and not op.residual:
            outs = result if type(result) is tuple else (result,)
            with np.errstate(invalid="ignore"):                  # inf · 0
                grads = [backend.enter(out.array * 0 + 1) if out.dtype.rank > 1 else None for out in outs]
            if any(g is not None for g in grads):
                arrays = [getattr(x, "array", x) for x in inputs]
                found.append((op, arrays, settings, tuple(out.array for out in outs) if type(result) is tuple
                              else result.array, grads if type(result) is tuple else grads[0]))
    watchers.append(watch)
    try:
        row.call(row.tensors(xp, grad=False))
    finally:
        watchers.pop()
    return found


def run_derivative(op, grad, out, inputs, settings, needs=None):
    settings = {**op.defaults, **settings}
    if op.wants_needs:
        settings["needs"] = needs or tuple(wants(x) for x in inputs)
    result = op.derivative(grad, out, *inputs, **settings)
    result = result if type(result) is tuple else (result,)
    return [g.spread(x.shape) if type(g) is IndexedGrad else g for g, x in zip(result, inputs)]


def equal(a, b):
    return np.array_equal(backend.move(a, "cpu"), backend.move(b, "cpu"), equal_nan=True)


def wants(x):
    return isinstance(x, (*backend.ARRAYS, Sealed)) and x.dtype.kind == "f"


def undeclared(op, arrays):
    return [a if i in op.keeps or op.keeps_all and i >= len(op.inputs) or type(a) not in backend.ARRAYS else Sealed(a)
            for i, a in enumerate(arrays)]


@law(differentiable)
def derivatives_read_only_what_keeps_declares(row, xp):
    for op, arrays, settings, out, grad in calls_of(row, xp):
        free = run_derivative(op, grad, out if op.keeps_out else None, arrays, settings)
        sealed = run_derivative(op, grad, out if op.keeps_out else None, undeclared(op, arrays), settings)
        for a, b in zip(free, sealed, strict=True):
            assert a is b is None or equal(a, b)


@pytest.mark.parametrize("op", [op for op in registry.values() if op.differentiable and not op.variadic
                                and not op.composition and not op.residual and op.name != "eig"], ids=repr)
def test_nothing_is_kept_that_no_derivative_reads(op, xp):
    calls = [call for call in all_calls(xp) if call[0] is op]
    assert calls or not (op.keeps or op.keeps_out), (
        f"no row of tests/samples.py calls {op.name}: give it one, though only derivatives use it")
    for place in op.keeps:
        assert any(fails_without(call, place) for call in calls), f"{op.name} never reads {op.inputs[place]}"
    if op.keeps_out:
        assert any(fails_without(call, None) for call in calls), f"{op.name} keeps out and never reads it"


@cache
def all_calls(xp):
    return [call for row in every_row(differentiable) for call in calls_of(row, xp)]


def fails_without(call, place):
    op, arrays, settings, out, grad = call
    arrays = list(arrays)
    if place is not None:
        if type(arrays[place]) not in backend.ARRAYS:
            return False
        arrays[place] = Sealed(arrays[place])
    try:
        run_derivative(op, grad, out if place is not None else None, arrays, settings)
    except Exception:
        return True
    return False


# Needs

FREE = {"add": "both gradients are the one that came", "cat": "parts are views", "stack": "parts are views",
        "module_boundary": "gradients pass as they come"}


def test_every_op_of_two_floating_inputs_is_told_which_gradients_are_needed(xp):
    deaf = {op.name for op, arrays, *_ in all_calls(xp) if not op.wants_needs and sum(map(wants, arrays)) > 1}
    assert deaf <= set(FREE), "these compute gradients that nobody may want"


def kept_for(op, arrays, needs):
    """The arrays as a derivative finds them when only those gradients are needed: some were kept for others alone."""
    def kept(place):
        whose = op.keeps.get(place)
        return (place in op.keeps or op.keeps_all and place >= len(op.inputs)) and (whose is None or needs[whose])
    return [a if type(a) not in backend.ARRAYS or kept(place) else Sealed(a) for place, a in enumerate(arrays)]


@law(differentiable)
def a_gradient_that_is_not_needed_is_not_computed(row, xp):
    for op, arrays, settings, out, grad in calls_of(row, xp):
        if not op.wants_needs:
            continue
        everything = run_derivative(op, grad, out if op.keeps_out else None, arrays, settings)
        for place in [i for i, x in enumerate(arrays) if wants(x)]:
            needs = tuple(i == place for i in range(len(arrays)))
            found = kept_for(op, arrays, needs)
            only = run_derivative(op, grad, out if op.keeps_out else None, found, settings, needs)
            for i, (a, b) in enumerate(zip(everything, only, strict=True)):
                if i == place:
                    assert a is b is None or equal(a, b)
                else:
                    assert b is None or b is grad, f"{op}: gradient {i} was computed though only {place} was needed"


# Vocabulary

FORBIDDEN = {ast.AugAssign: "augmented assignment", ast.Delete: "del", ast.Global: "global",
             ast.With: "with", ast.Try: "try"}
READABLE = {"shape", "dtype", "ndim"}
CREATION = {"zeros", "ones", "empty", "full", "array", "arange"}


def derivatives():
    return {piece.name: piece.library for op in registry.values()
            if op.differentiable and not op.composition          # a fused op's sees arrays only
            for piece in [op.derivative_piece]}


@pytest.mark.parametrize("derivative", derivatives().values(), ids=derivatives())
def test_derivatives_keep_to_operators_and_ops(derivative):
    body = ast.parse(textwrap.dedent(inspect.getsource(derivative))).body[0]
    counters = counts(body)
    for node in ast.walk(body):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id in counters:
            continue
        where = f"line {getattr(node, 'lineno', 0)} of {derivative.__name__}"
        assert type(node) not in FORBIDDEN, f"{where}: {FORBIDDEN[type(node)]}"
        if isinstance(node, ast.Assign):
            for target in ast.walk(ast.Tuple(node.targets, ast.Load())):
                assert not isinstance(target, ast.Attribute), f"{where}: assignment to an attribute"
        if isinstance(node, ast.Name):
            assert node.id not in ("np", "numpy", "xp", "cupy"), f"{where}: {node.id} names one backend"
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                assert node.func.attr in ("append", "library", "items") or isinstance(node.func.value, ast.Name) and \
                    node.func.value.id in ("math", "dtypes"), f"{where}: a method, .{node.func.attr}()"
            if isinstance(node.func, ast.Name):
                assert node.func.id not in CREATION, f"{where}: creation is by *_like only"
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            assert not is_gradient(node.value), f"{where}: item assignment"


def counts(body):
    """Names that start as a whole number: they may be counted up."""
    found = set()
    for node in ast.walk(body):
        if isinstance(node, ast.Assign):
            targets, value = node.targets[0], node.value
            both = isinstance(value, ast.Tuple) and isinstance(targets, ast.Tuple)
            pairs = zip(targets.elts, value.elts) if both else [(targets, value)]
            found |= {t.id for t, v in pairs if isinstance(v, ast.Constant) and type(v.value) is int}
    return found


def is_gradient(value):
    return isinstance(value, ast.Name) and value.id in ("grad", "out", "x", "y", "input", "weight", "result")


ON_THE_CPU = {"multinomial_op": "numbers are drawn on the CPU", "mode_op": "CuPy has none",
              "scatter_reduce_op": "CuPy has no multiply.at: arrays are moved",
              "resample_bytes": "weights of sizes alone"}


@pytest.mark.parametrize("op", [op for name, op in registry.items() if name not in ON_THE_CPU], ids=repr)
def test_forward_uses_the_library_it_is_given(op):
    body = ast.parse(textwrap.dedent(inspect.getsource(op.piece.library))).body[0]
    assert next(iter(op.piece.library.__code__.co_varnames)) == "xp"
    asked = [node.comparators[0] for node in ast.walk(body) if ast.unparse(node) == "xp is np"]
    named = [node.lineno for node in ast.walk(body) if getattr(node, "id", "") in ("np", "numpy") and node not in asked]
    assert not named, f"{op.name}.forward names NumPy, lines {named}: CuPy arrays would not pass"


# Fused ops

@law(differentiable, fused)
def a_fused_op_is_its_composition(row, xp):
    args = row.tensors(xp)
    fused = row.call(args)
    plain = row.op.composition(*args, **{**row.op.defaults, **row.settings})
    plain = plain if type(plain) is tuple else (plain,)
    inputs = [x for x in flat(args) if x.requires_grad]
    for a, b in zip(fused, plain, strict=True):
        np.testing.assert_allclose(xp.numpy(a), xp.numpy(b), rtol=1e-10, atol=1e-12)
    for a, b in zip(gradients(row, args), mt.runtime.grad(scalar(plain), inputs, allow_unused=True), strict=True):
        assert a is b is None or np.allclose(xp.numpy(a), xp.numpy(b), rtol=1e-9, atol=1e-11)


test_every_law_holds = law.tests()
