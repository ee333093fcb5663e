"""Programs as books and blog posts on TensorFlow 1 have them: flags, coordinators, states that scalars steer."""

import numpy as np
from dialects.programs_graph import version_1
from dialects.programs_keras import numbers
from dialects.programs_v1_parts import in_session
from dialects.programs_v1_tutorials import given_weights

CLASSES, TALL = np.arange(8) % 3, np.arange(12.0).reshape(4, 3)


def scalars_of_unknown_shape(tf, sess):
    """Rates and switches are placeholders without a shape: what dropout and batch norm give keeps its own."""
    x, y = tf.placeholder(tf.float32, [None, 36]), tf.placeholder(tf.float32, [None, 3])
    keep, training = tf.placeholder(tf.float32), tf.placeholder(tf.bool)
    h = tf.layers.conv2d(tf.reshape(x, [-1, 6, 6, 1]), 2, 3, padding="same", use_bias=False)
    h = tf.layers.max_pooling2d(tf.nn.relu(tf.layers.batch_normalization(h, training=training, momentum=0.9)), 2, 2)
    h = tf.layers.batch_normalization(tf.layers.dense(tf.layers.flatten(h), 4), training=training)
    dropped = tf.nn.dropout(tf.nn.elu(tf.layers.dropout(h, 0.0, training=training)), keep)
    w = tf.Variable(tf.random_normal([4, 3]))
    logits = tf.add(tf.matmul(dropped, w), tf.Variable(tf.zeros([3])))
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=y))
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    given_weights(tf, sess)
    feed = {x: numbers((8, 36), 4), y: np.eye(3)[CLASSES], keep: 1.0, training: True}
    found = [np.array(sess.run([loss, train], feed)[0]) for _ in range(3)]
    feed[training] = False
    free = tf.placeholder(tf.float32)
    return [[found], sess.run([loss, *(v for v in tf.global_variables() if "moving" in v.name)], feed), str(h.shape),
            str(dropped.shape), str(logits), str(tf.add(free, w)), str(w), [v.name for v in tf.trainable_variables()]]


def averages_after_a_step(tf, sess):
    """What depends on a step reads the variables as that left them, and a step counter too."""
    w = tf.Variable([1.0, 2.0], name="w")
    step = tf.Variable(0, trainable=False, name="step")
    averages = [tf.train.ExponentialMovingAverage(0.9, n) for n in (step, None)]
    train = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(w * w), global_step=step)
    with tf.control_dependencies([train]):
        both = [average.apply([w]) for average in averages]
        after = [w * 2.0, step + 1]
    sess.run(tf.global_variables_initializer())
    found = [sess.run([*after, *both])[:2] + sess.run([w, *(a.average(w) for a in averages)]) for _ in range(4)]
    return [found, averages[0].average_name(w), sorted(averages[0].variables_to_restore()),
            [v.name for v in tf.moving_average_variables()]]


def both_ways(tf, sess):
    """static_bidirectional_rnn, with sequences of unequal length too."""
    x, lengths = tf.placeholder("float", [None, 4, 3]), tf.placeholder(tf.int32, [None])
    steps = tf.unstack(x, 4, 1)
    cells = [tf.nn.rnn_cell.LSTMCell(3, forget_bias=1.0), tf.nn.rnn_cell.LSTMCell(3)]
    made = [tf.nn.static_bidirectional_rnn(*cells, steps, dtype=tf.float32)]
    with tf.variable_scope("lengths"):
        made.append(tf.nn.static_bidirectional_rnn(tf.nn.rnn_cell.GRUCell(2), tf.nn.rnn_cell.GRUCell(2), steps,
                                                   dtype=tf.float32, sequence_length=lengths))
    given_weights(tf, sess)
    return [sess.run(made, {x: numbers((2, 4, 3), 5), lengths: [2, 4]}), [v.name for v in tf.trainable_variables()],
            [str(outputs[0].shape) for outputs, *_ in made]]


def lengths_of_any_type(tf, sess):
    """dynamic_rnn and static_rnn cast lengths that are known at a run only: floats, as of a mask's sum, and int64."""
    x, wide = tf.placeholder(tf.float32, [None, 4, 3]), tf.placeholder(tf.int64, [None])
    lengths = tf.reduce_sum(tf.sign(tf.reduce_max(tf.abs(x), 2)), 1)
    made = []
    for scope, own in (("mask", lengths), ("halves", lengths - 0.5), ("wide", wide)):
        with tf.variable_scope(scope):
            made += [tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(2), x, own, dtype=tf.float32),
                     tf.nn.static_rnn(tf.nn.rnn_cell.BasicRNNCell(2), tf.unstack(x, 4, 1), dtype=tf.float32,
                                      sequence_length=own, scope="static")]
    given_weights(tf, sess)
    value = np.where(np.arange(4)[None, :, None] < [[[2]], [[4]]], numbers((2, 4, 3), 5), 0)
    return sess.run(made, {x: value, wide: [3, 1]})


def lengths_of_two_axes(tf):
    tf = version_1(tf)
    with tf.Graph().as_default():
        tf.nn.dynamic_rnn(tf.nn.rnn_cell.BasicRNNCell(2), tf.ones([2, 4, 3]), [[1, 2]], dtype=tf.float32)


