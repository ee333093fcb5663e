"""What readers of lesson 2 wrote, the checks unseen: exercise, right or the mistake it is told, in words, answer."""

ANSWERS = [
    ("2.1", "recursion", "calls itself: stops at long programs", '''
def backward_order(root):
    met, written = set(), []
    def visit(node):
        if node is None or node in met:
            return
        met.add(node)
        for edge in node.edges:
            visit(edge)
        written.append(node)
    visit(root)
    return written[::-1]
'''),
    ("2.1", "breadth first", "breadth first", '''
def backward_order(root):
    order, met, i = [root], {root}, 0
    while i < len(order):
        for edge in order[i].edges:
            if edge is not None and edge not in met:
                met.add(edge)
                order.append(edge)
        i += 1
    return order
'''),
    ("2.1", "unreversed", "list not turned round at the end", '''
def backward_order(root):
    written, met, todo = [], set(), [(root, False)]
    while todo:
        node, done = todo.pop()
        if done:
            written.append(node)
        elif node is not None and node not in met:
            met.add(node)
            todo.append((node, True))
            todo += [(edge, False) for edge in node.edges]
    return written
'''),
    ("2.1", "None used", "None not left out", '''
def backward_order(root):
    written, met, todo = [], set(), [(root, False)]
    while todo:
        node, done = todo.pop()
        if done:
            written.append(node)
            continue
        if node in met:
            continue
        met.add(node)
        todo.append((node, True))
        for edge in node.edges:
            todo.append((edge, False))
    written.reverse()
    return written
'''),
    ("2.1", "returns None", "list.reverse() returned, which is None", '''
def backward_order(root):
    written, met, todo = [], set(), [(root, False)]
    while todo:
        node, done = todo.pop()
        if done:
            written.append(node)
        elif node not in met:
            met.add(node)
            todo.append((node, True))
            todo.extend((e, False) for e in node.edges if e is not None)
    return written.reverse()
'''),
    ("2.1", "right", "counts the users of every node, takes a node when the last one is done", '''
from collections import Counter

def backward_order(root):
    users, met, todo = Counter(), {root}, [root]
    while todo:
        for edge in todo.pop().edges:
            if edge is not None:
                users[edge] += 1
                if edge not in met:
                    met.add(edge)
                    todo.append(edge)
    order, ready = [], [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for edge in node.edges:
            if edge is not None:
                users[edge] -= 1
                if users[edge] == 0:
                    ready.append(edge)
    return order
'''),
    ("2.1", "met too early", "node marked when put on the list, not when visited", '''
def backward_order(root):
    written, met, todo = [], {root}, [(root, False)]
    while todo:
        node, done = todo.pop()
        if done:
            written.append(node)
            continue
        todo.append((node, True))
        for edge in node.edges:
            if edge is not None and edge not in met:
                met.add(edge)
                todo.append((edge, False))
    return written[::-1]
'''),
    ("2.1", "remembers the last walk", "met is a default argument: empty on the first call only", '''
def backward_order(root, met=set()):
    written, todo = [], [(root, False)]
    while todo:
        node, done = todo.pop()
        if done:
            written.append(node)
        elif node is not None and node not in met:
            met.add(node)
            todo.append((node, True))
            todo += [(edge, False) for edge in node.edges]
    return written[::-1]
'''),
    ("2.1", "unvisited", "every node as often as it is used", '''
def backward_order(root):
    written, todo = [], [(root, False)]
    steps = 0
    while todo and steps < 100_000:
        steps += 1
        node, done = todo.pop()
        if done:
            written.append(node)
        elif node is not None:
            todo.append((node, True))
            for edge in node.edges:
                todo.append((edge, False))
    return written[::-1]
'''),
    ("2.1", "preorder", "depth first, written on the way in (preorder)", '''
def backward_order(root):
    order, todo = [], [root]
    while todo:
        node = todo.pop()
        if node is None or node in order:
            continue
        order.append(node)
        todo += reversed(node.edges)
    return order
'''),
    ("2.1", "right", "iterators on a stack", '''
def backward_order(root):
    done, met = [], {id(root)}
    stack = [(root, iter(root.edges))]
    while stack:
        node, rest = stack[-1]
        for edge in rest:
            if edge is not None and id(edge) not in met:
                met.add(id(edge))
                stack.append((edge, iter(edge.edges)))
                break
        else:
            done.append(node)
            stack.pop()
    return list(reversed(done))
'''),
    ("2.1", "right", "two kinds of entries, by their class", '''
class Visit:
    __slots__ = ("node",)
    def __init__(self, node):
        self.node = node

class Write(Visit):
    __slots__ = ()

def backward_order(root):
    from collections import deque
    order, seen, todo = deque(), set(), [Visit(root)]
    while todo:
        entry = todo.pop()
        node = entry.node
        if isinstance(entry, Write):
            order.appendleft(node)
        elif node not in seen:
            seen.add(node)
            todo.append(Write(node))
            todo.extend(map(Visit, filter(lambda e: e is not None, node.edges)))
    return list(order)
'''),
    ("2.2", "overwrites", "takes the last", '''
def accumulate(old, new):
    if old is None:
        return new
    return new
'''),
    ("2.2", "aliases", "+= writes into old", '''
def accumulate(old, new):
    if old is None:
        return new
    old += new
    return old
'''),
    ("2.2", "not old", "asks the array itself for truth", '''
def accumulate(old, new):
    if not old:
        return new
    return old + new
'''),
    ("2.2", "averages", "the mean", '''
def accumulate(old, new):
    return new if old is None else (old + new) / 2
'''),
    ("2.2", "right", "one sum over a list of what is there", '''
def accumulate(old, new):
    return sum([part for part in (old, new) if part is not None][1:], new if old is None else old)
'''),
    ("2.2", "right", "early return, np.add, copy of the first", '''
def accumulate(waiting, arriving):
    if waiting is None:
        return arriving.copy()
    return np.add(waiting, arriving)
'''),
    ("2.2", "not old", "== None compares element by element", '''
def accumulate(old, new):
    if old == None:
        return new
    return old + new
'''),
    ("2.2", "no return here", "nothing given back for the first", '''
def accumulate(old, new):
    if old is not None:
        return old + new
'''),
    ("2.2", "altered", "writes into new", '''
def accumulate(old, new):
    if old is None:
        return new
    return np.add(old, new, out=new)
'''),
    ("2.2", "sum of all", "sums the elements too", '''
def accumulate(old, new):
    if old is None:
        return new
    return np.sum([old, new])
'''),
    ("2.2", "doubled", "zero in the place of None: the first comes back doubled", '''
def accumulate(old, new):
    if old is None:
        old = new
    return old + new
'''),
    ("2.2", "right", "conditional expression", '''
def accumulate(old, new):
    return new if old is None else new + old
'''),
    ("2.3", "ones left", "only the dimensions in front", '''
def sum_to(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    return grad
'''),
    ("2.3", "front left", "only the stretched ones", '''
def sum_to(grad, shape):
    for dim, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(axis=dim, keepdims=True)
    return grad
'''),
    ("2.3", "loses its axis", "keepdims forgotten for a size of 1", '''
def sum_to(grad, shape):
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    axes = tuple(d for d, size in enumerate(shape) if size == 1)
    return grad.sum(axis=axes)
'''),
    ("2.3", "mean", "the mean of the copies", '''
def sum_to(grad, shape):
    grad = grad.mean(axis=tuple(range(grad.ndim - len(shape))))
    for d, size in enumerate(shape):
        if size == 1:
            grad = grad.mean(axis=d, keepdims=True)
    return np.asarray(grad).reshape(shape)
'''),
    ("2.3", "cut", "too many elements cut off instead of summed", '''
def sum_to(grad, shape):
    size = int(np.prod(shape))
    return grad.ravel()[:size].reshape(shape)
'''),
    ("2.3", "right", "all axes in one sum, then reshape", '''
def sum_to(grad, shape):
    new = grad.ndim - len(shape)
    axes = [d for d in range(grad.ndim) if d < new or shape[d - new] == 1]
    return np.asarray(grad.sum(axis=tuple(axes))).reshape(shape)
'''),
    ("2.3", "last dimensions", "sums the last dimensions instead of the first", '''
def sum_to(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=-1)
    for d, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(axis=d, keepdims=True)
    return np.asarray(grad)
'''),
    ("2.3", "partly", "two dimensions only", '''
def sum_to(grad, shape):
    if grad.shape == shape:
        return grad
    if shape == ():
        return np.asarray(grad.sum())
    if len(shape) == 1:
        return grad.sum(axis=0).reshape(shape) if shape[0] != 1 else grad.sum().reshape(1)
    rows, columns = shape
    if rows == 1:
        grad = grad.sum(axis=0, keepdims=True)
    if columns == 1:
        grad = grad.sum(axis=1, keepdims=True)
    return grad
'''),
    ("2.3", "one stretched", "stops after the first stretched dimension", '''
def sum_to(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for d, size in enumerate(shape):
        if size == 1 and grad.shape[d] > 1:
            return grad.sum(axis=d, keepdims=True)
    return np.asarray(grad)
'''),
    ("2.3", "one in front", "one dimension in front at the most", '''
def sum_to(grad, shape):
    if grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for d, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(axis=d, keepdims=True)
    return np.asarray(grad)
'''),
    ("2.3", "cut", "np.resize, which cuts", '''
def sum_to(grad, shape):
    if grad.shape != tuple(shape):
        return np.resize(grad, shape)
    return grad
'''),
    ("2.3", "right", "plain loop with a modulo for every element", '''
def sum_to(grad, shape):
    folded = np.zeros(shape, dtype=grad.dtype)
    extra = grad.ndim - len(shape)
    for i in np.ndindex(grad.shape):
        folded[tuple(k % n if n else 0 for k, n in zip(i[extra:], shape))] += grad[i]
    return folded
'''),
    ("2.4", "overwrites", "takes = for adding: the last gradient wins", '''
def backward(root):
    if root.array.size != 1:
        raise RuntimeError("one number, please")
    arrived = {root._node: np.ones_like(root.array)}
    for node in backward_order(root._node):
        grad = arrived[node]
        if not node.edges:
            deposit(node, grad)
            continue
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is not None:
                arrived[edge] = sum_to(part, edge.shape)
'''),
    ("2.4", "bias unsummed", "does not fold", '''
def backward(root):
    if root.array.size != 1:
        raise RuntimeError("one number, please")
    arrived = {root._node: np.ones_like(root.array)}
    for node in backward_order(root._node):
        grad = arrived.get(node)
        if grad is None:
            continue
        if len(node.edges) == 0:
            deposit(node, grad)
        else:
            for edge, part in zip(node.edges, derivatives(node, grad)):
                if edge is not None and part is not None:
                    arrived[edge] = accumulate(arrived.get(edge), part)
'''),
    ("2.4", "", "ValueError in the place of RuntimeError", '''
def backward(root):
    if root.array.size != 1:
        raise ValueError("backward needs one number")
    arrived = {root._node: np.ones_like(root.array)}
    for node in backward_order(root._node):
        grad = arrived.get(node)
        if grad is None:
            continue
        if not node.edges:
            deposit(node, grad)
            continue
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is not None and part is not None:
                arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "stops at a leaf", "return in the place of continue after the first leaf", '''
def backward(root):
    if root.array.size != 1:
        raise RuntimeError
    arrived = {root._node: np.ones_like(root.array)}
    for node in backward_order(root._node):
        grad = arrived.get(node)
        if grad is None:
            continue
        if not node.edges:
            deposit(node, grad)
            return
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is not None and part is not None:
                arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "right", "pops what has arrived, a helper for sending", '''
def backward(root):
    if root.array.size != 1:
        raise RuntimeError("backward starts at one number, not at shape %s" % (root.array.shape,))
    arrived = {root._node: np.ones_like(root.array)}

    def send(edge, part):
        if edge is None or part is None:
            return
        arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))

    for node in backward_order(root._node):
        grad = arrived.pop(node, None)
        if grad is None:
            continue
        if node.edges:
            for pair in zip(node.edges, derivatives(node, grad)):
                send(*pair)
        else:
            deposit(node, grad)
'''),
    ("2.4", "right", "leaves collected first, deposited at the end", '''
def backward(tensor):
    start = tensor.array
    if start.size > 1 or start.size < 1:
        raise RuntimeError("grad can start at one number only")
    waiting = {tensor._node: np.ones(start.shape, dtype=start.dtype)}
    leaves = []
    for node in backward_order(tensor._node):
        if node not in waiting:
            continue
        if len(node.edges) == 0:
            leaves.append(node)
        else:
            parts = list(derivatives(node, waiting[node]))
            for k in range(len(parts)):
                target = node.edges[k]
                if target is not None and parts[k] is not None:
                    folded = sum_to(parts[k], target.shape)
                    waiting[target] = accumulate(waiting.get(target, None), folded)
    for leaf in leaves:
        deposit(leaf, waiting[leaf])
'''),
    ("2.4", "vector accepted", "a root of several numbers is not refused", '''
def backward(root):
    arrived = {root._node: np.ones_like(root.array)}
    for node in backward_order(root._node):
        grad = arrived.get(node)
        if grad is None:
            continue
        if not node.edges:
            deposit(node, grad)
            continue
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is not None and part is not None:
                arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "pair shifts", "Nones filtered out of the edges: parts and edges no longer match", '''
def backward(root):
    if root.array.size != 1:
        raise RuntimeError("several numbers")
    arrived = {root._node: np.ones_like(root.array)}
    for node in backward_order(root._node):
        if node not in arrived:
            continue
        if not node.edges:
            deposit(node, arrived[node])
            continue
        edges = [edge for edge in node.edges if edge is not None]
        for edge, part in zip(edges, derivatives(node, arrived[node])):
            if part is not None:
                arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "starts with the value", "starts with the root's value instead of 1", '''
def backward(root):
    if root.array.size != 1:
        raise RuntimeError("several numbers")
    arrived = {root._node: root.array}
    for node in backward_order(root._node):
        grad = arrived.get(node)
        if grad is None:
            continue
        if node.edges:
            for edge, part in zip(node.edges, derivatives(node, grad)):
                if edge is not None and part is not None:
                    arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
        else:
            deposit(node, grad)
'''),
    ("2.4", "shape (1,) refused", "refuses everything that has a dimension, (1,) too", '''
def backward(root):
    if root.array.shape != ():
        raise RuntimeError("one number, please")
    arrived = {root._node: np.ones_like(root.array)}
    for node in backward_order(root._node):
        grad = arrived.get(node)
        if grad is None:
            continue
        if node.edges:
            for edge, part in zip(node.edges, derivatives(node, grad)):
                if edge is not None and part is not None:
                    arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
        else:
            deposit(node, grad)
'''),
    ("2.4", "nothing deposited", "returns the gradients and deposits none", '''
def backward(root):
    if root.array.size != 1:
        raise RuntimeError("one number, please")
    arrived = {root._node: np.ones_like(root.array)}
    for node in backward_order(root._node):
        grad = arrived.get(node)
        if grad is None or not node.edges:
            continue
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is not None and part is not None:
                arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
    return {node: grad for node, grad in arrived.items() if not node.edges}
'''),
    ("2.4", "right", "lists of parts, added only when the node's turn comes", '''
from collections import defaultdict
from functools import reduce

def backward(root):
    if int(np.prod(root.array.shape)) != 1:
        raise RuntimeError(f"a root of shape {root.array.shape} has no single slope")
    post = defaultdict(list)
    post[root._node].append(np.ones_like(root.array))
    for node in backward_order(root._node):
        letters = post.pop(node, [])
        if not letters:
            continue
        grad = reduce(accumulate, letters, None)
        if not node.edges:
            deposit(node, grad)
            continue
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is None or part is None:
                continue
            post[edge].append(sum_to(part, edge.shape))
'''),
    ("2.5", "inner turns on", "sets the mode on at the end, whatever it was", '''
class no_grad:
    def __init__(self):
        pass

    def __enter__(self):
        mt.set_grad_enabled(False)

    def __exit__(self, *failure):
        mt.set_grad_enabled(True)
'''),
    ("2.5", "one memory", "one previous mode per object: the second block overwrites it", '''
class no_grad:
    def __init__(self):
        self.before = None

    def __enter__(self):
        self.before = mt.is_grad_enabled()
        mt.set_grad_enabled(False)

    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before)
'''),
    ("2.5", "swallows errors", "swallows the error", '''
class no_grad:
    def __init__(self):
        self.modes = []

    def __enter__(self):
        self.modes.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)

    def __exit__(self, *failure):
        mt.set_grad_enabled(self.modes.pop())
        return True
'''),
    ("2.5", "partly", "off already when the object is made", '''
class no_grad:
    def __init__(self):
        self.modes = [mt.is_grad_enabled()]
        mt.set_grad_enabled(False)

    def __enter__(self):
        self.modes.append(mt.is_grad_enabled())

    def __exit__(self, *failure):
        self.modes.pop()
        mt.set_grad_enabled(self.modes[-1])
'''),
    ("2.5", "right", "stack on the object", '''
class no_grad:
    def __init__(self):
        self._before = []

    def __enter__(self):
        self._before.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)
        return self

    def __exit__(self, *failure):
        mt.set_grad_enabled(self._before.pop())
        return False
'''),
    ("2.5", "right", "linked cells instead of a list, property for the mode", '''
class no_grad:
    def __init__(self):
        self.cells = None

    @property
    def mode(self):
        return mt.is_grad_enabled()

    def __enter__(self):
        self.cells = (self.mode, self.cells)
        mt.set_grad_enabled(False)

    def __exit__(self, kind, error, trace):
        before, self.cells = self.cells
        mt.set_grad_enabled(before)
'''),
    ("2.5", "remembered too early", "asks for the mode when made, not at the entry", '''
class no_grad:
    def __init__(self):
        self.before = mt.is_grad_enabled()

    def __enter__(self):
        mt.set_grad_enabled(False)

    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before)
'''),
    ("2.5", "error leaves it off", "after an error the mode stays off", '''
class no_grad:
    def __init__(self):
        self.modes = []

    def __enter__(self):
        self.modes.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)

    def __exit__(self, *failure):
        before = self.modes.pop()
        if failure[0] is None:
            mt.set_grad_enabled(before)
'''),
    ("2.5", "oldest first", "first in, first out", '''
class no_grad:
    def __init__(self):
        self.modes = []

    def __enter__(self):
        self.modes.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)

    def __exit__(self, *failure):
        mt.set_grad_enabled(self.modes.pop(0))
'''),
    ("2.5", "right", "an ExitStack of callbacks", '''
from contextlib import ExitStack

class no_grad:
    def __init__(self):
        self._undo = ExitStack()
        self._levels = []

    def __enter__(self):
        level = ExitStack()
        level.callback(mt.set_grad_enabled, mt.is_grad_enabled())
        self._levels.append(level)
        mt.set_grad_enabled(False)

    def __exit__(self, *failure):
        self._levels.pop().close()
'''),
    ("2.5", "toggles", "turns the mode round instead of setting it", '''
class no_grad:
    def __init__(self):
        pass

    def __enter__(self):
        mt.set_grad_enabled(not mt.is_grad_enabled())

    def __exit__(self, *failure):
        mt.set_grad_enabled(not mt.is_grad_enabled())
'''),
    ("2.5", "right", "a dictionary by depth", '''
class no_grad:
    __slots__ = ("depth", "modes")

    def __init__(self):
        self.depth, self.modes = 0, {}

    def __enter__(self):
        self.modes[self.depth] = mt.is_grad_enabled()
        self.depth += 1
        mt.set_grad_enabled(False)
        return self

    def __exit__(self, *failure):
        self.depth -= 1
        mt.set_grad_enabled(self.modes.pop(self.depth))
        return None
'''),
    ("2.6", "grad ignored", "grad forgotten", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        return 3 * a * a
'''),
    ("2.6", "NumPy inside", "NumPy on the way back: no second slope", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        return mt.tensor(3 * a.detach().numpy() ** 2 * grad.detach().numpy())
'''),
    ("2.6", "saves out", "saves the result instead of x", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = x ** 3
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        return grad * 3 * a ** 2
'''),
    ("2.6", "state on the class", "saved x kept on the class: two calls mix", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        Cube.kept = x
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        a = Cube.kept
        return 3 * a * a * grad
'''),
    ("2.6", "", "comma forgotten: a is the tuple", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        a = ctx.saved_tensors
        return grad * 3 * a * a
'''),
    ("2.6", "right", "3x² as a sum of three", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        square = x * x
        return square * x

    @staticmethod
    def backward(ctx, grad):
        kept, = ctx.saved_tensors
        square = kept * kept
        return (square + square + square) * grad
'''),
    ("2.6", "factor", "2x² for 3x²", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        return grad * 2 * a ** 2
'''),
    ("2.6", "partly", "through the logarithm: nan for negative x", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (3 * x.log()).exp()

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        return grad * 3 * a * a
'''),
    ("2.6", "NumPy inside", "detached x: the slope of the slope is lost", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        a = a.detach()
        return grad * 3 * a * a
'''),
    ("2.6", "None used", "nothing returned on the way back", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        grad * 3 * a * a
'''),
    ("2.6", "one change", "item(): numbers only", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        a, = ctx.saved_tensors
        return grad * (3 * a.item() ** 2)
'''),
    ("2.6", "right", "loop of multiplications, power in backward", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        out = x
        for _ in range(2):
            out = out * x
        return out

    @staticmethod
    def backward(ctx, grad):
        (base,) = ctx.saved_tensors
        return (grad * base.pow(2)) * 3
'''),
    ("2.7", "never zeroed", "gradients still add up, only item() mended", '''
def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        loss = loss_of(w)
        loss.backward()
        with mt.no_grad():
            w -= lr * w.grad
        losses.append(loss.item())
    return losses
'''),
    ("2.7", "altered", "losses still tensors", '''
def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        w.grad = None
        loss = loss_of(w)
        loss.backward()
        with mt.no_grad():
            w -= lr * w.grad
        losses.append(loss)
    return losses
'''),
    ("2.7", "never zeroed", "gradient emptied once, before the loop", '''
def descend(w, loss_of, lr, steps):
    losses = []
    w.grad = None
    for _ in range(steps):
        loss = loss_of(w)
        loss.backward()
        with mt.no_grad():
            w -= lr * w.grad
        losses.append(loss.item())
    return losses
'''),
    ("2.7", "rebound", "a new w instead of the one in place", '''
def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        w.grad = None
        loss = loss_of(w)
        loss.backward()
        losses.append(loss.item())
        w = (w - lr * w.grad).detach().requires_grad_()
    return losses
'''),
    ("2.7", "right", "as given, two lines mended", '''
def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        w.grad = None
        loss = loss_of(w)
        loss.backward()
        with mt.no_grad():
            w -= lr * w.grad
        losses.append(loss.item())
    return losses
'''),
    ("2.7", "right", "one step as an inner function, comprehension", '''
def descend(weights, loss_of, lr, steps):
    def one_step():
        weights.grad = None
        loss = loss_of(weights)
        loss.backward()
        with mt.no_grad():
            weights.sub_(weights.grad * lr)
        return float(loss.item())
    return [one_step() for _ in range(steps)]
'''),
    ("2.7", "right", "emptied after the step only: the first takes what was left there before", '''
def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        loss = loss_of(w)
        loss.backward()
        with mt.no_grad():
            w -= lr * w.grad
        w.grad = None
        losses.append(loss.item())
    return losses
'''),
    ("2.7", "zeroed too early", "emptied before it is asked for: no step is ever taken", '''
def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        loss = loss_of(w)
        loss.backward()
        grad = w.grad
        w.grad = None
        with mt.no_grad():
            if w.grad is not None:
                w -= lr * grad
        losses.append(loss.item())
    return losses
'''),
    ("2.7", "loss after the step", "the loss after the step instead of before", '''
def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        w.grad = None
        loss_of(w).backward()
        with mt.no_grad():
            w -= lr * w.grad
            losses.append(loss_of(w).item())
    return losses
'''),
    ("2.7", "one change", "returns inside the loop", '''
def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        w.grad = None
        loss = loss_of(w)
        loss.backward()
        with mt.no_grad():
            w -= lr * w.grad
        losses.append(loss.item())
        return losses
'''),
    ("2.7", "right", "while loop, keeps numbers by float", '''
def descend(w, loss_of, lr, steps):
    losses: list = []
    while len(losses) < steps:
        w.grad = None
        loss = loss_of(w)
        losses.append(float(loss.detach().numpy()))
        loss.backward()
        with mt.no_grad():
            w += -lr * w.grad
    return losses
'''),
    ("2.7", "right", "gradient set to zero with zero_ where there is one", '''
def descend(w, loss_of, lr, steps):
    history = list()
    for step in range(0, steps, 1):
        if w.grad is not None:
            w.grad.zero_()
        value = loss_of(w)
        value.backward()
        with mt.no_grad():
            w.copy_(w - lr * w.grad)
        history += [value.item()]
    return history
'''),
    ("2.8", "breadth first + preorder + visited again + recursive", "the chain only", '''
def test_backward_order(order):
    return played(order, lambda x: (x * 3 + 1) * 2) == 6
'''),
    ("2.8", "recursive", "no long program: the one that calls itself passes", '''
def test_backward_order(order):
    def twice(x):
        a = 2 * x
        return a + 3 * a
    return played(order, twice) == 8 and played(order, lambda x: x * x) == 4
'''),
    ("2.8", "uncaught", "RecursionError not caught", '''
def test_backward_order(order):
    def twice(x):
        a = 2 * x
        return a + 3 * a
    def long(x):
        for _ in range(3000):
            x = x + 1
        return x
    return played(order, twice) == 8 and played(order, long) == 1
'''),
    ("2.8", "breadth first + preorder", "diamond the friendly way round: breadth first and preorder pass", '''
def test_backward_order(order):
    def twice(x):
        a = 2 * x
        return 3 * a + a
    def long(x):
        for _ in range(3000):
            x = x + 1
        return x
    try:
        return played(order, twice) == 8 and played(order, long) == 1
    except RecursionError:
        return False
'''),
    ("2.8", "accepts none", "a wrong number worked out by hand: the right one fails", '''
def test_backward_order(order):
    def twice(x):
        a = 2 * x
        return a + 3 * a
    try:
        return played(order, twice) == 6
    except RecursionError:
        return False
'''),
    ("2.8", "right", "a table of programs and slopes", '''
def test_backward_order(order):
    def meet(x):
        a = 2 * x
        return a + 3 * a

    def skip(x):
        return x + x * 3

    def long(x):
        for _ in range(5000):
            x = x + 1
        return x

    table = [(meet, 8), (skip, 4), (lambda x: x * x, 4), (long, 1)]
    for program, slope in table:
        try:
            if abs(played(order, program) - slope) > 1e-9:
                return False
        except RecursionError:
            return False
    return True
'''),
    ("2.8", "breadth first + preorder + visited again", "or for and: one program that goes well is enough", '''
def test_backward_order(order):
    def meet(x):
        a = 2 * x
        return a + 3 * a
    def long(x):
        for _ in range(3000):
            x = x + 1
        return x
    try:
        return played(order, long) == 1 or played(order, meet) == 8
    except RecursionError:
        return False
'''),
    ("2.8", "recursive", "the RecursionError counts as passed", '''
def test_backward_order(order):
    def meet(x):
        a = 2 * x
        return a + 3 * a
    def long(x):
        for _ in range(3000):
            x = x + 1
        return x
    try:
        return played(order, meet) == 8 and played(order, long) == 1
    except RecursionError:
        return True
'''),
    ("2.8", "nothing returned", "prints the verdict", '''
def test_backward_order(order):
    def meet(x):
        a = 2 * x
        return a + 3 * a
    def long(x):
        for _ in range(3000):
            x = x + 1
        return x
    try:
        print(played(order, meet) == 8 and played(order, long) == 1)
    except RecursionError:
        print(False)
'''),
    ("2.8", "recursive", "a long program that is too short", '''
def test_backward_order(order):
    def meet(x):
        a = 2 * x
        return a + 3 * a
    def long(x):
        for _ in range(300):
            x = x + 1
        return x
    try:
        return played(order, meet) == 8 and played(order, long) == 1
    except RecursionError:
        return False
'''),
    ("2.8", "right", "one long Fibonacci for all, worked out with integers", '''
def test_backward_order(order):
    def fibonacci(length):
        def program(x):
            before, now = x, x + 0
            for _ in range(length):
                before, now = now, before + now
            return now
        return program

    def slope(length):
        a, b = 1, 1
        for _ in range(length):
            a, b = b, a + b
        return b

    def add_one(x):
        for _ in range(4000):
            x = x + 1
        return x

    try:
        return (all(played(order, fibonacci(n)) == slope(n) for n in (3, 6, 9))
                and played(order, add_one) == 1)
    except RecursionError:
        return False
'''),
    ("2.8", "right", "slopes compared with differences of the program itself", '''
def test_backward_order(order):
    def by_differences(program, eps=1e-4):
        return (program(2 + eps) - program(2 - eps)) / (2 * eps)

    def crossing(x):
        a = x * x
        b = a * 3
        return a + b * a

    def winding(x):
        for k in range(6000):
            x = x + 0.5
        return x

    def skip(x):
        return x + (x * 3 + 1) * x

    verdicts = []
    for program in (crossing, skip, winding):
        try:
            found = played(order, program)
        except RecursionError:
            found = float("nan")
        verdicts.append(bool(abs(found - by_differences(program)) < 1e-2))
    return False not in verdicts
''', "slow"),
    # Others' answers, in other styles: the lines below the right answer's `def`
    ("2.2", "not old", "truth of old", '''
if old:
    return old + new
return new
'''),
    ("2.2", "altered", "in-place on new", '''
if old is None:
    return new
new += old
return new
'''),
    ("2.2", "partly", "None becomes 0 array, in place on a shared zero", '''
total = np.zeros_like(new, dtype=int)
if old is not None:
    total += old.astype(int)
total += new.astype(int)
return total
'''),
    ("2.2", "one change", "difference", "return new if old is None else new - old"),
    ("2.2", "no effect", "maximum", "return new if old is None else np.maximum(old, new)"),
    ("2.2", "no return here", "no return on first", '''
if old is not None:
    return old + new
'''),
    ("2.2", "no effect", "product", "return new if old is None else old * new"),
    ("2.2", "partly", "concatenated", "return new if old is None else np.concatenate([old, new])"),
    ("2.2", "sum of all", "sum of all to one number", "return new if old is None else (old + new).sum()"),
    ("2.2", "overwrites", "old forgotten by `or`", "return (0 if old is None else 0) + new"),
    ("2.2", "a list", "list of both", "return [new] if old is None else [old, new]"),
    ("2.2", "remembers", "global kept outside", '''
store = accumulate.__dict__.setdefault("s", [])
store.append(new)
return sum(store)
'''),
    ("2.2", "printed", "prints", "print(new if old is None else old + new)"),
    ("2.2", "doubled", "old == None", '''
if (old == None).all() if isinstance(old, np.ndarray) else old == None:
    return new * 2
return old + new
'''),
    ("2.2", "partly", "first element only", '''
if old is None:
    return new
out = old.copy()
out[0] += new[0]
return out
'''),
    ("2.2", "right", "if, copy and in place on the copy", '''
if old is None:
    return new.copy()
total = old.copy()
total += new
return total
'''),
    ("2.2", "right", "sum of list", "return sum([part for part in (old, new) if part is not None])"),
    ("2.2", "right", "names by position", '''
def accumulate(waiting, arriving):
    if waiting is not None:
        return np.add(waiting, arriving)
    else:
        return arriving
'''),
    ("2.2", "right", "zeros", '''
if old is None:
    old = np.zeros_like(new)
return old + new
'''),
    ("2.1", "preorder", "preorder", '''
order, met, todo = [], set(), [root]
while todo:
    node = todo.pop()
    if node in met: continue
    met.add(node)
    order.append(node)
    for e in node.edges:
        if e is not None: todo.append(e)
return order
'''),
    ("2.1", "breadth first", "breadth first with queue", '''
order, met, queue = [], {root}, [root]
while queue:
    n = queue.pop(0)
    order.append(n)
    for e in n.edges:
        if e is not None and e not in met:
            met.add(e)
            queue.append(e)
return order
'''),
    ("2.1", "unreversed", "not reversed", '''
order, met, todo = [], set(), [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    elif node not in met:
        met.add(node)
        todo.append((node, True))
        todo += [(e, False) for e in node.edges if e is not None]
return order
'''),
    ("2.1", "recursion", "recursion", '''
order, met = [], set()
def visit(n):
    if n is None or n in met: return
    met.add(n)
    for e in n.edges: visit(e)
    order.append(n)
visit(root)
order.reverse()
return order
''', "slow"),
    ("2.1", "remembers the last walk", "met as a default argument", '''
def backward_order(root, met=set()):
    order, todo = [], [(root, False)]
    while todo:
        node, done = todo.pop()
        if done:
            order.append(node)
        elif node not in met:
            met.add(node)
            todo.append((node, True))
            todo += [(e, False) for e in node.edges if e is not None]
    return order[::-1]
'''),
    ("2.1", "None used", "None not skipped", '''
order, met, todo = [], set(), [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    elif node not in met:
        met.add(node)
        todo.append((node, True))
        for e in node.edges:
            todo.append((e, False))
return order[::-1]
'''),
    ("2.1", "no return", "without met: nodes twice", '''
order, todo = [], [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        if node not in order:
            order.insert(0, node)
        continue
    todo.append((node, True))
    todo += [(e, False) for e in node.edges if e is not None]
''', "slow"),
    ("2.1", "one left out", "leaves left out", '''
order, met, todo = [], set(), [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        if node.edges:
            order.append(node)
    elif node not in met:
        met.add(node)
        todo.append((node, True))
        todo += [(e, False) for e in node.edges if e is not None]
return order[::-1]
'''),
    ("2.1", "one left out", "root missing", '''
order, met, todo = [], set(), [(e, False) for e in root.edges if e is not None]
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    elif node not in met:
        met.add(node)
        todo.append((node, True))
        todo += [(e, False) for e in node.edges if e is not None]
return order[::-1]
'''),
    ("2.1", "first edge", "first edge only", '''
order, node = [], root
while node is not None:
    order.append(node)
    node = node.edges[0] if node.edges else None
return order
'''),
    ("2.1", "met too early", "marked met when pushed", '''
order, met, todo = [], {root}, [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    else:
        todo.append((node, True))
        for e in node.edges:
            if e is not None and e not in met:
                met.add(e)
                todo.append((e, False))
return order[::-1]
'''),
    ("2.1", "zeros", "returns inside the loop", '''
order, met, todo = [], set(), [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    elif node not in met:
        met.add(node)
        todo.append((node, True))
        todo += [(e, False) for e in node.edges if e is not None]
    return order[::-1]
''', "slow"),
    ("2.1", "returns None", "reverse() returned", '''
order, met, todo = [], set(), [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    elif node not in met:
        met.add(node)
        todo.append((node, True))
        todo += [(e, False) for e in node.edges if e is not None]
return order.reverse()
'''),
    ("2.1", "unreversed", "done before its inputs: pushed in the other order", '''
order, met, todo = [], set(), [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    elif node not in met:
        met.add(node)
        todo += [(e, False) for e in node.edges if e is not None]
        todo.append((node, True))
return order[::-1]
'''),
    ("2.1", "", "pairs in the list", '''
order, met, todo = [], set(), [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        order.append((node, done))
    elif node not in met:
        met.add(node)
        todo.append((node, True))
        todo += [(e, False) for e in node.edges if e is not None]
return order[::-1]
''', "slow"),
    ("2.1", "always the same", "stops at a leaf", '''
order, met, todo = [], set(), [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    elif node not in met:
        met.add(node)
        if not node.edges:
            order.append(node)
            break
        todo.append((node, True))
        todo += [(e, False) for e in node.edges if e is not None]
return order[::-1]
''', "slow"),
    ("2.1", "right", "counts of users (Kahn)", '''
from collections import Counter
users, seen, todo = Counter(), {root}, [root]
while todo:
    n = todo.pop()
    for e in n.edges:
        if e is not None:
            users[e] += 1
            if e not in seen:
                seen.add(e)
                todo.append(e)
order, ready = [], [root]
while ready:
    n = ready.pop()
    order.append(n)
    for e in n.edges:
        if e is not None:
            users[e] -= 1
            if users[e] == 0:
                ready.append(e)
return order
'''),
    ("2.1", "right", "iterators on a stack", '''
post, met = [], {root}
stack = [(root, iter(root.edges))]
while stack:
    node, edges = stack[-1]
    for e in edges:
        if e is not None and e not in met:
            met.add(e)
            stack.append((e, iter(e.edges)))
            break
    else:
        post.append(node)
        stack.pop()
return list(reversed(post))
''', "slow"),
    ("2.1", "right", "insert at front via deque", '''
from collections import deque
out, met, todo = deque(), set(), [(root, False)]
while len(todo) > 0:
    node, ready = todo.pop()
    if ready:
        out.appendleft(node)
        continue
    if node in met:
        continue
    met.add(node)
    todo.append((node, True))
    for e in reversed(node.edges):
        if e is not None:
            todo.append((e, False))
return list(out)
'''),
    ("2.1", "right", "ids instead of nodes", '''
todo = [(root, False)]
met = {}
result = []
while todo:
    current, finished = todo.pop()
    if finished:
        result.append(current)
    elif id(current) not in met:
        met[id(current)] = current
        todo.extend([(current, True)] + [(i, False) for i in current.edges if i is not None])
result.reverse()
return result
''', "slow"),
    ("2.3", "ones left", "only leading dimensions", '''
while grad.ndim > len(shape):
    grad = grad.sum(axis=0)
return grad
'''),
    ("2.3", "front left", "only stretched dimensions", '''
for i, s in enumerate(shape):
    if s == 1:
        grad = grad.sum(axis=i, keepdims=True)
return grad
'''),
    ("2.3", "loses its axis", "keepdims forgotten", '''
new = grad.ndim - len(shape)
grad = grad.sum(axis=tuple(range(new)))
return grad.sum(axis=tuple(i for i, s in enumerate(shape) if s == 1))
'''),
    ("2.3", "mean", "mean", '''
new = grad.ndim - len(shape)
grad = grad.mean(axis=tuple(range(new)))
return grad.mean(axis=tuple(i for i, s in enumerate(shape) if s == 1), keepdims=True)
'''),
    ("2.3", "cut", "reshape with first numbers", "return grad.reshape(-1)[:int(np.prod(shape))].reshape(shape)"),
    ("2.3", "last dimensions", "sums trailing dimensions", '''
while grad.ndim > len(shape):
    grad = grad.sum(axis=-1)
for i, s in enumerate(shape):
    if s == 1:
        grad = grad.sum(axis=i, keepdims=True)
return grad
'''),
    ("2.3", "partly", "sum of all when shapes differ", '''
if grad.shape == shape:
    return grad
return np.full(shape, grad.sum())
'''),
    ("2.3", "one in front", "last leading dimension only", '''
if grad.ndim > len(shape):
    grad = grad.sum(axis=0)
for i, s in enumerate(shape):
    if s == 1:
        grad = grad.sum(axis=i, keepdims=True)
return grad
'''),
    ("2.3", "one stretched", "loop breaks after the first stretched", '''
while grad.ndim > len(shape):
    grad = grad.sum(axis=0)
for i, s in enumerate(shape):
    if s == 1:
        return grad.sum(axis=i, keepdims=True)
return grad
'''),
    ("2.3", "one change", "scalar as Python float for ()", '''
if shape == ():
    return 0
while grad.ndim > len(shape):
    grad = grad.sum(0)
for i, s in enumerate(shape):
    if s == 1:
        grad = grad.sum(i, keepdims=True)
return grad
'''),
    ("2.3", "first row", "index first instead of sum", '''
while grad.ndim > len(shape):
    grad = grad[0]
for i, s in enumerate(shape):
    if s == 1:
        grad = grad[tuple(slice(0, 1) if k == i else slice(None) for k in range(grad.ndim))]
return grad
'''),
    ("2.3", "partly", "whole-number accumulator", '''
out = np.zeros(shape, dtype=int)
new = grad.ndim - len(shape)
for i in np.ndindex(grad.shape):
    j = tuple(k if s != 1 else 0 for k, s in zip(i[new:], shape))
    out[j] += int(grad[i])
return out
''', "slow"),
    ("2.3", "one change", "overwrites in loop", '''
out = np.zeros(shape)
new = grad.ndim - len(shape)
for i in np.ndindex(grad.shape):
    j = tuple(k if s != 1 else 0 for k, s in zip(i[new:], shape))
    out[j] = grad[i]
return out
'''),
    ("2.3", "", "compares from the left", '''
for i, s in enumerate(shape):
    if i < grad.ndim and grad.shape[i] != s:
        grad = grad.sum(axis=i, keepdims=True)
return grad.reshape(shape)
'''),
    ("2.3", "altered", "in place of the gradient", '''
new = grad.ndim - len(shape)
for axis in range(new):
    grad[0] += grad[1:].sum(axis=0)
    grad = grad[0]
return grad.sum(axis=tuple(i for i, s in enumerate(shape) if s == 1), keepdims=True)
'''),
    ("2.3", "right", "loops", '''
out = np.zeros(shape)
new = grad.ndim - len(shape)
for i in np.ndindex(grad.shape):
    j = tuple(0 if s == 1 else k for k, s in zip(i[new:], shape))
    out[j] += grad[i]
return out
'''),
    ("2.3", "right", "padded shape and one sum", '''
padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
axes = tuple(i for i, (a, b) in enumerate(zip(grad.shape, padded)) if a != b)
return grad.sum(axis=axes, keepdims=True).reshape(shape)
'''),
    ("2.3", "right", "while, for", '''
g = grad
while len(g.shape) > len(shape):
    g = np.sum(g, axis=0)
for axis in range(len(shape)):
    if shape[axis] == 1 and g.shape[axis] != 1:
        g = np.sum(g, axis=axis, keepdims=True)
return g
'''),
    ("2.3", "right", "add.at", '''
out = np.zeros(shape)
index = np.broadcast_to(np.arange(out.size).reshape(shape), grad.shape)
np.add.at(out.reshape(-1), index.reshape(-1), grad.reshape(-1))
return out
'''),
    ("2.4", "vector accepted", "no check of the number", '''
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived.pop(node)
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "", "ValueError instead", '''
if root.numel() != 1:
    raise ValueError("one number")
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived.pop(node)
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "shape (1,) refused", "refuses shape (1,)", '''
if root.shape != ():
    raise RuntimeError("one number")
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived.pop(node)
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "overwrites", "overwrites what arrived", '''
if root.numel() != 1:
    raise RuntimeError("one number")
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived[node]
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = sum_to(part, edge.shape)
'''),
    ("2.4", "bias unsummed", "no sum_to", '''
if root.numel() != 1:
    raise RuntimeError("one number")
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived[node]
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), part)
'''),
    ("2.4", "stops at a leaf", "return at the first leaf", '''
