"""Recurrent layers: a cell, step by step over (N, T, C)."""

from inspect import Parameter, getdoc

from ...core.nest import flatten as flatten_ordered
from ...core.recording import state as recording
from ...functions import arrays
from ...functions.creation import cast, zeros
from ...functions.slices import where
from ..core.layer import Layer
from ..core.naming import snake_case
from ..core.signed import signed
from ..core.spec import InputSpec
from .cells import GRUCell, LSTMCell, SimpleRNNCell, StackedRNNCells


class RNN(Layer):
    """Runs a cell over the steps of (N, T, C): the last output (N, units), or with return_sequences all, (N, T, units).

    cell              a cell, or a list of them, each fed by the one before it
    return_state      also the last states
    go_backwards      from the last step to the first
    stateful          the next call begins with the states of this one; reset_state() forgets them
    unroll            taken as Keras does: steps are run one by one
    zero_output_for_mask   0 at steps that are masked; otherwise the output before
    """

    def __init__(self, cell, return_sequences=False, return_state=False, go_backwards=False, stateful=False,
                 unroll=False, zero_output_for_mask=False, **kwargs):
        super().__init__(**kwargs)
        self.cell = StackedRNNCells(cell) if isinstance(cell, list | tuple) else cell
        self.return_sequences, self.return_state, self.go_backwards = return_sequences, return_state, go_backwards
        self.stateful, self.zero_output_for_mask = stateful, zero_output_for_mask
        self.states, self.supports_masking, self.input_spec = None, True, InputSpec(ndim=3)

    def build(self, input_shape):
        if not self.cell.built:
            self.cell.build((input_shape[0], input_shape[-1]))

    def get_initial_state(self, batch_size):
        """The states before the first step: zeros (batch_size, units)."""
        return self.grouped([zeros((batch_size, size), self.dtype) for size in flatten(self.cell.state_size)])

    def grouped(self, states):
        """`states`, one after the other, as the cell has them."""
        return self.cell.grouped(states) if isinstance(self.cell, StackedRNNCells) else states

    def reset_state(self):
        """Forget the states of the last call."""
        self.states = None

    def compute_mask(self, inputs, mask=None):
        return mask if self.return_sequences else None

    def call(self, sequence, initial_state=None, mask=None, training=False):
        """The last output, or all; with return_state, [that, *last states].

        initial_state    the states before the first step; None: zeros, or what a stateful layer kept
        """
        if recording.tracing is not None and None in sequence.shape[:2]:       # known when the graph runs
            settings = {"initial_state": initial_state, "mask": mask, "training": training}
            return recording.tracing.apply(as_operation, (self, sequence, self.variables), settings)
        steps, states = sequence.shape[1], initial_state
        if states is None:
            states = self.states if self.stateful and self.states else self.get_initial_state(sequence.shape[0])
        states = [cast(s, self.dtype) for s in flatten(states)]
        drops = self.cell.masks(sequence[:, 0], states, training) if hasattr(self.cell, "masks") else {}
        if recording.sketching:
            output, states = self.step(sequence[:, 0], states, drops, training)
            outputs = arrays.broadcast_to(arrays.expand_dims(output, 1), [*output.shape[:1], steps, *output.shape[1:]])
        else:
            output, outputs, states = self.over(sequence, states, mask, drops, training)
            outputs = arrays.stack(outputs, 1) if self.return_sequences else None
        if self.stateful and not recording.sketching:
            self.states = [s.numpy() for s in states]
        result = outputs if self.return_sequences else output
        return [result, *self.grouped(states)] if self.return_state else result

    def step(self, x, states, drops, training):
        """One step of the cell on x (N, C): (output, states).

        drops    what dropout multiplies inputs and states by
        """
        settings = {"masks": drops} if drops else {}
        output, states = self.cell.call(x, self.grouped(states), **settings)
        return output, flatten(states)

    def over(self, sequence, states, mask, drops, training):
        """(the last output, all outputs, the last states) of a sequence (N, T, C).

        states    those before the first step
        drops     what dropout multiplies inputs and states by
        """
        outputs, output = [], None
        order = range(sequence.shape[1])
        for t in reversed(order) if self.go_backwards else order:
            new, after = self.step(sequence[:, t], states, drops, training)
            if mask is not None:
                kept = arrays.reshape(cast(mask[:, t], "bool"), [-1] + [1] * (len(new.shape) - 1))
                before = new * 0.0 if output is None else output
                output = where(kept, new, before)
                states = [where(kept, a, b) for a, b in zip(after, states)]
                outputs.append(where(kept, new, new * 0.0) if self.zero_output_for_mask else output)
            else:
                output, states = new, after
                outputs.append(output)
        return output, outputs, states


