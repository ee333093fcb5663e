"""Sessions that are closed, fetches that are not there, arrays of tensors in branches: programs of TensorFlow 1."""

from functools import partial

import numpy as np
from dialects.programs_graph import version_1
from dialects.programs_v1_parts import in_session


def failing(work, said=()):
    """What kind of error `work` raises, and whether these words are in it."""
    try:
        work()
    except Exception as error:
        return [type(error).__name__, *(word in str(error) for word in said)]
    return "no error"


def closed_sessions(tf):
    tf = version_1(tf)
    with tf.Graph().as_default():
        x = tf.constant(2.0)
        with tf.Session() as sess:
            found = [float(sess.run(x))]
        other = tf.Session()
        other.close()
        other.close()
        return found + [failing(work, ["closed Session"]) for work in (
            lambda: sess.run(x), lambda: other.run(x), lambda: x.eval(session=other))]


def fetches_that_are_not_there(tf, sess):
    x, y = tf.placeholder(tf.float32, [2], name="x"), tf.constant(1.0, name="y")
    graph, other = tf.get_default_graph(), tf.Graph()
    with other.as_default():
        z = tf.constant(3.0, name="z")
    return [failing(partial(sess.run, fetch), words) for fetch, words in (
        ("nope:0", ["= nope:0 cannot be interpreted as a Tensor", "does not exist in the graph"]),
        ("nope", ["= nope cannot be interpreted as a Tensor", "refers to an Operation not in the graph"]),
        ("y:3", ["only has 1 outputs"]), (z, ["not an element of this graph"]),
        (3, ["has invalid type"]), (None, ["has invalid type"]), ([y, None], ["has invalid type"]))] + [
        failing(partial(sess.run, y, feed), words) for feed, words in (
            ({"nope:0": 1}, ["Cannot interpret feed_dict key as Tensor", "does not exist in the graph"]),
            ({"y": 1}, ["Cannot interpret feed_dict key as Tensor"]), ({z: 1}, ["Cannot interpret feed_dict key"]),
            ({x: [1, 2, 3]}, ["Cannot feed value of shape (3,)", "which has shape"]),
            ({3: 1}, ["Cannot interpret feed_dict key as Tensor"]))] + [
        failing(lambda: graph.get_tensor_by_name("nope:0"), ["does not exist in the graph"]),
        failing(lambda: graph.get_tensor_by_name("y"), ["refers to an Operation, not a Tensor"]),
        failing(lambda: graph.get_operation_by_name("nope"), ["refers to an Operation not in the graph"]),
        failing(lambda: graph.get_operation_by_name("y:0"), ["appears to refer to a Tensor"]),
        failing(lambda: graph.get_tensor_by_name("y:1")), graph.get_tensor_by_name("y:0") is y, float(sess.run("y:0")),
        sess.run("y"), graph.get_operation_by_name("y") is y.op]


def arrays_in_branches(tf, sess):
    use = tf.placeholder(tf.bool, [])
    array = tf.TensorArray(tf.float32, 3).unstack(tf.constant([1.0, 2.0, 3.0]))
    picked = tf.cond(use, lambda: array.read(0), lambda: array.read(2))
    made = tf.cond(use, lambda: tf.TensorArray(tf.float32, 2).unstack([5.0, 6.0]).stack(), lambda: array.gather([0, 1]))
    return [[np.array(x) for x in sess.run([picked, made], {use: on})] for on in (True, False)]


PROGRAMS = {"closed_sessions": closed_sessions}
PROGRAMS |= {f.__name__: in_session(f) for f in (fetches_that_are_not_there, arrays_in_branches)}
