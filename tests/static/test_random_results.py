"""Random functions that return views and aliases: their caller writes to these, and takes gradients, as in eager."""

import itertools

import numpy as np
import pytest
from static.seeds import many
from static.training_programs import defined

import minitorch as mt
from minitorch.static.compile import Compiled

FEW, MANY, PARTS, CALLS = 40, 400, 4, 4
MADE = """{a} * {b}
{a} + {b}
{a}.tanh()
{a}.exp()
{a} * 2
{a}.detach()
{a}.clone()
{a}
{a}.relu()
{a}.data""".split("\n")
SQUARE = 5                             # views, the first, that may stand where a made value may
VIEWS = """{a}.t()
{a}.view(-1).view(3, 3)
{a}[1:].flip(0)[:1].expand(3, 3)
{a}[0].expand(3, 3)
{a}.unsqueeze(0)[0]
{a}[:, :2]
{a}[1:]
{a}[0]
{a}.diagonal()
{a}.view(-1)
{a}.split(2)[0]
{a}.unbind()[1]
{a}.view_as({a})
{a}.reshape(3, 3)""".split("\n")
WRITES = """{a}.mul_(2)
{a}.add_(1)
{a}.zero_()
{a}[0] = 0.5
{a}[..., 0].mul_(3)
{a}.copy_({b})
{a}.relu_()""".split("\n")
OTHERS = """fresh()
fresh() * w
fresh().requires_grad_()
x
w
w * 1
x.t()
w.t()
w.detach()
mt.stack([x, fresh()])[1]
x.view(3, 3)""".split("\n")             # what the third argument is
DONE = """pass
one.add_(1)
with mt.no_grad(): one.mul_(2)
one.detach().zero_()""".split("\n")     # what a caller does with what is returned


def source(rng):
    """The source of a function that returns some of what it was given and made."""
    names, square, body = ["x", "w", "u"], ["x", "w", "u"], []
    for number in range(rng.integers(2, 8)):
        kind, name = rng.choice(3, p=[0.4, 0.4, 0.2]), f"v{number}"
        texts = (MADE, VIEWS, WRITES)[kind]
        which = int(rng.integers(len(texts)))
        own = [known for known in square if known.startswith("v")] or ["x"] if kind == 2 else square
        text = texts[which].format(a=rng.choice(own), b=rng.choice(square))
        if kind == 2:
            body.append("with mt.no_grad(): " * (rng.random() < 0.3) + text)
        else:
            body.append(f"{name} = {text}")
            names.append(name)
            square += [name] * (kind == 0 or which < SQUARE)
    back = ", ".join(rng.permutation(names)[:rng.integers(1, 5)])
    return "\n    ".join(["def function(x, w, u):", *body, f"return {back},"]) + "\n"


def tried(call, *args):
    """What a call gives, and whether it is refused."""
    try:
        return call(*args), False
    except RuntimeError:
        return None, True


def seen(function, seed, again):
    """All that a caller sees of some calls. It ends where backward is refused.

    again   whether the first argument is the same in all calls
    """
    rng = np.random.default_rng(seed)
    fresh = lambda: mt.from_numpy(rng.normal(size=(3, 3)))
    w, kept, found = fresh().requires_grad_(), fresh(), []
    for _ in range(CALLS):
        x = kept if again else fresh()
        u = eval(rng.choice(OTHERS), {"fresh": fresh, "x": x, "w": w, "mt": mt})
        given, (act, place, pick) = (x, w, u), rng.integers(0, 1000, 3)
        results, refused = tried(function, *given)
        found.append(refused)
        if refused:
            continue
        found += [[a is b for a, b in itertools.product(results, (*results, *given))],
                  [np.shares_memory(a.array, b.array) for a, b in itertools.product(results, (*results, *given))],
                  [(one.requires_grad, one.is_leaf, one.dtype, one.shape) for one in results], copies(results)]
        one = results[place % len(results)]
        _, refused = tried(lambda text, one=one: exec(text, {"mt": mt, "one": one}), DONE[act % len(DONE)])
        found += [refused, copies((*results, *given)), [one.requires_grad for one in results]]
        live = [one for one in results if one.requires_grad]
        chosen = [one for number, one in enumerate(live) if pick >> number & 1] or live
        w.grad = None
        if chosen:
            _, refused = tried(sum((one * one).sum() for one in chosen).backward)
            if refused:
                return [*found, "refused"]
            found.append(copies([x.grad for x in (w, u) if x.is_leaf and x.grad is not None]))
    return found


def copies(tensors):
    return [x.detach().numpy().copy() for x in tensors]


def same(a, b):
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return np.allclose(a, b, rtol=1e-12, atol=0, equal_nan=True) if isinstance(a, np.ndarray) else a == b


def agrees(seed):
    """Whether a compiled function looks like eager's, up to where eager or it refuses a backward."""
    text = source(np.random.default_rng(seed))
    for again in False, True:
        function = defined(text, f"<results {seed}>", {"mt": mt})["function"]
        wanted, got = seen(function, seed, again), seen(Compiled(function), seed, again)
        length = min(len(run) - (run[-1] == "refused") for run in (wanted, got))
        if len(wanted) != len(got) and "refused" not in (wanted[-1], got[-1]) or not same(
                wanted[:length], got[:length]):
            return False
    return True


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("part", [0, *[pytest.param(part, marks=pytest.mark.slow) for part in range(1, PARTS + 1)]])
def test_what_is_returned_is_eagers(part):
    usual = range(10_000 * part, 10_000 * part + (MANY // PARTS if part else FEW))
    seeds = many(usual, part - 1, PARTS) if part else usual
    assert not [seed for seed in seeds if not agrees(seed)]
