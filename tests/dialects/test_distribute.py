"""tf.distribute in a process that was started alone: one replica, with all that several have."""

import numpy as np
import pytest

from minitorch.dialects import tf2 as tf

distribute = tf.distribute


@pytest.mark.parametrize("make", [distribute.MirroredStrategy, distribute.MultiWorkerMirroredStrategy,
                                  distribute.experimental.MultiWorkerMirroredStrategy, distribute.get_strategy,
                                  lambda: distribute.OneDeviceStrategy("/cpu:0")])
def test_alone_a_strategy_is_one_replica(make):
    strategy = make()
    with strategy.scope():
        assert distribute.get_strategy() is strategy
        v = tf.Variable(2.0)
    assert strategy.num_replicas_in_sync == 1

    def step(x, factor):
        return {"y": x * v * factor}
    found = strategy.run(step, args=(tf.constant([1.0, 2.0]),), kwargs={"factor": 3.0})
    assert strategy.reduce("SUM", found, axis=None)["y"].numpy().tolist() == [6, 12]
    assert float(strategy.reduce(distribute.ReduceOp.MEAN, found["y"], axis=0)) == 9
    assert strategy.gather(found["y"], 0).numpy().tolist() == [6, 12]
    data = tf.data.Dataset.range(4).batch(2)
    assert [x.numpy().tolist() for x in strategy.experimental_distribute_dataset(data)] == [[0, 1], [2, 3]]


def test_fit_in_a_scope_of_one_replica_is_fit():
    x, y = np.arange(8.0).reshape(4, 2), np.arange(4.0)
    found = []
    for strategy in (distribute.get_strategy(), distribute.MirroredStrategy()):
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
            model.compile("sgd", "mse")
        assert model.distribute_strategy is strategy
        found.append(model.fit(x, y, shuffle=False, verbose=0).history["loss"])
    assert found[0] == found[1]


@pytest.mark.parametrize("call, error, words", [
    (lambda: distribute.MirroredStrategy(["/gpu:0", "/gpu:1"]), ValueError, "minitorch run -n 2 script.py"),
    (lambda: distribute.get_strategy().reduce("max", 1.0), ValueError, "ReduceOp.SUM or MEAN"),
    (lambda: distribute.ParameterServerStrategy, AttributeError, "minitorch.distributed.parameter_server"),
    (lambda: distribute.MirroredStrategi, AttributeError, "MirroredStrategy"),
    (lambda: tf.keras.distribution, AttributeError, "tf.distribute.MirroredStrategy")])
def test_errors_say_what_to_write(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_what_losses_count_for():
    assert float(tf.nn.compute_average_loss(tf.constant([1.0, 3.0]))) == 2
    assert float(tf.nn.compute_average_loss([1.0, 3.0], sample_weight=[1.0, 2.0], global_batch_size=7)) == 1


def test_what_a_mask_leaves_out_has_no_part_in_batch_norm():
    x = np.random.default_rng(0).standard_normal((4, 5, 3)).astype("float32")
    mask = np.arange(5) < np.array([[5], [2], [0], [3]])
    x[~mask] = np.nan
    layer = tf.keras.layers.BatchNormalization(momentum=0.0)
    found = layer(x, training=True, mask=mask).numpy()
    mean, variance = x[mask].mean(0), x[mask].var(0)
    assert np.allclose(layer.moving_mean.numpy(), mean, atol=1e-6)
    assert np.allclose(layer.moving_variance.numpy(), variance, atol=1e-6)
    assert np.allclose(found[mask], (x[mask] - mean) / np.sqrt(variance + 1e-3), atol=1e-5)


def test_synchronized_batch_norm_alone_is_batch_norm():
    x = np.random.default_rng(0).standard_normal((5, 3)).astype("float32")
    found = [tf.keras.layers.BatchNormalization(synchronized=synchronized)(x, training=True).numpy()
             for synchronized in (False, True)]
    assert np.array_equal(*found)
