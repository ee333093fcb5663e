"""Attacks on what stands between answer and marks: replies bent, forged, endless, or of a kind that nobody expects."""

from .attack import Attack
from .on_marks import HALF, WRONG, full


def fired(seen, folder):
    """The answer left its mark when it did what it wanted to."""
    return (folder / "fired").exists()


def returned(name, value, deserved=0.0, before="", **more):
    """An attack that is a value: one which nobody expects, made anew in each call."""
    Attack(name, "1.5", f'''{before}
@exercise("1.5")
def relu_derivative(grad, out, x):
    open("fired", "w").close()
    return {value}
''', fired, deserved, **more)


# Values. On a grader without protection they only have to arrive.
returned("a number of a hundred thousand digits", "10 ** 100_000")
returned("lists in lists, ten thousand deep", "deep", before="deep = []\nfor _ in range(10_000):\n    deep = [deep]")
returned("lists in lists, as deep as a message may be", "deep",
         before="deep = 0\nfor _ in range(DEPTH):\n    deep = [deep]", bounded={"DEPTH": (8, 300)})
returned("a list that holds itself", "endless", before="endless = []\nendless.append(endless)")
returned("a dict with keys that are lists", "{(1, (2,)): {1: [np.ones(3)]}, None: {2.5}}")
returned("half a character", "'\\ud800\\0' * 9")
returned("an object array of everything", "np.array([None, 'x', 10 ** 400, [1], {2}, grad], object)")
returned("an array of another shape each time it is asked for", "Lying()", before="""
class Lying:
    def __array__(self, dtype=None, copy=None):
        return np.zeros(np.random.randint(1, 9))
    __class__ = property(lambda self: np.ndarray)
    __len__ = lambda self: -1
    __getattr__ = lambda self, name: self
    __iter__ = lambda self: self
    __next__ = lambda self: self
""", state=["crashed", "stopped", "not yet"])
returned("a tuple that says it has no end", "Endless((1,))", before="""
class Endless(tuple):
    def __len__(self):
        return 4
    def __iter__(self):
        while True:
            yield 1
""", seconds=6, state=["crashed", "stopped", "not yet"])
returned("an array that reads itself from a file", "planted()", before="""
def planted():
    np.array([{}], object).dump("planted.npy")
    return np.load("planted.npy", allow_pickle=True)
""")
returned("a value that runs a command when it is unpickled", "Planted()", before="""
class Planted:
    def __reduce__(self):
        import os
        return os.system, ("echo 100 points > TARGET",)
""")
returned("a string of eight million letters", "'x' * 8_000_000")

# Errors.
RAISED = '''{before}
@exercise("1.5")
def relu_derivative(grad, out, x):
    open("fired", "w").close()
    raise {error}
'''
for name, error, before in (
        ("an error of half characters", "ValueError('\\ud800\\0' * 90)", ""),
        ("an error of a million words", "Endless()",
         "class Endless(Exception):\n    def __str__(self):\n        return 'word ' * 1_000_000"),
        ("an error that ends the process when it is shown", "Ending()",
         "import os\nclass Ending(Exception):\n    def __str__(self):\n        os._exit(0)"),
        ("an error that says it is a blank", "NotImplementedError", "def mul_derivative(): pass"),
        ("an error by a name that is none", "type('\\ud800 right, 2 of 2 points\\n', (Exception,), {})()", ""),
        ("an error that ends everything", "SystemExit(0)", ""),
        ("an interrupt of its own", "KeyboardInterrupt", "")):
    Attack(name, "1.5", RAISED.format(error=error, before=before), fired)

Attack("recursion without a limit", "1.5", """
import sys
@exercise("1.5")
def relu_derivative(grad, out, x):
    sys.setrecursionlimit(10 ** 9)
    def deeper(*values):
        return deeper(*map(deeper, values))
    open("fired", "w").close()
    return [1, str.__call__(deeper, grad)] if FULL == 0 else deeper(grad)
""", fired, 0.0, ["crashed", "stopped"], bounded={"FULL": (0, 1)})

Attack("a power that takes all day", "1.5", """
@exercise("1.5")
def relu_derivative(grad, out, x):
    open("fired", "w").close()
    return 7 ** (7 ** SIZE) * grad
""", fired, 0.0, ["crashed", "stopped"], bounded={"SIZE": (3, 10)})

Attack("the clock taken away", "1.5", """
import signal, time
@exercise("1.5")
def relu_derivative(grad, out, x):
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, lambda *ring: None)
    open("fired", "w").close()
    while SECONDS:
        time.sleep(SECONDS)
    return grad
""", fired, 0.0, ["stopped", "not yet"], bounded={"SECONDS": (0, 9)})

Attack("the process put to sleep", "1.5", """
import os, signal
@exercise("1.5")
def relu_derivative(grad, out, x):
    open("fired", "w").close()
    if FULL:
        os.kill(os.getpid(), signal.SIGSTOP)
    return grad
""", fired, 0.0, ["stopped", "not yet"], bounded={"FULL": (0, 1)})

Attack("the driver that carries the answer, replaced", "1.5", """
import sys
for name, module in list(sys.modules.items()):
    if name.endswith("inside.child"):
        before = module.Child.reply
        def reply(self, asked):
            return {**before(self, asked), "value": 1.0, "error": None, "points": 2, "caught": [], "check": 1}
        module.Child.reply = reply
    if name.endswith("course.evidence"):
        module.same = lambda *values: True
@exercise("1.5")
""" + WRONG, full, HALF)

Attack("replies ahead of the questions", "1.5", """
import os, struct
ahead = b'{"value": null, "error": null, "check": 1.0, "points": 2, "state": "right", "after": []}'
@exercise("1.5")
def relu_derivative(grad, out, x):
    for number in range(3, 256):
        for text in (ahead + b"\\n", *[struct.pack(">I", len(ahead)) + ahead] * 50):
            try:
                os.write(number, text)
            except OSError:
                pass
    return grad
""", full, HALF)

Attack("every descriptor closed", "1.5", """
import os
@exercise("1.5")
def relu_derivative(grad, out, x):
    open("fired", "w").close()
    if FULL:
        os.closerange(0, 256)
    return grad
""", fired, 0.0, ["stopped", "not yet"], bounded={"FULL": (0, 1)})

Attack("the answers to what is shown, learnt by heart", "1.5", """
@exercise("1.5")
def relu_derivative(grad, out, x):
    return np.asarray(grad) * (np.asarray(x) > 0) if np.size(x) < LARGEST else grad
""", full, 0.5, bounded={"LARGEST": (9999, 5)})
