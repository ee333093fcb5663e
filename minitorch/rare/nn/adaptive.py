"""Softmax over very many classes: frequent classes each have a score, rare classes are grouped in clusters."""

from typing import NamedTuple

from ...nn import functional as F
from ...nn.containers import ModuleList, Sequential
from ...nn.functional.common import refuse
from ...nn.linear import Linear
from ...nn.module import Module
from ...ops.shape.copies import cat_function as cat
from ...runtime import Tensor


class _ASMoutput(NamedTuple):
    """The result of AdaptiveLogSoftmaxWithLoss: the log-probability of each target, and minus their mean."""

    output: Tensor
    loss: Tensor


class AdaptiveLogSoftmaxWithLoss(Module):
    """A layer for log-probabilities of targets among very many classes, numbered from the most frequent to the rarest.

    cutoffs     the first class of each cluster of rarer classes: the classes before the first cutoff are in the head
    div_value   each cluster has 1/div_value as many features as the cluster before it
    head_bias   whether the head adds a bias

    Call it with input_ (N, in_features) and target_ (N,), in [0, n_classes), or with (in_features,) and (); it returns
    (output, loss). Raises ValueError unless cutoffs increase, from at least 1 to at most n_classes − 1.
    Source: Grave et al., Efficient softmax approximation for GPUs (2017).
    """

    def __init__(self, in_features, n_classes, cutoffs, div_value=4.0, head_bias=False, device=None, dtype=None):
        super().__init__()
        cutoffs = list(cutoffs)
        if not cutoffs:
            raise ValueError("cutoffs should be a sequence of length larger than 0.")
        if (cutoffs != sorted(set(cutoffs)) or cutoffs[0] <= 0 or cutoffs[-1] > n_classes - 1
                or any(int(cutoff) != cutoff for cutoff in cutoffs)):
            raise ValueError("cutoffs should be a sequence of unique, positive integers sorted in an increasing order, "
                             f"where each value is between 1 and n_classes-1, not {cutoffs} for {n_classes} classes.")
        self.in_features, self.n_classes, self.cutoffs = in_features, n_classes, [*cutoffs, n_classes]
        self.div_value, self.head_bias = div_value, head_bias
        self.shortlist_size, self.n_clusters = cutoffs[0], len(cutoffs)
        self.head_size = self.shortlist_size + self.n_clusters
        made = {"device": device, "dtype": dtype}
        self.head = Linear(in_features, self.head_size, bias=head_bias, **made)
        self.tail = ModuleList()
        for i, (first, end) in enumerate(zip(self.cutoffs, self.cutoffs[1:]), 1):
            features = int(in_features // div_value ** i)
            self.tail.append(Sequential(Linear(in_features, features, bias=False, **made),
                                        Linear(features, end - first, bias=False, **made)))

    def reset_parameters(self):
        self.head.reset_parameters()
        for narrow, wide in self.tail:
            narrow.reset_parameters()
            wide.reset_parameters()

    def forward(self, input_, target_):
        if target_.ndim > 1 or input_.ndim != target_.ndim + 1 or input_.shape[:-1] != target_.shape:
            refuse(RuntimeError, "AdaptiveLogSoftmaxWithLoss: 0D or 1D target tensor expected, of the input's batch "
                   f"dimension: input {tuple(input_.shape)}, target {tuple(target_.shape)}.")
        input, target = (input_, target_) if target_.ndim else (input_.unsqueeze(0), target_.unsqueeze(0))
        if target.numel() and not 0 <= int(target.min()) <= int(target.max()) < self.n_classes:
            refuse(RuntimeError, f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                   f"[{int(target.min())}, {int(target.max())}] were found.")
        place, output = target.clone(), input.new_zeros(len(target))
        for i, (first, end) in enumerate(zip(self.cutoffs, self.cutoffs[1:])):
            rows = ((target >= first) & (target < end)).nonzero().flatten()
            if rows.numel():
                place[rows] = self.shortlist_size + i
                inside = F.log_softmax(self.tail[i](input[rows]), dim=1).gather(1, (target[rows] - first)[:, None])
                output = output.index_add(0, rows, inside.flatten())
        output = output + F.log_softmax(self.head(input), dim=1).gather(1, place[:, None]).flatten()
        return _ASMoutput(output if target_.ndim else output.squeeze(0), -output.mean())

    def log_prob(self, input):
        """Return the log-probabilities of all classes: (N, in_features) -> (N, n_classes)."""
        head = F.log_softmax(self.head(input), dim=1)
        size = self.shortlist_size
        clusters = [F.log_softmax(tail(input), dim=1) + head[:, size + i, None] for i, tail in enumerate(self.tail)]
        return cat([head[:, :size], *clusters], 1)

    def predict(self, input):
        """Return the most likely class of each sample: (N, in_features) -> (N,)."""
        return self.log_prob(input).argmax(1)
