"""Cells: one step of a recurrent layer."""

from ...functions import arrays, linalg, nn
from ...functions.creation import ones_like
from ..core.layer import Layer
from .arguments import arguments, biased, weight, weights

TANH = {"activation": "tanh"}
GATES = {**TANH, "recurrent_activation": "sigmoid"}
DROPS = {"dropout": 0.0, "recurrent_dropout": 0.0}
OF_CELL = weights("kernel", "recurrent", "bias", activity=False)
OF_LSTM = weights("kernel", "recurrent", "bias", activity=False, unit_forget_bias=True)


def as_list(value):
    return list(value) if isinstance(value, list | tuple) else [value]


class Dropping(Layer):
    """Base: drops shares of the input and of the state, the same numbers at every step."""

    def masks(self, x, states, training):
        """Return what dropout multiplies the input x and the states by at every step; {} if nothing is dropped."""
        shares = {"x": (x, self.dropout), "h": (states[0], self.recurrent_dropout)}
        return {key: nn.dropout(ones_like(one), rate, seed=self.seed) for key, (one, rate) in shares.items()
                if training and rate}

    def dropped(self, x, h, masks):
        """Return the input x and the state h, times what `masks` gave for them."""
        return x * masks["x"] if masks and "x" in masks else x, h * masks["h"] if masks and "h" in masks else h

    def _forget_nothing(self, units):
        """Let the forget gate's bias be 1 at first, if unit_forget_bias asks for it."""
        if self.bias is not None and self.unit_forget_bias:
            values = self.bias.numpy()
            values[units:2 * units] = 1
            self.bias.assign(values)

    def gated(self, z, c, axis):
        """Return (h, [h, c]) of an LSTM: z holds its gates (i, f, g, o) one after the other along an axis."""
        i, f, g, o = arrays.split(z, 4, axis)
        c = self.recurrent_activation(f) * c + self.recurrent_activation(i) * self.activation(g)
        h = self.recurrent_activation(o) * self.activation(c)
        return h, [h, c]


class Cell(Dropping):
    """Base: a kernel for the input, one for the state, `gates` blocks of units in each."""

    gates = 1

    def _prepare(self):
        if self.units <= 0:
            raise ValueError("Received an invalid value for argument `units`, expected a positive integer, got "
                             f"{self.units}.")
        self.state_size = self.output_size = self.units

    def build(self, input_shape):
        width = self.units * self.gates
        self.kernel = weight(self, "kernel", (input_shape[-1], width))
        self.recurrent_kernel = weight(self, "recurrent_kernel", (self.units, width), "recurrent")
        self.bias = weight(self, "bias", self.bias_shape()) if self.use_bias else None

    def bias_shape(self):
        """Return the sizes of the bias."""
        return (self.units * self.gates,)


@arguments("units", **TANH, use_bias=True, **OF_CELL, **DROPS, seed=None)
class SimpleRNNCell(Cell):
    """h = activation(x @ kernel + h @ recurrent_kernel + bias).

    units    how many numbers the output has

    Raises ValueError for units below 1.
    """

    def call(self, inputs, states, training=False, masks=None):
        """Take one step: (h, [h])."""
        x, h = self.dropped(inputs, as_list(states)[0], masks)
        h = self.activation(biased(linalg.matmul(x, self.kernel), self.bias) + linalg.matmul(h, self.recurrent_kernel))
        return h, [h]


