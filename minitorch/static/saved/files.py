"""Save and load programs: a safetensors file has the weights as tensors, and the steps as JSON in its metadata."""

import json

from ...engine import tensor_types, wrap
from ...serialization.reading import LoadError
from ...serialization.safetensors import save_file
from .. import run
from ..program import Program
from ..refusals import NotSaved
from .any_size import any_size
from .export_c import write_c_file
from .graph import Graph
from .simple import in_simple_steps


def save(program, f, names=(), dynamic_axes=None):
    """Write a program with its weights to one file, complete or not at all.

    program        a Program, or an object with one as `recorded`, such as a Trace
    f              path, or a file opened for writing bytes
    names          {name: tensor} of weights; not needed for a traced module, whose state_dict has the names
    dynamic_axes   {number of an input: {dim: name}} of a Trace: dims that may have any size, equal for equal names.
                   The function is traced again for other sizes, and numbers that differ are written as formulas

    Parameters and buffers are saved with their current values. `static.load` reads the file, and so does
    `python -m minitorch.static.run`, a script that needs only NumPy and can be copied to a computer without minitorch.

    An op that this script does not know is written as the NumPy calls in its forward. Each run draws new random
    numbers; after `load(f, seed=seed)` they are the same as after minitorch.manual_seed(seed).

    Raises NotSaved, a RuntimeError, if the program trains, writes into an input or parameter, has a shape that depends
    on data, reads numbers from a tensor, or uses generator=; or if the size of a dynamic axis changes the steps, for
    example the length of a loop. Raises ValueError for a wrong dynamic axis.

    >>> import io, minitorch as mt
    >>> from minitorch import static
    >>> traced = static.trace(mt.nn.Softmax(dim=1), mt.zeros(2, 2))
    >>> file = io.BytesIO()
    >>> static.save(traced, file, dynamic_axes={0: {0: "batch"}})
    """
    if dynamic_axes:
        about, weights = any_size(program, dynamic_axes, lambda again: graph_to_save(again, names, "save"))
    else:
        graph = graph_to_save(program, names, "save")
        about, weights = graph.description, graph.weights
    description = json.dumps(about, allow_nan=False)
    if len(description) > run.MOST_HEADER // 2:
        raise NotSaved(f"{about['name']} has {len(about['steps']):,} steps, which is too long for a file: its "
                       f"description may have at most {run.MOST_HEADER // 2:,} characters. Trace a shorter input.")
    save_file({name: wrap(array) for name, array in weights.items()}, f,
              {"format": run.FORMAT, "version": run.VERSIONS[bool(dynamic_axes)], "program": description})


def export_c(program, folder):
    """Write a program with its weights as one C file, FOLDER/NAME.c; return its path.

    program   a Program, or an object with one as `recorded`, such as a Trace
    folder    path; the folder is created if it does not exist

    A C compiler makes an executable of it that needs no library; the file's first lines say how. It reads inputs from
    .npy files and prints outputs. Matrix products and convolutions are plain loops, for reading and small networks.

    Raises NotSaved, a RuntimeError, if `save` would raise it, and for calls that export_c cannot write in C.
    """
    return write_c_file(graph_to_save(program, (), "export_c"), folder)


def graph_to_save(program, names, tried):
    """Return the Graph of a program; `tried` is the name of the function that the user called, for errors."""
    recording = getattr(program, "recording", None)
    program = getattr(program, "recorded", program)
    if type(program) is not Program:
        raise TypeError(f"{tried}() needs a program, such as static.trace(function, x), not "
                        f"{type(program).__name__}.")
    named = getattr(recording and recording.function, "state_dict", lambda **_: {})(keep_vars=True) | dict(names)
    return Graph(in_simple_steps(program), {id(tensor): name for name, tensor in named.items()})


class Loaded:
    """A program from a file: called on tensors, it returns a tensor or a tuple of tensors. print() lists its steps."""

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
    """Load a program that `save` wrote. It computes results, but not gradients, and does not need the model's code.

    f        path
    memory   GiB of memory that a run may use besides the weights
    seed     seed of the program's random numbers; None: a new seed each time it is loaded

    Raises FileNotFoundError, or LoadError (a RuntimeError) if the file is damaged, malicious or not a saved program.
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
