"""keras.losses: how wrong predictions are, as one number.

Arguments that mean the same wherever they occur:

    reduction          of the class: "sum_over_batch_size", the mean; "mean_with_sample_weight", divided by the sum of
                       the weights; "sum"; None: one loss a sample
    from_logits        whether y_pred are scores, and not probabilities
    label_smoothing    what share of each label is spread over all classes, or moved to 1/2 of yes and no
    axis               that of the classes or vectors; −1: the last
"""

from types import ModuleType as _ModuleType

from ...core.missing import speak_for as _speak_for
from ..core.configured import files_of as _files_of, getter as _getter
from .base import Loss
from .classes import (BinaryCrossentropy, BinaryFocalCrossentropy, CategoricalCrossentropy,
                      CategoricalFocalCrossentropy, CategoricalHinge, CosineSimilarity, Dice, Hinge, Huber,
                      KLDivergence, LogCosh, MeanAbsoluteError, MeanAbsolutePercentageError, MeanSquaredError,
                      MeanSquaredLogarithmicError, Poisson, SparseCategoricalCrossentropy, SquaredHinge, Tversky)
from .crossentropy import (binary_crossentropy, binary_focal_crossentropy, categorical_crossentropy,
                           categorical_focal_crossentropy, sparse_categorical_crossentropy)
from .functions import (categorical_hinge, cosine_similarity, dice, hinge, huber, kl_divergence, log_cosh,
                        mean_absolute_error, mean_absolute_percentage_error, mean_squared_error,
                        mean_squared_logarithmic_error, poisson, squared_hinge, tversky)

__all__ = [name for name, value in globals().items() if name[0] != "_" and not isinstance(value, _ModuleType)] + [
    "deserialize", "get", "serialize"]
SHORT = {"mse": mean_squared_error, "mae": mean_absolute_error, "mape": mean_absolute_percentage_error,
         "msle": mean_squared_logarithmic_error, "kld": kl_divergence, "logcosh": log_cosh,
         "bce": binary_crossentropy, "kullback_leibler_divergence": kl_divergence,
         "cosine_proximity": cosine_similarity}
SHORT.update({name.upper(): SHORT[name] for name in ("mse", "mae", "mape", "msle", "kld")})
TABLE = {**{name: globals()[name] for name in __all__ if name in globals()}, **SHORT}
get = _getter(TABLE, "loss", "mse")
serialize, deserialize = _files_of("loss", "name")
_speak_for(globals(), "keras.losses")
