"""minitorch.numpy beside NumPy: the same expressions, by both, have the same shapes, element types and numbers."""

import inspect
from pathlib import Path

import numpy
import pytest

import minitorch as mt
import minitorch.numpy as ours
from minitorch import func

rng = numpy.random.default_rng(0)
GIVEN = {"a": rng.uniform(0.2, 0.9, (3, 4)), "c": rng.standard_normal((4, 3)), "f": rng.random((3, 4), "float32"),
         "i": rng.integers(1, 9, (3, 4)), "j": rng.integers(1, 5, 4, "int32"), "k": rng.integers(1, 5, 4, "int8"),
         "b": rng.random((3, 4)) < 0.5, "v": rng.standard_normal(4), "s": numpy.eye(3) * 2 + 0.5,
         "z": numpy.array([1.0, numpy.nan, 3.0, -2.0]), "w": rng.random(3) + 1j, "t": rng.random((2, 3, 4))}
UNARY = """absolute fabs negative positive sign rint sqrt square cbrt reciprocal exp exp2 expm1 log log2 log10 log1p sin
    cos tan sinh cosh tanh arcsin arccos arctan arcsinh arctanh floor ceil trunc radians degrees isnan isinf isfinite
    signbit sinc real imag conj""".split()
BINARY = """add subtract multiply divide floor_divide remainder fmod power maximum minimum fmax fmin arctan2 hypot
    logaddexp logaddexp2 copysign heaviside float_power equal less greater_equal not_equal logical_and
    logical_xor""".split()
FOLDED = "sum prod mean var std max min ptp all any median argmax argmin nansum nanmean nanvar nanmax".split()
REST = (Path(__file__).parent / "numpy_expressions.txt").read_text(encoding="utf-8")
EXPRESSIONS = [f"np.{name}({x})" for name in UNARY for x in ("a", "f", "i", "k") if (name, x) not in {
    (one, x) for one in ("arcsin", "arccos", "arctanh") for x in "ik"}]
EXPRESSIONS += [f"np.{name}({pair})" for name in BINARY for pair in ("a, f", "i, j", "f, i", "k, 2", "2.5, f", "j, a")]
EXPRESSIONS += [f"np.{name}({x}, {axis})" for name in FOLDED for x in "ai" for axis in ("None", "-1")]
EXPRESSIONS += REST.splitlines()


def flat(found):
    """Shapes, element types and numbers of what a function gave."""
    if isinstance(found, tuple | list):
        return [x for part in found for x in flat(part)]
    if isinstance(found, mt.dtype | numpy.dtype):
        return [("dtype", None, numpy.asarray(found.name))]
    array = numpy.asarray(found)
    return [(array.shape, array.dtype if hasattr(found, "dtype") else None, array)]


def test_every_expression_gives_what_numpy_gives():
    wrong = []
    for text in EXPRESSIONS:
        theirs = flat(eval(text, {"np": numpy, **GIVEN}))
        try:
            found = flat(eval(text, {"np": ours, **{name: mt.from_numpy(x) for name, x in GIVEN.items()}}))
        except Exception as error:
            raise AssertionError(text) from error
        same = len(found) == len(theirs)
        for (shape, kind, x), (their_shape, their_kind, y) in zip(found, theirs):
            same &= shape == their_shape and (None in (kind, their_kind) or kind == their_kind)
            if x.dtype.kind == "U":
                same &= str(x) == str(y)
            elif same:
                close = 2e-3 if kind == "float16" else 2e-6 if kind == "float32" else 1e-12
                same &= numpy.allclose(x, y, close, close, equal_nan=True)
        if not same:
            wrong.append((text, [x[:2] for x in found], [x[:2] for x in theirs]))
    assert not wrong
    assert len(EXPRESSIONS) > 600


