"""`minitorch grade`: what was handed in, graded and kept, with feedback and tables for whoever asks for them."""

from pathlib import Path

from .standing import Course, Standing, summary


def run(options):
    """Grade; returns 0, or 1 when something handed in could not be read or graded."""
    from .look import text
    from .people import the_one
    from .runner import Bar
    from .store import Store
    if options.open and options.student:
        raise ValueError("--open shows the whole class: leave --student out.")
    if options.open:
        from ..serve.command import check_packages, check_port
        from .page.server import serve
        check_packages("the page")                       # before hours of grading, not after
        check_port("127.0.0.1", options.port)
    course = Course(options)
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
        standing, done = Standing(course, store), summary(work, store, options.lesson)
        print("\n".join(filter(None, [done, text(standing.look)])))
        if options.csv:
            from . import exports
            notes = exports.write(options.csv, standing.rows, form=options.form, roster=course.known,
                                  column=options.column, look=standing.look, handed=standing.handed)
            print("\n".join([f"written: {options.csv}", *notes]))
        if options.feedback:
            give_back(Path(options.feedback), store, standing, course, one)
    if options.open:
        serve(course, options.port, done)
    return 1 if work.unreadable or any(result.state == "not graded" for result, _, _ in standing.rows) else 0


def give_back(folder, store, standing, course, one=None):
    """Write a page for each student, and one for who teaches them; with `one` that student's alone."""
    from . import bulk, feedback, report, similar
    from .inert import write
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
    write(folder / "class.html", report.page_of(
        standing.rows, f"Lesson {options.lesson}" if options.lesson else "The class", standing.look, standing.missing,
        [each for each in hints if each]))
    write(folder / "copies.html", similar.page_of(standing.pairs))
    print(f"written: {len(pages)} pages, class.html and copies.html in {folder}")
