"""What a fuzzed call comes to, and the laws it must obey: its error is minitorch's, it is quick, no input changes."""

import dis
import re
import signal
import time
import traceback
import warnings
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from beside import weighted
from engine.fuzzed_calls import Given

import minitorch as mt

OWN = str(Path(mt.__file__).parent)
KINDS = (IndexError, TypeError, ValueError, RuntimeError)
ARITY = re.compile(r"got an unexpected keyword|missing \d+ required|takes|got multiple values|got some positional")
RAISE = dis.opmap["RAISE_VARARGS"]
LIMIT = 6.0                                      # seconds of the processor's time


class TooLong(BaseException):
    """The call took longer than the limit."""


@contextmanager
def limited(seconds=LIMIT):
    """Raise TooLong in the block after that much of the processor's time."""
    def stop(*_):
        raise TooLong
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Outcome:
    """A call run: its outputs and gradients, or the error."""

    def __init__(self, case, library):
        self.case, self.library = case, library
        self.error = self.outs = self.answer = None
        self.warned = []
        self.args, self.settings = case.build(library)
        library.manual_seed(0)
        with warnings.catch_warnings(record=True) as self.warned:
            warnings.simplefilter("always")
            try:
                self.answer = case.function(library)(*self.args, **self.settings)
                self.outs = tensors_of(self.answer, library)
            except Exception as error:
                self.error = error

    @property
    def kind(self):
        """Which of Python's errors; AttributeError, PyTorch's where None came, counts as TypeError."""
        if isinstance(self.error, AttributeError):
            return TypeError
        if isinstance(self.error, (OverflowError, MemoryError, AssertionError, ZeroDivisionError)):
            return RuntimeError
        return next((kind for kind in KINDS if isinstance(self.error, kind)), type(self.error))

    def leaves(self):
        return [x for x in tensors_of([self.args, self.settings], self.library) if x.requires_grad and x.is_leaf]

    def gradients(self, create_graph=False):
        """The gradients of a weighted sum of the outputs, None where there is nothing to differentiate."""
        outs = [real(out, self.library) for out in self.outs if out.requires_grad]
        total, leaves = weighted(outs, self.library), self.leaves()
        if total is None or not leaves:
            return None
        return list(self.library.autograd.grad(total, leaves, create_graph=create_graph, retain_graph=True,
                                               allow_unused=True))

    def second(self):
        grads = [real(g, self.library) for g in self.gradients(create_graph=True) or ()
                 if g is not None and g.requires_grad]
        total = weighted(grads, self.library)
        return None if total is None else list(self.library.autograd.grad(total, self.leaves(), allow_unused=True))


def real(x, library):
    return abs(x) if "complex" in str(x.dtype) else x


def tensors_of(x, library):
    """The tensors in an answer, opened."""
    if isinstance(x, library.Tensor):
        return [x]
    if isinstance(x, (list, tuple)):
        return [t for part in x for t in tensors_of(part, library)]
    if isinstance(x, dict):
        return tensors_of(list(x.values()), library)
    return []


def plain_of(x, library):
    """The numbers, strings and dtypes in an answer."""
    if isinstance(x, (bool, int, float, complex, str)):
        return [x]
    if isinstance(x, np.ndarray):
        return [x]
    if isinstance(x, (list, tuple)):
        return [t for part in x for t in plain_of(part, library)]
    return [str(x).rpartition(".")[2]] if isinstance(x, (mt.dtypes.dtype, type(library.float32))) else []


def foreign(error, name=""):
    """Why the error's message is not minitorch's own; None where it is.

    It is ours where a raise statement of minitorch's made it, and it does not repeat an error that something else
    raised. Python's own words on the number and the names of arguments are good ones if they name what was called.
    """
    if name in ("__int__", "__float__", "__complex__") or type(error) is AssertionError and raised_here(error):
        return None
    if not isinstance(error, KINDS) and not isinstance(error, NotImplementedError):
        return f"a {type(error).__name__}"
    text = str(error)
    if not raised_here(error):
        names = f"{name}|{getattr(getattr(mt, name, None), '__name__', name)}"         # of an alias, what it stands for
        if type(error) is TypeError and re.match(rf"([\w.]+\.)?({names})\(\) ", text) and ARITY.search(text):
            return None
        return "not raised by minitorch"
    cause = error.__cause__
    if cause is not None and not raised_here(cause) and str(cause) and str(cause) in text:
        return f"the words of a {type(cause).__name__} from elsewhere"
    return None


def raised_here(error):
    """Whether a raise statement in minitorch's files is the innermost place the error passed."""
    steps = list(traceback.walk_tb(error.__traceback__))
    if not steps:
        return True                                      # made and raised from, never on its own
    last = error.__traceback__
    while last.tb_next is not None:
        last = last.tb_next
    code = last.tb_frame.f_code
    return code.co_filename.startswith(OWN) and code.co_code[last.tb_lasti] == RAISE


def unlawful(case):
    """What is wrong with the call as minitorch answers it, or None; and the outcome."""
    start = time.process_time()
    try:
        with limited():
            ours = Outcome(case, mt)
            found = wrong_with(case, ours)
    except TooLong:
        return f"runs longer than {LIMIT} s", None
    return found or (f"took {time.process_time() - start:.1f} s" if time.process_time() - start > 4 else None), ours


def unchanged(given, x):
    return given.array.shape == x.array.shape and np.array_equal(given.array, x.detach().numpy(),
                                                                 equal_nan=given.array.dtype.kind in "fc")


def wrong_with(case, ours):
    if ours.error is not None:
        why = foreign(ours.error, case.name)
        return why and f"message: {why}: {type(ours.error).__name__}: {ours.error}"
    for warning in ours.warned:
        if "encountered in" not in str(warning.message) and not issubclass(
                warning.category, UserWarning) and "Casting complex values to real" not in str(warning.message):
            return f"warning: {warning.category.__name__}: {warning.message}"
    if not case.writes and not all(map(unchanged, case.givens(), tensors_of([ours.args, ours.settings], mt))):
        return "an input was changed"
    if case.grad:
        try:
            grads = ours.gradients()
        except Exception as error:
            why = foreign(error, "backward")
            return why and f"message of backward: {why}: {type(error).__name__}: {error}"
        for g, x in zip(grads or (), ours.leaves()):
            if g is not None and (g.shape != x.shape or g.dtype != x.dtype):
                return f"a gradient of {g.dtype} {tuple(g.shape)} for {x.dtype} {tuple(x.shape)}"
    return None


__all__ = ["Given", "Outcome", "foreign", "limited", "unlawful"]
