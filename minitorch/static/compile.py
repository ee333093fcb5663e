"""compile: a function is recorded when it is called, and its program runs in its place as long as its guards hold."""

from functools import update_wrapper
from operator import itemgetter
from types import MethodType
from weakref import WeakSet

from ..engine.apply import watchers
from ..engine.backward import wrapping
from ..nn import Module
from ..runtime import errors
from .breaks import Breaks, Smaller
from .form import MISS, Eager
from .free_numbers import filled
from .objects import Wrapper
from .passes import PASSES
from .reads import Reads
from .recording import Recording, tensors_in
from .refusals import NotRecorded
from .replay import Replay
from .watching import replacing

LIMIT = 8                              # recordings of one function, before others run as they are written
compiled: WeakSet = WeakSet()          # all that there are, for compiler.reset()


class Compiled(Wrapper):
    """A function that runs as a program.

    function    what is called, once for each form of call, to be recorded
    fullgraph   raise where it cannot be recorded whole, rather than run what breaks it as it is written
    passes      what improves a program, in order
    backend     what its loops run in: "numpy" or "c"

    forms   what was recorded: a Replay, or an Eager, for each form of call; the one used last comes first
    full    whether it was said that no more forms are recorded
    breaks  where it breaks, and what runs in its place then; None where it is one program
    """

    def __init__(self, function, fullgraph=False, passes=PASSES, backend="numpy"):
        self.function, self.fullgraph, self.passes, self.backend = function, fullgraph, passes, backend
        self.reset()
        compiled.add(self)
        if hasattr(function, "__name__"):
            own = {**vars(self)}
            update_wrapper(self, function)
            vars(self).update(own)                           # a method of a compiled function has such too

    def reset(self):
        """Forget what was recorded."""
        self.forms, self.told, self.full, self.breaks = [], {}, False, None

    def __call__(self, *args, **settings):
        for form in self.forms:
            result = form.run(args, settings)
            if result is not MISS:
                if form is not self.forms[0]:
                    self.forms = [form, *[other for other in self.forms if other is not form]]
                return result
        return self.record(args, settings) if self.breaks is None else self.breaks.called(self.function)(
            *args, **settings)

    def record(self, args, settings):
        """Run the function for a call of a new form, and keep what it did as a program."""
        if watchers or wrapping:                             # it is being recorded, drawn or profiled itself
            return self.function(*filled(args), **settings)
        if len(self.forms) >= LIMIT:
            if not self.full:
                self.full = True
                self.tell(f"was recorded {LIMIT} times, and runs as it is written for other calls from now on: "
                          f"{self.forms[0].difference(args, settings)}.{self.holds(args, settings)}")
            return self.function(*filled(args), **settings)
        with replacing:                                      # one recording at a time
            tensors = tensors_in((args, settings))
            near = [(count, sample, form) for form in self.forms for count, sample in form.beside(tensors)]
            _, sample, near = min(near, key=itemgetter(0), default=(0, None, None))
            recording = Recording(self.function, args, settings, not self.fullgraph, self.reads(), open=True,
                                  sample=sample)
            try:
                failure = recording.failure or self.unfit(recording.returned)
                if failure is not None:
                    raise failure
                form = Replay(recording, self.passes, self.backend)
            except NotRecorded as failure:
                if self.fullgraph:
                    raise
                if self.broken(failure):
                    return recording.returned
                self.tell(f"runs as it is written here. {failure}", str(failure).partition(" was ")[0])
                form = Eager(recording)
            self.forms = [form, *[other for other in self.forms if other is not near or not recording.sized]]
            form.release()
            return recording.returned

    def unfit(self, returned):
        """NotRecorded, where what was returned may not come from a program."""

    def broken(self, failure):
        """Whether the function runs in parts from now on, around what no program can hold."""
        breaks = Breaks(self.part, self.tell)
        if breaks.note(self.function, failure):
            self.breaks = breaks
        return self.breaks is not None

    def part(self, function, breaks, split, statements):
        """The compiled function of a part."""
        return Part(function, breaks, split, statements, self.passes, self.backend)

    def holds(self, args, settings):
        """Why another size is recorded at all, in words."""
        tensors = tensors_in((args, settings))
        return next((f" {form.fixed}." for form in self.forms if type(form) is Replay and form.fixed
                     and form.beside(tensors)), "")

    def reads(self):
        """What notes all that a recorded function reads besides its arguments, to be guarded. None: nothing is."""
        return Reads()

    def tell(self, text, about=None):
        """Say something once; `about` is the part of it that is no other when a number is."""
        if (about or text) not in self.told:
            self.told[about or text] = text
            errors.notice(f"compile: {self.name} {text}")

    def __get__(self, instance, owner=None):
        """A method, where a function in a class is compiled."""
        return self if instance is None else MethodType(self, instance)

    @property
    def name(self):
        return getattr(self.function, "__name__", type(self.function).__name__)

    # What runs

    @property
    def replay(self):
        """The program that ran last, with the questions before it."""
        found = next((form for form in self.forms if type(form) is Replay), None)
        if found is None and self.breaks is not None:
            raise RuntimeError(f"{self.name} is no single program: it {'; it '.join(self.told.values())} "
                               "See .graphs for the programs, .explain() for what runs as it is written.")
        if found is None:
            raise RuntimeError(f"{self.name} has no program yet: " + (
                f"it {'; it '.join(self.told.values())}" if self.told else "call it once, and it is recorded."))
        return found

    @property
    def graph(self):
        """The program that ran last: print(f.graph) lists its steps, viz.draw(f.graph) draws them."""
        return self.replay.program

    @property
    def code(self):
        """The Python that ran last: a call a line on NumPy arrays."""
        return self.replay.code

    @property
    def graphs(self):
        """The programs that ran last, in order: one, or those between the lines at which the function breaks."""
        parts = [self] if self.breaks is None else self.breaks.parts
        return [form.program for part in parts for form in part.forms[:1] if type(form) is Replay]

    def explain(self):
        """What each pass changed in the program that ran last: steps, bytes that are made, the most at one time.

        Of a function that breaks it tells where, and the same of each of its programs.
        """
        if self.breaks is None:
            return self.graph.explain()
        return "\n".join([f"{self.name} runs as it is written here:", *[f"    {text}" for text in self.breaks.told],
                          *[graph.explain() for graph in self.graphs]])

    def __reduce__(self):
        return type(self), (self.function, self.fullgraph, self.passes, self.backend)

    def __repr__(self):
        return f"<compiled {self.name}: {len(self.forms)} form{'s' * (len(self.forms) != 1)}>"


