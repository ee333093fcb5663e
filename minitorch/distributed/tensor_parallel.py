"""Tensor parallel linear layers: a matrix is split over the ranks, and every rank computes with the whole batch.

A column-parallel layer followed by a row-parallel one needs one sum over the ranks in the forward pass and one in the
backward pass:

    up, down = ColumnParallelLinear(d, 4 * d), RowParallelLinear(4 * d, d)
    y = down(up(x).relu())                               # the same on all ranks
"""

from ..comm.group import require_member
from ..nn.functional import linear
from ..nn.linear import Linear
from ..nn.module import Module
from ..nn.parameter import Parameter
from .over_ranks import FromRanks, ToRanks


def part_of(size, group, what):
    """Return this rank's slice of `size` numbers. Raises ValueError if they cannot be split evenly."""
    n, rank = group.size(), group.rank()
    if size % n:
        raise ValueError(f"{what} ({size}) must be divisible by the number of ranks ({n}).")
    return slice(rank * size // n, (rank + 1) * size // n)


class ColumnParallelLinear(Module):
    """A Linear whose outputs are split: (*, in_features) -> (*, out_features / n), this rank's part of them.

    bias            whether a bias is added
    process_group   the n ranks that share the matrix; default: all

    Initial weights are parts of the weights of a Linear with the same seed, so use one seed on all ranks.
    Raises ValueError unless n divides out_features. Source: Shoeybi et al., Megatron-LM (2019), §3.
    """

    def __init__(self, in_features, out_features, bias=True, process_group=None):
        super().__init__()
        self.group = require_member(process_group)
        part, whole = part_of(out_features, self.group, "out_features"), Linear(in_features, out_features, bias)
        self.weight = Parameter(whole.weight.detach()[part].clone())
        self.bias = Parameter(whole.bias.detach()[part].clone()) if bias else None

    def forward(self, input):
        return linear(ToRanks.apply(input, self.group), self.weight, self.bias)


class RowParallelLinear(Module):
    """A Linear whose inputs are split: (*, in_features / n), this rank's part, -> (*, out_features), on all ranks.

    For settings and initial weights see ColumnParallelLinear. Raises ValueError unless n divides in_features.
    Source: Shoeybi et al., Megatron-LM (2019), §3.
    """

    def __init__(self, in_features, out_features, bias=True, process_group=None):
        super().__init__()
        self.group = require_member(process_group)
        part, whole = part_of(in_features, self.group, "in_features"), Linear(in_features, out_features, bias)
        self.weight = Parameter(whole.weight.detach()[:, part].clone())
        self.bias = Parameter(whole.bias.detach().clone()) if bias else None

    def forward(self, input):
        sum_ = FromRanks.apply(linear(input, self.weight), self.group)
        return sum_ if self.bias is None else sum_ + self.bias
