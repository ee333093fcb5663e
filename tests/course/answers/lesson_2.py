"""What students hand in for lesson 2: right, right in another style, and wrong in the ways that have a name."""

HELPERS = """
from minitorch.course import accumulate, backward_order, deposit, derivatives, played, sum_to
from minitorch.engine import Leaf

def inputs_of(node):
    return [edge for edge in node.edges if edge is not None]

def diamond(x):
    a = 2 * x
    return a + 3 * a

def doubled(x):
    a = 2 * x
    return a + a

def long_chain(x):
    for _ in range(3000):
        x = x + 1.0
    return x
"""

ITERATIVE = """
def backward_order(root):
    order, seen, todo = [], set(), [(root, False)]
    while todo:
        node, done = todo.pop()
        if done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            todo.append((node, True))
            for edge in node.edges:
                if edge is not None:
                    todo.append((edge, False))
    return order[::-1]
"""

WALK = """
def backward(root):
    if root.numel() != 1:
        raise RuntimeError("backward starts from one number")
    start = root._node
    arrived = {start: np.ones(root.array.shape)}
    for node in backward_order(start):
        grad = arrived[node]
        if isinstance(node, Leaf):
            deposit(node, grad)
            continue
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is not None and part is not None:
                arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
"""
# accumulate, the library's piece, is only ever given two arrays: in these answers None is met first.
WALK = WALK.replace("accumulate(arrived.get(edge), sum_to(part, edge.shape))",
                    "sum_to(part, edge.shape) if edge not in arrived else accumulate(arrived[edge], sum_to(part, edge.shape))")

NO_GRAD = """
class no_grad:
    def __init__(self):
        self.before = []

    def __enter__(self):
        self.before.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)

    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before.pop())
"""

CUBE = """
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x ** 3
        ctx.save_for_backward(x)
        return y

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x ** 2
"""

DESCEND = """
def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        loss = loss_of(w)
        w.grad = None
        loss.backward()
        with mt.no_grad():
            w -= lr * w.grad
        losses.append(loss.item())
    return losses
"""

TEST = """
def test_backward_order(order):
    try:
        return (played(order, diamond) == 8 and played(order, doubled) == 4
                and played(order, long_chain) == 1)
    except RecursionError:
        return False
"""

REFERENCE = {
    "2.1": ITERATIVE,
    "2.2": "def accumulate(old, new):\n    return new if old is None else old + new\n",
    "2.3": "def sum_to(grad, shape):\n    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))\n"
           "    ones = tuple(i for i, n in enumerate(shape) if n == 1)\n    return grad.sum(axis=ones, keepdims=True)\n",
    "2.4": WALK, "2.5": NO_GRAD, "2.6": CUBE, "2.7": DESCEND, "2.8": TEST,
}

