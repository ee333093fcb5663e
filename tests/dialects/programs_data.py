"""Short programs of tf.data: what each returns is held to what TensorFlow returns for it."""

import numpy as np


def elements(dataset):
    return list(dataset)


def slices_of_a_tuple(tf):
    data = tf.data.Dataset.from_tensor_slices((np.arange(6.0).reshape(3, 2), np.array([5, 6, 7])))
    return elements(data), len(data), str(data.element_spec)


def slices_of_a_dict(tf):
    data = tf.data.Dataset.from_tensor_slices({"a": [1, 2, 3], "b": [[1.0], [2.0], [3.0]]})
    return [x["a"] + tf.cast(x["b"][0], tf.int32) for x in data]


def batches(tf):
    data = tf.data.Dataset.range(7)
    return (elements(data.batch(3)), elements(data.batch(3, drop_remainder=True)), len(data.batch(3)),
            data.batch(3).cardinality(), elements(data.batch(2).batch(2)))


def map_with_several_arguments(tf):
    data = tf.data.Dataset.from_tensor_slices(([1, 2], [10, 20])).map(lambda x, y: (x + y, {"x": x}))
    return [(s, d["x"]) for s, d in data]


def filters(tf):
    return elements(tf.data.Dataset.range(10).filter(lambda x: x % 3 == 0))


def repeats(tf):
    data = tf.data.Dataset.range(3)
    return elements(data.repeat(2)), elements(data.repeat().take(5)), data.repeat().cardinality(), elements(
        data.repeat(0)), elements(data.batch(2).repeat(2))


def takes_and_skips(tf):
    data = tf.data.Dataset.range(10)
    return elements(data.skip(7)), elements(data.take(2)), elements(data.shard(3, 1)), len(data.skip(4).take(3)), \
        elements(data.take(-1))


def zips(tf):
    a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(5, 10)
    return elements(tf.data.Dataset.zip((a, b))), elements(a.concatenate(b)), elements(a.enumerate(start=5))


def shuffles(tf):
    data = tf.data.Dataset.range(20).shuffle(20, seed=1)
    one = [int(x) for x in data]
    kept = tf.data.Dataset.range(20).shuffle(5, seed=1, reshuffle_each_iteration=False)
    return sorted(one), one != list(range(20)), [int(x) for x in kept] == [int(x) for x in kept], len(data)


def flat_maps(tf):
    data = tf.data.Dataset.range(1, 4)
    return elements(data.flat_map(lambda n: tf.data.Dataset.range(n))), elements(
        data.interleave(lambda n: tf.data.Dataset.from_tensors(n).repeat(3), cycle_length=2, block_length=2)), elements(
        tf.data.Dataset.range(6).batch(3).unbatch())


def windows(tf):
    data = tf.data.Dataset.range(6)
    return [list(x) for x in data.window(3)], [list(x) for x in data.window(3, shift=1, drop_remainder=True)], [
            list(x) for x in data.window(2, shift=2, stride=2)], elements(
        data.window(3, shift=1, drop_remainder=True).flat_map(lambda w: w.batch(3)))


def generators(tf):
    def count(n):
        for i in range(n):
            yield i, [float(i)] * 2
    data = tf.data.Dataset.from_generator(count, args=[3], output_signature=(
        tf.TensorSpec(shape=(), dtype=tf.int32), tf.TensorSpec(shape=(2,), dtype=tf.float32)))
    return elements(data), data.cardinality()


def padded_batches(tf):
    data = tf.data.Dataset.range(1, 4).map(lambda n: tf.fill([n], n))
    return elements(data.padded_batch(2)), elements(data.padded_batch(3, padded_shapes=[4], padding_values=tf.constant(
        -1, tf.int64)))


def reductions(tf):
    data = tf.data.Dataset.range(5)
    return data.reduce(np.int64(0), lambda total, x: total + x), list(data.batch(3).rebatch(2))


def caches_and_prefetches(tf):
    data = tf.data.Dataset.range(3).map(lambda x: x + 1).cache().prefetch(tf.data.AUTOTUNE)
    return elements(data), elements(data), list(data.as_numpy_iterator()), elements(data.apply(
        lambda d: d.batch(2)))


def texts_beside_numbers(tf):
    data = tf.data.Dataset.from_tensor_slices(([1, 2], ["a", "b"]))
    return str(data.element_spec), [s for _, s in data], next(iter(data.batch(2)))[1]


def padding_of_rows_and_numbers(tf):
    data = tf.data.Dataset.range(1, 4).map(lambda n: (tf.fill([n], n), n))
    return elements(data.padded_batch(2, padded_shapes=([None], []), padding_values=(tf.constant(-1, tf.int64),
                                                                                    tf.constant(0, tf.int64))))


def an_iterator(tf):
    it = iter(tf.data.Dataset.range(3))
    return next(it), next(it), tf.data.Dataset.from_tensors([1, 2]).get_single_element()


def an_endless_length(tf):
    return len(tf.data.Dataset.range(3).repeat())


def a_length_that_is_not_known(tf):
    return len(tf.data.Dataset.range(3).filter(lambda x: x > 1))


def a_numpy_iterator(tf):
    it = tf.data.Dataset.range(3).as_numpy_iterator()
    return it.next(), next(it), list(it)


def pairs_of_a_generator(tf):
    pairs = tf.data.Dataset.from_generator(lambda: ((n, [n] * n) for n in range(3)), output_signature=(
        tf.TensorSpec([], tf.int32), tf.TensorSpec([None], tf.float32)))
    return [[str(spec) for spec in pairs.element_spec], list(pairs)[2]]


PROGRAMS = {name: value for name, value in list(globals().items()) if getattr(value, "__module__", "") == __name__
            and name != "elements"}
