"""The operations by which the tensors of several ranks are reduced to one."""

from enum import Enum


class ReduceOp(Enum):
    """SUM, AVG (sum / number of ranks), PRODUCT, MIN, MAX; BAND, BOR, BXOR for the bits of integers."""

    SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR = range(8)


def mpi_name(op, kind):
    """Return MPI's name for an op on elements of a NumPy kind: "SUM", "PROD", …; for bools "LOR" and "LAND".

    Raises TypeError if op is not a ReduceOp, ValueError if these elements do not support it.
    """
    if not isinstance(op, ReduceOp):
        raise TypeError(f"op should be a ReduceOp, such as ReduceOp.SUM, not {op!r}.")
    if op in (ReduceOp.BAND, ReduceOp.BOR, ReduceOp.BXOR) and kind not in "iub":
        raise ValueError(f"ReduceOp.{op.name} is for integers and bools: floating numbers have no bits to combine.")
    if op in (ReduceOp.MIN, ReduceOp.MAX) and kind == "c":
        raise ValueError(f"ReduceOp.{op.name} cannot order complex numbers. Reduce .abs(), or .real and .imag.")
    if kind == "b":
        if op is ReduceOp.AVG:
            raise ValueError("ReduceOp.AVG does not support bools. Reduce x.float().")
        return {"SUM": "LOR", "MAX": "LOR", "BOR": "LOR", "PRODUCT": "LAND", "MIN": "LAND", "BAND": "LAND",
                "BXOR": "LXOR"}[op.name]
    if op is ReduceOp.AVG and kind != "f" and kind != "c":
        raise ValueError("ReduceOp.AVG does not support integers. Reduce x.float(), or use ReduceOp.SUM.")
    return {"AVG": "SUM", "PRODUCT": "PROD"}.get(op.name, op.name)
