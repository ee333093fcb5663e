"""What a student is given back: exercise by exercise, what was tried, what came of it, which mistake it looks like."""

import re
from pathlib import Path

from ..display.text import counted
from . import inert
from .html_page import bar, file_name, number, page, safe

SHOWN = ("points", "words", "evidence")  # how much is told: points by check; also the mistake; also inputs and results
WHERE = re.compile(r" {4}((?:first difference|the shape should|\d+ values|a \w+ was wanted|complex numbers)[^\n]*)")
NEARLY = "right on all cases you saw, not on all others"
SAID = {"right": "right", "nearly": NEARLY, "not yet": "not yet right",
        "crashed": "stopped by an error", "stopped": "took too long",
        "the library's own": "the library's own, not yours", "not attempted": "not attempted yet",
        "missing": "not in the notebook", "not graded": "could not be graded",
        "read": "read by your instructor"}


def page_of(student, rows, kept=None, show="evidence"):
    """Return one student's page, as HTML.

    rows         [(result, points, reason)], as store.final gives them: all of this student
    kept         {lesson: {"sources", "oddities", …}} as the store keeps them; for their own code
    show         one of SHOWN. Inputs and expected values of unseen cases are shown in none of them
    """
    if show not in SHOWN:
        raise ValueError(f"show is one of {', '.join(SHOWN)}, not {show!r}.")
    earned, of = sum(points for _, points, _ in rows), sum(result.of for result, _, _ in rows)
    lessons = sorted({result.lesson for result, _, _ in rows})
    named = "Lesson " + ", ".join(map(str, lessons)) if lessons else "No lesson"
    kept = kept or {}
    so_many = counted(round(of, 2), "point")
    parts = [f"<h1>{named}: {safe(student, 200)}</h1>", f"<p><strong>{number(earned)} of {so_many}</strong></p>",
             bar(earned / of if of else 0)]
    parts += [f'<p class="note lines">Your instructor: {safe(kept[lesson]["comment"], 5000)}</p>' for lesson in lessons
              if kept.get(lesson, {}).get("comment")]
    for result, points, reason in rows:
        sources = kept.get(result.lesson, {}).get("sources", {}).get(result.exercise, [])
        words = kept.get(result.lesson, {}).get("texts", {}).get(result.exercise, "")
        parts.append(section(result, points, reason, sources[-1][1] if sources else words, show))
    odd = [line for lesson in lessons for line in kept.get(lesson, {}).get("oddities", [])]
    if odd:
        parts.append("<h2>About the file</h2><ul>" + "".join(f"<li>{safe(line, 400)}</li>" for line in odd) + "</ul>")
    parts.append('<p class="faint">Something looks wrong? Show this page to your instructor: points can be set by '
                 "hand, with a reason.</p>")
    return page(f"{named}: {student}", *parts)


def section(result, points, reason, source, show):
    """Return one exercise of the page."""
    full, tried = points >= result.of, result.state not in ("missing", "not attempted")
    kind = "right" if full else "part" if points > 0 or tried else "none"
    parts = [opening(result, points, kind), f'<p class="state">{safe(state_of(result), 100)}</p>',
             by_hand(result, points, reason)]
    if tried or points:
        parts.append(checks(result))
    if show != "points" and said(result):
        parts.append(f'<p class="note">{safe(said(result))}</p>')
    if tried and not full:
        parts += [*(shown_evidence(result) if show == "evidence" else ()), hint(result) * (show != "points")]
    parts += [f'<p class="faint">{safe(line, 400)}</p>' for line in result.oddities]
    if source.strip() and tried:
        parts.append(own_code(result, source))
    return "\n".join([*filter(None, parts), "</section>"])


def opening(result, points, kind):
    """Return the begin of an exercise's section: its id, name and points. kind: right, part or none."""
    record = known(result)
    return (f'<section class="{kind}"><h2><span>{safe(result.exercise, 20)} '
            f'{safe("" if record is None else record.name, 80)}</span>'
            f'<span class="points">{number(points)} / {number(result.of)}</span></h2>')


def by_hand(result, points, reason):
    """Return what the instructor wrote, or that the points were set by hand; '' for neither."""
    if result.state == "read":
        return f'<p class="note">Your instructor: {safe(reason, 2000)}</p>' if reason else ""
    if points == result.points and not reason:
        return ""
    return ('<p class="note">' + f"Set to {counted(round(points, 2), 'point')} by your instructor"
            + (f": {safe(reason, 600)}" if reason else ".") + "</p>")


