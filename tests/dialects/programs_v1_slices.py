"""Gradients of tables as tf.IndexedSlices: programs of TensorFlow 1. Held to tf.compat.v1: TF_USE_LEGACY_KERAS=1."""

import numpy as np
from dialects.programs_slices import BATCHES, TABLE
from dialects.programs_v1_parts import in_session

OPTIMIZERS = """GradientDescentOptimizer(0.1)|MomentumOptimizer(0.1, 0.9)|
MomentumOptimizer(0.1, 0.9, use_nesterov=True)|
AdamOptimizer(0.1)|RMSPropOptimizer(0.1)|RMSPropOptimizer(0.1, momentum=0.9)|RMSPropOptimizer(0.1, centered=True)|
AdagradOptimizer(0.1)|AdadeltaOptimizer(0.1)|
MomentumOptimizer(tf.train.exponential_decay(0.1, 1, 2, 0.5), 0.9)""".replace(
    "\n", "").split("|")


def rows(tf):
    """The table, a placeholder of indices, and a loss of the rows that it names."""
    v, ids = tf.Variable(TABLE), tf.placeholder(tf.int32, [None])
    return v, ids, tf.reduce_sum((tf.nn.embedding_lookup(v, ids) - 0.25) ** 2 * [[1.0, -2.0]])


def trained(case):
    """A table, and what an optimiser keeps of it, after steps on rows that are taken several times."""
    def build(tf, sess):
        v, ids, loss = rows(tf)
        optimizer = eval(f"tf.train.{case}", {"tf": tf})
        step = optimizer.minimize(loss)
        sess.run(tf.global_variables_initializer())
        found = [(sess.run(step, {ids: batch}), np.array(sess.run(v)))[1] for batch in BATCHES]
        return found, [np.array(sess.run(optimizer.get_slot(v, name))) for name in optimizer.get_slot_names()
                       if name != "momentum" or "Momentum" in case or "momentum" in case]
    return in_session(build)


def which_gradients_are_slices(tf, sess):
    v, w = tf.Variable(TABLE), tf.Variable(TABLE)
    a, b, ids = tf.gather(v, [[1, 1], [2, 0]]), tf.nn.embedding_lookup(v, [3]), tf.placeholder(tf.int64, [None, 2])
    of = [tf.reduce_sum(a * a) + tf.reduce_sum(b) * 5, tf.reduce_sum(tf.gather(v, [1, 0], axis=1) ** 2),
          tf.reduce_sum(tf.gather(v * 1.0, [1, 1])), tf.reduce_sum(v[1]), tf.reduce_sum(tf.gather(v, ids) ** 2)]
    sess.run(tf.global_variables_initializer())
    found = []
    for y in of:
        grad, none = tf.gradients(y, [v, w])
        values = sess.run(grad, {ids: [[1, 2], [2, 0]]})
        found.append([isinstance(grad, tf.IndexedSlices), none, str(grad.shape), grad.dtype.name,
                      [values.values, values.indices, np.array(values.dense_shape), grad.values.shape.as_list(),
                       grad.indices.dtype.name] if hasattr(values, "indices") else values])
    return found


def clipped_by_hand(tf, sess):
    v, ids, loss = rows(tf)
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    pairs = optimizer.compute_gradients(loss)
    grads, norm = tf.clip_by_global_norm([grad for grad, _ in pairs], 0.5)
    steps = [optimizer.apply_gradients(zip(grads, [own for _, own in pairs])),
             optimizer.apply_gradients([(tf.clip_by_value(grad, -0.1, 0.1), own) for grad, own in pairs]),
             optimizer.apply_gradients([(tf.clip_by_norm(grad, 0.2), own) for grad, own in pairs]),
             optimizer.apply_gradients([(tf.convert_to_tensor(grad) * 0.5, own) for grad, own in pairs])]
    sess.run(tf.global_variables_initializer())
    found = []
    for batch in BATCHES:
        for step in steps:
            sess.run(step, {ids: batch})
            found.append(np.array(sess.run(v)))
    return found, np.array(sess.run(norm, {ids: [1, 1]})), [np.array(x) for x in sess.run(
        [tf.norm(pairs[0][0]), tf.reduce_sum(pairs[0][0]), tf.add_n([pairs[0][0], v])], {ids: [1, 1]})]


PROGRAMS = {case: trained(case) for case in OPTIMIZERS}
PROGRAMS |= {f.__name__: in_session(f) for f in (which_gradients_are_slices, clipped_by_hand)}
