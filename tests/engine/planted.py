"""Plant a fault in each line that a layer contributes to generated code, and say whether a short law notices.

    python -m engine.planted [first]       in tests/; first: only one fault for each template

Each fault is planted in a forked process in which no path is written yet. Prints a JSON list of
[template, line, fault, what the law said: "" where it noticed nothing].
"""

import ast
import json
import os
import re
import signal
import sys

import numpy as np
from engine.left_behind import difference, left_behind, walked_back

import minitorch as mt
import minitorch.nn.functional as F
from minitorch.codegen import backward, forward
from minitorch.engine.backward import SMALL
from minitorch.runtime import errors, version_counter, views

TEMPLATES = [(views, "FOLLOW"), (version_counter, "REMEMBER_INPUT"), (version_counter, "REMEMBER_OUTPUT"),
             (version_counter, "CHECK_KEPT"), (errors, "LOCATE"), (backward, "DELIVER"), (forward, "COMPUTE"),
             (forward, "RESULT"), (forward, "RECORD")]
CPU_SECONDS = 20                     # a loop without an end is a fault that was noticed


# Faults

def faults(template):
    """[(line, what is done to it, the template with the fault)]."""
    lines, found = template.strip("\n").split("\n"), []
    for i, line in enumerate(lines):
        indent, text = line[:len(line) - len(line.lstrip())], line.strip()
        for fault, changed in changes(text):
            found.append((text, fault, "\n".join([*lines[:i], *[indent + one for one in changed], *lines[i + 1:]])))
    return found


def changes(text):
    """(fault, lines in place of the line): left out, negated, always, or one of its targets set to None."""
    head, _, condition = text.partition(" ")
    if head in ("if", "elif", "while"):
        condition = condition.rstrip(":")
        return [(fault, [f"{head} {other}:"]) for fault, other in (
            ("never", "False"), ("always", "True"), ("negated", f"not ({condition})"))]
    if text.startswith(("try", "else")):                     # no statement by itself; the lines inside are tried
        return []
    if head == "except":
        return [("left out", ["except ():"])]
    return [("left out", ["pass"]), *[(f"{target} is None", [text, f"{target} = None"]) for target in targets(text)]]


def targets(text):
    """What a line assigns to, but for what it sets to None itself."""
    tree = ast.parse(re.sub(r"\{(\w+)\}", r"__\1__", text)).body[0]
    if not isinstance(tree, ast.Assign):
        return []
    pairs = []
    for target in tree.targets:
        both = isinstance(target, ast.Tuple) and isinstance(tree.value, ast.Tuple)
        pairs += zip(target.elts, tree.value.elts) if both else [(target, tree.value)]
    return [re.sub(r"__(\w+?)__", r"{\1}", ast.unparse(target)) for target, value in pairs
            if not (isinstance(value, ast.Constant) and value.value is None)]


# The law

def tensor(*shape, dtype=np.float64):
    return mt.from_numpy(np.cos(np.arange(np.prod(shape, dtype=int)) + 1.0).reshape(shape).astype(dtype))


def two(*shape):
    return lambda: [tensor(*shape).requires_grad_(), (tensor(*shape) + 2).requires_grad_()]


def of_view(x, y):
    base = x * 1
    view = base[0]
    base.mul_(y)
    return view * view.exp()


def of_inference(x, y):
    with mt.inference_mode():
        fixed = y * 1
    return x * fixed


def of_inference_alone(x, y):
    ones = mt.ones(x.shape, dtype=x.dtype)
    with mt.inference_mode():
        fixed = ones * 1
    return x * fixed


def written_input(x, y):
    x = x * 1
    out = x * y
    x.add_(1)
    return out


def written_output(x, y):
    out = x.exp()
    result = out * 1
    out.add_(1)
    return result


def written_before(x, y):
    """What was written to before it is kept counts from there on."""
    x = x * 1
    x.add_(1)
    return x * y + x.exp()


