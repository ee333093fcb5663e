"""EmbeddingBag: sums, means or maxima of embedding rows."""

from ...nn import functional as F
from ...nn.embedding import add_table, check_table, fill_table
from ...nn.module import Module


class EmbeddingBag(Module):
    """A layer that reduces the rows of each bag of indices to one row: (B, n), or (L,) with offsets (B,) -> (B, D).

    num_embeddings       number of rows of the table, weight (num_embeddings, embedding_dim); D is embedding_dim
    mode                 "sum", "mean" or "max"
    max_norm             a row with a larger norm is scaled down to max_norm when an index selects it
    norm_type            p of the p-norm that max_norm limits
    scale_grad_by_freq   each row's gradient is divided by how often the row was selected
    sparse               accepted, but not with "max"; without effect: a gradient is an ordinary tensor here
    include_last_offset  offsets has one element more: the end of the last bag
    padding_idx          a row that starts as zeros and that bags leave out

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
        """Return an EmbeddingBag that uses a given table (V, D), which is trained further only if freeze=False."""
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
                + self._non_default(max_norm=None, norm_type=2.0, scale_grad_by_freq=False) + f", mode={self.mode!r}"
                + self._non_default(padding_idx=None))
