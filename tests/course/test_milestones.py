"""Milestones: each runs on all pieces that it names, says which are the learner's own, and lights up with the last."""

import json
from contextlib import suppress

import pytest
from course.all_lessons import begin, right
from notebooks.running import MILESTONES as NOTEBOOKS

import minitorch as mt
from minitorch.course import session
from minitorch.course.milestones import MILESTONES, milestone
from minitorch.course.portrait import of_milestones
from minitorch.course.record import registry


class Enough(Exception):
    """All pieces have run: the rest of the notebook would take its time."""


@pytest.fixture(autouse=True)
def inside(own_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = mt.get_default_dtype()
    yield
    mt.set_default_dtype(before)


def sources(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def test_each_notebook_is_of_a_milestone_that_has_exercises():
    assert [int(path.stem[:4]) for path in NOTEBOOKS] == list(MILESTONES) == sorted(MILESTONES) and len(MILESTONES) == 7
    for path, each in zip(NOTEBOOKS, MILESTONES.values()):
        assert f"milestone({each.year})" in sources(path)[0] and len(set(each.needs)) == len(each.needs) > 3
        assert all(id in registry for id in each.needs)
        assert 6 <= len(json.loads(path.read_text(encoding="utf-8"))["cells"]) <= 12


def test_it_is_lit_when_its_last_piece_is_right(capsys):
    *first, last = MILESTONES[1958].needs
    begin({id: right()[id] for id in first})
    milestone(1958)
    assert f"3 of the 4 pieces that it runs on are yours; still the library's own: {last} " in capsys.readouterr().out
    assert "class=lit" not in "".join(of_milestones())
    begin({id: right()[id] for id in (*first, last)})
    milestone(1958)
    assert "lit: all 4 pieces" in capsys.readouterr().out
    shown = "".join(of_milestones())
    assert shown.count("class=lit") == 1 and "1958 the perceptron" in shown and shown.count("<li") == len(MILESTONES)


def test_a_year_without_one_is_told():
    with pytest.raises(ValueError, match="no milestone of 1943; there are 1958, 1969"):
        milestone(1943)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_on_every_piece_that_it_names(path, capsys):
    needs, ran = MILESTONES[int(path.stem[:4])].needs, set()
    begin({id: right()[id] for id in needs})

    def counted(id, mine):
        def call(*inputs, **settings):
            ran.add(id)
            if done():
                raise Enough
            return mine(*inputs, **settings)
        return call

    def done():
        """Whether each has run, or is called by an answer that has."""
        return set(needs) == ran | {id for id in needs for other in ran - {id}
                                    if f"{registry[id].name}(" in right()[other]}

    for id in needs:
        mount = session.answers[id].mount
        if mount is not None:
            for each in (mount, *mount.beside):
                each.mine = counted(id, each.mine)
        if f'yours("{id}")' in "".join(sources(path)):
            ran.add(id)
    space = {"display": lambda picture: picture}
    exec("import numpy as np, minitorch as mt\nfrom minitorch.learn import *", space)
    with suppress(Enough):
        for source in sources(path)[1:]:
            exec(source, space)
    assert done(), f"these have not run: {set(needs) - ran}"
