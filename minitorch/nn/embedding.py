"""Embeddings: a trained table with a vector for each word. EmbeddingBag is in minitorch/rare."""

from ..ops.shape.creation import empty
from ..runtime.missing import moved_to
from . import functional as F, init
from .module import Module
from .parameter import Parameter


class Embedding(Module):
    """weight[input]: integers (…) -> (…, embedding_dim), a row of the table for each integer.

    num_embeddings       rows of the table: indices are in [0, num_embeddings)
    embedding_dim        numbers in a row; weight is (num_embeddings, embedding_dim) and starts normally distributed
    padding_idx          a row that begins as zeros and gets no gradient
    max_norm             selected rows with a larger norm are scaled down to this norm
    norm_type            p of this p-norm
    scale_grad_by_freq   each row's gradient is divided by how often the row was selected
    sparse               accepted, without effect: a gradient is an ordinary tensor here

    Raises IndexError, with the position, for an index outside [0, num_embeddings).
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
        """Return an Embedding that uses a given table (V, D); the table is trained further only if freeze=False."""
        check_table(embeddings)
        return cls(*embeddings.shape, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse,
                   _weight=embeddings, _freeze=freeze)

    def reset_parameters(self):
        fill_table(self)

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type,
                           self.scale_grad_by_freq, self.sparse)

    def extra_repr(self):
        return f"{self.num_embeddings}, {self.embedding_dim}" + self._non_default(
            padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False)


def check_table(embeddings):
    """Raise AssertionError unless the table is 2-D."""
    if embeddings.ndim != 2:
        raise AssertionError(f"Embeddings parameter is expected to be 2-dimensional, not {tuple(embeddings.shape)}.")


def add_table(module, padding_idx, given, device, dtype, frozen=False):
    """Register the table of a module: `given` or drawn at random; and check padding_idx."""
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
    """Draw the table's numbers again, with zeros in the row padding_idx."""
    init.normal_(module.weight)
    if module.padding_idx is not None:
        module.weight.array[module.padding_idx] = 0


__getattr__ = moved_to("nn.rare_embedding")
