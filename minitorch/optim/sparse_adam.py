"""SparseAdam: Adam for tables of which a step uses few rows, such as embeddings; it leaves all others alone."""

from ..backend import library_of
from ..piece import piece
from .common import check, running_means
from .optimizer import Optimizer


@piece
def sparse_adam(param, grad, state, *, lr, betas, eps, maximize):
    """One step for one parameter, in place: of the rows whose gradient is not 0 everywhere.

    param, grad   arrays of one shape, a row for each index of the first dimension
    state         dict; keeps "step", "exp_avg" (mean slope), "exp_avg_sq" (mean square), each as it
                  was when its row was last used

    Source: Kingma & Ba, Adam (2015), algorithm 1, row by row.
    """
    xp = library_of(param)
    mean, square = running_means(state, param, "exp_avg", "exp_avg_sq")
    param, grad, mean, square = (x.reshape(x.shape or (1,)) for x in (param, grad, mean, square))
    rows = xp.flatnonzero((grad != 0).any(axis=tuple(range(1, grad.ndim)))) if grad.ndim > 1 else xp.flatnonzero(grad)
    grad = -grad[rows] if maximize else grad[rows]
    beta1, beta2 = betas
    mean[rows] += (1 - beta1) * (grad - mean[rows])
    square[rows] += (1 - beta2) * (grad * grad - square[rows])
    unbias1, unbias2 = 1 - beta1 ** state["step"], (1 - beta2 ** state["step"]) ** 0.5
    param[rows] -= lr * unbias2 / unbias1 * mean[rows] / (xp.sqrt(square[rows]) + eps)


class SparseAdam(Optimizer):
    """Adam in which a row that a step did not use keeps its weights and its means: for nn.Embedding(sparse=True).

    betas      memory of the mean and of the mean square, each 0 to below 1
    eps        keeps the division finite
    maximize   climb instead

    Gradients are dense here, also those of sparse=True: a row counts as used where its gradient is not 0 everywhere.
    PyTorch moves a row that was looked up also where its gradient is 0; in all else the numbers are PyTorch's.

    Raises ValueError for negative settings, betas outside [0, 1) and complex parameters.
    """

    rule = sparse_adam

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        check(lr=lr, betas=betas, eps=eps)
        super().__init__(params, {"lr": lr, "betas": tuple(betas), "eps": eps, "maximize": maximize})

    def add_param_group(self, param_group):
        super().add_param_group(param_group)
        for number, param in enumerate(self.param_groups[-1]["params"]):
            if param.array.dtype.kind == "c":
                raise ValueError(f"SparseAdam does not support complex parameters, and number {number} of the group is "
                                 f"{param.dtype}. Use Adam.")
