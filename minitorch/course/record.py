"""What an exercise is: one record with its inputs, what is wanted, and the mistakes it knows by name."""

from copy import deepcopy

registry: dict[str, "Exercise"] = {}
earlier: dict[tuple[str, int], "Exercise"] = {}       # older versions that are still graded, by id and version


class Case:
    """One visible check: what goes in, and what should come out.

    name      what it tries, in a few words
    inputs    dict of arguments by name; every run gets copies
    wanted    what should come out; default: what the exercise's reference gives
    """

    def __init__(self, name, wanted=None, **inputs):
        self.name, self.wanted, self.inputs = name, wanted, inputs

    def fresh(self):
        """Arguments that a run may change without harm."""
        return {name: value if callable(value) else deepcopy(value) for name, value in self.inputs.items()}


class Misconception:
    """A wrong answer that students really give, by a name of its own.

    name      a slug, unique in the exercise
    message   what it looks as if was done, and why it is not so: one or two sentences
    rule      the wrong rule itself, with the exercise's arguments: recognised when the
              answer agrees with it on every case (and the rule is wrong on one); a tuple
              where the mistake has several forms
    probe     or a function of the answer that says whether it is this mistake, for what
              results alone do not show (an argument edited in place, state left behind)
    example   a Case that shows it best, the smallest there is; default: the first case it fails
    picture   a function that gives a graph or text to show with the message
    """

    def __init__(self, name, message, rule=None, probe=None, example=None, picture=None):
        self.name, self.message, self.probe = name, message, probe
        self.rules = rule if isinstance(rule, tuple) else () if rule is None else (rule,)
        self.example, self.picture = example, picture


class Exercise:
    """One exercise. Ids are never used again; a changed exercise gets a new version.

    While answers to the old version are still to be graded, its record stays beside the new one.

    id              "1.5": lesson and number
    name            what the learner writes
    difficulty      1, 2 or 3: about two minutes, ten, half an hour
    reference       what is right: a function with the learner's arguments, the library's own
    piece           the library's piece it becomes, or None; a function that gives it, called late
    adapt           turns the learner's function into one with the piece's arguments
    cases           visible checks, in order; partial points are counted by them
    probes          functions of the answer that return None, or what is wrong in words
    misconceptions  at least five
    hints           three, from a nudge to nearly all
    apart           while it is graded, functions among its inputs stay with the grader, and an answer can only
                    call them: they take and give arrays, Tensors (by value) or nodes of a graph; of those that
                    `in_two` made one half stays there. Without it, what is no plain data is sent to where the
                    answer runs
    aliases         a function that gives what else of the library would be the answer, besides the piece
    results         what the parts of a result are called, where there are several: ("loss", "slopes of input")
    """

    def __init__(self, id, name, *, difficulty, points, reference, cases, misconceptions, hints, piece=None,
                 adapt=None, probes=(), version=1, kind="function", run=None, close=1e-6, apart=False,
                 aliases=lambda: (), results=()):
        self.id, self.name, self.difficulty, self.points, self.version = id, name, difficulty, points, version
        self.reference, self.cases, self.probes = reference, tuple(cases), tuple(probes)
        self.misconceptions, self.hints = tuple(misconceptions), tuple(hints)
        self.piece, self.adapt, self.kind, self.close = piece, adapt, kind, close
        self.run = run or (lambda answer, inputs: answer(**inputs))
        self.programs = run is not None or kind == "class"     # more than one call of an answer with its inputs
        self.apart, self.aliases, self.results = apart, aliases, tuple(results)
        other = registry.get(id)
        if other is not None and other.version == version or (id, version) in earlier:
            raise ValueError(f"exercise {id} exists already, as {registry[id].name}: ids are never used again.")
        if other is None or other.version < version:
            registry[id] = self
        older = other if registry[id] is self else self
        if older is not None:
            earlier[id, older.version] = older

    @property
    def lesson(self):
        return int(self.id.partition(".")[0])

    @property
    def stars(self):
        return "•" * self.difficulty

    def wanted(self, case):
        """What should come out of a case."""
        return self.run(self.reference, case.fresh()) if case.wanted is None else case.wanted

    def __repr__(self):
        return f"<exercise {self.id} {self.name}>"


def in_two(name, shell, begin):
    """A function for the inputs of an exercise that is graded `apart`, where an answer needs more than calls of it.

    shell   shell(held) gives what an answer gets: the same for all versions of which it is to find the faulty
    begin   begin() gives `held`, what this version does: it stays with the grader, and takes and gives arrays
    """
    made = shell(begin())
    made.__name__ = made.__qualname__ = name
    made.shell, made.begin = shell, begin
    return made


def find(id, version=None):
    """The exercise of that id, the newest or in one version; ValueError with those there are."""
    from . import exercises  # noqa: F401  (its lessons register themselves)
    if id not in registry:
        raise ValueError(f"there is no exercise {id!r}; there are {', '.join(sorted(registry))}.")
    newest = registry[id]
    if version in (None, newest.version):
        return newest
    if (id, version) not in earlier:
        raise ValueError(f"exercise {id} has no version {version} any more; it has {newest.version}.")
    return earlier[id, version]
