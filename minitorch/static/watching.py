"""What a recorder watches while a function runs, and what it refuses because a program could not repeat it."""

import gc
import sys
from threading import RLock, get_ident

from .. import random
from ..engine import tensor_types
from ..engine.apply import watchers
from ..engine.backward import accumulated, hooking, wrapping
from ..engine.node import Leaf
from ..nn.parameter import Uninitialized
from ..optim import hooks as optimizer_hooks
from ..pause import all_objects
from ..runtime import Hooks, errors, gradients, inplace
from ..runtime.data_checks import checking
from ..tensors import Tensor
from .branches import take
from .origins import Origins, unseen, watched_by
from .refusals import INSTEAD, NotRecorded, refuse

replacing = RLock()                    # one thread at a time replaces methods of Tensor, and puts them back
active: list = []                      # the recorders that watch just now, each for its own thread

SEEDED = "Random numbers are seeded inside"
READS = ("item", "tolist", "numpy", "__array__", "__bool__", "__float__", "__int__", "__index__", "__complex__",
         "__contains__", "__repr__", "__format__", "retain_grad")
PROPERTIES, MEMORY = ("_version", "_base"), ("data_ptr", "storage_offset")          # no guard asks about these
NUMBERS = READS[:2] + READS[4:9]       # those that give Python's numbers


