"""What TF1 tutorials name beside layers and losses: metrics, rates, averages, recurrent cells, batch normalisation.

Each is held to tf.compat.v1, with the layers and cells of tf_keras: TF_USE_LEGACY_KERAS=1.
"""

import numpy as np
from dialects.programs_graph import trained, version_1
from dialects.programs_keras import numbers
from dialects.programs_v1 import filled

rng = np.random.default_rng(3)
CLASSES, SAID = rng.integers(0, 3, (3, 6)), rng.integers(0, 3, (3, 6))
YES, SCORES, ONE = rng.integers(0, 2, (3, 8)), rng.random((3, 8)).astype("float32"), rng.random(8).astype("float32")
REAL, GUESS = numbers((3, 4, 3), 4), numbers((3, 4, 3), 5)


def in_session(build):
    """A program in a graph and a session of its own."""
    def program(tf):
        tf = version_1(tf)
        with tf.Graph().as_default(), tf.Session() as sess:
            return build(tf, sess)
    return program


def metric(case, batches, kinds):
    """What a metric's update and value are over three batches, and the names of its variables."""
    def build(tf, sess):
        l, p = (tf.placeholder(kind, [None, *batch.shape[2:]]) for kind, batch in zip(kinds.split(), batches))
        value, update = eval(f"tf.metrics.{case}", {"tf": tf, "l": l, "p": p, "one": ONE})
        sess.run(tf.local_variables_initializer())
        found = [np.array(sess.run(x, {l: a, p: b})) for a, b in zip(*batches) for x in (update, value)]
        return [found, [v.name for v in tf.local_variables()], str(value.shape),
                len(tf.get_collection(tf.GraphKeys.METRIC_VARIABLES))]
    return in_session(build)


METRICS = dict.fromkeys((
    "accuracy(l, p)", "accuracy(l, p, weights=[1.0, 2.0, 0.0, 1.0, 1.0, 0.5])"), (
        (CLASSES, SAID), "int64 int64"))
METRICS |= dict.fromkeys(("mean(l)", "mean(l, weights=p)", "mean_squared_error(l, p)"), (
    (REAL, GUESS), "float32 float32"))
RATES = """exponential_decay(0.1, g, 3, 0.5)|exponential_decay(0.1, g, 3, 0.5, True)|polynomial_decay(0.1, g, 4)|
polynomial_decay(0.1, g, 4, 0.01, 2.0, cycle=True)|piecewise_constant(g, [2, 4], [1.0, 0.5, 0.1])""".replace(
    "\n", "").split("|")


def rate(case):
    """A rate at ten steps."""
    def build(tf, sess):
        g = tf.train.get_or_create_global_step()
        found, more = eval(f"tf.train.{case}", {"tf": tf, "g": g}), g.assign_add(1)
        sess.run(tf.global_variables_initializer())
        return [[np.array(sess.run(found)), sess.run(more)][0] for _ in range(10)], found.dtype.name, str(found.shape)
    return in_session(build)


def averages(tf, sess):
    v, n = tf.Variable([1.0, 2.0], name="v"), tf.Variable(0, trainable=False, name="n")
    kept = tf.train.ExponentialMovingAverage(0.9, n)
    update, more = kept.apply([v]), [v.assign_add([1.0, 1.0]), n.assign_add(1)]
    sess.run(tf.global_variables_initializer())
    found = []
    for _ in range(3):
        sess.run(more)
        sess.run(update)
        found.append(np.array(sess.run(kept.average(v))))
    return [found, [x.name for x in tf.global_variables()], sorted(kept.variables_to_restore()), kept.average_name(v)]


def normalised(shape, training, fused=None):
    """Batch normalisation: in training with its update ops, then without; by a constant or by a placeholder."""
    def build(tf, sess):
        learns = tf.placeholder(tf.bool, []) if training is None else training
        x = tf.placeholder(tf.float32, [None, *shape[1:]])
        y = tf.layers.batch_normalization(x, training=learns, momentum=0.5, fused=fused)
        updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS)
        grads = tf.gradients(tf.reduce_sum(tf.sin(y)), [x, *tf.trainable_variables()])
        sess.run(tf.global_variables_initializer())
        found = []
        for learn in (True, True, False):
            feed = {x: numbers(shape, 8)} | ({learns: learn} if training is None else {})
            found += [np.array(part) for part in sess.run([y, *grads], feed)]
            if learn:
                sess.run(updates, feed)
        return [found, sess.run(tf.global_variables()), [v.name for v in tf.global_variables()], len(updates)]
    return in_session(build)


def parts(x):
    return [x] if not isinstance(x, list | tuple) else [part for one in x for part in parts(one)]


