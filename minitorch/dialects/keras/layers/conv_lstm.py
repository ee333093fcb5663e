"""ConvLSTM: a recurrent layer over signals, pictures or volumes, whose products are convolutions."""

from inspect import Parameter

from ...functions import arrays, nn
from ...functions.conv import channels_first
from ...functions.creation import ones_like, zeros
from .. import activations
from ..core.signed import signed
from ..core.spec import InputSpec
from .convolutional import BaseConv, convolution
from .recurrent import GATES, RNN, WAYS


class ConvLSTMCell(BaseConv):
    """An LSTM's step over dims axes of space: kernels (…size, in, 4 · filters) in the place of matrices."""

    def __init__(self, dims, filters, kernel_size, strides=1, padding="valid", data_format=None, dilation_rate=1,
                 activation="tanh", recurrent_activation="sigmoid", use_bias=True, unit_forget_bias=True, dropout=0.0,
                 recurrent_dropout=0.0, seed=None, name=None, dtype=None, **settings):
        super().__init__(name=name, dtype=dtype)
        self.dims, self.dropout, self.recurrent_dropout, self.seed = dims, dropout, recurrent_dropout, seed
        self.set_conv(filters, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias,
                      settings)
        self.recurrent_activation = activations.get(recurrent_activation)
        self.unit_forget_bias, self.state_size, self.output_size = unit_forget_bias, [filters, filters], filters

    def build(self, input_shape):
        channels = self.channels(input_shape)
        self.kernel = self.weight("kernel", (*self.kernel_size, channels, 4 * self.filters))
        self.recurrent_kernel = self.weight("recurrent_kernel", (*self.kernel_size, self.filters, 4 * self.filters),
                                            "recurrent")
        self.bias = self.weight("bias", (4 * self.filters,)) if self.use_bias else None
        if self.bias is not None and self.unit_forget_bias:
            values = self.bias.numpy()
            values[self.filters:2 * self.filters] = 1
            self.bias.assign(values)

    def masks(self, x, states, training):
        """What dropout multiplies the input x and the states by, the same at every step; {} if nothing is dropped."""
        shares = {"x": (x, self.dropout), "h": (states[0], self.recurrent_dropout)}
        return {key: nn.dropout(ones_like(one), rate, seed=self.seed) for key, (one, rate) in shares.items()
                if training and rate}

    def convolved(self, x, kernel, strides, padding, dilations):
        """A convolution of x."""
        return convolution(x, kernel, strides, padding, self.data_format, dilations, 1)

    def call(self, inputs, states, training=False, masks=None):
        """(h, [h, c]): one step.

        states    [h, c]
        masks     what dropout multiplies inputs and states by
        """
        (h, c), masks = states, masks or {}
        x = inputs * masks["x"] if "x" in masks else inputs
        x = self.convolved(x, self.kernel, self.strides, self.padding, self.dilation_rate)
        if self.bias is not None:
            x = nn.bias_add(x, self.bias, "NCHW" if channels_first(self.data_format) else None)
        ones = (1,) * self.dims
        h = self.convolved(h * masks["h"] if "h" in masks else h, self.recurrent_kernel, ones, "same", ones)
        i, f, g, o = arrays.split(x + h, 4, 1 if channels_first(self.data_format) else -1)
        c = self.recurrent_activation(f) * c + self.recurrent_activation(i) * self.activation(g)
        h = self.recurrent_activation(o) * self.activation(c)
        return h, [h, c]


class ConvLSTM(RNN):
    """Base: runs a ConvLSTMCell over the steps of (N, T, …space, C)."""

    def build(self, input_shape):
        self.step_shape = tuple(input_shape[2:])
        if None in self.step_shape:
            raise ValueError("ConvLSTM layers only support static input shapes for the spatial dimension. Received "
                             f"invalid input shape: input_shape={tuple(input_shape)}")
        if not self.cell.built:
            self.cell.build((input_shape[0], *self.step_shape))

    def get_initial_state(self, batch_size):
        """The states before the first step: zeros (batch_size, …space, filters), or channels first."""
        cell, first = self.cell, channels_first(self.cell.data_format)
        sizes = [(n - (0 if cell.padding == "same" else (k - 1) * d) - 1) // s + 1 for n, k, s, d in zip(
            self.step_shape[1:] if first else self.step_shape[:-1], cell.kernel_size, cell.strides,
            cell.dilation_rate)]
        shape = (batch_size, cell.filters, *sizes) if first else (batch_size, *sizes, cell.filters)
        return [zeros(shape, self.dtype), zeros(shape, self.dtype)]


SETTINGS = {"strides": 1, "padding": "valid", "data_format": None, "dilation_rate": 1, **GATES, "use_bias": True,
            "kernel_initializer": "glorot_uniform", "recurrent_initializer": "orthogonal", "bias_initializer": "zeros",
            "unit_forget_bias": True, "kernel_regularizer": None, "recurrent_regularizer": None,
            "bias_regularizer": None, "activity_regularizer": None, "kernel_constraint": None,
            "recurrent_constraint": None, "bias_constraint": None, "dropout": 0.0, "recurrent_dropout": 0.0,
            "seed": None, **{key: value for key, value in WAYS.items() if key != "unroll"}}


def declared(name, dims, shapes):
    """A layer over so many axes of space, with Keras' parameters; `shapes` says what it makes of what."""
    def __init__(self, filters, kernel_size, activity_regularizer=None, name=None, dtype=None, **given):
        ways = {key: given.pop(key) for key in (*WAYS, "zero_output_for_mask") if key in given}
        own = {key: given.pop(key) for key in list(given) if key in SETTINGS}
        cell = ConvLSTMCell(dims, filters, kernel_size, name="conv_lstm_cell", dtype=dtype, **own)
        RNN.__init__(self, cell, **ways, activity_regularizer=activity_regularizer, name=name, dtype=dtype, **given)
        self.input_spec = InputSpec(ndim=dims + 3)
    init = signed(__init__, more=True, filters=Parameter.empty, kernel_size=Parameter.empty, **SETTINGS)
    return type(ConvLSTM)(name, (ConvLSTM,), {"__init__": init, "__module__": __name__, "__doc__": f"""An LSTM of \
convolutions: {shapes}; with return_sequences that of each step.

    filters                       how many channels the result has
    kernel_size                   of both convolutions: a number, or one for each axis of space
    strides, padding, dilation_rate
                                  of the convolution of the inputs, as Conv2D's; that of the state keeps its size
    unit_forget_bias              the forget gate's bias is 1 at first
    dropout, recurrent_dropout    in training, the share of the input's, and of the state's, numbers that are 0
    return_sequences, return_state, go_backwards and stateful are as RNN's.

    Source: Shi et al., Convolutional LSTM Network: A Machine Learning Approach for Precipitation Nowcasting (2015).
    """})


ConvLSTM1D = declared("ConvLSTM1D", 1, "(N, T, L, C) to (N, L', filters)")
ConvLSTM2D = declared("ConvLSTM2D", 2, "(N, T, H, W, C) to (N, H', W', filters)")
ConvLSTM3D = declared("ConvLSTM3D", 3, "(N, T, D, H, W, C) to (N, D', H', W', filters)")
