"""Replay a recorded call: check its guards, then run its program.

Python code is generated for each recording. It compares the tensors' arrays by identity, runs the program, and stores
the results where the function stored them. `Replay.text` shows this code.
"""

from operator import attrgetter

from ..runtime import bump, line_now
from .call_lines import CALLED, BackwardPrograms, CallLines
from .gradients import Joint
from .guards import Form, array_forms
from .memory import Sharing
from .passes import PASSES, optimised
from .refusals import refuse
from .sized import Sample
from .sizes import TOGETHER
from .slots import Slot, read_attribute, read_item, read_keys
from .sources import weak
from .writers import BACKENDS, passes_of

MOST = 16                              # maximum number of cached programs, one for each size; each has its own memory
array_of, node_of = attrgetter("array"), attrgetter("_node")
HELD = ["if not all(map(is_, map(array_of, held), arrays)) and not accept_arrays():", "    return MISS",
        "if not all(map(is_, map(node_of, held), nodes)) and not accept_nodes():", "    return MISS"]


class Replay(Form):
    """The calls of one form, which run a recorded program.

    deciding  a program that computes the conditions of data-dependent branches, or None; it runs before `program`
    program   the program that runs, after the passes; `recorded`: the same before the passes
    fixed     why each size of a dimension needs its own recording, if there is no program for any size
    samples   Samples, to compare with a later recording; programs: {sizes: (function, settings of the node)}
    held      the tensors that the function reads besides its arguments
    """

    lines_of = CallLines

    def __init__(self, recording, passes=PASSES, backend="numpy"):
        super().__init__(recording)
        self.passes, self.backend = passes_of(backend, passes), backend
        self.names.space.update(CALLED, array_of=array_of, node_of=node_of, owner=number_of_memory, bump=bump,
                                line_now=line_now)
        self.recorded, self.deciding = recording.program, recording.deciding
        self.sized, self.fixed, self.programs = recording.sized, recording.fixed, {}
        self.inner = recording.inner
        self.counted = 0 if self.sized is None else len(self.sized.sizes.new)          # number of sizes that may change
        if self.counted < TOGETHER and self.deciding is None and recording.numbers is None:
            self.samples = [*[recording.sample] * self.counted, Sample(recording)]
        self.take(optimised(self.recorded, self.passes))

    def take(self, program):
        """Store the program that run() will call, and generate the code around it."""
        self.program = in_order(program)
        self.held_values = [x for x in program.states if type(x.source) is not tuple]
        self.held = [x.source for x in self.held_values]
        self.arrays = tuple(map(array_of, self.held))
        self.nodes, self.forms = tuple(map(node_of, self.held)), array_forms(self.arrays)
        self.sharing = Sharing(program)
        # the inputs after these are results of `deciding`, which runs before `program`
        self.inputs = program.inputs[:len(self.recording.recorder.inputs)]
        self.written = [x for x in (*self.inputs, *program.states) if self.sharing.changes(x)]
        self.write_all()

    def write_all(self):
        """Generate run(), and the functions of the programs that it calls."""
        recording, space = self.recording, self.names.space
        run, self.code = BACKENDS[self.backend](self.program)
        if self.deciding is not None:
            self.deciding = in_order(optimised(self.deciding, self.passes))
            space["deciding"], code = BACKENDS[self.backend](self.deciding)
            self.code = f"{code}\n\n{self.code}"
        call = self.lines_of(self)
        self.asked = [*self.modes(), *self.gradients(call), *self.overlaps(call)]
        space.update(program=run, programs=self.programs, ready=weak(self.ready), held=self.held, arrays=self.arrays,
                     nodes=self.nodes, accept_arrays=weak(self.accept_arrays), accept_nodes=weak(self.accept_nodes),
                     owners=frozenset(map(number_of_memory, self.arrays)), changing=self.owners_of(self.arrays))
        slots = [] if recording.reads is None else recording.reads.slots.values()
        body = [*HELD * bool(self.held), *call.lines()]
        if self.sized is not None:
            self.programs[self.sized.sizes.new] = run, space.get("back")
        self.write(self.program.name, [*slots, *self.hook_slots(call)], body)

    def backward_settings(self, joint):
        """Return the settings of the graph node: the programs of its backward pass."""
        return {"back": BackwardPrograms(joint, self.order, self.passes, self.backend, self.inner)}

    def similar_samples(self, tensors):
        return [found for found in super().similar_samples(tensors) if found[0] > self.counted]

    def ready(self, sizes):
        """Return (forward function, node settings or None) for these sizes; None if they need a new recording."""
        found = self.sized.at(sizes)
        if found is None:
            return None
        forward, *back = found
        self.program = in_order(optimised(forward, self.passes))
        run, self.code = BACKENDS[self.backend](self.program)
        made = run, self.backward_settings(Joint(self.sized.live, None, *found)) if back else None
        self.programs[sizes] = made
        for old in [*self.programs][:-MOST]:
            self.programs.pop(old, None)
        return made

    # Methods that find changes since the recording

    def accept_arrays(self):
        """Use the current arrays of the tensors in `held` if these have the recorded form; return whether they have."""
        arrays = tuple(map(array_of, self.held))
        if array_forms(arrays) != self.forms or self.written and len(set(map(number_of_memory, arrays))) < len(arrays):
            return False
        self.arrays = self.space["arrays"] = arrays
        self.space.update(owners=frozenset(map(number_of_memory, arrays)), changing=self.owners_of(arrays))
        return True

    def accept_nodes(self):
        """Use the current nodes of the tensors in `held` if these require grad as before; return whether they do."""
        nodes = tuple(map(node_of, self.held))
        if [type(x) for x in nodes] != [type(x) for x in self.nodes]:
            return False
        self.nodes = self.space["nodes"] = nodes
        return True

    def hook_slots(self, call):
        """Return slots for the hooks of leaves whose gradients the program accumulates."""
        found, program = [], self.recording.program
        gathers = program.grads or any(type(x.source) is tuple for x in program.states)
        for leaf, tensor in self.recording.recorder.leaves.items() if gathers else ():
            for name in ("hooks", "after"):
                if id(tensor) in call.texts:
                    if getattr(leaf, name):
                        refuse("A hook is registered on the gradient of an argument", "Register it in the function.")
                    continue
                found.append(Slot(read_attribute, leaf, name, f"the hooks of a tensor of shape {tuple(tensor.shape)}"))
                hooks = getattr(leaf, name)
                if hooks is not None:
                    found.append(Slot(read_keys, hooks, None, "the hooks of a tensor"))
                    found += [Slot(read_item, hooks, key, "a hook") for key in hooks]
        return found

    def gradients(self, call):
        """Yield guards that a .grad is None, or not None, if the function reads that .grad before it sets another."""
        for tensor, grad, read in self.recording.recorder.touched.values():
            if read and call.is_from_outside(tensor):
                asked = "None" if grad is None else "not None"
                yield (f"{call.own(tensor)}._grad is {asked}",
                       f"the .grad of a tensor of shape {tuple(tensor.shape)} was {asked}", None)

    def overlaps(self, call):
        """Return guards that no two of the call's tensors or .grads share memory that the program writes to."""
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
        read, written = [[number_of_memory(array) for array, _ in arrays.get(side, ())] for side in (False, True)]
        held = [*map(number_of_memory, self.arrays), *written]
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
        """Return the memory ids of the tensors in `held` that the program writes to."""
        return frozenset([number_of_memory(array) for x, array in zip(self.held_values, arrays) if x in self.written])


def in_order(program):
    """Sort the program's states into the order of its function's arguments, .grads last; return the program."""
    program.states = sorted(program.states, key=lambda x: type(x.source) is tuple)
    return program


def number_of_memory(array):
    """Return the id of the object that owns an array's memory."""
    return id(array if array.base is None else array.base)
