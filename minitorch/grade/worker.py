"""The checker's end of one exercise: it asks for calls, and gets numbers, errors in words, or silence."""

import builtins
from base64 import b64encode
from contextlib import contextmanager
from functools import cache
from secrets import randbits
from select import select
from time import monotonic, perf_counter

from ..course import safe_call
from ..course.safe_call import Outcome, TookTooLong, call
from .inside.graphs import Nodes, crossed, crossing, may_change, put_back
from .inside.messages import Broken, Late, Line, Shown, decode, encode, encode_all
from .packing import packed
from .usage import Watch, memory

CALLBACKS = 100_000                      # times that one answer may call what it was given
PRINTED = 1000                           # characters kept of what it prints
TICK = 0.1                               # seconds between looks at time and memory


class Died(Exception):
    """The process of an answer is gone."""


class Caught(Exception):
    """An answer calls what it is to be itself."""


class Unsendable(TypeError):
    """A value that is no plain data."""


def text(value, most=PRINTED):
    """Words that came from there, such as can be stored: without half characters, and not too many."""
    return value[:most].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def error_from(told):
    """The error that is told of, as one that is raised here: of a built-in kind, or of one by the same name."""
    if not isinstance(told, dict):
        raise Broken("no error")
    kind, words = text(told.get("kind"), 80), text(told.get("text"))
    made: BaseException
    if told.get("stopped"):
        made = TookTooLong(words or "stopped")
    else:
        known = getattr(builtins, kind, None)
        if not (isinstance(known, type) and issubclass(known, Exception)):
            known = type(kind if kind.isidentifier() else "Exception", (Exception,), {})
        try:
            made = known(Shown(words) if known is KeyError else words) if words else known()
        except TypeError:                # UnicodeDecodeError wants five arguments
            made = RuntimeError(words)
    lines = told.get("lines")
    made.far = [text(line, 200) for line in lines[:8]] if isinstance(lines, list) else []
    made.blank = text(told.get("blank"), 80)
    return made


@cache
def shell_of(function):
    """The half of a function that runs where an answer does, as it crosses."""
    return b64encode(packed(function)).decode()


@contextmanager
def patience(seconds):
    """Calls in the block may take so long."""
    before, safe_call.LIMIT = safe_call.LIMIT, seconds
    try:
        yield
    finally:
        safe_call.LIMIT = before


