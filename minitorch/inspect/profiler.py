"""PyTorch's names for a profile: sums by op in a table, and a timeline for a browser. viz.profile shows more."""

import json
import os
import time
from enum import Enum
from functools import wraps

from ..display.text import table, time_text
from ..runtime import missing as _missing
from .profile import profile as Watched

__all__ = ["ProfilerAction", "ProfilerActivity", "profile", "record_function", "schedule", "tensorboard_trace_handler"]

running: list = []                       # the profiles that are recording, for record_function


class ProfilerActivity(Enum):
    """PyTorch's kinds of activity; minitorch records ops on every device, whichever kinds you pass."""

    CPU, CUDA, XPU, MTIA = range(4)


class ProfilerAction(Enum):
    """What a profile does in a step of its schedule."""

    NONE, WARMUP, RECORD, RECORD_AND_SAVE = range(4)


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, skip_first_wait=0):
    """Return a function from a step's number to its ProfilerAction: rounds of `wait`, `warmup` and `active` steps.

    repeat      number of rounds of idle (wait), warmup and recorded (active) steps; 0: until the end
    skip_first  steps before the first round
    skip_first_wait   not 0: the first round has no `wait` steps

    Raises ValueError unless active is positive and the others are not negative.
    """
    if min(wait, warmup, repeat, skip_first) < 0 or active <= 0:
        raise ValueError("Invalid profiler schedule arguments: active must be positive, the others at least 0.")
    length = wait + warmup + active

    def action(step):
        step -= skip_first - (wait if skip_first_wait else 0)
        if step < (wait if skip_first_wait else 0) or repeat and step >= repeat * length:
            return ProfilerAction.NONE
        place = step % length
        if place < wait:
            return ProfilerAction.NONE
        if place < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if place < length - 1 else ProfilerAction.RECORD_AND_SAVE
    return action


class Timeline(Watched):
    """A profile that also records when each op began: `spans` is [(name, start, seconds)]."""

    def __init__(self):
        super().__init__()
        self.spans = []

    def operation(self, op, inputs, settings, result):
        if not self.busy:
            self.spans.append((op.name, time.perf_counter() - self.took, self.took))
        super().operation(op, inputs, settings, result)


class Average:
    """The sums of one op, or of one record_function. Times in microseconds, memory in bytes."""

    def __init__(self, key, count, seconds, memory=0, flops=0):
        self.key, self.count, self.flops, self.cpu_memory_usage = key, count, flops, memory
        self.cpu_time_total = seconds * 1e6
        self.self_cpu_time_total = 0.0 if flops is None else self.cpu_time_total     # a range contains no op
        self.cpu_time = self.cpu_time_total / count if count else 0.0
        self.device_time_total = self.cuda_time_total = self.self_cuda_time_total = 0.0

    def __repr__(self):
        return f"<Average key={self.key} count={self.count} cpu_time_total={self.cpu_time_total:.0f}us>"


class Averages(list):
    """A list of Average; `.table()` shows it."""

    def table(self, sort_by=None, row_limit=100, **settings):
        """Return a table of names, times and calls; sort_by: "cpu_time_total", "count", "cpu_memory_usage" …"""
        name = (sort_by or "").replace("cuda_", "cpu_").replace("device_", "cpu_")
        rows = sorted(self, key=lambda one: -getattr(one, name)) if name else list(self)
        whole = sum(one.self_cpu_time_total for one in self) or 1
        lines = [[one.key, f"{100 * one.self_cpu_time_total / whole:.2f}%", time_text(one.cpu_time_total / 1e6),
                  time_text(one.cpu_time / 1e6), f"{one.count}", f"{one.cpu_memory_usage}"]
                 for one in rows[:row_limit if row_limit >= 0 else None]]
        head = ["Name", "CPU %", "CPU total", "CPU time avg", "# of Calls", "CPU Mem"]
        return table(head, lines) + f"\nSelf CPU time total: {time_text(whole / 1e6)}\n"

    def total_average(self):
        """Return the sums of all rows as one Average."""
        return Average("Total", sum(one.count for one in self), sum(one.cpu_time_total for one in self) / 1e6)

    def __str__(self):
        return self.table()


