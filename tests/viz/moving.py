"""Cells with pictures that move, and cells that move them: run in a browser, and on Colab's packages."""

CELLS = {
    "step": """
import minitorch as mt
from minitorch.viz import step
x = mt.tensor(2.0, requires_grad=True)
a = 2 * x
walk = step(a + 3 * a, names={"x": x, "a": a})
walk""",
    "whole step": """
from minitorch.optim import SGD
w = mt.tensor(1.5, requires_grad=True)
whole = step(lambda: (w * 2 - 1) ** 2, names={"w": w}, optimizer=SGD([w], lr=0.1))
whole""",
    "race": """
from minitorch.viz import race
racing = race(lambda x, y: (x ** 2 + 50 * y ** 2) / 2, {"SGD": SGD}, (0.001, 0.1), at=0.02, start=(-2, 1), log=False)
racing""",
    "windows": """
from minitorch.viz import windows
window = windows([[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 0], [0, -1]])
window""",
    "live": """
from minitorch.viz import live
curves = live(epochs=3)
for epoch in range(1, 4):
    curves({"epoch": epoch, "loss": 1 / epoch})""",
    "boundary": """
from minitorch import nn
from minitorch.viz import boundary
model = nn.Linear(2, 2)
line = boundary(model, [[0, 0], [1, 1]], [0, 1])
for slope in (-1.0, 1.0):
    with mt.no_grad():
        model.weight[:] = mt.tensor([[0.0, 0.0], [slope, 0.0]])
        model.bias[:] = mt.tensor([0.0, -0.5 * slope])
    line()
line""",
    "question": """
from minitorch.course import choose, question
question("q", "What is the slope of 3x?", {"a": ("x", "That is the input."), "b": ("3", "Wherever x is.")}, "b")""",
    "drag": """
from minitorch.viz import drag
knob = drag(lambda w: (w - 1) ** 2, -3, 3, "w")
knob""",
}
# what moves each, and what is printed then: the text, and whether the picture on the page says it too
DRIVEN = {
    "step": ("walk.go(3)\nprint('gets 8' in walk.view.picture.value)", ".grad    gets 8\nTrue"),
    "whole step": ("whole.go(-1)\nprint('is     0.7' in whole.view.picture.value)", "is     0.7\nTrue"),
    "race": ("racing.slider.value = 0.1\nprint(racing)\nprint('lr = 0.1' in racing.picture.value)",
             "after 8 steps, outside\n    the picture\nTrue"),
    "windows": ("window.go(3)\nprint('place 3 (0 to 3)' in window.picture.value)", "-> output[1, 1]\nTrue"),
    "live": ("print(curves)\nprint('epoch 3: 0.333' in curves.box.value)", "least 0.333 at 3\nTrue"),
    "boundary": ("line.go(0)\nprint('2 of 2 points' in line.picture.value)", "class 0 50%, class 1 50%\nTrue"),
    "question": ('choose("q", "b")', "b: right. Wherever x is."),
    "drag": ("knob.slider.value = 1.0\nprint(knob)", "w = 1.00, loss 0.000"),
}
PLACES = {name: place for place, name in enumerate(CELLS)}


def notebook(texts):
    """A notebook of code cells."""
    cells = [{"cell_type": "code", "id": f"cell-{place}", "source": text.strip(), "metadata": {}, "outputs": [],
              "execution_count": None} for place, text in enumerate(texts)]
    return {"cells": cells,
            "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
            "nbformat": 4, "nbformat_minor": 5}
