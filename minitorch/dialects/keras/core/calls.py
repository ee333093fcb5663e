"""Calls of layers within layers: whether they train, and what a call takes."""

import inspect
import threading
from functools import cache


class State(threading.local):
    """Of this thread.

    training   the argument of the layers around the present call; depth: how many they are
    lossy      whether a layer has added losses
    any_batch  whether layers that are built now will get batches of several sizes
    """

    def __init__(self):
        self.training, self.depth, self.lossy, self.any_batch = None, 0, False, False


state = State()


@cache
def parameters(function):
    """Return {name: default} of a method, without self."""
    return {name: p.default for name, p in list(inspect.signature(function).parameters.items())[1:]}


@cache
def places(function):
    """Return the names of a method's arguments that may be positional, without self."""
    return [name for name, p in inspect.signature(function).parameters.items() if p.kind is p.POSITIONAL_OR_KEYWORD][1:]


def name_filled_in(function, args, kwargs):
    """Return (args, kwargs) with positional `training`, masks, and the arguments after them, given by name."""
    names = places(function)
    first = next((i for i, name in enumerate(names) if name == "training" or name.endswith("mask")), len(args))
    by_name = dict(zip(names[first:], args[first:]))
    if len(args) > len(names) or by_name.keys() & kwargs.keys():
        return args, kwargs
    return args[:first], by_name | kwargs
