"""Recurrent and attention layers of Keras: what each gives, and its gradients, are held to Keras'."""

import numpy as np
from dialects.programs_keras import filled, layer_program, numbers

STEPS, OTHER = numbers((2, 5, 4), 22), numbers((2, 3, 4), 23)
MASK = np.array([[True, True, False, True, False], [False, True, True, True, True]])
LAYERS = {f"keras.layers.{case}": (STEPS,) for case in [
    "SimpleRNN(3)", "SimpleRNN(3, activation='relu', return_sequences=True, use_bias=False)",
    "LSTM(3)", "LSTM(3, return_sequences=True, return_state=True)", "LSTM(3, go_backwards=True, unit_forget_bias=False)",
    "LSTM(3, recurrent_activation='hard_sigmoid', kernel_regularizer='l2')", "GRU(3)",
    "GRU(3, return_sequences=True, return_state=True)", "GRU(3, reset_after=False)", "GRU(3, reset_after=False, use_bias=False)",
    "RNN(keras.layers.LSTMCell(3), return_sequences=True)",
    "RNN([keras.layers.GRUCell(3), keras.layers.SimpleRNNCell(2)], return_state=True)",
    "Bidirectional(keras.layers.LSTM(3))", "Bidirectional(keras.layers.GRU(3, return_sequences=True), merge_mode='sum')",
    "Bidirectional(keras.layers.SimpleRNN(3, return_sequences=True), merge_mode=None)",
    "TimeDistributed(keras.layers.Dense(3, 'tanh'))", "EinsumDense('abc,cd->abd', (None, 3), bias_axes='d')"]}
LAYERS |= {f"keras.layers.{case}": (OTHER, STEPS) for case in [
    "Attention()", "Attention(use_scale=True)", "AdditiveAttention()",
    "AdditiveAttention(use_scale=False)"]}


def attended(tf, layer, *inputs, **settings):
    layer(*inputs)
    filled(layer)
    given = [tf.constant(x) for x in inputs]
    with tf.GradientTape() as tape:
        tape.watch(given)
        y = layer(*given, **settings)
        total = tf.reduce_sum(tf.sin(y[0] if isinstance(y, list | tuple) else y))
    grads = tape.gradient(total, [*given, *layer.trainable_variables])
    return [y, [g for g in grads if g is not None], [tuple(w.shape) for w in layer.weights], [w.path for w in layer.weights]]


def heads(tf):
    return attended(tf, tf.keras.layers.MultiHeadAttention(2, 3, name="heads"), OTHER, STEPS,
                    return_attention_scores=True)


def heads_that_look_back(tf):
    return attended(tf, tf.keras.layers.MultiHeadAttention(2, 3, value_dim=5, output_shape=6, name="back"), STEPS, STEPS,
                    use_causal_mask=True)


def heads_with_a_mask(tf):
    mask = np.tril(np.ones((2, 3, 5), bool), 1)
    return attended(tf, tf.keras.layers.MultiHeadAttention(1, 4, use_bias=False, name="masked"), OTHER, STEPS, STEPS * 0.5,
                    attention_mask=mask)


def attention_with_masks(tf):
    layer = tf.keras.layers.Attention()
    return [layer([OTHER, STEPS], mask=[MASK[:, :3], MASK]), layer([STEPS, STEPS], use_causal_mask=True)]


def masked_steps(tf):
    found = []
    for kind in ("SimpleRNN", "LSTM", "GRU"):
        for settings in ({}, {"return_sequences": True}, {"go_backwards": True}):
            layer = getattr(tf.keras.layers, kind)(3, **settings)
            layer(STEPS)
            filled(layer)
            found.append(layer(STEPS, mask=tf.constant(MASK)))
    return found


def initial_states(tf):
    layer = tf.keras.layers.LSTM(4, return_state=True)
    h, c = tf.constant(OTHER[:, 0]), tf.constant(OTHER[:, 1])
    layer(STEPS)
    filled(layer)
    return layer(STEPS, initial_state=[h, c])


def masking(tf):
    x = STEPS.copy()
    x[0, 1] = x[1, 3:] = 7.0
    model = tf.keras.Sequential([tf.keras.Input((5, 4)), tf.keras.layers.Masking(7.0), tf.keras.layers.LSTM(3),
                                 tf.keras.layers.Dense(2)])
    return filled(model)(x)


def a_model_of_text(tf):
    keras = tf.keras
    words, yes = np.random.default_rng(5).integers(0, 12, (24, 6)), np.random.default_rng(6).integers(0, 2, 24)
    x = keras.Input((None,), dtype="int32")
    hidden = keras.layers.Bidirectional(keras.layers.LSTM(4))(keras.layers.Embedding(12, 5, name="words")(x))
    model = keras.Model(x, keras.layers.Dense(1, "sigmoid")(hidden))
    filled(model)
    model.compile("sgd", "binary_crossentropy", metrics=["accuracy"])
    history = model.fit(words, yes, batch_size=8, epochs=2, shuffle=False, verbose=0)
    return [{name: np.array(v) for name, v in history.history.items()}, model.get_weights(), str(model.output_shape)]


PROGRAMS = {f"layer {case}": layer_program(case, inputs) for case, inputs in LAYERS.items()}
PROGRAMS |= {own.__name__: own for own in (
    heads, heads_that_look_back, heads_with_a_mask, attention_with_masks, masked_steps, initial_states,
    masking, a_model_of_text)}
