"""Linear layers, Embedding, a table of vectors, and those that only pass on: Flatten, Unflatten and Identity."""

from ..ops.shape.creation import empty
from ..runtime.kinds import require
from . import functional as F, init
from .functional_layer import FunctionalLayer
from .module import Module
from .parameter import Parameter, add_parameter


class Linear(Module):
    """x @ weight.T + bias: (*, in_features) -> (*, out_features)."""

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        add_parameter(self, "weight", (out_features, in_features), device, dtype)
        add_parameter(self, "bias", (out_features,), device, dtype, wanted=bias)
        self.reset_parameters()

    def reset_parameters(self):
        init.default_(self.weight, self.bias)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"

    def _describe(self):
        return f"Linear({self.in_features}, {self.out_features})"


class Flatten(FunctionalLayer, shows="start_dim end_dim"):
    """The dimensions from start_dim to end_dim become one: (N, C, H, W) -> (N, C·H·W)."""

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__(start_dim=start_dim, end_dim=end_dim)

    def forward(self, input):
        require("Flatten", {"input": input})
        return input.flatten(self.start_dim, self.end_dim)


class Unflatten(FunctionalLayer, shows="dim unflattened_size"):
    """One dimension as several: (N, C·H·W) -> (N, C, H, W) by Unflatten(1, (C, H, W))."""

    def __init__(self, dim, unflattened_size):
        if not isinstance(unflattened_size, tuple | list):
            raise TypeError("unflattened_size must be a tuple of ints, but found type "
                            f"{type(unflattened_size).__name__}")
        super().__init__(dim=dim, unflattened_size=tuple(unflattened_size))

    def forward(self, input):
        require("Unflatten", {"input": input})
        return input.unflatten(self.dim, self.unflattened_size)


class Identity(Module):
    """The input, unchanged, whatever it was made with."""

    def __init__(self, *args, **settings):
        super().__init__()

    def forward(self, input):
        return input


class Embedding(Module):
    """weight[input]: integers (…) -> (…, embedding_dim), a row of the table for each.

    padding_idx          a row that begins as zeros and gets no gradient
    max_norm             rows longer than this are shortened when they are asked for
    scale_grad_by_freq   each row's gradient is divided by how often it was asked for
    """

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, device=None, dtype=None):
        super().__init__()
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            raise AssertionError("Padding_idx must be within num_embeddings: "
                                 f"{padding_idx} is no row of {num_embeddings}.")
        if _weight is not None and tuple(_weight.shape) != (num_embeddings, embedding_dim):
            raise AssertionError(f"Shape of weight does not match num_embeddings and embedding_dim: "
                                 f"{tuple(_weight.shape)}, not {(num_embeddings, embedding_dim)}.")
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        table = empty(num_embeddings, embedding_dim, device=device, dtype=dtype) if _weight is None else _weight
        self.weight = Parameter(table, requires_grad=not _freeze)
        if _weight is None:
            self.reset_parameters()

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0,
                        scale_grad_by_freq=False, sparse=False):
        """An Embedding around a table (V, D) that is there already; not trained further unless freeze=False."""
        if embeddings.ndim != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional, not "
                                 f"{tuple(embeddings.shape)}.")
        return cls(*embeddings.shape, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse,
                   _weight=embeddings, _freeze=freeze)

    def reset_parameters(self):
        init.normal_(self.weight)
        if self.padding_idx is not None:
            self.weight.array[self.padding_idx] = 0

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type,
                           self.scale_grad_by_freq, self.sparse)

    def extra_repr(self):
        return f"{self.num_embeddings}, {self.embedding_dim}" + self._unusual(
            padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False)
