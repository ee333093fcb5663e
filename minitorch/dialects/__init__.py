"""The dialects: TensorFlow's names over the one engine.

    import minitorch.dialects.tf1 as tf
    import minitorch.dialects.tf2 as tf
    import minitorch.dialects.keras as keras

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
