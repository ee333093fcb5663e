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


@pytest.mark.parametrize("rows, columns, depth", [(0, 0, 0), (4, 0, 0), (4, 5, 0), (0, 0, 3), (4, 5, 3)])
@pytest.mark.parametrize("turn", [False, True])
@pytest.mark.parametrize("add", [False, True])
def test_a_product_in_tiles_is_the_product(rows, columns, depth, turn, add):
    rng = np.random.default_rng(0)
    a, b, out = [rng.standard_normal(shape).astype(np.float32) for shape in ((8, 6), (6, 10), (8, 10))]
    wanted = a @ b + add * out
    a, b = [np.asarray(x, order="F") for x in (a, b)] if turn else (a, b)
    bare.product(a, b, out, rows, columns, depth, add=add)()
    np.testing.assert_allclose(out, wanted, rtol=1e-5, atol=1e-5)
