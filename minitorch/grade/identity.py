"""Whose each file is: one authority, which nothing inside a student's own folder can speak against.

It is what the system that collected says at the top of its export, or else the name of the top folder or file. What
lies deeper is the student's own: a file there that is called as another student's, or a list that says who is who,
is said to be odd and changes nothing.
"""

import re

CANVAS = re.compile(r"^([^_/]+)_(?:LATE_)?(\d+)_(\d+)_(.+)$")
MOODLE_FOLDER = re.compile(r"^(.+)_(\d+)_assignsubmission_(?:file|onlinetext)_?$")     # the system's words stand last
MOODLE = re.compile(r"^(.+?)_(\d+)_assignsubmission_(?:file|onlinetext)_?(.*)$")
GRADESCOPE = re.compile(r"^(submission_\d+)$")
FORMS = (("moodle", MOODLE_FOLDER), ("moodle", MOODLE), ("canvas", CANVAS))    # those with a name and a number in them
METADATA = "submission_metadata.yml"     # Gradescope's list of who handed in what
LESSON = r"(?:\d\d_[a-z]+|lesson[ _-]?\d+)"
NOBODY = re.compile(r"^(?:submitted|submissions?|handed[ _-]?in|exports?|.*_export|downloads?|notebooks?|all|tmp|"
                    r"my_minitorch|"
                    r"autograded|\d\d_[a-z_]+|(?:assignment|lesson|lab|hw|homework|week|course|class)[ _-]?\d*)$", re.I)
ENDINGS = (".ipynb", ".py", ".txt", ".json")
LONGEST = 1000                           # characters of a name that a pattern is tried on


def shape(pattern):
    """Compile a pattern: one with (?P<student>…), or names in braces such as "{lesson}_{student}.ipynb".

    Raises ValueError when it says nowhere where the student stands.
    """
    text = pattern
    if "(?P<" not in text:
        first, *parts = re.split(r"\{(\w+)\}", text)
        parts[-1:] = [f"{re.escape(each)}$" for each in parts[-1:]]
        parts[1:-1:2] = map(re.escape, parts[1:-1:2])      # each name ends where it first can (?>): in linear time
        parts = [f"(?>(?P<{name}>[^/]+?){then})" for name, then in zip(parts[::2], parts[1::2])]
        text = f"(?:^|/){re.escape(first)}{''.join(parts)}"
    try:
        found = re.compile(text)
    except re.error as error:
        raise ValueError(f"the pattern {pattern!r} is no regular expression: {error}.") from None
    if "student" not in found.groupindex:
        raise ValueError(f"the pattern {pattern!r} must say where the student stands: {{student}} or (?P<student>…).")
    return found


def formed(part):
    """Return (name, id) of a name in the form of a course system; None for a name in no such form."""
    return next(((match[1], match[2]) for _, form in FORMS if (match := form.match(part))), None)


def system_of(part):
    """Return the course system that gave a folder or file its name; '' for none."""
    return next((system for system, form in (*FORMS, ("gradescope", GRADESCOPE)) if form.match(part)), "")


def wrappers(parts):
    """Return how many folders above a student's own were put there by systems and instructors."""
    count = 0
    while count < len(parts) - 1 and NOBODY.match(parts[count]):
        count += 1
    return count


def top(place):
    """Whether a file stands where only the collecting system, or the instructor, can have put it."""
    parts = place.split("/")
    return wrappers(parts) == len(parts) - 1


