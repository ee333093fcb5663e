"""Random numbers made on a GPU: Random123's own answers, the same twice, spread as they claim, and no copy."""

import numpy as np
import pytest

import minitorch as mt
import minitorch.nn.functional as F
from minitorch import nn
from minitorch.cuda.kernels import philox
from minitorch.rare.autograd.checkpoint import checkpoint

pytestmark = pytest.mark.needs("g++")

# tests/kat_vectors of Random123: (counter, key, words), each from the lowest word up.
KNOWN = {
    "zeros": ([0] * 4, [0] * 2, [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]),
    "ones": ([2**32 - 1] * 4, [2**32 - 1] * 2, [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]),
    "pi": ([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0],
           [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1])}


def stream(cupy, seed=0):
    return philox.GPUStream(seed, 0, cupy.cuda.Device(0))


@pytest.mark.parametrize("counter, key, words", KNOWN.values(), ids=KNOWN)
def test_the_words_are_random123s(cupy, counter, key, words):
    long = lambda low, high: np.uint64(low | high << 32)
    drawn = stream(cupy)
    drawn.place[...] = cupy.array([long(*key), long(*counter[:2]), long(*counter[2:])])
    assert drawn.long_words(2).view("uint32").tolist() == words


DRAWS = {
    "rand": lambda: mt.rand(7, device="cuda"), "rand of doubles": lambda: mt.rand(7, dtype=mt.float64, device="cuda"),
    "randn": lambda: mt.randn(7, device="cuda"), "randint": lambda: mt.randint(-9, 99, (7,), device="cuda"),
    "randperm": lambda: mt.randperm(9, device="cuda"), "bernoulli": lambda: mt.bernoulli(mt.full((40,), 0.5).cuda()),
    "dropout": lambda: F.dropout(mt.ones(40).cuda()), "dropout2d": lambda: F.dropout2d(mt.ones(1, 40, 2, 2).cuda()),
    "normal_": lambda: mt.zeros(7).cuda().normal_(), "uniform_": lambda: mt.zeros(7).cuda().uniform_(-1, 1),
    "exponential_": lambda: mt.zeros(7).cuda().exponential_(), "random_": lambda: mt.zeros(7).cuda().random_(),
    "bernoulli_": lambda: mt.zeros(40).cuda().bernoulli_(mt.full((40,), 0.5).cuda()),
    "normal": lambda: mt.normal(mt.zeros(7).cuda(), 1.0), "rand_like": lambda: mt.rand_like(mt.zeros(7).cuda())}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_a_seed_gives_the_same_numbers_twice_without_a_copy(cupy, draw):
    mt.cuda.init()
    results = []
    for _ in range(2):
        mt.manual_seed(7)
        cupy.counts.reset()
        drawn = [draw(), draw()]
        assert cupy.counts.downloads == cupy.counts.syncs == 0
        results.append([x.tolist() for x in drawn])
    assert results[0] == results[1] and results[0][0] != results[0][1]


