"""Find the Values of a program that share memory, the steps that need each Value, and the peak memory."""

from .program import Value


class Sharing:
    """Groups of a program's Values that share memory, such as a view and its base.

    first(x)   return the Value that represents the group of x
    written    first(x) of each group to which a step writes
    """

    def __init__(self, program):
        self.group: dict = {}
        for step in program.steps:
            for x in step.reads if step.shares else ():
                for out in step.outputs:
                    if out is not None:
                        self.join(out, x)
        for x, other in program.overlaps:
            self.join(x, other)
        for x, over in program.places.items():
            if type(over) is Value:
                self.join(x, over)
        self.written = {self.first(x) for step in program.steps for x in step.writes}

    def join(self, x, base):
        x, base = self.first(x), self.first(base)
        if x is not base:
            self.group[x] = base

    def first(self, x):
        group = self.group
        while x in group:
            above = group[x]
            if above in group:                               # shorten the path for the next call
                group[x] = group[above]
            x = above
        return x

    def changes(self, x):
        """Return whether a step writes to the memory of x."""
        return self.first(x) in self.written


def results_at_end(program):
    """Return the Values that must exist after the last step."""
    return {x for x in program.results if x is not None}


def lifetimes(program):
    """Return {Value: [number of the step that makes it, number of the last step that needs its memory]}.

    The dict has only Values whose memory the program allocates. A use of a view counts as a use of its base; results
    are needed until the end.
    """
    sharing, found = Sharing(program), {}
    for number, step in enumerate(program.steps):
        for x in [*step.reads, *step.writes]:
            if sharing.first(x) in found:
                found[sharing.first(x)][1] = number
        for x in step.outputs:
            if x is not None and sharing.first(x).role == "result":        # first(x) may be a Value inside a fused step
                found.setdefault(sharing.first(x), [number, number])
    for x in results_at_end(program):
        if sharing.first(x) in found:
            found[sharing.first(x)][1] = len(program.steps)
    return found


def peak_of(program, lives):
    """Return (peak bytes of the memory that a program allocates, number of the step that runs at the peak).

    lives   its `lifetimes`
    """
    coming: list = [0] * (len(program.steps) + 1)
    going = [0] * (len(program.steps) + 1)
    for x, (start, end) in lives.items():
        coming[start] += x.nbytes
        going[end] += x.nbytes
    most = now = at = 0
    for number, (more, less) in enumerate(zip(coming, going)):
        now += more
        most, at = (now, number) if now > most else (most, at)
        now -= less
    return most, at


def peak(program):
    """Return the peak bytes of all arrays that the program allocates."""
    return peak_of(program, lifetimes(program))[0]


def bytes_made(program):
    """Return the sum of the bytes of all arrays that the program allocates."""
    return sum(x.nbytes for x in lifetimes(program))
