"""What is asked of a process that opens one file: a zip's members, the cells of a notebook, who is who."""

import re
from io import BytesIO

from .cells import NotRead, decoded, of_notebook
from .decompress import Damaged, content
from .matching import matched
from .scripts import KEPT, of_script
from .zips import Member, members, misnamed

LONGEST = 400                            # characters of what is said about a file, each time
SETUP = re.compile(r"^[ \t]*setup\([ \t]*(?:lesson[ \t]*=[ \t]*)?(\d{1,4})\b", re.M)
MOST_OF_ALL = 100_000                    # files of one zip
NAME = 100                               # characters of a name that count as a file
MOST_TEXTS, LONG_TEXT = 20, 20_000       # answers in words of one notebook, and characters of one
MOST_CODE = 4 * 2**20                    # characters of all code cells of one notebook


def stream(file, inner, most):
    """Return (the file on disk, or the file that its members lead to; a list of damages)."""
    made, damage = open(file, "rb"), []
    for fields in inner:
        try:
            made = BytesIO(content(made, Member(fields[0].encode("latin-1"), *fields[1:]), most))
        except Damaged as error:
            made = BytesIO(error.content)
            damage.append(str(error))
    return made, damage


def of_zip(file, inner, most, own, of):
    """Return {"members", "other", "damage", "left"} of a zip; other: {number of a member: another name that it has}.

    own   whether all of it is one student's; otherwise each folder in it is
    of    how many files of one are kept; where there are more, only notebooks, and the number of the others in "left"
    """
    made, torn = stream(file, inner, most)
    found, damage = members(made)
    if not found and (torn or damage):
        raise ValueError("; ".join([*torn, damage]))
    groups: dict = {}
    for member in found:
        groups.setdefault(b"" if own else b"/".join(member.raw.split(b"/")[:2]), []).append(member)
    while of and sum(min(len(each), of) for each in groups.values()) > MOST_OF_ALL:
        of //= 2
    if not of:
        raise ValueError(f"the zip has {len(found):,} files; at most {MOST_OF_ALL:,} are read")
    kept, other, left = [], {}, []
    for group, several in groups.items():
        room, first = of, len(kept)
        many = sum(map(size, several)) > of
        for member in several:
            if many and not member.raw.lower().endswith((b".ipynb", b".zip")):
                continue
            if (room := room - size(member)) < 0:
                break
            kept.append([member.raw.decode("latin-1"), *member.fields()])
            if (name := misnamed(made, member)) is not None:
                other[len(kept) - 1] = name
        if many:
            left.append([group[:NAME].decode("latin-1"), len(several) + first - len(kept)])
    return {"members": kept, "other": other, "damage": damage, "left": left}


def size(member):
    """Return as how many files a member counts: more than one if its name is long."""
    return 1 + len(member.raw) // NAME


def of_file(file, inner, most, place, names):
    """Return what can be graded in a file: {"sources", "answers", "texts", "lesson", "own", "oddities"}.

    place   its name, which may say what it is
    names   {what the learner writes: exercise id}

    Raises ValueError when nothing can be, and says why.
    """
    made, torn = stream(file, inner, most)
    data = made.read(most + 1)
    if len(data) > most:
        raise NotRead(f"it is larger than {most // 2**20} MB")
    try:
        return read(*decoded(data), torn, place, names)
    except NotRead as error:
        raise NotRead("; ".join([*torn, str(error)])) from None


def read(text, odd, torn, place, names):
    """Return what can be graded in a text, and what was odd about its bytes."""
    oddities = [*torn, *odd]
    script = bool(re.search(r"\.py(\.txt)?$", place, re.I)) and not text.lstrip().startswith('{"')
    cells, odd = of_script(text) if script else of_notebook(text)
    if sum(len(cell.source) for cell in cells) > MOST_CODE:
        raise NotRead(f"its cells hold more than {MOST_CODE // 2**20} MB of text")
    sources, answers, strange = matched(cells, names)
    known = set(names.values())
    strange += [f"it answers {id[:20]}, which is no exercise of this course" for id in answers if id not in known][:20]
    answers = {id: found for id, found in answers.items() if id in known}
    order = [min(each.number for each in answers[id]) for id in names.values() if id in answers]
    if order != sorted(order):
        strange.append("its exercises stand in another order")
    texts = {cell.grade_id[:NAME]: cell.source[:LONG_TEXT] for cell in cells
             if cell.grade_id and cell.kind == "markdown"}
    return {"sources": sources, "texts": dict(list(texts.items())[:MOST_TEXTS]),
            "lesson": lesson_of(sources, answers, place),
            "answers": {id: [[each.number, each.version] for each in found] for id, found in answers.items()},
            "own": not (script and KEPT.search(text)),
            "oddities": [line[:LONGEST] for line in [*oddities, *odd, *strange][:100]]}


def lesson_of(sources, answers, place):
    """Return the lesson of most of its exercises; if it has none, that of its set-up cell or its name."""
    counts: dict[int, float] = {}
    for id, found in answers.items():
        lesson = int(id.partition(".")[0])
        counts[lesson] = counts.get(lesson, 0) + (1 if found[-1].rank >= 2 else 0.9)
    for source in sources:
        if match := SETUP.search(source):
            counts[int(match[1])] = counts.get(int(match[1]), 0) + 0.5
    if not counts and (match := re.search(r"(?<!\d)(\d\d)_[a-z]", place.rpartition("/")[2])):
        counts[int(match[1])] = 1
    return max(counts, key=lambda lesson: (counts[lesson], lesson)) if counts else None


def of_metadata(file, inner, most):
    """Return {"people": {submission folder: [[name, id or e-mail], …]}} of Gradescope's list."""
    from .students import submitters
    made, _ = stream(file, inner, most)
    return {"people": submitters(made.read(most).decode("utf-8", "replace"))}


TASKS = {"members": of_zip, "file": of_file, "metadata": of_metadata}
