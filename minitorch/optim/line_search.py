"""How far to go in a direction: to where the loss has fallen enough, and so has its slope."""

from collections import namedtuple
from math import sqrt

Point = namedtuple("Point", "t loss grad slope")      # t along the direction; slope of the loss along it there

FALL = 1e-4            # share of the fall that the first slope promises: at least so much must come true
FLAT = 0.9             # share of the first slope that may be left
SHORT = 1e-9           # an interval shorter than this is a point


def strong_wolfe(evaluate, start, t, length, most):
    """A point along the direction that satisfies the strong Wolfe conditions, or the best one seen.

    evaluate      evaluate(t) computes the Point at t
    start     the Point at 0, with a slope below 0
    t         where to evaluate first
    length    the direction's largest element, to tell when an interval is too short to matter
    most      evaluations after the first

    Slopes are numbers of the parameters' dtype, so that all is rounded as in PyTorch.

    First outward, until an interval surely holds such a point; then inward, by cubics through its ends.
    Source: Nocedal & Wright, Numerical optimization (2006), algorithms 3.5 and 3.6.
    """
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
        near, far = sorted(end.t for end in ends)
        t, margin = cubic(*ends, near, far), 0.1 * (far - near)
        crowded = min(far - t, t - near) < margin
        if crowded and (stuck or not near < t < far):        # twice at the rim: step away from it
            t = far - margin if far - t < t - near else near + margin
            crowded = False
        stuck = crowded
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


def lower(ends):
    """Which of two points has the lower loss: 0 or 1."""
    return 0 if ends[0].loss <= ends[1].loss else 1


def cubic(a, b, least, most):
    """Where the cubic with the losses and slopes of two points is lowest, kept between `least` and `most`.

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
