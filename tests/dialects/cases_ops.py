"""Functions of keras.ops, each a line."""

UNARY = """abs absolute arcsinh arctan ceil conj conjugate cos cosh erf exp expm1 floor isfinite isinf isnan negative relu
    relu6 round selu sigmoid sign silu sin sinh softplus softsign square swish tan tanh elu gelu leaky_relu
    hard_sigmoid hard_silu log_sigmoid softmax log_softmax logical_not ravel real imag transpose argsort sort
    zeros_like ones_like size ndim dtype shape is_tensor normalize stop_gradient array convert_to_tensor
    convert_to_numpy""".split()
OPS = [f"tf.keras.ops.{name}(a)" for name in UNARY]
OPS += [f"tf.keras.ops.{name}(p)" for name in "log log10 log1p log2 sqrt rsqrt reciprocal".split()]
OPS += [f"tf.keras.ops.{name}(u)" for name in "arccos arcsin arctanh erfinv".split()] + ["tf.keras.ops.arccosh(p + 1.0)"]
OPS += [f"tf.keras.ops.{name}(a, {b})" for name in """add subtract multiply divide true_divide maximum minimum equal
    not_equal greater greater_equal less less_equal arctan2 mod floor_divide divide_no_nan
    logical_and logical_or logical_xor""".split() for b in ("b", "j")]
OPS += [f"tf.keras.ops.{name}(i, j)" for name in "bitwise_and bitwise_or bitwise_xor add multiply divide maximum".split()]
OPS += [f"tf.keras.ops.{name}(a{more})" for name in """sum mean max min amax amin prod std var logsumexp argmax argmin
    count_nonzero cumsum cumprod""".split() for more in ("", ", axis=1")]
