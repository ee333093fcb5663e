"""Limits count what an answer computes, not what the machine does beside it; and a kill says for what."""

import json
import socket
import threading
import time

import pytest
from grade.handed import ANSWERS, SHORT, graded

from minitorch.course.record import find
from minitorch.course.safe_call import call
from minitorch.grade import usage
from minitorch.grade.inside.messages import SIZE, Broken, Line
from minitorch.grade.usage import Watch

RIGHT = ANSWERS[1].REFERENCE["1.5"]
ENDS = {"1.1": ("import os; os._exit(3)", "it ended itself, with exit status 3"),
        "1.2": ("import ctypes; ctypes.string_at(0)", "a fault in compiled code ended it (SIGSEGV)"),
        "1.3": ("import os, signal; os.closerange(3, 99); signal.pause()", "it cut its line"),
        "1.4": ("return np.zeros(3_000_000)", "too much was sent"),
        "1.6": ("import signal; signal.pthread_sigmask(signal.SIG_BLOCK, [14, 27])\n    while True: pass",
                "stopped: one call computed for more than 2.5 s")}


@pytest.fixture
def machine(monkeypatch):
    """The clock and the processor's time, as a test sets them."""
    now = {"clock": 0.0, "spent": 0.0}
    monkeypatch.setattr(usage, "monotonic", lambda: now["clock"])
    monkeypatch.setattr(usage, "seconds", lambda pid: now["spent"])
    return now


@pytest.mark.parametrize("share, stops", [(1.0, 11), (0.5, 21), (0.04, 101), (0.0, 10)])
def test_time_is_that_of_the_processor(share, stops, machine):
    """What has the processor for a share of the time, beside others, has as many seconds; a tenth at the least."""
    watch = Watch(1, 10, "it")
    for second in range(1, 200):
        machine.update(clock=second, spent=share * second)
        if said := watch.up():
            break
    assert second == stops
    assert said == "stopped: it " + {11: "computed for more than 10 s", 21: "computed for more than 10 s",
                                     101: "took more than 100 s on the clock", 10: "waited for more than 10 s"}[stops]


def test_waiting_does_not_count_for_all_calls_together(machine):
    watch = Watch(1, 10, "it")
    machine["clock"] = 90.0
    assert not watch.up(asleep=False) and watch.up()


class Enough(Exception):
    """What a look raises."""


def line_with(bytes_that_come, looks=3):
    """The checker's end of a line on which some bytes come again and again, as fast as they are read."""
    mine, theirs = socket.socketpair()

    def flood():
        with theirs:
            try:
                while True:
                    theirs.sendall(bytes_that_come)
            except OSError:
                pass
    threading.Thread(target=flood, daemon=True).start()
    left = iter(range(looks))

    def look():
        if next(left, None) is None:
            raise Enough
    return Line(mine, look)


def endless(read):
    while True:
        read()


@pytest.mark.parametrize("message", [{"yours": "1.1"}, {"callback": 0}, {}])
def test_time_is_looked_at_while_messages_come(message, monkeypatch):
    monkeypatch.setattr("minitorch.grade.inside.messages.TICK", 0.001)
    text = json.dumps(message).encode()
    line = line_with(SIZE.pack(len(text)) + text)
    with line.socket, pytest.raises(Enough):
        endless(line.receive)


def test_messages_count_as_more_than_nothing(monkeypatch):
    monkeypatch.setattr("minitorch.grade.inside.messages.MOST", 1 << 20)
    line = line_with(SIZE.pack(2) + b"{}", looks=10 ** 9)
    with line.socket, pytest.raises(Broken, match="too much was sent"):
        endless(line.receive)


def test_time_is_looked_at_while_nobody_reads(monkeypatch):
    monkeypatch.setattr("minitorch.grade.inside.messages.TICK", 0.01)
    mine, theirs = socket.socketpair()
    looks = iter(range(3))

    def look():
        if next(looks, None) is None:
            raise Enough
    with mine, theirs, pytest.raises(Enough):
        endless(lambda: Line(mine, look).send({"value": "x" * 1_000_000}))


def test_nothing_comes_out_of_turn():
    line = line_with(SIZE.pack(2) + b"{}")
    with line.socket, pytest.raises(Broken, match="more was sent than was asked for"):
        line.receive()
        time.sleep(0.01)
        endless(lambda: line.send({}))


def test_who_sleeps_is_stopped_by_the_clock_and_who_computes_by_the_processor():
    def loop():
        while True:
            pass
    asleep = call(time.sleep, 20, seconds=0.2, computing=True, asleep=True)
    busy = call(loop, seconds=0.2, computing=True, asleep=True)
    assert asleep.stopped and busy.stopped and busy.seconds > 0.1


def test_an_alarm_goes_on_after_one_within_it():
    def loop():
        call(lambda: None)
        while True:
            time.sleep(0.01)
    assert call(loop, seconds=0.3).stopped


@pytest.mark.needs("bwrap")
def test_a_kill_says_for_what():
    answers = {id: f"def {find(id).name}(*inputs, **settings):\n    {code}\n" for id, (code, _) in ENDS.items()}
    results = graded({**answers, "1.5": RIGHT}, limits=SHORT)
    for id, (_, said) in ENDS.items():
        assert results[id].state == "stopped" and said in results[id].text, results[id].text
    assert results["1.5"].state == "right"


@pytest.mark.needs("bwrap")
def test_waiting_counts_over_all_calls_of_an_exercise():
    """A right answer that sleeps in each call, each time within its limit."""
    slow = RIGHT.replace("    return", "    import time; time.sleep(0.8)\n    return", 1)
    found = graded({"1.1": ANSWERS[1].REFERENCE["1.1"], "1.5": slow}, limits=SHORT)
    assert "stopped: all its calls together waited for more than 4 s" in found["1.5"].text
    assert found["1.5"].seconds < 12 and found["1.1"].state == "right"
