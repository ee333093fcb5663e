"""Watch a function while a Recorder runs it, and refuse anything that a program could not repeat."""

import gc
import sys
from threading import RLock, get_ident

from .. import random
from ..engine import piece, tensor_types
from ..engine.apply import watchers
from ..engine.backward import accumulated, hooking, wrapping
from ..engine.node import Leaf
from ..nn.parameter import Uninitialized
from ..optim import hooks as optimizer_hooks
from ..runtime import Hooks, errors, gradients, inplace
from ..tensors import Tensor
from .collector import all_objects
from .data_dependence import note_branch
from .origins import Origins, restore_profiler, without_profiler
from .refusals import INSTEAD, NotRecorded, refuse

replacing = RLock()                    # only one thread at a time replaces methods of Tensor
active: list = []                      # the active recorders, one for each thread

SEEDED = "Random numbers are seeded inside"
READS = ("item", "tolist", "numpy", "__array__", "__bool__", "__float__", "__int__", "__index__", "__complex__",
         "__contains__", "__repr__", "__format__", "retain_grad")
PROPERTIES, MEMORY = ("_version", "_base"), ("data_ptr", "storage_offset")  # guards do not check these values
NUMBERS = READS[:2] + READS[4:9]       # these methods return Python numbers


class Watching:
    """The part of a Recorder that starts and stops it.

    before     {id: (tensor, its array, its node)} of all tensors that exist at the start
    touched    {id: (tensor, its .grad at the start, whether the function read this .grad before it set another)}
    initial    {id of an array: the tensor whose .grad had this array at the start}
    failure    the NotRecorded that says why there is no program, if the recorder catches it
    device     the device of the derivative that runs now; None: the device of the `with device(...)` block
    branches   the Branches taken that depend on data
    origins    the Origins: the tensors that were made from Python numbers; its `reads` may note what the function reads
    """

    def __init__(self):
        self.touched, self.initial, self.failure, self.heard, self.paused = {}, {}, None, [], False
        self.device, self.branches, self.reseeded = None, [], False
        self.origins = Origins(self)

    def __enter__(self):
        self.before = {id(x): (x, x.array, x._node) for x in all_objects(tensor_types)
                       if hasattr(x, "_node") and not isinstance(x, Uninitialized)}
        self.drawn, self.thread = generator_state(random.default_generator), get_ident()
        self.lists = [(watchers, self.operation, None), (inplace.overwriting, self.record_write, None),
                      (wrapping, self.around, None), (accumulated, self.record_sum, 0), (hooking, self.arrived, 0),
                      (hooking, self.passed, None),
                      (optimizer_hooks.before_any, self.before_step, None),
                      (optimizer_hooks.after_any, self.stepped, None), (piece.recorders, self.choose_function, None)]
        self.lists = [(place, watch if any(place is own for own in (wrapping, hooking, piece.recorders)) or
                       watch == self.stepped else self.while_it_works(watch), at)
                      for place, watch, at in self.lists]
        for place, watch, at in self.lists:
            place.insert(len(place) if at is None else at, watch)
        self.replaced = [(gradients, "start", gradients.start),
                         *[(random.Generator, name, vars(random.Generator)[name])
                           for name in ("manual_seed", "set_state", "initial_seed")],
                         *[(Tensor, name, vars(Tensor)[name]) for name in (*READS, *PROPERTIES, "_grad")],
                         *[(Tensor, name, getattr(Tensor, name)) for name in MEMORY],  # getattr imports the method
                         (gradients.backward_from, "run", gradients.backward_from.run)]
        for name in READS:
            setattr(Tensor, name, self.refuse_read(name, vars(Tensor)[name]))
        if self.catches:
            Tensor.__bool__ = self.branched(vars(Tensor)["__bool__"].__wrapped__)
        for owner, name, function in self.replaced[1:3]:
            setattr(owner, name, self.seeded(function))
        if self.origins.reads is not None:
            random.Generator.initial_seed = self.refuse_read("initial_seed", vars(random.Generator)["initial_seed"])
            for name in PROPERTIES:
                setattr(Tensor, name, property(self.refused_to_user(name, vars(Tensor)[name].fget)))
            for name in MEMORY:
                setattr(Tensor, name, self.refused_to_user(name, getattr(Tensor, name)))
        Tensor._grad = property(self.grad_of, self.set_grad)
        gradients.start = self.starting(gradients.start)
        gradients.backward_from.run = self.record_start(gradients.backward_from.run)
        self.collects = gc.isenabled()
        gc.disable()                                         # gc.callbacks are not part of a program
        self.profile = sys.getprofile()
        sys.setprofile(self.origins.watch)
        active.append(self)
        return self

    def __exit__(self, *failure):
        active.remove(self)
        restore_profiler(self.profile)
        if self.collects:
            gc.enable()
        for place, watch, _ in self.lists:
            place.remove(watch)
        for owner, name, before in self.replaced:
            setattr(owner, name, before)
        for edge, name in self.heard:
            if not getattr(edge, name) and getattr(edge, name).retained is None:
                setattr(edge, name, None)

    # Methods that handle failures

    def give_up(self, failure):
        """Raise the error `failure`. If `catches`, store it, so that the function runs on."""
        if not self.catches:
            raise failure
        self.failure = failure

    @property
    def on(self):
        """Whether this recorder is recording now: its thread runs, outside an optimiser's step, and nothing failed."""
        return self.failure is None and not self.paused and get_ident() == self.thread

    def while_it_works(self, watch):
        """Return a function that calls `watch` with Python's profiler off, unless recording has failed or paused."""
        def run(*args):
            if self.on:
                try:
                    with without_profiler():
                        watch(*args)
                except NotRecorded as failure:
                    self.give_up(failure)
        return run

    def refuse_read(self, name, function):
        """Return a replacement for a method that reads a tensor's value into Python: it stops the recording."""
        def run(*args, **settings):
            if self.on and not (name in NUMBERS and self.known(args[0])):
                try:
                    refuse("A branch depends on data" if name == "__bool__" else
                           f"{name} takes a value out of the graph", INSTEAD)
                except NotRecorded as failure:
                    self.give_up(failure)
            return function(*args, **settings)
        run.__wrapped__ = function
        return run

    def refused_to_user(self, name, function):
        """Return a replacement for a method that shows a tensor's memory: only minitorch itself may call it."""
        refused = self.refuse_read(name, function)

        def run(*args):
            return (function if errors.own[sys._getframe(1).f_code.co_filename] else refused)(*args)
        return run

    def known(self, tensor):
        """Return whether a tensor is a constant that no step has used: the traced function may read its numbers."""
        return id(tensor.array) in self.constants and id(tensor.array) not in self.values

    def branched(self, function):
        """Return a replacement for bool(tensor) that records a branch with its condition."""
        def run(tensor):
            before, self.paused = self.paused, True
            try:
                outcome = function(tensor)                   # this raises an error for more than one element
            finally:
                self.paused = before
            self.while_it_works(note_branch)(self, tensor, outcome, errors.location())
            return outcome
        return run

    def seeded(self, function):
        """Return a replacement for a generator's seeding method: it refuses if the generator's state changes."""
        def run(generator, *args):
            before = generator_state(generator) if "start" in vars(generator) else None
            found = function(generator, *args)
            if generator_state(generator) != before:
                self.while_it_works(refuse)(SEEDED, "Seed them outside, or pass a Generator.")
            self.reseeded = self.reseeded or self.on         # setting the same state is allowed if nothing is drawn
            return found
        return run

    def check_draws(self, allowed):
        """Refuse random draws since the last step; `allowed`: the present step may draw, unless the seed was set."""
        now = generator_state(random.default_generator)
        if allowed and self.reseeded:
            refuse(SEEDED, "Seed them outside, or pass a Generator.")
        if now != self.drawn and not allowed:
            refuse("A program cannot draw these random numbers again", "Draw them outside and pass them in.")
        self.drawn = now

    # Methods that watch the gradients of tensors

    def grad_of(self, tensor):
        """Return `tensor._grad`; store its value the first time the function uses it."""
        grad = tensor.__dict__.get("_grad")
        if id(tensor) not in self.touched and self.on:
            self.note_grad(tensor, grad, True)
        return grad

    def set_grad(self, tensor, grad):
        if id(tensor) not in self.touched and self.on:
            self.note_grad(tensor, tensor.__dict__.get("_grad"), False)
        tensor.__dict__["_grad"] = grad

    def note_grad(self, tensor, grad, read):
        self.touched[id(tensor)] = tensor, grad, read
        if grad is not None:
            self.initial[id(grad.array)] = tensor

    def know(self, tensor):
        """Watch the gradients that a tensor receives, if it is a leaf."""
        leaf = tensor._node
        if type(leaf) is Leaf and leaf not in self.leaves:
            self.leaves[leaf] = tensor
            self.listen(leaf, "after")
            self.listen(leaf)

    def listen(self, edge, name="hooks"):
        """Watch the gradients that a node receives, or those added to a leaf's .grad."""
        if getattr(edge, name) is None:
            setattr(edge, name, Hooks())
            self.heard.append((edge, name))


def recorded_now():
    """Return whether a recorder is recording this thread, and has not failed."""
    return any(recorder.on for recorder in active)


def generator_state(generator):
    """Return a random generator's state in a form that == can compare."""
    state = generator.numpy.bit_generator.state
    return state["state"]["state"], state["has_uint32"]


