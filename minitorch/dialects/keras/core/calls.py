"""Calls of layers within layers: whether they train, and what a call takes."""

import inspect
import threading
from functools import cache


class State(threading.local):
    """Of this thread.

    training   what the layers around the present call were told; depth: how many they are
    lossy      whether a layer was given losses
    """

    def __init__(self):
        self.training, self.depth, self.lossy = None, 0, False


state = State()


@cache
def parameters(function):
    """{name: default} of a method, without self."""
    return {name: p.default for name, p in list(inspect.signature(function).parameters.items())[1:]}
