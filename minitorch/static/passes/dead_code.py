"""Dead code: what nobody reads is not computed."""

from ..memory import results


def dead_code(program):
    """Leave out steps of the program whose results nobody reads, and results that nobody reads."""
    needed, kept = results(program), []
    for step in reversed(program.steps):
        if not step.effect and needed.isdisjoint(step.outputs):
            continue
        needed.update(step.reads, step.writes)
        outputs = [x if x in needed else None for x in step.outputs]
        if step.has_residual and outputs[-1] is None:
            outputs.pop()
        kept.append(step.replaced({}, outputs=outputs))
    return program.with_steps(kept[::-1])
