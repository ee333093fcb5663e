"""cond, while_loop, case: operations that run a part of the graph, by what values are when a Session runs.

A branch is built once, when the operation is made. At a run only the branch that is chosen is computed, and gradients
follow what was computed.
"""

from functools import partial

from ...rare.autograd.tree import leaves, rebuilt
from ..core import dtypes
from ..core.shapes import TensorShape
from ..functions import creation, reduction
from .blocks import Block, Branching
from .checks import Assert
from .graph import Operation, Tensor, control_dependencies, get_default_graph, graphed
from .tensor_array import TensorArray, in_tensor
from .variables import convert


class Cond(Branching):
    """Runs one of two blocks."""

    type = "Merge"

    def compute(self, values, run):
        block = self.parts[0 if bool(values[self.own[0]].tensor) else 1]
        inside = dict(values)
        found = block.run(run, inside)
        self.keep(inside, run)
        return found


def cond(pred, true_fn=None, false_fn=None, strict=False, name=None, fn1=None, fn2=None):
    """Return an operation that runs true_fn's part of the graph where `pred` is true, else false_fn's.

    pred                 a boolean tensor ()
    true_fn, false_fn    functions without arguments; fn1 and fn2 are their older names
    strict               whether a list or tuple of one stays such

    Both functions are called now, and must return tensors of the same number and element types. What they compute from
    was made outside is computed in both cases. Raises TypeError for what is no function.
    """
    functions = true_fn or fn1, false_fn or fn2
    if not all(map(callable, functions)):
        raise TypeError("tf.cond: true_fn and false_fn must be callable, such as lambda: x + 1.")
    pred = convert(pred, dtype="bool")
    if pred.dtype is not dtypes.bool or pred.shape.rank:
        raise TypeError(f"pred must be a boolean of no dimensions; {pred.name} is {pred.dtype.name} of shape "
                        f"{pred.shape}.")
    one, other = blocks = [Block("cond").build(function) for function in functions]
    if len(one.outputs) != len(other.outputs):
        raise ValueError(f"true_fn and false_fn must return the same structure: {len(one.outputs)} and "
                         f"{len(other.outputs)} tensors were returned.")
    for a, b in zip(one.outputs, other.outputs):
        if a.dtype is not b.dtype:
            raise TypeError(f"Outputs of true_fn and false_fn must have the same type: {a.dtype.name}, "
                            f"{b.dtype.name}: tf.cast.")
    made = Cond([pred], blocks, f"{name or 'cond'}/Merge", [
        (common(a.shape, b.shape), a.dtype) for a, b in zip(one.outputs, other.outputs)])
    found = rebuilt(one.found, iter(made.outputs))
    return found[0] if not strict and isinstance(found, list | tuple) and len(found) == 1 else found


def common(one, other):
    """Return the shape that two shapes have in common: None for sizes that differ."""
    if one.unknown or other.unknown or len(one) != len(other):
        return None
    return [a if a == b else None for a, b in zip(one, other)]


class Loop(Branching):
    """Runs a block again and again, while another gives True.

    variables   what stands for the values of a turn in the blocks
    own         their first values, and the most turns where that is given
    """

    type = "Exit"

    def __init__(self, variables, own, blocks, name):
        self.variables = variables
        super().__init__(own, blocks, name, [(x.shape, x.dtype) for x in variables])

    def compute(self, values, run):
        test, body = self.parts
        present, inside, count = [values[x] for x in self.own[:len(self.variables)]], dict(values), 0
        most = int(values[self.own[-1]]) if len(self.own) > len(self.variables) else None
        while most is None or count < most:
            inside.update(zip(self.variables, present))
            if not bool(self.anew(test, run, inside)[0].tensor):
                break
            present, count = self.anew(body, run, inside), count + 1
        self.keep(inside, run)
        return present

    def anew(self, block, run, inside):
        """Return the results of a block, computed for the values of this turn."""
        for op in block.order:
            for x in op.outputs:
                inside.pop(x, None)
        return block.run(run, inside)


class Turn(Operation):
    """A loop variable as the functions of a loop see it."""


