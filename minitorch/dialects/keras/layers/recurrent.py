"""Recurrent layers: a cell, step by step over (N, T, C)."""

from inspect import Parameter, getdoc

from ...core.nest import flatten as flatten_ordered
from ...core.recording import state as recording
from ...functions import arrays
from ...functions.creation import cast, zeros
from ...functions.slices import where
from ..core.calls import parameters
from ..core.layer import Layer
from ..core.naming import snake_case
from ..core.signed import made, signed
from ..core.spec import InputSpec
from .arguments import arguments, weights
from .cells import DROPS, GATES, TANH, GRUCell, LSTMCell, SimpleRNNCell, StackedRNNCells

WAYS = {"return_sequences": False, "return_state": False, "go_backwards": False, "stateful": False, "unroll": False}


@arguments("cell", **WAYS, zero_output_for_mask=False)
class RNN(Layer):
    """Runs a cell over the steps of (N, T, C): the last output (N, units), or with return_sequences all, (N, T, units).

    cell              a cell, or a list of them, each fed by the one before it
    return_state      also the last states
    go_backwards      from the last step to the first
    stateful          the next call begins with the states of this one; reset_state() forgets them
    unroll            taken as Keras does: steps are run one by one
    zero_output_for_mask   0 at steps that are masked; otherwise the output before
    """

    states, passes_masks, takes = None, True, InputSpec(ndim=3)

    def _prepare(self):
        self.cell = StackedRNNCells(self.cell) if isinstance(self.cell, list | tuple) else self.cell

    def build(self, input_shape):
        if not self.cell.built:
            self.cell.build((input_shape[0], input_shape[-1]))

    def get_initial_state(self, batch_size):
        """Return the states before the first step: zeros (batch_size, units)."""
        return self.grouped([zeros((batch_size, size), self.dtype) for size in flatten(self.cell.state_size)])

    def grouped(self, states):
        """Group `states`, a flat list, as the cell has them."""
        return self.cell.grouped(states) if isinstance(self.cell, StackedRNNCells) else states

    def reset_state(self):
        """Forget the states of the last call."""
        self.states = None

    def compute_mask(self, inputs, mask=None):
        return mask if self.return_sequences else None

    def call(self, sequence, initial_state=None, mask=None, training=False):
        """Return the last output, or all; with return_state, [that, *last states].

        initial_state    the states before the first step; None: zeros, or what a stateful layer kept
        """
        if recording.tracing is not None and None in sequence.shape[:2]:       # known when the graph runs
            settings = {"initial_state": initial_state, "mask": mask, "training": training}
            return recording.tracing.apply(as_operation, (self, sequence, self.variables), settings)
        sequence = cast(sequence, self.dtype)
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
        """Take one step of the cell on x (N, C): (output, states).

        drops    what dropout multiplies inputs and states by
        """
        settings = {"masks": drops} if drops else {}
        output, states = self.cell.call(x, self.grouped(states), **settings)
        return output, flatten(states)

    def over(self, sequence, states, mask, drops, training):
        """Return (the last output, all outputs, the last states) of a sequence (N, T, C).

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
    """Return states, or their sizes, as a flat list: a cell has one, or a list of them."""
    return flatten_ordered(states if isinstance(states, list | tuple) else [states])


def as_operation(layer, sequence, variables, **settings):
    """Run a call of a recurrent layer as one operation of a graph, which is seen to read the layer's variables."""
    return layer.call(sequence, **settings)


LEGACY = {"output_dim": "units", "init": "kernel_initializer", "inner_init": "recurrent_initializer",
          "inner_activation": "recurrent_activation", "dropout_W": "dropout", "dropout_U": "recurrent_dropout"}


def declared(name, base, kind, doc, required, defaults, takes=RNN.takes):
    """Return a layer of a cell's class, with Keras' arguments: those of the cell, and how it runs.

    base    RNN, or a class that extends it
    kind    the class of its cells
    takes   the InputSpec of its inputs
    """
    own = parameters(kind.__init__)

    def __init__(self, use_cudnn=None, **given):
        settings = {key: given.pop(key) for key in own if key in given}
        general = {key: given[key] for key in ("dtype", "trainable") if key in given}
        cell = kind(**settings, name=snake_case(kind.__name__), **general)
        base.__init__(self, cell, **given)
        for key in settings:
            setattr(self, key, getattr(cell, key))
    init = signed(__init__, True, **dict.fromkeys(required, Parameter.empty), **defaults)
    return made(base, name, doc, __init__=init, legacy=LEGACY, takes=takes)


def over_steps(name, kind, defaults):
    """Return a layer that runs a cell of matrices over the steps of (N, T, C)."""
    return declared(name, RNN, kind, f"""{getdoc(kind)}

The cell runs over the steps of (N, T, C). return_sequences, return_state, go_backwards, stateful and unroll are as
RNN's; use_cudnn is taken, without effect. The other arguments are explained in keras.layers.
""", ("units",), defaults)


OF_RNN = weights("kernel", "recurrent", "bias")
SimpleRNN = over_steps("SimpleRNN", SimpleRNNCell, {**TANH, "use_bias": True, **OF_RNN, **DROPS, **WAYS, "seed": None})
LSTM = over_steps("LSTM", LSTMCell, {
    **GATES, "use_bias": True, **weights("kernel", "recurrent", "bias", unit_forget_bias=True), **DROPS, "seed": None,
    **WAYS, "use_cudnn": "auto"})
GRU = over_steps("GRU", GRUCell, {
    **GATES, "use_bias": True, **OF_RNN, **DROPS, "seed": None, **WAYS, "reset_after": True, "use_cudnn": "auto"})
