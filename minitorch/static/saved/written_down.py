"""Ops that a runner does not know, as the calls of NumPy that their own forwards make."""

from ..expansion import NotExpanded
from ..program import Value
from .numpy_calls import Calls

GENERAL = {"cofactors": 0, "pow": 0}   # op: the number of the question whose answer yes leads to what holds for all


def in_numpy_calls(step, name):
    """(steps of NumPy's functions, what of them each output of the step is).

    name   gives names for new Values

    It is run on zeros and on ones: what is written down may not depend on them. Raises NotExpanded where it does.
    """
    (steps, made, questions), again = [recorded(step, name, number) for number in (0, 1)]
    if trail(steps, made) != trail(*again[:2]):
        raise NotExpanded("what its lines call depends on the numbers")
    check_questions(step, name, questions)
    needed, kept = {x for x in made if type(x) is Value}, []
    for inner in reversed(steps):
        if inner.draws or needed.intersection(inner.outputs):
            needed.update(inner.reads)
            kept.append(inner)
    return kept[::-1], made


def check_questions(step, name, count):
    """Raise NotExpanded unless an answer of yes to each question of a forward leads to an error: it is a check then.

    The question of GENERAL is answered with yes always.
    """
    for number in range(count):
        if number == GENERAL.get(step.name):
            continue
        calls = Calls(name, step, wrong=number, general=GENERAL.get(step.name))
        try:
            results(step, calls, calls.stand_in(step.args))
        except NotExpanded:
            raise
        except Exception:
            continue
        raise NotExpanded("a branch in its lines depends on numbers")


def recorded(step, name, number):
    """(the calls of a forward on stand-ins of one number, what it gives, how many questions it asks)."""
    calls = Calls(name, step, number, general=GENERAL.get(step.name))
    try:
        made = [calls.value(calls.asarray(x)) for x in results(step, calls, calls.stand_in(step.args))]
    except NotExpanded:
        raise
    except Exception as error:
        raise NotExpanded(f"its lines stop at {type(error).__name__}: {error}") from error
    if len(made) != len(step.outputs) or any(old is not None and (old.shape, old.dtype) != (new.shape, new.dtype)
                                             for new, old in zip(made, step.outputs)):
        raise NotExpanded("its lines come to something else on stand-ins")
    return calls.steps, made, calls.questions


def results(step, calls, args):
    """The arrays that a step gives, run with Calls in the place of NumPy."""
    if step.op is None or step.call is not step.op:
        found = step.call(*args, **step.settings)
        return [found] if step.single else found
    found = step.op.forward(calls, *args, **step.settings)
    found = found[0] if step.op.residual else found
    return [found] if step.single else found


def trail(steps, made):
    """What a recording says, without its names: equal for equal recordings."""
    numbers = {x: number for number, step in enumerate(steps) for x in step.outputs}

    def told(x):
        if type(x) is not Value:
            return x
        return ("constant", x.shape, x.dtype, x.source.tobytes()) if x.role == "constant" else numbers.get(x, x)
    return [(step.name, [*map(told, step.args)], step.settings) for step in steps], [*map(told, made)]
