"""The laws every op keeps, tried on every row of the table of samples."""

import ast
import inspect
import textwrap
from functools import cache

import numpy as np
import pytest
import samples
from notation import NO_GRADIENT, Draw, flat
from samples import differentiable, every_row

import minitorch as mt
from minitorch import backend, dtypes
from minitorch.graph import Node, Part, Spec, apply, backward_order, functions, registry, watchers
from minitorch.numeric import gradcheck, gradgradcheck


def law(*conditions, dear=False):
    """A law is tried on every row for which the conditions hold, all rows of an op in one test.

    dear   it takes long: on the second backend one row an op is enough
    """
    rows_of = {}
    for row in every_row(*conditions):
        rows_of.setdefault(row.name, []).append(row)

    def declare(test):
        def tried(rows, xp):
            for row in rows if xp.name == "numpy" or not dear else first_full(rows):
                try:
                    test(row, xp)
                except BaseException as error:
                    error.add_note(f"The law fails for {row}.")
                    raise
        tried.__name__, tried.__doc__ = test.__name__, test.__doc__
        return pytest.mark.parametrize("rows", rows_of.values(), ids=rows_of)(tried)
    return declare


def first_full(rows):
    """The first row with an element in it, in a list."""
    return [row for row in rows if any(draw.array().size for draw in row.draws if draw.floating)][:1]


def public(row):
    """Whether the row calls the public function of an op."""
    return row.op is not None and not row.op.hidden and row.draws and row.name not in functions


def fused(row):
    return row.op is not None and row.op.composition


def written_over(row):
    return (row.op is not None and row.op.inplace and row.args and type(row.args[0]) is Draw
            and "alpha" not in row.settings and "rounding_mode" not in row.settings and row.before is None)


def scalar(outs):
    """One number that depends on every element of the floating outputs, each differently."""
    total = 0
    for out in outs:
        if out.requires_grad:
            weights = np.cos(np.arange(out.numel(), dtype=out.dtype.numpy).reshape(out.shape) + 1)
            total = total + (out * mt.from_numpy(np.asarray(weights)).to(out.device)).sum()
    return total


def gradients(row, args, **settings):
    inputs = [x for x in flat(args) if x.requires_grad]
    return mt.graph.grad(scalar(row.call(args)), inputs, allow_unused=True, **settings)


def nodes_of(outs):
    """Every node that the outputs were computed from."""
    return {node for out in outs if out._node is not None for node in backward_order(out._node) if type(node) is Node}


# The table

def test_every_public_op_has_a_row():
    public = {name: op.function for name, op in registry.items() if not op.hidden} | functions
    covered = {row.function for row in every_row()}
    missing = {name for name, function in public.items() if function not in covered and not name.endswith("_")}
    assert not missing                                   # twins in place are tried with the op they are named after


def test_every_hidden_op_is_reached_by_a_row(xp):
    seen = set()
    watchers.append(lambda op, inputs, settings, result: seen.add(op.name))
    try:
        for row in every_row():
            args = row.tensors(xp)
            outs = row.call(args)
            if row.differentiable:
                mt.graph.grad(scalar(outs), [x for x in flat(args) if x.requires_grad], create_graph=True,
                              allow_unused=True)
    finally:
        watchers.pop()
    assert not set(registry) - seen


def test_the_ops_without_a_derivative_are_those_the_table_names():
    silent = {name for name, op in registry.items() if not op.differentiable}
    assert silent <= NO_GRADIENT
    assert not {name for name in NO_GRADIENT if name in registry and registry[name].differentiable}


# Derivatives

@law(differentiable, dear=True)
def test_derivative_agrees_with_finite_differences(row, xp):
    args = row.tensors(xp)
    if any(draw.array().size for draw in row.draws if draw.floating):
        assert gradcheck(lambda *_: row.call(args), kept_double(row, args), atol=loose(row))


