"""A revision beside another: the arithmetic on made-up figures, and one short run of the real thing."""

import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from benchmarks import __main__ as command, against

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("n, low, high", [(21, 5, 15), (15, 3, 11), (6, 0, 5), (3, 0, 2)])
def test_the_interval_is_that_of_the_sign_test(n, low, high):
    assert against.interval(list(range(n))[::-1]) == (low, high)


def test_ratios_are_of_one_turn_and_the_order_changes():
    asked = []

    def take(i, seconds):
        return lambda: asked.append(i) or seconds
    new, same = against.by_turns([take(0, 3.0), take(1, 2.0), take(2, 2.0)], turns=4)
    assert new == (1.5,) * 4 and same == (1.0,) * 4
    assert asked[:6] == [0, 1, 2, 2, 1, 0]


def test_import_is_a_workload_only_beside_a_revision(capsys):
    with pytest.raises(SystemExit):
        command.arguments(["--workloads", "import"])
    assert "W10" in capsys.readouterr().err
    assert command.arguments(["--against", "HEAD", "--workloads", "import"]).workloads == ["import"]


@pytest.mark.needs("git")
def test_a_revision_that_is_not_there_is_said(tmp_path):
    with pytest.raises(SystemExit, match="knows no revision 'nowhere'"):
        against.check_out("nowhere", tmp_path)


def test_a_machine_without_git_is_told_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="the revision 'HEAD' needs git, which is not installed"):
        against.check_out("HEAD", tmp_path)


@pytest.mark.slow
def test_imports_are_timed_with_byte_code_whatever_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    with ExitStack() as stack:
        against.Tree(ROOT, stack, tmp_path).imports()
    assert [*tmp_path.rglob("tensor.*.pyc")]


@pytest.mark.slow
@pytest.mark.needs("git")
def test_a_tree_beside_itself(monkeypatch, capsys):
    if subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True).returncode:
        pytest.skip("not a clone: there is no revision to compare with")
    monkeypatch.setattr(against, "TURNS", 3)
    found = against.run("HEAD", ["W1", "import"])
    assert set(found) == {"W1", "import"} and "W1" in capsys.readouterr().out
    for figures in found.values():
        assert all(0.2 < figures[which]["ratio"] < 5 for which in ("new", "same"))
