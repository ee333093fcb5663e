"""Faults that lesson 4 notices: the cells needed, by words that stand in them only, and what is planted."""

HOOK = (4, "def ravine(x, y)")
BALL = (4, "def ravine(x, y)", 'print("after 10 steps')
WEIGHT = (4, "def ravine(x, y)", '"plain": lambda p')
RULERS = (4, "def ravine(x, y)", "def canyon(x, y)")
RACE = (4, "def ravine(x, y)", "runners = {", "raced.moved(lr)")
CURVE = (4, "def ravine(x, y)", "seen.append(")
CLIFF = (4, "def ravine(x, y)", "net = network()\nweights", "def roll(limit")
DIGITS = (4, "def ravine(x, y)", "runners = {", "net = network()\nweights", "def train(make", "results = {name: train")

FAULTS = {
    "a plain step that is 1 % too long": (BALL, """
plant(mt.optim.SGD.rule, lambda right: lambda param, grad, state, **kept: right(param, 1.01 * grad, state, **kept))"""),
    "descent that climbs": (HOOK, """
plant(mt.optim.SGD.rule, lambda right: lambda param, grad, state, **named: right(param, -grad, state, **named))"""),
    "a velocity that is forgotten": (WEIGHT, """
plant(mt.optim.sgd.heavy_ball, lambda right: lambda param, grad, state, **named: right(param, grad, {}, **named))"""),
    "one velocity for all parameters": (DIGITS, """
everybody = {}
def shared(param, grad, state, **named):
    right(param, grad, everybody.setdefault(param.shape[:1], {}) if param.ndim else state, **named)
right = mt.optim.sgd.heavy_ball.library
plant(mt.optim.sgd.heavy_ball, lambda right: shared)"""),
    "Adagrad without the root": (RULERS, """
def rootless(param, grad, state, *, lr, lr_decay, weight_decay, initial_accumulator_value, eps, maximize):
    state["sum"] = state.get("sum", 0) + grad * grad
    param -= lr * grad / (state["sum"] + eps)
plant(mt.optim.Adagrad.rule, lambda right: rootless)"""),
    "RMSprop that forgets nothing": (RULERS, """
plant(mt.optim.RMSprop.rule, lambda right: lambda *given, alpha, **named: right(*given, alpha=0.999, **named))"""),
    "Adam uncorrected": (RACE, """
def uncorrected(param, grad, state, *, lr, betas, eps, weight_decay, amsgrad, maximize, decoupled_weight_decay):
    state["m"] = betas[0] * state.get("m", 0) + (1 - betas[0]) * grad
    state["v"] = betas[1] * state.get("v", 0) + (1 - betas[1]) * grad * grad
    param -= lr * state["m"] / (state["v"] ** 0.5 + eps)
plant(mt.optim.Adam.rule, lambda right: uncorrected)"""),
    "a warm-up that begins at 0": (CURVE, """
plant(mt.optim.lr_scheduler.warmup_cosine, lambda right: lambda step, warmup, total, peak:
      peak * step / warmup if step < warmup else right(step, warmup, total, peak))"""),
    "gradients clipped one by one": (CLIFF, """
def singly(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    for p in parameters:
        p.grad.clamp_(-max_norm, max_norm)
plant(mt.nn.utils.clip_grad_norm_, lambda right: singly)"""),
    "a step that leaves the first parameter out": (DIGITS, """
kept = mt.optim.Optimizer.add_param_group
def all_but_one(self, group):
    kept(self, group)
    del self.param_groups[-1]["params"][:1]
mt.optim.Optimizer.add_param_group = all_but_one"""),
}
