"""What an answer leaves otherwise than it found it, and what is said of mistakes that every exercise knows."""

import os

import pytest

from minitorch import is_grad_enabled
from minitorch.author.check_records import answer_of
from minitorch.course.evidence import judge
from minitorch.course.record import find

pytestmark = pytest.mark.usefixtures("own_folder")
RELU = "def relu_derivative(grad, out, x):\n    "
KEPT = {
    "an argument": (RELU + "grad *= x > 0\n    return grad", "changes its argument `grad`"),
    "another argument": (RELU + "x[:] = x > 0\n    return grad * x", "changes its argument `x`"),
    "the grad mode": (RELU + "mt.set_grad_enabled(False)\n    return grad * (x > 0)", "is left switched off"),
    "the default dtype": (RELU + "mt.set_default_dtype(mt.float64)\n    return grad * (x > 0)", "default dtype"),
    "the seed": (RELU + "mt.manual_seed(0)\n    return grad * (x > 0)", "manual_seed"),
    "NumPy's seed": (RELU + "np.random.seed(0)\n    return grad * (x > 0)", "calls seed"),
    "the limit of recursion": (RELU + "__import__('sys').setrecursionlimit(9999)\n    return grad * (x > 0)",
                               "how deep functions may call each other"),
    "a memory": ("calls = []\n" + RELU + "calls.append(1)\n    return grad * (x > 0) if len(calls) < 6 else grad",
                 "remembers something"),
    "a memory in a default": (RELU.replace("x)", "x, seen=[])") + "seen.append(1)\n    return "
                              "grad * (x > 0) * (len(seen) < 7)",
                              "remembers something"),
}
SAID = {
    "printed": (RELU + "print(grad * (x > 0))", "prints its result"),
    "no return": (RELU + "result = grad * (x > 0)", "no `return` with a value"),
    "no return here": (RELU + "if (x > 0).any() and grad[0] > 0:\n        return grad * (x > 0)", "without a `return`"),
    "left over": (RELU + "if grad[0] < 0:\n        raise NotImplementedError\n    return grad * (x > 0)",
                  "raise NotImplementedError"),
    "misspelt": (RELU + "return garde * (x > 0)", "did you mean `grad`?"),
    "not called": (RELU + "return np.where(x > 0, grad, 0).copy", "brackets `()`"),
    "a list": (RELU + "return list(grad * (x > 0))", "a Python list came back"),
    "a tuple": (RELU + "return grad * (x > 0),", "comma too many"),
    "a generator": (RELU + "yield grad * (x > 0)", "generator"),
    "text": (RELU + "return str(grad * (x > 0))", "Text came back"),
    "a dict": ("def matmul_derivative(grad, out, a, b):\n    return {'a': grad @ b.T, 'b': a.T @ grad}",
               "A dict came back. Return its values alone, with commas between"),
    "plus an argument": (RELU + "return x + grad * (x > 0)", "what is wanted, plus `x`"),
    "times an argument": ("def mul_derivative(grad, out, x, y):\n    return grad * y * out, grad * x * out",
                          "what is wanted, times `out`"),
    "each with each": ("def mul_derivative(grad, out, x, y):\n    return np.outer(grad, y), np.outer(grad, x)",
                       "Every element met every other"),
    "unfilled": ("def sum_derivative(grad, out, x, dim, keepdim):\n    result = np.zeros(x.shape)\n"
                 "    result[0] = (grad if keepdim else np.expand_dims(grad, dim))[0]\n    return result",
                 "not every element is computed"),
    "returned error": (RELU + "return grad * (x > 0) if (x > 0).any() else ValueError('all silent')",
                       "An error is raised: `raise …`"),
    "no dimension": ("def accumulate(old, new):\n    if old is None:\n        return new\n"
                     "    return np.array([old[i] + new[i] for i in range(len(new))])", "is a single number"),
    "no such dimension": ("def sum_derivative(grad, out, x, dim, keepdim):\n"
                          "    return np.repeat(grad, x.shape[dim], axis=2)", "asks for a dimension that is not there"),
    "unpacked": (RELU + "a, b, c = grad, x\n    return a * (b > 0)", "Fewer values come"),
    "sign": (RELU + "return -grad * (x > 0)", "sign"),
    "factor": (RELU + "return 3 * grad * (x > 0)", "3 times"),
    "given back": (RELU + "return x", "equal to the argument `x`"),
    "nan": (RELU + "return grad * (x > 0) * 0 / 0.0", "nan came"),
    "zeros": (RELU + "return 0 * grad", "Only zeros"),
    "only some right": ("def matmul_derivative(grad, out, a, b):\n    return grad @ b.T, 2 * a.T @ grad",
                        "The first result is right in every case; the second result is not"),
    "swapped": ("def train_step(x, y, w1, w2, lr):\n    g = two_layer_gradients(x, y, w1, w2)\n"
                "    return w2 - lr * g[1], w1 - lr * g[0]", "in each other's place"),
    "None used": ("def accumulate(old, new):\n    return old + new * 1", "None"),
    "detached": ("def linear(input, weight, bias):\n    out = mt.tensor((input @ weight.T).tolist())\n"
                 "    return out if bias is None else out + bias.detach()",
                 "no gradient reaches input, weight and bias"),
    "held": ("def descend(w, loss_of, lr, steps):\n    return [loss_of(w) for _ in range(steps)]", "with its graph"),
    "transposed": ("def sum_derivative(grad, out, x, dim, keepdim):\n"
                   "    g = grad if keepdim else np.expand_dims(grad, dim)\n"
                   "    return (np.ones(x.shape) * g).T", "transposed"),
}
ID = {"relu_derivative": "1.5", "mul_derivative": "1.1", "matmul_derivative": "1.4", "train_step": "1.7",
      "sum_derivative": "1.3", "accumulate": "2.2", "linear": "3.2", "descend": "2.7"}


def judged(text):
    record = find(ID[text.split("def ")[1].split("(")[0]])
    others = "from minitorch.course.exercises.lesson_1 import two_layer_gradients\n" if "two_layer" in text else ""
    return judge(record, answer_of(record, others + text))


@pytest.mark.parametrize("text, said", KEPT.values(), ids=KEPT)
def test_what_was_there_must_still_be_there(text, said):
    verdict = judged(text)
    assert verdict.state == "not yet" and verdict.points < 2 and said in " ".join(verdict.text.split())
    assert is_grad_enabled()


@pytest.mark.parametrize("name", SAID)
def test_a_mistake_of_any_exercise_is_named(name):
    text, said = SAID[name]
    verdict = judged(text)
    assert not verdict.state.startswith("right")
    assert verdict.misconception is not None and said in " ".join(verdict.text.split()), verdict.text


def test_arguments_may_have_other_names():
    answer = answer_of(find("1.5"), "def relu_derivative(arrived, result, entered):\n"
                                    "    return arrived * (entered > 0)")
    assert judge(find("1.5"), answer).state == "right"


def test_an_answer_that_goes_to_another_folder_does_not_take_the_session_with_it(tmp_path):
    here, gone = os.getcwd(), tmp_path / "gone"
    for leave in ("pass", f"os.rmdir({str(gone)!r})"):
        gone.mkdir(exist_ok=True)
        text = f"import os\n{RELU}os.chdir({str(gone)!r})\n    {leave}\n    return grad * (x > 0)"
        judge(find("1.5"), answer_of(find("1.5"), text))
        assert os.getcwd() == here
