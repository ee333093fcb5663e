"""The generated path back through a node: what `differentiate` and `add_gradient` do for one op, in straight Python."""

from ..runtime import accumulate, version_counter
from .forward import tupled
from .writer import lines, wrapped


def back_source(op):
    """`back(node, grad, pending, owned, last)`: one derivative, and its gradients delivered to where they go on."""
    places, keeps = range(len(op.inputs)), bool(op.keeps or op.shapes or op.keeps_out or op.residual)
    written = ["saved, out, versions = node.saved, node.out, node.versions",
               f"{tupled([f'e{i}' for i in places])} = node.edges"]
    if keeps:
        written += lines(version_counter.CHECK_KEPT, stale=version_counter.stale(len(op.keeps) + op.keeps_out))
    arguments = ["grad", "out", *[argument(op, i) for i in places], *["**node.settings"] * bool(op.setting_names)]
    if op.wants_needs:
        arguments.append(f"needs={tupled([f'e{i} is not None' for i in places])}")
    arguments += ["last=last"] * op.wants_last
    written.append(f"result = op.derivative({', '.join(arguments)})")
    if len(places) == 1:
        written.append("result = result if type(result) is tuple else (result,)")
    written.append(f"{tupled([f'g{i}' for i in places])} = result")
    if keeps:
        written += ["if last and (versions or out is not None):", "    node.saved, node.out = FREED, None"]
    if op.wants_last:                                    # a residual that was written over is the derivative's own
        written += ["if last:", "    out = None"]
    for i in places:
        written += lines(accumulate.DELIVER, g=f"g{i}", e=f"e{i}")
    return wrapped(f"def {op.name}_back(node, grad, pending, owned, last):", written)


def argument(op, place):
    """What the derivative is given for one input: what was kept, or else the edge, which knows shape and dtype."""
    if place not in op.keeps and not op.shapes:
        return f"e{place}"
    always = place in op.keeps and op.keeps[place] is None
    return f"saved[{place}]" if always else f"e{place} if saved[{place}] is None else saved[{place}]"
