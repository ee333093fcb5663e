"""Rules that a learner wrote for one weight run the library's optimisers: same numbers, the library's for the rest."""

import numpy as np
import pytest
from course.answers import of
from course.written import answered

import minitorch as mt
from minitorch import learn
from minitorch.optim import SGD, Adagrad, Adam, AdamW, RMSprop, lr_scheduler

RUNS = {                                 # optimisers that run on an answer, and others that stay the library's
    "4.1": ([lambda p: SGD(p, lr=0.1), lambda p: SGD(p, lr=0.1, weight_decay=0.5, maximize=True)],
            [lambda p: SGD(p, lr=0.1, momentum=0.9)]),
    "4.2": ([lambda p: SGD(p, lr=0.1, momentum=0.9, weight_decay=0.5)],
            [lambda p: SGD(p, lr=0.1, momentum=0.9, nesterov=True),
             lambda p: SGD(p, lr=0.1, momentum=0.9, dampening=0.5)]),
    "4.3": ([lambda p: Adagrad(p, lr=0.1, weight_decay=0.5), lambda p: RMSprop(p, lr=0.1, maximize=True)],
            [lambda p: Adagrad(p, lr=0.1, initial_accumulator_value=0.5), lambda p: Adagrad(p, lr=0.1, lr_decay=0.5),
             lambda p: RMSprop(p, lr=0.1, centered=True), lambda p: RMSprop(p, lr=0.1, momentum=0.9)]),
    "4.4": ([lambda p: Adam(p, lr=0.1, weight_decay=0.5), lambda p: AdamW(p, lr=0.1, maximize=True)],
            [lambda p: Adam(p, lr=0.1, amsgrad=True)]),
}
answers = of(4)
TEXTS = [pytest.param(id, text, id=f"{id} answer {i}") for id in RUNS
         for i, text in enumerate([answers.REFERENCE[id], *answers.OTHERS[id]])]


pytestmark = pytest.mark.usefixtures("own_folder")


def parameters(dtype):
    made = [mt.tensor(value, dtype=dtype, requires_grad=True)
            for value in (0.5, [1.0, -2.0], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [1.0])]
    return made


def train(make, dtype, between=lambda optimizer: None):
    """Where parameters of several shapes are after six steps, one of them without a gradient in the fourth."""
    params = parameters(dtype)
    optimizer = make(params)
    rng = np.random.default_rng(0)
    for step in range(6):
        for number, p in enumerate(params):
            p.grad = None if number == 3 and step == 3 else mt.tensor(rng.standard_normal(p.shape), dtype=dtype)
        optimizer.step()
        if step == 2:
            between(optimizer)
    return [p.detach().numpy().copy() for p in params]


def counted(id, text):
    """Hand in an answer whose calls are counted; gives the list that grows."""
    calls = []
    answer = answered(id, text, {"np": np, "mt": mt, "__name__": "__main__"})
    assert answer.mount is not None, answer.verdict.text
    answer.mount.remove()

    def mine(*inputs):
        calls.append(inputs)
        return answer.function(*inputs)
    answer.mount = mt.piece.mount(answer.exercise.piece(), answer.exercise.adapt(mine))
    calls.clear()
    return calls


@pytest.mark.parametrize("id, text", TEXTS)
@pytest.mark.parametrize("dtype", [mt.float32, mt.float64], ids=str)
def test_an_optimiser_runs_on_an_answer_with_the_librarys_numbers(id, text, dtype):
    makers = RUNS[id][0] + RUNS[id][1]
    wanted = [train(make, dtype) for make in makers]
    calls = counted(id, text)
    for number, make in enumerate(makers):
        for mine, theirs in zip(train(make, dtype), wanted[number]):
            assert mine.dtype == theirs.dtype
            np.testing.assert_allclose(mine, theirs, rtol=1e-4 if dtype is mt.float32 else 1e-9, atol=1e-6)
        assert bool(calls) == (number < len(RUNS[id][0])), "whose rule ran"
        calls.clear()


@pytest.mark.parametrize("id", RUNS)
def test_a_run_goes_on_where_the_answer_comes_or_goes_in_the_middle(id):
    make = RUNS[id][0][0]
    wanted = train(make, mt.float64)
    text = answers.REFERENCE[id]
    for mine, theirs in zip(train(make, mt.float64, between=lambda _: answered(id, text)), wanted):
        np.testing.assert_allclose(mine, theirs, err_msg="the library's state is carried on by the library")
    assert train(make, mt.float64, between=lambda _: learn.reset())[0].shape == ()      # and begins anew after it


@pytest.mark.parametrize("id", RUNS)
def test_a_saved_state_of_an_answer_goes_on(id):
    make = RUNS[id][0][0]
    counted(id, answers.REFERENCE[id])
    wanted = train(make, mt.float64)

    def again(optimizer):
        state = optimizer.state_dict()
        optimizer.state.clear()
        optimizer.load_state_dict(state)
    for mine, theirs in zip(train(make, mt.float64, again), wanted):
        np.testing.assert_allclose(mine, theirs)


@pytest.mark.parametrize("text", [answers.REFERENCE["4.6"], *answers.OTHERS["4.6"]])
def test_clipping_runs_on_an_answer(text):
    calls = counted("4.6", text)
    for kinds, mine in (({}, 1), ({"norm_type": 1.0}, 0), ({"error_if_nonfinite": True}, 0)):
        params = parameters(mt.float32)
        for p in params[1:]:
            p.grad = mt.ones_like(p)
        norm = mt.nn.utils.clip_grad_norm_(iter(params), 1.5, **kinds)
        assert len(calls) == mine and mt.is_tensor(norm)
        assert norm.item() == pytest.approx(9 if "norm_type" in kinds else 3)
        assert params[1].grad.tolist() == pytest.approx([1.5 / norm.item()] * 2, rel=1e-4)
        calls.clear()
    assert mt.nn.utils.clip_grad_norm_([mt.ones(1)], 1.0).item() == 0 and not calls


@pytest.mark.parametrize("text", [answers.REFERENCE["4.5"], *answers.OTHERS["4.5"]])
def test_a_schedule_runs_on_an_answer(text):
    def rates():
        optimizer = SGD([mt.ones(1)], lr=0.5)
        schedule = lr_scheduler.WarmupCosineLR(optimizer, 3, 8)
        seen = []
        for _ in range(10):
            seen.append(optimizer.param_groups[0]["lr"])
            schedule.step()
        return seen
    wanted = rates()
    answer = answered("4.5", text)
    assert answer.mount is not None
    np.testing.assert_allclose(rates(), wanted, atol=1e-12)


def test_4_3_serves_two_pieces_and_leaves_both():
    adagrad, rmsprop = Adagrad.rule, RMSprop.rule
    answer = answered("4.3", answers.REFERENCE["4.3"])
    assert {adagrad, rmsprop} <= set(mt.piece.mounted) and "4.3" in learn.session.answers
    answer.mount.remove()
    assert not mt.piece.mounted and adagrad.run is adagrad.library and rmsprop.run is rmsprop.library
