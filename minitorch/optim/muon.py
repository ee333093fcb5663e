"""Rules that see a weight as a matrix. Muon: its momentum, all singular values brought near 1, as a step; Adafactor:
typical slopes kept as one number a row and one a column.
"""

from ..backend import library_of
from ..piece import piece
from .common import check
from .optimizer import Optimizer

ADJUSTMENTS = {"original": lambda rows, columns: max(1, rows / columns) ** 0.5,
               "match_rms_adamw": lambda rows, columns: 0.2 * max(rows, columns) ** 0.5}


@piece
def muon(param, grad, state, *, lr, weight_decay, momentum, nesterov, ns_coefficients, eps, ns_steps, adjust_lr_fn):
    """One step for one matrix, in place.

    param, grad   arrays of one shape (rows, columns)
    state         dict; keeps "momentum_buffer", the running mean slope

    Source: Jordan, Muon: an optimizer for hidden layers in neural networks (2024); match_rms_adamw: Liu et al.,
    Muon is scalable for LLM training (2025).
    """
    if param.dtype.kind == "c":
        raise RuntimeError("Muon does not support complex parameters.")
    mean = state.setdefault("momentum_buffer", library_of(param).zeros_like(param))
    mean += (1 - momentum) * (grad - mean)
    update = grad + momentum * (mean - grad) if nesterov else mean
    update = orthogonalized(update, ns_coefficients, ns_steps, eps)
    param *= 1 - lr * weight_decay
    param -= lr * ADJUSTMENTS[adjust_lr_fn or "original"](*param.shape) * update


def orthogonalized(matrix, coefficients, steps, eps):
    """The matrix with its singular values brought near 1: U·Vᵀ of its U·S·Vᵀ, roughly, by Newton and Schulz.

    A step multiplies every singular value s by a + b·s² + c·s⁴. It is computed in the matrix's own dtype; PyTorch
    rounds to bfloat16, which NumPy does not have, so its numbers differ from these by a hundredth.
    """
    xp = library_of(matrix)
    tall = matrix.shape[0] > matrix.shape[1]
    x = matrix.T if tall else matrix
    x = x / xp.maximum(xp.sqrt((x * x).sum()), eps).astype(x.dtype)
    a, b, c = coefficients
    for _ in range(steps):
        gram = x @ x.T
        x = a * x + (b * gram + c * (gram @ gram)) @ x
    return x.T if tall else x


class Muon(Optimizer):
    """Momentum, orthogonalised: every direction of a weight matrix moves equally far. For matrices of hidden layers.

    weight_decay      weights shrink by lr · weight_decay a step
    momentum          how much of the mean slope stays
    nesterov          look one step ahead along the momentum
    ns_coefficients   (a, b, c) of the polynomial that brings singular values near 1
    eps               the least norm that a matrix is divided by
    ns_steps          how often the polynomial is applied
    adjust_lr_fn      how the rate depends on the shape: "original" (None), lr · √max(1, rows/columns), or
                      "match_rms_adamw", lr · 0.2 · √max(rows, columns)

    Biases, embeddings and the last layer take another optimiser, AdamW. Raises ValueError for a parameter that is no
    matrix, a negative setting, and an unknown adjust_lr_fn.
    """

    rule = muon

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True,
                 ns_coefficients=(3.4445, -4.775, 2.0315), eps=1e-7, ns_steps=5, adjust_lr_fn=None):
        check(lr=lr, momentum=momentum, weight_decay=weight_decay)
        if adjust_lr_fn is not None and adjust_lr_fn not in ADJUSTMENTS:
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported: there are "
                             f"{' and '.join(map(repr, ADJUSTMENTS))}.")
        super().__init__(params, {
            "lr": lr, "weight_decay": weight_decay, "momentum": momentum, "nesterov": nesterov,
            "ns_coefficients": ns_coefficients, "eps": eps, "ns_steps": ns_steps, "adjust_lr_fn": adjust_lr_fn})

    def add_param_group(self, param_group):
        super().add_param_group(param_group)
        for param in self.param_groups[-1]["params"]:
            if param.ndim != 2:
                raise ValueError(f"Muon only supports 2D parameters, and one has the size {list(param.shape)}: give "
                                 "vectors and filters to another optimizer, AdamW.")


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
        check(lr=lr, weight_decay=weight_decay)
        for number, value in enumerate(eps, 1):
            if value is not None and not value >= 0:
                raise ValueError(f"epsilon{number} should be >= 0 but is: {value}.")
        if not beta2_decay <= 0:
            raise ValueError(f"beta2_decay should be <= 0 but is: {beta2_decay}.")
        if not d >= 1:
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {d}.")
        super().__init__(params, {"lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d,
                                  "weight_decay": weight_decay, "foreach": foreach, "maximize": maximize})
