"""compile: record a function at its first call, and run the recorded program while its guards hold."""

from functools import update_wrapper
from operator import itemgetter
from types import MethodType
from weakref import WeakSet

from ..engine.apply import watchers
from ..engine.backward import wrapping
from ..nn import Module
from ..runtime import errors
from .breaks import Breaks, Smaller
from .free_numbers import floats_as_tensors, holds_float, is_free, plain_arguments
from .guards import MISS, Eager
from .objects import Wrapper
from .passes import PASSES
from .reads import Reads
from .recording import Recording, tensors_in
from .refusals import NotRecorded
from .replay import Replay
from .slots import is_same_value, names_of
from .watching import replacing

LIMIT = 8                        # maximum number of recordings of a function; later, calls of a new form run uncompiled
compiled: WeakSet = WeakSet()          # compiler.reset() reads this set of all compiled functions


class Compiled(Wrapper):
    """A function that runs as a program.

    function    the function to compile; it is recorded once for each form of call
    fullgraph   True: raise if one program cannot hold the function; False: run the lines that break it uncompiled
    passes      the passes that improve a program, in order
    backend     the language of its loops: "numpy", "c", or "inductor", which chooses

    forms   a Replay or an Eager for each form of call that was recorded, the last used first
    full    whether a warning has said that no more forms are recorded
    breaks  the Breaks of a function that runs in parts; None if it is one program

    floats  {index: float} of the arguments in the last recorded call
    read    the Reads of the last recording
    free    indices of float arguments that have changed, and so are inputs of the program; `slots`: the same for floats
            in attributes and globals
    """

    def __init__(self, function, fullgraph=False, passes=PASSES, backend="numpy"):
        self.function, self.fullgraph, self.passes, self.backend = function, fullgraph, passes, backend
        self.reset()
        compiled.add(self)
        if hasattr(function, "__name__"):
            own = {**vars(self)}
            update_wrapper(self, function)
            vars(self).update(own)                           # update_wrapper copies the function's vars() over ours

    def reset(self):
        """Delete all recorded forms."""
        self.forms, self.notices, self.full, self.breaks = [], {}, False, None
        self.floats, self.free, self.slots, self.read = {}, set(), [], None

    def __call__(self, *args, **settings):
        if self.free or self.slots:
            args = self.with_tensors(args)
        for form in self.forms:
            result = form.run(args, settings)
            if result is not MISS:
                if form is not self.forms[0]:
                    self.forms = [form, *[other for other in self.forms if other is not form]]
                return result
        return self.record(args, settings) if self.breaks is None else self.breaks.called(self.function)(
            *plain_arguments(args, self.slots), **settings)

    def with_tensors(self, args):
        """Return the arguments with tensors for the free floats, or unchanged if a free float is no longer a float."""
        if not all(map(holds_float, self.slots)) or not all(
                place < len(args) and type(args[place]) is float for place in self.free):
            return args
        numbers = [slot.container[slot.key] for slot in self.slots]
        return floats_as_tensors((*args, *numbers), {*self.free, *range(len(args), len(args) + len(numbers))})

    def free_changed_floats(self, args):
        """Make the floats free that have changed since the last recording; return whether there are any."""
        floats = {place: x for place, x in enumerate(args) if type(x) is float}
        places = {place for place, x in floats.items() if not is_same_value(self.floats.get(place, x), x)} - self.free
        slots = {(id(slot.container), slot.key): slot for form in self.forms for slot in form.kept.slots
                 if holds_float(slot) and type(slot.value) is float and slot.changed()}
        self.floats = floats
        if not (places or slots) or self.read is None or any(type(form) is Eager for form in self.forms) or any(
                "type" in names_of(code)[0] for code in self.read.entered):
            return False
        self.free, self.slots = self.free | places, [*self.slots, *slots.values()]
        return True

    def record(self, args, settings):
        """Run the function for a call of a new form, and record it as a program."""
        own = plain_arguments(args, self.slots)
        if watchers or wrapping:                    # another recording, a drawing or a profile is active: do not record
            return self.function(*own, **settings)
        if self.free_changed_floats(own):
            self.forms = []
            return self(*own, **settings)
        if len(self.forms) >= LIMIT:
            if not self.full:
                self.full = True
                self.tell(f"was recorded {LIMIT} times; from now on all other calls run uncompiled: "
                          f"{self.forms[0].difference(args, settings)}.{self.holds(args, settings)}")
            return self.function(*own, **settings)
        with replacing:                                      # only one thread records at a time
            tensors = tensors_in((args, settings))
            near = [(count, sample, form) for form in self.forms for count, sample in form.similar_samples(tensors)]
            _, sample, near = min(near, key=itemgetter(0), default=(0, None, None))
            slots = self.slots if is_free(args) else ()
            self.read = self.reads(slots)
            recording = Recording(self.function, args, settings, not self.fullgraph, self.read, open=True,
                                  sample=sample, slots=slots)
            try:
                failure = recording.failure or self.reason_unfit(recording.returned)
                if failure is not None:
                    raise failure
                form = Replay(recording, self.passes, self.backend)
            except NotRecorded as failure:
                if self.fullgraph:
                    raise
                if self.broken(failure):
                    return recording.returned
                self.tell(f"runs uncompiled. {failure}", str(failure).partition(" was ")[0])
                form = Eager(recording)
            self.forms = [form, *[other for other in self.forms if other is not near or not recording.sized]]
            form.release()
            return recording.returned

    def reason_unfit(self, returned):
        """Return NotRecorded if a program must not return this value, else None."""

    def broken(self, failure):
        """Split the function at the line that failed; return whether it will run in parts from now on."""
        breaks = Breaks(self.part, self.tell)
        if breaks.note(self.function, failure):
            self.breaks = breaks
        return self.breaks is not None

    def part(self, function, breaks, split, statements):
        """Return a compiled function for one part of a function that breaks."""
        return Part(function, breaks, split, statements, self.passes, self.backend)

    def holds(self, args, settings):
        """Return a sentence that says why other sizes need a new recording; '' if sizes are not the reason."""
        tensors = tensors_in((args, settings))
        return next((f" {form.fixed}." for form in self.forms if type(form) is Replay and form.fixed
                     and form.similar_samples(tensors)), "")

    def reads(self, slots):
        """Return the Reads for a new recording, which guards the values that the function reads besides arguments."""
        return Reads(slots)

    def tell(self, text, about=None):
        """Warn with `text`, once for each value of `about`: a part of the text that is equal in all repetitions."""
        if (about or text) not in self.notices:
            self.notices[about or text] = text
            errors.notice(f"compile: {self.name} {text}")

    def __get__(self, instance, owner=None):
        """Return a bound method if the compiled function is an attribute of a class."""
        return self if instance is None else MethodType(self, instance)

    @property
    def name(self):
        return getattr(self.function, "__name__", type(self.function).__name__)

    # Methods that find the programs

    @property
    def replay(self):
        """The program that ran last, with its guards."""
        found = next((form for form in self.forms if type(form) is Replay), None)
        if found is None and self.breaks is not None:
            raise RuntimeError(f"{self.name} is no single program: it {'; it '.join(self.notices.values())} "
                               "See .graphs for the programs, .explain() for the lines that run uncompiled.")
        if found is None:
            raise RuntimeError(f"{self.name} has no program yet: " + (
                f"it {'; it '.join(self.notices.values())}" if self.notices else "call it once, and it is recorded."))
        return found

    @property
    def graph(self):
        """The program that ran last: print(f.graph) lists its steps, viz.draw(f.graph) draws them."""
        return self.replay.program

    @property
    def code(self):
        """The Python code of the program that ran last: one call on NumPy arrays in each line."""
        return self.replay.code

    @property
    def graphs(self):
        """A list of the programs that ran last: one; or, for a function that breaks, one for each compiled part."""
        parts = [self] if self.breaks is None else self.breaks.parts
        return [form.program for part in parts for form in part.forms[:1] if type(form) is Replay]

    def explain(self):
        """Return what each pass changed in the program that ran last: steps, bytes, peak memory.

        For a function that breaks, list the breaks, then explain each of its programs in the same way.
        """
        if self.breaks is None:
            return self.graph.explain()
        return "\n".join([f"{self.name} runs uncompiled here:", *[f"    {text}" for text in self.breaks.notices],
                          *[graph.explain() for graph in self.graphs]])

    def __reduce__(self):
        return type(self), (self.function, self.fullgraph, self.passes, self.backend)

    def __repr__(self):
        return f"<compiled {self.name}: {len(self.forms)} form{'s' * (len(self.forms) != 1)}>"


