"""Products in tiles come to the numbers of whole ones; where whole ones are as fast they stay."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import static
from minitorch.ops.kernels import tiled_matmul
from minitorch.static.passes.layout import TOLERANCE

STEPS = [static.passes.ufuncs, static.passes.layout]


def product(form, m, n, k):
    """A function that multiplies matrices whose rows (N) or columns (T) lie one after the other, and its arguments."""
    def function(x, y):
        return (x if form[0] == "N" else x.T) @ (y if form[1] == "N" else y.T)
    rng = np.random.default_rng(m)
    shapes = (m, k) if form[0] == "N" else (k, m), (k, n) if form[1] == "N" else (n, k)
    return function, [mt.tensor(rng.standard_normal(shape).astype("float32")) for shape in shapes]


@pytest.mark.parametrize("form, m, n, k, tiles", [
    ("NN", 128, 256, 128, (16, 256)), ("NN", 1024, 512, 128, (16, 256)), ("TN", 1000, 100, 64, (40, 100)),
    ("NT", 128, 256, 784, (8, 128)), ("NN", 128, 256, 784, (8, 128)), ("NT", 1024, 512, 128, None),
    ("NN", 64, 100, 1000, None), ("TN", 512, 128, 1024, None), ("NN", 97, 512, 128, None), ("NN", 64, 64, 64, None)])
def test_a_product_is_computed_in_tiles_where_that_is_faster(monkeypatch, form, m, n, k, tiles):
    monkeypatch.setattr(tiled_matmul, "tiles_help", lambda: True)
    function, args = product(form, m, n, k)
    trace = static.trace(function, *args, optimise=False)
    trace = trace.with_program(static.optimised(trace.recorded, STEPS))
    found = [(step.settings["rows"], step.settings["width"]) for step in trace.program.steps
             if step.name == "matmul_tiles"]
    assert found == ([tiles] if tiles else [])
    wanted = function(*args).numpy()
    assert np.abs(trace(*args).numpy() - wanted).max() <= TOLERANCE * np.abs(wanted).max()


def test_products_stay_whole_on_several_threads_and_on_other_processors(monkeypatch):
    function, args = product("NN", 128, 256, 128)
    trace = static.trace(function, *args, optimise=False)
    for core, count in (("Haswell", 1), ("SkylakeX", 2)):
        monkeypatch.setattr(tiled_matmul.threads, "core_name", lambda core=core: core)
        monkeypatch.setattr(tiled_matmul.threads, "get_num_threads", lambda count=count: count)
        program = static.optimised(trace.recorded, STEPS)
        assert not any(step.name == "matmul_tiles" for step in program.steps)
        assert (tiled_matmul.matmul_tiles(*[x.numpy() for x in args], 16, 256) == function(*args).numpy()).all()
