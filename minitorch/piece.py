"""A piece: a function of the library that a learner may replace with their own for a while.

Calling a piece costs one attribute look-up. `mount(piece, mine)` swaps the
running function, for a `with` block or until `.remove()`; the library's own
function stays beside it and takes over whenever `mine` cannot serve a call.
"""

import gc
import threading
from time import perf_counter, thread_time

lock = threading.RLock()
mounted: dict["Piece", "Mount"] = {}   # what runs on a learner's code just now
changes = 0                            # counts mounts and removals: compiled programs guard on it
foreign_types: set[type] = set()       # argument types that an array piece of a learner never sees
TOO_SLOW = 5                           # times the library's own run time
NOTICEABLE = 0.02                      # seconds: faster calls are never timed against the library's
TOLERABLE = 0.1                        # seconds more than that: a busy machine slows a call by less


def banner(text):
    """How the library speaks to the learner; lessons may replace it."""
    print(f"[minitorch] {text}")


class Piece:
    """One replaceable function: `owner.attribute` runs now, `library` is what we shipped."""

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
        return self.library.__qualname__                 # the piece of that name in its module, and no copy


def piece(function=None, arrays_only=False):
    """Make `function` replaceable by a learner's own; with arrays_only theirs is never given a Tensor.

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
    """A learner's function in the place of a piece's, until `remove()` or the end of the block."""

    def __init__(self, target, mine):
        self.piece = getattr(target, "piece", target)   # an Op stands for its forward
        if not isinstance(self.piece, Piece):
            raise TypeError(f"mount needs a piece of the library, not {target!r}; "
                            "pieces are listed by minitorch.piece.mounted and in each op's docstring.")
        check_signature(self.piece, mine)
        self.mine = mine
        self.beside = [Mount(*pair) for pair in getattr(mine, "beside", ())]    # one answer may serve two pieces
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
        """Put back what ran before. Removing twice does nothing."""
        with lock:
            for other in self.beside:
                other.remove()
            if mounted.get(self.piece) is self:
                self.swap(self.before, self.outer)

    @property
    def running(self):
        """Whether the library runs on it: not removed, nothing mounted over it."""
        return mounted.get(self.piece) is self and all(other.running for other in self.beside)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.remove()

    def run(self, *inputs, **settings):
        """Call the learner's function, which may have no defaults; inside it, its own name means the library's."""
        settings = {**self.defaults, **settings}
        library = self.piece.library
        if getattr(self.inside, "busy", False):
            return library(*inputs, **settings)
        if self.piece.arrays_only and any(type(x) in foreign_types for x in inputs):
            if not self.spoken:                        # a notice repeated every step is not read
                self.spoken = True
                banner(f"your {self.piece.name} was given a Tensor or a GPU array, which only the library's version "
                       "can differentiate again; the library's ran here.")
            return library(*inputs, **settings)
        self.inside.busy = True
        try:
            start = perf_counter()
            result = self.mine(*inputs, **settings)
            took = perf_counter() - start
            if took > NOTICEABLE and self.piece.arrays_only:
                self.compare_speed(inputs, settings)
        finally:
            self.inside.busy = False
        return result

    def compare_speed(self, inputs, settings):
        """After a call that took long, both once more: time in which the machine did other work is not counted."""
        took, library = seconds(self.mine, inputs, settings), seconds(self.piece.library, inputs, settings)
        if took > TOO_SLOW * library + TOLERABLE:
            times = took / max(library, 1e-4)
            banner(f"your {self.piece.name} is right but takes {times:.0f} times as long as the library's; the "
                   "library's takes its place from here on.")
            self.remove()


def seconds(function, inputs, settings):
    """How long a call computes; the collector, which clears up after the whole process, waits."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        start = thread_time()
        function(*inputs, **settings)
        return thread_time() - start
    finally:
        if collecting:
            gc.enable()


def mount(target, mine):
    """Run `mine` in the place of a piece: `with mount(piece, mine): ...`, or until `.remove()`.

    target   a Piece, or an Op (which stands for its forward)
    mine     a function with the same arguments; where it has `beside`, pairs of (target, function), these
             are mounted and removed with it
    returns  the Mount; a context manager

    Raises TypeError when the two signatures differ, showing both.
    """
    return Mount(target, mine)


def check_signature(target, mine):
    """Refuse a function that the library's callers could not call."""
    from inspect import Parameter, signature
    if isinstance(target.library, type) and isinstance(mine, type):
        return                                         # classes are called alike; their methods are another matter

    def shape(function):
        names = [p for p in signature(function).parameters.values() if p.name not in ("needs", "last")]
        spread = {p.kind for p in names} & {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}
        settings = {p.name for p in names if p.kind is Parameter.KEYWORD_ONLY}     # these come by name
        return spread, settings, {p.name for p in names}

    theirs, ours = shape(mine), shape(target.library)
    if theirs[0] and not ours[0]:
        return                                     # *args takes whatever comes
    if len(theirs[2]) != len(ours[2]) or theirs[0] != ours[0] or not ours[1] <= theirs[2]:
        raise TypeError(f"{target.name} cannot run on {mine.__name__}{signature(mine)}: "
                        f"it is called as {target.library.__name__}{signature(target.library)}.")
