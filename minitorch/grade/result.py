"""What grading passes from hand to hand: a submission as it was read, and what each of its answers came to."""

STATES = ("right", "not yet", "crashed", "stopped", "the library's own", "not attempted", "missing", "not graded",
          "read")


class Submission:
    """One student's notebook of one lesson, read but not run.

    student    who handed it in
    lesson     its number
    path       where it was found
    digest     of what was handed in: the same text is not graded twice
    cells      sources of all code cells, in order
    sources    {exercise id: [(number of its cell, source), …]}; the last valid one counts
    oddities   what was strange about it, in words for the student and the instructor
    versions   {exercise id: version} as the lesson's release noted them; of others the source speaks
    texts      {name of a cell: its text}, of answers in words
    known_as   what the collecting system calls the student, whatever a roster says
    top        the folder or file at the top of what was handed in, which who.csv may name
    """

    def __init__(self, student, lesson, path, digest, cells, sources, oddities=(), versions=None,
                 known_as="", texts=None, top=""):
        self.known_as, self.texts, self.top = known_as or student, texts or {}, top
        self.student, self.lesson, self.path, self.digest = student, lesson, str(path), digest
        self.versions = versions or {}
        self.cells, self.sources, self.oddities = list(cells), dict(sources), list(oddities)

    def __repr__(self):
        return f"<submission of {self.student}, lesson {self.lesson}>"


class Unreadable:
    """Something handed in that holds no notebook, and why; top: as a Submission's."""

    def __init__(self, student, path, reason, top=""):
        self.student, self.path, self.reason, self.top = student, str(path), reason, top

    def __repr__(self):
        return f"<unreadable: {self.path}>"


class Result:
    """What one answer came to.

    student, lesson, exercise, version
    points, of       earned, of how many
    state            one of STATES
    checks           [(name, passed, points, hidden), …]: what was tried, and what each was worth; the points of
                     the checks add up to `of`. Names of hidden checks give nothing away
    misconception    the name of the mistake that was recognised, or None
    text             evidence of the visible cases, as the notebook shows it; nothing hidden is in it
    oddities         what was strange about this answer
    seconds          how long it took
    seed             that hidden inputs were drawn from
    isolation        "bwrap", or what was used in its place
    digest           of the submission it was found in
    basis            digest of the exercise, its points and its hidden tests; '' in grades of earlier versions
    """

    NAMES = ("student", "lesson", "exercise", "version", "points", "of", "state", "checks", "misconception", "text",
             "oddities", "seconds", "seed", "isolation", "digest", "basis")

    def __init__(self, student, lesson, exercise, version, points, of, state, checks=(), misconception=None, text="",
                 oddities=(), seconds=0.0, seed=0, isolation="", digest="", basis=""):
        self.student, self.lesson, self.exercise, self.version = student, lesson, exercise, version
        self.points, self.of, self.state = points, of, state
        self.checks = [tuple(check) for check in checks]
        self.misconception, self.text, self.oddities = misconception, text, list(oddities)
        self.seconds, self.seed, self.isolation, self.digest = seconds, seed, isolation, digest
        self.basis = basis

    def as_dict(self):
        """Return plain data, for JSON and for comparison."""
        return {name: getattr(self, name) for name in self.NAMES}

    def graded(self):
        """Return what must be the same whenever the same answer is graded again: all except how long it took."""
        return {name: value for name, value in self.as_dict().items() if name != "seconds"}

    def __repr__(self):
        return f"<result {self.student} {self.exercise}: {self.points:g} of {self.of:g}, {self.state}>"
