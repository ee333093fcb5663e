"""One exercise in a process of its own: define the answer, then do what the checker asks of it."""

import __future__

import ast
import builtins
import importlib
import inspect
import linecache
import os
import resource
import sys
import types
from base64 import b64decode
from contextlib import nullcontext
from functools import reduce
from operator import or_

import numpy as np
import numpy.random  # NumPy itself waits until it is named: then each child would load it

from ...course import safe_call
from ...course.compare import plain
from ...course.numbered import numbered_ids
from ...course.safe_call import Outcome, call
from ...random import manual_seed
from . import slicing, stub, syscalls, trap
from .graphs import Nodes, crossed, crossing, may_change, put_back
from .messages import Line, decode, decode_all, encode, foreign
from .raised import error_of
from .unpacking import opened
from .wide import every, mentions, wide

AWAIT = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
FUTURE = reduce(or_, [getattr(__future__, name).compiler_flag for name in __future__.all_feature_names])
COMPUTING = {"computing": True, "asleep": True}          # how time is counted: a busy machine makes no answer slow
PATIENCE = 1.5                           # times the limit of one call: for all cells that an answer needs


def limits(seconds, memory, processes, size):
    """Limit what this process and its children may use."""
    for what, most in ((resource.RLIMIT_CPU, int(seconds) + 1), (resource.RLIMIT_AS, memory),
                       (resource.RLIMIT_NPROC, processes), (resource.RLIMIT_FSIZE, size),
                       (resource.RLIMIT_NOFILE, 128), (resource.RLIMIT_CORE, 0)):
        if most:
            hard = resource.getrlimit(what)[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (most, most + (what == resource.RLIMIT_CPU)))     # its signal says for what


def certainly():
    return True


def never():
    return False


