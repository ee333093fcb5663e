"""The checks of `diagnose`: each yields (kind, problem, advice)."""

from math import sqrt

from ..nn import Dropout, Parameter, diagnostics
from ..nn.instance_norm import InstanceNorm
from ..nn.normalization import BatchNorm
from .diagnose_watch import not_finite
from .summary import first_names
from .watch import tensors_in

MANY_DEAD = 0.6           # minimum share of dead units in a layer that is reported
LARGE = 100               # gradient / weight: with lr 0.01, a step would change the weights by 100 %
SMALL = 1e-4              # gradient / weight, compared with the largest ratio of all layers
OFTEN = 3                 # if .grad is this many times as large as one batch's gradient, it is a sum over batches

REPAIRS = {
    "log": "A logarithm of 0 or less: use log_softmax or logsigmoid, or x.clamp(min=1e-8).log().",
    "div": "A division by 0 or by something close to it: add a small eps to the divisor.",
    "exp": "An overflow: subtract the largest first, as softmax and logsumexp do.",
    "sqrt": "The derivative of √ is infinite at 0, and below 0 there is none: write sqrt(x + 1e-8).",
    "pow": "A power of 0 or less with an exponent below 1: add a small eps, or clamp first.",
    "vector_norm": "The norm has no gradient at zeros: add a small eps before taking the root.",
}
STEPS = "Lower the learning rate, clip gradients (nn.utils.clip_grad_norm_), and scale the inputs."


def warn_about_lists(model):
    """Let the model warn about layers in plain lists, and reset the warning so that it can be shown again."""
    knew = model in diagnostics.checked
    diagnostics.warn_of_unregistered(model)
    if not knew:
        diagnostics.checked.discard(model)


def check_numbers(model, inputs, targets):
    """Report nan and inf in the batch and the parameters, before anything is computed."""
    for name, value in (("inputs", inputs), ("targets", targets)):
        if any(not_finite(x.array) and not bool((x.array < float("inf")).all()) for x in tensors_in(value)):
            yield ("not finite", f"The {name} of the batch hold nan or inf.",  # −inf alone is allowed: it may be a mask
                   "Clean the data: x[~x.isfinite()], or check how it is normalised (by a standard deviation of 0?).")
    bad = [name for name, p in model.named_parameters() if not_finite(p.array)]
    if bad:
        yield ("not finite", f"Parameters hold nan or inf already: {first_names(bad)}.",
               f"They stay so in all later steps: start again or load a checkpoint. {STEPS}")


def check_mode(model, training):
    """Report layers in the wrong mode, if they behave differently in training."""
    layers = [(path or "the model", m) for path, m in model.named_modules() if mode_matters(m)]
    wrong = [f"{path} ({type(m).__name__})" for path, m in layers if m.training != training]
    if not wrong:
        return
    now, call = ("evaluation", "model.train()") if training else ("training", "model.eval()")
    if len(wrong) == len(layers):
        yield ("mode", f"The model is in {now} mode, which changes what {first_names(wrong)} do.",
               f"Call {call} before {'training' if training else 'evaluation'}"
               + (", and again in each epoch after an evaluation." if training else ", and compute under no_grad()."))
    else:
        yield ("mode", f"Some layers are in {now} mode and others are not: {first_names(wrong)}.",
               f"Call {call} on the whole model; do not only if those layers are frozen on purpose.")


def mode_matters(module):
    share = module.p if isinstance(module, Dropout) else getattr(module, "dropout", 0)
    return isinstance(module, BatchNorm) and not isinstance(module, InstanceNorm) or (
        isinstance(share, int | float) and share > 0)


def check_optimizer(model, optimizer):
    """Report an optimiser whose parameters are not those of the model."""
    if optimizer is None:
        return
    held = {id(p) for group in optimizer.param_groups for p in group["params"]}
    mine = dict(model.named_parameters())
    left = [name for name, p in mine.items() if p.requires_grad and id(p) not in held]
    if left:
        foreign = len(held - {id(p) for p in mine.values()})
        yield ("optimiser", f"The optimiser was not given {first_names(left)}"
               + (f", and holds {foreign} tensors that are not the model's." if foreign else "."),
               "Give it this model's parameters: optim.SGD(model.parameters(), lr=…), after the model is complete.")


def report_warnings(said):
    """Report the warnings that minitorch gave during the run."""
    for text in said:
        twice = any(word in text for word in ("softmax", "sigmoid", "probabilities"))
        what, _, todo = text.rpartition(": ") if twice else text.partition(". ")
        yield ("softmax" if twice else "advice", what.rstrip(".") + ".", todo[:1].upper() + todo[1:] or "See there.")


def check_scores(look):
    """Report scores that are never negative because of an activation before the loss."""
    for name in dict.fromkeys(look.scores):
        yield ("softmax", f"{name} was given the result of relu, so no score can be below 0.",
               "Remove the activation after the last layer.")


