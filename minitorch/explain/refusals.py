"""Reword errors of Python and NumPy: name the wrong argument of the call, and the values that it may have."""

import re
from inspect import Parameter, signature
from opcode import opmap
from types import ModuleType

from numpy import ndarray

from ..backend import explainers
from ..engine.node import tensor_types
from ..runtime.errors import LIBRARIES, location, own
from ..runtime.kinds import BY_ANNOTATION, FLAG, NUMBER, TENSOR, TEXT, Argument, Free

NOTHING: dict = {}
RAISE = opmap["RAISE_VARARGS"]
BY_DEFAULT = {bool: FLAG, int: NUMBER, float: NUMBER, str: TEXT}

# [(pattern of NumPy's text, class of PyTorch's error, text of this error)]; {0}, {1} are the pattern's groups.
WORDS = [(re.compile(pattern), kind, text) for pattern, kind, text in (
    (r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)", IndexError,
     "index {0} is out of bounds for dimension {1} with size {2}"),
    (r"index (-?\d+) is out of bounds for size (\d+)", IndexError, "index {0} is out of bounds for size {1}"),
    (r"boolean index did not match indexed array along axis (\d+); size of axis is (\d+) but size of corresponding "
     r"boolean axis is (\d+)", IndexError, "the mask has {2} elements along dimension {0}, and the tensor has {1}"),
    (r"indexing arrays could not be broadcast( together with shapes .*)?", IndexError,
     "shape mismatch: indexing tensors could not be broadcast{0}"),
    (r"too many indices for array: array is (\d+)-dimensional, but (\d+)", IndexError,
     "too many indices: {1} for a tensor of {0} dimensions"),
    (r"non-empty take from an empty ax|zero-size array to reduction operation", RuntimeError,
     "it needs at least one element along the dimension that it reads, and this one is empty"),
    (r"negative dimensions are not allowed", RuntimeError,
     "Dimension size must be non-negative, but a requested size is not"),
    (r"Unable to allocate|Maximum allowed dimension|array is too big|maximum supported dimension", RuntimeError,
     "not enough memory: the result would be too large"),
    (r"mismatch in its core dimension", RuntimeError, "the last two dimensions of the inputs do not fit together"),
    (r"cannot reshape array of size (\d+) into shape", RuntimeError,
     "its {0} elements do not fill the requested shape"),
    (r"Cannot cast|not supported for the input types|unsupported in", NotImplementedError,
     "not implemented for {dtypes}"),
    (r"[Cc]annot convert float|cannot convert complex", RuntimeError,
     "nan, inf and complex numbers cannot become integers"),
    (r"too large to convert|out of bounds for \w*int|int too (big|large)", RuntimeError,
     "a number is too large for the integers of {dtypes}"),
)]


def shape_of(x):
    return tuple(x.shape) if hasattr(x, "shape") else x


def explain(error, op, inputs, settings):
    """Return the error to raise instead of an error in an op's forward; if the user's code raised it, as its cause."""
    step = error.__traceback__
    while step.tb_next is not None:
        step = step.tb_next
    frame = step.tb_frame
    answer = reword_op(error, op, inputs, settings)
    library = own[op.piece.library.__code__.co_filename]
    if own[frame.f_code.co_filename] or library and frame.f_globals.get("__name__", "").partition(".")[0] in LIBRARIES:
        answer.__suppress_context__ = True
    elif answer is not error:
        answer.__cause__ = error
    return answer


