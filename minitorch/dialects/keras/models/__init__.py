"""keras.models: models, and their files.

Arguments that mean the same wherever they occur:

    x, y            inputs and labels: arrays (N, …), or lists or dicts of several; y may be in what x yields
    data            a batch: x, (x, y) or (x, y, sample_weight)
    batch_size      how many samples a step has; None: 32, or what x yields
    verbose         1: a bar; 2: a line an epoch; 0: nothing; "auto": 1
    callbacks       a list of Callbacks, or a CallbackList
    steps           how many batches; None: all
    class_weight    {class: what its samples count}; None: 1
    return_dict     whether {name: number} is returned
    logs            {name: number} of what was measured
    inputs          what the model is called on
"""

from .files import load_model, model_from_json, save_model
from .model import Functional as _Functional, Model
from .sequential import Sequential


def clone_model(model, **kwargs):
    """Make a model of the same structure with new weights; its layers may be of your own classes."""
    own = {type(layer).__name__: type(layer) for layer in model._flatten_layers()}
    return type(model).from_config(model.get_config(), custom_objects=own)
