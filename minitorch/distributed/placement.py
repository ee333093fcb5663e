"""Placement: split one program over several workers; each runs the ops in its `with device(...)` blocks.

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
from ..comm.objects import gather_objects
from ..static.guards import MISS
from ..static.passes import optimised
from ..static.placement import Link, Placement
from ..static.program import Step
from ..static.recording import Recording, Traced

PHASES = {"forward": 1, "backward": 2, "update": 3}


class Placed:
    """A function as a program on several workers; a call runs this rank's part, and returns the results on every rank.

    program    the whole program: each step's device is the number of its worker, and messages connect the workers
    part       the program of this rank; in a single process, the whole program without messages
    messages   [(worker that sends, worker that receives, Value)] of one call, in order
    """

    def __init__(self, function, args, link=None):
        self.recording, self.link = Recording(function, args, {}), link or Link()
        several = is_initialized() and get_world_size() > 1
        self.placement = Placement(self.recording.program, self.link, get_world_size() if several else None)
        self.program, self.messages = self.placement.program, self.placement.messages
        if several:
            self.link.group = new_group()            # use a separate group, so that its messages cannot mix with others
        self.raw = self.placement.parts[get_rank()] if several else self.recording.program
        self.form = self.optimised(self.raw)

    def optimised(self, program):
        """Optimise a program; return it as a callable with the function's arguments and results."""
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
            raise ValueError(f"{self.program.name} was placed for arguments of other shapes or dtypes: "
                             f"{form.difference(args, {})}. Place it again for other arguments.")
        self.link.settle()
        return result

    def synchronize(self):
        """Copy to every rank the parameters and buffers from the worker that trains them."""
        if self.link.group is not None:
            for x, worker in self.placement.homes.items():
                if type(x.source) is not tuple:
                    collectives.broadcast(x.source, worker, self.link.group)

    def timeline(self, *args):
        """Run once and return the busy times of each rank: {rank: [(start, end, phase)] in seconds}, on every rank.

        The gaps are the bubble, in which a worker waits for a message. `timeline_picture` draws it.
        """
        marks: list = []
        form = self.optimised(self.raw.with_steps(add_clock(self.raw.steps, marks)))
        if self.link.group is not None:
            arrays.barrier(self.link.group)
        start = perf_counter()
        self.run(form, args)
        own = [(a - start, b - start, phase) for (a, phase), (b, _) in zip(marks, marks[1:]) if phase]
        found = gather_objects(own, self.link.group) if self.link.group is not None else [own]
        return dict(enumerate(found))

    def __repr__(self):
        return f"<{self.program.name} on {self.placement.count} workers: {len(self.messages)} messages>"


def place(function, *args):
    """Run function(*args) once here, record its ops, and return a Placed that runs each op on its worker.

    function   a function of tensors, as in `static.trace`: a training step, or a part of one
    returns    Placed; call it on every rank with the same arguments

    "worker:1" is rank 1. A derivative runs on the worker of its op; any other op outside a `with device` block runs on
    the worker that computed its arguments. Every rank has all parameters, but only one worker uses and trains each:
    `synchronize()` copies the trained values to all ranks, for example to save them. Each rank draws its own random
    numbers. A single process computes everything itself.

    Raises NotRecorded for code that a program cannot repeat, and ValueError for too few ranks, or for a tensor that
    one worker trains and another uses.

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


def add_clock(steps, marks):
    """Yield the steps, and at each new phase and around each message a step that records (time, phase or None)."""
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
    """Return which fraction of the workers' time is spent waiting, from the first start to the last end."""
    spans = [span for row in timeline.values() for span in row]
    whole = max(end for _, end, _ in spans) - min(start for start, _, _ in spans)
    return 1 - sum(end - start for start, end, _ in spans) / (whole * len(timeline))


def timeline_picture(timeline, ticks=60):
    """Draw a timeline with a row for each worker: 1 forward, 2 backward, 3 update; a gap is the bubble.
    A span may have any number instead of a phase.

    >>> timeline_picture({0: [(0, 2, "forward"), (4, 6, "backward")], 1: [(2, 4, "forward")]}, ticks=6)
    worker:0  11··22
    worker:1  ··11··
    1 forward, 2 backward
    """
    from ..viz import strips
    spans = [span for row in timeline.values() for span in row]
    first, last = min(start for start, _, _ in spans), max(end for _, end, _ in spans)
    tick = (last - first) / ticks
    rows = {}
    for worker, row in timeline.items():
        middles = [first + (n + 0.5) * tick for n in range(ticks)]
        rows[f"worker:{worker}"] = [next((PHASES.get(what, what) for start, end, what in row if start <= at < end),
                                         None) for at in middles]
    return strips(rows, join=True, words={number: phase for phase, number in PHASES.items()})
