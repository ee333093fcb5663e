"""Wrong answers that have a name: code written once, which is the rule to recognise them by and what tests hand in."""

import re
import sys
import textwrap
from functools import cached_property

import numpy as np

from .source_code import first_method, source_of


class Wrong:
    """A wrong answer that students really give, by a name of its own.

    name      a slug, unique in the exercise
    message   what it looks as if was done, and why it is not so: one or two sentences
    forms     the wrong answer as code, in one form or several (see `written`): it is recognised when an answer
              agrees with one of them on every case
    probe     or a function of the answer that says whether it is this mistake, for what results alone do not show
              (an argument edited in place, state left behind); the forms are then what tests hand in
    example   the case that shows it best, by its name or as a Case of its own; default: the first case it fails
    picture   a function that gives a graph or text to show with the message
    """

    def __init__(self, name, message, *forms, probe=None, example=None, picture=None):
        self.name, self.message, self.forms, self.probe = name, message, forms, probe
        self.case, self.picture = example, picture
        self.line = sys._getframe(1).f_lineno
        self.exercise = None

    @property
    def example(self):
        """The case that shows it best; None for the first it fails."""
        if not isinstance(self.case, str):
            return self.case
        return next(case for case in self.exercise.cases if case.name == self.case)

    @cached_property
    def texts(self):
        """The source of each form."""
        return [written(self.exercise, form, f"{self.exercise.id} {self.name!r}") for form in self.forms]

    @cached_property
    def rules(self):
        """Each form as a function or class, written where the right answer is."""
        return [defined(self.exercise, text) for text in self.texts]


def written(exercise, form, label):
    """The source of an answer to an exercise, from one of four forms.

    {old: new, …}    the right answer without its comments, with these parts replaced
    "return …"       the lines below the right answer's `def` line
    "def name…"      the whole answer, and what stands above it
    a function       of the exercise's file, by another name

    Raises ValueError for a part that the right answer does not have; label says whose form it is.
    """
    if isinstance(form, dict):
        text = re.sub(r"  +# .*", "", exercise.text)
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


def space_of(answer):
    """The namespace that a function or class was written in."""
    return (first_method(answer) if isinstance(answer, type) else answer).__globals__


def defined(exercise, text):
    """What a source of an answer defines, run among the names that the right answer knows."""
    space = {"np": np, "mt": sys.modules["minitorch"], **space_of(exercise.answer)}
    exec(compile(text, f"<{exercise.id}>", "exec"), space)
    return space[exercise.name]
