"""CTC: −log probability of a sequence of labels whose positions among the outputs are unknown."""

from ....engine import tensor_types
from ....nn.functional.common import declared, reduced, refuse
from ....ops.conv.padding import pad
from ....ops.index.masks import where_function as where
from ....ops.shape.copies import stack_function as stack
from ....runtime import Tensor, functions
from ....tensors import tensor
from ...ops.elementwise.logarithms import logaddexp
from ...ops.reduce.logarithms import logsumexp

__all__ = ["ctc_loss"]

IMPOSSIBLE = -1e30                   # is used as log(0), because −inf would have no gradient


@declared()
def ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths, target_lengths, blank: int = 0, reduction="mean",
             zero_infinity: bool = False):
    """Return the mean −log probability of label sequences; a sequence's probability is the sum over its alignments.

    log_probs       (T, N, C) or (T, C)  from log_softmax: for each time step, over the labels and the blank
    targets         (N, S), padded; or the sequences one after the other; labels other than the blank
    input_lengths   (N,)  how many time steps of each sample count: a tensor of integers, or a tuple
    target_lengths  (N,)  how many labels each sample has
    blank           the number of the class that means no label
    reduction       "mean" divides each loss by its target's length first
    zero_infinity   whether an infinite loss, from a target that is too long for its outputs, counts as 0
    returns         (), or (N,) with reduction "none"

    An alignment repeats labels and inserts blanks; two equal labels need a blank between them. The gradient is
    PyTorch's: that of the scores before log_softmax, exp(log_probs) minus the probability of each label at each step.
    Raises RuntimeError for lengths that do not fit. Source: Graves et al., Connectionist Temporal Classification
    (2006).
    """
    check_log_probs(log_probs, blank)
    batch = log_probs if log_probs.ndim == 3 else log_probs.unsqueeze(1)
    lengths, sizes = (as_lengths(name, given, batch) for name, given in (
        ("input_lengths", input_lengths), ("target_lengths", target_lengths)))
    if not bool(((lengths >= 0) & (lengths <= batch.shape[0])).all()):
        refuse(RuntimeError, f"ctc_loss: Expected input_lengths to have value at least 0 and at most {batch.shape[0]}, "
               f"the number of steps, but got {lengths.tolist()}.")
    path = with_blanks(padded_targets(targets, sizes, blank), blank)
    end = last_chances(log_probs_on(path, batch), path, lengths, blank).gather(1, end_indices(sizes))
    loss = -where(sizes > 0, logaddexp.function(end[:, 0], end[:, 1]), end[:, 0])
    infinite = loss > -IMPOSSIBLE / 2
    loss = where(infinite, 0.0, loss) if zero_infinity else loss * where(infinite, float("inf"), 1.0).to(loss.dtype)
    counted = functions["arange"](batch.shape[0], device=batch.device)[:, None] < lengths
    chances = where(counted & ~infinite, batch.exp().sum(-1), 0.0).sum(0)
    loss = loss + (chances - chances.detach())           # this adds a 0 whose gradient is exp(log_probs)
    if reduction == "mean":
        return (loss / sizes.clamp(min=1)).mean()
    return reduced(loss if log_probs.ndim == 3 else loss[0], reduction)


def check_log_probs(log_probs, blank):
    """Raise unless the dtype and shape of log_probs are right and blank is a label."""
    if log_probs.array.dtype.char not in "fd":
        refuse(NotImplementedError, f'"ctc_loss" not implemented for {log_probs.dtype}: it takes float32 and float64.')
    if log_probs.ndim not in (2, 3) or not log_probs.numel():
        refuse(RuntimeError, f"ctc_loss: log_probs must be (steps, N, labels) or (steps, labels), without a size of 0, "
               f"not {list(log_probs.shape)}.")
    if not 0 <= blank < log_probs.shape[-1]:
        refuse(RuntimeError, f"ctc_loss: blank must be in label range, 0 to {log_probs.shape[-1] - 1}, not {blank}.")


def as_lengths(name, given, batch):
    """Return lengths as a tensor (N,) of integers."""
    lengths = given if type(given) in tensor_types else tensor(given)
    if lengths.is_floating_point():
        refuse(RuntimeError, f"ctc_loss: {name} must be integral, not {lengths.dtype}.")
    if tuple(lengths.shape) not in ((batch.shape[1],), () if batch.shape[1] == 1 else (batch.shape[1],)):
        refuse(RuntimeError, f"ctc_loss: {name} must be of size batch_size, ({batch.shape[1]},), not "
               f"{tuple(lengths.shape)}.")
    lengths = lengths.reshape(-1).long().to(batch.device)
    if bool((lengths < 0).any()):
        refuse(RuntimeError, f"ctc_loss: Expected {name} to have value at least 0, but got {lengths.tolist()}.")
    return lengths


def padded_targets(targets, sizes, blank):
    """Return the targets as (N, longest), each padded at its end with blanks."""
    longest = int(sizes.max())
    step = functions["arange"](longest, device=sizes.device)
    if targets.ndim == 1:
        if len(targets) < int(sizes.sum()):
            refuse(RuntimeError, f"ctc_loss: Expected tensor to have size at least {int(sizes.sum())}, the sum of "
                   f"target_lengths, but got {len(targets)} targets.")
        places = (sizes.cumsum(0) - sizes)[:, None] + step
        rows = targets.long()[where(step < sizes[:, None], places, 0)] if longest else places
    else:
        if targets.ndim != 2 or targets.shape[0] != len(sizes) or targets.shape[1] < longest:
            refuse(RuntimeError, f"ctc_loss: Expected targets of size {len(sizes)} at dimension 0 and at least "
                   f"{longest} at dimension 1, but got {list(targets.shape)}.")
        rows = targets.long()[:, :longest]
    return where(step < sizes[:, None], rows, blank)


def with_blanks(labels, blank):
    """Put a blank before, between and after the labels: (N, S) -> (N, 2·S + 1)."""
    pairs = stack([labels.new_full(labels.shape, blank), labels], dim=2).flatten(1)
    return pad.function(pairs, widths=((0, 1),), value=blank)


def end_indices(sizes):
    """Return the two indices at which a path may end, (N, 2): its last blank and its last label."""
    return stack([2 * sizes, (2 * sizes - 1).clamp(min=0)], dim=1)


def log_probs_on(path, batch):
    """Return the log-probability at each step of each label of the path: (T, N, 2·S + 1)."""
    return batch.gather(2, path.expand(batch.shape[0], *path.shape)).clamp(min=IMPOSSIBLE)


def last_chances(steps, path, lengths, blank):
    """Return the log-probability of each position in the path after the last step: (N, 2·S + 1).

    A step stays, moves on by one position, or skips a blank between two labels that differ.
    """
    start = functions["arange"](path.shape[1], device=path.device) < 2
    before = pad.function(path, widths=((2, -2),), value=blank)
    may_skip = (path != blank) & (path != before)
    chances = where(start, steps[0], IMPOSSIBLE)
    for t in range(1, len(steps)):
        one, two = (pad.function(chances, widths=((n, -n),), value=IMPOSSIBLE) for n in (1, 2))
        ways = stack([chances, one, where(may_skip, two, IMPOSSIBLE)], dim=0)
        chances = where(t < lengths[:, None], logsumexp.function(ways, dim=0) + steps[t], chances)
    return chances