def check_finite(look):
    """Report the first op that computed nan or inf, in the forward or the backward pass."""
    loss = look.loss
    found = look.origin.get(id(loss.array)) if loss is not None and not_finite(loss.array) else None
    if found is not None:
        name, where, words = found
        yield ("not finite", f"{name} {where} is the first that returns {words}.", REPAIRS.get(name, STEPS))
    elif look.bad_back is not None and any(not_finite(x._grad.array) for x in look.parameters() if x._grad is not None):
        name, where, words = look.bad_back
        yield ("not finite", f"In backward, the derivative of {name}, {where}, is the first that returns {words}.",
               REPAIRS.get(name, STEPS))


def find_missing_gradients(look, model):
    """Report parameters without a gradient: unused, cut off, or all zeros."""
    wanted = {name: p for name, p in model.named_parameters() if p.requires_grad}
    cuts = list(look.cuts)
    if not wanted:
        yield ("no gradient", "Every parameter is frozen.", "Call requires_grad_(True) on the model, or some layers.")
        return
    unused = [name for name, p in wanted.items() if id(p) not in look.used]
    if unused:
        yield ("unused", f"No operation uses {first_names(unused)}.",
               "Call the layer in forward(), or delete it, because an optimiser cannot train it.")
    lost = [name for name, p in wanted.items() if p._grad is None and name not in unused]
    if lost:
        yield ("no gradient", f"No gradient reaches {first_names(lost)}." + "".join(f" {cut}" for cut in cuts[:2]),
               "Compute all of forward and the loss with operations on tensors; detach, .data, .item() and no_grad "
               "end the gradient." if not cuts else "Correct that line; draw(model, x) shows where gradients end.")
    zero = [name for name, p in wanted.items() if p._grad is not None and p.array.size and not p._grad.array.any()]
    flat = [name for name in zero if wanted[name].array.ndim > 1]
    if flat:
        yield ("no gradient", f"The gradient of {first_names(flat)} is 0 everywhere.",
               "A later part passes no gradient: dead or saturated units, a weight of zeros, or a factor of 0.")


def find_dead_units(look):
    """Report layers if most of their units are 0 for every sample."""
    for where, (dead, count, samples) in look.units.items():
        if count > 1 and dead >= MANY_DEAD * count:
            yield ("dead", f"{dead} of {count} units of the relu {where} give 0 for all {samples} samples.",
                   "No gradient passes through them: lower the learning rate, start with other weights "
                   "(nn.init.kaiming_normal_) and biases of 0, or use leaky_relu.")


def check_gradient_sizes(model):
    """Report gradients that are very large or very small compared with their weights."""
    ratios = {}
    for name, p in model.named_parameters():
        if isinstance(p, Parameter) and p._grad is not None and p.array.ndim > 1:
            size, weight = rms(p._grad.array), rms(p.array)
            if size > 0 and weight > 0:
                ratios[name] = size / weight
    if not ratios:
        return
    large = [name for name, ratio in ratios.items() if ratio > LARGE]
    if large:
        yield ("exploding", f"Gradients are {max(ratios.values()):.2g} times as large as the weights they change: "
               f"{first_names(large)}.", f"{STEPS} Start with smaller weights (nn.init.kaiming_normal_), or normalise "
               "between layers.")
    top = max(ratios.values())
    small = [name for name, ratio in ratios.items() if ratio < SMALL * top]
    if small and not large:
        least = min(ratios, key=ratios.get)
        yield ("vanishing", f"Relative to its weights, the gradient of {least} is {ratios[least] / top:.1g} of the "
               f"largest layer's; it vanishes on the way to {first_names(small)}.",
               "Use relu instead of sigmoid or tanh, nn.init.kaiming_normal_, normalisation between layers, or "
               "connections that skip layers (x + f(x)).")


def check_zero_grad(model, before):
    """Report gradients from earlier batches: they are larger than one batch can make them."""
    pairs = [(before[name].array, p._grad.array) for name, p in model.named_parameters()
             if p._grad is not None and before.get(name) is not None]
    old, new = sqrt(sum(square(a) for a, _ in pairs)), sqrt(sum(square(b) for _, b in pairs))
    if not old or not new:
        return
    cosine = sum(float((a * b).sum()) for a, b in pairs) / (old * new)
    if old > OFTEN * new or cosine > 0.999 and old > 1.5 * new:
        yield ("zero_grad", f"The gradients in .grad are {old / new:.3g} times as large as those of this "
               "batch: they look like sums over several batches.",
               "Call optimizer.zero_grad() before each loss.backward(), which adds to .grad (unless you "
               "gather gradients over batches on purpose).")


def rms(array):
    return sqrt(square(array) / array.size)


def square(array):
    return float((array.astype("float64") ** 2).sum())
