"""Placement: a program is cut into one for each worker, and a send and a receive join every edge that crosses."""

import numpy as np

from ..comm.messages import isend, recv
from ..tensors import plain
from .memory import Sharing
from .passes.dead_code import dead_code
from .program import Program, Step, Value
from .steps import gathered, updated

WORKER = "worker"


class Link:
    """What the ends of all edges share: the group of ranks, and the sends that are under way.

    group   the ranks that take part; None until the program is to run on several
    """

    def __init__(self):
        self.group, self.under_way = None, []

    def send(self, array, worker, tag):
        """Begin to send an array of which nobody else has memory."""
        self.under_way.append(isend(plain(array), worker, self.group, tag))

    def receive(self, array, worker, tag):
        """Wait for what comes, and write it into an array."""
        recv(plain(array), worker, self.group, tag)

    def settle(self):
        """Wait until all that was sent has been received."""
        works, self.under_way = self.under_way, []
        for work in works:
            work.wait()


class Send:
    """One end of an edge: copies an array and goes on at once, so that the worker computes while it travels."""

    def __init__(self, link, worker, tag):
        self.link, self.worker, self.tag = link, worker, tag

    def __call__(self, array):
        self.link.send(np.array(array), self.worker, self.tag)


class Receive:
    """The other end: waits for the array."""

    def __init__(self, link, worker, tag, shape, dtype):
        self.link, self.worker, self.tag, self.shape, self.dtype = link, worker, tag, shape, dtype

    def __call__(self):
        array = np.empty(self.shape, self.dtype)
        self.link.receive(array, self.worker, self.tag)
        return array


class Placement:
    """A recorded program on workers.

    program    the whole, with its messages: each step's device is a worker's number
    parts      {worker: its own program}
    homes      {state: the worker that uses it}

    A step runs where its `with device("worker:N")` block says; a derivative where its op ran. Others run where most of
    what they read was made; what reads inputs and states alone, where it is used first. Results go to all `count`
    workers, by default as many as are named. Raises ValueError where one is named that is not among them, and for
    memory that is written to, or trained, on one worker and used on another.
    """

    def __init__(self, recorded, link, count=None):
        recorded = self.recorded = dead_code(recorded)
        self.link, self.messages = link, []
        self.steps = list(share_updates(recorded, workers_of(recorded)))
        named = 1 + max((worker for _, worker in self.steps), default=0)
        self.count = named if count is None else count
        if self.count < named:
            raise ValueError(f"{recorded.name} names {WORKER}:{named - 1}, and there are {self.count} ranks: start it "
                             f"by `minitorch run -n {named}`.")
        check(recorded, self.steps)
        self.homes = {x: worker for step, worker in reversed(self.steps) for x in step.reads if x.role == "state"}
        self.made, self.here, self.placed = {}, {}, []
        for step, worker in self.steps:
            self.place(step, worker)
        results = [x for x in recorded.outputs if x in self.made]
        for worker in range(self.count):
            for x in results:
                self.brought(x, worker)
        self.program = recorded.with_steps(self.placed)
        self.parts = {worker: self.part(worker) for worker in range(self.count)}

    def place(self, step, worker):
        """Put a step behind the messages that it waits for."""
        known = {x: self.brought(x, worker, step) for x in dict.fromkeys(step.reads) if x in self.made}
        step = step.replaced(known, device=worker)
        self.placed.append(step)
        self.made.update((x, worker) for x in step.outputs if x is not None)

    def brought(self, x, worker, reader=None):
        """The Value as a worker has it: a copy that was sent, where another one made it."""
        home = self.made[x]
        if home == worker:
            return x
        if (x, worker) not in self.here:
            self.here[x, worker] = self.send(x, home, worker, reader)
        return self.here[x, worker]

    def send(self, x, home, worker, reader):
        """Put down both ends of an edge; the copy that arrives."""
        phase, line = (reader.phase, reader.line) if reader is not None else ("forward", "")
        if x.dtype is None:                                  # a gradient of a few places: it is sent as a whole array
            if reader is None or reader.call is not gathered:
                raise ValueError(f"{x.name} is no array, and cannot be sent from {WORKER}:{home} to {WORKER}:{worker}.")
            whole = Value(f"{x.name}_whole", np.empty(reader.settings["shape"], reader.settings["dtype"]))
            self.place(Step("gather", gathered, [[x]], reader.settings, [whole], phase=phase, line=line), home)
            return self.brought(whole, worker, reader)
        tag = len(self.messages)
        message = Value(f"{x.name}_to_{worker}", None)
        arrived = Value(f"{x.name}_on_{worker}", np.empty(x.shape, x.dtype))
        self.messages.append((home, worker, x))
        self.placed += [
            Step("send", Send(self.link, worker, tag), [x], {}, [message], draws=True, phase=phase, line=line,
                 device=home),
            Step("receive", Receive(self.link, home, tag, x.shape, x.dtype), [message], {}, [arrived], draws=True,
                 phase=phase, line=line, device=worker)]
        return arrived

    def part(self, worker):
        """The program of one worker."""
        steps = [ended(step) for step in self.placed if step.device == worker]
        read = {x for step in steps for x in [*step.reads, *step.writes]}
        results = [self.here.get((x, worker), x) for x in self.recorded.outputs]
        made = Program(self.recorded.name, self.recorded.inputs, (), steps, results)
        old = {x.source[0] for x in self.recorded.states if type(x.source) is tuple}     # .grad that is added to
        for tensor, x in self.recorded.grads:
            if x is None or self.home(x) == worker:
                made.grads.append((tensor, x))
            elif tensor not in old:
                made.grads.append((tensor, None))
        made.rebound = [(tensor, x) for tensor, x in self.recorded.rebound if self.home(x) == worker]
        read.update(x for x in made.results if x is not None)
        made.states = [x for x in self.recorded.states if x in read]
        known = {*read, *made.inputs}
        made.overlaps = [(x, y) for x, y in self.recorded.overlaps if x in known and y in known]
        return made

    def home(self, x):
        """The worker that has a Value."""
        return self.made.get(x, self.homes.get(x, 0))


