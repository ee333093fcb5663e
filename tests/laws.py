"""Laws: statements about ops, each written once and tested on every row of the table of samples."""

from functools import cache

import numpy as np
import pytest
from draws import Draw
from notation import flat, rows_by_name
from samples import every_row

import minitorch as mt
from minitorch.engine import Node, backward_order, watchers
from minitorch.runtime import functions


class Laws:
    """The laws that one file states: `law = Laws()`, `@law(condition)` above each, and `test_... = law.tests()` below.

    All laws of one op, tried on all its rows, are one test on each backend: thousands of small ones would cost more in
    pytest than in the laws. An error names each law that fails, and the row.
    """

    def __init__(self):
        self.stated = []

    def __call__(self, *conditions, dear=False):
        """Test a law on every row for which the conditions hold.

        dear   it takes long: on the second backend one row an op is enough
        """
        rows_of = by_op(*conditions)

        def state(law):
            self.stated.append((law, rows_of, dear))
            return law
        return state

    def tests(self):
        """Return a test, parametrized by the ops that some law applies to."""
        names = [name for name in by_op() if any(name in rows_of for _, rows_of, _ in self.stated)]

        def every_law_holds(name, xp):
            errors = [error for law, rows_of, dear in self.stated
                      for error in failures(law, rows_of.get(name, []), xp, dear)]
            if len(errors) > 1:
                raise BaseExceptionGroup(f"{len(errors)} laws fail for {name} on {xp}", errors)
            for error in errors:
                raise error
        return pytest.mark.parametrize("name", names)(every_law_holds)


def by_op(*conditions):
    """Return {op name: rows} of the rows for which the conditions hold."""
    grouped = rows_by_name(every_row(*conditions))
    return dict(zip(grouped["ids"], grouped["argvalues"]))


def failures(law, rows, xp, dear):
    """Return a list with the error of a law at the first row that fails, which names the row; [] if all rows pass."""
    mt.manual_seed(0)                                    # the seed of every test, see conftest.py
    np.random.seed(0)
    for row in rows if xp.name == "numpy" or not dear else first_full(rows):
        try:
            law(row, xp)
        except (Exception, pytest.fail.Exception) as error:
            error.add_note(f"The law {law.__name__} fails for {row}.")
            return [error]
    return []


def first_full(rows):
    """Return a list of the first row that has an element."""
    return [row for row in rows if any(draw.array().size for draw in row.draws if draw.floating)][:1]


def public(row):
    """Return whether the row calls the public function of an op."""
    return row.op is not None and not row.op.hidden and row.draws and row.name not in functions


def fused(row):
    return row.op is not None and row.op.composition


def written_over(row):
    return (row.op is not None and row.op.inplace and row.args and type(row.args[0]) is Draw
            and "alpha" not in row.settings and "rounding_mode" not in row.settings and row.before is None)


def scalar(outs):
    """Return a weighted sum of all elements of the floating outputs, with a different weight for each."""
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
    """Return {op: {setting: its values as text}} of every op that a row or its derivative calls."""
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
    """Return every node that the outputs were computed from."""
    return {node for out in outs if out._node is not None for node in backward_order(out._node)
            if isinstance(node, Node)}
