"""Signatures: what a function takes, to check arguments by and to show as PyTorch writes it."""

from .. import dtypes
from ..engine.node import tensor_types
from .kinds import BOUNDED, BY_ANNOTATION, REAL, Argument, check_dims


class Signature:
    """What a function takes: its arguments by name and in order, dtypes it is meant for, and who must share one.

    takes   NumPy's letters of the kinds of dtype that its inputs may come to: "f" floating, "iu" integers;
            "every iuf" asks each of them, before they are brought to one dtype
    same    names of the inputs whose dtypes must be equal
    only_numbers  whether a call may have no Tensor among its inputs, as in add(2, 3)
    trusted only other ops call it: no argument is looked at

    What each argument must be is worked out when the first call asks: most functions are never called.
    """

    __slots__ = ("body", "by_name", "dims", "function", "in_order", "most", "names", "numbers", "only_numbers",
                 "same", "takes", "trusted", "types")

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

    @property
    def kinds(self):
        """NumPy's letters of the kinds of dtype that `takes` names."""
        return self.takes.removeprefix("every ")

    def by_kind(self, args):
        """Whether their types alone say that arguments are right."""
        direct = all(types is None or type(value) in types for value, types in zip(args, self.types))
        return direct and not self.dims and not self.takes and not self.same and len(args) <= len(self.types)

    def check(self, args, settings):
        """Refuse what no call of this function can mean; what is left is for the function to look at.

        returns   args with Python's numbers in the place of NumPy's and of 0-d tensors where a number is taken;
                  in settings they are put at once
        """
        args = self.check_arguments(args, settings)
        if self.same or self.takes and not settings.get("dtype"):
            self.check_dtypes((*args, *map(settings.get, self.names[len(args):])) if settings else args)
        return args

    def check_arguments(self, args, settings):
        """The same but for dtypes, which `apply` looks at itself."""
        inputs = () if settings.get("dtype") else args   # of a dtype that is asked for, a number may be complex
        for value, types in zip(args, self.types):
            if types is not None and type(value) not in types:
                args = (*[x if argument is None else argument.check(x, inputs)
                          for x, argument in zip(args, self.in_order)], *args[len(self.in_order):])
                break
        for own, value in settings.items():
            argument = self.by_name.get(own)
            if argument is not None and type(value) not in argument.types:
                settings[own] = argument.check(value, inputs)
        if self.dims and type(first := args[0] if args else settings.get("input")) in tensor_types:
            for own, place in self.dims:
                value = args[place] if place < len(args) else settings.get(own)
                if value is not None:
                    check_dims(self.function, value, first.array.ndim)
        return args

    def check_dtypes(self, args):
        """NotImplementedError for a dtype the function is not meant for; RuntimeError where dtypes must be equal."""
        first, kinds = None, self.kinds
        for x in args:
            if type(x) in tensor_types:
                dtype = x.array.dtype
                if first is not None and dtype is not first:
                    break
                first = dtype
        else:
            if first is None or not self.takes or first.kind in kinds:
                return                                   # the commonest: one dtype, and of the right kind
        if self.takes:
            given = [x for x in args if type(x) in tensor_types]
            found = [x.dtype for x in given]
            if len(set(found)) > 1 and not self.takes.startswith("every"):
                found = [dtypes.result_type([x.array for x in given])]
            for kind in found:
                if kind.numpy.kind not in kinds:
                    meant = " and ".join(MEANT[letter] for letter in kinds if letter in MEANT)
                    raise NotImplementedError(f'"{self.function}" not implemented for {kind}: it is meant for {meant}. '
                                              "Convert first, as in x.float().")
        found = [args[place].dtype for place in self.same if place < len(args) and type(args[place]) in tensor_types]
        if len(set(found)) > 1:
            raise RuntimeError(f"{self.function}: expected its inputs to have the same dtype, but got: "
                               f"{' != '.join(d.name for d in found)}. Bring them to one, as in x.to(y.dtype).")


MEANT = {"f": "floating dtypes", "i": "integers", "b": "bools", "c": "complex dtypes"}


source_texts: list = []                # text(op): the generated code of an op


class Described:
    """What `inspect` asks in the place of an op's public function: its true signature, and the op's own source."""

    __slots__ = ("op",)

    def __init__(self, op):
        self.op = op

    def __call__(self, *inputs, **settings):
        return self.op.function(*inputs, **settings)

    def source(self):
        """The Python that runs when the op is called: print it to read it."""
        return "".join(text(self.op) for text in source_texts)

    def __getattr__(self, name):
        if name == "__signature__":
            return signature_of(self.op)
        return getattr(self.op, name)                    # __wrapped__: the forward, with its decorator


def signature_of(op):
    """The `inspect.Signature` of an op's public function, read from its forward."""
    from inspect import Parameter, Signature, signature  # slow to import, and rarely asked for
    described = [p.replace(annotation=p.empty) if hasattr(p.annotation, "__metadata__") else p
                 for p in signature(op.piece.library).parameters.values()][1:]           # the first is xp
    by_position, by_keyword = [], []
    for parameter in described:
        if parameter.kind is not Parameter.KEYWORD_ONLY:
            by_position.append(parameter)
        elif parameter.name in op.positional:
            by_position.append(parameter.replace(kind=Parameter.POSITIONAL_OR_KEYWORD))
        else:
            by_keyword.append(parameter)
    return Signature([*by_position, *by_keyword, Parameter("out", Parameter.KEYWORD_ONLY, default=None)])
