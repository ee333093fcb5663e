"""Tensor parallel linear layers: one matrix split over the ranks, which all see the whole batch.

A column-parallel layer and then a row-parallel one need one sum over the ranks, forward and back:

    up, down = ColumnParallelLinear(d, 4 * d), RowParallelLinear(4 * d, d)
    y = down(up(x).relu())                               # the same on all ranks
"""

from ...comm.group import member
from ..functional import linear
from ..linear import Linear
from ..module import Module
from ..over_ranks import FromRanks, ToRanks
from ..parameter import Parameter


def part_of(size, group, what):
    """The slice of `size` numbers that is this rank's. Raises ValueError where they cannot be dealt out evenly."""
    n, rank = group.size(), group.rank()
    if size % n:
        raise ValueError(f"{what} ({size}) must be divisible by the number of ranks ({n}).")
    return slice(rank * size // n, (rank + 1) * size // n)


class ColumnParallelLinear(Module):
    """A Linear whose outputs are split: (*, in_features) -> (*, out_features / n), this rank's part of them.

    bias            whether a bias is added
    process_group   the n ranks that share the matrix; default: all

    Weights begin as the parts of the Linear that is made from the same seed: seed all ranks alike.
    Raises ValueError unless n divides out_features. Source: Shoeybi et al., Megatron-LM (2019), §3.
    """

    def __init__(self, in_features, out_features, bias=True, process_group=None):
        super().__init__()
        self.group = member(process_group)
        part, whole = part_of(out_features, self.group, "out_features"), Linear(in_features, out_features, bias)
        self.weight = Parameter(whole.weight.detach()[part].clone())
        self.bias = Parameter(whole.bias.detach()[part].clone()) if bias else None

    def forward(self, input):
        return linear(ToRanks.apply(input, self.group), self.weight, self.bias)


class RowParallelLinear(Module):
    """A Linear whose inputs are split: (*, in_features / n), this rank's part, -> (*, out_features), on all ranks.

    Settings and start as ColumnParallelLinear's. Raises ValueError unless n divides in_features.
    Source: Shoeybi et al., Megatron-LM (2019), §3.
    """

    def __init__(self, in_features, out_features, bias=True, process_group=None):
        super().__init__()
        self.group = member(process_group)
        part, whole = part_of(in_features, self.group, "in_features"), Linear(in_features, out_features, bias)
        self.weight = Parameter(whole.weight.detach()[:, part].clone())
        self.bias = Parameter(whole.bias.detach().clone()) if bias else None

    def forward(self, input):
        sum_ = FromRanks.apply(linear(input, self.weight), self.group)
        return sum_ if self.bias is None else sum_ + self.bias
