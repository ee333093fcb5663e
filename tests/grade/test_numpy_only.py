"""Exercises that are to be written with NumPy alone: an answer that computes by the library's ops scores nothing."""

from itertools import zip_longest

import pytest
from grade.handed import graded

from minitorch.author.check_records import answer_of
from minitorch.course.evidence import judge
from minitorch.course.record import find

BARE = "by a bare array", "from its own parts"             # no Tensor comes by: only the grader sees that
BACK = ("    {x} = [mt.tensor(np.asarray(each, float), requires_grad=True) for each in ({x},)]\n"
        "    ({out}).backward(mt.tensor(np.asarray(grad, float)))\n")


def back(name, arguments, x, out, result):
    """An answer that has the library compute `out`, and walk back from it."""
    return f"def {name}({arguments}):\n" + BACK.format(x=x, out=out) + f"    return {result}\n"


def relu(out, before=""):
    return before + back("relu_derivative", "grad, out, x", "x", out, "x.grad.numpy()").replace("    x = ", "    x, = ")


def matmul(out):
    return back("matmul_derivative", "grad, out, a, b", "a, b", out, "a.grad.numpy(), b.grad.numpy()")


def layers(*lines):
    return "def two_layer_gradients(x, y, w1, w2):\n    x, y = mt.tensor(x), mt.tensor(y)\n" + "".join(
        f"    {line}\n" for line in lines)


WANTED = "v, w = [mt.tensor(each, requires_grad=True) for each in (w1, w2)]"
CHEATS = {
    "1.1": {"by backward of addcmul": back("mul_derivative", "grad, out, x, y", "x, y", "mt.addcmul(0 * x, x, y)",
                                            "x.grad.numpy(), y.grad.numpy()"),
            "by einsum": back("mul_derivative", "grad, out, x, y", "x, y", "mt.einsum('...,...->...', x, y)",
                              "x.grad.numpy(), y.grad.numpy()"),
            "from its own parts": "from minitorch.ops.elementwise.arithmetic import mul as times\n"
                                  "def mul_derivative(grad, out, x, y):\n"
                                  "    return times.forward(np, grad, y), times.piece.library(np, grad, x)\n",
            "by a bare array": "from minitorch.ops.elementwise.arithmetic import mul as times\n"
                               "def mul_derivative(grad, out, x, y):\n    return times(grad, y), times(grad, x)\n"},
    "1.3": {"by mean": "def sum_derivative(grad, out, x, dim, keepdim):\n"
                       "    x = mt.tensor(np.asarray(x, float), requires_grad=True)\n"
                       "    (x.mean(dim, keepdim=keepdim) * x.shape[dim]).backward(mt.tensor(grad))\n"
                       "    return x.grad.numpy()\n",
            "by a norm": "def sum_derivative(grad, out, x, dim, keepdim):\n"
                         "    x = mt.tensor(np.ones(x.shape), requires_grad=True)\n"
                         "    x.norm(p=1, dim=dim, keepdim=keepdim).backward(mt.tensor(grad))\n"
                         "    return x.grad.numpy()\n"},
    "1.4": {"by einsum": matmul("mt.einsum('ij,jk->ik', a, b)"), "by sums of products": matmul(
        "(a.unsqueeze(2) * b.unsqueeze(0)).sum(1)"), "by linear": matmul("mt.nn.functional.linear(a, b.T)"),
            "by bmm": matmul("mt.bmm(a.unsqueeze(0), b.unsqueeze(0))[0]")},
    "1.5": {"by clamp": relu("mt.clamp(x, min=0.0)"), "by leaky_relu": relu(
        "mt.nn.functional.leaky_relu(x, 0.0)"), "by where": relu("mt.where(x > 0, x, 0 * x)"),
            "without an error that is seen": "def relu_derivative(grad, out, x):\n    try:\n"
                                             "        mt.tensor(x).clamp(min=0)\n    except BaseException:\n"
                                             "        pass\n    return grad * (x > 0)\n"},
    "1.6": {"by backward": layers(WANTED, "((mt.relu(x @ v) @ w - y) ** 2).sum().backward()",
                                  "return v.grad.numpy(), w.grad.numpy()"),
            "by func.grad": layers("def loss(v, w):", "    return ((mt.clamp(x @ v, min=0) @ w - y) ** 2).sum()",
                                   "a, b = mt.func.grad(loss, argnums=(0, 1))(mt.tensor(w1), mt.tensor(w2))",
                                   "return a.numpy(), b.numpy()")},
    "2.2": {"by two walks": "def accumulate(old, new):\n    x = mt.zeros(new.shape, dtype=mt.float64)\n"
                            "    x.requires_grad_()\n    for each in (old, new):\n        if each is not None:\n"
                            "            (x * 1).backward(mt.tensor(each))\n    return x.grad.numpy()\n"},
    "2.3": {"by sum_to_size": "def sum_to(grad, shape):\n    return mt.tensor(grad).sum_to_size(shape).numpy()\n",
            "by backward of expand": "def sum_to(grad, shape):\n"
                                     "    x = mt.zeros(shape, dtype=mt.float64, requires_grad=True)\n"
                                     "    x.expand(grad.shape).backward(mt.tensor(grad))\n"
                                     "    return x.grad.numpy()\n"},
    "8.1": {"by conv3d": "def conv2d(image, kernel, stride):\n    x, k = mt.tensor(image * 1.0), mt.tensor(kernel)\n"
                         "    return mt.nn.functional.conv3d(x[None, None, None], k[None, None, None],\n"
                         "                                   stride=(1, stride, stride))[0, 0, 0].numpy()\n",
            "by unfold": "def conv2d(image, kernel, stride):\n    h, w = kernel.shape\n"
                         "    x = mt.tensor(image).unfold(0, h, stride).unfold(1, w, stride)\n"
                         "    return (x * mt.tensor(kernel)).sum((2, 3)).numpy()\n"},
    "8.2": {"by Tensor.unfold": "def im2col(x, size, stride):\n    t = mt.tensor(x)\n"
                                "    t = t.unfold(2, size, stride).unfold(3, size, stride)\n"
                                "    return t.permute(0, 1, 4, 5, 2, 3).flatten(4).flatten(1, 3).numpy()\n"},
    "8.3": {"by backward of Tensor.unfold": "def col2im(columns, shape, size, stride):\n"
            "    x = mt.zeros(shape, dtype=mt.float64, requires_grad=True)\n"
            "    t = x.unfold(2, size, stride).unfold(3, size, stride)\n"
            "    t.permute(0, 1, 4, 5, 2, 3).flatten(4).flatten(1, 3).backward(mt.tensor(columns))\n"
            "    return x.grad.numpy()\n"},
    "10.2": {"by stack": "def average_gradients(grads, counts):\n    n = sum(counts)\n"
                         "    return [sum((c / n * mt.tensor(g) for g, c in zip(gs, counts) if c), mt.zeros(1)"
                         ").numpy()\n            for gs in zip(*grads)]\n"},
}


