"""The lectures' other TensorFlow programs, with only their imports changed, against NumPy's numbers."""

import numpy as np
import pytest

N, D, H = 64, 1000, 100


def two_layers(x, y, w1, w2):
    """The loss of lecture 001's network, and its gradients by both weights, in NumPy."""
    x, y, w1, w2 = (array.astype(float) for array in (x, y, w1, w2))
    h = x @ w1
    error = np.maximum(h, 0) @ w2 - y
    by_y = 2 * error / len(x)
    return (error ** 2).sum(1).mean(), x.T @ (by_y @ w2.T * (h > 0)), np.maximum(h, 0).T @ by_y


def agree(found, wanted):
    assert found[0] == pytest.approx(wanted[0], rel=1e-4)
    for grad, own in zip(found[1:], wanted[1:]):
        assert np.abs(grad - own).max() < 1e-4 * np.abs(own).max()


def test_lecture_001_before_2():
    np.random.seed(0)
    import minitorch.dialects.tf1 as tf
    tf.disable_v2_behavior()
    tf.reset_default_graph()

    x = tf.placeholder(tf.float32, shape=(N, D))
    y = tf.placeholder(tf.float32, shape=(N, D))
    w1 = tf.placeholder(tf.float32, shape=(D, H))
    w2 = tf.placeholder(tf.float32, shape=(H, D))

    h = tf.maximum(tf.matmul(x, w1), 0)
    y_pred = tf.matmul(h, w2)
    diff = y_pred - y
    loss = tf.reduce_mean(tf.reduce_sum(diff ** 2, axis=1))
    grad_w1, grad_w2 = tf.gradients(loss, [w1, w2])

    with tf.Session() as sess:
        values = {
            x: np.random.randn(N, D),
            w1: np.random.randn(D, H),
            w2: np.random.randn(H, D),
            y: np.random.randn(N, D),
        }
        out = sess.run([loss, grad_w1, grad_w2], feed_dict=values)
        loss_val, grad_w1_val, grad_w2_val = out
    agree((loss_val, grad_w1_val, grad_w2_val), two_layers(values[x], values[y], values[w1], values[w2]))


def test_lecture_001_from_2_on():
    np.random.seed(0)
    import minitorch.dialects.tf2 as tf
    tf.random.set_seed(0)

    x = tf.convert_to_tensor(np.random.randn(N, D), np.float32)
    y = tf.convert_to_tensor(np.random.randn(N, D), np.float32)
    w1 = tf.Variable(tf.random.uniform((D, H)))
    w2 = tf.Variable(tf.random.uniform((H, D)))

    with tf.GradientTape() as tape:
        h = tf.maximum(tf.matmul(x, w1), 0)
        y_pred = tf.matmul(h, w2)
        diff = y_pred - y
        loss = tf.reduce_mean(tf.reduce_sum(diff ** 2, axis=1))
        gradients = tape.gradient(loss, [w1, w2])
    agree((float(loss), *(g.numpy() for g in gradients)), two_layers(*(v.numpy() for v in (x, y, w1, w2))))


def test_lecture_004_static_against_dynamic():
    """The graph is built once, and run in each iteration."""
    np.random.seed(0)
    import minitorch.dialects.tf1 as tf
    tf.reset_default_graph()
    tf.set_random_seed(0)

    x = tf.placeholder(tf.float32, shape=(N, D))
    y = tf.placeholder(tf.float32, shape=(N, D))
    w1 = tf.Variable(tf.random_normal((D, H)))
    w2 = tf.Variable(tf.random_normal((H, D)))
    h = tf.maximum(tf.matmul(x, w1), 0)
    y_pred = tf.matmul(h, w2)
    diff = y_pred - y
    loss = tf.reduce_mean(tf.reduce_sum(diff ** 2, axis=1))
    grad_w1, grad_w2 = tf.gradients(loss, [w1, w2])
    learning_rate = 1e-5
    new_w1 = w1.assign(w1 - learning_rate * grad_w1)
    new_w2 = w2.assign(w2 - learning_rate * grad_w2)
    updates = tf.group(new_w1, new_w2)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        values = {x: np.random.randn(N, D), y: np.random.randn(N, D), }
        a, b = (w.astype(float) for w in sess.run([w1, w2]))
        operations, losses, wanted = len(sess.graph.get_operations()), [], []
        for _t in range(5):
            loss_val, _ = sess.run([loss, updates], feed_dict=values)
            losses.append(loss_val)
            own, by_a, by_b = two_layers(values[x], values[y], a, b)
            a, b = a - learning_rate * by_a, b - learning_rate * by_b
            wanted.append(own)
        assert len(sess.graph.get_operations()) == operations
    assert losses == pytest.approx(wanted, rel=1e-4)
