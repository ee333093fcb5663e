"""Rows of a table, selected by index, and one-hot vectors."""

from ...backend import META, library_of
from ...engine import dispatch, no_grad
from ...engine.piece import piece
from ...ops.index import embedding as ops
from ...ops.index.masks import where_function as where
from ...runtime import Tensor, bump
from ...runtime.libraries import flag_outside
from .common import declared, refuse

__all__ = ["embedding", "one_hot"]


@piece
@declared()
def embedding(input: Tensor, weight: Tensor, padding_idx: int | None = None, max_norm=None, norm_type: float = 2.0,
              scale_grad_by_freq: bool = False, sparse: bool = False):
    """weight[input]: a row of the table for each index.

    input                (…)     integers in [0, V)
    weight               (V, D)  the table
    padding_idx          a row that gets no gradient
    max_norm             selected rows with a larger norm are first scaled down to this norm, in the table
    norm_type            p of this p-norm
    scale_grad_by_freq   each row's gradient is divided by how often the row was selected
    sparse               accepted, without effect: a gradient is an ordinary tensor here
    returns              (…, D)

    Raises IndexError for an index outside [0, V), with its position and the size of the vocabulary; RuntimeError for a
    weight that is not 2-D, AssertionError for a padding_idx outside the table.
    """
    if weight.ndim != 2:
        refuse(RuntimeError, f"embedding: 'weight' must be 2-D, (vocabulary, features), not {tuple(weight.shape)}.")
    if padding_idx is not None:
        rows = weight.shape[0]
        if not -rows <= padding_idx < rows:
            refuse(AssertionError, f"Padding_idx must be within num_embeddings: {padding_idx} is no row of {rows}.")
        padding_idx %= rows
    if max_norm is not None:
        limit_norm(weight, input, max_norm, norm_type)
    return dispatch(ops.embedding, (weight, input), {"padding_idx": padding_idx, "by_freq": scale_grad_by_freq})


def limit_norm(weight, input, max_norm, norm_type):
    """Scale rows down to max_norm in place, if `input` selects them and their norm is larger."""
    with no_grad():
        rows = input.reshape(-1).unique()
        taken = dispatch(ops.embedding, (weight.detach(), rows))
        norm = (taken.abs() ** norm_type).sum(1) ** (1 / norm_type)
        scale = where(norm > max_norm, max_norm / (norm + 1e-7), 1.0)
        weight.array[rows.array] = (taken * scale[:, None]).array
        bump(weight)


def no_class(value, position, classes):
    return RuntimeError(f"Class values must be from 0 to num_classes - 1 ({classes - 1}), and the one at position "
                        f"{position} is {value}.")


def one_hot(tensor: Tensor, num_classes: int = -1):
    """Return each index as a vector with a 1 at that index: (…) integers -> (…, num_classes) int64.

    num_classes   −1: one more than the largest index

    Raises RuntimeError for an index below 0 or not below num_classes, and for a dtype other than int64.

    >>> one_hot(tensor([0, 2]))
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """
    index = tensor.array
    if tensor.dtype.name != "int64":
        refuse(RuntimeError, f"one_hot is only applicable to index tensor of type LongTensor, not {tensor.dtype}. "
               "Convert with tensor.long().")
    if num_classes > 0 and tensor.device is META:        # a meta tensor has no values to check
        return dispatch(ops.one_hot, (tensor,), {"classes": num_classes})
    if num_classes > 0 and flag_outside(index, 0, num_classes - 1, no_class, num_classes):
        return dispatch(ops.one_hot, (tensor,), {"classes": num_classes})
    if num_classes <= 0 and not index.size:
        refuse(RuntimeError, "Can not infer total number of classes from empty tensor: pass num_classes.")
    ends = library_of(index).stack([index.min(), index.max()]) if index.size else index   # one copy from a GPU
    smallest, largest = ends.tolist() if index.size else (0, -1)
    if smallest < 0:
        refuse(RuntimeError, f"Class values must be non-negative, and one is {smallest}.")
    if num_classes != -1 and largest >= num_classes:
        refuse(RuntimeError, f"Class values must be smaller than num_classes ({num_classes}), and one is {largest}.")
    return dispatch(ops.one_hot, (tensor,), {"classes": largest + 1 if num_classes == -1 else num_classes})