CALLS = [
    lambda x, y: x * y, lambda x, y: x * 2, lambda x, y: 2 - x, lambda x, y: x * x, lambda x, y: x + y[0],
    lambda x, y: mt.mul(x, y.detach()), lambda x, y: x.mul(y), lambda x, y: x @ y, lambda x, y: x.exp().tanh(),
    lambda x, y: x.sum(), lambda x, y: x.sum(dim=0, keepdim=True), lambda x, y: mt.sum(x, 1), lambda x, y: x.relu(),
    lambda x, y: x.max(dim=0), lambda x, y: x[0] * y[0], lambda x, y: x.reshape(-1), lambda x, y: x.softmax(0),
    lambda x, y: F.linear(x, y), lambda x, y: F.linear(x, y, y[0]), lambda x, y: F.layer_norm(x, (2,)),
    lambda x, y: mt.cat([x, y]), lambda x, y: x * y.float(), lambda x, y: x + mt.ones(7), lambda x, y: x @ mt.ones(5),
    lambda x, y: x > y, lambda x, y: (x * y + x) * (x - y) + x, lambda x, y: F.dropout(x, 0.5), lambda x, y: x / y,
    lambda x, y: mt.where(x > 0, x, y), lambda x, y: F.embedding(mt.tensor([1, 0, 1]), x),
    lambda x, y: x.detach() * 2, lambda x, y: x.max(), lambda x, y: -x * y.sum(),
    of_view, of_inference, of_inference_alone, written_input, written_output, written_before]
SHAPES = (2, 2), (), (40, 40)


def trials():
    """What is compared, one by one."""
    for call in CALLS:
        for shape in SHAPES:
            yield lambda call=call, shape=shape: left_behind(call, two(*shape))
            yield lambda call=call, shape=shape: walked_back(call, two(*shape))
        yield lambda call=call: walked_back(call, two(2, 2), times=2)
        yield lambda call=call: walked_back(call, two(40, 40), retain=True, times=2)


def buffers():
    """Arrays that a derivative made are a walk's own: leaves keep them, and large ones are added to in place."""
    found = []
    for size in (3, SMALL):
        x, y = tensor(size).requires_grad_(), tensor(size)
        leaf, inner = x._node, x * y
        for node, edge in (((x * y)._node, leaf), ((inner * y)._node, inner._node), ((x + y)._node, leaf)):
            pending, owned, last = {}, set(), None
            for _ in range(3):
                node.op.back(node, np.ones(size), pending, owned, False)
                found.append((edge in owned, pending[edge] is last))
                last = pending[edge]
    return found


# For a small array, then a large one: of mul into a leaf, of mul into a node, of add into a leaf (which hands on what
# arrived): whether the walk owns it after each of three gradients, and whether it was added to in place.
BUFFERS = [(True, False), (True, False), (True, False), (False, False), (True, False), (True, False), (False, False),
           (True, False), (True, False),
           (True, False), (True, True), (True, True), (False, False), (True, False), (True, True), (False, False),
           (True, False), (True, True)]


def noticed(expected):
    """What the law says of the paths that are written now; "" where all is as it should be."""
    try:
        for trial, before in zip(trials(), expected, strict=True):
            said = difference(trial(), before)
            if said:
                return said[:300]
        return "" if buffers() == BUFFERS else f"buffers: {buffers()}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:300]


def in_child(run):
    """What `run` returns in a forked process; what ended it, where it ends otherwise."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
        try:
            os.write(writing, run().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        said = file.read().decode(errors="replace")
    status = os.waitpid(child, 0)[1]
    return said if status == 0 else f"ended by signal {status & 0x7f}"


def plant(module, name, text, expected):
    """What the law says with `text` in the place of a template."""
    setattr(module, name, text)
    return noticed(expected)


def main(only_first):
    with mt.engine.plain():
        expected = [trial() for trial in trials()]
    report = [["none", "", "", in_child(lambda: noticed(expected))]]
    for module, name in TEMPLATES:
        for line, fault, text in faults(getattr(module, name))[:1 if only_first else None]:
            said = in_child(lambda m=module, n=name, t=text: plant(m, n, t, expected))
            report.append([name, line, fault, said])
    print(json.dumps(report))


if __name__ == "__main__":
    main("first" in sys.argv[1:])
