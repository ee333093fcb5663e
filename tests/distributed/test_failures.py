"""Whatever befalls a rank, the run ends soon, says which rank it was and why, and leaves no process."""

import re

import pytest
from ranks import all_end, launch, own_memory

pytestmark = pytest.mark.needs("mpi")
slow = pytest.mark.slow


@pytest.mark.parametrize("program, told", [
    ("killed", "minitorch run: rank 1 of 2 was ended by signal 9 (SIGKILL: killed"),
    ("other_shape", "rank 0: all_reduce of (3,) float32 by SUM\n    rank 1: all_reduce of (4,) float32 by SUM"),
    pytest.param("early", "all_reduce of (2,) float32 by AVG waits for rank 1, whose script has ended", marks=slow),
    pytest.param("never_joining", "rank 0 of 2 waits in init_process_group for rank 1, whose script has ended without "
                 "it; the other ranks were ended.", marks=slow),
    pytest.param("raising", "minitorch run: rank 1 of 2 raised ValueError: no such file; the other ranks were ended.",
                 marks=slow),
    pytest.param("exiting", "minitorch run: rank 1 of 2 ended with exit code 3", marks=slow),
    pytest.param("other_call", "rank 0: broadcast of (2,) float32 from 0\n    rank 1: barrier", marks=slow),
    pytest.param("other_model", "the model of rank 1 differs from that of rank 0: weight is ((4, 2)", marks=slow),
    pytest.param("slow", "monitored_barrier: rank 1 did not arrive within 0.5 s", marks=slow),
    pytest.param("forgetful", "b.weight, b.bias, never.weight, never.bias had no gradient", marks=slow)])
def test_a_failure_ends_all_ranks_and_is_told(program, told, tmp_path):
    run = launch(2, program, tmp_path)
    assert run.code == 1 and told in run.err, run.err
    assert "minitorch run: rank " in run.err and "BAD TERMINATION" not in run.out + run.err
    assert all_end(str(tmp_path))


@pytest.mark.slow
def test_no_rank_outlives_a_killed_launcher(tmp_path):
    assert launch(2, "launcher_killed", tmp_path).code == -9
    assert all_end(str(tmp_path))


@pytest.mark.needs("netns")
@pytest.mark.parametrize("program, arguments", [
    ("killed", ()), ("launcher_told_to_end", ("0",)),
    *[pytest.param(name, (), marks=slow) for name in ("raising", "exiting", "early", "never_joining", "other_shape",
                                                      "launcher_killed", "ending")]])
def test_a_run_leaves_nothing_in_shared_memory_however_it_ends(program, arguments, tmp_path):
    run = launch(2, program, tmp_path, *arguments, start=own_memory(tmp_path), environment={"TMPDIR": str(tmp_path)})
    assert (run.code == 0) == (program == "ending"), run.err
    assert all_end(str(tmp_path)) and (tmp_path / "left").read_text() == ""
    assert program == "launcher_killed" or not list(tmp_path.glob("minitorch-run-*"))      # no process is left for it


@pytest.mark.needs("netns")
def test_full_shared_memory_is_named_before_a_rank_starts(tmp_path):
    run = launch(2, "killed", tmp_path, start=own_memory(tmp_path, "1m"))
    assert run.code == 1 and "/dev/shm, the machine's shared memory, is full: 1.0 of 1 MB are free, but 2 ranks need " \
        "2.2" in run.err
    assert "SIGBUS" not in run.err


@pytest.mark.parametrize("pause, saved", [(0.5, True), pytest.param(30, False, marks=slow)])
def test_ranks_are_asked_to_end_before_they_are_killed(pause, saved, tmp_path):
    run = launch(2, "launcher_told_to_end", tmp_path, pause, options=["--max-restarts", "1"],
                 environment={"TMPDIR": str(tmp_path)})
    assert run.code == 128 + 15 and run.err.endswith("minitorch run: ended by SIGTERM; the ranks were ended.\n")
    assert (tmp_path / "saved").exists() == saved and all_end(str(tmp_path))
    assert not list(tmp_path.glob("minitorch-run-*"))


@pytest.mark.slow
def test_a_run_whose_rank_was_killed_goes_on_from_its_checkpoint(tmp_path):
    (tmp_path / "once").mkdir()
    (tmp_path / "twice").mkdir()
    whole = launch(2, "restarted", tmp_path / "once", "no")
    broken = launch(2, "restarted", tmp_path / "twice", "yes", options=["--max-restarts", "1"])
    assert whole.code == broken.code == 0, whole.err + broken.err
    assert "ended by signal 9" in broken.err and "Restarting all ranks; restarts left: 0." in broken.err
    assert [found["start"] for found in whole.found] == [0, 0]
    starts = [found["start"] for found in broken.found]
    assert starts in ([2, 2], [3, 3])                    # the other rank may have ended the epoch before it was ended
    assert len({found["bits"] for found in whole.found + broken.found}) == 1


@pytest.mark.slow
def test_a_full_disk_ends_the_run_and_leaves_the_checkpoint_before(tmp_path):
    from minitorch.train import load_checkpoint
    (tmp_path / "whole").mkdir()
    (tmp_path / "full").mkdir()
    whole = launch(2, "restarted", tmp_path / "whole", "no")
    run = launch(2, "restarted", tmp_path / "full", "full")
    assert run.code == 1 and "minitorch run: rank 0 of 2 raised " in run.err and "run.mt" in run.err, run.err
    assert sorted(path.name for path in (tmp_path / "full").iterdir()) == ["run.mt"]         # no part is left behind
    assert load_checkpoint(tmp_path / "full" / "run.mt")["epoch"] == 2
    again = launch(2, "restarted", tmp_path / "full", "no")
    assert [found["start"] for found in again.found] == [2, 2]
    assert {found["bits"] for found in again.found} == {found["bits"] for found in whole.found}


@pytest.mark.slow
def test_a_rank_that_stands_still_is_named_and_the_run_goes_on(tmp_path):
    run = launch(3, "stopped", tmp_path)
    assert run.code == 0 and run.found == [0, 1, 2], run.err
    named = re.findall(r"rank 0 waits for rank 1 in barrier of .* since \d\d:\d\d:\d\d\.", run.err)
    assert len(named) == 1 and "rank 2 waits" not in run.err, run.err