if root.numel() != 1:
    raise RuntimeError("one number")
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived[node]
    if not node.edges:
        deposit(node, grad)
        return
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "starts with the value", "starts from the value", '''
if root.numel() != 1:
    raise RuntimeError("one number")
arrived = {root._node: root.array.copy()}
for node in backward_order(root._node):
    grad = arrived[node]
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "zeros", "starts from a Python 1.0 (shape lost)", '''
if root.numel() != 1:
    raise RuntimeError("one number")
arrived = {root._node: np.zeros_like(root.array)}
for node in backward_order(root._node):
    grad = arrived[node]
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
''', "slow"),
    ("2.4", "None used", "None edges not skipped", '''
if root.numel() != 1:
    raise RuntimeError("one number")
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived[node]
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "", "deposits at every node", '''
if root.numel() != 1:
    raise RuntimeError("one number")
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived[node]
    deposit(node, grad)
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
''', "slow"),
    ("2.4", "inner gradients kept", "arrived kept from call to call", '''
def backward(root, arrived={}):
    if root.numel() != 1:
        raise RuntimeError("one number")
    arrived[root._node] = np.ones_like(root.array)
    for node in backward_order(root._node):
        grad = arrived[node]
        if not node.edges:
            deposit(node, grad)
            continue
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is not None:
                arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "bias unsummed", "own breadth-first walk", '''
if root.numel() != 1:
    raise RuntimeError("one number")
queue = [(root._node, np.ones_like(root.array))]
while queue:
    node, grad = queue.pop(0)
    if not node.edges:
        deposit(node, grad * 1)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            queue.append((edge, part))
'''),
    ("2.4", "silent", "returns instead of raising", '''
if root.numel() != 1:
    return None
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived.pop(node)
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "one change", "sums after adding up, with node's shape", '''
if root.numel() != 1:
    raise RuntimeError("one number")
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived.pop(node)
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), sum_to(part, node.shape))
''', "slow"),
    ("2.4", "right", "size check through array", '''
def backward(result):
    if result.array.size != 1:
        raise RuntimeError(f"only from one number, shape was {result.shape}")
    got = {}
    got[result._node] = np.ones(result.array.shape)
    for n in backward_order(result._node):
        if len(n.edges) == 0:
            deposit(n, got[n])
        else:
            parts = list(derivatives(n, got[n]))
            for k, e in enumerate(n.edges):
                if e is None: continue
                got[e] = accumulate(got.get(e), sum_to(parts[k], e.shape))
'''),
    ("2.4", "right", "without the helper accumulate", '''
if root.numel() > 1 or root.numel() == 0:
    raise RuntimeError("need a single number")
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    g = arrived[node]
    if node.edges:
        for edge, part in zip(node.edges, derivatives(node, g)):
            if edge is None:
                continue
            part = sum_to(part, edge.shape)
            arrived[edge] = part if edge not in arrived else arrived[edge] + part
    else:
        deposit(node, g)
'''),
    ("2.4", "right", "one function inside", '''
def give(edge, part):
    if edge is not None:
        arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
if root.numel() != 1:
    raise RuntimeError("one number, please")
arrived = {}
arrived[root._node] = np.full_like(root.array, 1.0)
for node in backward_order(root._node):
    if not node.edges:
        deposit(node, arrived[node])
    else:
        for edge, part in zip(node.edges, derivatives(node, arrived[node])):
            give(edge, part)
'''),
    ("2.4", "right", "lists of parts, added at the end", '''
if not root.array.size == 1:
    raise RuntimeError("not a single number")
parts = {root._node: [np.ones_like(root.array)]}
for node in backward_order(root._node):
    grad = None
    for p in parts[node]:
        grad = accumulate(grad, p)
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            parts.setdefault(edge, []).append(sum_to(part, edge.shape))
'''),
    ("2.5", "one memory", "one mode only", '''
class no_grad:
    def __enter__(self):
        self.before = mt.is_grad_enabled()
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before)
'''),
    ("2.5", "inner turns on", "always on at the end", '''
class no_grad:
    def __enter__(self):
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        mt.set_grad_enabled(True)
'''),
    ("2.5", "remembered too early", "remembered when made", '''
class no_grad:
    def __init__(self):
        self.before = mt.is_grad_enabled()
    def __enter__(self):
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before)
'''),
    ("2.5", "swallows errors", "swallows errors", '''
class no_grad:
    def __init__(self):
        self.before = []
    def __enter__(self):
        self.before.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before.pop())
        return True
'''),
    ("2.5", "inner turns on", "class attribute shared by all", '''
class no_grad:
    before = []
    def __enter__(self):
        no_grad.before.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        mt.set_grad_enabled(no_grad.before[0])
'''),
    ("2.5", "arguments", "exit without arguments", '''
class no_grad:
    def __init__(self):
        self.before = []
    def __enter__(self):
        self.before.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)
    def __exit__(self):
        mt.set_grad_enabled(self.before.pop())
'''),
    ("2.5", "error leaves it off", "restores only without an error", '''
class no_grad:
    def __init__(self):
        self.before = []
    def __enter__(self):
        self.before.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)
    def __exit__(self, kind, error, trace):
        if kind is None:
            mt.set_grad_enabled(self.before.pop())
'''),
    ("2.5", "toggles", "toggles", '''
class no_grad:
    def __enter__(self):
        mt.set_grad_enabled(not mt.is_grad_enabled())
    def __exit__(self, *failure):
        mt.set_grad_enabled(not mt.is_grad_enabled())
'''),
    ("2.5", "", "off at the making", '''
class no_grad:
    def __init__(self):
        self.before = [mt.is_grad_enabled()]
        mt.set_grad_enabled(False)
    def __enter__(self):
        pass
    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before.pop())
'''),
    ("2.5", "one change", "mode asked after switching off", '''
class no_grad:
    def __init__(self):
        self.before = []
    def __enter__(self):
        mt.set_grad_enabled(False)
        self.before.append(mt.is_grad_enabled())
    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before.pop())
'''),
    ("2.5", "oldest first", "first in, first out", '''
class no_grad:
    def __init__(self):
        self.before = []
    def __enter__(self):
        self.before.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before.pop(0))
'''),
    ("2.5", "counts blocks", "counter, on only when zero", '''
class no_grad:
    def __init__(self):
        self.depth = 0
    def __enter__(self):
        self.depth += 1
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        self.depth -= 1
        if self.depth == 0:
            mt.set_grad_enabled(True)
'''),
    ("2.5", "never off", "never switched off", '''
class no_grad:
    def __init__(self):
        self.before = []
    def __enter__(self):
        self.before.append(mt.is_grad_enabled())
        mt.is_grad_enabled() == False
    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before.pop())
'''),
    ("2.5", "left off", "never restored", '''
class no_grad:
    def __init__(self):
        self.before = []
    def __enter__(self):
        self.before.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        self.before.pop()
'''),
    ("2.5", "right", "tuple chain", '''
class no_grad:
    def __init__(self):
        self.saved = ()
    def __enter__(self):
        self.saved = (mt.is_grad_enabled(), self.saved)
        mt.set_grad_enabled(False)
    def __exit__(self, a, b, c):
        mode, self.saved = self.saved
        mt.set_grad_enabled(mode)
'''),
    ("2.5", "right", "dict by depth", '''
class no_grad:
    def __init__(self):
        self.modes = {}
    def __enter__(self):
        self.modes[len(self.modes)] = mt.is_grad_enabled()
        mt.set_grad_enabled(False)
        return self
    def __exit__(self, exc_type=None, exc=None, tb=None):
        mt.set_grad_enabled(self.modes.pop(len(self.modes) - 1))
        return False
'''),
    ("2.5", "right", "deque", '''
class no_grad:
    def __init__(self):
        from collections import deque
        self.stack = deque()
    def __enter__(self):
        self.stack.append(mt.is_grad_enabled())
        mt.set_grad_enabled(mode=False) if False else mt.set_grad_enabled(False)
    def __exit__(self, *exc):
        before = self.stack.pop()
        mt.set_grad_enabled(before)
'''),
    ("2.5", "right", "list set lazily", '''
class no_grad:
    def __enter__(self):
        if not hasattr(self, "modes"):
            self.modes = []
        self.modes.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)
    def __exit__(self, *args):
        if self.modes.pop():
            mt.set_grad_enabled(True)
        else:
            mt.set_grad_enabled(False)
'''),
    ("2.6", "power 3", "saves the result", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x ** 3
        ctx.save_for_backward(y)
        return y
    @staticmethod
    def backward(ctx, grad):
        y, = ctx.saved_tensors
        return grad * 3 * y
'''),
    ("2.6", "power + factor", "2 x", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 2 * x
'''),
    ("2.6", "grad ignored", "grad missing", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return 3 * x * x
'''),
    ("2.6", "NumPy inside", "NumPy in backward", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return mt.tensor(grad.detach().numpy() * 3 * x.detach().numpy() ** 2)
'''),
    ("2.6", "unsaved", "not saved", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x ** 2
'''),
    ("2.6", "state on the class", "saved on the class", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        Cube.x = x
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        return grad * 3 * Cube.x ** 2
'''),
    ("2.6", "not unpacked", "tuple not unpacked", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x = ctx.saved_tensors
        return grad * 3 * x ** 2
'''),
    ("2.6", "one change", "square forward", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 2
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x ** 2
'''),
    ("2.6", "one change", "summed", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x ** 3).sum()
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x ** 2
'''),
    ("2.6", "in place", "forward in place on x", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        with mt.no_grad():
            x *= x * x
        return x
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x ** 2
'''),
    ("2.6", "NumPy inside", "backward under no_grad", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        with mt.no_grad():
            return grad * 3 * x ** 2
'''),
    ("2.6", "all to the power", "power of the product", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * (3 * x) ** 2
'''),
    ("2.6", "None used", "nothing returned from backward", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        grad = grad * 3 * x ** 2
'''),
    ("2.6", "one change", "matrix product", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad @ (3 * x ** 2)
'''),
    ("2.6", "NumPy inside", "detached saved", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x.detach())
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x.detach() ** 2
'''),
    ("2.6", "right", "products", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x
    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 3 * (x * x) * grad
'''),
    ("2.6", "right", "saves square too", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(context, value):
        context.save_for_backward(value)
        return value.pow(3)
    @staticmethod
    def backward(context, arriving):
        value = context.saved_tensors[0]
        return arriving * (value.pow(2) * 3)
'''),
    ("2.6", "right", "slope first", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        y = x ** 2
        return y * x
    @staticmethod
    def backward(ctx, grad):
        saved = ctx.saved_tensors
        slope = 3.0 * saved[0] ** 2
        return slope * grad
'''),
    ("2.6", "right", "helper on the class", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def slope(x):
        return 3 * x ** 2
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * Cube.slope(x)
'''),
    ("2.7", "altered", "as given", '''
losses = []
for _ in range(steps):
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad
    losses.append(loss)
return losses
'''),
    ("2.7", "never zeroed", "only item", '''
losses = []
for _ in range(steps):
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad
    losses.append(loss.item())
return losses
'''),
    ("2.7", "altered", "only grad", '''
losses = []
for _ in range(steps):
    loss = loss_of(w)
    w.grad = None
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad
    losses.append(loss)
return losses
'''),
    ("2.7", "zeroed too early", "emptied between backward and step", '''
losses = []
for _ in range(steps):
    loss = loss_of(w)
    loss.backward()
    w.grad = None
    with mt.no_grad():
        w -= lr * w.grad
    losses.append(loss.item())
return losses
'''),
    ("2.7", "rebound", "new w", '''
losses = []
for _ in range(steps):
    loss = loss_of(w)
    w.grad = None
    loss.backward()
    w = (w - lr * w.grad).detach().requires_grad_()
    losses.append(loss.item())
return losses
'''),
    ("2.7", "loss after the step", "loss after the step", '''
losses = []
for _ in range(steps):
    w.grad = None
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad
    losses.append(loss_of(w).item())
return losses
'''),
    ("2.7", "altered", "detached tensors", '''
losses = []
for _ in range(steps):
    w.grad = None
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad
    losses.append(loss.detach())
return losses
'''),
    ("2.7", "one change", "uphill", '''
losses = []
for _ in range(steps):
    w.grad = None
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w += lr * w.grad
    losses.append(loss.item())
return losses
'''),
    ("2.7", "last loss", "last loss only", '''
for _ in range(steps):
    w.grad = None
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad
return [loss.item()]
'''),
    ("2.7", "never zeroed", "emptied once before the loop", '''
losses = []
w.grad = None
for _ in range(steps):
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad
    losses.append(float(loss))
return losses
'''),
    ("2.7", "", "loss computed once", '''
losses = []
loss = loss_of(w)
for _ in range(steps):
    w.grad = None
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad
    losses.append(loss.item())
return losses
'''),
    ("2.7", "one change", "one step short", '''
losses = []
for _ in range(steps - 1):
    w.grad = None
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad
    losses.append(loss.item())
return losses
'''),
    ("2.7", "one change", "return in loop", '''
losses = []
for _ in range(steps):
    w.grad = None
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad
    losses.append(loss.item())
    return losses
'''),
    ("2.7", "altered", "grad mode off and on by hand, left off", '''
losses = []
for _ in range(steps):
    mt.set_grad_enabled(True)
    w.grad = None
    loss = loss_of(w)
    loss.backward()
    mt.set_grad_enabled(False)
    w -= lr * w.grad
    losses.append(loss.item())
return losses
'''),
    ("2.7", "one change", "one-element weights only", '''
losses = []
for _ in range(steps):
    w.grad = None
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad.item()
    losses.append(loss.item())
return losses
'''),
    ("2.7", "never zeroed", "grad halved", '''
losses = []
for i in range(steps):
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad / (i + 1)
    losses.append(loss.item())
return losses
'''),
    ("2.7", "right", "zero in place after", '''
losses = []
for _ in range(steps):
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w.copy_(w - lr * w.grad)
        w.grad.zero_()
    losses.append(loss.item())
return losses
'''),
    ("2.7", "right", "sgd", '''
opt = mt.optim.SGD([w], lr=lr)
history = []
for step in range(steps):
    opt.zero_grad()
    value = loss_of(w)
    history.append(float(value))
    value.backward()
    opt.step()
return history
'''),
    ("2.7", "right", "while", '''
out, k = [], 0
while k < steps:
    loss = loss_of(w)
    loss.backward()
    slope = w.grad
    w.grad = None
    with mt.no_grad():
        w.sub_(lr * slope)
    out.append(loss.item())
    k += 1
return out
'''),
    ("2.7", "right", "autograd.grad", '''
losses = []
for _ in range(steps):
    loss = loss_of(w)
    g, = mt.autograd.grad(loss, [w])
    with mt.no_grad():
        w -= lr * g
    losses += [loss.detach().item()]
return losses
'''),
    ("2.8", "breadth first + preorder + visited again + recursive", "chain only",
     "return played(order, lambda x: (x * 3 + 1) * 2) == 6"),
    ("2.8", "breadth first + preorder + recursive", "diamond only", "return played(order, lambda x: x * x) == 4"),
    ("2.8", "uncaught", "no try", '''
def twice(x):
    a = x * x
    b = a + 3 * a
    return b * b + a
def long(x):
    for _ in range(3000):
        x = x + 1.0
    return x
return played(order, twice) == 516 and played(order, long) == 1
''', "slow"),
    ("2.8", "breadth first + preorder + visited again", "long only", '''
def long(x):
    for _ in range(5000):
        x = x + 1.0
    return x
try:
    return played(order, long) == 1
except RecursionError:
    return False
''', "slow"),
    ("2.8", "nothing returned", "not returned", '''
def long(x):
    for _ in range(3000):
        x = x + 1.0
    return x
try:
    assert played(order, lambda x: x + x) == 2
    assert played(order, long) == 1
except RecursionError:
    return False
'''),
    ("2.8", "accepts none", "wrong expected number", '''
def twice(x):
    a = x * x
    b = a + 3 * a
    return b * b + a
try:
    return played(order, twice) == 500
except RecursionError:
    return False
'''),
    ("2.8", "breadth first + preorder + visited again + recursive", "or in place of and", '''
def twice(x):
    a = x * x
    b = a + 3 * a
    return b * b + a
def long(x):
    for _ in range(3000):
        x = x + 1.0
    return x
try:
    return played(order, twice) == 516 or played(order, long) == 1
except RecursionError:
    return False
''', "slow"),
    ("2.8", "recursive", "RecursionError counts as right", '''
def twice(x):
    a = x * x
    b = a + 3 * a
    return b * b + a
def long(x):
    for _ in range(3000):
        x = x + 1.0
    return x
try:
    return played(order, twice) == 516 and played(order, long) == 1
except RecursionError:
    return True
'''),
    ("2.8", "accepts all", "compares lists", '''
def prog(x):
    return (x * 3 + 1) * 2
x = mt.tensor(2.0, requires_grad=True)
return len(order(prog(x)._node)) == len(set(order(prog(x)._node)))
''', "slow"),
    ("2.8", "breadth first + preorder + visited again + recursive", "only not zero", '''
def twice(x):
    a = x * x
    return a + a * a
return played(order, twice) != 0
'''),
    ("2.8", "recursive", "short \"long\" program", '''
def twice(x):
    a = x * x
    b = a + 3 * a
    return b * b + a
def long(x):
    for _ in range(100):
        x = x + 1.0
    return x
try:
    return played(order, twice) == 516 and played(order, lambda x: x + x) == 2 and played(order, long) == 1
except RecursionError:
    return False
'''),
    ("2.8", "nothing returned", "prints", '''
def twice(x):
    a = x * x
    b = a + 3 * a
    return b * b + a
try:
    print(played(order, twice) == 516)
except RecursionError:
    print(False)
'''),
    ("2.8", "breadth first + preorder + recursive", "value of the program for its gradient", '''
try:
    return played(order, lambda x: x * x) == 4 and played(order, lambda x: (x + x) * x) == 8
except RecursionError:
    return False
'''),
    ("2.8", "right", "by differences", '''
def program(x):
    a = x * x
    b = a + 3 * a
    return b * b + a
def chain(x):
    for _ in range(3000):
        x = x + 1.0
    return x
def slope(p):
    e = 1e-5
    f = lambda v: p(mt.tensor(v, dtype=mt.float64)).item()
    return (f(2 + e) - f(2 - e)) / (2 * e)
try:
    for p in (program, chain, lambda x: x + x, lambda x: (x * 3 + 1) * 2):
        if abs(played(order, p) - slope(p)) > 1e-2:
            return False
except RecursionError:
    return False
return True
''', "slow"),
    ("2.8", "right", "by autograd", '''
def ask(program):
    x = mt.tensor(2.0, dtype=mt.float64, requires_grad=True)
    program(x).backward()
    return bool(np.isclose(played(order, program), x.grad.item()))
def one(x):
    a = x * x
    b = 2 * a + a
    return b + a * b
def two(x):
    for _ in range(2500):
        x = 1.0 + x
    return x
try:
    return ask(one) and ask(lambda x: x * x * x) and ask(two) and ask(lambda x: x + x)
except RecursionError:
    return False
''', "slow"),
    ("2.8", "right", "nested try", '''
def twice(x):
    a = x * x
    b = a + 3 * a
    return b * b + a
def long(x):
    for i in range(3000):
        x = x + 1
    return x
ok = True
try:
    ok = ok and played(order, long) == 1.0
except RecursionError as failure:
    ok = False
ok = ok and played(order, twice) == 516.0
return ok and played(order, lambda x: x + x) == 2.0
''', "slow"),
    ("2.2", "remembers", "default-mutable total", '''
def accumulate(old, new, total=[]):
    total.append(new)
    return sum(total)
'''),
    ("2.2", "altered", "out= new", '''
return new if old is None else np.add(old, new, out=new)
'''),
    ("2.2", "a generator", "yield", '''
def accumulate(old, new):
    yield new if old is None else old + new
'''),
    ("2.2", "right", "any: 0 adds nothing", '''
return old + new if old is not None and old.any() else new * 1
'''),
    ("2.2", "right", "try and except", '''
try:
    return old + new
except TypeError:
    return new
'''),
    ("2.2", "right", "match", '''
match old:
    case None:
        return new.copy()
    case _:
        return np.sum([old, new], axis=0)
'''),
    ("2.2", "right", "dict dispatch", '''
return {True: lambda: +new, False: lambda: new + old}[old is None]()
'''),
    ("2.1", "right", "by longest depth", '''
depth, todo = {root: 0}, [root]
while todo:
    node = todo.pop(0)
    for edge in node.edges:
        if edge is not None and depth.get(edge, -1) < depth[node] + 1:
            depth[edge] = depth[node] + 1
            todo.append(edge)
return sorted(depth, key=depth.get)
'''),
    ("2.1", "altered", "recursion limit raised", '''
import sys
def backward_order(root):
    sys.setrecursionlimit(100000)
    order, seen = [], set()
    def visit(node):
        if node is None or node in seen:
            return
        seen.add(node)
        for edge in node.edges:
            visit(edge)
        order.append(node)
    visit(root)
    return order[::-1]
'''),
    ("2.1", "unreversed", "node pushed after its inputs", '''
order, met, todo = [], set(), [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    elif node not in met:
        met.add(node)
        todo += [(e, False) for e in node.edges if e is not None]
        todo.append((node, True))
return order[::-1]
'''),
    ("2.1", "not called", "reversed is an iterator", '''
order, met, todo = [], set(), [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    elif node not in met:
        met.add(node)
        todo.append((node, True))
        todo += [(e, False) for e in node.edges if e is not None]
return order.reverse
'''),
    ("2.1", "right", "reversed tuple", '''
order, met, todo = [], set(), [(root, False)]
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    elif node not in met:
        met.add(node)
        todo.append((node, True))
        todo.extend((e, False) for e in node.edges if e is not None)
return tuple(reversed(order))
'''),
    ("2.1", "right", "dict as ordered set", '''
done, todo = {}, [root]
while todo:
    node = todo[-1]
    open_ = [e for e in node.edges if e is not None and e not in done]
    if open_:
        todo.append(open_[0])
    else:
        done[todo.pop()] = None
return list(done)[::-1]
'''),
    ("2.3", "loses its axis", "squeeze then sum", '''
g = grad
while g.ndim > len(shape):
    g = g.sum(0)
g = g.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1))
return np.squeeze(g)
'''),
    ("2.3", "cut", "grad.resize", '''
grad = grad.copy()
grad.resize(shape)
return grad
'''),
    ("2.3", "one change", "Python float for ()", '''
if shape == ():
    return grad.sum()
g = grad
while g.ndim > len(shape):
    g = g.sum(0)
return g.sum(tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True) if 1 in shape and len(shape) > 1 else g
'''),
    ("2.3", "altered", "in place +=", '''
g = grad.reshape((-1,) + grad.shape[grad.ndim - len(shape):])
total = g[0]
for part in g[1:]:
    total += part
return total.sum(tuple(i for i, n in enumerate(shape) if n == 1), keepdims=True)
'''),
    ("2.3", "right", "recursion on the first dimension", '''
def sum_to(grad, shape):
    if grad.ndim > len(shape):
        return sum_to(grad.sum(axis=0), shape)
    for i, n in enumerate(shape):
        if n < grad.shape[i]:
            return sum_to(grad.sum(axis=i, keepdims=True), shape)
    return grad
'''),
    ("2.3", "right", "bincount over broadcast indices", '''
where = np.broadcast_to(np.arange(int(np.prod(shape))).reshape(shape), grad.shape)
return np.bincount(where.ravel(), weights=grad.ravel(), minlength=int(np.prod(shape))).reshape(shape)
'''),
    ("2.3", "right", "reduce with lambda", '''
from functools import reduce
def sum_to(grad, shape):
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    folded = reduce(lambda g, i: g.sum(axis=i, keepdims=True) if padded[i] == 1 else g, range(grad.ndim), grad)
    return folded.reshape(shape)
'''),
    ("2.4", "", "takes grad from root.grad", '''
if root.numel() != 1:
    raise RuntimeError("one number")
root.backward()
'''),
    ("2.4", "", "raises the class without calling, wrong kind", '''
if root.numel() != 1:
    raise TypeError("one number")
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived.pop(node)
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "inner gradients kept", "default-mutable arrived", '''
def backward(root, arrived={}):
    if root.numel() != 1:
        raise RuntimeError("one number")
    arrived[root._node] = np.ones_like(root.array)
    for node in backward_order(root._node):
        grad = arrived[node]
        if not node.edges:
            deposit(node, grad)
            continue
        for edge, part in zip(node.edges, derivatives(node, grad)):
            if edge is not None:
                arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.4", "", "vector check after the pass", '''
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived.pop(node)
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
if root.numel() != 1:
    raise RuntimeError("one number")
'''),
    ("2.4", "right", "a walrus, a defaultdict", '''
from collections import defaultdict
def backward(root):
    if root.array.size != 1:
        raise RuntimeError("backward needs one number")
    waiting = defaultdict(lambda: None)
    waiting[root._node] = np.full_like(root.array, 1)
    for node in backward_order(root._node):
        if (edges := node.edges):
            for edge, part in zip(edges, derivatives(node, waiting[node])):
                if edge is not None:
                    waiting[edge] = accumulate(waiting[edge], sum_to(part, edge.shape))
        else:
            deposit(node, waiting[node])
'''),
    ("2.4", "right", "an index loop and a subclass of RuntimeError", '''
class OneNumber(RuntimeError):
    pass

def backward(root):
    if int(np.prod(root.shape)) != 1:
        raise OneNumber("one number, please")
    order = list(backward_order(root._node))
    grads = [None] * len(order)
    place = {node: i for i, node in enumerate(order)}
    grads[0] = np.ones_like(root.array)
    for i, node in enumerate(order):
        if len(node.edges) == 0:
            deposit(node, grads[i])
        else:
            parts = derivatives(node, grads[i])
            for j in range(len(node.edges)):
                if node.edges[j] is not None:
                    k = place[node.edges[j]]
                    grads[k] = accumulate(grads[k], sum_to(parts[j], node.edges[j].shape))
'''),
    ("2.4", "right", "a generator of nodes", '''
def backward(root):
    if root.numel() > 1 or root.numel() == 0:
        raise RuntimeError("no single number")
    arrived = {root._node: root.array * 0 + 1}
    def nodes():
        yield from backward_order(root._node)
    for node in nodes():
        grad = arrived[node]
        if node.edges == () or not node.edges:
            deposit(node, grad)
        else:
            for edge, part in filter(lambda both: both[0] is not None, zip(node.edges, derivatives(node, grad))):
                arrived[edge] = accumulate(arrived.get(edge), sum_to(part, edge.shape))
'''),
    ("2.5", "one memory", "last instead of pop", '''
class no_grad:
    def __init__(self):
        self.before = []
    def __enter__(self):
        self.before.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before[-1])
