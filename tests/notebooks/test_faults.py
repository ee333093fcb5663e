"""The lessons notice a broken library: faults planted in its pieces, one at a time, turn the cell that teaches it red.

Only the cells needed are run, without the exercise that would mount a student's own piece over the fault; their
outputs are compared with those that are stored, as nbval does. The same cells without a fault must be green.
"""

import json

import pytest
from notebooks.running import SOLUTIONS, code_cells, compare, source

PLANT = """
from minitorch.graph import accumulate, backward_order, sum_to
from minitorch.graph.op import registry
from minitorch.numeric import numeric_gradient as differences
from minitorch.learn.exercises.lesson_2 import breadth_first
def plant(piece, made):
    piece.library = made(piece.library)
    setattr(piece.owner, piece.attribute, piece.library)
def gradient(name, made):
    plant(registry[name].derivative_piece, made)
"""

# Cells by words that stand in them only, in the order of the notebook; the set-up cell comes first by itself.
FILL = (1, "import drag, draw, plot, show", "x, y, z = (mt.tensor([v]")
GRAPH = (1, "import drag, draw, plot, show", 'draw({"c": c}')
PIXELS = (1, "import drag, draw, plot, show", "passed.sum().backward()")
HOOK = (2, "two_layer_gradients = yours")
MERGE = (2, "two_layer_gradients = yours", "y = (x + x) + 5 * x + x")
FOLD = (2, "two_layer_gradients = yours", "total = (column + row).sum()")
WALK = (2, "two_layer_gradients = yours", "loss_of(*leaves).backward()")
TAPE = (2, "two_layer_gradients = yours", '@exercise("2.1")', "def tape_after")
CUBE = (2, "two_layer_gradients = yours", '@exercise("2.6")', "create_graph=True")
DIGITS = (2, "two_layer_gradients = yours", "by_hand.append(", "def train(network")

FAULTS = {
    "a product's gradient off by 1 %": (FILL, """
gradient("mul", lambda right: lambda grad, out, x, y, needs: (grad * y * 1.01, grad * x))"""),
    "a product's gradients swapped": (FILL, """
gradient("mul", lambda right: lambda grad, out, x, y, needs: (grad * x, grad * y))"""),
    "a sum lets only half through": (FILL, """
gradient("add", lambda right: lambda grad, out, x, y: (grad, grad * 0.5))"""),
    "a sum's gradient divided as a mean's": (GRAPH, """
gradient("sum", lambda right: lambda grad, out, x, **settings: right(grad, out, x, **settings) / x.shape[0])"""),
    "a sum's gradient not spread": (GRAPH, """
gradient("sum", lambda right: lambda grad, out, x, **settings: grad)"""),
    "relu passes every gradient": (PIXELS, """
gradient("relu", lambda right: lambda grad, out, x: grad)"""),
    "relu with a rounded corner": (PIXELS, """
plant(registry["relu"].piece, lambda right: lambda xp, x: xp.logaddexp(x, 0))"""),
    "slopes by differences twice too steep": (HOOK, """
plant(differences, lambda right: lambda f, x, eps=1e-6: 2 * right(f, x, eps))"""),
    "what arrives overwrites what was there": (MERGE, """
plant(accumulate, lambda right: lambda old, new: new)"""),
    "what arrives is averaged": (MERGE, """
plant(accumulate, lambda right: lambda old, new: (old + new) / 2)"""),
    "breadth first": (MERGE, """
plant(backward_order, lambda right: breadth_first)"""),
    "oldest first": (MERGE, """
plant(backward_order, lambda right: lambda root: right(root)[::-1])"""),
    "a broadcast not folded back": (FOLD, """
plant(sum_to, lambda right: lambda grad, shape: grad)"""),
    "a broadcast folded to its mean": (FOLD, """
plant(sum_to, lambda right: lambda grad, shape: right(grad, shape) * (np.prod(shape) / grad.size))"""),
    "a matrix product untransposed": (WALK, """
gradient("matmul", lambda right: lambda grad, out, x, y, needs: (grad @ y if grad.shape[1] == len(y) else
                                                                right(grad, out, x, y, needs)[0],
                                                                right(grad, out, x, y, needs)[1].T))"""),
    "no_grad records all the same": (TAPE, """
mt.no_grad = mt.enable_grad"""),
    "a power's gradient off by 1 %": (CUBE, """
gradient("pow", lambda right: lambda *inputs, **named: [g if g is None else g * 1.01 for g in right(*inputs, **named)])
registry["pow"].derivative_piece.arrays_only = False"""),
    "relu's gradient off by 1 %, in training": (DIGITS, """
gradient("relu", lambda right: lambda grad, out, x: right(grad, out, x) * 1.01)"""),
}


KEPT_BY_AN_ANSWER = json.dumps(json.dumps("\n[8, -2]")[1:-1])[1:-1]


def only(needed, plant=None):
    """A lesson with the set-up cell, the fault if any, and the cells that are needed."""
    lesson, *words = needed
    path, = (path for path in SOLUTIONS if path.stem.startswith(f"{lesson:02d}_"))
    notebook = json.loads(path.read_text(encoding="utf-8"))
    setup, *cells = code_cells(notebook)
    chosen = [[cell for cell in cells if word in source(cell)] for word in words]
    assert all(len(found) == 1 for found in chosen), [word for word, found in zip(words, chosen) if len(found) != 1]
    planted = {**setup, "id": "plant", "source": PLANT + (plant or ""), "outputs": [], "execution_count": None}
    # In the whole lesson 1.3 is answered, and an answer's op keeps all it may read: the library's keeps less to show.
    bare = [json.loads(json.dumps(found[0]).replace(KEPT_BY_AN_ANSWER, "")) for found in chosen]
    return {**notebook, "cells": [setup, planted, *bare]}


@pytest.mark.slow
@pytest.mark.needs("nbval")
def test_each_fault_turns_the_lesson_that_teaches_it_red(tmp_path):
    names = {f"fault_{i}": name for i, name in enumerate(FAULTS)}
    sound = {f"sound_{i}": needed for i, needed in enumerate(dict.fromkeys(needed for needed, _ in FAULTS.values()))}
    _, failed, said = compare({**{name: only(needed) for name, needed in sound.items()},
                               **{name: only(*FAULTS[fault]) for name, fault in names.items()}}, tmp_path)
    assert not {name for name, _ in failed} & set(sound), said
    assert not [names[name] for name, cell in failed if cell <= 1], f"what plants the fault failed itself\n{said}"
    last = {name: len(FAULTS[fault][0]) for name, fault in names.items()}
    assert not [fault for name, fault in names.items() if (name, last[name]) not in failed], said


def test_there_are_faults_enough_in_both_lessons():
    assert len(FAULTS) >= 10 and {needed[0] for needed, _ in FAULTS.values()} == {1, 2}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_cells_a_fault_needs_are_there(fault):
    assert len(only(*FAULTS[fault])["cells"]) == len(FAULTS[fault][0]) + 1
