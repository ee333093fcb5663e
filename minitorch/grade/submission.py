"""From what was handed in to submissions: one a student and lesson, with everything in it that can be graded."""

import re

from ..display.text import counted
from . import archive
from .archive import entries
from .identity import METADATA, Who, shape, top
from .reading import ask
from .result import Submission, Unreadable
from .students import Roster, roster as read_roster

READ = re.compile(r"\.(ipynb|py)(\.(txt|json))?$|\.json$", re.I)        # browsers add endings
DOCUMENTS = (".md", ".markdown", ".txt", ".docx", ".doc", ".odt", ".rtf", ".pages", ".pdf")     # an answer may be there
HELD = 4 * 2**20                         # characters of code that are kept of all that one student handed in
NAMED = 5                                # files that are named where there are many


class Found:
    """A file that was read: its code cells, its answers, what was odd."""

    def __init__(self, entry, reply):
        self.entry, self.lesson, self.own = entry, reply["lesson"], reply["own"]   # own: not my_minitorch.py
        self.sources, self.answers, self.texts = reply["sources"], reply["answers"], reply["texts"]
        self.oddities = [*entry.oddities, *reply["oddities"]]

    def order(self, lesson):
        """Return a key to find the file that counts: of this lesson, a notebook, the latest."""
        return self.lesson == lesson, self.own, self.entry.when, natural(self.entry.path)

    @property
    def file(self):
        return self.entry.path.rpartition("/")[2]


def natural(path):
    """Return a sort key by which `-10` comes after `-9`. Numbers may have any number of digits."""
    parts = re.split(r"([0-9]+)", path)
    return [(len(part.lstrip("0")), part.lstrip("0")) if number % 2 else part for number, part in enumerate(parts)]


def names_of_exercises():
    """Return {what the learner writes: exercise id}, for names that no two exercises share; retired ones come last."""
    from ..course import exercises  # noqa: F401  (its lessons register themselves)
    from ..course.record import earlier, find, registry
    records = [find(id) for id in dict.fromkeys([*registry, *(id for id, _ in earlier)])]
    names = [record.name for record in records]
    return {record.name: record.id for record in records if names.count(record.name) == 1}


def collect(paths, *, lesson=None, pattern=None, roster=None, named=None):
    """Yield every submission in notebooks, folders and zips: Submission, or Unreadable with the reason. Nothing is run.

    paths     one or several
    lesson    only this one's exercises; default: each notebook's own
    pattern   where the student stands in a file's place: "{student}/{lesson}.ipynb", or a regular expression
    roster    a Roster, or the path of a CSV file that names the students
    named     {folder or file at the top: student}, as by_hand.named gave it

    Raises FileNotFoundError for a path that is not there, ValueError for a pattern or roster that says nothing.
    """
    from os import PathLike
    known = roster if isinstance(roster, Roster | None) else read_roster(roster)
    form = None if pattern is None else shape(pattern)
    found = entries([paths] if isinstance(paths, str | PathLike) else list(paths))
    who = Who(found, form, known, people(found), named)
    read, rest = opened(found, who)
    yield from sorted_out(read, rest, lesson, who)


def people(found):
    """Return {(origin, folders above): {submission folder: [(name, id)]}} of Gradescope's lists at the top."""
    lists = {number: each for number, each in enumerate(found)
             if each.place.rpartition("/")[2] == METADATA and top(each.place) and not each.trouble}
    replies = ask((number, "metadata", located(each)) for number, each in lists.items())
    return {(lists[number].origin, lists[number].place.rpartition("/")[0]): reply.get("people", {})
            for number, reply, _ in replies}


def located(entry):
    """Return where a file is, for the process that opens it."""
    return {"file": entry.file, "inner": entry.inner, "most": archive.MOST}


def opened(found, who):
    """Return ([Found, …], [(entry, why it was not read, '' if it need not be)]), each file read by itself."""
    rest, spent, held, late, read, keys = [], {}, {}, {}, [], {}
    names = names_of_exercises()

    def requests():
        for number, entry in enumerate(found):
            if entry.trouble or not READ.search(entry.place):
                rest.append((entry, entry.trouble))
                continue
            keys[number] = key = who.of(entry)[0][0]
            if spent.get(key, 0.0) > archive.PATIENCE or held.get(key, 0) > HELD:
                late.setdefault(key, []).append(entry)
                continue
            yield number, "file", {**located(entry), "place": entry.place, "names": names}

    for number, reply, seconds in ask(requests()):
        spent[keys[number]] = spent.get(keys[number], 0.0) + seconds
        if "trouble" not in reply:
            read.append(Found(found[number], reply))
            held[keys[number]] = held.get(keys[number], 0) + sum(map(len, reply["sources"]))
            continue
        rest.append((found[number], reply["trouble"]))
    for left in late.values():
        count = f", and {len(left) - 1} more" if len(left) > 1 else ""
        rest.append((left[0], f"it was not read{count}: what came with it took longer than {archive.PATIENCE} s to "
                              f"read, or holds more than {HELD // 2**20} MB of code"))
    return sorted(read, key=lambda each: (each.entry.origin, each.entry.path)), rest


