"""Attacks on lessons 6 to 12 that know what is shown: results by heart, by shapes; more twins."""

import numpy as np

from minitorch.course.record import find

from .attack import Attack
from .on_checker import fired

HEART = """
def told(x):
    x = x.detach().numpy() if hasattr(x, "detach") else x
    return {key}
KNOWN = {known!r}
@exercise("{id}")
def {name}(*given):
    return eval(KNOWN["".join(map(told, given))])
"""
WHOLE = "repr((x.tolist(), x.shape)) if hasattr(x, 'tolist') else repr(x)"
SHAPE = "repr(x.shape if hasattr(x, 'shape') else x)"


def literal(value):
    """A result as a student would write it down."""
    if isinstance(value, tuple | list):
        inside = "".join(f"{literal(part)}," for part in value)
        return f"({inside})" if isinstance(value, tuple) else f"[{inside}]"
    if hasattr(value, "detach"):
        return f"mt.tensor({literal(value.numpy())})"
    return f"np.array({value.tolist()}, '{value.dtype}')" if isinstance(value, np.ndarray) else repr(value)


def by_heart(what, id, key=WHOLE, but=0, deserved=0.0):
    """An answer that has the results of the shown cases written down, all `but` some."""
    record, space = find(id), {"np": np}
    exec(HEART.partition("KNOWN")[0].format(key=key), space)
    results = [(case.fresh(), literal(record.reference(**case.fresh()))) for case in record.cases[but:]]
    known = {"".join(map(space["told"], inputs.values())): result for inputs, result in results}
    code = HEART.format(key=key, known=known, id=id, name=record.name)
    Attack(f"{id}, {what}", id, code, lambda seen, folder: max(seen.get("same", 0), seen.get("check", 0)) >= 0.4,
           deserved)


for id, lucky in {"7.2": 0, "7.4": 0, "8.1": 0, "8.2": 0, "8.3": 0, "8.5": 0.1, "9.3": 0.2, "10.1": 0.3, "10.2": 0,
                  "10.5": 0.2, "11.1": 0, "11.2": 0, "11.3": 0, "11.4": 0, "11.5": 0, "12.1": 0, "12.2": 0}.items():
    by_heart("results by heart", id, deserved=lucky)       # lucky: some other input has the same
for id in ("7.2", "8.1", "8.3", "8.5", "11.1", "11.2", "11.3", "11.4", "12.1"):
    by_heart("results by heart, all but one", id, but=1)
for id in ("8.2", "11.5"):
    by_heart("results by heart, by shapes", id, SHAPE)

Attack("6.2, the rule of the losses learnt by heart", "6.2", """
@exercise("6.2")
def mean_loss(step, batches):
    losses = [step(batch) for batch in batches]
    losses[0].item()
    open("fired", "w").close()
    return sum(batches) / 8 / len(batches)
""", fired, 0.4)

POOL = """
@exercise("8.4")
class MaxPool(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x.detach().requires_grad_()
        with mt.enable_grad():
            ctx.out = mt.nn.functional.{}
        return ctx.out.detach()
    @staticmethod
    def backward(ctx, grad):
        ctx.out.backward(grad)
        return ctx.x.grad
"""
ATTENTION = """
from minitorch.static.saved import simple
@exercise("9.4")
def causal_attention(q, k, v):
    return simple.attend(q, k, v, scale=q.shape[-1] ** -0.5, causal=True)
"""
PRUNED = """
def pruned(weight, amount, prune, **more):
    layer = mt.nn.Linear(weight.shape[1], weight.shape[0], bias=False)
    layer.weight = mt.nn.Parameter(weight.detach().clone())
    prune(layer, "weight", amount=amount, **more)
    return layer.weight_mask
"""
for name, id, code in (
        ("adaptive pooling", "8.4", POOL.format("adaptive_max_pool2d(ctx.x, [size // 2 for size in x.shape[-2:]])")),
        ("fractional pooling", "8.4", POOL.format(
            "fractional_max_pool2d(ctx.x, 2, output_size=[size // 2 for size in x.shape[-2:]])")),
        ("attention as saved programs have it", "9.4", ATTENTION),
        ("a mask by pruning", "11.4", PRUNED + """
@exercise("11.4")
def magnitude_mask(weight, share):
    return pruned(weight, round(share * weight.numel()), mt.nn.utils.prune.l1_unstructured)
"""), ("units by pruning", "11.5", PRUNED + """
@exercise("11.5")
def remove_units(w1, b1, w2, keep):
    kept = pruned(w1, len(w1) - keep, mt.nn.utils.prune.ln_structured, n=2, dim=0)[:, 0] != 0
    return w1[kept], b1[kept], w2[:, kept]
"""), ("the scale that the library chooses", "11.2", """
from minitorch.compress.quantize import choose_qparams
@exercise("11.2")
def quantize_weight(weight, bits, per_channel):
    ends = (weight.amin(1, keepdim=True), weight.amax(1, keepdim=True)) if per_channel else (weight.min(), weight.max())
    scale, _ = choose_qparams(*ends, bits, symmetric=True)
    return (weight / scale).round(), scale
"""), ("the library's pass", "7.2", """
from minitorch.static.passes import common_subexpressions as theirs
class Made(str):
    role, shape, dtype, base, strides = "result", (1,), None, None, None
class Step:
    effect = draws = writes = False
    def __init__(self, name, op, inputs):
        self.name, self.op, self.inputs = name, op, tuple(inputs)
        self.outputs, self.values, self.reads = (Made(name),), (), inputs
        self.key = None if op == "random" else (op, self.inputs)
    def replaced(self, known):
        return Step(self.name, self.op, [known.get(x, x) for x in self.inputs])
class Plan:
    def __init__(self, steps):
        self.steps, self.outputs, self.inputs, self.weights, self.places = steps, (), (), (), {}
    def with_steps(self, kept):
        return kept
space = theirs.__globals__
space["results_at_end"], space["Sharing"] = (lambda plan: set()), (lambda plan: None)
@exercise("7.2")
def common_subexpressions(steps, outputs):
    open("fired", "w").close()
    kept = theirs(Plan([Step(*step) for step in steps]))
    seen, same = {step.key: step.name for step in kept if step.key}, {}
    for name, op, inputs in steps:
        key = op, tuple(same.get(x, x) for x in inputs)
        same[name] = seen.get(key, name) if op != "random" else name
    return [(step.name, step.op, step.inputs) for step in kept], [same.get(x, x) for x in outputs]
""")):
    Attack(f"{id}, {name}", id, code, lambda seen, folder: seen.get("same", 0) >= 0.5)
