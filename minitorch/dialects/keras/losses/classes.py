"""The losses as classes: a function with its settings and its way to reduce."""

from ..core.signed import made, noun, signed
from . import crossentropy, functions
from .base import LossFunctionWrapper

LOGITS = {"from_logits": False, "label_smoothing": 0.0, "axis": -1}


def declared(name, fn, own=(), between=(), after=(), short=None):
    """Return a class for a loss function, with Keras' arguments in its order.

    own        {name: default} of those before `reduction`
    between    of those between that and `name`
    after      of those between that and `dtype`
    short      the name of the loss; None: that of the function
    """
    def __init__(self, reduction, name, dtype, **settings):
        LossFunctionWrapper.__init__(self, fn, reduction, name, dtype, **settings)
    defaults = {**dict(own), "reduction": "sum_over_batch_size", **dict(between), "name": short or fn.__name__,
                **dict(after), "dtype": None}
    return made(LossFunctionWrapper, name, noun(fn), __init__=signed(__init__, **defaults))


MeanSquaredError = declared("MeanSquaredError", functions.mean_squared_error)
MeanAbsoluteError = declared("MeanAbsoluteError", functions.mean_absolute_error)
MeanAbsolutePercentageError = declared("MeanAbsolutePercentageError", functions.mean_absolute_percentage_error)
MeanSquaredLogarithmicError = declared("MeanSquaredLogarithmicError", functions.mean_squared_logarithmic_error)
Hinge, SquaredHinge = declared("Hinge", functions.hinge), declared("SquaredHinge", functions.squared_hinge)
CategoricalHinge = declared("CategoricalHinge", functions.categorical_hinge)
KLDivergence, Poisson = declared("KLDivergence", functions.kl_divergence), declared("Poisson", functions.poisson)
LogCosh = declared("LogCosh", functions.log_cosh)
Huber = declared("Huber", functions.huber, {"delta": 1.0}, short="huber_loss")
CosineSimilarity = declared("CosineSimilarity", functions.cosine_similarity, {"axis": -1})
BinaryCrossentropy = declared("BinaryCrossentropy", crossentropy.binary_crossentropy, LOGITS)
CategoricalCrossentropy = declared("CategoricalCrossentropy", crossentropy.categorical_crossentropy, LOGITS)
SparseCategoricalCrossentropy = declared("SparseCategoricalCrossentropy", crossentropy.sparse_categorical_crossentropy,
                                         {"from_logits": False, "ignore_class": None}, {"axis": -1})
BinaryFocalCrossentropy = declared("BinaryFocalCrossentropy", crossentropy.binary_focal_crossentropy, {
    "apply_class_balancing": False, "alpha": 0.25, "gamma": 2.0, **LOGITS})
CategoricalFocalCrossentropy = declared("CategoricalFocalCrossentropy", crossentropy.categorical_focal_crossentropy, {
    "alpha": 0.25, "gamma": 2.0, **LOGITS})
Dice = declared("Dice", functions.dice, after={"axis": None})
Tversky = declared("Tversky", functions.tversky, {"alpha": 0.5, "beta": 0.5}, after={"axis": None})
