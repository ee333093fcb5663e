"""Random training steps, and what is changed between their calls, come to eager's numbers when they are compiled."""

import contextlib
import io
import warnings

import numpy as np
import pytest
from static import named_in_programs, state_in_programs
from static.seeds import many
from static.training_programs import WIDTH, Writer, defined

import minitorch as mt
from minitorch.static.compile import Compiled

FEW, MANY, PARTS, CALLS = 6, 66, 4, 7
ONCE_WRONG = 1040,                     # another size of what no program can return
EVENTS = [*named_in_programs.EVENTS, *"""model.eval()
model.train()
optimizer.param_groups[0]['lr'] *= 0.5
optimizer.param_groups[0]['weight_decay'] = 0.02
optimizer = mt.optim.SGD(model.parameters(), lr=0.01)
next(model.parameters()).requires_grad_(False)
next(model.parameters()).requires_grad_(True)
model[-1].weight = nn.Parameter(model[-1].weight.detach() * 0.5)
model[-1].weight.data = model[-1].weight.data * 1.1
model[-1] = nn.Linear(4, 4)
model[-1].bias = None
model.append(nn.Tanh())
model[-1].register_forward_hook(lambda m, i, o: o * 0.5)
model[0].register_forward_pre_hook(lambda m, i: (i[0] * 0.9,))
model[-1].weight.register_hook(lambda g: g * 0.1)
model[-1].register_full_backward_hook(lambda m, gi, go: log.append(float(go[0].sum())))
model.register_forward_hook(lambda m, i, o: log.append(len(o)))
model.float()
model.load_state_dict({k: v * 0.9 if v.dtype.is_floating_point else v for k, v in model.state_dict().items()})
for p in model.parameters(): p.grad = None
with mt.no_grad(): model[-1].weight.zero_()
[setattr(m, 'p', 0.3) for m in model.modules() if isinstance(m, nn.Dropout)]
[setattr(m, 'alpha', 0.1) for m in model.modules() if isinstance(m, Residual)]
SCALE = 0.5
CONFIG['noise'] = 0.3
CONFIG['on'] = not CONFIG['on']
change(1.3)
helper = lambda x: x.sin()
state['h'] = mt.ones(4) * 0.1
log.clear()
mt.manual_seed(3)
SIZES
SIZES
SIZES
the same input twice
strided
without gradients
a tag on the input
a leaf as input""".split("\n")]
OF_ARGUMENTS = 8                       # events, the last, that say what is otherwise with the arguments of a call


def flat(x):
    """A structure as a list of numbers' arrays and of words."""
    if isinstance(x, mt.Tensor):
        return [f"{x.dtype} {tuple(x.shape)} {x.requires_grad}", x.detach().numpy().copy()]
    if isinstance(x, float):
        return [np.asarray(x)]
    if isinstance(x, dict):
        return [repr([*x]), *flat([*x.values()])]
    if isinstance(x, list | tuple):
        return [type(x).__name__, len(x), *[y for part in x for y in flat(part)]]
    return [repr(x)]


def arguments(writer, event, sizes, data, dtype):
    """(x, y, t) of a call."""
    if event == "SIZES":
        sizes[:] = writer.rng.integers(2, 9), writer.rng.integers(2, 6)
    shape = (*sizes, WIDTH) if writer.sequences else (sizes[0], WIDTH)
    x, y = (mt.from_numpy(data.normal(size=(*shape[:-1], 2 * WIDTH))).to(dtype)[..., ::2] for _ in "xy")
    x, y = (x if event == "strided" else x.contiguous()), y.contiguous()
    if event == state_in_programs.ROW:
        x = mt.stack([y, x])[1]
    if event == "a tag on the input":
        x.scale = 0.5
    if event == "a leaf as input":
        x.requires_grad_()
    return x, x if event == "the same input twice" else y, mt.from_numpy(
        data.integers(0, WIDTH, size=sizes[0] * sizes[1] if writer.sequences else sizes[0]))


def state(space):
    """All that a step may change."""
    model, rates = space["model"], [group["lr"] for group in space["optimizer"].param_groups]
    return [dict(model.named_parameters()), [p.grad for p in model.parameters()], dict(model.named_buffers()), rates,
            [space[name] for name in ("log", "averages", "state")], [getattr(m, "calls", 0) for m in model.modules()],
            repr(mt.get_rng_state().tolist())]


def outcome(seed, wrap):
    """(what each call gives, prints, raises and changes; the source; the events; what was called)."""
    writer, name = Writer(seed), f"random_training_{seed}.py"
    text, sizes, data, found, events = writer.text(), [5, 3], np.random.default_rng(seed), [], []
    mt.manual_seed(seed)
    space = defined(text, name, {"wrap": wrap, "__name__": "a_training"})
    possible = [*state_in_programs.EVENTS, state_in_programs.ROW] * writer.more + EVENTS
    step = wrap(space["step"])
    for call in range(CALLS):
        events.append(writer.one(possible) if call and writer.chance(0.65) else "")
        with contextlib.suppress(AttributeError, RuntimeError):        # nothing is changed of what has no such part
            if events[-1] not in (state_in_programs.ROW, *EVENTS[-OF_ARGUMENTS:]):
                exec(events[-1], space)
        given = arguments(writer, events[-1], sizes, data, next(space["model"].parameters()).dtype)
        with contextlib.redirect_stdout(io.StringIO()) as shown:
            try:
                with mt.set_grad_enabled(events[-1] != "without gradients"):
                    result = step(*given, space["state"].get("w", 0.1))
            except (RuntimeError, ValueError) as error:
                result = type(error).__name__
        found.append(flat([result, given, given[0].grad, shown.getvalue(), state(space)]))
    return found, text, events, step


def alike(a, b):
    """Whether two are equal, numbers up to what sums in another order change."""
    if not isinstance(a, np.ndarray) or not isinstance(b, np.ndarray):
        return type(a) is type(b) and a == b
    near = 1e-7 if a.dtype == "float64" and a.ndim else 2e-3
    return a.shape == b.shape and np.allclose(a, b, rtol=near, atol=near, equal_nan=True)


def agrees(seed):
    before = mt.get_default_dtype()
    mt.set_default_dtype(mt.float64)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            wanted, text, events, _ = outcome(seed, lambda function: function)
            found, *_, step = outcome(seed, Compiled)
    finally:
        mt.set_default_dtype(before)
    for number, (a, b) in enumerate(zip(wanted, found)):
        assert len(a) == len(b) and all(map(alike, a, b)), f"seed {seed}, call {number}, after {events}:\n{text}"
    return step


@pytest.mark.parametrize("seed", [*range(FEW), *ONCE_WRONG])
def test_a_random_training_step_comes_to_eagers_numbers(seed):
    agrees(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_many_random_training_steps_do(part):
    seeds, recorded = many(range(FEW + part, MANY, PARTS), part, PARTS), 0
    for seed in seeds:                         # none is kept: each recording looks at all objects that there are
        recorded += bool(agrees(seed).graphs)
    assert recorded > 0.7 * len(seeds)
