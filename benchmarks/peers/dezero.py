"""DeZero, the framework that readers of the book "Deep Learning from Scratch 3" build."""

from importlib import import_module

import numpy as np

from ..workloads import CHAIN, LONG, Built, floats, numbers
from .functions import mlp_numbers


def parameter(array):
    from dezero import Parameter
    return Parameter(array)


def training(parameters, optimizer, loss_of, turned=()):
    """Return the step of an ordinary loop; `turned` are parameters with (in, out) in DeZero, (out, in) in minitorch."""
    class Model:
        def params(self):
            return parameters
    optimizer.setup(Model())

    def step():
        for p in parameters:
            p.cleargrad()
        loss = loss_of()
        loss.backward()
        optimizer.update()
        return loss.data

    loss = step()
    grads = [p.grad.data.T if p in turned else p.grad.data for p in parameters]
    return Built(step, [np.asarray(loss), *map(np.array, grads), np.asarray(step())])


def two_layer():
    import dezero.functions as F
    from dezero import Variable
    rng = numbers(1)
    x, y = Variable(floats(rng, 64, 1000)), Variable(floats(rng, 64, 10))
    w1 = parameter(floats(rng, 1000, 100) * np.float32(0.03))
    w2 = parameter(floats(rng, 100, 10) * np.float32(0.1))

    def loss_of():
        loss = F.sum((F.matmul(F.relu(F.matmul(x, w1)), w2) - y) ** 2)
        loss.backward()
        return loss

    def step(lr=1e-6):
        w1.cleargrad()
        w2.cleargrad()
        loss = loss_of()
        for w in (w1, w2):
            w.data -= lr * w.grad.data
        return loss

    loss = loss_of()
    return Built(step, [np.asarray(loss.data), np.array(w1.grad.data), np.array(w2.grad.data)])


def mlp():
    import dezero.functions as F
    from dezero.optimizers import Adam
    x, y, arrays = mlp_numbers()
    w = [parameter(np.ascontiguousarray(a.T)) for a in arrays]

    def loss_of():
        h = F.relu(F.linear(x, w[0], w[1]))
        h = F.relu(F.linear(h, w[2], w[3]))
        return F.softmax_cross_entropy(F.linear(h, w[4], w[5]), y)
    return training(w, Adam(), loss_of, w[::2])


def lenet():
    import dezero.functions as F
    from dezero.optimizers import MomentumSGD
    rng = numbers(3)
    x, y = floats(rng, 64, 3, 32, 32), rng.integers(0, 10, 64)
    rng, w = numbers(0), []
    for *shape, fan_in in ((6, 3, 5, 5, 75), (16, 6, 5, 5, 150), (120, 400, 400), (84, 120, 120), (10, 84, 84)):
        weight = floats(rng, *shape) * np.float32(fan_in ** -0.5)
        w.append(parameter(weight if weight.ndim == 4 else np.ascontiguousarray(weight.T)))
        w.append(parameter(np.zeros(shape[0], np.float32)))

    def loss_of():
        h = F.pooling(F.relu(F.conv2d(x, w[0], w[1])), 2, 2)
        h = F.pooling(F.relu(F.conv2d(h, w[2], w[3])), 2, 2)
        h = F.reshape(h, (64, 400))
        for i in (4, 6):
            h = F.relu(F.linear(h, w[i], w[i + 1]))
        return F.softmax_cross_entropy(F.linear(h, w[8], w[9]), y)
    return training(w, MomentumSGD(lr=0.01, momentum=0.9), loss_of, w[4::2])


def deep_conv():
    import dezero.functions as F
    from dezero.optimizers import SGD
    x, rng, w = floats(numbers(4), 32, 64, 32, 32), numbers(0), []
    for _ in range(8):
        w += [floats(rng, 64, 64, 3, 3) * np.float32(576 ** -0.5), np.ones(64, np.float32), np.zeros(64, np.float32)]
    w = [parameter(a) for a in w]
    mean, var = np.zeros(64, np.float32), np.ones(64, np.float32)

    def loss_of():
        h = x
        for i in range(0, 24, 3):
            h = F.relu(F.batch_nrom(F.conv2d(h, w[i], None, 1, 1), w[i + 1], w[i + 2], mean, var, 0.9, 1e-5))
        return F.sum(h ** 2) / h.size
    return training(w, SGD(lr=0.01), loss_of)


