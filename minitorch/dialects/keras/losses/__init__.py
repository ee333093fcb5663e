"""keras.losses: how wrong predictions are, as one number."""

from ...core.missing import speak_for as _speak_for
from ..core.configured import files_of as _files_of, get_from as _get_from
from .base import Loss
from .classes import (BinaryCrossentropy, BinaryFocalCrossentropy, CategoricalCrossentropy, CategoricalHinge,
                      CosineSimilarity, Dice, Hinge, Huber, KLDivergence, LogCosh, MeanAbsoluteError,
                      MeanAbsolutePercentageError, MeanSquaredError, MeanSquaredLogarithmicError, Poisson,
                      SparseCategoricalCrossentropy, SquaredHinge)
from .functions import (binary_crossentropy, binary_focal_crossentropy, categorical_crossentropy, categorical_hinge,
                        cosine_similarity, dice, hinge, huber, kl_divergence, log_cosh, mean_absolute_error,
                        mean_absolute_percentage_error, mean_squared_error, mean_squared_logarithmic_error, poisson,
                        sparse_categorical_crossentropy, squared_hinge)

__all__ = [name for name in globals() if not name.startswith("_") and name not in (
    "base", "classes", "functions")] + [
    "deserialize", "get", "serialize"]
SHORT = {"mse": mean_squared_error, "mae": mean_absolute_error, "mape": mean_absolute_percentage_error,
         "msle": mean_squared_logarithmic_error, "kld": kl_divergence, "logcosh": log_cosh,
         "bce": binary_crossentropy, "kullback_leibler_divergence": kl_divergence,
         "cosine_proximity": cosine_similarity}
SHORT.update({name.upper(): SHORT[name] for name in ("mse", "mae", "mape", "msle", "kld")})
TABLE = {**{name: globals()[name] for name in __all__ if name in globals()}, **SHORT}


def get(identifier):
    """The loss for a name, such as "mse" or "MeanSquaredError"; others are returned as they are."""
    return _get_from(TABLE, identifier, "loss")


serialize, deserialize = _files_of("loss", "name")
_speak_for(globals(), "keras.losses")
