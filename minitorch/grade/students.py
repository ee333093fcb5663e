"""Who the students are: from a roster, and from the list that Gradescope puts beside what it collected."""

import re
from collections import Counter

from .inert import one_line

NAME = ("student", "name", "full name", "student name", "display name")
IDS = ("id", "sid", "student id", "id number", "identifier", "user id", "canvas user id", "sis user id", "sis login id",
       "login", "login id", "username", "email", "email address", "e-mail")
OF_SYSTEM = {"moodle": ("identifier",), "canvas": ("id", "canvas user id"),       # columns of the numbers in file names
             "gradescope": ("sid", "student id", "email", "email address")}
SHARED = ("email", "email address", "e-mail")              # by those who work together
NO_ID = ("", "na", "none", "nan", "null", "tba", "unknown")


class Roster:
    """The students of a course, from a CSV file: any that Canvas, Moodle or Gradescope give, or one of your own.

    students   their names, in the order of the file
    columns    the names of the file's columns, in its order
    rows       {student: the row}, by the file's own column names
    others     rows that name no student, such as Canvas' possible points
    said       what was odd about the file; '' for nothing
    """

    def __init__(self, rows, said=""):
        self.rows: dict[str, dict] = {}
        self.columns, self.others, self.said = list(rows[0]) if rows else [], [], said
        self.known: dict[str, set[str]] = {}
        names = [name_in(row) for row in rows]
        often = Counter(names)
        for row, name in zip(rows, names):
            ids = ids_in(row)
            if not name and not ids:
                self.others.append(row)
                continue
            student = name or ids[0]
            if name and often[name] > 1 and ids:
                student = f"{name} ({ids[0]})"
            self.rows[student] = row
            for clue in [*ids, *orders(name)]:
                self.known.setdefault(letters(clue), set()).add(student)

    @property
    def students(self):
        return list(self.rows)

    def find(self, clue):
        """Return the student whom a name, an id or an e-mail names, and no other; None without one."""
        found = self.known.get(letters(clue), ())
        return next(iter(found)) if clue and len(found) == 1 else None

    def numbered(self, id, name, system):
        """Return the student whom a system's file names call `id`, and `name`; None if that is not certain.

        A system's number may be equal to a number of another kind, which another student has. So the system's own
        column decides. In a roster without it, the row with that number counts if it has no other name.
        """
        columns = [key for key in self.columns if spelled(key) in OF_SYSTEM.get(system, ())]
        if columns:
            found = [student for student, row in self.rows.items() for key in columns
                     if id and letters(number_in(row.get(key))) == letters(id)]
            return found[0] if len(set(found)) == 1 else None
        found, named = self.find(id), self.known.get(letters(name), ())
        if found and (found in named or not named and (system not in OF_SYSTEM or not name_in(self.rows[found]))):
            return found
        return None

    def late(self, student):
        """Return what the roster says if a hand-in was late (Moodle's status, Gradescope's lateness); else ''."""
        row = self.rows.get(student)
        status, lateness = column(row, "Status"), column(row, "Lateness (H:M:S)", "Lateness")
        return status if re.search(r"\b(late|overdue)\b", status, re.I) else lateness if lateness.strip("0:") else ""

    def within(self, place):
        """Return the one student whose name or id is part of a file's name; None for none or several."""
        found = {student for word in re.split(r"[/\s_()+]+|-(?=\d*\b)", place)
                 for student in self.known.get(letters(word), ()) if len(letters(word)) > 2 or not word.isdecimal()}
        return next(iter(found)) if len(found) == 1 else None


def roster(path):
    """Read a roster from a CSV file.

    Raises ValueError when it names no student, or two by one id.
    """
    from pathlib import Path
    rows, said, lines = rows_of(Path(path))
    if twice := doubled(rows, lines):
        raise ValueError(f"{path}: {twice}")
    table = Roster(rows, said)
    if not table.rows:
        raise ValueError(f"{path} names no student: it needs a column such as {', '.join((*NAME[:2], *IDS[:2]))}.")
    return table


def text_of(path):
    """Return (the text of a CSV file in whatever encoding, what was odd about it)."""
    from .cells import decoded
    data = path.read_bytes()
    text, odd = decoded(data)
    if odd and "\ufffd" in text:
        return data.decode("cp1252", "replace"), (f"{path} is no UTF-8 and was read as Windows-1252: look whether its "
                                                  "names are right")
    return text, f"{path}: {odd[0]}" if odd else ""


def reader(path):
    """Return (a csv.DictReader of a file, what was odd); commas, semicolons or tabs. Raises ValueError for no table."""
    import csv
    import io
    text, said = text_of(path)
    mark = max(",;\t", key=text.partition("\n")[0].count)
    try:
        list(csv.reader(io.StringIO(text, ""), delimiter=mark))
    except csv.Error as error:
        raise ValueError(f"{path} is no table of names: {error}.") from None
    return csv.DictReader(io.StringIO(text, ""), delimiter=mark), said


