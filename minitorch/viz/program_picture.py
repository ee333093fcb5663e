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
                title, small = x.word or kind, kind == "constant" and x.source.size == 1
                if kind == "constant" and x.source.size and (x.source == x.source.flat[0]).all():
                    title = value_text(x.source.flat[0].item())
                self.made[x] = self.add(Box(kind, title, None, None if small else shape_of(x))), None
        for step in program.steps:
            self.step(step)
        held = {id(x.source): x.word for x in program.states}
        for name, x in [*[("output", x) for x in program.outputs],
                        *[(f"gradient of {held.get(id(tensor)) or 'an input'}", x) for tensor, x in program.grads]]:
            if x is not None:
                self.arrow(x, self.add(Box("output", with_word([x], name), None, shape_of(x))))

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
        frame = frame_of(step)
        numbers = [self.add(Box("constant", value_text(x)), frame) for x in step.args if isinstance(x, NUMBERS)]
        kind = "gone" if self.left and self.left.isdisjoint(outputs) else "group" if inside(step) else "op"
        box = self.add(Box(kind, with_word(outputs, step_title(step))), frame)
        box.line = step.line
        box.shape = (shape_of(outputs[0]) if len(outputs) == 1 else f"{len(outputs)} outputs") if outputs else \
            f"writes over {words_of(step.writes)}" if step.writes else None
        box.shape = "left out" if kind == "gone" else box.shape
        for number in numbers:
            self.arrows.append((number.id, box.id, None))
        for x in dict.fromkeys(step.reads):
            self.arrow(x, box)
        made_by = {x: own.name for own in inside(step) for x in own.outputs}
        for place, x in enumerate(outputs):
            self.made[x] = box, (x.word or made_by.get(x) or f"output {place}") if len(outputs) > 1 else None

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


def words_of(values):
    """Return the names of two values; of more, how many they are."""
    return f"{len(values)} arrays" if len(values) > 2 else " and ".join(x.word or "an array" for x in values)


def with_word(outputs, title):
    """Return the title of a step with the names of its outputs, if the user's program names all of them."""
    words = [x.word for x in outputs]
    return f"{', '.join(words)} = {title}" if words and all(words) else title


def step_title(step):
    """Return the title of a step's box: its op; if its outputs have names, as a call; or the steps that it fuses."""
    if inside(step):
        names = list(dict.fromkeys(own.name for own in inside(step)))
        return f"{len(inside(step))} steps fused:\n{', '.join(names[:3])}{' …' * (len(names) > 3)}"
    title = op_title(step.op, step.settings) if step.op is not None and step.call is step.op else step.name
    named = step.outputs and all(x and x.word for x in step.outputs)
    if named and step.name.isidentifier() and title.startswith(step.name):
        words = [value_text(x) if isinstance(x, NUMBERS) else getattr(x, "word", None) for x in step.args]
        return f"{step.name}({', '.join(words) if all(words) else '…'}){title.removeprefix(step.name)}"
    return title


def inside(step):
    """Return the steps that run inside one, if a pass has fused them."""
    return getattr(step.call, "steps", ())


def frame_of(step):
    """Return the name of a step's frame: its worker if the program is split over several workers, else its phase."""
    return f"worker:{step.device}" if type(step.device) is int else step.phase


def shape_of(x):
    """Return the shape of a Value as text, with its dtype unless it is the default one."""
    return None if x.dtype is None else shape_text(x.shape, x.dtype)


class Crossings:
    """The boxes and arrows of a program on several workers, folded: a box for each phase of a worker.

    An arrow from worker to worker says which op made what is sent, and its shape.
    """

    def __init__(self, program):
        self.boxes, self.ops, self.made, self.counts = {}, {}, {}, {}
        sent = {step.outputs[0]: step.reads[0] for step in program.steps if step.name == "send"}
        self.original = {step.outputs[0]: sent[step.reads[0]] for step in program.steps if step.name == "receive"}
        read = {x for step in program.steps for x in step.reads}
        for step in program.steps:
            if step.name not in ("send", "receive"):
                self.step(step)
            elif step.name == "receive" and step.outputs[0] not in read:
                self.arrow(step.outputs[0], self.box(step, True))

    def step(self, step):
        """Add a step to the box of its phase, and arrows to this box from the values that it reads."""
        box = self.box(step, False)
        for x in dict.fromkeys(step.reads):
            self.arrow(x, box)
        title = step.name
        if step.op is not None and step.call is step.op:                 # an index says more than the word getitem
            title = op_title(step.op, step.settings if step.op.name == "getitem" else {})
        sent = "gradient" if step.phase == "backward" else title
        self.made.update((x, (box, sent)) for x in step.outputs if x is not None)
        self.ops[box.id][title] = None

    def arrow(self, x, box):
        """Count an arrow to a box from the one that made x; a message is sent once, to its first reader."""
        message = None if x in self.made else self.original.get(x)
        source, title = self.made.get(x if message is None else message, (box, ""))
        if source is not box:
            key = source.id, box.id, message and f"{title} {message.shape}"
            self.counts[key] = self.counts.get(key, 0) + 1
        self.made.setdefault(x, (box, title))

    def graph(self, frames, lines, legend):
        """Return the Graph, with the first ops of each phase in its box."""
        for box in self.boxes.values():
            ops = list(self.ops[box.id])
            box.shape = ", ".join(ops[:3]) + " …" * (len(ops) > 3)
        arrows = [(a, b, f"{count} × {label}" if label and count > 1 else label)
                  for (a, b, label), count in self.counts.items()]
        return Graph(list(self.boxes.values()), arrows, None, frames, lines, legend, False)

    def box(self, step, result):
        """Return the box of a step's worker and phase; for a result that was sent, a box of its own."""
        frame = frame_of(step)
        key = frame, "result" if result else step.phase
        if key not in self.boxes:
            box = self.boxes[key] = Box("output" if result else "group", key[1])
            box.id, box.path = f"n{len(self.ops)}", frame
            self.ops[box.id] = {}
        return self.boxes[key]


def picture(program, depth=None, lines=False, legend=False, before=None):
    """Return the Graph of a program, with frames if there are several; in a long program, one box for each line.

    The frames of workers are below one another, so that the picture is not wider than a page. With depth=0, or if
    there are many steps, each phase of a worker is one box, and the arrows say what crosses.
    """
    found = Boxes(before or program, before and program)
    if before:
        found.new_arrows(program)
        program = before
    names = dict.fromkeys(map(frame_of, program.steps))
    frames = {name: name for name in names} if len(names) > 1 else {}
    workers = any(type(step.device) is int for step in program.steps)
    if frames and workers and (depth == 0 or depth is None and len(found.boxes) > CROWDED):
        return Crossings(program).graph(frames, lines, legend)
    if len(found.boxes) > CROWDED and depth is None:
        boxes, arrows, *_ = fold(found.boxes, found.arrows, None, {})
        return Graph(boxes, arrows, None, {}, lines, legend, False)
    if frames and workers:
        found.move_into_frames()
    return Graph(found.boxes, found.arrows, None, frames, lines, legend, False,
                 rows=[[name] for name in frames] if workers else None)
