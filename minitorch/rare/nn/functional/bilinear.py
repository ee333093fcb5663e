"""bilinear, a product of a weight with two inputs; and linear_cross_entropy, a linear layer with its loss."""

from math import prod

from ....nn.functional.common import declared, refuse
from ....nn.functional.loss import cross_entropy
from ....runtime import Tensor, function

__all__ = ["bilinear", "linear_cross_entropy"]


@function(method=False, same="input1 input2 weight bias")
def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor = None):
    """Σ_ij input1_i · weight_kij · input2_j + bias_k, for each sample.

    input1, input2   (*, I) and (*, J)
    weight           (K, I, J)
    bias             (K,), or None
    returns          (*, K)

    Raises RuntimeError for shapes that do not fit, IndexError for a weight of fewer dimensions.
    """
    if weight.ndim < 3:
        refuse(IndexError, f"bilinear(): the weight is (K, I, J), three dimensions, not {list(weight.shape)}.")
    if weight.ndim > 3 or input1.ndim == 0 or input1.shape[:-1] != input2.shape[:-1]:
        refuse(RuntimeError, f"bilinear(): input batch dimensions do not match: {list(input1.shape)} and "
               f"{list(input2.shape)} with a weight of {list(weight.shape)}; they are (*, I), (*, J) and (K, I, J).")
    K, I, J = weight.shape
    if (input1.shape[-1], input2.shape[-1]) != (I, J):
        refuse(RuntimeError, f"bilinear(): the inputs end in {input1.shape[-1]} and {input2.shape[-1]} features, and "
               f"the weight {list(weight.shape)} takes {I} and {J}.")
    if bias is not None and tuple(bias.shape) != (K,):
        refuse(RuntimeError if bias.ndim else IndexError, "bilinear(): bias size does not match weight size: got "
               f"{list(bias.shape)} for {K} outputs.")
    rows = input1 @ weight.permute(1, 0, 2).reshape(I, K * J)
    out = (rows.unflatten(-1, (K, J)) @ input2.unsqueeze(-1)).squeeze(-1)
    return out if bias is None else out + bias


@declared()
def linear_cross_entropy(input: Tensor, linear_weight: Tensor, target: Tensor, *, linear_bias: Tensor = None,
                         weight: Tensor = None, reduction="mean", ignore_index=None, label_smoothing: float = 0.0,
                         options=None):
    """Return cross_entropy of the scores input @ linear_weight.T + linear_bias.

    input           (N, in_features) or (in_features,)
    linear_weight   (C, in_features), or (C, …, in_features) for scores (N, C, …)
    target          (N, …)  labels, or probabilities of the scores' shape; see cross_entropy
    linear_bias     (C, …)
    options         accepted, without effect; PyTorch uses them to save memory by computing in parts

    Raises RuntimeError for shapes that do not fit, and for an ignore_index with probabilities.
    """
    if input.ndim not in (1, 2) or linear_weight.ndim < 2:
        refuse(RuntimeError, f"linear_cross_entropy: expected input with dimensionality 1 or 2, got {input.ndim}, and "
               f"linear_weight with dimensionality at least 2, got {linear_weight.ndim}.")
    *space, features = linear_weight.shape
    if input.shape[-1] != features:
        refuse(RuntimeError, "linear_cross_entropy: expected equal input and linear_weight last dimensions "
               f"(in_features), got {input.shape[-1]} and {features}, respectively.")
    if linear_bias is not None and list(linear_bias.shape) != space:
        refuse(RuntimeError, f"linear_cross_entropy: expected linear_bias shape {tuple(space)}, got "
               f"{tuple(linear_bias.shape)}.")
    if input.ndim == 1 and len(space) > 1:
        refuse(RuntimeError, f"linear_cross_entropy: a linear_weight of {list(linear_weight.shape)} requires batched "
               f"input, (N, {features}), not {list(input.shape)}.")
    scores = (input @ linear_weight.reshape(prod(space), features).T).reshape(*input.shape[:-1], *space)
    scores = scores if linear_bias is None else scores + linear_bias
    if target.shape == scores.shape and ignore_index is not None:
        refuse(RuntimeError, "linear_cross_entropy: ignore_index cannot be specified when target contains "
               "probabilities.")
    return cross_entropy(scores, target, weight, None, -100 if ignore_index is None else ignore_index, None, reduction,
                         label_smoothing)