class Worker:
    """One answer in its own process. `answer` is called like a function; everything of it happens there.

    sandbox   where the process is made
    yours     yours(id) gives what stands for another exercise's answer: ("code", bytes) or ("function", function)
    copies    the name of the exercise's folder among the copies that are laid over the library's files
    """

    def __init__(self, sandbox, limits, yours, copies=""):
        self.sandbox, self.limits, self.yours = sandbox, limits, yours
        self.socket = sandbox.fork(copies)
        self.line = Line(self.socket)
        self.whole = Watch(sandbox.process.pid, limits.exercise, "all its calls together")
        self.nodes = Nodes(odd=False)
        self.functions: dict = {}
        self.calls, self.printed, self.caught, self.dead, self.slow, self.counting = 0, "", "", None, "", False

    def close(self):
        self.socket.close()

    def begin(self, start):
        """Define the answer. Returns ("ready" | "missing" | "error", the error or None)."""
        message = {**start, "limits": self.limits.as_list(), "seconds": self.limits.call}
        try:
            self.send(message)
            reply = self.answered(2 * self.limits.call)
            if self.caught:
                raise Caught
            error, self.slow = reply.get("error"), text(reply.get("slow"), 20)
            return text(reply.get("state"), 20), None if error is None else error_from(error)
        except BaseException as reason:
            if not isinstance(reason, Died | TookTooLong | Broken):
                raise
            self.slow = "A code cell"
            return "error", reason

    def answer(self, *inputs, **settings):
        """Call the answer there; raises what it raised."""
        told = encode_all([*inputs, *settings.values()], self.pack)
        self.send({"do": "call", "counting": self.counting, "given": told, "names": list(settings)})
        reply = self.answered(self.limits.call + 1.0)
        put_back({**dict(enumerate(inputs)), **settings}, self.pairs(reply))
        return self.value_of(reply)

    def run(self, program, *given):
        """Have a packed program run there, (function, *inputs); what is `given` crosses as an answer's arguments do."""
        return self.ask(do="run", code=b64encode(program).decode(), given=encode_all(given, self.pack))

    def unsure(self):
        """Whether other cells may have a part in what an answer came to, as its process says."""
        return call(self.ask, computing=True).value is True

    def ask(self, do="look", **more):
        self.send({"do": do, "counting": self.counting, **more})
        return self.value_of(self.answered(self.limits.call + 1.0))

    def tried(self, function, *inputs):
        """An Outcome of something that asks the answer: what it printed there is part of it."""
        self.printed = ""
        start = perf_counter()
        if self.dead is not None:
            return Outcome(None, self.dead, "", 0.0)
        with patience(self.limits.call + 3.0):             # the answer's own clock rings first
            outcome = call(function, *inputs, computing=True)
        if self.caught:
            raise Caught
        if isinstance(outcome.error, Broken):
            outcome.error = self.lose(Died("what came out of its process could not be read"))
        return Outcome(outcome.value, outcome.error, self.printed, perf_counter() - start)

    def value_of(self, reply):
        error = reply.get("error")
        if error is not None:
            raise error_from(error)
        return self.decode(reply.get("value"))

    def pairs(self, reply):
        after = reply.get("after")
        if not isinstance(after, list):
            return []
        if any(not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str | int) for pair in after):
            raise Broken("no arguments")
        return [(name, self.decode(value)) for name, value in after]

    def send(self, message):
        if self.dead is not None:
            raise self.dead
        try:
            self.line.send(message)
        except Broken:
            raise self.lose(Died(f"its process ended: {self.sandbox.why()}")) from None

    def lose(self, error):
        self.dead = self.dead or error
        return self.dead

    def answered(self, seconds):
        """The reply to what was asked, after answering what is asked from there."""
        while True:
            message = self.received(seconds)
            printed = message.get("printed")
            if "callback" in message:
                self.send(self.called(message))
            elif "yours" in message:
                self.send(self.lent(message["yours"]))
            else:
                self.printed = (self.printed + text(printed))[:PRINTED]
                self.caught = self.caught or text(message.get("caught"), 20)
                return message

    def received(self, seconds):
        """One message, with an eye on time and memory."""
        watch = None
        while not select([self.socket], [], [], min(TICK, seconds))[0]:
            watch = watch or Watch(self.sandbox.process.pid, seconds, "one call")
            if why := watch.up() or self.whole.up(asleep=False):
                raise self.lose(TookTooLong(why))
            if memory(self.sandbox.process.pid) > self.limits.memory:
                self.sandbox.close()
                raise self.lose(Died(f"it used more than the {self.limits.memory >> 20} MB that it may have"))
        try:
            return self.line.receive(monotonic() + self.limits.call)
        except Late:
            raise self.lose(TookTooLong(f"stopped: a reply was not whole after {self.limits.call:g} s")) from None
        except Broken as error:
            cut = "line was cut" in str(error) or "reset" in str(error)
            raise self.lose(Died(f"its process ended: {self.sandbox.why()}" if cut else
                                 f"what came out of its process could not be read: {error}")) from None

    def called(self, message):
        """Something that was given to the answer is called by it."""
        self.calls += 1
        number = message.get("callback")
        if type(number) is not int or number not in self.functions or self.calls > CALLBACKS:
            raise Broken("no such function")
        try:
            inputs = [self.decode(value) for value in message.get("inputs", ())]
            settings = {text(name, 80): self.decode(value) for name, value in message.get("settings", ())}
        except (TypeError, ValueError):
            raise Broken("no arguments") from None
        outcome = call(lambda: self.encode(self.functions[number](*inputs, **settings)), computing=True)
        after = [[name, self.encode(value)] for name, value in [*enumerate(inputs), *settings.items()]
                 if may_change(value)]
        if isinstance(outcome.error, TookTooLong):
            raise outcome.error
        if outcome.error is not None:
            return {"raise": [type(outcome.error).__name__, str(outcome.error)[:PRINTED]], "after": after}
        return {"value": outcome.value, "after": after}

    def lent(self, id):
        """Another exercise's reference, in the form in which it may cross."""
        kind, value = self.yours(text(id, 20))
        if kind == "code":
            return {"code": b64encode(value).decode()}
        return {"value": self.encode(value)} if kind == "function" else {"refused": True}

    def encode(self, value):
        return encode(value, self.pack)

    def decode(self, value):
        return decode(value, lambda tag, content: crossed(self.nodes, tag, content))

    def pack(self, value):
        made = crossing(self.nodes, value)
        if made is not None:
            return made
        if callable(value):
            number = randbits(48)                          # says nothing of which function it is, or how many there are
            shell = getattr(value, "shell", None)
            self.functions[number] = value if shell is None else value.begin()
            return {"function": number} if shell is None else {"shell": [number, shell_of(shell)]}
        raise Unsendable(f"a {type(value).__name__} is no plain data")