class profile:
    """A block `with profile(activities=[ProfilerActivity.CPU]) as prof:` that sums the times of its ops.

    schedule         which steps are recorded; prof.step() ends a step. Default: all steps
    on_trace_ready   function(prof), called when a round of the schedule is complete, or at the end without one
    activities, record_shapes, profile_memory, with_stack, with_flops, with_modules are accepted as in PyTorch; they do
    not change what is counted. The times of derivatives have their own rows, "name backward".
    """

    def __init__(self, activities=None, schedule=None, on_trace_ready=None, record_shapes=False, profile_memory=False,
                 with_stack=False, with_flops=False, with_modules=False, **settings):
        self.schedule, self.ready, self.step_num = schedule, on_trace_ready, 0
        self.found, self.ranges = None, []

    def action(self):
        return self.schedule(self.step_num) if self.schedule else ProfilerAction.RECORD

    def begin(self):
        if self.action() in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE) and self not in running:
            self.found, self.ranges = Timeline(), []
            self.found.__enter__()
            running.append(self)

    def end(self):
        if self in running:
            running.remove(self)
            self.found.__exit__(None, None, None)
            if self.ready is not None:
                self.ready(self)

    def start(self):
        """Start recording, without a `with` block."""
        self.begin()

    def stop(self):
        """Stop recording."""
        self.end()

    def step(self):
        """End a step: the schedule decides what the next step does."""
        if self.action() is ProfilerAction.RECORD_AND_SAVE:
            self.end()
        self.step_num += 1
        self.begin()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *failure):
        self.stop()

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        """Return the sums by op."""
        if self.found is None:
            raise AssertionError("the profile has recorded nothing: read it after the `with` block, or in "
                                 "on_trace_ready.")
        sums = self.found.by("op").items()
        found = [Average(name, e.calls, e.seconds, e.bytes, 2 * e.products) for name, e in sums]
        found += [Average(f"{name} backward", e.calls, e.back) for name, e in sums if e.back]
        for name in dict.fromkeys(name for name, *_ in self.ranges):
            spans = [seconds for own, _, seconds in self.ranges if own == name]
            found.append(Average(name, len(spans), sum(spans), flops=None))
        return Averages(found)

    def events(self):
        """Return the ops one by one, in their order."""
        return Averages(Average(name, 1, seconds) for name, _, seconds in self.found.spans)

    def export_chrome_trace(self, path):
        """Write the timeline as JSON, for chrome://tracing or perfetto.dev."""
        spans = [(name, start, seconds, "cpu_op") for name, start, seconds in self.found.spans]
        spans += [(name, start, seconds, "user_annotation") for name, start, seconds in self.ranges]
        events = [{"ph": "X", "cat": kind, "name": name, "pid": os.getpid(), "tid": 0, "ts": start * 1e6,
                   "dur": seconds * 1e6} for name, start, seconds, kind in spans]
        from ..serialization.atomic import atomic_write
        with atomic_write(path) as file:
            file.write(json.dumps({"schemaVersion": 1, "traceEvents": events}).encode())


class record_function:
    """A block `with record_function("forward"):`, or a decorator, whose time gets its own row in the table.

    name   the row's name; args are accepted as in PyTorch
    """

    def __init__(self, name, args=None):
        self.name = name

    def __enter__(self):
        self.started = time.perf_counter()
        return self

    def __exit__(self, *failure):
        for one in running:
            one.ranges.append((self.name, self.started, time.perf_counter() - self.started))

    def __call__(self, function):
        @wraps(function)
        def run(*given, **settings):
            with record_function(self.name):
                return function(*given, **settings)
        return run


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    """Return a function for on_trace_ready that writes each timeline into the folder dir_name.

    worker_name   the beginning of the file's name; default: this computer and process
    use_gzip      accepted as in PyTorch: files are not compressed
    """
    def write(prof):
        from socket import gethostname
        os.makedirs(dir_name, exist_ok=True)
        name = worker_name or f"{gethostname()}_{os.getpid()}"
        prof.export_chrome_trace(os.path.join(dir_name, f"{name}.{time.time_ns()}.pt.trace.json"))
    return write


_missing.speak_for(globals())
