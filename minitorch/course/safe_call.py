"""Call a learner's code so that it can do no harm: its output captured, its time limited, every error held."""

import builtins
import io
import os
import signal
import sys
import threading
import warnings
from contextlib import contextmanager, nullcontext, suppress
from time import process_time, thread_time

import numpy as np

from ..dtypes import get_default_dtype, set_default_dtype
from ..engine import is_grad_enabled
from ..ops.kernels.row_kernels import c
from ..random import get_rng_state, set_rng_state
from ..runtime import set_grad_enabled

LIMIT = 10.0                             # seconds for one call: a loop that never ends is stopped here
BUSY = 0.01                              # of the time: who computes less is asleep
MOST = 1000                              # characters kept of what a call prints


class TookTooLong(BaseException):
    """The time is up. No Exception, so that the learner's own `except Exception` does not hide it."""


class Notes(io.StringIO):
    """The beginning of what is printed; the rest is let go, however much it is."""

    def write(self, text):
        room = MOST - self.tell()
        if room > 0:
            super().write(text[:room])
        return len(text)


class Outcome:
    """What a call came to: its value or the error it raised, what it printed, and the seconds of computing it took.

    Time in which the machine did other work is not counted: a busy machine makes no answer slow.
    """

    def __init__(self, value, error, printed, seconds):
        self.value, self.error, self.printed, self.seconds = value, error, printed, seconds

    @property
    def stopped(self):
        """Whether it ran until someone, or the clock, stopped it."""
        return isinstance(self.error, TookTooLong | KeyboardInterrupt)


@contextmanager
def alarm(seconds, computing=False, asleep=False):
    """Raise TookTooLong in the block after so many seconds, and again while it is swallowed.

    computing   whether seconds count in which this program computes, not those in which the machine does other work
    asleep      whether it is raised then, too, when for so many seconds on the clock the program hardly computes
    """
    last = process_time()

    def ring(number, frame):
        nonlocal last
        before, last = last, process_time()
        if not computing or number == signal.SIGPROF or last - before < BUSY * seconds:
            raise TookTooLong(f"stopped after {seconds:g} s")

    clocks = [(signal.SIGPROF, signal.ITIMER_PROF, 1.0)] * computing
    clocks += [(signal.SIGALRM, signal.ITIMER_REAL, seconds if computing else 1.0)] * (asleep or not computing)
    before = [(number, kind, signal.signal(number, ring), signal.setitimer(kind, seconds, again))
              for number, kind, again in clocks]
    try:
        yield
    finally:
        for _, kind, _, _ in before:
            signal.setitimer(kind, 0)
        for number, kind, handler, times in before:        # an alarm around this one goes on
            signal.signal(number, handler)
            signal.setitimer(kind, *times)


def clock():
    """Whether an alarm can ring: on the main thread, and not on Windows (there, Interrupt stops a loop)."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def working_folder():
    """Return the folder that relative paths begin at; None if it has been deleted."""
    with suppress(OSError):
        return os.getcwd()
    return None


def call(function, *inputs, seconds=None, computing=False, asleep=False):
    """Call it, and come back whatever it does: print, warn, exit, loop, delete builtins, draw, change the folder.

    seconds     after which it is stopped, where there is a clock; default: LIMIT
    computing   whether they count only while this program computes
    asleep      whether it is stopped, too, when for as long on the clock it hardly computes
    """
    limited = alarm(LIMIT if seconds is None else seconds, computing, asleep) if clock() else nullcontext()
    notes, streams = Notes(), (sys.stdout, sys.stderr)
    space, names = vars(builtins), dict(vars(builtins))
    places = get_rng_state(), np.random.get_state()                # noqa: NPY002 (answers use them)
    modes, folder = (is_grad_enabled(), get_default_dtype(), c.enabled), working_folder()
    depth, printing = sys.getrecursionlimit(), np.get_printoptions()
    value, error = None, None
    c.enabled = False                                      # one call may not have other last digits than the next
    start = thread_time()
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"), limited:    # 0/0 is nan, and says so itself
            warnings.simplefilter("ignore")
            sys.stdout = sys.stderr = notes
            try:
                value = function(*inputs)
            finally:
                space.update(names)
    except BaseException as reason:
        error = reason
    finally:
        sys.stdout, sys.stderr = streams
        if folder is not None:
            with suppress(OSError):                        # it may be gone
                os.chdir(folder)
        set_grad_enabled(modes[0])
        set_default_dtype(modes[1])
        c.enabled = modes[2]
        set_rng_state(places[0])
        np.random.set_state(places[1])                            # noqa: NPY002
        np.set_printoptions(**printing)
        sys.setrecursionlimit(depth)
    return Outcome(value, error, notes.getvalue(), thread_time() - start)
