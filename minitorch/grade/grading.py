"""`minitorch grade`: what was handed in, graded and kept, with feedback and tables for whoever asks for them."""

import os
from pathlib import Path


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


def run(options, executor=None):
    """Grade; returns 0, or 1 when something handed in could not be read or graded."""
    from . import course_files, similar
    from .by_hand import checked, overrides
    from .look import look, text
    from .people import settle, the_one
    from .result import Unreadable
    from .runner import Bar, Run
    from .store import Store, final
    from .students import roster
    from .submission import collect
    kind, said = isolation(options.official)
    by_hand, by_hand_said = course_files.overrides(options.overrides, options.paths)
    changed = overrides(by_hand)
    folder, hidden_said = course_files.solutions(options.solutions, options.paths)
    base, base_said = course_files.grades(options.db, options.paths)
    known = roster(options.roster) if options.roster else None
    print("\n".join(filter(None, [said, hidden_said, by_hand_said, base_said, known and known.said])))
    found = list(collect(options.paths, lesson=options.lesson, pattern=options.pattern, roster=known))
    bar = Bar()
    with Store(base) as store:
        settle(found, known, store)
        changed = checked(changed, store, found, known.students if known is not None else ())
        if options.student:
            one = the_one(options.student, [each.student for each in found])
            found = [each for each in found if each.student == one]
        work = Run(store, folder, options.seed, kind, options.jobs, executor, options.regrade, bar,
                   hide=[Path(path).resolve() for path in options.paths])
        try:
            work.over(found)
        except KeyboardInterrupt:
            bar.close()
            print(f"\nStopped. {work.graded} graded are kept in {base}; the same command goes on from there.")
            raise
        bar.close()
        rows = [*final(store.results(options.lesson), changed), *store.marks(options.lesson)]
        changed |= {(result.student, result.exercise): (points, comment) for result, points, comment in rows
                    if result.state == "read"}
        unreadable = [each for each in found if isinstance(each, Unreadable)]
        handed = store.submissions(options.lesson)
        pairs = similar.pairs(handed, earlier(options))
        first = look(rows, handed, unreadable, similar.words(pairs, {student for student, _ in handed}))
        print("\n".join(filter(None, [summary(work, store, options), text(first)])))
        if options.csv:
            from . import exports
            notes = exports.write(options.csv, rows, form=options.form, roster=known, column=options.column, look=first)
            print("\n".join([f"written: {options.csv}", *notes]))
        if options.feedback:
            give_back(Path(options.feedback), store, rows, changed, found, known, first, pairs, options)
    return 1 if work.unreadable or any(result.state == "not graded" for result, _, _ in rows) else 0


def earlier(options):
    """The submissions of earlier years that answers are compared with."""
    from .result import Submission
    from .submission import collect
    return [each for each in (collect(options.earlier, lesson=options.lesson) if options.earlier else ())
            if isinstance(each, Submission)]


def give_back(folder, store, rows, changed, found, known, first, pairs, options):
    """A page for each student, and one for who teaches them; of one student's alone, theirs."""
    from . import bulk, feedback, report, similar
    from .matching import hints_in
    from .result import Submission
    wanted = {each.student for each in found} if options.student else None
    pages = feedback.write(folder, [result for result, _, _ in rows if wanted is None or result.student in wanted],
                           store.submissions(options.lesson), changed, options.show)
    if options.form in bulk.FORMS:
        left = bulk.write(folder / f"{options.form}.zip", options.form, pages, found, known)
        strangers = f"; it would not know whose these are: {', '.join(left[:10])}{' …' * (len(left) > 10)}"
        print(f"written: {folder / options.form}.zip, {len(pages) - len(left)} pages for it to take back"
              + strangers * bool(left))
    if wanted is not None:
        print(f"written: {', '.join(map(str, pages.values()))}")
        return
    listed = known.students if known is not None else []
    here = {result.student for result, _, _ in rows} | {each.student for each in found}
    hints = [hints_in(each.cells) for each in found if isinstance(each, Submission)]
    report.write(folder / "class.html", rows, title=f"Lesson {options.lesson}" if options.lesson else "The class",
                 look=first, missing=[name for name in listed if name not in here],
                 hints=[each for each in hints if each])
    similar.write(folder / "copies.html", pairs)
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
