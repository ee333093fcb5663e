"""Line search: find a step in a direction after which the loss, and its slope, have fallen enough."""

from collections import namedtuple
from math import sqrt

Point = namedtuple("Point", "t loss grad slope")  # t: position along the direction; slope: the loss's slope at t

FALL = 1e-4            # minimum decrease of the loss, as a share of the decrease that the first slope predicts
FLAT = 0.9             # maximum slope that is accepted, as a share of the first slope
SHORT = 1e-9           # an interval that is shorter counts as a point


def strong_wolfe(evaluate, start, t, length, most):
    """Return a point along the direction that satisfies the strong Wolfe conditions, or the best one seen.

    evaluate  evaluate(t) returns what a Point has: (t, loss, grad, slope)
    start     the same at 0, with a slope below 0
    t         where to evaluate first
    length    the direction's largest element, to detect when an interval is too short to matter
    most      evaluations after the first

    Slopes are numbers of the parameters' dtype, so that they are rounded as in PyTorch.

    First go further, until an interval must contain such a point; then shrink it, by cubics through its ends.
    Source: Nocedal & Wright, Numerical optimization (2006), algorithms 3.5 and 3.6.
    """
    start, evaluate = Point(*start), (lambda t, evaluate=evaluate: Point(*evaluate(t)))

    def too_high(point):
        return point.loss > start.loss + FALL * point.t * start.slope

    def flat(point):
        return abs(point.slope) <= -FLAT * start.slope

    before, now, evaluations = start, evaluate(t), 0
    while evaluations < most:
        if too_high(now) or evaluations > 1 and now.loss >= before.loss:
            break
        if flat(now):
            return now
        if now.slope >= 0:
            break
        t = cubic(before, now, now.t + 0.01 * (now.t - before.t), now.t * 10)
        before, now, evaluations = now, evaluate(t), evaluations + 1
    else:
        before = start

    ends = [before, now]
    low = lower(ends)
    stuck = False
    while evaluations < most and abs(ends[1].t - ends[0].t) * length >= SHORT:
        t, stuck = interpolate_between(ends, stuck)
        now, evaluations = evaluate(t), evaluations + 1
        if too_high(now) or now.loss >= ends[low].loss:
            ends[1 - low] = now
            low = lower(ends)
        else:
            if flat(now):
                return now
            if now.slope * (ends[1 - low].t - ends[low].t) >= 0:
                ends[1 - low] = ends[low]
            ends[low] = now
    return ends[low]


def interpolate_between(ends, stuck):
    """Return a place to evaluate between two points, and whether it is near an end; after two such places, move it."""
    near, far = sorted(end.t for end in ends)
    t, margin = cubic(*ends, near, far), 0.1 * (far - near)
    crowded = min(far - t, t - near) < margin
    if crowded and (stuck or not near < t < far):
        return (far - margin if far - t < t - near else near + margin), False
    return t, crowded


def lower(ends):
    """Return the index, 0 or 1, of the point with the lower loss."""
    return 0 if ends[0].loss <= ends[1].loss else 1


def cubic(a, b, least, most):
    """Return the minimum of the cubic with the losses and slopes of two points, limited to `least` … `most`.

    Source: Nocedal & Wright, equation 3.59.
    """
    if a.t > b.t:
        a, b = b, a
    d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.t - b.t)
    square = d1 * d1 - a.slope * b.slope
    if square < 0:
        return (least + most) / 2
    d2 = type(square)(sqrt(square))
    t = b.t - (b.t - a.t) * ((b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2))
    return min(max(t, least), most)
