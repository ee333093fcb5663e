"""embedding_bag: the sum, the mean or the maximum of the table's rows in each bag of indices."""

from ....engine import dispatch
from ....nn.functional.common import declared, refuse
from ....nn.functional.embeddings import limit_norm
from ....ops.index import embedding as ops
from ....ops.index.masks import where_function as where
from ....runtime import Tensor, functions, one_node

__all__ = ["embedding_bag"]

INF = float("inf")


@declared()
@one_node
def embedding_bag(input: Tensor, weight: Tensor, offsets: Tensor = None, max_norm=None, norm_type=2,
                  scale_grad_by_freq: bool = False, mode="mean", sparse: bool = False,
                  per_sample_weights: Tensor = None, include_last_offset: bool = False, padding_idx: int | None = None):
    """Reduce the rows weight[input] of each bag to one row; an empty bag gives zeros.

    input                (B, n)  bags of n indices; or (L,), all bags one after the other
    weight               (V, D)  the table
    offsets              (B,)    for input (L,): the start of each bag, the first at 0
    max_norm             selected rows with a larger norm are first scaled down to max_norm, in the table itself
    norm_type            p of the p-norm that max_norm limits
    scale_grad_by_freq   each row's gradient is divided by how often the row was selected
    mode                 "sum", "mean" or "max"
    sparse               accepted, but not with "max"; without effect: a gradient is an ordinary tensor here
    per_sample_weights   of input's shape: the factor of each row, for mode "sum"
    include_last_offset  offsets has one element more: the end of the last bag
    padding_idx          an index that bags leave out
    returns              (B, D)
    """
    check(input, weight, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights)
    index = input.reshape(-1)
    bag, bags = bag_of_each(input, offsets, include_last_offset)
    if max_norm is not None:
        limit_norm(weight, index, max_norm, norm_type)
    rows = dispatch(ops.embedding, (weight, index), {"padding_idx": None, "by_freq": scale_grad_by_freq})
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.reshape(-1, 1)
    counted = bag < bags
    if padding_idx is not None:
        counted = counted & (index != as_row(padding_idx, weight))
    bag, rows = bag[counted], rows[counted]
    count = bag.new_zeros(bags).index_add(0, bag, functions["ones_like"](bag))
    if mode == "max":
        return max_in_bags(rows, bag, count)
    total = rows.new_zeros(bags, weight.shape[1]).index_add(0, bag, rows)
    return total if mode == "sum" else total / count.clamp(min=1)[:, None]


def check(input, weight, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights):
    """Raise for arguments that do not describe bags."""
    if weight.ndim != 2:
        refuse(ValueError, f"embedding_bag: weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}.")
    if per_sample_weights is not None and per_sample_weights.shape != input.shape:
        refuse(ValueError, f"embedding_bag: If per_sample_weights ({list(per_sample_weights.shape)}) is not None, then "
               f"it must have the same shape as the input ({list(input.shape)}).")
    if input.ndim not in (1, 2):
        refuse(ValueError, f"embedding_bag: input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}.")
    if (offsets is None) != (input.ndim == 2):
        refuse(ValueError, "embedding_bag: if input is 2D, then offsets has to be None: each row is a bag." if
               input.ndim == 2 else "embedding_bag: offsets has to be a 1D Tensor but got None: where each bag begins.")
    if offsets is not None and offsets.ndim != 1:
        refuse(ValueError, f"embedding_bag: offsets has to be a 1D Tensor, not {list(offsets.shape)}.")
    if mode not in ("sum", "mean", "max"):
        refuse(ValueError, f"embedding_bag: mode has to be one of sum, mean or max, not {mode!r}.")
    if mode == "max" and (scale_grad_by_freq or sparse):
        refuse(ValueError, "embedding_bag: max mode does not support scaling the gradient by the frequency, nor sparse "
               "weights.")
    if per_sample_weights is not None and mode != "sum":
        refuse(NotImplementedError, "embedding_bag: per_sample_weights is only supported for mode='sum' "
               f"(got mode='{mode}').")


def bag_of_each(input, offsets, include_last_offset):
    """Return (bag of each index, number of bags); for an index after the last bag, bag equals the number of bags."""
    if input.ndim == 2:
        bags, size = input.shape
        return functions["arange"](bags, device=input.device).repeat_interleave(size), bags
    starts, bags = offsets.long(), len(offsets) - include_last_offset
    if bags < 0:
        refuse(RuntimeError, "embedding_bag: include_last_offset: number of offset should be at least 1.")
    if len(starts) and int(starts[0]) != 0:
        refuse(RuntimeError, "embedding_bag: offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to "
               f"start from position 0. However, got {int(starts[0])}.")
    if len(starts) and int(starts[-1]) > len(input):
        refuse(RuntimeError, f"embedding_bag: offsets[-1] can not be greater than input's length {len(input)} but got "
               f"offsets[-1] of {int(starts[-1])}.")
    place = functions["arange"](input.shape[0], device=input.device)
    return functions["searchsorted"](starts, place, right=True) - 1, bags


def as_row(padding_idx, weight):
    """Return padding_idx counted from the first row; RuntimeError if it is out of range."""
    rows = weight.shape[0]
    if not -rows <= padding_idx < rows:
        refuse(RuntimeError, f"embedding_bag: padding_idx must be within the number of embeddings, {-rows} through "
               f"{rows - 1} but got {padding_idx}.")
    return padding_idx % rows


def max_in_bags(rows, bag, count):
    """Return the maximum of each feature in each bag; bags are padded with −inf to the same size."""
    longest = int(count.max()) if len(count) else 0
    if not longest:
        return rows.new_zeros(len(count), rows.shape[1]) + rows.sum(0)
    place = functions["arange"](len(bag), device=bag.device) - (count.cumsum(0) - count)[bag]
    side_by_side = rows.new_full((len(count), longest, rows.shape[1]), -INF).index_put((bag, place), rows)
    return where((count > 0)[:, None], side_by_side.max(1).values, 0.0)
