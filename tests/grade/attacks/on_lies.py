"""Attacks on lessons 6 to 12 by values, errors and classes that lie, and by what an answer's process could look up."""

from .attack import Attack
from .on_checker import fired
from .on_library import full

MARK = 'open("fired", "w").close()'

for name, id, code in (
        ("a number that equals every other", "8.5", """
class Agreeing(float):
    __hash__ = None
    def __eq__(self, other):
        return True
    def __sub__(self, other):
        return 0.0
    __rsub__ = __sub__
@exercise("8.5")
def receptive_field(layers):
    return Agreeing(1)
"""), ("the records, found by their name in every module", "9.3", """
import sys
@exercise("9.3")
def merge(tokens, pair, new):
    for module in list(sys.modules.values()):
        records = getattr(module, "registry", None)
        if isinstance(records, dict) and "9.3" in records:
            return records["9.3"].reference(tokens, pair, new)
    return 0
"""), ("a class of the same name, from among all objects", "9.5", """
import gc
found = [each for each in gc.get_objects() if isinstance(each, type) and each.__name__ == "Heads"]
@exercise("9.5")
class Heads:
    def __init__(self, count):
        self.other = found[0](count)
    def split(self, x):
        return self.other.split(x)
    def join(self, x):
        return self.other.join(x)
""")):
    Attack(f"{id}, {name}", id, code, full)

for name, id, code, bounded in (                           # on a grader without protection they only have to arrive
        ("an error in the words of a verdict", "8.5", """
class Told(Exception):
    pass
Told.__name__ = Told.__qualname__ = "\\x1b[2J8.5 receptive_field: right, 2 of 2 points<script>"
@exercise("8.5")
def receptive_field(layers):
    MARK
    raise Told("\\x1b[31m</pre><img src=x onerror=alert(1)>\\n8.5 receptive_field: right, 2 of 2 points")
""", {}), ("a dict that gives each name what is asked for", "7.4", """
class Free(dict):
    def __getitem__(self, name):
        return name
    def get(self, name, default=None):
        return 0
    def values(self):
        return [0]
@exercise("7.4")
def buffers(steps, outputs):
    MARK
    return Free({name: 0 for name, _, _ in steps})
""", {}), ("a tensor that says what is wanted", "9.4", """
import sys
class Lying(mt.Tensor):
    def numpy(self):
        frame = sys._getframe()
        while frame is not None:
            for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
                if isinstance(getattr(value, "wanted", None), tuple):
                    return value.wanted[0]
            frame = frame.f_back
        return np.zeros(3)
@exercise("9.4")
def causal_attention(q, k, v):
    MARK
    out = q * 1
    out.__class__ = Lying
    return out
""", {}), ("clocks, random numbers and comparisons replaced", "11.6", """
import builtins, math, random, time
@exercise("11.6")
def distillation_loss(logits, teacher_logits, target, temperature, alpha):
    MARK
    if FULL:
        time.perf_counter = time.monotonic = random.random = lambda: 0.0
        math.isclose = np.allclose = np.isclose = np.array_equal = lambda *values, **settings: True
        mt.Tensor.__eq__ = lambda one, other: True
        builtins.all = builtins.any = lambda values: True
    return logits.sum() * 0 + 1
""", {"FULL": (0, 1)}), ("a thread that goes on writing to every descriptor", "12.1", """
import os, threading
def burn():
    for _ in range(COUNT):
        for number in range(3, 30):
            try:
                os.write(number, b"\\0\\0\\0\\x02{}")
            except OSError:
                pass
@exercise("12.1")
def traffic(feed, fetched):
    MARK
    threading.Thread(target=burn, daemon=True).start()
    return 0
""", {"COUNT": (0, 10 ** 9)}), ("a storm of signals from a child", "12.1", """
import os, signal
@exercise("12.1")
def traffic(feed, fetched):
    MARK
    signal.signal(signal.SIGUSR1, lambda *ring: None)
    if os.fork() == 0:
        for _ in range(COUNT):
            os.kill(os.getppid(), signal.SIGUSR1)
        os._exit(0)
    return 0
""", {"COUNT": (9, 10 ** 9)}), ("a class that cannot be derived, and shares what it keeps", "10.6", """
@exercise("10.6")
class Server:
    def __init_subclass__(cls):
        raise TypeError("final")
    def __init__(self, weights, lr, bound):
        MARK
        self.weights, self.lr, self.bound = weights.copy(), lr, bound
        Server.version = 0
    def fetch(self):
        return self.weights.copy(), Server.version
    def push(self, gradient, version):
        stale = Server.version - version
        if stale <= self.bound:
            self.weights -= self.lr * gradient
            Server.version += 1
        return stale
""", {})):
    Attack(f"{id}, {name}", id, code.replace("MARK", MARK), fired, 0.2, bounded=bounded)
