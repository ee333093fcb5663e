"""Lines of TensorFlow 2, each evaluated by TensorFlow and by the dialect."""

UNARY = [f"tf.math.{name}({x})" for name, x in [
    *[(n, "a") for n in """abs atan asinh cos cosh exp expm1 floor ceil negative sigmoid sign sin sinh square tan tanh round
      rint softplus softsign log_sigmoid erf erfc is_nan is_finite is_inf reciprocal""".split()],
    *[(n, "p") for n in "log log1p sqrt rsqrt lgamma digamma reciprocal".split()],
    *[(n, "u") for n in "acos asin atanh erfinv".split()], ("acosh", "p + 1.0"),
    *[(n, "j") for n in "abs negative sign square".split()], ("logical_not", "t"), ("real", "z"), ("imag", "z"),
    ("conj", "z"), ("abs", "z")]]
BINARY = [f"tf.math.{name}({x}, {y})" for name, x, y in [
    *[(n, "a", "b") for n in """add subtract multiply divide maximum minimum squared_difference atan2 less less_equal greater
      greater_equal equal not_equal truediv""".split()],
    *[(n, "a", "v") for n in "add multiply maximum".split()], *[(n, "a", "s") for n in "subtract divide".split()],
    *[(n, "j", "i + 2") for n in """add subtract multiply divide floordiv floormod maximum minimum equal less
      squared_difference""".split()],
    ("pow", "p", "b"), ("pow", "a", "2.0"), ("pow", "j", "2"), ("floordiv", "a", "b"), ("floormod", "a", "b"),
    ("divide_no_nan", "a", "tf.constant([[0.0, 1.0, 2.0]])"),
    ("logical_and", "t", "f"), ("logical_or", "t", "f"), ("logical_xor", "t", "f"),
    ("maximum", "a", "a"), ("minimum", "a", "a"), ("maximum", "a", "0.0"), ("mod", "j", "3")]]
OPERATORS = """a + b|a - 1|2 - a|a * 2.0|3.0 / p|a / b|a ** 2|2.0 ** a|p ** b|-a|abs(a)|a // b|a % b|j // 2|j % 3|j / 2|
j * 2|-j|a @ c|a < b|a <= 0|a > b|a >= 0.5|a == b|a != b|a == None|t & f|t \\| f|t ^ f|~t|j & 3|j \\| 1|j ^ 2|~j|t & True|
a + np.ones((2, 3))|np.ones((2, 3)) * a|a + 1|j + 1|d * 2|d + d|a[0]|a[:, 1]|a[..., 0]|a[-1, -1]|a[:, ::-1]|a[::-1, 2:0:-1]|batch[..., ::-2]|batch[0, ::-1, tf.newaxis, -2::-1]|a[:, 1:]|
a[0:1, ::2]|a[tf.newaxis]|a[:, tf.newaxis, :]|a[t]|a[a > 0]|j[1]|batch[0, 1:, :2]|batch[..., -1]|batch[:, 0]|a[5]|a[0, 9]|
a + j|j + 1.5|a + d|t + t|a[[0, 1]]|float(s)|len(a)|bool(s)|a.shape|a.shape.as_list()|a.dtype|a.shape.rank|s.shape|
a.shape[0]|a.ndim|tf.constant(5)|tf.constant([1.0, 2.0])|tf.constant([[1, 2], [3, 4]])|tf.constant(3, shape=(2, 2))|
tf.constant(1.5, dtype=tf.int32)|tf.constant(2**40)|tf.constant([1, 2], dtype=tf.float64)|tf.constant([True, False])|
tf.constant(1j)|tf.constant([1, 2.5])|tf.constant([[1], [2, 3]])|tf.constant([1, 2, 3, 4], shape=[2, 2])|
tf.constant(np.arange(3))|tf.convert_to_tensor([s, 2.0])|tf.convert_to_tensor(np.ones(2), tf.float32)|
tf.convert_to_tensor(a, tf.int32)|tf.constant(None)|tf.constant([])|tf.constant('ab')|tf.constant(['a', 'bc'])|
tf.constant(7) // 2|tf.constant(-7) // 2|tf.constant(-7) % 3|tf.constant(-7.5) // 2.0|2 ** tf.constant(3)|
tf.constant(True) & False|tf.constant([1, 2]) == tf.constant([1, 3])|tf.constant(1) / 2""".replace("\n", "")
OPERATORS = [case.replace("\\", "") for case in __import__("re").split(r"(?<!\\)\|", OPERATORS)]
REDUCTIONS = [f"tf.{name}({x}{more})" for name in """reduce_sum reduce_mean reduce_max reduce_min reduce_prod
    reduce_logsumexp math.reduce_std math.reduce_variance""".split()
    for x, more in [("a", ""), ("a", ", axis=1"), ("a", ", 0, keepdims=True"), ("batch", ", axis=[0, -1]"), ("s", "")]]
