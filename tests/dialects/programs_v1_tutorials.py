"""Programs as tutorials of TensorFlow 1 have them, each in a graph and a session of its own, from given weights."""

import numpy as np
from dialects.programs_keras import numbers
from dialects.programs_v1_parts import in_session


def given_weights(tf, sess):
    """Initialise all variables, and let those that are trained have given values."""
    sess.run(tf.global_variables_initializer())
    for number, v in enumerate(tf.trainable_variables()):
        v.load(numbers(tuple(v.shape.as_list()), number) * 0.3, sess)


def perceptron(tf, sess):
    """Placeholders, a decayed rate, Adam, and what it keeps."""
    x, y = tf.placeholder(tf.float32, [None, 6], name="x"), tf.placeholder(tf.int64, [None], name="y")
    step = tf.train.get_or_create_global_step()
    with tf.name_scope("layer1"):
        w = tf.Variable(tf.truncated_normal([6, 5], stddev=0.1), name="W")
        h = tf.nn.relu(tf.nn.xw_plus_b(x, w, tf.Variable(tf.zeros([5]), name="b")), name="h")
    with tf.variable_scope("layer2", initializer=tf.random_normal_initializer(stddev=0.1)):
        logits = tf.add(tf.matmul(h, tf.get_variable("W", [5, 3])), tf.get_variable(
            "b", initializer=tf.constant([0.1, 0.2, 0.3])), name="logits")
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
    optimizer = tf.train.AdamOptimizer(tf.train.exponential_decay(0.05, step, 4, 0.9, staircase=True))
    train = optimizer.minimize(loss, global_step=step)
    given_weights(tf, sess)
    feed, losses = {x: numbers((8, 6), 9), y: np.arange(8) % 3}, []
    for _ in range(9):
        losses.append(np.array(sess.run([loss, train], feed)[0]))
    kept = sess.run([optimizer.get_slot(w, "m"), optimizer.get_slot(w, "v"), *tf.global_variables()[5:7]])
    sizes = [d.value for d in x.shape] + [h.shape[0].value, logits.get_shape().as_list(), str(x.shape[1:])]
    return [losses, kept, [v.name for v in tf.global_variables()], optimizer.get_slot_names(),
            [v.name for v in optimizer.variables()], str(optimizer.get_slot(w, "rms")), sizes]


def slots(make, keys):
    """The names of what an optimiser keeps, and its values after three steps of two variables."""
    def program(tf, sess):
        with tf.variable_scope("net"):
            v, w = (tf.get_variable(name, initializer=tf.constant([1.0, -2.0, 0.5])) for name in "vw")
        loss = tf.reduce_sum(v * v * w) + tf.reduce_sum(w * w)
        optimizer = eval(f"tf.train.{make}", {"tf": tf})
        with tf.name_scope("train"):
            train = optimizer.minimize(loss)
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            sess.run(train)
        return [optimizer.get_slot_names(), [x.name for x in tf.global_variables()],
                sess.run([optimizer.get_slot(v, key) for key in keys.split()]), sess.run([v, w])]
    return program


def sequences(tf, sess):
    """Cells over sequences whose number, and whose steps, are known at a run only."""
    x, lengths = tf.placeholder(tf.float32, [None, None, 3]), tf.placeholder(tf.int32, [None])
    cells = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.GRUCell(4), tf.nn.rnn_cell.BasicRNNCell(3)])
    made = [tf.nn.dynamic_rnn(tf.nn.rnn_cell.BasicLSTMCell(5), x, lengths, dtype=tf.float32)]
    with tf.variable_scope("more"):
        made.append(tf.nn.dynamic_rnn(cells, x, dtype=tf.float32))
    with tf.variable_scope("first"):
        made.append(tf.nn.dynamic_rnn(tf.nn.rnn_cell.LSTMCell(4, use_peepholes=True), tf.transpose(x, [1, 0, 2]),
                                      lengths, time_major=True, dtype=tf.float32))
    with tf.variable_scope("both"):
        (forward, backward), last = tf.nn.bidirectional_dynamic_rnn(
            tf.nn.rnn_cell.GRUCell(2), tf.nn.rnn_cell.GRUCell(2), x, lengths, dtype=tf.float32)
    made.append([tf.concat([forward, backward], 2), last])
    loss = tf.add_n([tf.reduce_sum(tf.square(outputs)) for outputs, _ in made])
    gradients = tf.gradients(loss, [x, *tf.trainable_variables()])
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    given_weights(tf, sess)
    found = []
    for rows, steps in ((3, 5), (2, 4), (3, 5)):
        feed = {x: numbers((rows, steps, 3), 50 + steps), lengths: [steps, 2, 1][:rows]}
        found += [sess.run([*made, gradients, train], feed)[:-1]]
    return [found, [v.name for v in tf.trainable_variables()], [str(outputs.shape) for outputs, _ in made]]


