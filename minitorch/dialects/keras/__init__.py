"""Keras' names over the engine: layers, models, `compile` and `fit`.

    import minitorch.dialects.keras as keras

Arguments that mean the same wherever they occur:

    dtype                     of what is made: a float type such as "float32"; None: keras.backend.floatx()
    trainable                 whether optimisers change the weights
    training                  whether this is a training step; None: as the call around it
    mask                      (N, T) bools: which steps count; None: all
    input_shape               the shape of the inputs, None for the number of samples
    y_true, y_pred            labels and predictions, (N, …), of one shape unless the function says otherwise
    sample_weight             what each sample counts, (N,), or one for each element; None: 1
    axis                      from 0 on or from −1 back
    custom_objects            {name: class or function} of your own that a file or a configuration names
    config                    settings as get_config gives them
    identifier                a name, a configuration, a class, a function or an object; None: none
    seed                      an integer: the same numbers each time; None: others
    overwrite                 whether a file that is there is replaced, else FileExistsError
    args, kwargs, autocast    as Layer's
    safe_mode, zipped, jit_compile, steps_per_execution, run_eagerly, auto_scale_loss, max_shard_size
                              taken as Keras does: nothing in a file is run, and a step is Python
    workers, use_multiprocessing, max_queue_size
                              taken as Keras does: data are made in this process
"""

from ..core.missing import speak_for as _speak_for
from ..functions import operators as _operators
from .core.layer import Layer
from .core.naming import name_scope
from .core.spec import InputSpec
from .core.symbolic import KerasTensor
from .core.variable import Variable
from . import activations, backend, callbacks, config, constraints, datasets, initializers, layers, losses, metrics
from . import models, ops, optimizers, preprocessing, random, regularizers, saving, utils
from .initializers import Initializer
from .layers import Input
from .losses import Loss
from .metrics import Metric
from .models import Model, Sequential
from .optimizers import Optimizer
from .regularizers import Regularizer

__version__ = "3.15.1"                                   # the release of Keras that has these names

_speak_for(globals(), "keras")
