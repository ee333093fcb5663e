"""Adafactor: typical slopes of a matrix kept as one number a row and one a column."""

from ..backend import library_of
from ..piece import piece
from .common import check
from .optimizer import Optimizer


@piece
def adafactor(param, grad, state, *, lr, beta2_decay, eps, d, weight_decay, maximize):
    """One step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; keeps "step", and the running mean squares of the slopes: of a vector "variance", of a
                  matrix "row_var" (…, rows, 1) and "col_var" (…, 1, columns), whose product stands for all

    Source: Shazeer & Stern, Adafactor: adaptive learning rates with sublinear memory cost (2018). As in PyTorch,
    lr bounds the relative step and eps[0] enters where the running means are used.
    """
    xp = library_of(param)
    if param.dtype.kind == "c":
        raise RuntimeError("Adafactor does not support complex parameters.")
    smallest = xp.finfo(param.dtype).eps if eps[0] is None else eps[0]
    state["step"] = state.get("step", 0) + 1
    fresh = state["step"] ** beta2_decay                         # the share of this step in the running means
    length = xp.maximum(root_mean_square(xp, param), eps[1]) * min(lr, state["step"] ** -0.5)
    if maximize:
        grad = -grad
    if weight_decay:
        param *= 1 - lr * weight_decay
    square = grad * grad
    if grad.ndim > 1:
        rows = mixed(xp, state, "row_var", square.mean(-1, keepdims=True), fresh)
        columns = mixed(xp, state, "col_var", square.mean(-2, keepdims=True), fresh)
        typical = rows @ columns / xp.maximum(rows.mean(-2, keepdims=True), smallest)
    else:
        typical = mixed(xp, state, "variance", square, fresh)
    update = grad / xp.sqrt(xp.maximum(typical, smallest * smallest))
    param -= (length / xp.maximum(root_mean_square(xp, update) / d, 1)).astype(param.dtype) * update


def root_mean_square(xp, x):
    """√(Σ x² / n), a 0-d array."""
    return xp.sqrt((x * x).sum()) / x.size ** 0.5


def mixed(xp, state, name, mean, share):
    """The running mean that `state` keeps by this name, zeros at first, with its share of `mean` mixed in."""
    if name not in state:
        state[name] = xp.zeros_like(mean)
    state[name] += share * (mean - state[name])
    return state[name]


class Adafactor(Optimizer):
    """Adaptive steps in proportion to the size of the weights, with little memory: rows + columns numbers a matrix.

    lr             the largest relative step; steps fade as 1/√step
    beta2_decay    the memory of the mean squares is 1 − step^beta2_decay
    eps            what the mean squares are kept from falling below (None: the dtype's eps), and the weights' size
    d              updates with a root mean square above d are scaled down to it
    weight_decay   weights shrink by lr · weight_decay a step

    Raises ValueError for a negative setting, a beta2_decay above 0 and a d below 1.
    """

    rule = adafactor

    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None,
                 maximize=False):
        check(lr=lr, weight_decay=weight_decay, epsilon1=0 if eps[0] is None else eps[0], epsilon2=eps[1])
        if not beta2_decay <= 0:
            raise ValueError(f"beta2_decay should be <= 0 but is: {beta2_decay}.")
        if not d >= 1:
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {d}.")
        super().__init__(params, {"lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d,
                                  "weight_decay": weight_decay, "foreach": foreach, "maximize": maximize})