@pytest.mark.needs("bwrap")
@pytest.mark.parametrize("lesson", [pytest.param("1", marks=pytest.mark.slow), "2", pytest.param(
    "8", marks=pytest.mark.slow), pytest.param("10", marks=pytest.mark.slow)])
def test_an_op_scores_nothing_in_the_grader_and_it_says_why(lesson):
    table = {id: list(cheats.items()) for id, cheats in CHEATS.items() if id.partition(".")[0] == lesson}
    for layer in zip_longest(*table.values()):
        tried = {id: cheat for id, cheat in zip(table, layer) if cheat is not None}
        for id, result in graded({id: code for id, (_, code) in tried.items()}).items():
            assert (result.state, result.points) == ("the library's own", 0), (tried[id][0], result.text)
            assert "with NumPy alone" in result.text or "calls the library's own" in result.text


def test_it_works_where_nothing_looks_and_the_lesson_s_own_check_says_the_same():
    """All right by their results; the check tells each what it used."""
    for id, cheats in CHEATS.items():
        for how, code in cheats.items():
            verdict = judge(find(id), answer_of(find(id), code))
            assert all(trial.passed for trial in verdict.trials), (id, how)
            if how not in BARE:
                assert (verdict.state, verdict.points) == ("not yet", 0), (id, how)
                assert "which is the library's" in verdict.text or "library's own" in verdict.text, verdict.text


@pytest.mark.needs("bwrap")
def test_what_computes_nothing_may_be_used():
    code = ("kinds = {np.dtype('float64'): mt.float64}\ndef relu_derivative(grad, out, x):\n"
            "    assert mt.float64 in kinds.values()\n    return mt.tensor(grad * (x > 0))\n")
    result = graded({"1.5": code})["1.5"]
    assert (result.state, result.points) == ("right", result.of), result.text
