"""Simplify a program to the steps that a file can contain: functions of NumPy, without in-place writes.

Ops of neural networks become simpler ops that run.py knows; a convolution, for example, becomes a matrix product. Each
function in PLAIN_OPS computes the same as the op of its name, with simpler ops on Tensors. An in-place write becomes a
step that makes a new array, and later views are views of this array.
"""

from math import prod

from ...engine import registry
from ...ops.conv.padding import out_size, pad, unfold_windows
from ...ops.conv.pooling import count_windows, padded_size
from ...ops.index.getitem import write_item
from ...ops.reduce.reductions import amax, mean, sum
from ...ops.shape.copies import stack, tril
from ...ops.shape.views import reshape, transpose
from ...rare.ops.elementwise.complex_numbers import from_parts, imag_view, real_view
from ...runtime.inplace import fill, unlock
from .. import run
from ..expansion import NotExpanded, expand_steps, fresh_names
from ..fused import Fused
from ..memory import Sharing
from ..passes import common_subexpressions, constant_folding, copies, dead_code, reshapes, ufuncs
from ..program import Value
from ..refusals import NotSaved, refuse_saving
from .numpy_calls import GENERAL, Calls, check_conditions, results_of_forward


def softmax(x, *, dim, dtype=None):
    x = x if dtype is None else x.to(dtype)
    found = (x - amax(x, dim=dim, keepdim=True)).exp()       # subtract the maximum, or exp could overflow
    return found / sum(found, dim=dim, keepdim=True)


def log_softmax(x, *, dim, dtype=None):
    x = x if dtype is None else x.to(dtype)
    x = x - amax(x, dim=dim, keepdim=True)
    return x - sum(x.exp(), dim=dim, keepdim=True).log()


def attention_weights(query, key, mask, *, scale, causal=False):
    scores = query @ (transpose(key, dim0=-1, dim1=-2) * scale)
    if mask is not None:
        scores = scores + mask if mask.dtype.is_floating_point else scores.where(mask, -float("inf"))
    if causal:
        ones = registry["like_one"](scores)[(0,) * (len(scores.shape) - 2)]
        scores = scores.where(tril(ones) == 1, -float("inf"))
    most = amax(scores, dim=-1, keepdim=True)
    found = (scores - most.where(most > -float("inf"), 0.0)).exp()
    total = sum(found, dim=-1, keepdim=True)  # total is 0 if all keys of a row are masked; then the weights are 0 too
    return found / total.where(total > 0, 1.0) if causal or mask is not None else found / total


def attend(query, key, value, *, scale, causal=False):
    return attention_weights(query, key, None, scale=scale, causal=causal) @ value


def image_windows(x, size, value, kernel, stride, padding, dilation=(1, 1)):
    """Return the windows of images, padded with `value` to `size`: (…, H, W) -> (…, OH, OW, kh, kw)."""
    widths = [(before, length - before - inside) for before, length, inside in zip(padding, size, x.shape[-2:])]
    if any(map(any, widths)):
        x = pad(x, widths=tuple(widths), value=value)
    height = len(x.shape) - 2
    x = unfold_windows(x, dim=height, size=kernel[0], step=stride[0], dilation=dilation[0])
    return unfold_windows(x, dim=height + 1, size=kernel[1], step=stride[1], dilation=dilation[1])


