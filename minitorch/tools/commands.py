"""The arguments of commands: for the course, for serving a network, and for starting a script in several ranks."""


def add_command(commands, name, run, arguments, **settings):
    """Add one command, which `run(options)` runs.

    arguments   {"name" or "--name": arguments of argparse's add_argument}
    settings    arguments of argparse's add_parser
    returns     the command's parser
    """
    parser = commands.add_parser(name, **settings)
    for argument, how in arguments.items():
        parser.add_argument(argument, **how)
    parser.set_defaults(run=run)
    return parser


def course_commands(commands):
    """Add the commands for students and instructors."""
    from argparse import BooleanOptionalAction
    add_command(
        commands, "lab", open_lab, {
            "--instructor": {"action": "store_true", "help": "open the instructor's walk: give out, grade, give back"},
        }, help="open the lessons in JupyterLab",
        description="Open lesson 1 in JupyterLab, from this folder, else from the clone that minitorch runs from. "
                    "Options of JupyterLab are passed on: --no-browser, --port=8899, --allow-root.")
    add_command(commands, "release", of_instructor("commands", "release"), {
        "--repo": {"metavar": "OWNER/NAME", "help": "the repository on GitHub that the lessons point to"},
        "--ref": {"metavar": "TAG", "help": "the tag or branch that they are taken from"},
        "--solutions": {"action": BooleanOptionalAction, "help": "whether solution() shows them"},
        "--graded": {"metavar": "DIR", "help": "a graded course: a repository for students in this folder, without "
                     "answers, hidden tests, the grader, or their history"},
        "--lessons": {"metavar": "N-M", "help": "with --graded: give out these besides those given out before"},
        "--again": {"action": "store_true", "help": "with --graded: replace files that have changed in lessons that "
                    "students have"},
    }, help="instructors: write lessons/ from solutions/",
        description="Write lessons/ from solutions/: answers and hidden tests cut, badges and set-up cells addressed. "
                    "What is given here is kept in solutions/course.json for the next time.")
    add_command(commands, "new-exercise", of_instructor("commands", "new_exercise"), {
        "id": {"metavar": "LESSON.NUMBER", "help": "such as 3.7"},
        "name": {"metavar": "NAME", "help": "of the function or class that the learner writes"},
    }, help="instructors: begin an exercise, from a template that runs")
    add_command(commands, "author", of_instructor("author", "check"), {
        "action": {"choices": ["check"], "help": "try all that a lesson must satisfy"},
        "lesson": {"type": int_between(1), "metavar": "LESSON", "help": "its number"},
    }, help="instructors: try a lesson that is being written, and say what is missing",
        description="Fill a lesson's notebook from its exercises, run and store it, write lessons/, and try all that a "
                    "lesson must satisfy. What is missing is said with its file and line.")
    add_command(commands, "new-lesson", of_instructor("commands", "new_lesson"), {
        "number": {"metavar": "NUMBER", "help": "such as 06"},
        "name": {"metavar": "NAME", "help": "of its folder, such as sequences"},
    }, help="instructors: begin a lesson, from a template that runs")


def serve_command(commands):
    """Add the command that answers requests with a trained network."""
    def run(options):
        from ..serve.command import run
        return run(options)
    add_command(commands, "serve", run, {
        "file": {"metavar": "FILE",
                 "help": "a checkpoint of minitorch train or a Trainer, an ONNX file or a saved program"},
        "--model": {"metavar": "FILE.PY:NET", "help": "the class whose weights FILE holds"},
        "--shape": {"type": sizes, "metavar": "N,N", "help": "of an instance, such as 3,64,64, for --model"},
        "--name": {"metavar": "NAME", "help": "of the network in addresses (default: the file's)"},
        "--host": {"default": "127.0.0.1", "metavar": "HOST", "help": "where it listens (default: this machine only)"},
        "--port": {"type": int_between(0, 65535), "default": 8501, "metavar": "N",
                   "help": "default 8501; 0: any that is free"},
        "--max-body": {"type": int_between(1), "default": 16, "metavar": "MIB", "help": "of a request (default 16)"},
    }, help="answer requests over HTTP with a trained network",
        description="Serve a network in TensorFlow Serving's REST form, /v1/models/NAME:predict, or :classify for the "
                    "names of classes with their scores, with a page on which one draws a digit or gives an image and "
                    "sees it read. A newer FILE is read at the next request. Needs the extra `serve`.")


def launch_command(commands):
    """Add the command that starts a script in several ranks."""
    from ..distributed.launch import ALIASES, OPTIONS, run
    parser = add_command(commands, "run", run, {}, help="run a script in several processes that speak by MPI",
                         description="Start a script in several ranks, watch over them, and end all where one fails.")
    for name, how in OPTIONS.items():
        parser.add_argument(name, *ALIASES.get(name, ()), **how)


def open_lab(options):
    """Run `minitorch lab`; its code is loaded when it runs."""
    from ..course import lab
    return lab.run(options)


