"""The checker's end of one exercise: it asks for calls, and gets numbers, errors in words, or silence."""

from base64 import b64encode
from contextlib import contextmanager
from functools import cache
from secrets import randbits
from time import monotonic, perf_counter

from ..course import safe_call
from ..course.safe_call import Outcome, TookTooLong, call
from .inside.graphs import Nodes, crossed, crossing, may_change, put_back
from .inside.messages import Broken, Line, decode, encode, encode_all
from .packing import packed
from .raised import PRINTED, error_from, text
from .usage import Watch, memory

CALLBACKS = 100_000                      # times that one answer may call what it was given
LENT = 10_000                            # times that it may ask for what stands for another answer


class Died(Exception):
    """The process of an answer is gone."""


class Caught(Exception):
    """An answer calls what it is to be itself."""


class Unsendable(TypeError):
    """A value that is no plain data."""


@cache
def shell_of(function):
    """Return the half of a function that runs where an answer does, packed."""
    return b64encode(packed(function)).decode()


@contextmanager
def patience(seconds):
    """Allow calls in the block so many seconds."""
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
        self.sandbox, self.limits, self.yours, self.copies = sandbox, limits, yours, copies
        self.open()
        self.whole = Watch(sandbox.process.pid, limits.exercise, "all its calls together")
        self.calls, self.asked, self.watch, self.waited = 0, 0, None, 0.0
        self.printed, self.caught, self.dead, self.slow, self.counting = "", "", None, "", False
        self.failed: Exception | None = None               # what was raised outside the answer, while it was defined

    def open(self):
        self.socket = self.sandbox.fork(self.copies)
        self.line = Line(self.socket, self.look)
        self.nodes = Nodes(odd=False)
        self.functions: dict = {}

    def close(self):
        self.socket.close()

    def renew(self):
        """Run the answer in a new process, as in a new program: what it kept in memory, or wrote, is gone."""
        self.close()
        self.sandbox.end()
        self.open()
        self.begin(self.start)

    def begin(self, start):
        """Define the answer. Returns ("ready" | "missing" | "error", the error or None)."""
        self.start = start
        message = {**start, "limits": self.limits.as_list(), "seconds": self.limits.call, "covered": bool(self.copies)}
        outcome = call(self.exchange, message, 2 * self.limits.call, seconds=self.limits.call, computing=True)
        if self.caught:
            raise Caught
        if isinstance(outcome.error, Died | TookTooLong | Broken):
            self.slow = "A code cell"
            return "error", self.lose(outcome.error)
        if outcome.error is not None:
            raise outcome.error
        error, self.slow = outcome.value.get("error"), text(outcome.value.get("slow"), 20)
        self.failed = None if error is None else error_from(error)
        return text(outcome.value.get("state"), 20), self.failed

    def answer(self, *inputs, **settings):
        """Call the answer there; raises what it raised."""
        told = encode_all([*inputs, *settings.values()], self.pack)
        reply = self.exchange({"do": "call", "counting": self.counting, "given": told, "names": list(settings)})
        put_back({**dict(enumerate(inputs)), **settings}, self.pairs(reply))
        return self.value_of(reply)

    def run(self, program, *given):
        """Have a packed program run there, (function, *inputs); what is `given` crosses as an answer's arguments do."""
        return self.ask(do="run", code=b64encode(program).decode(), given=encode_all(given, self.pack))

    def unsure(self):
        """Whether other cells may have a part in what an answer came to, as its process says."""
        return call(self.ask, computing=True).value is True

    def ask(self, do="look", **more):
        return self.value_of(self.exchange({"do": do, "counting": self.counting, **more}))

    def tried(self, function, *inputs):
        """Return an Outcome of something that calls the answer, with what the answer printed."""
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

    def lose(self, error):
        self.dead = self.dead or error
        return self.dead

    def exchange(self, message, seconds=None):
        """Send a message, answer what the process asks meanwhile, and return its reply; `seconds` limits all of it."""
        if self.dead is not None:
            raise self.dead
        self.watch, self.seconds = None, self.limits.call + 1.0 if seconds is None else seconds
        self.line.looked = monotonic()
        try:
            while True:
                self.line.send(message)
                reply, start = self.line.receive(), monotonic()
                if "callback" in reply:
                    message = self.called(reply)
                elif "yours" in reply:
                    message = self.lent(reply["yours"])
                else:
                    break
                if self.watch is not None:
                    self.watch.without(monotonic() - start)
        except Broken as error:
            cut = "line was cut" in str(error) or "reset" in str(error) or "pipe" in str(error)
            raise self.lose(Died(f"its process ended: {self.sandbox.why()}" if cut else
                                 f"what came out of its process could not be read: {error}")) from None
        except TookTooLong as error:                       # it is in the middle of something
            raise self.lose(error) from None
        if self.watch is not None:                         # there is none for a quick reply
            self.waited += self.watch.waited()
            if self.waited > self.limits.exercise:
                raise self.lose(TookTooLong(f"stopped: all its calls together waited for more than "
                                            f"{self.limits.exercise:g} s"))
        self.printed = (self.printed + text(reply.get("printed")))[:PRINTED]
        self.caught = self.caught or text(reply.get("caught"), 20)
        return reply

    def look(self):
        """Stop what has had its time, or too much memory."""
        pid = self.sandbox.process.pid
        self.watch = self.watch or Watch(pid, self.seconds, "one call")
        if why := self.watch.up() or self.whole.up(asleep=False):
            raise self.lose(TookTooLong(why))
        if memory(pid) > self.limits.memory:
            self.sandbox.close()
            raise self.lose(Died(f"it used more than the {self.limits.memory >> 20} MB that it may have"))

    def called(self, message):
        """Call a function that was given to the answer, as the answer asks for it."""
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
        """Return another exercise's reference, in the form in which it may cross."""
        self.asked += 1
        if self.asked > LENT:
            raise Broken("too much was asked for")
        kind, value = self.yours(text(id, 20))
        if kind == "code":
            return {"code": b64encode(value).decode()}
        return {"value": self.encode(value)} if kind == "function" else {"refused": True}

    def encode(self, value):
        return self.nodes.listed(value) or encode(value, self.pack)

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
