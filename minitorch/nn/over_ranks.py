"""Sums over ranks that gradients pass through: what a layer needs whose work is split over several ranks."""

from ..autograd import Function
from ..comm.collectives import all_reduce


def summed(x, group):
    """The sum of a tensor over the ranks, as a new tensor."""
    total = x.clone()
    all_reduce(total, group=group)
    return total


class SumOverRanks(Function):
    """The sum over the ranks, on all. Where every rank has a loss of its own, gradients add up likewise."""

    @staticmethod
    def forward(ctx, x, group):
        ctx.group = group
        return summed(x, group)

    @staticmethod
    def backward(ctx, grad):
        return SumOverRanks.apply(grad, ctx.group), None


class ToRanks(Function):
    """The tensor itself, which each rank now uses in its own way: its gradient is the sum of theirs."""

    @staticmethod
    def forward(ctx, x, group):
        ctx.group = group
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return FromRanks.apply(grad, ctx.group), None


class FromRanks(Function):
    """The sum over the ranks, of which all compute one and the same loss: each part has its gradient unchanged."""

    @staticmethod
    def forward(ctx, x, group):
        ctx.group = group
        return summed(x, group)

    @staticmethod
    def backward(ctx, grad):
        return ToRanks.apply(grad, ctx.group), None
