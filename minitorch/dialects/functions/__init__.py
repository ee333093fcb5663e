"""The functions of the dialects, by subject: each is a row of the op table, a body with the arguments of each dialect.

tf.reduce_sum is a row of `reduction`, tf.matmul of `linalg`, tf.nn.conv2d of `conv`; `table` makes functions from rows.

Where a tensor is asked for, a Variable, an array, a nested list or a number does as well. Tensors that are computed
with one another have one element type; Python's numbers take the others'. Keras promotes element types instead.

Arguments that mean the same wherever they occur:

    data_format    where the channels are: last ("NWC", "NHWC", "NDHWC"; the default), or "NCW", "NCHW", "NCDHW"
"""

from . import (arrays, blocks, complex_numbers, conv, counting, creation, elementary, gathering, linalg, logic, losses,
               math, nn, norms, pooling, random, reduction, sampled, segments, slices)

# TensorFlow 2's functions by name; tf.math, tf.nn and others show those that TensorFlow has there
ROWS = {name: own for part in (
    arrays, blocks, complex_numbers, conv, counting, creation, elementary, gathering, linalg, logic, losses, math, nn,
    norms, pooling, random, reduction, sampled, segments, slices) for name, own in vars(part).items()
    if getattr(own, "__module__", "").startswith(__name__)}