def conv2d(x, weight, bias, *, stride, padding, dilation, groups):
    """Compute a convolution as a matrix product of filters (rows) and windows (columns)."""
    (N, C, *size), (O, _, *kernel) = x.shape, weight.shape
    out = [out_size(*along) for along in zip(size, kernel, stride, padding, dilation)]
    size = [length + 2 * around for length, around in zip(size, padding)]
    windows = image_windows(x, size, 0, kernel, stride, padding, dilation)                  # (N, C, OH, OW, kh, kw)
    columns = reshape(windows.permute(0, 1, 4, 5, 2, 3), shape=(N, groups, C // groups * prod(kernel), prod(out)))
    rows = reshape(weight, shape=(groups, O // groups, C // groups * prod(kernel)))
    found = reshape(rows @ columns, shape=(N, O, *out))
    return found if bias is None else found + reshape(bias, shape=(O, 1, 1))


def max_pool2d(x, *, kernel, stride, padding, dilation, ceil_mode):
    out = count_windows(x, kernel, stride, padding, dilation, ceil_mode, "max_pool2d")
    size = padded_size(x.shape[-2:], out, kernel, stride, padding, dilation)
    if not x.dtype.is_floating_point:
        raise NotExpanded("max_pool2d of integers cannot be padded with −inf: convert its input to float")
    return amax(image_windows(x, size, -float("inf"), kernel, stride, padding, dilation), dim=(-2, -1))


def avg_pool2d(x, *, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    if ceil_mode or any(padding) and not count_include_pad:
        raise NotExpanded("all its windows must have the same number of elements")
    size = padded_size(x.shape[-2:], (1, 1), kernel, stride, padding)
    size = [max(length, inside + 2 * around) for length, inside, around in zip(size, x.shape[-2:], padding)]
    windows = image_windows(x, size, 0, kernel, stride, padding)
    return mean(windows, dim=(-2, -1)) if divisor is None else sum(windows, dim=(-2, -1)) / divisor


def view_as_real(x):
    return stack(real_view(x), imag_view(x), dim=-1)


def view_as_complex(x):
    return from_parts(x[..., 0], x[..., 1])


PLAIN_OPS = {function.__name__: function
             for function in (softmax, log_softmax, attention_weights, attend, conv2d, max_pool2d, avg_pool2d,
                              view_as_real, view_as_complex)}


def in_plain_ops(step):
    """Return a function that computes a step's result with simpler ops, or None."""
    if step.op is None or step.call is not step.op:
        return None
    return PLAIN_OPS.get(step.name, step.op.composition)


def without_writes(program):
    """Return the program without in-place writes.

    Steps that use memory to which a step writes run on RecordedArrays, which record all calls. Raises NotSaved if this
    memory belongs to an input or a parameter, or if a call reads numbers.
    """
    sharing = Sharing(program)
    if not sharing.written:
        return program
    replaced = filled_whole(program, sharing)
    outside = {sharing.first(x) for x in [*program.inputs, *program.states]}
    calls, arrays, known, kept = Calls(fresh_names(program)), {}, {}, []

    def given(x):
        if type(x) in (tuple, list):
            return type(x)(map(given, x))
        return arrays[x] if type(x) is Value and x in arrays else calls.stand_in(
            known.get(x, x) if type(x) is Value else x)

    def changes(x):
        return sharing.changes(x) and sharing.first(x) not in replaced
    for step in program.steps:
        if step.writes and sharing.first(step.writes[0]) in replaced:
            if filled_value(step) is not None:
                known[step.writes[0]] = known.get(filled_value(step), filled_value(step))
            continue
        if any(sharing.first(x) in outside for x in step.writes) and step.call is not unlock:
            refuse_saving(step, "it writes into the memory of an input or a parameter. Compute a new tensor instead: "
                          "x = x.relu(), not x.relu_()")
        if not any(map(changes, [*step.values, *step.writes])):
            kept.append(step.replaced(known))
            continue
        calls.like, calls.steps = step, []
        try:
            before = calls.questions
            calls.general = before + GENERAL[step.name] if step.name in GENERAL else None
            for x, old in zip(results_of_forward(step, calls, given(step.args)), step.outputs):
                if old is not None and changes(old):
                    arrays[old] = calls.asarray(x)
                elif old is not None:
                    known[old] = calls.value(x)
            check_conditions(step, calls.name, calls.questions - before)
        except Exception as error:
            why = error if type(error) is NotExpanded else f"its code raises {type(error).__name__}: {error}"
            refuse_saving(step, f"it uses memory that several tensors share and that is written to, and {why}")
        kept += calls.steps
    calls.steps = []
    known.update({x: calls.value(arrays[x]) for x in program.results if x in arrays})
    return program.with_steps([*kept, *calls.steps], known)


def filled_value(step):
    """Return the Value with which a step overwrites all of an array, as x.relu_() or x[...] = y does; else None."""
    whole = step.call is fill or step.call is write_item and all(
        x is ... or type(x) is slice and x == slice(None) for x in step.settings["index"])
    return step.args[1] if whole and type(step.args[1]) is Value else None


def filled_whole(program, sharing):
    """Return each memory that only one Value views and steps only overwrite whole: the new Value can replace it."""
    seen, fills, others = {}, {}, {sharing.first(x) for x in [*program.inputs, *program.states]}
    for step in program.steps:
        for x in step.values:
            seen.setdefault(sharing.first(x), set()).add(x)
        by = filled_value(step)
        for into in step.writes if step.call is not unlock else ():
            fills.setdefault(sharing.first(into), set()).add(by)
            if by is None or (by.shape, by.dtype) != (into.shape, into.dtype):
                others.add(sharing.first(into))
    found = {memory for memory in fills if len(seen.get(memory, ())) == 1} - others
    while bad := {memory for memory in found if any(sharing.changes(x) and sharing.first(x) not in found
                                                    for x in fills[memory])}:
        found -= bad
    return found


def with_plain_ops(program):
    """Return the program with ops of neural networks replaced by simpler ops."""
    return expand_steps(program, in_plain_ops, in_plain_ops)


PASSES = [dead_code, ufuncs, with_plain_ops, constant_folding, copies, common_subexpressions, dead_code, ufuncs,
          reshapes, common_subexpressions, dead_code]


def in_simple_steps(program, first=()):
    """Return the program in steps that a file can contain.

    first   passes to run before PASSES, for example a pass that protects some steps from being split

    Raises NotSaved if the program trains, or has an in-place write that cannot be replaced.
    """
    if program.grads or program.rebound:
        raise NotSaved(f"{program.name} changes tensors or their gradients: it trains. A saved program can only "
                       "compute results from inputs. Trace the model without the training step.")
    if not program.outputs:
        raise NotSaved(f"{program.name} must return a tensor: a saved program without results has no use.")
    for note in reversed(program.notes if program.places else ()):
        if not note.program.places:                          # the last program before memory was planned
            program = note.program
            break
    made = program.with_steps([inner for step in program.steps for inner in
                               (step.call.steps if type(step.call) is Fused else [step])])
    made.saved = []
    for transform in [without_writes, *first, *PASSES]:
        made = transform(made)
    for step in made.steps:
        if step.draws and step.op is None and step.name not in run.DRAWS:
            refuse_saving(step, "it reads numbers, or has a side effect")
    return made
