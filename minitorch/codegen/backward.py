"""The generated path back through a node: what `differentiate` and `add_gradient` do for one op, in straight Python."""

from ..runtime import version_counter
from .forward import row, tupled
from .writer import lines, wrapped

# How one gradient of a derivative goes on: at once if it fits and is the first at a node, else by `add_gradient`.
DELIVER = """
if {e} is not None and {g} is not None:
    if type({e}) is Leaf or {e} in pending or {g}.shape != {e}.shape or {g}.dtype is not {e}.dtype:
        add_gradient(pending, owned, {e}, {g}, False, {given})
    else:
        pending[{e}] = {g}
"""


def back_source(op):
    """`back(node, grad, pending, owned, last)`: one derivative, and its gradients delivered to where they go on."""
    places, keeps = range(len(op.inputs)), bool(op.keeps or op.shapes or op.keeps_out or op.residual or op.once)
    written = [f"{unpacked('e', places)} = node.edges"]
    if keeps:
        written.append("saved, out, versions = node.saved, node.out, node.versions")
        written += lines(version_counter.CHECK_KEPT, stale=version_counter.stale(len(op.keeps) + op.keeps_out))
    arguments = ["grad", "out" if keeps else "None", *[argument(op, i) for i in places]]
    arguments += ["**node.settings"] * bool(op.setting_names)
    if op.wants_needs:
        arguments.append(f"needs={tupled([f'e{i} is not None' for i in places])}")
    arguments += ["last=last"] * op.wants_last
    call = f"op.derivative({', '.join(arguments)})"
    if len(places) == 1:                                 # which may give one array
        written.append(f"result = {call}")
        call = "result if type(result) is tuple else (result,)"
    written.append(f"result = {unpacked('g', places)} = {call}")           # first whole: an error tells what it is
    if keeps:
        written += ["if last and (versions or out is not None):", "    node.saved, node.out = FREED, None"]
    if op.wants_last:                                    # a residual that was written over is the derivative's own
        written += ["if last:", "    out = None"]
    given = "(result, saved, (grad, out))" if keeps else "(result, (grad,))"
    if op.residual:                                      # it may be a tuple of arrays
        written.append("out = out if type(out) is tuple else (out,)")
        given = "(result, saved, out, (grad,))"
    for i in places:
        written += lines(DELIVER, g=f"g{i}", e=f"e{i}", given=given)
    return wrapped(f"def {op.name}_back(node, grad, pending, owned, last):", written)


def unpacked(letter, places):
    """Names with a number each, to unpack a tuple into."""
    return row(letter, places) + "," * (len(places) == 1)


def argument(op, place):
    """What the derivative is given for one input: what was kept, or else the edge, which knows shape and dtype."""
    if place not in op.keeps and not op.shapes:
        return f"e{place}"
    always = place in op.keeps and op.keeps[place] is None
    return f"saved[{place}]" if always else f"e{place} if saved[{place}] is None else saved[{place}]"