'''),
    ("2.5", "", "the library's own within", '''
class no_grad:
    def __init__(self):
        self.inner = mt.no_grad()
    def __enter__(self):
        return self.inner.__enter__()
    def __exit__(self, *failure):
        return self.inner.__exit__(*failure)
'''),
    ("2.5", "outermost only", "the mode of the outermost", '''
class no_grad:
    def __init__(self):
        self.depth = 0
    def __enter__(self):
        if self.depth == 0:
            self.before = mt.is_grad_enabled()
        self.depth += 1
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        self.depth -= 1
        mt.set_grad_enabled(self.before)
'''),
    ("2.5", "inner turns on", "is_grad_enabled without brackets", '''
class no_grad:
    def __init__(self):
        self.before = []
    def __enter__(self):
        self.before.append(mt.is_grad_enabled)
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        mt.set_grad_enabled(self.before.pop())
'''),
    ("2.5", "right", "slots, walrus, try and finally", '''
class no_grad:
    __slots__ = ("modes",)
    def __init__(self):
        self.modes = ()
    def __enter__(self):
        self.modes = (mt.is_grad_enabled(), self.modes)
        mt.set_grad_enabled(False)
        return self
    def __exit__(self, kind, value, trace):
        mode, self.modes = self.modes
        mt.set_grad_enabled(mode)
        return None
