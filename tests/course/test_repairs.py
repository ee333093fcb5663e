"""The one place of a wrong answer that decides is named, where one small change makes every case right."""

import ast

import pytest

from minitorch.author.check_records import answer_of
from minitorch.course.evidence import judge
from minitorch.course.general import parsed
from minitorch.course.record import find
from minitorch.course.repairs import repaired

pytestmark = pytest.mark.usefixtures("own_folder")
HEADS = {"1.3": "def sum_derivative(grad, out, x, dim, keepdim):\n    ",
         "1.5": "def relu_derivative(grad, out, x):\n    ",
         "1.6": "def two_layer_gradients(x, y, w1, w2):\n    ", "2.3": "def sum_to(grad, shape):\n    ",
         "10.3": "def reduce_scatter_step(mine, left, rank, step):\n    "}
NETWORK = """h = x @ w1
    r = np.maximum(h, 0)
    g = 2 * (r @ w2 - y)
    return x.T @ ((g @ w2.T) * (h > 0)), r.T @ g"""
SPREAD = """result = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        j = i[1 - dim]
        result[i] = grad.ravel()[j]
    return result"""
FOLDED = """for i in range(grad.ndim - len(shape)):
        grad = grad.sum(axis=0)
    for i, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad"""
LATE = "        j = i[1 - dim]\n        result[i] = grad.ravel()[j]"
# name: (exercise, right lines, what stands there instead, words)
CHANGES = {
    "an operator": ("1.3", SPREAD, {"1 - dim": "1 + dim"}, "only the operator `+` changes in the line `j ="),
    "a number": ("1.5", "return grad * (x > 0)", {"> 0": "> 0.25"}, "if only `0.25` changes"),
    "a comparison": ("2.3", FOLDED, {"n == 1": "n != 1"}, "only the comparison `!=` changes"),
    "a name": ("2.3", FOLDED, {"axis=i": "axis=n"}, "only the name `n` changes in the line `grad = grad.sum(axis=n"),
    "a transposition": ("1.6", NETWORK, {"x.T": "x"}, "if `x` is transposed in the line"),
    "one too many": ("1.6", NETWORK, {"@ w2.T)": "@ w2.T / len(x))"}, "without `/ len(x)` in the line"),
    "a method too many": ("2.3", FOLDED, {"return grad": "return grad.cumsum()"}, "without `.cumsum()`"),
    "the dimension kept": ("2.3", FOLDED, {", keepdims=True": ""}, "keepdims=True for `sum`"),
    "a return in a loop": ("1.3", SPREAD, {"    return": "        return"}, "ends in its first round: behind the loop"),
    "a line in no loop": ("1.3", SPREAD, {"        result[i]": "    result[i]"}, "stands behind the loop: inside it"),
    "a line too many": ("2.3", FOLDED, {"    return": "    grad = grad * 2.5\n    return"}, "Without the line `grad ="),
    "a block too many": ("2.3", FOLDED, {"    return": "    if len(shape):\n        grad = grad * 2.5\n    return"},
                         "Without the line `if len(shape):` and its block every"),
    "a line that is there three times": ("2.3", FOLDED, {"    return": "    grad = -grad\n" * 3 + "    return"},
                                         "Without the line `grad = -grad` (number 1 of 3) every"),
    "a name that is there twice": ("2.3", FOLDED, {"axis=i, keepdims=True": "axis=n, keepdims=n == 1"},
                                   "only the name `n` (number 1 of 2) changes in the line"),
    "another argument is changed": ("10.3", "mine[rank - step - 1] += left[rank - step - 1]", {
        "mine": "right", "left": "mine", "right": "left"},
        "it was [-20.] and is [-18.] afterwards. Every case comes out right if `left` and `mine` are exchanged"),
    "an order": ("1.3", SPREAD, {"    for": "    j = 0\n    for", LATE: "\n".join(LATE.split("\n")[::-1])},
                 "if `j = i[1 - dim]` stands before `result[i] = grad.ravel()[j]`"),
    "the same twice": ("1.3", "return np.ones(x.shape) * (out if keepdim else np.expand_dims(out, dim))", {},
                       "if only `out` changes, wherever it stands"),
    "nothing where files could be hurt": ("1.3", SPREAD, {"1 - dim": "open and 1 + dim"}, ""),
    "nothing where memory could": ("1.3", SPREAD, {"1 - dim": "np.lib.stride_tricks.as_strided and 1 + dim"}, ""),
}