def lists_of_tensors(tf, sess):
    """TensorArrays in loops: written, grown, read, with gradients."""
    x, rows = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [None, 3])
    _, filled = tf.while_loop(lambda i, t: i < 5, lambda i, t: (i + 1, t.write(i, tf.cast(i, tf.float32) * x)),
                              [0, tf.TensorArray(tf.float32, size=5, clear_after_read=False)])
    grown = tf.TensorArray(tf.int32, size=0, dynamic_size=True).write(0, 1).write(1, 1)
    _, grown = tf.while_loop(lambda i, t: i < 10, lambda i, t: (i + 1, t.write(i, t.read(i - 1) + t.read(i - 2))),
                             [2, grown])
    given = tf.TensorArray(tf.float32, size=tf.shape(rows)[0]).unstack(rows)
    w = tf.Variable(numbers((3, 2), 3))

    def turn(i, h, out):
        h = tf.tanh(tf.matmul(tf.expand_dims(given.read(i), 0), w) + h)
        return i + 1, h, out.write(i, h[0])
    _, last, out = tf.while_loop(lambda i, *_: i < tf.shape(rows)[0], turn, (
        0, tf.zeros([1, 2]), tf.TensorArray(tf.float32, size=tf.shape(rows)[0])))
    made = [filled.stack(), grown.stack(), grown.size(), last, out.stack(), filled.gather([0, 3]),
            tf.TensorArray(tf.float32, 3).scatter([2, 0, 1], tf.constant([[1.0], [2.0], [3.0]])).concat()]
    made += tf.gradients(tf.reduce_sum(tf.square(made[0])), x) + tf.gradients(tf.reduce_sum(made[4]), [w, rows])
    sess.run(tf.global_variables_initializer())
    return [sess.run(made, {x: 1.5, rows: numbers((n, 3), n)}) for n in (4, 2, 4)] + [
        str(x.shape) for x in (made[0], made[1], made[4])]


def adversaries(tf, sess):
    """Two networks that are trained by turns, each with variables of its own; weights are clipped."""
    x, z = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [None, 3])

    def net(x, scope, sizes, reuse=False):
        with tf.variable_scope(scope, reuse=reuse):
            for number, size in enumerate(sizes):
                x = tf.layers.dense(x, size, tf.nn.leaky_relu if number + 1 < len(sizes) else None, name=f"l{number}")
        return x
    fake = tf.tanh(net(z, "G", (5, 4)))
    real, made = net(x, "D", (5, 1)), net(fake, "D", (5, 1), True)
    loss_of = tf.nn.sigmoid_cross_entropy_with_logits
    losses = [tf.reduce_mean(loss_of(logits=real, labels=tf.ones_like(real)) + loss_of(
        logits=made, labels=tf.zeros_like(made))), tf.reduce_mean(loss_of(logits=made, labels=tf.ones_like(made)))]
    mixed = 0.3 * x + 0.7 * fake
    slope = tf.gradients(net(mixed, "D", (5, 1), True), [mixed])[0]
    penalty = tf.reduce_mean((tf.sqrt(tf.reduce_sum(slope ** 2, axis=1)) - 1.0) ** 2)
    own = [tf.trainable_variables(scope) for scope in "DG"]
    steps = [tf.train.AdamOptimizer(0.02, beta1=0.5).minimize(loss, var_list=variables)
             for loss, variables in zip((losses[0] + penalty, losses[1]), own)]
    clip = [v.assign(tf.clip_by_value(v, -0.25, 0.25)) for v in own[0]]
    given_weights(tf, sess)
    feed, found = {x: numbers((6, 4), 20), z: numbers((6, 3), 21)}, []
    for _ in range(4):
        found += [np.array(sess.run([loss, step], feed)[0]) for loss, step in zip(losses, steps)]
    sess.run(clip)
    return [found, sess.run([penalty, *own[0]], feed), [v.name for v in tf.global_variables()]]


