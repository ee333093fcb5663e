"""Short programs of TensorFlow 2: what each returns is held to what TensorFlow returns for it."""

import numpy as np


def variables(tf):
    v = tf.Variable([1.0, 2.0], name="weights")
    before = v.value()
    v.assign_add([1.0, 1.0])
    v[0].assign(9.0)
    v.assign_sub([0.5, 0.5])
    v.scatter_nd_update([[1]], [7.0])
    return before, v, v.name, v.shape.as_list(), v.dtype.name, v.trainable, v + 1, v[1], v.numpy(), tf.shape(v), -v


def variable_of_another_shape(tf):
    v = tf.Variable([1.0, 2.0])
    v.assign([1.0, 2.0, 3.0])


def variable_of_growing_shape(tf):
    v = tf.Variable([[1.0, 2.0]], shape=tf.TensorShape([None, 2]))
    v.assign([[1.0, 2.0], [3.0, 4.0]])
    return v, v.shape.as_list()


def variable_of_another_type(tf):
    tf.Variable([1.0, 2.0]).assign(tf.constant([1, 2]))


def variable_that_is_a_key(tf):
    v, w = tf.Variable(1.0), tf.Variable(1.0)
    return v.ref() == w.ref(), v.ref() == v.ref(), v.ref().deref() is v, len({v.ref(): 1, w.ref(): 2})


def hash_of_a_tensor(tf):
    return {tf.constant(1): 1}


def texts(tf):
    a, v = tf.constant([[1.0, 2.0]]), tf.Variable(3)
    return [repr(a), str(a), repr(v), str(tf.constant(2.5)), repr(tf.constant(True)), repr(tf.constant("ab")), f"{v}",
            repr(a.shape), str(a.dtype), repr(a.dtype), str(tf.TensorShape([None, 3])), repr(tf.TensorSpec([None, 2])),
            repr(tf.constant([1, 2])), str(tf.constant(["a"])), f"{tf.constant(1.5):.3f}", f"{tf.constant(7)}"]


def shapes(tf):
    one, two = tf.TensorShape([None, 3]), tf.TensorShape([2, 3])
    return (one.is_compatible_with(two), one.merge_with(two).as_list(), two.num_elements(), one.rank, str(one[0]),
            two.concatenate([4]).as_list(), two == [2, 3], one == two, (two + [5]).as_list(), two[1:].as_list(),
            tf.TensorShape(None).rank, one.is_fully_defined(), len(two), list(two), two.as_list())


def merging_shapes_that_differ(tf):
    tf.TensorShape([2, 3]).assert_is_compatible_with([2, 4])


def dtypes(tf):
    return [tf.as_dtype("float32") == tf.float32, tf.float32.as_numpy_dtype.__name__, tf.int32.is_integer,
            tf.float64.size, tf.uint8.max, tf.int8.min, tf.float32 == np.float32, tf.complex64.name,
            tf.half.name, tf.float32.max, tf.string.name, tf.dtypes.as_dtype(np.int64).name]


def control_flow_over_values(tf):
    total, n = tf.constant(0.0), 0
    for row in tf.constant([[1.0, 2.0], [3.0, -9.0]]):
        if tf.reduce_sum(row) > 0:
            total += tf.reduce_sum(row)
        n += 1
    while total > 1:
        total = total / 2
    return total, n


def structures(tf):
    value = {"b": [1, (2, 3)], "a": 4}
    return (tf.nest.flatten(value), tf.nest.map_structure(lambda x: x * 10, value)["b"], tf.nest.is_nested([1]),
            tf.nest.pack_sequence_as(value, [7, 8, 9, 10])["a"],
            tf.nest.map_structure(lambda x, y: x + y, (1, [2]), (5, [6])))


def structures_that_differ(tf):
    tf.nest.assert_same_structure([1, 2], [1, [2]])


