"""Keras 3: models of each kind with callbacks, optimisers, saving and loading."""

import io
import tempfile
from contextlib import redirect_stdout

import keras
import numpy as np
import torch
from keras import callbacks, layers

draws = np.random.RandomState(0)
X = draws.standard_normal((64, 8)).astype("float32")
Y = (X[:, 0] > 0).astype("int64")
images = draws.standard_normal((32, 12, 12, 1)).astype("float32")
words, kinds = draws.randint(0, 20, (32, 7)), draws.randint(0, 3, 32)


def fit(name, model, x, y, optimizer="adam", loss="sparse_categorical_crossentropy", metrics=(), **settings):
    """Train a model from weights that both frameworks share, and print what happened."""
    model(x[:1])
    stream = np.random.RandomState(1)
    model.set_weights([0.2 * np.abs(stream.standard_normal(weight.shape)) for weight in model.get_weights()])
    model.compile(optimizer, loss, metrics=list(metrics))
    history = model.fit(x, y, epochs=2, batch_size=16, verbose=0, shuffle=False, **settings).history
    print(name, history, model.predict(x[:2], verbose=0))
    return model


model = fit("Sequential", keras.Sequential([layers.Dense(16, activation="relu"), layers.BatchNormalization(),
                                            layers.Dense(2, activation="softmax")]), X, Y, metrics=["accuracy"],
            validation_split=0.25, callbacks=[
                callbacks.EarlyStopping(patience=2), callbacks.ReduceLROnPlateau(patience=1),
                callbacks.LearningRateScheduler(lambda epoch, rate: rate * 0.9)])
with tempfile.TemporaryDirectory() as folder:
    model.save(f"{folder}/model.keras")
    again = keras.models.load_model(f"{folder}/model.keras")
    model.save_weights(f"{folder}/model.weights.h5")
    model.load_weights(f"{folder}/model.weights.h5")
print("saved", np.abs(again.predict(X, verbose=0) - model.predict(X, verbose=0)).max(), model.evaluate(X, Y, verbose=0))

given = keras.Input((8,))
one, two = layers.Dense(8, activation="gelu")(given), layers.Dense(8, activation="tanh")(given)
model = keras.Model(given, layers.Dense(1)(layers.Concatenate()([one, two, one * two])))
fit("functional", model, X, X[:, :1], "rmsprop", "mse", ["mae"])


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.first, self.norm = layers.Dense(8, activation="elu"), layers.LayerNormalization()
        self.last = layers.Dense(1, activation="sigmoid")

    def call(self, x, training=False):
        return self.last(self.norm(self.first(x)))


fit("subclass", Net(), X, Y[:, None].astype("float32"), keras.optimizers.SGD(0.1, momentum=0.9, nesterov=True),
    "binary_crossentropy", [keras.metrics.AUC(), "accuracy"])
fit("CNN", keras.Sequential([
    layers.Conv2D(4, 3, padding="same", activation="relu"), layers.MaxPooling2D(), layers.SeparableConv2D(8, 3),
    layers.Conv2DTranspose(4, 2, strides=2), layers.GlobalAveragePooling2D(), layers.Dense(3, activation="softmax"),
]), images, kinds, "adamw")
for cell in (layers.LSTM(6), layers.GRU(6), layers.SimpleRNN(6), layers.Bidirectional(layers.LSTM(4))):
    fit(cell.name, keras.Sequential([layers.Embedding(20, 5), cell, layers.Dense(3, activation="softmax")]), words,
        kinds)
given = keras.Input((7,))
x = layers.Embedding(20, 8)(given)
x = layers.LayerNormalization()(x + layers.MultiHeadAttention(2, 4)(x, x, use_causal_mask=True))
model = keras.Model(given, layers.Dense(3, activation="softmax")(layers.GlobalAveragePooling1D()(x)))
fit("attention", model, words, kinds)
with redirect_stdout(io.StringIO()) as shown:
    model.summary()
print(*(line for line in shown.getvalue().splitlines() if "params" in line), sep="\n")
for name in "sgd nadam adamax adadelta adagrad ftrl lion adafactor".split():
    fit(name, keras.Sequential([layers.Dense(3, activation="swish"), layers.Dense(1)]), X, X[:, :1], name, "mse")
samples = torch.utils.data.TensorDataset(torch.from_numpy(X), torch.from_numpy(X[:, :1]))
print(model.name, keras.Sequential([layers.Dense(1, kernel_initializer="ones")]).predict(
    torch.utils.data.DataLoader(samples, batch_size=16), verbose=0)[:2])
print(keras.ops.softmax(X[:1]), keras.ops.image.resize(images[:1], (6, 6)).sum())
