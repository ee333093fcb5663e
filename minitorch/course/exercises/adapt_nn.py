"""Lesson 3's answers in the library's place: what a learner did not write (other settings, a GPU) stays the library's.

Shapes are brought to the form that the exercise showed where that can be done, as in batch norm of images.
"""

from ...nn import functional as F, init
from ...nn.functional.loss import check_target
from ...nn.functional.norm import affine
from ...nn.functional.softmaxes import warn_of_softmax
from ...ops.shape.creation import ones, zeros


def at_home(*tensors):
    """Whether all are in this machine's own memory: what was written with NumPy in mind runs there only."""
    return all(x is None or x.device.type == "cpu" for x in tensors)


def like(result, x):
    """Return a result in x's dtype: numbers drawn by chance are float32, whatever they meet."""
    return result if result.dtype is x.dtype else result.to(x.dtype)


def pairs(found):
    """Names and parameters as a list; a dict of them will do.

    Raises TypeError for what is no pair.
    """
    found = list(found.items() if isinstance(found, dict) else found)
    other = next((each for each in found if not isinstance(each, tuple | list) or len(each) != 2), None)
    if other is not None:
        raise TypeError(f"each entry should be a pair, (path, parameter); here one is a {type(other).__name__}.")
    return found


def walk_over_modules(mine):
    """3.1: the library's gives its finds one by one."""
    return lambda module, prefix="": iter(pairs(mine(module, prefix)))


def rows_of_inputs(mine):
    """3.2; a weight that is no matrix, and one that does not fit (which the library explains), stay the library's."""
    def linear(input, weight, bias=None):
        fits = weight.ndim == 2 and input.shape[-1:] == weight.shape[1:]
        if fits and at_home(input, weight, bias):
            return mine(input, weight, bias)
        return F.linear.library(input, weight, bias)
    return linear


def relu_layers(mine):
    """3.3, for weights (out, in); filters, other nonlinearities and a generator of one's own stay the library's."""
    def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
        asked = (a, mode) == (0, "fan_in") and nonlinearity in ("relu", "leaky_relu") and generator is None
        if asked and tensor.ndim == 2 and tensor.numel() and at_home(tensor):
            mine(tensor)
            return tensor
        return init.kaiming_normal_.library(tensor, a, mode, nonlinearity, generator)
    return kaiming_normal_


def rows_of_scores(mine):
    """3.4, for (N, C) and class numbers; the check of both, advice, weights, smoothing stay the library's."""
    def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
                      label_smoothing=0.0):
        usual = (input.ndim == 2 and target.ndim == 1 and len(target) and not target.is_floating_point()
                 and weight is None and size_average is None and reduce is None and reduction == "mean"
                 and not label_smoothing and at_home(input, target))
        if usual and not check_target("cross_entropy", input, target, None, ignore_index):
            warn_of_softmax("cross_entropy", input)
            return mine(input, target)
        return F.cross_entropy.library(input, target, weight, size_average, ignore_index, reduce, reduction,
                                       label_smoothing)
    return cross_entropy


def out_of_place(mine):
    """3.5; in place, for p = 1 (a result that wants no gradient is right too), and for no probability the library's."""
    def dropout(input, p=0.5, training=True, inplace=False):
        if inplace or not 0 <= p < 1 or not at_home(input):
            return F.dropout.library(input, p, training, inplace)
        return like(mine(input, p, training), input)
    return dropout


def any_channels(mine):
    """3.6, for images (N, C, H, W) too: every pixel is a row. Times weight plus bias is added here."""
    def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
        channels = input.shape[1] if input.ndim > 1 else 0
        known = running_mean is not None and running_var is not None
        if not channels or not (known or training) or input.numel() <= channels or not at_home(input):
            return F.batch_norm.library(input, running_mean, running_var, weight, bias, training, momentum, eps)
        if not known:                                      # nobody keeps them: they are let go
            running_mean, running_var = zeros(channels, dtype=input.dtype), ones(channels, dtype=input.dtype)
        last = input.movedim(1, -1)
        rows = mine(last.reshape(-1, channels), running_mean, running_var, training, momentum, eps)
        return like(affine(rows.reshape(last.shape).movedim(-1, 1), weight, bias), input)
    return batch_norm
