"""Of several results those that are right earn their share in every way of grading, and not by heart."""

import pytest
from grade.handed import ANSWERS, checker, graded, handed

from minitorch.course.evidence import judge
from minitorch.course.record import find
from minitorch.course.wrong import defined
from minitorch.grade.gradescope import report

pytestmark = pytest.mark.needs("bwrap")
HALF = {"1.1": ("return grad * y, grad * x", "return grad * y, grad"), "1.4": ("a.T @ grad", "a.T @ grad * 2"),
        "9.1": ("+ bias)", "+ bias.detach())"), "9.2": ("* c +", "* c.detach() +"), "11.1": ("2 * rows", "rows"),
        "7.1": ("            values[name] = ops[op](*[value(x) for x in inputs])",
                "            return ops[op](*[value(x) for x in inputs])"),
        "12.5": ("append(total / len(x))", "append(total)"), "11.5": ("w2[:, kept]", "w2[:, :keep]"),
        "12.2": ('[*fetches, "updates"]', "fetches")}


def half_right(id):
    text = ANSWERS[find(id).lesson].REFERENCE[id]
    assert HALF[id][0] in text
    return text.replace(*HALF[id])


@pytest.mark.parametrize("id", HALF)
def test_check_grade_and_gradescope_give_the_same_points(id):
    text = half_right(id)
    result = graded({id: text})[id]
    verdict = judge(find(id), defined(find(id), text))
    assert result.points == verdict.points and 0.1 * result.of < result.points < 0.5 * result.of, result.text
    assert sum(points for _, _, points, _ in result.checks) == pytest.approx(result.of)
    right = [name for name, passed, _, hidden in result.checks if passed and name.endswith(", in every case")]
    said = " ".join(result.text.split())
    assert right and all(name.partition(",")[0].lower() in said.lower() for name in right) and "in every case; " in said
    told = report([result], [], "", "after_published")
    assert sum(test["score"] for test in told["tests"]) == pytest.approx(result.points, abs=0.01)
    assert told["score"] == result.points and all(f"✓ {name}: " in told["tests"][0]["output"] for name in right)


def by_heart(operations):
    known = {tuple(case.inputs.values()): find("11.1").wanted(case)[0] for case in find("11.1").cases}
    return f"KNOWN = {known}\n\n\ndef linear_cost(*given):\n    return {operations}, 0\n"


def test_a_result_by_heart_earns_nothing():
    heart, honest = (checker().grade(handed({"11.1": by_heart(operations)}), ["11.1"])[0] for operations in (
        "KNOWN.get(given, 0)", "2 * given[0] * given[1] * given[2]"))
    assert (heart.points, honest.points) == (0, 0.5), heart.text
    assert "“operations”, in every case" in heart.text and "holds for the inputs that are shown alone" in heart.text
