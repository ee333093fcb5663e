"""Recurrent layers: RNN, LSTM and GRU, which read a sequence step by step and update a state."""

from math import sqrt

from ..engine import dispatch
from ..engine.piece import piece
from ..ops.recurrent import lstm, rnn
from ..ops.shape.creation import zeros
from ..runtime import functions, require
from ..runtime.errors import notice
from . import functional as F, init
from .functional.common import refuse
from .module import Module
from .packed import PackedSequence, reordered
from .parameter import add_parameter

GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}             # {mode: number of gates}


@piece
def run_rnn(x, h, w_ih, w_hh, b_ih, b_hh, *, sizes, reverse=False, relus=False):
    """Run a plain recurrent layer over all steps; arguments and results are those of the op `rnn`."""
    return dispatch(rnn.rnn, (x, h, w_ih, w_hh, b_ih, b_hh), {"sizes": sizes, "reverse": reverse, "relus": relus})


@piece
def run_lstm(x, h, c, w_ih, w_hh, b_ih, b_hh, w_hr=None, *, sizes, reverse=False):
    """Run an LSTM layer over all steps; arguments and results are those of the op `lstm`."""
    return dispatch(lstm.lstm, (x, h, c, w_ih, w_hh, b_ih, b_hh, w_hr), {"sizes": sizes, "reverse": reverse})


def run_gru(x, h, w_ih, w_hh, b_ih, b_hh, *, sizes, reverse=False):
    """Run a GRU layer over all steps; arguments and results are those of the op `gru`."""
    return dispatch(rnn.gru, (x, h, w_ih, w_hh, b_ih, b_hh), {"sizes": sizes, "reverse": reverse})


