"""A form of calls that was recorded as a program: what may have changed since is asked, and the program runs.

It is written for one recording: what tensors hold is compared by identity, and the results go where the function put
them. `Replay.text` shows it.
"""

from operator import attrgetter

from ..runtime import bump, line_now
from .call_lines import CALLED, CallLines
from .compiled_op import WalkBack
from .form import Form
from .guards import forms
from .joint import Joint
from .memory import Sharing
from .multiples import TOGETHER
from .passes import PASSES, optimised
from .refusals import refuse
from .sized import Sample
from .slots import Slot, attribute, item, keys
from .sources import weak
from .writers.backends import BACKENDS, passes_of

MOST = 16                              # sizes of a dimension for which what runs is kept: each has memory of its own
array_of, node_of = attrgetter("array"), attrgetter("_node")
HELD = ["if not all(map(is_, map(array_of, held), arrays)) and not reheld():", "    return MISS",
        "if not all(map(is_, map(node_of, held), nodes)) and not renoded():", "    return MISS"]


class Replay(Form):
    """A form that was recorded as a program.

    deciding  the program of the questions whose answers decide whether `program` runs, or None
    program   what runs, after the passes; `recorded` before them
    fixed     why each size of a dimension is recorded on its own, where that was tried
    samples   what another recording is laid beside; programs: {sizes of dimensions: (what runs, what a node is told)}
    held      the tensors that it reads besides its arguments
    """

    lines_of = CallLines

    def __init__(self, recording, passes=PASSES, backend="numpy"):
        super().__init__(recording)
        self.passes, self.backend = passes_of(backend, passes), backend
        self.names.space.update(CALLED, array_of=array_of, node_of=node_of, owner=owner, bump=bump, line_now=line_now)
        self.recorded, self.deciding = recording.program, recording.deciding
        self.sized, self.fixed, self.programs = recording.sized, recording.fixed, {}
        self.inner = recording.inner
        self.counted = 0 if self.sized is None else len(self.sized.sizes.new)          # sizes that may be any
        if self.counted < TOGETHER and self.deciding is None and recording.numbers is None:
            self.samples = [*[recording.sample] * self.counted, Sample(recording)]
        self.take(optimised(self.recorded, self.passes))

    def take(self, program):
        """Run this program from now on."""
        self.program = in_order(program)
        self.held_values = [x for x in program.states if type(x.source) is not tuple]
        self.held = [x.source for x in self.held_values]
        self.arrays = tuple(map(array_of, self.held))
        self.nodes, self.forms = tuple(map(node_of, self.held)), forms(self.arrays)
        self.sharing = Sharing(program)
        self.inputs = program.inputs[:len(self.recording.recorder.inputs)]         # others are what `deciding` made
        self.written = [x for x in (*self.inputs, *program.states) if self.sharing.changes(x)]
        self.write_all()

    def write_all(self):
        """Write run(), with the program's own function."""
        recording, space = self.recording, self.names.space
        run, self.code = BACKENDS[self.backend](self.program)
        if self.deciding is not None:
            self.deciding = in_order(optimised(self.deciding, self.passes))
            space["deciding"], code = BACKENDS[self.backend](self.deciding)
            self.code = f"{code}\n\n{self.code}"
        call = self.lines_of(self)
        self.asked = [*self.modes(), *self.gradients(call), *self.overlaps(call)]
        space.update(program=run, programs=self.programs, ready=weak(self.ready), held=self.held, arrays=self.arrays,
                     nodes=self.nodes, reheld=weak(self.reheld), renoded=weak(self.renoded),
                     owners=frozenset(map(owner, self.arrays)), changing=self.owners_of(self.arrays))
        slots = [] if recording.reads is None else recording.reads.slots.values()
        body = [*HELD * bool(self.held), *call.lines()]
        if self.sized is not None:
            self.programs[self.sized.sizes.new] = run, space.get("back")
        self.write(self.program.name, [*slots, *self.hook_slots(call)], body)

    def walk_back(self, joint):
        """The settings of a node, by which it knows what goes back."""
        return {"back": WalkBack(joint, self.order, self.passes, self.backend, self.inner)}

    def beside(self, tensors):
        return [found for found in super().beside(tensors) if found[0] > self.counted]

    def ready(self, sizes):
        """What runs for other sizes of the dimensions; None where the program holds the number."""
        found = self.sized.at(sizes)
        if found is None:
            return None
        forward, *back = found
        self.program = in_order(optimised(forward, self.passes))
        run, self.code = BACKENDS[self.backend](self.program)
        made = run, self.walk_back(Joint(self.sized.live, None, *found)) if back else None
        self.programs[sizes] = made
        for old in [*self.programs][:-MOST]:
            self.programs.pop(old, None)
        return made

    # What may have changed

    def reheld(self):
        """Whether tensors that hold other arrays now hold arrays of the same form, which are taken."""
        arrays = tuple(map(array_of, self.held))
        if forms(arrays) != self.forms or self.written and len(set(map(owner, arrays))) < len(arrays):
            return False
        self.arrays = self.space["arrays"] = arrays
        self.space.update(owners=frozenset(map(owner, arrays)), changing=self.owners_of(arrays))
        return True

    def renoded(self):
        """Whether the held tensors that required grad, and only those, still do."""
        nodes = tuple(map(node_of, self.held))
        if [type(x) for x in nodes] != [type(x) for x in self.nodes]:
            return False
        self.nodes = self.space["nodes"] = nodes
        return True

    def hook_slots(self, call):
        """Hooks on leaves whose gradients the program gathers, in a new .grad or in the one that is there."""
        found, program = [], self.recording.program
        gathers = program.grads or any(type(x.source) is tuple for x in program.states)
        for leaf, tensor in self.recording.recorder.leaves.items() if gathers else ():
            for name in ("hooks", "after"):
                if id(tensor) in call.texts:
                    if getattr(leaf, name):
                        refuse("A hook is registered on the gradient of an argument", "Register it in the function.")
                    continue
                found.append(Slot(attribute, leaf, name, f"the hooks of a tensor of shape {tuple(tensor.shape)}"))
                hooks = getattr(leaf, name)
                if hooks is not None:
                    found.append(Slot(keys, hooks, None, "the hooks of a tensor"))
                    found += [Slot(item, hooks, key, "a hook") for key in hooks]
        return found

    def gradients(self, call):
        """Questions about the .grad of tensors that the function looks at before it puts another there."""
        for tensor, grad, read in self.recording.recorder.touched.values():
            if read and call.is_from_outside(tensor):
                asked = "None" if grad is None else "not None"
                yield (f"{call.own(tensor)}._grad is {asked}",
                       f"the .grad of a tensor of shape {tuple(tensor.shape)} was {asked}", None)

    def overlaps(self, call):
        """Questions about memory that two of a call's tensors, or the .grad of some, share, where it is written to."""
        arrays, changed = {}, {x.source for x in self.written if x.role == "input"}
        first = {id(x.array): (x.array, name) for (x, _), name in
                 reversed([*zip(self.arguments.tensors, self.arguments.arrays)])}
        for place, key in enumerate(self.recording.recorder.inputs):
            arrays.setdefault(place in changed, []).append(first[key])
        for x in self.program.states:
            if type(x.source) is tuple:
                tensor, _ = x.source
                grad = self.recording.recorder.touched[id(tensor)][1]
                arrays.setdefault(x in self.written, []).append((grad.array, f"{call.own(tensor)}._grad.array"))
        if not self.written:
            return []
        read, written = [[owner(array) for array, _ in arrays.get(side, ())] for side in (False, True)]
        held = [*map(owner, self.arrays), *written]
        if len(set(held)) < len(held) or not set(read).isdisjoint({*self.owners_of(self.arrays), *written}):
            refuse("Two tensors that the function reads share memory that is written to", "Work on a copy: x.clone().")
        read, written = [[f"owner({name})" for _, name in arrays.get(side, ())] for side in (False, True)]
        asked = []
        if written:
            asked += [f"len(apart := {{{', '.join(written)}}}) == {len(written)}", "apart.isdisjoint(owners)"]
        if read:
            asked += [f"(others := {{{', '.join(read)}}}).isdisjoint(changing)",
                      *["others.isdisjoint(apart)"] * bool(written)]
        return [(" and ".join(asked), "two of its tensors share memory now", None)] if asked else []

    def owners_of(self, arrays):
        """Numbers for the memory of held tensors that the program writes to."""
        return frozenset([owner(array) for x, array in zip(self.held_values, arrays) if x in self.written])


def in_order(program):
    """The program, with the states that are tensors before those in some .grad: so it is given them."""
    program.states = sorted(program.states, key=lambda x: type(x.source) is tuple)
    return program


def owner(array):
    """A number for the memory of an array."""
    return id(array if array.base is None else array.base)