def blocks_of_pixels(tf, sess):
    """space_to_depth and back, rows that are taken apart, shapes as they print."""
    x = tf.placeholder(tf.float32, [None, 4, 4, 8])
    deep, wide = tf.space_to_depth(x, 2), tf.depth_to_space(x, 2)
    made = [deep, wide, tf.nn.depth_to_space(deep, 2), *tf.dynamic_partition(
                tf.constant([1.0, 2.0, 3.0, 4.0]), [0, 1, 0, 1], 2),
            tf.get_variable("table", [5, 2], initializer=tf.constant_initializer(np.arange(10)))]
    made += tf.gradients(tf.square(deep) + 1.0, x)
    sess.run(tf.global_variables_initializer())
    texts = [str(deep), str(wide), str(x.shape), repr(x.shape), str(x.shape[1]), repr(x.shape[0]), str(x.shape.dims),
             str(tf.TensorShape(None)), "".join(str(size) for size in x.shape), str(tf.placeholder(tf.float32).shape)]
    return sess.run(made, {x: numbers((2, 4, 4, 8), 1)}) + texts


def elements_of_outer_tensors(tf, sess):
    """Functions of elements that read variables, placeholders and tables of the graph around them."""
    scale, shift = tf.Variable(2.0), tf.placeholder(tf.float32, [])
    table = tf.constant([10.0, 20.0, 30.0])
    data = tf.data.Dataset.from_tensor_slices((numbers((6, 3), 1), np.arange(6)))
    data = data.map(lambda a, b: (scale * a + shift, b)).filter(lambda a, b: tf.less(b, 5)).batch(4)
    iterator = tf.data.make_initializable_iterator(data)
    batch, looked_up = iterator.get_next(), tf.data.make_one_shot_iterator(
        tf.data.Dataset.range(3).map(lambda i: tf.gather(table, i))).get_next()
    sess.run(scale.initializer)
    found = [sess.run(looked_up) for _ in range(3)]
    for shown in (1.0, -1.0):
        sess.run(iterator.initializer, {shift: shown})
        found += [sess.run(batch), sess.run(batch)]
        sess.run(scale.assign(0.5))
    return found + [str(x.shape) for x in (*batch, looked_up)]


def folds_over_rows(tf, sess):
    """map_fn and scan over rows whose number a run alone knows; functions of several tensors, gradients."""
    n, x, w = tf.placeholder(tf.int32, []), tf.placeholder(tf.float32, [None, 3]), tf.Variable(numbers((3, 3), 2))
    first = tf.scan(lambda a, _: (a[1], a[0] + a[1]), tf.range(n), initializer=(0, 1))
    hidden = tf.scan(lambda h, row: tf.tanh(tf.squeeze(tf.matmul(h[None], w), 0) + row), x, initializer=tf.zeros([3]))
    mapped = tf.map_fn(lambda row: (tf.reduce_sum(row), row * 2.0), x, dtype=(tf.float32, tf.float32))
    made = [*first, hidden, tf.scan(tf.add, x), tf.scan(tf.maximum, x, reverse=True), *mapped,
            tf.map_fn(lambda i: i * i, tf.range(4)), tf.gradients(hidden, w)[0]]
    sess.run(tf.global_variables_initializer())
    found = [sess.run(made, {n: rows + 2, x: numbers((rows, 3), rows)}) for rows in (4, 2)]
    return found + [str(y.shape) for y in made]


SLOTS = {"MomentumOptimizer(0.1, 0.9)": "momentum", "RMSPropOptimizer(0.1, momentum=0.5)": "rms momentum",
         "RMSPropOptimizer(0.1, centered=True)": "rms mg", "AdagradOptimizer(0.1)": "accumulator",
         "AdadeltaOptimizer(1.0)": "accum accum_update",
         "AdamOptimizer(0.1, name='Own')": "m v", "GradientDescentOptimizer(0.1)": ""}
PROGRAMS = {own.__name__: in_session(own) for own in (
    perceptron, sequences, lists_of_tensors, adversaries, blocks_of_pixels, elements_of_outer_tensors,
    folds_over_rows)}
PROGRAMS |= {f"slots of {make}": in_session(slots(make, keys)) for make, keys in SLOTS.items()}
