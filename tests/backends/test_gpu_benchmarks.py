"""The benchmarks of the GPU stage, tried small on the stand-in and on the CPU: they run, and say what they are."""

import pytest

from benchmarks import gpu, gpu_work

pytestmark = pytest.mark.slow
QUICK = ["gemm", "crossing", "conv", "attention", "training", "copies", "loading"]


def once(step, wait, enough=0.0):
    step()
    wait()
    return 1e-3


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(gpu_work, "seconds", once)
    monkeypatch.setattr(gpu_work, "sides", lambda device: [gpu_work.Side(gpu_work.mt, device)])


@pytest.mark.parametrize("device", ["cuda", "cpu"])
def test_every_section_runs_small_without_failing(cupy, device):
    report = gpu.run(QUICK, device, small=True, tell=lambda line: None)
    assert "fail" not in report and report.count("## ") == len(QUICK)
    first = report.splitlines()[0]
    assert "simulated on the CPU" in first if device == "cuda" else "no GPU took part" in first
    assert device == "cpu" or "CUDA 12.9, driver 13.0, CuPy 14" in first and "cuDNN 92800" in first
    assert ("| GPT in float16 |" in report) == ("1 x 2 x 5 x 8, float16" in report) == (device == "cuda")
    assert ("| prefetched |" in report) == (device == "cuda") and "the figures mean nothing" in report


@pytest.mark.needs("g++")
def test_the_beginners_kernel_is_checked_against_ours(cupy, monkeypatch):
    assert gpu.measured("naive", "cuda", True)[0][0]["beginner's ms"] == 1
    monkeypatch.setattr(gpu_work, "NAIVE", gpu_work.NAIVE.replace("sum +=", "sum -="))
    assert "differs" in gpu.measured("naive", "cuda", True)[0][0]["name"]


@pytest.mark.needs("torch")
def test_both_libraries_run_the_same_lines(monkeypatch):
    import torch
    monkeypatch.setattr(gpu_work, "sides", lambda device: [gpu_work.Side(lib, device) for lib in (gpu_work.mt, torch)])
    sections = "gemm", "conv", "attention", "training"
    rows = [row for section in sections for row in gpu.measured(section, "cpu", True)[0]]
    assert len(rows) == 9 and all(row["speed / torch's"] == 1 for row in rows), rows


def test_one_failure_costs_one_row(monkeypatch):
    def broken(side):
        raise MemoryError("no memory left")
    assert gpu_work.compared("x", "cpu", broken)["failed"] == "minitorch: MemoryError: no memory left"
    monkeypatch.setattr(gpu_work, "copies", lambda device, small: 1 / 0)
    assert gpu.measured("copies", "cpu", True)[0] == [{"name": "failed: ZeroDivisionError: division by zero"}]


def test_what_does_not_fit_into_the_time_is_named(monkeypatch):
    monkeypatch.setitem(gpu.SECONDS, "gemm", 0)
    rows = gpu.measured("gemm", "cpu", True)[0]
    assert len(rows) == 2 and rows[1]["name"] == "the rest was not measured: 0 s were over"
    assert sum(gpu.SECONDS.values()) <= gpu.WHOLE < 480
    assert [*gpu.measured("gemm", "cpu", True, left=-1)[0][0].values()] == [
        "not measured: the 470 s of all sections were over"]
    monkeypatch.setattr(gpu, "WHOLE", -1)                                # whatever came before took all
    assert gpu.run(["copies", "gemm"], "cpu", small=True, tell=lambda line: None).count("not measured: the -1 s") == 2


def test_the_report_is_a_file_with_tables_and_needs_a_gpu_unless_told(tmp_path, no_gpu, capsys):
    gpu.main(["copies", "--small", "--device", "cpu", "--out", str(tmp_path / "new" / "report.md")])
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["report.md"]
    assert "| name | copy and sum ms | sum ms |" in (tmp_path / "new" / "report.md").read_text(encoding="utf-8")
    with pytest.raises(RuntimeError, match="No GPU is available"):
        gpu.main(["copies", "--small"])
    with pytest.raises(SystemExit):
        gpu.main(["nothing"])
    assert "not nothing" in capsys.readouterr().err
