"""What the instructor's page reads and changes: grades, overrides.csv, who.csv, comments; grading in the background."""

from pathlib import Path
from threading import Lock, Thread

from ...course.record import find
from .. import by_hand, course_files
from ..html_page import number
from ..report import totals
from ..result import Unreadable
from ..standing import Standing, summary
from ..store import Store

WAIT = "grading is going on: wait until it has ended."
LONGEST = 5000                           # characters of a comment


def shown_points(points, reason):
    """Return points and a reason as one text, by which the page knows whether they were changed."""
    return f"{points} {' '.join(reason.split())}"


class Desk:
    """A class on the instructor's page; each method may be called from any thread.

    course     a standing.Course whose hand-ins have been read
    progress   what was graded last, in words
    """

    def __init__(self, course, progress=""):
        self.course, self.lock = course, Lock()
        self.standing, self.pairs = None, None
        self.thread, self.progress, self.failure = None, progress, ""

    def now(self):
        """Return the Standing of the class. Raises ValueError for an overrides.csv that cannot be used."""
        with self.lock:
            if self.standing is None or self.files != self.dates():
                files, self.standing = self.dates(), None
                with Store(self.course.base) as store:
                    self.standing = Standing(self.course, store, self.pairs)
                self.files, self.pairs = files, self.standing.pairs
            return self.standing

    def dates(self):
        """Return when the files that a person may edit beside the page were written."""
        return [Path(name).stat().st_mtime_ns if name and Path(name).is_file() else 0
                for name in (self.course.by_hand, self.course.base)]

    def students(self):
        """Return everyone who has a grade, in the order of the class table."""
        return sorted(totals(self.now().rows), key=str.casefold)

    def strangers(self):
        """Return what was handed in by nobody on the roster: [(file or folder, student, what is odd)]."""
        known = self.course.known
        if known is None:
            return []
        found = {}
        for each in self.course.found:
            if each.student not in known.rows and each.top:
                why = each.reason if isinstance(each, Unreadable) else f"lesson {each.lesson}"
                found.setdefault(each.top, (each.top, each.student, why))
        return sorted(found.values())

    def keep(self, student, fields):
        """Write what a student's page was sent: points and reasons into overrides.csv, comments into the store.

        fields   {"points 1.2", "reason 1.2", "was 1.2", …, "text 1", "was text 1"}; was: what the page had shown, so
                 that only what was changed is written. "back": an exercise whose points are the grader's again

        Raises ValueError, and writes nothing, for points that cannot be, and where something was changed meanwhile.
        """
        (rows, handed), points, texts = self.now().of(student), [], []
        for result, value, reason in rows:
            id = result.exercise
            if f"was {id}" not in fields:
                continue
            new = fields.get(f"points {id}", ""), " ".join(fields.get(f"reason {id}", "").split())
            if fields.get("back") == id:
                points.append((id,))
            elif shown_points(*new) != fields[f"was {id}"]:
                if fields[f"was {id}"] != shown_points(number(value), reason):
                    raise ValueError(f"the points of {id} were changed meanwhile: load the page again.")
                points.append((id, f"{by_hand.points_of(find(id), new[0].strip()):g}", new[1]))
        for lesson, kept in handed.items():
            text = fields.get(f"text {lesson}", "").replace("\r\n", "\n").strip()
            if f"was text {lesson}" in fields and text != (was := fields[f"was text {lesson}"]):
                if was.replace("\r\n", "\n") != kept.get("comment", ""):
                    raise ValueError(f"the comment on lesson {lesson} was changed meanwhile: load the page again.")
                if len(text) > LONGEST:
                    raise ValueError(f"a comment has at most {LONGEST:,} characters.")
                texts.append((lesson, text))
        with self.lock, Store(self.course.base) as store:
            for values in points:
                self.set_points(store, student, *values)
            for lesson, text in texts:
                store.comment(student, lesson, text)
            self.standing = None

    def set_points(self, store, student, exercise, *values):
        """Write a line of overrides.csv: points and a reason; without these the line is removed."""
        if self.course.by_hand is None:
            self.course.by_hand = course_files.new("overrides.csv", self.course.options.paths, "--overrides")
        name = next((name for name, id in by_hand.overrides(self.course.by_hand)
                     if id == exercise and student in (name, store.named(name))), student)      # may be an earlier one
        by_hand.set_line(self.course.by_hand, by_hand.COLUMNS, (name, exercise, *values), 2)

    def belongs(self, file, student, sure=False):
        """Write into who.csv whose a folder or file is, and grade what this changes.

        Returns whether it did so: of a student who has handed in something, one must be sure.
        """
        if file not in {top for top, _, _ in self.strangers()}:
            raise ValueError(f"nothing called {file!r} is handed in by somebody unknown.")
        if student not in self.course.known.rows:
            raise ValueError(f"no student of the roster is called {student!r}.")
        if not sure and student not in self.now().missing:
            return False
        self.set_who(file, student)
        return True

    def set_who(self, *values):
        """Write a line of who.csv, a file and a student, and grade; without a student the line is removed."""
        if self.busy():
            raise ValueError(WAIT)
        with self.lock:
            if self.course.who is None:
                self.course.who = course_files.new("who.csv", self.course.options.paths, "--who")
            by_hand.set_line(self.course.who, by_hand.WHO, values, 1)
        self.grade()

    def given(self):
        """Return what who.csv says: {file or folder: student}."""
        return by_hand.named(self.course.who)

    def take_back(self, file):
        """Remove a line of who.csv, and grade what this changes."""
        if file not in self.given():
            raise ValueError(f"who.csv says nothing about {file!r}.")
        self.set_who(file)

    def grade(self, student=None, regrade=False):
        """Begin to grade, in the background. Raises ValueError while this is going on."""
        with self.lock:
            if self.busy():
                raise ValueError(WAIT)
            self.progress, self.failure = "reading what was handed in", ""
            self.thread = Thread(target=self.graded, args=(student, regrade), daemon=True)
            self.thread.start()

    def busy(self):
        return self.thread is not None and self.thread.is_alive()

    def graded(self, student, regrade):
        """Read and grade; what goes wrong is shown on the page."""
        def show(done, total, working, bad):
            self.progress = f"{done} of {total} submissions graded"
        try:
            with Store(self.course.base) as store:
                self.course.read(store)
                work = self.course.grade(store, show, student, regrade)
                self.progress = summary(work, store, self.course.options.lesson)
        except Exception as error:                       # a thread has nobody else to tell
            self.failure = f"Grading stopped: {error}"
        with self.lock:
            self.standing = self.pairs = None
