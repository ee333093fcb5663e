"""Embedding: integers as vectors."""

from ...functions import gathering, logic
from ...functions.creation import cast
from .. import constraints, initializers, regularizers
from ..core.layer import Layer


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

    def __init__(self, input_dim, output_dim, embeddings_initializer="uniform", embeddings_regularizer=None,
                 embeddings_constraint=None, mask_zero=False, weights=None, **kwargs):
        super().__init__(weights=weights, **kwargs)
        self.input_dim, self.output_dim, self.mask_zero = input_dim, output_dim, mask_zero
        self.embeddings_initializer = initializers.get(embeddings_initializer)
        self.embeddings_regularizer = regularizers.get(embeddings_regularizer)
        self.embeddings_constraint = constraints.get(embeddings_constraint)
        self.supports_masking, self.autocast = mask_zero, False

    def build(self, input_shape=None):
        self.embeddings = self.add_weight((self.input_dim, self.output_dim), self.embeddings_initializer,
                                          regularizer=self.embeddings_regularizer,
                                          constraint=self.embeddings_constraint, name="embeddings")

    def call(self, inputs):
        ids = inputs if inputs.dtype.is_integer else cast(inputs, "int32")
        return gathering.gather(self.embeddings, ids)

    def compute_mask(self, inputs, mask=None):
        return logic.not_equal(inputs, 0) if self.mask_zero else None
