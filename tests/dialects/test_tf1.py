"""TensorFlow 1: the lectures' programs against NumPy's numbers; nothing is computed before a Session runs; errors."""

import numpy as np
import pytest

from minitorch.dialects import tf1 as tf

N, D, H = 16, 30, 12


@pytest.fixture(autouse=True)
def _fresh():
    tf.reset_default_graph()
    tf.set_random_seed(0)
    np.random.seed(0)


def test_sizes_of_a_shape_have_values():
    x = tf.placeholder(tf.float32, [None, 3])
    assert (x.get_shape()[1].value, x.shape[-1].value, int(x.shape[1])) == (3, 3, 3) and x.shape[0].value is None
    assert str(x) == 'Tensor("Placeholder:0", shape=(?, 3), dtype=float32)'


def by_hand(x, y, w1, w2, rate, steps):
    """Losses and weights of the lectures' two-layer network, in NumPy."""
    losses = []
    for _ in range(steps):
        h = x @ w1
        error = np.maximum(h, 0) @ w2 - y
        losses.append((error ** 2).sum(1).mean())
        by_y = 2 * error / len(x)
        w2, w1 = w2 - rate * np.maximum(h, 0).T @ by_y, w1 - rate * x.T @ (by_y @ w2.T * (h > 0))
    return losses, w1, w2


def test_lecture_002_and_its_gradients():
    x, y, z = (tf.placeholder(tf.float32) for _ in range(3))
    a = x * y
    b = a + z
    c = tf.reduce_sum(b)
    grad_x, grad_y, grad_z = tf.gradients(c, [x, y, z])
    with tf.Session() as sess:
        values = {x: np.random.randn(3, 4), y: np.random.randn(3, 4), z: np.random.randn(3, 4)}
        out = sess.run([c, grad_x, grad_y, grad_z], feed_dict=values)
    c_val, grad_x_val, grad_y_val, grad_z_val = out
    assert c_val == pytest.approx((values[x] * values[y] + values[z]).sum(), rel=1e-5)
    assert np.allclose(grad_x_val, values[y]) and np.allclose(grad_y_val, values[x]) and (grad_z_val == 1).all()


def network(w1, w2):
    x = tf.placeholder(tf.float32, shape=(N, D))
    y = tf.placeholder(tf.float32, shape=(N, D))
    h = tf.maximum(tf.matmul(x, w1), 0)
    y_pred = tf.matmul(h, w2)
    diff = y_pred - y
    return x, y, tf.reduce_mean(tf.reduce_sum(diff ** 2, axis=1))


def test_lecture_004_first_version_feeds_its_weights():
    w1 = tf.placeholder(tf.float32, shape=(D, H))
    w2 = tf.placeholder(tf.float32, shape=(H, D))
    x, y, loss = network(w1, w2)
    grad_w1, grad_w2 = tf.gradients(loss, [w1, w2])
    with tf.Session() as sess:
        values = {x: np.random.randn(N, D), w1: np.random.randn(D, H), w2: np.random.randn(H, D),
                  y: np.random.randn(N, D)}
        wanted, _, _ = by_hand(values[x], values[y], values[w1], values[w2], 1e-3, 50)
        learning_rate, losses = 1e-3, []
        for _t in range(50):
            out = sess.run([loss, grad_w1, grad_w2], feed_dict=values)
            loss_val, grad_w1_val, grad_w2_val = out
            losses.append(loss_val)
            values[w1] -= learning_rate * grad_w1_val
            values[w2] -= learning_rate * grad_w2_val
    assert losses == pytest.approx(wanted, rel=1e-3)


@pytest.mark.parametrize("fetched", [False, True])
def test_lecture_004_second_and_third_version(fetched):
    """The loss stands still until the assignments are fetched, in a group."""
    w1, w2 = tf.Variable(tf.random_normal((D, H))), tf.Variable(tf.random_normal((H, D)))
    x, y, loss = network(w1, w2)
    grad_w1, grad_w2 = tf.gradients(loss, [w1, w2])
    learning_rate = 1e-3
    new_w1 = w1.assign(w1 - learning_rate * grad_w1)
    new_w2 = w2.assign(w2 - learning_rate * grad_w2)
    updates = tf.group(new_w1, new_w2)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        values = {x: np.random.randn(N, D), y: np.random.randn(N, D)}
        first = sess.run([w1, w2])
        losses = [sess.run([loss, updates] if fetched else [loss], feed_dict=values)[0] for t in range(50)]
    wanted, _, _ = by_hand(values[x], values[y], *first, 1e-3, 50)
    assert losses == pytest.approx(wanted if fetched else [wanted[0]] * 50, rel=1e-3)


