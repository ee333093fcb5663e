"""Sums over ranks that have gradients, for layers that are split over several ranks."""

from ..autograd import Function
from ..comm.collectives import all_reduce


def sum_over_ranks(x, group):
    """Return the sum of a tensor over the ranks as a new tensor."""
    total = x.clone()
    all_reduce(total, group=group)
    return total


class SumOverRanks(Function):
    """The sum over the ranks, on all ranks. If each rank has its own loss, gradients are summed over the ranks too."""

    @staticmethod
    def forward(ctx, x, group):
        ctx.group = group
        return sum_over_ranks(x, group)

    @staticmethod
    def backward(ctx, grad):
        return SumOverRanks.apply(grad, ctx.group), None


class ToRanks(Function):
    """The identity, before a layer that is split over the ranks; the gradient is the sum of the ranks' gradients."""

    @staticmethod
    def forward(ctx, x, group):
        ctx.group = group
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return FromRanks.apply(grad, ctx.group), None


class FromRanks(SumOverRanks):
    """The sum over the ranks, after a split layer. All ranks compute the same loss, so gradients pass unchanged."""

    @staticmethod
    def backward(ctx, grad):
        return ToRanks.apply(grad, ctx.group), None