def lines_of(path, columns):
    """Return [(number, {column: text})] of the lines of a CSV file. Raises ValueError where a column is missing."""
    lines, _ = reader(path)
    if not set(columns) <= set(lines.fieldnames or ()):
        raise ValueError(f"{path} needs the columns {', '.join(columns)}.")
    return [(lines.line_num, {name: (line[name] or "").strip() for name in columns}) for line in lines]


def rows_of(path):
    """Return (the rows of a CSV file as dicts, what was odd, the line on which each row ends)."""
    table, said = reader(path)
    rows, lines = [], []
    for row in table:
        rows.append({key.strip(): (value or "").strip() for key, value in row.items() if isinstance(key, str)
                     and isinstance(value, str | None)})
        lines.append(table.line_num)
    return rows, said, lines


def doubled(rows, lines):
    """Return which two rows name two students and have one id, in words; '' if none do."""
    first: dict[tuple, int] = {}
    for place, row in enumerate(rows):
        for key, id in row.items():
            kind = spelled(key)
            if kind in IDS and kind not in SHARED and letters(id) not in NO_ID and name_in(row):
                other = rows[first.setdefault((key, id), place)]
                if other is not row and letters(name_in(other)) != letters(name_in(row)):
                    return (f"lines {lines[first[key, id]]} and {lines[place]} give two students one {key}, "
                            f"{one_line(id)}: {name_in(other)} and {name_in(row)}. Mend one of them.")
    return ""


def spelled(key):
    """Return a column's name as NAME and IDS have it."""
    return key.lower().replace("_", " ")


def number_in(cell):
    """Return the id in a cell; Moodle writes a word before it."""
    return one_line((cell or "").removeprefix("Participant "))


def name_in(row):
    """Return the student's name in a row of a roster; '' if it has none, as Canvas' row of possible points."""
    low = {spelled(key): value for key, value in row.items()}
    name = next((low[key] for key in NAME if low.get(key)), "")
    if not name:
        name = " ".join(filter(None, [low.get("first name", ""), low.get("last name", low.get("surname", ""))]))
    return "" if name.lower().startswith("points possible") else one_line(name)


def ids_in(row):
    """Return what else identifies the student of a row: numbers, logins, e-mail."""
    low = {spelled(key): value for key, value in row.items()}
    return [number_in(low[key]) for key in IDS if low.get(key)]


def orders(name):
    """Return a name in both orders: `Ada Lovelace` is also `Lovelace, Ada`."""
    if "," in name:
        last, _, first = name.partition(",")
        return [name, f"{first} {last}"]
    words = name.split()
    return [name, " ".join([words[-1], *words[:-1]])] if len(words) > 1 else [name]


def letters(text):
    """Return what two spellings of a name have in common: small letters and digits, without accents."""
    from unicodedata import combining, normalize
    return "".join(c for c in normalize("NFKD", text or "").casefold() if c.isalnum() and not combining(c))


def column(row, *names):
    """Return a cell of a roster's row by any of the names that its column may have; '' for none."""
    low = {letters(key): value for key, value in (row or {}).items()}
    return next((low[letters(name)] for name in names if low.get(letters(name))), "")


def submitters(text):
    """Return {submission folder: [(name, id or e-mail)]} of Gradescope's submission_metadata.yml.

    Names are the students' own: what goes on over several lines, or stands further in than it should, is no field.
    """
    found: dict[str, list] = {}
    folder, inside, listing, indent = None, "", None, 0
    for line in text.split("\n"):
        body = line.strip()
        if inside:                                       # of a quoted text that began on a line above
            inside = "" if closed(body, inside) else inside
            continue
        if match := re.match(r"(submission_\d+):$", line.rstrip()):
            folder, listing = match[1] if match[1] not in found else None, None
            continue
        match = re.match(r"(-?) *:(\w+): *(.*)$", body)
        if not match or folder is None:
            continue
        here, value = line.index(":"), match[3]
        if value[:1] in ("'", '"') and not closed(value[1:], value[0]):
            inside = value[0]
        if match[2] == "submitters" and folder not in found:
            listing, found[folder] = here, []
        elif listing is not None and not match[1] and here <= listing:
            listing = None                               # what follows is about something else
        elif listing is not None:
            if match[1]:
                found[folder].append({})
                indent = here
            if match[2] in ("name", "sid", "email") and found[folder] and here == indent:
                found[folder][-1].setdefault(match[2], unquoted(value))
    return {folder: [tuple(one_line(each.get(key) or each.get("email", "")) for key in ("name", "sid"))
                     for each in people] for folder, people in found.items()}


def closed(text, quote):
    """Whether a quoted text ends on this line, behind which the quote was opened."""
    if quote == "'":
        return text.replace("''", "").endswith("'")
    plain = re.sub(r"\\.", "", text)
    return plain.endswith('"')


def unquoted(text):
    """Return the value that a field of the list stands for, without its quotes."""
    import json
    try:
        return str(json.loads(text)) if text[:1] == '"' else text.strip("'").replace("''", "'")
    except ValueError:
        return text.strip('"')