def while_loop(cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, back_prop=True,
               swap_memory=False, name=None, maximum_iterations=None, return_same_structure=False):
    """Return an operation that runs body(*loop_vars) again and again, while cond(*loop_vars) is true.

    loop_vars               a list of tensors, numbers, TensorArrays or structures of them; the last ones are the result
    shape_invariants        their shapes in all turns, in that structure, where they are not those of the first
    maximum_iterations      stop after so many turns; None: never
    return_same_structure   whether a list of one stays a list

    Raises ValueError where the body returns another number of tensors or another shape, TypeError for another element
    type.

    >>> from minitorch.dialects import tf1 as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.while_loop(lambda x: x < 100, lambda x: x * 2, [3])))
    192
    """
    if not isinstance(loop_vars, list | tuple):
        loop_vars = [loop_vars]
    if not loop_vars:
        raise ValueError("No loop variables provided: tf.while_loop needs one at least.")
    given = leaves(loop_vars)
    first = [convert(x) for x in opened(given)]
    shapes = [x.shape for x in first] if shape_invariants is None else shapes_in(shape_invariants)
    holder = Block("while loop")
    with holder.opened():
        turns = [Turn(get_default_graph(), None, (), {}, "Identity", [(shape, x.dtype)]).outputs[0]
                 for shape, x in zip(shapes, first)]
        args = list(rebuilt(loop_vars, arrays_again(given, turns)))
        test = Block("while loop").build(cond, args)
        step = Block("while loop").build(lambda *own: opened(as_list(body(*own))), args)
    if test.outputs[0].dtype is not dtypes.bool:
        raise TypeError(f"cond of tf.while_loop must give a boolean, and gives {test.outputs[0].dtype.name}.")
    fit(turns, step.outputs)
    for block in test, step:
        block.captured = [x for x in block.captured if x not in turns]
    most = [] if maximum_iterations is None else [convert(maximum_iterations)]
    made = Loop(turns, [*first, *most], [test, step], f"{name or 'while'}/Exit")
    for x, turn, new in zip(made.outputs, turns, step.outputs):
        if turn.shape.unknown:                               # of a TensorArray whose first row is written in the loop
            x.set_shape(new.shape)
    found = rebuilt(loop_vars, arrays_again(given, made.outputs))
    return found if len(found) > 1 or return_same_structure else found[0]


def opened(tree):
    """Return a structure with the tensors that hold their rows in the place of TensorArrays."""
    return rebuilt(tree, iter([x.buffer if isinstance(x, TensorArray) else x for x in leaves(tree)]))


def arrays_again(given, tensors):
    """Return tensors in order, as TensorArrays where those are among what was given."""
    return iter([in_tensor(x, new) if isinstance(x, TensorArray) else new for x, new in zip(given, tensors)])


def shapes_in(tree):
    """Return the shapes in a structure: TensorShapes, or lists of sizes."""
    if tree is None or isinstance(tree, TensorShape) or all(isinstance(x, int | None) for x in tree):
        return [TensorShape(tree)]
    return [shape for part in tree for shape in shapes_in(part)]


def as_list(found):
    return list(found) if isinstance(found, list | tuple) else [found]


def fit(turns, returned):
    """Raise where a body of a loop gives what cannot be its loop variables."""
    if len(returned) != len(turns):
        raise ValueError(f"The body of tf.while_loop must return as many tensors as there are loop variables, "
                         f"{len(turns)}; it returns {len(returned)}.")
    for x, new in zip(turns, returned):
        if new.dtype is not x.dtype:
            raise TypeError(f"A loop variable is {x.dtype.name} at first and {new.dtype.name} after a turn of "
                            "tf.while_loop: tf.cast.")
        if common(x.shape, new.shape) != common(x.shape, x.shape):
            raise ValueError(f"The shape of a loop variable is not an invariant of tf.while_loop: it enters with shape "
                             f"{x.shape}, and has shape {new.shape} after one turn. Provide shape invariants by the "
                             "`shape_invariants` argument.")


def case(pred_fn_pairs, default=None, exclusive=False, strict=False, name="case"):
    """Return an operation that runs the part of the graph of the first condition that is true; else the default's.

    pred_fn_pairs   [(condition, function)], or a dict
    exclusive       whether two conditions that are true are an error
    strict          whether a list or tuple of one stays such

    A run raises InvalidArgumentError where none is true and there is no default.
    """
    pairs, before = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, dict) else pred_fn_pairs), []
    if not pairs:
        raise ValueError("tf.case needs one pair of a condition and a function at least.")

    def refused():
        with control_dependencies([Assert(False, ["None of the conditions of tf.case evaluated as True."])]):
            found = pairs[-1][1]()
            return rebuilt(found, iter([graphed(creation.identity)(x) for x in leaves(found)]))
    if exclusive:
        count = graphed(reduction.reduce_sum)(graphed(creation.cast)([pred for pred, _ in pairs], "int32"))
        before = [Assert(count < 2, ["More than one condition of tf.case evaluated as True but exclusive=True."])]
    chosen = default or refused
    for pred, function in reversed(pairs):
        chosen = partial(cond, pred, function, chosen, strict, name)
    with control_dependencies(before):
        return chosen()
