"""Functions with reductions keep eager's accuracy in C, far from 0 and at large and small scales.

The exact result is eager's in float64 from the same inputs. In float32 the error of C is at most 8 times eager's, or
2⁻¹⁸ of the largest number; in float64 both results agree up to 2⁻⁴⁴, times |mean| / scale: a mean has rounding errors.
"""

import numpy as np
import pytest

import minitorch as mt
from minitorch.nn import functional as F
from minitorch.static.fused import Rows

pytestmark = pytest.mark.needs("cc")
CLASSES = mt.arange(6) * 5 % 24


@pytest.fixture(autouse=True, scope="module")
def home(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINITORCH_HOME", str(tmp_path_factory.mktemp("home")))
        yield


FUNCTIONS = {
    "layer_norm": lambda x, w, b: F.layer_norm(x, w.shape, w, b),
    "layer_norm_matrix": lambda x, w, b: F.layer_norm(x.reshape(2, 3, 24), (3, 24)) * w,
    "batch_norm": lambda x, w, b: F.batch_norm(x * 1, None, None, w, b, training=True),
    "batch_norm_images": lambda x, w, b: F.batch_norm(x.reshape(2, 12, 6) * 1, None, None, w[:12], b[:12], True),
    "group_norm": lambda x, w, b: F.group_norm(x * 1, 2, w, b),
    "group_norm_images": lambda x, w, b: F.group_norm(x.reshape(2, 24, 3) * 1, 2, w, b),
    "instance_norm": lambda x, w, b: F.instance_norm(x.reshape(2, 24, 3) * 1, None, None, w, b),
    "rms_norm": lambda x, w, b: F.rms_norm(x * 1, w.shape, w),
    "normalize": lambda x, w, b: F.normalize(x * w, dim=-1),
    "softmax": lambda x, w, b: x.softmax(-1) * w,
    "softmax_columns": lambda x, w, b: x.softmax(0) * w,
    "log_softmax": lambda x, w, b: x.log_softmax(-1) * w,
    "logsumexp": lambda x, w, b: x.logsumexp(-1),
    "attention": lambda x, w, b: F.scaled_dot_product_attention(*[y.reshape(1, 6, 24) for y in (x, x * w, x)]),
    "mean": lambda x, w, b: (x - x.mean(-1, keepdim=True)) * w,
    "mean_of_all": lambda x, w, b: (x - x.mean()) * w,
    "var": lambda x, w, b: x.var(-1),
    "var_columns": lambda x, w, b: x.var(0) * w,
    "std": lambda x, w, b: x.std(-1),
    "std_of_all": lambda x, w, b: x.std() * w,
    "cross_entropy": lambda x, w, b: F.cross_entropy(x * w, CLASSES),
    "label_smoothing": lambda x, w, b: F.cross_entropy(x * w, CLASSES, label_smoothing=0.1),
    "kl_div": lambda x, w, b: F.kl_div((x * w).log_softmax(-1), b.softmax(-1).expand(6, 24), reduction="batchmean"),
    "mse_loss": lambda x, w, b: F.mse_loss(x * w, b.expand(6, 24)),
    "binary_cross_entropy": lambda x, w, b: F.binary_cross_entropy_with_logits(x * w, b.sigmoid().expand(6, 24)),
}
RANGES = [(0, 1), (1e4, 1), (-1e6, 10), (0, 1e15), (0, 1e-12)]           # (mean, scale) of the inputs


def with_gradients(function):
    def run(x, w, b):
        x.grad = w.grad = b.grad = None
        y = function(x, w, b)
        (y * mt.cos(mt.arange(y.numel(), dtype=y.dtype).reshape(y.shape))).sum().backward()
        return y.detach(), x.grad, w.grad, b.grad
    return run


def tensors_of(arrays, dtype):
    return [mt.tensor(array.astype(dtype), requires_grad=True) for array in arrays]


def numbers_of(results):
    return [None if x is None else x.numpy().astype(np.float64) for x in results]


@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value", "ignore:divide by zero")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_reductions_keep_accuracy_far_from_zero(name):
    function = with_gradients(FUNCTIONS[name])
    compiled = mt.compile(function, fullgraph=True, backend="c")
    for dtype in ("float32", "float64"):
        for mean, scale in RANGES:
            rng = np.random.default_rng(0)
            x, w, b = rng.normal(size=(6, 24)) * scale + mean, rng.normal(size=24), rng.normal(size=24)
            arrays = [array.astype(dtype) for array in (x, w, b)]
            compiled(*tensors_of(arrays, dtype))
            eager, exact, ours = [numbers_of(run(*tensors_of(arrays, kind))) for run, kind in [
                (function, dtype), (function, "float64"), (compiled, dtype)]]
            for wanted, true, found in zip(eager, exact, ours, strict=True):
                if wanted is None:
                    assert found is None
                    continue
                finite = np.isfinite(wanted)
                assert (np.isfinite(found) == finite).all()
                largest = np.abs(true[finite]).max(initial=0)
                limit = largest * (2.0 ** -18 if dtype == "float32" else 2.0 ** -44 * max(1, abs(mean) / scale))
                allowed = limit + 8 * np.abs(wanted - true)[finite].max(initial=0)
                assert np.abs(found - true)[finite].max(initial=0) <= allowed, (name, dtype, mean, scale)
    assert "void fused_1(" in compiled.graph.code("c")


def test_layer_norm_in_c_subtracts_the_rounded_mean_twice():
    """The gradient of its weight keeps six digits at a mean of 10⁴, in rows that C sums in float and in double."""
    for length in (24, 1500):
        x = np.random.default_rng(0).normal(1e4, 1, (40, length)).astype(np.float32)
        normal = x.astype(np.float64) - x.mean(1, dtype=np.float64, keepdims=True)
        normal /= np.sqrt((normal ** 2).mean(1, keepdims=True) + 1e-5)

        def function(x, w):
            w.grad = None
            (F.layer_norm(x, w.shape, w) * mt.sin(x)).sum().backward()
            return w.grad
        compiled = mt.compile(function, fullgraph=True, backend="c")
        for _ in range(2):
            found = compiled(mt.tensor(x), mt.ones(length, requires_grad=True))
        exact = (normal * np.sin(x).astype(np.float64)).sum(0)
        assert np.abs(found.numpy() - exact).max() <= 1e-6 * np.abs(exact).max()
        assert [type(step.call) for step in compiled.graph.steps].count(Rows)