class Part(Smaller, Compiled):
    """A compiled part of a function that has breaks."""


class CompiledModule(Module):
    """A module that runs as a program. Its parameters, training mode and attributes are those of the wrapped module.

    fullgraph, backend   as in compile
    _orig_mod            the wrapped module; names in state_dict() begin with "_orig_mod."
    compiled             the Compiled that runs the module
    """

    OWN = {"_orig_mod", "compiled"}

    def __init__(self, module, fullgraph=False, backend="numpy"):
        super().__init__()
        self._orig_mod, self.compiled = module, Compiled(module, fullgraph, backend=backend)

    def forward(self, *args, **settings):
        return self.compiled(*args, **settings)

    @property
    def training(self):
        """Whether the wrapped module is in training mode."""
        return self._orig_mod.training

    @property
    def graph(self):
        """The program that ran last."""
        return self.compiled.graph

    @property
    def code(self):
        """The Python of the program that ran last."""
        return self.compiled.code

    def explain(self):
        """Return what each pass changed in the program that ran last."""
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


def compile(function, fullgraph=False, backend="inductor"):
    """Return a Compiled for a function, a CompiledModule for a module: it runs as a program from its second call on.

    fullgraph   True: raise if one program cannot hold the function; False: run the lines that break it uncompiled
    backend     the language of its loops: "numpy", "c", or "inductor": NumPy, and C for a program that runs often
    """
    kind = CompiledModule if isinstance(function, Module) else Compiled
    return function if isinstance(function, Compiled | CompiledModule) else kind(function, fullgraph, backend=backend)
