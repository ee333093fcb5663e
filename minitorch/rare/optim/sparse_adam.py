"""SparseAdam: Adam for tables such as embeddings, where a step uses few rows and changes no other row."""

from ...backend import library_of
from ...engine.piece import piece
from ...optim.common import check, running_means
from ...optim.optimizer import Optimizer


@piece
def sparse_adam(param, grad, state, *, lr, betas, eps, maximize):
    """Take one step for one parameter, in place: for the rows whose gradient is not 0 everywhere.

    param, grad   arrays of one shape, a row for each index of the first dimension
    state         dict; stores "step", "exp_avg" (mean gradient), "exp_avg_sq" (mean square); rows of these change
                  only when they are used

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

    betas      decay of the mean and of the mean square, each 0 to below 1
    eps        avoids a division by 0
    maximize   move in the direction of the gradient instead of against it

    Gradients are dense here, also those of sparse=True: a row counts as used if its gradient is not 0 everywhere.
    PyTorch also updates a row that was looked up but has gradient 0; otherwise the results are PyTorch's.

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
