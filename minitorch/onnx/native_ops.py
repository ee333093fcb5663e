"""Find the ops that ONNX has as operators, so that their steps are not split into simpler steps."""

from functools import cache

from ..static.program import Value


class NativeOp:
    """The function of a step that becomes one ONNX operator, and that no pass splits or changes."""

    def __init__(self, name):
        self.name = name


native_op = cache(NativeOp)               # the same object for the same name, so that equal steps compare equal


def has_operator(step):
    """Return True if ONNX has an operator for the step with its settings."""
    if step.op is None or step.call is not step.op or step.name not in FORMS:
        return False
    if any(x.dtype is None or x.dtype.kind not in FORMS[step.name] for x in step.outputs if x is not None):
        return False
    return SPECIAL.get(step.name, lambda step: True)(step)


def is_2d(step):
    return len(step.args[0].shape) == 4


def has_equal_lengths(step):
    """Return True for a recurrent layer over sequences of one length."""
    lengths = set(step.settings["sizes"])
    projection = step.args[7] if step.name == "lstm" else None
    return len(lengths) == 1 and 0 not in lengths and projection is None


def has_scale_one(step):
    return step.settings["scale"] == step.settings["rate"] == 1


def has_no_bool_mask(step):
    mask = step.args[2] if step.name == "attention_weights" else None
    return mask is None or type(mask) is Value and mask.dtype.kind == "f"


def has_whole_windows(step):
    return is_2d(step) and not step.settings["ceil_mode"]


FORMS = {**dict.fromkeys("""attend attention_weights avg_pool2d conv2d conv2d_input elu erf gelu gru layer_norm
         leaky_relu linear log_softmax lstm max_pool2d relu resample rnn sigmoid silu softmax softplus""".split(), "f"),
         "arange_op": "iuf"}             # {op: kinds of dtypes for which ONNX has the operator}
SPECIAL = {"conv2d": is_2d, "conv2d_input": is_2d, "max_pool2d": is_2d, "avg_pool2d": has_whole_windows,
           "rnn": has_equal_lengths, "gru": has_equal_lengths, "lstm": has_equal_lengths,
           "elu": has_scale_one, "attention_weights": has_no_bool_mask}


def mark_native(program):
    """Mark each step that ONNX has an operator for, so that later passes do not split it; return the program."""
    return program.with_steps([step.replaced({}, call=native_op(step.name), op=None) if has_operator(step) else step
                               for step in program.steps])
