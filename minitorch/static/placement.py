"""Split a program into one for each worker; a send and a receive pass each Value that another worker needs."""

import numpy as np

from ..comm.messages import isend, recv
from ..tensors import tensor_of
from .memory import Sharing
from .passes.redundancy import dead_code
from .program import Program, Step, Value, optimizer_step, sum_gradients

WORKER = "worker"


class Link:
    """The connection between workers, shared by all sends and receives: the group of ranks, the pending sends.

    group   the ranks that take part; None until the program runs on several ranks
    """

    def __init__(self):
        self.group, self.under_way = None, []

    def send(self, array, worker, tag):
        """Start to send an array; no other code may write to its memory."""
        self.under_way.append(isend(tensor_of(array), worker, self.group, tag))

    def receive(self, array, worker, tag):
        """Wait for an array from a worker, and write it into `array`."""
        recv(tensor_of(array), worker, self.group, tag)

    def settle(self):
        """Wait until all sent arrays have been received."""
        works, self.under_way = self.under_way, []
        for work in works:
            work.wait()


class Send:
    """A function that starts to send a copy of an array to a worker, and returns before it has arrived."""

    def __init__(self, link, worker, tag):
        self.link, self.worker, self.tag = link, worker, tag

    def __call__(self, array):
        self.link.send(np.array(array), self.worker, self.tag)


class Receive:
    """A function that waits for an array from a worker, and returns it."""

    def __init__(self, link, worker, tag, shape, dtype):
        self.link, self.worker, self.tag, self.shape, self.dtype = link, worker, tag, shape, dtype

    def __call__(self):
        array = np.empty(self.shape, self.dtype)
        self.link.receive(array, self.worker, self.tag)
        return array


class Placement:
    """A recorded program, divided among workers.

    program    the whole program, with sends and receives; each step's device is a worker's number
    parts      {worker: the program that it runs}
    homes      {state: the worker that uses it first}

    A step runs on the worker of its `with device("worker:N")` block, and a derivative on its op's worker. Another step
    runs on the worker that made most bytes of its arguments; if it reads only inputs and states, on the first worker
    that uses its result. Results go to all `count` workers, by default as many as the program names. Raises ValueError
    if a named worker does not exist, or if one worker writes to or trains memory that another worker uses.
    """

    def __init__(self, recorded, link, count=None):
        recorded = self.recorded = dead_code(recorded)
        self.link, self.messages = link, []
        self.steps = list(share_updates(recorded, workers_of(recorded)))
        named = 1 + max((worker for _, worker in self.steps), default=0)
        self.count = named if count is None else count
        if self.count < named:
            raise ValueError(f"{recorded.name} uses {WORKER}:{named - 1}, but there are only {self.count} ranks. Start "
                             f"it by `minitorch run -n {named}`.")
        check_shared_memory(recorded, self.steps)
        self.homes = {x: worker for step, worker in reversed(self.steps) for x in step.reads if x.role == "state"}
        self.made, self.here, self.placed = {}, {}, []
        for step, worker in self.steps:
            self.place(step, worker)
        results = [x for x in recorded.outputs if x in self.made]
        for worker in range(self.count):
            for x in results:
                self.on_worker(x, worker)
        self.program = recorded.with_steps(self.placed)
        self.parts = {worker: self.part(worker) for worker in range(self.count)}

    def place(self, step, worker):
        """Add a step to the program, after the sends and receives of the Values that it reads."""
        known = {x: self.on_worker(x, worker, step) for x in dict.fromkeys(step.reads) if x in self.made}
        step = step.replaced(known, device=worker)
        self.placed.append(step)
        self.made.update((x, worker) for x in step.outputs if x is not None)

    def on_worker(self, x, worker, reader=None):
        """Return the Value to use on a worker: x itself, or the copy that it receives if another worker made x."""
        home = self.made[x]
        if home == worker:
            return x
        if (x, worker) not in self.here:
            self.here[x, worker] = self.send(x, home, worker, reader)
        return self.here[x, worker]

    def send(self, x, home, worker, reader):
        """Add a send and a receive step for x; return the copy that the worker receives."""
        phase, line = (reader.phase, reader.line) if reader is not None else ("forward", "")
        if x.dtype is None:                                  # send an indexed gradient as a full array
            if reader is None or reader.call is not sum_gradients:
                raise ValueError(f"{x.name} is no array, and cannot be sent from {WORKER}:{home} to {WORKER}:{worker}.")
            whole = Value(f"{x.name}_whole", np.empty(reader.settings["shape"], reader.settings["dtype"]))
            self.place(Step("gather", sum_gradients, [[x]], reader.settings, [whole], phase=phase, line=line), home)
            return self.on_worker(whole, worker, reader)
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
        """Return the program for one worker: its own steps, states and gradients."""
        steps = [one_end(step) for step in self.placed if step.device == worker]
        read = {x for step in steps for x in [*step.reads, *step.writes]}
        results = [self.here.get((x, worker), x) for x in self.recorded.outputs]
        made = Program(self.recorded.name, self.recorded.inputs, (), steps, results)
        old = {x.source[0] for x in self.recorded.states if type(x.source) is tuple}  # tensors that have a .grad
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
        """Return the worker that makes a Value, or uses it first if no step makes it; 0 by default."""
        return self.made.get(x, self.homes.get(x, 0))


def one_end(step):
    """Return a step for one worker's program: a send without its result, a receive without its argument."""
    if step.name == "send":
        return step.replaced({}, outputs=())
    return step.replaced({}, args=()) if step.name == "receive" else step


def workers_of(program):
    """Return the worker on which each step runs, by the rules in Placement."""
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
    """Yield (step, worker) in order; split an optimiser step into one for each worker that has parameters."""
    homes: dict = {}
    for step, worker in zip(program.steps, workers):
        if step.call is not optimizer_step:
            homes.update((x, homes.get(x, worker)) for x in step.reads)
    for step, worker in zip(program.steps, workers):
        if step.call is not optimizer_step:
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


def check_shared_memory(program, steps):
    """Raise ValueError if one worker writes to or trains memory that another worker uses."""
    sharing, seen = Sharing(program), {}
    gathering = {id(tensor) for tensor, x in program.grads if x is not None}
    trained = {sharing.first(x) for x in program.states if id(x.source) in gathering}
    for step, worker in steps:
        if step.call is optimizer_step:
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
