"""keras.losses: how wrong predictions are, as one number.

Arguments that mean the same wherever they occur:

    reduction          of the class: "sum_over_batch_size", the mean; "mean_with_sample_weight", divided by the sum of
                       the weights; "sum"; None: one loss a sample
    from_logits        whether y_pred are scores, and not probabilities
    label_smoothing    what share of each label is spread over all classes, or moved to 1/2 of yes and no
    axis               that of the classes or vectors; −1: the last
"""

from ..core.configured import files_of as _files_of, getter as _getter
from .base import Loss
from .classes import CLASSES as _CLASSES
from .crossentropy import binary_crossentropy, categorical_crossentropy, sparse_categorical_crossentropy
from .functions import FUNCTIONS as _FUNCTIONS, cosine_similarity, huber

TABLE = {**_CLASSES, **_FUNCTIONS, **{fn.__name__: fn for fn in (
    binary_crossentropy, categorical_crossentropy, sparse_categorical_crossentropy, cosine_similarity, huber)}}
globals().update(TABLE)
SHORT = {"mse": "mean_squared_error", "mae": "mean_absolute_error", "mape": "mean_absolute_percentage_error",
         "msle": "mean_squared_logarithmic_error"}
SHORT |= {short.upper(): name for short, name in SHORT.items()}
TABLE |= {short: TABLE[name] for short, name in {
    **SHORT, "logcosh": "log_cosh", "bce": "binary_crossentropy", "cosine_proximity": "cosine_similarity",
    **dict.fromkeys(("kld", "KLD", "kullback_leibler_divergence"), "kl_divergence")}.items()}
get = _getter(TABLE, "loss", "mse")
serialize, deserialize = _files_of("loss", "name")
