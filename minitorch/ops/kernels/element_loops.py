"""What an op computes element by element between its products: lines of NumPy, or one loop that is compiled of them."""

from contextvars import ContextVar

compiler: ContextVar = ContextVar("compiler", default=None)  # compiler(loop, arrays): whether it has run them


class ElementLoop:
    """A function f(xp, *arrays) of ufuncs alone, which writes over arrays with `out=` and returns nothing.

    names    of the arrays: all (n, H), or some of them stacks (k, n, H) of arrays that lines take apart
    stacks   {name: k}; two arrays share no memory
    spare    names of arrays for what is used within the loop only: what they hold afterwards is nobody's
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