def recurrent(cell, how="tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)"):
    """Outputs and states of a cell over three steps, and the gradients of its weights."""
    def build(tf, sess):
        x = tf.placeholder(tf.float32, [None, 3, 2])
        names = {"tf": tf, "x": x, "make": lambda: eval(f"tf.nn.rnn_cell.{cell}", {"tf": tf, "cells": tf.nn.rnn_cell})}
        outputs, state = eval(how, names | {"cell": names["make"]()})
        grads = tf.gradients(sum(tf.reduce_sum(tf.sin(y)) for y in parts(outputs)), [x, *tf.trainable_variables()])
        sess.run(tf.global_variables_initializer())
        first = [np.array(sess.run(v)) for v in tf.global_variables() if "bias" in v.name]
        names = filled(tf, sess)
        found = sess.run([*parts(outputs), *parts(state), *grads], {x: numbers((4, 3, 2), 9)})
        return [first, found, names, [str(y.shape) for y in (*parts(outputs), *parts(state))]]
    return in_session(build)


CELLS = ["BasicRNNCell(3)", "GRUCell(3)", "BasicLSTMCell(3)", "BasicLSTMCell(3, state_is_tuple=False)",
         "LSTMCell(3, forget_bias=0.5)", "LSTMCell(3, use_peepholes=True)",
         "LSTMCell(3, True, 0.3, num_proj=2, proj_clip=0.2)", "LSTMCell(3, num_proj=2, state_is_tuple=False)",
         "MultiRNNCell([cells.BasicLSTMCell(3), cells.GRUCell(2)])", "DropoutWrapper(cells.BasicLSTMCell(3), 1.0)",
         "MultiRNNCell([cells.BasicLSTMCell(3) for _ in range(2)])"]
WAYS = ["tf.nn.static_rnn(cell, tf.unstack(x, 3, 1), dtype=tf.float32)",
        "tf.nn.dynamic_rnn(cell, x, dtype=tf.float32, sequence_length=[1, 2, 3, 0])",
        "tf.nn.dynamic_rnn(cell, tf.transpose(x, [1, 0, 2]), None, cell.zero_state(4, tf.float32), time_major=True)",
        "tf.nn.bidirectional_dynamic_rnn(cell, make(), x, [1, 2, 3, 0], dtype=tf.float32)"]


def looks(tf, sess):
    """Operations that look at values: checks, a Python function, a placeholder that has a value."""
    x = tf.placeholder(tf.float32, [2])
    with tf.control_dependencies([tf.assert_positive(x), tf.assert_less(x, 5.0), tf.Assert(tf.reduce_all(x < 4), [x])]):
        checked = x * 2
    summed, given = tf.py_func(np.cumsum, [x], tf.float32), tf.placeholder_with_default([1.0, 2.0], [None])
    found = []
    for value in ([1, 2], [1, 3], [-1, 2], [1, 6], [1, 4.5]):
        try:
            found.append(np.array(sess.run(checked, {x: value})))
        except tf.errors.InvalidArgumentError:
            found.append("refused")
        found += [np.array(sess.run(summed, {x: value})), np.array(sess.run(given * 2)),
                  np.array(sess.run(given * 2, {given: value[:1]}))]
    return found, str(summed.shape), str(given.shape)


def layer(case):
    """What a layer gives with weights of this file's own, and its variables."""
    def build(tf, sess):
        x = tf.placeholder(tf.float32, [None, 3, 4, 2])
        y = eval(f"tf.layers.{case}", {"tf": tf, "x": x})
        return [[v.shape.as_list() for v in tf.global_variables()], filled(tf, sess), str(y.shape),
                sess.run(y, {x: numbers((2, 3, 4, 2), 6)})]
    return in_session(build)


LAYERS = """conv2d_transpose(x, 4, 3, 2, 'same')|conv2d_transpose(x, 4, (2, 3), activation=tf.nn.relu)|
conv1d(x[:, 0], 4, 2)|separable_conv2d(x, 4, 2, depth_multiplier=2)|average_pooling2d(x, 2, 1, 'same')""".replace(
    "\n", "").split("|")
NAMED = """tf.nn.bias_add(x, [1.0])|x + 1.0|tf.add(x, 1.0)|tf.add(x, 1.0, name='own')|x - 1.0|x * 2.0|x / 2.0|
x ** 2|-x|x > 0.0|tf.square(x)|tf.reduce_mean(x)|tf.reduce_sum(x, 1)|tf.matmul(x, x, transpose_b=True)|
tf.nn.relu(x)|tf.nn.softmax(x)|tf.argmax(x, 1)|tf.cast(x, tf.int32)|tf.reshape(x, [-1])|x[:, 0]|
tf.concat([x, x], 0)|tf.stack([x, x])|tf.transpose(x)|tf.expand_dims(x, 0)|tf.tile(x, [2, 1])|
tf.gather(x, [0])|tf.where(x > 0, x, x)|tf.zeros_like(x, optimize=False)|tf.random_normal([2])|
tf.random_uniform([2])|tf.truncated_normal([2])|tf.nn.dropout(x, 0.5)|tf.nn.l2_loss(x)|
tf.nn.softmax_cross_entropy_with_logits_v2(labels=x, logits=x)|tf.nn.l2_loss(x, name='own')|
tf.clip_by_value(x, 0.0, 1.0)|
tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[0], logits=x, name='own')|tf.nn.xw_plus_b(x, w, w[0])|
tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=x)|
tf.layers.dense(x, 2)|tf.layers.dense(x, 2, tf.nn.relu)|tf.layers.dense(x, 2, name='out')|
tf.layers.flatten(x)|tf.layers.dropout(x)|tf.layers.max_pooling2d(x[None, ..., None], 1, 1)|
tf.layers.conv2d(x[None, ..., None], 1, 1)|tf.losses.mean_squared_error(x, x)|
tf.losses.sigmoid_cross_entropy(x, x)|tf.losses.softmax_cross_entropy(x, x, scope='own')|
tf.summary.scalar('loss', x[0, 0])|tf.summary.histogram('x', x)|tf.summary.merge_all()|x|
tf.global_variables_initializer()|tf.group(x)|tf.no_op()|tf.placeholder_with_default(x, [1, 1])|
tf.train.AdamOptimizer().minimize(tf.reduce_sum(w))|tf.get_variable('W', [1])|tf.get_variable('w', [1])|
tf.train.AdamOptimizer(name='own').minimize(x * w, global_step=tf.train.get_or_create_global_step())""".replace(
    "\n", "").split("|")


