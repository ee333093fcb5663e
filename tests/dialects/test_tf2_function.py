"""tf.function: traced once for each kind of arguments; what it computes and its gradients are those of plain Python."""

import numpy as np
import pytest

from minitorch.dialects import keras, tf2 as tf


@pytest.fixture(autouse=True)
def _seed():
    tf.random.set_seed(0)
    keras.backend.clear_session()


def test_python_runs_once_for_each_signature():
    seen = []

    @tf.function
    def f(x, scale=2):
        seen.append((x.shape.as_list(), x.dtype.name, scale))
        return x * tf.cast(scale, x.dtype)
    a = tf.constant([1.0, 2.0])
    assert f(a).numpy().tolist() == [2, 4] and f(a + 1.0).numpy().tolist() == [4, 6] and len(seen) == 1
    f(tf.constant([1, 2]))
    f(tf.constant([1.0, 2.0, 3.0]))
    f(a, 3)
    f(np.float32([7.0, 7.0]))
    assert seen == [([2], "float32", 2), ([2], "int32", 2), ([3], "float32", 2), ([2], "float32", 3)]
    assert f.experimental_get_tracing_count() == 4
    assert f.get_concrete_function(tf.TensorSpec([2], tf.float32))(a).numpy().tolist() == [2, 4] and len(seen) == 4


def test_an_input_signature_makes_one_graph():
    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def total(x):
        return tf.reduce_sum(x, axis=0), {"rows": tf.shape(x)[0]}
    for rows in (1, 3, 5):
        sums, more = total(np.ones((rows, 2)))
        assert sums.numpy().tolist() == [rows, rows] and int(more["rows"]) == rows
    assert total.experimental_get_tracing_count() == 1
    with pytest.raises(TypeError, match="input_signature"):
        total(tf.ones([2, 3]))
    with pytest.raises(ValueError, match="was traced for"):
        total.get_concrete_function()(tf.ones([2, 3]))


def test_gradients_reach_variables_arguments_and_what_is_captured():
    v, captured = tf.Variable(3.0), tf.constant(5.0)

    @tf.function
    def f(x):
        return v ** 2 * x * captured
    x = tf.constant(2.0)
    for value in (3.0, 4.0):
        v.assign(value)
        with tf.GradientTape() as tape:
            tape.watch([x, captured])
            y = f(x)
        found = [float(g) for g in tape.gradient(y, [v, x, captured])]
        assert float(y) == value ** 2 * 10 and found == [20 * value, 5 * value ** 2, 2 * value ** 2]
    assert f.experimental_get_tracing_count() == 1


def test_variables_change_in_order_at_each_run():
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def f(x):
        v.assign_add(x)
        before = v * 1.0
        v.assign(v * 2.0)
        return before, v[0], tf.random.uniform([])
    one, two = f(tf.ones([2])), f(tf.ones([2]))
    assert one[0].numpy().tolist() == [2, 3] and float(one[1]) == 4
    assert two[0].numpy().tolist() == [5, 7] and v.numpy().tolist() == [10, 14] and float(one[2]) != float(two[2])


@pytest.mark.parametrize("optimizer", [lambda: tf.optimizers.SGD(0.1), lambda: tf.optimizers.Adam(0.01)])
def test_a_training_step_is_the_same_as_in_python(optimizer):
    x, y = tf.random.normal([8, 3]), tf.random.normal([8, 1])
    runs = [training(x, y, optimizer(), decorate) for decorate in (lambda own: own, tf.function)]
    assert runs[0][1:] == runs[1][1:] and [run[0] for run in runs] == [6, 1] and runs[0][1][-1] < runs[0][1][0]


def training(x, y, rule, decorate):
    """(how often Python ran, losses, their mean, weights) of six steps."""
    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(5, activation="relu"), keras.layers.Dense(1)])
    mean, seen = keras.metrics.Mean(), []

    @decorate
    def step(x, y):
        seen.append("traced")
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
        grads = tape.gradient(loss, model.trainable_variables)
        rule.apply_gradients(zip(grads, model.trainable_variables))
        mean.update_state(loss)
        return loss
    losses = [float(step(x, y)) for _ in range(6)]
    assert int(rule.iterations) == 6
    return len(seen), losses, float(mean.result()), [w.numpy().tolist() for w in model.weights]


def test_control_flow_by_values():
    v = tf.Variable(0)

    @tf.function
    def f(x, n):
        def count():
            v.assign_add(1)
            return x * x
        y = tf.cond(n > 3, count, lambda: x)
        _, power = tf.while_loop(lambda i, p: i < n, lambda i, p: (i + 1, p * x), (tf.constant(0), y))
        return tf.case([(n > 3, lambda: power), (n > 1, lambda: power * 10.0)], default=lambda: power * 100.0)
    x = tf.Variable(2.0)
    for n, value, slope in ((4, 64, 192), (2, 80, 120), (1, 400, 400)):
        with tf.GradientTape() as tape:
            y = f(x, tf.constant(n))
        assert float(y) == value and float(tape.gradient(y, x)) == slope
    assert f.experimental_get_tracing_count() == 1 and int(v) == 1


