"""What the results of an operation are like: its function is run on shapes, and on sizes as far as they are known."""

from contextlib import suppress
from inspect import signature
from math import prod

from ...rare.autograd.tree import leaves, rebuilt
from ...meta.calls import NoDataError
from ..core.dtypes import DType, as_dtype
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import wrapped
from ..core.recording import sketching
from ..core.shapes import TensorShape, sizes_of
from ..functions.creation import convert_to_tensor

UNKNOWN = (7919, 7907)           # what an unknown size is taken to be, in two tries: where results differ, None
SLICES = ("getitem", "strided_slice")        # of an unknown size x[:2] gives two at most, or none
FOLDED = tuple(f"{__name__.rpartition('.')[0].rpartition('.')[0]}.functions.{name}" for name in (
    "arrays", "creation", "linalg", "logic", "math", "reduction", "slices"))     # where no function draws numbers
RANKS = {"range": [None]}        # of results whose sizes are known at a run only
MANY = (1,) * 6                  # sizes of more axes than layers have, which go with any others
INDICES = {"argmax", "argmin", "where"}      # functions that say where; where is here of a condition alone
LIMIT = 100_000                  # elements of sizes, or of what is computed of them, that are worth knowing


class Spec:
    """Shape and element type of a result."""

    def __init__(self, shape, dtype):
        self.pair = TensorShape(shape), as_dtype(dtype)


def shapes_of(function, args, settings, inputs):
    """Return what the results are like: the function is run on shapes.

    Of an input of unknown rank nothing is known, nor where several unknown sizes must equal known ones, nor where a
    size is known at a run only. Raises ValueError for known shapes that do not go together.
    """
    some = any(None in x.shape or x.dtype.is_integer for x in inputs)          # integers may be sizes
    slices = getattr(function, "__name__", "") in SLICES
    unknown = [x for x in inputs if x.shape.unknown and (x is inputs[0] or not slices)]     # bounds are numbers
    if unknown and not takes_numbers(function, args, settings):
        return Spec(None, kind_of(function, args, settings, unknown))
    try:
        tries = [tried(function, args, settings, size) for size in (UNKNOWN if some else UNKNOWN[:1])]
        if some and slices:
            with suppress(IndexError, InvalidArgumentError):     # of a part of a part, which is empty there
                tries.append(tried(function, (), smallest(function, args, settings), UNKNOWN[0]))
    except NoDataError:
        tries = of_slices(function, args)
    except InvalidArgumentError as error:
        if not some:
            raise ValueError(str(error)) from None           # of shapes that are known while the graph is made
        tries = forced(function, args, settings, inputs)
    if tries is None:
        return Spec(RANKS.get(getattr(function, "__name__", "")), kind_of(function, args, settings, inputs))
    specs = [Spec([sizes[0] if len({*sizes}) == 1 else None for sizes in zip(*(one.shape for one in same))],
                  same[0].dtype) for same in zip(*map(leaves, tries))]
    return rebuilt(tries[0], iter(specs))


def takes_numbers(function, args, settings):
    """Return whether inputs of unknown rank can only be numbers: the function takes these, and nothing of more axes."""
    try:
        tried(function, args, settings, UNKNOWN[0])
    except Exception:
        return False
    try:
        tried(function, args, settings, UNKNOWN[0], MANY)
    except Exception:
        return True
    return False


def smallest(function, args, settings):
    """Return the arguments of a slice by name, of x with axes of unknown size empty, unless a number is taken."""
    given = signature(function).bind(*args, **settings).arguments
    name, x = next(iter(given.items()))
    if "index" in given:
        index = given["index"]
        at = next((i for i, part in enumerate(index) if part is Ellipsis), len(index))
        ends = [[part for part in some if part is not None and part is not Ellipsis]
                for some in (index[:at], index[at:])]
        middle = [()] * (len(x.shape) - sum(map(len, ends)))
        taken = [not isinstance(part, tuple) for part in (*ends[0], *middle, *ends[1])]
    else:
        taken = [bool(given.get("shrink_axis_mask", 0) >> axis & 1) for axis in range(len(x.shape))]
    sizes = [(UNKNOWN[0] if one else 0) if n is None else n for n, one in zip(sizes_of(x.shape), taken)]
    return {**given, name: wrapped(mt.zeros(sizes, dtype=x.dtype.kind, device="meta"))}