def sorted_out(read, rest, lesson, who):
    """Yield Submissions and what could not be read, by student."""
    handed: dict[tuple, list] = {}
    readers, order, wrong, helpers = set(), [], [], []
    for found in read:
        theirs = found.lesson if lesson is None else lesson
        if not any(id.startswith(f"{theirs}.") for id in found.answers):
            helper = found.entry.kind == ".py" and "/" in found.entry.place and not found.answers
            (helpers if helper else wrong).append((found.entry, (
                f"it holds exercises of lesson {found.lesson}, not of {lesson}" if found.answers else
                "it holds no exercise")))
            continue
        for student, odd in who.of(found.entry):
            readers.add(student)
            handed.setdefault((student, theirs), []).append((found, odd))
    spoiled = unread([*rest, *wrong], helpers, readers, who)
    for (student, theirs), several in handed.items():
        order.append(submission(student, theirs, several, spoiled.get(student, []), who))
    for student, files in spoiled.items():
        if student not in readers:
            order += unreadable(student, files, who)
    yield from sorted(order, key=lambda each: (each.student.casefold(), getattr(each, "lesson", 0), each.path))


def unread(files, helpers, readers, who):
    """Return {student: [(file, why it is no submission)]}; helpers: modules, named where nothing else is."""
    spoiled: dict[str, list] = {}
    for entry, why in files:
        if not why and not who.expected(entry) and entry.kind not in DOCUMENTS:
            continue                                     # a picture in a folder: nobody's submission
        for student, _ in who.of(entry):
            why = why or f"it is a {entry.kind or 'nameless'} file, not a notebook"
            spoiled.setdefault(student, []).append((entry, why))
    for entry, why in helpers:                           # a module beside a notebook is no submission
        for student, _ in who.of(entry):
            if student not in readers:
                spoiled.setdefault(student, []).append((entry, why))
    return spoiled


def unreadable(student, files, who):
    """Yield the files of a student of whom nothing could be read; of many the first few."""
    for entry, why in files[:NAMED]:
        yield Unreadable(student, entry.path, why, who.authority(entry))
    if len(files) > NAMED:
        (first, why), *rest = files[NAMED:]
        so_are = f"; so {'is' if len(rest) == 1 else 'are'}, for this or other reasons, "
        more = f"{so_are}{counted(len(rest), 'file')} more" * bool(rest)
        yield Unreadable(student, first.path, why + more, who.authority(first))


def submission(student, lesson, several, spoiled, who):
    """Return one student's submission of one lesson: the latest of what they handed in, the others named."""
    several = sorted(several, key=lambda pair: pair[0].order(lesson))
    found, odd = several[-1]
    oddities = [*([odd] if odd else []), *found.oddities]
    if said := who.speaks(found.entry):
        oddities.append(said)
    if len(several) > 1:
        names = [each.file for each, _ in several[:-1]]
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        oddities.append(f"handed in more than once: {found.file}, the latest, is graded; "
                        f"{', '.join(names[-NAMED:])}{more} {'are' if len(names) > 1 else 'is'} set aside")
    others = sorted({id.partition(".")[0] for id in found.answers} - {str(lesson)})
    if others:
        named = " and ".join(others)
        oddities.append(f"it also answers exercises of lesson {named}, which count in a notebook of theirs")
    oddities += [f"{entry.path.rpartition('/')[2]} beside it could not be read: {why}"
                 for entry, why in spoiled[:NAMED]]
    answers = sorted(found.answers.items(), key=lambda item: [*map(int, item[0].split("."))])
    sources = {id: [(number, found.sources[number]) for number, _ in several] for id, several in answers
               if id.startswith(f"{lesson}.")}
    versions = {id: several[-1][1] for id, several in answers if id in sources}
    return Submission(student, lesson, found.entry.path, digest(found.sources), found.sources, sources, oddities,
                      versions, who.known_as[student], found.texts, who.authority(found.entry))


def digest(sources):
    """Return a digest of a notebook's code cells: saving it again, with outputs, does not change it."""
    from hashlib import sha256
    from json import dumps
    return sha256(dumps(sources).encode()).hexdigest()
