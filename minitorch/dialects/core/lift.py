"""Lifting: a function over the engine's tensors becomes a function of the dialects."""

import inspect
from functools import wraps

import numpy as np

from ...devices import META
from ...engine import tensor_types
from ...explain.hints import nearest
from ...meta.calls import NoDataError
from .convert import Symbolic, common_dtype, engine_tensor, passes, plain, promoted_to
from .dtypes import int64
from .engine import mt
from .errors import InvalidArgumentError
from .recording import recorded, state
from .tensor import StringTensor, Tensor

NUMBERS = {bool, int, float}
MOVES = set("""boolean_mask broadcast_to concat expand_dims gather gather_nd repeat reverse roll slice_ split squeeze
    stack strided_slice tensor_scatter_nd_update tile transpose unique unstack where""".split())
PLAIN = {type(None), bool, int, float, str}              # arguments that are what they are


class Function:
    """What is known of a function of the dialects: its body over the engine's tensors, and which arguments are tensors.

    spec    groups of names, divided by "|": the tensors of a group have one element type. "values*" is a list of
            tensors, "offset?" may be None without being the default; "#" before a group lets Python's numbers
            through as they are
    """

    def __init__(self, body, spec):
        self.body, self.name, self.concrete = body, body.__name__, False     # concrete: it needs shapes alone
        parameters = inspect.signature(body).parameters
        self.names, self.place = list(parameters), {name: i for i, name in enumerate(parameters)}
        self.defaults = [p.default for p in parameters.values()]
        self.groups, self.lists, self.numbers = [], set(), []
        self.optional = {i for i, default in enumerate(self.defaults) if default is None}
        for part in spec.split("|") if spec else ():
            names = part.split()
            self.numbers.append(names[0] == "#")
            names = [name for name in names if name != "#"]
            self.optional.update(self.place[name[:-1]] for name in names if name.endswith("?"))
            names = [name.rstrip("?") for name in names]
            self.lists.update(self.place[name[:-1]] for name in names if name.endswith("*"))
            self.groups.append([self.place[name.rstrip("*")] for name in names])
        given = {place for group in self.groups for place in group}
        self.static = [i not in given and name != "name" for i, name in enumerate(self.names)]
        self.required = sum(default is inspect.Parameter.empty for default in self.defaults)

    def bind(self, args, settings):
        """Return all arguments in order. Raises TypeError for one too many, missing, or unknown."""
        values = [*args, *self.defaults[len(args):]]
        if len(values) > len(self.names):
            raise TypeError(f"{self.name}() takes {len(self.names)} arguments, {', '.join(self.names)}; "
                            f"{len(args)} were given.")
        for name, value in settings.items():
            place = self.place.get(name)
            if place is None or place < len(args):
                raise TypeError(f"{self.name}() got " + (
                    f"multiple values for argument {name!r}." if place is not None else
                    f"an unexpected keyword argument {name!r}." + "".join(
                        f" Did you mean {near!r}?" for near in nearest(name, self.names, 1)) +
                    f" It takes {', '.join(self.names)}."))
            values[place] = value
        if len(args) < self.required:
            for place, value in enumerate(values):
                if value is inspect.Parameter.empty:
                    raise TypeError(f"{self.name}() missing required argument: {self.names[place]!r}")
        return values

    def converted(self, values):
        """Return the same with the engine's tensors in the places of tensors, and plain values elsewhere."""
        for group, numbers in zip(self.groups, self.numbers):
            found, number = None, False
            for place in group:                          # the most common: tensors of one element type, numbers
                x = values[place]
                if type(x) is Tensor and (found is None or x.tensor.array.dtype is found):
                    found = x.tensor.array.dtype
                elif numbers and (type(x) is float or type(x) is int):
                    number = True
                else:
                    self.convert_group(group, numbers, values)
                    break
            else:
                if number and (found is None or found.kind != "f"):
                    self.convert_group(group, numbers, values)
                else:
                    for place in group:
                        if type(values[place]) is Tensor:
                            values[place] = recorded(values[place].tensor)
        for place, x in enumerate(values):
            if type(x) not in PLAIN and self.static[place]:
                values[place] = plain(x)
        return values

    def convert_group(self, group, numbers, values):
        """Bring a group of arguments to tensors of one element type."""
        given = [x for place in group for x in (values[place] if place in self.lists else (values[place],))]
        dtype = common_dtype(given, self.name)
        convert = promoted_to if state.promoting else engine_tensor
        for place in group:
            x = values[place]
            if place in self.lists:
                values[place] = [convert(part, dtype) for part in x]
            elif x is None and place in self.optional:
                continue
            elif not (numbers and type(x) in NUMBERS and dtype is not None and passes(x, dtype, self.name)):
                values[place] = convert(x, dtype)

    def run(self, values):
        """Return the result on converted arguments, as the engine's tensors."""
        try:
            if state.sketching and not self.concrete and not are_sizes(values):
                with META:
                    return self.body(*map(on_meta, values))
            return self.body(*values)
        except NoDataError:                                  # of a sketch: the shape depends on data
            raise
        except (TypeError, AttributeError):
            if self.name in MOVES and any(map(is_texts, values)):
                return moved(self.body, values)
            raise
        except (RuntimeError, ValueError, IndexError) as error:
            if raised_here(error):
                raise
            raise InvalidArgumentError(f"{error} [Op:{self.name}]") from None


