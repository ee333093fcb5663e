"""LeNet, the character LSTM and the small GPT of `workloads` in NumPy's names, for JAX and autograd."""

from math import sqrt

import numpy as np

from ..workloads import floats, numbers
from .functions import adam, cross_entropy, gelu_erf, layer_norm, softmax, training


def zeros_like(l, parameters):
    return [l.array(np.zeros_like(p)) for p in parameters]


def drawn(shapes, scale=None):
    """Return parameters as `workloads.alike` draws them: 1-D ones are zero, or one if the shape contains "norm"."""
    rng, found = numbers(0), []
    for *shape, fan_in in shapes:
        if fan_in in ("bias", "norm"):
            found.append(np.full(shape, fan_in == "norm", np.float32))
        else:
            found.append(floats(rng, *shape) * np.float32(scale or fan_in ** -0.5))
    return found


LENET = [(6, 3, 5, 5, 75), (6, "bias"), (16, 6, 5, 5, 150), (16, "bias"), (120, 400, 400), (120, "bias"),
         (84, 120, 120), (84, "bias"), (10, 84, 84), (10, "bias")]


def lenet(l):
    m, rng = l.np, numbers(3)
    x, y = floats(rng, 64, 3, 32, 32), rng.integers(0, 10, 64)

    def half(h):
        N, C, H, W = h.shape
        return m.max(m.reshape(h, (N, C, H // 2, 2, W // 2, 2)), axis=(3, 5))

    def loss_of(w, x, y):
        for i in (0, 2):
            x = half(m.maximum(l.conv(x, w[i]) + m.reshape(w[i + 1], (1, -1, 1, 1)), 0))
        h = m.reshape(x, (64, 400))
        for i in (4, 6):
            h = m.maximum(h @ w[i].T + w[i + 1], 0)
        return cross_entropy(l, h @ w[8].T + w[9], y)

    def momentum(w, grads, state):
        state = [0.9 * v + g for v, g in zip(state, grads)]
        return [p - 0.01 * v for p, v in zip(w, state)], state
    parameters = drawn(LENET)
    return training(l, loss_of, parameters, (x, y), momentum, zeros_like(l, parameters))


LSTM = [(65, 128, 128), (512, 128, 128), (512, 128, 128), (512, "bias"), (512, "bias"), (65, 128, 128), (65, "bias")]


def char_lstm(l):
    m, rng = l.np, numbers(5)
    x, y = (rng.integers(0, 65, (32, 64)) for _ in range(2))

    def sigmoid(z):
        return 0.5 * (m.tanh(0.5 * z) + 1)

    def loss_of(w, x, y):
        embed, ih, hh, bias_ih, bias_hh, head, bias = w

        def cell(state, x):
            h, c = state
            gates = embed[x] @ ih.T + bias_ih + h @ hh.T + bias_hh
            i, f, g, o = (gates[:, k:k + 128] for k in range(0, 512, 128))
            c = sigmoid(f) * c + sigmoid(i) * m.tanh(g)
            h = sigmoid(o) * m.tanh(c)
            return (h, c), h
        zero = m.zeros((32, 128), np.float32)
        h = m.reshape(m.swapaxes(l.scan(cell, (zero, zero), x.T), 0, 1), (-1, 128))
        return cross_entropy(l, h @ head.T + bias, m.reshape(y, (-1,)))
    parameters = drawn(LSTM, scale=0.08)
    zeros = zeros_like(l, parameters)
    return training(l, loss_of, parameters, (x, y), adam(l), (l.array(np.float32(0)), zeros, list(zeros)))


WIDTH, CONTEXT, BATCH, HEADS, VOCABULARY, LAYERS = 128, 64, 16, 4, 65, 4
BLOCK = [(WIDTH, "norm"), (WIDTH, "bias"), (WIDTH, "norm"), (WIDTH, "bias"), (3 * WIDTH, WIDTH, WIDTH),
         (3 * WIDTH, "bias"), (WIDTH, WIDTH, WIDTH), (WIDTH, "bias"), (4 * WIDTH, WIDTH, WIDTH), (4 * WIDTH, "bias"),
         (WIDTH, 4 * WIDTH, 4 * WIDTH), (WIDTH, "bias")]
GPT = [(VOCABULARY, WIDTH, WIDTH), (CONTEXT, WIDTH, WIDTH), *BLOCK * LAYERS, (WIDTH, "norm"), (WIDTH, "bias"),
       (VOCABULARY, WIDTH, WIDTH)]


def gpt(l):
    m, rng = l.np, numbers(6)
    x, y = (rng.integers(0, VOCABULARY, (BATCH, CONTEXT)) for _ in range(2))
    hidden = np.triu(np.full((CONTEXT, CONTEXT), -np.inf, np.float32), 1)

    def block(x, before, before_b, after, after_b, qkv, qkv_b, out, out_b, up, up_b, down, down_b):
        both = layer_norm(l, x, before, before_b) @ qkv.T + qkv_b
        q, k, v = (m.transpose(m.reshape(both[..., i:i + WIDTH], (BATCH, CONTEXT, HEADS, -1)), (0, 2, 1, 3))
                   for i in range(0, 3 * WIDTH, WIDTH))
        seen = softmax(l, q @ m.swapaxes(k, 2, 3) / sqrt(WIDTH / HEADS) + hidden) @ v
        x = x + m.reshape(m.transpose(seen, (0, 2, 1, 3)), (BATCH, CONTEXT, WIDTH)) @ out.T + out_b
        return x + gelu_erf(l, layer_norm(l, x, after, after_b) @ up.T + up_b) @ down.T + down_b

    def loss_of(w, x, y):
        h = w[0][x] + w[1]
        for i in range(2, 2 + 12 * LAYERS, 12):
            h = block(h, *w[i:i + 12])
        norm, norm_b, head = w[-3:]
        h = layer_norm(l, h, norm, norm_b) @ head.T
        return cross_entropy(l, m.reshape(h, (-1, VOCABULARY)), m.reshape(y, (-1,)))

    adam_rule, rate = adam(l, lr=3e-4), 3e-4

    def adamw(w, grads, state):
        return adam_rule([p * (1 - rate * 0.01) for p in w], grads, state)
    parameters = drawn(GPT, scale=0.05)
    zeros = zeros_like(l, parameters)
    return training(l, loss_of, parameters, (x, y), adamw, (l.array(np.float32(0)), zeros, list(zeros)))
