"""A class for tests of what follows grading: results made from known answers, judged as a notebook judges them."""

from functools import cache

from course.written import cell
from grade.samples import answers, ids_of, marked

from minitorch.course.evidence import judge, not_attempted
from minitorch.course.record import find
from minitorch.grade.result import Result

UNSEEN = 5                               # hidden cases of an exercise, a fifth of its points together


@cache
def result(student, id, text=None, unseen=UNSEEN):
    """The result of one answer; None for a blank. `unseen` says how many hidden cases held."""
    record = find(id)
    space = cell(answers(record.lesson).HELPERS)
    verdict = not_attempted(record) if text is None else judge(record, cell(text, space)[record.name])
    full = verdict.state.startswith("right")
    each = 0.8 * record.points / len(record.cases)
    checks = [(case.name, full or place < len(verdict.trials) and verdict.trials[place].passed, each, False)
              for place, case in enumerate(record.cases)]
    checks += [(f"unseen {number + 1}", full and number < unseen, 0.2 * record.points / UNSEEN, True)
               for number in range(UNSEEN)]
    points = sum(worth for _, passed, worth, _ in checks if passed) if full else verdict.points
    mistake = verdict.misconception
    return Result(student, record.lesson, id, record.version, round(points, 2), record.points,
                  "right" if full else verdict.state, checks, mistake and mistake.name, verdict.text, [],
                  0.2 + len(text or "") / 1000, 7, "bwrap", "abc")


@cache
def classroom(lesson=1, size=12):
    """Results of a class: some right, some with each mistake, some blank."""
    known, out = answers(lesson), []
    for number in range(size):
        for place, id in enumerate(ids_of(lesson)):
            wrong = list(known.WRONG[id].values())
            kind = (number * 5 + place * 3) % 8
            text = (known.REFERENCE[id] if kind < 5 - place // 3 else None if kind == 7 else
                    wrong[(number + place) % len(wrong)])
            out.append(result(f"student {number:02d}", id, text, UNSEEN - number % 2))
    return out


def sources(student, lesson=1):
    """What the store keeps of a student's submission: their answers by exercise."""
    known = answers(lesson)
    return {"path": f"{student}.ipynb", "digest": "abc", "oddities": [],
            "sources": {id: [[0, marked(id, known.REFERENCE[id])]] for id in ids_of(lesson)}}
