"""A program in the simple steps that a file can hold: nothing drawn, nothing written over, NumPy's own functions."""

from .. import run
from ..expansion import expanded
from ..fused import Fused
from ..passes import common_subexpressions, constant_folding, copies, dead_code, reshapes, ufuncs
from .plain_ops import in_plain_ops
from .refused import NotSaved, refuse
from .without_writes import without_writes


def plainer(program):
    """The program with ops of networks in plainer ones."""
    return expanded(program, in_plain_ops, in_plain_ops)


PASSES = [dead_code, ufuncs, plainer, constant_folding, copies, common_subexpressions, dead_code, ufuncs, reshapes,
          common_subexpressions, dead_code]


def simple(program, first=()):
    """The program in steps that a file can hold.

    first   passes that run before the others, such as one that sets steps apart which a file holds as they are

    Raises NotSaved for one that trains, or writes into memory that is seen elsewhere.
    """
    if program.grads or program.rebound:
        raise NotSaved(f"{program.name} changes tensors or their gradients: it trains. A saved program computes "
                       "results from inputs: trace the model alone.")
    if not program.outputs:
        raise NotSaved(f"{program.name} returns no tensor: there is nothing to compute.")
    for note in reversed(program.notes if program.places else ()):
        if not note.program.places:                          # before memory was planned
            program = note.program
            break
    made = program.with_steps([inner for step in program.steps for inner in
                               (step.call.steps if type(step.call) is Fused else [step])])
    made.saved = []
    for transform in [without_writes, *first, *PASSES]:
        made = transform(made)
    for step in made.steps:
        if step.draws and step.op is None and step.name not in run.DRAWS:
            refuse(step, "it looks at numbers, or has another effect than results")
    return made