@arguments("units", **GATES, use_bias=True, **OF_LSTM, **DROPS, seed=None)
class LSTMCell(Cell):
    """c = σ(f) · c + σ(i) · tanh(g), h = σ(o) · tanh(c); (i, f, g, o) = x @ kernel + h @ recurrent_kernel + bias.

    units                how many numbers the output has
    unit_forget_bias     f's bias is 1 at first, so that nothing is forgotten. Jozefowicz et al. (2015)

    Raises ValueError for units below 1. Source: Hochreiter and Schmidhuber, Long Short-Term Memory (1997).
    """

    gates = 4

    def _prepare(self):
        super()._prepare()
        self.state_size = [self.units, self.units]

    def build(self, input_shape):
        super().build(input_shape)
        self._forget_nothing(self.units)

    def call(self, inputs, states, training=False, masks=None):
        """Take one step: (h, [h, c])."""
        x, h = self.dropped(inputs, states[0], masks)
        z = biased(linalg.matmul(x, self.kernel) + linalg.matmul(h, self.recurrent_kernel), self.bias)
        return self.gated(z, states[1], 1)


@arguments("units", **GATES, use_bias=True, **OF_CELL, **DROPS, reset_after=True, seed=None)
class GRUCell(Cell):
    """h = z · h + (1 − z) · n; z, r = σ(x W + h U), n = tanh(x W + r · (h U)).

    units         how many numbers the output has
    reset_after   r multiplies h U, as above; False: h itself, before the product

    Raises ValueError for units below 1. Source: Cho et al., Learning Phrase Representations using RNN Encoder-Decoder
    (2014).
    """

    gates = 3

    def bias_shape(self):
        return (2, 3 * self.units) if self.reset_after else (3 * self.units,)

    def call(self, inputs, states, training=False, masks=None):
        """Take one step: (h, [h])."""
        before = as_list(states)[0]
        x, h = self.dropped(inputs, before, masks)
        bias = [0.0, 0.0] if self.bias is None else [self.bias[0], self.bias[1]] if self.reset_after else [
            self.bias, 0.0]
        xz, xr, xn = arrays.split(linalg.matmul(x, self.kernel) + bias[0], 3, 1)
        if self.reset_after:
            hz, hr, hn = arrays.split(linalg.matmul(h, self.recurrent_kernel) + bias[1], 3, 1)
            z, r = self.recurrent_activation(xz + hz), self.recurrent_activation(xr + hr)
            n = self.activation(xn + r * hn)
        else:
            uz, ur, un = arrays.split(self.recurrent_kernel, 3, 1)
            z = self.recurrent_activation(xz + linalg.matmul(h, uz))
            r = self.recurrent_activation(xr + linalg.matmul(h, ur))
            n = self.activation(xn + linalg.matmul(r * h, un))
        h = z * before + (1.0 - z) * n
        return h, [h]


@arguments("cells")
class StackedRNNCells(Layer):
    """Several cells, a list, each fed by the one before it."""

    def _prepare(self):
        self.cells = list(self.cells)
        self.state_size = [cell.state_size for cell in self.cells]
        self.output_size = self.cells[-1].output_size

    def build(self, input_shape):
        for cell in self.cells:
            if not cell.built:
                cell.build(input_shape)
            input_shape = (input_shape[0], as_list(cell.output_size)[0])

    def grouped(self, states):
        """Group `states`, a flat list, by cells: a list for a cell of several."""
        left, found = list(states), []
        for size in self.state_size:
            count = len(as_list(size))
            found.append(left[:count] if isinstance(size, list | tuple) else left[0])
            left = left[count:]
        return found

    def masks(self, x, states, training):
        """Return what dropout multiplies by in each cell, for the input x and `states` one after the other."""
        found = []
        for cell, state in zip(self.cells, self.grouped(states)):
            found.append(cell.masks(x, as_list(state), training) if hasattr(cell, "masks") else {})
            x = as_list(state)[0]                            # as wide as what the cell gives
        return found if any(found) else {}

    def call(self, inputs, states, training=False, masks=None):
        """Take one step: (the last cell's output, all new states)."""
        after = []
        for place, (cell, state) in enumerate(zip(self.cells, states)):
            settings = {"masks": masks[place]} if masks and masks[place] else {}
            inputs, new = cell.call(inputs, as_list(state), **settings)
            after.append(as_list(new) if isinstance(state, list | tuple) else as_list(new)[0])
        return inputs, after
