"""tf.nn.rnn_cell: one step of a recurrent network each, with variables that are made at the first step.

Arguments that mean the same wherever they occur:

    num_units                               how many numbers the output has
    activation                              a function in the place of tanh; None: tanh
    reuse, dtype, kwargs, input_size        taken: a cell finds its own variables, in the type of its inputs
    kernel_initializer, bias_initializer    first values; None: Glorot's uniform numbers, and those that the cell says
    inputs, state                           (N, in), and a state as zero_state gives it
"""

from collections import namedtuple

from ..core.missing import speak_for as _speak_for
from ..functions import arrays, creation, elementary, linalg, math, nn
from ..keras import initializers
from .graph import graphed
from .ops import dropout
from .scopes import get_variable, left_out, variable_scope

LSTMStateTuple = namedtuple("LSTMStateTuple", ("c", "h"))
LSTMStateTuple.__doc__ = "The state of an LSTM: c, what it remembers, and h, its output; both (N, units)."
joined = graphed(lambda *parts: arrays.concat(list(parts), 1))
split, sigmoid, tanh = graphed(arrays.split), graphed(elementary.sigmoid), graphed(elementary.tanh)


class RNNCell:
    """Base: cell(inputs, state) gives (output, new state), for one step.

    trainable     whether optimisers change its variables
    state_size    the size of the state, or a structure of sizes; output_size: that of the output

    A cell of your own defines call(inputs, state) and these two; get_variable in it finds the same at each step.
    """

    kind = "rnn_cell"
    made = None                      # the scope of its variables

    def __init__(self, trainable=True, name=None, dtype=None, **kwargs):
        self.trainable, self.name = trainable, name

    def __call__(self, inputs, state, scope=None):
        """Return one step: inputs (N, in), a state as zero_state gives it."""
        if self.made is None:
            with variable_scope(scope or self.name, self.kind) as self.made:
                return self.call(inputs, state)
        with variable_scope(self.made, reuse=True, auxiliary_name_scope=False):
            return self.call(inputs, state)

    def call(self, inputs, state):
        """Return (output, new state) of one step: what a cell defines. Raises NotImplementedError here."""
        raise NotImplementedError(f"{type(self).__name__} must define call(inputs, state).")

    def zero_state(self, batch_size, dtype):
        """Return a state of zeros for so many samples: batch_size, a number or a tensor."""
        return zeros_of(self.state_size, batch_size, dtype)

    def product(self, parts, width, names=("kernel", "bias"), initializer=None, bias=None):
        """Return [parts] @ kernel + bias, (N, width), with variables of these names.

        initializer, bias    first values of the kernel and of the bias; None: Glorot's uniform numbers, and zeros
        """
        x = joined(*parts)
        kernel = get_variable(names[0], (x.shape[-1], width), x.dtype, initializer, trainable=self.trainable)
        own = get_variable(names[1], (width,), x.dtype, bias or initializers.Zeros(), trainable=self.trainable)
        return graphed(nn.bias_add)(graphed(linalg.matmul)(x, kernel), own)


def zeros_of(sizes, batch_size, dtype):
    """Return zeros for each size of a structure."""
    if isinstance(sizes, int):
        return graphed(creation.zeros)(graphed(arrays.stack)([batch_size, sizes]), dtype)
    parts = [zeros_of(size, batch_size, dtype) for size in sizes]
    return type(sizes)(*parts) if hasattr(sizes, "_fields") else tuple(parts)


class BasicRNNCell(RNNCell):
    """h = activation([inputs, h] @ kernel + bias), (N, num_units); tanh unless given."""

    kind = "basic_rnn_cell"

    def __init__(self, num_units, activation=None, reuse=None, name=None, dtype=None, **kwargs):
        super().__init__(name=name)
        self.activation, self.state_size, self.output_size = activation or tanh, num_units, num_units

    def call(self, inputs, state):
        """Return (h, h): one step."""
        h = self.activation(self.product([inputs, state], self.state_size))
        return h, h


class GRUCell(RNNCell):
    """h = u · h + (1 - u) · c; r, u = σ([x, h] @ gates), c = tanh([x, r · h] @ candidate). Cho et al. (2014).

    The gates' bias is 1 at first, so that little is forgotten.
    """

    kind = "gru_cell"

    def __init__(self, num_units, activation=None, reuse=None, kernel_initializer=None, bias_initializer=None,
                 name=None, dtype=None, **kwargs):
        super().__init__(name=name)
        self.activation, self.state_size, self.output_size = activation or tanh, num_units, num_units
        self.initializers = kernel_initializer, bias_initializer

    def call(self, inputs, state):
        """Return (h, h): one step."""
        kernel, bias = self.initializers
        gates = sigmoid(self.product([inputs, state], 2 * self.state_size, ("gates/kernel", "gates/bias"), kernel,
                                     bias or initializers.Ones()))
        r, u = split(gates, 2, 1)
        c = self.activation(self.product([inputs, r * state], self.state_size, ("candidate/kernel", "candidate/bias"),
                                         kernel, bias))
        h = u * state + (1 - u) * c
        return h, h