def flatten(states):
    """States, or their sizes, one after the other: a cell has one, or a list of them."""
    return flatten_ordered(states if isinstance(states, list | tuple) else [states])


def as_operation(layer, sequence, variables, **settings):
    """A call of a recurrent layer as one operation of a graph, which is seen to read the layer's variables."""
    return layer.call(sequence, **settings)


COMMON = {"use_bias": True, "kernel_initializer": "glorot_uniform", "recurrent_initializer": "orthogonal",
          "bias_initializer": "zeros"}
REST = {"kernel_regularizer": None, "recurrent_regularizer": None, "bias_regularizer": None,
        "activity_regularizer": None, "kernel_constraint": None, "recurrent_constraint": None, "bias_constraint": None,
        "dropout": 0.0, "recurrent_dropout": 0.0, "seed": None}
WAYS = {"return_sequences": False, "return_state": False, "go_backwards": False, "stateful": False, "unroll": False}


def declared(name, kind, doc, parameters):
    """A layer for a cell, with Keras' parameters."""
    def __init__(self, units, activity_regularizer=None, name=None, **given):
        ways = {key: given.pop(key) for key in (*WAYS, "zero_output_for_mask") if key in given}
        mine = {key: given.pop(key) for key in list(given) if key in ("trainable", "dtype") or key.startswith("input_")
                or key in ("batch_input_shape", "batch_size", "weights", "autocast")}
        given.pop("use_cudnn", None)
        cell = kind(units, name=snake_case(kind.__name__), **given)
        RNN.__init__(self, cell, **ways, activity_regularizer=activity_regularizer, name=name, **mine)
        self.units = units
    legacy = {"output_dim": "units", "init": "kernel_initializer", "inner_init": "recurrent_initializer",
              "inner_activation": "recurrent_activation", "dropout_W": "dropout", "dropout_U": "recurrent_dropout"}
    init = signed(__init__, more=True, units=Parameter.empty, **parameters)
    return type(RNN)(name, (RNN,), {"__init__": init, "__doc__": doc, "__module__": __name__, "legacy": legacy})


OVER = """
The cell runs over the steps of (N, T, C). return_sequences, return_state, go_backwards, stateful and unroll are as
RNN's; use_cudnn is taken, without effect. The other arguments are explained in keras.layers.
"""
SimpleRNN = declared("SimpleRNN", SimpleRNNCell, f"{getdoc(SimpleRNNCell)}{OVER}", {
    "activation": "tanh", **COMMON, **{key: value for key, value in REST.items() if key != "seed"}, **WAYS,
    "seed": None})
GATES = {"activation": "tanh", "recurrent_activation": "sigmoid"}
LSTM = declared("LSTM", LSTMCell, f"{getdoc(LSTMCell)}{OVER}", {
    **GATES, **COMMON, "unit_forget_bias": True, **REST, **WAYS, "use_cudnn": "auto"})
GRU = declared("GRU", GRUCell, f"{getdoc(GRUCell)}{OVER}", {
    **GATES, **COMMON, **REST, **WAYS, "reset_after": True, "use_cudnn": "auto"})