REDUCTIONS += [f"tf.{name}({x}{more})" for name in "reduce_sum reduce_max reduce_prod reduce_mean".split()
               for x, more in [("j", ""), ("j", ", axis=-1")]]
REDUCTIONS += """tf.reduce_all(t)|tf.reduce_any(t, axis=1)|tf.reduce_all(t, 0, keepdims=True)|tf.argmax(a, axis=1)|
tf.argmax(a)|tf.argmin(a, 1)|tf.argmax(j, 1, output_type=tf.int32)|tf.argmax([1, 3, 3])|tf.cumsum(a)|tf.cumsum(a, axis=1)|
tf.cumsum(a, axis=1, exclusive=True)|tf.cumsum(a, axis=1, reverse=True)|tf.cumsum(a, axis=1, exclusive=True, reverse=True)|
tf.math.cumprod(a, axis=1)|tf.math.cumprod(p, axis=1, exclusive=True)|tf.cumsum(j)|
tf.math.count_nonzero(j)|tf.math.count_nonzero(t, axis=1)|tf.reduce_sum(a, axis=5)|tf.reduce_sum(t)|tf.reduce_mean(t)|
tf.math.segment_sum(table, tf.constant([0, 0, 1, 2, 2, 2]))|tf.math.unsorted_segment_sum(table, tf.constant([1, 0, 1, 2, 0, 1]), 4)|
tf.reduce_max(tf.constant([[1.0, 1.0, 0.0]]) + 0 * a)|
tf.norm(a)|tf.norm(a, axis=1)|tf.norm(a, ord=1)|tf.norm(a, ord=np.inf, axis=0)|tf.norm(a, ord=3, axis=1, keepdims=True)|
tf.math.l2_normalize(a, axis=1)|tf.clip_by_norm(a, 1.0)|tf.clip_by_norm(a, 100.0)|
tf.clip_by_norm(a, 0.5, axes=[1])|tf.clip_by_global_norm([a, b], 1.0)|tf.clip_by_global_norm([a, b], 100.0)|
tf.linalg.global_norm([a, b])|tf.clip_by_value(a, -0.5, 0.5)|tf.clip_by_value(j, 0, 3)|tf.add_n([a, b, a])|
tf.math.scalar_mul(2.0, a)|tf.scalar_mul(s, a)|tf.truncatediv(j, 2)|tf.truncatemod(j, 3)|tf.truncatediv(-7, 2)""".replace("\n", "").split("|")
ARRAYS = """tf.zeros((2, 3))|tf.zeros(3, tf.int32)|tf.ones([2, 2], dtype='float64')|tf.fill([2, 3], 7)|tf.fill((2,), s)|
tf.zeros_like(a)|tf.ones_like(j)|tf.ones_like(a, dtype=tf.int64)|tf.eye(3)|tf.eye(2, 3)|tf.eye(2, batch_shape=[2])|
tf.range(5)|tf.range(2, 8, 3)|tf.range(0.0, 1.0, 0.25)|tf.range(5, 0, -2)|tf.range(3, dtype=tf.float32)|
tf.linspace(0.0, 1.0, 5)|tf.linspace(v, w, 4)|tf.linspace(0, 10, 3)|tf.reshape(a, [3, 2])|tf.reshape(a, (-1,))|
tf.reshape(a, [-1, 2])|tf.reshape(a, [4])|tf.reshape(a, tf.constant([6]))|tf.transpose(a)|tf.transpose(batch, [2, 0, 1])|
tf.transpose(batch)|tf.expand_dims(a, 0)|tf.expand_dims(a, -1)|tf.squeeze(tf.expand_dims(a, 1))|tf.squeeze(a[tf.newaxis], 0)|
tf.squeeze(a, 0)|tf.concat([a, b], 0)|tf.concat([a, b], axis=1)|tf.concat([a, c], 0)|tf.stack([a, b])|
tf.stack([a, b], axis=2)|tf.stack([s, s])|tf.unstack(a)|tf.unstack(a, axis=1)|tf.split(a, 3, axis=1)|
tf.split(a, [1, 2], axis=1)|tf.split(a, [1, -1], 1)|tf.split(a, 2, 1)|tf.tile(a, [2, 1])|tf.tile(v, [3])|
tf.repeat(a, 2, axis=0)|tf.repeat(v, [1, 0, 2])|tf.broadcast_to(v, [2, 3])|tf.pad(a, [[1, 0], [0, 2]])|
tf.pad(a, [[1, 1], [1, 1]], constant_values=2.0)|tf.pad(a, [[1, 0], [2, 1]], 'REFLECT')|tf.pad(a, [[1, 0], [2, 1]], 'SYMMETRIC')|
tf.reverse(a, [1])|tf.reverse(batch, axis=[0, 2])|tf.roll(a, 1, 1)|tf.roll(a, [1, -1], [0, 1])|tf.shape(a)|tf.size(a)|
tf.rank(batch)|tf.shape(a, out_type=tf.int64)|tf.cast(a, tf.int32)|tf.cast(j, tf.float32)|tf.cast(t, tf.float32)|
tf.cast(a, 'float64')|tf.cast(1.7, tf.int32)|tf.cast(j, tf.bool)|tf.identity(a)|tf.stop_gradient(a) * a|tf.meshgrid(v, w)|
tf.meshgrid([1, 2], [3, 4], indexing='ij')|tf.slice(a, [0, 1], [2, 2])|tf.slice(a, [1, 0], [-1, 2])|
tf.strided_slice(a, [0, 0], [2, 3], [1, 2])|tf.gather(a, [2, 0], axis=1)|tf.gather(a, i[0] % 2)|tf.gather(table, labels)|
tf.gather(table, [[0, 1], [5, 2]])|tf.gather(a, [7], axis=1)|tf.gather(a, i, batch_dims=1)|tf.gather(a, i, axis=1, batch_dims=1)|
tf.gather_nd(a, [[0, 1], [1, 2]])|tf.gather_nd(a, [[1]])|tf.gather_nd(batch, [[0, 1, 2]])|
tf.gather_nd(batch, [[1], [2]], batch_dims=1)|tf.scatter_nd([[1], [3], [1]], v, [5])|tf.scatter_nd([[0], [2]], a, [3, 3])|
tf.tensor_scatter_nd_update(v, [[1]], [9.0])|tf.tensor_scatter_nd_add(v, [[1], [1]], [1.0, 2.0])|
tf.tensor_scatter_nd_sub(v, [[0]], [s])|tf.boolean_mask(a, t)|tf.boolean_mask(table, labels > 0) if False else tf.boolean_mask(a, [True, False])|
tf.where(t, a, b)|tf.where(t)|tf.where(a > 0, a, 0.0)|tf.where(t, a, tf.zeros_like(a))|tf.one_hot(labels, 5)|
tf.one_hot([0, 2], 3, on_value=5.0, off_value=-1.0)|tf.one_hot(labels, 5, axis=0)|tf.one_hot(labels, 3, dtype=tf.int32)|
tf.one_hot([[0], [1]], 2)|tf.sort(a)|tf.sort(a, direction='DESCENDING')|tf.sort(a, axis=0)|tf.argsort(a)|
tf.argsort(a, direction='DESCENDING')|tf.argsort([1, 1, 0])|tf.math.top_k(a, 2)|tf.math.top_k([1, 3, 3, 2], k=3)|
tf.nn.in_top_k(labels, logits, 2)|tf.unique([3, 1, 3, 2, 1])|tf.sequence_mask([1, 3, 0])|tf.sequence_mask([1, 2], 4, dtype=tf.float32)|tf.reverse_sequence(a, [2, 3], seq_axis=1, batch_axis=0)|
tf.math.confusion_matrix([0, 1, 2, 2], [0, 1, 1, 2])|
tf.dynamic_partition(v, [0, 1, 0], 2)|
tf.nest.flatten({'b': a, 'a': [b, s]})|tf.nest.map_structure(lambda x: x * 2, (a, [b]))""".replace("\n", "").split("|")
LINALG = """tf.matmul(a, c)|tf.matmul(a, b)|tf.matmul(a, b, transpose_b=True)|tf.matmul(a, b, transpose_a=True)|
tf.matmul(batch, other)|tf.matmul(a, d)|tf.matmul(v, w)|tf.linalg.matvec(a, v)|tf.tensordot(a, c, 1)|
tf.tensordot(a, b, [[1], [1]])|tf.tensordot(a, b, 2)|tf.tensordot(batch, other, axes=[[2], [1]])|tf.tensordot(v, w, 1)|
tf.einsum('ij,jk->ik', a, c)|tf.einsum('bij,bjk->bik', batch, other)|tf.einsum('ij->ji', a)|tf.einsum('i,i->', v, w)|
tf.linalg.trace(m)|tf.linalg.diag(v)|tf.linalg.diag_part(m)|tf.linalg.band_part(m, 0, -1)|
tf.linalg.band_part(m, -1, 0)|tf.linalg.band_part(m, 1, 1)|tf.linalg.inv(spd)|tf.linalg.det(spd)|tf.linalg.cholesky(spd)|
tf.linalg.solve(spd, tf.expand_dims(v, 1))|tf.linalg.matrix_transpose(batch)|tf.linalg.slogdet(spd)|tf.linalg.svd(m, compute_uv=False)|tf.abs(tf.linalg.eigh(spd + m + tf.transpose(m))[1])|tf.linalg.eigh(spd + m + tf.transpose(m))[0]""".replace("\n", "").split("|")
NN = [f"tf.nn.{name}(a)" for name in """relu relu6 elu selu gelu silu swish softplus softsign leaky_relu softmax log_softmax
sigmoid tanh l2_loss""".split()] + """tf.nn.gelu(a, approximate=True)|tf.nn.leaky_relu(a, alpha=0.3)|
tf.nn.silu(a, 1.5)|tf.nn.softmax(batch, axis=1)|tf.nn.log_softmax(batch, 1)|tf.nn.relu(j)|tf.nn.softmax(j)|
tf.nn.softmax_cross_entropy_with_logits(labels=soft, logits=logits)|
tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)|
tf.nn.sigmoid_cross_entropy_with_logits(labels=yes, logits=logits)|
tf.nn.bias_add(a, v)|
tf.nn.bias_add(x, v)|tf.nn.moments(a, [0])|tf.nn.moments(x, [0, 1, 2], keepdims=True)|
tf.nn.batch_normalization(a, v, p[0], w, q[0], 1e-3)|tf.nn.batch_normalization(a, v, p[0], None, None, 1e-3)|
tf.nn.embedding_lookup(table, labels)|tf.nn.l2_normalize(a, 1)|tf.nn.lrn(x, 1, 1.0, 0.5, 0.75)|
tf.nn.conv2d(x, kernel, 1, 'SAME')|tf.nn.conv2d(x, kernel, [1, 2, 2, 1], 'SAME')|
tf.nn.conv2d(x, kernel, strides=2, padding='VALID')|tf.nn.conv2d(x, kernel, 1, 'VALID', dilations=2)|
tf.nn.conv2d(x, kernel, 1, [[0, 0], [1, 2], [0, 1], [0, 0]])|tf.nn.conv2d(x, kernel[:2, :2], 1, 'SAME')|
tf.nn.conv2d(x, kernel[:, :, :2], 1, 'SAME')|tf.nn.conv2d(x, kernel, 3, 'SAME')|tf.nn.conv1d(signal, kernel1, 1, 'SAME')|
tf.nn.conv1d(signal, kernel1, 2, 'VALID')|tf.nn.conv3d(volume, kernel3, [1, 1, 1, 1, 1], 'SAME')|
tf.nn.depthwise_conv2d(x, deep, [1, 1, 1, 1], 'SAME')|tf.nn.depthwise_conv2d(x, deep, [1, 2, 2, 1], 'VALID')|
tf.nn.separable_conv2d(x, deep, tf.reshape(kernel, [1, 1, 6, 18])[:, :, :, :5], [1, 1, 1, 1], 'SAME')|
tf.nn.conv2d_transpose(x, back, [2, 6, 7, 5], 1, 'SAME')|tf.nn.conv2d_transpose(x, back, [2, 12, 14, 5], 2, 'SAME')|
tf.nn.conv2d_transpose(x, back, [2, 11, 13, 5], [1, 2, 2, 1], 'SAME')|tf.nn.conv2d_transpose(x, back, [2, 13, 15, 5], 2, 'VALID')|
tf.nn.max_pool2d(x, 2, 2, 'VALID')|tf.nn.max_pool2d(x, 2, 2, 'SAME')|
tf.nn.max_pool2d(x, [1, 3, 3, 1], [1, 2, 2, 1], 'SAME')|tf.nn.max_pool(x, 3, 1, 'SAME')|tf.nn.avg_pool2d(x, 2, 2, 'SAME')|
tf.nn.avg_pool2d(x, 2, 2, 'VALID')|tf.nn.avg_pool2d(x, 3, 2, padding='SAME')|tf.nn.avg_pool(x, [1, 3, 3, 1], [1, 1, 1, 1], 'SAME')|
tf.nn.max_pool1d(signal, 2, 2, 'SAME')|tf.nn.avg_pool1d(signal, 3, 2, 'SAME')|tf.nn.conv2d(x, kernel, 1, 'OTHER')|
tf.nn.conv2d(a, kernel, 1, 'SAME')|tf.nn.dropout(a, 1.5)|tf.nn.avg_pool3d(volume, 2, 1, 'SAME')|
tf.nn.max_pool3d(volume, 2, 2, 'VALID')|tf.nn.local_response_normalization(x, 2, bias=2.0, alpha=1e-2)|
tf.nn.max_pool2d(a, 2, 2, 'SAME')|
tf.nn.space_to_depth(x[:, :, :6], 2)|tf.nn.space_to_depth(x, 2)|tf.nn.depth_to_space(volume[0][..., None, :][:, :, 0], 2)|
tf.nn.depth_to_space(tf.tile(volume[0], [1, 1, 1, 2]), 2)|tf.nn.space_to_depth(a, 2)""".replace("\n", "").split("|")
IMAGE = """tf.image.resize(picture, [3, 4])|tf.image.resize(picture, (12, 9))|tf.image.resize(picture, [4, 4], 'nearest')|
tf.image.resize(bytes, [8, 3])|
tf.image.resize_with_pad(picture, 9, 4)|tf.image.resize_with_pad(bytes, 5, 12, method='nearest')|
tf.image.resize_with_pad(bytes, 4, 5)|tf.image.flip_left_right(picture)|tf.image.flip_up_down(picture)|tf.image.rot90(bytes)|
tf.image.rgb_to_grayscale(picture)|tf.image.grayscale_to_rgb(picture[..., :1])|tf.image.per_image_standardization(picture)|
tf.image.convert_image_dtype(bytes, tf.float32)|tf.image.convert_image_dtype(picture, tf.uint8)|tf.image.central_crop(bytes, 0.5)|
tf.image.crop_to_bounding_box(picture, 1, 2, 3, 2)|tf.image.pad_to_bounding_box(bytes, 1, 1, 6, 7)|
tf.image.resize_with_crop_or_pad(picture, 4, 8)|tf.image.adjust_brightness(picture, 0.2)|tf.image.adjust_contrast(picture, 2.0)|
tf.strings.join(['a', 'b'], '-')|tf.strings.lower('ABc')|tf.strings.length(['a', 'bcd'])""".replace("\n", "").split("|")
IMAGE += r"""tf.strings.regex_replace(['a<br />b', 'c<br />d<br />e'], '<br />', ' ')
tf.strings.regex_replace('tell me', '(l+)', r'[\1\0]', replace_global=False)
tf.strings.split('a b  c ')
tf.strings.split(tf.constant('a,b,,c'), ',')
tf.strings.split('a,b,c', sep=',', maxsplit=1)
tf.strings.unicode_split('aé b', 'UTF-8')
tf.strings.substr(['hello', 'world'], 1, 3)
tf.strings.substr('hello', -3, 2)
tf.strings.substr('hello', 7, 2)
tf.strings.substr('aéb', 1, 2, unit='UTF8_CHAR')
tf.strings.to_number(['1.5', '-2'])
tf.strings.to_number([['3'], ['4']], tf.int32)
tf.strings.to_number('x')
tf.strings.reduce_join([['a', 'b'], ['c', 'd']], axis=0, separator='-')
tf.strings.reduce_join([['a', 'b'], ['c', 'd']], -1, keepdims=True)
tf.strings.reduce_join([['a', 'b'], ['c', 'd']])""".splitlines()
CONTROL = """tf.cond(s > 0, lambda: a, lambda: b)|tf.while_loop(lambda n, y: n < 3, lambda n, y: (n + 1, y * 2), (tf.constant(0), a))|
tf.map_fn(lambda row: row * 2, a)|tf.map_fn(lambda x: x[0] + x[1], (a, b), fn_output_signature=tf.float32)|
tf.case([(s < 0, lambda: a)], default=lambda: b)|tf.scan(lambda total, x: total + x, v)|tf.vectorized_map(lambda row: tf.reduce_sum(row ** 2), a)|tf.complex(a, b)|tf.is_tensor(a)|tf.is_tensor(1)|tf.executing_eagerly()|
tf.numpy_function(lambda x: x + 1, [a], tf.float32)|tf.py_function(lambda x: x * 2, [a], tf.float32)""".replace("\n", "").split("|")
GROUPS = {"math": UNARY + BINARY, "operators": OPERATORS, "reductions": REDUCTIONS, "arrays": ARRAYS, "linalg": LINALG,
          "nn": NN, "image": IMAGE, "control": CONTROL}
