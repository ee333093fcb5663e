"""Ranks of a simulation: threads with a clock each, joined by a ring, for what lesson 10 shows of a backward pass."""

import threading
from copy import deepcopy
from functools import partial
from types import SimpleNamespace

import numpy as np

from .ranks import in_buckets, in_threads, numbers_of, ring_steps

SPEED, LATENCY, RATE = 256, 1, 4096       # numbers of a gradient in a tick; ticks of a message; its bytes in a tick


class NeverStarted(Exception):
    """Raised in a rank that waits for a sum that another rank never starts."""


class Call:
    """One all-reduce: the arrays that ranks have brought so far, and the ticks of its last start, begin and end."""

    def __init__(self, number):
        self.number, self.brought, self.ready, self.begin, self.end = number, {}, 0.0, None, None


class Ring:
    """What the ranks of a simulation share: their calls in order, and how long each is on the wire.

    add, copy   a rank's part of a step, as exercises 10.3 and 10.4 have it
    """

    def __init__(self, count, add, copy, latency, rate):
        self.count, self.add, self.copy, self.latency, self.rate = count, add, copy, latency, rate
        self.calls, self.waiting, self.ended, self.changed = [], {}, {}, threading.Condition()

    def join(self, rank, number, array, now):
        """Bring a rank's array to call `number`; when it is the last one, the sum is made."""
        with self.changed:
            if number == len(self.calls):
                self.calls.append(Call(number))
            call = self.calls[number]
            other = next(iter(call.brought.values()), array)
            if other.size != array.size:
                raise ValueError(f"sum {number}: rank {rank} brings {array.size} numbers, another rank {other.size}. "
                                 "All ranks start the same buckets in the same order.")
            call.brought[rank], call.ready = array, max(call.ready, now)
            if len(call.brought) == self.count:
                self.add_up(call)
                self.changed.notify_all()
            return call

    def add_up(self, call):
        """Make the sum by the ring's steps, after the sum before it: the wire carries one at a time."""
        arrays = [call.brought[rank] for rank in range(self.count)]
        before = self.calls[call.number - 1].end if call.number else 0
        steps, size = ring_steps(self.count, self.add, self.copy), arrays[0].nbytes / self.count
        call.begin = max(before, call.ready)
        call.end = call.begin + len(steps) * (self.latency + size / self.rate)
        memory = np.stack(arrays)
        parts = [np.array_split(row, self.count) for row in memory]
        for phase, step in steps:
            for rank in range(self.count):
                phase(parts[rank], parts[rank - 1], rank, step)
        for array, row in zip(arrays, memory):
            array[...] = row

    def wait(self, rank, call):
        """Return when a sum is there. Raises NeverStarted if all ranks wait or have ended, and it never will be."""
        with self.changed:
            self.waiting[rank] = call
            self.changed.notify_all()
            self.changed.wait_for(lambda: call.end is not None or self.stuck())
            if call.end is None:
                raise NeverStarted
            del self.waiting[rank]

    def stuck(self):
        return len(self.waiting) + len(self.ended) == self.count and all(
            call.end is None for call in self.waiting.values())

    def leave(self, rank, now):
        with self.changed:
            self.ended[rank] = now
            self.changed.notify_all()


class Machine:
    """One rank of a simulation.

    now      its clock, in ticks
    events   [(tick, what happened, bytes that are under way from then on)]
    spans    [(begin, end, bucket)] of its gradients
    stuck    what it waits for and never gets; "" if it has ended
    """

    def __init__(self, rank, ring):
        self.rank, self.ring, self.now, self.begun, self.events, self.spans = rank, ring, 0.0, [], [], []
        self.stuck = ""

    def replica(self, net, buckets, most):
        """Return this rank's copy of a network, and its parameters in buckets; their gradients take this rank's time.

        buckets   an answer to exercise 10.5; most, the bytes of a bucket
        """
        net = deepcopy(net)
        found, names = in_buckets(net, buckets, most), {id(p): name for name, p in net.named_parameters()}
        for number, bucket in enumerate(found):
            for p in bucket:
                p.register_post_accumulate_grad_hook(lambda p, number=number: self.computed(names[id(p)], p, number))
        return net, found

    def computed(self, name, p, number):
        start, self.now = self.now, self.now + p.numel() / SPEED
        self.spans.append((start, self.now, number))
        self.events.append((self.now, f"gradient of {name}", 0))

    def start(self, vector):
        """Start the sum of a vector over the ranks and return at once; the result's wait() returns when it is there."""
        number, array = len(self.begun), numbers_of(vector)
        self.begun.append(self.ring.join(self.rank, number, array, self.now))
        self.events.append((self.now, f"sum {number} starts", array.nbytes))
        return SimpleNamespace(wait=partial(self.wait, self.begun[-1]))

    def wait(self, call):
        """Wait for a sum: the clock goes on to its end."""
        try:
            self.ring.wait(self.rank, call)
        except NeverStarted:
            absent = ", ".join(str(rank) for rank in range(self.ring.count) if rank not in call.brought)
            self.stuck = (f"rank {self.rank} waits for sum {call.number} from tick {self.now:.1f} on; rank {absent} "
                          "never starts it.")
            raise
        self.now = max(self.now, call.end)

    @property
    def sent(self):
        """Return the bytes that this rank has sent to its neighbour: 2 (n − 1) / n of each sum."""
        count = self.ring.count
        return sum(call.brought[self.rank].nbytes for call in self.begun) * 2 * (count - 1) // count

    def log(self):
        """Return a line for each event: its tick, what happened, and the bytes of this rank that are under way then."""
        ends = [(call.end, f"sum {call.number} is there", -call.brought[self.rank].nbytes) for call in self.begun
                if call.end is not None]
        events = sorted([*self.events, *ends], key=lambda event: event[0])
        flying = np.cumsum([size for _, _, size in events])
        return [f"tick {tick:4.1f}  {what:<22}{sent:>7,} bytes under way"
                for (tick, what, _), sent in zip(events, flying)]


def simulate(program, ranks, add, copy, latency=LATENCY, rate=RATE):
    """Run program(machine) on so many ranks at once; return their Machines. A hang ends at once: it is in `.stuck`.

    add, copy   a rank's part of one step of the ring: exercises 10.3 and 10.4
    latency     ticks until the first byte of a message is there; rate, the bytes that a wire carries in a tick
    """
    ring = Ring(ranks, add, copy, latency, rate)

    def run(rank, meet):
        machine = Machine(rank, ring)
        try:
            program(machine)
        except NeverStarted:
            pass                                         # machine.stuck says so
        finally:
            ring.leave(rank, machine.now)
        return machine
    return in_threads(run, ranks)


def lanes(machines):
    """Return a row of buckets for each rank, a tick a number, and one for the wire: rows for `viz.strips`."""
    rows = {f"rank {machine.rank}": machine.spans for machine in machines}
    rows["wire"] = [(call.begin, call.end, call.number) for call in machines[0].begun if call.end is not None]
    last = int(np.ceil(max(end for spans in rows.values() for _, end, _ in spans)))
    return {name: [next((number for begin, end, number in spans if begin <= tick + 0.5 < end), None)
                   for tick in range(last)] for name, spans in rows.items()}
