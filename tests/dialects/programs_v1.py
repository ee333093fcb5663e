"""Lines of TensorFlow 1, each in a graph of its own: values, static shapes and gradients are held to tf.compat.v1.

The layers are those of tf_keras, so TensorFlow's side runs with TF_USE_LEGACY_KERAS=1.
"""

import re

import numpy as np
from dialects.oracle import inputs, parts_of
from dialects.programs_graph import version_1
from dialects.programs_keras import numbers

SHAPES = {"open": [None, 3]}             # inputs whose shape a graph does not know in full
LINES = r"""tf.argmax(a, 1, 'name')|tf.argmax(a, dimension=1)|tf.argmax(a, axis=1, dimension=1)|tf.arg_max(a, 1)|
tf.argmin(a, 1, output_type=tf.int32)|tf.gather(a, [1], None, 'name', 1)|tf.gather(a, [1], axis=1)|tf.gather(a, [7])|
tf.div(j, 2)|tf.div(a, 2.0)|tf.div(j, i + 1)|tf.expand_dims(a, -1)|tf.expand_dims(a, dim=0)|tf.expand_dims(a)|
tf.squeeze(a[:1], squeeze_dims=[0])|tf.shape(a, 'name')|tf.shape(a, out_type=tf.int64)|tf.size(a, 'name')|
tf.transpose(a, [1, 0], 'name')|tf.pad(a, [[1, 0], [0, 1]], 'CONSTANT', 'name', 2.0)|tf.where(t, a, b)|
tf.where(t, a, 0.0)|tf.where([True, False], a, b)|tf.where(True, a, b)|tf.where([True, False, True], a, b)|
tf.confusion_matrix([0, 1], [1, 1], 2, tf.int64)|tf.count_nonzero(j, 1)|
tf.count_nonzero(j, reduction_indices=1, keep_dims=True)|tf.reduce_sum(a, reduction_indices=[1], keep_dims=True)|
tf.reduce_sum(a, 1, True)|tf.reduce_sum(a, axis=1, reduction_indices=1)|tf.reduce_mean(j)|tf.norm(a, 2, 1, True)|
tf.norm(a, keep_dims=True)|tf.ones_like(a, tf.int32)|tf.zeros_like(a, optimize=False)|tf.nn.softmax(a, dim=0)|
tf.nn.log_softmax(a, 0)|tf.nn.moments(a, [0], keep_dims=True)|
tf.nn.softmax_cross_entropy_with_logits(labels=tf.nn.softmax(logits), logits=logits)|
tf.nn.softmax_cross_entropy_with_logits_v2(labels=tf.nn.softmax(logits), logits=logits)|
tf.nn.softmax_cross_entropy_with_logits(labels=tf.nn.softmax(logits, 0), logits=logits, dim=0)|
tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)|tf.nn.in_top_k(logits, labels, 2)|
tf.nn.embedding_lookup(table, labels, max_norm=0.5)|tf.nn.xw_plus_b(a, c, c[0])|tf.nn.l2_normalize(a, dim=1)|
tf.nn.conv1d(signal, kernel1, 1, 'SAME')|tf.nn.conv2d(x, kernel, [1, 1, 1, 1], 'SAME')|
tf.nn.conv2d(x, filters=kernel, strides=[1, 2, 2, 1], padding='VALID')|
tf.nn.max_pool(x, [1, 2, 2, 1], [1, 1, 1, 1], 'SAME')|
tf.nn.avg_pool(value=x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding='SAME')|tf.nn.avg_pool2d(x, 2, 1, 'VALID')|
tf.nn.depthwise_conv2d(x, deep, [1, 1, 1, 1], 'SAME')|tf.nn.dropout(a, 1.0)|tf.nn.dropout(a, rate=0.0)|
tf.nn.dropout(a)|tf.nn.conv2d_transpose(x, back, [2, 12, 14, 5], [1, 2, 2, 1])|tf.clip_by_global_norm([a, b], 0.5)|
tf.global_norm([a, b])|tf.to_float(j)|tf.to_double(j)|tf.to_int64(a)|tf.slice(a, [0, 1], [1, 2])|tf.mod(j, 3)|
tf.map_fn(lambda row: row * 2.0, a)|tf.scan(lambda total, x: total + x, v)|
tf.reverse_sequence(a, [1, 2], seq_dim=1, batch_dim=0)|tf.matmul(a, b)|a + c|tf.concat([a, c], 1)|tf.reshape(a, [4])|
a[:, 1:]|a[5]|a * 2|2 * a|a / j|j / 2|tf.pow(j, 2)|j ** 2|tf.floor(a)|tf.round(a)|tf.stop_gradient(a) * b|
tf.reshape(a, tf.constant([6]))|tf.reshape(a, [tf.shape(a)[0], -1])|tf.zeros(tf.shape(open)) + open|
tf.reshape(open, [tf.shape(open)[0], 3])|tf.reshape(open, tf.stack([tf.shape(open)[0] * 3]))|
tf.fill(tf.shape(open), 2.0)|tf.tile(a, tf.constant([2, 1]))|tf.tile(open, [tf.shape(open)[0], 1])|
tf.reduce_sum(a, tf.constant(1))|tf.range(tf.shape(open)[0])|tf.slice(a, tf.constant([0, 0]), tf.constant([1, 2]))|
tf.transpose(a, tf.constant([1, 0]))|tf.concat([open, a], tf.constant(0))|tf.one_hot([0, 1], tf.constant(3))|
tf.gather(open, tf.range(tf.shape(open)[0] - 1))|open[:tf.shape(open)[0] - 1]|a[tf.constant(1)]|tf.reshape(a, k + 1)|
tf.split(a, [1, 2], 1)|tf.losses.mean_squared_error(a, b, p, reduction='weighted_mean')|
tf.losses.mean_squared_error(a, b, 2.0)|
tf.losses.mean_squared_error(a, b, p, reduction='weighted_sum_over_batch_size')|
tf.losses.mean_squared_error(a, b, p, reduction='weighted_sum')|tf.losses.mean_squared_error(a, b, reduction='other')|
tf.losses.mean_squared_error(a, b)|tf.losses.mean_squared_error(a, b, weights=[[1.0], [0.0]])|
tf.losses.mean_squared_error(a, b, [[2.0], [0.0]], reduction='none')|
tf.losses.huber_loss(a, b, delta=0.5)|
tf.losses.softmax_cross_entropy(tf.nn.softmax(logits), logits, label_smoothing=0.1)|
tf.losses.sparse_softmax_cross_entropy(labels, logits)|
tf.losses.sparse_softmax_cross_entropy(labels[:, None], logits)|
tf.losses.sigmoid_cross_entropy(tf.sigmoid(a), a, 1.0, 0.2)|tf.losses.compute_weighted_loss(a, [[2.0], [3.0]])|
tf.losses.mean_squared_error(a, b) + tf.losses.get_total_loss()"""
LINES = LINES.replace("\n", "").split("|")
GIVEN = inputs() | {"open": numbers((2, 3), 31)}


