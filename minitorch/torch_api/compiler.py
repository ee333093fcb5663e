"""PyTorch's names for compiling: record a function as a program; later calls run the program. See static/."""

from .. import static
from ..runtime import missing as _missing
from ..static.compile import compiled

__all__ = ["allow_in_graph", "compile", "disable", "is_compiling", "is_dynamo_compiling", "is_exporting",
           "list_backends", "reset", "set_stance"]


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    """Compile a model or function: from its second call on it runs as a program, with the same results in less time.

    model       a module, a function of tensors, or a whole training step: backward and the optimiser's step are part
                of the program. Without it, compile() is a decorator
    fullgraph   True: raise NotRecorded, with the line, for code that no program can repeat, such as a branch on data or
                .item(). False: a branch on data is evaluated in each call, and each of its cases is a program. Other
                lines that read values of tensors are graph breaks: they run as written, the lines around them as
                programs, and a warning names the line. A function without a readable `def` (a lambda, a generator)
                then runs as written
    backend     "numpy" runs NumPy with planned memory; "c" compiles the loops with the system's C compiler, and results
                differ in the last bits (without a compiler, a notice says so once, and NumPy runs); "inductor" runs
                NumPy, and from the 100th run of a program on C, if there is a compiler; "eager" does not compile
    disable     return the model unchanged

    Each call checks what the function reads: arguments, parameters, hooks, modes, attributes, globals, outer variables.
    If one of them has changed, the function is recorded again, at most 8 times; then a warning names what changes. For
    a second batch size it is recorded again; from the third size on, the program takes the size from its input, unless
    a step needs the recorded number. Two sizes may change in this way, such as batch and sequence length.
    `dynamic`, `mode` and `options` change nothing. `f.graph` is the program, `f.code` its Python. For a function that
    breaks, `f.graphs` are the programs, and `f.explain()` says where it breaks.

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
    return static.compile(model, fullgraph, backend)


BACKENDS = "inductor", "numpy", "c", "eager"


def disable(fn=None, recursive=True, *, reason=None):
    """Return fn unchanged: if a compiled function calls fn, fn's ops are recorded too.

    recursive and reason are accepted as in PyTorch.
    """
    return fn if fn is not None else lambda fn: fn


def allow_in_graph(fn):
    """Return fn unchanged, because `compile` records every function that computes on tensors."""
    return fn


def is_compiling():
    """Return False: a function that is being recorded runs as usual."""
    return False


is_dynamo_compiling = is_exporting = is_compiling


def list_backends(exclude_tags=()):
    """Return the backends of `compile`, for any exclude_tags: "inductor" chooses between "numpy" and "c"."""
    return list(BACKENDS)


def reset():
    """Delete all recorded programs: compiled functions are recorded again at their next call."""
    for function in list(compiled):
        function.reset()


class set_stance:
    """A block `with compiler.set_stance(stance):` without effect: compiled results are like eager results."""

    def __init__(self, stance="default", **settings):
        self.stance = stance

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        pass


_missing.speak_for(globals())
