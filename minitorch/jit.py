"""PyTorch's names for programs of functions and modules: they are recorded as `compile` records them."""

from . import missing as _missing, static as _static
from .engine import no_grad as _no_grad
from .nn import Module as _Module
from .static import Compiled as _Compiled, CompiledModule as _CompiledModule

__all__ = ["ScriptFunction", "ScriptModule", "annotate", "export", "ignore", "is_scripting", "is_tracing", "load",
           "save", "script", "trace", "unused"]


class ScriptFunction(_Compiled):
    """A function that runs as a program, as `trace` and `script` give it."""

    example = None                       # what it was traced with

    def save(self, f, dynamic_axes=None):
        """Write the program to a file f, for any size of the dynamic_axes, as jit.save does."""
        save(self, f, dynamic_axes)


class ScriptModule(_CompiledModule):
    """A module that runs as a program, as `trace` and `script` give it."""

    OWN = _CompiledModule.OWN | {"example"}
    example = None                       # what it was traced with

    def save(self, f, dynamic_axes=None):
        """Write the program and the weights to a file f, for any size of the dynamic_axes, as jit.save does."""
        save(self, f, dynamic_axes)


def _scripted(func, fullgraph=False):
    """func as a program: itself, where it is one."""
    kind = ScriptModule if isinstance(func, _Module) else ScriptFunction
    return func if isinstance(func, ScriptFunction | ScriptModule) else kind(func, fullgraph)


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
    traced = _scripted(func, fullgraph=True)
    traced.example = tuple(example_inputs) if isinstance(example_inputs, tuple | list) else (example_inputs,)
    traced(*traced.example)
    return traced


def script(obj, optimize=None, example_inputs=None):
    """The function or module obj as a program, recorded when it is called; also a decorator.

    A branch or loop that depends on numbers of Python's is recorded for each way it goes; one that depends on tensors
    makes it run as it is written, with a warning. A class comes back as it is. optimize and example_inputs are taken as
    PyTorch does.
    """
    return obj if isinstance(obj, type) else _scripted(obj)


def save(m, f, dynamic_axes=None):
    """Write the program of m that ran last, with its weights, to a file f that needs no code of the module's.

    What was traced is written as it runs on its example inputs under no_grad; the program is for their sizes, or, by
    dynamic_axes such as {0: {0: "batch"}}, for any size of the first dimension of the first input. See static.save.

    Raises RuntimeError where nothing was recorded yet; static.NotSaved for what a file cannot hold, such as training;
    ValueError for dynamic_axes of what was not traced.
    """
    run, example = getattr(m, "compiled", m), getattr(m, "example", None)
    if example is None and dynamic_axes:
        raise ValueError("save(): dynamic_axes are those of example inputs: make the program by jit.trace(m, inputs).")
    if example is not None:
        with _no_grad():
            m(*example)
            if dynamic_axes:
                return _static.save(_static.trace(run.function, *example), f, dynamic_axes=dynamic_axes)
    if run.replay.deciding is not None:
        raise _static.NotSaved("A branch depends on data, and a file holds one way it goes. Save the module, or a part "
                               "of it without the branch.")
    _static.save(run.replay.recorded, f, getattr(run.function, "state_dict", lambda **_: {})(keep_vars=True))
    return None


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
