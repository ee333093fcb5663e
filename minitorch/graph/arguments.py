"""What may be passed: an argument's name says of which kind it is, and a wrong one is refused as PyTorch would.

`dim` is a whole number wherever it stands, `keepdim` a bool, `input` a Tensor. Where a function
takes something else under such a name, its signature says so:

    def sum(xp, x, *, dim: Dims = None, keepdim=False, dtype=None)
"""

from operator import index
from typing import Annotated, Any

from .. import dtypes
from .node import tensor_types

Value = Annotated[Any, "a Tensor or a number"]
Dims = Annotated[Any, "one dimension or several"]
NewDim = Annotated[Any, "a dimension of the result, which has one more than the input"]
Whole = Annotated[Any, "a whole number"]
Free = Annotated[Any, "anything: the function looks itself"]


class Kind:
    """A kind of argument: its name in errors, types that are right at once, and a question for all others."""

    def __init__(self, name, types=(), also=lambda value: False):
        self.name, self.types, self.also = name, types, also


def whole(value):
    """NumPy's integers and integer tensors of one element count as whole numbers, bools do not."""
    if type(value) is bool or getattr(value, "dtype", None) in (bool, dtypes.bool):
        return False
    try:
        return index(value) is not None
    except TypeError:
        return False


def wholes(value):
    return isinstance(value, list | tuple) and all(map(whole, value)) or whole(value)


def scalar(value):
    """NumPy's numbers and 0-d tensors."""
    return getattr(value, "ndim", 1) == 0 and hasattr(value, "item")


def tensors(value):
    return isinstance(value, list | tuple) and all(type(v) in tensor_types for v in value)


PYTHON = {int, float, bool, complex}
WHOLE = Kind("an int", {int}, whole)
WHOLES = Kind("an int or a tuple of ints", {int}, wholes)
FLAG = Kind("a bool", {bool}, lambda value: type(value).__name__ == "bool_")
NUMBER = Kind("a number", PYTHON, scalar)
TEXT = Kind("a str", {str})
TENSOR = Kind("a Tensor", tensor_types)                    # the set itself, which grows with each subclass
VALUE = Kind("a Tensor or a number", set(PYTHON), scalar)        # the door adds each kind of Tensor
TENSORS = Kind("a tuple of Tensors", (), tensors)

DIMENSIONS = set("dim dims dim0 dim1 dim2 start_dim end_dim dimension".split())
NAMES = {
    WHOLE: "dim dim0 dim1 dim2 start_dim end_dim dimension diagonal offset k n m r row col chunks minlength bins "
           "num_samples decimals steps length groups",
    WHOLES: "dims",
    FLAG: "keepdim descending largest sorted stable right out_int32 return_inverse return_counts as_tuple "
          "equal_nan accumulate include_self with_replacement replacement unbiased upper requires_grad some "
          "ceil_mode count_include_pad return_indices",
    NUMBER: "beta alpha rtol atol eps negative_slope threshold fill_value nan posinf neginf",
    TEXT: "rounding_mode reduce indexing side interpolation equation",
    TENSOR: "x y a b bias input self other tensor tensor1 tensor2 mat mat1 mat2 vec vec1 vec2 batch1 batch2 index mask "
            "src source boundaries sorted_sequence x1 x2 weight weights test_elements end target A condition values "
            "indices",
    TENSORS: "tensors",
}
BY_NAME = {name: kind for kind, names in NAMES.items() for name in names.split()}
BY_ANNOTATION = {Value: VALUE, Dims: WHOLES, NewDim: WHOLE, Whole: WHOLE, Free: None}


class Argument:
    """One argument of one function: of which kind it must be, and whether it names dimensions of the input."""

    __slots__ = ("dims", "function", "kind", "name", "optional", "place", "types")

    def __init__(self, function, name, place, kind, optional, dims):
        self.function, self.name, self.place = function, name, place
        self.kind, self.optional, self.dims = kind, optional, dims
        self.types = kind.types                          # what need not be looked at further

    def check(self, value):
        """Refuse a value of the wrong kind."""
        if value is None and self.optional:
            return
        if type(value) not in self.kind.types and not self.kind.also(value):
            raise TypeError(f"{self.function}(): argument '{self.name}' must be {self.kind.name}, not "
                            f"{type(value).__name__}."
                            + (" Make one with minitorch.tensor(...)." if self.kind in (TENSOR, VALUE) else ""))


