"""compile: a function is recorded when it is called, and its program runs in its place as long as its guards hold."""

from functools import update_wrapper
from threading import RLock

from ..engine.apply import watchers
from ..engine.backward import wrapping
from ..runtime import errors
from .form import MISS, Eager
from .passes import PASSES
from .reads import Reads
from .recording import Recording
from .refusals import NotRecorded
from .replay import Replay

LIMIT = 8                              # recordings of one function, before others run as they are written
lock = RLock()                         # one recording at a time: it replaces methods of Tensor


class Compiled:
    """A function that runs as a program.

    forms   what was recorded: a Replay, or an Eager, for each form of call; the one used last comes first
    full    whether it was said that no more forms are recorded
    """

    def __init__(self, function, fullgraph=False, passes=PASSES):
        self.function, self.fullgraph, self.passes = function, fullgraph, passes
        self.forms, self.told, self.full = [], set(), False
        if hasattr(function, "__name__"):
            update_wrapper(self, function)

    def __call__(self, *args, **settings):
        for form in self.forms:
            result = form.run(args, settings)
            if result is not MISS:
                if form is not self.forms[0]:
                    self.forms = [form, *[other for other in self.forms if other is not form]]
                return result
        return self.record(args, settings)

    def record(self, args, settings):
        """Run the function for a call of a new form, and keep what it did as a program."""
        if watchers or wrapping:                             # it is being recorded, drawn or profiled itself
            return self.function(*args, **settings)
        if len(self.forms) >= LIMIT:
            if not self.full:
                self.full = True
                self.tell(f"was recorded {LIMIT} times, and runs as it is written for other calls from now on: "
                          f"{self.forms[0].difference(args, settings)}.")
            return self.function(*args, **settings)
        with lock:
            recording = Recording(self.function, args, settings, not self.fullgraph, Reads(), open=True)
            try:
                if recording.failure is not None:
                    raise recording.failure
                form = Replay(recording, self.passes)
            except NotRecorded as failure:
                if self.fullgraph:
                    raise
                self.tell(f"runs as it is written here. {failure}")
                form = Eager(recording)
            self.forms = [form, *self.forms]
            return recording.returned

    def tell(self, text):
        """Say something once."""
        if text not in self.told:
            self.told.add(text)
            errors.notice(f"compile: {self.name} {text}")

    @property
    def name(self):
        return getattr(self.function, "__name__", type(self.function).__name__)

    def __repr__(self):
        return f"<compiled {self.name}: {len(self.forms)} forms>"
