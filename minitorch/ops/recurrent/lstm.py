"""The long short-term memory over a whole sequence: first in plain ops, then as one fused op."""

from ...backend import library_of
from ...backend.memory import aligned
from ...engine import derivative_of, op
from ..elementwise.activation import sigmoid, tanh
from ..index.getitem import narrow
from ..kernels.element_loops import element_loop
from ..kernels.tiled_matmul import multiply, tile_weight
from ..linalg.products import linear
from .rnn import copy_or_zeros, steps, unroll


def plain_lstm(x, h, c, w_ih, w_hh, b_ih, b_hh, w_hr, sizes, reverse):
    """Compute `lstm` in plain ops."""
    H = c.shape[1]

    def cell(x, h, c):
        gates = x + linear(h, w_hh, b_hh)
        i, f, g, o = [narrow(gates, 1, k * H, H) for k in range(4)]
        c = sigmoid(f) * c + sigmoid(i) * tanh(g)             # forget a part of c, then add new values
        h = sigmoid(o) * tanh(c)                              # output
        return [h if w_hr is None else linear(h, w_hr, None), c]
    out, (h, c) = unroll(cell, linear(x, w_ih, b_ih), [h, c], sizes, reverse)
    return out, h, c


def joint_weight(xp, w_ih, w_hh, b_ih, b_hh):
    """Join the weights for one product with [x, 1, h]: (4, I + 1 + P, H), for the gates o, i, f, g."""
    bias = xp.zeros(w_ih.shape[0], w_ih.dtype) if b_ih is None else b_ih + b_hh
    whole = xp.concatenate([w_ih, bias[:, None], w_hh], axis=1).reshape(4, w_ih.shape[0] // 4, -1)
    weight = xp.empty_like(whole)
    weight[0], weight[1:] = whole[3], whole[:3]
    weight[:3] *= 0.5                                         # σ(x) = tanh(x/2)/2 + 1/2
    return weight.swapaxes(1, 2)


@element_loop(both=5, terms=2, spare=("terms",))
def pass_gates(xp, both, tanh_c, c, hidden, terms):
    """Replace the sums in `both` (o, i, f, g; then the old c) by gates; write c, tanh(c) and hidden = σ(o)·tanh(c)."""
    gates, sigmoids = both[:4], both[:3]
    xp.positive(c, out=both[4])
    xp.tanh(gates, out=gates)
    sigmoids *= 0.5
    sigmoids += 0.5
    xp.multiply(both[1:3], both[3:], out=terms)                              # i·g and f·c
    xp.add(terms[0], terms[1], out=c)
    xp.tanh(c, out=tanh_c)
    xp.multiply(gates[0], tanh_c, out=hidden)


@op(symbol="lstm", outputs=3, residual=True, keeps="x h c w_ih w_hh b_ih b_hh w_hr", composition=plain_lstm,
    hidden=True)
def lstm(xp, x, h, c, w_ih, w_hh, b_ih, b_hh, w_hr, *, sizes, reverse=False):
    """c = σ(f)·c + σ(i)·tanh(g) and h = σ(o)·tanh(c), step by step; (i, f, g, o) = w_ih x + w_hh h + biases.

    x         (N, I), N the sum of sizes      h, c    (B, P), (B, H), B = the largest size
    w_ih      (4H, I)                         w_hh    (4H, P)
    w_hr      (P, H) projects h from H to P features; without it P = H
    returns   every step's h (N, P), each row's last h and c

    Source: Hochreiter and Schmidhuber, Long Short-Term Memory (1997); Sak et al. (2014) for w_hr.
    """
    (N, I), P, H = x.shape, h.shape[1], c.shape[1]
    weight = tile_weight(xp, joint_weight(xp, w_ih, w_hh, b_ih, b_hh), h.shape[0])
    inputs, gates, tanh_c = [aligned(xp, (N, width), x.dtype) for width in (I + 1 + P, 5 * H, H)]
    inputs[:, :I], inputs[:, I] = x, 1
    out, h, c, work = xp.empty((N, P), x.dtype), h.copy(), c.copy(), aligned(xp, (2, *c.shape), x.dtype)
    hidden = None if w_hr is None else aligned(xp, c.shape, x.dtype)
    for rows, n in steps(sizes, reverse):
        both, tanh_now, now = gates[rows].reshape(5, n, H), tanh_c[rows], c[:n]        # both: o, i, f, g, c
        inputs[rows, I + 1:] = h[:n]
        multiply(xp, inputs[rows], weight, both[:4])
        pass_gates(xp, both, tanh_now, now, out[rows] if w_hr is None else hidden[:n], work[:, :n])
        if w_hr is not None:
            out[rows] = hidden[:n] @ w_hr.T
        h[:n] = out[rows]
    return (out, h, c), (inputs, gates, tanh_c)


@element_loop(both=5, by_gates=4, change=4, spare=("change", "spare"))
def pass_gates_back(xp, both, tanh_c, by_h, by_c, by_gates, change, spare):
    """Write the gradients of the sums for the gates i, f, g, o; replace the gradient of c by the old c's gradient."""
    gates = both[:4]
    xp.multiply(tanh_c, tanh_c, out=spare)
    xp.multiply(gates, gates, out=change)
    xp.subtract(gates[:3], change[:3], out=change[:3])                       # σ' = σ − σ²
    for square in (spare, change[3]):
        xp.subtract(1, square, out=square)                                   # tanh' = 1 − tanh²
    spare *= gates[0]
    spare *= by_h
    by_c += spare
    change[0] *= tanh_c
    change[1:3] *= both[3:]
    change[3] *= gates[1]
    xp.multiply(change[1:], by_c, out=by_gates[:3])
    xp.multiply(change[0], by_h, out=by_gates[3])
    by_c *= gates[2]


@derivative_of(lstm)
def lstm_derivative(grads, kept, x, h, c, w_ih, w_hh, b_ih, b_hh, w_hr, needs, *, sizes, reverse):
    inputs, gates, tanh_c = kept
    xp, (N, I), H = library_of(gates), x.shape, c.shape[1]
    dh, dc = copy_or_zeros(grads[1:], [h, c])
    by_gates, derivatives, work = [aligned(xp, shape, x.dtype) for shape in ((N, 4, H), (4, *c.shape), c.shape)]
    back, by_w_hr = tile_weight(xp, w_hh, h.shape[0]), None if w_hr is None else w_hr * 0
    for rows, n in steps(sizes, not reverse):
        both, tanh_now, by_h = gates[rows].reshape(5, n, H), tanh_c[rows], dh[:n]
        if grads[0] is not None:
            by_h += grads[0][rows]
        if w_hr is not None:
            by_w_hr += by_h.T @ (both[0] * tanh_now)
            by_h = by_h @ w_hr
        pass_gates_back(xp, both, tanh_now, by_h, dc[:n], by_gates[rows].swapaxes(0, 1), derivatives[:, :n], work[:n])
        multiply(xp, by_gates[rows].reshape(n, 4 * H), back, dh[:n])
    by_gates = by_gates.reshape(N, 4 * H)
    whole = by_gates.T @ inputs if any(needs[3:7]) else None                 # (4H, I + 1 + P)
    weights = [None] * 4 if whole is None else [whole[:, :I], whole[:, I + 1:], whole[:, I], whole[:, I]]
    return (by_gates @ w_ih if needs[0] else None, dh, dc, *weights, by_w_hr)
