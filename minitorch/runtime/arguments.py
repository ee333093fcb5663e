"""Check the arguments of a function before it runs; errors name the argument that is wrong."""
from .. import paths
from ..engine.node import tensor_types
from .kinds import as_tensor
from .one_node import as_declared
from .promotion import FITS, NUMBERS
from .signatures import Signature


def tensors_of(function, args):
    """Return a tuple of the Tensors passed as f(a, b), f([a, b]) or f((a, b)); TypeError if one is no Tensor."""
    if len(args) == 1 and isinstance(args[0], list | tuple):
        args = tuple(args[0])
    for place, x in enumerate(args):
        if type(x) not in tensor_types:
            raise TypeError(f"{function}(): expected a Tensor as element {place}, but got {type(x).__name__}.")
    return args


ALIASES = ("input", "self", "tensor"), ("other", "mat2", "vec")    # PyTorch's other names of the first and second input
# Other keywords that PyTorch takes: NumPy's names, names of only one overload, and some without effect here
AXES = {"axis": "dim", "keepdims": "keepdim"}
PARTS = {"sections": "indices_or_sections", "indices": "indices_or_sections"}
# {function: {keyword: the name of the argument that the keyword sets, or None if it has no effect}}
OTHER_NAMES: dict[str, dict] = {
    "clone": {"memory_format": None}, "randint_like": {"memory_format": None}, "resize_": {"memory_format": None},
    "gather": {"sparse_grad": None}, "svdvals": {"driver": None}, "svd": {"driver": None},
    "transpose": {"axis0": "dim0", "axis1": "dim1"}, "transpose_": {"axis0": "dim0", "axis1": "dim1"},
    "hsplit": PARTS, "vsplit": PARTS, "dsplit": PARTS,
    "tensor_split": {**PARTS, "tensor_indices_or_sections": "indices_or_sections"},
    "split": {"split_size": "split_size_or_sections"},
    "isin": {"test_element": "test_elements", "element": "elements"},
}


def bind(op, inputs, settings):
    """Divide positional and keyword arguments into inputs and settings, as PyTorch's signatures do.

    Not needed if a call has exactly as many positional arguments as the op has inputs.
    """
    width = len(op.inputs)
    if len(inputs) > width:
        extra = inputs[width:]
        if len(extra) > len(op.positional):
            raise TypeError(f"{op.name}() takes at most {width + len(op.positional)} arguments by position "
                            f"({', '.join(op.inputs + op.positional)}), not {len(inputs)}.")
        for name, value in zip(op.positional, extra):
            if name in settings:
                raise TypeError(f"{op.name}() got multiple values for argument {name!r}")
            settings[name] = value
        return inputs[:width], settings
    inputs = list(inputs)
    for place in range(len(inputs), width):
        name = op.inputs[place]
        if name not in settings:
            aliases = ALIASES[place] if place < 2 and settings else ()
            name = next((alias for alias in aliases if alias in settings), None) if aliases else None
        if name is not None:
            inputs.append(settings.pop(name))
        elif place >= width - op.optional:
            inputs.append(None)
        else:
            raise TypeError(f"{op.name}() needs {', '.join(op.inputs)}; {op.inputs[place]!r} is missing.")
    return tuple(inputs), settings


def check(op, inputs, settings):
    """Raise an error for arguments of the wrong kind, before any computation; change lists in settings to tuples.

    returns   the inputs, with NumPy numbers as Python numbers; in `settings` such numbers are replaced in place
    """
    if settings:
        check_known(op, rename_by(settings, OTHER_NAMES.get(op.name, AXES)))
    inputs = op.signature.check_arguments(inputs, settings)
    for name, value in settings.items():
        if isinstance(value, list):
            settings[name] = tuple(value)
    if not op.signature.only_numbers and inputs and all(type(x) in NUMBERS for x in inputs):
        raise TypeError(f"{op.name}() needs a Tensor among {', '.join(op.inputs)}, not only numbers. Make one with "
                        f"minitorch.tensor({inputs[0]!r}).")
    takes = op.signature.takes
    if takes and not settings.get("dtype"):             # `check_inputs` checks each input of mixed dtypes
        first = inputs[0]
        if type(first) not in tensor_types or first.array.dtype.kind not in takes:
            op.signature.check_dtypes(inputs)
    return inputs


