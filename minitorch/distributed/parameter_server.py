"""A parameter server: one rank has the weights and the optimiser; the others send gradients and receive weights.

    server = ParameterServer(model.parameters(), optimizer, mode="async")
    if server.is_server:
        server.serve()                                # until every worker has ended
    else:
        with server:
            for x, y in loader:
                optimizer.zero_grad()
                loss_of(model(x), y).backward()
                server.exchange()                     # send gradients, receive weights
"""

import numpy as np

from .. import backend
from ..comm import arrays
from ..comm.group import require_member
from ..comm.mpi import load
from ..comm.wait import wait
from ..engine import tensor_types
from ..runtime import bump
from ..tensors import tensor_of

GRADIENTS, WEIGHTS, ENDED = 1, 2, 3       # tags of messages
MODES = ("sync", "async", "bounded")


class ParameterServer:
    """Weights on the first rank of a group, and workers on the other ranks.

    params      the model's parameters, in the same order on all ranks; the server's values are used
    optimizer   takes the steps on the server; workers may pass None
    mode        "sync": a step uses the mean of all workers' gradients, as one process with all batches would.
                "async": each worker's gradients are a step as soon as they arrive (Downpour SGD); the weights may
                have changed since the worker received them. "bounded": as "async", but a worker that is more than
                `bound` steps ahead of the slowest waits
    every       the number of calls of `exchange` that accumulate gradients before they are sent
    staleness   the server's list: for each step, how many steps were taken since the worker received its weights

    A single process is worker and server: `exchange` takes a step.
    Sources: Dean et al., Large Scale Distributed Deep Networks (2012), §4.1, for "sync" and "async"; Ho et al., More
    Effective Distributed ML via a Stale Synchronous Parallel Parameter Server (2013), for "bounded".
    """

    def __init__(self, params, optimizer=None, mode="async", bound=2, every=1, group=None):
        if mode not in MODES:
            raise ValueError(f"mode must be one of {', '.join(MODES)}, not {mode!r}.")
        self.params, self.optimizer, self.mode, self.bound, self.every = list(params), optimizer, mode, bound, every
        if not self.params or any(type(p) not in tensor_types for p in self.params):
            raise TypeError("ParameterServer takes a model's parameters: model.parameters().")
        self.group = require_member(group)
        self.alone = self.group.size() == 1
        self.is_server = not self.alone and self.group.rank() == 0
        if optimizer is None and (self.alone or self.is_server):
            raise ValueError("the server needs an optimizer, which takes the steps.")
        self.size = sum(p.numel() for p in self.params)
        self.kind = np.result_type(*(p.array.dtype for p in self.params), np.float32)
        self.version, self.calls, self.staleness = 0, 0, []

    # Methods that copy weights and gradients from and to one array

    def weights(self):
        """Return all weights in one array, with their version, the number of steps so far, at its end."""
        return np.concatenate([*[backend.move(p.array, "cpu").reshape(-1) for p in self.params], [self.version]],
                              dtype=self.kind, casting="unsafe")

    def load_weights(self, flat):
        """Write received weights into the parameters."""
        place = 0
        for p in self.params:
            part = flat[place:place + p.numel()].reshape(tuple(p.shape)).astype(p.array.dtype)
            p.array[...] = backend.move(part, backend.device_of(p.array))
            bump(p)
            place += p.numel()
        self.version = int(flat[-1])

    def gradients(self):
        """Return all gradients in one array, zeros for None, with the version of the weights at its end."""
        parts = [np.zeros(p.numel()) if p._grad is None else backend.move(p._grad.array, "cpu").reshape(-1)
                 for p in self.params]
        return np.concatenate([*parts, [self.version]], dtype=self.kind, casting="unsafe")

    def step(self, flat):
        """Take one optimiser step with received gradients."""
        place = 0
        for p in self.params:
            part = flat[place:place + p.numel()].reshape(tuple(p.shape)).astype(p.array.dtype)
            p.grad = tensor_of(backend.move(part, backend.device_of(p.array)))
            place += p.numel()
        self.optimizer.step()
        self.version += 1

    # The worker's methods

    def __enter__(self):
        self.fetch_first()
        return self

    def __exit__(self, *failure):
        if not self.alone and failure[0] is None:
            self.send(np.zeros(0, self.kind), 0, ENDED)
            flat = self.weights()
            arrays.broadcast(self.group, flat, 0)        # send the final weights to all ranks
            self.load_weights(flat)

    def fetch_first(self):
        """Copy the server's weights to all ranks at the start."""
        if not self.alone:
            flat = self.weights()
            arrays.broadcast(self.group, flat, 0)
            self.load_weights(flat)

    def exchange(self):
        """Send this worker's gradients and wait for new weights; with `every`, most calls only accumulate gradients."""
        if self.is_server:
            raise RuntimeError("this rank is the server: call serve() on it, and exchange() on the workers.")
        self.calls += 1
        if self.calls % self.every:
            return
        if self.alone:
            self.optimizer.step()
        else:
            self.send(self.gradients(), 0, GRADIENTS)
            self.load_weights(self.receive(self.size + 1, 0, WEIGHTS))
        for p in self.params:
            p._grad = None

    # The server's methods

    def serve(self):
        """Serve the workers until all have ended; return `staleness`."""
        self.fetch_first()
        workers = set(range(1, self.group.size()))
        clock, waiting = dict.fromkeys(workers, 0), {}   # {worker: gradients sent}; {waiting worker: gradients}
        while workers:
            source, tag, flat = self.next_message()
            if tag == ENDED:
                workers.discard(source)
                clock.pop(source)
            else:
                clock[source] += 1
                waiting[source] = flat
                if self.mode != "sync":
                    self.staleness.append(self.version - int(flat[-1]))
                    self.step(flat)
            self.answer(workers, clock, waiting)
        flat = self.weights()
        arrays.broadcast(self.group, flat, 0)
        return self.staleness

    def answer(self, workers, clock, waiting):
        """Send weights to the workers that may continue."""
        if self.mode == "sync":
            if not waiting or set(waiting) != workers:
                return
            self.staleness.append(0)
            self.step(sum(waiting[worker] for worker in sorted(waiting)) / len(waiting))
        for worker in sorted(waiting):
            if self.mode != "bounded" or clock[worker] - min(clock.values()) <= self.bound:
                waiting.pop(worker)
                self.send(self.weights(), worker, WEIGHTS)

    # Methods that send and receive messages

    def send(self, flat, rank, tag):
        wait(self.group, "the parameter server's message", self.group.comm.Isend(flat, rank, tag))

    def receive(self, size, rank, tag):
        flat = np.empty(size, self.kind)
        wait(self.group, "a worker of the parameter server", self.group.comm.Irecv(flat, rank, tag))
        return flat

    def next_message(self):
        """Wait for the next message from any worker; return its (rank, tag, array)."""
        MPI = load()
        found = Probe(self.group.comm, MPI)
        wait(self.group, "the parameter server", found)
        source, tag = found.status.Get_source(), found.status.Get_tag()
        return source, tag, self.receive(found.status.Get_count(MPI.BYTE) // self.kind.itemsize, source, tag)


class Probe:
    """A check for any message, in the form that `wait` needs."""

    def __init__(self, comm, MPI):
        self.comm, self.status, self.any = comm, MPI.Status(), (MPI.ANY_SOURCE, MPI.ANY_TAG)

    def Test(self):
        return self.comm.Iprobe(*self.any, self.status)