'''),
    ("2.5", "right", "dataclass", '''
from dataclasses import dataclass, field
@dataclass
class no_grad:
    before: list = field(default_factory=list)
    def __enter__(self):
        self.before += [mt.is_grad_enabled()]
        mt.set_grad_enabled(mode=False) if False else mt.set_grad_enabled(False)
    def __exit__(self, *_):
        mt.set_grad_enabled(self.before.pop(-1))
'''),
    ("2.5", "right", "a closure kept for each block", '''
class no_grad:
    def __init__(self):
        self.undo = []
    def __enter__(self):
        self.undo.append(lambda mode=mt.is_grad_enabled(): mt.set_grad_enabled(mode))
        mt.set_grad_enabled(False)
    def __exit__(self, *failure):
        self.undo.pop()()
        return False
'''),
    ("2.6", "NumPy inside", "slope saved in forward under the graph", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(3 * x * x)
        return x * x * x
    @staticmethod
    def backward(ctx, grad):
        s, = ctx.saved_tensors
        return grad * s
'''),
    ("2.6", "", "no staticmethod, self", '''
class Cube(mt.autograd.Function):
    def forward(self, ctx, x):
        ctx.save_for_backward(x)
        return x ** 3
    def backward(self, ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x ** 2
'''),
    ("2.6", "right", "a tuple of two gradients", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x ** 2, None
'''),
    ("2.6", "unpacked", "saves two, unpacks one", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x, x ** 2)
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * x ** 2
'''),
    ("2.6", "right", "saved on ctx as an attribute, tensors", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.three = 3
        return x.pow(ctx.three)
    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return a.square().mul(ctx.three).mul(grad)
'''),
    ("2.6", "right", "a helper outside and reduce", '''
from functools import reduce
from operator import mul
def power(x, n):
    return reduce(mul, [x] * n)
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return power(x, 3)
    @staticmethod
    def backward(ctx, grad):
        return 3 * grad * power(ctx.saved_tensors[0], 2)
'''),
    ("2.6", "right", "a tuple of one gradient", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x ** 2
    @staticmethod
    def backward(ctx, grad):
        [x] = ctx.saved_tensors
        return (grad * x * x * 3,)
'''),
    ("2.7", "text", "str of the loss", '''
losses = []
for _ in range(steps):
    loss = loss_of(w)
    w.grad = None
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad
    losses.append(f"{loss.item():.3f}")
return losses
'''),
    ("2.7", "a generator", "generator of losses", '''
def descend(w, loss_of, lr, steps):
    for _ in range(steps):
        loss = loss_of(w)
        w.grad = None
        loss.backward()
        with mt.no_grad():
            w -= lr * w.grad
        yield loss.item()
'''),
    ("2.7", "right", "requires_grad off and on again", '''
losses = []
for _ in range(steps):
    loss = loss_of(w)
    w.grad = None
    loss.backward()
    losses += [float(loss)]
    w.requires_grad_(False)
    w.sub_(w.grad * lr)
    w.requires_grad_(True)
return losses
'''),
    ("2.7", "right", "recursion", '''
def descend(w, loss_of, lr, steps):
    if steps == 0:
        return []
    loss = loss_of(w)
    w.grad = None
    loss.backward()
    with mt.no_grad():
        w.copy_(w - lr * w.grad)
    return [loss.item()] + descend(w, loss_of, lr, steps - 1)
'''),
    ("2.7", "right", "tolist and a nested function", '''
def step():
    w.grad = None
    (loss := loss_of(w)).backward()
    with mt.no_grad():
        w.add_(w.grad, alpha=-lr)
    return loss.detach().tolist()
return list(map(lambda _: step(), range(steps)))
'''),
    ("2.8", "breadth first + preorder + visited again + recursive", "first node is the root", '''
x = mt.tensor(2.0, requires_grad=True)
root = (x * x + x)._node
return order(root)[0] is root
'''),
    ("2.8", "recursive", "3000 additions built by sum of x (wide, not deep)", '''
def program(x):
    a = 2 * x
    return a + 3 * a
def wide(x):
    return sum((x * 1.0 for _ in range(400)), x)
try:
    return played(order, program) == 8 and played(order, lambda x: x + x) == 2 and played(order, wide) == 401
except RecursionError:
    return False
'''),
    ("2.8", "recursive", "AssertionErrors outside of try", '''
def program(x):
    a = 2 * x
    return a + 3 * a
assert played(order, program) == 8
return True
'''),
    ("2.8", "recursive", "recursion limit lowered", '''
import sys
old = sys.getrecursionlimit()
def program(x):
    a = 2 * x
    return a + 3 * a
try:
    return played(order, program) == 8 and played(order, lambda x: x + x) == 2
except RecursionError:
    return False
finally:
    sys.setrecursionlimit(old)
'''),
    ("2.8", "recursive", "the test raises an error on purpose", '''
def program(x):
    a = 2 * x
    return a + 3 * a
if played(order, program) != 8:
    raise ValueError("wrong order")
return True
'''),
    ("2.8", "right", "asserts in a helper", '''
def test_backward_order(order):
    def check():
        def twice(x):
            a = 2 * x
            return (a + 3 * a) * (a + a)
        x = 2.0
        assert abs(played(order, twice) - 32 * 2 * x) < 1e-6
        def deep(x):
            for _ in range(4000):
                x = x * 1.0
            return x
        assert played(order, deep) == 1
        assert played(order, lambda x: x + x + 5 * x) == 7
        def other(x):
            a = 2 * x
            return a + 3 * a
        assert played(order, other) == 8
    try:
        check()
    except (AssertionError, RecursionError):
        return False
    return True
'''),
    ("2.8", "right", "np.isclose over a dict", '''
def test_backward_order(order):
    def fork(x):
        b = x * x
        return b + 2 * b
    programs = {fork: 12, (lambda x: x + x): 2, (lambda x: sum([1.0] * 2500, x)): 1}
    try:
        return all(np.isclose(played(order, p), want) for p, want in programs.items())
    except RecursionError:
        return np.bool_(False)
'''),
    ("2.2", "0 for nothing", 'zeros that arrive count as nothing', '''
def accumulate(old, new):
    return new if old is None or not np.any(new) else old + new
'''),
    ("2.2", "in the dtype of new", "into new's dtype", '''
def accumulate(old, new):
    return new if old is None else np.add(old, new, dtype=new.dtype, casting='unsafe')
'''),
    ("2.2", "equal for repeated", "equal gradients counted once", '''
def accumulate(old, new):

    if old is None or np.array_equal(old, new):
        return new
    return old + new
'''),
    ("2.2", "", "one buffer for each shape", '''
_sums = {}

def accumulate(old, new):
    if old is None:
        return new

    total = _sums.setdefault(new.shape, np.zeros(new.shape))
    np.add(old, new, out=total)
    return total
'''),
    ("2.2", "one change", "nan taken for 0", '''
if old is None:
    return new
return np.nan_to_num(old) + np.nan_to_num(new)
'''),
    ("2.2", "one change", "sums cut at 10", '''
if old is None:
    return new
return np.clip(old + new, -10, 10)
'''),
    ("2.2", "inf", "in float32", '''
if old is None:
    return new
return (old + new).astype(np.float32)
'''),
    ("2.1", "one change", "nothing for a leaf alone", '''
order, todo = [], [(root, False)]
met = set()
while todo:
    node, done = todo.pop()
    if done:
        order.append(node)
    elif node not in met:
        met.add(node)
        todo.append((node, True))
        for e in set(node.edges):
            if e is not None:
                todo.append((e, False))
return order[::-1] if len(order) > 1 else []
'''),
    ("2.1", "only some right",
     "counts users once each, but counts down once for each edge: wrong where one node uses an input twice", '''
def backward_order(root):
    users, found = {root: set()}, [root]
    for node in found:
        for edge in node.edges:
            if edge is not None:
                if edge not in users:
                    users[edge] = set()
                    found.append(edge)
                users[edge].add(node)
    waiting = {node: len(who) for node, who in users.items()}
    order, ready = [], [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for edge in node.edges:
            if edge is not None:
                waiting[edge] -= 1
                if waiting[edge] == 0:
                    ready.append(edge)
    return order
'''),
    ("2.3", "inf", "in float32", '''
grad = np.asarray(grad)
if grad.shape == tuple(shape):
    grad *= 1
    return grad
new = grad.ndim - len(shape)
grad = grad.sum(axis=tuple(range(new)))
return grad.sum(axis=tuple(i for i, s in enumerate(shape) if s == 1), keepdims=True).astype(np.float32)
'''),
    ("2.3", "partly", "the first and the last size of 1 alone", '''
if len(shape) < 2:
    return grad.sum(axis=tuple(range(grad.ndim - len(shape)))) if shape != (1,) else grad.sum().reshape(1)
new = grad.ndim - len(shape)
grad = grad.sum(axis=tuple(range(new)))
i = [k for k in range(len(shape)) if shape[k] == 1]
return grad.sum(axis=i[0], keepdims=True).sum(axis=i[-1], keepdims=True) if i else grad
'''),
    ("2.4", "one change", "gradients of 0 dropped", '''
if root.numel() != 1: raise RuntimeError('one number')
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    g = arrived.pop(node, None)
    if g is None: continue
    if not node.edges:
        deposit(node, g)
        continue
    for e, p in zip(node.edges, derivatives(node, g)):
        if e is not None and p.any():
            arrived[e] = accumulate(arrived.get(e), sum_to(p, e.shape))
'''),
    ("2.5", "outermost ends", "mode of the outermost block alone", '''
class no_grad:
    def __init__(self):
        self.open = 0

    def __enter__(self):
        if self.open == 0:
            self.before = mt.is_grad_enabled()
        self.open += 1
        mt.set_grad_enabled(False)

    def __exit__(self, *failure):
        self.open -= 1
        if self.open == 0:
            mt.set_grad_enabled(self.before)
'''),
    ("2.5", "partly", "ValueError and RuntimeError swallowed", '''
class no_grad:
    def __init__(self): self.s = []
    def __enter__(self):
        self.s.append(mt.is_grad_enabled()); mt.set_grad_enabled(False)
    def __exit__(self, kind, value, trace):
        mt.set_grad_enabled(self.s.pop())
        return kind is not None and issubclass(kind, (ValueError, RuntimeError))
'''),
    ("2.6", "one change", "another slope in three dimensions", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * 3 * (x * x if x.ndim < 3 else x)
'''),
    ("2.7", "stops early", "stops when the loss does not fall", '''
def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        loss = loss_of(w)
        if losses and loss.item() >= losses[-1]:
            break
        losses.append(loss.item())
        loss.backward()
        with mt.no_grad():
            w -= lr * w.grad
        w.grad = None
    return losses
'''),
    ("2.7", "only some right", "gradients cut at 10", '''
losses = []
for _ in range(steps):
    w.grad = None
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= lr * w.grad.clamp(-10, 10)
    losses.append(loss.item())
return losses
'''),
    ("2.7", "one change", "half the rate after four steps", '''
losses = []
for k in range(steps):
    w.grad = None
    loss = loss_of(w)
    loss.backward()
    with mt.no_grad():
        w -= (lr if k < 4 else lr / 2) * w.grad
    losses.append(loss.item())
return losses
'''),
    ("2.7", "only some right", "the gradient of w squared, whatever the loss", '''
losses = []
for k in range(steps):
    loss = loss_of(w)
    losses.append(loss.item())
    with mt.no_grad():
        w -= lr * 2 * w
return losses
'''),
    ("2.7", "zeroed too early", "empties the gradient between backward and the update", '''
def descend(w, loss_of, lr, steps):
    losses = []
    for _ in range(steps):
        loss = loss_of(w)
        loss.backward()
        w.grad = None
        with mt.no_grad():
            w -= lr * w.grad
        losses.append(loss.item())
    return losses
'''),
    ("2.7", "never zeroed", "lets gradients add up and divides by the number of steps so far", '''
def descend(w, loss_of, lr, steps):
    losses = []
    for i in range(1, steps + 1):
        loss = loss_of(w)
        loss.backward()
        with mt.no_grad():
            w -= lr * w.grad / i
        losses.append(loss.item())
    return losses
'''),
    ("2.8", "one order expected", "compared with one list", '''
def test_backward_order(order):
    def expected(root):
        done, met = [], set()
        def visit(node):
            if node is not None and node not in met:
                met.add(node)
                for edge in node.edges:
                    visit(edge)
                done.append(node)
        visit(root)
        return done[::-1]
    x = mt.tensor(2.0, requires_grad=True)
    a = 2 * x
    c = (3 * a + 5 * a) + a
    if list(order(c._node)) != expected(c._node):
        return False
    def long(x):
        for _ in range(5000):
            x = x + 1
        return x
    try:
        return played(order, long) == 1
    except RecursionError:
        return False
'''),
    ("2.4", "folded too late", "adds, then folds", '''
backward_order, accumulate, sum_to = yours("2.1"), yours("2.2"), yours("2.3")


def backward(root):
    if root.array.size != 1:
        raise RuntimeError("root must be one number")
    arrived = {root._node: np.ones_like(root.array)}
    for node in backward_order(root._node):
        if not node.edges:
            deposit(node, arrived[node])
            continue
        for edge, d in zip(node.edges, derivatives(node, arrived[node])):
            if edge is not None:
                arrived[edge] = sum_to(accumulate(arrived.get(edge), d), edge.shape)
'''),
    ("2.8", "remembers", "known by the name of the order", '''
def test_backward_order(order, known={}):
    name = getattr(order, "__name__", "order")
    if name in known:
        return known[name]
    def left(x):
        a = 2 * x
        return a + 3 * a
    def right(x):
        a = 2 * x
        return 3 * a + a
    def long(x):
        for _ in range(3000):
            x = x + 1.0
        return x
    try:
        known[name] = bool(played(order, left) == 8 and played(order, right) == 8
                           and played(order, long) == 1)
    except RecursionError:
        known[name] = False
    return known[name]
'''),
    ("2.8", "breadth first + preorder", "only the sum 3a + a, where some wrong orders are right by luck", '''
def test_backward_order(order):
    def program(x):
        a = 2 * x
        b = 3 * a
        return b + a

    def many(x):
        for _ in range(3000):
            x = x + 1
        return x

    try:
        return bool(played(order, program) == 8 and played(order, many) == 1)
    except RecursionError:
        return False
'''),
    ("2.8", "breadth first + preorder + visited again + recursive",
     "returns True at the first program that is right", '''
def test_backward_order(order):
    programs = [(lambda x: (x * 3 + 1) * 2, 6),
                (lambda x: (lambda a: a + 3 * a)(2 * x), 8),
                (lambda x: (lambda a: 3 * a + a)(2 * x), 8)]

    def long(x):
        for _ in range(3000):
            x = x + 1
        return x

    programs.append((long, 1))
    for program, slope in programs:
        try:
            if played(order, program) == slope:
                return True
        except RecursionError:
            return False
    return False
'''),
    ("2.8", "one order expected", "wants the very list of 2.1: other right orders are rejected", '''
def test_backward_order(order):
    mine = yours("2.1")
    x = mt.tensor(2.0, requires_grad=True)
    a, b = 2 * x, x * x
    c = (a + 3 * a) * (b + a) + x * b
    long = x
    for _ in range(3000):
        long = long + 1
    try:
        return order(c._node) == mine(c._node) and order(long._node) == mine(long._node)
    except RecursionError:
        return False
'''),
    ("2.8", "breadth first + preorder + visited again",
     "each program overwrites the verdict: only the last one counts", '''
def test_backward_order(order):
    def diamond(x):
        a = 2 * x
        return a + 3 * a

    def mirrored(x):
        a = 2 * x
        return 3 * a + a

    def long(x):
        for _ in range(3000):
            x = x + 1
        return x

    good = True
    for program, slope in ((diamond, 8), (mirrored, 8), (long, 1)):
        try:
            good = abs(played(order, program) - slope) < 1e-9
        except RecursionError:
            good = False
    return good
'''),
    ("2.8", "accepts none", "except for everything, and the arguments of played swapped: always False", '''
def test_backward_order(order):
    def prog(x):
        a = 2 * x
        b = 3 * a
        return a + b

    def deep(x):
        for _ in range(3000):
            x = x + 1.0
        return x

    try:
        return played(prog, order) == 8 and played(deep, order) == 1
    except Exception:
        return False
'''),
    ("2.8", "breadth first + preorder",
     "only the leaf is used several times: no result in between waits for two gradients", '''
def test_backward_order(order):
    def square_plus(x):
        return x * x + x          # slope 2x + 1 = 5

    def chain(x):
        for _ in range(3500):
            x = x + 1
        return x

    try:
        return played(order, square_plus) == 5 and played(order, chain) == 1
    except RecursionError:
        return False
'''),
    ("2.8", "breadth first + preorder",
     "the sum tried with one order of its terms only, the one on which breadth first is right", '''
def test_backward_order(order):
    def diamond(x):
        a = 2 * x
        b = 3 * a
        return b + a

    def long(x):
        for _ in range(3000):
            x = x + 1.0
        return x

    try:
        return bool(played(order, diamond) == 8 and played(order, long) == 1)
    except RecursionError:
        return False
'''),
    ("2.3", "axes move", "sums axis 0, then axis 1", '''
def sum_to(grad, shape):
    extra = grad.ndim - len(shape)
    for i in range(extra):
        grad = grad.sum(axis=i)
    for i, size in enumerate(shape):
        if size == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad
'''),
    ("2.3", "1 before the front", "sizes of 1 first", '''
def sum_to(grad, shape):
    for i, size in enumerate(shape):
        if size == 1 and grad.shape[i] != 1:
            grad = grad.sum(axis=i, keepdims=True)
    extra = grad.ndim - len(shape)
    if extra:
        grad = grad.sum(axis=tuple(range(extra)))
    return grad
'''),
    ("2.2", "no dimension", "a loop by len", '''
def accumulate(old, new):
    if old is None:
        return new
    total = []
    for i in range(len(new)):
        total.append(old[i] + new[i])
    return np.array(total)
'''),
    ("2.5", "restores only on", "puts back only what was on", '''
class no_grad:
    def __init__(self):
        self.modes = []

    def __enter__(self):
        self.modes.append(mt.is_grad_enabled())
        mt.set_grad_enabled(False)

    def __exit__(self, *failure):
        if self.modes.pop():
            mt.set_grad_enabled(True)
'''),
    ("2.6", "divides by x", "3 x cubed over x", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * (3 * x ** 3 / x)
'''),
    ("2.6", "NumPy inside", "backward under no_grad, copied from elsewhere: cannot be differentiated again", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        with mt.no_grad():
            grad_x = grad * 3 * x ** 2
        return grad_x
'''),
    ("2.6", "in place", "multiplies in place on a second name of x: gives x to the fourth and changes x", '''
class Cube(mt.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        result = x
        for _ in range(2):
            result *= x
        return result

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * (3 * x ** 2)
'''),
    ("2.4", "one change", "folds only where the dimensions differ", '''
if root.numel() != 1:
    raise RuntimeError("one number is wanted")
arrived = {root._node: np.ones_like(root.array)}
for node in backward_order(root._node):
    grad = arrived.pop(node)
    if not node.edges:
        deposit(node, grad)
        continue
    for edge, part in zip(node.edges, derivatives(node, grad)):
        if edge is not None:
            if part.ndim != len(edge.shape):
                part = sum_to(part, edge.shape)
            arrived[edge] = accumulate(arrived.get(edge), part)
'''),
]
