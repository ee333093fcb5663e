"""Plans: a Session's runs and tf.functions become programs, which compute what single operations do; or say why not."""

import threading

import numpy as np
import pytest

from minitorch.dialects import keras, tf1, tf2

X, Y = np.random.default_rng(0).normal(size=(2, 8, 6)).astype("float32")


@pytest.fixture(autouse=True)
def _fresh():
    tf1.reset_default_graph()
    tf1.set_random_seed(0)
    keras.backend.clear_session()


def network(optimizer):
    """(placeholders, loss, an operation that takes a step, the weights)."""
    x, y = tf1.placeholder("float32", (None, 6)), tf1.placeholder("float32", (None, 6))
    w = tf1.Variable(tf1.random_normal((6, 6)))
    b = tf1.Variable(tf1.zeros(6))
    loss = tf1.reduce_mean(tf1.square(tf1.nn.relu(tf1.matmul(x, w) + b) - y))
    return x, y, loss, optimizer.minimize(loss, global_step=tf1.train.get_or_create_global_step()), w


def single(session):
    """Let all plans of a session go from operation to operation."""
    for plan, *_ in session.plans.values():
        plan.refused = "the test says so"


@pytest.mark.parametrize("name", ["GradientDescent", "Momentum", "Adam", "RMSProp", "Adagrad"])
def test_a_training_step_is_a_program_and_computes_what_operations_do(name):
    more = {"momentum": 0.9} if name == "Momentum" else {}
    x, y, loss, train, w = network(getattr(tf1.train, f"{name}Optimizer")(0.05, **more))
    found = {}
    for way in ("program", "operations"):
        tf1.set_random_seed(0)
        with tf1.Session() as sess:
            sess.run(tf1.global_variables_initializer())
            found[way] = []
            for rows in (8, 8, 8, 5, 8, 5):
                feed = {x: X[:rows], y: Y[:rows]}
                found[way].append(sess.run([loss, w, train], feed)[:2])
                if way == "operations":
                    single(sess)
            assert ("buffers" in sess.explain([loss, w, train], feed)) == (way == "program")
            assert sess.run(tf1.train.get_global_step()) == 6
    for one, other in zip(found["program"], found["operations"]):
        assert one[0] == pytest.approx(other[0], rel=1e-6) and np.allclose(one[1], other[1], atol=1e-6)
    assert found["program"][0][0] > found["program"][4][0]


def test_a_rate_that_is_fed_and_variables_that_are_loaded_reach_the_program():
    rate = tf1.placeholder("float32")
    v = tf1.Variable([1.0, 2.0])
    step = tf1.train.GradientDescentOptimizer(rate).minimize(tf1.reduce_sum(v * 3))
    with tf1.Session() as sess:
        sess.run(v.initializer)
        for value in (1.0, 0.5, 2.0):
            sess.run(step, {rate: value})
        assert sess.run(v).tolist() == [1 - 10.5, 2 - 10.5]
        v.load([0.0, 0.0], sess)
        sess.run(step, {rate: 1.0})
        assert sess.run(v).tolist() == [-3, -3] and "buffers" in sess.explain(step, [rate])
        sess.run(v.initializer)
        assert sess.run(v).tolist() == [1, 2]


def test_what_was_fetched_stays_as_it_was():
    """No answer shows the memory of a variable, of what was fed, or of an earlier answer."""
    x, v = tf1.placeholder("float32", (3,)), tf1.Variable([1.0, 2.0, 3.0])
    add = v.assign_add(x)
    with tf1.Session() as sess:
        sess.run(v.initializer)
        fed = np.float32([1, 1, 1])
        answers = [sess.run([x, v, tf1.identity(add) if n == 0 else add], {x: fed}) for n in range(4)]
    fed[:] = 9
    assert [after.tolist() for *_, after in answers] == [[n + 2, n + 3, n + 4] for n in range(4)]
    assert all(one.tolist() == [1, 1, 1] for one, *_ in answers)


def test_what_no_program_can_hold_runs_by_operations_and_says_why():
    n = tf1.placeholder("int32", ())
    loop = tf1.while_loop(lambda i: i < n, lambda i: i * 2, [1])
    branch = tf1.cond(n > 10, lambda: n + 1, lambda: n - 1)
    drawn = tf1.cond(tf1.random_uniform(()) < 2.0, lambda: n + 1, lambda: n - 1)
    with tf1.Session() as sess:
        assert "second run" in sess.explain(loop, [n])
        assert [sess.run(loop, {n: value}) for value in (5, 100, 3)] == [8, 128, 4]
        assert [sess.run(branch, {n: value}) for value in (5, 100, 3)] == [4, 101, 2]
        for fetched in loop, branch:
            assert "at its peak" in sess.explain(fetched, [n])                  # each way it goes is a program
        assert [sess.run(drawn, {n: value}) for value in (5, 100, 3)] == [6, 101, 4]
        assert "operation to operation" in sess.explain(drawn, [n]) and "or a random draw" in sess.explain(drawn, [n])