class Part(Smaller, Compiled):
    """A part of a function that breaks."""


class CompiledModule(Module):
    """A module that runs as a program. All else is the module's own: what it holds, its mode, its attributes.

    fullgraph   as compile's, and so is `backend`
    _orig_mod   the module; in state_dict() names begin with that
    compiled    what runs it
    """

    OWN = {"_orig_mod", "compiled"}

    def __init__(self, module, fullgraph=False, backend="numpy"):
        super().__init__()
        self._orig_mod, self.compiled = module, Compiled(module, fullgraph, backend=backend)

    def forward(self, *args, **settings):
        return self.compiled(*args, **settings)

    @property
    def training(self):
        """Whether the module trains."""
        return self._orig_mod.training

    @property
    def graph(self):
        """The program that ran last."""
        return self.compiled.graph

    @property
    def code(self):
        """The Python that ran last."""
        return self.compiled.code

    def explain(self):
        """What each pass changed in the program that ran last."""
        return self.compiled.explain()

    def __getattr__(self, name):
        modules = self.__dict__.get("_modules", {})
        return getattr(modules["_orig_mod"], name) if name not in self.OWN and "_orig_mod" in modules \
            else super().__getattr__(name)

    def __setattr__(self, name, value):
        if name in self.OWN:
            super().__setattr__(name, value)
        else:
            setattr(self._orig_mod, name, value)

    def __getitem__(self, index):
        return self._orig_mod[index]

    def __reduce__(self):
        return type(self), (self._orig_mod, self.compiled.fullgraph, self.compiled.backend)


def compile(function, fullgraph=False, backend="numpy"):
    """A function, or a module, that runs as a program from its second call on: CompiledModule for a module.

    fullgraph   raise where it cannot be recorded whole, rather than run what breaks it as it is written
    backend     what its loops run in: "numpy" or "c"
    """
    kind = CompiledModule if isinstance(function, Module) else Compiled
    return function if isinstance(function, Compiled | CompiledModule) else kind(function, fullgraph, backend=backend)
