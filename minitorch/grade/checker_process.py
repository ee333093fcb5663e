"""A checker in a process of its own: what `processes.Pool` starts, one for each task at a time."""

import socket

from .processes import follow, received, send
from .runner import prepare


def main(number, parent):
    """A checker's end: the settings, and then one task after the other."""
    line = socket.socket(fileno=int(number))
    follow(int(parent))
    try:
        prepare(received(line))
        while True:
            function, inputs = received(line)
            try:
                answer = "", function(*inputs)
            except Exception as error:
                answer = f"{type(error).__name__}: {error}", None
            send(line, answer)
    except (EOFError, OSError):
        pass
