"""The library's own version of what is to be written: while its exercise is graded its code is not there.

The functions stand where they stood, and whoever calls one is heard; but there is nothing left in them that an answer
could dig out. What a check needs of them the checker has computed on its own side.
"""

CELL = "<cell"                           # how the files of answers begin

caught: list[str] = []
armed: list[bool] = []                   # filled once the answer is called: other lines may use what they like


class LibraryOwn(BaseException):
    """The library's own version was called in the place of an answer."""


def gone(*inputs, **settings):
    """What stands in the place of the code."""
    from minitorch.grade.inside import trap
    if trap.armed:
        trap.caught.append("the library's own")
    raise trap.LibraryOwn


def take_away(own):
    """Empty functions and classes of the library, wherever they are held; what they wrap too."""
    for one in own:
        for function in functions_of(one):
            function.__code__ = gone.__code__.replace(co_freevars=function.__code__.co_freevars)
            function.__defaults__ = function.__kwdefaults__ = None


def functions_of(one):
    """The functions that a function or a class of the library consists of."""
    todo = [member for member in vars(one).values() if not isinstance(member, type)] if isinstance(one, type) else [one]
    while todo:
        member = todo.pop()
        if isinstance(member, property):
            todo += [member.fget, member.fset, member.fdel]
        elif isinstance(member, staticmethod | classmethod):
            todo.append(member.__func__)
        elif hasattr(member, "__code__"):
            yield member
            todo.append(getattr(member, "__wrapped__", None))


def is_own(answer, own, depth=0):
    """Whether an answer is the library's own thing, as it is or wrapped."""
    if answer is None or depth > 8:
        return False
    if any(answer is one for one in own):
        return True
    return any(is_own(getattr(answer, name, None), own, depth + 1)
               for name in ("func", "__wrapped__", "__func__", "library", "piece", "pyfunc")) or (
        isinstance(answer, type) and any(is_own(base, own, depth + 1) for base in answer.__bases__))
