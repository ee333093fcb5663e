"""`_foreach_` functions compute for each tensor of a list what PyTorch's compute."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.paths import LENT

NAMES = [name.removeprefix("_foreach_") for name in LENT["rare.ops.foreach"].split()]
MORE = {                                                 # calls with more than the list
    **{name: ["{0}, 0.5", "{0}, [0.5, 2.0]", "{0}, {1}"] for name in
       ("add", "sub", "mul", "div", "pow", "maximum", "minimum", "clamp_max", "clamp_min")},
    **{name: ["{0}, {1}, {2}", "{0}, {1}, {2}, 0.3", "{0}, {1}, {2}, value=0.3", "{0}, tensor2={2}, tensor1={1}",
              "{0}, {1}, {2}, t.tensor([0.3, 2.0])", "{0}, {1}, {2}, scalars=[0.3, 2.0]"]
       for name in ("addcmul", "addcdiv")},
    "lerp": ["{0}, {1}, 0.1", "{0}, {1}, {2}", "{0}, {1}, weight=0.1"],
    "copy_": ["{0}, {1}"], "mm": ["[x[None] for x in {0}], [x[:, None] for x in {1}]"],
    "norm": ["{0}", "{0}, 1", "{0}, ord=float('inf')", "{0}, dtype=t.float64"], "powsum": ["{0}", "{0}, 3"],
}
FURTHER = ["t._foreach_add({0}, {1}, alpha=2)", "t._foreach_sub_({0}, {1}, alpha=0.5)",
           "t._foreach_add({0}, t.tensor(2.0), alpha=3)", "t._foreach_mul({0}, t.tensor(2.0))",
           "t._foreach_pow(2.0, {0})", "t._foreach_mul_(other={1}, self={0})"]
CALLS = [f"t._foreach_{name}({form})" for name in NAMES
         for form in MORE.get(name, MORE.get(name.rstrip("_"), ["{0}"]))]
WRONG = ["t._foreach_add([], 1)", "t._foreach_add({0}, [1.0])", "t._foreach_add({0}, {1}[:1])",
         "t._foreach_exp({0}[0])", "t._foreach_exp([1.0, 2.0])", "t._foreach_add_([t.ones(2, requires_grad=True)], 1)"]


def run(call, library):
    """The results of a call, and the lists afterwards, as arrays."""
    draw = np.random.default_rng(0)
    lists = [[library.tensor(draw.uniform(0.1, 0.9, n).astype("float32")) for n in (2, 3)] for _ in range(3)]
    found = eval(call.format("a", "b", "c"), {"t": library, **dict(zip("abc", lists, strict=True))})
    return [x.numpy() for part in (found, *lists) for x in part], type(found), found is lists[0]


@pytest.mark.parametrize("call", CALLS + FURTHER)
def test_a_call_gives_pytorchs_numbers(call):
    torch = pytest.importorskip("torch")
    (ours, kind, same), (theirs, their_kind, their_same) = run(call, mt), run(call, torch)
    assert kind is their_kind and same is their_same
    for our, their in zip(ours, theirs, strict=True):
        assert our.dtype == their.dtype
        np.testing.assert_allclose(our, their, rtol=2e-6, atol=1e-7)


@pytest.mark.parametrize("call", WRONG)
def test_a_wrong_call_raises_pytorchs_error(call):
    torch = pytest.importorskip("torch")
    kinds = []
    for library in (mt, torch):
        with pytest.raises((RuntimeError, TypeError)) as caught:
            run(call, library)
        kinds.append(caught.type)
    assert issubclass(*kinds)


def test_there_are_all_that_pytorch_has():
    torch = pytest.importorskip("torch")
    assert set(LENT["rare.ops.foreach"].split()) == {name for name in dir(torch) if name.startswith("_foreach_")}


def test_gradients_pass_and_the_names_are_no_part_of_the_surface():
    x = mt.ones(2, requires_grad=True)
    mt._foreach_mul([x, x], [2.0, 3.0])[1].sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]
    assert not [name for name in mt.__all__ if name.startswith("_")] and not hasattr(mt, "_foreach_max_")