def test_lecture_004_with_an_optimizer_and_a_loss():
    w1, w2 = tf.Variable(tf.random_normal((D, H))), tf.Variable(tf.random_normal((H, D)))
    x, y, loss = network(w1, w2)
    optimizer = tf.train.GradientDescentOptimizer(1e-3)
    updates = optimizer.minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        values = {x: np.random.randn(N, D), y: np.random.randn(N, D)}
        first = sess.run([w1, w2])
        losses = [sess.run([loss, updates], feed_dict=values)[0] for t in range(50)]
    assert losses == pytest.approx(by_hand(values[x], values[y], *first, 1e-3, 50)[0], rel=1e-3)


def test_lecture_004_with_layers():
    x = tf.placeholder(tf.float32, shape=(N, D))
    y = tf.placeholder(tf.float32, shape=(N, D))
    init = tf.contrib.layers.xavier_initializer()
    h = tf.layers.dense(inputs=x, units=H, activation=tf.nn.relu, kernel_initializer=init)
    y_pred = tf.layers.dense(inputs=h, units=D, kernel_initializer=init)
    loss = tf.losses.mean_squared_error(y_pred, y)
    updates = tf.train.GradientDescentOptimizer(1e0).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        values = {x: np.random.randn(N, D), y: np.random.randn(N, D)}
        w1, b1, w2, b2 = sess.run(tf.trainable_variables())
        assert np.abs(w1).max() <= (6 / (D + H)) ** 0.5 and not b1.any() and not b2.any()
        hidden = np.maximum(values[x] @ w1, 0)
        losses = [sess.run([loss, updates], feed_dict=values)[0] for t in range(50)]
    assert losses[0] == pytest.approx(((hidden @ w2 - values[y]) ** 2).mean(), rel=1e-4)
    assert losses[-1] < 0.7 * losses[0]


def test_nothing_is_computed_while_a_graph_is_built():
    calls = []
    from minitorch.dialects.tf1.graph import graphed

    def noted(x):
        calls.append(x.tensor.device.type)
        return x * 2.0
    y = graphed(noted)(tf.constant([1.0, 2.0]))
    tf.gradients(tf.reduce_sum(y), tf.Variable([1.0]))
    assert calls == ["meta"] and y.shape == (2,)
    with tf.Session() as sess:
        assert sess.run(y).tolist() == [2, 4] and calls == ["meta", "cpu"]


def test_sessions_keep_values_of_their_own():
    v = tf.Variable(tf.random_normal([2]))
    one, two = tf.Session(), tf.Session()
    for sess in (one, two):
        sess.run(tf.global_variables_initializer())
    one.run(v.assign([1.0, 2.0]))
    assert one.run(v).tolist() == [1, 2] != two.run(v).tolist()
    one.run(v.assign_sub([1.0, 1.0]))
    assert one.run(v).tolist() == [0, 1]
    v.load([7.0, 7.0], two)
    assert two.run(v).tolist() == [7, 7]


def test_eval_needs_a_session():
    x = tf.constant(2.0)
    with pytest.raises(ValueError, match="No default session"):
        x.eval()
    sess = tf.InteractiveSession()
    assert (x * 3.0).eval() == 6 and tf.get_default_session() is sess
    sess.close()
    assert tf.get_default_session() is None


def test_convolutions_and_dropout():
    x = tf.placeholder(tf.float32, [None, 8, 8, 1])
    keep = tf.placeholder(tf.float32)
    h = tf.layers.max_pooling2d(tf.layers.conv2d(x, 4, 3, padding="same", activation=tf.nn.relu), 2, 2)
    y = tf.layers.dense(tf.nn.dropout(tf.layers.flatten(h), 0.5), 3)
    assert h.shape.as_list() == [None, 4, 4, 4] and y.shape.as_list() == [None, 3] and keep.shape.unknown
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(y, {x: np.ones((5, 8, 8, 1))}).shape == (5, 3)
        kept = sess.run(tf.nn.dropout(tf.ones([1000]), keep), {keep: 0.25})
        assert set(kept.tolist()) == {0.0, 4.0} and abs((kept > 0).mean() - 0.25) < 0.06


@pytest.mark.parametrize("run, words", [
    (lambda s, x: s.run(x), "Placeholder"), (lambda s, x: s.run(x, {x: [1.0]}), r"\(1,\).*\(2,\)"),
    (lambda s, x: s.run(tf.Variable([1.0], name="mine")), "mine"), (lambda s, x: s.run(3), "invalid type"),
    (lambda s, x: s.run(x, {"y": 1}), "not"), (lambda s, x: bool(x), "tf.cond|Python"),
    (lambda s, x: np.asarray(x), "run"),
    (lambda s, x: [tf.get_variable("v", [1]) for _ in range(2)], "already exists"),
    (lambda s, x: tf.Variable([1.0]).assign([1.0, 2.0]), "incompatible"), (lambda s, x: tf.matmul(x, x), "matmul|Op"),
    (lambda s, x: tf.train.GradientDescentOptimizer(1.0).minimize(x), "No gradients"),
    (lambda s, x: tf.Sessio, "Session"),
    (lambda s, x: tf.betainc, "betainc")])
