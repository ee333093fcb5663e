"""Of several results those that are right in every case earn their share; what computes nothing earns none."""

import re

import pytest
from course.answers import IDS

from minitorch.course.card import card
from minitorch.course.compare import plain
from minitorch.course.evidence import judge
from minitorch.course.parts import counting, idle, idle_function, right_parts
from minitorch.course.record import find
from minitorch.course.wrong import defined, written

pytestmark = pytest.mark.usefixtures("own_folder")
SEVERAL = ["1.1", "1.4", "1.6", "1.7", *(id for id in IDS if len(find(id).results) > 1)]
# Of half-right answers: points, and which results are right.
HALF = [
    ("1.1", "return grad * y, None", 0.45, "the first result"),
    ("1.4", "return 2 * grad @ b.T, a.T @ grad", 0.75, "the second result"),
    ("1.7", "grads = two_layer_gradients(x, y, w1, w2)\nreturn w1 - lr * grads[0], w2", 0.5, "the first result"),
    ("3.2", {"@ weight.T": "@ weight.detach().T"}, 0.56, "“out”, “gradient of input” and “gradient of bias”"),
    ("3.6", {"momentum * x.var(dim=0)": "momentum * var"}, 1.62, "“out”, “running_mean” and “gradient of x”"),
    ("4.7", {"append(loss.item())": "append(loss_of(batch).item())"}, 0.5, "“weights in the end”"),
    ("6.5", "i, j = blockIdx[0] * T + threadIdx[0], blockIdx[1] * T + threadIdx[1]\n"
     "out[i, j] = sum([a[i, k] * b[k, j] for k in range(a.shape[1])])\nyield", 0.5,
     "“out”, “loads of out” and “indices outside”"),
    ("7.2", {"kept.append(": "kept.insert(0, "}, 0.27, "“outputs”"),
    ("8.4", {"return windows.reshape(": "return 0.25 * windows.reshape("}, 0.75, "“out”"),
    ("8.6", {"self.shortcut(x)": "self.shortcut(x).detach()"}, 0.75, "“out” and “out of other images”"),
    ("9.1", {"h @ weight_hh.T": "h.detach() @ weight_hh.T"}, 0.17, "“states”"),
    ("9.2", {"* c +": "* c.detach() +"}, 1.1,
     "“h”, “c”, “gradient of x”, “gradient of h” and “gradient of weight_hh”"),
    ("9.2", {"return h, c": "return c, c"}, 0.25, "“c”"),
    ("9.4", {"q @": "q.detach() @"}, 1.25, "“what is read”, “gradient of k” and “gradient of v”"),
    ("9.5", {"transpose(1, 2).reshape(B, T": "reshape(B, T"}, 0.9, "“split”, “split of −x” and “gradient of x”"),
    ("10.6", {"return stale": "return stale + 1"}, 1.03, "“weights at the end”, “weights that the workers still hold”, "
     "“the array that came from outside” and “versions that they hold”"),
    ("11.1", "return 2 * rows * inputs * outputs, 0", 0.5, "“operations”"),
    ("11.5", {"w2[:, kept]": "w2[:, :keep]"}, 1.0, "“w1” and “b1”"),
    ("12.2", {'[*fetches, "updates"]': "fetches"}, 0.5, "“steps”"),
    ("12.5", {"append(total / len(x))": "append(total)"}, 0.75, "“batches”"),
]
KNOWN = "KNOWN = {}\n\n\ndef mul_derivative(*given):\n    return np.array(KNOWN.get(str(given), {})), None"
ONCE = "seen = []\n\n\ndef linear_cost(*given):\n    seen.append(given)\n    n = 2 if seen.count(given) == 1 else 3\n" \
       "    return n * given[0] * given[1] * given[2], None"


def judged(id, form):
    return judge(find(id), defined(find(id), written(find(id), form, id)))


@pytest.mark.parametrize("id, form, points, right", HALF, ids=[f"{id} {right}" for id, _, _, right in HALF])
def test_what_is_right_in_every_case_earns_its_share_and_is_named(id, form, points, right):
    verdict = judged(id, form)
    assert (verdict.state, verdict.points) == ("not yet", points) and points < find(id).points / 2
    said = " ".join(verdict.text.split())
    verb = "are" if " and " in right else "is"
    assert re.search(rf"(?i){re.escape(right)} {verb} right in every case; .* (is|are) not\.", said), verdict.text
    assert said.count("right in every case") == 1
    assert "right in every case" in card(verdict)


def shared(id, make):
    """The Parts of an answer that `make` makes."""
    from minitorch.course.evidence import attempt
    from minitorch.course.other_values import in_turn
    from minitorch.course.safe_call import call
    exercise = find(id)
    answer = make()
    trials = [attempt(exercise, answer, case) for case in exercise.cases]
    assert not all(trial.passed for trial in trials)
    return right_parts(exercise, trials, lambda trial: attempt(exercise, answer, trial.case, trial), lambda case: call(
        in_turn, exercise.run, answer, case.fresh(), case.varied.fresh()))


@pytest.mark.parametrize("id", [pytest.param(id, marks=[pytest.mark.slow] if at % 4 else [])
                                for at, id in enumerate(SEVERAL)])
def test_who_computes_nothing_earns_nothing(id):
    exercise = find(id)
    wanted = [plain(exercise.wanted(case)) for case in exercise.cases]
    constants = [lambda inputs, value=value: value for value in (
        *wanted, (None,) * len(wanted[0]), (0,) * len(wanted[0]), (1,) * len(wanted[0]))]
    made = [] if exercise.kind == "class" else [lambda give=give: idle_function(give) for give in constants]
    for make in (*idle(exercise), *made):
        assert shared(id, make) is None


def test_there_are_many_exercises_with_several_results():
    assert len(SEVERAL) >= 38
    for id in ("1.1", "9.2", "12.5", "1.5", "2.4", "10.3"):           # the last have one, or others in each case
        assert bool(counting(find(id))) is (id in SEVERAL)


@pytest.mark.parametrize("other", ["0", "given[0].tolist()"])
def test_what_is_written_down_for_the_cases_earns_nothing(other):
    exercise = find("1.1")
    known = {str(tuple(case.inputs.values())): exercise.wanted(case)[0].tolist() for case in exercise.cases}
    verdict = judge(exercise, defined(exercise, KNOWN.format(known, other)))
    assert (verdict.state, verdict.points) == ("not yet", 0) and "right in every case; the second" in verdict.text
    assert not any(trial.passed for trial in verdict.trials)


def test_what_is_right_the_first_time_alone_earns_nothing():
    verdict = judge(find("11.1"), defined(find("11.1"), ONCE))
    assert (verdict.state, verdict.points) == ("not yet", 0)
    assert judged("11.1", "return 2 * rows * inputs * outputs, None").points == 0.5


def test_what_the_library_computes_earns_nothing():
    halved = {"return windows.reshape(": "return 0.25 * windows.reshape("}
    assert judged("8.4", halved).points == 0.75
    assert judged("8.4", {**halved, "return windows.gather(4, index).squeeze(4)": "return F.max_pool2d(x, 2)"}
                  ).points == 0