OPS += [f"tf.keras.ops.{name}(t, axis=0)" for name in ("all", "any")] + ["tf.keras.ops.sum(j)", "tf.keras.ops.mean(j)"]
OPS += [f"tf.keras.ops.{name}(batch, axis=(0, 2), keepdims=True)" for name in "sum mean max std var".split()]
OPS += """tf.keras.ops.all(t)|tf.keras.ops.any(t)|tf.keras.ops.power(p, 2.0)|tf.keras.ops.power(p, q)|
tf.keras.ops.clip(a, -0.5, 0.5)|tf.keras.ops.round(a, 1)|tf.keras.ops.cast(a, "int32")|
tf.keras.ops.cast(i, "float32")|tf.keras.ops.where(t, a, b)|tf.keras.ops.where(t, a, 0.0)|tf.keras.ops.where(t)|
tf.keras.ops.max(a, axis=0, initial=0.3)|tf.keras.ops.min(a, initial=0.0)|tf.keras.ops.prod(a, axis=0, keepdims=True)|
tf.keras.ops.norm(a)|tf.keras.ops.norm(a, axis=1)|tf.keras.ops.norm(v, ord=1)|tf.keras.ops.reshape(a, (3, -1))|
tf.keras.ops.reshape(a, 6)|tf.keras.ops.transpose(batch, (1, 0, 2))|tf.keras.ops.expand_dims(a, 1)|
tf.keras.ops.expand_dims(a, (0, -1))|tf.keras.ops.squeeze(tf.keras.ops.expand_dims(a, 1))|
tf.keras.ops.squeeze(tf.keras.ops.expand_dims(a, 1), axis=1)|tf.keras.ops.swapaxes(batch, 0, 2)|
tf.keras.ops.moveaxis(batch, 0, -1)|tf.keras.ops.broadcast_to(v, (2, 3))|tf.keras.ops.flip(a)|
tf.keras.ops.flip(a, axis=1)|tf.keras.ops.roll(a, 1)|tf.keras.ops.roll(a, 1, axis=1)|tf.keras.ops.tile(a, (2, 1))|
tf.keras.ops.tile(a, 2)|tf.keras.ops.repeat(a, 2)|tf.keras.ops.repeat(a, 2, axis=0)|tf.keras.ops.concatenate([a, b])|
tf.keras.ops.concatenate([a, b], axis=-1)|tf.keras.ops.concatenate([a, j], axis=1)|tf.keras.ops.stack([a, b], axis=1)|
tf.keras.ops.hstack([a, b])|tf.keras.ops.vstack([v, w])|tf.keras.ops.split(a, 3, axis=1)|
tf.keras.ops.split(a, [1], axis=1)|tf.keras.ops.unstack(a)|tf.keras.ops.unstack(a, axis=1)|
tf.keras.ops.pad(a, ((1, 0), (0, 2)), constant_values=3.0)|tf.keras.ops.pad(a, ((0, 0), (1, 2)), mode="reflect")|
tf.keras.ops.pad(a, ((0, 0), (1, 2)), mode="symmetric")|tf.keras.ops.take(a, [2, 0], axis=1)|tf.keras.ops.take(a, k)|
tf.keras.ops.take(a, -1, axis=1)|tf.keras.ops.take_along_axis(a, i, axis=1)|tf.keras.ops.top_k(a, 2)|
tf.keras.ops.matmul(a, c)|tf.keras.ops.matmul(batch, other)|tf.keras.ops.matmul(i, c)|tf.keras.ops.dot(a, c)|
tf.keras.ops.dot(v, w)|tf.keras.ops.tensordot(a, c, 1)|tf.keras.ops.tensordot(a, b, axes=[[0, 1], [0, 1]])|
tf.keras.ops.outer(v, w)|tf.keras.ops.tril(m)|tf.keras.ops.triu(m, 1)|tf.keras.ops.diag(v)|tf.keras.ops.diag(m, k=1)|
tf.keras.ops.einsum("ij,jk->ik", a, c)|tf.keras.ops.softmax(a, axis=0)|tf.keras.ops.gelu(a, approximate=False)|
tf.keras.ops.one_hot(i, 3)|tf.keras.ops.one_hot(k, 3, axis=0)|
tf.keras.ops.binary_crossentropy(yes, tf.sigmoid(logits))|
tf.keras.ops.binary_crossentropy(yes, logits, from_logits=True)|
tf.keras.ops.categorical_crossentropy(soft, tf.nn.softmax(logits))|
tf.keras.ops.categorical_crossentropy(soft, logits, from_logits=True)|
tf.keras.ops.sparse_categorical_crossentropy(labels, logits, from_logits=True)|
tf.keras.ops.sparse_categorical_crossentropy(labels, tf.nn.softmax(logits))|tf.keras.ops.moments(a, axes=[1])|
tf.keras.ops.zeros((2, 3))|tf.keras.ops.ones((2,), "int32")|tf.keras.ops.full((2, 2), 7)|tf.keras.ops.full_like(a, 3)|
tf.keras.ops.eye(3)|tf.keras.ops.eye(2, 3, k=1)|tf.keras.ops.arange(5)|tf.keras.ops.arange(1.0, 2.0, 0.25)|
tf.keras.ops.linspace(0, 1, 5)|tf.keras.ops.meshgrid(v, w)|tf.keras.ops.cond(tf.constant(True), lambda: a, lambda: b)|
tf.keras.ops.inv(spd)|tf.keras.ops.det(m)|
tf.keras.ops.slogdet(m)|tf.keras.ops.eigh(m + tf.transpose(m))[0]|tf.keras.ops.slice(a, [0, 1], [2, 2])|
tf.keras.ops.scatter([[1], [3], [1]], v, (5,))|tf.keras.ops.in_top_k(labels, logits, 2)|
tf.keras.ops.add(a, [1.0, 2.0, 3.0])|tf.keras.ops.multiply(2.0, a)""".replace("\n", "").split("|")
OPS += ["tf.keras.ops.erfc(a)", "tf.keras.ops.fmod(a, b)"]
GROUPS = {"keras_ops": [case for case in OPS if case]}