def of_slices(function, args):
    """Return [results] of x[i:j] for two bounds that a run alone knows: sizes that depend on them differ."""
    if getattr(function, "__name__", "") != "getitem":
        return None

    def bounded(part, number):
        if not isinstance(part, tuple):
            return part
        start, stop, step = part
        if symbolic(stop):
            start = 0 if symbolic(start) or start is None or start < 0 else start
            stop = start + number
        return type(part)(number if symbolic(start) else start, stop, 1 if symbolic(step) else step)
    try:
        found = [(args[0], tuple([bounded(part, number) for part in args[1]])) for number in range(len(UNKNOWN))]
        return [*[tried(function, each, {}, size) for each, size in zip(found, UNKNOWN)],
                tried(function, (), smallest(function, found[0], {}), UNKNOWN[0])]
    except (NoDataError, IndexError):
        return None


def forced(function, args, settings, inputs):
    """Return [the result] where the one unknown size must equal one of the known sizes; None where it is not so."""
    if sum(n is None for x in dict.fromkeys(inputs) for n in sizes_of(x.shape)) != 1:
        return None
    found = []
    for size in dict.fromkeys(n for x in inputs for n in sizes_of(x.shape) if n not in (None, 1)):
        with suppress(InvalidArgumentError, NoDataError):
            found.append(tried(function, args, settings, size))
    return found if len(found) == 1 else None


def kind_of(function, args, settings, inputs):
    """Return the element type of a result of unknown shape: what single numbers give, else that of numbers."""
    with suppress(Exception):
        return leaves(tried(function, args, settings, 2))[0].dtype
    if getattr(function, "__name__", "") in INDICES:
        return as_dtype(settings.get("output_type") or "int64")
    kinds = [x.dtype for x in leaves((args, settings)) if hasattr(x, "shape") and isinstance(x.dtype, DType)]
    if not kinds:
        return convert_to_tensor(args[0]).dtype
    return settings.get("dtype") or next((kind for kind in kinds if kind.is_floating), kinds[0])


def shaped(made, x):
    """Return a tensor that has x's shape, also where a placeholder of unknown shape hides that."""
    made.set_shape(getattr(x, "shape", None))
    return made


def symbolic(x):
    return hasattr(x, "symbolic_owner")


def tried(function, args, settings, size, unknown=()):
    """Return what a function gives for shapes alone, with a number for unknown sizes, and sizes for unknown shapes."""
    seen: dict = {}

    def value(x):
        found = known(x, size, seen)
        return wrapped(blank(x, size, unknown)) if found is None else found
    with sketching():
        own, named = rebuilt((args, settings), iter([value(x) if symbolic(x) else x for x in leaves((args, settings))]))
        return function(*own, **named)


def blank(x, size, unknown=()):
    """Return a tensor without numbers; of unknown rank, of the sizes `unknown`."""
    sizes = unknown if x.shape.unknown else [size if n is None else n for n in sizes_of(x.shape)]
    return mt.zeros(sizes, dtype=x.dtype.kind, device="meta")


def known(x, size, seen):
    """Return the value of an integer tensor that follows from shapes and constants; None where it does not."""
    if x not in seen:
        seen[x] = found_of(x, size, seen) if x.dtype.is_integer and not x.shape.unknown and prod(
            size if n is None else n for n in sizes_of(x.shape)) <= LIMIT else None
    return seen[x]


def found_of(x, size, seen):
    """Return what an operation of known values gives; None if one of them is not known, or it is no such operation."""
    op, given = x.op, []
    if getattr(op.function, "__module__", None) not in FOLDED:
        return None
    of_shapes = getattr(getattr(op.function, "function", None), "concrete", False)
    for part in op.inputs:
        if of_shapes and not part.shape.unknown:
            given.append(wrapped(blank(part, size)))
        else:
            given.append(known(part, size, seen))
        if given[-1] is None:
            return None
    values = iter(given)
    own, named = rebuilt((op.args, op.settings), iter([
        next(values) if symbolic(part) else part for part in leaves((op.args, op.settings))]))
    try:
        with sketching(False):
            return leaves(op.function(*own, **named))[x.place]
    except InvalidArgumentError:                             # of an unknown size, which the number stands for
        return None
