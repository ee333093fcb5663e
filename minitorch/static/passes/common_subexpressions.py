"""Common subexpressions: what is computed twice from the same Values is computed once."""

from ..memory import Sharing, results


def common_subexpressions(program):
    """Compute once what several steps of the program compute from the same Values; returns another program.

    What lies in memory that some step writes to is never shared: it holds one thing before and another after.
    """
    fixed, sharing, known, seen, kept = results(program), Sharing(program), {}, {}, []
    for step in program.steps:
        step = step.replaced(known)
        key = step.key
        if step.effect or key is None or any(sharing.changes(x) for x in step.values):
            kept.append(step)
        elif key in seen and fixed.isdisjoint(step.outputs):
            known.update((new, old) for new, old in zip(step.outputs, seen[key].outputs) if new is not None)
        else:
            seen.setdefault(key, step)
            kept.append(step)
    return program.with_steps(kept)
