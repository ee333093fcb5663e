"""Whose file it is: from a roster, a pattern, or the names that Canvas, Moodle, Gradescope and nbgrader give."""

import re

CANVAS = re.compile(r"^([^_/]+)_(?:LATE_)?(\d+)_(\d+)_(.+)$")
MOODLE = re.compile(r"^(.+?)_(\d+)_assignsubmission_(?:file|onlinetext)_?(.*)$")
GRADESCOPE = re.compile(r"^(submission_\d+)$")
METADATA = "submission_metadata.yml"     # Gradescope's list of who handed in what
LESSON = r"(?:\d\d_[a-z]+|lesson[ _-]?\d+)"
NOBODY = re.compile(r"^(?:submitted|submissions?|handed[ _-]?in|exports?|.*_export|downloads?|notebooks?|all|tmp|"
                    r"my_minitorch|"
                    r"autograded|\d\d_[a-z_]+|(?:assignment|lesson|lab|hw|homework|week|course|class)[ _-]?\d*)$", re.I)
NAME = ("student", "name", "full name", "student name", "display name")
IDS = ("id", "sid", "student id", "id number", "identifier", "user id", "canvas user id", "sis user id", "sis login id",
       "login", "login id", "username", "email", "email address", "e-mail")


class Roster:
    """The students of a course, from a CSV file: any that Canvas, Moodle or Gradescope give, or one of your own.

    students   their names, in the order of the file
    rows       {student: the row}, by the file's own column names
    """

    def __init__(self, rows):
        self.rows: dict[str, dict] = {}
        self.known: dict[str, set[str]] = {}
        names = [name_in(row) for row in rows]
        for row, name in zip(rows, names):
            ids = ids_in(row)
            if not name and not ids:
                continue
            student = name or ids[0]
            if names.count(name) > 1 and ids:
                student = f"{name} ({ids[0]})"
            self.rows[student] = row
            for clue in [*ids, *orders(name)]:
                self.known.setdefault(letters(clue), set()).add(student)

    @property
    def students(self):
        return list(self.rows)

    def find(self, *clues):
        """The student that one of the clues (a name, an id, an e-mail) names, and no other; None without one."""
        for clue in clues:
            found = self.known.get(letters(clue), ())
            if clue and len(found) == 1:
                return next(iter(found))
        return None

    def within(self, place):
        """The one student whose name or id stands somewhere in a file's name; None for none or several."""
        found = {student for word in re.split(r"[/\s_()+]+|-(?=\d*\b)", place)
                 for student in self.known.get(letters(word), ()) if len(letters(word)) > 2 or not word.isdecimal()}
        return next(iter(found)) if len(found) == 1 else None


def roster(path):
    """The roster of a CSV file.

    Raises ValueError when it names no student.
    """
    from pathlib import Path
    table = Roster(rows_of(Path(path)))
    if not table.rows:
        raise ValueError(f"{path} names no student: it needs a column such as {', '.join((*NAME[:2], *IDS[:2]))}.")
    return table


def rows_of(path):
    """The rows of a CSV file as dicts; commas, semicolons or tabs, with or without a byte order mark."""
    import csv

    from .cells import decoded
    text, _ = decoded(path.read_bytes())
    head = text.partition("\n")[0]
    mark = max(",;\t", key=head.count)
    return [{key.strip(): (value or "").strip() for key, value in row.items() if isinstance(key, str)
             and isinstance(value, str | None)} for row in csv.DictReader(text.splitlines(), delimiter=mark)]


def name_in(row):
    """The student's name in a row of a roster; '' when it has none, as in Canvas' row of possible points."""
    low = {key.lower().replace("_", " "): value for key, value in row.items()}
    name = next((low[key] for key in NAME if low.get(key)), "")
    if not name:
        name = " ".join(filter(None, [low.get("first name", ""), low.get("last name", low.get("surname", ""))]))
    return "" if name.lower().startswith("points possible") else " ".join(name.split())


def ids_in(row):
    """What else names the student of a row: numbers, logins, e-mail."""
    low = {key.lower().replace("_", " "): value for key, value in row.items()}
    return [low[key].removeprefix("Participant ") for key in IDS if low.get(key)]


