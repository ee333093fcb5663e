"""What an instructor should look at first, of all that was handed in."""

import re

KINDS = {
    "damaged": r"damaged|could not be read|merge conflict|it was cut|more than once, in code",
    "late": r"^handed in late",
    "whose it is": r"not on the roster|is handed in as|it counts here|points elsewhere|has no name",
    "how it was written": r"\blook\b|its source says version",
}                                        # by what intake says of a file
STATES = {"not graded": "not graded", "stopped": "stopped", "the library's own": "the library's own"}
ORDER = ("damaged", "not graded", "stopped", "the library's own", "whose it is", "alike", "how it was written", "late")


def look(rows, submissions, unreadable=(), alike=()):
    """Return {student: [(kind, words)]} of those whom a person should look at, in the order of ORDER.

    rows          [(result, points, reason)], as store.final gives them
    submissions   {(student, lesson): {"oddities", …}} as the store gives them
    unreadable    what could not be read, as collect gave it
    alike         [(student, words)], as similar.words gave it
    """
    found: dict[str, dict] = {}

    def add(student, kind, words):
        found.setdefault(student, {})[kind, words] = None
    for each in unreadable:
        add(each.student, "damaged", f"{each.path.rpartition('/')[2]}: {each.reason}")
    for (student, _), kept in submissions.items():
        for words in kept["oddities"]:
            for kind, pattern in KINDS.items():
                if re.search(pattern, words):
                    add(student, kind, words)
                    break
    for result, _, reason in rows:
        if result.state in STATES and not reason:
            add(result.student, STATES[result.state], result.exercise)
        for words in result.oddities:
            if not reason and re.search(KINDS["how it was written"], words):
                add(result.student, "how it was written", f"{result.exercise}: {words}")
    for student, words in alike:
        add(student, "alike", words)
    out = {student: merged(kinds) for student, kinds in found.items()}
    return dict(sorted(out.items(), key=lambda item: (ORDER.index(item[1][0][0]), item[0].casefold())))


def merged(kinds):
    """Return [(kind, words)] with one line for each kind, in order."""
    out = []
    for kind in ORDER:
        words = [words for one, words in kinds if one == kind]
        if words:
            out.append((kind, "; ".join(words[:5]) + (f" and {len(words) - 5} more" if len(words) > 5 else "")))
    return out


def text(found, most=20):
    """Return the same list as text for a terminal."""
    if not found:
        return ""
    lines = [f"  {student[:40]}: " + "; ".join(f"{kind} ({words})" for kind, words in kinds)[:200]
             for student, kinds in found.items()]
    more = [f"  and {len(lines) - most} more, on the class page and in the plain table"] if len(lines) > most else []
    return "\n".join([f"look at these {len(lines)}:", *lines[:most], *more])
