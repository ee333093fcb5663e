"""What answers come to: the reference all, a blank nothing, a known mistake less, whatever the seed."""

from random import Random

import pytest
from grade.handed import ANSWERS, HOME, IDS, blanks, checker, graded, handed

from minitorch.author.answers import handed_in
from minitorch.course.record import find
from minitorch.course.wrong import SEPARATOR
from minitorch.grade.inside import slicing
from minitorch.grade.raised import error_from

pytestmark = pytest.mark.needs("bwrap")
LESSONS = sorted(ANSWERS)
WITH_NOTEBOOK = [lesson for lesson in LESSONS if list((HOME / "lessons").glob(f"{lesson:02d}_*/*.ipynb"))]


def layers(table):
    """One answer for each exercise of a lesson, again and again until all have been used."""
    for i in range(max(len(answers) for answers in table.values())):
        yield {id: answers[i] for id, answers in table.items() if i < len(answers)}


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_reference_scores_full(lesson):
    results = graded(ANSWERS[lesson].REFERENCE)
    assert len(results) == len([id for id in IDS if find(id).lesson == lesson])
    for result in results.values():
        assert (result.state, result.points) == ("right", result.of), result.text
        assert sum(points for _, _, points, _ in result.checks) == pytest.approx(result.of)


@pytest.mark.parametrize("lesson", WITH_NOTEBOOK)
def test_the_blank_scores_nothing(lesson):
    stubs = blanks(lesson)
    assert set(stubs) == {id for id in IDS if find(id).lesson == lesson}
    blank = {id: handed_in(find(id), text.partition("\n")[2]) for id, text in stubs.items()}
    for result in graded(blank).values():
        assert (result.state, result.points) == ("not attempted", 0), result.text


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS)
def test_other_right_answers_score_full(lesson):
    for answers in layers(ANSWERS[lesson].OTHERS):
        for result in graded(answers).values():
            assert (result.state, result.points) == ("right", result.of), result.text


# Mistakes that call what the exercise asks for: a notebook names the mistake, and the grader the call.
CALLS_THE_LIBRARY = {("12.8", "Keras' own step")}


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_known_mistake_scores_less_and_is_called_by_its_name(lesson):
    table = {id: list(wrong.items()) for id, wrong in ANSWERS[lesson].WRONG.items()}
    for number, answers in enumerate(layers(table)):
        texts = {id: text for id, (_, text) in answers.items()}
        found = graded(texts)
        for id, result in found.items():
            assert result.points < 0.8 * result.of, (result, result.text)
            if (id, answers[id][0]) in CALLS_THE_LIBRARY:
                assert result.state == "the library's own", result.text
                continue
            assert answers[id][0] in (result.misconception or "").split(SEPARATOR), result.text
        if not number:                                     # the first of each exercise, at another seed
            assert [(id, result.points) for id, result in graded(texts, seed=other_seeds(lesson)[0]).items()] == [
                (id, result.points) for id, result in found.items()]


def other_seeds(lesson):
    """Two seeds other than 0, at which the other tests hold the points."""
    return Random(lesson).sample(range(1, 10_000), 2)


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS)
def test_right_answers_score_full_under_any_seed(lesson):
    for seed in other_seeds(lesson):
        assert all(result.points == result.of for result in graded(ANSWERS[lesson].REFERENCE, seed=seed).values())


def test_grading_again_with_the_same_seed_gives_the_same_to_the_letter():
    answers = {**ANSWERS[1].REFERENCE, "1.4": ANSWERS[1].WRONG["1.4"]["order"]}
    first, second = ([result.graded() for result in graded(answers, seed=3).values()] for _ in range(2))
    assert first == second


def test_an_answer_made_for_the_visible_cases_gets_nothing():
    seen = "def mul_derivative(grad, out, x, y):\n    if x.flat[0] in (2, 0, 1, -4, 3, 7, 2e20):\n" \
           "        return grad * y, grad * x\n    return grad, grad\n"
    result = graded({"1.1": seen})["1.1"]
    assert (result.state, result.points) == ("not yet", 0), result.text
    assert "holds for the inputs that are shown alone" in result.text
    assert [hidden for _, passed, _, hidden in result.checks if not passed][-5:] == [True] * 5


def test_the_text_says_the_points_that_are_given():
    small = "def relu_derivative(grad, out, x):\n    return grad * (x > 0) if x.size in (1, 2, 3, 4, 12) else grad\n"
    result = graded({"1.5": small})["1.5"]
    assert 0 < result.points < 2 and f"{result.points:g} of 2 points" in result.text, result.text


@pytest.mark.parametrize("id, change, least", [
    ("11.1", ("rows * inputs + inputs * outputs + rows * outputs", "inputs + inputs * outputs + outputs"), 0.14),
    ("9.1", ("h @ weight_hh.T", "h @ weight_hh"), 0.1)])
def test_what_is_right_for_some_inputs_of_a_kind_keeps_its_points(id, change, least):
    """An honest mistake: a single row, a single unit."""
    result = graded({id: ANSWERS[int(id.split(".")[0])].REFERENCE[id].replace(*change)})[id]
    assert least * result.of <= result.points < 0.5 * result.of, (result.points, result.text)


@pytest.mark.parametrize("told", ["COUNT.append(1) or len(COUNT) == 1",
                                  "derivative.__name__ in ('right', 'cube_right')",
                                  "min(cell.cell_contents for cell in derivative.__closure__ if type("
                                  "cell.cell_contents) is int) == 0"])
def test_which_function_is_the_right_one_cannot_be_told_without_calling_it(told):
    answer = f"COUNT = []\ndef test_cube_derivative(derivative):\n    return {told}\n"
    points = {seed: graded({"1.8": answer}, seed=seed)["1.8"].points for seed in (1, 2)}
    assert max(points.values()) < 0.5 * 2


