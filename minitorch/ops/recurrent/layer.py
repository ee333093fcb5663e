"""A recurrent layer over a whole sequence as one op; and, beside it, the same in plain ops, step by step.

A sequence is laid out step after step: x is (N, I), all rows of the first step, then all of the second.
`sizes` says how many rows each step has, never more than the one before: in a batch of sequences of
unequal length, sorted, the shorter ones end earlier. Rows that have ended keep their last state.
"""

import numpy as np

from ...backend import library_of
from ...graph import derivative_of, op
from ...memory import aligned
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


TILES = (32, 64), (16, 64), (32, 32), (16, 32)     # rows and columns multiplied at a time, the best first
LIMIT = 10 ** 6                          # multiplications, up to which OpenBLAS needs no copies


def tiled(xp, weight, n):
    """A weight (…, K, N) for `multiply` with n rows, and how many of them at a time; 0 where it is left whole.

    OpenBLAS copies what it multiplies into an order of its own, unless there is little to multiply:
    for the few rows of one step, small products take two thirds of the time of a whole one.
    So the weight is cut in tiles of columns, (…, 1, N/width, K, width).
    """
    K, N = weight.shape[-2:]
    fits = [(even(n, rows), width) for rows, width in TILES if N % width == 0 and even(n, rows) * K * width <= LIMIT]
    if not fits or fits[0] == (n, N) or xp is not np:
        return xp.ascontiguousarray(weight), 0
    rows, width = fits[0]
    tiles = in_tiles(weight, K, width)
    lying = aligned(xp, tiles.shape, tiles.dtype)
    lying[...] = tiles
    return lying, rows


def multiply(xp, x, weight, out):
    """out (…, n, N) = x (n, K) @ weight, which `tiled` made."""
    weight, rows = weight
    if not rows:
        return xp.matmul(x, weight, out=out)
    rows = even(len(x), rows)
    return xp.matmul(x.reshape(-1, 1, rows, x.shape[1]), weight, out=in_tiles(out, rows, weight.shape[-1]))


def even(n, rows):
    """`rows` where it divides n; else all of them at once."""
    return n if n % rows else rows


def in_tiles(x, rows, width):
    """A matrix (…, n, N) in tiles, a view: (…, n/rows, N/width, rows, width)."""
    return x.reshape(*x.shape[:-2], -1, rows, x.shape[-1] // width, width).swapaxes(-2, -3)


def project(x, weight, bias, other_bias):
    """What the inputs of all steps contribute, in one product: x @ weight.T + bias + other_bias."""
    out = x @ weight.T
    if bias is not None:
        out += bias + other_bias
    return out


def unroll(cell, x, states, sizes, reverse):
    """`cell(x, *states) -> states`, step by step, in plain ops: (N, …) -> every step's first state, last states."""
    outs = []
    for rows, n in steps(sizes, reverse):
        rest = states[0].shape[0] - n
        new = cell(narrow(x, 0, rows.start, n), *[narrow(s, 0, 0, n) for s in states])
        outs.append(new[0])
        states = new if not rest else [cat(now, narrow(s, 0, n, rest), dim=0) for now, s in zip(new, states)]
    return cat(*outs[::-1] if reverse else outs, dim=0), states


def into(grads, states):
    """The gradients of the last states, in memory of our own; zeros where nobody asked for them."""
    xp = library_of(states[0])
    return [xp.zeros(s.shape, s.dtype) if g is None else xp.array(g) for g, s in zip(grads, states)]


def weight_grads(slopes, x, before, needs, hidden=None):
    """From the slopes (N, G) before the gates: the gradients of w_ih, w_hh, b_ih, b_hh.

    before   (N, H) the state that each row began with
    hidden   slopes of what the state contributed, where they differ
    """
    hidden = slopes if hidden is None else hidden
    ones = library_of(slopes).ones(len(slopes), slopes.dtype)          # a sum as a product, which is faster
    return (slopes.T @ x if needs[0] else None, hidden.T @ before if needs[1] else None,
            ones @ slopes if needs[2] else None, ones @ hidden if needs[3] else None)


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
    before, h, turned = xp.empty_like(out), h.copy(), xp.ascontiguousarray(w_hh.T)
    for rows, n in steps(sizes, reverse):
        now = out[rows]
        before[rows] = h[:n]
        now += h[:n] @ turned
        if relus:
            xp.maximum(now, 0, out=now)
        else:
            xp.tanh(now, out=now)
        h[:n] = now
    return (out, h), (out.copy(), before)


@derivative_of(rnn)
def rnn_derivative(grads, kept, x, h, w_ih, w_hh, b_ih, b_hh, needs, *, sizes, reverse, relus):
    out, before = kept
    slopes = (out > 0).astype(out.dtype) if relus else 1 - out * out
    dh, = into(grads[1:], [h])
    for rows, n in reversed(steps(sizes, reverse)):
        if grads[0] is not None:
            dh[:n] += grads[0][rows]
        slopes[rows] *= dh[:n]
        dh[:n] = slopes[rows] @ w_hh
    return (slopes @ w_ih if needs[0] else None, dh, *weight_grads(slopes, x, before, needs[2:]))
