"""Wrong answers that have a name: code written once, which is the rule to recognise them by and what tests hand in."""

import re
import sys
import textwrap
import warnings
from contextlib import suppress
from functools import cached_property

import numpy as np

from .numbered import space_of
from .source_code import source_of

COMMENT = r"  +# .*"
SEPARATOR = " + "                        # between the names of mistakes that one answer makes together


class Mistake:
    """What an answer does wrong, by a name and in words; an example and a picture if there are such."""

    example = picture = None

    def named(self, name):
        """Return whether it is the mistake of that name, or several of which one is."""
        return name in self.name.split(SEPARATOR)


class Wrong(Mistake):
    """A wrong answer that students really give, by a name of its own.

    name      a slug, unique in the exercise
    message   what it looks as if was done, and why it is not so: one or two sentences
    forms     the wrong answer as code, in one form or several (see `written`): it is recognised when an answer
              agrees with one of them on every case
    probe     or a function of the answer that says whether it is this mistake, for what results alone do not show
              (an argument edited in place, state left behind); the forms are then what tests hand in
    accepts   or, where the answer is a test to write, the faulty version that it lets pass
    example   the case that shows it best, by its name or as a Case of its own; default: the first case it fails
    picture   a function that gives a graph or text to show with the message
    """

    def __init__(self, name, message, *forms, probe=None, accepts=None, example=None, picture=None):
        self.name, self.message, self.forms, self.probe, self.accepts = name, message, forms, probe, accepts
        self.case, self.picture = example, picture
        self.line = sys._getframe(1).f_lineno
        self.exercise = None

    @property
    def example(self):
        """Return the case that shows it best; None for the first it fails."""
        if not isinstance(self.case, str):
            return self.case
        return next(case for case in self.exercise.cases if case.name == self.case)

    def passes(self, trials):
        """Whether a test lets this faulty version pass, no right one refused, and not all others let pass as well."""
        said = {trial.case.name: trial.got for trial in trials if trial.error is None}
        faulty = [trial.case.name for trial in trials if trial.wanted is False]
        return (said.get(self.name) is True and not all(said.get(name) for name in faulty)
                and all(trial.passed for trial in trials if trial.wanted is True))

    @cached_property
    def texts(self):
        """Return the source of each form."""
        return [written(self.exercise, form, f"{self.exercise.id} {self.name!r}") for form in self.forms]

    @cached_property
    def rules(self):
        """Return each form as a function or class, written where the right answer is, or what is recorded of it."""
        recorded = self.exercise.recorded
        return recorded.rules(self) if recorded else [defined(self.exercise, text) for text in self.texts]


class General(Mistake):
    """A mistake that any exercise can meet: named like one of its own, without an example or a picture."""

    def __init__(self, name, message):
        self.name, self.message = name, message


def written(exercise, form, label):
    """Return the source of an answer to an exercise, from one of four forms.

    {old: new, …}    the right answer without its comments, with these parts replaced
    "return …"       the lines below the right answer's `def` line
    "def name…"      the whole answer, and what stands above it
    a function       of the exercise's file, by another name

    Raises ValueError for a part that the right answer does not have; label says whose form it is.
    """
    if isinstance(form, dict):
        text = re.sub(COMMENT, "", exercise.text)
        for old, new in form.items():
            if old not in text:
                raise ValueError(f"{label} replaces {old!r}, which the answer does not have so far:\n{text}")
            text = text.replace(old, new)
        return text
    if callable(form):
        return source_of(form).replace(f"def {form.__name__}(", f"def {exercise.name}(", 1)
    text = textwrap.dedent(form).strip("\n")
    if re.search(rf"^(async )?(def|class) {exercise.name}\b", text, re.M):
        return text
    return exercise.text.partition("\n")[0] + "\n" + textwrap.indent(text, "    ")


def pairs_of(exercise):
    """Yield ((one, another), a rule that makes both mistakes) for wrong answers that fit into one answer."""
    changes = [(known, form) for known in exercise.misconceptions for form in known.forms if isinstance(form, dict)]
    for place, (one, form) in enumerate(changes):
        for another, other in changes[place + 1:]:
            text = both(re.sub(COMMENT, "", exercise.text), form, other)
            if one is not another and text is not None:
                with suppress(SyntaxError):
                    yield (one, another), defined(exercise, text)


def both(text, form, other):
    """Return a text with the parts of two forms replaced, in either order; None if one removes the other's parts."""
    for first, second in ((form, other), (other, form)):
        made = text
        for old, new in (*first.items(), *second.items()):
            made = made.replace(old, new) if made is not None and old in made else None
        if made is not None:
            return made
    return None


def defined(exercise, text):
    """Run the source of an answer among the names that the right answer knows; return what it defines."""
    space = {"np": np, "mt": sys.modules["minitorch"], **space_of(exercise.answer)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")                    # two mistakes in one may be a line nobody would write
        exec(compile(text, f"<{exercise.id}>", "exec"), space)
    return space[exercise.name]
