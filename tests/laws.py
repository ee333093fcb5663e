"""How a law is stated: once, and tried on every row of the table of samples."""

from functools import cache

import numpy as np
import pytest
from notation import Draw, flat
from samples import every_row

import minitorch as mt
from minitorch.engine import Node, backward_order, watchers
from minitorch.runtime import functions


def law(*conditions, dear=False):
    """A law is tried on every row for which the conditions hold, all rows of an op in one test.

    dear   it takes long: on the second backend one row an op is enough
    """
    rows_of = {}
    for row in every_row(*conditions):
        rows_of.setdefault(row.name, []).append(row)

    def declare(test):
        def tried(rows, xp):
            for row in rows if xp.name == "numpy" or not dear else first_full(rows):
                try:
                    test(row, xp)
                except BaseException as error:
                    error.add_note(f"The law fails for {row}.")
                    raise
        tried.__name__, tried.__doc__ = test.__name__, test.__doc__
        return pytest.mark.parametrize("rows", rows_of.values(), ids=rows_of)(tried)
    return declare


def first_full(rows):
    """The first row with an element in it, in a list."""
    return [row for row in rows if any(draw.array().size for draw in row.draws if draw.floating)][:1]


def public(row):
    """Whether the row calls the public function of an op."""
    return row.op is not None and not row.op.hidden and row.draws and row.name not in functions


def fused(row):
    return row.op is not None and row.op.composition


def written_over(row):
    return (row.op is not None and row.op.inplace and row.args and type(row.args[0]) is Draw
            and "alpha" not in row.settings and "rounding_mode" not in row.settings and row.before is None)


def scalar(outs):
    """One number that depends on every element of the floating outputs, each differently."""
    total = 0
    for out in outs:
        if out.requires_grad:
            weights = np.cos(np.arange(out.numel()).reshape(out.shape) + 1.0).astype(out.dtype.numpy)
            total = total + (out * mt.from_numpy(np.asarray(weights)).to(out.device)).sum()
    return total


def gradients(row, args, **settings):
    inputs = [x for x in flat(args) if x.requires_grad]
    return mt.runtime.grad(scalar(row.call(args)), inputs, allow_unused=True, **settings)


@cache
def reached(xp):
    """{name: {setting: the values it had, in words}} of every op that a row or its derivative calls."""
    found: dict = {}

    def watch(op, inputs, settings, result):
        values = found.setdefault(op.name, {})
        for own, value in settings.items():
            values.setdefault(own, set()).add(repr(value))
    watchers.append(watch)
    try:
        for row in every_row():
            args = row.tensors(xp)
            outs = row.call(args)
            if row.differentiable:
                mt.runtime.grad(scalar(outs), [x for x in flat(args) if x.requires_grad], create_graph=True,
                                allow_unused=True)
    finally:
        watchers.pop()
    return found


def nodes_of(outs):
    """Every node that the outputs were computed from."""
    return {node for out in outs if out._node is not None for node in backward_order(out._node) if type(node) is Node}
