"""The lessons notice a broken library: faults planted in its pieces, one at a time, turn the cell that teaches it red.

Only the cells needed are run, without the exercise that would mount a student's own piece over the fault; their
outputs are compared with those that are stored, as nbval does. The same cells without a fault must be green.
"""

import sys

import pytest
from notebooks.running import LESSONS, compare

from minitorch.author.faults import faults, only, planted
from minitorch.author.release import opened

NUMBERS = {int(path.stem.partition("_")[0]): path for path in LESSONS}
FAULTS = {(lesson, name): fault for lesson in NUMBERS for name, fault in faults(lesson).items()}


@pytest.mark.slow
@pytest.mark.needs("nbval")
@pytest.mark.parametrize("lesson", NUMBERS)
def test_each_fault_turns_the_lesson_that_teaches_it_red(lesson, tmp_path):
    own, notebook = faults(lesson), opened(NUMBERS[lesson])
    names = {f"fault_{i}": name for i, name in enumerate(own)}
    sound = {f"sound_{i}": words for i, words in enumerate(dict.fromkeys(words for words, _ in own.values()))}
    _, failed, said = compare({**{name: only(notebook, words) for name, words in sound.items()},
                               **{name: only(notebook, *own[fault]) for name, fault in names.items()}}, tmp_path,
                              plugin="notebooks.copied" if sys.platform == "linux" else None)
    assert not {name for name, _ in failed} & set(sound), said
    assert not [names[name] for name, cell in failed if cell <= 1], f"what plants the fault failed itself\n{said}"
    last = {name: len(own[fault][0]) + 1 for name, fault in names.items()}
    assert not [fault for name, fault in names.items() if (name, last[name]) not in failed], said


@pytest.mark.parametrize("lesson", NUMBERS)
def test_there_are_faults_enough_and_the_cells_that_they_need(lesson):
    assert not list(planted(lesson, NUMBERS[lesson]))


@pytest.mark.parametrize("lesson, fault", FAULTS)
def test_the_cells_a_fault_needs_are_there(lesson, fault):
    words, code = FAULTS[lesson, fault]
    assert len(only(opened(NUMBERS[lesson]), words, code)["cells"]) == len(words) + 2