class RNNBase(Module):
    """Base of RNN, LSTM and GRU: stacked layers, each run in one direction or two. Settings as LSTM's.

    mode   the kind of layer: "RNN_TANH", "RNN_RELU", "LSTM" or "GRU"

    Layer k owns weight_ih_lk (G, inputs), weight_hh_lk (G, hidden) and two biases (G,), G being the number
    of gates times hidden_size; names for the reverse direction end in _reverse.
    Raises TypeError or ValueError for settings of the wrong kind or size; RuntimeError for an input of another size.
    """

    states = 1                                # number of states: 1 is h, 2 is h and c

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0,
                 bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__()
        if mode not in GATES:
            raise (ValueError if isinstance(mode, str) else TypeError)(
                f"Unrecognized RNN mode: {mode!r}; there are {', '.join(GATES)}.")
        self.mode, self.input_size, self.hidden_size, self.num_layers = mode, input_size, hidden_size, num_layers
        self.bias, self.batch_first = bias, batch_first
        self.bidirectional, self.proj_size = bidirectional, proj_size
        self.check_settings(dropout)
        self.dropout = float(dropout)
        for layer in range(num_layers):
            inputs = input_size if layer == 0 else self.width * self.directions
            for suffix in self.suffixes(layer):
                shapes = [("weight_ih", inputs), ("weight_hh", self.width)] + [("bias_ih",), ("bias_hh",)] * bool(bias)
                for name, *columns in shapes:
                    add_parameter(self, name + suffix, (GATES[mode] * hidden_size, *columns), device, dtype)
                if proj_size:
                    add_parameter(self, "weight_hr" + suffix, (proj_size, hidden_size), device, dtype)
        self.reset_parameters()

    def check_settings(self, dropout):
        for name in ("input_size", "hidden_size", "num_layers"):
            value = getattr(self, name)
            if not isinstance(value, int):
                raise TypeError(f"{name} should be of type int, got: {type(value).__name__}")
            if value <= 0:
                raise ValueError(f"{name} must be greater than zero, not {value}")
        for name in ("bias", "batch_first"):
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise TypeError(f"{name} should be of type bool, got: {type(value).__name__}")
        if isinstance(dropout, bool) or not isinstance(dropout, int | float) or not 0 <= dropout <= 1:
            raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element "
                             f"being zeroed, not {dropout!r}")
        if dropout > 0 and self.num_layers == 1:
            notice("dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects "
                   f"num_layers greater than 1, but got dropout={dropout} and num_layers=1")
        if self.proj_size and self.mode != "LSTM":
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        if self.proj_size < 0:
            raise ValueError("proj_size should be a positive integer or zero to disable projections")
        if self.proj_size >= self.hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size: "
                             f"{self.proj_size} is not below {self.hidden_size}")

    @property
    def directions(self):
        return 2 if self.bidirectional else 1

    @property
    def width(self):
        """The number of features of a state h."""
        return self.proj_size or self.hidden_size

    def suffixes(self, layer):
        return [f"_l{layer}", f"_l{layer}_reverse"][:self.directions]

    def reset_parameters(self):
        for weight in self.parameters():
            init.uniform_(weight, -1 / sqrt(self.hidden_size), 1 / sqrt(self.hidden_size))

    def flatten_parameters(self):
        """Do nothing: PyTorch's programs call it for a GPU library that needs the parameters next to each other."""

    @property
    def all_weights(self):
        """The parameters, a list for each layer and direction."""
        return [[self._parameters[name] for name in self._parameters if name.endswith(suffix)]
                for layer in range(self.num_layers) for suffix in self.suffixes(layer)]

    def forward(self, input, hx=None):
        """Map (T, B, inputs) to all outputs (T, B, directions·hidden) and the last states (layers·directions, B, …).

        input   or (B, T, inputs) if batch_first, or (T, inputs) for one sequence, or a PackedSequence
        hx      the first states; zeros when None. LSTM: a pair (h, c)
        """
        order = None
        if packed := isinstance(input, PackedSequence):
            x, sizes, order, back = input
            sizes = tuple(sizes.tolist())
        else:
            self.check_input(input)
            x = input.transpose(0, 1) if self.batch_first and input.ndim == 3 else input
            T, B = x.shape[0], x.shape[1] if x.ndim == 3 else 1
            sizes, x = (B,) * T, x.reshape(T * B, x.shape[-1])
        if x.shape[-1] != self.input_size:
            refuse(RuntimeError, "input.size(-1) must be equal to input_size. "
                   f"Expected {self.input_size}, got {x.shape[-1]}.")
        batched = packed or input.ndim == 3
        states = self.initial_states(x, hx, sizes[0], batched)
        if hx is not None and order is not None:
            states = [reordered(s, 1, order) for s in states]
        x, states = self.run_layers(x, states, sizes)
        if packed:
            states = [reordered(s, 1, back) for s in states]
            return PackedSequence(x, input.batch_sizes, order, back), self.pack_states(states)
        if not batched:
            return x, self.pack_states([s.squeeze(1) for s in states])
        out = x.reshape(T, B, x.shape[-1])
        return out.transpose(0, 1) if self.batch_first else out, self.pack_states(states)

    def run_layers(self, x, states, sizes):
        """Run x (N, inputs) through every layer; return the last layer's outputs (N, …), and all last states."""
        last, number = [], 0
        for layer in range(self.num_layers):
            outs = []
            for suffix in self.suffixes(layer):
                out, *carried = self.step(x, [s[number] for s in states], suffix, {
                    "sizes": sizes, "reverse": suffix.endswith("_reverse")})
                outs.append(out)
                last.append(carried)
                number += 1
            x = outs[0] if len(outs) == 1 else functions["cat"](outs, 1)
            if layer < self.num_layers - 1:
                x = F.dropout(x, self.dropout, self.training)
        return x, [functions["stack"](list(s)) for s in zip(*last)]

    def weights(self, suffix):
        """Return the weights of one layer and direction; None for biases that are left out."""
        biases = [getattr(self, name + suffix) if self.bias else None for name in ("bias_ih", "bias_hh")]
        return [getattr(self, "weight_ih" + suffix), getattr(self, "weight_hh" + suffix), *biases]

    def check_input(self, input):
        require(self._get_name(), {"input": input})
        if input.ndim not in (2, 3):
            refuse(ValueError, f"{self._get_name()}: Expected input to be 2D or 3D, got {input.ndim}D instead.")
        if input.dtype is not self.weight_ih_l0.dtype:
            refuse(ValueError, f"{self._get_name()} input dtype ({input.dtype}) does not match weight dtype "
                   f"({self.weight_ih_l0.dtype}). Convert the input: input.to({self.weight_ih_l0.dtype}).")
        if input.shape[1 if self.batch_first and input.ndim == 3 else 0] == 0:
            refuse(RuntimeError, f"Expected sequence length to be larger than 0 in {self._get_name()}.")

    def initial_states(self, x, hx, B, batched):
        """Return the first states, each (layers·directions, B, width of the state)."""
        layers = self.num_layers * self.directions
        widths = (self.width, self.hidden_size)[:self.states]
        if hx is None:
            return [zeros(layers, B, width, dtype=x.dtype, device=x.device) for width in widths]
        if self.states == 2 and not (isinstance(hx, tuple | list) and len(hx) == 2):
            refuse(TypeError, f"{self._get_name()}: hx must be a pair of states (h_0, c_0), not {type(hx).__name__}.")
        given = [hx] if self.states == 1 else list(hx)
        require(self._get_name(), dict(zip(("h_0", "c_0"), given)))
        if any(s.ndim != 2 + batched for s in given):
            kind, dims = ("batched 3-D", 3) if batched else ("unbatched 2-D", 2)
            refuse(RuntimeError, f"For {kind} input, hx should also be {dims}-D but got "
                   + " and ".join(f"{s.ndim}-D" for s in given) + ".")
        given = given if batched else [s.unsqueeze(1) for s in given]
        for number, (state, width) in enumerate(zip(given, widths, strict=True)):
            if tuple(state.shape) != (layers, B, width):
                which = "hidden" if self.states == 1 else f"hidden[{number}]"
                refuse(RuntimeError, f"Expected {which} size {(layers, B, width)}, got {list(state.shape)}: "
                       "(layers times directions, batch, features).")
        return given

    def pack_states(self, states):
        return states[0] if self.states == 1 else tuple(states)

    def extra_repr(self):
        return f"{self.input_size}, {self.hidden_size}" + self._non_default(
            proj_size=0, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False)


