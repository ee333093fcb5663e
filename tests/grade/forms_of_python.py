"""Helpers of right answers in odd forms: all that Python allows."""

HELPERS = {                              # cells above an answer, and what they let it read: 1
    "future annotations": (
        ["from __future__ import annotations\ndef aid(x: Nothing) -> Nobody:\n    return 1"], "aid(0)"),
    "future annotations of an earlier cell": (
        ["from __future__ import annotations",
         "def aid(x: Nothing) -> Nobody:\n    return 1"], "aid(0)"),
    "a dataclass": (
        ["from dataclasses import dataclass, field\n@dataclass(frozen=True)\nclass Setting:\n"
         "    one: int = 1",
         "setting = Setting()"], "setting.one"),
    "a dataclass with future annotations": (
        ["from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\n"
         "class Setting:\n    one: int = 1\n    other: Setting | None = None"], "Setting().one"),
    "a dataclass copied by pickle": (
        ["import pickle\nfrom dataclasses import dataclass\n@dataclass\nclass Setting:\n    one: int = 1",
         "setting = pickle.loads(pickle.dumps(Setting()))"], "setting.one"),
    "nested classes": (
        ["class Outer:\n    class Inner:\n        class Most:\n            one = 1"], "Outer.Inner.Most.one"),
    "an enum": (["from enum import IntEnum\nclass Kind(IntEnum):\n    ONE = 1"], "Kind.ONE"),
    "a named tuple": (
        ["from typing import NamedTuple\nclass Pair(NamedTuple):\n    one: int = 1\n    two: int = 2"], "Pair().one"),
    "an abstract class": (
        ["from abc import ABC, abstractmethod\nclass Base(ABC):\n    @abstractmethod\n    def one(self): ...",
         "class Mine(Base):\n    def one(self):\n        return 1"], "Mine().one()"),
    "a registry of subclasses": (
        ["KNOWN = {}\nclass Base:\n    def __init_subclass__(cls):\n        KNOWN[cls.__name__] = cls",
         "class One(Base):\n    value = 1"], "KNOWN['One'].value"),
    "a metaclass": (
        ["class Meta(type):\n    def __getitem__(cls, key):\n        return 1\n"
         "class Table(metaclass=Meta):\n    pass"], "Table['x']"),
    "a method put on a class later": (
        ["class Box:\n    pass",
         "def one(self):\n    return 1\nBox.one = one"], "Box().one()"),
    "a class that is called": (["class One:\n    def __call__(self):\n        return 1\none = One()"], "one()"),
    "a partial": (
        ["from functools import partial\ndef pick(i, values):\n    return values[i]\n"
         "first = partial(pick, 0)"], "first([1, 2])"),
    "a closure over another cell's table": (
        ["table = {}",
         "def reader(t):\n    def read(key):\n        return t[key]\n    return read\nread = reader(table)",
         "table['a'] = 1"], "read('a')"),
    "nonlocal": (
        ["def counter():\n    n = 0\n    def up():\n        nonlocal n\n        n = 1\n        return n\n"
         "    return up"], "counter()()"),
    "a generator": (["def numbers():\n    yield 1\n    yield from numbers()"], "next(numbers())"),
    "a generator kept between cells": (
        ["def numbers():\n    yield 0\n    yield 1\nfeed = numbers()\nnext(feed)",
         "one = next(feed)"], "one"),
    "a cached function": (
        ["from functools import lru_cache\n@lru_cache(None)\ndef fib(n):\n"
         "    return n if n < 2 else fib(n - 1) + fib(n - 2)"], "fib(2)"),
    "recursion over two cells": (
        ["def even(n):\n    return 1 if n == 0 else odd(n - 1)",
         "def odd(n):\n    return 0 if n == 0 else even(n - 1)"], "even(2)"),
    "a context manager": (
        ["from contextlib import contextmanager\n@contextmanager\ndef lent(x):\n    yield x",
         "with lent(1) as aid:\n    pass"], "aid"),
    "an async function": (["async def ask():\n    return 1", "aid = await ask()"], "aid"),
    "an async for": (["async def feed():\n    yield 1", "async for aid in feed():\n    pass"], "aid"),
    "a walrus": (["if (aid := 1) > 0:\n    pass"], "aid"),
    "a walrus in a comprehension": (["seen = [aid := n for n in (0, 1)]"], "aid"),
    "unicode names": (["π, ñ, 数 = 3, 2, 1"], "数"),
    "a name that is normalised": (["ﬁne = 1"], "fine"),
    "a name that is normalised, as text": (["globals()['fine'] = 1"], "ﬁne"),
    "singledispatchmethod": (
        ["from functools import singledispatchmethod\nclass Kind:\n    @singledispatchmethod\n"
         "    def of(self, x):\n        return 0",
         "@Kind.of.register\ndef _(self, x: int):\n    return 1"], "Kind().of(3)"),
    "match with classes": (
        ["class Point:\n    __match_args__ = ('x',)\n    def __init__(self, x):\n        self.x = x",
         "match Point(1):\n    case Point(x=one):\n        pass"], "one"),
    "an except group": (
        ["try:\n    raise ExceptionGroup('all', [ValueError(1)])\nexcept* ValueError as group:\n"
         "    one = group.exceptions[0].args[0]"], "one"),
    "a finally": (["try:\n    one = 0\nfinally:\n    one = 1"], "one"),
    "a for with else": (["for n in range(3):\n    pass\nelse:\n    one = 1"], "one"),
    "a while with break": (["one = 0\nwhile True:\n    one += 1\n    break"], "one"),
    "deleted and made again": (["one = 5\ndel one", "one = 1"], "one"),
    "starred": (["one, *rest = [1, 2, 3]"], "one"),
    "an annotation": (["one: int = 1\ntwo: 'Nobody'"], "one"),
    "augmented": (["one = 0", "one += 1"], "one"),
    "a star import": (["from math import *\none = cos(0)"], "one"),
    "a star import over a name": (["from numpy import *", "one = min(array([1, 2]))"], "one"),
    "an import that may fail": (
        ["try:\n    import nothing_such as library\nexcept ImportError:\n    library = None"],
        "(1 if library is None else 0)"),
    "a lambda in a default": (["def aid(f=lambda: 1):\n    return f()"], "aid()"),
    "a default that was": (["n = 1\ndef aid(x=n):\n    return x", "n = 5"], "aid()"),
    "a name rebound by a later cell": (["n = 1\ndef aid():\n    return one", "one = 1"], "aid()"),
    "operators of its own": (
        ["class N:\n    def __init__(self, n):\n        self.n = n\n    def __add__(self, other):\n"
         "        return N(self.n + other.n)",
         "one = (N(0) + N(1)).n"], "one"),
    "a property and a descriptor": (
        ["class D:\n    def __get__(self, obj, owner):\n        return 1\nclass Box:\n    d = D()\n"
         "    @property\n    def one(self):\n        return self.d"], "Box().one"),
    "a thread": (
        ["import threading\nfound = []\nthread = threading.Thread(target=found.append, args=(1,))",
         "thread.start(); thread.join()"], "found[0]"),
    "a pool of threads": (
        ["from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(2) as pool:\n"
         "    found = list(pool.map(abs, [-1]))"], "found[0]"),
    "a list appended to by a method": (
        ["class Book:\n    all = []\n    def add(self, n):\n        self.all.append(n)",
         "Book().add(1)"], "Book.all[0]"),
    "asyncio.run in a thread": (
        ["import asyncio, threading\nasync def ask():\n    return 1\nfound = []\n"
         "t = threading.Thread(target=lambda: found.append(asyncio.run(ask())))\nt.start(); t.join()"], "found[0]"),
    "warnings turned to errors": (["import warnings\nwarnings.simplefilter('error')\none = 1"], "one"),
    "itertools and operator": (
        ["from operator import itemgetter\nfrom itertools import count\nfirst = itemgetter(0)",
         "numbers = count(1)\nhead = [next(numbers)]"], "first(head)"),
    "a typed dict and generics": (
        ["from typing import Generic, TypeVar, TypedDict\nT = TypeVar('T')\nclass Box(Generic[T]):\n"
         "    def __init__(self, x: T) -> None:\n        self.x = x\nclass D(TypedDict):\n    one: int",
         "d: D = {'one': 1}"], "Box[int](d['one']).x"),
    "a weak reference": (
        ["import weakref\nclass One:\n    value = 1\nkept = One()\nref = weakref.ref(kept)"], "ref().value"),
    "a name from a function's attribute": (["def aid():\n    return aid.one", "aid.one = 1"], "aid()"),
    "chained assignment of places": (["table = {}\ntable['a'] = table['b'] = 1"], "table['b']"),
    "a table filled by a comprehension": (["table = {}\n[table.__setitem__(k, 1) for k in 'ab']"], "table['a']"),
    "a table that is an alias": (["table = {}", "alias = table", "alias['a'] = 1"], "table['a']"),
    "a table inside another": (["box = {'t': {}}", "inner = box['t']", "inner['a'] = 1"], "box['t']['a']"),
    "a table through a function's argument": (
        ["table = {}",
         "def put(t):\n    t['a'] = 1",
         "put(table)"], "table['a']"),
    "random numbers of a seed": (["rng = np.random.default_rng(0)", "n = rng.integers(1, 2)"], "n"),
    "atexit and signal": (
        ["import atexit, signal\natexit.register(print)\nsignal.signal(signal.SIGUSR1, signal.SIG_IGN)\n"
         "one = 1"], "one"),
    "an assertion of its own": (["one = 1\nassert one == 1, 'no'\nprint(f'{one=}')"], "one"),
    "setdefault": (["found = {}", "found.setdefault('one', 1)"], "found['one']"),
    "heapq": (["import heapq\nheap = [3]", "heapq.heappush(heap, 1)"], "heap[0]"),
    "setitem of operator": (["import operator\ntable = {}", "operator.setitem(table, 'a', 1)"], "table['a']"),
    "sort in place": (["rows = [2, 1]", "rows.sort()"], "rows[0]"),
    "np.copyto": (["rows = np.zeros(2)", "np.copyto(rows, 1)"], "rows[0]"),
    "an array changed through a view": (["rows = np.zeros(2)", "view = rows[:1]", "view += 1"], "rows[0]"),
}
