"""Two network namespaces as two hosts: ranks speak over a wire between them.

mpiexec reaches the other host by a remote shell; here that enters the namespace with the host's address. The hosts do
not see the launcher's folder: it is on a machine of its own. MPICH would find that both hosts have one memory, and send
nothing over the wire: UCX_TLS leaves it TCP alone.
"""

import os
import subprocess
import time

import pytest
from ranks import all_end, launch

pytestmark = [pytest.mark.needs("mpi"), pytest.mark.needs("netns"), pytest.mark.slow]
SHELL = """#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
case $1 in %(first)s) name=%(name)s0;; %(second)s) name=%(name)s1;; esac
shift
exec ip netns exec $name unshare -m sh -c "mount -t tmpfs none %(hidden)s; $*"
"""


def ip(*words):
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True, timeout=60).stdout


def wait_for_wire(name, host):
    """Until the kernel calls the host's end up, up to a second after it was set so: MPI does not look for it again."""
    end = time.monotonic() + 60
    while " state UP " not in (said := ip("-n", name + host, "link", "show", f"wire{host}")):
        assert time.monotonic() < end, said
        time.sleep(0.02)


@pytest.fixture
def hosts(tmp_path):
    """The options and the environment of a launch on two hosts with a rank each."""
    name, addresses, hidden = f"mt{os.getpid()}-", ("10.213.7.1", "10.213.7.2"), tmp_path / "hidden"
    hidden.mkdir()
    try:
        for host in "01":
            ip("netns", "add", name + host)
        ip("link", "add", "wire0", "netns", name + "0", "type", "veth", "peer", "name", "wire1", "netns", name + "1")
        for host, address in zip("01", addresses):
            ip("-n", name + host, "addr", "add", f"{address}/24", "dev", f"wire{host}")
            ip("-n", name + host, "link", "set", f"wire{host}", "up")
            ip("-n", name + host, "link", "set", "lo", "up")
        for host in "01":
            wait_for_wire(name, host)
        shell, listed = tmp_path / "shell", tmp_path / "hosts"
        shell.write_text(SHELL % {"first": addresses[0], "second": addresses[1], "name": name, "hidden": hidden})
        shell.chmod(0o755)
        listed.write_text("".join(f"{address}:1\n" for address in addresses))
        yield {"options": ["--hostfile", str(listed)], "start": ["ip", "netns", "exec", name + "0"], "environment": {
            "HYDRA_LAUNCHER": "ssh", "HYDRA_LAUNCHER_EXEC": str(shell), "TMPDIR": str(hidden),
            "UCX_TLS": "tcp,self"}}
    finally:
        for host in "01":
            subprocess.run(["ip", "netns", "del", name + host], capture_output=True, timeout=60)


def test_two_hosts_train_as_one_process_does(hosts, tmp_path):
    run = launch(2, "equal_to_one_process", tmp_path, "mlp", "Adam", "float64", 20, **hosts)
    assert run.code == 0, run.err
    assert len({rank["bits"] for rank in run.found}) == 1
    assert max(run.found[0]["off"].values()) < 1e-9 and run.found[0]["losses"] < 1e-9


def test_the_ranks_are_on_hosts_of_their_own(hosts, tmp_path):
    run = launch(2, "addresses", tmp_path, **hosts)
    assert run.code == 0, run.err
    assert run.found == [["10.213.7.1"], ["10.213.7.2"]]


def test_tensors_go_over_the_wire(hosts, tmp_path):
    run = launch(2, "received", tmp_path, **hosts)
    assert run.code == 0, run.err
    assert all(4_000_000 < received < 12_000_000 for received in run.found)


def test_a_host_that_is_cut_off_ends_the_run_after_the_timeout(hosts, tmp_path):
    run = launch(2, "cut_off", tmp_path, **hosts)
    assert run.code == 1 and ("minitorch run: rank 0 of 2 raised RuntimeError: all_reduce of (1000,) float32 by SUM "
                              "has waited 5 s for the other ranks of [0, 1]") in run.err, run.err
    assert all_end(str(tmp_path))


@pytest.mark.parametrize("program, told", [
    ("killed", "was ended by signal 9 (SIGKILL: killed, by a person or for want of memory)"),
    ("raising", "raised ValueError: no such file"), ("exiting", "ended with exit code 3")])
def test_a_rank_that_fails_on_another_host_ends_the_run(hosts, program, told, tmp_path):
    run = launch(2, program, tmp_path, **hosts)
    assert run.code == 1 and run.err.endswith(f"minitorch run: rank 1 of 2 {told}; the other ranks were ended.\n")
    assert "\x1e" not in run.out + run.err and "BAD TERMINATION" not in run.out + run.err
    assert all_end(str(tmp_path))


@pytest.mark.parametrize("program, told", [
    ("early", "all_reduce of (2,) float32 by AVG waits for rank 1, whose script has ended"),
    ("never_joining", "rank 0 of 2 waits in init_process_group for rank 1, whose script has ended without it")])
def test_a_rank_that_waits_for_one_that_has_ended_on_another_host_says_so(hosts, program, told, tmp_path):
    run = launch(2, program, tmp_path, **hosts)
    assert run.code == 1 and told in run.err, run.err


def test_no_rank_of_another_host_outlives_a_killed_launcher(hosts, tmp_path):
    assert launch(2, "launcher_killed", tmp_path, **hosts).code == -9
    assert all_end(str(tmp_path))


@pytest.fixture
def disk(tmp_path):
    """A small disk, which both hosts see."""
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(folder)], check=True, timeout=60)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], capture_output=True, timeout=60)


@pytest.mark.parametrize("befalls, told", [
    ("disk", "minitorch run: rank 0 of 2 raised OSError: "),
    ("nan", "in backward pass 3 the gradients of rank 1 hold nan or infinity, and so do their means on all ranks")])
def test_what_ends_a_run_leaves_the_checkpoint_before_and_it_goes_on(hosts, disk, befalls, told, tmp_path):
    whole = launch(2, "restarted", tmp_path, "no", **hosts)
    broken = launch(2, "restarted", disk, befalls, **hosts)
    assert broken.code == 1 and told in broken.err, broken.err
    (disk / "filling").unlink(missing_ok=True)
    assert [path.name for path in disk.iterdir()] == ["run.mt"]                              # no part is left behind
    again = launch(2, "restarted", disk, "no", **hosts)
    assert [found["start"] for found in again.found] == [2, 2]
    assert {found["bits"] for found in again.found} == {found["bits"] for found in whole.found}


def test_a_slow_rank_on_another_host_is_waited_for_or_named(hosts, tmp_path):
    whole = launch(2, "restarted", tmp_path, "no", **hosts)
    (tmp_path / "run.mt").unlink()
    late = launch(2, "restarted", tmp_path, "slow", **hosts)
    assert late.code == 0 and late.found == whole.found, late.err
    run = launch(2, "slow", tmp_path, **hosts)
    assert run.code == 1 and "monitored_barrier: rank 1 did not arrive within 0.5 s" in run.err, run.err