def shown_evidence(result):
    """Yield what the visible cases showed."""
    text, where = evidence(result, said(result))
    if text:
        prose = result.state == "the library's own"
        yield f'<p class="note">{safe(text)}</p>' if prose else f"<pre>{safe(text)}</pre>"
    if where:
        yield f"<p>{safe(where[:1].upper() + where[1:], 300)}.</p>"


def hint(result):
    """Return where hints are, for an answer that can still become right; '' where there are none."""
    record = known(result)
    if record is None or not record.hints or result.state in ("right", "nearly", "the library's own"):
        return ""
    return (f'<p class="faint">In the notebook, <code>hint("{safe(result.exercise, 20)}")</code> opens '
            f"the first of {counted(len(record.hints), 'hint')}.</p>")


def own_code(result, source):
    """Return the student's own answer, folded."""
    from .matching import versions_in
    asked = versions_in(source).get(result.exercise, result.version)
    old = f", version {asked} of the exercise" if asked != 1 else ""
    what = "answer" if result.state == "read" else "code"
    return f"<details><summary>Your {what}{old}</summary><pre>{safe(source, 20_000)}</pre></details>"


def known(result):
    """Return the exercise's record; None for one that this version of the course does not have."""
    from ..course.record import find
    try:
        return find(result.exercise)
    except ValueError:
        return None


def state_of(result):
    """Return the state of a result, in words."""
    if result.state == "right" and any(hidden and not passed for _, passed, _, hidden in result.checks):
        return NEARLY
    return SAID.get(result.state, result.state)


def checks(result):
    """Return the points of each check, as HTML. Of unseen cases it says how many held, and no more."""
    rows = [(name, passed, points if passed else 0, points)
            for name, passed, points, hidden in result.checks if not hidden]
    seen = all(passed for _, passed, _, _ in rows)
    unseen = [(passed, points) for _, passed, points, hidden in result.checks if hidden]
    if unseen:
        held = sum(bool(passed) for passed, _ in unseen)
        rows.append((f"{held} of {counted(len(unseen), 'unseen case')}" if seen or held else
                     f"{counted(len(unseen), 'unseen case')}, tried when all of these hold", held == len(unseen),
                     sum(points for passed, points in unseen if passed), sum(points for _, points in unseen)))
    items = [f'<li><span role="img" aria-label="{"passed" if passed else "failed"}">{"✓" if passed else "✗"}</span>'
             f'<span>{safe(name, 200)}</span><span class="points">{number(got)} / {number(of)}</span></li>'
             for name, passed, got, of in rows]
    return f'<ul class="checks">{"".join(items)}</ul>' if items else ""


def said(result):
    """Return the message of the mistake that was recognised; '' without one."""
    from ..course.record import find
    if result.misconception is None:
        return ""
    for version in (result.version, None):
        try:
            said = find(result.exercise, version).message(result.misconception)
        except ValueError:
            continue
        if said:
            return said
    return result.misconception


def evidence(result, message):
    """Return (the visible cases' evidence that is not elsewhere on the page, where two results first differ)."""
    lines = [line[4:] if line.startswith("    ") else line for line in result.text[:6000].split("\n")[1:200]]
    for start in range(len(lines)):
        rest = " ".join(" ".join(lines[start:]).split())
        if message and rest.startswith(" ".join(message.split())) or re.match(r"hint\(\S+\) has \d+ hints", rest):
            lines = lines[:start]
            break
    text = "\n".join(lines).rstrip()
    found = WHERE.search(text)
    return (text, "") if found is None else (text.replace(found[0], "").rstrip(), found[1])


def write(folder, results, submissions=None, changed=None, show="evidence"):
    """Write a page for each student into a folder; return {student: path}.

    results       all results to tell of
    submissions   {(student, lesson): …} as the store gives it
    changed       {(student, exercise): (points, reason)}: what the instructor set by hand
    """
    from .store import final
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    rows: dict[str, list] = {}
    for result, points, reason in final(results, changed or {}):
        rows.setdefault(result.student, []).append((result, points, reason))
    written: dict[str, Path] = {}
    for student, theirs in rows.items():
        kept = {lesson: each for (whose, lesson), each in (submissions or {}).items() if whose == student}
        name = file_name(student, [path.stem for path in written.values()])
        written[student] = folder / f"{name}.html"
        inert.write(written[student], page_of(student, theirs, kept, show))
    return written
