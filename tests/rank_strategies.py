"""Programs that ranks run in tests/distributed: TensorFlow programs under strategies of several replicas."""

from hashlib import sha256
from pathlib import Path

import numpy as np

import minitorch.distributed as dist
from minitorch.dialects import tf2 as tf

keras = tf.keras


def digest(model):
    """Return a hash of all weights of a model."""
    return sha256(b"".join(w.numpy().tobytes() for w in model.weights)).hexdigest()


def numbers():
    rng = np.random.default_rng(0)
    return rng.standard_normal((49, 6)), rng.integers(0, 3, 49)


def compiled(strategy, seed=0):
    """Return a compiled float64 network with synchronised batch norm, a regulariser and metrics."""
    with strategy.scope():
        keras.utils.set_random_seed(seed)
        model = keras.Sequential([
            keras.layers.Dense(8, "tanh", kernel_regularizer="l2"),
            keras.layers.BatchNormalization(synchronized=True),
            keras.layers.Dense(3)])
        loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        model.compile(keras.optimizers.Adam(0.01, clipnorm=0.5), loss, metrics=["accuracy"])
        model.build((None, 6))
    return model


def largest(ours, theirs):
    """Return the largest difference between two dicts of numbers."""
    assert list(ours) == list(theirs)
    return max(float(np.abs(np.subtract(ours[name], theirs[name])).max()) for name in ours)


def fitted(folder, strategy):
    """Compare Keras' fit, evaluate, predict, train_on_batch on all ranks and one process; batches of 16, 16, 1."""
    keras.backend.set_floatx("float64")
    (x, y), rank = numbers(), dist.get_rank()
    strategy = getattr(tf.distribute, strategy)()
    alone, many = compiled(tf.distribute.get_strategy()), compiled(strategy, seed=rank)
    histories, tested = [], []
    path = f"{folder}/{{epoch}}-{rank}.keras"
    for model, callbacks in ((alone, []), (many, [keras.callbacks.ModelCheckpoint(path)])):
        keras.utils.set_random_seed(5 if model is alone else 5 + rank)       # all ranks use rank 0's order
        histories.append(model.fit(x, y, 16, 3, callbacks=callbacks, verbose=0, validation_split=0.3,
                                   class_weight={0: 1.0, 1: 2.0, 2: 0.5}).history)
        tested.append(model.evaluate(x, y, verbose=0, return_dict=True) | model.train_on_batch(x, y, return_dict=True))
    return {"histories": largest(*histories[::-1]), "tested": largest(*tested[::-1]), "bits": digest(many),
            "weights": max(float(np.abs(a - b).max()) for a, b in zip(alone.get_weights(), many.get_weights())),
            "predicted": float(np.abs(alone.predict(x, verbose=0) - many.predict(x, verbose=0)).max()),
            "files": sorted(path.name for path in Path(folder).glob("*.keras")), "batches": len(histories[1]["loss"])}


def masked(folder, strategy, weighted):
    """Compare synchronised batch norm of masked sequences on all ranks with one process."""
    keras.backend.set_floatx("float64")
    rank, strategies = dist.get_rank(), (tf.distribute.get_strategy(), getattr(tf.distribute, strategy)())
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((13, 5, 4)), rng.standard_normal((13, 5, 3))
    for i, length in enumerate(rng.integers(0, 6, 13)):
        x[i, length:] = 0
    weight = rng.uniform(0.5, 2, (13, 5)) if weighted == "True" else None
    reduction = "mean_with_sample_weight" if weighted == "True" else "sum_over_batch_size"
    models, losses = [], []
    for strategy in strategies:
        with strategy.scope():
            keras.utils.set_random_seed(0)
            model = keras.Sequential([
                keras.layers.Masking(), keras.layers.Dense(6, "tanh"), keras.layers.BatchNormalization(
                    momentum=0.5, synchronized=True), keras.layers.Dense(3)])
            model.compile(keras.optimizers.SGD(0.1, momentum=0.9), keras.losses.MeanSquaredError(reduction))
        losses.append(model.fit(x, y, 4, 3, verbose=0, shuffle=False, sample_weight=weight).history["loss"])
        models.append(model)
    off = [float(np.abs(a - b).max()) for a, b in zip(*(model.get_weights() for model in models))]
    return {"bits": digest(models[1]), "off": max(off), "losses": float(np.abs(np.subtract(*losses)).max()),
            "rank": rank, "moved": float(np.abs(models[0].layers[2].moving_mean.numpy()).max())}


