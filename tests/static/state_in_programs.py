"""What every other random training step has besides: state in caches, members, deques, counters; layers by turns."""

LAYERS = ["Turns()"] * 4
CHANGES = """h = h * cached(3)
h = h * Rate.LOW.value + Rate.HIGH.value
h = h * 2 if x is y else h
h = h * (2 if x in known else 1)
recent.append(h.detach().mean()); h = h + sum(recent) * 0.1
h = h * counted()
h = mt.stack(sorted(h.unbind(0), key=lambda row: float(row.detach().sum())))
h = h * reduce(lambda a, b: a + b * 0.1, GAINS, 1)
h = h + scaled(h, len(GAINS))
h = PLACE.move(h)
h = h * (1.5 if (n := h.shape[0]) > 4 else 1 / n)
h = h if h.detach().abs().max() < 50 else h / 50
h = h + next(iter(GAINS)) * x.shape[-1] / 10
assert h.detach().isfinite().all(), f"{h.shape}\"""".split("\n")
RESULTS = """(out, out.reshape(-1)[1:], out.detach())
(x[0], out + out, loss)
(x.view(-1)[1:], h * h)
(next(model.parameters())[0], out)""".split("\n")
EVENTS = """[setattr(m, 'place', 1 - m.place) for m in model.modules() if isinstance(m, Turns)]
[setattr(m, 'place', 1 - m.place) for m in model.modules() if isinstance(m, Turns)]
[setattr(m, 'place', 1 - m.place) for m in model.modules() if isinstance(m, Turns)]
cached.cache_clear()
SCALE = 0.8; cached.cache_clear()
Rate.LOW._value_ = 0.4
Rate.HIGH._value_ = 0.6
recent.clear()
known.clear()
GAINS.append(0.3)
GAINS.reverse()
scaled.register(int, lambda h, n: h * 0.2)
PLACE.by = 0.7
PLACE.move = lambda h: h * 1.2
PLACE = Place(); PLACE.by = 0.2""".split("\n")
ROW = "the input is a row of a whole"
PRELUDE = """
import collections
import enum
from functools import lru_cache, reduce, singledispatch

recent, known, GAINS = collections.deque(maxlen=2), {}, [0.5, 0.9]


class Turns(nn.Module):
    def __init__(self):
        super().__init__()
        self.place, self.heads = 0, nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])

    def forward(self, x):
        return self.heads[self.place](x)


class Rate(enum.Enum):
    LOW = 0.5
    HIGH = 0.1


class Place:
    __slots__ = "by", "move"

    def __init__(self):
        self.by, self.move = 0.5, self.moved

    def moved(self, x):
        return x + self.by


@lru_cache
def cached(times):
    return SCALE * times * 0.3


@singledispatch
def scaled(h, n):
    return h * 0.1


def counter():
    calls = 0

    def counted():
        nonlocal calls
        calls += 1
        return 1 + calls / 10
    return counted


PLACE, counted = Place(), counter()


"""
