"""The gated recurrent unit over a whole sequence: first in plain ops, then as one fused op."""

from ...engine import derivative_of, op
from ..elementwise.activation import sigmoid, tanh
from ..index.getitem import narrow
from ..linalg.products import linear
from .rnn import copy_or_zeros, project, steps, unroll, weight_gradients


def plain_gru(x, h, w_ih, w_hh, b_ih, b_hh, sizes, reverse):
    """What `gru` computes, in plain ops."""
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
    H, N = h.shape[1], len(x)
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
    by_hidden = by_gates.copy()                               # what h contributed to n went through r
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
