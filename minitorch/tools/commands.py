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
            "--instructor": {"action": "store_true", "help": "open the notebook for instructors"},
        }, help="open the lessons in JupyterLab",
        description="Open lesson 1 in JupyterLab, from this folder, else from the clone that minitorch runs from. "
                    "Options of JupyterLab are passed on: --no-browser, --port=8899, --allow-root.")
    add_command(commands, "release", instructor_command("commands", "release"), {
        "--repo": {"metavar": "OWNER/NAME", "help": "the repository on GitHub that the lessons point to"},
        "--ref": {"metavar": "TAG", "help": "the tag or branch of the repository that the lessons point to"},
        "--solutions": {"action": BooleanOptionalAction, "help": "whether solution() shows the solutions"},
        "--graded": {"metavar": "DIR", "help": "a graded course: a repository for students in this folder, without "
                     "answers, hidden tests, the grader, or their history"},
        "--lessons": {"metavar": "N-M", "help": "with --graded: give out these lessons too, after earlier ones"},
        "--again": {"action": "store_true", "help": "with --graded: replace changed files of lessons that were given "
                    "out before"},
    }, help="instructors: write lessons/ from solutions/",
        description="Write lessons/ from solutions/: remove answers and hidden tests, and put the repository's address "
                    "into badges and set-up cells. The options are stored in solutions/course.json for the next time.")
    add_command(commands, "new-exercise", instructor_command("commands", "new_exercise"), {
        "id": {"metavar": "LESSON.NUMBER", "help": "the exercise's number, such as 3.7"},
        "name": {"metavar": "NAME", "help": "name of the function or class that the learner writes"},
    }, help="instructors: begin an exercise, from a template that runs")
    add_command(commands, "author", instructor_command("author", "check"), {
        "action": {"choices": ["check"], "help": "check everything that a lesson needs"},
        "lesson": {"type": int_between(1), "metavar": "LESSON", "help": "the lesson's number"},
    }, help="instructors: check a lesson that is being written, and report what is missing",
        description="Fill a lesson's notebook from its exercises, run and store it, write lessons/, and check "
                    "everything that a lesson needs. Missing parts are reported with file and line.")
    add_command(commands, "new-lesson", instructor_command("commands", "new_lesson"), {
        "number": {"metavar": "NUMBER", "help": "the lesson's number, such as 06"},
        "name": {"metavar": "NAME", "help": "name of the lesson's folder, such as sequences"},
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
        "--shape": {"type": sizes, "metavar": "N,N", "help": "shape of an instance, such as 3,64,64, for --model"},
        "--name": {"metavar": "NAME", "help": "name of the network in addresses (default: the file's)"},
        "--host": {"default": "127.0.0.1", "metavar": "HOST", "help": "address to listen at (default: this machine)"},
        "--port": {"type": int_between(0, 65535), "default": 8501, "metavar": "N",
                   "help": "port to listen at (default 8501); 0: any free port"},
        "--max-body": {"type": int_between(1), "default": 16, "metavar": "MIB", "help": "limit of a body (default 16)"},
    }, help="answer requests over HTTP with a trained network",
        description="Serve a network in TensorFlow Serving's REST form: /v1/models/NAME:predict, or :classify for the "
                    "names of classes with their scores. On a page in the browser you can draw a digit or choose an "
                    "image. If FILE changes, it is read again at the next request. Needs the extra `serve`.")


def launch_command(commands):
    """Add the command that starts a script in several ranks."""
    from ..distributed.launch import ALIASES, OPTIONS, run
    parser = add_command(commands, "run", run, {}, help="run a script in several processes, connected by MPI",
                         description="Start a script in several ranks, watch them, and end all ranks if one fails.")
    for name, how in OPTIONS.items():
        parser.add_argument(name, *ALIASES.get(name, ()), **how)


def open_lab(options):
    """Run `minitorch lab`; its code is loaded when it runs."""
    from ..course import lab
    return lab.run(options)


