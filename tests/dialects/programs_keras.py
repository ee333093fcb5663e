"""Layers, metrics, optimisers and trainings of Keras: what each returns is held to what Keras returns for it.

The weights of a layer are set to numbers of this file's own, so that initialisers do not matter.
"""

import numpy as np


def numbers(shape, seed):
    return np.random.default_rng(seed).standard_normal(shape).astype("float32")


def filled(owner):
    """Give all weights numbers of their own; variances positive ones."""
    values = [numbers(w.shape, i + 1) * 0.5 for i, w in enumerate(owner.weights)]
    owner.set_weights([np.abs(v) + 0.5 if "variance" in w.name else v for v, w in zip(values, owner.weights)])
    return owner


def tried(tf, layer, *inputs, **settings):
    """What a layer gives, the gradients of its inputs and weights, and its weights' names and values after the call."""
    given = [tf.constant(x) for x in inputs]
    x = given if len(given) > 1 else given[0]
    layer(x)
    filled(layer)
    floats = [t for t in given if t.dtype.is_floating]
    with tf.GradientTape() as tape:
        tape.watch(floats)
        y = layer(x, **settings)
        parts = y if isinstance(y, list | tuple) else [y]
        total = sum(tf.reduce_sum(tf.sin(part)) for part in parts) + sum(layer.losses)
    weights = layer.trainable_variables
    grads = tape.gradient(total, [*floats, *weights])
    return [y, [tf.convert_to_tensor(g) for g in grads if g is not None], [w.name for w in layer.weights], layer.get_weights(),
            [w.name for w in layer.non_trainable_weights]]


