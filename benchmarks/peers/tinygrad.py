"""tinygrad: lazy; a step is captured and compiled as a whole (TinyJit), for the CPU. It needs clang.

Left out are chains of hundreds of small operations, which it merges into one expression that is too deep for the
compiler, and eight layers of convolution, the LSTM and the GPT, which it compiles for minutes.
"""

import numpy as np

from ..workloads import Built, floats, numbers
from .functions import mlp_numbers


def array(tensor):
    return np.array(tensor.numpy())


def trained(parameters, loss_of, optimizer):
    """Return a compiled training step; the first step runs uncompiled, to read its gradients."""
    from tinygrad import Context, Tensor, TinyJit

    def plain():
        optimizer.zero_grad()
        loss = loss_of().backward()
        return Tensor.realize(loss, *[p.grad for p in parameters], *optimizer.schedule_step())

    compiled = TinyJit(plain)

    def step():
        with Context(TRAINING=1):
            loss = compiled()
        return loss.numpy()

    with Context(TRAINING=1):
        loss = plain()
        first = [array(loss), *[array(p.grad) for p in parameters]]
    after = step()
    step()                                             # TinyJit captures this call and replays it from now on
    return Built(step, [*first, np.asarray(after)])


def two_layer():
    from tinygrad import Tensor
    from tinygrad.nn.optim import SGD
    rng = numbers(1)
    x, y = Tensor(floats(rng, 64, 1000)), Tensor(floats(rng, 64, 10))
    w = [Tensor(floats(rng, 1000, 100) * np.float32(0.03)), Tensor(floats(rng, 100, 10) * np.float32(0.1))]
    built = trained(w, lambda: (((x @ w[0]).relu() @ w[1] - y) ** 2).sum(), SGD(w, lr=1e-6))
    return Built(built.step, built.first[:-1])


def mlp():
    from tinygrad import Tensor
    from tinygrad.nn.optim import Adam
    x, y, arrays = mlp_numbers()
    x, y, w = Tensor(x), Tensor(y), [Tensor(a) for a in arrays]

    def loss_of():
        h = x.linear(w[0].T, w[1]).relu().linear(w[2].T, w[3]).relu()
        return h.linear(w[4].T, w[5]).sparse_categorical_crossentropy(y)
    return trained(w, loss_of, Adam(w, lr=1e-3))


def lenet():
    from tinygrad import Tensor
    from tinygrad.nn.optim import SGD
    rng = numbers(3)
    x, y = Tensor(floats(rng, 64, 3, 32, 32)), Tensor(rng.integers(0, 10, 64))
    rng, w = numbers(0), []
    for *shape, fan_in in ((6, 3, 5, 5, 75), (16, 6, 5, 5, 150), (120, 400, 400), (84, 120, 120), (10, 84, 84)):
        w += [Tensor(floats(rng, *shape) * np.float32(fan_in ** -0.5)), Tensor(np.zeros(shape[0], np.float32))]

    def loss_of():
        h = x.conv2d(w[0], w[1]).relu().max_pool2d(2).conv2d(w[2], w[3]).relu().max_pool2d(2).flatten(1)
        h = h.linear(w[4].T, w[5]).relu().linear(w[6].T, w[7]).relu()
        return h.linear(w[8].T, w[9]).sparse_categorical_crossentropy(y)
    return trained(w, loss_of, SGD(w, lr=0.01, momentum=0.9))


def compiled(function, *inputs):
    """Steps of `function(*inputs) -> tensors`, compiled."""
    from tinygrad import Device, Tensor, TinyJit

    def run(*inputs):
        results = function(*inputs)
        Tensor.realize(*results)
        return results
    whole = TinyJit(run)
    device = Device[Device.DEFAULT]

    def step():
        out = whole(*inputs)
        device.synchronize()
        return out

    first = [array(t) for t in step()]
    step()
    return Built(step, first)


def one_op(function, leaves=1):
    from tinygrad import Tensor
    rng = numbers(8)
    inputs = [Tensor(a).realize() for a in (floats(rng, 64, 128, 512), floats(rng, 512), floats(rng, 512))]
    grad = Tensor(floats(rng, 64, 128, 512)).realize()

    def whole(grad, *inputs):
        y = function(*inputs)
        return y, *y.gradient(*inputs, gradient=grad)
    return compiled(whole, grad, *inputs[:leaves])


def builders():
    return {"W1": two_layer, "W2": mlp, "W3": lenet, "gelu": lambda: one_op(lambda x: x.gelu()),
            "softmax": lambda: one_op(lambda x: x.softmax(-1)),
            "layernorm": lambda: one_op(lambda x, w, b: x.layernorm() * w + b, 3)}
