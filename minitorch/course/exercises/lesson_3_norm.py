"""Lesson 3, batch norm: by the batch in training, by what was remembered in use."""

from ...engine import no_grad
from ...nn import functional as F
from ...ops.norm import batch_norm as ops
from ..record import Case, Exercise, Misconception
from .adapt_nn import any_channels
from .lesson_3 import floats


def normalised(answer, inputs):
    """What comes out, what is remembered then, and the slopes of the elements of x (weighed 1, 2, 3, …)."""
    x, mean, var = (inputs[name] for name in ("x", "running_mean", "running_var"))
    x = x.requires_grad_()
    out = answer(x, mean, var, inputs["training"], inputs.get("momentum", 0.1), inputs.get("eps", 1e-5))
    weights = floats([[float(1 + i * x.shape[1] + j) for j in range(x.shape[1])] for i in range(x.shape[0])])
    if out.requires_grad:
        (out * weights * weights).sum().backward()
    return out.detach().numpy().copy(), mean.detach().numpy().copy(), var.detach().numpy().copy(), x.grad


def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5, *, ddof=0, dim=0, by_batch=False,
               kept_ddof=1, mixed=1, rebound=False, always=False, before=False, constant=False, recorded=False,
               whole=False, outside=False):
    """What 3.6 asks for; the settings make its usual mistakes."""
    if training or by_batch:
        dims = None if whole else dim
        mean, var = x.mean(dim=dims, keepdim=True), x.var(dim=dims, correction=ddof, keepdim=True)
        if constant:
            mean, var = mean.detach(), var.detach()
    else:
        mean, var = (running_mean.clone(), running_var.clone()) if before else (running_mean, running_var)
    if training or always:
        share = momentum if mixed else 1 - momentum
        dims = None if whole else 0
        new_mean = (1 - share) * running_mean + share * x.mean(dim=dims)
        new_var = (1 - share) * running_var + share * x.var(dim=dims, correction=kept_ddof)
        if recorded:
            running_mean.copy_(new_mean)
            running_var.copy_(new_var)
        elif not rebound:
            with no_grad():
                running_mean.copy_(new_mean)
                running_var.copy_(new_var)
    return (x - mean) / (var ** 0.5 + eps if outside else (var + eps) ** 0.5)


