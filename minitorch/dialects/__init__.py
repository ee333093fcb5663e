"""The dialects: TensorFlow's names over the one engine.

    import minitorch.dialects.tf1 as tf
    import minitorch.dialects.tf2 as tf
    import minitorch.dialects.keras as keras

Where to read what:

    tf.reduce_sum, tf.matmul        functions/reduction.py, functions/linalg.py: rows of the op table, for TensorFlow 1
                                    and 2 and keras.ops (functions/table.py makes functions of rows)
    tf.GradientTape, tf.Variable    core/tape.py, core/variable.py; what they compute with: core/tensor.py, core/lift.py
    tf.Session, tf.placeholder      tf1/sessions.py, tf1/variables.py; the operations: tf1/graph.py, tf1/plans.py
    tf.layers.dense, tf.train.…     tf1/layers.py, tf1/optimizers.py: rows too
    tf.function, tf.data            tf2/tracing.py with autograph/, tf2/data/
    Model.fit, keras.layers.…       keras/models/training.py, keras/layers/
    a name that is left out         core/missing.py, which says what to use instead

Arguments that mean the same wherever they occur:

    name    of an operation, variable, module or summary, in errors and graphs; values do not depend on it
    parallel_iterations, back_prop, swap_memory, infer_shape
            how TensorFlow runs a loop; taken, no number changes
    validate_shape, caching_device, variable_def, import_scope, synchronization, aggregation, use_locking, read_value
            how TensorFlow keeps variables; taken, no number changes
    a_is_sparse, b_is_sparse, validate_indices, bad_indices_policy, alg, layout, options, expand_composites
            of tensors and files that are not here; taken, no number changes
"""

from ..runtime import missing as _missing

__all__ = ["keras", "tf1", "tf2"]

_missing.speak_for(globals(), later=("keras", "tf1", "tf2"))
