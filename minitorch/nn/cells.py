"""Recurrent cells: one step of RNN, LSTM or GRU, for loops of your own."""

from math import sqrt

from ..ops.shape.creation import zeros
from ..runtime.kinds import require
from . import init
from .functional.common import refuse
from .module import Module
from .parameter import add_parameter
from .recurrent import run_gru, run_lstm, run_rnn


class RNNCellBase(Module):
    """Base of the cells: weight_ih (G, input_size), weight_hh (G, hidden_size), two biases (G,).

    num_chunks   how many gates there are: G is num_chunks · hidden_size
    bias         whether there are biases
    """

    states = 1

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        for name, *columns in ("weight_ih", input_size), ("weight_hh", hidden_size), ("bias_ih",), ("bias_hh",):
            add_parameter(self, name, (num_chunks * hidden_size, *columns), device, dtype, wanted=bias or columns)
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1 / sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def step(self, run, input, hx, **how):
        """Run one step of a sequence by `run`: input (B, I) or (I,), states (B, H) or (H,) -> the new states."""
        require(self._get_name(), {"input": input})
        name, one = self._get_name(), input.ndim == 1
        if input.ndim not in (1, 2):
            refuse(ValueError, f"{name}: Expected input to be 1D or 2D, got {input.ndim}D instead.")
        x = input.unsqueeze(0) if one else input
        B = x.shape[0]
        if x.shape[1] != self.input_size:
            refuse(RuntimeError, f"{name}: input has inconsistent input_size: got {x.shape[1]} expected "
                   f"{self.input_size}.")
        if hx is None:
            states = [zeros(B, self.hidden_size, dtype=x.dtype, device=x.device)] * self.states
        else:
            states = self.given_states(name, hx, one)
        for number, state in enumerate(states):
            if state.ndim != 2 or state.shape[0] != B:
                refuse(RuntimeError, f"{name}: Input batch size {B} doesn't match hidden{number} batch size "
                       f"{state.shape[0]}: the state has shape {tuple(state.shape)}.")
            if state.shape[1] != self.hidden_size:
                refuse(RuntimeError, f"{name}: hidden{number} has inconsistent hidden_size: got {state.shape[1]}, "
                       f"expected {self.hidden_size}.")
        weights = (self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        _, *new = run(x, *states, *weights, sizes=(B,), **how)
        return [s.squeeze(0) if one else s for s in new]

    def given_states(self, name, hx, one):
        """Return the states of a call, each (B, H); a single sample's state (H,) becomes a batch of one."""
        states = [hx] if self.states == 1 or not isinstance(hx, tuple | list) else list(hx)
        require(name, {f"hx[{number}]": state for number, state in enumerate(states)})
        if len(states) != self.states:
            refuse(TypeError, f"{name}: hx must be a pair of states (h, c), not {len(states)} of them.")
        if any(state.ndim not in (1, 2) for state in states):
            refuse(ValueError, f"{name}: Expected hx to be 1D or 2D, got {max(s.ndim for s in states)}D instead.")
        return [state.unsqueeze(0) for state in states] if one else states

    def extra_repr(self):
        return f"{self.input_size}, {self.hidden_size}" + self._non_default(bias=True)


class RNNCell(RNNCellBase):
    """h = tanh(W x + b + U h + c), or relu: input (B, input_size) and hx (B, hidden_size) -> (B, hidden_size).

    input_size, hidden_size   features of the input and of the state
    bias                      whether b and c are added
    nonlinearity              "tanh" or "relu"; RuntimeError for others

    hx is the state so far, zeros when None. For one sample both are vectors. Weights start uniform in ±1/√hidden_size.
    """

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}; there are 'tanh' and 'relu'.")
        return self.step(run_rnn, input, hx, relus=self.nonlinearity == "relu")[0]

    def extra_repr(self):
        return super().extra_repr() + self._non_default(nonlinearity="tanh")


class LSTMCell(RNNCellBase):
    """A layer for one step of an LSTM: input (B, input_size), states hx = (h, c) -> next (h, c), each (B, hidden_size).

    Settings as RNNCell's, without a nonlinearity; hx is zeros when None.
    """

    states = 2

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        return tuple(self.step(run_lstm, input, hx))


class GRUCell(RNNCellBase):
    """A layer for one step of a GRU: input (B, input_size) and the state hx (B, hidden_size) -> the next state.

    Settings as RNNCell's, without a nonlinearity; hx is zeros when None.
    """

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        return self.step(run_gru, input, hx)[0]
