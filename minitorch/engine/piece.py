"""A piece: a function of the library that a learner may replace with their own function for a while.

Calling a piece costs one attribute look-up. `mount(piece, mine)` makes it run `mine`,
for a `with` block or until `.remove()`. The library's own function is kept, and runs
instead of `mine` in calls that `mine` cannot compute.
"""

import threading
from time import perf_counter

from .. import paths
from ..backend import foreign_types

lock = threading.RLock()
mounted: dict["Piece", "Mount"] = {}   # {piece: Mount} of pieces that now run a learner's function
changes = 0                            # counts mounts and removals; when it changes, programs are compiled again
recorders: list = []                   # hook(mount, function, inputs, settings) returns the function to run instead
TOO_SLOW = 5                           # an answer may take this many times the library's run time
NOTICEABLE = 0.02                      # seconds; the time of faster calls is not compared with the library's


def notify(text):
    """Print a message from the library to the learner; lessons may replace this function."""
    print(f"[minitorch] {text}")


class Piece:
    """One replaceable function: a call runs `owner.attribute`; `library` is the library's own function."""

    def __init__(self, name, library, owner=None, attribute="run", arrays_only=False):
        self.name = name
        self.library = library
        self.owner = self if owner is None else owner
        self.attribute = attribute
        self.arrays_only = arrays_only
        self.__doc__, self.__module__ = library.__doc__, library.__module__
        self.__wrapped__, self.__name__ = library, library.__name__
        setattr(self.owner, attribute, library)

    def __call__(self, *inputs, **settings):
        return getattr(self.owner, self.attribute)(*inputs, **settings)

    def __repr__(self):
        return f"<piece {self.name}>"

    def __reduce__(self):
        return self.library.__qualname__                 # pickle finds the piece in its module by its function's name


def piece(function=None, arrays_only=False):
    """Make `function` replaceable by a learner's function; with arrays_only the learner's is never called on Tensors.

    >>> @piece
    ... def double(x):
    ...     return 2 * x
    >>> with mount(double, lambda x: x + x + 0):
    ...     double(4)
    8
    """
    if function is None:
        return lambda function: piece(function, arrays_only)
    return Piece(f"{function.__module__}.{function.__qualname__}", function, arrays_only=arrays_only)


class Mount:
    """A learner's function that runs instead of a piece's, until `remove()` or the end of the block."""

    def __init__(self, target, mine):
        self.piece = getattr(target, "piece", target)   # use the forward of an Op
        if not isinstance(self.piece, Piece):
            raise TypeError(f"mount needs a piece of the library, not {target!r}; "
                            "each op is one, and so is minitorch.engine.backward.backward_order.")
        paths.module("explain.pieces").check_signature(self.piece, mine)
        self.mine = mine
        self.beside = [Mount(*pair) for pair in getattr(mine, "beside", ())]   # the further pieces that `mine` replaces
        self.defaults = (self.piece.library.__kwdefaults__ or {}) if self.piece.attribute == "forward" else {}
        self.inside = threading.local()
        self.spoken = False
        with lock:
            self.before = getattr(self.piece.owner, self.piece.attribute)
            self.outer = mounted.get(self.piece)
            self.swap(self.run, self)

    def swap(self, function, mount):
        global changes
        setattr(self.piece.owner, self.piece.attribute, function)
        if mount is None:
            mounted.pop(self.piece, None)
        else:
            mounted[self.piece] = mount
        changes += 1

    def remove(self):
        """Restore the function that ran before. A second call does nothing."""
        with lock:
            for other in self.beside:
                other.remove()
            if mounted.get(self.piece) is self:
                self.swap(self.before, self.outer)

    @property
    def running(self):
        """Whether the library runs this function: `remove` was not called, and no later mount replaces it."""
        return mounted.get(self.piece) is self and all(other.running for other in self.beside)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.remove()

    def run(self, *inputs, **settings):
        """Call the learner's function; calls of the piece from inside that function run the library's."""
        settings = {**self.defaults, **settings}
        library = self.piece.library
        if getattr(self.inside, "busy", False):
            return library(*inputs, **settings)
        if self.piece.arrays_only and any(type(x) in foreign_types for x in inputs):
            if not self.spoken:                      # report it once, because a message in every step would not be read
                self.spoken = True
                notify(f"your {self.piece.name} was given a Tensor or a GPU array, which only the library's version "
                       "can differentiate again, so the library's version ran instead.")
            return library(*inputs, **settings)
        function = self.mine
        for hook in recorders:
            function = hook(self, function, inputs, settings)
        self.inside.busy = True
        try:
            start = perf_counter()
            result = function(*inputs, **settings)
            took = perf_counter() - start
            if took > NOTICEABLE and self.piece.arrays_only and not recorders:  # no recorder sees this run
                paths.module("explain.pieces").compare_speed(self, inputs, settings)
        finally:
            self.inside.busy = False
        return result


def mount(target, mine):
    """Run `mine` instead of a piece: `with mount(piece, mine): ...`, or until `.remove()`.

    target   a Piece, or an Op (its forward is then replaced)
    mine     a function with the same arguments; if it has an attribute `beside`, pairs of (target, function),
             these are mounted and removed together with it
    returns  the Mount; a context manager

    Raises TypeError when the two signatures differ, showing both.
    """
    return Mount(target, mine)
