"""Signatures of functions, to check the arguments of calls, and to show for `inspect` as PyTorch writes them."""

from .. import dtypes
from ..engine.node import tensor_types
from .kinds import BOUNDED, BY_ANNOTATION, Argument, check_dims


class Signature:
    """A function's arguments by name and in order, the dtypes that it accepts, and inputs that need equal dtypes.

    takes   NumPy's letters for the kinds of dtype that its inputs may promote to: "f" floating, "iu" integers;
            "every iuf" checks each input, before promotion to one dtype
    same    names of the inputs whose dtypes must be equal
    only_numbers  whether a call may have no Tensor among its inputs, as in add(2, 3)
    trusted True if only other ops call it: no argument is checked

    The arguments' kinds are found at the first call: most functions are never called.
    """

    __slots__ = ("body", "by_name", "dims", "function", "in_order", "most", "names", "only_numbers",
                 "same", "takes", "trusted", "types")

    def __init__(self, name, function, skip=0, takes="", same="", trusted=False):
        self.function, self.takes, self.trusted = name, takes, trusted
        self.body = getattr(function, "__wrapped__", function)
        code = self.body.__code__
        self.names = code.co_varnames[skip:code.co_argcount + code.co_kwonlyargcount]
        self.same = tuple(map(self.names.index, same.split()))
        self.most = float("inf") if code.co_flags & 0x04 else code.co_argcount - skip

    def __getattr__(self, field):
        self.read_annotations()
        return object.__getattribute__(self, field)

    def read_annotations(self):
        """Set `by_name`, `in_order`, `types` and `dims` from the function's annotations."""
        function, names = self.body, self.names
        code, count = function.__code__, function.__code__.co_argcount
        defaults = dict(zip(code.co_varnames[:count][::-1], (function.__defaults__ or ())[::-1]))
        defaults |= function.__kwdefaults__ or {}
        found = {}                                 # fill the dict before storing it, because another thread may read it
        for place, own in enumerate(names if not self.trusted else ()):
            given = function.__annotations__.get(own)
            kind = BY_ANNOTATION.get(given)
            if kind is not None:
                found[own] = Argument(self.function, own, place, kind, own in defaults and defaults[own] is None,
                                      given in BOUNDED)
        positional = names[:len(names) - code.co_kwonlyargcount]
        self.by_name, self.in_order = found, tuple([found.get(own) for own in positional])
        self.types = tuple([argument and argument.types for argument in self.in_order])
        self.dims = [(own, argument.place) for own, argument in found.items() if argument.dims]

    @property
    def kinds(self):
        """NumPy's letters for the kinds of dtype in `takes`."""
        return self.takes.removeprefix("every ")

    def by_kind(self, args):
        """Return whether all arguments are accepted because of their types, without any further check."""
        direct = all(argument is None or argument.takes(value) for value, argument in zip(args, self.in_order))
        return direct and not self.dims and not self.takes and not self.same and len(args) <= len(self.types)

    def check(self, args, settings):
        """Raise an error for arguments of the wrong kind or dtype; the function itself checks their values.

        returns   args with Python numbers instead of NumPy numbers, and of 0-d tensors if the function needs a
                  number; in `settings` they are replaced in place
        """
        args = self.check_arguments(args, settings)
        if self.same or self.takes and not settings.get("dtype"):
            self.check_dtypes((*args, *map(settings.get, self.names[len(args):])) if settings else args)
        return args

    def check_arguments(self, args, settings):
        """Raise for arguments of the wrong kind, or dims out of range; return args as `check` does."""
        inputs = () if settings.get("dtype") else args   # complex numbers are allowed with dtype=
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
        """Raise NotImplementedError for a dtype not in `takes`, RuntimeError if inputs of `same` differ in dtype."""
        first, kinds = None, self.kinds
        for x in args:
            if type(x) in tensor_types:
                dtype = x.array.dtype
                if first is not None and dtype is not first:
                    break
                first = dtype
        else:
            if first is None or not self.takes or first.kind in kinds:
                return                                   # in the most common case, all have one dtype of the right kind
        if self.takes:
            self.check_kinds([x for x in args if type(x) in tensor_types])
        found = [args[place].dtype for place in self.same if place < len(args) and type(args[place]) in tensor_types]
        if len(set(found)) > 1:
            raise RuntimeError(f"{self.function}: expected its inputs to have the same dtype, but got: "
                               f"{' != '.join(d.name for d in found)}. Convert one, as in x.to(y.dtype).")

    def check_kinds(self, tensors):
        """Raise NotImplementedError if the promoted dtype (or, for "every", one input's dtype) is not in `takes`."""
        found = [x.dtype for x in tensors]
        if len(set(found)) > 1 and not self.takes.startswith("every"):
            found = [dtypes.result_type([x.array for x in tensors])]
        for kind in found:
            if kind.numpy.kind not in self.kinds:
                meant = " and ".join(MEANT[letter] for letter in self.kinds if letter in MEANT)
                raise NotImplementedError(f'"{self.function}" not implemented for {kind}: it takes {meant}. '
                                          "Convert first, as in x.float().")


MEANT = {"f": "floating dtypes", "i": "integers", "b": "bools", "c": "complex dtypes"}


source_texts: list = []                # text(op) returns the generated code of an op


class Described:
    """The `__wrapped__` of an op's public function: from it, `inspect` reads the op's real signature and source."""

    __slots__ = ("op",)

    def __init__(self, op):
        self.op = op

    def __call__(self, *inputs, **settings):
        return self.op.function(*inputs, **settings)

    def source(self):
        """Return the generated Python code that runs when the op is called: print it to read it."""
        return "".join(text(self.op) for text in source_texts)

    def __getattr__(self, name):
        if name == "__signature__":
            return signature_of(self.op)
        return getattr(self.op, name)                    # other attributes are the op's, such as __wrapped__


def signature_of(op):
    """Return the `inspect.Signature` of an op's public function, read from its forward."""
    from inspect import Parameter, Signature, signature  # imported late: it is slow to import and rarely needed
    described = [p.replace(annotation=p.empty) if hasattr(p.annotation, "__metadata__") else p
                 for p in signature(op.piece.library).parameters.values()][1:]       # leave out the first parameter, xp
    by_position, by_keyword = [], []
    for parameter in described:
        if parameter.kind is not Parameter.KEYWORD_ONLY:
            by_position.append(parameter)
        elif parameter.name in op.positional:
            by_position.append(parameter.replace(kind=Parameter.POSITIONAL_OR_KEYWORD))
        else:
            by_keyword.append(parameter)
    return Signature([*by_position, *by_keyword, Parameter("out", Parameter.KEYWORD_ONLY, default=None)])
