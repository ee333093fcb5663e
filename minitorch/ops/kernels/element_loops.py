"""Elementwise code between the matrix products of an op: NumPy calls, or one loop compiled from these calls."""

from contextvars import ContextVar

compiler: ContextVar = ContextVar("compiler", default=None)  # compiler(loop, arrays) returns whether it ran the loop


class ElementLoop:
    """A function f(xp, *arrays) that calls only ufuncs, writes its results by `out=` and returns nothing.

    names    names of the arrays; each is (n, H), or a stack (k, n, H) that the function indexes
    stacks   {name: k}; no two arrays share memory
    spare    names of work arrays: their values after the loop are undefined
    """

    def __init__(self, function, stacks, spare):
        code = function.__code__
        self.function, self.stacks, self.spare = function, stacks, spare
        self.names = code.co_varnames[1:code.co_argcount]
        self.__doc__, self.__name__ = function.__doc__, function.__name__

    def __call__(self, xp, *arrays):
        compiled = compiler.get()
        if compiled is None or not compiled(self, arrays):
            self.function(xp, *arrays)


def element_loop(spare=(), **stacks):
    """Declare an ElementLoop.

    >>> import numpy as np
    >>> @element_loop(pair=2)
    ... def add_pair(xp, pair, out):
    ...     xp.add(pair[0], pair[1], out=out)
    >>> out = np.zeros((1, 3))
    >>> add_pair(np, np.ones((2, 1, 3)), out)
    >>> out
    array([[2., 2., 2.]])
    """
    return lambda function: ElementLoop(function, stacks, spare)
