"""Embedding: integers as vectors."""

from ...functions import gathering, logic
from ...functions.creation import cast
from ..core.layer import Layer
from .arguments import arguments, weight, weights


@arguments("input_dim", "output_dim", **weights("embeddings", activity=False), mask_zero=False, weights=None)
class Embedding(Layer):
    """The rows of a table: integers (…) to (…, output_dim).

    input_dim    how many rows
    output_dim   how many numbers each has
    mask_zero    row 0 means that there is nothing: what follows leaves these steps out

    >>> from minitorch.dialects import keras
    >>> keras.layers.Embedding(10, 4)([[1, 2, 3]]).shape
    TensorShape([1, 3, 4])
    """

    legacy = {"init": "embeddings_initializer", "W_regularizer": "embeddings_regularizer"}

    def _prepare(self):
        self.supports_masking, self.autocast = self.mask_zero, False

    def build(self, input_shape=None):
        self.embeddings = weight(self, "embeddings", (self.input_dim, self.output_dim))

    def call(self, inputs):
        return gathering.gather(self.embeddings, inputs if inputs.dtype.is_integer else cast(inputs, "int32"))

    def compute_mask(self, inputs, mask=None):
        return logic.not_equal(inputs, 0) if self.mask_zero else None
