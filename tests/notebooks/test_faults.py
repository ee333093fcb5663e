"""The lessons notice a broken library: faults planted in its pieces, one at a time, turn the cell that teaches it red.

Only the cells needed are run, without the exercise that would mount a student's own piece over the fault; their
outputs are compared with those that are stored, as nbval does. The same cells without a fault must be green.
"""

import json

import pytest
from notebooks.faults import FAULTS, LESSONS
from notebooks.running import SOLUTIONS, code_cells, compare, source

PLANT = """
from minitorch.engine import accumulate, backward_order, sum_to
from minitorch.engine.op import registry
from minitorch.numeric import numeric_gradient as differences
from minitorch.course.exercises.lesson_2 import breadth_first
def plant(piece, made):
    piece.library = made(piece.library)
    setattr(piece.owner, piece.attribute, piece.library)
def gradient(name, made):
    plant(registry[name].derivative_piece, made)
"""

KEPT_BY_AN_ANSWER = json.dumps(json.dumps("\n[8, -2]")[1:-1])[1:-1]


def only(needed, plant=None):
    """A lesson with the set-up cell, the fault if any, and the cells that are needed."""
    lesson, *words = needed
    path, = (path for path in SOLUTIONS if path.stem.startswith(f"{lesson:02d}_"))
    notebook = json.loads(path.read_text(encoding="utf-8"))
    setup, *cells = code_cells(notebook)
    chosen = [[cell for cell in cells if word in source(cell)] for word in words]
    assert all(len(found) == 1 for found in chosen), [word for word, found in zip(words, chosen) if len(found) != 1]
    planted = {**setup, "id": "plant", "source": PLANT + (plant or ""), "outputs": [], "execution_count": None}
    # In the whole lesson 1.3 is answered, and an answer's op keeps all it may read: the library's keeps less to show.
    bare = [json.loads(json.dumps(found[0]).replace(KEPT_BY_AN_ANSWER, "")) for found in chosen]
    return {**notebook, "cells": [setup, planted, *bare]}


@pytest.mark.slow
@pytest.mark.needs("nbval")
def test_each_fault_turns_the_lesson_that_teaches_it_red(tmp_path):
    names = {f"fault_{i}": name for i, name in enumerate(FAULTS)}
    sound = {f"sound_{i}": needed for i, needed in enumerate(dict.fromkeys(needed for needed, _ in FAULTS.values()))}
    _, failed, said = compare({**{name: only(needed) for name, needed in sound.items()},
                               **{name: only(*FAULTS[fault]) for name, fault in names.items()}}, tmp_path)
    assert not {name for name, _ in failed} & set(sound), said
    assert not [names[name] for name, cell in failed if cell <= 1], f"what plants the fault failed itself\n{said}"
    last = {name: len(FAULTS[fault][0]) for name, fault in names.items()}
    assert not [fault for name, fault in names.items() if (name, last[name]) not in failed], said


@pytest.mark.parametrize("lesson", sorted({int(path.stem.partition("_")[0]) for path in SOLUTIONS
                                           if path.stem[:2].isdigit()}))
def test_there_are_faults_enough_in_every_lesson(lesson):
    assert lesson in LESSONS and sum(needed[0] == lesson for needed, _ in FAULTS.values()) >= 5


@pytest.mark.parametrize("fault", FAULTS)
def test_the_cells_a_fault_needs_are_there(fault):
    assert len(only(*FAULTS[fault])["cells"]) == len(FAULTS[fault][0]) + 1
