"""Diagnose a training: run one batch forward and backward, and report each problem with a remedy."""

import warnings
from collections import namedtuple

from ..engine import tensor_types
from ..explain.nonfinite import OPENING
from ..nn.functional.loss import TargetError
from . import diagnose_checks as checks
from .diagnose_watch import Examination
from .preserve import preserve_state
from .watch import wrap_derivatives


class Finding(namedtuple("Finding", "kind text todo")):
    """One problem that `diagnose` found.

    kind   one of: error, labels, softmax, mode, not finite, no gradient, unused, vanishing, exploding, dead,
           zero_grad, optimiser, advice
    text   the problem, and where it is; todo: how to solve it
    """

    def __repr__(self):
        return f"{self.kind}: {self.text}\n    -> {self.todo}"


class Diagnosis:
    """The result of `diagnose`, which prints itself: `.findings`, and `.kinds`, the set of their kinds."""

    def __init__(self, findings):
        self.findings = findings

    @property
    def kinds(self):
        return {finding.kind for finding in self.findings}

    def text(self):
        count = len(self.findings)
        return "\n".join([f"diagnose: {count} finding{'s' * (count > 1)}", *map(repr, self.findings)]) if count else (
            "diagnose: nothing looks wrong. The batch, its labels, the loss, every operation and every gradient were "
            "checked.")

    def __repr__(self):
        return self.text()


def diagnose(model, loss, batch, optimizer=None, training=True):
    """Look for common mistakes in training: run one batch forward and backward, and change nothing.

    model      a Module, as it is in the training loop
    loss       a function of the model's output and the targets, such as nn.CrossEntropyLoss()
    batch      (inputs, targets); several inputs as a tuple
    optimizer  your optimiser, to check if it has the model's parameters
    training   False: check the model as for an evaluation
    returns    a Diagnosis: prints its findings, each with advice

    Call it between backward() and zero_grad(), or before the first step. Parameters, gradients, buffers,
    modes and random numbers do not change.
    """
    if not isinstance(batch, tuple | list) or len(batch) != 2:
        raise TypeError("diagnose() needs a batch (inputs, targets), as a loader gives it, not "
                        f"{type(batch).__name__}{f' of {len(batch)}' if isinstance(batch, tuple | list) else ''}.")
    inputs, targets = map(detach_tensors, batch)
    inputs = tuple(inputs) if isinstance(inputs, tuple | list) else (inputs,)
    before = {name: p._grad for name, p in model.named_parameters()}
    look = Examination(model)
    findings = [*checks.check_numbers(model, inputs, targets), *checks.check_mode(model, training),
                *checks.check_optimizer(model, optimizer)]
    with preserve_state(model), warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        checks.warn_about_lists(model)
        trouble = run_watched(look, model, loss, inputs, targets)
        said = list(dict.fromkeys(str(notice.message) for notice in said if notice.category is UserWarning
                                  and not str(notice.message).startswith(OPENING)))       # the checks report it
        findings += [*trouble, *checks.report_warnings(said), *checks.check_scores(look), *checks.check_finite(look)]
        if look.loss is not None and not look.broken:
            findings += checks.find_dead_units(look)
            if training:
                findings += [*checks.find_missing_gradients(look, model), *checks.check_gradient_sizes(model)]
                findings += checks.check_zero_grad(model, before)
    return Diagnosis([Finding(*finding) for finding in findings])


def run_watched(look, model, loss, inputs, targets):
    """Run the forward and the backward pass inside `look`, an Examination; return findings about errors in them."""
    try:
        with look, wrap_derivatives(look.derivative):
            output = model(*inputs)
            found = loss(output, targets)
            if type(found) not in tensor_types or found.array.size != 1:
                shape = tuple(found.shape) if type(found) in tensor_types else type(found).__name__
                return [("error", f"The loss is {shape}, but training needs one number.",
                         "Reduce it: loss.mean(), or reduction=\"mean\".")]
            look.loss = found
            if found.requires_grad:
                found.backward()
    except TargetError as error:
        return [("labels", first_line(error), "Number the classes from 0, and let the last layer give one score for "
                 "each: nn.Linear(…, classes).")]
    except Exception as error:
        return [("error", f"{type(error).__name__}: {first_line(error)}", "Correct this first, because the other "
                 "checks need a loss and its gradients.")]
    return []


def first_line(error):
    return str(error).strip().partition("\n")[0]


def detach_tensors(value):
    """Return the same tensors, detached, so that a backward pass does not reach the user's graph."""
    if type(value) in tensor_types:
        return value.detach()
    if isinstance(value, tuple | list):
        return type(value)(map(detach_tensors, value)) if type(value) in (tuple, list) else value
    return {name: detach_tensors(x) for name, x in value.items()} if type(value) is dict else value
