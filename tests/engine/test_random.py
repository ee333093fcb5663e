"""Chance that repeats: seeds, generators, and draws that are what they claim."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.engine import watchers

DRAWS = {"rand": lambda **g: mt.rand(5, **g), "randn": lambda **g: mt.randn(5, **g),
         "randperm": lambda **g: mt.randperm(9, **g),
         "randint": lambda **g: mt.randint(100, (5,), **g), "bernoulli": lambda **g: mt.bernoulli(mt.full((20,), 0.5),
         **g),
         "multinomial": lambda **g: mt.multinomial(mt.ones(9), 5, **g), "normal": lambda **g: mt.normal(0.0, 1.0,
         (5,), **g),
         "normal_": lambda **g: mt.zeros(5).normal_(**g), "uniform_": lambda **g: mt.zeros(5).uniform_(**g),
         "random_": lambda **g: mt.zeros(5).random_(**g), "exponential_": lambda **g: mt.zeros(5).exponential_(**g),
         "bernoulli_": lambda **g: mt.zeros(20).bernoulli_(**g)}
draws = pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)


@draws
def test_the_same_seed_gives_the_same_numbers_and_the_stream_moves_on(draw):
    mt.manual_seed(3)
    first, second = draw().tolist(), draw().tolist()
    mt.manual_seed(3)
    assert draw().tolist() == first and draw().tolist() == second and first != second
    mt.manual_seed(4)
    assert draw().tolist() != first


@draws
def test_a_generator_of_ones_own_leaves_the_default_stream_alone(draw):
    mt.manual_seed(3)
    state = mt.get_rng_state()
    mine = draw(generator=mt.Generator().manual_seed(8)).tolist()
    assert mt.equal(mt.get_rng_state(), state)
    assert draw(generator=mt.Generator().manual_seed(8)).tolist() == mine


def test_a_state_can_be_kept_and_come_back_to():
    mt.rand(3)
    state = mt.get_rng_state()
    first = mt.randn(4).tolist()
    mt.set_rng_state(state)
    assert mt.randn(4).tolist() == first


def test_a_state_is_a_byte_tensor_that_files_hold_and_that_is_compared_as_pytorchs(tmp_path):
    mine = mt.Generator().manual_seed(5)
    mine.numpy.random(dtype="float32")                                           # half a draw is kept back
    state = mine.get_state()
    assert state.dtype is mt.uint8 and state.device.type == "cpu" and state.dim() == 1
    mt.save({"generator": state}, tmp_path / "state.mt")
    rest = mt.rand(5, generator=mine)
    assert not mt.equal(state, mine.get_state())
    other = mt.Generator()
    assert other.set_state(mt.load(tmp_path / "state.mt")["generator"]) is other
    assert mt.equal(other.get_state(), state) and other.initial_seed() == 5
    assert mt.equal(mt.rand(5, generator=other), rest)


def test_states_that_were_saved_as_dicts_are_still_taken():
    old = {"seed": 3, "state": str(2**127 + 5), "inc": str(2**99 + 1), "has_uint32": 1, "uinteger": 7}
    mine, other = mt.Generator(), mt.Generator()
    mine.set_state(old)
    state = mine.numpy.bit_generator.state
    assert state["state"] == {"state": 2**127 + 5, "inc": 2**99 + 1}
    assert (state["has_uint32"], state["uinteger"]) == (1, 7)
    other.set_state(mine.get_state())
    assert other.numpy.bit_generator.state == state and mine.initial_seed() == other.initial_seed() == 3


@pytest.mark.parametrize("wrong, kind", [(3, TypeError), (lambda: mt.rand(48), TypeError),
                                         (lambda: mt.zeros(47, dtype=mt.uint8), RuntimeError),
                                         (lambda: mt.zeros(49, dtype=mt.uint8), RuntimeError)])
def test_what_is_no_state_is_refused_and_changes_nothing(wrong, kind):
    state = mt.get_rng_state()
    with pytest.raises(kind, match="state"):
        mt.set_rng_state(wrong() if callable(wrong) else wrong)
    if kind is RuntimeError:
        assert mt.equal(mt.get_rng_state(), state)


def test_seeds_are_told():
    assert mt.manual_seed(5) is mt.default_generator and mt.initial_seed() == 5
    assert mt.seed() == mt.initial_seed() != 5


def test_draws_are_what_they_claim():
    n = 20_000
    for x, mean, std in ((mt.rand(n), 0.5, 12 ** -0.5), (mt.randn(n), 0, 1), (mt.zeros(n).normal_(3, 2), 3, 2),
                         (mt.zeros(n).uniform_(2, 4), 3, 2 * 12 ** -0.5), (mt.zeros(n).exponential_(2.0), 0.5, 0.5),
                         (mt.bernoulli(mt.full((n,), 0.3)), 0.3, 0.21 ** 0.5)):
        assert x.mean().item() == pytest.approx(mean, abs=6 * std / n ** 0.5)
        assert np.std(x.numpy()) == pytest.approx(std, rel=0.05)
    assert set(mt.randint(-1, 2, (200,)).tolist()) == {-1, 0, 1}
    assert sorted(mt.randperm(50).tolist()) == list(range(50))
    assert set(mt.multinomial(mt.tensor([0.0, 1.0, 1.0]), 50, True).tolist()) == {1, 2}
    assert sorted(mt.multinomial(mt.tensor([0.0, 1.0, 9.0]), 2).tolist()) == [1, 2]


def test_shapes_and_dtypes_of_draws():
    assert mt.rand(2, 3).shape == mt.rand((2, 3)).shape == mt.randn([2, 3]).shape == (2, 3)
    assert mt.randn(2).dtype is mt.float32 and mt.randn(2, dtype=mt.float64).dtype is mt.float64
    assert mt.randint(3, (2,)).dtype is mt.randperm(3).dtype is mt.int64
    assert mt.randn(2, requires_grad=True).is_leaf and mt.randn_like(mt.ones(2, 3,
           dtype=mt.float16)).dtype is mt.float16


def test_creation_passes_the_door_without_inputs():
    seen = []
    watchers.append(lambda op, inputs, settings, result: seen.append((op.name, inputs, result.shape)))
    try:
        mt.zeros(2)
        mt.randn(3)
        mt.arange(4)
    finally:
        watchers.pop()
    assert [(inputs, shape) for _, inputs, shape in seen[:3]] == [((), (2,)), ((), (3,)), ((), (4,))]


def test_a_watcher_sees_every_op_with_inputs_settings_and_result():
    seen = []
    watchers.append(lambda *call: seen.append(call))
    try:
        x = mt.ones(2, 3)
        y = x.sum(1, keepdim=True) * 2
    finally:
        watchers.pop()
    x + y
    names = [op.name for op, *_ in seen]
    assert names[-2:] == ["sum", "mul"]
    (_, inputs, settings, result), (_, others, _, last) = seen[-2:]
    assert inputs == (x,) and settings["dim"] == 1 and settings["keepdim"] is True
    assert others[0] is result and others[1] == 2 and last is y
