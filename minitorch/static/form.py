"""One form of calls: Python that asks whether a call is of this form, and then runs what was made for it."""

from itertools import count
from operator import is_

import numpy as np

from .. import backend, dtypes, piece
from ..codegen.writer import wrapped
from ..engine.apply import watchers
from ..engine.backward import wrapping
from ..engine.grad_mode import recording
from ..engine.node import Leaf
from ..runtime import errors
from ..runtime.grad_modes import inferring
from .free_numbers import filled
from .guards import END, Arguments, Kept, Names, told
from .slots import same, tagged
from .sources import defined_by, weak

MISS = object()                        # what a call of another form is answered
files = count(1)
COMMON = {"END": END, "Leaf": Leaf, "MISS": MISS, "backend": backend, "dtypes": dtypes, "inferring": inferring,
          "is_": is_, "ndarray": np.ndarray, "piece": piece, "recording": recording, "same": same,
          "tagged": tagged, "watchers": watchers, "wrapping": wrapping}


class Form:
    """One form of calls, and what runs for them: subclasses write that.

    run(args, settings)   what the function would give, or MISS where the call is of another form
    asked                 questions beside those about arguments: [(Python, what it was, Python of what it is)]
    text                  the Python of run
    """

    def __init__(self, recording):
        self.recording, self.samples = recording, []
        self.otherwise = f"a branch that depends on data goes another way. {recording.branches[0].line}".rstrip() \
            if recording.branches else "a tensor that it reads has another shape, dtype or requires_grad"
        self.names = Names(**COMMON)
        self.arguments = Arguments(recording.args, recording.settings, self.names, recording.sized,
                                   recording.numbers)
        if recording.reads is not None:
            self.arguments.identities(recording.reads.named)
        self.asked = self.modes()

    def write(self, name, slots, body):
        """Write run(): the questions, and then lines that `body` gives; compile it."""
        self.kept = Kept(slots, self.names)
        self.text = "\n".join([*wrapped("def run(args, settings):", [*self.questions(), *body]), "", "",
                               *wrapped("def row():", [f"return {self.kept.text}"])]) + "\n"
        self.space = self.names.space
        self.space.update(again=weak(self.again), values=self.kept.values, sized=self.kept.sized)
        defined = defined_by(self.text, f"{errors.HOME}static/generated/{name}_{next(files)}.py", self.space, self)
        self.run, self.row = defined["run"], defined["row"]
        self.expect()

    def expect(self):
        """Expect what is there now."""
        self.space.update(expected=self.row(), lengths=(*map(len, self.kept.sized),))

    def questions(self):
        """What a call is asked; MISS where an answer is no."""
        body = []
        for question, *_ in (*self.arguments.asked, *self.asked):
            body += [f"if not ({question}):", "    return MISS"]
        if self.kept.slots:
            fast = "len(found) != len(expected) or not all(map(is_, found, expected))"
            if self.kept.sized:
                fast += " or (*map(len, sized),) != lengths"
            if self.kept.values:
                fast += " or any(slot.changed() for slot in values)"
            body += ["try:", f"    found = {self.kept.text}", "except (AttributeError, KeyError, ValueError):",
                     "    found = ()", f"if ({fast}) and not again():", "    return MISS"]
        return body

    def modes(self):
        """Questions about what holds for the whole process."""
        grad, inference, changes, dtype, device = self.recording.modes
        return [("not watchers and not wrapping", "operations are being watched", None),
                ("recording.get() is True" if grad else "recording.get() is not True",
                 f"grad mode was {'on' if grad else 'off'}", None),
                (f"inferring.get() is {'not ' * inference}None",
                 f"inference mode was {'on' if inference else 'off'}", None),
                (f"piece.changes == {changes}", "a piece has been mounted, or removed", None),
                (f"dtypes.default is {self.names(dtype, 'dtype')}", f"the default dtype was {dtype}", "dtypes.default"),
                (f"backend.defaults[-1] is {self.names(device, 'device')}", f"the default device was {device}",
                 "backend.defaults[-1]")]

    def again(self):
        """Whether what the function reads is the same by value, though not the same objects."""
        if not self.kept.refresh():
            return False
        self.expect()
        return True

    def release(self):
        """Let go of the recording: the call's arguments, results and graph, and all tensors that there were."""
        self.recording = None
        self.arguments.tensors = []

    def beside(self, tensors):
        """[(how many sizes differ, the sample)] of a call that may be one for any of these sizes."""
        return [(len(sizes.new), sample) for sample in self.samples if (sizes := sample.sizes(tensors))]

    def difference(self, args, settings):
        """Why a call is of another form, in words."""
        space = {**self.space, "args": args, "settings": settings}
        for question, words, text in (*self.arguments.asked, *self.asked):
            if not eval(question, space):
                return words if text is None else f"{words}, and now {told(now := eval(text, space))}{advice(now)}"
        slot = self.kept.difference()
        return self.otherwise if slot is None else slot.difference() + advice(slot.value)


def advice(x):
    """What to do about a number that is another in each call."""
    return ". A number is a fixed part of a program: let one that changes be a tensor, mt.tensor(number), which is " \
           "written to, or passed" if type(x) in (int, float) else ""


class Eager(Form):
    """A form that no program can hold: the function runs as it is written, as long as its guards hold."""

    def __init__(self, recording):
        recording.sized = None                               # there is no program, of any size
        super().__init__(recording)
        self.names.space["function"] = recording.function
        slots = [] if recording.reads is None else recording.reads.slots.values()
        self.names.space["filled"] = filled
        self.write("eager", slots, ["return function(*filled(args), **settings)"])

    def expect(self):
        try:
            super().expect()
        except (AttributeError, KeyError, ValueError):       # the run has taken away what it read: it will differ again
            self.space.update(expected=(), lengths=(*map(len, self.kept.sized),))
