"""The losses as classes: a row is a function with its settings; that of a loss that is also a metric has both names."""

from ..core.signed import made, noun, signed
from .base import LossFunctionWrapper
from .crossentropy import binary_crossentropy, categorical_crossentropy, sparse_categorical_crossentropy
from .functions import FUNCTIONS, cosine_similarity, huber

LOGITS = {"from_logits": False, "label_smoothing": 0.0, "axis": -1}
BOTH = {name: FUNCTIONS[fn] for name, fn in {        # a loss and a metric of this name, without other settings
    "MeanSquaredError": "mean_squared_error", "MeanAbsoluteError": "mean_absolute_error",
    "MeanAbsolutePercentageError": "mean_absolute_percentage_error",
    "MeanSquaredLogarithmicError": "mean_squared_logarithmic_error", "Hinge": "hinge", "SquaredHinge": "squared_hinge",
    "CategoricalHinge": "categorical_hinge", "KLDivergence": "kl_divergence", "Poisson": "poisson"}.items()}


def declared(name, fn, own=(), between=(), short=None):
    """Return a class for a loss function, with Keras' arguments in its order.

    own        {name: default} of those before `reduction`
    between    of those between that and `name`
    short      the name of the loss; None: that of the function
    """
    def __init__(self, reduction, name, dtype, **settings):
        LossFunctionWrapper.__init__(self, fn, reduction, name, dtype, **settings)
    defaults = {**dict(own), "reduction": "sum_over_batch_size", **dict(between), "name": short or fn.__name__,
                "dtype": None}
    return made(LossFunctionWrapper, name, noun(fn), __init__=signed(__init__, **defaults))


CLASSES = {name: declared(name, *row) for name, row in {**{name: (fn,) for name, fn in BOTH.items()}, **{
    "LogCosh": (FUNCTIONS["log_cosh"],), "Huber": (huber, {"delta": 1.0}, (), "huber_loss"),
    "CosineSimilarity": (cosine_similarity, {"axis": -1}),
    "BinaryCrossentropy": (binary_crossentropy, LOGITS), "CategoricalCrossentropy": (categorical_crossentropy, LOGITS),
    "SparseCategoricalCrossentropy": (
        sparse_categorical_crossentropy, {"from_logits": False, "ignore_class": None}, {"axis": -1})}}.items()}
