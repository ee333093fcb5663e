"""The steps written by hand on NumPy alone: they come to what minitorch's come to, and use no library."""

import ast
from pathlib import Path

import numpy as np
import pytest

import minitorch
from benchmarks import measure
from benchmarks.peers import bare, builders
from benchmarks.workloads import WORKLOADS

FILES = sorted(Path(bare.__file__).parent.glob("bare*.py"))


@pytest.mark.parametrize("name", builders("numpy"))
def test_loss_gradients_and_the_step_after_agree_with_minitorch(name):
    ours, theirs = WORKLOADS[name].build(minitorch), builders("numpy")[name]()
    measure.agree(name, ours.first, theirs.first, 1e-4)
    measure.agree(name, [np.asarray(ours.step().detach())], [np.asarray(theirs.step())], 1e-4)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_only_numpy_is_imported(file):
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    named |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    assert named <= {"numpy", "functools", "itertools"}


@pytest.mark.parametrize("rows, columns", [(8, 10), (4, 10), (8, 5), (4, 5)])
@pytest.mark.parametrize("order", "CF")
def test_a_product_in_tiles_is_the_product(rows, columns, order):
    rng = np.random.default_rng(0)
    a, b = [np.asarray(rng.standard_normal(shape, np.float32), order=order) for shape in ((8, 6), (6, 10))]
    out = np.empty((8, 10), np.float32)
    bare.product(a, b, out, rows, columns)()
    np.testing.assert_allclose(out, a @ b, rtol=1e-5, atol=1e-5)