def ended(step):
    """One end of an edge in the program of its worker, which does not see the other."""
    if step.name == "send":
        return step.replaced({}, outputs=())
    return step.replaced({}, args=()) if step.name == "receive" else step


def workers_of(program):
    """The worker of each step."""
    found = [step.device.index or 0 if getattr(step.device, "type", "") == WORKER else None for step in program.steps]
    made: dict = {}
    for number, step in enumerate(program.steps):
        if found[number] is None:
            sizes: dict = {}
            for x in step.writes or step.reads:
                if made.get(x) is not None:
                    sizes[made[x]] = sizes.get(made[x], 0) + x.nbytes
            found[number] = max(sizes, key=sizes.__getitem__, default=None)
        made.update((x, found[number]) for x in step.outputs if x is not None)
        for x in step.writes:
            made.setdefault(x, found[number])
    used: dict = {}
    for number, step in reversed([*enumerate(program.steps)]):
        if found[number] is None:
            found[number] = next((used[x] for x in step.outputs if x in used), 0)
        used.update((x, found[number]) for x in step.reads)
    return found


def share_updates(program, workers):
    """(step, worker) in order; a step of an optimiser becomes one for each worker that has parameters."""
    homes: dict = {}
    for step, worker in zip(program.steps, workers):
        if step.call is not updated:
            homes.update((x, homes.get(x, worker)) for x in step.reads)
    for step, worker in zip(program.steps, workers):
        if step.call is not updated:
            yield step, worker
            continue
        grads, also = step.args
        params = step.settings["params"]
        places = [homes.get(x, worker) for x in step.writes[:len(params)]]
        for place in sorted(set(places)):
            own = [i for i, home in enumerate(places) if home == place]
            away = {x for x, home in zip(grads, places) if home != place}
            writes = [*[step.writes[i] for i in own], *[x for x in step.writes[len(params):] if x not in away]]
            yield step.replaced({}, args=([grads[i] for i in own], also), writes=writes,
                                settings={**step.settings, "params": [params[i] for i in own]}), place


def check(program, steps):
    """Raise ValueError for memory that one worker writes to, or trains, and another uses."""
    sharing, seen = Sharing(program), {}
    gathering = {id(tensor) for tensor, x in program.grads if x is not None}
    trained = {sharing.first(x) for x in program.states if id(x.source) in gathering}
    for step, worker in steps:
        if step.call is updated:
            continue
        for x in step.values:
            base = sharing.first(x)
            if base not in sharing.written and base not in trained:
                continue
            before, line = seen.setdefault(base, (worker, step.line))
            if before != worker:
                raise ValueError(
                    f"A tensor of shape {tuple(base.shape)} that {program.name} writes to or trains is used on "
                    f"{WORKER}:{before}, at {line}, and on {WORKER}:{worker}, at {step.line}. Each worker has its "
                    "own memory: use it on one of them, or give each a copy.")
