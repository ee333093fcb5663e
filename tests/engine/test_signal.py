"""Windows, slopes from values, and the functions of torch.linalg's that few programs name, as PyTorch has them."""

import subprocess
import sys

import numpy as np
import pytest

import minitorch as mt

pytestmark = pytest.mark.needs("torch")
RNG = np.random.default_rng(0)
A, E = RNG.normal(size=(3, 4, 4)).tolist(), np.linalg.inv(RNG.normal(size=(6, 6))).reshape(2, 3, 6).tolist()
P = (np.array(A) @ np.array(A).transpose(0, 2, 1) + np.eye(4)).tolist()
SINGULAR, INDEFINITE = [[1.0, 2.0], [2.0, 4.0]], [[1.0, 2.0], [2.0, 1.0]]
WINDOWS = """bartlett blackman cosine exponential gaussian general_cosine general_hamming hamming hann kaiser
nuttall""".split()


def parts(out):
    """The tensors that a call gave, its error, or its kind."""
    return list(out) if isinstance(out, tuple) else [out]


def alike(call, torch):
    """Hold a call of both libraries to one another: numbers, shapes and dtypes, or the kind of error."""
    found = []
    for library in (mt, torch):
        try:
            found.append([(tuple(x.shape), str(x.dtype).rpartition(".")[2], x.detach().numpy())
                          for x in parts(call(library))])
        except (RuntimeError, TypeError, ValueError) as error:
            found.append(next(kind for kind in (TypeError, ValueError, RuntimeError) if isinstance(error, kind)))
    ours, theirs = found
    if not isinstance(ours, list) or not isinstance(theirs, list):
        assert ours == theirs
        return
    assert [x[:2] for x in ours] == [x[:2] for x in theirs]
    for one, other in zip(ours, theirs):
        np.testing.assert_allclose(one[2], other[2], rtol=1e-4, atol=2e-6)


CALLS = {
    "inv_ex": lambda t: t.linalg.inv_ex(t.tensor(A)), "cholesky_ex": lambda t: t.linalg.cholesky_ex(t.tensor(P)),
    "inv_ex of none": lambda t: t.linalg.inv_ex(t.tensor(SINGULAR)).info,
    "inv_ex of some": lambda t: t.linalg.inv_ex(t.stack([t.tensor(SINGULAR), t.eye(2) * 3])).inverse[1],
    "inv_ex, some told": lambda t: t.linalg.inv_ex(t.stack([t.tensor(SINGULAR), t.eye(2) * 3])).info,
    "inv_ex that raises": lambda t: t.linalg.inv_ex(t.tensor(SINGULAR), check_errors=True),
    "inv_ex of no square": lambda t: t.linalg.inv_ex(t.ones(2, 3)),
    "cholesky_ex, upper": lambda t: t.linalg.cholesky_ex(t.tensor(P), upper=True),
    "cholesky_ex of some": lambda t: t.linalg.cholesky_ex(t.stack([t.tensor(INDEFINITE), t.eye(2)])).info,
    "cholesky_ex of zeros": lambda t: t.linalg.cholesky_ex(t.zeros(3, 3)).info,
    "cholesky_ex, third minor": lambda t: t.linalg.cholesky_ex(t.diag(t.tensor([1.0, 2.0, -1.0, 3.0]))).info,
    "cholesky_ex that raises": lambda t: t.linalg.cholesky_ex(t.zeros(2, 2), check_errors=True),
    "solve_ex": lambda t: t.linalg.solve_ex(t.tensor(A), t.ones(3, 4, 2)),
    "solve_ex of vectors": lambda t: t.linalg.solve_ex(t.tensor(A), t.ones(3, 4)),
    "solve_ex from the right": lambda t: t.linalg.solve_ex(t.tensor(A), t.ones(3, 2, 4), left=False),
    "solve_ex of none": lambda t: t.linalg.solve_ex(t.tensor(SINGULAR), t.ones(2)).info,
    "solve_ex that raises": lambda t: t.linalg.solve_ex(t.tensor(SINGULAR), t.ones(2), check_errors=True),
    "solve from the right": lambda t: t.linalg.solve(t.tensor(A), t.ones(3, 2, 4), left=False),
    "solve a vector from the right": lambda t: t.linalg.solve(t.tensor(A[0]), t.ones(4), left=False),
    "vander": lambda t: t.linalg.vander(t.tensor([[1.0, 2.0], [3.0, 4.0]]), N=3),
    "vander of ints": lambda t: t.linalg.vander(t.tensor([1, 2, 3])),
    "vander of one": lambda t: t.linalg.vander(t.tensor([1.0, 2.0]), N=1),
    "vander of bools": lambda t: t.linalg.vander(t.tensor([True, False])),
    "vander of a number": lambda t: t.linalg.vander(t.tensor(3.0), N=2),
    "tensorinv": lambda t: t.linalg.tensorinv(t.tensor(E)),
    "tensorinv, 1": lambda t: t.linalg.tensorinv(t.tensor(E), 1),
    "tensorinv, 0": lambda t: t.linalg.tensorinv(t.tensor(E), 0),
    "tensorsolve": lambda t: t.linalg.tensorsolve(t.tensor(E), t.ones(2, 3)),
    "tensorsolve, moved": lambda t: t.linalg.tensorsolve(t.tensor(E).movedim(2, 0), t.ones(2, 3), dims=(0,)),
    "tensorsolve that does not fit": lambda t: t.linalg.tensorsolve(t.tensor(E), t.ones(2, 4)),
    "frexp": lambda t: t.frexp(t.tensor([1.0, 0.0, -3.0, 1e-40, float("inf"), float("nan")])),
    "frexp of ints": lambda t: t.frexp(t.tensor([1])),
    "gradient at coordinates": lambda t: t.gradient(t.tensor(A[0]), spacing=(
        t.tensor([0.0, 1.0, 3.0, 4.0]), t.tensor([0.0, 2.0, 3.0, 4.5])), edge_order=2),
    "gradient, one spacing for two": lambda t: t.gradient(t.tensor(A[0]), spacing=[1.0]),
    "gradient, a dimension twice": lambda t: t.gradient(t.tensor(A[0]), dim=(0, -2)),
    "gradient, order 3": lambda t: t.gradient(t.tensor(A[0]), edge_order=3),
    "gradient of one": lambda t: t.gradient(t.tensor([1.0])),
    "gradient of a number": lambda t: t.gradient(t.tensor(1.0)),
    "kaiser_window": lambda t: t.kaiser_window(20, True, 30.0),
    "kaiser_window, negative": lambda t: t.kaiser_window(7, False, -20.0),
    "kaiser_window, too large": lambda t: t.kaiser_window(5, True, 1e30),
    "kaiser_window, in half": lambda t: t.kaiser_window(5, True, 3000.0, dtype=t.half),
    "gaussian": lambda t: t.signal.windows.gaussian(6, std=2.0),
    "exponential": lambda t: t.signal.windows.exponential(5, center=1.0, sym=False, tau=2.0),
    "exponential, both": lambda t: t.signal.windows.exponential(5, center=1.0),
    "exponential, no tau": lambda t: t.signal.windows.exponential(5, tau=0.0),
    "gaussian, no std": lambda t: t.signal.windows.gaussian(5, std=0.0),
    "kaiser, negative": lambda t: t.signal.windows.kaiser(5, beta=-1.0),
    "general_cosine of none": lambda t: t.signal.windows.general_cosine(5, a=[]),
    "general_cosine of a number": lambda t: t.signal.windows.general_cosine(5, a=2.0),
    "general_hamming": lambda t: t.signal.windows.general_hamming(6, alpha=0.7)}


