"""Lessons run on what earlier ones kept: whatever answers are in my_minitorch.py, every cell runs, and scores alike."""

import json
import random
import runpy
import sys
from functools import cache

import pytest
from course.all_lessons import ANSWERS, IDS, right, section_of
from notebooks.kept import needed, outcomes
from notebooks.running import EXAMPLES, LESSONS, MILESTONES, ROOT, label

from minitorch.author.answers import handed_in
from minitorch.course import answer_file
from minitorch.course.marks import marked, marks
from minitorch.course.record import find
from minitorch.course.wrong import written

pytestmark = [pytest.mark.needs("nbval", "dot"), pytest.mark.skipif(sys.platform == "win32", reason="forks")]

NOTEBOOKS = {label(path): path for path in [*LESSONS[1:], *MILESTONES, *EXAMPLES[1:]]}
RECORDING = {"07_static": r"mt\.compile|static\.trace|refusal\(", "10_distributed": r"\bplace\(|in_processes\(",
             "12_dialects": r"[sS]ession|compile\("}
BANNER = "[minitorch]"
ASIDE = "the library's is recorded in its place", "the library's takes its place from here on"
OTHERWISE = 5                            # cells of a lesson that may show other numbers: names of pieces, last digits
TURNS = 3                                # parts of a long test, none of which takes minutes
PAIRS = 6                                # of readers' answers, for each notebook of RECORDING


@cache
def cells_of(name):
    """Return the code cells: their source, and what is stored of each, None where that may differ."""
    notebook = json.loads(NOTEBOOKS[name].read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return ["".join(cell["source"]) for cell in cells], [
        None if cell["metadata"].get("tags") else ["".join(out.get("text", out.get("data", {}).get("text/plain", "")))
                                                   for out in cell["outputs"]] for cell in cells]


def lesson_of(name):
    return int(name[:2]) if name[2] == "_" else 99


def ids_before(name):
    return [id for id in IDS if find(id).lesson <= lesson_of(name)]


def file_of(sections, judged=True):
    """Return a my_minitorch.py, with the marks of answers that were judged right."""
    text = answer_file.HEAD + "".join(f"\n\n{sections[id]}" for id in sorted(sections, key=IDS.index))
    kept = answer_file.parsed(text.encode())[1]
    found = marks(kept) if judged else {}
    return answer_file.HEAD + "".join(
        f"\n\n# exercise {id}, version {version}\n{marked(body, found[id]) if judged else body}"
        for id, (version, body) in kept.items())


def of_ids(ids):
    return file_of({id: right()[id] for id in ids})


def lines(outputs):
    """Return the lines that were shown, without what the library says to learners."""
    return [line for kind, text in outputs if kind in ("text", "text/plain")
            for line in text.strip().splitlines() if not line.startswith(BANNER)]


def check(name, results, numbers, wanted, what):
    """Assert that all cells ran, that exercises score as stored and programs are right, and that most is as stored."""
    shown = [outputs for outputs, _ in results]
    failures = [text for outputs in shown for kind, text in outputs if kind in ("error", "stderr") and text.strip()]
    assert not failures and len(shown) == len(numbers), f"{name}, {what}: cell {numbers[len(shown) - 1]}: {failures}"
    assert max(seconds for _, seconds in results) < 120, f"{name}, {what}: {[int(s) for _, s in results]}"
    aside = any(word in text for outputs in shown for _, text in outputs for word in ASIDE)
    other = [number for number, outputs, stored in zip(numbers, shown, wanted)
             if stored is not None and lines(outputs) != stored]
    sources = cells_of(name)[0]
    graded = [number for number in other if sources[number].startswith(("check(", "### BEGIN HIDDEN"))]
    assert not graded, f"{name}, {what}: cells {graded} score otherwise"
    for number, outputs, stored in zip(numbers, shown, wanted):
        true = [line for line in stored or () if line.endswith("True") or ": True " in line]
        assert aside or set(true) <= set(lines(outputs)), f"{name}, {what}: cell {number}: {lines(outputs)}"
    assert lesson_of(name) == 99 or len(other) <= OTHERWISE, f"{name}, {what}: cells {other} show other things"


def run_whole(jobs):
    """Run whole notebooks next to kept answers: [(notebook, kept text, what it holds)]."""
    for (name, _, what), results in zip(jobs, outcomes([(cells_of(name)[0], kept) for name, kept, _ in jobs])):
        stored = [None if texts is None else lines([("text", text) for text in texts]) for texts in cells_of(name)[1]]
        check(name, results, range(len(stored)), stored, what)


def run_recording(name, kept, wanted=None):
    """Run the cells of a notebook that record or place programs: {what: kept text}; all show what they show without."""
    sources = cells_of(name)[0]
    numbers = needed(sources, wanted or RECORDING[name])
    cells = [sources[number] for number in numbers]
    plain, *found = outcomes([(cells, text) for text in ["", *kept.values()]])
    wanted = [None if not place else lines(outputs) for place, (outputs, _) in enumerate(plain)]
    for what, results in zip(kept, found):
        check(name, results, numbers, wanted, what)


def test_a_backward_of_ones_own_carries_to_lesson_7():
    run_recording("07_static", {"2.4": of_ids(["2.4"])}, r"mt\.compile\)")


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_all_answers_kept(name):
    run_whole([(name, of_ids(ids_before(name)), "all")])


def some_lessons():
    """Return (notebook, lessons): each lesson where programs are recorded; elsewhere one that a seed draws."""
    for name in NOTEBOOKS:
        lessons = sorted({find(id).lesson for id in ids_before(name)})
        if name in RECORDING:
            yield from [(name, lessons[turn::TURNS]) for turn in range(TURNS)]
        elif not name.startswith("mnist"):               # which mount nothing
            yield name, random.Random(name).sample(lessons, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name, lessons", list(some_lessons()), ids=str)
def test_answers_of_one_lesson_kept(name, lessons):
    of_lesson = {lesson: of_ids([id for id in IDS if find(id).lesson == lesson]) for lesson in lessons}
    run_whole([(name, kept, f"lesson {lesson}") for lesson, kept in of_lesson.items()])


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(TURNS))
@pytest.mark.parametrize("name", RECORDING)
def test_each_answer_alone(name, turn):
    run_recording(name, {id: of_ids([id]) for id in ids_before(name)[turn::TURNS]})


@cache
def others():
    """Return {exercise: sections} of right answers in another style, of exercises that are mounted."""
    texts = [(id, handed_in(find(id), written(find(id), text, words)))
             for path in (ROOT / "tests" / "course" / "readers").glob("lesson_*.py")
             for id, kind, words, text, *_ in runpy.run_path(str(path))["ANSWERS"] if kind == "right"]
    texts += [(id, text) for answers in ANSWERS.values() for id, found in answers.OTHERS.items() for text in found]
    found: dict = {}
    for id, text in sorted(texts):
        if find(id).piece is not None:
            found.setdefault(id, []).append(text)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDING)
def test_pairs_of_answers_in_other_styles(name):
    draw, kept = random.Random(name), {}
    while len(kept) < PAIRS:
        ids = draw.sample([id for id in others() if find(id).lesson <= lesson_of(name)], 2)
        try:
            sections = {id: section_of(id, draw.choice(others()[id])) for id in ids}
        except ValueError:                               # a form that cannot be kept, as its check says
            continue
        kept[", ".join(ids)] = file_of(sections, judged=False)
    run_recording(name, kept)
