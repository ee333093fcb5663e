"""Whatever one student hands in, every other gets the points they get without it; the run ends, and it is said why."""

import io
import os
import random
import re
import signal
import struct
import threading
import zipfile
from contextlib import suppress
from glob import glob

import pytest
from grade import damage
from grade.hostile import HOSTILE, QUICK
from grade.samples import canvas, data, filled, gradescope, index_of, moodle, packed

from minitorch.grade import reading
from minitorch.grade.inside.__main__ import descendants
from minitorch.grade.result import Submission, Unreadable
from minitorch.grade.submission import collect
from minitorch.tools.cli import main

LESSON = filled(1, reference=["1.1", "1.5"])
RIGHT = data(LESSON)
FORMS = (canvas, moodle, gradescope)
EVE = ("eveseve", 666)


def kept(each):
    """All that points are given for."""
    return each.digest, each.sources, each.versions, each.oddities


def owner(found, name):
    return [each for each in found if each.student.startswith(name)]


def honest(found, count, lesson=1):
    """The others of a class of `count`: all there, and as they are without the damage."""
    others = [each for each in found if each.student.startswith("student")]
    assert [each.student for each in others] == [f"student{i:02d} ({i})" for i in range(count)]
    assert all(isinstance(each, Submission) for each in others), others
    alone, = {repr(kept(each)) for each in others}
    return alone


def others(count):
    return {(f"student{i:02d}", i): RIGHT for i in range(count)}


def spoiled(seed, size, tmp_path):
    """A class in which some hand in what is damaged; checks the law."""
    rng = random.Random(seed)
    harmed = {(f"harmed{i:02d}", 1000 + i): rng.choice(damage.WAYS)(rng, RIGHT) for i in range(size)}
    path = tmp_path / f"{seed}.zip"
    path.write_bytes(rng.choice(FORMS)({**others(5), **harmed}))
    found = list(collect(path))
    assert honest(found, 5)
    for name, number in harmed:
        theirs = owner(found, f"{name} ({number})")
        assert theirs and all(getattr(each, "reason", True) for each in theirs), name
        for each in theirs:
            whole = isinstance(each, Submission) and each.sources["1.5"][-1][1] if (
                isinstance(each, Submission) and "1.5" in each.sources) else None
            assert isinstance(each, Unreadable) or whole is None or isinstance(whole, str)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_of_damaged_files(seed, tmp_path):
    spoiled(seed, 25, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_of_thousands_of_damaged_files(seed, tmp_path):
    spoiled(seed, 50, tmp_path)


def a_class(notebook):
    return canvas({**dict.fromkeys(others(3), data(notebook)), EVE: data(notebook)})


WHOLE, SHORT = a_class(LESSON), a_class({**LESSON, "cells": [    # SHORT: reading other cells takes most of the time
    LESSON["cells"][index_of(LESSON, id)] for id in ("1.1", "1.5")]})


def misheaded(seed, tmp_path, whole=WHOLE):
    """A class's own zip with damage in what it says about Eve's file; checks the law."""
    raw = damage.misheaded(random.Random(seed), whole, "eveseve_666_90666_01_gradients.ipynb")
    (tmp_path / f"{seed}.zip").write_bytes(raw)
    found = list(collect(tmp_path / f"{seed}.zip"))
    assert honest(found, 3)
    eves = [each for each in found if not each.student.startswith("student")]
    assert eves, "nobody says that something is missing"


@pytest.mark.parametrize("seed", range(25))
def test_of_one_damaged_header(seed, tmp_path):
    misheaded(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 3000, 100))
def test_of_thousands_of_damaged_headers(start, tmp_path):
    for seed in range(start, start + 100):
        misheaded(seed, tmp_path, SHORT)


def streamed(files):
    """A zip as a server writes it: sizes behind the content."""
    class Pipe(io.RawIOBase):
        def __init__(self):
            super().__init__()
            self.data = bytearray()

        def writable(self):
            return True

        def write(self, data):
            self.data += data
            return len(data)
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return bytes(pipe.data)


CLASS = {f"student{i:02d}_{i}_{900 + i}_01_gradients.ipynb": RIGHT for i in range(4)}


def ends(raw):
    return raw.rindex(b"PK\x05\x06")


LOST = {
    "its end cut off": lambda raw: raw[:-10],
    "no directory": lambda raw: raw[:raw.index(b"PK\x01\x02")],
    "half a directory": lambda raw: raw[:raw.index(b"PK\x01\x02") + 150],
    "the end's mark": lambda raw: raw[:ends(raw)] + b"PX" + raw[ends(raw) + 2:],
    "a wrong count": lambda raw: raw[:ends(raw) + 10] + b"\x63\x00" + raw[ends(raw) + 12:],
    "a wrong length": lambda raw: raw[:ends(raw) + 12] + b"\x33\x01\x00\x00" + raw[ends(raw) + 16:],
    "a wrong start": lambda raw: raw[:ends(raw) + 16] + struct.pack("<I", 7) + raw[ends(raw) + 20:],
    "a start far behind": lambda raw: raw[:ends(raw) + 16] + b"\xff\xff\xff\x7f" + raw[ends(raw) + 20:],
    "a mark in the directory": lambda raw: raw.replace(b"PK\x01\x02", b"PK\x09\x02", 1),
    "every mark in the directory": lambda raw: raw.replace(b"PK\x01\x02", b"PK\x09\x02"),
    "a version from the future": lambda raw: raw.replace(b"PK\x01\x02\x14\x03\x14", b"PK\x01\x02\x14\x03\xee", 1),
    "something behind it": lambda raw: raw + b"x" * 40,
    "something before it": lambda raw: b"#!/bin/sh\n" + raw,
}