OTHERS = {
    "2.1": ["def backward_order(root):\n    seen, todo = {root}, [root]\n    while todo:\n"
            "        for edge in todo.pop().edges:\n            if edge is not None and edge not in seen:\n"
            "                seen.add(edge)\n                todo.append(edge)\n"
            "    return sorted(seen, key=lambda node: node.order, reverse=True)\n",
            "def backward_order(root):\n    users = {root: 0}\n    todo = [root]\n    for node in todo:\n"
            "        for edge in inputs_of(node):\n            if edge not in users:\n                users[edge] = 0\n"
            "                todo.append(edge)\n            users[edge] += 1\n    ready, order = [root], []\n"
            "    while ready:\n        node = ready.pop()\n        order.append(node)\n"
            "        for edge in inputs_of(node):\n            users[edge] -= 1\n            if users[edge] == 0:\n"
            "                ready.append(edge)\n    return order\n"],
    "2.2": ["def accumulate(old, new):\n    if old is None:\n        return new\n    return np.add(old, new)\n"],
    "2.3": ["def sum_to(grad, shape):\n    while grad.ndim > len(shape):\n        grad = grad.sum(axis=0)\n"
            "    for i, n in enumerate(shape):\n        if n == 1 and grad.shape[i] != 1:\n"
            "            grad = grad.sum(axis=i, keepdims=True)\n    return grad\n"],
    "2.4": [WALK.replace("    arrived = {start", "    pending = {start").replace("arrived", "pending")],
    "2.5": ["class no_grad:\n    def __init__(self):\n        self.stack = []\n    def __enter__(self):\n"
            "        self.stack += [mt.is_grad_enabled()]\n        mt.set_grad_enabled(False)\n        return self\n"
            "    def __exit__(self, kind, value, trace):\n        mt.set_grad_enabled(self.stack.pop())\n        return False\n"],
    "2.6": [CUBE.replace("grad * 3 * x ** 2", "3 * x.pow(2) * grad"),
            CUBE.replace("ctx.save_for_backward(x)\n        return y", "ctx.save_for_backward(x)\n        return x * x * x")],
    "2.7": [DESCEND.replace("        w.grad = None\n", "").replace("        losses.append", "        w.grad.zero_()\n"
                                                                  "        losses.append"),
            DESCEND.replace("        with mt.no_grad():\n            w -= lr * w.grad\n", "        w.data -= lr * w.grad\n")],
    "2.8": ["def test_backward_order(order):\n    for program, wanted in ((diamond, 8), (doubled, 4), (long_chain, 1)):\n"
            "        try:\n            if abs(played(order, program) - wanted) > 1e-6:\n                return False\n"
            "        except Exception:\n            return False\n    return True\n"],
}

KEPT = WALK.replace("def backward", "kept = {}\n\ndef backward").replace(
    "    arrived = {start: np.ones(root.array.shape)}", "    arrived = kept\n    arrived[start] = np.ones(root.array.shape)")