def orders(name):
    """A name as it is, and last name first: `Ada Lovelace` is also `Lovelace, Ada`."""
    if "," in name:
        last, _, first = name.partition(",")
        return [name, f"{first} {last}"]
    words = name.split()
    return [name, " ".join([words[-1], *words[:-1]])] if len(words) > 1 else [name]


def letters(text):
    """What two spellings of a name have in common: small letters and digits, accents off."""
    from unicodedata import combining, normalize
    return "".join(c for c in normalize("NFKD", text or "").casefold() if c.isalnum() and not combining(c))


def submitters(text):
    """{submission folder: [(name, id or e-mail)]} of Gradescope's submission_metadata.yml."""
    found: dict[str, list] = {}
    folder = None
    for line in text.splitlines():
        if match := re.match(r"(submission_\d+):", line):
            folder = found.setdefault(match[1], [])
        elif (match := re.match(r"\s*-?\s*:(name|sid|email):\s*(.*)$", line)) and folder is not None:
            value = match[2].strip().strip("'\"")
            if line.lstrip().startswith("-"):
                folder.append({})
            if folder:
                folder[-1][match[1]] = value
    return {folder: [(each.get("name") or each.get("email", ""), each.get("sid") or each.get("email", ""))
                     for each in people] for folder, people in found.items()}


def shape(pattern):
    """A pattern as a regular expression: one with (?P<student>…), or names in braces: "{lesson}_{student}.ipynb".

    Raises ValueError when it says nowhere where the student stands.
    """
    text = pattern
    if "(?P<" not in text:
        parts = re.split(r"\{(\w+)\}", text)
        parts = [f"(?P<{part}>[^/]+?)" if i % 2 else re.escape(part) for i, part in enumerate(parts)]
        text = f"(?:^|/){''.join(parts)}$"
    try:
        found = re.compile(text)
    except re.error as error:
        raise ValueError(f"the pattern {pattern!r} is no regular expression: {error}.") from None
    if "student" not in found.groupindex:
        raise ValueError(f"the pattern {pattern!r} must say where the student stands: {{student}} or (?P<student>…).")
    return found


def whose(entry, pattern=None, known=None, people=()):
    """[(student, what was odd)] of a file: one, or the several of a group.

    pattern   what `shape` gave
    known     a Roster
    people    what `submitters` gave
    """
    clues = guesses(entry, pattern, dict(people))
    if known is None:
        return [(distinct(*clue), "") for clue in clues]
    out = []
    for name, id in clues:
        student = known.find(id, name) or (known.within(entry.place) if len(clues) == 1 else None)
        out.append((student, "") if student else (distinct(name, id), f"{distinct(name, id)} is not on the roster"))
    return out


def distinct(name, id):
    """A student's name that no other has: with the number the course's system knows them by."""
    return f"{name} ({id})" if id and id != name else name


def guesses(entry, pattern, people):
    """[(name, id)] by the conventions of file names, the most certain first."""
    parts = entry.place.split("/")
    if pattern is not None and (match := pattern.search(entry.place) or pattern.search(entry.path)):
        return [(" ".join(match["student"].split()), match.groupdict().get("id") or "")]
    for part in parts:
        if people.get(part):
            return people[part]
        for form in (MOODLE, CANVAS):
            if match := form.match(part):
                return [(match[1], match[2])]
        if GRADESCOPE.match(part):
            return [(part, "")]
    above = entry.path.split("/")[:-len(parts)][-1:]     # the folder or zip that was asked for
    above = [re.sub(r"\.zip$", "", part, flags=re.I) for part in above]
    *folders, file = parts
    for name in [*folders, owner(file), *above]:
        if name and not NOBODY.match(name):
            return [(name, "")]
    return [(parts[-1].partition(".")[0], "")]


def owner(file):
    """What of a file's name may be the student's: without the lesson's name and what copying adds; '' for nothing."""
    name = re.sub(r"(\.(ipynb|py|txt|json))+$", "", file, flags=re.I)
    name = re.sub(r"^(copy of |kopie van |kopie von |copia de |copie de )", "", name, flags=re.I)
    name = re.sub(r"\s*\(\d+\)$|[ _-]copy\d*$|-\d+$", "", name, flags=re.I)
    name = re.sub(rf"(?<![A-Za-z0-9]){LESSON}(?![A-Za-z0-9])", "", name) if re.search(r"\d", name) else name
    return name.strip(" _-.")
