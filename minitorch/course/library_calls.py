"""Find out whether an answer calls the library's own version of what it is to be itself."""

import re
import sys
from contextlib import contextmanager
from functools import cache, reduce
from importlib import import_module
from inspect import unwrap
from types import ModuleType

from ..engine import watchers
from ..engine.piece import Piece
from .numbered import space_of
from .safe_call import call
from .source import globals_of
from .source_code import source_of

OTHERS = ("torch", "tensorflow", "keras", "jax", "jaxlib", "mxnet", "paddle", "tinygrad", "autograd", "scipy",
          "sklearn", "skimage", "cv2", "onnx", "onnxruntime")         # libraries that nobody who grades has to have
LIMIT = 60                               # frames looked at
OWN = "That is the library's own: {} ran, called from your lines. It is what you are to write."
OTHER = ("Your lines call {0}. What you hand in is graded where there is NumPy and minitorch, and no {0}: write it "
         "with those.")
SELF = ("{} gives the answer that is being checked here: the course's own until yours is right, and then your answer "
        "would call itself without end. Write it yourself.")
OP = "Your lines call {}, which is the library's. This one is to be written with NumPy alone: np and arrays."


def borrowed(note):
    """Return what a learner reads about a call that was recorded."""
    words = OTHER if note in OTHERS else OP if note.startswith("an op") else SELF if note.startswith("yours") else OWN
    return words.format(note.removeprefix("minitorch."))


@contextmanager
def library_calls(exercise, libraries, others=False):
    """Record, in a list, each call of the exercise's piece that comes out of the learner's lines.

    Where an exercise is to be written with NumPy alone, each op of a Tensor counts; it is recorded as "an op, name".
    libraries   folders whose files are not the learner's
    others      whether calls of other libraries are recorded too: see `knows_others`
    """
    notes: list[str] = []

    def watch(op, inputs, settings, result):
        if called_by_answer(sys._getframe(1), libraries):
            notes.append(f"an op, {op.name}")
    if exercise.numpy_only:
        watchers.append(watch)
    try:
        with piece_calls(exercise, libraries, notes), alias_calls(exercise, libraries, others, notes):
            yield notes
    finally:
        if exercise.numpy_only:
            watchers.remove(watch)


def twins(exercise, load=False):
    """Return the functions and classes besides the piece that would be the answer too.

    load   whether modules that are loaded late are loaded now: those whose functions the exercise only names
    """
    found = []
    for each in exercise.aliases():
        if isinstance(each, str):
            home, _, path = each.partition(":")
            if not load and home not in sys.modules:
                continue                                   # nobody has called it
            each = reduce(getattr, path.split("."), import_module(home))
        found.append(getattr(each, "piece", each))         # an op stands for its forward
    return found


@contextmanager
def alias_calls(exercise, libraries, others, notes):
    """Add to `notes` the name of each function beside the piece that would be the answer too, when it is called.

    And, with `others`, that of another library, when one is. Nothing is watched where neither can be: a method that is
    called while a profile runs counts as one more reference to its array, which `resize` then refuses.
    """
    pieces = [unwrap(getattr(each, "library", each)) for each in twins(exercise)]      # one wrapper is many functions'
    codes = {code: f"minitorch.{code.co_qualname}" for each in pieces if (code := getattr(each, "__code__", None))}

    def seen(frame, event, argument):
        if event == "call":
            name = codes.get(frame.f_code) or another(str(frame.f_globals.get("__name__")))
            if name is not None and called_by_answer(frame.f_back, libraries):
                notes.append(name)
    before = sys.getprofile()
    if before is None and (codes or others):       # else a debugger may be at work
        sys.setprofile(seen)
    try:
        yield
    finally:
        sys.setprofile(before)


@cache
def another(home):
    """Return the library that a module of this name belongs to, if it is one of OTHERS; it is asked at every call."""
    root = home.partition(".")[0]
    return root if root in OTHERS else None


def names_own_version(exercise, answer):
    """Return a note, in a tuple, if an answer inherits the course's version, or reads a name of its cells for it."""
    space, names = globals_of(answer)
    own = [version for version in (exercise.reference, exercise.answer) if version not in (None, answer)]
    read = [*map(space.get, names), *getattr(answer, "__mro__", ())[1:]]
    return (f'yours("{exercise.id}")',) if any(each is version for each in read for version in own) else ()


def knows_others(answer):
    """Return whether another library is among the names that an answer's cells know, or is named in its lines."""
    homes = (value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
             for value in space_of(answer).values() if callable(value) or isinstance(value, ModuleType))
    return any(str(home).partition(".")[0] in OTHERS for home in homes) or not set(OTHERS).isdisjoint(
        re.findall(r"\w+", call(source_of, answer).value or ""))


@contextmanager
def piece_calls(exercise, libraries, notes):
    """Add to `notes` the name of the exercise's piece, each time that it is called."""
    target = None if exercise.piece is None else exercise.piece()
    piece = getattr(target, "piece", target)
    if not isinstance(piece, Piece):
        yield
        return
    before = getattr(piece.owner, piece.attribute)

    def recorded(*inputs, **settings):
        if called_by_answer(sys._getframe(1), libraries):
            notes.append(piece.name)
        return before(*inputs, **settings)

    setattr(piece.owner, piece.attribute, recorded)
    try:
        yield
    finally:
        setattr(piece.owner, piece.attribute, before)


def called_by_answer(frame, libraries):
    """Return whether one of the learner's lines is on the stack between `call` and this frame."""
    for _ in range(LIMIT):
        if frame is None or frame.f_code is call.__code__:
            return False
        if not frame.f_code.co_filename.startswith(libraries):
            return True
        frame = frame.f_back
    return False