DENSE, IMAGE, STEPS = numbers((3, 5), 20), numbers((2, 8, 9, 3), 21), numbers((2, 6, 4), 22)
IDS = np.array([[1, 2, 0], [3, 0, 0]], "int32")
LAYERS = {
    "keras.layers.Dense(4)": (DENSE,), "keras.layers.Dense(4, activation='relu', use_bias=False)": (STEPS,),
    "keras.layers.Dense(4, 'softmax', kernel_regularizer='l2', bias_regularizer=keras.regularizers.L1(0.1))": (DENSE,),
    "keras.layers.Dense(2, activity_regularizer='l2')": (DENSE,), "keras.layers.Activation('tanh')": (DENSE,),
    "keras.layers.Embedding(5, 3)": (IDS,), "keras.layers.Flatten()": (IMAGE,), "keras.layers.Reshape((4, 6))": (STEPS,),
    "keras.layers.Reshape((-1, 3))": (IMAGE,), "keras.layers.Permute((2, 1))": (STEPS,),
    "keras.layers.RepeatVector(3)": (DENSE,), "keras.layers.Rescaling(0.5, 1.0)": (IMAGE,),
    "keras.layers.Lambda(lambda x: x * 2.0)": (DENSE,), "keras.layers.Identity()": (DENSE,),
    "keras.layers.ActivityRegularization(0.1, 0.2)": (DENSE,), "keras.layers.Dropout(0.5)": (DENSE,),
    "keras.layers.Conv1D(5, 3)": (STEPS,), "keras.layers.Conv1D(5, 3, padding='causal', dilation_rate=2)": (STEPS,),
    "keras.layers.Conv1D(5, 2, strides=2, padding='same', activation='relu')": (STEPS,),
    "keras.layers.Conv2D(4, 3)": (IMAGE,), "keras.layers.Conv2D(4, (3, 2), strides=2, padding='same')": (IMAGE,),
    "keras.layers.Conv2D(6, 3, groups=3, activation='relu')": (IMAGE,),
    "keras.layers.Conv2D(4, 3, dilation_rate=2, use_bias=False)": (IMAGE,),
    "keras.layers.Conv3D(2, 2)": (numbers((1, 4, 4, 4, 2), 3),),
    "keras.layers.Conv2DTranspose(4, 3)": (IMAGE,),
    "keras.layers.Conv2DTranspose(4, 3, strides=2, padding='same')": (IMAGE,),
    "keras.layers.Conv2DTranspose(4, 2, strides=3, padding='valid')": (IMAGE,),
    "keras.layers.Conv2DTranspose(2, 3, strides=2, padding='same', output_padding=1)": (IMAGE,),
    "keras.layers.Conv1DTranspose(3, 3, strides=2, padding='same')": (STEPS,),
    "keras.layers.DepthwiseConv2D(3, depth_multiplier=2, padding='same')": (IMAGE,),
    "keras.layers.UpSampling2D(2)": (IMAGE,), "keras.layers.UpSampling2D((2, 3), interpolation='bilinear')": (IMAGE,),
    "keras.layers.ZeroPadding2D(((1, 0), (2, 1)))": (IMAGE,),
    "keras.layers.Cropping2D(((1, 2), (0, 3)))": (IMAGE,), "keras.layers.MaxPooling1D(2)": (STEPS,),
    "keras.layers.MaxPooling2D()": (IMAGE,), "keras.layers.MaxPooling2D(3, strides=2, padding='same')": (IMAGE,),
    "keras.layers.AveragePooling1D(2)": (STEPS,), "keras.layers.AveragePooling2D(2)": (IMAGE,),
    "keras.layers.AveragePooling2D(3, strides=2, padding='same')": (IMAGE,),
    "keras.layers.GlobalAveragePooling1D()": (STEPS,), "keras.layers.GlobalAveragePooling2D(keepdims=True)": (IMAGE,),
    "keras.layers.GlobalMaxPooling1D()": (STEPS,), "keras.layers.GlobalMaxPooling2D()": (IMAGE,),
    "keras.layers.BatchNormalization()": (IMAGE,), "keras.layers.BatchNormalization(axis=1, scale=False)": (IMAGE,),
    "keras.layers.BatchNormalization(momentum=0.5, epsilon=0.1, center=False)": (DENSE,),
    "keras.layers.LayerNormalization()": (STEPS,), "keras.layers.LayerNormalization(axis=[1, 2])": (STEPS,),
    "keras.layers.Normalization(mean=0.5, variance=4.0)": (DENSE,),
    "keras.layers.ReLU(max_value=1.0, negative_slope=0.1)": (DENSE,), "keras.layers.LeakyReLU()": (DENSE,),
    "keras.layers.ELU(0.5)": (DENSE,), "keras.layers.Softmax()": (DENSE,), "keras.layers.PReLU()": (DENSE,),
    "keras.layers.PReLU(shared_axes=[1, 2])": (IMAGE,), "keras.layers.Add()": (DENSE, DENSE, DENSE),
    "keras.layers.Subtract()": (DENSE, DENSE[::-1].copy()), "keras.layers.Multiply()": (DENSE, DENSE[::-1].copy()),
    "keras.layers.Average()": (DENSE, DENSE[::-1].copy()), "keras.layers.Maximum()": (DENSE, DENSE[::-1].copy()),
    "keras.layers.Minimum()": (DENSE, DENSE[::-1].copy()), "keras.layers.Concatenate()": (DENSE, DENSE),
    "keras.layers.Concatenate(axis=1)": (STEPS, STEPS), "keras.layers.Dot(axes=1)": (DENSE, DENSE[::-1].copy()),
    "keras.layers.Dot(axes=2, normalize=True)": (STEPS, STEPS[::-1].copy()),
    "keras.layers.UpSampling2D((2, 3), data_format='channels_first')": (IMAGE,),
    "keras.layers.ZeroPadding2D(((1, 0), (2, 1)), data_format='channels_first')": (IMAGE,),
    "keras.layers.Cropping2D(((1, 2), (0, 1)), data_format='channels_first')": (IMAGE,),
    "keras.layers.Softmax(axis=[1, 2])": (STEPS,), "keras.layers.Add( )": (STEPS, STEPS[:1].copy()),
    "keras.layers.EinsumDense('...x,xy->...y', (4,), bias_axes='y')": (STEPS,),
}
TRAINING = ("BatchNormalization",)
OPTIMIZERS = """SGD(0.1)|SGD(0.1, momentum=0.9)|SGD(0.1, momentum=0.9, nesterov=True)|Adam(0.05)|Adam(0.05, amsgrad=True)|
AdamW(0.05, weight_decay=0.1)|RMSprop(0.05)|RMSprop(0.05, momentum=0.5, centered=True)|Adagrad(0.1)|Adadelta(1.0)|
Adamax(0.05)|Nadam(0.05)|Ftrl(0.1, l1_regularization_strength=0.01, l2_regularization_strength=0.01)|
SGD(0.1, clipnorm=0.1)|SGD(0.1, clipvalue=0.05)|SGD(0.1, global_clipnorm=0.1)|SGD(0.1, weight_decay=0.1)|
SGD(keras.optimizers.schedules.ExponentialDecay(0.1, 5, 0.5), momentum=0.5)""".replace("\n", "").split("|")
YES, PROBABILITY = (numbers((6,), 5) > 0).astype("float32"), 1 / (1 + np.exp(-numbers((6,), 6)))
CLASSES, SCORES = np.array([0, 2, 1, 2, 0, 1]), numbers((6, 3), 7)
HOT = np.eye(3, dtype="float32")[CLASSES]
METRICS = {f"{name}()": (SCORES, HOT + 0.5) for name in """MeanSquaredError MeanAbsoluteError RootMeanSquaredError
    MeanAbsolutePercentageError CosineSimilarity LogCoshError Hinge SquaredHinge CategoricalHinge""".split()}
METRICS |= {f"{name}()": (np.abs(SCORES) + 0.1, HOT + 0.5) for name in "MeanSquaredLogarithmicError KLDivergence Poisson".split()}
METRICS |= {f"{name}": (YES, PROBABILITY) for name in """BinaryAccuracy() BinaryAccuracy(threshold=0.3)
    Precision() Recall() Precision(thresholds=0.3) Recall(thresholds=[0.2,0.6]) TruePositives()
    FalsePositives() TrueNegatives() FalseNegatives(thresholds=[0.3,0.7]) AUC() AUC(curve='PR') AUC(num_thresholds=5)
    AUC(summation_method='minoring') AUC(curve='PR',summation_method='majoring')""".split()}
