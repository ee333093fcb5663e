"""Answers written as in a notebook's cell: source that Python can find again, run in a namespace of its own."""

import linecache
from itertools import count

import numpy as np

import minitorch as mt
from minitorch.course.record import find
from minitorch.course.session import submit

number = count().__next__


def cell(text, space=None):
    """Run a cell; returns its namespace, to be passed to the next."""
    space = {"np": np, "mt": mt, "__name__": "__main__"} if space is None else space
    name = f"<cell {number()}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile(text, name, "exec"), space)
    return space


def answered(id, text, space=None):
    """Hand in what a cell defines; returns the answer as the session keeps it."""
    return submit(find(id), cell(text, space)[find(id).name])