@law(differentiable, dear=True)
def test_second_derivative_agrees_with_finite_differences(row, xp):
    args = row.tensors(xp)
    if any(draw.array().size for draw in row.draws if draw.floating):
        assert gradgradcheck(lambda *_: row.call(args), kept_double(row, args), atol=loose(row))


def kept_double(row, args):
    inputs = [x for x in flat(args) if x.requires_grad]
    assert any(out.requires_grad for out in row.call(args)), "no output requires grad, though the table says so"
    return inputs


def loose(row):
    """Rounding to float32 on the way is larger than the differences."""
    return 0.1 if "dtype" in row.settings and dtypes.as_dtype(row.settings["dtype"]) is mt.float32 else 1e-5


@law(differentiable)
def test_derivative_on_arrays_equals_the_one_on_tensors(row, xp):
    args = row.tensors(xp)
    on_arrays, on_tensors = gradients(row, args), gradients(row, args, create_graph=True)
    for a, t in zip(on_arrays, on_tensors, strict=True):
        assert (a is None) == (t is None)
        if a is not None:
            np.testing.assert_allclose(xp.numpy(a), xp.numpy(t), rtol=1e-12, atol=1e-14)
            assert a.dtype is t.dtype


@law(differentiable)
def test_gradients_have_the_dtype_and_shape_of_their_inputs(row, xp):
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
def test_float32_stays_float32_on_the_way_there_and_back(row, xp):
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
def test_floating_inputs_make_floating_results_that_require_grad_and_others_none(row, xp):
    outs = row.call(row.tensors(xp))
    if not row.differentiable:
        assert row.smooth is False or not any(out.requires_grad for out in outs)
    for out in outs:
        assert not (out.requires_grad and out.dtype.rank < 2)


@law()
def test_results_are_plain_tensors_around_arrays(row, xp):
    for out in row.call(row.tensors(xp)):                # NumPy makes scalars of 0-d results; the door arrays again
        assert type(out) is mt.Tensor
        assert type(out.array) is xp.ndarray or not row.draws or row.op is None or row.name == "move"
        assert type(out.array) in backend.ARRAYS
        assert out.array.dtype in dtypes.BY_NUMPY


# Calls

@law()
def test_inputs_are_left_as_they_were(row, xp):
    before, args = row.arrays(), row.tensors(xp)
    outs = row.call(args)
    if row.differentiable:
        gradients(row, args)
        gradients(row, args, create_graph=True)
    del outs
    for x, old in zip(flat(args), flat_arrays(before), strict=True):
        np.testing.assert_array_equal(xp.numpy(x), old)
        assert x._version == 0
        assert x.grad is None


def flat_arrays(args):
    return [a for arg in args for a in (flat_arrays(arg) if type(arg) in (list, tuple) else [arg])
            if isinstance(a, np.ndarray)]


@law()
def test_the_same_call_gives_the_same_result_twice(row, xp):
    args = row.tensors(xp)
    for first, second in zip(row.call(args), row.call(args), strict=True):
        np.testing.assert_array_equal(xp.numpy(first), xp.numpy(second))
    if row.differentiable:
        for first, second in zip(gradients(row, args), gradients(row, args), strict=True):
            assert first is second is None or np.array_equal(xp.numpy(first), xp.numpy(second), equal_nan=True)


@law()
def test_memory_order_and_gaps_change_nothing(row, xp):
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
def test_results_do_not_depend_on_whether_a_graph_is_recorded(row, xp):
    recorded = row.call(row.tensors(xp))
    with mt.no_grad():
        silent = row.call(row.tensors(xp))
    for a, b in zip(recorded, silent, strict=True):
        np.testing.assert_array_equal(xp.numpy(a), xp.numpy(b))
        assert a.dtype is b.dtype
        assert b.grad_fn is None


