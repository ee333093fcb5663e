"""JAX and HIPS autograd: workloads written once for both, with NumPy's names and gradients of functions.

JAX is measured twice: eager, and with each step compiled. Adam is written here, as in both libraries' own examples.
"""

from math import pi, sqrt

import numpy as np

from ..workloads import CHAIN, LONG, Built, floats, numbers


class Library:
    """The functions that the two libraries name differently.

    np                NumPy's names
    value_and_grad    function -> function that returns the value and the gradient of its first argument
    vjp               (function, *inputs) -> output, and the function from its gradient to those of the inputs
    array             converts an array of NumPy
    ready             waits until a result is computed
    compiled          compiles a function, or returns it unchanged
    erf, conv         the error function, the convolution of (N, C, H, W) with (O, C, h, w)
    scan              (step, state, rows): step(state, row) -> state, output, row by row; all outputs as one array
    """

    def __init__(self, **names):
        self.__dict__.update(names)


def autograd():
    from autograd import make_vjp, numpy as anp, value_and_grad

    def vjp(function, *inputs):
        back, out = make_vjp(lambda given: function(*given))(inputs)
        return out, back

    def erf(x):
        from autograd.scipy.special import erf
        return erf(x)

    def conv(x, w):
        from autograd.scipy.signal import convolve
        return convolve(x, w[:, :, ::-1, ::-1], axes=([2, 3], [2, 3]), dot_axes=([1], [1]), mode="valid")

    def scan(step, state, rows):
        outputs = []
        for row in rows:
            state, output = step(state, row)
            outputs.append(output)
        return anp.stack(outputs)
    same = lambda x: x
    return table(Library(np=anp, value_and_grad=value_and_grad, vjp=vjp, array=same, ready=same, compiled=same, erf=erf,
                         conv=conv, scan=scan))


def jax(compiled):
    import jax
    jax.config.update("jax_platforms", "cpu")
    return Library(np=jax.numpy, value_and_grad=jax.value_and_grad, vjp=jax.vjp, array=jax.numpy.asarray,
                   ready=jax.block_until_ready, compiled=compiled, erf=jax.lax.erf,
                   conv=lambda x, w: jax.lax.conv(x, w, (1, 1), "VALID"),
                   scan=lambda step, state, rows: jax.lax.scan(step, state, rows)[1])


def jax_eager():
    return without_long_chain(table(jax(lambda function: function)))


def jax_jit():
    import jax as library
    return without_long_chain(table(jax(library.jit)))


def without_long_chain(builders):
    """Leave out W7: its 100,000 operations take eager JAX half a minute a step, and are too many for its compiler."""
    return {name: build for name, build in builders.items() if name != "W7"}


def training(l, loss_of, parameters, data, update, state):
    """Return steps of value_and_grad and `update(parameters, gradients, state) -> parameters, state`."""
    both = l.value_and_grad(loss_of)
    data = [l.array(x) for x in data]
    now = [[l.array(p) for p in parameters], state]

    def whole(parameters, state, *data):
        loss, grads = both(parameters, *data)
        return loss, grads, *update(parameters, grads, state)
    whole = l.compiled(whole)

    def step():
        loss, _, *now[:] = l.ready(whole(*now, *data))
        return loss

    loss, grads, *now[:] = l.ready(whole(*now, *data))
    return Built(step, [np.asarray(loss), *map(np.asarray, grads), np.asarray(step())])


def two_layer(l):
    rng = numbers(1)
    x, y = floats(rng, 64, 1000), floats(rng, 64, 10)
    w = [floats(rng, 1000, 100) * np.float32(0.03), floats(rng, 100, 10) * np.float32(0.1)]
    loss_of = lambda w, x, y: l.np.sum((l.np.maximum(x @ w[0], 0) @ w[1] - y) ** 2)
    sgd = lambda w, grads, state: ([p - np.float32(1e-6) * g for p, g in zip(w, grads)], state)
    built = training(l, loss_of, w, (x, y), sgd, 0)
    return Built(built.step, built.first[:-1])


def adam(l, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8):
    """Return Adam as a function of parameters, gradients and state: a count and two averages for each parameter."""
    def update(parameters, grads, state):
        count, first, second = state
        count = count + 1
        first = [beta1 * m + (1 - beta1) * g for m, g in zip(first, grads)]
        second = [beta2 * v + (1 - beta2) * g * g for v, g in zip(second, grads)]
        rate = lr * l.np.sqrt(1 - beta2 ** count) / (1 - beta1 ** count)
        parameters = [p - rate * m / (l.np.sqrt(v) + eps)
                      for p, m, v in zip(parameters, first, second)]
        return parameters, (count, first, second)
    return update


