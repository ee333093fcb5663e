"""Layers of several inputs, joined to one."""

from functools import reduce

from ...functions import arrays, creation, linalg, logic, math, norms, reduction
from ..core.layer import Layer
from ..core.signed import made
from .arguments import arguments


class Merge(Layer):
    """Base: takes a list of inputs."""

    passes_masks = True

    def compute_mask(self, inputs, mask=None):
        """Return the steps that count in any of the inputs; None if one of these has no mask."""
        return None if mask is None or any(own is None for own in mask) else reduce(logic.logical_or, mask)

    def call(self, inputs):
        if not isinstance(inputs, list | tuple) or len(inputs) < 1:
            raise ValueError(f"A merge layer should be called on a list of at least 1 input. Received: {inputs}")
        sizes = {x.shape[0] for x in inputs if len(x.shape)} - {None}
        if len(sizes) > 1:
            raise ValueError("Cannot merge tensors with different batch sizes. Received tensors with shapes "
                             f"{[tuple(x.shape) for x in inputs]}")
        return self.merged(list(inputs))

    def merged(self, inputs):
        """Return the inputs, a list of tensors, joined to one."""
        total = inputs[0]
        for x in inputs[1:]:
            total = self.join(total, x)
        return total


def joined(name, join, doc):
    """Return a layer that joins its inputs by a function of two."""
    return arguments()(made(Merge, name, doc, join=staticmethod(join)))


Add = joined("Add", math.add, "The sum of a list of inputs; their shapes broadcast.")
Subtract = joined("Subtract", math.subtract, "The first of two inputs less the second.")
Multiply = joined("Multiply", math.multiply, "The product of a list of inputs, element by element.")
Maximum = joined("Maximum", math.maximum, "The larger of a list of inputs, element by element.")
Minimum = joined("Minimum", math.minimum, "The smaller of a list of inputs, element by element.")


@arguments()
class Average(Merge):
    """The mean of a list of inputs, element by element."""

    join = staticmethod(math.add)

    def merged(self, inputs):
        return super().merged(inputs) / len(inputs)


@arguments(axis=-1)
class Concatenate(Merge):
    """The inputs one after the other along an axis, the last unless given."""

    legacy = {"concat_axis": "axis"}

    def compute_mask(self, inputs, mask=None):
        """Return the steps in which an element counts; all elements of an input without a mask do."""
        if mask is None:
            return None
        masks = [creation.ones_like(x, "bool") if own is None else own if len(own.shape) == len(x.shape) else
                 logic.logical_or(own[..., None], creation.zeros_like(x, "bool")) for x, own in zip(inputs, mask)]
        return reduction.reduce_any(arrays.concat(masks, self.axis), -1)

    def merged(self, inputs):
        return arrays.concat(inputs, self.axis)


@arguments("axes", normalize=False)
class Dot(Merge):
    """The product of two inputs over one axis each.

    axes         that of both, or a pair
    normalize    whether vectors along it are brought to length 1 first: the cosine
    """

    def compute_mask(self, inputs, mask=None):
        return None

    def merged(self, inputs):
        x, y = inputs
        axes = [self.axes] * 2 if isinstance(self.axes, int) else list(self.axes)
        a, b = axes[0] % len(x.shape), axes[1] % len(y.shape)
        if self.normalize:
            x, y = norms.l2_normalize(x, a), norms.l2_normalize(y, b)
        left, right = "abcdefg"[:len(x.shape)], "a" + "hijklmn"[:len(y.shape) - 1]
        right = right[:b] + left[a] + right[b + 1:]
        out = left.replace(left[a], "") + right[1:].replace(left[a], "")
        found = linalg.einsum(f"{left},{right}->{out}", x, y)
        return arrays.expand_dims(found, 1) if len(found.shape) == 1 else found


def function_of(kind):
    """Return a function that joins its inputs as a layer does."""
    def join(inputs, **kwargs):
        return kind(**kwargs)(inputs)
    join.__name__, join.__doc__ = kind.__name__.lower(), f"{kind.__doc__} {kind.__name__}()(inputs)."
    return join


add, subtract, multiply, maximum, minimum, average = map(function_of, (
    Add, Subtract, Multiply, Maximum, Minimum, Average))


def concatenate(inputs, axis=-1, **kwargs):
    """Return the inputs one after the other along an axis, the last unless given: Concatenate(axis)(inputs)."""
    return Concatenate(axis=axis, **kwargs)(inputs)


def dot(inputs, axes=-1, **kwargs):
    """Return the product of two inputs over one axis each: Dot(axes)(inputs)."""
    return Dot(axes=axes, **kwargs)(inputs)
