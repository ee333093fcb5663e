"""What a verdict says of a trial, in words: what went in, what was wanted, what came, and where hints are."""

from .compare import rows, shown, told
from .source_code import own_lines


def describe(exercise, trial, lines=own_lines):
    """Return what went in, what was wanted and what came. lines: how errors are told."""
    pairs = [(name, shown(value)) for name, value in trial.case.inputs.items()]
    if trial.altered:
        return rows(pairs) + printed(trial)
    if trial.error is not None:
        pairs.append(("wanted", shown(trial.wanted, names=exercise.results)))
        return rows(pairs) + "\n" + lines(trial.error) + printed(trial)
    return rows(pairs + told(trial.wanted, trial.got, exercise.close, exercise.results)) + printed(trial)


def printed(trial, most=8):
    """Return what the answer printed in one trial, its first lines; '' if nothing."""
    lines = trial.outcome.printed.rstrip().split("\n")
    more = [f"… {len(lines) - most} line{'s' * (len(lines) != most + 1)} more"] if len(lines) > most else []
    return "\n" + rows([("printed", "\n".join(lines[:most] + more))]) if lines != [""] else ""


def wrapped(message, exercise):
    """Return a message in lines of at most 100 characters, then where to find hints."""
    from textwrap import wrap
    hints = f'hint("{exercise.id}") has {len(exercise.hints)} hints.'
    lines = wrap(message, 100)
    if not exercise.hints:                                # of a retired exercise
        return lines
    if lines and len(lines[-1]) + len(hints) < 99:        # never broken: it is there to be copied
        return [*lines[:-1], f"{lines[-1]}  {hints}"]
    return [*lines, hints]
