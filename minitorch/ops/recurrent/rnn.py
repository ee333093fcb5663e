"""A recurrent layer over a whole sequence, plain or gated: first in plain ops, step by step, then as one fused op.

A sequence is stored step after step: x is (N, I), all rows of the first step, then all of the second. `sizes` holds
how many rows each step has, never more than the step before, because a batch is sorted by length: shorter sequences
end earlier, and their rows keep their last state.
"""

from ...backend import library_of
from ...engine import derivative_of, op
from ..elementwise.activation import relu, sigmoid, tanh
from ..index.getitem import narrow
from ..linalg.products import linear
from ..shape.copies import cat


def steps(sizes, reverse):
    """Return (rows, n) for each time step, in the order of the run: the slice of its n rows in the packed input."""
    found, start = [], 0
    for n in sizes:
        found.append((slice(start, start + n), n))
        start += n
    return found[::-1] if reverse else found


def unroll(cell, x, states, sizes, reverse):
    """Run `cell(x, *states) -> states` step by step in plain ops; return (first states of all steps, last states)."""
    outs = []
    for rows, n in steps(sizes, reverse):
        ended = states[0].shape[0] - n
        new = cell(narrow(x, 0, rows.start, n), *[narrow(s, 0, 0, n) for s in states])
        outs.append(new[0])
        states = new if not ended else [cat(now, narrow(s, 0, n, ended), dim=0) for now, s in zip(new, states)]
    return cat(*outs[::-1] if reverse else outs, dim=0), states


def plain_rnn(x, h, w_ih, w_hh, b_ih, b_hh, sizes, reverse, relus):
    """Compute `rnn` in plain ops."""
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
    reverse   run from the last step to the first
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
    """Return x @ weight.T + bias + other_bias for the inputs of all steps, in one matrix product."""
    out = x @ weight.T
    if bias is not None:
        out += bias + other_bias
    return out


def copy_or_zeros(grads, states):
    """Copy the gradients of the last states, so that they can be overwritten; zeros for a gradient of None."""
    xp = library_of(states[0])
    return [xp.zeros(s.shape, s.dtype) if g is None else xp.array(g) for g, s in zip(grads, states)]


def weight_gradients(by_gates, x, before, needs, by_hidden=None):
    """Return the gradients of w_ih, w_hh, b_ih, b_hh from the gradients of the gates before activation, (N, G).

    before      (N, H) the state of each row before its step
    by_hidden   the gradients of w_hh h + b_hh, (N, G), if they are not by_gates
    """
    by_hidden = by_gates if by_hidden is None else by_hidden
    ones = library_of(by_gates).ones(by_gates.shape[0], by_gates.dtype)    # a matrix product sums faster
    return (by_gates.T @ x if needs[0] else None, by_hidden.T @ before if needs[1] else None,
            ones @ by_gates if needs[2] else None, ones @ by_hidden if needs[3] else None)


def plain_gru(x, h, w_ih, w_hh, b_ih, b_hh, sizes, reverse):
    """Compute `gru` in plain ops."""
    H = h.shape[1]

    def cell(x, h):
        y = linear(h, w_hh, b_hh)
        (xr, xz, xn), (hr, hz, hn) = [[narrow(v, 1, k * H, H) for k in range(3)] for v in (x, y)]
        r, z = sigmoid(xr + hr), sigmoid(xz + hz)             # reset and update gates
        n = tanh(xn + r * hn)                                 # the candidate state
        return [n + z * (h - n)]
    out, (h,) = unroll(cell, linear(x, w_ih, b_ih), [h], sizes, reverse)
    return out, h


@op(symbol="gru", outputs=2, residual=True, keeps="x h w_ih w_hh b_ih b_hh", composition=plain_gru, hidden=True)
def gru(xp, x, h, w_ih, w_hh, b_ih, b_hh, *, sizes, reverse=False):
    """h = (1 − z)·n + z·h step by step; r, z = σ(…), n = tanh(w x + b + r·(w h + b)).

    x         (N, I), N the sum of sizes      h       (B, H), B = the largest size
    w_ih      (3H, I), for r, z and n         w_hh    (3H, H)
    returns   every step's h (N, H), each row's last h (B, H)

    Source: Cho et al., Learning Phrase Representations using RNN Encoder-Decoder (2014).
    """
    H, N = h.shape[1], x.shape[0]
    gates = project(x, w_ih, b_ih, None if b_ih is None else b_ih * 0)
    before, recalled, out = [xp.empty((N, H), x.dtype) for _ in range(3)]
    h = h.copy()
    w_hh_t = xp.ascontiguousarray(w_hh.T)
    for rows, k in steps(sizes, reverse):
        gate, now = gates[rows], h[:k]
        before[rows] = now
        y = now @ w_hh_t
        if b_hh is not None:
            y += b_hh
        recalled[rows] = y[:, 2 * H:]
        rz, n = gate[:, :2 * H], gate[:, 2 * H:]
        rz += y[:, :2 * H]
        rz *= 0.5                                             # σ(x) = tanh(x/2)/2 + 1/2
        xp.tanh(rz, out=rz)
        rz *= 0.5
        rz += 0.5
        n += rz[:, :H] * recalled[rows]
        xp.tanh(n, out=n)
        now -= n
        now *= rz[:, H:]
        now += n
        out[rows] = now
    return (out, h), (gates, before, recalled)


@derivative_of(gru)
def gru_derivative(grads, kept, x, h, w_ih, w_hh, b_ih, b_hh, needs, *, sizes, reverse):
    gates, before, recalled = kept
    H = h.shape[1]
    r, z, n = [gates[:, k * H:(k + 1) * H] for k in range(3)]
    new = (1 - z) * (1 - n * n)                               # ∂h/∂n, times the derivative of tanh
    by_gates = gates * (1 - gates)
    by_gates[:, H:2 * H] *= before - n
    by_gates[:, :H] *= recalled * new
    by_gates[:, 2 * H:] = new
    by_hidden = by_gates.copy()                               # copy, because n depends on r · (w h + b)
    by_hidden[:, 2 * H:] *= r
    dh, = copy_or_zeros(grads[1:], [h])
    for rows, k in steps(sizes, not reverse):
        if grads[0] is not None:
            dh[:k] += grads[0][rows]
        by_h = dh[:k]
        for array in (by_gates, by_hidden):
            array.reshape(-1, 3, H)[rows] *= by_h[:, None]
        by_h *= z[rows]
        by_h += by_hidden[rows] @ w_hh
    return (by_gates @ w_ih if needs[0] else None, dh, *weight_gradients(by_gates, x, before, needs[2:], by_hidden))