class Child:
    """An answer, and the line to the checker."""

    def __init__(self, socket):
        self.line = Line(socket)
        self.nodes = Nodes(odd=True)
        self.functions: dict = {}
        self.answer, self.slow = None, ""
        self.unsure, self.future = certainly, 0
        self.depth = sys.getrecursionlimit()

    def serve(self):
        start = self.line.receive()
        limits(*start["limits"])
        safe_call.LIMIT = float(start["seconds"])
        self.line.send(self.define(start))
        while True:
            asked = self.line.receive()
            self.line.send(self.reply(asked))

    def define(self, start):
        """Run the cells that the answer needs; says whether there is one now."""
        self.id, self.name = start["id"], start["name"]
        manual_seed(0)
        np.random.seed(0)                                             # noqa: NPY002 (answers may use it)
        given = opened(b64decode(start["given"]))
        own = [opened(b64decode(code)) for module, code in start["own"]
               if not start["covered"] or module in sys.modules]       # what is loaded later is not in its file
        trap.begin(own, start["numpy_only"])
        linecache.checkcache()                             # what was read of files that are others now
        self.answers: dict = {}
        course = stub.course(self.answers, self.yours, start["names"], given,
                             [id for id in start["others"].values() if id != self.id])
        everything = slicing.statements(start["cells"])
        chosen, place = self.chosen(everything, start)
        if chosen is None:
            return {"state": "missing"}
        lines = [everything[i] for i in chosen]
        builtins.input = lambda prompt="": ""
        sys.modules["__main__"] = types.ModuleType("__main__")
        space = vars(sys.modules["__main__"])
        space |= {"np": np, "mt": sys.modules["minitorch"],
                  **{name: getattr(course, name) for name in course.__all__},
                  "get_ipython": stub.Anything(), "display": stub.Anything()}
        bound = set().union(*[slicing.touched(statement) for _, _, statement in lines])
        named = set().union(*[slicing.looked_up(statement) for _, _, statement in lines])
        for name in named - bound:
            if name in start["others"] and start["others"][name] != self.id:
                space[name] = self.yours(start["others"][name])
        failed = self.cells(lines, everything[place] if place is not None else None, space)
        lost = named - {*bound, *space, *dir(builtins), self.name}
        left = {*every(*self.those(everything, start))} - {*chosen} if failed is not None or lost else ()
        if (failed is not None or lost) if not start["reach"] else left and (
                failed is not None or mentions(everything, left, lost)):
            self.unsure = certainly
        state = "ready" if self.answer is not None else "missing" if failed is None else "error"
        return {"state": state, "slow": self.slow, **self.told(failed or Outcome(None, None, "", 0.0))}

    def those(self, everything, start):
        return everything, start["target"], self.id, self.name

    def chosen(self, everything, start):
        """Return the numbers of the statements that the answer needs, and of the one that gives it; None without it."""
        those = self.those(everything, start)
        if start["reach"]:
            self.unsure = never
            return (wide if start["reach"] == 1 else every)(*those), None
        chosen, place = slicing.needed(*those)
        self.unsure = lambda: not {*wide(*those)} <= {*chosen}
        return (chosen, place) if place is not None else (None, None)

    def cells(self, lines, place, space):
        """Run lines as a kernel does, and take the answer; returns the Outcome of the last that failed, or None.

        place   the line that gives the answer; None: the last that gives one. Names are then what they were there
        """
        sys.path.append(os.getcwd())                       # for modules that the notebook itself writes
        failed, kept, first, left = None, {}, space.get(self.name), PATIENCE * safe_call.LIMIT
        for line in lines:
            number, text, statement = line
            outcome = call(self.run, number, text, statement, space, seconds=max(0.001, min(safe_call.LIMIT, left)),
                           **COMPUTING)
            sys.setrecursionlimit(self.depth)              # a cell's, unlike an answer's, holds for what comes after it
            left -= outcome.seconds
            failed = outcome if outcome.error is not None else failed
            if outcome.stopped or isinstance(outcome.error, MemoryError):
                self.slow = f"Code cell {number + 1}"
            given = self.answers.get(self.id, space.get(self.name))
            if line is place:
                self.answer = given
            elif place is None and not any(given is one for one in (self.answer, first)) and (
                    getattr(given, "__func__", None) is not Child.withheld):
                self.answer, kept = given, dict(space)
        space.update(kept)
        return failed

    def run(self, number, text, statement, space):
        name = f"<cell {number}>"
        importlib.invalidate_caches()
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        code = compile(ast.Module([statement], []), name, "exec", AWAIT | self.future, dont_inherit=True)
        self.future |= code.co_flags & FUTURE              # holds for the cells below too
        try:
            result = eval(code, space)
            if code.co_flags & inspect.CO_COROUTINE:
                import asyncio  # a tenth to a fifth of what starts a sandbox
                asyncio.run(result)
        finally:
            self.depth = sys.getrecursionlimit()

    def yours(self, id):
        """Return what replaces another exercise's answer; for the exercise that is graded, a function that raises."""
        self.line.send({"yours": str(id)})
        reply = self.line.receive()
        if "code" in reply:
            return opened(b64decode(reply["code"]))
        return self.decode(reply["value"]) if "value" in reply else self.withheld

    def withheld(self, *inputs, **settings):
        raise NotImplementedError(f"{self.id} is what is being graded")

    def reply(self, asked):
        """Do what one request asks, and return the result as plain data."""
        after = []
        if asked["do"] == "look":
            return {"value": bool(self.unsure())}
        trap.armed.append(True)
        ids = numbered_ids(self.answer) if asked["counting"] else nullcontext()
        given = decode_all(asked["given"], self.unpack)
        if asked["do"] == "call":
            names = asked["names"]
            inputs, settings = given[:len(given) - len(names)], dict(zip(names, given[len(given) - len(names):]))
            with ids:
                outcome = call(lambda: self.encode(plain(self.answer(*inputs, **settings))), **COMPUTING)
            after = [[name, self.encode(value)] for name, value in [*enumerate(inputs), *settings.items()]
                     if may_change(value)]
        else:
            run, *inputs = opened(b64decode(asked["code"]))
            inputs += given
            with ids:
                outcome = call(lambda: self.encode(plain(run(self.answer, *inputs))), **COMPUTING)
        return {"value": outcome.value, "after": after, **self.told(outcome)}

    def told(self, outcome):
        """Return what is reported of an outcome besides its value."""
        return {"printed": outcome.printed, "error": None if outcome.error is None else error_of(outcome.error),
                "caught": "".join(trap.caught[:1])}

    def encode(self, value):
        return self.nodes.listed(value) or encode(value, self.pack)

    def decode(self, value):
        return decode(value, self.unpack)

    def pack(self, value):
        return crossing(self.nodes, value) or foreign(value)

    def unpack(self, tag, content):
        if tag == "function":
            return self.functions.setdefault(content, self.callback(content))
        if tag == "shell":
            number, code = content
            return opened(b64decode(code))(self.callback(number))
        return crossed(self.nodes, tag, content)

    def callback(self, number):
        """Return a stand-in for a function of the checker; arrays that it changes there are changed here too."""
        def function(*inputs, **settings):
            self.line.send({"callback": number, "inputs": [self.encode(value) for value in inputs],
                            "settings": [[name, self.encode(value)] for name, value in settings.items()]})
            reply = self.line.receive()
            put_back({**dict(enumerate(inputs)), **settings},
                     [(name, self.decode(value)) for name, value in reply.get("after", ())])
            if "raise" in reply:
                kind, text = reply["raise"]
                raise getattr(builtins, kind, RuntimeError)(text)
            return self.decode(reply["value"])
        return function


def main(socket):
    """Run one exercise's process, from its limits to its last reply."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    syscalls.allow_list()
    Child(socket).serve()