def test_errors_name_what_is_wrong(run, words):
    with tf.Session() as sess, pytest.raises(Exception, match=words):
        run(sess, tf.placeholder(tf.float32, (2,)))


def test_sizes_that_are_known_at_a_run_only():
    x, sizes = tf.placeholder(tf.float32, [2, 6]), tf.placeholder(tf.int32, [2])
    rows = tf.placeholder(tf.float32, [None, 3])
    reshaped, first, last = tf.reshape(x, sizes), tf.reshape(x, [sizes[0], -1]), rows[:tf.shape(rows)[0] - 1]
    noise = tf.zeros(tf.shape(rows)) + rows
    assert reshaped.shape.rank is None and noise.shape.as_list() == last.shape.as_list() == [None, 3]
    assert tf.zeros(tf.shape(x)[1:]).shape.as_list() == [6]
    with tf.Session() as sess:                               # the third run is a compiled program's, if there is one
        for given, n in (([3, 4], 2), ([4, 3], 3), ([12, 1], 4), ([1, 12], 5)):
            feed = {x: np.ones((2, 6)), sizes: given, rows: np.ones((n, 3))}
            found = [part.shape for part in sess.run([reshaped, first, last, noise], feed)]
            assert found == [tuple(given), tuple(given), (n - 1, 3), (n, 3)]


def test_gradients_stop_where_they_are_told_to():
    x = tf.placeholder(tf.float32, [2])
    y = x * 3.0
    assert tf.gradients(tf.floor(x), x) == [None] and tf.gradients(tf.fill(tf.shape(x), 2.0), x) == [None]
    with tf.Session() as sess:
        (none,) = tf.gradients(tf.floor(x), x, unconnected_gradients=tf.UnconnectedGradients.ZERO)
        grads = [*tf.gradients(y * x, [x, y], stop_gradients=[x]), none]
        assert np.allclose(sess.run(grads, {x: [1.0, 2.0]}), [[6.0, 12.0], [1.0, 2.0], [0.0, 0.0]])
    with pytest.raises(NotImplementedError, match="tf.stop_gradient"):
        tf.gradients(y * x, [x], stop_gradients=[y])


def test_a_rate_that_decays_is_that_of_the_steps_before_this_one():
    with tf.Graph().as_default(), tf.Session() as sess:
        w, step = tf.Variable(0.0), tf.train.get_or_create_global_step()
        rate = tf.train.exponential_decay(1.0, step, 1, 0.5)
        update = tf.train.GradientDescentOptimizer(rate).minimize(1.0 * w, global_step=step)
        sess.run(tf.global_variables_initializer())
        found = []
        for _ in range(4):
            sess.run(update)
            found.append(sess.run([w, step]))
        assert found == [[-1.0, 1], [-1.5, 2], [-1.75, 3], [-1.875, 4]]


def test_flags_are_read_and_wrong_ones_refused():
    flags, own = tf.app.flags, tf.app.flags.FlagValues()
    flags.DEFINE_boolean("fake", False, "10 % of them.", flag_values=own)
    flags.DEFINE_integer("n", 3, "How many.", lower_bound=0, flag_values=own)
    flags.DEFINE_enum("mode", "a", ["a", "b"], "Which.", flag_values=own)
    line = ["program", "--fake", "more", "-f", "kernel.json", "--n", "4", "--mode=b"]
    assert own(line, known_only=True) == ["program", "more", "-f", "kernel.json"]
    assert own.flag_values_dict() == {"fake": True, "n": 4, "mode": "b"}
    own.n = 5
    assert own.n == 5 and own(["program", "--nofake"]) == ["program"] and not own.fake
    for part, words in (("--n=x", "integer"), ("--n=-1", "not in"), ("--mode=z", "value should be one of"),
                        ("--what=1", "fake, mode"), ("--fake=maybe", "Non-boolean"), ("--mode", "argument")):
        with pytest.raises(ValueError, match=words):
            own(["program", part])
    with pytest.raises(AttributeError, match="no flag 'other'"):
        own.other = 1


def test_names_of_compat_v1_are_the_dialects_own():
    """Programs of TensorFlow 1.14 mix tf.compat.v1.placeholder with tf.Variable."""
    tf.reset_default_graph()
    x = tf.compat.v1.placeholder(tf.float32, [None])
    loss = tf.reduce_mean(tf.square(x * tf.Variable(2.0) - 3.0))
    with tf.compat.v1.Session() as sess:
        sess.run(tf.compat.v1.global_variables_initializer())
        assert sess.run(loss, {x: [1.0, 2.0]}) == 1.0