def line(case):
    """Values, static shapes and gradients of a line."""
    names = sorted(set(re.findall(r"\b[a-z]\w*\b", case)) & set(GIVEN))

    def program(tf):
        tf = version_1(tf)
        with tf.Graph().as_default(), tf.Session() as sess:
            own = {name: tf.placeholder(str(GIVEN[name].dtype), SHAPES.get(name, GIVEN[name].shape)) for name in names}
            parts = parts_of(eval(case, {"tf": tf, **own}))
            floats = [name for name in names if GIVEN[name].dtype.kind == "f"]
            total = [tf.reduce_sum(tf.sin(part)) for part in parts if part.dtype.is_floating]
            grads = tf.gradients(total, [own[name] for name in floats]) if total and floats else []
            feed = {own[name]: GIVEN[name] for name in names}
            found = [np.array(x) for x in sess.run([*parts, *[tf.convert_to_tensor(g) for g in grads if g is not None]],
                                                   feed)]
            return [*found, [str(part.shape) for part in parts], [g is None for g in grads]]
    return program


def filled(tf, sess):
    """Give all variables numbers of their own."""
    for i, variable in enumerate(tf.global_variables()):
        variable.load(numbers(variable.shape.as_list(), i + 1) * 0.5, sess)
    return [v.name for v in tf.global_variables()]


def layer(case):
    """What a layer gives, its gradients, and the names of its variables."""
    def program(tf):
        tf = version_1(tf)
        with tf.Graph().as_default(), tf.Session() as sess:
            x = tf.placeholder(tf.float32, [2, 6, 7, 3], "x")
            y = eval(case, {"tf": tf, "x": x})
            weights = tf.trainable_variables()
            grads = tf.gradients(tf.reduce_sum(tf.sin(y)), [x, *weights])
            names = filled(tf, sess)
            found = sess.run([y, *grads], {x: numbers((2, 6, 7, 3), 40)})
            return [*map(np.array, found), names, str(y.shape), [v.shape.as_list() for v in weights]]
    return program


LAYERS = """tf.layers.dense(x, 4)|tf.layers.dense(x, 4, tf.nn.relu, use_bias=False, name='own')|
tf.layers.dense(tf.layers.dense(x, 4, activation=tf.nn.tanh), 2)|tf.layers.conv2d(x, 4, 3)|
tf.layers.conv2d(x, 4, (3, 2), (2, 1), 'same', activation=tf.nn.relu)|
tf.layers.conv2d(x, 4, 3, dilation_rate=2, use_bias=False)|tf.layers.max_pooling2d(x, 2, 2)|
tf.layers.max_pooling2d(x, [3, 2], [1, 2], 'same')|tf.layers.average_pooling2d(x, 2, 2)|
tf.layers.average_pooling2d(x, 3, 2, padding='same')|tf.layers.flatten(x)|tf.layers.dropout(x, 0.5)|
tf.layers.dense(tf.layers.flatten(tf.layers.conv2d(x, 2, 3, padding='same')), 3)""".replace("\n", "").split("|")
PROGRAMS = {case: line(case) for case in LINES} | {case: layer(case) for case in LAYERS}