def reword_op(error, op, inputs, settings):
    """Return the error with a text that names the op, the inputs' shapes and the user's line."""
    text = str(error)
    kind = type(error)
    shapes = " and ".join(str(shape_of(x)) for x in inputs if x is not None)
    if kind.__name__ in explainers:
        return explainers[kind.__name__](error, f"{op.name} of {shapes}. {location()}")
    if kind.__name__ == "AxisError":
        return out_of_range(op, inputs, settings, shapes)
    if isinstance(error, NameError | ImportError) or isinstance(getattr(error, "obj", None), ModuleType | ndarray):
        answer = kind(f"{op.name}: {text}.\n{location()}")  # an op uses a name that does not exist
        answer.__cause__ = error
        return answer
    if isinstance(error, ValueError) and "broadcast" in text:
        kind, text = RuntimeError, broadcast_text(op, inputs, settings) or f"{op.name} of {shapes}: {text}"
    elif isinstance(error, TypeError) and ("not supported for the input types" in text or "unsupported in" in text):
        dtypes = " and ".join(str(x.dtype) for x in inputs if hasattr(x, "dtype"))
        kind, text = NotImplementedError, f'"{op.name}" not implemented for {dtypes}.'
    elif is_foreign(error):
        return refusal_of(op, error, inputs, settings)
    else:
        kind, text = kind_and_text(error, op, shapes)
    try:
        return kind(f"{text}\n{location()}")
    except Exception:                                   # the constructor of this class needs other arguments
        return RuntimeError(f"{text}\n{location()}")


def out_of_range(op, inputs, settings, shapes):
    """Return the IndexError for a dimension that the input does not have."""
    ndim = max((len(x.shape) for x in inputs if hasattr(x, "shape")), default=0)
    low, high = (-ndim, ndim - 1) if ndim else (-1, 0)
    given = [n for value in settings.values() for n in (value if type(value) is tuple else (value,))
             if type(n) is int and not low <= n <= high]
    return IndexError(f"{op.name}: Dimension out of range (expected to be in range of [{low}, {high}], but got "
                      f"{given[0] if given else settings.get('dim')}). Input {shapes}.\n{location()}")


def kind_and_text(error, op, shapes):
    """Return the class and the text of the error to raise instead of one from NumPy or from the op itself."""
    text, kind = str(error), type(error)
    if isinstance(error, ValueError):                    # NumPy raises ValueError for wrong shapes
        return RuntimeError, f"{op.name} of {shapes}: {text}"
    if not isinstance(error, (RuntimeError, IndexError, TypeError, NotImplementedError)):
        return RuntimeError, f"{op.name} of {shapes} failed: {kind.__name__}: {text}"
    if op.name not in text and not text.startswith("No GPU"):
        text = f"{op.name} of {shapes}: {text}"
    return kind, text


def broadcast_text(op, inputs, settings):
    """Return why the inputs, or an input and the shape to expand it to, do not broadcast; "" if they do."""
    shapes = [tuple(x.shape) for x in inputs if hasattr(x, "shape")]
    target = next((value for value in settings.values() if type(value) is tuple), None)
    if text := shapes_text(op.name, shapes):
        return text
    if target is not None:
        return (f"{op.name} cannot stretch {shapes[0]} to {target}: only sizes of 1 are repeated, and the others must "
                "be equal, counted from the last.")
    return ""


def shapes_text(name, shapes):
    """Return a sentence that names two sizes which do not broadcast; "" if all shapes do."""
    for a in shapes:
        for b in shapes:
            for back in range(1, min(len(a), len(b)) + 1):
                if a[-back] != b[-back] and 1 not in (a[-back], b[-back]):
                    which = ("last", "second-to-last", "third-to-last")[back - 1] if back < 4 else f"{back}th-to-last"
                    return (f"{name} cannot join {a} and {b}: The size of tensor a ({a[-back]}) must match the size of "
                            f"tensor b ({b[-back]}) at non-singleton dimension {max(len(a), len(b)) - back}, the "
                            f"{which}; they must be equal, or one of them 1.")
    return ""


def reword(name, function, error, args, settings=NOTHING):
    """Raise a clearer error, if `function(*args, **settings)` failed with an error of Python or NumPy.

    name   the function's public name
    """
    if explain := explainers.get(type(error).__name__):
        raise explain(error, f"{name}(). {location()}") from None
    if is_foreign(error):
        new = refusal(name, function, error, args, settings)
        raise new from None if type(new) is TypeError else error


