"""Write the backward function of one op, which does the work of `differentiate` and `add_gradient` for that op."""

from ..runtime import version_counter
from .forward import numbered_names, tuple_code
from .writer import lines, wrapped

# Add a gradient to its edge: store it if it is the edge's first, of the right shape and dtype; else use `add_gradient`.
DELIVER = """
if {e} is not None and {g} is not None:
    if type({e}) is Leaf or {e} in pending or {g}.shape != {e}.shape or {g}.dtype is not {e}.dtype:
        add_gradient(pending, owned, {e}, {g}, False, {given})
    else:
        pending[{e}] = {g}
"""


def back_source(op):
    """Write `back(node, grad, pending, owned, last)`, which calls the derivative and adds its gradients to edges."""
    indices, keeps = range(len(op.inputs)), bool(op.keeps or op.shapes or op.keeps_out or op.residual or op.once)
    written = [f"{names_to_unpack('e', indices)} = node.edges"]
    if keeps:
        written.append("saved, out, versions = node.saved, node.out, node.versions")
        written += lines(version_counter.CHECK_KEPT, stale=version_counter.stale(len(op.keeps) + op.keeps_out))
    arguments = ["grad", "out" if keeps else "None", *[argument_code(op, i) for i in indices]]
    arguments += ["**node.settings"] * bool(op.setting_names)
    if op.wants_needs:
        arguments.append(f"needs={tuple_code([f'e{i} is not None' for i in indices])}")
    arguments += ["last=last"] * op.wants_last
    call = f"op.derivative({', '.join(arguments)})"
    if len(indices) == 1:                      # a derivative of a single input may return an array instead of a tuple
        written.append(f"result = {call}")
        call = "result if type(result) is tuple else (result,)"
    written.append(f"result = {names_to_unpack('g', indices)} = {call}")           # explain/backward.py reads `result`
    if keeps:
        written += ["if last and (versions or out is not None):", "    node.saved, node.out = FREED, None"]
    if op.wants_last:                                    # the derivative may have overwritten `out`: free it
        written += ["if last:", "    out = None"]
    given = "(result, saved, (grad, out))" if keeps else "(result, (grad,))"
    if op.residual:                                      # the derivative expects a tuple, even for one array
        written.append("out = out if type(out) is tuple else (out,)")
        given = "(result, saved, out, (grad,))"
    for i in indices:
        written += lines(DELIVER, g=f"g{i}", e=f"e{i}", given=given)
    return wrapped(f"def {op.name}_back(node, grad, pending, owned, last):", written)


def names_to_unpack(letter, indices):
    """Return the left side of an assignment that unpacks a tuple: 'e0, e1', or 'e0,' for one value."""
    return numbered_names(letter, indices) + "," * (len(indices) == 1)


def argument_code(op, index):
    """Return the code of the derivative's argument for one input: the saved value, else the edge (shape and dtype)."""
    if index not in op.keeps and not op.shapes:
        return f"e{index}"
    always = index in op.keeps and op.keeps[index] is None
    return f"saved[{index}]" if always else f"e{index} if saved[{index}] is None else saved[{index}]"
