"""Hostile answers get what they deserve and no more, harm nothing, and leave nothing behind.

Each attack first has to work on a grader without protection, in a form that cannot hurt: only then does it say
something that it does not work here.
"""

import os
import tempfile
from itertools import count
from pathlib import Path

import pytest
from grade.attacks import (  # noqa: F401  (they fill the list)
    on_checker,
    on_files,
    on_later_lessons,
    on_library,
    on_lies,
    on_machines,
    on_marks,
    on_others,
    on_parts,
    on_programs,
    on_shown,
    on_state,
)
from grade.attacks.attack import every
from grade.handed import ANSWERS, SHORT, checker, handed, marked

pytestmark = [pytest.mark.needs("bwrap"), pytest.mark.slow]
number = count(1000).__next__
RIGHT = {id: ANSWERS[1].REFERENCE[id] for id in ("1.1", "1.3", "1.2")}


@pytest.fixture
def token():
    """A number that this test's files and processes carry, and those of no other process's tests."""
    return f"731{os.getpid()}{number()}"


@pytest.fixture(autouse=True)
def secret(monkeypatch):
    monkeypatch.setenv("GRADER_SECRET", "what the one who grades knows")


def test_the_bank_is_large_and_no_attack_is_there_twice():
    assert len({attack.name for attack in every}) == len(every) >= 40


@pytest.mark.parametrize("attack", every, ids=repr)
def test_it_works_where_nothing_protects(attack, tmp_path, token):
    target = tmp_path / "grades"
    target.write_text("marks")
    seen = attack.unprotected(tmp_path, TOKEN=token, TARGET=str(target))
    fired = attack.fires({**seen, "token": token}, tmp_path)
    on_machines.end(token)
    assert fired, seen


@pytest.mark.parametrize("attack", every, ids=repr)
def test_it_gains_nothing_and_harms_nothing_here(attack, tmp_path, tmp_path_factory, token, monkeypatch):
    target, own = tmp_path / "grades", tmp_path_factory.mktemp("own")
    target.write_text("marks")
    monkeypatch.setattr(tempfile, "tempdir", str(own))           # where the grader has its folders
    code = attack.written(1, TOKEN=token, TARGET=str(target))
    first, last = [id for id in RIGHT if id != attack.id][:2]
    submission = handed({first: RIGHT[first], attack.id: "", last: RIGHT[last]})
    place = submission.sources[attack.id][0][0]
    submission.cells[place] = code if "@exercise" in code else marked(attack.id, code)
    before, result, after = checker(limits=SHORT, hide=[tmp_path]).grade(submission, [first, attack.id, last])
    assert result.points <= attack.deserved * result.of, result.text
    assert attack.state is None or result.state in attack.state, result.text
    assert (before.state, after.state) == ("right", "right")      # it costs that exercise only
    assert len(result.text) < 5000
    assert target.read_text() == "marks"
    assert on_machines.ended(token)
    assert sum(path.lstat().st_size for path in own.rglob("*")) < 200 << 20
    assert not [path for place in ("/tmp", "/var/tmp", "/dev/shm") for path in Path(place).glob(f"*{token}*")]
