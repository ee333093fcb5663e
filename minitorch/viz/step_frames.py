"""What every step-through does: text for each step, a slider in a notebook, a strip of pictures on a page."""

from functools import cached_property

from ..engine import tensor_types
from .picture import checked_index
from .step_view import View


class Play:
    """Frames to step through. Each has a `name`, `text()` and `marks()`; a subclass sets what follows.

    graph, box_of   the picture all frames restyle, and the box of each node
    frames          what happens, in order
    beside, parts   with two orders beside each other: the right one's frames, and where they part; `why` in words
    """

    frames: list = []
    beside: list = []
    parts, why = None, ""

    @cached_property
    def view(self):
        """The pictures; made when first asked for."""
        return View(steps=self)

    def __len__(self):
        return max(len(self.frames), 1)

    def text(self, i=None):
        """All steps in words, or only step i, counted from 0; what a picture shows and a test can read."""
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
        """Which part of a longer play step i belongs to; nothing where there is only one."""
        return ""

    def go(self, i):
        """Move to step i, in the picture too, and print it; -1 is the last."""
        i = checked_index(self, i, "step")
        self.view.go(i)
        print(self.text(i))

    def __repr__(self):
        return self.text()

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.view._repr_mimebundle_()


def told(name, pairs):
    """A step in words: its name, and beneath it what is what."""
    width = max((len(head) for head, _ in pairs), default=0)
    return "\n".join([name, *(f"    {head:<{width}}  {body}" for head, body in pairs)])


def one_number(loss):
    """The loss, if it is one number with a graph behind it; RuntimeError if not."""
    if type(loss) in tensor_types and loss._node is not None and loss.array.size == 1:
        return loss
    known = type(loss) in tensor_types
    raise RuntimeError("step() walks back from one number that was computed from a tensor with requires_grad=True; "
                       + (f"this one has shape {tuple(loss.shape)}" if known else f"this is {type(loss).__name__}")
                       + ("." if not known or loss._node is not None else " and no graph behind it."))
