"""Steps in NumPy with derivatives written by hand, into arrays allocated once: the cost without autograd."""

from functools import partial

import numpy as np

from ..workloads import CHAIN, Built, floats, numbers

LINE, BLOCK = 16, 1 << 15                # float32 numbers in a cache line; in a block: a few blocks fit into the cache
TURNED = np.transpose, np.transpose      # for a parameter stored transposed: to its layout, and back


def empty(*shape):
    """Return zeros whose memory begins at a cache line."""
    size = int(np.prod(shape))
    memory = np.zeros(size + LINE, np.float32)
    start = -memory.ctypes.data % (4 * LINE) // 4
    return memory[start:start + size].reshape(shape)


def product(a, b, out, rows, columns):
    """Return a function that computes a @ b into `out` from the arrays' current values, in tiles (rows, columns).

    OpenBLAS copies both matrices before a product of more than 10⁶ multiplications, but not before smaller ones.
    """
    tiles = cut(a, rows, a.shape[1]), cut(b, b.shape[0], columns)
    return partial(np.matmul, *tiles, out=cut(out, rows, columns))


def cut(x, rows, columns):
    """Return a view of a matrix as tiles: (m, n) -> (m/rows, n/columns, rows, columns)."""
    (m, n), (down, along) = x.shape, x.strides
    return np.lib.stride_tricks.as_strided(x, (m // rows, n // columns, rows, columns),
                                           (rows * down, columns * along, down, along))


class Parameters:
    """All parameters in one vector, all gradients in a second, and Adam on these vectors.

    forms   {index of a parameter: (function to the stored layout, function back)}
    """

    def __init__(self, arrays, forms, lr=1e-3, decay=0.0):
        arrays = [forms[i][0](array) if i in forms else array for i, array in enumerate(arrays)]
        ends = np.cumsum([-(-array.size // LINE) * LINE for array in arrays])
        self.flat = empty(4, ends[-1])
        self.forms, self.lr, self.decay, self.count = forms, lr, decay, 0
        self.values, self.grads = [[row[end - size:end][:array.size].reshape(array.shape) for array, size, end in zip(
            arrays, np.diff(ends, prepend=0), ends)] for row in self.flat[:2]]
        for value, array in zip(self.values, arrays):
            value[...] = array
        total = self.flat.shape[1]
        self.blocks = [[row[at:at + BLOCK] for row in self.flat] for at in range(0, total, BLOCK)]
        self.work = empty(min(BLOCK, total))

    def adam(self, beta1=0.9, beta2=0.999, eps=1e-8):
        """Take one step. The running means are stored without their factor 1 − beta, which is applied when used."""
        self.count += 1
        unbias1, unbias2 = 1 - beta1 ** self.count, (1 - beta2 ** self.count) ** 0.5
        root = (1 - beta2) ** 0.5
        floor, rate = eps * unbias2 / root, self.lr * unbias2 / unbias1 * (1 - beta1) / root
        for value, grad, mean, square in self.blocks:
            work = self.work[:len(value)]
            mean *= beta1
            mean += grad
            square *= beta2
            np.multiply(grad, grad, out=work)
            square += work
            np.sqrt(square, out=work)
            work += floor
            np.divide(mean, work, out=work)
            work *= rate
            if self.decay:
                value *= 1 - self.lr * self.decay
            value -= work

    def own_grads(self):
        """Return copies of the gradients, in the parameters' own shapes."""
        return [np.array(self.forms[i][1](grad) if i in self.forms else grad) for i, grad in enumerate(self.grads)]


def training(parameters, gradients):
    """Return steps that call `gradients() -> loss`, which fills the parameters' gradients, and then Adam."""
    def step():
        loss = gradients()
        parameters.adam()
        return loss

    loss = gradients()
    first = [np.float32(loss), *parameters.own_grads()]
    parameters.adam()
    return Built(step, [*first, np.float32(step())])


def cross_entropy(scores, targets):
    """Return a function that overwrites scores (n, classes) by their gradient and returns the loss."""
    n, classes = scores.shape
    flat, places = scores.reshape(-1), np.arange(0, n * classes, classes)
    ones, total = np.ones(classes, np.float32), empty(n)

    def run():
        true = places + targets
        picked = flat[true]
        np.exp(scores, out=scores)
        np.matmul(scores, ones, out=total)
        if not 1e-2 < total.min() <= total.max() < 1e30:
            raise OverflowError("the scores are too large for this")
        loss = (np.log(total) - picked).mean()
        np.divide(1 / n, total, out=total)
        np.multiply(scores, total[:, None], out=scores)
        flat[true] -= np.float32(1 / n)
        return loss
    return run


def two_layer(lr=1e-6):
    rng = numbers(1)
    x, y = floats(rng, 64, 1000), floats(rng, 64, 10)
    w1, w2 = empty(1000, 100), empty(100, 10)
    w1[...], w2[...] = floats(rng, 1000, 100) * np.float32(0.03), floats(rng, 100, 10) * np.float32(0.1)
    w1_grad, w2_grad, h, positive, by_h, off = [empty(*shape) for shape in (
        w1.shape, w2.shape, (64, 100), (64, 100), (64, 100), (64, 10))]
    backward = product(x.T, by_h, w1_grad, 125, 100)
    blocks = [(w1[i:i + 250], w1_grad[i:i + 250]) for i in range(0, 1000, 250)]
    work = empty(250, 100)

    def gradients():
        np.matmul(x, w1, out=h)
        np.maximum(h, 0, out=h)
        np.matmul(h, w2, out=off)
        np.subtract(off, y, out=off)
        flat = off.reshape(-1)
        loss = flat @ flat
        np.multiply(off, 2, out=off)
        np.matmul(h.T, off, out=w2_grad)
        np.matmul(off, w2.T, out=by_h)
        np.sign(h, out=positive)
        np.multiply(by_h, positive, out=by_h)
        backward()
        return loss

    def step():
        loss = gradients()
        for weight, grad in blocks:
            np.multiply(grad, lr, out=work)
            np.subtract(weight, work, out=weight)
        np.multiply(w2_grad, lr, out=w2_grad)
        np.subtract(w2, w2_grad, out=w2)
        return loss
    return Built(step, [np.float32(gradients()), w1_grad.copy(), w2_grad.copy()])


def mlp():
    from .functions import mlp_numbers
    x, y, arrays = mlp_numbers()
    parameters = Parameters(arrays, {0: TURNED, 2: TURNED})
    (w1, b1, w2, b2, w3, b3), grads = parameters.values, parameters.grads
    w1_grad, b1_grad, w2_grad, b2_grad, w3_grad, b3_grad = grads
    h1, by_h1, positive1 = empty(3, 128, 256)
    h2, by_h2, positive2 = empty(3, 128, 128)
    scores, ones = empty(128, 10), np.ones(128, np.float32)
    first, second = product(x, w1, h1, 8, 128), product(h1, w2, h2, 16, 128)
    back2, by_w2 = product(by_h2, w2.T, by_h1, 32, 32), product(h1.T, by_h2, w2_grad, 64, 64)
    by_w1, loss_of = product(x.T, by_h1, w1_grad, 112, 64), cross_entropy(scores, y)

    def gradients():
        first()
        np.add(h1, b1, out=h1)
        np.maximum(h1, 0, out=h1)
        second()
        np.add(h2, b2, out=h2)
        np.maximum(h2, 0, out=h2)
        np.matmul(h2, w3.T, out=scores)
        np.add(scores, b3, out=scores)
        loss = loss_of()
        np.matmul(scores.T, h2, out=w3_grad)
        np.matmul(ones, scores, out=b3_grad)
        np.matmul(scores, w3, out=by_h2)
        np.sign(h2, out=positive2)
        np.multiply(by_h2, positive2, out=by_h2)
        np.matmul(ones, by_h2, out=b2_grad)
        by_w2()
        back2()
        np.sign(h1, out=positive1)
        np.multiply(by_h1, positive1, out=by_h1)
        np.matmul(ones, by_h1, out=b1_grad)
        by_w1()
        return loss
    return training(parameters, gradients)


def small_ops(size):
    """y = y·a + b repeatedly; the gradient of a is the sum of each y times the gradient of the next."""
    a, b = np.full(size, 0.999, np.float32), np.full(size, 0.001, np.float32)
    states, scaled, by_a, by_b = np.ones((CHAIN // 2 + 1, size), np.float32), *np.empty((3, size), np.float32)
    pairs = list(zip(states, states[1:]))

    def step():
        for before, after in pairs:
            np.multiply(before, a, out=scaled)
            np.add(scaled, b, out=after)
        grad = np.ones(size, np.float32)
        by_a[:] = by_b[:] = 0
        for before, _ in reversed(pairs):
            np.add(by_b, grad, out=by_b)
            np.multiply(grad, before, out=scaled)
            np.add(by_a, scaled, out=by_a)
            np.multiply(grad, a, out=grad)
        return states[-1]
    step()
    return Built(step, [states[-1].copy(), by_a.copy(), by_b.copy()])


def builders():
    from . import bare_gpt, bare_lstm
    return {"W1": two_layer, "W2": mlp, "W4": bare_lstm.char_lstm, "W5": bare_gpt.gpt,
            "W6": partial(small_ops, 1), "W6-16": partial(small_ops, 16)}
