"""A row kernel is compiled when it is nearly hot, in the background, from a text that is written beforehand."""

import numpy as np
import pytest
from rows_in_c import rows_in_c

import minitorch as mt
from benchmarks.loaded import STEPS, loaded
from minitorch.backend import compiler
from minitorch.nn import functional as F
from minitorch.ops.kernels import row_compiler, row_kernels
from minitorch.ops.kernels.row_kernels import RowKernel, elements, functions, set_elements
from minitorch.ops.linalg.products import matmul
from minitorch.static.writers.row_kernels import NotOneLoop, kernel_text, source
from minitorch.tools import cli, doctor
from minitorch.train import load_checkpoint, restore, save_checkpoint
from minitorch.train.resume import random_state, set_random_state

pytestmark = pytest.mark.host
X = mt.tensor(np.random.default_rng(1).standard_normal((8, 16)), dtype=mt.float32)


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """An empty folder for libraries, and no kernel compiled; softmax is nearly hot after a call, hot after two."""
    monkeypatch.setenv("MINITORCH_HOME", str(tmp_path))
    monkeypatch.setattr(row_kernels, "HOT", 1.5 * (row_kernels.CALL + X.numel()))
    monkeypatch.setattr(row_kernels.c, "enabled", True)
    monkeypatch.setattr(row_compiler, "requested", [])
    before = dict(functions)
    functions.clear()
    elements.clear()
    compiler.compiled_library.cache_clear()
    yield
    functions.clear()
    functions.update(before)
    elements.clear()
    if row_compiler.worker is not None and row_compiler.worker.is_alive():
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


def softmax():
    return F.softmax(X, dim=-1).numpy()


@pytest.mark.needs("cc")
@pytest.mark.parametrize("is_fast", [True, False])
def test_c_takes_over_after_a_fixed_number_of_elements(cold, is_fast):
    """Whether the thread has compiled the kernel long before, or only then."""
    with rows_in_c():                                     # the last bits of NumPy and C differ for these numbers
        in_c = softmax()
    numpy = softmax()
    assert not row_compiler.requested and (softmax() == numpy).all() and not (numpy == in_c).all()
    if is_fast:
        row_compiler.worker.join()
    assert not functions and row_compiler.requested == ["softmax_of_rows_f32"]
    assert (softmax() == in_c).all() and functions.keys() == {"softmax_of_rows_f32"}


@pytest.mark.needs("cc")
def test_a_run_that_continues_from_a_checkpoint_has_the_bits_of_one_that_was_not_stopped(cold, tmp_path):
    model = mt.nn.Linear(16, 2)
    optimizer = mt.optim.SGD(model.parameters(), lr=0.1)
    softmax()
    save_checkpoint(tmp_path / "early", model, optimizer, epoch=1)
    softmax()
    save_checkpoint(tmp_path / "late", model, optimizer, epoch=2)
    whole = [softmax() for _ in range(2)]
    restore(load_checkpoint(tmp_path / "early"), model, optimizer)
    early = [softmax() for _ in range(3)][1:]
    set_elements({})
    restore(load_checkpoint(tmp_path / "late"), model, optimizer)
    late = [softmax() for _ in range(2)]
    assert np.array_equal(whole, early) and np.array_equal(whole, late)
    set_random_state(random_state() | {"kernels": {"softmax_of_rows_f32": 1, "damaged": "x"}})
    assert not functions and random_state()["kernels"] == {"softmax_of_rows_f32": 1}


@pytest.mark.needs("cc")
def test_the_thread_compiles_what_is_requested_and_ends(cold, tmp_path):
    for x in (X, X.double(), X, X.double()):
        F.softmax(x, dim=-1)
    row_compiler.worker.join()
    assert len(list((tmp_path / "c").iterdir())) == 2 and not row_compiler.worker.is_alive()


@pytest.mark.parametrize("problem", [compiler.NotCompiled("none here"), OSError("no memory"), ValueError("a mistake")])
def test_without_a_compiler_numpy_goes_on_and_asks_twice(cold, monkeypatch, problem):
    asked = []

    def fail(source):
        asked.append(source)
        raise problem
    monkeypatch.setattr(row_compiler, "compiled_library", fail)
    for _ in range(5):
        assert softmax().sum() == pytest.approx(8)
    assert functions == {"softmax_of_rows_f32": None} and len(asked) == 2


@pytest.mark.needs("cc")
def test_without_a_thread_the_call_that_needs_it_compiles(cold, monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")
    monkeypatch.setattr(row_compiler.Thread, "start", refuse)
    monkeypatch.setattr(row_compiler, "worker", None)
    for _ in range(3):
        assert softmax().sum() == pytest.approx(8)
    assert functions["softmax_of_rows_f32"] is not None


def test_a_kernel_that_is_switched_off_or_cold_is_not_compiled(cold, monkeypatch):
    monkeypatch.setattr(row_kernels, "HOT", 1 << 40)
    softmax()
    monkeypatch.setattr(row_kernels, "HOT", -1)
    monkeypatch.setattr(row_kernels.c, "enabled", False)
    softmax()
    assert not functions and not row_compiler.requested


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