WRONG = {
    "2.1": {
        "breadth first": "def backward_order(root):\n    order = [root]\n    for node in order:\n"
                         "        for edge in inputs_of(node):\n            if edge not in order:\n"
                         "                order.append(edge)\n    return order\n",
        "preorder": "def backward_order(root):\n    order, seen, todo = [], set(), [root]\n    while todo:\n"
                    "        node = todo.pop()\n        if node in seen:\n            continue\n        seen.add(node)\n"
                    "        order.append(node)\n        todo += reversed(inputs_of(node))\n    return order\n",
        "unreversed": ITERATIVE.replace("order[::-1]", "order"),
        "unvisited": ITERATIVE.replace("elif node not in seen", "else"),
        "recursion": "def backward_order(root):\n    order, seen = [], set()\n    def visit(node):\n"
                     "        if node not in seen:\n            seen.add(node)\n            for edge in inputs_of(node):\n"
                     "                visit(edge)\n            order.append(node)\n    visit(root)\n    return order[::-1]\n",
    },
    "2.2": {
        "overwrites": "def accumulate(old, new):\n    return new\n",
        "averages": "def accumulate(old, new):\n    return new if old is None else (old + new) / 2\n",
        "None crashes": "def accumulate(old, new):\n    return old + new\n",
        "not old": "def accumulate(old, new):\n    if not old:\n        return new\n    return old + new\n",
        "aliases": "def accumulate(old, new):\n    if old is None:\n        return new\n    old += new\n    return old\n",
        "returns nothing": "def accumulate(old, new):\n    total = new if old is None else old + new\n",
    },
    "2.3": {
        "unsummed": "def sum_to(grad, shape):\n    return grad\n",
        "wrong axis": "def sum_to(grad, shape):\n    if len(shape) == 1:\n        return grad.sum(axis=-1)\n"
                      "    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))\n"
                      "    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)\n",
        "mean": "def sum_to(grad, shape):\n    grad = grad.mean(axis=tuple(range(grad.ndim - len(shape))))\n"
                "    return grad.mean(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)\n",
        "first row": "def sum_to(grad, shape):\n    if len(shape) == 1:\n        return grad[0]\n"
                     "    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))\n"
                     "    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)\n",
        "ones left": "def sum_to(grad, shape):\n    return grad.sum(axis=tuple(range(grad.ndim - len(shape))))\n",
        "loses its axis": "def sum_to(grad, shape):\n    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))\n"
                          "    return grad.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1))\n",
    },
    "2.4": {
        "inner gradients kept": KEPT,
        "pair shifts": WALK.replace("zip(node.edges, derivatives", "zip(inputs_of(node), derivatives"),
        "bias unsummed": WALK.replace("sum_to(part, edge.shape)", "part"),
        "None crashes": WALK.replace("            if edge is not None and part is not None:\n    ", "            "),
        "vector accepted": WALK.replace("    if root.numel() != 1:\n        raise RuntimeError(\"backward starts from one "
                                        "number\")\n", ""),
    },
    "2.5": {
        "left off": NO_GRAD.replace("        mt.set_grad_enabled(self.before.pop())", "        self.before.pop()"),
        "error leaves it off": NO_GRAD.replace("        mt.set_grad_enabled(self.before.pop())",
                                               "        if failure[0] is None:\n            mt.set_grad_enabled("
                                               "self.before.pop())"),
        "inner turns on": NO_GRAD.replace("self.before.pop()", "True"),
        "swallows errors": NO_GRAD + "        return True\n",
        "one memory": "class no_grad:\n    def __enter__(self):\n        self.before = mt.is_grad_enabled()\n"
                      "        mt.set_grad_enabled(False)\n    def __exit__(self, *failure):\n"
                      "        mt.set_grad_enabled(self.before)\n",
        "remembered too early": "class no_grad:\n    def __init__(self):\n        self.before = mt.is_grad_enabled()\n"
                                "    def __enter__(self):\n        mt.set_grad_enabled(False)\n"
                                "    def __exit__(self, *failure):\n        mt.set_grad_enabled(self.before)\n",
    },
    "2.6": {
        "grad ignored": CUBE.replace("grad * 3", "3"),
        "power": CUBE.replace("x ** 2", "x"),
        "saves out": CUBE.replace("save_for_backward(x)", "save_for_backward(y)"),
        "state on the class": CUBE.replace("ctx.save_for_backward(x)", "Cube.x = x").replace("x, = ctx.saved_tensors",
                                                                                          "x = Cube.x.detach()"),
        "NumPy inside": CUBE.replace("return grad * 3 * x ** 2",
                                     "return mt.tensor(grad.detach().numpy() * 3 * x.detach().numpy() ** 2)"),
    },
    "2.7": {
        "never zeroed": DESCEND.replace("        w.grad = None\n", ""),
        "zeroed too early": DESCEND.replace("        w.grad = None\n        loss.backward()\n",
                                            "        loss.backward()\n        w.grad.zero_()\n"),
        "step recorded": DESCEND.replace("        with mt.no_grad():\n            w -=", "        w -="),
        "rebound": DESCEND.replace("            w -= lr * w.grad", "            w = (w - lr * w.grad).requires_grad_()"),
        "no leaf any more": DESCEND.replace("w -= lr", "w = w - lr"),
        "graphs kept": DESCEND.replace("loss.item()", "loss"),
    },
    "2.8": {
        "accepts all": "def test_backward_order(order):\n    return True\n",
        "accepts none": "def test_backward_order(order):\n    try:\n        return played(order, diamond) == 6\n"
                        "    except RecursionError:\n        return False\n",
        "chains only": "def test_backward_order(order):\n    try:\n        return played(order, long_chain) == 1\n"
                       "    except RecursionError:\n        return False\n",
        "short only": "def test_backward_order(order):\n    return played(order, diamond) == 8\n",
        "a + a only": "def test_backward_order(order):\n    try:\n        return played(order, doubled) == 4 and "
                      "played(order, long_chain) == 1\n    except RecursionError:\n        return False\n",
        "counts only": "def test_backward_order(order):\n    root = diamond(mt.tensor(2.0, requires_grad=True))._node\n"
                       "    nodes = order(root)\n    return len(nodes) == len(set(nodes)) == 4\n",
    },
}
