"""TensorFlow 1: what an optimiser keeps beside each variable is a variable of the graph."""

import numpy as np
import pytest

from minitorch.dialects import tf1 as tf
from minitorch.dialects.core.errors import FailedPreconditionError


@pytest.fixture(autouse=True)
def _fresh():
    tf.reset_default_graph()
    tf.set_random_seed(0)


def squares(*names):
    """(variables of three numbers, 1, 2 and 3; the sum of their squares)."""
    made = [tf.get_variable(name, initializer=tf.constant([1.0, 2.0, 3.0])) for name in names]
    return made, tf.add_n([tf.reduce_sum(v * v) for v in made])


def test_slots_are_values_of_the_session_that_can_be_read_and_written():
    (v, *_), loss = squares("v", "w", "x")                  # three small ones: the engine joins them
    optimizer = tf.train.AdamOptimizer(0.1, 0.5, 0.75)
    step = optimizer.minimize(loss)
    m = optimizer.get_slot(v, "m")
    assert optimizer.get_slot(v, "other") is None
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for n in range(1, 5):
            gradient = 2 * sess.run(v)
            before = sess.run(m)
            sess.run(step)
            assert np.allclose(sess.run(m), (before + gradient) / 2)
            assert sess.run("beta1_power:0") == 0.5 ** (n + 1) and sess.run("beta2_power:0") == 0.75 ** (n + 1)
        first = sess.run(v)
        sess.run(m.assign([0.0, 0.0, 0.0]))
        sess.run(step)
        assert np.allclose(sess.run(m), first)
        sess.run(tf.global_variables_initializer())         # the steps begin anew, and so does what corrects the means
        assert not sess.run(m).any()
        sess.run(step)
        assert np.allclose(sess.run(v), [0.9, 1.9, 2.9])


def test_steps_of_one_optimizer_share_its_slots():
    """Two losses by turns give what one list of gradients does, in programs too."""
    variables, loss = squares("v", "w", "x")
    found = []
    for several in (True, False):
        optimizer = tf.train.MomentumOptimizer(0.01, 0.9)
        steps = [optimizer.minimize(loss), optimizer.minimize(loss)]
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            for n in range(8):
                sess.run(steps[n % 2 if several else 0])
            found.append(sess.run([*variables, *optimizer.variables()]))
    assert all(np.array_equal(a, b) for a, b in zip(*found)) and len(found[0]) == 6


def test_a_step_without_initialised_slots_says_so():
    (v,), loss = squares("v")
    step = tf.train.AdagradOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(v.initializer)
        with pytest.raises(FailedPreconditionError, match="uninitialized value v/Adagrad"):
            sess.run(step)


def test_slots_made_under_control_dependencies_begin_by_themselves():
    count = tf.Variable(0, trainable=False)
    _, loss = squares("v")
    with tf.control_dependencies([count.assign_add(1)]):
        step = tf.train.AdamOptimizer().minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(count) == 0
        sess.run(step)
        assert sess.run(count) == 1