class LSTMCell(RNNCell):
    """c = σ(f + forget_bias) · c + σ(i) · tanh(j), h = σ(o) · tanh(c); i, j, f, o = [x, h] @ kernel + bias.

    forget_bias                          added to f, so that little is forgotten at first
    state_is_tuple                       whether the state is an LSTMStateTuple; False: c and h beside each other
    initializer                          first values of the kernel; None: Glorot's uniform numbers
    use_peepholes                        whether the gates see c too, with weights w_f_diag, w_i_diag, w_o_diag
    num_proj                             how many numbers the output has, after a matrix; None: num_units
    cell_clip, proj_clip                 bounds of c and of the output; None: none
    num_unit_shards, num_proj_shards     taken, without effect. Source: Sak et al. (2014).
    """

    kind = "lstm_cell"

    def __init__(self, num_units, use_peepholes=False, cell_clip=None, initializer=None, num_proj=None, proj_clip=None,
                 num_unit_shards=None, num_proj_shards=None, forget_bias=1.0, state_is_tuple=True, activation=None,
                 reuse=None, name=None, dtype=None, **kwargs):
        super().__init__(name=name)
        self.forget_bias, self.state_is_tuple, self.activation = forget_bias, state_is_tuple, activation or tanh
        self.initializer, self.peepholes, self.projection = initializer, use_peepholes, num_proj
        self.units, self.output_size, self.clips = num_units, num_proj or num_units, (cell_clip, proj_clip)
        sizes = num_units, self.output_size
        self.state_size = LSTMStateTuple(*sizes) if state_is_tuple else sum(sizes)

    def call(self, inputs, state):
        """Return (the output, the new state): one step."""
        c, h = state if self.state_is_tuple else split(state, [self.units, self.output_size], 1)
        i, j, f, o = split(self.product([inputs, h], 4 * self.units, initializer=self.initializer), 4, 1)
        f, i = self.seen(f + self.forget_bias, c, "w_f_diag"), self.seen(i, c, "w_i_diag")
        c = bounded(sigmoid(f) * c + sigmoid(i) * self.activation(j), self.clips[0])
        h = sigmoid(self.seen(o, c, "w_o_diag")) * self.activation(c)
        if self.projection:
            kernel = get_variable("projection/kernel", (self.units, self.projection), h.dtype, self.initializer)
            h = bounded(graphed(linalg.matmul)(h, kernel), self.clips[1])
        return h, LSTMStateTuple(c, h) if self.state_is_tuple else joined(c, h)

    def seen(self, gate, c, name):
        """Return a gate's input, plus a weight of this name for each unit times c, where there are peepholes."""
        return gate + get_variable(name, (self.units,), c.dtype, self.initializer) * c if self.peepholes else gate


class BasicLSTMCell(LSTMCell):
    """The LSTMCell of Zaremba et al., Recurrent Neural Network Regularization (2014), which has no more than these.

    forget_bias, state_is_tuple    as LSTMCell's
    """

    kind = "basic_lstm_cell"

    def __init__(self, num_units, forget_bias=1.0, state_is_tuple=True, activation=None, reuse=None, name=None,
                 dtype=None, **kwargs):
        super().__init__(num_units, forget_bias=forget_bias, state_is_tuple=state_is_tuple, activation=activation,
                         name=name)


def bounded(x, limit):
    """Return x between -limit and limit; as it is for None."""
    return x if limit is None else graphed(math.clip_by_value)(x, -limit, limit)


class DropoutWrapper(RNNCell):
    """A cell whose inputs, outputs and states are kept with these probabilities, numbers or tensors of the graph.

    cell                                                   the cell
    input_keep_prob, output_keep_prob, state_keep_prob    1.0: all is kept
    seed                                                   an integer: a stream of random numbers of its own

    An LSTM's c is kept always. Raises NotImplementedError for variational_recurrent, dropout_state_filter_visitor.
    """

    def __init__(self, cell, input_keep_prob=1.0, output_keep_prob=1.0, state_keep_prob=1.0,
                 variational_recurrent=False, input_size=None, dtype=None, seed=None, dropout_state_filter_visitor=None,
                 **kwargs):
        left_out(variational_recurrent=variational_recurrent or None,
                 dropout_state_filter_visitor=dropout_state_filter_visitor)
        super().__init__()
        self.cell, self.seed = cell, seed
        self.keep = input_keep_prob, output_keep_prob, state_keep_prob
        self.state_size, self.output_size = cell.state_size, cell.output_size

    def __call__(self, inputs, state, scope=None):
        of_input, of_output, of_state = self.keep
        output, state = self.cell(self.kept(inputs, of_input), state, scope)
        if isinstance(state, LSTMStateTuple):
            state = LSTMStateTuple(state.c, self.kept(state.h, of_state))
        elif not isinstance(state, tuple):
            state = self.kept(state, of_state)
        return self.kept(output, of_output), state

    def kept(self, x, share):
        """Return the numbers x, kept with the probability `share`."""
        return x if isinstance(share, float | int) and share == 1.0 else dropout(x, share, seed=self.seed)


class MultiRNNCell(RNNCell):
    """Several cells, each fed by the one before it; the state is a tuple of theirs.

    Raises ValueError without cells, NotImplementedError for state_is_tuple=False.
    """

    kind = "multi_rnn_cell"

    def __init__(self, cells, state_is_tuple=True):
        super().__init__()
        left_out(state_is_tuple=None if state_is_tuple else False)
        if not cells:
            raise ValueError("Must specify at least one cell for MultiRNNCell.")
        self.cells, self.output_size = list(cells), cells[-1].output_size
        self.state_size = tuple(cell.state_size for cell in cells)

    def call(self, inputs, state):
        """Return (the output of the last cell, a tuple of new states): one step."""
        after = []
        for i, (cell, own) in enumerate(zip(self.cells, state)):
            with variable_scope(f"cell_{i}"):
                inputs, new = cell(inputs, own)
            after.append(new)
        return inputs, tuple(after)


_speak_for(globals(), "tf.compat.v1.nn.rnn_cell")
