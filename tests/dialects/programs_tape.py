"""Short programs of TensorFlow 2 with tapes: what each returns is held to what TensorFlow returns for it."""


def gradient_of_a_product(tf):
    x, y = tf.Variable(3.0), tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        z = tf.reduce_sum(x * x * y)
    return tape.gradient(z, [x, y]), tape.watched_variables()


def gradient_of_nested_sources(tf):
    weights = {"w": tf.Variable([[1.0, 2.0]]), "b": [tf.Variable(1.0), tf.Variable(5.0)]}
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(weights["w"]) * weights["b"][0]
    return tape.gradient(loss, weights)


def unconnected_gradients(tf):
    x, y = tf.Variable(3.0), tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        z = x * 2
    return (tape.gradient(z, [x, y]), tape.gradient(z, [x, y], unconnected_gradients=tf.UnconnectedGradients.ZERO),
            tape.gradient(z, y, unconnected_gradients="zero"))


def several_targets_and_output_gradients(tf):
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        y, z = x * x, 3.0 * x
    return tape.gradient([y, z], x), tape.gradient(y, x, output_gradients=tf.constant([10.0, 0.5])), tape.gradient(
        {"a": y, "b": z}, x)


def watching(tf):
    x = tf.constant([1.0, -2.0])
    with tf.GradientTape(persistent=True) as tape:
        before = x * 5.0
        tape.watch(x)
        y = tf.nn.relu(x) + before
    return tape.gradient(y, x), tape.gradient(y, before)


def watching_nothing_by_itself(tf):
    x, y = tf.Variable(1.0), tf.Variable(2.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(y)
        z = x * y
    return tape.gradient(z, [x, y])


def variables_that_do_not_learn(tf):
    x, y = tf.Variable(1.0, trainable=False), tf.Variable(2)
    with tf.GradientTape() as tape:
        z = x * tf.cast(y, tf.float32)
    return tape.gradient(z, [x, y])


def second_derivative(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = x ** 3 + tf.sin(x)
        first = inner.gradient(y, x)
    return first, outer.gradient(first, x)


def third_derivative(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape() as three:
        with tf.GradientTape() as two:
            with tf.GradientTape() as one:
                y = x ** 4
            first = one.gradient(y, x)
        second = two.gradient(first, x)
    return second, three.gradient(second, x)


def gradient_within_the_block(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        first = tape.gradient(y, x)
        z = first * x
    return first, tape.gradient(z, x)


def gradient_penalty(tf):
    w, x = tf.Variable([[1.0, -2.0], [0.5, 3.0]]), tf.constant([[1.0, 2.0]])
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            inner.watch(x)
            score = tf.reduce_sum(tf.tanh(x @ w))
        slope = inner.gradient(score, x)
        penalty = tf.reduce_sum(tf.square(slope))
    return penalty, outer.gradient(penalty, w)


def jacobians(tf):
    x = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape(persistent=True) as tape:
        y = tf.stack([x[0] * x[1], tf.reduce_sum(x ** 2)])
        z = x * x
    return tape.jacobian(y, x), tape.jacobian(z, x), tape.jacobian(z, [x])


def hessian(tf):
    x = tf.Variable([[1.0], [2.0]])
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = tf.reduce_sum(x ** 3) * x[0, 0]
        first = inner.gradient(y, x)
    return outer.jacobian(first, x)


def stop_recording(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
        with tape.stop_recording():
            z = x * 100.0
        w = y + z
    return tape.gradient(w, x)


def reset(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
        tape.reset()
        z = x * 3.0
    return tape.gradient(z, x), y


def stop_gradient(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = tf.stop_gradient(x * x) * x
    return tape.gradient(y, x)


def assigned_between(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
        x.assign(10.0)
        z = x * x
    return y, z, tape.gradient([y, z], x)


def asked_twice(tf):
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
    tape.gradient(y, x)
    return tape.gradient(y, x)


def descent(tf):
    x, y = tf.constant([[1.0], [2.0], [3.0]]), tf.constant([[3.0], [5.0], [7.0]])
    w, b, losses = tf.Variable([[0.0]]), tf.Variable([0.0]), []
    for _ in range(20):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
        for variable, grad in zip([w, b], tape.gradient(loss, [w, b])):
            variable.assign_sub(0.1 * grad)
        losses.append(loss)
    return losses, w, b


def custom_gradient(tf):
    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)
        return tf.math.log(1 + e), lambda upstream: upstream * (1 - 1 / (1 + e))
    x = tf.constant(100.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = log1pexp(x)
    return tape.gradient(y, x)


def custom_gradient_of_two(tf):
    @tf.custom_gradient
    def join(x, y):
        return (x * y, x + y), lambda dp, ds: (dp * 10.0, ds * 100.0)
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        p, s = join(x, y)
        z = p + s
    return z, tape.gradient(z, [x, y])


PROGRAMS = {name: value for name, value in list(globals().items()) if getattr(value, "__module__", "") == __name__
            and not isinstance(value, type)}
