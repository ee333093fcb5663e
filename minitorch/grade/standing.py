"""The class of one command: what was handed in, the course's own files, and what all grades come to."""

from pathlib import Path

from .by_hand import checked, overrides
from .processes import Pool
from .sandbox import isolation


class Course:
    """What `minitorch grade` was asked for: submissions, the course's own files, and what all of it comes to.

    found   what was handed in: Submissions and Unreadables; known: the Roster, or None
    base    the file of the grades

    Raises RuntimeError, FileNotFoundError and ValueError for options that cannot be used.
    """

    def __init__(self, options, executor=Pool):
        from . import course_files
        from .students import roster
        self.options, self.executor, self.found = options, executor, []
        self.isolation, said = isolation(options.official)
        self.by_hand, by_hand_said = course_files.table("overrides.csv", options.overrides, options.paths)
        self.who, who_said = course_files.table("who.csv", options.who, options.paths)
        overrides(self.by_hand)                                            # complains before anything is graded
        self.folder, hidden_said = course_files.solutions(options.solutions, options.paths)
        self.base, base_said = course_files.grades(options.db, options.paths)
        self.known = roster(options.roster) if options.roster else None
        self.said = "\n".join(filter(None, [said, hidden_said, by_hand_said, who_said, base_said,
                                            self.known and self.known.said]))

    def read(self, store):
        """Read what was handed in, and give it to the students whom roster, who.csv and grades know."""
        from .by_hand import named
        from .people import settle
        from .submission import collect
        options, listed = self.options, self.known.students if self.known is not None else None
        who = named(self.who, listed)
        self.found = list(collect(options.paths, lesson=options.lesson, pattern=options.pattern, roster=self.known,
                                  named=who))
        settle(self.found, self.known, store, who.values())
        self.set_by_hand(store)

    def set_by_hand(self, store):
        """Return {(student, exercise): (points, reason)} of overrides.csv. Raises ValueError with all bad lines."""
        return checked(overrides(self.by_hand), store, self.found, self.known.students if self.known else ())

    def grade(self, store, show=None, student=None, regrade=False):
        """Grade what is new or has changed; with `student` theirs only. Returns the finished Run."""
        from .runner import Run
        options = self.options
        work = Run(store, self.folder, options.seed, self.isolation, options.jobs, self.executor, regrade, show,
                   hide=[Path(path).resolve() for path in options.paths])
        return work.over([each for each in self.found if student in (None, each.student)])


class Standing:
    """What the grades in a store come to, points set by hand included.

    rows      [(result, points, reason)]; changed: {(student, exercise): (points, reason)} of those set by hand
    handed    {(student, lesson): what was handed in}; unreadable: what could not be read
    pairs     answers that are alike; look: {student: [(kind, words)]} of those to look at first
    missing   students of the roster who handed in nothing

    pairs can be given where nothing was graded since they were found
    """

    def __init__(self, course, store, pairs=None):
        from . import similar
        from .look import look
        from .result import Unreadable
        from .store import final
        lesson, changed = course.options.lesson, course.set_by_hand(store)
        self.rows = [*final(store.results(lesson), changed), *store.marks(lesson)]
        self.changed = changed | {(result.student, result.exercise): (points, comment)
                                  for result, points, comment in self.rows if result.state == "read"}
        self.unreadable = [each for each in course.found if isinstance(each, Unreadable)]
        self.handed = store.submissions(lesson)
        self.pairs = similar.pairs(self.handed, earlier(course.options)) if pairs is None else pairs
        self.look = look(self.rows, self.handed, self.unreadable,
                         similar.words(self.pairs, {student for student, _ in self.handed}))
        here = {result.student for result, _, _ in self.rows} | {each.student for each in course.found}
        self.missing = [name for name in (course.known.students if course.known else ()) if name not in here]

    def of(self, student):
        """Return a student's rows, and {lesson: what they handed in}."""
        return ([row for row in self.rows if row[0].student == student],
                {lesson: kept for (whose, lesson), kept in self.handed.items() if whose == student})


def earlier(options):
    """Return the submissions of earlier years that answers are compared with."""
    from .result import Submission
    from .submission import collect
    return [each for each in (collect(options.earlier, lesson=options.lesson) if options.earlier else ())
            if isinstance(each, Submission)]


def summary(work, store, lesson=None):
    """Return what a Run has done, in a few lines."""
    anew = f" ({work.stale} anew, as an exercise, its points or its hidden tests have changed)" * bool(work.stale)
    lines = [f"{work.graded} graded{anew}, {work.kept} as they were, in {store.path}"]
    if left := work.left_stale(lesson):
        lines.append("still from before an exercise, its points or its hidden tests changed: "
                     + ", ".join(f"{count} of {id}" for id, count in sorted(left.items())))
    states: dict[str, int] = {}
    for result in store.results(lesson):
        states[result.state] = states.get(result.state, 0) + 1
    lines.append(", ".join(f"{count} {state}" for state, count in sorted(states.items(), key=lambda item: -item[1])))
    return "\n".join(lines)
