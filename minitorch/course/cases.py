"""What an answer is tried on: cases of arguments, and right and faulty versions for an answer that is itself a test."""

from functools import cached_property, partial, wraps

import numpy as np

from .compare import plain
from .other_values import copied, other_inputs
from .wrong import Wrong


class Case:
    """One visible check: what goes in, and what should come out.

    name      what it tries, in a few words; '' for an example of a single mistake
    inputs    dict of arguments by name; every run gets copies
    wanted    what should come out; default: what the exercise's reference gives
    """

    def __init__(self, name="", wanted=None, **inputs):
        self.name, self.wanted, self.inputs = name, wanted, inputs

    def fresh(self):
        """Return copies of the arguments, which a run may change without harm."""
        return copied(self.inputs)

    @cached_property
    def varied(self):
        """Return the same case with other numbers in its arguments, of the same shapes."""
        return Case(self.name, **other_inputs(self.inputs))


class Halves:
    """The check of a case in two halves, so that nothing is judged where an answer runs.

    shown   shown(answer, given) runs where the answer does, and gives plain data
    read    read(shown, kept) runs with the grader, where no answer comes, and gives what is compared
    begin   begin(inputs) gives `given` and `kept`, by default the inputs twice. Functions in `given` stay with the
            grader: they take and give plain data, and what an answer asks of them is seen there
    """

    def __init__(self, shown, read, begin=lambda inputs: (inputs, inputs)):
        self.shown, self.read, self.begin = shown, read, begin

    def __call__(self, answer, inputs):
        """Return what is compared. A notebook calls this."""
        given, kept = self.begin(inputs)
        return self.read(plain(self.shown(answer, given)), kept)


class Law:
    """What holds of an answer besides its cases, for inputs that are drawn: others for each submission that is graded.

    draw     draw(rng) gives a dict of plain data
    shown    shown(answer, inputs) runs where the answer does; what it gives is plain data too
    judge    judge(shown, inputs) says in words what is wrong, or None. It runs with the grader, where no answer comes:
             it looks at numbers that hang on what was drawn, so that a reply by heart is none
    begin    begin(inputs) gives what goes to `shown`, and what `judge` gets, as that of Halves does
    later    later(answer, inputs, shown) shows the rest, in a process of its own: what an answer kept in memory is gone
    """

    def __init__(self, draw, shown, judge, begin=lambda inputs: (inputs, inputs), later=None):
        self.draw, self.shown, self.judge, self.begin, self.later = draw, shown, judge, begin, later

    def __call__(self, answer):
        """Return what is wrong, in words; None if nothing is. A notebook calls this."""
        given, kept = self.begin(self.draw(np.random.default_rng(0)))
        shown = plain(self.shown(answer, given))
        return self.judge(shown if self.later is None else plain(self.later(answer, given, shown)), kept)


def in_two(name, shell, begin):
    """Return a function for the inputs of an exercise that is graded `apart`, if an answer does more than call it.

    shell   shell(held) gives what an answer gets: the same for all versions of which it is to find the faulty
    begin   begin() gives `held`, what this version does: it stays with the grader, and takes and gives arrays
    """
    made = shell(begin())
    made.__name__ = made.__qualname__ = name
    made.shell, made.begin = shell, begin
    return made


def of_versions(argument, right, wrong):
    """Return the cases of a test to write: each right version by its name, then the faulty ones of the mistakes."""
    faulty = {known.name: known.accepts for known in wrong if known.accepts is not None}
    return [Case(name, wanted=name in right, **{argument: version}) for name, version in (right | faulty).items()]


def decision(argument, no, answer, inputs):
    """Return what a test says of a version, as True or False; None if it says nothing.

    argument   what the test calls the version
    no         errors that count as False
    """
    try:
        said = answer(unnamed(argument, inputs[argument]))
    except no:
        return False
    if isinstance(said, str | tuple | list | dict) or callable(said) or hasattr(said, "__next__"):
        raise TypeError(f"your test returned a {type(said).__name__}, where True or False is wanted (anything that is "
                        "not empty would count as True).")
    return None if said is None else bool(said)


def unnamed(argument, version):
    """Return the same version named as the argument is, so that its own name reveals nothing."""
    if hasattr(version, "shell"):
        return in_two(argument, version.shell, version.begin)

    @wraps(version)
    def same(*inputs):
        return version(*inputs)
    same.__name__ = same.__qualname__ = argument
    return same


def decided(argument, no):
    """Return `decision` of one exercise: a function of the answer and its inputs."""
    return partial(decision, argument, no)


def usual(name, argument, refused):
    """Return the mistakes that any test to write invites; refused: what to look at if the right version is refused."""
    def around(line):
        return {f"def {name}(": f"def {name}({argument}):\n    {line}\n\n\ndef asked("}
    return [
        Wrong("accepts all", "Your test accepts every version, the faulty ones too. What would it have to look at "
              "to say no?", "return True"),
        Wrong("accepts none", "Your test refuses every version, the right one too: print what it compares. " + refused,
              "return False"),
        Wrong("turned round", "True and False are exchanged: your test refuses the right version and accepts the "
              "faulty ones.", around(f"return not asked({argument})")),
        Wrong("nothing returned", "Your test returns nothing (None): `return` True or False. What is printed is for "
              "the eye, and an `assert` that holds gives nothing back.", around(f"asked({argument})"),
              around(f"assert asked({argument})")),
    ]