def cross_entropy(l, z, y):
    z = z - l.np.max(z, axis=1, keepdims=True)
    return l.np.mean(l.np.log(l.np.sum(l.np.exp(z), axis=1)) - z[l.np.arange(len(y)), y])


def mlp(l):
    m = l.np
    x, y, parameters = mlp_numbers()

    def loss_of(w, x, y):
        h = m.maximum(x @ w[0].T + w[1], 0)
        h = m.maximum(h @ w[2].T + w[3], 0)
        return cross_entropy(l, h @ w[4].T + w[5], y)
    zeros = [l.array(np.zeros_like(p)) for p in parameters]
    return training(l, loss_of, parameters, (x, y), adam(l), (l.array(np.float32(0)), zeros, list(zeros)))


def mlp_numbers():
    """Return data and initial parameters of W2, as `workloads.alike` draws them."""
    rng = numbers(2)
    x, y = floats(rng, 128, 784), rng.integers(0, 10, 128)
    rng, parameters = numbers(0), []
    for fan_in, fan_out in ((784, 256), (256, 128), (128, 10)):
        parameters += [floats(rng, fan_out, fan_in) * np.float32(fan_in ** -0.5), np.zeros(fan_out, np.float32)]
    return x, y, parameters


def small_ops(l, size):
    a, b = l.array(np.full(size, 0.999, np.float32)), l.array(np.full(size, 0.001, np.float32))
    start = l.array(np.ones(size, np.float32))

    def chain(ab):
        y = start
        for _ in range(CHAIN // 2):
            y = y * ab[0] + ab[1]
        return l.np.sum(y), y
    both = l.compiled(l.value_and_grad(lambda ab: chain(ab)[0]))
    step = lambda: l.ready(both((a, b)))
    return Built(step, [np.asarray(chain((a, b))[1]), *map(np.asarray, step()[1])])


def long_chain(l):
    def chain(x):
        y = x
        for _ in range(LONG):
            y = y + one
        return y
    x, one = l.array(np.float32(1.0)), np.float32(1.0)
    both = l.value_and_grad(chain)
    step = lambda: l.ready(both(x))
    return Built(step, list(map(np.asarray, step())))


def one_op(l, function, leaves=1):
    """Run one op on (64, 128, 512) and compute the gradients of its first `leaves` inputs."""
    rng = numbers(8)
    inputs = [l.array(a) for a in (floats(rng, 64, 128, 512), floats(rng, 512), floats(rng, 512))][:leaves]
    grad = l.array(floats(rng, 64, 128, 512))

    def whole(inputs, grad):
        out, back = l.vjp(lambda *given: function(l, *given), *inputs)
        return out, back(grad)
    whole = l.compiled(whole)
    step = lambda: l.ready(whole(inputs, grad))
    out, grads = step()
    return Built(step, [np.asarray(out), *map(np.asarray, grads)])


def gelu(l, x):
    return 0.5 * x * (1 + l.np.tanh(sqrt(2 / pi) * (x + 0.044715 * x * x * x)))


def gelu_erf(l, x):
    return 0.5 * x * (1 + l.erf(x * 0.5 ** 0.5))


def softmax(l, x):
    e = l.np.exp(x - l.np.max(x, axis=-1, keepdims=True))
    return e / l.np.sum(e, axis=-1, keepdims=True)


def layer_norm(l, x, weight, bias):
    x = x - l.np.mean(x, axis=-1, keepdims=True)
    return x / l.np.sqrt(l.np.mean(x * x, axis=-1, keepdims=True) + 1e-5) * weight + bias


def table(l):
    from . import networks
    return {"W1": lambda: two_layer(l), "W2": lambda: mlp(l), "W3": lambda: networks.lenet(l),
            "W4": lambda: networks.char_lstm(l), "W5": lambda: networks.gpt(l), "W6": lambda: small_ops(l, 1),
            "W6-16": lambda: small_ops(l, 16), "W7": lambda: long_chain(l), "gelu": lambda: one_op(l, gelu),
            "gelu-erf": lambda: one_op(l, gelu_erf), "softmax": lambda: one_op(l, softmax),
            "layernorm": lambda: one_op(l, layer_norm, 3)}
