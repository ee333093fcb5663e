"""Losses, activations, constraints, regularisers and schedules of Keras, each a line."""

LOSS_NAMES = """MeanSquaredError MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredLogarithmicError Huber LogCosh
    CosineSimilarity Hinge SquaredHinge CategoricalHinge KLDivergence Poisson""".split()
LOSSES = [f"tf.keras.losses.{name}()(p, q)" for name in LOSS_NAMES]
LOSSES += [f"tf.keras.losses.MeanSquaredError({how})(a, b{more})" for how in (
    "", "reduction='sum'", "reduction=None", "reduction='mean_with_sample_weight'") for more in (
    "", ", sample_weight=tf.constant([1.0, 3.0])", ", sample_weight=p")]
LOSSES += """tf.keras.losses.BinaryCrossentropy()(yes, tf.sigmoid(logits))|
tf.keras.losses.BinaryCrossentropy(from_logits=True, label_smoothing=0.1)(yes, logits)|
tf.keras.losses.BinaryCrossentropy()(yes, tf.keras.activations.sigmoid(logits * 40.0))|
tf.keras.losses.CategoricalCrossentropy()(soft, tf.nn.softmax(logits))|
tf.keras.losses.CategoricalCrossentropy(from_logits=True, label_smoothing=0.2)(soft, logits)|
tf.keras.losses.CategoricalCrossentropy(from_logits=True)(soft, logits, sample_weight=[1.0, 0.0, 2.0, 1.0])|
tf.keras.losses.CategoricalCrossentropy()(soft, tf.keras.activations.softmax(logits * 40.0))|
tf.keras.losses.CategoricalCrossentropy()(soft, logits[:, :3])|
tf.keras.losses.SparseCategoricalCrossentropy()(labels, tf.nn.softmax(logits))|
tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)(labels, logits)|
tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)(tf.reshape(labels, [4, 1]), logits)|
tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=0)(labels, logits)|
tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction='none')(labels, logits)|
tf.keras.losses.SparseCategoricalCrossentropy()(soft, logits)|tf.keras.losses.Huber(delta=0.3)(a, b)|
tf.keras.losses.CosineSimilarity(axis=0)(a, b)|
tf.keras.losses.Hinge()(tf.cast(yes, tf.float32), logits)|tf.keras.losses.MeanSquaredError()(v, tf.reshape(w, [3, 1]))|
tf.keras.losses.MeanSquaredError()(a, c)|tf.keras.losses.get('mean_squared_error')(a, b)|tf.keras.losses.get('mean_absolute_error')(a, b)|
tf.keras.losses.binary_crossentropy(yes, tf.sigmoid(logits))|tf.keras.losses.categorical_crossentropy(soft, logits, True)|
tf.keras.losses.sparse_categorical_crossentropy(labels, logits, from_logits=True)|tf.keras.losses.huber(a, b)|
tf.keras.losses.get('kl_divergence')(p, q)|tf.keras.losses.poisson(p, q)|tf.keras.losses.cosine_similarity(a, b)|
tf.keras.losses.get('log_cosh')(a, b)|tf.keras.losses.hinge(a, b)|tf.keras.losses.squared_hinge(a, b)|
tf.keras.losses.categorical_hinge(a, b)|tf.keras.losses.get('mean_absolute_percentage_error')(a, b)|
tf.keras.losses.get('mean_squared_logarithmic_error')(p, q)|
tf.keras.losses.get('mse')(a, b)|tf.keras.losses.get('nonsense')|
tf.keras.losses.MeanSquaredError(reduction='nonsense')""".replace("\n", "").split("|")
PARTS = [f"tf.keras.activations.{name}(a)" for name in """elu exponential gelu hard_sigmoid hard_silu hard_swish
    leaky_relu linear log_sigmoid log_softmax mish relu relu6 selu sigmoid silu softmax softplus softsign swish
    tanh""".split()]
PARTS += """tf.keras.activations.relu(a, negative_slope=0.1, max_value=0.5, threshold=0.2)|
tf.keras.activations.relu(a, max_value=0.1)|tf.keras.activations.gelu(a, approximate=True)|
tf.keras.activations.softmax(batch, axis=1)|tf.keras.activations.get('tanh')(a)|tf.keras.activations.get(None)(a)|
tf.keras.activations.get('nonsense')|tf.keras.regularizers.L1(0.1)(a)|tf.keras.regularizers.L2(0.1)(a)|
tf.keras.regularizers.L1L2(0.1, 0.2)(a)|tf.keras.regularizers.get('l2')(a)|tf.keras.constraints.MaxNorm(0.5)(a)|
tf.keras.constraints.UnitNorm(axis=1)(a)|tf.keras.constraints.NonNeg()(a)|
tf.keras.constraints.get('non_neg')(a)|
[tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.5)(n) for n in (0, 5, 25)]|
[tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.5, staircase=True)(n) for n in (0, 5, 25)]|
[tf.keras.optimizers.schedules.PiecewiseConstantDecay([10, 20], [1.0, 0.5, 0.1])(n) for n in (0, 10, 11, 25)]|
[tf.keras.optimizers.schedules.PolynomialDecay(0.1, 10, 0.01, 2.0)(n) for n in (0, 5, 25)]|
[tf.keras.optimizers.schedules.PolynomialDecay(0.1, 10, 0.01, cycle=True)(n) for n in (0, 5, 25)]|
[tf.keras.optimizers.schedules.InverseTimeDecay(0.1, 10, 0.5)(n) for n in (0, 5, 25)]|
[tf.keras.optimizers.schedules.InverseTimeDecay(0.1, 10, 0.5, True)(n) for n in (0, 5, 25)]|
[tf.keras.optimizers.schedules.CosineDecay(0.1, 10, 0.1)(n) for n in (0, 5, 25)]|
[tf.keras.optimizers.schedules.CosineDecay(0.0, 10, warmup_target=0.1, warmup_steps=5)(n) for n in (0, 3, 7, 25)]|
tf.keras.initializers.Zeros()((2, 2))|tf.keras.initializers.Ones()((2,))|tf.keras.initializers.Constant(3.0)((2,))|
tf.keras.initializers.Identity(2.0)((2, 3))|tf.keras.initializers.get('nonsense')|
tf.keras.initializers.VarianceScaling(-1.0)|tf.keras.optimizers.get('nonsense')|
tf.keras.optimizers.SGD(clipnorm=1.0, clipvalue=1.0)""".replace("\n", "").split("|")
GROUPS = {"keras_losses": LOSSES, "keras_parts": PARTS}
