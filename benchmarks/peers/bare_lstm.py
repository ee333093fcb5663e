"""The character LSTM in NumPy: gate derivatives are computed for all steps at once, so the loop does little."""

from functools import partial
from itertools import pairwise

import numpy as np

from ..workloads import numbers
from .bare import TURNED, Parameters, cross_entropy, empty, training
from .bare_parts import COPIES, chosen
from .networks import LSTM, drawn

STEPS, ROWS, H, CHARACTERS = 64, 32, 128, 65


def in_columns(x, width=64):
    """Return a view of matrices (…, m, n) as tiles of columns (…, n/width, m, width)."""
    return x.reshape(*x.shape[:-1], -1, width).swapaxes(-2, -3)


def char_lstm():
    """Gates are stored in the order o, i, f, g: the sigmoids together, and i, f next to their factors g, c."""
    rng, N = numbers(5), STEPS * ROWS
    x, y = (rng.integers(0, CHARACTERS, (ROWS, STEPS)).T.reshape(-1) for _ in range(2))              # ordered by step
    rolled = partial(np.roll, shift=H, axis=0), partial(np.roll, shift=-H, axis=0)
    parameters = Parameters(drawn(LSTM, scale=0.08), {**dict.fromkeys((1, 2, 3, 4), rolled), 5: TURNED})
    (embed, ih, hh, b_ih, b_hh, head, bias), (by_embed, by_ih, by_hh, by_b_ih, by_b_hh, by_head, by_bias) = (
        parameters.values, parameters.grads)
    seen, squashed, by_out, by_seen, hidden = empty(N, H), empty(N, H), empty(N, H), empty(N, H), empty(N + ROWS, H)
    gates, inputs, slopes, scores = empty(5, N + ROWS, H), empty(4, N, H), empty(4, N, H), empty(N, CHARACTERS)
    turned, tiles, shift, ones = empty(4, H, H), empty(4, 2, H, 64), empty(4, COPIES, H), np.ones(N, np.float32)
    dh, dc, work, parts, terms = *empty(3, ROWS, H), empty(4, ROWS, H), empty(2, ROWS, H)
    hot, mark = chosen(x, CHARACTERS)
    after = hidden[ROWS:]
    rows, loss_of = empty(N, 4 * H), cross_entropy(scores, y)
    back = in_columns(hh.reshape(4, H, H))
    bounds = list(pairwise([slice(t, t + ROWS) for t in range(0, N + ROWS, ROWS)]))
    forwards = [(hidden[now], in_columns(gates[:4, now]), gates[:4, now], inputs[:, now], gates[:3, now],
                 gates[1:3, now], gates[3:, now], gates[4, then], squashed[now], gates[0, now], hidden[then])
                for now, then in bounds]
    backwards = [(by_out[now], squashed[now], slopes[0, now], slopes[1:, now], gates[2, now], slopes[:, now][:, None])
                 for now, _ in reversed(bounds)]
    slope_rows = [(gates[:, now], squashed[now], slopes[:, now]) for now in (
        slice(t, t + 2 * ROWS) for t in range(0, N, 2 * ROWS))]
    summed, room, several = in_columns(parts), empty(2 * ROWS, H), inputs.reshape(4, -1, COPIES * H)

    def forward():
        np.take(embed, x, axis=0, out=seen, mode="clip")                 # mode "raise" needs a buffer
        shift[...] = np.add(b_ih, b_hh).reshape(4, 1, H)
        turned[...] = ih.reshape(4, H, H).swapaxes(1, 2)
        tiles[...] = in_columns(hh.reshape(4, H, H).swapaxes(1, 2))
        for sigmoids in (turned, tiles, shift):
            sigmoids[:3] *= 0.5                                          # σ(x) = tanh(x/2)/2 + 1/2
        np.matmul(seen, turned, out=inputs)
        np.add(several, shift.reshape(4, 1, -1), out=several)
        for h, placed, gate, given, sigmoids, first, second, c, squash, o, out in forwards:
            np.matmul(h, tiles, out=placed)
            np.add(gate, given, out=gate)
            np.tanh(gate, out=gate)
            np.multiply(sigmoids, 0.5, out=sigmoids)
            np.add(sigmoids, 0.5, out=sigmoids)
            np.multiply(first, second, out=terms)                        # i·g and f·c
            np.add(*terms, out=c)
            np.tanh(c, out=squash)
            np.multiply(o, squash, out=out)

    def slopes_of_gates():
        """Compute the factors of the gradients of h and c at each step into `slopes`, from h to c into `squashed`."""
        for gate, squash, slope in slope_rows:
            np.multiply(gate[:4], gate[:4], out=slope)
            np.subtract(gate[:3], slope[:3], out=slope[:3])              # σ' = σ − σ²
            np.subtract(1, slope[3], out=slope[3])                       # tanh' = 1 − tanh²
            np.multiply(slope[0], squash, out=slope[0])
            np.multiply(slope[1:3], gate[3:], out=slope[1:3])
            np.multiply(slope[3], gate[1], out=slope[3])
            np.multiply(squash, squash, out=room)
            np.subtract(1, room, out=room)
            np.multiply(room, gate[0], out=squash)

    def backward():
        dh[...], dc[...] = 0, 0
        for arriving, by_c, first, others, f, slope in backwards:
            np.add(dh, arriving, out=dh)
            np.multiply(dh, by_c, out=work)
            np.add(dc, work, out=dc)
            np.multiply(first, dh, out=first)
            np.multiply(others, dc, out=others)
            np.multiply(dc, f, out=dc)
            np.matmul(slope, back, out=summed)
            np.add.reduce(parts, axis=0, out=dh)

    def gradients():
        forward()
        np.matmul(after, head, out=scores)
        np.add(scores, bias, out=scores)
        loss = loss_of()
        np.matmul(after.T, scores, out=by_head)
        np.matmul(scores, head.T, out=by_out)
        np.matmul(ones, scores, out=by_bias)
        slopes_of_gates()
        backward()
        mark()
        rows.reshape(N, 4, H)[...] = slopes.swapaxes(0, 1)
        np.matmul(rows.T, seen, out=by_ih)
        np.matmul(rows.T, hidden[:N], out=by_hh)
        np.matmul(ones, rows, out=by_b_ih)
        by_b_hh[...] = by_b_ih
        np.matmul(rows, ih, out=by_seen)
        np.matmul(hot, by_seen, out=by_embed)
        return loss
    return training(parameters, gradients)