@law()
def test_only_declared_views_share_memory_with_an_input(row, xp):
    args = row.tensors(xp)
    for out in row.call(args):
        for x in flat(args):
            if row.name != "move" and out is not x and x.numel() and xp.share(out, x):
                assert out._base is x
                assert out._cell is x._cell


@law(public)
def test_public_functions_refuse_bare_arrays(row, xp):
    with pytest.raises(TypeError, match=f"{row.name}.*must be a Tensor( or a number)?, not ndarray"):
        row.function(*row.arrays(), **row.settings)


@law(public, lambda row: row.op.outputs == 1)
def test_out_writes_the_result_where_it_is_told(row, xp):
    args = row.tensors(xp, grad=False)
    expected, = row.call(args)
    place = mt.zeros_like(expected)
    memory = place.data_ptr()
    answer = row.function(*args, **row.settings, out=place)
    assert answer is place
    assert place.data_ptr() == memory
    np.testing.assert_array_equal(xp.numpy(place), xp.numpy(expected))


@law(lambda row: row.op is not None and row.draws)
def test_settings_are_hashable(row, xp):
    seen = []
    watchers.append(lambda op, inputs, settings, result: seen.append(settings))
    try:
        row.call(row.tensors(xp))
    finally:
        watchers.pop()
    assert seen
    for settings in seen:
        hash(tuple(settings.items()))


# In place

@law(written_over)
def test_in_place_twin_does_what_the_op_does(row, xp):
    args, twins = row.tensors(xp), row.tensors(xp)
    expected, = row.call(args)
    x = twins[0].clone()
    memory = x.data_ptr()
    write = getattr(x, f"{row.op.name}_")
    if expected.shape != x.shape or expected.dtype.rank > x.dtype.rank:
        with pytest.raises(RuntimeError, match="doesn't match the broadcast shape|can't be cast to the desired output"):
            write(*twins[1:], **row.settings)
        return
    assert write(*twins[1:], **row.settings) is x
    assert (x.data_ptr(), x.dtype, x._version) == (memory, twins[0].dtype, 1)
    np.testing.assert_allclose(xp.numpy(x), xp.numpy(expected).astype(x.dtype.numpy), rtol=1e-12, atol=1e-14)
    if row.differentiable and expected.requires_grad:
        inputs = [t for t in flat(twins) if t.requires_grad]
        found = mt.graph.grad(scalar([x]), inputs, allow_unused=True)
        for a, b in zip(gradients(row, args), found, strict=True):
            assert a is b is None or np.allclose(xp.numpy(a), xp.numpy(b), rtol=1e-12, atol=1e-14)


def has_twin(row):
    return (f"{row.name}_" in functions and row.draws and type(row.args[0]) is Draw and row.before is None
            and row.name not in ("transpose", "squeeze", "unsqueeze", "t", "normal", "bernoulli"))   # others


@law(has_twin)
def test_functions_in_place_do_what_the_function_does(row, xp):
    args, twins = row.tensors(xp), row.tensors(xp)
    expected = row.call(args)[0]
    x = twins[0].clone()
    if expected.shape == x.shape:
        assert functions[f"{row.name}_"](x, *twins[1:], **row.settings) is x
        assert x._version > 0
        np.testing.assert_allclose(xp.numpy(x), xp.numpy(expected), rtol=1e-12, atol=1e-14)
        if row.differentiable and expected.requires_grad:
            found = mt.graph.grad(scalar([x]), [t for t in flat(twins) if t.requires_grad], allow_unused=True)
            for a, b in zip(gradients(row, args), found, strict=True):
                assert a is b is None or np.allclose(xp.numpy(a), xp.numpy(b), rtol=1e-12, atol=1e-14)


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
    return [g.place(g.grad, x.shape) if type(g) is Part else g for g, x in zip(result, inputs)]


def equal(a, b):
    return np.array_equal(backend.move(a, "cpu"), backend.move(b, "cpu"), equal_nan=True)


