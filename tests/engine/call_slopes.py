"""A fuzzed call beside central differences: its first and second derivatives along a random direction.

No other library is needed. A call is judged where it is smooth: at a kink or a jump, and where numbers are infinite,
it is judged at a point nearby.
"""

import copy

import numpy as np
from beside import weighted
from engine.outcomes import Outcome, foreign, real

import minitorch as mt

STEP, NEARBY, LARGEST = 1e-5, 0.05, 1e4                  # along the way; to a point nearby; the largest input
POINTS = 3                                               # the point drawn, then points near it
# What reads one triangle of its input: a gradient is that of moving both triangles alike, or of the one that is read.
SYMMETRIC, TRIANGULAR = {"eigh", "eigvalsh", "cholesky"}, {"cholesky_solve", "cholesky_inverse"}


def slope_along(f, middle, step=STEP):
    """(df/dt at 0, how far it may be wrong) by central differences; None at a kink, a jump or where f is not finite.

    Where f is smooth, the slopes before and after 0 differ by step · f'': half the step, half as much.
    """
    above, below, half_above, half_below = [f(t) for t in (step, -step, step / 2, -step / 2)]
    values = np.array([middle, above, below, half_above, half_below], float)
    if not np.isfinite(values).all():
        return None
    slope, coarse = (half_above - half_below) / step, (above - below) / (2 * step)
    turn, half_turn = (above + below - 2 * middle) / step, (half_above + half_below - 2 * middle) / (step / 2)
    error = 1e-5 * abs(slope) + 1e-13 * np.abs(values).max() / step + 1e-7
    if abs(coarse - slope) > error or abs(turn - 2 * half_turn) > 10 * error:
        return None
    return slope, 10 * error


class Path:
    """A case whose float64 inputs move along a random direction."""

    def __init__(self, case, nearby=0.0):
        rng = np.random.default_rng(case.seed)
        self.case = copy.deepcopy(case)
        self.givens = [given for given in self.case.givens() if given.array.dtype == np.float64]
        self.starts, self.directions = [], []
        for given in self.givens:
            start, direction = given.array, rng.normal(size=given.array.shape)
            if nearby:
                start = np.where(np.abs(start) <= LARGEST, start, 0) + nearby * rng.normal(size=start.shape)
            if start.ndim > 1 and start.shape[-1] == start.shape[-2]:
                if case.name in SYMMETRIC:
                    direction = direction + direction.swapaxes(-1, -2)
                if case.name in TRIANGULAR:
                    start, direction = [np.triu(x) if upper(case) else np.tril(x) for x in (start, direction)]
            self.starts.append(start)
            self.directions.append(direction)

    def moderate(self):
        """Whether differences of its inputs can be told from rounding."""
        return all((np.abs(given.array * 1.0) <= LARGEST).all() for given in self.case.givens())   # |-2⁶³| is no int64

    def at(self, t):
        """The call made a distance t along the way."""
        for given, start, direction in zip(self.givens, self.starts, self.directions, strict=True):
            given.array = np.asarray(start + t * direction)
        return Outcome(self.case, mt)

    def along(self, grads):
        """The derivative along the direction that the gradients of its leaves tell."""
        total = 0.0
        moved = {id(given): direction for given, direction in zip(self.givens, self.directions)}
        floating = [given for given in self.case.givens() if given.array.dtype.kind == "f"]
        for given, grad in zip(floating, grads, strict=True):
            if grad is not None and id(given) in moved:
                total += float((grad.detach().numpy() * moved[id(given)]).sum())
        return total


def upper(case):
    """Whether the other triangle is read."""
    return case.settings.get("upper", False) or case.args[-1] is True


def precise(outs):
    """The outputs that differences can tell about."""
    return [out for out in outs if out.dtype in (mt.float64, mt.complex128)]


def total_of(outs):
    return weighted([real(out, mt) for out in precise(outs)], mt)


def value_at(path, outs_of, t):
    """The weighted sum a distance t along the way; nan where the call refuses its inputs."""
    outcome = path.at(t)
    return float("nan") if outcome.error is not None else float(total_of(outs_of(outcome)))


def gradients(outcome, outs, create_graph=False):
    """The gradients of the weighted sum of the outputs, in the order of its leaves; None counts as zeros."""
    total, leaves = total_of(outs), outcome.leaves()
    if total is None or not total.requires_grad:
        return [None] * len(leaves)
    return list(mt.autograd.grad(total, leaves, create_graph=create_graph, allow_unused=True))


def firsts(outcome):
    """The gradients of its outputs, as outputs."""
    return [grad for grad in gradients(outcome, outcome.outs, create_graph=True) if grad is not None]


def wrong_slope(case, order=1):
    """(whether the derivative of that order was judged, how it differs from differences or None)."""
    if not case.grad or not any(given.array.dtype == np.float64 and given.array.size for given in case.givens()):
        return False, None
    outs_of = (lambda outcome: outcome.outs) if order == 1 else firsts
    for nearby in (0.0, *[NEARBY] * (POINTS - 1)):
        path = Path(case, nearby)
        outcome = path.at(0.0)
        if outcome.error is not None:
            return False, None
        try:
            ends = path.moderate() and both_slopes(path, outcome, outs_of)
        except Exception as refusal:
            why = foreign(refusal, "backward")
            return False, why and f"message of backward: {why}: {refusal!r}"
        if ends:
            expected, slope, error = ends
            wrong = f"derivative {order}: {expected:.8g}, by differences {slope:.8g} (± {error:.1g})"
            return True, None if abs(slope - expected) <= error else wrong
    return False, None


def both_slopes(path, outcome, outs_of):
    """(the slope that derivatives give, the one that differences give, its error), or None where there is none."""
    outs = outs_of(outcome)
    total = total_of(outs)
    if total is None:
        return None
    found = slope_along(lambda t: value_at(path, outs_of, t), float(total))
    return found and (path.along(gradients(outcome, outs)), *found)
