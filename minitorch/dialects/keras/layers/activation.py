"""Layers that are one rule: a function of the inputs and of the layer's arguments; activations among them."""

from ...functions.creation import cast
from .. import activations
from ..core.layer import Layer
from ..core.signed import made
from .arguments import arguments, weight


class Elementwise(Layer):
    """Base: a function of each element."""

    passes_masks = at_once = True


def rule(name, how, doc, *required, base=Elementwise, legacy=None, takes=None, **defaults):
    """Return a layer that computes how(inputs, *arguments).

    required    the names of arguments without a default
    takes       the InputSpec of its inputs
    defaults    the other arguments
    """
    def call(self, inputs):
        return how(inputs, *(getattr(self, name) for name in (*required, *defaults)))
    return arguments(*required, **defaults)(made(base, name, doc, call=call, legacy=legacy or {}, takes=takes))


ReLU = rule("ReLU", lambda x, most, slope, threshold: activations.relu(x, slope, most, threshold),
            "max(x, 0), up to max_value; negative_slope · (x − threshold) below the threshold.",
            max_value=None, negative_slope=0.0, threshold=0.0)
LeakyReLU = rule("LeakyReLU", activations.TABLE["leaky_relu"],
                 "x where it is positive, negative_slope · x where it is negative.",
                 legacy={"alpha": "negative_slope"}, negative_slope=0.3)
ELU = rule("ELU", activations.TABLE["elu"], "x where it is positive, alpha · (eˣ − 1) where it is negative.", alpha=1.0)
Identity = rule("Identity", lambda x: x, "The inputs.")


@arguments(axis=-1)
class Softmax(Elementwise):
    """exp(x) over its sum along an axis; what a mask leaves out gets nothing."""

    def call(self, inputs, mask=None):
        return activations.softmax(inputs if mask is None else inputs + (
            1.0 - cast(mask, inputs.dtype)) * -3e38, self.axis)


@arguments(alpha_initializer="Zeros", alpha_regularizer=None, alpha_constraint=None, shared_axes=None)
class PReLU(Elementwise):
    """alpha · x where x is negative; alpha is learned, one for each element, or shared along shared_axes."""

    def build(self, input_shape):
        shared = [self.shared_axes] if isinstance(self.shared_axes, int) else self.shared_axes or ()
        self.alpha = weight(self, "alpha", [1 if i in shared else n for i, n in enumerate(input_shape)][1:])

    def call(self, inputs):
        return activations.relu(inputs) - self.alpha * activations.relu(-inputs)
