"""The long short-term memory over a whole sequence, as one op."""

from ..graph import derivative_of, op
from .activation import sigmoid, tanh
from .index import narrow
from .linalg import linear
from .recurrent import into, project, steps, unroll, weight_grads


def plain_lstm(x, h, c, w_ih, w_hh, b_ih, b_hh, w_hr, sizes, reverse):
    """What `lstm` computes, in plain ops."""
    H = c.shape[1]

    def cell(x, h, c):
        gates = x + linear(h, w_hh, b_hh)
        i, f, g, o = [narrow(gates, 1, k * H, H) for k in range(4)]
        c = sigmoid(f) * c + sigmoid(i) * tanh(g)             # forget some, write some
        h = sigmoid(o) * tanh(c)                              # show some
        return [h if w_hr is None else linear(h, w_hr, None), c]
    out, (h, c) = unroll(cell, linear(x, w_ih, b_ih), [h, c], sizes, reverse)
    return out, h, c


def halves(xp, H, dtype):
    """sigmoid(x) = tanh(x/2)/2 + 1/2: with these factors and summands one tanh makes all four gates."""
    factor, summand = xp.full(4 * H, 0.5, dtype), xp.full(4 * H, 0.5, dtype)
    factor[2 * H:3 * H], summand[2 * H:3 * H] = 1, 0
    return factor, summand


@op(symbol="lstm", outputs=3, residual=True, keeps="x h c w_ih w_hh b_ih b_hh w_hr", composition=plain_lstm,
    hidden=True)
def lstm(xp, x, h, c, w_ih, w_hh, b_ih, b_hh, w_hr, *, sizes, reverse=False):
    """c = σ(f)·c + σ(i)·tanh(g) and h = σ(o)·tanh(c), step by step; (i, f, g, o) = w_ih x + w_hh h + biases.

    x         (N, I), N the sum of sizes      h, c    (B, P), (B, H), B = the largest size
    w_ih      (4H, I)                         w_hh    (4H, P)
    w_hr      (P, H) makes h smaller, from H to P; without it P = H
    returns   every step's h (N, P), each row's last h and c

    Source: Hochreiter and Schmidhuber, Long Short-Term Memory (1997); Sak et al. (2014) for w_hr.
    """
    H, N = c.shape[1], len(x)
    factor, summand = halves(xp, H, x.dtype)
    gates = project(x, w_ih * factor[:, None], b_ih if b_ih is None else b_ih * factor,
                    b_hh if b_hh is None else b_hh * factor)
    turned = (w_hh * factor[:, None]).T
    before_h, before_c = xp.empty((N, h.shape[1]), x.dtype), xp.empty((N, H), x.dtype)
    squashed, out, h, c = xp.empty_like(before_c), xp.empty_like(before_h), h.copy(), c.copy()
    for rows, n in steps(sizes, reverse):
        before_h[rows], before_c[rows] = h[:n], c[:n]
        gate, now = gates[rows], c[:n]
        gate += h[:n] @ turned
        xp.tanh(gate, out=gate)
        gate *= factor
        gate += summand
        now *= gate[:, H:2 * H]
        now += gate[:, :H] * gate[:, 2 * H:3 * H]
        xp.tanh(now, out=squashed[rows])
        shown = gate[:, 3 * H:] * squashed[rows]
        h[:n] = out[rows] = shown if w_hr is None else shown @ w_hr.T
    return (out, h, c), (gates, before_h, before_c, squashed)


@derivative_of(lstm)
def lstm_derivative(grads, kept, x, h, c, w_ih, w_hh, b_ih, b_hh, w_hr, needs, *, sizes, reverse):
    gates, before_h, before_c, squashed = kept
    H = c.shape[1]
    i, f, g, o = [gates[:, k * H:(k + 1) * H] for k in range(4)]
    slopes = gates * (1 - gates)                              # of each gate, for a gradient of 1 so far
    by_gate = slopes.reshape(len(x), 4, H)
    by_gate[:, 0] *= g
    by_gate[:, 1] *= before_c
    by_gate[:, 2] = i * (1 - g * g)
    by_gate[:, 3] *= squashed
    through = o * (1 - squashed * squashed)                   # from h to c
    dh, dc = into(grads[1:], [h, c])
    shown = None if w_hr is None else before_h * 0
    for rows, n in reversed(steps(sizes, reverse)):
        if grads[0] is not None:
            dh[:n] += grads[0][rows]
        arriving, down = dh[:n], dc[:n]
        if shown is not None:
            shown[rows] = arriving
            arriving = arriving @ w_hr
        down += arriving * through[rows]
        by_gate[rows, :3] *= down[:, None]
        by_gate[rows, 3] *= arriving
        down *= f[rows]
        dh[:n] = slopes[rows] @ w_hh
    w_hr_grad = shown.T @ (o * squashed) if w_hr is not None and needs[7] else None
    return (slopes @ w_ih if needs[0] else None, dh, dc, *weight_grads(slopes, x, before_h, needs[3:7]), w_hr_grad)
