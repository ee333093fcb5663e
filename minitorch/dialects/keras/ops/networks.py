"""keras.ops of networks: activations, cross entropies, lengths."""

from ...core.engine import mt
from ...functions.losses import cross_entropy
from ...functions.table import in_keras
from ..activations import OWN
from ..core.naming import settings


def binary_crossentropy(target, output, from_logits):
    if from_logits:
        return mt.nn.binary_cross_entropy_with_logits(output, target.to(output.dtype), reduction="none")
    output = mt.clamp(output, settings["epsilon"], 1 - settings["epsilon"])
    return -(target * mt.log(output) + (1 - target) * mt.log(1 - output))


def categorical_crossentropy(target, output, from_logits, axis):
    if from_logits:
        return cross_entropy(target, output, axis)
    output = output / mt.sum(output, axis, keepdim=True)
    output = mt.clamp(output, settings["epsilon"], 1 - settings["epsilon"])
    return -mt.sum(target * mt.log(output), axis)


def sparse_categorical_crossentropy(target, output, from_logits, axis):
    logs = mt.nn.log_softmax(output, axis) if from_logits else mt.log(
        mt.clamp(output, settings["epsilon"], 1 - settings["epsilon"]))
    target = target.squeeze(-1) if target.ndim == output.ndim else target
    return -mt.gather(logs, axis, target.long().unsqueeze(axis)).squeeze(axis)


def normalize(x, axis, order, epsilon):
    return x / mt.clamp(mt.norm(x, order, (axis,), True), min=settings["epsilon"] if epsilon is None else epsilon)


table = {name: OWN[name] for name in ("elu", "hard_sigmoid", "hard_silu")} | in_keras([
    ("binary_crossentropy(target, output, from_logits=False)", binary_crossentropy,
     "Compute the cross entropy of each element, in nats; the output is a probability, or its logit.", "target output"),
    ("categorical_crossentropy(target, output, from_logits=False, axis=-1)", categorical_crossentropy,
     "Compute the cross entropy of each row, in nats; the target has a share for each class.", "target output"),
    ("sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1)", sparse_categorical_crossentropy,
     "Compute the cross entropy of each row, in nats; the target is the number of a class.", "target output"),
    ("normalize(x, axis=-1, order=2, epsilon=None)", normalize, "Bring vectors along an axis to length 1: order says "
     "which norm, epsilon is the least length; None: 1e-7."),
])
