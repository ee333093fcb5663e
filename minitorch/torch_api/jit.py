"""PyTorch's names for functions and modules that run as programs, recorded as by `compile`."""

from .. import static as _static
from ..engine import no_grad as _no_grad
from ..nn import Module as _Module
from ..runtime import missing as _missing
from ..static import Compiled as _Compiled, CompiledModule as _CompiledModule

__all__ = ["ScriptFunction", "ScriptModule", "annotate", "export", "ignore", "is_scripting", "is_tracing", "load",
           "save", "script", "trace", "unused"]


class ScriptFunction(_Compiled):
    """A function that runs as a program, returned by `trace` and `script`."""

    example = None                       # the arguments of the call that was traced

    def save(self, f, dynamic_axes=None):
        """Write the program to a file f, for any size of the dynamic_axes, as jit.save does."""
        save(self, f, dynamic_axes)


class ScriptModule(_CompiledModule):
    """A module that runs as a program, returned by `trace` and `script`."""

    OWN = _CompiledModule.OWN | {"example"}
    example = None                       # the arguments of the call that was traced

    def save(self, f, dynamic_axes=None):
        """Write the program and the weights to a file f, for any size of the dynamic_axes, as jit.save does."""
        save(self, f, dynamic_axes)


def _scripted(func, fullgraph=False):
    """Return func as a program; func itself if it already is a program."""
    kind = ScriptModule if isinstance(func, _Module) else ScriptFunction
    return func if isinstance(func, ScriptFunction | ScriptModule) else kind(func, fullgraph)


def trace(func, example_inputs=(), *, check_trace=True, strict=True):
    """Record the function or module func as a program on example_inputs: a tensor, or a tuple of the arguments.

    Raises static.NotRecorded, with the line, for steps that depend on data; PyTorch would record one branch only.
    For inputs of another shape it is recorded again. `check_trace` and `strict` change nothing: both act as True.

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
    """Return the function or module obj as a program that is recorded when it is called; also a decorator.

    A branch or loop that depends on Python numbers is recorded for each of its cases; if one depends on tensors, the
    function runs as written, with a warning. A class is returned unchanged. optimize and example_inputs are accepted
    as in PyTorch.
    """
    return obj if isinstance(obj, type) else _scripted(obj)


def save(m, f, dynamic_axes=None):
    """Write m's last program, with its weights, to a file f that can be run without the module's code.

    A traced m is written as it runs on its example inputs under no_grad. The file accepts any batch size: the first
    dimension of all inputs with as many rows as the first input. If no single program allows that, only the example's.
    Other dynamic_axes, such as {0: {0: "batch", 1: "time"}}, are as in static.save; {} means none.

    Raises RuntimeError if nothing was recorded yet; static.NotSaved if a file cannot contain it, such as training;
    ValueError for dynamic_axes of an m that was not traced.
    """
    run, example = getattr(m, "compiled", m), getattr(m, "example", None)
    if example is None and dynamic_axes:
        raise ValueError("save(): dynamic_axes are those of example inputs: make the program by jit.trace(m, inputs).")
    if example is not None:
        with _no_grad():
            for axes in batch_axes(example) if dynamic_axes is None else filter(None, [dynamic_axes]):
                try:
                    return _static.save(_static.trace(run.function, *example), f, dynamic_axes=axes)
                except RuntimeError:                     # the program depends on the recorded sizes
                    if dynamic_axes:
                        raise
            m(*example)
    if run.replay.deciding is not None:
        raise _static.NotSaved("A branch depends on data, and a file can hold only one of its cases. Save the module, "
                               "or a part of it without the branch.")
    _static.save(run.replay.recorded, f, getattr(run.function, "state_dict", lambda **_: {})(keep_vars=True))
    return None


def batch_axes(example):
    """Return the dynamic axes to try: first dim 0 of all inputs with as many rows as the first input, then only its."""
    sizes = [tuple(x.shape[:1]) for x in example if hasattr(x, "array")]
    first = next(filter(None, sizes), None)
    rows = {i: {0: "batch"} for i, size in enumerate(sizes) if size and size == first}
    return [rows, dict([*rows.items()][:1])] if rows else []


def load(f, map_location=None):
    """Load a file of `save` as a function of tensors, by static.load. It returns results without gradients."""
    return _static.load(f)


def ignore(drop=False, **settings):
    """Return a function unchanged; a decorator, with or without parentheses; drop is accepted as in PyTorch."""
    return drop if callable(drop) else lambda fn: fn


def export(fn):
    """Return the function fn itself."""
    return fn


unused = export


def annotate(the_type, the_value):
    """Return the_value itself, for any the_type."""
    return the_value


def is_scripting():
    """Return False: a function that is being recorded runs as usual."""
    return False


is_tracing = is_scripting

_missing.speak_for(globals())
