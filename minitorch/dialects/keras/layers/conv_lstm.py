"""ConvLSTM2D: a recurrent layer over pictures, with convolutions as products."""

from ...functions.conv import channels_first
from ...functions.creation import zeros
from ..core.spec import InputSpec
from .arguments import arguments, biased, weight, weights
from .cells import DROPS, GATES, OF_LSTM, Dropping
from .convolutional import BaseConv, convolution
from .recurrent import RNN, WAYS, declared

WINDOWS = {"strides": 1, "padding": "valid", "data_format": None, "dilation_rate": 1, **GATES, "use_bias": True}


@arguments("filters", "kernel_size", **WINDOWS, **OF_LSTM, **DROPS, seed=None)
class ConvLSTMCell(Dropping, BaseConv):
    """An LSTM's step on pictures: kernels (…size, in, 4 · filters) instead of matrices."""

    def _prepare(self):
        super()._prepare()
        self.state_size, self.output_size = [self.filters, self.filters], self.filters

    def build(self, input_shape):
        channels, width = self.channels(input_shape), 4 * self.filters
        self.kernel = weight(self, "kernel", (*self.kernel_size, channels, width))
        self.recurrent_kernel = weight(self, "recurrent_kernel", (*self.kernel_size, self.filters, width), "recurrent")
        self.bias = weight(self, "bias", (width,)) if self.use_bias else None
        self._forget_nothing(self.filters)

    def call(self, inputs, states, training=False, masks=None):
        """Take one step: (h, [h, c])."""
        x, h = self.dropped(inputs, states[0], masks)
        x, ones = biased(self.convolved(x), self.bias, self.data_format), (1, 1)
        h = convolution(h, self.recurrent_kernel, ones, "same", self.data_format, ones, 1)
        return self.gated(x + h, states[1], 1 if channels_first(self.data_format) else -1)


class ConvLSTM(RNN):
    """Base: runs a ConvLSTMCell over the steps of (N, T, H, W, C)."""

    def build(self, input_shape):
        self.step_shape = tuple(input_shape[2:])
        if None in self.step_shape:
            raise ValueError("ConvLSTM layers only support static input shapes for the spatial dimension. Received "
                             f"invalid input shape: input_shape={tuple(input_shape)}")
        if not self.cell.built:
            self.cell.build((input_shape[0], *self.step_shape))

    def get_initial_state(self, batch_size):
        """Return the states before the first step: zeros (batch_size, …space, filters), or channels first."""
        cell, first = self.cell, channels_first(self.cell.data_format)
        sizes = [(n - (0 if cell.padding == "same" else (k - 1) * d) - 1) // s + 1 for n, k, s, d in zip(
            self.step_shape[1:] if first else self.step_shape[:-1], cell.kernel_size, cell.strides,
            cell.dilation_rate)]
        shape = (batch_size, cell.filters, *sizes) if first else (batch_size, *sizes, cell.filters)
        return [zeros(shape, self.dtype), zeros(shape, self.dtype)]


ConvLSTM2D = declared("ConvLSTM2D", ConvLSTM, ConvLSTMCell, """An LSTM of convolutions.

(N, T, H, W, C) to (N, H', W', filters); with return_sequences that of each step.

filters                       how many channels the result has
kernel_size                   of both convolutions: a number, or one for each axis of space
strides, padding, dilation_rate
                              of the convolution of the inputs, as Conv2D's; that of the state keeps its size
unit_forget_bias              the forget gate's bias is 1 at first
return_sequences, return_state, go_backwards and stateful are as RNN's.

Source: Shi et al., Convolutional LSTM Network: A Machine Learning Approach for Precipitation Nowcasting (2015).
""", ("filters", "kernel_size"), {
    **WINDOWS, **weights("kernel", "recurrent", "bias", unit_forget_bias=True), **DROPS, "seed": None, **{
        key: value for key, value in WAYS.items() if key != "unroll"}}, takes=InputSpec(ndim=5))
