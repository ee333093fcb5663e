"""The optimisers: a rule each, with Keras' names and defaults."""

from ..core.signed import signed
from . import rules
from .base import COMMON, Optimizer

MEANS = {"momentum": 0.0, "velocity": 0.0}
BETAS = {"beta_1": 0.9, "beta_2": 0.999, "epsilon": 1e-7}


def declared(name, rule, slots, doc, optional=None, names=None, **parameters):
    """Return a class for a rule.

    slots        {name: first value} of what the rule keeps; a first value may be the name of a setting
    optional     {name of such: the setting without which it is not kept}
    names        {Keras' name of a setting: the rule's}
    parameters   Keras' names and defaults, in its order
    """
    def __init__(self, **given):
        self.first = {key: given.pop(value) if isinstance(value, str) else value for key, value in slots.items()}
        Optimizer.__init__(self, **{(names or {}).get(key, key): value for key, value in given.items()})

    def kept(self):
        return {key: value for key, value in self.first.items()
                if key not in (optional or {}) or self.settings.get(optional[key])}
    common = {key: value for key, value in COMMON.items() if key not in parameters}
    return type(Optimizer)(name, (Optimizer,), {
        "__init__": signed(__init__, True, **parameters, **common), "kept": kept, "rule": staticmethod(rule),
        "__doc__": doc, "__module__": __name__})


SGD = declared(
    "SGD", rules.sgd, {"momentum": 0.0}, "A step down the slope, or along a velocity: momentum · velocity - lr · grad.",
    {"momentum": "momentum"}, learning_rate=0.01, momentum=0.0, nesterov=False)
Adam = declared(
    "Adam", rules.adam, {**MEANS, "velocity_hat": 0.0}, "The mean slope over the typical one. Kingma & Ba (2015).",
    {"velocity_hat": "amsgrad"}, learning_rate=0.001, **BETAS, amsgrad=False)
AdamW = declared(
    "AdamW", rules.adam, {**MEANS, "velocity_hat": 0.0}, "Adam, and weights shrink by lr · weight_decay a step.",
    {"velocity_hat": "amsgrad"}, learning_rate=0.001, weight_decay=0.004, **BETAS, amsgrad=False)
RMSprop = declared(
    "RMSprop", rules.rmsprop, {"velocity": 0.0, "momentum": 0.0, "average_gradient": 0.0},
    "The slope over its typical size. Hinton (2012).", {"momentum": "momentum", "average_gradient": "centered"},
    learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-7, centered=False)
Adagrad = declared(
    "Adagrad", rules.adagrad, {"accumulator": "initial_accumulator_value"},
    "The slope over the root of the sum of all squares. Duchi et al. (2011).",
    learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-7)
Adadelta = declared(
    "Adadelta", rules.adadelta, {"accumulated_grad": 0.0, "accumulated_delta_var": 0.0},
    "RMSprop in the units of the weights. Zeiler (2012).", learning_rate=0.001, rho=0.95, epsilon=1e-7)
Adamax = declared("Adamax", rules.adamax, {"momentum": 0.0, "norm": 0.0},
                  "Adam with the largest gradient instead of the typical one. Kingma & Ba (2015), section 7.",
                  learning_rate=0.001, **BETAS)
Nadam = declared("Nadam", rules.nadam, MEANS, "Adam one step ahead. Dozat (2016).", learning_rate=0.001, **BETAS)
Ftrl = declared(
    "Ftrl", rules.ftrl, {"accumulator": "initial_accumulator_value", "linear": 0.0},
    "The regularised leader. McMahan et al., Ad click prediction (2013).",
    names={"l1_regularization_strength": "l1", "l2_regularization_strength": "l2",
           "l2_shrinkage_regularization_strength": "l2_shrinkage"},
    learning_rate=0.001, learning_rate_power=-0.5, initial_accumulator_value=0.1, l1_regularization_strength=0.0,
    l2_regularization_strength=0.0, l2_shrinkage_regularization_strength=0.0, beta=0.0)