class Watching:
    """The part of a Recorder that starts and stops it.

    before     {id of a tensor: (it, its array, its node)} of all that there are at first
    touched    {id of a tensor: (it, its .grad at first, whether that was read before another was put there)}
    initial    {id of an array: the tensor in whose .grad it was at first}
    failure    NotRecorded: why there is no program, where the recorder is soft
    device     that of the step whose derivative runs; None: that of the `with device(...)` block
    branches   those that were taken by data
    origins    which tensors were made from Python's numbers; it may also note what the function reads
    """

    def __init__(self):
        self.touched, self.initial, self.failure, self.heard, self.paused = {}, {}, None, [], False
        self.device, self.branches, self.reseeded = None, [], False
        self.origins = Origins(self)

    def __enter__(self):
        self.before = {id(x): (x, x.array, x._node) for x in all_objects(tensor_types.__contains__)
                       if hasattr(x, "_node") and not isinstance(x, Uninitialized)}
        self.drawn, self.thread = place_of(random.default_generator), get_ident()
        self.lists = [(watchers, self.operation, None), (inplace.overwriting, self.overwritten, None),
                      (wrapping, self.around, None), (accumulated, self.gathered, 0), (hooking, self.arrived, 0),
                      (hooking, self.passed, None), (checking, self.checked, None),
                      (optimizer_hooks.before_any, self.before_step, None),
                      (optimizer_hooks.after_any, self.stepped, None)]
        self.lists = [(place, watch if place is wrapping or place is hooking or watch == self.stepped else
                       self.while_it_works(watch), at)
                      for place, watch, at in self.lists]
        for place, watch, at in self.lists:
            place.insert(len(place) if at is None else at, watch)
        self.replaced = [(gradients, "start", gradients.start),
                         *[(random.Generator, name, vars(random.Generator)[name])
                           for name in ("manual_seed", "set_state", "initial_seed")],
                         *[(Tensor, name, vars(Tensor)[name]) for name in (*READS, *PROPERTIES, *MEMORY, "_grad")]]
        for name in READS:
            setattr(Tensor, name, self.refused(name, vars(Tensor)[name]))
        if self.soft:
            Tensor.__bool__ = self.branched(vars(Tensor)["__bool__"].__wrapped__)
        for owner, name, function in self.replaced[1:3]:
            setattr(owner, name, self.seeded(function))
        if self.origins.reads is not None:
            random.Generator.initial_seed = self.refused("initial_seed", vars(random.Generator)["initial_seed"])
            for name in PROPERTIES:
                setattr(Tensor, name, property(self.outside(name, vars(Tensor)[name].fget)))
            for name in MEMORY:
                setattr(Tensor, name, self.outside(name, vars(Tensor)[name]))
        Tensor._grad = property(self.grad_of, self.set_grad)
        gradients.start = self.starting(gradients.start)
        self.collects = gc.isenabled()
        gc.disable()                                         # functions in gc.callbacks are none of the program's
        self.profile = sys.getprofile()
        sys.setprofile(self.origins.watch)
        active.append(self)
        return self

    def __exit__(self, *failure):
        active.remove(self)
        watched_by(self.profile)
        if self.collects:
            gc.enable()
        for place, watch, _ in self.lists:
            place.remove(watch)
        for owner, name, before in self.replaced:
            setattr(owner, name, before)
        for edge, name in self.heard:
            if not getattr(edge, name) and getattr(edge, name).retained is None:
                setattr(edge, name, None)

    # What goes wrong

    def give_up(self, failure):
        """Note why there will be no program; raise it, unless the recorder is soft."""
        if not self.soft:
            raise failure
        self.failure = failure

    @property
    def on(self):
        """Whether this thread is being recorded, with success so far; not within a step of an optimiser."""
        return self.failure is None and not self.paused and get_ident() == self.thread

    def while_it_works(self, watch):
        """The same until something goes wrong. What it calls itself is not watched: Python would tell of each call."""
        def run(*args):
            if self.on:
                try:
                    with unseen():
                        watch(*args)
                except NotRecorded as failure:
                    self.give_up(failure)
        return run

    def refused(self, name, function):
        """What stands in the place of a method that lets values out of the program."""
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

    def outside(self, name, function):
        """What stands in the place of what tells of a tensor's memory; minitorch itself may ask."""
        refused = self.refused(name, function)

        def run(*args):
            return (function if errors.own[sys._getframe(1).f_code.co_filename] else refused)(*args)
        return run

    def known(self, tensor):
        """Whether a tensor's numbers are known while recording: made from Python's, and in no step until now."""
        return id(tensor.array) in self.constants and id(tensor.array) not in self.values

    def branched(self, function):
        """What stands in the place of bool(tensor), where a program may ask it too."""
        def run(tensor):
            before, self.paused = self.paused, True
            try:
                outcome = function(tensor)                   # raises for more than one element
            finally:
                self.paused = before
            self.while_it_works(take)(self, tensor, outcome, errors.location())
            return outcome
        return run

    def seeded(self, function):
        """What stands in the place of a method that seeds a generator: a program's draws go on from where they are."""
        def run(generator, *args):
            before = place_of(generator) if "start" in vars(generator) else None
            found = function(generator, *args)
            if place_of(generator) != before:
                self.while_it_works(refuse)(SEEDED, "Seed them outside, or pass a Generator.")
            self.reseeded = self.reseeded or self.on         # to where they stand: as long as none is drawn
            return found
        return run

    def chance(self, allowed):
        """Refuse numbers that were drawn by no step."""
        now = place_of(random.default_generator)
        if allowed and self.reseeded:
            refuse(SEEDED, "Seed them outside, or pass a Generator.")
        if now != self.drawn and not allowed:
            refuse("Random numbers are drawn that a program would repeat", "Draw them outside and pass them in.")
        self.drawn = now

    # Gradients of tensors

    def grad_of(self, tensor):
        """`tensor._grad`, noted where it is the first thing that happens to it."""
        grad = tensor.__dict__.get("_grad")
        if id(tensor) not in self.touched and self.on:
            self.touch(tensor, grad, True)
        return grad

    def set_grad(self, tensor, grad):
        if id(tensor) not in self.touched and self.on:
            self.touch(tensor, tensor.__dict__.get("_grad"), False)
        tensor.__dict__["_grad"] = grad

    def touch(self, tensor, grad, read):
        self.touched[id(tensor)] = tensor, grad, read
        if grad is not None:
            self.initial[id(grad.array)] = tensor

    def know(self, tensor):
        """Have an eye on what becomes of a leaf's gradient."""
        leaf = tensor._node
        if type(leaf) is Leaf and leaf not in self.leaves:
            self.leaves[leaf] = tensor
            self.listen(leaf, "after")
            self.listen(leaf)

    def listen(self, edge, name="hooks"):
        """Be told of the gradients that arrive at a node, or of those added to a leaf's .grad."""
        if getattr(edge, name) is None:
            setattr(edge, name, Hooks())
            self.heard.append((edge, name))


def recorded_now():
    """Whether what this thread does is being recorded, with success so far."""
    return any(recorder.on for recorder in active)


def place_of(generator):
    """Where a generator of random numbers stands."""
    state = generator.numpy.bit_generator.state
    return state["state"]["state"], state["has_uint32"]