@pytest.mark.parametrize("name", CALLS)
def test_what_few_programs_name_is_pytorchs(name, torch):
    alike(CALLS[name], torch)


@pytest.mark.parametrize("name", WINDOWS)
def test_windows_of_every_length_are_pytorchs(name, torch):
    settings = {"a": [0.4, 0.3, 0.2]} if name == "general_cosine" else {}
    for length in (-1, 0, 1, 2, 7, 8):
        for sym in (True, False):
            alike(lambda t, length=length, sym=sym: getattr(t.signal.windows, name)(length, sym=sym, **settings), torch)
    for dtype in ("float64", "int64", "float16"):
        alike(lambda t, dtype=dtype: getattr(t.signal.windows, name)(5, dtype=getattr(t, dtype), **settings), torch)


def test_gradients_pass_through_results_that_may_fail(torch):
    found = []
    for library in (mt, torch):
        x = library.tensor(P, requires_grad=True)
        b = library.ones(3, 4, 1)
        outs = (library.linalg.inv_ex(x).inverse, library.linalg.cholesky_ex(x).L, library.linalg.solve_ex(x, b).result)
        found.append([library.autograd.grad((out ** 2).sum(), x)[0].numpy() for out in outs])
    for one, other in zip(*found):
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-4)


SETS = {"a tensor": lambda a, b: a.set_(b), "part of a storage": lambda a, b: a.set_(b.storage(), 1, (2, 2), (1, 1)),
        "bytes": lambda a, b: a.set_(b.untyped_storage(), 1, (2,), (1,)), "nothing": lambda a, b: a.set_(),
        "another dtype": lambda a, b: a.set_(b.int()), "a leaf": lambda a, b: a.requires_grad_().set_(b),
        "part of a tensor": lambda a, b: a.set_(b, 1, (2, 2)), "a storage": lambda a, b: a.set_(b.storage()),
        "a transpose": lambda a, b: a.set_(b.t())}


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
@pytest.mark.parametrize("name", SETS)
def test_set_shares_the_memory_of_another_tensor_as_pytorchs(name, torch):
    def call(library):
        a, b = library.zeros(2), library.arange(6.0).reshape(2, 3)
        assert SETS[name](a, b) is a
        b[0, 1] = 9                                                              # which is seen
        return a, library.tensor(a.stride() if a.numel() else ()), library.tensor(a._version == b._version)
    alike(call, torch)


def test_windows_wait_until_they_are_named():
    code = ("import sys, minitorch as mt; mt.linalg; print('minitorch.signal' in sys.modules); "
            "print(mt.signal.windows.hann(3).tolist())")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["False", "[0.0, 1.0, 0.0]"]


def test_results_are_called_as_pytorchs_are(torch):
    found = []
    for library in (mt, torch):
        x = library.eye(2)
        calls = [library.linalg.qr(x), library.linalg.svd(x), library.linalg.eigh(x), library.linalg.slogdet(x),
                 library.linalg.lstsq(x, x), library.linalg.inv_ex(x), library.slogdet(x), library.qr(x),
                 library.svd(x)]
        found.append([type(one).__name__ for one in calls])
    assert found[0] == found[1]
