"""The long short-term memory over a whole sequence, as one op."""

from ..backend import library_of
from ..graph import derivative_of, op
from .activation import sigmoid, tanh
from .index import narrow
from .linalg import linear
from .recurrent import into, steps, unroll


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


def pieces(flat, sizes):
    """For each step its part of (N, features), read as (features, n): a gate is then one piece of memory."""
    width = flat.shape[1]
    if len(set(sizes)) == 1:
        return list(flat.reshape(len(sizes), width, sizes[0]))
    flat = flat.reshape(-1)
    return [flat[rows.start * width:rows.stop * width].reshape(width, n) for rows, n in steps(sizes, False)]


def in_time(reverse, *lists):
    """The steps' things together, in the order they are computed in."""
    return list(zip(*lists))[::-1] if reverse else list(zip(*lists))


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
    N, I = x.shape
    P, H = h.shape[1], c.shape[1]
    bias = xp.zeros(4 * H, x.dtype) if b_ih is None else b_ih + b_hh
    weight = xp.concatenate([w_ih, bias[:, None], w_hh], axis=1)             # one product for all three
    weight.reshape(4, H, -1)[[0, 1, 3]] *= 0.5                               # σ(x) = tanh(x/2)/2 + 1/2
    seen = xp.concatenate([x, xp.ones((N, 1), x.dtype), xp.empty((N, P), x.dtype)], axis=1)
    gates, before, squashed = [xp.empty((N, width), x.dtype) for width in (4 * H, H, H)]
    out, h, c = xp.empty((N, P), x.dtype), h.copy(), c.T.copy()
    kept = [pieces(x, sizes) for x in (gates, before, squashed)]
    for (rows, n), gate, old, squash in in_time(reverse, steps(sizes, False), *kept):
        seen[rows, I + 1:] = h[:n]
        now = c[:, :n]
        old[...] = now
        xp.matmul(weight, seen[rows].T, out=gate)
        xp.tanh(gate, out=gate)
        for sigmoids in (gate[:2 * H], gate[3 * H:]):
            sigmoids *= 0.5
            sigmoids += 0.5
        now *= gate[H:2 * H]                                                 # forget some
        now += gate[:H] * gate[2 * H:3 * H]                                  # write some
        xp.tanh(now, out=squash)
        shown = gate[3 * H:] * squash                                        # show some
        h[:n] = shown.T if w_hr is None else (w_hr @ shown).T
        out[rows] = h[:n]
    return (out, h, c.T), (seen, gates, before, squashed)


@derivative_of(lstm)
def lstm_derivative(grads, kept, x, h, c, w_ih, w_hh, b_ih, b_hh, w_hr, needs, *, sizes, reverse):
    seen, gates, before, squashed = kept
    I, H = x.shape[1], c.shape[1]
    dh, dc = [d.T.copy() for d in into(grads[1:], [h, c])]                   # (P, B) and (H, B)
    slopes, back = library_of(gates).empty_like(gates), w_hh.T
    w_hr_grad = None if w_hr is None else w_hr * 0
    kept = [pieces(x, sizes) for x in (gates, before, squashed)]
    for (rows, n), gate, old, squash in in_time(not reverse, steps(sizes, False), *kept):
        arriving, down = dh[:, :n], dc[:, :n]
        i, f, g, o = gate.reshape(4, H, n)
        if grads[0] is not None:
            arriving += grads[0][rows].T
        if w_hr is not None:
            w_hr_grad += arriving @ (o * squash).T
            arriving = w_hr.T @ arriving
        down += arriving * o * (1 - squash * squash)
        slope = gate * (1 - gate)
        by_gate = slope.reshape(4, H, n)
        by_gate[0] *= g
        by_gate[1] *= old
        by_gate[2] = i * (1 - g * g)
        by_gate[:3] *= down
        by_gate[3] *= squash
        by_gate[3] *= arriving
        down *= f
        slopes[rows] = slope.T
        dh[:, :n] = back @ slope
    weights = [None] * 4
    if any(needs[3:7]):
        whole = slopes.T @ seen                                              # (4H, I + 1 + P)
        weights = [whole[:, :I], whole[:, I + 1:], whole[:, I], whole[:, I]]
    return (slopes @ w_ih if needs[0] else None, dh.T, dc.T, *weights, w_hr_grad)
