"""Discretization: numbers as the bins between limits that are given or found in data."""

import numpy as np

from ...core.engine import mt
from ...core.lift import function
from ...functions.creation import constant
from ..core.layer import Layer
from .arguments import arguments
from .lookup import MODES, encoded, is_shape, shape_like


@function("x")
def binned(x, limits):
    """Return the bin of each number of x: how many of the limits, in order, are not above it."""
    return mt.bucketize(x, mt.tensor(limits, dtype=x.dtype), right=True).int()


@arguments(bin_boundaries=None, num_bins=None, epsilon=0.01, output_mode="int", sparse=False, dtype=None, name=None,
           more=False)
class Discretization(Layer):
    """Numbers as whole ones: in which bin each is.

    bin_boundaries   the limits between bins, in order: n of them make n + 1 bins
    num_bins         without them, how many bins of like content `adapt(data)` is to find
    epsilon          how finely data are summarised for that, as a share of them
    output_mode      "int": the number of the bin; "one_hot", "multi_hot", "count": rows, as CategoryEncoding's
    sparse           taken as Keras takes it; rows are dense

    Raises ValueError where both limits and a number of bins are given or neither is, and for another output_mode.
    """

    def _prepare(self):
        if self.output_mode not in MODES[:4]:
            raise ValueError(f"output_mode is one of {', '.join(MODES[:4])}. Received: output_mode={self.output_mode}")
        if (self.num_bins is None) == (self.bin_boundaries is None):
            raise ValueError("Discretization needs either `num_bins` or `bin_boundaries`. Received: num_bins="
                             f"{self.num_bins}, bin_boundaries={self.bin_boundaries}")

    def adapt(self, data, steps=None):
        """Find the limits in data: an array, or a Dataset of batches, of which `steps` are looked at; None: all.

        Raises ValueError where limits were given.
        """
        if self.num_bins is None:
            raise ValueError("Cannot adapt a Discretization layer that has been initialized with `bin_boundaries`, use "
                             "`num_bins` instead.")
        batches = (data.take(steps) if steps is not None else data) if hasattr(data, "as_numpy_iterator") else [data]
        found = np.zeros((2, 0), "float32")
        for batch in batches:
            found = np.concatenate([summary(np.asarray(batch, "float32"), self.epsilon), found], 1)
            found = compressed(found[:, np.argsort(found[0])], self.epsilon)
        self.bin_boundaries = compressed(found, 1 / self.num_bins)[0, :-1].tolist()
        self._given.update(bin_boundaries=self.bin_boundaries, num_bins=None)

    def call(self, inputs):
        """Return the bins of the inputs. Raises ValueError before the limits are known."""
        if self.bin_boundaries is None:
            raise ValueError("You need to either pass the `bin_boundaries` argument at construction time or call "
                             "`adapt(dataset)` before you can start using the `Discretization` layer.")
        if self.output_mode != "int" and is_shape(inputs):
            return shape_like(list(inputs.shape), self.output_mode, len(self.bin_boundaries) + 1, self.dtype)
        bins = binned(inputs, list(self.bin_boundaries))
        return bins if self.output_mode == "int" else constant(encoded(
            bins.numpy(), len(self.bin_boundaries) + 1, self.output_mode, dtype=self.dtype))


def summary(values, epsilon):
    """Return (2, n): some of the values in order, and how many values each represents."""
    values, step = np.sort(values.reshape(-1)), max(values.size * epsilon, 1)
    kept = values[int(step - 1)::int(step)]
    return np.stack([kept, np.full_like(kept, step)])


def compressed(found, epsilon):
    """Return a summary of no more than about 1 / epsilon values, between which is interpolated."""
    if found.shape[1] * epsilon < 1:
        return found
    shares, counts = epsilon + np.arange(0.0, 1.0, epsilon), found[1].cumsum()
    values, sums = (np.interp(shares, counts / counts[-1], x) for x in (found[0], counts))
    return np.stack([values, sums - np.concatenate([[0], sums[:-1]])]).astype("float32")
