"""Lines of TensorFlow 2 at the edges of what an operation takes: other element types, empty tensors, odd axes, errors."""

SMALL = "tf.cast(j, tf.int8)"
EDGES = f"""tf.less(2.0, a)|tf.greater_equal(1, j)|tf.add(a, None)|tf.multiply(j, 2.5)|j * 2.5|tf.divide(a, j)|a - True|j + True|
a == True|t * f|t < f|tf.maximum(t, f)|np.array([[1, 2, 4], [7, 0, 3]]) & j|np.array([[1, 2, 4], [7, 0, 3]]) \\| j|
{SMALL} / {SMALL}|tf.divide(t, f)|tf.math.divide_no_nan(j, i)|tf.math.divide_no_nan({SMALL}, 2)|
tf.math.squared_difference(z, 2 * z)|tf.sign(z)|tf.math.atan2(j, i)|
tf.math.rint(j)|tf.round(t)|tf.maximum([1.0, np.nan], [np.nan, 1.0])|tf.minimum([1.0, np.nan], [np.nan, 1.0])|
tf.clip_by_value(a, 1.0, 0.0)|tf.clip_by_value(a, -0.5, a[1])|tf.reduce_max(a[:0])|tf.reduce_min(a[:0], 1)|
tf.reduce_max(a[:0], 0, keepdims=True)|tf.reduce_min(j[:0])|tf.reduce_max(tf.cast(j[:0], tf.uint8))|tf.reduce_sum(a, [0, 0])|
tf.reduce_sum(s, 0)|tf.reduce_max(t)|tf.math.reduce_std(a, [])|tf.math.reduce_variance(batch, axis=[], keepdims=True)|
tf.math.reduce_variance(z)|tf.math.reduce_std(j)|tf.math.count_nonzero(a, [])|
tf.argmax(t, 1)|tf.argmax(s)|tf.cumsum(a, [0])|tf.cumsum(s)|tf.cumsum(a, 5)|
tf.math.unsorted_segment_sum(table, tf.constant([-1, 0, 1, 2, -1, 1]), 3)|
tf.constant(True, tf.float32)|
tf.constant([True, False], tf.int32)|tf.constant(1, tf.bool)|tf.constant([], tf.int32)|tf.constant([np.float64(1), 2.0])|
tf.constant([1.0, np.float64(2)])|tf.constant([np.array([1, 2]), np.array([3, 4])])|tf.convert_to_tensor([s, 2], tf.float16)|
tf.convert_to_tensor([], dtype_hint=tf.int64)|tf.range(np.int64(3))|tf.meshgrid(a, v)|tf.meshgrid()|tf.math.in_top_k([0, 9, 4, -1], logits, 2)|tf.gather(a, i[:, :1], batch_dims=-1)|tf.gather(batch, i[:, :2], axis=1, batch_dims=-1)|
tf.gather(a, [0, 1], axis=0, batch_dims=1)|tf.matmul(z, z, adjoint_b=True)|tf.matmul(z, z, adjoint_a=True)|
tf.norm(a, 'fro', axis=[0, 1])|tf.norm(a, 'fro')|
tf.norm(a, 3, axis=[0, 1])|tf.norm(a, 0)|tf.norm(a, axis=[0])|tf.norm(z)|tf.norm(z, 1, axis=0)|tf.norm(j, 1)|
tf.math.l2_normalize(z, 0)|tf.linalg.trace(j)|
tf.nn.relu6(j)|tf.nn.leaky_relu(j)|tf.nn.embedding_lookup(table, [0, 2], max_norm=0.5)|
tf.nn.embedding_lookup(table, [[0], [2]], max_norm=100.0)|
tf.nn.softmax_cross_entropy_with_logits(labels=tf.cast(soft, tf.float64), logits=logits)|
tf.nn.batch_normalization(a, 0.0, 1.0, None, None, 1e-3)"""
EDGES = [case.replace("\\", "") for case in __import__("re").split(r"(?<!\\)\|", EDGES.replace("\n", ""))]
GROUPS = {"edges": EDGES}