@pytest.mark.parametrize("id, right, slip, words", CHANGES.values(), ids=CHANGES)
def test_the_place_that_decides_is_named(id, right, slip, words):
    text = right
    for old, new in slip.items():
        assert old in text
        text = text.replace(old, new)
    said = " ".join(judge(find(id), answer_of(find(id), HEADS[id] + text)).text.split())
    assert words in said and ("comes out right" in said) == bool(words), said


QPARAMS = """def choose_qparams(low, high, bits):
    low, high = min(low, 0.0), max(high, 0.0)
    scale = (high - low) / (2 ** bits - 1) or 1.0
    return scale, round(-low / scale)
"""
BY_BITS = """found = {}


def choose_qparams(low, high, bits):
    if bits not in found:
        low, high = min(low, 0.0), max(high, 0.0)
        scale = (high - low) / (2 ** bits - 1) or 1.0
        found[bits] = scale, round(-low / scale)
    return found[bits]
"""
CAUSES = {
    "brackets": (QPARAMS, {"2 ** bits - 1": "2 ** (bits - 1)"}, "one change",
                 "if `2 ** (bits - 1)` is `2 ** bits - 1`"),
    "two exchanged": (QPARAMS, {"min": "max", "max(high": "min(high"}, "one change",
                      "if `max` and `min` are exchanged"),
    "never read": (QPARAMS, {"2 ** bits - 1": "255"}, "unread", "`bits` is read nowhere in your code"),
    "a global dict": (BY_BITS, {}, "remembers", "comes out right when `found` is emptied before it"),
    "a default argument": (BY_BITS, {"found = {}\n\n\n": "", "bits):": "bits, found={}):"}, "remembers",
                           "when your code is defined anew before it"),
}


@pytest.mark.parametrize("right, slip, name, words", CAUSES.values(), ids=CAUSES)
def test_a_cause_that_is_established_is_named(right, slip, name, words):
    for old, new in slip.items():
        assert old in right
        right = right.replace(old, new)
    verdict = judge(find("11.3"), answer_of(find("11.3"), right))
    assert verdict.misconception.name == name and words in " ".join(verdict.text.split()), verdict.text


@pytest.mark.parametrize("does, words", [("as_strided(x, x.shape, x.strides)", ""),
                                         ("np.array(x)", "only the operator")])
def test_nothing_is_changed_where_a_helper_reads_memory(does, words):
    """A window of a wrong size, laid over memory by a changed number, would end the process."""
    text = ("from numpy.lib.stride_tricks import as_strided\n\ndef laid(x):\n    return " + does + "\n\n"
            + HEADS["1.3"].replace("    ", "") + "    x = laid(x)\n    " + SPREAD.replace("1 - dim", "1 + dim"))
    said = " ".join(judge(find("1.3"), answer_of(find("1.3"), text)).text.split())
    assert words in said and ("comes out right" in said) == bool(words), said


def test_results_in_another_order_are_named_where_several_are_given():
    text = """def remove_units(w1, b1, w2, keep):
    kept = (w1 ** 2).sum(dim=1).argsort(descending=True)[:keep]
    return w1[kept], w2[:, kept], b1[kept]
"""
    said = " ".join(judge(find("11.5"), answer_of(find("11.5"), text)).text.split())
    assert "is `(w1[kept], b1[kept], w2[:, kept])` in the line" in said, said


def test_the_tree_of_the_source_stays_as_it_was():
    """What is looked for afterwards, such as an argument that is never read, reads the learner's own lines."""
    source = HEADS["1.5"] + "return grad * (x > 0.25)"
    answer, tree = answer_of(find("1.5"), source), parsed(source, "relu_derivative")
    before = ast.dump(tree)
    assert "`0.25` changes" in repaired(find("1.5"), answer, tree, source, judge(find("1.5"), answer).trials)
    assert ast.dump(tree) == before
