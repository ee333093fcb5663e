"""Layer norm, gelu and attention in NumPy, a few rows at a time, so that their data stay in the cache."""

import numpy as np

from .bare import BLOCK, empty
from .networks import BATCH, CONTEXT, HEADS, WIDTH

N, D = BATCH * CONTEXT, WIDTH // HEADS
ROWS, AT_ONCE = BLOCK // WIDTH, 4        # rows and sequences computed at a time
COPIES = 16                              # copies of a bias, added to as many rows at once
SCALE, NORMAL, SIGN = np.float32(D) ** np.float32(-0.5), 0.3989422804014327, np.uint32(1 << 31)
MEAN, ONES = np.full(WIDTH, 1 / WIDTH, np.float32), np.ones(N, np.float32)
PARTS = [slice(start, start + ROWS) for start in range(0, N, ROWS)]


def chosen(index, classes):
    """Return a one-hot matrix (classes, n) of `index` and a function to fill it: a product with it sums per class."""
    hot, places = empty(classes, len(index)), np.arange(len(index))
    flat = hot.reshape(-1)

    def run():
        hot.fill(0)
        flat[index * len(index) + places] = 1
    return hot, run


def biased(x, bias):
    """Return a function that adds the bias to COPIES rows at a time: single short rows take twice as long."""
    lying, several = empty(COPIES, len(bias)), x.reshape(-1, COPIES * len(bias))
    whole = lying.reshape(-1)

    def run(first=0, last=N):
        if not first:
            lying[...] = bias
        rows = several[first // COPIES:last // COPIES]
        np.add(rows, whole, out=rows)
    return run


class Norm:
    """Layer norm of x (N, 128), after x = before + found + bias, where `found` is the output of attention or MLP.

    The result is x·(scale·weight) + (bias − mean·scale·weight). Each bracket is a product of thin matrices,
    (m, 3) @ (3, n), of values per row and per column; BLAS computes it three times as fast as broadcasting.
    """

    first, second = empty(2, ROWS, WIDTH)

    def __init__(self, x, before, found, bias, weight, plus, by_weight, by_plus):
        self.x, self.before, self.found, self.bias = x, before, found, found is not None and biased(found, bias)
        self.weight, self.plus, self.by_weight, self.by_plus = weight, plus, by_weight, by_plus
        self.out, self.scales = empty(N, WIDTH), empty(3, N)
        self.scales[2] = 1
        self.times, self.shift, self.less, self.more = empty(4, 3, WIDTH)
        self.less[1], self.more[2] = -1, 1

    def forward(self):
        self.times[0] = self.weight
        self.shift[1], self.shift[2] = -self.weight, self.plus
        for part in PARTS:
            x, (scale, middle, _), work = self.x[part], self.scales[:, part], self.first
            if self.bias:
                self.bias(part.start, part.stop)
                np.add(self.before[part], self.found[part], out=x)
            np.matmul(x, MEAN, out=middle)
            np.vecdot(x, x, out=scale)
            scale *= 1 / WIDTH
            scale -= middle * middle
            scale += 1e-5
            np.divide(1, np.sqrt(scale, out=scale), out=scale)
            middle *= scale
            out, each = self.out[part], self.scales[:, part].T
            np.matmul(each, self.times, out=out)
            out *= x
            out += np.matmul(each, self.shift, out=work)

    def backward(self, grads, by_x):
        """Add the gradient of x to by_x; minitorch/ops/norm/layer_norm.py derives the formula."""
        product, work, share = self.first, self.second, self.weight * MEAN
        by_weight, sums, each = np.zeros(WIDTH, np.float32), np.zeros((2, WIDTH), np.float32), empty(3, ROWS)
        for part in PARTS:
            x, grad, (scale, middle, _), into = self.x[part], grads[part], self.scales[:, part], by_x[part]
            np.multiply(grad, x, out=product)
            by_weight += scale @ product
            sums += self.scales[1:, part] @ grad
            total = grad @ share
            along = product @ share * scale - middle * total
            each[0] = scale
            np.multiply(along * scale, scale, out=each[1])
            np.multiply(middle * along - total, scale, out=each[2])
            grad *= np.matmul(each.T, self.times, out=work)
            into += grad
            np.matmul(each.T, self.less, out=work)
            work *= x
            into += work
            into += np.matmul(each.T, self.more, out=work)
        np.subtract(by_weight, sums[0], out=self.by_weight)
        self.by_plus[...] = sums[1]


def gelu(x, out, slope, bits, cdf, density):
    """x·Φ(x) and its derivative, as in minitorch/ops/kernels/gelu.py: Φ(−a) = φ·k/(a + b + c/(a + d + e/(a + f)))."""
    np.abs(x, out=density)
    np.add(density, -3.7593767, out=cdf)
    for over, plus in ((46.388527, 9.0659185), (-1.6538689, 0.30659746)):
        np.divide(over, cdf, out=cdf)
        cdf += density
        cdf += plus
    np.divide(0.40591346, cdf, out=cdf)
    np.multiply(x, x, out=density)
    density *= -0.5
    np.exp(density, out=density)
    cdf *= density
    np.subtract(0.5, cdf, out=cdf)
    signs = np.bitwise_and(x.view("u4"), SIGN, out=bits.view("u4"))
    np.bitwise_or(cdf.view("u4"), signs, out=cdf.view("u4"))
    cdf += 0.5
    np.multiply(x, cdf, out=out)
    density *= x
    density *= NORMAL
    np.add(density, cdf, out=slope)


def heads(x):
    """Return a view of (B·T, 128) as (B, 4, T, 32)."""
    return x.reshape(-1, CONTEXT, HEADS, D).swapaxes(1, 2)


class Attention:
    """Causal softmax(q kᵀ / √32) v, a few sequences at a time: qkv → seen, and backward by_seen → by_qkv."""

    turned, by_weights = empty(AT_ONCE, HEADS, D, CONTEXT), empty(AT_ONCE, HEADS, CONTEXT, CONTEXT)
    later, ones = np.triu(np.full((CONTEXT, CONTEXT), -np.inf, np.float32), 1), np.ones(CONTEXT, np.float32)
    total = empty(AT_ONCE, HEADS, CONTEXT)

    def __init__(self, qkv, bias, by_qkv, seen, by_seen):
        self.weights, self.bias = empty(BATCH, HEADS, CONTEXT, CONTEXT), biased(qkv, bias)
        self.parts = []
        for start in range(0, BATCH, AT_ONCE):
            few, rows = slice(start, start + AT_ONCE), slice(start * CONTEXT, (start + AT_ONCE) * CONTEXT)
            cut = [heads(x[rows, i:i + WIDTH]) for x in (qkv, by_qkv) for i in range(0, 3 * WIDTH, WIDTH)]
            self.parts.append((rows, self.weights[few], heads(seen[rows]), heads(by_seen[rows]), *cut))

    def forward(self):
        total, column = self.total.reshape(-1), self.total[..., None]
        for part, weights, seen, _, q, k, v, *_ in self.parts:
            self.bias(part.start, part.stop)
            np.multiply(k.swapaxes(2, 3), SCALE, out=self.turned)        # a copy of kᵀ halves the product's time
            np.matmul(q, self.turned, out=weights)
            np.add(weights, self.later, out=weights)
            np.exp(weights, out=weights)
            np.matmul(weights.reshape(-1, CONTEXT), self.ones, out=total)
            if not 1e-2 < total.min() <= total.max() < 1e30:
                raise OverflowError("the scores are too large for this")
            np.divide(1, total, out=total)
            np.multiply(weights, column, out=weights)
            np.matmul(weights, v, out=seen)

    def backward(self):
        slopes, column = self.by_weights, self.total[..., None]
        for _, weights, _, by_seen, q, k, v, by_q, by_k, by_v in self.parts:
            np.multiply(v.swapaxes(2, 3), SCALE, out=self.turned)
            np.matmul(by_seen, self.turned, out=slopes)
            np.vecdot(weights, slopes, out=self.total)
            np.subtract(slopes, column, out=slopes)
            np.multiply(slopes, weights, out=slopes)
            np.matmul(slopes, k, out=by_q)
            np.matmul(slopes.swapaxes(2, 3), q, out=by_k)
            np.matmul(weights.swapaxes(2, 3), by_seen, out=by_v)
