"""Programs of TensorFlow 1: what each returns is held to tf.compat.v1."""

from importlib import import_module

import numpy as np
from dialects.programs_keras import numbers

X, Y, W1, W2 = numbers((8, 4), 1), numbers((8, 3), 2), numbers((4, 5), 3), numbers((5, 3), 4)


def version_1(tf):
    """TensorFlow's own, or the dialect's."""
    ours = tf.__name__.startswith("minitorch")
    return import_module("minitorch.dialects.tf1" if ours else "tensorflow.compat.v1")


def network(tf):
    x, y = tf.placeholder(tf.float32, (None, 4), "x"), tf.placeholder(tf.float32, (None, 3), "y")
    w1, w2 = tf.Variable(W1, name="w1"), tf.Variable(W2, name="w2")
    h = tf.nn.relu(tf.matmul(x, w1))
    return x, y, w1, w2, tf.reduce_mean(tf.reduce_sum((tf.matmul(h, w2) - y) ** 2, reduction_indices=[1]))


def trained(make):
    """20 steps of an optimiser."""
    def program(tf):
        tf = version_1(tf)
        with tf.Graph().as_default(), tf.Session() as sess:
            x, y, w1, w2, loss = network(tf)
            step = tf.Variable(0, trainable=False, name="step")
            update = make(tf).minimize(loss, global_step=step)
            sess.run(tf.global_variables_initializer())
            losses = [np.array(sess.run([loss, update], {x: X, y: Y})[0]) for _ in range(20)]
            return [losses, sess.run([w1, w2, step]), [v.name for v in tf.trainable_variables()]]
    return program


def gradients_of_inputs_and_variables(tf):
    tf = version_1(tf)
    with tf.Graph().as_default(), tf.Session() as sess:
        x, y, w1, w2, loss = network(tf)
        other = tf.constant([1.0])
        grads = tf.gradients(loss, [x, w1, w2])
        sess.run(tf.global_variables_initializer())
        second = tf.gradients(tf.reduce_sum(grads[1] ** 2), w2)
        return [sess.run([grads, second], {x: X, y: Y}), tf.gradients(loss, [other]) == [None],
                [str(g.shape) for g in grads]]


def updates_in_a_group(tf):
    tf = version_1(tf)
    with tf.Graph().as_default(), tf.Session() as sess:
        x, y, w1, w2, loss = network(tf)
        g1, g2 = tf.gradients(loss, [w1, w2])
        updates = tf.group(w1.assign(w1 - 0.01 * g1), w2.assign(w2 - 0.01 * g2))
        sess.run(tf.global_variables_initializer())
        losses = [np.array(sess.run([loss, updates], feed_dict={x: X, y: Y})[0]) for _ in range(5)]
        return losses, sess.run({"a": w1, "b": [w2]})


def an_assign_that_is_not_fetched_does_nothing(tf):
    tf = version_1(tf)
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.Variable([1.0, 2.0])
        more = tf.assign_add(v, [1.0, 1.0])
        sess.run(tf.global_variables_initializer())
        before = sess.run(v)
        return before, sess.run(more), sess.run(v), v.eval(), sess.run(v.assign(v * 2.0))


def control_dependencies_run_first(tf):
    tf = version_1(tf)
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.Variable(1.0)
        with tf.control_dependencies([v.assign_add(10.0)]):
            later = tf.constant(2.0) * 3.0
        sess.run(tf.global_variables_initializer())
        return sess.run(later), sess.run(v)


def names_and_shapes(tf):
    tf = version_1(tf)
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 28, 28, 1], name="picture")
        with tf.variable_scope("layer"):
            k = tf.get_variable("kernel", [3, 3, 1, 8], initializer=tf.zeros_initializer())
            b = tf.get_variable("bias", [8], initializer=tf.constant_initializer(0.5))
        with tf.variable_scope("layer", reuse=True):
            again = tf.get_variable("kernel", [3, 3, 1, 8])
        y = tf.nn.max_pool(tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, k, [1, 1, 1, 1], "SAME"), b)), [1, 2, 2, 1],
                           [1, 2, 2, 1], "SAME")
        return [k.name, b.name, x.name, again is k or again.name == k.name, str(y.shape), str(tf.reshape(y, [-1, 1568]).shape),
                [v.name for v in tf.global_variables()]]


def feeding_what_is_computed(tf):
    tf = version_1(tf)
    with tf.Graph().as_default(), tf.Session() as sess:
        a = tf.constant([1.0, 2.0])
        b = a * 2.0
        c = b + 1.0
        return sess.run(c), sess.run(c, {b: [10.0, 20.0]}), sess.run([[a], {"c": c}])


def accuracy_of_a_batch(tf):
    tf = version_1(tf)
    with tf.Graph().as_default(), tf.Session() as sess:
        scores, labels = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.float32, [None, 3])
        right = tf.equal(tf.argmax(scores, 1), tf.argmax(labels, 1))
        entropy = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=scores))
        hot = np.eye(3, dtype="float32")[[0, 1, 2, 0, 1, 2, 0, 1]]
        feed = {scores: Y, labels: hot}
        return [sess.run([tf.reduce_mean(tf.cast(right, tf.float32)), entropy], feed), sess.run(tf.one_hot([0, 2], 3)),
                sess.run(tf.losses.mean_squared_error(hot, scores, weights=2.0), feed),
                sess.run(tf.losses.softmax_cross_entropy(hot, scores), feed)]


def not_fed(tf):
    tf = version_1(tf)
    with tf.Graph().as_default(), tf.Session() as sess:
        sess.run(tf.placeholder(tf.float32, (2,)) * 2.0)


def not_initialised(tf):
    tf = version_1(tf)
    with tf.Graph().as_default(), tf.Session() as sess:
        sess.run(tf.Variable([1.0]) * 2.0)


def of_another_shape(tf):
    tf = version_1(tf)
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, (2,))
        sess.run(x, {x: [1.0, 2.0, 3.0]})


def of_another_graph(tf):
    tf = version_1(tf)
    with tf.Graph().as_default():
        x = tf.constant(1.0)
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.constant(2.0)
        sess.run(x)


PROGRAMS = {f"training {name}": trained(make) for name, make in {
    "descent": lambda tf: tf.train.GradientDescentOptimizer(0.01), "Adam": lambda tf: tf.train.AdamOptimizer(0.01),
    "momentum": lambda tf: tf.train.MomentumOptimizer(0.01, 0.9),
    "Nesterov": lambda tf: tf.train.MomentumOptimizer(0.01, 0.9, use_nesterov=True),
    "RMSProp": lambda tf: tf.train.RMSPropOptimizer(0.01, momentum=0.5), "Adagrad": lambda tf: tf.train.AdagradOptimizer(0.1),
}.items()}
PROGRAMS |= {own.__name__: own for own in (
    gradients_of_inputs_and_variables, updates_in_a_group, an_assign_that_is_not_fetched_does_nothing,
    control_dependencies_run_first, names_and_shapes, feeding_what_is_computed, accuracy_of_a_batch, not_fed,
    not_initialised, of_another_shape, of_another_graph)}