def is_texts(x):
    """Return whether an argument is an array of texts, or a list of such."""
    return any(map(is_texts, x)) if type(x) is list else type(x) is np.ndarray and x.dtype == object


def moved(body, values):
    """Return a function that only moves or compares elements, of texts: it runs on their numbers in order."""
    arrays = [part for x in values for part in (x if type(x) is list else [x]) if is_texts(part)]
    texts, numbers = np.unique(np.concatenate([x.reshape(-1) for x in arrays]), return_inverse=True)
    parts = np.split(numbers, np.cumsum([x.size for x in arrays])[:-1])
    made = iter([mt.tensor(part.reshape(x.shape).astype("int64")) for part, x in zip(parts, arrays)])

    def to_numbers(x):
        return list(map(to_numbers, x)) if type(x) is list else next(made) if is_texts(x) else x

    def to_texts(x):
        if isinstance(x, tuple | list):
            return type(x)(map(to_texts, x)) if not hasattr(x, "_fields") else type(x)(*map(to_texts, x))
        return np.asarray(texts[x.numpy()], object) if type(x) in tensor_types and x.dtype == int64.kind else x
    return to_texts(body(*map(to_numbers, values)))


def are_sizes(values):
    """Return whether the tensors among these are integers with numbers: a sketch knows what is computed of sizes."""
    tensors = [x for part in values for x in (part if type(part) is list else [part]) if type(x) in tensor_types]
    return bool(tensors) and all(x.device.type != "meta" and not x.is_floating_point() for x in tensors)


def on_meta(x):
    """Return an argument on the device "meta", which has shapes and no numbers."""
    if type(x) in tensor_types:
        return x if x.device.type == "meta" else x.detach().to("meta")
    return [on_meta(part) for part in x] if type(x) is list else x


def raised_here(error):
    """Return whether a dialect raised an error itself, so that it is TensorFlow's kind of error already."""
    trace = error.__traceback__
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_globals["__name__"].startswith(__package__.rpartition(".")[0])


def function(spec=""):
    """Declare a function of the dialects by its body over the engine's tensors. See Function for `spec`."""
    def declare(body):
        own = Function(body, spec)

        @wraps(body)
        def call(*args, **settings):
            if state.tracing is not None:
                return state.tracing.apply(call, args, settings)
            values = own.bind(args, settings)
            try:
                values = own.converted(values)
            except Symbolic as met:
                return met.owner.apply(call, args, settings)
            return wrapped(own.run(values))
        call.function = own
        return call
    return declare


def wrapped(result):
    """Return the engine's tensors in a result as the dialects'."""
    if type(result) in tensor_types:
        return Tensor(result)
    if type(result) is np.ndarray and result.dtype == object:
        return StringTensor(result)
    if isinstance(result, tuple):
        parts = [wrapped(part) for part in result]
        return type(result)(*parts) if hasattr(result, "_fields") else tuple(parts)
    if isinstance(result, list):
        return [wrapped(part) for part in result]
    return result
