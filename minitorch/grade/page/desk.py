"""What the instructor's page reads and changes: grades, overrides.csv, who.csv, comments; grading in the background."""

from threading import Lock, Thread

from .. import by_hand, course_files
from ..report import totals
from ..result import Unreadable
from ..standing import Standing
from ..store import Store


class Desk:
    """A class on the instructor's page; each method may be called from any thread.

    course   a standing.Course whose hand-ins have been read
    """

    def __init__(self, course):
        self.course, self.lock = course, Lock()
        self.standing, self.pairs = None, None
        self.thread, self.progress, self.failure = None, "", ""

    def now(self):
        """Return the Standing of the class. Raises ValueError for an overrides.csv that cannot be used."""
        with self.lock:
            if self.standing is None or not self.same_files():
                self.files = self.dates()
                with Store(self.course.base) as store:
                    self.standing = Standing(self.course, store, self.pairs)
                self.pairs = self.standing.pairs
            return self.standing

    def dates(self):
        """When the files that a person may edit beside the page were written."""
        from pathlib import Path
        return [Path(name).stat().st_mtime_ns if name and Path(name).is_file() else 0
                for name in (self.course.by_hand, self.course.base)]

    def same_files(self):
        return self.files == self.dates()

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

    def set_points(self, student, exercise, points, reason):
        """Write points into overrides.csv; without points the grader's own count again. Raises ValueError."""
        from ...course.record import find
        standing = self.now()
        if (student, exercise) not in {(result.student, result.exercise) for result, _, _ in standing.rows}:
            raise ValueError(f"{student} has no grade for {exercise}.")
        values = (student, exercise)
        if points.strip():
            value = by_hand.points_of(find(exercise), points.strip())
            values += (f"{value:g}", " ".join(reason.split()))
        with self.lock:
            if self.course.by_hand is None:
                self.course.by_hand = course_files.new("overrides.csv", self.course.options.paths, "--overrides")
            name = self.in_file(student, exercise)
            by_hand.set_line(self.course.by_hand, by_hand.COLUMNS, (name, *values[1:]), 2)
            self.standing = None

    def in_file(self, student, exercise):
        """The name under which overrides.csv has a line of this student already, which may be an earlier one."""
        with Store(self.course.base) as store:
            return next((name for name, id in by_hand.overrides(self.course.by_hand)
                         if id == exercise and student in (name, store.named(name))), student)

    def comment(self, student, lesson, text):
        """Keep what goes back to the student about a lesson."""
        if (student, lesson) not in self.now().handed:
            raise ValueError(f"{student} has handed in nothing for lesson {lesson}.")
        with self.lock, Store(self.course.base) as store:
            store.comment(student, lesson, text.replace("\r\n", "\n").strip())
            self.standing = None

    def belongs(self, file, student):
        """Write into who.csv whose a folder or file is, and grade what this changes."""
        if file not in {top for top, _, _ in self.strangers()}:
            raise ValueError(f"nothing called {file!r} is handed in by somebody unknown.")
        if student not in self.course.known.rows:
            raise ValueError(f"no student of the roster is called {student!r}.")
        with self.lock:
            if self.course.who is None:
                self.course.who = course_files.new("who.csv", self.course.options.paths, "--who")
            by_hand.set_line(self.course.who, by_hand.WHO, (file, student), 1)
        self.grade()

    def grade(self, student=None, regrade=False):
        """Begin to grade, in the background. Raises ValueError while this is going on."""
        with self.lock:
            if self.busy():
                raise ValueError("grading is going on: wait until it has ended.")
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
            self.progress = f"{work.graded} graded, {work.kept} as they were"
        except Exception as error:                       # a thread has nobody else to tell
            self.failure = f"Grading stopped: {error}"
        with self.lock:
            self.standing = self.pairs = None
