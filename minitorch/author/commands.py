"""What an instructor does with a course: `minitorch release`, `new-exercise` and `new-lesson`."""

from pathlib import Path


def release(options):
    """Run `minitorch release`."""
    from ..grade.course_files import notebooks
    from .release import release
    if options.graded is not None:
        return graded(options)
    if options.lessons is not None or options.again:
        raise ValueError("--lessons and --again say what students of a graded course get: add --graded DIR.")
    changed = release(repo=options.repo, ref=options.ref, show_solutions=options.solutions)
    for path in changed:
        print(f"written: {path}")
    if not changed:
        print("Nothing has changed since the last release.")
    made = {path.relative_to("solutions") for path in notebooks("solutions")}
    for path in notebooks("lessons"):
        if path.relative_to("lessons") not in made:
            print(f"left over: {path} has no solution any more; delete it if it is to go.")
    return 0


def graded(options):
    """Run `minitorch release --graded DIR`."""
    from .given_lessons import numbers
    from .student_repository import give_out, listing
    if options.solutions:
        raise ValueError("--graded withholds solutions: leave --solutions out.")
    written = give_out(options.graded, options.repo, options.ref, course(),
                       None if options.lessons is None else numbers(options.lessons), options.again)
    print(f"written: {options.graded}" if written else
          f"{options.graded}: nothing has changed since the last release.")
    print(listing(options.graded))
    print("No answer and no hidden test was found in it, nor in its history. Give it a repository of its own:\n"
          f"    git -C {options.graded} push ADDRESS main\n"
          "The library is in it, which can be read; an answer that calls its function scores nothing.")
    return 0


def course():
    """Return the folder of the course: the one in which the command runs.

    Raises FileNotFoundError for a folder that holds none.
    """
    root = Path()
    for part in ("solutions", "minitorch/course/exercises"):
        if not (root / part).is_dir():
            raise FileNotFoundError(f"there is no {part}/ here: run this in a clone of the course's repository.")
    return root


def new_exercise(options):
    """Run `minitorch new-exercise`."""
    from .scaffold import new_exercise
    return told(new_exercise(course(), options.id, options.name),
                "Now write the real exercise over the template: solutions/AUTHORING.md shows how.")


def new_lesson(options):
    """Run `minitorch new-lesson`."""
    from .scaffold import new_lesson
    return told(new_lesson(course(), options.number, options.name),
                f"Next, its first exercise: minitorch new-exercise {int(options.number)}.1 NAME")


def told(paths, then):
    for path in paths:
        print(f"written: {path}")
    print(then)
    return 0
