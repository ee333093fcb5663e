"""The arguments of layers: a row of names and defaults makes a class's __init__."""

from functools import partial

from ...functions import nn
from ...functions.conv import channels_first
from .. import activations, constraints, initializers, regularizers
from ..core import signed
from ..core.layer import Layer
from ..core.naming import settings

GETS = {"initializer": initializers.get, "regularizer": regularizers.get, "constraint": constraints.get,
        "activation": activations.get, "format": lambda value: value or settings["image_data_format"]}
OF_LAYER = "name", "dtype", "trainable", "autocast", "activity_regularizer", "weights"
FIRST = {"bias": "zeros", "beta": "zeros", "gamma": "ones", "recurrent": "orthogonal", "embeddings": "uniform"}


def begin(layer, given, known):
    """Begin a layer with its general arguments; the others, each brought to the object that it names, are returned.

    known    the names of these others

    A class's `takes` is the InputSpec of its inputs, `passes_masks` whether masks pass through it, `at_once` whether it
    is built when it is made, unless a subclass defines `build`.
    """
    Layer.__init__(layer, **{name: given.pop(name) for name in list(given) if name in OF_LAYER or name not in known})
    layer.input_spec, layer.supports_masking = getattr(layer, "takes", None), getattr(layer, "passes_masks", False)
    layer.built = getattr(layer, "at_once", False) and type(layer).build is Layer.build
    return {name: GETS.get(name.rpartition("_")[2], lambda value: value)(value) for name, value in given.items()}


def arguments(*required, more=True, **defaults):
    """Decorate a layer: its __init__ takes these arguments, as core.signed.arguments, and with `more` **kwargs."""
    known = {*required, *defaults}
    return signed.arguments(*required, begin=partial(begin, known=known), more=more, **defaults)


def weights(*kinds, activity=True, **between):
    """Return {argument: default} of weights of these kinds: initialisers, regularisers, then constraints.

    activity    whether activity_regularizer is among them
    between     what is between initialisers and regularisers
    """
    return {**{f"{kind}_initializer": FIRST.get(kind, "glorot_uniform") for kind in kinds}, **between,
            **{f"{kind}_regularizer": None for kind in kinds}, **({"activity_regularizer": None} if activity else {}),
            **{f"{kind}_constraint": None for kind in kinds}}


def weight(layer, name, shape, kind=None):
    """Add a weight of this shape to a layer, with the settings of its kind: kernel_initializer …; None: of its name."""
    initializer, regularizer, constraint = (getattr(layer, f"{kind or name}_{what}", None) for what in (
        "initializer", "regularizer", "constraint"))
    return layer.add_weight(shape, initializer, regularizer=regularizer, constraint=constraint, name=name)


def biased(x, bias, data_format=None):
    """Return x plus a bias for each channel, if there is one."""
    return x if bias is None else nn.bias_add(x, bias, "NCHW" if channels_first(data_format) else None)