class RNN(RNNBase):
    """h = tanh(W x + b + U h + c), or relu, at each step: (T, B, input_size) -> (T, B, hidden_size) and the last h.

    nonlinearity   "tanh" or "relu"; ValueError for others. Other settings as LSTM's, except proj_size
    """

    def __init__(self, input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True, *args, **settings):
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(f"RNN_{nonlinearity.upper()}", input_size, hidden_size, num_layers, bias, *args, **settings)
        self.nonlinearity = nonlinearity

    def step(self, x, states, suffix, how):
        return run_rnn(x, *states, *self.weights(suffix), **how, relus=self.nonlinearity == "relu")


class LSTM(RNNBase):
    """Long short-term memory: gates write to a cell c, erase it, and read it as the output h.

    input_size, hidden_size   features of the input, and of h and c
    num_layers                number of layers, each reading the outputs of the one before
    bias                      whether the gates have biases
    batch_first               whether sequences are (B, T, …) rather than (T, B, …); states are (layers, B, …) always
    dropout                   probability that an output of a layer before the last is dropped, in training
    bidirectional             whether a second layer reads from the end; outputs are concatenated
    proj_size                 if above 0, one more matrix reduces h to this size; 0: h has the size of c

    forward(input, (h, c)=zeros) returns output (T, B, directions·hidden) and the last (h, c).
    Raises as RNNBase does. Source: Hochreiter and Schmidhuber (1997).
    """

    states = 2

    def __init__(self, input_size, hidden_size, num_layers=1, *args, **settings):
        super().__init__("LSTM", input_size, hidden_size, num_layers, *args, **settings)

    def step(self, x, states, suffix, how):
        w_hr = getattr(self, "weight_hr" + suffix) if self.proj_size else None
        return run_lstm(x, *states, *self.weights(suffix), w_hr, **how)


class GRU(RNNBase):
    """Gated recurrent unit: one gate selects what to read of h, one how much to keep. Source: Cho et al. (2014).

    (T, B, input_size) -> (T, B, hidden_size) and the last h. Settings as LSTM's, except proj_size.
    """

    def __init__(self, input_size, hidden_size, num_layers=1, *args, **settings):
        super().__init__("GRU", input_size, hidden_size, num_layers, *args, **settings)

    def step(self, x, states, suffix, how):
        return run_gru(x, *states, *self.weights(suffix), **how)
