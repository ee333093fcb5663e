"""A part of a function that breaks: a compiled function, which is split further where it cannot be recorded."""

from ..free_numbers import filled, freed
from ..names import names_of
from ..refusals import NotRecorded
from ..slots import same


class Smaller:
    """What makes a part of a Compiled function: it becomes smaller where it breaks too.

    owner               the Breaks of the whole function
    split, statements   of which it is made
    stale               whether smaller ones take its place from the next call on
    floats              {place: the float} among the arguments of the last call that was recorded
    read                what the function read when it was recorded last
    free                places of floats that were others in another call: they are inputs of the program, unless a
                        type is asked for
    """

    def __init__(self, function, breaks, split, statements, passes, backend):
        super().__init__(function, passes=passes, backend=backend)
        self.owner, self.split, self.statements, self.stale = breaks, split, statements, False
        self.floats, self.free, self.read = {}, set(), None

    def __call__(self, *args):
        free = self.free and all(type(args[place]) is float for place in self.free)
        return super().__call__(*freed(args, self.free) if free else args)

    def record(self, args, settings):
        if self.stale:
            return self.function(*filled(args), **settings)
        floats = {place: x for place, x in enumerate(filled(args)) if type(x) is float}
        others = {place for place, x in floats.items() if not same(self.floats.get(place, x), x)} - self.free
        self.floats = floats
        if others and self.read is not None and not any("type" in names_of(code)[0] for code in self.read.entered):
            self.free |= others
            return self(*filled(args))
        return super().record(args, settings)

    def reads(self):
        self.read = super().reads()
        return self.read

    def unfit(self, returned):
        """A list must be the same one after the part: what is made anew by a program is another."""
        kind = next((type(x).__name__ for x in returned if isinstance(x, dict | list | set)), None)
        return kind and NotRecorded(f"A {kind} is made, and read after a break.")

    def broken(self, failure):
        self.stale = self.owner.broken(self, failure)
        return self.stale
