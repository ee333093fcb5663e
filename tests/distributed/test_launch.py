"""`minitorch run` builds the starter's command from torchrun's options."""

import os
import sys
import time
from argparse import Namespace

import pytest

from minitorch.distributed import launch
from minitorch.tools import cli


def options(*words):
    return cli.parser().parse_args(["run", *words])


@pytest.mark.parametrize("words, ranks", [
    (["a.py"], 1), (["-n", "4", "a.py"], 4), (["--nproc_per_node", "2", "--nnodes", "3", "a.py"], 6),
    (["--standalone", "--nproc-per-node=2", "a.py"], 2)])
def test_the_number_of_ranks(words, ranks):
    assert launch.rank_count(options(*words)) == ranks


@pytest.mark.parametrize("words, told", [
    (["-n", "0", "a.py"], "an integer of at least 1, not '0'"), (["-n", "two", "a.py"], "not 'two'"),
    (["-n", "3", "--nproc_per_node", "2", "a.py"], "disagrees with")])
def test_a_number_that_is_none_is_refused(words, told):
    with pytest.raises(ValueError, match=told):
        launch.rank_count(options(*words))


def test_the_script_keeps_its_own_arguments():
    found = options("-n", "2", "train.py", "--lr", "0.1", "-n", "5")
    assert (found.script, found.arguments, found.ranks) == ("train.py", ["--lr", "0.1", "-n", "5"], "2")
    line = launch.command(found, "/opt/bin/mpiexec", 2)
    assert line[:3] == ["/opt/bin/mpiexec", "-n", "2"] and line[3] == sys.executable
    assert line[5:] == ["train.py", "--lr", "0.1", "-n", "5"]


def test_slurm_and_a_host_file():
    many = options("--nnodes", "2", "--nproc_per_node", "4", "-m", "package.train")
    line = launch.command(many, "/usr/bin/srun", 8)
    assert line[1:6] == ["--ntasks", "8", "--nodes", "2", "--kill-on-bad-exit=1"]
    assert line[-2:] == ["-m", "package.train"]
    hosts = launch.command(options("-n", "2", "--hostfile", "hosts", "a.py"), "mpiexec", 2)
    assert hosts[1:5] == ["--hostfile", "hosts", "-n", "2"]


def test_the_ranks_share_the_cores_and_know_where_they_are(monkeypatch):
    for name in ("OMP_NUM_THREADS", "MASTER_PORT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(launch.os, "cpu_count", lambda: 8)
    found = launch.rank_environment(options("-n", "4", "--master_port", "1234", "a.py"), 4, "folder", 0)
    assert found["OMP_NUM_THREADS"] == "2" and found["MASTER_PORT"] == "1234" and found["MINITORCH_RUN"] == "folder"


def test_where_there_is_no_starter_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(launch.sys, "executable", str(tmp_path / "python"))
    with pytest.raises(RuntimeError, match=r"Install the extra `distributed`"):
        launch.find_starter({"PATH": str(tmp_path)})


def test_a_script_that_is_not_there_is_named(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["run", "-n", "2", "nowhere.py"]) == 1
    assert "there is no script 'nowhere.py' in" in capsys.readouterr().err


def test_options_given_by_hand_are_those_of_the_command_line():
    assert set(launch.ALIASES) <= set(launch.OPTIONS)
    assert launch.rank_count(Namespace(ranks=None, nproc_per_node="auto", nnodes=1)) >= 1


def started(folder, starter, script="raise ValueError('no such file')"):
    """(code, why) of one rank that a starter of our own starts."""
    (folder / "mpiexec").write_text(f"#!/bin/sh\nshift 2\n{starter}\n")
    (folder / "mpiexec").chmod(0o755)
    (folder / "script.py").write_text(script)
    return launch.run_once(options("-n", "1", str(folder / "script.py")), str(folder / "mpiexec"), 1, 0)


posix = pytest.mark.skipif(os.name != "posix", reason="the starter is a script of the shell")


@posix
def test_what_a_rank_prints_last_is_passed_on_however_late_it_comes(tmp_path, capsys):
    late = 'PMI_RANK=0 PMI_SIZE=1 "$@" 2>&1 | (sleep 1; cat) >&2'
    assert started(tmp_path, late) == (1, "rank 0 of 1 raised ValueError: no such file.")
    said = capsys.readouterr().err
    assert said.startswith("rank 0 of 1 failed:\nTraceback") and said.endswith("ValueError: no such file\n")


@posix
def test_a_note_among_the_last_that_is_read_counts(tmp_path, capsys, monkeypatch):
    def late(*streams):
        time.sleep(0.5)                                  # the starter has ended, and nothing of it was read
        pump(*streams)
    pump = launch.pump
    monkeypatch.setattr(launch, "pump", late)
    elsewhere = 'MINITORCH_RUN=/nowhere PMI_RANK=0 PMI_SIZE=1 "$@"'
    assert started(tmp_path, elsewhere) == (1, "rank 0 of 1 raised ValueError: no such file.")
    assert capsys.readouterr().err.endswith("ValueError: no such file\n")
