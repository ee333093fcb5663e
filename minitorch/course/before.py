"""Small tasks without a number, for who wants to know whether they are ready: tried at once, never kept or graded."""

from copy import deepcopy
from importlib.util import find_spec

import numpy as np

from ..display.page import dress
from .compare import plain, rows, same, shown, told
from .safe_call import call
from .source_code import own_lines

CLOSE = 1e-6


def ready():
    """Say that all is imported, on a page that shows the lesson as it is meant."""
    print("ready")
    dress()


def task(name, wanted, *inputs, needs=None):
    """Mark a function as the answer to a small task: it is tried on the inputs at once, and shows the evidence.

    name     what to call the task
    wanted   what should come out
    needs    a package that it is about: where that is missing, the task is left out in one line
    """
    def decorate(function):
        print(f"{name}: {tried(function, wanted, inputs, needs)}")
        return function
    return decorate


def tried(function, wanted, inputs, needs):
    """Return what trying an answer showed: the state, and the evidence below it."""
    outcome = call(lambda: plain(function(*deepcopy(inputs))))
    if isinstance(outcome.error, NotImplementedError):
        return "not attempted"
    if needs is not None and find_spec(needs.partition(".")[0]) is None:
        return f"left out, for {needs} is not installed here: install it, or go on"
    if outcome.error is not None:
        return f"crashed\n{own_lines(outcome.error)}"
    if isinstance(outcome.value, np.ndarray):              # a list may be answered by an array
        wanted = np.asarray(wanted)
    if same(outcome.value, wanted, CLOSE):
        return "right"
    given = [(f"input {number}" if len(inputs) > 1 else "input", shown(value)) for number, value in
             enumerate(inputs, 1)]
    return f"not yet\n{rows([*given, *told(wanted, outcome.value, CLOSE)])}"


def lacking(**packages):
    """Say in one line what is missing here of some packages, and the command that installs it.

    packages   {name to import: name to install}
    """
    missing = [install for name, install in packages.items() if find_spec(name) is None]
    print(f"Not here: {', '.join(missing)}. %pip install -q {' '.join(missing)}  fetches it; or skip what needs it."
          if missing else f"All here: {', '.join(packages.values())}.")
