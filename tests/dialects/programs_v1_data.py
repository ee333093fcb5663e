"""tf.data and tf.image of TensorFlow 1: what iterators give, run by run, and what pictures become."""

import numpy as np
from dialects.programs_keras import numbers
from dialects.programs_v1_parts import in_session

X, Y = numbers((40, 4), 1), np.arange(40, dtype="int64") * 7 % 3
BYTES = (np.arange(60).reshape(4, 5, 3) * 4).astype("uint8")


def drained(tf, sess, element, runs=100):
    """What runs of an element give, up to the end."""
    found = []
    try:
        for _ in range(runs):
            found.append(sess.run(element))
    except tf.errors.OutOfRangeError:
        found.append("end")
    return found


def training(tf, sess):
    data = tf.data.Dataset.from_tensor_slices((X, Y)).repeat(2).batch(16).map(lambda a, b: (a * 2.0, tf.one_hot(b, 3)))
    x, y = data.make_one_shot_iterator().get_next()
    w = tf.Variable(np.zeros((4, 3), "float32"))
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=y, logits=tf.matmul(x, w)))
    step = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
    sess.run(tf.global_variables_initializer())
    return [drained(tf, sess, step), sess.run(w), x.name, y.op.type,
            [kind.name for kind in data.output_types], [shape.as_list() for shape in data.output_shapes]]


def fed_sources(tf, sess):
    x, y, size = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.int64, [None]), tf.placeholder(tf.int64, [])
    iterator = tf.data.make_initializable_iterator(tf.data.Dataset.from_tensor_slices({"x": x, "y": y}).batch(size))
    element, found = iterator.get_next(), []
    try:
        sess.run(element)
    except tf.errors.FailedPreconditionError:
        found.append("not begun")
    for n in (5, 3):
        sess.run(iterator.initializer, {x: X[:n], y: Y[:n], size: 2})
        found += drained(tf, sess, element)
    return found, [part.shape.as_list() for part in element.values()]


def one_structure(tf, sess):
    small, large = tf.data.Dataset.range(2), tf.data.Dataset.range(10, 13).map(lambda v: v * v)
    iterator = tf.data.Iterator.from_structure(small.output_types, small.output_shapes)
    value, found = iterator.get_next(), []
    for begin in (iterator.make_initializer(small), iterator.make_initializer(large)):
        sess.run(begin)
        found += drained(tf, sess, value)
    one, two = small.repeat().make_one_shot_iterator().get_next(), large.make_initializable_iterator()
    sess.run(two.initializer)
    return [*found, [int(sess.run(x)) for x in (one, one, two.get_next(), one)]]


def other_types(tf, sess):
    small, other = tf.data.Dataset.range(2), tf.data.Dataset.from_tensor_slices(X)
    tf.data.Iterator.from_structure(small.output_types, small.output_shapes).make_initializer(other)


def by_step(tf, sess):
    data = tf.data.Dataset

    def lengths():
        for i in range(4):
            yield [i] * (i + 1), i
    texts = data.zip((data.range(3), data.from_tensor_slices(tf.constant(["a", "b", "c"]))))
    found = []
    for made in (
            data.from_generator(lengths, (tf.int32, tf.int64), ([None], [])).padded_batch(2, ([None], [])),
            data.from_generator(lengths, (tf.int32, tf.int64)).filter(lambda a, b: tf.equal(b % 2, 0)),
            data.range(3).flat_map(lambda v: data.from_tensors(v).repeat(v)), texts.batch(2),
            data.from_tensor_slices(X[:5]).apply(lambda d: d.batch(2, drop_remainder=True)).prefetch(1),
            data.range(6).window(2).flat_map(lambda w: w.batch(2)),
            data.from_tensor_slices(X[:3]).map(lambda x: tf.image.flip_left_right(tf.reshape(x, [2, 2, 1]))),
            data.range(9).interleave(lambda x: data.from_tensors(x).repeat(2), 2).take(5).skip(1).enumerate(),
            data.from_tensor_slices(tf.zeros([3, 2])).map(lambda x: {"a": x, "b": tf.shape(x)}, num_parallel_calls=2)):
        found += drained(tf, sess, tf.data.make_one_shot_iterator(made).get_next())
    drawn = data.from_tensor_slices(X).shuffle(40).batch(40).make_one_shot_iterator().get_next()
    return [*found, np.sort(sess.run(drawn), 0),
            tf.data.make_one_shot_iterator(texts.batch(2)).get_next()[1].shape.as_list()]


def two_reads_of_one_iterator(tf, sess):
    iterator = tf.data.Dataset.range(6).make_one_shot_iterator()
    a, b = iterator.get_next(), iterator.get_next()
    with tf.control_dependencies([a]):
        c = tf.identity(b)
    return sorted(sess.run([a, c])), sess.run(a)


def rows_of_a_variable(tf, sess):
    v = tf.Variable(numbers((4, 2), 3))
    steps = [tf.scatter_update(v, [0, 2], tf.ones([2, 2])), tf.scatter_update(v, [[3], [1]], tf.zeros([2, 1, 2]))]
    found = []
    sess.run(tf.global_variables_initializer())
    for step in steps:
        found += [np.array(sess.run(step)), np.array(sess.run(v))]
    return found


def picture(case):
    """A line of tf.image, of a batch and of bytes."""
    def build(tf, sess):
        x, u = tf.placeholder(tf.float32, [None, 4, 5, 2]), tf.placeholder(tf.uint8, [4, 5, 3])
        made = eval(case, {"tf": tf, "x": x, "u": u})
        found = sess.run(made, {x: numbers((2, 4, 5, 2), 5), u: BYTES})
        return [found.shape if "random" in case else found, str(found.dtype), str(made.shape)]
    return in_session(build)


PICTURES = """resize_images(x, (2, 3))|resize_images(x, (7, 8), method=1)|
resize_images(x, (7, 3), align_corners=True)|
resize_images(x, (7, 3), tf.image.ResizeMethod.NEAREST_NEIGHBOR, True)|resize_images(u, (3, 3))|
resize_images(u, (4, 5))|resize_images(u, (2, 9), preserve_aspect_ratio=True)|
resize_bilinear(x, (6, 6), half_pixel_centers=True)|resize_nearest_neighbor(x, (6, 6), half_pixel_centers=True)|
resize_bilinear(x, [2, 2])|resize(x, (3, 3))|resize_image_with_crop_or_pad(u, 2, 8)|
per_image_standardization(u)|rgb_to_grayscale(u)|convert_image_dtype(u, tf.float32)|central_crop(u, 0.5)|
flip_left_right(u)|flip_up_down(u)|adjust_contrast(u, 1.5)|random_crop(u, [2, 2, 3])|
random_brightness(u, 0.2)|random_flip_left_right(u)|random_contrast(u, 0.5, 1.5)""".replace(
    "\n", "").split("|")
PROGRAMS = {own.__name__: in_session(own) for own in (
    training, fed_sources, one_structure, other_types, by_step, two_reads_of_one_iterator, rows_of_a_variable)}
PROGRAMS |= {f"tf.image.{case}": picture(f"tf.image.{case}") for case in PICTURES}