def wants(x):
    return isinstance(x, (*backend.ARRAYS, Sealed)) and x.dtype.kind == "f"


def undeclared(op, arrays):
    kept = op.keeps_inputs + (op.keeps_all,) * (len(arrays) - len(op.keeps_inputs))
    return [a if keep or type(a) not in backend.ARRAYS else Sealed(a) for a, keep in zip(arrays, kept)]


@law(differentiable)
def test_derivatives_read_only_what_keeps_declares(row, xp):
    for op, arrays, settings, out, grad in calls_of(row, xp):
        free = run_derivative(op, grad, out if op.keeps_out else None, arrays, settings)
        sealed = run_derivative(op, grad, out if op.keeps_out else None, undeclared(op, arrays), settings)
        for a, b in zip(free, sealed, strict=True):
            assert a is b is None or equal(a, b)


@pytest.mark.parametrize("op", [op for op in registry.values() if op.differentiable and not op.variadic
                                and not op.composition and not op.residual], ids=repr)
def test_nothing_is_kept_that_no_derivative_reads(op, xp):
    calls = [call for call in all_calls(xp) if call[0] is op]
    for place, (name, kept) in enumerate(zip(op.inputs, op.keeps_inputs)):
        if kept:
            assert any(fails_without(call, place) for call in calls), f"{op.name} keeps {name} and never reads it"
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


@law(differentiable)
def test_a_gradient_that_is_not_needed_is_not_computed(row, xp):
    for op, arrays, settings, out, grad in calls_of(row, xp):
        if not op.wants_needs:
            continue
        everything = run_derivative(op, grad, out if op.keeps_out else None, arrays, settings)
        for place in [i for i, x in enumerate(arrays) if wants(x)]:
            needs = tuple(i == place for i in range(len(arrays)))
            only = run_derivative(op, grad, out if op.keeps_out else None, arrays, settings, needs)
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


ON_THE_CPU = {"multinomial_op": "numbers are drawn on the CPU", "mode_op": "CuPy has none"}


@pytest.mark.parametrize("op", [op for name, op in registry.items() if name not in ON_THE_CPU], ids=repr)
def test_forward_uses_the_library_it_is_given(op):
    body = ast.parse(textwrap.dedent(inspect.getsource(op.piece.library))).body[0]
    assert next(iter(op.piece.library.__code__.co_varnames)) == "xp"
    for node in ast.walk(body):
        if isinstance(node, ast.Name) and node.id in ("np", "numpy"):
            pytest.fail(f"{op.name}.forward names {node.id}, line {node.lineno}: CuPy arrays would not pass")


# Fused ops

@law(differentiable, fused)
def test_a_fused_op_is_its_composition(row, xp):
    args = row.tensors(xp)
    fused = row.call(args)
    plain = row.op.composition(*args, **{**row.op.defaults, **row.settings})
    plain = plain if type(plain) is tuple else (plain,)
    inputs = [x for x in flat(args) if x.requires_grad]
    for a, b in zip(fused, plain, strict=True):
        np.testing.assert_allclose(xp.numpy(a), xp.numpy(b), rtol=1e-10, atol=1e-12)
    for a, b in zip(gradients(row, args), mt.graph.grad(scalar(plain), inputs, allow_unused=True), strict=True):
        assert a is b is None or np.allclose(xp.numpy(a), xp.numpy(b), rtol=1e-9, atol=1e-11)


def test_every_public_op_and_function_has_its_sentence():
    for thing in (*registry.values(), *functions.values()):
        assert thing.__doc__ and thing.__doc__.strip(), thing


def test_an_op_answers_arrays_with_an_array_and_tensors_with_a_tensor():
    exp = registry["exp"]
    assert isinstance(exp(np.ones(2)), np.ndarray)
    assert type(exp(mt.ones(2))) is mt.Tensor
    assert type(apply(exp, (mt.ones(2),))) is mt.Tensor
