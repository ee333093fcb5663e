"""Functions with branches and loops on tensors, and what they are called on."""

from minitorch.dialects import tf2 as tf

c = tf.constant


def relu(x):
    if x > 0:
        return x
    return tf.zeros_like(x)


def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    else:
        return 0


def ternary(x):
    return x * 2 if x > 0 else x / 2


def logic(a, b):
    if a > 0 and b > 0 or not (a < 10) or a == -5:
        return c(1)
    return c(2)


def factorial(n):
    r = 1
    while n > 1:
        r *= n
        n -= 1
    return r


def nested(n):
    total = 0
    for i in tf.range(n):
        for j in tf.range(i):
            if (i + j) % 2 == 0:
                total += i * j
            else:
                continue
            if total > 30:
                break
    return total


def found(xs, wanted):
    index = -1
    for i in tf.range(tf.shape(xs)[0]):
        if xs[i] == wanted:
            index = i
            break
    else:
        index = -2
    return index


def returned_early(xs):
    total = 0.0
    for x in xs:
        if x < 0.0:
            return total
        total += x
    return total * 10.0


def helper(x):
    if tf.reduce_mean(x) > 1.0:
        return x - 1.0
    return x + 1.0


class Called:
    def __call__(self, x, by=2.0, *, and_by=1.0):
        if x[0] < 0.0:
            x = x * by
        return x + and_by


def calls(x):
    return Called()(helper(helper(x)))


def through_gradients(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in tf.range(3):
            if y < 10.0:
                y = y * x
            else:
                y = y + x
    return tape.gradient(y, x)


def fibonacci(n):
    a, b = 0, 1
    for _ in tf.range(n):
        a, b = b, a + b
    return a


def recurrent(x, h):
    out = tf.TensorArray(tf.float32, tf.shape(x)[0])
    for i in tf.range(tf.shape(x)[0]):
        h = tf.tanh(x[i] + h)
        out = out.write(i, h)
    return out.stack(), h


def grown(n):
    out = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    out = out.write(0, n)
    for i in tf.range(1, n):
        if i % 2 == 0:
            out = out.write(i, i * i)
    rows = tf.TensorArray(tf.int32, size=1).unstack(out.stack())
    return out.stack(), rows.read(n - 2), rows.gather([0, 2])


def of_python(x, flag):
    for k in range(3):
        if flag:
            x = x + k
        if x > 4.0:
            break
    return x


def until(x):
    k = 0
    while True:
        x = x * 2.0
        k += 1
        if x > 100.0:
            break
    return x, k


def newton(a):
    x = a
    while tf.abs(x * x - a) > 1e-3:
        x = (x + a / x) / 2.0
    return x


def structures(x):
    d = {"a": x, "b": (x, 1)}
    if x > 0:
        d = {"a": x + 1, "b": (x, 2)}
    return d["a"], d["b"][1]


def of_numbers(n):
    total = 0
    for i in range(n):
        total += int(i) * 2
    return total


def trained(n):
    w = c(0.0)
    for _ in tf.range(n):
        with tf.GradientTape() as tape:
            tape.watch(w)
            loss = (w - 3.0) ** 2
        w = w - 0.1 * tape.gradient(loss, w)
    return w


def inner(x):
    def grown(y):
        while y < 10:
            y = y + y
        return y
    total = grown(x)
    return total + grown(x + 1)


CASES = {
    relu: [(c(3.0),), (c(-3.0),)], sign: [(c(3.0),), (c(-2.0),), (c(0.0),)], ternary: [(c(3.0),), (c(-3.0),)],
    logic: [(c(1), c(1)), (c(-1), c(1)), (c(11), c(-1)), (c(-5), c(0))], factorial: [(c(6),), (c(0),)],
    nested: [(c(6),), (c(0),)], found: [(c([5, 3, 8, 3]), c(3)), (c([5, 3]), c(9))],
    returned_early: [(c([1.0, 2.0, -1.0, 5.0]),), (c([1.0, 2.0]),)], calls: [(c([2.0, 2.0]),), (c([-7.0, 0.0]),)],
    through_gradients: [(c(2.0),), (c(4.0),)], fibonacci: [(c(10),), (c(0),)],
    recurrent: [(c([[1.0], [2.0]]), c([0.0]))], grown: [(c(5),), (c(7),)],
    of_python: [(c(1.0), True), (c(1.0), False), (c(3.0), True)],
    until: [(c(3.0),), (c(200.0),)], newton: [(c(2.0),)], structures: [(c(1),), (c(-1),)], of_numbers: [(c(5),)],
    trained: [(c(10),)], inner: [(c(1),), (c(12),)]}