def is_foreign(error):
    """Return whether Python or NumPy raised the error, and not a raise statement in minitorch or the user's code."""
    step = error.__traceback__
    while step.tb_next is not None:
        step = step.tb_next
    code = step.tb_frame.f_code
    if own[code.co_filename]:
        return code.co_code[step.tb_lasti] != RAISE or code.co_name == "__index__"    # "x" * Tensor calls __index__
    return step.tb_frame.f_globals.get("__name__", "").partition(".")[0] in LIBRARIES


def refusal(name, function, error, args, settings):
    """Return the error to raise instead of an error of Python or NumPy from `function(*args, **settings)`."""
    described = signature(function)
    plain = described.replace(parameters=[p.replace(annotation=p.empty) for p in described.parameters.values()])
    try:
        given = plain.bind(*args, **settings).arguments
    except TypeError as arity:
        return TypeError(f"{name}(): {arity}. It is called as {name}{plain}.")
    return wrong_kind(name, given, described.parameters) or translate(name, error, given)


def refusal_of(op, error, inputs, settings):
    """Return the error to raise instead of an error of Python or NumPy from an op's forward."""
    missing = [own_name for own_name in op.setting_names if own_name not in op.defaults and own_name not in settings]
    if missing and not op.hidden:
        return TypeError(f"{op.name}() needs {', '.join(op.inputs + op.setting_names)}; {missing[0]!r} is missing.")
    given = dict(zip(op.inputs, inputs)) if not op.variadic else {"tensors": tuple(inputs)}
    wrong = None if op.hidden else wrong_kind(op.name, given, signature(op.piece.library).parameters)
    return wrong or translate(op.name, error, given if op.hidden else given | settings)


def wrong_kind(name, given, parameters):
    """Return the TypeError for the first argument of a wrong type; None if all types are right."""
    for own_name, value in given.items():
        kind, optional = expected(parameters[own_name]) if own_name in parameters else (None, True)
        if kind is not None:
            try:
                Argument(name, own_name, 0, kind, optional, False).check(value)
            except TypeError as wrong:
                return wrong
    return None


def expected(parameter):
    """Return (kind, optional) of a parameter, by its annotation or else its default value; kind is None if unknown."""
    given, default = parameter.annotation, parameter.default
    if parameter.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD) or given is Free:
        return None, True
    kind = BY_ANNOTATION.get(given) or (TENSOR if parameter.name == "self" else BY_DEFAULT.get(type(default)))
    return kind, default is None


def translate(name, error, given):
    """Return an error with the text from the table WORDS, else one that lists the arguments of the call."""
    text = str(error)
    for pattern, kind, ours in WORDS:
        found = pattern.search(text)
        if found:
            dtypes = " and ".join(dict.fromkeys(str(x.dtype) for x in given.values() if hasattr(x, "dtype")))
            parts = [part or "" for part in found.groups()]
            return kind(f"{name.removesuffix('_op')}(): {ours.format(*parts, dtypes=dtypes or 'these inputs')}.\n"
                        f"{given and f'Called with {describe_arguments(given)}. ' or ''}{location()}")
    kind = type(error) if type(error) in (IndexError, NotImplementedError) else \
        TypeError if isinstance(error, TypeError | AttributeError) else RuntimeError
    unnamed = kind(f"{name}() cannot work with these arguments: {describe_arguments(given)}.\n{location()}")
    unnamed.__cause__ = error                            # the original error names the cause
    return unnamed


def describe_arguments(given):
    """Return 'input: float32 Tensor (3, 4), dim: 1'."""
    return ", ".join(f"{own_name}: {describe(value)}" for own_name, value in given.items()) or "none"


def describe(value):
    """Return a short description of an argument's value."""
    if type(value) in tensor_types:
        return f"{value.dtype.name} Tensor {tuple(value.shape)}"
    if type(value) in (list, tuple) and any(type(x) in tensor_types for x in value):
        return f"({', '.join(map(describe, value))})"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"NumPy array {value.shape}"
    text = repr(value)
    return text if len(text) <= 60 else f"a {type(value).__name__}"
