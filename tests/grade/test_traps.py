"""An answer that calls the library's own version of what it should be is found; the rest of the library is free."""

import pytest
from grade.handed import checker, graded, handed

pytestmark = pytest.mark.needs("bwrap")

BORROWED = {
    "1.4": {
        "the piece by its name": "from minitorch.ops.linalg.products import matmul_derivative as theirs\n"
                                 "def matmul_derivative(grad, out, a, b):\n"
                                 "    return theirs(grad, out, a, b, (True, True))\n",
        "what lies under the piece": "from minitorch.ops.linalg.products import matmul_derivative as theirs\n"
                                     "def matmul_derivative(grad, out, a, b):\n"
                                     "    return theirs.library(grad, out, a, b, (True, True))\n",
        "by way of backward": "def matmul_derivative(grad, out, a, b):\n"
                              "    x, y = mt.tensor(a, requires_grad=True), mt.tensor(b, requires_grad=True)\n"
                              "    (x @ y).backward(mt.tensor(grad))\n    return x.grad.numpy(), y.grad.numpy()\n",
        "with errors swallowed": "def matmul_derivative(grad, out, a, b):\n    try:\n"
                                 "        x, y = mt.tensor(a, requires_grad=True), mt.tensor(b, requires_grad=True)\n"
                                 "        (x @ y).backward(mt.tensor(grad))\n    except BaseException:\n        pass\n"
                                 "    return grad @ b.T, a.T @ grad\n",
    },
    "1.5": {"by way of functional": "def relu_derivative(grad, out, x):\n    x = mt.tensor(x, requires_grad=True)\n"
                                    "    return mt.autograd.grad(mt.relu(x), x, mt.tensor(grad))[0].numpy()\n"},
    "2.1": {"from the lesson": "from minitorch.learn import backward_order as theirs\n"
                               "def backward_order(root):\n    return theirs(root)\n",
            "wrapped": "import functools\nfrom minitorch.engine import backward_order as theirs\n"
                       "backward_order = exercise('2.1')(functools.partial(theirs))\n"
                       "def backward_order(root):\n    return list(theirs(root))\n"},
    "2.4": {"backward itself": "def backward(root):\n    if root.numel() != 1:\n"
                               "        raise RuntimeError('one number')\n    root.backward(retain_graph=True)\n"},
    "2.5": {"as its base": "class no_grad(mt.no_grad):\n    pass\n",
            "held inside": "class no_grad:\n    def __init__(self):\n        self.open = []\n    def __enter__(self):\n"
                           "        self.open.append(mt.no_grad())\n        self.open[-1].__enter__()\n"
                           "    def __exit__(self, *failure):\n        self.open.pop().__exit__(*failure)\n",
            "by another path": "from minitorch.autograd import no_grad as theirs\nclass no_grad:\n"
                               "    def __enter__(self):\n"
                               "        self.open = theirs()\n        self.open.__enter__()\n"
                               "    def __exit__(self, *failure):\n        self.open.__exit__(*failure)\n"},
}

# These use the library for what is not the answer.
FREE = {
    "2.7": "def descend(w, loss_of, lr, steps):\n    optimiser = mt.optim.SGD([w], lr=lr)\n    losses = []\n"
           "    for _ in range(steps):\n        loss = loss_of(w)\n        optimiser.zero_grad()\n"
           "        loss.backward()\n"
           "        optimiser.step()\n        losses.append(float(loss))\n    return losses\n",
    "2.4": "def backward(root):\n    if root.numel() != 1:\n        raise RuntimeError('one number')\n"
           "    arrived = {root._node: np.ones(root.array.shape)}\n"
           "    for node in mt.engine.backward_order(root._node):\n        grad = arrived.pop(node)\n"
           "        if not node.edges:\n            deposit(node, grad)\n            continue\n"
           "        for edge, part in zip(node.edges, derivatives(node, grad)):\n            if edge is not None:\n"
           "                part = mt.engine.sum_to(part, edge.shape)\n"
           "                arrived[edge] = arrived[edge] + part if edge in arrived else part\n",
}


@pytest.mark.parametrize("id, how", [(id, how) for id, table in BORROWED.items() for how in table])
def test_the_library_s_own_in_the_place_of_an_answer_scores_nothing_and_says_why(id, how):
    result = graded({id: BORROWED[id][how]})[id]
    assert (result.state, result.points) == ("the library's own", 0)
    assert "calls the library's own" in result.text or "with NumPy alone" in result.text


def test_a_look_at_the_library_s_own_beside_the_answer_is_no_borrowing():
    look = "x = mt.tensor([1.0, -1.0], requires_grad=True)\nmt.relu(x).sum().backward()\nprint(x.grad)\n"
    submission = handed({"1.5": "def relu_derivative(grad, out, x):\n    return grad * (x > 0)\n"})
    place = submission.sources["1.5"][0][0]
    submission.cells[place] = look + submission.cells[place]
    result, = checker().grade(submission, ["1.5"])
    assert result.state == "right", result.text


def test_a_later_exercise_is_not_lent_to_an_earlier_one():
    turned = "def two_layer_gradients(x, y, w1, w2):\n    a, b = yours('1.7')(x, y, w1, w2, 1.0)\n" \
             "    return w1 - a, w2 - b\n"
    assert graded({"1.6": turned})["1.6"].points == 0


@pytest.mark.parametrize("id", FREE)
def test_all_else_of_the_library_may_be_used(id):
    result = graded({id: FREE[id]})[id]
    assert (result.state, result.points) == ("right", result.of), result.text
