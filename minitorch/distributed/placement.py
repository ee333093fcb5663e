"""Placement: one program on several workers, each of which runs the steps that stand in its `with device(...)` block.

    def step(x, y):
        optimizer.zero_grad()
        with mt.device("worker:0"):
            hidden = first(x).relu()
        with mt.device("worker:1"):
            loss = F.cross_entropy(second(hidden), y)
        loss.backward()
        optimizer.step()
        return loss

    placed = place(step, x, y)            # on each rank: minitorch run -n 2 script.py
    loss = placed(x, y)
    mt.viz.draw(placed.program)

Source: Abadi et al., TensorFlow: Large-Scale Machine Learning on Heterogeneous Systems (2015), §3.2.
"""

from time import perf_counter

from ..comm import arrays, collectives
from ..comm.group import get_rank, get_world_size, is_initialized, new_group
from ..comm.objects import gathered
from ..static.form import MISS
from ..static.passes import optimised
from ..static.placement import Link, Placement
from ..static.program import Step
from ..static.recording import Recording
from ..static.trace import Traced

PHASES = {"forward": 1, "backward": 2, "update": 3}


class Placed:
    """A function as a program on workers; calls run this rank's part, and return the results on every rank.

    program    the whole: each step's device is the number of its worker, and messages join them
    part       the program of this rank; of a process that was started alone, the whole without messages
    messages   [(worker that sends, worker that receives, Value)] of one call, in order
    """

    def __init__(self, function, args, link=None):
        self.recording, self.link = Recording(function, args, {}), link or Link()
        several = is_initialized() and get_world_size() > 1
        self.placement = Placement(self.recording.program, self.link, get_world_size() if several else None)
        self.program, self.messages = self.placement.program, self.placement.messages
        if several:
            self.link.group = new_group()                # its messages meet no others
        self.raw = self.placement.parts[get_rank()] if several else self.recording.program
        self.form = self.formed(self.raw)

    def formed(self, program):
        """A program with the passes, ready to be called as the function was."""
        form = Traced(self.recording, [])
        form.take(optimised(program))
        return form

    @property
    def part(self):
        return self.form.program

    def __call__(self, *args):
        return self.run(self.form, args)

    def run(self, form, args):
        result = form.run(args, {})
        if result is MISS:
            raise ValueError(f"{self.program.name} was placed for arguments of another form: "
                             f"{form.difference(args, {})}. Place it anew for others.")
        self.link.settle()
        return result

    def synchronize(self):
        """Bring to every rank the parameters and buffers as the worker has them that trains them."""
        if self.link.group is not None:
            for x, worker in self.placement.homes.items():
                if type(x.source) is not tuple:
                    collectives.broadcast(x.source, worker, self.link.group)

    def timeline(self, *args):
        """Run once with clocks, and tell who was busy when: {rank: [(start, end, phase)] in seconds}, on every rank.

        What lies between is the bubble: a worker that waits for a message. `timeline_picture` draws it.
        """
        marks: list = []
        form = self.formed(self.raw.with_steps(clocked(self.raw.steps, marks)))
        if self.link.group is not None:
            arrays.barrier(self.link.group)
        start = perf_counter()
        self.run(form, args)
        own = [(a - start, b - start, phase) for (a, phase), (b, _) in zip(marks, marks[1:]) if phase]
        found = gathered(own, self.link.group) if self.link.group is not None else [own]
        return dict(enumerate(found))

    def __repr__(self):
        return f"<{self.program.name} on {self.placement.count} workers: {len(self.messages)} messages>"


def place(function, *args):
    """Run function(*args) once here, write down its steps, and give a Placed that runs each on its worker.

    function   of tensors, as `static.trace` takes it: a training step, or a part of one
    returns    Placed; call it on every rank with the same arguments

    "worker:1" is rank 1. Without a block a derivative runs where its op ran, and other steps where what they read was
    made. Every rank has all parameters; each is read, and trained, by one worker only: `synchronize()` brings them
    together again, to save them for example. Random numbers are each rank's own. A process that was started alone
    computes everything itself.

    Raises NotRecorded for what no program can repeat, and ValueError for too few ranks, or a tensor that one worker
    trains and another uses.

    >>> from minitorch import device
    >>> def function(x):
    ...     with device("worker:0"):
    ...         x = x * 2
    ...     with device("worker:1"):
    ...         return x + 1
    >>> placed = place(function, tensor([1.0, 2.0]))
    >>> placed
    <function on 2 workers: 2 messages>
    >>> print(placed.placement.parts[0])
    function(a: float32[2])
        b = mul(a, 2)                                                 float32[2]
        send(b)
        c_on_0 = receive()                                            float32[2]
        return c_on_0
    >>> placed(tensor([3.0, 4.0]))
    tensor([7., 9.])
    """
    return Placed(function, args)


def clocked(steps, marks):
    """The steps with a mark, (time, phase that begins or None), around each message and at each change of phase."""
    phase = None
    for step in steps:
        if step.name in ("send", "receive"):
            if phase is not None:
                yield mark(marks, None)
            phase = None
        elif step.phase != phase:
            phase = step.phase
            yield mark(marks, phase)
        yield step
    yield mark(marks, None)


def mark(marks, phase):
    def clock():
        marks.append((perf_counter(), phase))
    return Step("clock", clock, (), {}, (), draws=True)


def bubble(timeline):
    """The share of all workers' time, from the first beginning to the last end, in which they wait."""
    spans = [span for row in timeline.values() for span in row]
    whole = max(end for _, end, _ in spans) - min(start for start, _, _ in spans)
    return 1 - sum(end - start for start, end, _ in spans) / (whole * len(timeline))


def timeline_picture(timeline, ticks=60):
    """A picture of a timeline, a row a worker: 1 forward, 2 backward, 3 update; a gap is the bubble.

    >>> timeline_picture({0: [(0, 2, "forward"), (4, 6, "backward")], 1: [(2, 4, "forward")]}, ticks=6)
    worker:0  11··22
    worker:1  ··11··
    """
    from ..viz import strips
    spans = [span for row in timeline.values() for span in row]
    first, last = min(start for start, _, _ in spans), max(end for _, end, _ in spans)
    tick = (last - first) / ticks
    rows = {}
    for worker, row in timeline.items():
        middles = [first + (n + 0.5) * tick for n in range(ticks)]
        rows[f"worker:{worker}"] = [next((PHASES[phase] for start, end, phase in row if start <= at < end), None)
                                    for at in middles]
    return strips(rows, join=True)
