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
    from . import course_files
    from .runner import Bar, Run
    from .store import Store, final, overrides
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
        work = Run(store, folder, options.seed, kind, options.jobs, executor, options.regrade, bar,
                   hide=[Path(path).resolve() for path in options.paths])
        try:
            work.over(found)
        except KeyboardInterrupt:
            bar.close()
            print(f"\nStopped. {work.graded} graded are kept in {base}; the same command goes on from there.")
            raise
        bar.close()
        print(summary(work, store, options))
        rows = list(final(store.results(options.lesson), changed))
        if options.csv:
            from . import exports
            notes = exports.write(options.csv, rows, form=options.form, roster=known, column=options.column)
            print("\n".join([f"written: {options.csv}", *notes]))
        if options.feedback:
            give_back(Path(options.feedback), store, rows, changed, found, known, options)
    return 1 if work.unreadable or any(result.state == "not graded" for result, _, _ in rows) else 0


def give_back(folder, store, rows, changed, found, known, options):
    """A page for each student, and one for who teaches them."""
    from . import feedback, report
    from .matching import hints_in
    from .result import Submission
    graded = {result.student for result, _, _ in rows}
    unreadable = [each for each in found if not isinstance(each, Submission)]
    listed = known.students if known is not None else []
    here = graded | {each.student for each in unreadable}
    hints = [hints_in(each.cells) for each in found if isinstance(each, Submission)]
    pages = feedback.write(folder, [result for result, _, _ in rows], store.submissions(options.lesson), changed,
                           options.show)
    report.write(folder / "class.html", rows, title=f"Lesson {options.lesson}" if options.lesson else "The class",
                 unreadable=unreadable, missing=[name for name in listed if name not in here],
                 hints=[each for each in hints if each])
    print(f"written: {len(pages)} pages and class.html in {folder}")


def summary(work, store, options):
    """What was done, in a few lines."""
    lines = [f"{work.graded} graded, {work.kept} as they were, in {store.path}"]
    lines += [f"unreadable: {each.path}: {each.reason}" for each in work.unreadable]
    states: dict[str, int] = {}
    for result in store.results(options.lesson):
        states[result.state] = states.get(result.state, 0) + 1
    lines.append(", ".join(f"{count} {state}" for state, count in sorted(states.items(), key=lambda item: -item[1])))
    return "\n".join(lines)