@pytest.mark.parametrize("change", LOST.values(), ids=LOST)
@pytest.mark.parametrize("made", [packed, streamed])
def test_a_class_whose_zip_has_lost_its_directory_is_graded(change, made, tmp_path):
    raw = made(CLASS)
    assert change(raw) != raw
    (tmp_path / "all.zip").write_bytes(change(raw))
    found = list(collect(tmp_path / "all.zip"))
    honest([each for each in found if each.student.startswith("student")], 4)


def test_a_download_that_stopped_gives_those_it_has_and_says_so(tmp_path):
    raw = packed(CLASS)
    place = [info.header_offset for info in zipfile.ZipFile(io.BytesIO(raw)).infolist()][3] + 500
    (tmp_path / "all.zip").write_bytes(raw[:place])
    found = list(collect(tmp_path / "all.zip"))
    honest(found, 3)
    said, = (each for each in found if isinstance(each, Unreadable))
    assert "3 of its files were found without it; what stands after" in said.reason


def alone(name, tmp_path):
    """A class with Eve's file; what is found of her."""
    made, kind, said = HOSTILE[name]
    files = {f"eveseve_666_99_a.{kind}": made(), **CLASS}
    (tmp_path / "all.zip").write_bytes(packed(files))
    found = list(collect(tmp_path / "all.zip"))
    honest([each for each in found if each.student.startswith("student")], 4)
    eves = [each for each in found if not each.student.startswith("student")]
    if said is not None:
        words = [*(getattr(each, "reason", "") for each in eves), *(odd for each in eves
                                                                     for odd in getattr(each, "oddities", ()))]
        assert any(re.search(said, each) for each in words), words
    assert all(each.student == "eveseve (666)" for each in eves), eves
    return eves


@pytest.mark.parametrize("name", QUICK)
def test_of_a_hostile_file(name, tmp_path):
    eves = alone(name, tmp_path)
    if HOSTILE[name][2] is None:
        assert isinstance(eves[0], Submission) and "1.5" in eves[0].sources, eves[0].reason


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in HOSTILE if name not in QUICK])
def test_of_a_bomb(name, tmp_path):
    alone(name, tmp_path)


def opened_by(pid):
    """Paths of the files that a process has open; it may close some, or end, while they are listed."""
    found = set()
    for end in glob(f"/proc/{pid}/fd/*"):
        with suppress(OSError):
            found.add(os.readlink(end))
    return found


def test_what_ends_the_process_that_reads_costs_its_file_only(tmp_path):
    """As it would be if a parser had a fault: the process takes all memory, or is gone."""
    (tmp_path / "a.ipynb").write_bytes(RIGHT)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)                                        # whoever opens it waits
    settings = {"inner": [], "most": 2**27, "place": "a.ipynb", "names": {}}

    def kill():
        with open(pipe, "wb"):                             # as soon as the other end is open too
            reader, = {pid for pid in descendants(reading.server[0].pid) if str(pipe) in opened_by(pid)}
            os.kill(reader, signal.SIGKILL)
    list(reading.ask([(0, "file", {**settings, "file": str(tmp_path / "a.ipynb")})]))
    thread = threading.Thread(target=kill)
    thread.start()
    said = {key: reply for key, reply, _ in reading.ask(
        (key, "file", {**settings, "file": str(file), "most": most}) for key, file, most in (
            ("dies", pipe, 9), ("takes", "/dev/zero", 2**40), ("is well", tmp_path / "a.ipynb", 2**20)))}
    thread.join()
    assert "ended the process" in said["dies"]["trouble"] and said["is well"]["sources"]
    assert "more than" in said["takes"]["trouble"]


def test_the_process_that_reads_is_started_anew_when_it_is_gone(tmp_path):
    (tmp_path / "ada.ipynb").write_bytes(RIGHT)
    assert [each.student for each in collect(tmp_path)] == ["ada"]
    reading.server[0].kill()
    reading.server[0].wait()
    assert [each.student for each in collect(tmp_path)] == ["ada"]


@pytest.mark.slow
def test_the_command_gives_every_other_the_same_points(tmp_path, monkeypatch, capsys):
    """With two hostile hand-ins of every kind, and without them: the same table but for their rows."""
    monkeypatch.chdir(tmp_path)
    tables = []
    names = [*QUICK, *QUICK]
    eves = {f"eveseve{i}_{i}_99_a.{HOSTILE[name][1]}": HOSTILE[name][0]() for i, name in enumerate(names, 1000)}
    for number, files in enumerate((CLASS, {**eves, **CLASS})):
        (tmp_path / "all.zip").write_bytes(packed(files))
        main(["grade", "all.zip", "--lesson", "1", "--seed", "3", "--db", f"{number}.sqlite", "--csv", "g.csv"])
        tables.append([row for row in (tmp_path / "g.csv").read_text().splitlines() if row.startswith("student")])
    assert tables[0] == tables[1] and len(tables[0]) == 5
    said = capsys.readouterr().out
    for number, name in enumerate(names, 1000):
        assert f"eveseve{number} ({number})" in (tmp_path / "g.csv").read_text() or f"eveseve{number}_" in said, name