def tensor_arrays(tf):
    array = tf.TensorArray(tf.float32, size=0, dynamic_size=True, clear_after_read=False)
    for i in range(3):
        array = array.write(i, tf.fill([2], float(i)))
    return array.stack(), array.read(1), array.size(), array.concat()


def assertions(tf):
    tf.debugging.assert_equal([1, 2], [1, 2])
    tf.debugging.assert_positive([1.0])
    tf.debugging.assert_greater([2, 3], 1)
    return tf.debugging.check_numerics(tf.constant([1.0]), "m")


def assertion_that_fails(tf):
    tf.debugging.assert_less([1, 5], [2, 3])


def numbers_that_are_not_finite(tf):
    tf.debugging.check_numerics(tf.constant([1.0, float("nan")]), "the loss")


def assert_with_data(tf):
    tf.Assert(tf.constant(False), [tf.constant([1, 2])])


def rank_that_is_wrong(tf):
    tf.debugging.assert_rank(tf.zeros((2, 2)), 3)


def modules(tf):
    class Dense(tf.Module):
        def __init__(self, n_in, n_out, name=None):
            super().__init__(name=name)
            self.w = tf.Variable(tf.ones((n_in, n_out)), name="w")
            self.b = tf.Variable(tf.zeros(n_out), name="b")

        def __call__(self, x):
            return tf.nn.relu(x @ self.w + self.b)

    class Net(tf.Module):
        def __init__(self):
            super().__init__()
            self.layers = [Dense(3, 4), Dense(4, 2, name="last")]
            self.count = tf.Variable(0, trainable=False)

        def __call__(self, x):
            for layer in self.layers:
                x = layer(x)
            return x
    net = Net()
    return (net(tf.ones((1, 3))), [v.shape.as_list() for v in net.variables], len(net.trainable_variables), net.name,
            [m.name for m in net.submodules], len(net.non_trainable_variables))


def random_numbers_again_after_a_seed(tf):
    tf.random.set_seed(5)
    one = [tf.random.normal([3]), tf.random.uniform([2], seed=1), tf.random.uniform([2], seed=1)]
    tf.random.set_seed(5)
    two = [tf.random.normal([3]), tf.random.uniform([2], seed=1), tf.random.uniform([2], seed=1)]
    same = [bool(tf.reduce_all(a == b)) for a, b in zip(one, two)]
    return same, bool(tf.reduce_all(one[1] == one[2])), one[0].shape.as_list(), one[0].dtype.name


def shapes_and_types_of_random_numbers(tf):
    made = [tf.random.normal((2, 3), mean=1.0, stddev=0.5), tf.random.uniform([5], 2, 7, dtype=tf.int32),
            tf.random.truncated_normal([2, 2]), tf.random.shuffle(tf.range(5)),
            tf.random.categorical(tf.zeros((2, 3)), 4), tf.random.Generator.from_seed(1).normal([2, 2]),
            tf.random.uniform([])]
    return [(x.shape.as_list(), x.dtype.name) for x in made], tf.reduce_all(tf.abs(made[2]) <= 2.0), sorted(
        np.asarray(made[3]).tolist()), bool(tf.reduce_all((made[1] >= 2) & (made[1] < 7)))


def texts_of_rows(tf):
    return [str(tf.reshape(tf.range(n), shape)) for n, shape in ((4, (2, 2)), (8, (2, 2, 2)), (3, (1, 3)), (0, (0, 2)))]


def clipping_in_a_function(tf):
    x = tf.Variable([3.0, 4.0])

    @tf.function
    def step(factor):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(x * x) * factor
        (grad, none), before = tf.clip_by_global_norm([tape.gradient(loss, x), None], 1.0)
        return grad, none, before, tf.linalg.global_norm([grad, x])
    return step(tf.constant(2.0)), step(tf.constant(0.0))


PROGRAMS = {name: value for name, value in list(globals().items()) if getattr(value, "__module__", "") == __name__
            and not isinstance(value, type)}