def rename_by(settings, names):
    """Rename keywords in `settings` to the function's own names; return `settings`. RuntimeError for a `driver`."""
    for there, here in names.items():
        if there not in settings:
            continue
        value = settings.pop(there)
        if here is not None:
            settings[here] = value
        elif there == "driver" and value is not None:
            raise RuntimeError(f"keyword argument `driver=` is for cuSOLVER, which is not used here: got {value!r}.")
    return settings


def check_known(op, settings):
    """Raise TypeError for a setting that the op does not have."""
    for name in settings:
        if name not in op.setting_names:
            raise TypeError(f"{op.name}() has no argument {name!r}: "
                            f"it takes {', '.join(op.inputs + op.setting_names)}.")


def check_inputs(op, inputs):
    """Return the inputs; raise if one is no Tensor, number or None, or if the op does not take their dtypes."""
    for place, x in enumerate(inputs):
        if type(x) not in tensor_types and type(x) not in NUMBERS and x is not None:
            name = op.inputs[place] if place < len(op.inputs) else f"tensors[{place}]"
            raise TypeError(f"{op.name}(): argument '{name}' must be a Tensor, not {type(x).__name__}.{as_tensor(x)}")
    signature = op.signature
    if not signature.takes and not signature.same:
        return inputs
    kinds = {x.array.dtype for x in inputs if type(x) in tensor_types}
    numbers = NUMBERS.intersection(map(type, inputs))
    kind = next(iter(kinds)).kind if kinds else ""
    if (len(kinds) > 1 or len(numbers) > 1 or any(kind not in FITS[number] for number in numbers)
            or op.floats and kind not in "fc"):
        signature.check_dtypes(inputs)
    return inputs


def reword(*failed):
    """Raise a clearer error if a call has failed with an error of Python or NumPy; see explain/refusals.py."""
    paths.module("explain.refusals").reword(*failed)


def explain(*failed):
    """Return the error to raise instead of an error from an op's forward."""
    return paths.module("explain.refusals").explain(*failed)


def clear_errors(body):
    """Return a wrapper of `body`, a function that is not an op, which rewords errors of Python and NumPy."""
    def function(*args, **settings):
        try:
            return body(*args, **settings)
        except Exception as error:
            reword(body.__name__, body, error, args, settings)
            raise
    return named_as(body, function, body.__name__)


def named_as(body, function, name):
    """Give `function`, which calls `body`, this name and the docstring and signature of `body`; return it."""
    function.__name__ = function.__qualname__ = name
    function.__doc__, function.__module__, function.__wrapped__ = body.__doc__, body.__module__, body
    return function


def checked(body, name, takes="", same=""):
    """Return `body`, a function composed of ops, with a check of its arguments before each call."""
    signature = Signature(name, body, takes=takes, same=same)
    code, most, check = getattr(body, "__wrapped__", body).__code__, signature.most, signature.check
    names, passed = code.co_varnames[:code.co_argcount], set()
    sizes = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if most == float("inf") else None
    both = "dim" in code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
    others = {**(AXES if both else {}), **OTHER_NAMES.get(name, {})}
    run = as_declared(name, body)

    def function(*args, **settings):
        kinds = (*map(type, args), *settings, *map(type, settings.values())) if settings else (*map(type, args),)
        if kinds not in passed:
            args = check_all(args, settings)
        try:
            return run(*args, **settings)                # Python raises if there are too many, or one twice
        except Exception as error:
            reword(name, body, error, args, settings)
            raise

    def check_all(args, settings):
        """Check arguments of types that were not passed before; return args, and rename settings in place."""
        if settings:
            rename_by(settings, others)
            if sizes in settings:                        # zeros(size=(2, 3)) means zeros(2, 3)
                if not isinstance(settings[sizes], list | tuple):
                    raise TypeError(f"{name}(): argument {sizes!r} must be tuple of ints, not "
                                    f"{type(settings[sizes]).__name__}.")
                args = (*args, settings.pop(sizes))
        if len(args) <= most and (not settings or settings.keys().isdisjoint(names[:len(args)])):
            args = check(args, settings)
            if signature.by_kind(args) and all(signature.by_name[own].takes(value)
                                               for own, value in settings.items() if own in signature.by_name):
                passed.add((*map(type, args), *settings, *map(type, settings.values())))
        return args

    function.signature = signature
    return named_as(body, function, name)
