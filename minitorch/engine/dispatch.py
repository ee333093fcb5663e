"""Dispatch: run the generated function for the types of a call's inputs, or `apply` if none is generated."""

from contextlib import contextmanager

from .apply import NOTHING, apply

paths: dict = {}         # {(op, *types of inputs): a function that is generated at the first call with these types}
writers: list = []       # writer(op, inputs) returns a generated function for `paths`, or None
switching: list = []     # hook(on) starts or stops the use of generated functions


def dispatch(op, inputs, settings=NOTHING):
    """Run `op` by the path generated for these types of inputs, else by `apply`. Arguments are not checked."""
    path = paths.get((op, *map(type, inputs)))
    if path is None:
        path = next((found for writer in writers if (found := writer(op, inputs))), None)
        if path is None:
            return apply(op, inputs, settings)
    return path(*inputs, **settings)


@contextmanager
def plain():
    """Run the block without generated paths: every call uses `apply`, and every node uses `differentiate`.

    The environment variable MINITORCH_PLAIN=1 does so for the whole process.
    """
    switched = bool(writers)                         # False if the block is inside another `plain` block
    for switch in switching * switched:
        switch(False)
    try:
        yield
    finally:
        for switch in switching * switched:
            switch(True)
