"""A recurrent layer over a whole sequence: first in plain ops, step by step, then as one fused op.

A sequence is laid out step after step: x is (N, I), all rows of the first step, then all of the second. `sizes` says
how many rows each step has, never more than the one before: in a batch of sequences of unequal length, sorted, the
shorter ones end earlier. Rows that have ended keep their last state.
"""

from ...backend import library_of
from ...engine import derivative_of, op
from ..elementwise.activation import relu, tanh
from ..index.getitem import narrow
from ..linalg.products import linear
from ..shape.copies import cat


def steps(sizes, reverse):
    """(rows, n) of each step in the order of time: a slice of the N rows, and how many they are."""
    found, start = [], 0
    for n in sizes:
        found.append((slice(start, start + n), n))
        start += n
    return found[::-1] if reverse else found


def unroll(cell, x, states, sizes, reverse):
    """`cell(x, *states) -> states`, step by step, in plain ops: (N, …) -> every step's first state, last states."""
    outs = []
    for rows, n in steps(sizes, reverse):
        ended = states[0].shape[0] - n
        new = cell(narrow(x, 0, rows.start, n), *[narrow(s, 0, 0, n) for s in states])
        outs.append(new[0])
        states = new if not ended else [cat(now, narrow(s, 0, n, ended), dim=0) for now, s in zip(new, states)]
    return cat(*outs[::-1] if reverse else outs, dim=0), states


def plain_rnn(x, h, w_ih, w_hh, b_ih, b_hh, sizes, reverse, relus):
    """What `rnn` computes, in plain ops."""
    def cell(x, h):
        total = x + linear(h, w_hh, b_hh)
        return [relu(total) if relus else tanh(total)]
    out, (h,) = unroll(cell, linear(x, w_ih, b_ih), [h], sizes, reverse)
    return out, h


@op(symbol="rnn", outputs=2, residual=True, keeps="x h w_ih w_hh b_ih b_hh", composition=plain_rnn, hidden=True)
def rnn(xp, x, h, w_ih, w_hh, b_ih, b_hh, *, sizes, reverse=False, relus=False):
    """h = tanh(w_ih x + b_ih + w_hh h + b_hh), or relu, step by step.

    x         (N, I), N the sum of sizes      h       (B, H), B = the largest size
    w_ih      (H, I)                          w_hh    (H, H)
    reverse   from the last step to the first
    returns   every step's h (N, H), each row's last h (B, H)
    """
    out = project(x, w_ih, b_ih, b_hh)
    before, h, w_hh_t = xp.empty_like(out), h.copy(), xp.ascontiguousarray(w_hh.T)
    for rows, n in steps(sizes, reverse):
        now = out[rows]
        before[rows] = h[:n]
        now += h[:n] @ w_hh_t
        if relus:
            xp.maximum(now, 0, out=now)
        else:
            xp.tanh(now, out=now)
        h[:n] = now
    return (out, h), (out.copy(), before)


@derivative_of(rnn)
def rnn_derivative(grads, kept, x, h, w_ih, w_hh, b_ih, b_hh, needs, *, sizes, reverse, relus):
    out, before = kept
    by_gates = (out > 0).astype(out.dtype) if relus else 1 - out * out
    dh, = copy_or_zeros(grads[1:], [h])
    for rows, n in steps(sizes, not reverse):
        if grads[0] is not None:
            dh[:n] += grads[0][rows]
        by_gates[rows] *= dh[:n]
        dh[:n] = by_gates[rows] @ w_hh
    return (by_gates @ w_ih if needs[0] else None, dh, *weight_gradients(by_gates, x, before, needs[2:]))


def project(x, weight, bias, other_bias):
    """What the inputs of all steps contribute, in one product: x @ weight.T + bias + other_bias."""
    out = x @ weight.T
    if bias is not None:
        out += bias + other_bias
    return out


def copy_or_zeros(grads, states):
    """Copies of the gradients of the last states, to be written over; zeros for a gradient of None."""
    xp = library_of(states[0])
    return [xp.zeros(s.shape, s.dtype) if g is None else xp.array(g) for g, s in zip(grads, states)]


def weight_gradients(by_gates, x, before, needs, by_hidden=None):
    """The gradients of w_ih, w_hh, b_ih, b_hh from those of the gates before their activation, (N, G).

    before      (N, H) the state that each row began with
    by_hidden   the gradients of what the state contributed, where they differ
    """
    by_hidden = by_gates if by_hidden is None else by_hidden
    ones = library_of(by_gates).ones(len(by_gates), by_gates.dtype)    # a sum as a product, which is faster
    return (by_gates.T @ x if needs[0] else None, by_hidden.T @ before if needs[1] else None,
            ones @ by_gates if needs[2] else None, ones @ by_hidden if needs[3] else None)
