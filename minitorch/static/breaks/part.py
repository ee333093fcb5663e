"""A part of a function that breaks: a compiled function, which is split further where it cannot be recorded."""

from ..free_numbers import Floats, filled
from ..refusals import NotRecorded


class Smaller:
    """What makes a part of a Compiled function: it becomes smaller where it breaks too.

    owner               the Breaks of the whole function
    split, statements   of which it is made
    stale               whether smaller ones take its place from the next call on
    """

    def __init__(self, function, breaks, split, statements, passes, backend):
        super().__init__(function, passes=passes, backend=backend)
        self.owner, self.split, self.statements, self.stale = breaks, split, statements, False

    def reset(self):
        super().reset()
        self.floats = Floats(2)

    def record(self, args, settings):
        if self.stale:
            return self.function(*filled(args), **settings)
        return super().record(args, settings)

    def unfit(self, returned):
        """A list must be the same one after the part: what is made anew by a program is another."""
        kind = next((type(x).__name__ for x in returned if isinstance(x, dict | list | set)), None)
        return kind and NotRecorded(f"A {kind} is made, and read after a break.")

    def broken(self, failure):
        self.stale = self.owner.broken(self, failure)
        return self.stale
