"""Traps on the library's own version of what is to be written: an answer that calls it is found."""

import sys
import threading

CELL = "<cell"                           # how the files of answers begin
CHECK = "<check"                         # and those of a check's own programs

caught: list[str] = []
armed: list[bool] = []                   # filled once the answer is called: other lines may use what they like


class LibraryOwn(BaseException):
    """The library's own version was called in the place of an answer."""


def ours(frame, direct):
    """Whether a call comes out of an answer: some frame of it, or with `direct` the very caller."""
    while armed and frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(CELL):
            return True
        if name.startswith(CHECK) or direct and name != __file__:
            return False
        frame = frame.f_back
    return bool(armed) and threading.current_thread() is not threading.main_thread()      # the answer's own thread


def spring(name):
    caught.append(name)
    raise LibraryOwn(name)


def on_function(function, name):
    """A function in the place of the library's; the library and the checks go on using it."""
    def trap(*inputs, **settings):
        if ours(sys._getframe(1), False):
            spring(name)
        return function(*inputs, **settings)
    trap.library_own = function
    return trap


def gone(*inputs, **settings):
    """The code of a function of the library that nothing needs while its exercise is graded."""
    from minitorch.learn.grade.inside import trap
    if trap.armed:
        trap.spring("the library's own")
    raise trap.LibraryOwn


class OnClass:
    """Stands where a class of the library stood: an answer that makes one is found."""

    def __init__(self, library, name):
        self.library_own, self.name = library, name

    def __call__(self, *inputs, **settings):
        if ours(sys._getframe(1), True):
            spring(self.name)
        return self.library_own(*inputs, **settings)

    def __mro_entries__(self, bases):
        return (self.library_own,)                         # `is_own` finds it there

    def __getattr__(self, name):
        return getattr(self.library_own, name)

    def __instancecheck__(self, value):
        return isinstance(value, self.library_own)


def everywhere(old, new):
    """Put `new` in the place of `old` in all modules of the library."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "minitorch" and module is not None:
            for attribute, value in list(vars(module).items()):
                if value is old:
                    setattr(module, attribute, new)


def trapped(value, name):
    """What stands in a value's place."""
    return OnClass(value, name) if isinstance(value, type) else on_function(value, name)


def set_traps(pieces, name, needed):
    """Trap pieces (functions of the library that can be replaced), ops, functions and classes.

    needed   whether the check itself uses them; if not, functions lose their code: there is no way around the trap
    """
    own = []
    for piece in pieces:
        piece = getattr(piece, "piece", piece)              # an op stands for its forward
        if not hasattr(piece, "library"):
            own.append(piece)
            everywhere(piece, trapped(piece, name))
            continue
        library = piece.library
        own += [piece, library]
        trap = trapped(library, name)
        piece.library = piece.__wrapped__ = trap
        setattr(piece.owner, piece.attribute, trap)
        if piece.owner is not piece:
            everywhere(library, trap)
    for function in own if not needed else ():
        if hasattr(function, "__code__") and not function.__code__.co_freevars:
            function.__code__ = gone.__code__
    return own


def is_own(answer, own, depth=0):
    """Whether an answer is the library's own thing, as it is or wrapped."""
    if answer is None or depth > 8:
        return False
    if any(answer is one or getattr(answer, "library_own", None) is one for one in own) or isinstance(answer, OnClass):
        return True
    return any(is_own(getattr(answer, name, None), own, depth + 1)
               for name in ("func", "__wrapped__", "__func__", "library", "pyfunc")) or (
        isinstance(answer, type) and any(is_own(base, own, depth + 1) for base in answer.__bases__))