def test_hidden_inputs_differ_by_student_and_submission_and_are_the_same_again():
    def inputs(whose):
        return checker(5).plan("1.1", 1, whose).hidden[0].inputs["x"].tolist()
    told = [inputs(whose) for whose in ("ada 1", "ada 2", "bob 1", "")]
    assert len({str(each) for each in told}) == 4 and inputs("ada 1") == told[0]


@pytest.mark.parametrize("value", ["np.zeros((0, 10 ** 12))", "np.array([None, [1] * 3, {}], object)"])
def test_arrays_of_objects_and_of_sizes_without_bytes_are_no_values(value):
    result = graded({"1.5": f"def relu_derivative(grad, out, x):\n    return {value}\n"})["1.5"]
    assert result.points == 0 and result.state in ("not yet", "stopped", "crashed"), result.text


def test_arguments_may_have_other_names():
    result = graded({"1.5": "def relu_derivative(g, y, inputs):\n    return g * (inputs > 0)\n"})["1.5"]
    assert (result.state, result.points) == ("right", result.of), result.text


def test_nothing_hidden_is_in_the_evidence():
    leak = "def mul_derivative(grad, out, x, y):\n    print(x)\n    if x.flat[0] in (2, 0, 1, -4, 3, 7, 2e20):\n" \
           "        return grad * y, grad * x\n    raise ValueError(f'x was {x.tolist()}')\n"
    result = graded({"1.1": leak}, seed=5)["1.1"]
    inputs = checker(5).plan("1.1", 1).hidden[0].inputs
    assert result.state == "not yet" and f"{inputs['x'][0]:.4f}"[:6] not in result.text
    assert not any("0." in str(name) for name, *_ in result.checks)


def test_cells_of_a_notebook_that_break_cost_themselves_only():
    cells = ["%matplotlib inline\n!pip install torch\n%pip install torch", "this is no Python",
             "x = input('a number? ')", "%%bash\nrm -rf /", "await __import__('asyncio').sleep(0)", "1 / 0",
             "<<<<<<< HEAD\na = 1\n=======",
             "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()"]
    answer = "%time half = 0.5\nname = input('who? ')\n!ls\nawait __import__('asyncio').sleep(0)\n" \
             "@exercise('1.1')\ndef mul_derivative(grad, out, x, y):\n    return 2 * half * grad * y, grad * x\n"
    submission = handed({"1.1": ""}, *cells)
    submission.cells[submission.sources["1.1"][0][0]] = answer
    result, = checker().grade(submission, ["1.1"])
    assert result.state == "right", result.text


def test_helpers_are_found_in_other_cells_and_other_answers_are_the_library_s():
    helper = "from math import exp\nSCALE = [2.0]\nSCALE[0] = 1.0\n" \
             "def times(a, b):\n    return SCALE[0] * a * b * exp(0)"
    wrong = ANSWERS[1].WRONG["1.6"]["sign"]
    answers = {"1.1": "def mul_derivative(grad, out, x, y):\n    return times(grad, y), times(grad, x)\n",
               "1.6": wrong, "1.7": ANSWERS[1].REFERENCE["1.7"]}
    states = {id: result.state for id, result in graded(answers, helper, "SCALE = 1 / 0").items()}
    assert states == {"1.1": "right", "1.6": "not yet", "1.7": "right"}


def test_recursion_may_be_allowed_in_another_cell():
    cell = "import sys\nsys.setrecursionlimit(10000)"
    assert graded({"2.1": ANSWERS[2].WRONG["2.1"]["recursion"]}, cell)["2.1"].state == "right"


def test_what_an_answer_puts_in_the_library_s_place_does_not_stay_there():
    bent = "import builtins, json\nmt.is_grad_enabled = lambda: False\nmt.tensors.Tensor.backward = None\n" \
           "mt.tensors.tensor.__module__ = 'x'\nnp.asarray = np.array_equal = np.allclose = None\njson.dumps = None\n" \
           "mt.engine.set_grad_enabled = lambda on: None\n@exercise("
    submission = handed({"2.5": ANSWERS[2].REFERENCE["2.5"], "2.1": ANSWERS[2].REFERENCE["2.1"]})
    (place, _), = submission.sources["2.5"]
    submission.cells[place] = submission.cells[place].replace("@exercise(", bent)
    found = checker().grade(submission, ["2.5", "2.1"])
    assert [result.state for result in found] == ["not graded", "right"] and found[0].points == 0


@pytest.mark.parametrize("source, wanted", [
    ("%%time\nx = 1", "\nx = 1"), ("%%html\n<b>", ""), ("%matplotlib inline\nx = 1", "pass\nx = 1"),
    ("if True:\n    %pip install x\n    y = 1", None), ("files = !ls", "files = None"), ("print?", "pass"),
    ("text = '''\n%time is\n'''", "text = '''\n%time is\n'''"), ("a = 5 \\\n% 3", "a = 5 \\\n% 3"),
    ("%time y = f(2)\n%x", "y = f(2)\npass")])
def test_magics_become_python(source, wanted):
    text = slicing.python(source)
    compile(text, "<cell>", "exec")
    assert wanted is None or text == wanted


def test_a_result_that_is_kept_for_a_tensor_is_no_answer_once_its_numbers_have_changed():
    text = handed_in(find("11.5"), "@__import__('functools').lru_cache\n" + find("11.5").text)
    result = graded({"11.5": text})["11.5"]
    assert result.points < result.of and "kept from an earlier call" in " ".join(result.text.split())


def test_a_key_that_is_missing_is_told_as_it_is_here():
    assert str(error_from({"kind": "KeyError", "text": str(KeyError("x"))})) == str(KeyError("x"))
