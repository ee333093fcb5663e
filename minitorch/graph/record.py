"""What the door leaves behind: a node with what its derivative needs kept, guarded against later writes."""

from sys import _getframe

from ..piece import mounted
from . import errors
from .errors import own
from .node import FREED, INFERENCE, Node, Spec, tensor_types, tick


def record(op, inputs, arrays, edges, settings, result, residual=None):
    """The node for a result already computed, with what its derivative wants kept."""
    node = Node()
    node.op = op
    node.settings = settings
    node.order = tick()
    node.hooks = None
    node.edges = edges = tuple(edges)
    node.out = residual
    guard: list | tuple = ()                  # an empty list more would be one more for the collector
    all_of_it = bool(mounted) and op.derivative_piece in mounted        # a learner's derivative may read what it likes
    if op.keeps_any or op.shapes or all_of_it:
        saved, guard, plan = [None] * len(edges), [], op.keeps
        if all_of_it or op.keeps_all:
            plan = plan_of_all(op, edges, all_of_it)
        for place, whose in plan:
            if whose is None or edges[whose] is not None:
                saved[place] = arrays[place]
                x = inputs[place]
                if type(x) in tensor_types:
                    cell = x._cell
                    if cell is None:
                        x._cell = cell = [0, None]
                    elif cell[0] is INFERENCE:
                        refuse_inference()
                    guard.append(cell)
                    guard.append(cell[0])
        if op.shapes and None in edges:
            for place, array in enumerate(arrays):
                if edges[place] is None and saved[place] is None and hasattr(array, "shape"):
                    saved[place] = Spec(array.shape, array.dtype)
        node.saved = tuple(saved)
    else:
        node.saved = ()
    if type(result) is tuple:
        node.shape = tuple([r.array.shape for r in result])
        node.dtype = tuple([r.array.dtype for r in result])
    else:
        node.shape = result.array.shape
        node.dtype = result.array.dtype
    if op.keeps_out and (op.out_for is None or edges[op.out_for] is not None) or all_of_it and residual is None:
        many = type(result) is tuple
        read = [r if all_of_it or op.reads is None or i in op.reads else None
                for i, r in enumerate(result if many else (result,))]
        node.out = tuple([None if r is None else r.array for r in read]) if many else result.array
        for r in read:
            if r is None:
                continue
            if r._cell is None:
                r._cell = [0, None]
            guard = (*guard, r._cell, r._cell[0])
    node.guard = guard
    frame = _getframe(3)                  # record, apply, an operator or method, then at last the user
    code = frame.f_code
    while own[code.co_filename] and frame.f_back is not None:
        frame = frame.f_back
        code = frame.f_code
    node.code, node.at = code, frame.f_lasti
    return node


def plan_of_all(op, edges, all_of_it):
    """Which inputs to keep of an op that keeps all of *arrays, or that a learner's derivative is mounted on."""
    if all_of_it:
        return [(place, None) for place in range(len(edges))]
    if len(edges) == len(op.inputs):
        return op.keeps
    rest = range(len(op.inputs), len(edges))
    if not op.keeps_others:
        return [*op.keeps, *[(place, None) for place in rest]]
    wanted = [place for place in rest if edges[place] is not None]
    return [*op.keeps, *[(place, None) for place in rest if wanted and wanted != [place]]]


def refuse_inference():
    raise RuntimeError("Inference tensors cannot be saved for backward: this one was made in "
                       "inference_mode. Make it under no_grad, or use x.clone().")


def refuse_freed(node):
    raise RuntimeError(
        f"Trying to backward through the graph a second time: what {node.op.name} kept "
        f"(at {errors.source_line(node.code, node.at)}) was freed by the first backward. "
        "Call the first one with retain_graph=True, or compute the loss again.")


def check_kept(node):
    """Refuse to use what a first backward freed, or a write in place changed."""
    if node.saved is FREED:
        refuse_freed(node)
    guard = node.guard
    for i in range(0, len(guard), 2):
        if guard[i][0] != guard[i + 1]:
            errors.refuse_stale(node, guard[i], guard[i + 1])
