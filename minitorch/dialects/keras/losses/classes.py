"""The losses as classes: a function with its settings and its way to reduce."""

from ..core.signed import signed
from . import crossentropy, functions
from .base import LossFunctionWrapper

WAY = {"reduction": "sum_over_batch_size"}


def declared(name, fn, parameters, doc=None):
    """A class for a loss function; parameters: names and defaults in Keras' order."""
    def __init__(self, reduction, name, dtype, **own):
        LossFunctionWrapper.__init__(self, fn, reduction, name, dtype, **own)
    return type(LossFunctionWrapper)(name, (LossFunctionWrapper,), {
        "__init__": signed(__init__, **parameters), "__doc__": doc or fn.__doc__, "__module__": __name__})


def simple(name, fn, short=None):
    return declared(name, fn, {**WAY, "name": short or fn.__name__, "dtype": None})


MeanSquaredError = simple("MeanSquaredError", functions.mean_squared_error)
MeanAbsoluteError = simple("MeanAbsoluteError", functions.mean_absolute_error)
MeanAbsolutePercentageError = simple("MeanAbsolutePercentageError", functions.mean_absolute_percentage_error)
MeanSquaredLogarithmicError = simple("MeanSquaredLogarithmicError", functions.mean_squared_logarithmic_error)
Hinge, SquaredHinge = simple("Hinge", functions.hinge), simple("SquaredHinge", functions.squared_hinge)
CategoricalHinge = simple("CategoricalHinge", functions.categorical_hinge)
KLDivergence, Poisson = simple("KLDivergence", functions.kl_divergence), simple("Poisson", functions.poisson)
LogCosh = simple("LogCosh", functions.log_cosh)
Huber = declared("Huber", functions.huber, {"delta": 1.0, **WAY, "name": "huber_loss", "dtype": None})
CosineSimilarity = declared("CosineSimilarity", functions.cosine_similarity, {
    "axis": -1, **WAY, "name": "cosine_similarity", "dtype": None})
BinaryCrossentropy = declared("BinaryCrossentropy", crossentropy.binary_crossentropy, {
    "from_logits": False, "label_smoothing": 0.0, "axis": -1, **WAY, "name": "binary_crossentropy", "dtype": None})
CategoricalCrossentropy = declared("CategoricalCrossentropy", crossentropy.categorical_crossentropy, {
    "from_logits": False, "label_smoothing": 0.0, "axis": -1, **WAY, "name": "categorical_crossentropy",
    "dtype": None})
SparseCategoricalCrossentropy = declared(
    "SparseCategoricalCrossentropy", crossentropy.sparse_categorical_crossentropy, {
        "from_logits": False, "ignore_class": None, **WAY, "axis": -1, "name": "sparse_categorical_crossentropy",
        "dtype": None})
BinaryFocalCrossentropy = declared("BinaryFocalCrossentropy", crossentropy.binary_focal_crossentropy, {
    "apply_class_balancing": False, "alpha": 0.25, "gamma": 2.0, "from_logits": False, "label_smoothing": 0.0,
    "axis": -1, **WAY, "name": "binary_focal_crossentropy", "dtype": None})
Tversky = declared("Tversky", functions.tversky, {"alpha": 0.5, "beta": 0.5, **WAY, "name": "tversky", "axis": None,
                                                  "dtype": None})
CategoricalFocalCrossentropy = declared("CategoricalFocalCrossentropy", crossentropy.categorical_focal_crossentropy, {
    "alpha": 0.25, "gamma": 2.0, "from_logits": False, "label_smoothing": 0.0, "axis": -1, **WAY,
    "name": "categorical_focal_crossentropy", "dtype": None})
Dice = declared("Dice", functions.dice, {**WAY, "name": "dice", "axis": None, "dtype": None})