def test_names_and_arguments_are_numpys():
    """Each has NumPy's name, and takes no argument that NumPy's does not; those before a star come in its order."""
    for place, there in ((ours, numpy), (ours.linalg, numpy.linalg), (ours.random, numpy.random)):
        assert not [name for name in place.__all__ if not hasattr(there, name)]
        for name in place.__all__:
            call = getattr(place, name)
            try:
                theirs = list(inspect.signature(getattr(there, name)).parameters)
                theirs = [x.removesuffix("_or_stop") for x in theirs]              # arange's first has two names
                own = inspect.signature(call).parameters
            except (TypeError, ValueError):                   # NumPy's C functions do not tell, before 2.4
                continue
            if isinstance(call, type) or "kwargs" in theirs or "kwargs" in own or "settings" in own:
                continue
            named = [p.name for p in own.values() if p.kind is not p.VAR_POSITIONAL]
            assert set(named) <= set(theirs), name
            ordered = [p.name for p in own.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
            assert ordered == [x for x in theirs if x in ordered], name


GRADIENTS = """np.sum(np.sin(a) * a); np.mean(np.square(np.dot(a, c))); np.std(a); np.median(a)
    np.max(a, 0); np.cumsum(a, 1); np.interp(a, [0, 0.5, 1], [1, 3, 2]); np.linalg.inv(np.matmul(a, np.transpose(a)))
    np.where(a > 0.5, a, a ** 2); np.array([a[0], 2 * a[1]]); np.linspace(a[0], a[1], 3); np.convolve(a[0], a[1])
    np.pad(a, 1); np.take(a, [0, 0, 3]); np.cov(a); np.average(a, 1, a[0]); np.gradient(a, axis=0); np.cbrt(a)
    np.concatenate([a, np.ones((1, 4))]); np.linalg.norm(a, axis=1)"""


@pytest.mark.parametrize("text", [one.strip() for one in GRADIENTS.replace("\n", ";").split(";")])
def test_gradients_go_through(text):
    def value(a):
        return ours.sum(ours.cos(eval(text, {"np": ours, "c": mt.from_numpy(GIVEN["c"]), "a": a})))
    a = mt.from_numpy(GIVEN["a"])
    assert mt.autograd.gradcheck(value, (a.clone().requires_grad_(),), eps=1e-6, atol=1e-6)
    assert func.grad(value)(a).shape == (3, 4)


LECTURE = """
np.random.seed(0)
N, D = 3, 4
x = np.random.randn(N, D)
y = np.random.randn(N, D)
z = np.random.randn(N, D)
a = x * y
b = a + z
c = np.sum(b)
grad_c = 1.0
grad_b = grad_c * np.ones((N, D))
grad_a = grad_b.copy()
grad_z = grad_b.copy()
grad_x = grad_a * y
grad_y = grad_a * x
"""


def test_the_lectures_numpy_program_runs_with_its_import_changed():
    """Lectures 000, 001 and 004 have it; 001 prints the gradients."""
    own, theirs = {"np": ours}, {"np": numpy}
    exec(LECTURE, own)
    exec(LECTURE, theirs)
    for name in "x y z a b c grad_a grad_z grad_x grad_y".split():
        assert isinstance(own[name], mt.Tensor)
        numpy.testing.assert_array_equal(own[name].numpy(), theirs[name])
    numpy.testing.assert_allclose(own["grad_x"][0], [0.76103773, 0.12167502, 0.44386323, 0.33367433], atol=1e-8)
    found = func.grad(lambda x, y, z: ours.sum(x * y + z), (0, 1, 2))(own["x"], own["y"], own["z"])
    for grad, name in zip(found, ("grad_x", "grad_y", "grad_z")):
        numpy.testing.assert_allclose(grad, own[name], rtol=1e-12)


def test_random_numbers_are_numpys():
    a, b = ours.random.default_rng(3), numpy.random.default_rng(3)
    numpy.testing.assert_array_equal(a.normal(size=(2, 3)), b.normal(size=(2, 3)))
    numpy.testing.assert_array_equal(a.integers(0, 9, 5), b.integers(0, 9, 5))
    x, y = ours.arange(6), numpy.arange(6)
    state = numpy.random.RandomState(1)
    ours.random.seed(1)
    ours.random.shuffle(x)
    assert sorted(x.tolist()) == y.tolist() and x.tolist() == state.permutation(6).tolist()
    assert isinstance(ours.random.rand(), float) and isinstance(a.choice(x, 2), mt.Tensor)


def test_errors_are_told():
    for text, error in (("np.negative(b)", TypeError), ("np.array('text')", TypeError), ("np.split(v, 3)", ValueError),
                        ("np.sum(v, 1)", numpy.exceptions.AxisError), ("np.where(b, v)", ValueError),
                        ("np.pad(v, 1, 'wrap')", NotImplementedError), ("np.nothing", AttributeError),
                        ("np.squeeze(a, 0)", ValueError), ("np.matmul(v, 2)", ValueError)):
        with pytest.raises(error):
            eval(text, {"np": ours, **{name: mt.from_numpy(x) for name, x in GIVEN.items()}})


def test_out_is_written():
    out = ours.zeros((3, 4))
    assert ours.add(GIVEN["a"], 1, out) is out and out[0, 0] == GIVEN["a"][0, 0] + 1
    assert ours.sum(GIVEN["a"], 0, out=out[0]).tolist() == out[0].tolist()


def test_dlpack_shares_memory_both_ways():
    x = mt.arange(6).reshape(2, 3)
    y = numpy.from_dlpack(x)
    x[0, 0] = 7
    assert y[0, 0] == 7 and x.__dlpack_device__() == (1, 0)
    z = ours.from_dlpack(y)
    assert z.data_ptr() == x.data_ptr() and mt.from_dlpack(y, copy=True).data_ptr() != x.data_ptr()
    with pytest.raises(BufferError, match="detach"):
        numpy.from_dlpack(mt.ones(2, requires_grad=True))
    with pytest.raises(TypeError, match="__dlpack__"):
        mt.from_dlpack([1, 2])
    with pytest.raises(TypeError, match="uint64"):
        mt.from_dlpack(numpy.zeros(2, numpy.uint64))


@pytest.mark.needs("torch")
def test_dlpack_shares_memory_with_pytorch():
    import torch
    theirs = torch.arange(4.0)
    x = mt.from_dlpack(theirs)
    theirs[1] = 9
    assert x.tolist() == [0, 9, 2, 3] and torch.from_dlpack(x)[1] == 9


def test_a_tensor_names_its_namespace():
    assert mt.ones(2).__array_namespace__() is ours
    assert ours.float32 is mt.float32 and ours.ndarray is mt.Tensor


def test_jit_records_what_has_gradients_and_says_what_it_cannot():
    net = func.jit(lambda x: ours.mean(ours.tanh(ours.dot(x, GIVEN["c"]))))
    a = mt.from_numpy(GIVEN["a"])
    assert net(a).item() == net(a).item() == ours.mean(ours.tanh(ours.dot(a, GIVEN["c"]))).item()
    with pytest.warns(UserWarning, match="runs uncompiled"):
        assert func.jit(lambda x: ours.digitize(x, [0.5]))(a).tolist() == ours.digitize(a, [0.5]).tolist()
    value, slope = func.value_and_grad(lambda x: ours.sum(x ** 2))(a)
    assert value == ours.sum(a ** 2) and (slope == 2 * a).all() and func.jacobian is func.jacrev