def test_an_error_of_a_program_is_tensorflows():
    x, i = tf1.constant([1.0, 2.0]), tf1.placeholder("int32", (1,))
    picked = tf1.gather(x, i)
    with tf1.Session() as sess:
        assert [sess.run(picked, {i: [k]}).tolist() for k in (0, 1, 0)] == [[1], [2], [1]]
        with pytest.raises(tf2.errors.InvalidArgumentError, match="7"):
            sess.run(picked, {i: [7]})
        assert sess.run(picked, {i: [1]}).tolist() == [2]


def test_threads_share_a_session():
    """Each of 4 × 25 additions counts, whichever fetches it comes with."""
    v, other = tf1.Variable(np.zeros(50, "float32")), tf1.Variable(0.0)
    x = tf1.placeholder("float32", ())
    add, more = v.assign_add(tf1.fill([50], x)), other.assign_add(x * 2)
    fetches = [add, [add, more], {"a": add, "v": v}, [more, add]]
    with tf1.Session() as sess:
        sess.run(tf1.global_variables_initializer())
        wrong = []

        def work(fetched):
            for _ in range(25):
                found = sess.run(fetched, {x: 1.0})
                whole = found["a"] if isinstance(found, dict) else found[fetched.index(add)] if isinstance(
                    found, list) else found
                if (whole != whole[0]).any():
                    wrong.append(whole)
        threads = [threading.Thread(target=work, args=(fetched,)) for fetched in fetches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong and (sess.run(v) == 100).all() and sess.run(other) == 100


def by_function(optimizer, decorate, steps=6):
    """Losses, weights and the function of some training steps."""
    tf2.random.set_seed(0)
    model = keras.Sequential([keras.layers.Dense(5, activation="tanh"), keras.layers.Dense(6)])
    model.build((None, 6))

    @decorate
    def step(x, y):
        with tf2.GradientTape() as tape:
            loss = tf2.reduce_mean((model(x) - y) ** 2)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss
    losses = []
    for n in range(steps):
        if n == 4 and not callable(optimizer._learning_rate):
            optimizer.learning_rate = 0.01
        losses.append(float(step(tf2.constant(X), tf2.constant(Y))))
    return losses, model.get_weights(), step, model


@pytest.mark.parametrize("make", [
    lambda: keras.optimizers.Adam(0.05), lambda: keras.optimizers.SGD(0.1, momentum=0.9, clipnorm=1.0),
    lambda: keras.optimizers.AdamW(keras.optimizers.schedules.ExponentialDecay(0.1, 2, 0.5), weight_decay=0.1)],
    ids=["adam", "clipped", "schedule"])
def test_a_tf_function_is_a_program_and_computes_what_python_does(make):
    losses, weights, step, model = by_function(make(), tf2.function)
    by_python, wanted, *_ = by_function(make(), lambda function: function)
    assert losses == pytest.approx(by_python, rel=1e-5)
    for one, other in zip(weights, wanted):
        assert np.allclose(one, other, atol=1e-6)
    assert "buffers" in step.get_concrete_function(tf2.constant(X), tf2.constant(Y)).explain()
    shown, before = tf2.reshape(model.weights[0], [-1]), model.weights[0].numpy()
    step(tf2.constant(X), tf2.constant(Y))
    assert (shown.numpy() == before.reshape(-1)).all() and (model.weights[0].numpy() != before).any()


def test_a_function_that_reads_a_variable_before_it_changes_it_gives_the_old_value():
    v = tf2.Variable([1.0, 2.0])
    optimizer = keras.optimizers.SGD(1.0)

    @tf2.function
    def step():
        before = tf2.reshape(v, [2, 1])
        optimizer.apply_gradients([(tf2.constant([1.0, 1.0]), v)])
        return before, v.assign_add([0.25, 0.25]), tf2.identity(v)
    for n in range(4):
        before, _, after = step()
        assert before.numpy().tolist() == [[1 - 0.75 * n], [2 - 0.75 * n]]
        assert after.numpy().tolist() == [1 - 0.75 * (n + 1), 2 - 0.75 * (n + 1)]


def test_gradients_that_are_taken_after_a_step_run_by_operations():
    v = tf2.Variable(3.0)
    optimizer = keras.optimizers.SGD(0.1)

    @tf2.function
    def step():
        with tf2.GradientTape(persistent=True) as tape:
            y = v * v
        optimizer.apply_gradients([(tape.gradient(y, v), v)])
        return tape.gradient(y, v)
    for _ in range(3):
        before = float(v)
        assert float(step()) == pytest.approx(2 * before)
    assert "after an optimizer" in step.get_concrete_function().explain()
