"""The lectures' programs in Keras and TensorFlow 2, with only their imports changed, against NumPy's numbers."""

import numpy as np
import pytest

from minitorch.dialects import keras, tf2 as tf


@pytest.fixture(autouse=True)
def _seed():
    tf.random.set_seed(0)
    np.random.seed(0)
    keras.backend.clear_session()


def test_the_lecture_of_2017_with_keras_1_keywords():
    """Lecture 004: only the imports are changed."""
    from minitorch.dialects.keras.layers.core import Activation, Dense
    from minitorch.dialects.keras.models import Sequential
    from minitorch.dialects.keras.optimizers import SGD

    N, D, H = 64, 1000, 100
    model = Sequential()
    model.add(Dense(input_dim=D, output_dim=H))
    model.add(Activation('relu'))
    model.add(Dense(input_dim=H, output_dim=D))
    optimizer = SGD(lr=1e0)
    model.compile(loss='mean_squared_error', optimizer=optimizer)
    x = np.random.randn(N, D)
    y = np.random.randn(N, D)
    first = [w.numpy().astype(float) for w in model.weights]
    history = model.fit(x, y, nb_epoch=50, batch_size=N, verbose=0)
    assert history.history["loss"] == pytest.approx(by_hand(x, y, *first, rate=1.0, steps=50), rel=1e-4)


def by_hand(x, y, w1, b1, w2, b2, rate, steps):
    """The losses of a two-layer network under gradient descent, in NumPy."""
    losses = []
    for _ in range(steps):
        h = x @ w1 + b1
        error = np.maximum(h, 0) @ w2 + b2 - y
        losses.append((error ** 2).mean())
        by_y = 2 * error / error.size
        by_h = by_y @ w2.T * (h > 0)
        w2, b2 = w2 - rate * np.maximum(h, 0).T @ by_y, b2 - rate * by_y.sum(0)
        w1, b1 = w1 - rate * x.T @ by_h, b1 - rate * by_h.sum(0)
    return losses


def lecture_001():
    N, D, H = 64, 1000, 100
    x = tf.convert_to_tensor(np.random.randn(N, D), np.float32)
    y = tf.convert_to_tensor(np.random.randn(N, D), np.float32)
    model = tf.keras.Sequential()
    model.add(tf.keras.layers.Dense(H, input_shape=(D,), activation=tf.nn.relu))
    model.add(tf.keras.layers.Dense(D))
    optimizer = tf.optimizers.SGD(1e-1)
    return N, x, y, model, optimizer, [w.numpy().astype(float) for w in model.weights]


def test_lecture_001_with_a_tape():
    _, x, y, model, optimizer, first = lecture_001()
    losses = []
    for t in range(50):
        with tf.GradientTape() as tape:
            y_pred = model(x)
            loss = tf.losses.MeanSquaredError()(y_pred, y)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        losses.append(float(loss))
    assert losses == pytest.approx(by_hand(x.numpy(), y.numpy(), *first, rate=0.1, steps=50), rel=1e-4)


def test_lecture_001_with_fit():
    N, x, y, model, optimizer, first = lecture_001()
    model.compile(loss=tf.keras.losses.MeanSquaredError(), optimizer=optimizer)
    history = model.fit(x, y, steps_per_epoch=1, epochs=50, batch_size=N, verbose=0)
    assert history.history["loss"] == pytest.approx(by_hand(x.numpy(), y.numpy(), *first, rate=0.1, steps=50), rel=1e-4)


def test_lecture_001_with_variables_and_an_optimizer():
    N, D, H = 64, 1000, 100
    x = tf.convert_to_tensor(np.random.randn(N, D), np.float32)
    y = tf.convert_to_tensor(np.random.randn(N, D), np.float32)
    w1 = tf.Variable(tf.random.uniform((D, H)))
    w2 = tf.Variable(tf.random.uniform((H, D)))
    a, b, losses, wanted = w1.numpy().astype(float), w2.numpy().astype(float), [], []
    optimizer = tf.optimizers.SGD(1e-6)
    for t in range(50):
        with tf.GradientTape() as tape:
            h = tf.matmul(x, w1)
            y_pred = tf.matmul(h, w2)
            loss = tf.losses.MeanSquaredError()(y_pred, y)
            gradients = tape.gradient(loss, [w1, w2])
            optimizer.apply_gradients(zip(gradients, [w1, w2]))
        losses.append(float(loss))
        error = x.numpy() @ a @ b - y.numpy()
        wanted.append((error ** 2).mean())
        by_y = 2 * error / error.size
        a, b = a - 1e-6 * x.numpy().T @ (by_y @ b.T), b - 1e-6 * (x.numpy() @ a).T @ by_y
    assert losses == pytest.approx(wanted, rel=1e-4)
