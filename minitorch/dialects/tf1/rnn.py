"""Recurrent networks: a cell at each step of a sequence."""

from ...rare.autograd.tree import leaves, rebuilt
from ..functions import arrays, creation, gathering, logic, slices
from .graph import graphed
from .control import while_loop
from .ops import table, where
from .scopes import variable_scope
from .sketches import shaped
from .tensor_array import GraphTensorArray
from .variables import constant

zeros_like = graphed(creation.zeros_like)


def chosen(condition, x, y):
    """Return the rows of x where a condition holds, else those of y: of x's shape, as far as it is known."""
    return shaped(where(condition, x, y), x)


def within(sequence_length, step, output, new, state):
    """Return (the output, the state) of a step: of sequences that ended before, zeros and the state as it was."""
    counts = graphed(logic.less)(step, sequence_length)
    return chosen(counts, output, zeros_like(output)), rebuilt(new, iter([
        chosen(counts, a, b) for a, b in zip(leaves(new), leaves(state))]))


def lengths_of(sequence_length):
    """Return the lengths of sequences as int32, fractions cut off; None for None. Raise ValueError unless (N,)."""
    if sequence_length is None:
        return None
    made = graphed(creation.cast)(sequence_length, "int32")
    if made.shape.rank not in (None, 1):
        raise ValueError(f"sequence_length must be a vector of length batch_size, not of shape {made.shape}.")
    return made


def first_state(cell, state, dtype, count):
    """Return the state itself; for None, zeros for `count` sequences. Raise ValueError without either and a dtype."""
    if state is None and dtype is None:
        raise ValueError("If no initial_state is provided, dtype must be specified")
    return cell.zero_state(count, dtype) if state is None else state


def static_rnn(cell, inputs, initial_state=None, dtype=None, sequence_length=None, scope=None):
    """Return (the outputs of all steps, a list; the last state) of a cell over a list of inputs (N, in).

    initial_state     zeros unless given; `dtype` is theirs
    sequence_length   (N,) how many steps of each sequence count, integers or floats: after them outputs are 0, and
                      the state stays
    scope             "rnn" unless given: it stands before the names of the cell's variables

    Raises ValueError without inputs, or with neither initial_state nor dtype.
    """
    if not inputs:
        raise ValueError("inputs must not be empty")
    sequence_length = lengths_of(sequence_length)
    with variable_scope(scope, "rnn") if scope is None else variable_scope(scope):
        state = first_state(cell, initial_state, dtype, graphed(arrays.shape)(inputs[0])[0])
        outputs = []
        for step, x in enumerate(inputs):
            output, new = cell(x, state)
            if sequence_length is not None:
                output, new = within(sequence_length, step, output, new, state)
            outputs.append(output)
            state = new
        return outputs, state


def static_bidirectional_rnn(cell_fw, cell_bw, inputs, initial_state_fw=None, initial_state_bw=None, dtype=None,
                             sequence_length=None, scope=None):
    """Return (the outputs of all steps, each forward and backward side by side; the last state of each) of two cells.

    cell_fw, cell_bw                      the cells; the second reads each sequence from its end
    initial_state_fw, initial_state_bw    their first states; None: zeros

    See static_rnn for the others and the errors.
    """
    sequence_length = lengths_of(sequence_length)

    def turned(steps):
        if sequence_length is None:
            return steps[::-1]
        rows = graphed(slices.reverse_sequence)(graphed(arrays.stack)(steps), sequence_length, 0, 1)
        return [shaped(x, steps[0]) for x in graphed(arrays.unstack)(rows, len(steps))]
    with variable_scope(scope or "bidirectional_rnn"):
        forward, one = static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length, "fw")
        backward, two = static_rnn(cell_bw, turned(inputs), initial_state_bw, dtype, sequence_length, "bw")
    return [graphed(arrays.concat)(pair, 1) for pair in zip(forward, turned(backward))], one, two


def dynamic_rnn(cell, inputs, sequence_length=None, initial_state=None, dtype=None, parallel_iterations=None,
                swap_memory=False, time_major=False, scope=None):
    """Return (the outputs of all steps, (N, T, units); the last state) of a cell over inputs (N, T, in), by a loop.

    time_major   inputs and outputs are (T, N, …). See static_rnn for the others and the errors

    N and T may be known at a run only.
    """
    sequence_length = lengths_of(sequence_length)
    with variable_scope(scope or "rnn"):
        rows = inputs if time_major else turned_over(inputs)
        sizes = graphed(arrays.shape)(rows)
        state = first_state(cell, initial_state, dtype,
                            sizes[1] if rows.shape[1].value is None else rows.shape[1].value)

        def turn(step, before, outputs):
            x = graphed(gathering.gather)(rows, step)
            x.set_shape(rows.shape[1:])
            output, new = cell(x, before)
            if sequence_length is not None:
                output, new = within(sequence_length, step, output, new, before)
            for x, old in zip(leaves(new), leaves(before)):
                x.set_shape(old.shape)
            return step + 1, new, outputs.write(step, output)
        steps = sizes[0] if rows.shape[0].value is None else rows.shape[0].value
        _, last, outputs = while_loop(lambda step, *_: step < steps, turn, [
            constant(0), state, GraphTensorArray(leaves(state)[0].dtype, steps)])
        return outputs.stack() if time_major else turned_over(outputs.stack()), last


def turned_over(x):
    """Return (T, N, …) of a tensor (N, T, …), and back."""
    made = table["transpose"](x, [1, 0, *range(2, x.shape.rank)])
    made.set_shape([x.shape[1], x.shape[0], *x.shape[2:]])
    return made


def bidirectional_dynamic_rnn(cell_fw, cell_bw, inputs, sequence_length=None, initial_state_fw=None,
                              initial_state_bw=None, dtype=None, parallel_iterations=None, swap_memory=False,
                              time_major=False, scope=None):
    """Return ((outputs forward, outputs backward), (state forward, state backward)) of two cells: see dynamic_rnn.

    cell_fw, cell_bw                      the cells; the second reads each sequence from its end
    initial_state_fw, initial_state_bw    their first states; None: zeros

    The outputs of the second stand where its inputs do.
    """
    axis = 0 if time_major else 1
    sequence_length = lengths_of(sequence_length)

    def turned(x):
        if sequence_length is None:
            return graphed(arrays.reverse)(x, [axis])
        return graphed(slices.reverse_sequence)(x, sequence_length, axis, 1 - axis)
    settings = {"sequence_length": sequence_length, "dtype": dtype, "time_major": time_major}
    with variable_scope(scope or "bidirectional_rnn"):
        forward, one = dynamic_rnn(cell_fw, inputs, initial_state=initial_state_fw, scope="fw", **settings)
        backward, two = dynamic_rnn(cell_bw, turned(inputs), initial_state=initial_state_bw, scope="bw", **settings)
    return (forward, turned(backward)), (one, two)