def grading_commands(commands):
    """Add the commands with which an instructor grades submissions."""
    add_command(commands, "grade", of_instructor("grading", isolated=True), {
        "paths": {"nargs": "+", "metavar": "PATH", "help": "notebooks, .py exports, folders, zips"},
        "--lesson": {"type": int_between(1), "metavar": "N", "help": "only this one"},
        "--jobs": {"type": int_between(1), "metavar": "N", "help": "how many at a time (default: one a core)"},
        "--db": {"metavar": "FILE", "help": "kept here (default grades.sqlite)"},
        "--feedback": {"metavar": "DIR", "help": "write a page for each student, and one about the class"},
        "--show": {"choices": ["points", "words", "evidence"], "default": "evidence",
                   "help": "how much those pages say: points, what kind of mistake it is, or visible cases too"},
        "--csv": {"metavar": "FILE", "help": "write a table of the grades"},
        "--form": {"choices": ["plain", "canvas", "moodle", "nbgrader"], "default": "plain", "help": "of the table"},
        "--column": {"metavar": "NAME", "help": "of the assignment in Canvas' gradebook or Moodle's worksheet"},
        "--roster": {"metavar": "CSV", "help": "who the students are"},
        "--pattern": {"help": "path of a notebook with the place of its student, such as {student}/{lesson}.ipynb"},
        "--earlier": {"metavar": "PATH", "nargs": "+", "help": "other years' hand-ins, to look for copies in"},
        "--overrides": {"metavar": "CSV",
                        "help": "points set by hand: student, exercise, points, reason (default overrides.csv)"},
        "--who": {"metavar": "CSV", "help": "whose files they are: file, student (default who.csv)"},
        "--solutions": {"metavar": "DIR", "help": "the folder with the hidden tests (default: the course's)"},
        "--seed": {"type": int_between(0), "metavar": "N",
                   "help": "for hidden inputs (default: a secret one, kept with the grades)"},
        "--official": {"action": "store_true", "help": "refuse to grade without a sandbox"},
        "--student": {"metavar": "NAME", "help": "only this one, by the name or a part of it"},
        "--regrade": {"action": "store_true", "help": "grade all again; what was there becomes history"},
        "--open": {"action": "store_true", "help": "then show the class on a page in the browser, to look, correct and "
                   "give back; needs the extra `serve`"},
        "--port": {"type": int_between(0, 65535), "default": 0, "metavar": "N",
                   "help": "of that page, on this machine only (default: any that is free)"},
    }, help="instructors: grade what was handed in, where it can do no harm")
    add_command(commands, "viva", of_instructor("viva", isolated=True), {
        "student": {"metavar": "STUDENT", "help": "their name, or a part of it"},
        "--db": {"metavar": "FILE", "help": "the grades (default grades.sqlite)"},
        "--lesson": {"type": int_between(1), "metavar": "N", "help": "only about this lesson"},
    }, help="instructors: three questions for a student on their own code")
    add_command(commands, "read", of_instructor("free_text", isolated=True), {
        "rubric": {"metavar": "RUBRIC", "help": "a CSV: question (its cell's grade_id), criterion, points"},
        "--db": {"metavar": "FILE", "help": "the grades (default grades.sqlite)"},
        "--lesson": {"type": int_between(1), "metavar": "N", "help": "only this one"},
    }, help="instructors: read answers in words, one after the other, by a rubric")
    add_command(commands, "forget", of_instructor("people", "forget", isolated=True), {
        "student": {"metavar": "STUDENT", "help": "their name, or a part of it"},
        "--db": {"metavar": "FILE", "help": "the grades (default grades.sqlite)"},
    }, help="instructors: delete all that the grades hold of a student")
    add_command(commands, "gradescope", of_instructor("gradescope", isolated=True), {
        "lesson": {"type": int_between(1), "metavar": "LESSON", "help": "its number"},
        "--out": {"metavar": "FILE", "help": "the zip to write (default autograder_LESSON.zip)"},
        "--unseen": {"choices": ["visible", "after_due_date", "after_published", "hidden"],
                     "default": "after_published", "help": "when students see how many unseen cases held"},
    }, help="instructors: a lesson's autograder for Gradescope, as a zip")


def of_instructor(module, name="run", isolated=False):
    """Return a function that imports a command of minitorch/grade/ and runs it; students' copies may lack this folder.

    isolated   first forbid imports from the working folder, which may contain submissions
    """
    def run(options):
        from importlib import import_module
        from pathlib import Path
        if not Path(__file__).parents[1].joinpath("grade").is_dir():   # an import could load another, installed copy
            raise RuntimeError("the grader is not part of this copy of the course: there is no minitorch/grade/.")
        if isolated:
            import_module("minitorch.grade.processes").isolate(getattr(options, "paths", ()))
        return getattr(import_module(f"minitorch.grade.{module}"), name)(options)
    return run


def sizes(text):
    """Parse text such as 3,64,64 and return the sizes as a tuple."""
    return tuple(map(int_between(1), text.split(",")))


def int_between(least, most=None):
    """Return a function that parses an integer from `least` to `most` (None: without limit), for argparse."""
    from argparse import ArgumentTypeError

    def parse(text):
        if not text.isdecimal() or int(text) < least or most is not None and int(text) > most:
            kind = f"{least} or more" if most is None else f"from {least} to {most}"
            raise ArgumentTypeError(f"needs a whole number, {kind}, not {text!r}")
        return int(text)
    return parse