def char_lstm():
    import dezero.functions as F
    from dezero.layers import LSTM
    from dezero.optimizers import Adam
    rng = numbers(5)
    x, y = (rng.integers(0, 65, (32, 64)) for _ in range(2))
    embed, ih, hh, head = (floats(rng, *shape) * np.float32(0.08) for rng in [numbers(0)]
                           for shape in ((65, 128), (512, 128), (512, 128), (65, 128)))
    lstm, embed, head, bias = LSTM(128, 128), *map(parameter, (embed, head.T.copy(), np.zeros(65, np.float32)))
    gates = "ifuo"                                     # input, forget, new, output: the order of the weights' rows
    for gate, rows in zip(gates, range(0, 512, 128)):
        getattr(lstm, f"x2{gate}").W.data = ih[rows:rows + 128].T.copy()
        getattr(lstm, f"h2{gate}").W.data = hh[rows:rows + 128].T.copy()
    ih, hh, b = ([getattr(getattr(lstm, f"{side}2{gate}"), name) for gate in gates]
                 for side, name in (("x", "W"), ("h", "W"), ("x", "b")))

    def loss_of():
        lstm.reset_state()
        total = 0
        for t in range(64):
            h = lstm(F.embed_id(x[:, t], embed))
            total = total + F.softmax_cross_entropy(F.linear(h, head, bias), y[:, t])
        return total / 64
    built = training([embed, *ih, *hh, *b, head, bias], Adam(), loss_of, [*ih, *hh, head])
    first, parts, last = built.first[:2], built.first[2:14], built.first[14:16]
    x2, h2, bias2 = (np.concatenate(parts[i:i + 4]) for i in (0, 4, 8))
    return Built(built.step, [*first, x2, h2, bias2, bias2, *last, None])      # one bias changes half as much as two


def small_ops(size):
    import dezero.functions as F
    from dezero import Variable
    a, b = (Variable(np.full(size, value, np.float32)) for value in (0.999, 0.001))
    start = Variable(np.ones(size, np.float32))

    def step():
        y = start
        for _ in range(CHAIN // 2):
            y = y * a + b
        a.cleargrad()
        b.cleargrad()
        F.sum(y).backward()
        return y

    y = step()
    return Built(step, [y.data, np.array(a.grad.data), np.array(b.grad.data)])


def long_chain():
    from dezero import Variable
    x, one = Variable(np.array(1.0, np.float32)), Variable(np.array(1.0, np.float32))

    def step():
        x.cleargrad()
        y = x
        for _ in range(LONG):
            y = y + one
        y.backward()
        return y

    return Built(step, [step().data, np.array(x.grad.data)])


def softmax():
    import dezero.functions as F
    from dezero import Variable
    rng = numbers(8)
    x = Variable(floats(rng, 64, 128, 512))
    floats(rng, 2, 512)                                # unused here: the workload's weight and bias
    grad = Variable(floats(rng, 64, 128, 512))

    def step():
        x.cleargrad()
        y = F.softmax(x, axis=-1)
        y.grad = grad
        y.backward()
        return y

    return Built(step, [step().data, x.grad.data])


def builders():
    vars(np)["int"] = int                              # DeZero 0.0.13 uses np.int, which NumPy removed
    import_module("dezero")
    del vars(np)["int"]
    return {"W1": two_layer, "W2": mlp, "W3": lenet, "W3b": deep_conv, "W4": char_lstm, "W6": lambda: small_ops(1),
            "W6-16": lambda: small_ops(16), "W7": long_chain, "softmax": softmax}
