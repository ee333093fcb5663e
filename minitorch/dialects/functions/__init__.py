"""The functions of the dialects, by subject: each names what the engine has, with TensorFlow's arguments.

Where a tensor is asked for, a Variable, an array, a nested list or a number does as well. Tensors that are computed
with one another have one element type; Python's numbers take the others'.

Arguments that mean the same wherever they occur:

    data_format    where the channels are: last ("NWC", "NHWC", "NDHWC"; the default), or "NCW", "NCHW", "NCDHW"
"""
