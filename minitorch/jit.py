"""PyTorch's names for programs of functions and modules: they are recorded as `compile` records them."""

from . import missing as _missing, static as _static
from .static import Compiled as ScriptFunction, CompiledModule as ScriptModule
from .static.compile import compile

__all__ = ["ScriptFunction", "ScriptModule", "annotate", "export", "ignore", "is_scripting", "is_tracing", "load",
           "save", "script", "trace", "unused"]


def trace(func, example_inputs=(), *, check_trace=True, strict=True):
    """The function or module func as a program, recorded on example_inputs: a tensor, or a tuple of the arguments.

    Raises static.NotRecorded, with the line, for what depends on data: PyTorch's would keep the branch that was taken.
    For inputs of another shape it is recorded anew. `check_trace` and `strict` change nothing: both are as if True.

    >>> import minitorch as mt
    >>> traced = trace(lambda x: x * 2 + 1, mt.ones(3))
    >>> print(traced.graph)
    program(a: float32[3])
        c = fused(a)                                                  float32[3]
            b = multiply(a, 2)                                        float32[3]
            c = add(b, 1)                                             float32[3]
        return c
    """
    traced = compile(func, fullgraph=True)
    traced(*example_inputs) if isinstance(example_inputs, tuple | list) else traced(example_inputs)
    return traced


def script(obj, optimize=None, example_inputs=None):
    """The function or module obj as a program, recorded when it is called; also a decorator.

    A branch or loop that depends on numbers of Python's is recorded for each way it goes; one that depends on tensors
    makes it run as it is written, with a warning. A class comes back as it is. optimize and example_inputs are taken as
    PyTorch does.
    """
    return obj if isinstance(obj, type) else compile(obj)


def save(m, f):
    """Write the program of m that ran last, with its weights, to a file f that needs no code of the module's.

    Raises RuntimeError where nothing was recorded yet; static.NotSaved for what a file cannot hold, such as training.
    """
    run = getattr(m, "compiled", m)
    if run.replay.deciding is not None:
        raise _static.NotSaved("A branch depends on data, and a file holds one way it goes. Save the module, or a part "
                               "of it without the branch.")
    _static.save(run.replay.recorded, f, getattr(run.function, "state_dict", lambda **_: {})(keep_vars=True))


def load(f, map_location=None):
    """What `save` wrote, as a function of tensors: static.load. It gives results, and no gradients."""
    return _static.load(f)


def ignore(drop=False, **settings):
    """The function itself, as a decorator with or without brackets; drop is taken as PyTorch does."""
    return drop if callable(drop) else lambda fn: fn


def export(fn):
    """The function fn itself."""
    return fn


unused = export


def annotate(the_type, the_value):
    """The value the_value itself, whatever the_type."""
    return the_value


def is_scripting():
    """False: a function that is recorded runs as it always does."""
    return False


is_tracing = is_scripting

_missing.speak_for(globals())
