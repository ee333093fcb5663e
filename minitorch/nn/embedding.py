"""Embeddings: a table of vectors, one for each word, that is trained; and bags of them."""

from ..ops.shape.creation import empty
from . import functional as F, init
from .module import Module
from .parameter import Parameter


class Embedding(Module):
    """weight[input]: integers (…) -> (…, embedding_dim), a row of the table for each.

    num_embeddings       rows of the table: indices are in [0, num_embeddings)
    embedding_dim        numbers in a row; weight is (num_embeddings, embedding_dim) and starts normal
    padding_idx          a row that begins as zeros and gets no gradient
    max_norm             rows longer than this are shortened when they are asked for
    norm_type            the p of the norm that measures them
    scale_grad_by_freq   each row's gradient is divided by how often it was asked for
    sparse               taken as PyTorch does; a gradient is an ordinary tensor here

    Raises IndexError for an index that names no row, with its position.
    """

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, device=None, dtype=None):
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        add_table(self, padding_idx, _weight, device, dtype, _freeze)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0,
                        scale_grad_by_freq=False, sparse=False):
        """An Embedding around a table (V, D) that is there already; not trained further unless freeze=False."""
        check_table(embeddings)
        return cls(*embeddings.shape, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse,
                   _weight=embeddings, _freeze=freeze)

    def reset_parameters(self):
        fill_table(self)

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type,
                           self.scale_grad_by_freq, self.sparse)

    def extra_repr(self):
        return f"{self.num_embeddings}, {self.embedding_dim}" + self._unusual(
            padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False)


class EmbeddingBag(Module):
    """The rows of each bag of indices, reduced to one: (B, n), or (L,) with offsets (B,) -> (B, embedding_dim).

    num_embeddings       rows of the table, weight (num_embeddings, embedding_dim)
    mode                 "sum", "mean" or "max"
    max_norm             rows longer than this are shortened when they are asked for
    norm_type            the p of the norm that measures them
    scale_grad_by_freq   each row's gradient is divided by how often it was asked for
    sparse               taken as PyTorch does, but not with "max"; a gradient is an ordinary tensor here
    include_last_offset  offsets has one number more, where the last bag ends
    padding_idx          a row that begins as zeros and does not count

    forward's per_sample_weights, of input's shape, multiply the rows; for mode "sum" only.
    """

    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
                 mode="mean", sparse=False, _weight=None, include_last_offset=False, padding_idx=None, device=None,
                 dtype=None):
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.max_norm, self.norm_type, self.scale_grad_by_freq = max_norm, norm_type, scale_grad_by_freq
        self.mode, self.sparse, self.include_last_offset = mode, sparse, include_last_offset
        add_table(self, padding_idx, _weight, device, dtype)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, max_norm=None, norm_type=2.0, scale_grad_by_freq=False,
                        mode="mean", sparse=False, include_last_offset=False, padding_idx=None):
        """An EmbeddingBag around a table (V, D) that is there already; not trained further unless freeze=False."""
        check_table(embeddings)
        bag = cls(*embeddings.shape, max_norm, norm_type, scale_grad_by_freq, mode, sparse, embeddings,
                  include_last_offset, padding_idx)
        bag.weight.requires_grad = not freeze
        return bag

    def reset_parameters(self):
        fill_table(self)

    def forward(self, input, offsets=None, per_sample_weights=None):
        return F.embedding_bag(input, self.weight, offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq,
                               self.mode, self.sparse, per_sample_weights, self.include_last_offset, self.padding_idx)

    def extra_repr(self):
        return (f"{self.num_embeddings}, {self.embedding_dim}"
                + self._unusual(max_norm=None, norm_type=2.0, scale_grad_by_freq=False) + f", mode={self.mode!r}"
                + self._unusual(padding_idx=None))


def check_table(embeddings):
    """Raise for what is no table."""
    if embeddings.ndim != 2:
        raise AssertionError(f"Embeddings parameter is expected to be 2-dimensional, not {tuple(embeddings.shape)}.")


def add_table(module, padding_idx, given, device, dtype, frozen=False):
    """Register the table of a module that says its sizes, `given` or drawn, and the row of the padding."""
    rows, size = module.num_embeddings, (module.num_embeddings, module.embedding_dim)
    if padding_idx is not None and not -rows <= padding_idx < rows:
        raise AssertionError(f"Padding_idx must be within num_embeddings: {padding_idx} is no row of {rows}.")
    if given is not None and tuple(given.shape) != size:
        raise AssertionError("Shape of weight does not match num_embeddings and embedding_dim: "
                             f"{tuple(given.shape)}, not {size}.")
    module.padding_idx = None if padding_idx is None else padding_idx % rows
    module.weight = Parameter(empty(*size, device=device, dtype=dtype) if given is None else given,
                              requires_grad=not frozen)
    if given is None:
        module.reset_parameters()


def fill_table(module):
    """Draw the table anew, with zeros for the padding."""
    init.normal_(module.weight)
    if module.padding_idx is not None:
        module.weight.array[module.padding_idx] = 0
