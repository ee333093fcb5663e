"""A row kernel is compiled when it is hot, in the background, from a text that is written beforehand."""

import numpy as np
import pytest
from rows_in_c import rows_in_c

import minitorch as mt
from benchmarks.loaded import STEPS, loaded
from minitorch.backend import compiler
from minitorch.nn import functional as F
from minitorch.ops.kernels import row_compiler, row_kernels
from minitorch.ops.kernels.row_kernels import RowKernel, kernels
from minitorch.ops.linalg.products import matmul
from minitorch.static.writers.row_kernels import NotOneLoop, kernel_text, source
from minitorch.tools import cli, doctor

pytestmark = pytest.mark.host
X = mt.tensor(np.random.default_rng(1).standard_normal((8, 16)), dtype=mt.float32)


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """An empty folder for libraries, and the softmax kernel not compiled, which the first call makes hot."""
    monkeypatch.setenv("MINITORCH_HOME", str(tmp_path))
    monkeypatch.setattr(row_kernels, "HOT", 0)
    monkeypatch.setattr(row_kernels.c, "enabled", True)
    kernel = kernels["softmax_of_rows"]
    monkeypatch.setattr(kernel, "functions", {})
    compiler.compiled_library.cache_clear()
    yield kernel
    if row_compiler.worker is not None:
        row_compiler.worker.join()
    compiler.compiled_library.cache_clear()


def test_the_c_file_is_written_from_the_plain_functions():
    assert row_compiler.SOURCE.read_text(encoding="utf-8") == source()


@pytest.mark.parametrize("plain, form, problem", [
    (lambda x: x * 2 + x.shape[-1] % 7, "x -> x", "other code for other sizes"),
    (lambda x: matmul(x, x.T), "x -> x", "not in the loop"),
    (lambda x: (x * 2 + x, x * 3 + x), "x -> x", "fills .*, not x and x"),
    (lambda x: F.softmax(x, dim=0), "x -> x", "loop")])
def test_a_function_that_is_not_one_loop_for_all_sizes_is_refused(plain, form, problem):
    with pytest.raises(NotOneLoop, match=problem):
        kernel_text(RowKernel(plain, form, ()), mt.float32)


@pytest.mark.needs("cc")
def test_a_hot_kernel_is_compiled_in_the_background(cold):
    numpy = F.softmax(X, dim=-1).numpy()
    row_compiler.worker.join()
    assert list(cold.functions) == [np.dtype("float32")] and not row_compiler.waiting
    np.testing.assert_allclose(F.softmax(X, dim=-1).numpy(), numpy, rtol=1e-6)


@pytest.mark.needs("cc")
def test_the_thread_compiles_what_waits_and_ends(cold, tmp_path):
    for x in (X, X.double(), X):
        F.softmax(x, dim=-1)
    row_compiler.worker.join()
    assert cold.functions.keys() == {np.dtype("float32"), np.dtype("float64")}
    assert len(list((tmp_path / "c").iterdir())) == 2 and not row_compiler.worker.is_alive()


@pytest.mark.parametrize("problem", [compiler.NotCompiled("none here"), OSError("no memory"), ValueError("a mistake")])
def test_without_a_compiler_numpy_goes_on_and_asks_once(cold, monkeypatch, problem):
    asked = []

    def fail(source):
        asked.append(source)
        raise problem
    monkeypatch.setattr(row_compiler, "compiled_library", fail)
    for _ in range(3):
        assert F.softmax(X, dim=-1).sum().item() == pytest.approx(8)
        row_compiler.worker.join()
    assert cold.functions == {np.dtype("float32"): None} and len(asked) == 1


def test_without_a_thread_numpy_goes_on(cold, monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")
    with monkeypatch.context() as patch:
        patch.setattr(row_compiler.Thread, "start", refuse)
        patch.setattr(row_compiler, "worker", None)
        assert F.softmax(X, dim=-1).sum().item() == pytest.approx(8)
    assert not cold.functions and len(row_compiler.waiting) == 1
    row_compiler.waiting.clear()


def test_a_kernel_that_is_switched_off_or_cold_is_not_compiled(cold, monkeypatch):
    monkeypatch.setattr(row_kernels, "HOT", 1 << 40)
    F.softmax(X, dim=-1)
    monkeypatch.setattr(row_kernels, "HOT", 0)
    monkeypatch.setattr(row_kernels.c, "enabled", False)
    F.softmax(X, dim=-1)
    assert not cold.functions and not row_compiler.waiting


@pytest.mark.parametrize("name", STEPS)
def test_a_first_step_loads_nothing_of_the_compiler(name, tmp_path, monkeypatch):
    monkeypatch.setenv("MINITORCH_HOME", str(tmp_path))
    monkeypatch.setenv("MINITORCH_C", "1")
    assert not {module for module in loaded(STEPS[name]) if "compiler" in module or module.endswith((".c", ".h"))}
    assert not list(tmp_path.iterdir())


@pytest.mark.needs("cc")
def test_warm_compiles_all_and_doctor_counts_them(tmp_path, monkeypatch, capsys):
    some = dict(list(row_compiler.sources().items())[:2])
    monkeypatch.setattr(row_compiler, "sources", lambda: some)
    monkeypatch.setenv("MINITORCH_HOME", str(tmp_path))
    compiler.compiled_library.cache_clear()
    assert "0 of 2 row kernels" in doctor.c_compiler().text
    assert cli.main(["warm"]) == 0
    assert capsys.readouterr().out == f"2 row kernels are compiled, in {tmp_path / 'c'}\n"
    assert "2 of 2 row kernels" in doctor.c_compiler().text


def test_warm_and_doctor_say_what_is_missing(monkeypatch, capsys):
    monkeypatch.setattr(compiler, "compiler", lambda: None)
    compiler.compiled_library.cache_clear()
    assert doctor.c_compiler().state == "not here" and "Install" in doctor.c_compiler().todo
    assert cli.main(["warm"]) == 1
    assert "there is no C compiler here" in capsys.readouterr().err


@pytest.mark.needs("cc")
def test_a_check_of_an_answer_runs_in_numpy():
    from minitorch.course.safe_call import call
    with rows_in_c() as ran:
        assert call(lambda: mt.backends.c.enabled).value is False
        call(lambda: F.softmax(X, dim=-1))
        assert not ran and mt.backends.c.enabled