def wrongly(**mistake):
    def rule(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
        return batch_norm(x, running_mean, running_var, training, **{"momentum": momentum, "eps": eps, **mistake})
    return rule


def keeps_the_graph(answer):
    """Whether what is remembered drags the graphs of all batches along."""
    x, mean, var = floats([[0.0], [2.0]]).requires_grad_(), floats([0.0]), floats([1.0])
    answer(x, mean, var, True, 0.1, 1e-5)
    return mean.requires_grad or var.requires_grad


def start():
    return {"running_mean": floats([0.0]), "running_var": floats([1.0])}


PAIR = {"x": floats([[0.0], [2.0]]), **start(), "training": True}
SINGLE = {"x": floats([[3.0]]), "running_mean": floats([1.0]), "running_var": floats([4.0]), "training": False}
LEVEL = {"x": floats([[5.0], [5.0]]), **start(), "training": True}
TABLE = {"x": floats([[1.0, -2.0], [3.0, 0.5], [-1.0, 4.0], [0.0, 1.0]]), "running_mean": floats([1.0, -1.0]),
         "running_var": floats([2.0, 0.5])}

Exercise(
    "3.6", "batch_norm", difficulty=3, points=4, piece=lambda: F.batch_norm, adapt=any_channels,
    reference=batch_norm, run=normalised, aliases=lambda: [ops.batch_norm, ops.normalise],
    results=("out", "running_mean", "running_var", "slopes of x"),
    cases=[Case("two rows", **PAIR), Case("one row, in use", **SINGLE), Case("all the same", **LEVEL),
           Case("two features", **TABLE, training=True), Case("two features, in use", **TABLE, training=False),
           Case("another momentum and eps", **TABLE, training=True, momentum=0.3, eps=0.1)],
    misconceptions=[
        Misconception("ddof=1", "Divided by the standard deviation for a sample, with n − 1: two rows become ±0.71. "
                                "Here the batch is all there is: the mean of the squared distances (correction=0).",
                      rule=wrongly(ddof=1)),
        Misconception("by row", "Each row was brought to mean 0, over its features. Batch norm looks down the columns: "
                                "one feature, all examples, dim=0. (By rows it is layer norm.)",
                      rule=wrongly(dim=1)),
        Misconception("eval on batch", "In use the batch's own mean and variance were taken: a single row "
                                       "becomes 0, whatever it holds, and an answer depends on who else is in the "
                                       "batch. Take what was remembered.",
                      rule=wrongly(by_batch=True), example=Case("", **SINGLE)),
        Misconception("biased memory", "The running variance was fed with the batch's own (divided by n). What is "
                                       "remembered stands for all data, of which a batch is a sample: divide by n − 1, "
                                       "as x.var(dim=0) does by itself.", rule=wrongly(kept_ddof=0)),
        Misconception("momentum reversed", "A tenth of the old was kept and nine tenths of the new came in: what is "
                                           "remembered jumps with every batch. momentum is the share of the new.",
                      rule=wrongly(mixed=0)),
        Misconception("no eps", "Where a feature is the same in all rows its variance is 0, and 0 / 0 is nan. A little "
                                "eps is added to the variance, under the root.",
                      rule=wrongly(eps=0.0), example=Case("", **LEVEL)),
        Misconception("eps outside", "eps belongs under the root: (var + eps).sqrt(). Behind it, it is added to the "
                                     "deviation itself, which is as good as no change until eps is large.",
                      rule=wrongly(outside=True), example=Case("", **PAIR, eps=1.0)),
        Misconception("momentum stands fast", "momentum is 0.3 here; your 0.9 and 0.1 stand fast. Write 1 − momentum "
                                              "and momentum.", rule=wrongly(momentum=0.1),
                      example=Case("", **PAIR, momentum=0.3)),
        Misconception("one mean for all", "One mean was taken over the whole matrix. Each feature has a middle and a "
                                          "spread of its own: one mean a column, dim=0.",
                      rule=wrongly(whole=True), example=Case("", **TABLE, training=True)),
        Misconception("not remembered", "running_mean and running_var are as they were: nothing was learnt for "
                                        "later use. Assigning to their names makes new tensors; write into the ones "
                                        "that were passed in.", rule=wrongly(rebound=True)),
        Misconception("remembers in eval", "In use it goes on remembering, so that looking at test data changes "
                                           "the network. Only training may write.",
                      rule=(wrongly(always=True), wrongly(always=True, before=True)),
                      example=Case("", **TABLE, training=False)),
        Misconception("constants", "What comes out is right, but mean and variance were taken off the tape (detached, "
                                   "or under no_grad). They move when x moves, and the slopes have to know.",
                      rule=wrongly(constant=True), example=Case("", **TABLE, training=True)),
        Misconception("recorded memory", "What is remembered wants a gradient now: each batch was recorded into it, "
                                         "and the graphs of all batches would be kept. Write under mt.no_grad().",
                      probe=keeps_the_graph),
    ],
    probes=[lambda answer: "What is remembered should want no gradient." if keeps_the_graph(answer) else None],
    hints=["Two questions: which mean and variance are used, and which are remembered? Without training nothing "
           "is remembered.",
           "In training x.mean(dim=0) and x.var(dim=0, correction=0) are used; remembered is x.var(dim=0). "
           "running_mean.copy_(…) writes in place.",
           "with mt.no_grad(): running_mean.copy_((1 - momentum) * running_mean + momentum * mean), the variance "
           "likewise; then (x - mean) / (var + eps) ** 0.5."])
