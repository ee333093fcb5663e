"""What the commands of the course may be told: for who takes it, and for who gives it."""


def course_commands(commands):
    """The commands for who takes the course, and for who gives it."""
    from argparse import BooleanOptionalAction
    lab = commands.add_parser("lab", help="open the lessons in JupyterLab", description="Open the lessons in "
                              "JupyterLab: those of this folder, else of the clone that minitorch runs from.")
    lab.set_defaults(run=in_course("lab"))
    release = commands.add_parser(
        "release", help="instructors: write lessons/ from solutions/",
        description="Write lessons/ from solutions/: answers and hidden tests cut, badges and set-up cells addressed. "
                    "What is given here is kept in solutions/course.json for the next time.")
    release.add_argument("--repo", metavar="OWNER/NAME", help="the repository on GitHub that the lessons point to")
    release.add_argument("--ref", metavar="TAG", help="the tag or branch that they are taken from")
    release.add_argument("--solutions", action=BooleanOptionalAction, help="whether solution() shows them")
    release.add_argument("--graded", metavar="DIR", help="a graded course: a repository for students in this folder, "
                         "without answers, hidden tests, the grader, or their history; who reads the checks in it "
                         "can still read answers there")
    release.set_defaults(run=in_course("release"))
    exercise = commands.add_parser("new-exercise", help="instructors: begin an exercise, from a template that runs")
    exercise.add_argument("id", metavar="LESSON.NUMBER", help="such as 3.7")
    exercise.add_argument("name", metavar="NAME", help="of the function or class that the learner writes")
    exercise.set_defaults(run=in_course("new_exercise"))
    lesson = commands.add_parser("new-lesson", help="instructors: begin a lesson, from a template that runs")
    lesson.add_argument("number", metavar="NUMBER", help="such as 06")
    lesson.add_argument("name", metavar="NAME", help="of its folder, such as sequences")
    lesson.set_defaults(run=in_course("new_lesson"))


def grading_commands(commands):
    """What an instructor does with what was handed in."""
    grade = commands.add_parser("grade", help="instructors: grade what was handed in, where it can do no harm")
    grade.add_argument("paths", nargs="+", metavar="PATH", help="notebooks, .py exports, folders, zips")
    grade.add_argument("--lesson", type=whole(1), metavar="N", help="only this one")
    grade.add_argument("--jobs", type=whole(1), metavar="N", help="how many at a time (default: one a core)")
    grade.add_argument("--db", metavar="FILE", help="kept here (default grades.sqlite)")
    grade.add_argument("--feedback", metavar="DIR", help="write a page for each student, and one about the class")
    grade.add_argument("--show", choices=["points", "words", "evidence"], default="evidence",
                       help="how much those pages say: points, what kind of mistake it is, or visible cases too")
    grade.add_argument("--csv", metavar="FILE", help="write a table of the grades")
    grade.add_argument("--form", choices=["plain", "canvas", "moodle", "nbgrader"], default="plain",
                       help="of the table")
    grade.add_argument("--roster", metavar="CSV", help="who the students are")
    grade.add_argument("--pattern", help="where the student stands in a path, such as {student}/{lesson}.ipynb")
    grade.add_argument("--overrides", metavar="CSV",
                       help="points set by hand: student, exercise, points, reason (default overrides.csv)")
    grade.add_argument("--solutions", metavar="DIR", help="the folder with the hidden tests (default: the course's)")
    grade.add_argument("--seed", type=whole(0), metavar="N",
                       help="for hidden inputs (default: a secret one, kept with the grades)")
    grade.add_argument("--official", action="store_true", help="refuse to grade without a sandbox")
    grade.add_argument("--regrade", action="store_true", help="grade all again; what was there becomes history")
    grade.set_defaults(run=in_grading("command"))
    viva = commands.add_parser("viva", help="instructors: three questions for a student on their own code")
    viva.add_argument("student", metavar="STUDENT", help="their name, or a part of it")
    viva.add_argument("--db", metavar="FILE", help="the grades (default grades.sqlite)")
    viva.add_argument("--lesson", type=whole(1), metavar="N", help="only about this lesson")
    viva.set_defaults(run=in_grading("viva"))
    gradescope = commands.add_parser("gradescope", help="instructors: a lesson's autograder for Gradescope, as a zip")
    gradescope.add_argument("lesson", type=whole(1), metavar="LESSON", help="its number")
    gradescope.add_argument("--out", metavar="FILE", help="the zip to write (default autograder_LESSON.zip)")
    gradescope.add_argument("--unseen", choices=["visible", "after_due_date", "after_published", "hidden"],
                            default="after_published", help="when students see how many unseen cases held")
    gradescope.set_defaults(run=in_grading("gradescope"))


def in_course(name):
    """A command of the course; its code is loaded when it runs."""
    def run(options):
        from .learn import commands
        return getattr(commands, name)(options)
    return run


def in_grading(name):
    """A command of the grader, which a student's copy of a graded course does not have."""
    def run(options):
        from importlib import import_module
        try:
            import_module("minitorch.learn.grade.processes").isolate(getattr(options, "paths", ()))
            module = import_module(f"minitorch.learn.grade.{name}")
        except ModuleNotFoundError as error:
            raise RuntimeError(f"the grader is not part of this copy of the course ({error}).") from None
        return module.run(options)
    return run


def whole(least):
    """A parser of whole numbers from `least` up."""
    from argparse import ArgumentTypeError

    def parse(text):
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"needs a whole number, {least} or more, not {text!r}")
        return int(text)
    return parse
