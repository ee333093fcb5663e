"""`minitorch grade`: what was handed in, graded and kept, with feedback and tables for whoever asks for them."""

import os
from pathlib import Path

from .by_hand import checked, overrides


def isolation(official):
    """The isolation to be had here, and what to say about it.

    Raises RuntimeError where the grades are to be official and bubblewrap cannot be used.
    """
    from .sandbox import INSTEAD, trouble
    reason = trouble()
    if not reason:
        return "bwrap", "isolation: bwrap (no network, nothing of the course, limits on time, memory, processes, files)"
    if official:
        raise RuntimeError(f"--official needs a sandbox. {INSTEAD.format(reason=reason)}")
    if not hasattr(os, "fork"):
        raise RuntimeError(INSTEAD.format(reason=reason).replace("Leave --official out to try things with limits on "
                                                                 "time and memory only.", ""))
    return "rlimits", ("isolation: limits on time and memory only. This is not a sandbox. "
                       + INSTEAD.format(reason=reason))


class Course:
    """What `minitorch grade` was asked for: submissions, the course's own files, and what all of it comes to.

    found   what was handed in: Submissions and Unreadables; known: the Roster, or None
    base    the file of the grades

    Raises RuntimeError, FileNotFoundError and ValueError for options that cannot be used.
    """

    def __init__(self, options, executor=None):
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
        """{(student, exercise): (points, reason)} of overrides.csv. Raises ValueError with all bad lines."""
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


def run(options, executor=None):
    """Grade; returns 0, or 1 when something handed in could not be read or graded."""
    from .look import text
    from .people import the_one
    from .runner import Bar
    from .store import Store
    if options.open and options.student:
        raise ValueError("--open shows the whole class: leave --student out.")
    course = Course(options, executor)
    print(course.said)
    bar = Bar()
    with Store(course.base) as store:
        course.read(store)
        one = the_one(options.student, [each.student for each in course.found]) if options.student else None
        try:
            work = course.grade(store, bar, one, options.regrade)
        except KeyboardInterrupt:
            bar.close()
            print(f"\nStopped. What is graded is kept in {course.base}; the same command goes on from there.")
            raise
        bar.close()
        standing = Standing(course, store)
        print("\n".join(filter(None, [summary(work, store, options), text(standing.look)])))
        if options.csv:
            from . import exports
            notes = exports.write(options.csv, standing.rows, form=options.form, roster=course.known,
                                  column=options.column, look=standing.look)
            print("\n".join([f"written: {options.csv}", *notes]))
        if options.feedback:
            give_back(Path(options.feedback), store, standing, course, one)
    if options.open:
        from .page.server import serve
        serve(course, options.port)
    return 1 if work.unreadable or any(result.state == "not graded" for result, _, _ in standing.rows) else 0


def earlier(options):
    """The submissions of earlier years that answers are compared with."""
    from .result import Submission
    from .submission import collect
    return [each for each in (collect(options.earlier, lesson=options.lesson) if options.earlier else ())
            if isinstance(each, Submission)]


def give_back(folder, store, standing, course, one=None):
    """Write a page for each student, and one for who teaches them; with `one` that student's alone."""
    from . import bulk, feedback, report, similar
    from .matching import hints_in
    from .result import Submission
    options = course.options
    pages = feedback.write(folder, [result for result, _, _ in standing.rows if one in (None, result.student)],
                           standing.handed, standing.changed, options.show)
    if options.form in bulk.FORMS:
        left = bulk.write(folder / f"{options.form}.zip", options.form, pages, course.found, course.known)
        strangers = f"; it would not know whose these are: {', '.join(left[:10])}{' …' * (len(left) > 10)}"
        print(f"written: {folder / options.form}.zip, {len(pages) - len(left)} pages for it to take back"
              + strangers * bool(left))
    if one is not None:
        print(f"written: {', '.join(map(str, pages.values()))}")
        return
    hints = [hints_in(each.cells) for each in course.found if isinstance(each, Submission)]
    report.write(folder / "class.html", standing.rows,
                 title=f"Lesson {options.lesson}" if options.lesson else "The class", look=standing.look,
                 missing=standing.missing, hints=[each for each in hints if each])
    similar.write(folder / "copies.html", standing.pairs)
    print(f"written: {len(pages)} pages, class.html and copies.html in {folder}")


def summary(work, store, options):
    """What was done, in a few lines."""
    anew = f" ({work.stale} anew, as an exercise, its points or its hidden tests have changed)" * bool(work.stale)
    lines = [f"{work.graded} graded{anew}, {work.kept} as they were, in {store.path}"]
    if left := work.left_stale(options.lesson):
        lines.append("grades from before an exercise changed, whose files are not here: "
                     + ", ".join(f"{count} of {id}" for id, count in sorted(left.items())))
    states: dict[str, int] = {}
    for result in store.results(options.lesson):
        states[result.state] = states.get(result.state, 0) + 1
    lines.append(", ".join(f"{count} {state}" for state, count in sorted(states.items(), key=lambda item: -item[1])))
    return "\n".join(lines)
