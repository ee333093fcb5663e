"""PyTorch's names for compiling: a function is recorded as a program, which runs in its place. See static/."""

from . import missing as _missing, static
from .static.compile import compiled

__all__ = ["allow_in_graph", "compile", "disable", "is_compiling", "is_dynamo_compiling", "is_exporting",
           "list_backends", "reset", "set_stance"]


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    """The model or function, run as a program from its second call on, with the numbers of the first: in less time.

    model       a module, a function of tensors, or a whole training step: backward and the optimiser's step are part
                of the program. Without it, a decorator
    fullgraph   True: raise NotRecorded, with the line, for what no program can hold, such as a branch on data or
                .item(). False: a branch on data is asked in each call, and each way it goes is a program of its own;
                a function that reads numbers of tensors otherwise breaks there: those lines run as they are written,
                at each call, what is around them as programs, and a warning tells the line. A function without a
                `def` that can be read (a lambda, a generator) runs as it is written then
    backend     "inductor" and "numpy" are planned NumPy; "c" compiles its loops with the system's C compiler (where
                none is, it says so once and runs NumPy): results differ in the last bits; "eager" runs the model as
                it is written
    disable     give the model back as it is

    What the function reads is asked about at each call: arguments, parameters, hooks, modes, attributes, globals,
    variables around it. Where something is another, it is recorded anew, at most 8 times; then a warning says what
    changes. A batch of a second size is recorded too; for a third, and all others, the program takes the size from its
    input, unless something holds the number; so may two sizes change, as those of the batch and of a sequence.
    `dynamic`, `mode` and `options` change nothing. `f.graph` is the program, `f.code` its Python; of a function that
    breaks `f.graphs` are the programs, and `f.explain()` tells where it does.

    >>> import minitorch as mt
    >>> double = compile(lambda x: x * 2 + 1)
    >>> double(mt.ones(2)), double(mt.zeros(2)), double
    (tensor([3., 3.]), tensor([1., 1.]), <compiled <lambda>: 1 form>)
    """
    if model is None:
        return lambda model: compile(model, fullgraph=fullgraph, backend=backend, disable=disable)
    if not callable(model):
        raise RuntimeError(f"compile() takes a model or a function, not {type(model).__name__}.")
    if backend not in BACKENDS:
        raise ValueError(f"compile() has the backends {', '.join(map(repr, BACKENDS))}, not {backend!r}.")
    if disable or backend == "eager":
        return model
    return static.compile(model, fullgraph, "c" if backend == "c" else "numpy")


BACKENDS = "inductor", "numpy", "c", "eager"


def disable(fn=None, recursive=True, *, reason=None):
    """The function fn itself: inside a compiled function it is recorded, or both run as they are written.

    recursive and reason are taken as PyTorch does.
    """
    return fn if fn is not None else lambda fn: fn


def allow_in_graph(fn):
    """The function fn itself: all that computes on tensors is recorded."""
    return fn


def is_compiling():
    """False: a function that is recorded runs as it always does."""
    return False


is_dynamo_compiling = is_exporting = is_compiling


def list_backends(exclude_tags=()):
    """What `compile(backend=…)` takes, whatever exclude_tags are: "inductor" and "numpy" are the same, "c" writes C."""
    return list(BACKENDS)


def reset():
    """Forget all that was recorded: compiled functions are recorded anew when they are called."""
    for function in list(compiled):
        function.reset()


class set_stance:
    """`with compiler.set_stance("force_eager"):` changes nothing, whatever stance: numbers are the same either way."""

    def __init__(self, stance="default", **settings):
        self.stance = stance

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        pass


_missing.speak_for(globals())
