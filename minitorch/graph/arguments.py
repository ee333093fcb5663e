"""What a function takes: its arguments looked at before it runs, and errors that name the one that is wrong."""


from .. import dtypes
from .kinds import BOUNDED, BY_ANNOTATION, REAL, Argument, check_dims
from .node import tensor_types


def tensors_of(function, args):
    """f(a, b), f([a, b]) and f((a, b)) mean the same: a tuple of Tensors, or TypeError."""
    if len(args) == 1 and isinstance(args[0], list | tuple):
        args = tuple(args[0])
    for place, x in enumerate(args):
        if type(x) not in tensor_types:
            raise TypeError(f"{function}(): expected a Tensor as element {place}, but got {type(x).__name__}.")
    return args


class Signature:
    """What a function takes: its arguments by name and in order, dtypes it is meant for, and who must share one.

    takes   NumPy's letters of the kinds of dtype that its inputs may come to: "f" floating, "iu" integers;
            "every iuf" asks each of them, before they are brought to one dtype
    same    names of the inputs whose dtypes must be equal
    trusted only other ops call it: no argument is looked at

    What each argument must be is worked out when the first call asks: most functions are never called.
    """

    __slots__ = ("body", "by_name", "dims", "function", "in_order", "most", "names", "numbers", "same", "takes",
                 "trusted", "types")

    def __init__(self, name, function, skip=0, takes="", same="", trusted=False):
        self.function, self.takes, self.trusted = name, takes, trusted
        self.body = getattr(function, "__wrapped__", function)
        code = self.body.__code__
        self.names = code.co_varnames[skip:code.co_argcount + code.co_kwonlyargcount]
        self.same = tuple(map(self.names.index, same.split()))
        self.most = float("inf") if code.co_flags & 0x04 else code.co_argcount - skip

    def __getattr__(self, field):
        self.look()
        return object.__getattribute__(self, field)

    def look(self):
        """Work out `by_name`, `in_order`, `types`, `numbers` and `dims`."""
        function, names = self.body, self.names
        code, count = function.__code__, function.__code__.co_argcount
        defaults = dict(zip(code.co_varnames[:count][::-1], (function.__defaults__ or ())[::-1]))
        defaults |= function.__kwdefaults__ or {}
        found = {}                                       # whole before it is seen: another thread may be asking too
        for place, own in enumerate(names if not self.trusted else ()):
            given = function.__annotations__.get(own)
            kind = BY_ANNOTATION.get(given)
            if kind is not None:
                found[own] = Argument(self.function, own, place, kind, own in defaults and defaults[own] is None,
                                      given in BOUNDED)
        positional = names[:len(names) - code.co_kwonlyargcount]
        self.by_name, self.in_order = found, tuple([found.get(own) for own in positional])
        self.types = tuple([argument and argument.types for argument in self.in_order])
        self.numbers = tuple([REAL.intersection(types or ()) for types in self.types])
        self.dims = [(own, argument.place) for own, argument in found.items() if argument.dims]

    def by_kind(self, args):
        """Whether their types alone say that arguments are right."""
        direct = all(types is None or type(value) in types for value, types in zip(args, self.types))
        return direct and not self.dims and not self.takes and not self.same and len(args) <= len(self.types)

    def check(self, args, settings):
        """Refuse what no call of this function can mean; what is left is for the function to look at."""
        self.check_arguments(args, settings)
        if self.same or self.takes and not settings.get("dtype"):
            self.check_dtypes((*args, *map(settings.get, self.names[len(args):])) if settings else args)

    def check_arguments(self, args, settings):
        """The same but for dtypes, which the door looks at itself."""
        for value, types in zip(args, self.types):
            if types is not None and type(value) not in types:
                self.check_in_order(args)
                break
        for own, value in settings.items():
            argument = self.by_name.get(own)
            if argument is not None and type(value) not in argument.types:
                argument.check(value)
        if self.dims and type(first := args[0] if args else settings.get("input")) in tensor_types:
            for own, place in self.dims:
                value = args[place] if place < len(args) else settings.get(own)
                if value is not None:
                    check_dims(self.function, value, first.array.ndim)

    def check_in_order(self, args):
        """TypeError for the first positional argument of a wrong kind."""
        for value, argument in zip(args, self.in_order):
            if argument is not None and type(value) not in argument.types:
                argument.check(value)

    def check_dtypes(self, args):
        """NotImplementedError for a dtype the function is not meant for; RuntimeError where dtypes must be equal."""
        first = None
        for x in args:
            if type(x) in tensor_types:
                dtype = x.array.dtype
                if first is not None and dtype is not first:
                    break
                first = dtype
        else:
            if first is None or not self.takes or first.kind in self.takes[-3:]:
                return                                   # the commonest: one dtype, and of the right kind
        if self.takes:
            given = [x for x in args if type(x) in tensor_types]
            found = [x.dtype for x in given]
            if len(set(found)) > 1 and not self.takes.startswith("every"):
                found = [dtypes.result_type([x.array for x in given])]
            for kind in found:
                if kind.numpy.kind not in self.takes[-3:]:
                    meant = " and ".join(MEANT[letter] for letter in self.takes[-3:] if letter in MEANT)
                    raise NotImplementedError(f'"{self.function}" not implemented for {kind}: it is meant for {meant}. '
                                              "Convert first, as in x.float().")
        found = [args[place].dtype for place in self.same if place < len(args) and type(args[place]) in tensor_types]
        if len(set(found)) > 1:
            raise RuntimeError(f"{self.function}: expected its inputs to have the same dtype, but got: "
                               f"{' != '.join(d.name for d in found)}. Bring them to one, as in x.to(y.dtype).")


