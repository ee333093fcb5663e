"""The base class for stepping through a pass: a slider in a notebook, a strip of pictures on a page, text elsewhere."""

from functools import cached_property

from ..engine import tensor_types
from .picture import checked_index
from .step_view import View


class Play:
    """Frames to step through. Each frame has a `name`, `text()` and `marks()`; a subclass sets these attributes:

    graph, box_of   the picture that every frame restyles, and {node: its box}
    frames          the frames in order
    beside, parts   if two orders are compared: the frames of the right order, the step where they differ; `why`
    """

    frames: list = []
    beside: list = []
    parts, why = None, ""

    @cached_property
    def view(self):
        """Return the View with the pictures; it is made at the first call."""
        return View(steps=self)

    def __len__(self):
        return max(len(self.frames), 1)

    def text(self, i=None):
        """Return a text that describes all steps, or only step i, counted from 0."""
        if i is None:
            return "\n".join(self.text(i) for i in range(len(self)))
        i = checked_index(self, i, "step")
        head = f"step {i + 1} of {max(len(self.frames), len(self.beside))}{self.phase(i)}: "
        if not self.beside:
            return head + self.frames[i].text()
        if self.frames and i != self.parts:
            end = "\nBoth orders give the same gradients." if i == len(self.frames) - 1 and self.parts is None else ""
            return head + self.frames[i].text() + end
        took = [f"    given  {self.frames[i].name}"] if self.frames else []
        right = self.beside[min(i, len(self.beside) - 1)].name
        return "\n".join([f"{head}here they part", *took, f"    right  {right}", f"    {self.why}"])

    def phase(self, i):
        """Return the name of the phase that step i belongs to; "" if there is only one."""
        return ""

    def go(self, i):
        """Move the picture to step i and print the step; -1 is the last."""
        i = checked_index(self, i, "step")
        self.view.go(i)
        print(self.text(i))

    def __repr__(self):
        return self.text()

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.view._repr_mimebundle_()


def step_text(name, pairs):
    """Return a step as text: its name, and below it a line for each (head, body) pair."""
    width = max((len(head) for head, _ in pairs), default=0)
    return "\n".join([name, *(f"    {head:<{width}}  {body}" for head, body in pairs)])


def one_number(loss):
    """Return the loss; raise RuntimeError unless it has one element and a graph."""
    if type(loss) in tensor_types and loss._node is not None and loss.array.size == 1:
        return loss
    known = type(loss) in tensor_types
    raise RuntimeError("step() needs a loss of one element, computed from a tensor with requires_grad=True; "
                       + (f"this one has shape {tuple(loss.shape)}" if known else f"this is {type(loss).__name__}")
                       + ("." if not known or loss._node is not None else " and no graph behind it."))
