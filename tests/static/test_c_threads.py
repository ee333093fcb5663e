"""Large loops in C run in threads of our own: the numbers stay, and so does all that forks, fails or ends."""

import os
import subprocess
import sys
import textwrap
import threading

import pytest

import minitorch as mt
from minitorch.backend import compiler
from minitorch.nn import functional as F

pytestmark = pytest.mark.needs("cc")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A folder of libraries that goes with each test, a pool of its own, and the number of threads that there was."""
    monkeypatch.setenv("MINITORCH_HOME", str(tmp_path))
    monkeypatch.setattr(compiler.threads, "told", [])
    compiler.thread_pool.cache_clear()
    before = mt.get_num_threads()
    yield
    mt.set_num_threads(before)
    compiler.thread_pool.cache_clear()


def loops(x, w):
    """Functions of single elements, functions of rows, and the sums over all rows, which stay in one thread."""
    x.grad = w.grad = None
    y = F.layer_norm(x * 2, w.shape, w, w)
    (y.softmax(-1) * y.tanh()).sum().backward()
    return (x.exp() * w).detach().sigmoid(), y.detach(), x.grad, w.grad


def given(rows=500, columns=150):
    mt.manual_seed(0)
    return mt.rand(rows, columns, requires_grad=True), mt.rand(columns, requires_grad=True)


def test_the_numbers_are_the_same_with_any_number_of_threads():
    compiled, x = mt.compile(loops, fullgraph=True, backend="c"), given()
    mt.set_num_threads(1)
    compiled(*x)
    wanted = compiled(*x)
    assert compiler.thread_pool().threads_started() == 0
    for number in (2, 3, 8, 2):
        mt.set_num_threads(number)
        assert all((a == b).all() for a, b in zip(compiled(*x), wanted, strict=True))
    assert compiler.thread_pool().threads_started() == 7
    text = compiled.graph.code("c")
    assert "in_parts(fused_1_part" in text and "(float)" in text
    with_sums = [part for part in text.split("\nvoid ") if "added" in part]
    assert with_sums and not any("in_parts(" in part for part in with_sums)


@pytest.mark.parametrize("sizes", [(1, 70_000), (2, 40_000), (70_001, 1), (65_537,), (3, 7, 4_001)], ids=str)
def test_every_row_is_computed_once(sizes):
    def twice(x):
        return x * 2 + 1
    x = mt.arange(mt.Size(sizes).numel(), dtype=mt.float32).view(sizes)
    compiled = mt.compile(twice, fullgraph=True, backend="c")
    mt.set_num_threads(3)
    compiled(x)
    assert "in_parts(fused_1_part" in compiled.graph.code("c")
    assert (compiled(x) == twice(x)).all()


def test_python_threads_compute_at_once():
    mt.set_num_threads(3)
    compiled, wrong = mt.compile(lambda x: (x * 2).exp(), fullgraph=True, backend="c"), []
    xs = [mt.rand(300, 300) for _ in range(4)]
    compiled(xs[0])                                          # which runs as it is written, and is recorded
    wanted = [compiled(x) for x in xs]

    def run(x, y):
        wrong.extend(1 for _ in range(30) if not (compiled(x) == y).all())
    running = [threading.Thread(target=run, args=pair) for pair in zip(xs, wanted)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    assert not wrong


def test_without_a_pool_a_loop_runs_in_the_thread_that_calls_it(monkeypatch):
    def refused(source, *flags):
        raise compiler.NotCompiled("there is no pthread.h")
    monkeypatch.setattr(compiler, "compiled_library", refused)
    mt.set_num_threads(4)
    x, compiled = mt.rand(300, 300), mt.compile(lambda x: x * 3 - 1, fullgraph=True, backend="c")
    compiled(x)
    assert compiler.thread_pool() is None and "in_parts" in compiled.graph.code("c")
    assert (compiled(x) == x * 3 - 1).all()


FORKING = """
    import os
    import minitorch as mt
    from minitorch.backend.compiler import thread_pool

    def rows(x):
        return (x * 2).softmax(-1)

    class Rows(mt.utils.data.Dataset):
        def __len__(self):
            return 4

        def __getitem__(self, index):
            mt.set_num_threads(2)                    # a worker begins with one
            result = compiled(xs[index])
            assert thread_pool().threads_started() == 1
            return result.sum(-1)

    mt.set_num_threads(4)
    compiled, xs = mt.compile(rows, fullgraph=True, backend="c"), [mt.rand(300, 300) for _ in range(4)]
    compiled(xs[0])
    wanted = [compiled(x) for x in xs]
    assert (compiled(xs[0]) == wanted[0]).all() and thread_pool().threads_started() == 3
    child = os.fork()
    if child == 0:
        before = thread_pool().threads_started()
        right = bool((compiled(xs[1]) == wanted[1]).all())
        os._exit(0 if right and before == 0 and thread_pool().threads_started() == 3 else 7)
    assert os.waitpid(child, 0)[1] == 0
    loader = mt.utils.data.DataLoader(Rows(), num_workers=2)
    assert all((a[0] == b.sum(-1)).all() for a, b in zip(loader, wanted, strict=True))
    print("all is right")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_and_a_loaders_worker_start_threads_of_their_own(tmp_path):
    """The program ends too, while its threads wait."""
    file = tmp_path / "forking.py"
    file.write_text(textwrap.dedent(FORKING))
    run = subprocess.run([sys.executable, "-W", "ignore", file], capture_output=True, text=True, timeout=120,
                         env={**os.environ, "OMP_NUM_THREADS": "2"})
    assert run.stdout.strip() == "all is right", run.stderr
