"""Import names of modules at their first use, and raise errors for missing names; explain/hints.py has the texts."""

import sys
from functools import wraps
from importlib import import_module

from ..paths import MOVED, PLACES, PUBLIC, module as import_part, renamed

TAKES_ANY_KEYWORD = 0x08                 # the flag of a function's code with **keywords
constructors: dict = {}                  # {class of minitorch: its own __init__, before `explained` replaced it}


class Words:
    """The text of an error, composed only when it is read, because `hasattr` raises many errors and reads no text.

    made   a function that returns the text, or its path, such as "explain.hints.words"
    """

    def __init__(self, made, *asked):
        self.made, self.asked = made, asked

    def __str__(self):
        file, _, name = self.made.rpartition(".") if type(self.made) is str else ("", "", "")
        return (getattr(import_part(file), name) if file else self.made)(*self.asked)

    def __repr__(self):
        return repr(str(self))

    def __reduce__(self):                                # pickle stores only the text
        return str, (str(self),)


def lacking(owner, name, known):
    """Return the AttributeError for `owner.name`, which says why it is left out, or which name is similar.

    owner   "torch", "nn", "nn.functional", … or "Tensor": a key of LEFT_OUT in explain/hints.py
    known   the names that exist, or a function that returns them
    """
    text = Words("explain.hints.words", owner, name, known)
    return AttributeError(text, name=name, obj=None)     # obj=None, because Python adds a hint of its own for an obj


def explained(cls, check=None):
    """Make a class explain Python's TypeError for a keyword that its constructor does not take; return the class.

    check   check(cls, names, args, settings): raise for wrong values in a call of a layer's constructor

    Only classes of minitorch change, not the course's answers, and only if Python may raise for a call: constructors
    without **settings and, if there is a `check`, also those with an argument that has no default.
    """
    start = vars(cls).get("__init__")
    if start is None or not cls.__module__.startswith("minitorch.") or cls.__module__.startswith("minitorch.course."):
        return cls
    constructors[cls], code = start, start.__code__
    needed = code.co_argcount - len(start.__defaults__ or ()) > 1
    if code.co_flags & TAKES_ANY_KEYWORD and not (check and needed):
        return cls
    names = code.co_varnames[1:code.co_argcount]

    @wraps(start)
    def __init__(self, *args, **settings):
        if check:
            check(type(self), names, args, settings)
        try:
            start(self, *args, **settings)
        except TypeError as error:
            if error.__traceback__.tb_next is None:      # the call itself failed, before `start` ran
                explain_keyword(type(self), settings)
            raise

    cls.__init__ = __init__
    return cls


def explain_keyword(kind, settings):
    """Raise TypeError if a class of minitorch does not take one of the keywords; the error names the first."""
    import_part("explain.hints").explain(kind, settings, constructors)


def moved_to(*files):
    """Return a module's `__getattr__`, which finds names of version 0.1 in the files to which they moved."""
    def find(name):
        for file in files if not name.startswith("__") else ():      # Python itself looks up these names
            if name in vars(found := import_part(file)):
                return vars(found)[name]
        raise AttributeError(name)
    return find


def speak_for(namespace, later=(), search=(), lent=None, ready=None, late=(), find=None):
    """Let a module import names at their first use, and give hints for missing names: `speak_for(globals())`.

    later    names of submodules, each imported at its first use
    search   submodules to import before the error for a missing name, so that its hint can name their contents
    lent     file -> names in it that this module has too; the file is imported at the first use of one of them
    ready    ready(name, value): returns the value for the module to show; None: the value itself
    late     more names to find at their first use: `find(name)` returns the value
    """
    module = namespace["__name__"]
    path = module.removeprefix("minitorch.")
    owner = (renamed(path, PUBLIC) or path) if "." in module else "torch"
    lenders = {name: part for part, names in (lent or {}).items() for name in names.split()}

    def missing(name):
        if name in late:
            namespace[name] = value = find(name)
            return value
        if name in lenders:
            room = path if "__path__" in namespace else path.rpartition(".")[0]
            file = f"{room}.{lenders[name]}" if "." in module else lenders[name]
            value = getattr(import_part(file), name)
            namespace[name] = value = ready(name, value) if ready else value
            return value
        if name in later or renamed(f"{path}.{name}" if "." in module else name, MOVED):
            return import_module(f"{module}.{name}")
        if name.startswith("__"):                        # Python itself looks up these names
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        if "." in module and "__path__" in namespace:
            from importlib.util import find_spec  # imported late, because few programs need it
            if find_spec(f"{module}.{name}"):            # name is a file of this folder, as nn/cells.py
                return import_module(f"{module}.{name}")
        for room in search:
            import_module(f"{module}.{room}")
        raise as_import_error(lacking(owner, name, known), sys._getframe(1))

    def known():
        return {*later, *lenders, *late, *(k for k, value in namespace.items() if (
            type(value) is not type(sys) or k in namespace.get("__all__", ())
            or f"{module}.{k}".removeprefix("minitorch") in PLACES))}
    namespace["__getattr__"] = missing
    namespace["__dir__"] = lambda: import_part("explain.absent").public_names(namespace, later, [*lenders, *late])


class Absent:
    """The last finder: a missing module is answered as a missing name; explain/absent.py does it."""

    def find_spec(self, name, path=None, target=None):
        return import_part("explain.absent").find(name) if name.startswith("minitorch.") else None


sys.meta_path.append(Absent())


def as_import_error(error, frame):
    """Return the error; if `frame` runs `from … import`, which drops an AttributeError's text, as an ImportError."""
    from opcode import opmap
    return ImportError(str(error)) if frame.f_code.co_code[frame.f_lasti] == opmap["IMPORT_FROM"] else error