MEANT = {"f": "floating dtypes", "i": "integers", "b": "bools"}


def reword(*failed):
    """Raise an error in minitorch's words where Python or NumPy worded it: refusals.py, imported when a call fails."""
    from .refusals import reword
    reword(*failed)


def clear_errors(body):
    """`body`, whose errors are minitorch's own words: for a function that calls ops and is none itself."""
    def function(*args, **settings):
        try:
            return body(*args, **settings)
        except Exception as error:
            reword(body.__name__, body, error, args, settings)
            raise
    return named_as(body, function, body.__name__)


def named_as(body, function, name):
    """`function`, which calls `body`, under a name and with the documentation and signature of `body`."""
    function.__name__ = function.__qualname__ = name
    function.__doc__, function.__module__, function.__wrapped__ = body.__doc__, body.__module__, body
    return function


def checked(body, name, takes="", same=""):
    """`body`, a function composed of ops, its arguments looked at first."""
    signature = Signature(name, body, takes=takes, same=same)
    code, most, check = getattr(body, "__wrapped__", body).__code__, signature.most, signature.check
    names, passed = code.co_varnames[:code.co_argcount], set()
    sizes = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if most == float("inf") else None
    both = "dim" in code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]

    def function(*args, **settings):
        kinds = (*map(type, args),)
        if not settings and kinds in passed:
            try:
                return body(*args)
            except Exception as error:
                reword(name, body, error, args)
                raise
        if settings:
            if both:                                     # NumPy's names, which PyTorch takes too
                for there, here in (("axis", "dim"), ("keepdims", "keepdim")):
                    if there in settings:
                        settings[here] = settings.pop(there)
            if sizes in settings:                        # zeros(size=(2, 3)) means zeros(2, 3)
                if not isinstance(settings[sizes], list | tuple):
                    raise TypeError(f"{name}(): argument {sizes!r} must be tuple of ints, not "
                                    f"{type(settings[sizes]).__name__}.")
                args = (*args, settings.pop(sizes))
        if len(args) <= most and (not settings or settings.keys().isdisjoint(names[:len(args)])):
            check(args, settings)
            if not settings and signature.by_kind(args):
                passed.add(kinds)
        try:
            return body(*args, **settings)               # Python itself refuses too many, and one given twice
        except Exception as error:
            reword(name, body, error, args, settings)
            raise

    return named_as(body, function, name)
