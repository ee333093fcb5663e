"""keras.optimizers: how weights follow their gradients.

Arguments that mean the same wherever they occur:

    learning_rate              a number, or a schedule of it
    weight_decay               weights shrink by learning_rate · weight_decay a step; None: not at all
    clipnorm, global_clipnorm  limits for the length of each gradient, and of all together
    clipvalue                  limit for each number in a gradient
    use_ema, ema_momentum, ema_overwrite_frequency
                               whether running means of the weights are kept, how much of them stays from step to step,
                               and after how many steps they become the weights, as they do after `fit`
    momentum, rho              how much of what is kept stays from step to step
    beta_1, beta_2             the same, of the mean gradient and of the mean of its squares
    epsilon                    keeps a divisor from 0
    amsgrad                    whether the largest mean of squares so far is divided by
    nesterov                   whether the step looks ahead
    centered                   whether the squared mean gradient is taken off the mean of squares
    initial_accumulator_value  what the sum of squares begins with
    learning_rate_power        how the rate of Ftrl falls with the sum of squares; −0.5: by its root
    l1_regularization_strength, l2_regularization_strength, l2_shrinkage_regularization_strength, beta
                               how strongly Ftrl draws weights to 0
    name                       of the optimiser, before those of what it keeps
"""

from ..core.configured import files_of as _files_of, getter as _getter
from . import schedules
from .base import Optimizer
from .classes import SGD, Adadelta, Adagrad, Adam, Adamax, AdamW, Ftrl, Nadam, RMSprop

KINDS = (Adadelta, Adagrad, Adam, AdamW, Adamax, Ftrl, Nadam, RMSprop, SGD)
TABLE = {**{kind.__name__: kind for kind in KINDS}, **{kind.__name__.lower(): kind for kind in KINDS}}
get = _getter(TABLE, "optimizer", "adam")
serialize, deserialize = _files_of("optimizer")