def looped(folder):
    """Compare a custom training loop in a tf.function, as in TensorFlow's guide, with one process."""
    keras.backend.set_floatx("float64")
    rank, (x, y) = dist.get_rank(), numbers()

    def trained(strategy):
        data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(49).batch(10)
        keras.utils.set_random_seed(1)
        with strategy.scope():
            layer = keras.layers.Dense(3)
            layer(x)
            optimizer, seen = keras.optimizers.SGD(0.1, momentum=0.9), keras.metrics.SparseCategoricalAccuracy()
        sample_loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction=None)

        def step(batch):
            inputs, labels = batch
            with tf.GradientTape() as tape:
                scores = layer(inputs)
                loss = tf.nn.compute_average_loss(sample_loss(labels, scores), global_batch_size=10)
            weights = layer.trainable_variables
            optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
            seen.update_state(labels, scores)
            return loss

        @tf.function
        def on_all(batch):
            return strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(step, args=(batch,)), axis=None)
        losses = []
        for _ in range(2):
            keras.utils.set_random_seed(rank if strategy.num_replicas_in_sync > 1 else 0)
            losses += [float(on_all(batch)) for batch in strategy.experimental_distribute_dataset(data)]
        return layer, [losses, float(seen.result())]
    one, wanted = trained(tf.distribute.get_strategy())
    layer, found = trained(tf.distribute.MultiWorkerMirroredStrategy())
    off = [np.abs(a - b).max() for a, b in zip(one.get_weights(), layer.get_weights())]
    return {"off": float(max(off)), "bits": digest(layer), "losses": float(np.abs(np.subtract(
        wanted[0], found[0])).max()), "accuracy": abs(wanted[1] - found[1]), "steps": len(found[0])}


def replicas(folder):
    """Return the texts and numbers of strategies, replicas and values on several ranks."""
    strategy, rank, found = tf.distribute.MirroredStrategy(), dist.get_rank(), {}
    with strategy.scope():
        v = tf.Variable(float(rank + 1))
        norm = keras.layers.BatchNormalization(momentum=0.5)
        optimizer = keras.optimizers.SGD(1.0)
    found["begins"] = float(v)

    def inside(x):
        norm(tf.fill((2, 1), x), training=True)
        return x * v
    value = strategy.run(inside, (tf.constant(float(rank)),))
    found["sum"], found["mean"] = (float(strategy.reduce(op, value)) for op in ("sum", "MEAN"))
    uneven = tf.ones(rank + 1) * (rank + 1.0)
    found["axis"] = [float(strategy.reduce(op, uneven, axis=0)) for op in ("SUM", "MEAN")]
    found["gathered"] = strategy.gather(uneven, 0).numpy().tolist()
    found["moving"] = norm.moving_mean.numpy().tolist()
    found["parts"] = [x.numpy().tolist() for x in strategy.experimental_distribute_dataset(
        tf.data.Dataset.range(5).batch(3))]
    found["told"] = []
    for call in (lambda: optimizer.apply_gradients([(tf.constant(1.0), v)]),
                 lambda: tf.distribute.MirroredStrategy(["/gpu:0", "/gpu:1", "/gpu:2"]),
                 lambda: strategy.reduce("max", value)):
        try:
            call()
        except (RuntimeError, ValueError) as error:
            found["told"].append(str(error))
    return found

