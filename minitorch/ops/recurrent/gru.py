"""The gated recurrent unit over a whole sequence, as one op."""

from ...graph import derivative_of, op
from ..elementwise.activation import sigmoid, tanh
from ..index.getitem import narrow
from ..linalg.products import linear
from .layer import into, project, steps, unroll, weight_grads


def plain_gru(x, h, w_ih, w_hh, b_ih, b_hh, sizes, reverse):
    """What `gru` computes, in plain ops."""
    H = h.shape[1]

    def cell(x, h):
        y = linear(h, w_hh, b_hh)
        (xr, xz, xn), (hr, hz, hn) = [[narrow(v, 1, k * H, H) for k in range(3)] for v in (x, y)]
        r, z = sigmoid(xr + hr), sigmoid(xz + hz)             # how much to look back, how much to keep
        n = tanh(xn + r * hn)                                 # what could be new
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
    before, looked, h = xp.empty((N, H), x.dtype), xp.empty((N, H), x.dtype), h.copy()
    out = xp.empty_like(before)
    turned = xp.ascontiguousarray(w_hh.T)
    for rows, k in steps(sizes, reverse):
        gate, now = gates[rows], h[:k]
        before[rows] = now
        y = now @ turned
        if b_hh is not None:
            y += b_hh
        looked[rows] = y[:, 2 * H:]
        rz, n = gate[:, :2 * H], gate[:, 2 * H:]
        rz += y[:, :2 * H]
        rz *= 0.5                                             # σ(x) = tanh(x/2)/2 + 1/2
        xp.tanh(rz, out=rz)
        rz *= 0.5
        rz += 0.5
        n += rz[:, :H] * looked[rows]
        xp.tanh(n, out=n)
        now -= n
        now *= rz[:, H:]
        now += n
        out[rows] = now
    return (out, h), (gates, before, looked)


@derivative_of(gru)
def gru_derivative(grads, kept, x, h, w_ih, w_hh, b_ih, b_hh, needs, *, sizes, reverse):
    gates, before, looked = kept
    H = h.shape[1]
    r, z, n = [gates[:, k * H:(k + 1) * H] for k in range(3)]
    new = (1 - z) * (1 - n * n)                               # from h to n, before its tanh
    slopes = gates * (1 - gates)
    slopes[:, H:2 * H] *= before - n
    slopes[:, :H] *= looked * new
    slopes[:, 2 * H:] = new
    hidden = slopes.copy()                                    # what h contributed to n went through r
    hidden[:, 2 * H:] *= r
    dh, = into(grads[1:], [h])
    for rows, k in reversed(steps(sizes, reverse)):
        if grads[0] is not None:
            dh[:k] += grads[0][rows]
        arriving = dh[:k]
        for part in (slopes, hidden):
            part.reshape(-1, 3, H)[rows] *= arriving[:, None]
        arriving *= z[rows]
        arriving += hidden[rows] @ w_hh
    return (slopes @ w_ih if needs[0] else None, dh, *weight_grads(slopes, x, before, needs[2:], hidden))
