"""trace: a function becomes a program, by running once."""

from copy import copy

from .call_lines import CallLines
from .form import MISS
from .passes import PASSES
from .recording import Recording
from .replay import Replay


class TracedLines(CallLines):
    """The lines of a trace, which leave a graph only where gradients are recorded."""

    def graph(self, live, saved):
        return ["if recording.get() is True:", *["    " + line for line in super().graph(live, saved)]]


class Traced(Replay):
    """The form of a trace: its arguments are asked about, and nothing else."""

    lines_of = TracedLines

    def modes(self):
        return []


class Trace:
    """A function as a program: called with arguments of the same form, it runs the steps, and no line of the function.

    args       what it is recorded on
    optimise   whether the passes are run
    program    its steps, after the passes; print(trace.program) lists them
    recorded   its steps as they were recorded
    returned   what the function gave when it was traced
    """

    def __init__(self, function, args=(), optimise=True):
        self.recording = Recording(function, args, {}, open=True)
        self.form, self.returned = Traced(self.recording, PASSES if optimise else []), self.recording.returned

    @property
    def program(self):
        return self.form.program

    @property
    def recorded(self):
        return self.form.recorded

    def with_program(self, program):
        """The same trace over another program, such as what a pass of one's own made of `recorded`."""
        made = copy(self)
        made.form = Traced(self.recording, [])
        made.form.take(program)
        return made

    def __call__(self, *args):
        result = self.form.run(args, {})
        if result is MISS:
            raise ValueError(f"{self.program.name} was traced for arguments of another form: "
                             f"{self.form.difference(args, {})}. Trace it anew for others.")
        return result

    def code(self):
        """The Python that runs: a call a line on NumPy arrays."""
        return self.form.code

    def explain(self):
        """What each pass changed: steps, bytes that are made, and the most memory at one time."""
        return self.program.explain()

    def save(self, f):
        """Write it with its weights to one file, which `static.load` reads, and a runner that has NumPy alone."""
        self.program.saving[-1](self, f)

    def export_c(self, folder):
        """Write it with its weights as one file of C, FOLDER/NAME.c, with a `main`; returns the path."""
        return self.program.exporting[-1](self, folder)

    def __repr__(self):
        return f"<trace of {self.program.name}: {len(self.program.steps)} steps>"


def trace(function, *args, optimise=True):
    """Run function(*args) once, write down all it computes, and give a Trace that runs it again without the function.

    function   of tensors, and lists, tuples or dicts of them; it may hold parameters, and take a training step
    optimise   run the passes: see static/passes

    It runs for real: a training step trains. Parameters and buffers are read and written where they are; dropout
    draws anew in each run; an optimizer's rates are those of the moment. Results that require grad lead a later
    backward() to a program too. All else is as it was: a branch that was taken, a number that was read from a Python
    variable; `compile` records anew where such a thing has changed. What depends on data is refused with its line.

    Raises NotRecorded, a RuntimeError, for what a program cannot repeat: .item(), a branch on data, print.

    >>> double = trace(lambda x: x * 2 + 0 * 3, tensor([1.0, 2.0]))
    >>> double(tensor([4.0, 5.0]))
    tensor([ 8., 10.])
    >>> print(double.program)
    program(a: float32[2])
        c = fused(a)                                                  float32[2]
            b = multiply(a, 2)                                        float32[2]
            c = add(b, 0)                                             float32[2]
        return c
    """
    return Trace(function, args, optimise)