METRICS |= {"BinaryCrossentropy()": (HOT, np.abs(np.sin(SCORES))), "CategoricalAccuracy()": (HOT, SCORES), "SparseCategoricalAccuracy()": (CLASSES, SCORES),
            "TopKCategoricalAccuracy(k=2)": (HOT, SCORES), "SparseTopKCategoricalAccuracy(k=2)": (CLASSES, SCORES),
            "CategoricalCrossentropy(from_logits=True)": (HOT, SCORES), "Accuracy()": (CLASSES, CLASSES[::-1].copy()),
            "SparseCategoricalCrossentropy(from_logits=True)": (CLASSES, SCORES),
            "MeanIoU(num_classes=3)": (CLASSES, CLASSES[::-1].copy()),
            "Precision(top_k=1)": (HOT, SCORES), "Recall(class_id=1)": (HOT, SCORES)}


def layer_program(case, inputs):
    def program(tf):
        make = lambda: eval(case, {"keras": tf.keras})
        settings = [{}, {"training": True}] if any(name in case for name in TRAINING) else [{}]
        return [tried(tf, make(), *inputs, **own) for own in settings]
    return program


def optimizer_program(case):
    def program(tf):
        optimizer = eval(f"keras.optimizers.{case}", {"keras": tf.keras})
        w, b = tf.Variable(numbers((4, 3), 1)), tf.Variable(numbers((3,), 2))
        x, y, losses = numbers((8, 4), 3), numbers((8, 3), 4), []
        for _ in range(20):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
            optimizer.apply_gradients(zip(tape.gradient(loss, [w, b]), [w, b]))
            losses.append(loss)
        return losses, w, b, optimizer.iterations
    return program


def metric_program(case, pair):
    def program(tf):
        metric = eval(f"tf.keras.metrics.{case}", {"tf": tf})
        found = [np.array(metric(*pair))]
        metric.update_state(pair[0][::2], pair[1][1::2])
        found.append(np.array(metric.result()))
        metric.reset_state()
        metric.update_state(*pair, sample_weight=np.arange(len(pair[0])).astype("float32"))
        return [found, np.array(metric.result()), metric.name]
    return program


PROGRAMS = {f"layer {case}": layer_program(case, inputs) for case, inputs in LAYERS.items()}
PROGRAMS |= {f"optimizer {case}": optimizer_program(case) for case in OPTIMIZERS}
PROGRAMS |= {f"metric {case}": metric_program(case, pair) for case, pair in METRICS.items()}


def in_doubles(tf):
    """Sequential with Input, trained under floatx float64: element types and values of all that takes a default one."""
    keras = tf.keras
    keras.backend.set_floatx("float64")
    keras.backend.clear_session()            # Keras keeps the type of the first layer until then
    try:
        layers = keras.layers
        made = [keras.Sequential([keras.Input(shape), layer]) for shape, layer in (
            ((6, 7, 2), layers.Conv2D(2, 3)), ((5, 2), layers.LSTM(3)), ((5, 2), layers.Bidirectional(layers.GRU(2))),
            ((5,), layers.BatchNormalization()), ((5,), layers.LayerNormalization()), ((5,), layers.Dropout(0.5)),
            ((5, 2), layers.TimeDistributed(layers.Dense(2))), ((5,), layers.Lambda(lambda x: x * 2.0)))]
        kinds = [[str(np.asarray(filled(model)(numbers((2, *model.inputs[0].shape[1:]), 5))).dtype),
                  str(model.predict(numbers((2, *model.inputs[0].shape[1:]), 5), verbose=0).dtype)] for model in made]
        model = keras.Sequential([keras.Input((5,)), layers.Dense(4, activation="tanh"), layers.Dense(3, "softmax")])
        filled(model)
        model.compile(keras.optimizers.Adam(0.05), "categorical_crossentropy", metrics=["accuracy", "AUC"])
        told = model.fit(numbers((6, 5), 1), HOT, batch_size=3, epochs=3, shuffle=False, verbose=0).history
        own = [*model.weights, *model.optimizer.variables, keras.Variable([1.0]), keras.Variable(0)]
        kinds.append([str(np.asarray(x).dtype) for x in (*own, model.optimizer.learning_rate, keras.metrics.Mean()(2.0),
                                                         keras.losses.MeanSquaredError()([1.0], [2.0]))])
        return [kinds, np.array([told["loss"], told["accuracy"]]), model.predict(numbers((2, 5), 2), verbose=0)]
    finally:
        keras.backend.set_floatx("float32")
        keras.backend.clear_session()


PROGRAMS["in doubles"] = in_doubles