def test_layers_with_a_state_and_losses():
    """Batch norm's means move, dropout draws anew, layers are built at the first call; second derivatives."""
    model = keras.Sequential([keras.layers.Dense(4), keras.layers.BatchNormalization(), keras.layers.Dropout(0.5)])
    loss = tf.losses.MeanSquaredError()

    @tf.function
    def f(x):
        return model(x, training=True), loss(tf.zeros([16, 4]), model(x))
    x = tf.random.normal([16, 3])
    (one, first), (two, second) = f(x), f(x)
    assert (one.numpy() != two.numpy()).any() and float(first) != float(second)
    assert float(second) == pytest.approx(float(loss(tf.zeros([16, 4]), model(x))))

    @tf.function
    def slopes(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = x ** 3
            slope = inner.gradient(y, x)
        return slope, outer.gradient(slope, x)
    assert [[float(g) for g in slopes(tf.constant(x))] for x in (2.0, 3.0)] == [[12, 12], [27, 18]]


def test_a_failure_leaves_no_tape_recording():
    @tf.function
    def f(x, shape):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.gather(x, shape))
        return tape.gradient(y, x)
    from minitorch.dialects.core.recording import state
    with pytest.raises(tf.errors.InvalidArgumentError):
        f(tf.ones([3]), tf.constant([7]))
    assert state.tapes == [] and tf.convert_to_tensor(f(tf.ones([3]), tf.constant([1]))).numpy().tolist() == [0, 1, 0]


def test_methods_have_graphs_of_their_own():
    class Scale:
        def __init__(self, by):
            self.by = by

        @tf.function
        def __call__(self, x):
            return x * self.by

        @tf.function
        def twice(self, x):
            return self(self(x))
    one, two = Scale(2.0), Scale(3.0)
    x = tf.constant(1.0)
    assert [float(s.twice(x)) for s in (one, two, one)] == [4, 9, 4] and float(two(x)) == 3
    assert one.twice.experimental_get_tracing_count() == 1


@pytest.mark.parametrize("body, words", [
    (lambda x: x if x > 0 else -x, "tf.cond or tf.while_loop"), (lambda x: x.numpy(), "numpy"),
    (lambda x: np.asarray(x), "tf.function"), (lambda x: tf.Variable(1.0) * x, "first call"),
    (lambda x: tf.py_function(abs, [x], tf.float32), "py_function")])
def test_errors_say_what_a_graph_has_not(body, words):
    with pytest.raises(Exception, match=words):
        tf.function(body)(tf.constant(1.0))


def test_where_it_runs_is_told():
    told = []

    @tf.function
    def f():
        told.append(tf.executing_eagerly())
        with tf.init_scope():
            told.append((tf.executing_eagerly(), float(tf.constant(2.0) * 3.0)))
    assert f() is None and told == [False, (True, 6.0)] and tf.executing_eagerly()


def test_it_runs_as_python_where_that_is_asked_for():
    seen = []
    f = tf.function(lambda x: seen.append(x) or x * 2.0)
    tf.config.run_functions_eagerly(True)
    try:
        assert [float(f(tf.constant(2.0))) for _ in range(2)] == [4, 4] and len(seen) == 2
    finally:
        tf.config.run_functions_eagerly(False)
    assert [float(f(tf.constant(2.0))) for _ in range(2)] == [4, 4] and len(seen) == 3


@pytest.mark.parametrize("change", [
    lambda data: data.map(lambda x: x * 2), lambda data: data.filter(lambda x: x > 1).map(lambda x: x - 2),
    lambda data: data.flat_map(lambda x: tf.data.Dataset.from_tensors(x * 2)),
    lambda data: data.map(lambda x: x + 1).padded_batch(1).unbatch()], ids=["map", "filter", "flat_map", "unbatch"])
def test_a_function_goes_through_a_data_set_with_functions_of_its_own(change):
    data = change(tf.data.Dataset.range(6)).batch(2)

    @tf.function
    def total(factor):
        found = tf.constant(0, tf.int64)
        for x in data:
            if tf.reduce_sum(x) > 3:
                found += tf.reduce_sum(x) * factor
        return found
    wanted = sum(3 * int(tf.reduce_sum(x)) for x in data if int(tf.reduce_sum(x)) > 3)
    assert int(total(tf.constant(3, tf.int64))) == wanted > 0
