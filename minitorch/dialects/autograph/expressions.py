"""What `and`, `or`, `not`, `==` and `!=` do where an operand is a tensor of a graph."""

import operator

from ..functions import logic
from ..tf1.graph import graphed
from .values import symbolic


def and_(left, right):
    """Return `left and right`, of functions; a tensor where the first is one of the graph."""
    x = left()
    return graphed(logic.logical_and)(x, right()) if symbolic(x) else x and right()


def or_(left, right):
    """Return `left or right`, of functions; a tensor where the first is one of the graph."""
    x = left()
    return graphed(logic.logical_or)(x, right()) if symbolic(x) else x or right()


def not_(x):
    return graphed(logic.logical_not)(x) if symbolic(x) else not x


def comparison(python, graph):
    """Return a == b or a != b as a function: element by element where one is a tensor of the graph."""
    return lambda a, b: (graph if symbolic(a) and b is not None or symbolic(b) and a is not None else python)(a, b)


equal = comparison(operator.eq, graphed(logic.equal))
not_equal = comparison(operator.ne, graphed(logic.not_equal))
