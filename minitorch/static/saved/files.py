"""Programs in files: a safetensors file whose tensors are the weights, and whose metadata holds the steps as JSON."""

import json

from ...engine import tensor_types, wrap
from ...serialization.reading import LoadError
from ...serialization.safetensors import save_file
from .. import run
from ..program import Program
from .any_size import any_size
from .export_c import export
from .graph import Graph
from .refused import NotSaved
from .simple import simple


def save(program, f, names=(), dynamic_axes=None):
    """Write a program with its weights to one file, whole or not at all.

    program        a Program, or what has one as `recorded`, such as a Trace
    f              path, or a file opened for writing bytes
    names          {name: tensor} of weights; those of the module that was traced are known
    dynamic_axes   {number of an input: {dim: name}} of a Trace: dims that may have any size, one for those of a name.
                   Its function is traced again for other sizes, and what differs is written as a formula

    Parameters and buffers get the values that they have now. `static.load` reads the file, and so does
    `python -m minitorch.static.run`, a file that runs on NumPy alone and can be copied to where minitorch is not.

    An op that the runner does not know is written as the calls of NumPy that its forward makes. Random numbers are
    drawn in each run: with the seed that `load` is given they are those of minitorch.manual_seed(seed).

    Raises NotSaved, a RuntimeError, for what a file cannot hold: training, writes into an input or a parameter, results
    whose shape depends on data, forwards that look at numbers, random numbers of a generator that is named; a dynamic
    axis whose size decides what is computed, such as how often a loop runs. ValueError for a dynamic axis that is none.

    >>> import io, minitorch as mt
    >>> from minitorch import static
    >>> traced = static.trace(mt.nn.Softmax(dim=1), mt.zeros(2, 2))
    >>> file = io.BytesIO()
    >>> static.save(traced, file, dynamic_axes={0: {0: "batch"}})
    """
    if dynamic_axes:
        about, weights = any_size(program, dynamic_axes, lambda again: graph_of(again, names, "save"))
    else:
        graph = graph_of(program, names, "save")
        about, weights = graph.description, graph.weights
    description = json.dumps(about, allow_nan=False)
    if len(description) > run.MOST_HEADER // 2:
        raise NotSaved(f"{about['name']} has {len(about['steps']):,} steps, and the description of a saved "
                       f"program has at most {run.MOST_HEADER // 2:,} characters. Trace a shorter input.")
    save_file({name: wrap(array) for name, array in weights.items()}, f,
              {"format": run.FORMAT, "version": run.VERSIONS[bool(dynamic_axes)], "program": description})


def export_c(program, folder):
    """Write a program with its weights as one file of C, FOLDER/NAME.c, and give its path.

    program   a Program, or what has one as `recorded`, such as a Trace
    folder    path; it is made where it is not there

    A C compiler makes a program of it that needs nothing else; the file's first lines say how. It reads inputs from
    .npy files and prints outputs. Matrix products and convolutions are plain loops: to read, and for small networks.

    Raises NotSaved, a RuntimeError, for what `save` refuses, and for calls that have no C.
    """
    return export(graph_of(program, (), "export_c"), folder)


def graph_of(program, names, tried):
    """The Graph of a program, for `tried`, a function's name in errors."""
    recording = getattr(program, "recording", None)
    program = getattr(program, "recorded", program)
    if type(program) is not Program:
        raise TypeError(f"{tried}() takes a program, as static.trace(function, x) makes one, not "
                        f"{type(program).__name__}.")
    named = getattr(recording and recording.function, "state_dict", lambda **_: {})(keep_vars=True) | dict(names)
    return Graph(simple(program), {id(tensor): name for name, tensor in named.items()})


class Loaded:
    """A program from a file: called on tensors it gives a tensor, or a tuple of them. print() lists its steps."""

    def __init__(self, program):
        self.program = program

    def __call__(self, *inputs):
        for x in inputs:
            if type(x) not in tensor_types:
                raise TypeError(f"{self.program.title} takes tensors, not {type(x).__name__}.")
        found = [wrap(array) for array in self.program(*[x.array for x in inputs])]
        return found[0] if len(found) == 1 else tuple(found)

    def __str__(self):
        return str(self.program)

    def __repr__(self):
        return f"<loaded program {self.program.title}: {len(self.program.steps)} steps>"


def load(f, memory=run.MOST_MEMORY, seed=None):
    """A program that `save` wrote, without the code that built it. It gives results, and no gradients.

    f        path
    memory   GiB that a run may take, beside the weights
    seed     of the random numbers that it draws; None: others each time it is loaded

    Raises FileNotFoundError, or LoadError (a RuntimeError) for a file that is damaged, hostile or of another kind.
    A call raises run.ProgramError for inputs of other shapes or dtypes.

    >>> import tempfile, minitorch as mt
    >>> from minitorch import static
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     static.trace(mt.nn.Softmax(dim=0), mt.zeros(2)).save(f"{folder}/softmax.program")
    ...     static.load(f"{folder}/softmax.program")(mt.tensor([1.0, 1.0]))
    tensor([0.5000, 0.5000])
    """
    try:
        return Loaded(run.Program(f, memory, seed=seed))
    except run.ProgramError as error:
        raise LoadError(str(error)) from None
