"""The functions of the dialects, by subject: each names what the engine has, with TensorFlow's arguments.

Where a tensor is asked for, a Variable, an array, a nested list or a number does as well. Tensors that are computed
with one another have one element type; Python's numbers take the others'.

Arguments that mean the same wherever they occur:

    name                of the operation in a graph; values do not depend on it
    parallel_iterations, back_prop, swap_memory, infer_shape
                        how TensorFlow runs a loop; taken, without effect
    a_is_sparse, b_is_sparse, validate_indices, bad_indices_policy, alg, layout
                        taken as TensorFlow does; no number changes
    data_format         where the channels are: last ("NWC", "NHWC", "NDHWC"; the default), or "NCW", "NCHW", "NCDHW"
"""