def grading_commands(commands):
    """Add the commands with which an instructor grades submissions."""
    add_command(commands, "grade", instructor_command("grading", isolated=True), {
        "paths": {"nargs": "+", "metavar": "PATH", "help": "notebooks, .py exports, folders, zips"},
        "--lesson": {"type": int_between(1), "metavar": "N", "help": "grade only this lesson"},
        "--jobs": {"type": int_between(1), "metavar": "N", "help": "processes that grade (default: one per core)"},
        "--db": {"metavar": "FILE", "help": "file for the grades (default grades.sqlite)"},
        "--feedback": {"metavar": "DIR", "help": "write a page for each student, and one about the class"},
        "--show": {"choices": ["points", "words", "evidence"], "default": "evidence",
                   "help": "how much those pages say: points, what kind of mistake it is, or visible cases too"},
        "--csv": {"metavar": "FILE", "help": "write a table of the grades"},
        "--form": {"choices": ["plain", "canvas", "moodle", "nbgrader"], "default": "plain", "help": "table format"},
        "--column": {"metavar": "NAME", "help": "the assignment's name in Canvas' gradebook or Moodle's worksheet"},
        "--roster": {"metavar": "CSV", "help": "list of the students"},
        "--pattern": {"help": "form of the notebooks' paths, such as {student}/{lesson}.ipynb"},
        "--earlier": {"metavar": "PATH", "nargs": "+", "help": "submissions of other years, to find copies"},
        "--overrides": {"metavar": "CSV",
                        "help": "points set by hand: student, exercise, points, reason (default overrides.csv)"},
        "--who": {"metavar": "CSV", "help": "the student of each file: file, student (default who.csv)"},
        "--solutions": {"metavar": "DIR", "help": "the folder with the hidden tests (default: the course's)"},
        "--seed": {"type": int_between(0), "metavar": "N",
                   "help": "seed of the hidden inputs (default: a secret seed, stored with the grades)"},
        "--official": {"action": "store_true", "help": "refuse to grade without a sandbox"},
        "--student": {"metavar": "NAME", "help": "grade only this student: the name or a part of it"},
        "--regrade": {"action": "store_true", "help": "grade everything again; old grades become history"},
        "--open": {"action": "store_true", "help": "then open a page with the class in the browser, to correct grades "
                   "and give them back; needs the extra `serve`"},
        "--port": {"type": int_between(0, 65535), "default": 0, "metavar": "N",
                   "help": "port of that page, on this machine only (default: any free port)"},
    }, help="instructors: grade submissions in a sandbox")
    add_command(commands, "viva", instructor_command("viva", isolated=True), {
        "student": {"metavar": "STUDENT", "help": "their name, or a part of it"},
        "--db": {"metavar": "FILE", "help": "the grades (default grades.sqlite)"},
        "--lesson": {"type": int_between(1), "metavar": "N", "help": "ask only about this lesson"},
    }, help="instructors: three questions for a student on their own code")
    add_command(commands, "read", instructor_command("free_text", isolated=True), {
        "rubric": {"metavar": "RUBRIC", "help": "a CSV: question (its cell's grade_id), criterion, points"},
        "--db": {"metavar": "FILE", "help": "the grades (default grades.sqlite)"},
        "--lesson": {"type": int_between(1), "metavar": "N", "help": "read only this lesson"},
    }, help="instructors: read answers in words, one after the other, by a rubric")
    add_command(commands, "forget", instructor_command("people", "forget", isolated=True), {
        "student": {"metavar": "STUDENT", "help": "their name, or a part of it"},
        "--db": {"metavar": "FILE", "help": "the grades (default grades.sqlite)"},
    }, help="instructors: delete all data of a student from the grades")
    add_command(commands, "gradescope", instructor_command("gradescope", isolated=True), {
        "lesson": {"type": int_between(1), "metavar": "LESSON", "help": "the lesson's number"},
        "--out": {"metavar": "FILE", "help": "the zip to write (default autograder_LESSON.zip)"},
        "--unseen": {"choices": ["visible", "after_due_date", "after_published", "hidden"],
                     "default": "after_published", "help": "when students see how many hidden tests passed"},
    }, help="instructors: a lesson's autograder for Gradescope, as a zip")


def instructor_command(module, name="run", isolated=False):
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
