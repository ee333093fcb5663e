"""A program of minitorch.static as a picture: its inputs, its steps in frames by phase or worker, its outputs."""

import sys

from ..display.text import shape_text
from .dot import Box, value_text
from .graph import op_title
from .graph_fold import CROWDED, fold
from .graph_picture import Graph

NUMBERS = int | float | bool | complex
STATIC = f"{__package__.partition('.')[0]}.static"  # not imported here, because a program has imported it


def program_of(what):
    """Return the program of a Program or a Trace; None if `what` is neither."""
    if STATIC not in sys.modules:
        return None
    static = sys.modules[STATIC]
    return what if isinstance(what, static.Program) else what.program if isinstance(what, static.Trace) else None


class Boxes:
    """The boxes and arrows of a program. `made` maps each Value to its box and the label of arrows from that box."""

    def __init__(self, program, after=None):
        self.left = after and {x for step in after.steps for own in (step, *inside(step)) for x in own.outputs}
        self.program, self.boxes, self.arrows, self.made = program, [], [], {}
        for values, kind in ((program.inputs, "input"), (program.states, "parameter"), (program.constants, "constant")):
            for x in values:
                title, small = x.name, kind == "constant" and x.source.size == 1
                if kind == "constant" and x.source.size and (x.source == x.source.flat[0]).all():
                    value = value_text(x.source.flat[0].item())
                    title = value if small else f"{x.name} = {value}"
                self.made[x] = self.add(Box(kind, title, None, None if small else shape_of(x))), None
        for step in program.steps:
            self.step(step)
        for name, x in [*[("output", x) for x in program.outputs], *[("grad", x) for _, x in program.grads]]:
            if x is not None:
                self.arrow(x, self.add(Box("output", f"{x.name} = {name}", None, shape_of(x))))

    def add(self, box, path=None):
        box.id, box.path = f"n{len(self.boxes)}", path
        self.boxes.append(box)
        return box

    def arrow(self, x, box):
        source, label = self.made[x]
        self.arrows.append((source.id, box.id, label))

    def step(self, step):
        """Add a box for a step, and arrows to it from the values that it reads or overwrites."""
        outputs = [x for x in step.outputs if x is not None]
        title = op_title(step.op, step.settings) if step.op is not None and step.call is step.op else step.name
        frame = frame_of(step)
        numbers = [self.add(Box("constant", value_text(x)), frame) for x in step.args if isinstance(x, NUMBERS)]
        title = f"{len(inside(step))} steps fused" if inside(step) else title
        kind = "gone" if self.left and self.left.isdisjoint(outputs) else "group" if inside(step) else "op"
        box = self.add(Box(kind, f"{', '.join(x.name for x in outputs)} = {title}" if outputs else title), frame)
        box.line = step.line
        box.shape = (shape_of(outputs[0]) if len(outputs) == 1 else f"{len(outputs)} outputs") if outputs else \
            f"writes over {', '.join(x.name for x in step.writes)}" if step.writes else None
        box.shape = "left out" if kind == "gone" else box.shape
        for number in numbers:
            self.arrows.append((number.id, box.id, None))
        for x in dict.fromkeys(step.reads):
            self.arrow(x, box)
        for x in outputs:
            self.made[x] = box, x.name if len(outputs) > 1 else None

    def new_arrows(self, after):
        """Add the arrows of steps that read another value after the pass."""
        before = {(a, b) for a, b, _ in self.arrows}
        for step in after.steps:
            for x in dict.fromkeys(step.reads):
                ends = [self.made[each][0] for each in (x, *step.outputs[:1]) if each in self.made]
                if len(ends) == 2 and (ends[0].id, ends[1].id) not in before:
                    self.arrow(x, ends[1])

    def move_into_frames(self):
        """Move inputs and outputs into the frame of the first step that uses them; label messages with their shape."""
        boxes = {box.id: box for box in self.boxes}
        for a, b, _ in self.arrows:
            boxes[a].path = boxes[a].path or boxes[b].path
            boxes[b].path = boxes[b].path or boxes[a].path
        self.arrows = [(a, b, label if boxes[a].path == boxes[b].path else boxes[b].shape)
                       for a, b, label in self.arrows]


def inside(step):
    """Return the steps that run inside one, if a pass has fused them."""
    return getattr(step.call, "steps", ())


def frame_of(step):
    """Return the name of a step's frame: its worker if the program is split over several workers, else its phase."""
    return f"worker:{step.device}" if type(step.device) is int else step.phase


def shape_of(x):
    """Return the shape of a Value as text, with its dtype unless it is the default one."""
    return None if x.dtype is None else shape_text(x.shape, x.dtype)


def picture(program, depth=None, lines=False, legend=False, before=None):
    """Return the Graph of a program, with frames if there are several; in a long program, one box for each line.

    The frames of workers are below one another, so that the picture is not wider than a page.
    """
    found = Boxes(before or program, before and program)
    if before:
        found.new_arrows(program)
        program = before
    names = dict.fromkeys(map(frame_of, program.steps))
    frames = {name: name for name in names} if len(names) > 1 else {}
    if len(found.boxes) > CROWDED and depth is None:
        boxes, arrows, *_ = fold(found.boxes, found.arrows, None, {})
        return Graph(boxes, arrows, None, {}, lines, legend, False)
    workers = any(type(step.device) is int for step in program.steps)
    if frames and workers:
        found.move_into_frames()
    return Graph(found.boxes, found.arrows, None, frames, lines, legend, False,
                 rows=[[name] for name in frames] if workers else None)