def test_numbers_are_spread_as_they_claim(cupy):
    n, chance = 4096, stream(cupy, 5)
    for dtype in ("float32", "float64"):
        uniform, normal = (draw(n, dtype).get() for draw in (chance.random, chance.standard_normal))
        assert uniform.dtype == normal.dtype == dtype and 0 <= uniform.min() and uniform.max() < 1
        assert abs(uniform.mean() - 0.5) < 0.02 and abs(uniform.var() - 1 / 12) < 0.005
        assert abs(normal.mean()) < 0.06 and abs(normal.std() - 1) < 0.04 and abs((normal**3).mean()) < 0.2
        assert abs(np.corrcoef(normal[:n // 2], normal[n // 2:])[0, 1]) < 0.08     # each pair is made of one angle
    whole = chance.integers(-3, 7, n).get()
    assert set(whole.tolist()) == set(range(-3, 7)) and abs(whole.mean() - 1.5) < 0.2
    assert sorted(chance.permutation(50).tolist()) == list(range(50))
    assert abs(chance.exponential(2.0, n).get().mean() - 2) < 0.15


@pytest.mark.parametrize("dtype", [mt.float32, mt.float64, mt.float16], ids=str)
def test_dropout_draws_and_scales_in_one_launch(cupy, dtype):
    x = mt.ones(40, 50, dtype=dtype).cuda().requires_grad_()
    y = F.dropout(x, 0.25)
    y.sum().backward()
    assert y.dtype is dtype and set(y.unique().tolist()) == {0.0, mt.tensor(1 / 0.75, dtype=dtype).item()}
    assert abs((y == 0).float().mean().item() - 0.25) < 0.04 and mt.equal(x.grad, y.detach())
    assert not F.dropout(x, 1.0).any().item()
    mt.manual_seed(1)
    first = F.dropout(mt.ones(9).cuda(), 0.5)
    mt.manual_seed(1)
    assert mt.equal(first, (mt.rand(9, device="cuda") >= 0.5).float() * 2)        # the numbers that rand would draw


def test_a_state_brings_the_stream_of_a_gpu_back_in_this_process_and_in_the_next(cupy):
    mt.rand(3, device="cuda")
    state, first = mt.get_rng_state(), mt.rand(3, device="cuda").tolist()
    mt.set_rng_state(state)
    assert mt.rand(3, device="cuda").tolist() == first
    mt.default_generator.on_gpus.clear()                        # a new process has none yet
    mt.set_rng_state(state)
    assert mt.equal(mt.get_rng_state(), state) and mt.rand(3, device="cuda").tolist() == first
    mt.manual_seed(3)
    fresh, first = mt.get_rng_state(), mt.rand(3, device="cuda").tolist()
    mt.set_rng_state(fresh)
    assert mt.rand(3, device="cuda").tolist() == first


def test_what_is_computed_again_for_backward_drops_the_same(cupy):
    x = mt.ones(50).cuda().requires_grad_()
    y = checkpoint(lambda x: F.dropout(x, 0.5), x)
    y.sum().backward()
    assert mt.equal(x.grad, y.detach())


def test_pytorchs_names_seed_one_gpu_or_all(cupy):
    mt.cuda.manual_seed(5)
    first = mt.rand(3, device="cuda").tolist()
    mt.cuda.manual_seed_all(5)
    assert mt.rand(3, device="cuda").tolist() == mt.rand(3, device="cuda:1").tolist() == first
    assert mt.cuda.initial_seed() == 5 and mt.initial_seed() == 0
    state, states = mt.cuda.get_rng_state(), mt.cuda.get_rng_state_all()
    assert state.dtype is mt.uint8 and state.device.type == "cpu" and mt.equal(state, states[1])
    with pytest.raises(RuntimeError, match="has 16 bytes"):
        mt.cuda.set_rng_state(mt.get_rng_state())
    second = mt.rand(3, device="cuda").tolist()
    for place in (state, {"seed": 5, "used": state[8:].view(mt.int64).item()}):     # older files hold such dicts
        mt.cuda.set_rng_state(place)
        assert mt.rand(3, device="cuda").tolist() == second != first
    mt.cuda.set_rng_state_all(states)
    assert mt.rand(3, device="cuda:1").tolist() == second
    mt.cuda.seed_all()
    assert mt.cuda.initial_seed() != 5


def test_a_generator_that_is_named_draws_where_it_lives(cupy):
    here, there = mt.Generator().manual_seed(1), mt.Generator("cuda").manual_seed(1)
    assert mt.rand(3, generator=here, device="cuda").tolist() == mt.rand(3, generator=here.manual_seed(1)).tolist()
    mine = mt.rand(3, generator=there, device="cuda").tolist()
    mt.manual_seed(1)
    assert mt.rand(3, device="cuda").tolist() == mine
    mt.manual_seed(1)
    weights = [nn.Linear(2, 2).weight.tolist()]
    mt.manual_seed(1)
    assert nn.Linear(2, 2, device="cuda").weight.tolist() == weights[0]           # parameters are the CPU's everywhere


def test_without_a_gpu_seeding_one_does_nothing(no_gpu):
    mt.cuda.manual_seed(1)
    mt.cuda.manual_seed_all(1)
    assert mt.cuda.get_rng_state_all() == []
    with pytest.raises(RuntimeError, match="No GPU is available"):
        mt.cuda.get_rng_state()