def initialisers_as_they_are(tf, sess):
    """An initialiser that is handed over uncalled, scopes that are looked at, variables that are found again."""
    made = [tf.get_variable("a", [2], initializer=tf.zeros_initializer),
            tf.layers.dense(tf.ones([1, 2]), 2, kernel_initializer=tf.ones_initializer),
            tf.get_variable("b", [2], initializer=tf.initializers.ones)]
    with tf.variable_scope("net", reuse=tf.AUTO_REUSE) as scope:
        made.append(tf.get_variable("w", [2], initializer=tf.constant_initializer(0.5)))
    with tf.variable_scope(scope):
        again = tf.get_variable("w", [2])
    with tf.variable_scope("net", reuse=tf.AUTO_REUSE) as second:
        tf.get_variable("w", [2])
    sess.run([tf.global_variables_initializer(), tf.tables_initializer()])
    return [sess.run(made), again is made[-1], str(scope.reuse), scope.original_name_scope, second.original_name_scope,
            [v.name for v in scope.trainable_variables()]]


def coordinated(tf, sess):
    """Programs of 2016: a coordinator, threads that fill queues where there are queues, and threads of one's own."""
    import threading
    number = tf.Variable(0)
    more = tf.assign_add(number, 1)
    sess.run(tf.global_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(sess=sess, coord=coord)

    def work():
        with coord.stop_on_exception():
            while not coord.should_stop():
                if sess.run(more) >= 20:
                    coord.request_stop()
    own = [threading.Thread(target=work) for _ in range(3)]
    for thread in own:
        thread.start()
    coord.join([*threads, *own])
    second = tf.train.Coordinator()
    with second.stop_on_exception():
        raise ValueError("why")
    try:
        second.join([])
    except ValueError as error:
        return [sess.run(number) >= 20, len(threads), coord.should_stop(), str(error)]


def settings_of_a_program(tf, sess):
    flags = tf.app.flags
    flags.DEFINE_integer("books_batch", 16, "How many at once.")
    flags.DEFINE_float("books_rate", 0.5, "The rate.")
    flags.DEFINE_string("books_folder", "here", "Where.")
    flags.DEFINE_boolean("books_fake", False, "Whether.")
    flags.DEFINE_boolean("books_real", True, "Whether.")
    given = flags.FLAGS
    left = given(["program", "--books_batch=4", "--books_fake", "--nobooks_real", "--books_rate", "0.25", "more"])
    return [given.books_batch, given.books_rate, given.books_folder, given.books_fake, given.books_real, left]


def matrices_by_their_older_names(tf, sess):
    m = tf.constant(numbers((3, 3), 1) + 3 * np.eye(3, dtype="float32"))
    made = [tf.diag([1.0, 2.0]), tf.diag_part(m), tf.matrix_band_part(m, 1, 0), tf.matrix_determinant(m),
            tf.matrix_solve(m, m[:, :1]), tf.matrix_diag([[1.0, 2.0]]), tf.matrix_diag_part(m), tf.div_no_nan(
                [1.0, 2.0], [0.0, 4.0]), tf.linspace(0.0, 1.0, 3), tf.check_numerics(m, "m"),
            tf.segment_sum([1.0, 3.0, 2.0], [0, 0, 1]), tf.unsorted_segment_sum([1.0, 3.0, 2.0], [1, 1, 0], 2),
            tf.realdiv([1.0], [4.0]), tf.floor_div([5], [2]), tf.reverse_v2([1, 2, 3], [0])]
    return sess.run(made)


def means_of_what_is_near(tf, sess):
    """k-means: how many points are nearest to a centre differs from run to run."""
    points, centres = tf.constant(numbers((32, 2), 0)), tf.Variable(numbers((32, 2), 0)[:3])
    apart = tf.reduce_sum(tf.square(tf.expand_dims(points, 0) - tf.expand_dims(centres, 1)), 2)
    nearest = tf.argmin(apart, 0)
    means = tf.concat([tf.reduce_mean(tf.gather(points, tf.reshape(tf.where(tf.equal(nearest, i)), [-1])), 0,
                                      keep_dims=True) for i in range(3)], 0)
    update = tf.assign(centres, means)
    sess.run(tf.global_variables_initializer())
    return [sess.run([update, nearest]) for _ in range(5)]


def sizes_of_parts(tf, sess):
    """What is known of a slice's size where that of the whole is not."""
    x, square, n = tf.placeholder(tf.float32, [None, 3]), tf.placeholder("float", [None] * 2), tf.placeholder("int32")
    parts = [x[:2], x[1:], x[-2:], x[0], x[-1], x[::2], x[:, :2], x[1:3], x[:-1, 1:], x[1, tf.newaxis], x[::-1],
             tf.strided_slice(x, [0, 0], [2, 3]), tf.slice(x, [0, 0], [2, 3]), square[:2, :2], square[:, -1], x[:n],
             x[:1], x[-1:], square[:1, 0], square[0, -1:], square[..., :1], square[n:, :1], square[:1, n],
             tf.strided_slice(x, [0, 0], [1, 2]), tf.strided_slice(square, [0, 0], [1, 2], shrink_axis_mask=1)]
    return [[str(part.shape) for part in parts], sess.run(parts, {x: TALL, square: TALL, n: 1})]


PROGRAMS = {own.__name__: in_session(own) for own in (
    scalars_of_unknown_shape, averages_after_a_step, both_ways, lengths_of_any_type, initialisers_as_they_are,
    coordinated, settings_of_a_program, matrices_by_their_older_names, means_of_what_is_near, sizes_of_parts)}
PROGRAMS["lengths_of_two_axes"] = lengths_of_two_axes
