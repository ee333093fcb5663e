"""The Kullback-Leibler divergence: how far one distribution is from another, in nats."""

from ...ops.elementwise.logarithms import xlogy
from ...runtime import Tensor
from .common import float16_in_float32, reduced, reduction_of, refuse

__all__ = ["kl_div"]


@float16_in_float32
def kl_div(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", log_target=False):
    """Return the Kullback-Leibler divergence of log-probabilities `input` from probabilities `target` of one shape.

    reduction    "batchmean" divides by N, "mean" by all elements
    log_target   whether the target contains log-probabilities too

    Raises RuntimeError for integers.
    """
    if not (input.is_floating_point() and target.is_floating_point()):
        refuse(RuntimeError, f"kl_div: Integral inputs not supported, and they are {input.dtype} and {target.dtype}: "
               "it takes log-probabilities and probabilities.")
    loss = target.exp() * (target - input) if log_target else xlogy(target, target) - target * input
    if reduction == "batchmean":
        return loss.sum() / input.shape[0] if input.ndim else loss
    return reduced(loss, reduction_of(size_average, reduce, reduction))
