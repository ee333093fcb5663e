"""The map of the library: which of its pieces run on the learner's own code."""

import re
import sys
from html import escape

from ..display.text import counted
from .record import registry
from .session import answers

LIT, DARK = "■", "□"


def title_of(lesson):
    """Return the name of a lesson: the word after its number on the first line of its exercises' file."""
    said = sys.modules[f"{__package__}.exercises.lesson_{lesson}"].__doc__ or ""
    match = re.match(r"Lesson \d+, ([^:]+):", said)
    return match[1] if match else ""


class Progress:
    """The map, as text and as a picture of boxes."""

    def __init__(self):
        from . import exercises  # noqa: F401  (its lessons register themselves)
        self.lessons: dict[int, list] = {}
        for record in sorted(registry.values(), key=lambda r: [int(n) for n in r.id.split(".")]):
            answer = answers.get(record.id)
            answer = answer and (answer.right or answer)     # what the library runs on
            state = answer.state if answer is not None else "not attempted"
            points = 0 if answer is None else record.points if answer.judged is None else answer.judged.points
            self.lessons.setdefault(record.lesson, []).append((record, state, points))

    def __repr__(self):
        lines = []
        for lesson, rows in self.lessons.items():
            lit = sum(state == "right" for _, state, _ in rows)
            marks = "".join(LIT if state == "right" else DARK for _, state, _ in rows)
            lines.append(f"lesson {lesson} {title_of(lesson):<10} {marks}  {lit} of {len(rows)} on your code")
            lines += [f"    {r.id} {r.name:<24} {state}" for r, state, _ in rows]
        earned = sum(points for rows in self.lessons.values() for _, _, points in rows)
        return "\n".join([*lines, f"{earned:g} of {counted(sum(r.points for r in registry.values()), 'point')}"])

    def _repr_html_(self):
        boxes = []
        for lesson, rows in self.lessons.items():
            cells = "".join(
                f'<span title="{escape(state)}" style="display:inline-block;margin:2px;padding:3px 8px;'
                f'border:1px solid #888;border-radius:4px;{style(state)}">{LIT if state == "right" else DARK} '
                f'{escape(r.id)} {escape(r.name)}</span>' for r, state, _ in rows)
            boxes.append(f'<div><b>{lesson} {escape(title_of(lesson))}</b><br>{cells}</div>')
        return f'<div role="img" aria-label="{escape(repr(self))}">{"".join(boxes)}</div>'


def style(state):
    """Return colours that are clear in light and dark, and to colour-blind readers: the mark says it too."""
    return "background:#0072b2;color:white" if state == "right" else "background:transparent"


def progress():
    """Show the map of the library, your pieces lit."""
    return Progress()