def names_of_operations(tf, sess):
    """Names and types, where one operation of each kind was made before."""
    x, w = tf.placeholder(tf.float32, [1, 1], "x"), tf.Variable([[1.0]], name="weights")
    found = []
    for _ in range(2):
        for case in NAMED[:40]:
            made = eval(case, {"tf": tf, "x": x, "w": w})
            found.append([made.name, getattr(made, "op", made).type])
    for case in NAMED[40:]:
        with tf.name_scope("scope"):
            found.append(eval(case, {"tf": tf, "x": x, "w": w}).name)
    return found


def layers_without_names(tf, sess):
    """Layers are counted in each scope anew, so a scope that is reused finds their variables."""
    x, found = tf.placeholder(tf.float32, [None, 3]), []

    def net(x, scope, **settings):
        with tf.variable_scope(scope, **settings):
            y = tf.layers.dense(tf.layers.dense(x, 3), 3)
            return tf.layers.flatten(tf.layers.dropout(tf.layers.batch_normalization(y)))
    for scope, settings in ("D", {}), ("D", {"reuse": True}), ("G", {"reuse": tf.AUTO_REUSE}), ("G", {"reuse": True}):
        found.append(net(x, scope, **settings).name)
    for _ in range(2):
        with tf.name_scope("n"), tf.variable_scope(None, "m"):
            found += [tf.get_variable("q", [1]).name, tf.constant(1).name, tf.layers.dense(x, 2).name]
    with tf.variable_scope("D", auxiliary_name_scope=False):
        found += [tf.constant(1).name, tf.layers.dense(x, 2, name="own").name]
    return found, [v.name for v in tf.global_variables()]


def words(tf, sess):
    """word2vec: a table learnt by noise-contrastive estimation, and by a sampled softmax, of classes that are given."""
    inputs, labels = tf.placeholder(tf.int32, [4]), tf.placeholder(tf.int32, [4, 1])
    table, w, b = (tf.Variable(numbers(shape, i)) for i, shape in enumerate([(12, 3), (12, 3), (12,)]))
    rows = tf.nn.embedding_lookup(table, inputs)
    drawn = np.array([1, 2, 7], "int64"), tf.ones((4, 1)) * 0.5, tf.constant([0.9, 0.4, 0.2])
    losses = [tf.reduce_mean(tf.nn.nce_loss(w, b, labels, rows, 3, 12, sampled_values=drawn)),
              tf.reduce_mean(tf.nn.nce_loss(w, b, labels, rows, 3, 12, 1, drawn, remove_accidental_hits=True)),
              tf.reduce_mean(tf.nn.sampled_softmax_loss(w, b, labels, rows, 3, 12, sampled_values=drawn))]
    steps = [tf.train.GradientDescentOptimizer(0.5).minimize(loss) for loss in losses]
    sess.run(tf.global_variables_initializer())
    feed, found = {inputs: [0, 3, 3, 5], labels: [[1], [2], [11], [4]]}, []
    for i in range(6):
        found.append(np.array(sess.run(losses[i % 3], feed)))
        sess.run(steps[i % 3], feed)
    return [*found, sess.run([table, w, b])]


PROGRAMS = {f"tf.metrics.{case}": metric(case, *given) for case, given in METRICS.items()}
PROGRAMS |= {f"tf.train.{case}": rate(case) for case in RATES} | {"averages": in_session(averages)}
PROGRAMS |= {f"normalised {shape} {training}": normalised(shape, training) for shape in ((4, 2), (4, 3, 3, 2))
             for training in (False, True, None)} | {"not fused": normalised((4, 3, 3, 2), True, False)}
PROGRAMS |= {cell: recurrent(cell) for cell in CELLS} | {
    f"{way} of {cell}": recurrent(cell, way) for way in WAYS for cell in (CELLS[0], CELLS[8])}
PROGRAMS |= {f"tf.layers.{case}": layer(case) for case in LAYERS} | {
    own.__name__: in_session(own) for own in (looks, names_of_operations, layers_without_names, words)}
PROGRAMS["AdadeltaOptimizer(1.0)"] = trained(lambda tf: tf.train.AdadeltaOptimizer(1.0))
