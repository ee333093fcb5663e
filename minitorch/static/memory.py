"""The memory of a program: which Values share it, from which step to which each is needed, and the most at one time."""

from .program import Value


class Sharing:
    """Which Values of a program may lie in the same memory: a view shares that of what it shows.

    first(x)   one Value for all that share memory with x
    written    the first of those whose memory some step writes to
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
            if above in group:                               # so that the way is shorter the next time
                group[x] = group[above]
            x = above
        return x

    def changes(self, x):
        """Whether some step writes to the memory in which x lies."""
        return self.first(x) in self.written


def results(program):
    """What must be there at the end."""
    return {x for x in program.results if x is not None}


def lifetimes(program):
    """{Value: [the step that makes it, the last that needs its memory]} of all whose memory the program makes.

    Steps are told by their numbers. A view keeps what it shows; what comes out is needed to the end.
    """
    sharing, found = Sharing(program), {}
    for number, step in enumerate(program.steps):
        for x in [*step.reads, *step.writes]:
            if sharing.first(x) in found:
                found[sharing.first(x)][1] = number
        for x in step.outputs:
            if x is not None and sharing.first(x).role == "result":          # may be one inside a fused step
                found.setdefault(sharing.first(x), [number, number])
    for x in results(program):
        if sharing.first(x) in found:
            found[sharing.first(x)][1] = len(program.steps)
    return found


def peak_of(program, lives):
    """The most bytes that what the program makes takes at one time, and the step that then runs.

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
    """The most bytes that what the program makes takes at one time."""
    return peak_of(program, lifetimes(program))[0]


def made(program):
    """The bytes of all that the program makes."""
    return sum(x.nbytes for x in lifetimes(program))
