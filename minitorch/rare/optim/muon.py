"""Optimisers for weight matrices. Muon: a step is the momentum with all singular values near 1; Adafactor:
mean squared gradients are stored as one number for each row and one for each column.
"""

from functools import partial

from ...backend import library_of
from ...engine.piece import piece
from ...optim.common import check
from ...optim.optimizer import Optimizer
from ..ops.bfloat16 import to_bfloat16

ADJUSTMENTS = {"original": lambda rows, columns: max(1, rows / columns) ** 0.5,
               "match_rms_adamw": lambda rows, columns: 0.2 * max(rows, columns) ** 0.5}


@piece
def muon(param, grad, state, *, lr, weight_decay, momentum, nesterov, ns_coefficients, eps, ns_steps, adjust_lr_fn):
    """Take one step for one matrix, in place.

    param, grad   arrays of one shape (rows, columns)
    state         dict; stores "momentum_buffer", the running mean gradient

    Source: Jordan, Muon: an optimizer for hidden layers in neural networks (2024); match_rms_adamw: Liu et al.,
    Muon is scalable for LLM training (2025).
    """
    if param.dtype.kind == "c":
        raise RuntimeError("Muon does not support complex parameters.")
    mean = state.setdefault("momentum_buffer", library_of(param).zeros_like(param))
    mean += (1 - momentum) * (grad - mean)
    update = grad + momentum * (mean - grad) if nesterov else mean
    update = orthogonalize(update, ns_coefficients, ns_steps, eps)
    param *= 1 - lr * weight_decay
    param -= lr * ADJUSTMENTS[adjust_lr_fn or "original"](*param.shape) * update


def orthogonalize(matrix, coefficients, steps, eps):
    """Move all singular values near 1: return about U·Vᵀ of a matrix U·S·Vᵀ, by Newton and Schulz's iteration.

    A step multiplies every singular value s by a + b·s² + c·s⁴. Results are rounded to bfloat16, as in PyTorch.
    """
    xp = library_of(matrix)
    short = partial(to_bfloat16, xp)
    tall = matrix.shape[0] > matrix.shape[1]
    x = short(matrix.T if tall else matrix)
    x = short(x / xp.maximum(short(xp.sqrt((x * x).sum())), eps))
    a, b, c = coefficients
    for _ in range(steps):
        gram = short(x @ x.T)
        x = short(a * x + short(b * gram + c * (gram @ gram)) @ x)
    return (x.T if tall else x).astype(matrix.dtype)


class Muon(Optimizer):
    """Orthogonalised momentum: every direction of a weight matrix moves equally far. For matrices of hidden layers.

    weight_decay      weights shrink by lr · weight_decay a step
    momentum          decay of the mean gradient
    nesterov          whether to use Nesterov momentum
    ns_coefficients   (a, b, c) of the polynomial that brings singular values near 1
    eps               the minimum norm that a matrix is divided by
    ns_steps          how often the polynomial is applied
    adjust_lr_fn      how the rate depends on the shape: "original" (None), lr · √max(1, rows/columns), or
                      "match_rms_adamw", lr · 0.2 · √max(rows, columns)

    Use another optimiser, AdamW, for biases, embeddings and the last layer. Raises ValueError for a parameter that is
    not a matrix, a negative setting, and an unknown adjust_lr_fn.
    """

    rule = muon

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True,
                 ns_coefficients=(3.4445, -4.775, 2.0315), eps=1e-7, ns_steps=5, adjust_lr_fn=None):
        check(lr=lr, momentum=momentum, weight_decay=weight_decay)
        if adjust_lr_fn is not None and adjust_lr_fn not in ADJUSTMENTS:
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported: use "
                             f"{' or '.join(map(repr, ADJUSTMENTS))}.")
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
    """Take one step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; stores "step", and the running mean squares of gradients: for a vector "variance", for a
                  matrix "row_var" (…, rows, 1) and "col_var" (…, 1, columns), whose product estimates all of them

    Source: Shazeer & Stern, Adafactor: adaptive learning rates with sublinear memory cost (2018). As in PyTorch,
    lr limits the relative step, and eps[0] is applied where the running means are used.
    """
    xp = library_of(param)
    if param.dtype.kind == "c":
        raise RuntimeError("Adafactor does not support complex parameters.")
    smallest = xp.finfo(param.dtype).eps if eps[0] is None else eps[0]
    state["step"] = state.get("step", 0) + 1
    fresh = state["step"] ** beta2_decay                         # the weight of this step in the running means
    length = xp.maximum(root_mean_square(xp, param), eps[1]) * min(lr, state["step"] ** -0.5)
    if maximize:
        grad = -grad
    if weight_decay:
        param *= 1 - lr * weight_decay
    square = grad * grad
    if grad.ndim > 1:
        rows = update_mean(xp, state, "row_var", square.mean(-1, keepdims=True), fresh)
        columns = update_mean(xp, state, "col_var", square.mean(-2, keepdims=True), fresh)
        typical = rows @ columns / xp.maximum(rows.mean(-2, keepdims=True), smallest)
    else:
        typical = update_mean(xp, state, "variance", square, fresh)
    update = grad / xp.sqrt(xp.maximum(typical, smallest * smallest))
    param -= (length / xp.maximum(root_mean_square(xp, update) / d, 1)).astype(param.dtype) * update


def root_mean_square(xp, x):
    """Return √(Σ x² / n), a 0-d array."""
    return xp.sqrt((x * x).sum()) / x.size ** 0.5


def update_mean(xp, state, name, mean, share):
    """Mix a share of `mean` into the running mean named `name` in `state` (at first zeros); return the running mean."""
    if name not in state:
        state[name] = xp.zeros_like(mean)
    state[name] += share * (mean - state[name])
    return state[name]


class Adafactor(Optimizer):
    """Adaptive steps in proportion to the size of the weights; for R × C weights it stores R + C numbers.

    lr             the largest relative step; steps decrease as 1/√step
    beta2_decay    the decay of the mean squares is 1 − step^beta2_decay
    eps            the minimum mean square (None: the dtype's eps), and the minimum size of the weights
    d              updates whose root mean square is larger than d are scaled down to d
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
