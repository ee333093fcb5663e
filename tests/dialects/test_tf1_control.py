"""TensorFlow 1: cond, while_loop and case run what is chosen, with gradients; scopes name operations and variables."""

import pytest

from minitorch.dialects import tf1 as tf
from minitorch.dialects.core.errors import InvalidArgumentError


@pytest.fixture(autouse=True)
def _fresh():
    tf.reset_default_graph()


def test_cond_runs_one_branch_and_gradients_follow_it():
    x, big = tf.placeholder(tf.float32, [3]), tf.placeholder(tf.bool, [])
    v, runs = tf.Variable(2.0), tf.Variable(0)

    def true():
        with tf.control_dependencies([runs.assign_add(1)]):
            return tf.reduce_sum(x ** 2) * v
    y = tf.cond(big, true, lambda: tf.reduce_sum(x))
    by_x, by_v = tf.gradients(y, [x, v])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        found = sess.run([y, by_x, by_v], {x: [1, 2, 3], big: True})
        assert found[0] == 28 and found[1].tolist() == [4, 8, 12] and found[2] == 14 and sess.run(runs) == 1
        found = sess.run([y, by_x, by_v], {x: [1, 2, 3], big: False})
        assert found[0] == 6 and found[1].tolist() == [1, 1, 1] and found[2] == 0 and sess.run(runs) == 1


def test_cond_within_cond_and_structures():
    n = tf.placeholder(tf.int32, [])
    inner = tf.cond(n > 0, lambda: tf.cond(n > 5, lambda: [n * 100, 1.0], lambda: [n * 10, 2.0]), lambda: [n, 3.0])
    one = tf.cond(n > 0, lambda: [n], lambda: [n - 1])
    kept = tf.cond(n > 0, lambda: [n], lambda: [n - 1], strict=True)
    with tf.Session() as sess:
        assert [sess.run(inner, {n: k}) for k in (7, 3, -2)] == [[700, 1], [30, 2], [-2, 3]]
        assert sess.run([one, kept], {n: 0}) == [-1, [-1]]


def test_while_loop_computes_powers_and_their_gradient():
    x, n = tf.placeholder(tf.float32, []), tf.placeholder(tf.int32, [])
    count, power = tf.while_loop(lambda i, p: i < n, lambda i, p: (i + 1, p * x), [0, 1.0])
    grad, = tf.gradients(power, [x])
    with tf.Session() as sess:
        for k in range(4):
            assert sess.run([count, power, grad], {x: 3.0, n: k}) == [k, 3.0 ** k, k * 3.0 ** max(k - 1, 0)]
        assert sess.run(tf.while_loop(lambda i: i < 100, lambda i: i + 1, [0], maximum_iterations=7)) == 7
    steps = tf.while_loop(lambda n, s: n > 1, lambda n, s: (
        tf.cond(tf.equal(n % 2, 0), lambda: n // 2, lambda: 3 * n + 1), s + 1), [27, 0])[1]
    with tf.Session() as sess:
        assert sess.run(steps) == 111                        # Collatz' sequence from 27: OEIS A006577


def test_while_loop_grows_a_tensor_and_changes_a_variable():
    v = tf.Variable(1.0)

    def body(i, x):
        with tf.control_dependencies([v.assign_add(v)]):
            return i + 1, tf.concat([x, x], 0)
    found = tf.while_loop(lambda i, x: i < 3, body, [tf.constant(0), tf.constant([5.0])],
                          shape_invariants=[[], [None]])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(found)[1].tolist() == [5.0] * 8 and sess.run(v) == 8.0
    with pytest.raises(ValueError, match="shape_invariants"):
        tf.while_loop(lambda i, x: i < 3, body, [tf.constant(0), tf.constant([5.0])])


def test_case_takes_the_first_that_holds():
    n = tf.placeholder(tf.int32, [])
    pairs = [(n < 0, lambda: -n), (n < 10, lambda: n * 2)]
    with tf.Session() as sess:
        found = tf.case(pairs, default=lambda: n + 1000)
        assert [sess.run(found, {n: k}) for k in (-4, 4, 40)] == [4, 8, 1040]
        with pytest.raises(InvalidArgumentError, match="None of the conditions"):
            sess.run(tf.case(pairs), {n: 40})
        both = tf.case(pairs, default=lambda: n, exclusive=True)
        assert sess.run(both, {n: 5}) == 10
        with pytest.raises(InvalidArgumentError, match="More than one"):
            sess.run(both, {n: -5})


@pytest.mark.parametrize("build, words", [
    (lambda b: tf.cond(b, lambda: 1, lambda: 1.0), "same type"),
    (lambda b: tf.cond(b, lambda: None, lambda: 1), "value"),
    (lambda b: tf.cond(b, lambda: (1, 2), lambda: 1), "same structure"), (lambda b: tf.cond(b, 1, 2), "callable"),
    (lambda b: tf.cond(tf.constant(1.0), lambda: 1, lambda: 2), "boolean"),
    (lambda b: tf.while_loop(lambda i: i < 3, lambda i: (i, i), [0]), "as many"),
    (lambda b: tf.while_loop(lambda i: i < 3, lambda i: i * 1.0, [0.0, 1]), "argument"),
    (lambda b: tf.while_loop(lambda i: i < 3, lambda i: tf.cast(i, tf.float32), [0]), "tf.cast"),
    (lambda b: tf.while_loop(lambda i: i, lambda i: i, [0]), "boolean"),
    (lambda b: tf.while_loop(lambda: b, lambda: b, []), "No loop")])
def test_errors_of_control_flow(build, words):
    with pytest.raises((TypeError, ValueError), match=words):
        build(tf.placeholder(tf.bool, []))


def test_what_is_in_a_branch_stays_there():
    inside = []
    tf.cond(tf.constant(True), lambda: inside.append(tf.constant(1.0) + 1.0) or inside[0], lambda: 0.0)
    with pytest.raises(ValueError, match="is in a cond"):
        inside[0] + 1.0
    with tf.Session() as sess, pytest.raises(ValueError, match="not fetchable"):
        sess.run(inside[0])


def test_scopes_name_operations_and_variables():
    with tf.variable_scope("net"):
        with tf.variable_scope("layer"):
            w, c = tf.get_variable("w", [2]), tf.constant(1.0)
    assert w.name == "net/layer/w:0" and c.name == "net/layer/Const:0"
    with tf.variable_scope("net", reuse=True) as scope:
        assert tf.get_variable("layer/w") is w and scope.name == "net"
        with tf.variable_scope("layer"), pytest.raises(ValueError, match="specified shape"):
            tf.get_variable("w", [3])
    with tf.variable_scope("net", reuse=tf.AUTO_REUSE), tf.variable_scope("layer"):
        assert tf.get_variable("w", [2]) is w and tf.get_variable("b", [1]).name == "net/layer/b:0"
    names = []
    for _ in range(2):
        with tf.variable_scope(None, default_name="block"):
            names.append(tf.get_variable("w", [1]).name)
    assert names == ["block/w:0", "block_1/w:0"]
    with tf.name_scope("loss") as loss:
        assert tf.constant(1.0).name == "loss/Const:0" and loss == "loss/"
        assert tf.get_variable("free", [1]).name == "free:0"
    with tf.name_scope("loss"):
        assert tf.constant(1.0).name == "loss_1/Const:0"
    with tf.name_scope(loss):
        assert tf.constant(1.0).name == "loss/Const_1:0"