def check_dims(function, dims, ndim):
    """IndexError for a dimension that is not there, RuntimeError for one that is named twice."""
    bound = ndim or 1
    if type(dims) is int and -bound <= dims < bound:
        return
    several = dims if isinstance(dims, list | tuple) else (dims,)
    for d in several:
        if not -bound <= d < bound:
            raise IndexError(f"{function}: Dimension out of range (expected to be in range of [{-bound}, {bound - 1}], "
                             f"but got {d})")
    if len(several) > 1 and len({d % bound for d in several}) < len(several):
        raise RuntimeError(f"{function}: a dim appears multiple times in the list of dims {tuple(several)}.")


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

    __slots__ = ("body", "by_name", "dims", "function", "in_order", "most", "names", "same", "takes", "trusted",
                 "types")

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
        """Work out `by_name`, `in_order`, `types` and `dims`."""
        function, names = self.body, self.names
        code, count = function.__code__, function.__code__.co_argcount
        defaults = dict(zip(code.co_varnames[:count][::-1], (function.__defaults__ or ())[::-1]))
        defaults |= function.__kwdefaults__ or {}
        found = {}                                       # whole before it is seen: another thread may be asking too
        for place, own in enumerate(names if not self.trusted else ()):
            given = function.__annotations__.get(own)
            kind = BY_ANNOTATION[given] if given in BY_ANNOTATION else BY_NAME.get(own)
            if kind is not None:
                found[own] = Argument(self.function, own, place, kind, own in defaults and defaults[own] is None,
                                      own in DIMENSIONS and given not in (NewDim, Whole))
        positional = names[:len(names) - code.co_kwonlyargcount]
        self.by_name, self.in_order = found, tuple([found.get(own) for own in positional])
        self.types = tuple([argument and argument.types for argument in self.in_order])
        self.dims = [(own, argument.place) for own, argument in found.items() if argument.dims]

    def check(self, args, settings):
        """Refuse what no call of this function can mean; what is left is for the function to look at."""
        for value, types in zip(args, self.types):
            if types is not None and type(value) not in types:
                self.check_in_order(args)
                break
        if settings:
            for own, value in settings.items():
                argument = self.by_name.get(own)
                if argument is not None and type(value) not in argument.types:
                    argument.check(value)
        if self.dims and type(first := args[0] if args else settings.get("input")) in tensor_types:
            for own, place in self.dims:
                value = args[place] if place < len(args) else settings.get(own)
                if value is not None:
                    check_dims(self.function, value, first.array.ndim)
        if self.takes and not settings.get("dtype") or self.same:
            self.check_dtypes(args)

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


def checked(body, name, takes="", same=""):
    """`body`, a function composed of ops, its arguments looked at first."""
    signature = Signature(name, body, takes=takes, same=same)
    code, most, check = getattr(body, "__wrapped__", body).__code__, signature.most, signature.check
    names = code.co_varnames[:code.co_argcount]
    sizes = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if most == float("inf") else None
    both = "dim" in code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]

    def function(*args, **settings):
        if both and settings:                            # NumPy's names, which PyTorch takes too
            for there, here in (("axis", "dim"), ("keepdims", "keepdim")):
                if there in settings:
                    settings[here] = settings.pop(there)
        if sizes in settings:                            # zeros(size=(2, 3)) means zeros(2, 3)
            if not isinstance(settings[sizes], list | tuple):
                raise TypeError(f"{name}(): argument {sizes!r} must be tuple of ints, not "
                                f"{type(settings[sizes]).__name__}.")
            args = (*args, settings.pop(sizes))
        if len(args) <= most and (not settings or not any(own in settings for own in names[:len(args)])):
            check(args, settings)
        return body(*args, **settings)                   # Python itself refuses too many, and one given twice

    function.__name__ = function.__qualname__ = name
    function.__doc__, function.__module__, function.__wrapped__ = body.__doc__, body.__module__, body
    return function