class Who:
    """Whose files are, found for all of them together.

    entries   every file that was handed in
    pattern   what `shape` gave
    known     a Roster
    people    {(origin, folders above): what `submitters` gave for the list that stands there}
    named     {folder or file at the top: student} of who.csv, whose word counts before all else
    """

    def __init__(self, entries, pattern=None, known=None, people=None, named=None):
        self.pattern, self.known, self.people, self.named = pattern, known, people or {}, named or {}
        self.around = self.class_folder(entries)
        depths = [depth for entry in entries if (depth := self.patterned(entry)[1]) is not None]
        self.depth = min(depths, default=None)           # of what the pattern finds: deeper, a student speaks
        claims: dict[str, dict] = {}
        self.known_as: dict[str, str] = {}               # {student: the collecting system's own name}
        for entry in entries:
            for clue in self.clues(entry):
                student, strength = self.student(entry, clue)
                claims.setdefault(student, {})[clue] = max(strength, claims.get(student, {}).get(clue, 0))
        self.claims = {student: sorted(clues, key=lambda clue: (-clues[clue], clue))
                       for student, clues in claims.items() if len(clues) > 1}

    def class_folder(self, entries):
        """Return the folder around all that was handed in, such as `Fall 2026`; None if there is none.

        The roster says so: the folder's name is nobody's, and folders or files in it are of several students. What
        another folder stands beside may be a student's own, and what is in it then speaks for nobody.
        """
        tops = {(entry.origin, *entry.place.split("/")[:wrappers(entry.place.split("/")) + 1]) for entry in entries}
        if self.known is None or self.pattern is not None or len(tops) != 1:
            return None
        (_, *above, name), = tops
        inside = [parts for entry in entries if (parts := entry.place.split("/")[len(above) + 1:])]
        theirs = {self.named_by(parts[wrappers(parts)]) for parts in inside} - {None}
        nobodys = not formed(name) and not GRADESCOPE.match(name) and self.named_by(name) is None
        return name if nobodys and len(theirs) > 1 else None

    def named_by(self, part):
        """Return the student on the roster whom a folder's or file's name names; None for nobody."""
        if form := formed(part):
            return self.known.numbered(form[1], form[0], system_of(part))
        return self.known.find(owner(part)) or self.known.within(part)

    def placed(self, entry):
        """Return (the parts of a file's place, the number of folders above the one that is somebody's)."""
        parts = entry.place.split("/")
        count = wrappers(parts)
        if parts[count] == self.around and count < len(parts) - 1:
            count += 1 + wrappers(parts[count + 1:])
        return parts, count

    def expected(self, entry):
        """Whether a file of another kind stands where a student's notebook should."""
        part = self.authority(entry)
        return bool(formed(part) or GRADESCOPE.match(part)) or (self.known is not None
                                                                and self.known.within(part) is not None)

    def of(self, entry):
        """Return [(student, what was odd)] of a file: one student, or several of a group."""
        out, unlisted = [], self.unlisted(entry)
        for clue in self.clues(entry):
            student, strength = self.student(entry, clue)
            name = distinct(*clue)
            odd = f"{name} is not on the roster" if self.known is not None and not strength else ""
            odd = "; ".join(filter(None, [odd, unlisted]))
            if clues := self.claims.get(student):
                others = " and ".join(distinct(*each) for each in clues if each != clue)
                odd = "; ".join(filter(None, [odd, f"{others[:200]} is handed in as {student}'s too, and graded apart: "
                                                   "look which is theirs"]))
                if clue != clues[0]:
                    student = f"{student} [{name}]" if name == student or self.known else f"{name} [{clue[1]}]"
            out.append((student, odd))
            self.known_as[student] = name
        return out

    def unlisted(self, entry):
        """Return a sentence about a folder that the list of Gradescope beside it does not contain; '' if it does."""
        parts, count = self.placed(entry)
        people = self.people.get((entry.origin, "/".join(parts[:count])))
        if people is None or people.get(parts[count]) or not GRADESCOPE.match(parts[count]):
            return ""
        return f"{METADATA} does not say whose {parts[count][:80]} is: it is damaged, or of another export"

    def student(self, entry, clue):
        """Return (the student that a clue names, how sure that is).

        4 by who.csv, 3 by id, 2 by name, 1 by a part of it, 0 by itself.
        """
        (name, id), part = clue, self.authority(entry)
        if part in self.named:
            return self.named[part], 4
        if self.known is not None:
            for strength, found in ((3, self.known.numbered(id, name, system_of(part))), (2, self.known.find(name)),
                                    (1, self.known.within(part) if not formed(part) else None)):
                if found:
                    return found, strength
        return distinct(name, id), 0

    def authority(self, entry):
        parts, count = self.placed(entry)
        return parts[count]

    def patterned(self, entry):
        """Return ((name, id), at what depth) by the pattern; (None, None) if it finds nothing."""
        if self.pattern is None:
            return None, None
        above = entry.path[:-len(entry.place)]
        for text, add in ((entry.place[:LONGEST], 1), (above.rstrip("/")[-LONGEST:], 0)):
            if match := self.pattern.search(text):
                depth = add and add + text[:match.start("student")].count("/")
                return (" ".join(match["student"].split()), match.groupdict().get("id") or ""), depth
        return None, None

    def clues(self, entry):
        """Return [(name, id)] of a file from the one authority on it."""
        clue, depth = self.patterned(entry)
        if clue is not None and (depth == self.depth or not depth):
            return [clue]
        parts, count = self.placed(entry)
        part, last = parts[count], count == len(parts) - 1
        found = self.people.get((entry.origin, "/".join(parts[:count])), {}).get(part)
        if found:
            return [tuple(each) for each in found]
        if form := formed(part):
            return [form]
        if not last:
            return [(part, "")]
        name = owner(part)
        if not name or NOBODY.match(name):
            above = [each for each in entry.path[:-len(entry.place)].split("/") if each][-1:]
            above = [each[:-4] if each.lower().endswith(".zip") else each for each in above]
            name = next((each for each in above if not NOBODY.match(each)), part.partition(".")[0])
        return [(name, "")]

    def speaks(self, entry):
        """Return words about a name in a student's own folder that names another student; '' for none."""
        parts, count = self.placed(entry)
        own = parts[count + 1:]
        if len(own) and not (self.pattern is not None and self.depth):
            for part in own:
                if formed(part) or part == METADATA:
                    return f"{part[:80]} in it is called as another's would be: it counts here"
        return ""


def distinct(name, id):
    """Return a student's unique name: with the number by which the course's system knows them."""
    return f"{name} ({id})" if id and id != name else name


def owner(file):
    """Return the part of a file's name that may name a student, without the lesson and a copy's number; '' for none."""
    name = file
    while name.lower().endswith(ENDINGS):
        name = name.rpartition(".")[0]
    name = re.sub(r"^(copy of |kopie van |kopie von |copia de |copie de )", "", name, flags=re.I).rstrip()
    name = re.sub(r"\(\d+\)$|[ _-]copy\d*$|-\d+$", "", name, flags=re.I).rstrip()
    name = re.sub(rf"(?<![A-Za-z0-9]){LESSON}(?![A-Za-z0-9])", "", name) if re.search(r"\d", name) else name
    return name.strip(" _-.")
