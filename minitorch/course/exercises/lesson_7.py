"""Lesson 7, static graphs: a recorder, fetches, common subexpressions, fusion, buffers, a key, saved programs."""

import copy
import textwrap

import numpy as np

from .common import Case, Exercise, Halves, Law, Wrong, mt, noting_ops, of_library, row

# 7.7, the first of the lesson


def written_down(answer, inputs):
    """Return the steps that a formula writes on an answer's objects, and the last name; of the second of two runs.

    An input that is no text is said in words: its name was wanted.
    """
    for _ in range(2):                            # the first run fills what an answer keeps on its class
        steps: list = []
        given = {name: answer(name, steps) for name in inputs["names"].split()}
        out = eval(inputs["formula"], {}, given)
    found = [(name, op, reads if isinstance(reads, str) else [
        x if isinstance(x, str) and " at 0x" not in x else f"no name: {type(x).__name__}" for x in reads])
        for name, op, reads in steps]
    return found, getattr(out, "name", out)


class Proxy:
    def __init__(self, name, steps):
        self.name, self.steps = name, steps

    def note(self, op, *inputs):
        name = f"s{len(self.steps) + 1}"
        self.steps.append((name, op, tuple(x.name if isinstance(x, Proxy) else str(x) for x in inputs)))
        return Proxy(name, self.steps)            # stands for what the step will make

    def __add__(self, other):
        return self.note("add", self, other)

    def __sub__(self, other):
        return self.note("subtract", self, other)

    def __rsub__(self, other):
        return self.note("subtract", other, self)


NOTED = "tuple(x.name if isinstance(x, Proxy) else str(x) for x in inputs)"
LAST = "        return Proxy(name, self.steps)"

Exercise("7.7", Proxy, difficulty=2, points=3, run=written_down, results=("steps", "name of the result"),
    cases=[Case("one step", formula="x - y", names="x y"), Case("the other way round", formula="y - x", names="x y"),
           Case("a number on the right", formula="x - 0.5", names="x"),
           Case("a number on the left", formula="1 - x", names="x"),
           Case("a sum", formula="y + 2", names="x y"), Case("one value in two places", formula="x - x", names="x"),
           Case("a result that is read", formula="(x - y) - x", names="x y"),
           Case("a result on the right", formula="x - (y + x)", names="x y"),
           Case("a result that is read twice", formula="(h := x + y) - (1 - h)", names="x y"),
           Case("what comes back is not the last", formula="(h := x - y, h + 1)[0]", names="x y"),
           Case("an input that is read again later", formula="((x + y) - (y - x)) + x", names="x y"),
           Case("other names", formula="w1 - b", names="w1 b"),
           Case("ten steps", formula="1 - (1 - (1 - (1 - (1 - (1 - (1 - (1 - (1 - (1 - x)))))))))", names="x")],
    wrong=[
        Wrong("objects for names", "An input of a step is an object. Note its name, x.name, and for a number its text, "
              "str(x).", {NOTED: "inputs"},
              {NOTED: "tuple(str(x) for x in inputs)"}, {NOTED: "tuple(x if isinstance(x, Proxy) else str(x) "
                                                                "for x in inputs)"}),
        Wrong("numbers as they are", "A number stands among the names as a number. Its name is its text: str(x).",
              {" else str(x)": " else x"}, example="a number on the right"),
        Wrong("numbers left out", "A number is an input as well, and is missing in its step. Its name is its text.",
              {NOTED: "tuple(x.name for x in inputs if isinstance(x, Proxy))"}, example="a number on the left"),
        Wrong("every input has a name", "A number has no .name. Ask isinstance(x, Proxy), and take str(x) for the "
              "rest.", {NOTED: "tuple(x.name for x in inputs)"}),
        Wrong("nothing comes back", "The step was written down, and nothing came back for it, so the next operation "
              "has nothing to work on. Return a new Proxy with the step's name.", {LAST: "        pass"}),
        Wrong("a name comes back", "A text came back: it has no operators that write steps. Return a Proxy of that "
              "name.", {LAST: "        return name"}),
        Wrong("itself comes back", "The object itself came back: it stands for an input, and the step's result has no "
              "object of its own. Return a new Proxy with the step's name.", {LAST: "        return self"}),
        Wrong("renamed", "The object got the name of the step, but x and what is made of x are two values: who reads "
              "x later reads the wrong one. Return a new Proxy.",
              {LAST: "        self.name = name\n        return self"}),
        Wrong("a list of its own", "The new object has another list, so what is done with it later is not in the "
              "caller's. Give it self.steps, the same list.", {LAST: "        return Proxy(name, [])"},
              {LAST: "        return Proxy(name, list(self.steps))"}),
        Wrong("another list", "The caller's list stays empty, or misses steps: a new list was made. self.steps.append "
              "writes into the one that all share.", {"self.steps.append(": "self.steps = self.steps + [",
              "for x in inputs)))": "for x in inputs))]"}, {"self.steps.append(": "steps = self.steps + [",
              "for x in inputs)))": "for x in inputs))]", LAST: LAST.replace("self.steps", "steps")}),
        Wrong("one list for all", "The steps of two programs run together: the list lies on the class, or is the first "
              "one's. Each Proxy keeps the list that it is given.",
              {"self.name, self.steps = name, steps": "self.name = name",
               "class Proxy:": "class Proxy:\n    steps = []\n"}),
        Wrong("one counter for all", "The names of a second program go on counting. The number of a step is its place "
              "in its own list: len(self.steps) + 1.", {"class Proxy:": "class Proxy:\n    count = 0\n",
              'name = f"s{len(self.steps) + 1}"': 'Proxy.count += 1\n        name = f"s{Proxy.count}"'}),
        Wrong("a counter in each object", "Every object counts for itself, so two steps get one name. All "
              "share one list: the number of a step is len(self.steps) + 1.",
              {"= name, steps\n": "= name, steps\n        self.count = 0\n",
              'name = f"s{len(self.steps) + 1}"': 'self.count += 1\n        name = f"s{self.count}"'},
              example="a result that is read"),
        Wrong("another text", "The text of a number is not what str(x) gives: 0.5 stays 0.5, and 1 stays 1.",
              {"else str(x)": "else str(int(x))"}, {"else str(x)": "else str(float(x))"}),
        Wrong("counted from 0", "The first step is s0. It is called s1.", {"len(self.steps) + 1": "len(self.steps)"}),
        Wrong("counted too late", "The first result is s2: its name was made after the step was in the list. Make it "
              "once, before.", {LAST: '        return Proxy(f"s{len(self.steps) + 1}", self.steps)'}),
        Wrong("named by its op", "Results have the names of their ops, so two differences have one name. Number the "
              "steps: s1, s2, …", {'f"s{len(self.steps) + 1}"': "op"}),
        Wrong("left and right exchanged", "1 - x became x - 1. Python asks x for __rsub__(x, 1), since 1 knows nothing "
              "of Proxies: there the other one stands on the left.",
              {'"subtract", other, self': '"subtract", self, other'}, example="a number on the left"),
        Wrong("both exchanged", "x - y became y - x. In __sub__ self stands on the left of the minus.",
              {'"subtract", self, other': '"subtract", other, self'}),
        Wrong("signs for ops", "The ops are called as in the table of functions: \"subtract\", not \"-\".",
              {'"subtract"': '"-"'}, {'"subtract"': '"sub"'}, {'"subtract"': '"minus"'}),
        Wrong("one input", "A step has one of its two inputs. Both belong to it: self and other.",
              {'"subtract", self, other': '"subtract", other'}, {'"subtract", other, self': '"subtract", self'}),
        Wrong("op and name exchanged", "A step is (name, op, inputs), in this order.", {"(name, op, ": "(op, name, "}),
        Wrong("a sum of the negative", "x - y became two steps, or another op. It is one step: subtract.",
              {'"subtract", self, other': '"add", self, -other'}, {'"subtract", other, self': '"add", other, self'},
              {'"subtract", self, other': '"add", self, -other', '"subtract", other, self': '"add", other, -self'}),
    ],
    others=["""
        class Proxy:
            def __init__(self, name, steps):
                self.steps = steps
                self.name = name

            def note(self, op, *inputs):
                names = []
                for each in inputs:
                    names.append(getattr(each, "name", None) or f"{each}")
                self.steps += [(f"s{1 + len(self.steps)}", op, tuple(names))]
                return type(self)(self.steps[-1][0], self.steps)

            def __add__(self, other):
                return self.note("add", self, other)

            def __sub__(self, other):
                return self.note("subtract", self, other)

            def __rsub__(self, other):
                return self.note("subtract", other, self)
    """],
    hints=["What does Python do with x - y? It calls x.__sub__(y), and whatever that returns is the value of x - y. "
           "For 1 - x it asks x too: x.__rsub__(1).",
           "note makes the name of the step from the length of the list, appends one tuple, and returns a new Proxy "
           "with that name and the same list.",
           "self.steps.append((name, op, tuple(x.name if isinstance(x, Proxy) else str(x) for x in inputs))); and "
           "__rsub__ is self.note(\"subtract\", other, self)."])

# 7.1


def with_ops(inputs):
    """Return the inputs with ops that write down their names, and where they write."""
    ran: list = []
    return {**inputs, "ops": noting_ops(ran.append)}, ran


def fetched(answer, given):
    return answer(**given)


def counted(values, ran):
    """Return what was fetched, and the ops that ran for it, in the order of the alphabet."""
    return values, sorted(ran)


def needs_their_order(answer):
    """Return True if steps come out right in the order in which they run, and a value is missing in another."""
    in_order = answer(MIXED[::-1], ["e"], dict(A_AND_B), noting_ops(str)) == [-49]
    try:
        return in_order and not answer(MIXED, ["e"], dict(A_AND_B), noting_ops(str))
    except KeyError:
        return True


def fetch(steps, fetches, given, ops):
    made_by = {name: (op, inputs) for name, op, inputs in steps}
    values = dict(given)

    def value(name):
        if name not in values:
            op, inputs = made_by[name]
            values[name] = ops[op](*[value(x) for x in inputs])
        return values[name]

    return [value(name) for name in fetches]


CHAIN = [("c", "add", ("a", "b")), ("d", "square", ("c",)), ("e", "negative", ("d",))]
TWO_ENDS = [("c", "subtract", ("a", "b")), ("d", "square", ("c",)), ("e", "exp", ("a",))]
MIXED = [("e", "multiply", ("d", "c")), ("d", "negative", ("c",)), ("c", "add", ("a", "b"))]
A_AND_B = {"a": 2.0, "b": 5.0}

Exercise("7.1", fetch, difficulty=1, points=2, run=Halves(fetched, counted, with_ops),
    aliases=lambda: ("minitorch.dialects.tf1.sessions:Session.run",),
    results=("values", "ops that ran"),
    cases=[Case("one step", steps=CHAIN[:1], fetches=["c"], given=A_AND_B),
           Case("the order of inputs", steps=[("c", "subtract", ("a", "b")), ("d", "subtract", ("b", "a"))],
                fetches=["c", "d"], given=A_AND_B),
           Case("one value in two places", steps=[("c", "multiply", ("a", "a"))], fetches=["c"], given={"a": 3.0}),
           Case("a chain", steps=CHAIN, fetches=["e"], given=A_AND_B),
           Case("only what is needed", steps=TWO_ENDS, fetches=["d"], given=A_AND_B),
           Case("listed in another order", steps=MIXED, fetches=["d"], given=A_AND_B),
           Case("one result, read twice", steps=MIXED, fetches=["e"], given=A_AND_B),
           Case("one result, read first by what comes last", given=A_AND_B, fetches=["e"],
                steps=[("e", "subtract", ("c", "d")), ("d", "negative", ("c",)), ("c", "add", ("a", "b"))]),
           Case("two fetches", steps=CHAIN, fetches=["d", "c"], given=A_AND_B),
           Case("one fetch twice", steps=CHAIN, fetches=["d", "c", "d"], given=A_AND_B),
           Case("numbered names", steps=[("s2", "add", ("a", "b")), ("s10", "square", ("s2",))], fetches=["s10"],
                given=A_AND_B),
           Case("a fetch that is given", steps=CHAIN, fetches=["a", "c"], given=A_AND_B),
           Case("a result that is given", steps=CHAIN, fetches=["e"], given={"d": 7.0}),
           Case("a result that is 0", steps=MIXED, fetches=["e"], given={"a": 2.0, "b": -2.0})],
    wrong=[
        Wrong("one list", "An op was given a list of its inputs, as one argument. Each input is an argument of its "
              "own: ops[op](*values), with a star.", {"ops[op](*[value(x) for x in inputs])":
                                                 "ops[op]([value(x) for x in inputs])"}),
        Wrong("not from ops", "The values are right, but the functions of `ops` were not called. Which function an op "
              "is, the dict says: ops[op].", {"ops[op](": "getattr(np, op)("}),
        Wrong("0 for nothing", "A step whose value is 0 ran again: 0 counts as False, and was taken for not there yet. "
              "Ask whether the name is in the dict.", {"if name not in values": "if not values.get(name)"},
              example="a result that is 0"),
        Wrong("all steps run", "The values are right, but steps ran that no fetch needs. Begin at the fetches and ask "
              "for inputs, not at the first step.", """
            values, todo = dict(given), [step for step in steps if step[0] not in given]
            while todo:
                ready = [step for step in todo if all(x in values for x in step[2])]
                if not ready:
                    break
                for step in ready:
                    name, op, inputs = step
                    values[name] = ops[op](*[values[x] for x in inputs])
                    todo.remove(step)
            return [values[name] for name in fetches]
        """, """
            values = dict(given)
            while not all(name in values for name in fetches):
                for name, op, inputs in steps:
                    if name not in values and all(x in values for x in inputs):
                        values[name] = ops[op](*[values[x] for x in inputs])
            return [values[name] for name in fetches]
        """, example="only what is needed"),
        Wrong("in the listed order", "The steps ran one after the other as they are listed. The list may begin with a "
              "step whose inputs are made further below: ask for them first.", """
            values = dict(given)
            for name, op, inputs in steps:
                values[name] = ops[op](*[values[x] for x in inputs])
            return [values[name] for name in fetches]
        """, probe=needs_their_order, example="listed in another order"),
        Wrong("computed again", "A result that is read twice was computed twice. Keep what is computed, and look there "
              "first.", {"values[name] = ops[op](*[value(x) for x in inputs])":
                         "return ops[op](*[value(x) for x in inputs])"},
              example="one result, read twice"),
        Wrong("kept for one fetch only", "Within a fetch nothing runs twice, but the next fetch computes all of it "
              "again. Let all fetches share what was computed.", """
            made_by = {name: (op, inputs) for name, op, inputs in steps}
            def value(name, values):
                if name not in values:
                    op, inputs = made_by[name]
                    values[name] = ops[op](*[value(x, values) for x in inputs])
                return values[name]
            return [value(name, dict(given)) for name in fetches]
        """, example="two fetches"),
        Wrong("given and computed", "A result was computed although `given` holds it, or makes it needless. What is "
              "given is taken as it is, also where a step makes it; what only that step reads is not asked for.", """
            made_by = {name: (op, inputs) for name, op, inputs in steps}
            values = {}
            def value(name):
                if name not in values:
                    if name in made_by:
                        op, inputs = made_by[name]
                        values[name] = ops[op](*[value(x) for x in inputs])
                    else:
                        values[name] = given[name]
                return values[name]
            return [value(name) for name in fetches]
        """, example="a result that is given"),
        Wrong("fetches made by steps only", "A name that is fetched may be given: then no step makes it. Look into "
              "`given` first.", """
            made_by = {name: (op, inputs) for name, op, inputs in steps}
            values = {}
            def value(name):
                if name not in values:
                    op, inputs = made_by[name]
                    values[name] = ops[op](*[given[x] if x in given else value(x) for x in inputs])
                return values[name]
            return [value(name) for name in fetches]
        """, example="a fetch that is given"),
        Wrong("inputs turned round", "The inputs came in the other order: subtract(a, b) is a − b.",
              {"for x in inputs]": "for x in reversed(inputs)]"},
              {"for x in inputs]": "for x in sorted(inputs, reverse=True)]"}),
        Wrong("inputs sorted", "The inputs were put in the order of the alphabet. They belong in the order in which "
              "the step lists them.", {"for x in inputs]": "for x in sorted(inputs)]"}),
        Wrong("each input once", "A step that reads one value in two places got it once. Keep inputs as they are "
              "listed, not as a set.", {"for x in inputs]": "for x in dict.fromkeys(inputs)]"},
              example="one value in two places"),
        Wrong("one level only", "The inputs of a step were looked for among what is given. They may be results of "
              "other steps, which need inputs in turn.", {"[value(x) for x in inputs]": "[given[x] for x in inputs]"}),
        Wrong("only one", "One value came. There is one for each fetch, in a list.",
              {"[value(name) for name in fetches]": "value(fetches[0])"},
              {"[value(name) for name in fetches]": "[value(name) for name in fetches][-1]"},
              {"[value(name) for name in fetches]": "[value(name) for name in fetches][:1]"},
              example="two fetches"),
        Wrong("each fetch once", "A name that is fetched twice came back once: it was the key of a dict, or in a set. "
              "There is a value for each fetch, in their order.",
              {"[value(name) for name in fetches]": "[value(name) for name in dict.fromkeys(fetches)]"},
              {"[value(name) for name in fetches]": "[value(name) for name in sorted(set(fetches))]"},
              example="one fetch twice"),
        Wrong("a dict", "A dict came. A list is wanted, in the order of the fetches.",
              {"[value(name) for name in fetches]": "{name: value(name) for name in fetches}"}, """
            made_by = {name: (op, inputs) for name, op, inputs in steps}
            values = dict(given)
            def value(name):
                if name not in values:
                    op, inputs = made_by[name]
                    values[name] = ops[op](*[value(x) for x in inputs])
                return values[name]
            for name in fetches:
                value(name)
            return values
        """),
        Wrong("kept in given", "What was computed is written into `given`, which belongs to the caller: with another "
              "input in the same dict, the next call would find the old results there. Work on a copy: dict(given).",
              {"values = dict(given)": "values = given"}),
    ],
    others=["""
        made_by = {name: (op, inputs) for name, op, inputs in steps}
        values, stack = {**given}, list(fetches)
        while stack:
            name = stack[-1]
            if name in values:
                stack.pop()
                continue
            op, inputs = made_by[name]
            missing = [x for x in inputs if x not in values]
            if missing:
                stack += missing
            else:
                values[name] = ops[op](*(values[x] for x in inputs))
        return [values[name] for name in fetches]
    """, """
        steps = {step[0]: step for step in steps}
        needed, todo = set(), list(fetches)
        while todo:
            name = todo.pop()
            if name not in given and name not in needed:
                needed.add(name)
                todo += steps[name][2]
        values = dict(given)
        while needed:
            for name in sorted(needed):
                if all(x in values for x in steps[name][2]):
                    values[name] = ops[steps[name][1]](*[values[x] for x in steps[name][2]])
                    needed.remove(name)
        return tuple(values[name] for name in fetches)
    """],
    hints=["Ask backwards: to know e, one needs d; to know d, one needs c. A function that calls itself does this. "
           "Where does it stop?",
           "values = dict(given). A function value(name): if name is in values, return that; else find its step, take "
           "value(x) of each input, run the op.",
           "values[name] = ops[op](*[value(x) for x in inputs]), so that nothing runs twice; at the end "
           "[value(name) for name in fetches]."])

# 7.2


def common_subexpressions(steps, outputs):
    seen, same, kept = {}, {}, []
    for name, op, inputs in steps:
        inputs = tuple(same.get(x, x) for x in inputs)        # what stays, for what is left out
        if op != "random" and (op, inputs) in seen:
            same[name] = seen[op, inputs]
        else:
            seen[op, inputs] = name
            kept.append((name, op, inputs))
    return kept, [same.get(x, x) for x in outputs]


RENAMED = "        inputs = tuple(same.get(x, x) for x in inputs)\n"
SORTED = '(op, *(sorted(inputs) if op in ("add", "multiply") else inputs))'
TWO_MEANS = [("m", "mean", ("x",)), ("c", "subtract", ("x", "m")), ("n", "mean", ("x",)), ("d", "subtract", ("x", "n")),
             ("e", "divide", ("c", "d"))]


def drawn_list(rng):
    steps = [(f"s{i}", "exp", (f"x{i}",)) for i in rng.permutation(30)[:int(rng.integers(2, 6))]]
    return {"steps": steps, "outputs": [steps[0][0]]}


def lists_that_came_back(answer, inputs):
    """Which of the caller's lists an answer returns, where no step can be left out; and the names of its steps."""
    steps, outputs = inputs["steps"], inputs["outputs"]
    kept, named = answer(steps, outputs)
    return kept is steps, named is outputs, [name for name, _, _ in kept]


def both_new(shown, inputs):
    if shown[2] != [name for name, _, _ in inputs["steps"]]:
        return "Where no two steps are alike, all are kept."
    if shown[0] or shown[1]:
        return ("Where nothing was left out, a list of the caller's came back itself: who changes the result changes "
                "the program it was made from. Return new lists always.")
    return None


Exercise("7.2", common_subexpressions, difficulty=1, points=3,
    aliases=lambda: [of_library("static.passes", "common_subexpressions")], results=("steps", "outputs"),
    cases=[Case("two alike", steps=[("a", "exp", ("x",)), ("b", "exp", ("x",)), ("c", "add", ("a", "b"))],
                outputs=["c"]),
           Case("nothing alike", steps=[("a", "exp", ("x",)), ("b", "exp", ("y",)), ("c", "tanh", ("x",))],
                outputs=["a", "b", "c"]),
           Case("alike after the first are merged", steps=TWO_MEANS, outputs=["e"]),
           Case("an output that is left out", steps=[("a", "exp", ("x",)), ("b", "exp", ("x",))], outputs=["b", "a"]),
           Case("the other way round", steps=[("a", "subtract", ("x", "y")), ("b", "subtract", ("y", "x")),
                                              ("c", "divide", ("a", "b"))], outputs=["c"]),
           Case("random numbers", steps=[("a", "random", ("x",)), ("b", "random", ("x",)),
                                         ("c", "subtract", ("a", "b"))], outputs=["c"]),
           Case("three alike, apart", steps=[("a", "exp", ("x",)), ("b", "tanh", ("a",)), ("c", "exp", ("x",)),
                                             ("d", "tanh", ("c",)), ("e", "exp", ("x",)), ("f", "divide", ("e", "d"))],
                outputs=["f", "c"]),
           Case("one input twice", steps=[("a", "multiply", ("x", "x")), ("b", "square", ("x",)),
                                          ("c", "multiply", ("x", "x"))], outputs=["a", "b", "c"]),
           Case("random numbers of what was merged", steps=[("a", "exp", ("x",)), ("b", "exp", ("x",)),
                                                            ("c", "random", ("b",)), ("d", "add", ("a", "c"))],
                outputs=["d"]),
           Case("what reads random numbers", steps=[("r", "random", ("x",)), ("a", "exp", ("r",)),
                                                    ("b", "exp", ("r",)), ("c", "add", ("a", "b"))], outputs=["c"]),
           Case("sums the other way round", steps=[("a", "add", ("x", "y")), ("b", "add", ("y", "x")),
                                                   ("c", "multiply", ("b", "a")), ("d", "multiply", ("a", "b"))],
                outputs=["c", "d"]),
           Case("names that run together", steps=[("a", "subtract", ("x", "yz")), ("b", "subtract", ("xy", "z")),
                                                  ("c", "divide", ("a", "b"))], outputs=["c"]),
           Case("a long chain twice", steps=[("a1", "exp", ("x",)), ("b1", "exp", ("x",)), ("a2", "tanh", ("a1",)),
                                             ("b2", "tanh", ("b1",)), ("a3", "exp", ("a2",)), ("b3", "exp", ("b2",)),
                                             ("a4", "tanh", ("a3",)), ("b4", "tanh", ("b3",)),
                                             ("a5", "exp", ("a4",)), ("b5", "exp", ("b4",))], outputs=["a5", "b5"])],
    probes=[Law(drawn_list, lists_that_came_back, both_new)],
    wrong=[
        Wrong("inputs not renamed", "A step still reads a name that is left out: nothing makes it any more. Replace "
              "the inputs of later steps too.", {"kept.append((name, op, inputs))": "kept.append((name, op, before))",
                                                 RENAMED: "        before = inputs\n" + RENAMED},
              {"(op, inputs) in seen": "(op, inputs) in seen", RENAMED: ""}),
        Wrong("random steps not renamed", "A random step still reads a name that is left out. It stays, but its "
              "inputs are replaced as those of all others.", """
            seen, same, kept = {}, {}, []
            for name, op, inputs in steps:
                if op == "random":
                    kept.append((name, op, inputs))
                    continue
                inputs = tuple(same.get(x, x) for x in inputs)
                if (op, inputs) in seen:
                    same[name] = seen[op, inputs]
                else:
                    seen[op, inputs] = name
                    kept.append((name, op, inputs))
            return kept, [same.get(x, x) for x in outputs]
        """, example="random numbers of what was merged"),
        Wrong("compared too early", "Inputs were replaced only after the comparison. Two steps that become alike, "
              "since their inputs were merged before, are not found. Replace first, then compare.", """
            seen, same, kept = {}, {}, []
            for name, op, inputs in steps:
                if op != "random" and (op, inputs) in seen:
                    same[name] = seen[op, inputs]
                else:
                    seen[op, inputs] = name
                    kept.append((name, op, tuple(same.get(x, x) for x in inputs)))
            return kept, [same.get(x, x) for x in outputs]
        """, example="alike after the first are merged"),
        Wrong("two rounds", "What becomes alike only after others were merged was found in a second round over the "
              "list, and a longer chain needs a third. Replace a step's inputs before it is compared: one round is "
              "enough then.", """
            steps, outputs = list(steps), list(outputs)
            for turn in range(2):
                seen, same, kept = {}, {}, []
                for name, op, inputs in steps:
                    if op != "random" and (op, inputs) in seen:
                        same[name] = seen[op, inputs]
                    else:
                        seen[op, inputs] = name
                        kept.append((name, op, inputs))
                steps = [(name, op, tuple(same.get(x, x) for x in inputs)) for name, op, inputs in kept]
                outputs = [same.get(x, x) for x in outputs]
            return steps, outputs
        """, example="a long chain twice"),
        Wrong("readers of random kept", "Two steps that compute the same from one draw of random numbers were both "
              "kept. Only \"random\" itself draws anew; what reads its result is a function like any other.", """
            seen, same, kept, drawn = {}, {}, [], set()
            for name, op, inputs in steps:
                inputs = tuple(same.get(x, x) for x in inputs)
                if op == "random" or drawn & set(inputs):
                    drawn.add(name)
                    kept.append((name, op, inputs))
                elif (op, inputs) in seen:
                    same[name] = seen[op, inputs]
                else:
                    seen[op, inputs] = name
                    kept.append((name, op, inputs))
            return kept, [same.get(x, x) for x in outputs]
        """, example="what reads random numbers"),
        Wrong("sums turned round", "x + y and y + x were taken for the same. Their values are equal, but a step counts "
              "as the same only with its inputs in the same order, whatever its op.",
              {"(op, inputs) in seen": f"{SORTED} in seen", "seen[op, inputs]": f"seen[{SORTED}]"},
              example="sums the other way round"),
        Wrong("inputs used up", "Steps came without inputs. What map or a generator gives can be walked through once: "
              "the comparison has used it up. Make a tuple of it first.", """
            seen, same, kept = {}, {}, []
            for name, op, inputs in steps:
                inputs = map(lambda x: same.get(x, x), inputs)
                about = (op, tuple(inputs))
                if op != "random" and about in seen:
                    same[name] = seen[about]
                else:
                    seen[about] = name
                    kept.append((name, op, tuple(inputs)))
            return kept, [same.get(x, x) for x in outputs]
        """),
        Wrong("names run together", "Op and inputs were joined to one text with nothing between them: f(x, yz) and "
              "f(xy, z) look the same then. Compare tuples.",
              {"(op, inputs) in seen": "op + \"\".join(inputs) in seen",
               "seen[op, inputs]": "seen[op + \"\".join(inputs)]"}, example="names that run together"),
        Wrong("outputs not renamed", "An output has the name of a step that is left out: nobody makes it any more. "
              "Replace names in `outputs` too.", {"[same.get(x, x) for x in outputs]": "outputs"},
              example="an output that is left out"),
        Wrong("outputs once", "Two outputs became one. Whoever asked for two results gets two, here the same one "
              "twice.", {"[same.get(x, x) for x in outputs]": "list(dict.fromkeys(same.get(x, x) for x in outputs))"},
              example="an output that is left out"),
        Wrong("order of inputs ignored", "x − y and y − x were taken for the same. Compare the inputs in their order.",
              {"(op, inputs) in seen": "(op, tuple(sorted(inputs))) in seen", "seen[op, inputs]":
               "seen[op, tuple(sorted(inputs))]"}, example="the other way round"),
        Wrong("op ignored", "Steps with the same inputs and different ops were merged. Compare both.",
              {"(op, inputs) in seen": "inputs in seen", "seen[op, inputs]": "seen[inputs]"}),
        Wrong("inputs ignored", "Steps with the same op and different inputs were merged. Compare both.",
              {"(op, inputs) in seen": "op in seen", "seen[op, inputs]": "seen[op]"}),
        Wrong("random merged", "Two draws of random numbers became one. Each draws its own, so the two are not the "
              "same although op and inputs agree.", {'op != "random" and (op, inputs) in seen': "(op, inputs) in seen"},
              example="random numbers"),
        Wrong("neighbours only", "A step was compared only with the one that was kept last. What it equals may stand "
              "further above.", {"            seen[op, inputs] = name": "            seen = {(op, inputs): name}"},
              example="three alike, apart"),
        Wrong("last one kept", "Of two alike the later one was kept. What stands between them reads the first, and "
              "then nobody has made it yet.", """
            steps, outputs = list(steps), list(outputs)
            last = {(op, inputs) if op != "random" else name: name for name, op, inputs in steps}
            same = {name: last[op, inputs] if op != "random" else name for name, op, inputs in steps}
            kept = [(name, op, tuple(same.get(x, x) for x in inputs)) for name, op, inputs in steps
                    if same[name] == name]
            return kept, [same.get(x, x) for x in outputs]
        """),
        Wrong("only the steps", "Only the steps came. Return the outputs as well: they may have other names now.",
              {"return kept, [same.get(x, x) for x in outputs]": "return kept"}),
        Wrong("names of steps only", "Only names came. A step is a tuple (name, op, inputs).",
              {"kept.append((name, op, inputs))": "kept.append(name)"}),
        Wrong("nothing left out", "Names were replaced, but the steps that nobody needs now are all still there.",
              {"            same[name] = seen[op, inputs]\n": "            same[name] = seen[op, inputs]\n"
               "            kept.append((name, op, inputs))\n"},
              "return list(steps), list(outputs)"),
    ],
    others=["""
        known, instead, left = {}, {}, []
        for step in steps:
            name, op = step[0], step[1]
            reads = []
            for x in step[2]:
                if x in instead:
                    x = instead[x]
                reads.append(x)
            reads = tuple(reads)
            first = known.setdefault((op, reads), name)
            if first == name or op == "random":
                left.append([name, op, list(reads)])
            else:
                instead[name] = first
        return [left, [instead[x] if x in instead else x for x in outputs]]
    """, """
        kept, outputs = [], list(outputs)
        steps = [tuple(step) for step in steps]
        while steps:
            name, op, inputs = steps.pop(0)
            kept.append((name, op, inputs))
            again = [other[0] for other in steps if other[1:] == (op, inputs) and op != "random"]
            rename = lambda x: name if x in again else x
            steps = [(n, o, tuple(map(rename, i))) for n, o, i in steps if n not in again]
            outputs = [rename(x) for x in outputs]
        return kept, outputs
    """],
    hints=["Keep a dict of what you have seen: from an op with its inputs to the name that it got first. What else "
           "must be remembered of a step that is left out?",
           "A second dict says which name stands for which. Replace the inputs of each step by it before you compare: "
           "inputs = tuple(same.get(x, x) for x in inputs).",
           "If (op, inputs) is in seen and op is not \"random\": same[name] = seen[op, inputs]. Else note it in seen "
           "and keep the step. Replace the names in outputs at the end."])

# 7.3

OPS_OF_ELEMENTS = {"add", "exp", "multiply", "subtract", "tanh"}


def grouped(answer, given):
    return answer(given["steps"], given["shapes"], given["elementwise"])


def as_loops(groups, inputs):
    """"right" if the groups can run one after the other, each as one loop, and write few arrays; else what is wrong."""
    if not isinstance(groups, list | tuple) or not all(isinstance(group, list | tuple) and group and
                                                       all(isinstance(x, str) for x in group) for group in groups):
        return f"no list of lists of names: {groups}"
    wrong = why_not(groups, **inputs)
    return f"{wrong}: {groups}" if wrong else "right"


def why_not(groups, steps, shapes, elementwise, most):
    """Why groups cannot run one after the other, each as one loop, or write too many arrays, in words; else ''."""
    order, ops = [x for group in groups for x in group], {name: op for name, op, _ in steps}
    for name in [*ops, *order]:
        if order.count(name) != 1 or name not in ops:
            return f"{name} is in {order.count(name)} groups" if name in ops else f"no step makes {name}"
    for name, _, reads in steps:
        for x in reads:
            if x in ops and order.index(x) > order.index(name):
                return f"{name} runs before {x}, which it reads"
    for first, *others in groups:
        for x in [first, *others] if others else []:
            if ops[x] not in elementwise:
                return f"{x} shares a group, and {ops[x]} is not elementwise"
            if tuple(shapes[x]) != tuple(shapes[first]):
                return f"{first} and {x} share a group, and have different shapes"
    count = written_arrays(groups, steps)
    return f"{count} arrays are written, and {most} would do" if count > most else ""


def written_arrays(groups, steps):
    """How many results leave their group: another group reads them, or no step does."""
    place = {x: number for number, group in enumerate(groups) for x in group}
    readers = {x: {place[name] for name, _, reads in steps if x in reads} for x in place}
    return sum(readers[x] != {place[x]} for x in place)


def fuse(steps, shapes, elementwise):
    groups, place, kinds = [], {}, []
    for name, op, inputs in steps:
        kind = shapes[name] if op in elementwise else None
        last = max((place[x] for x in inputs if x in place), default=-1)
        if kind is not None and last >= 0 and kinds[last] == kind:
            groups[last].append(name)
        else:
            last = len(groups)
            groups.append([name])
            kinds.append(kind)
        place[name] = last
    return groups


FITS = "kind is not None and last >= 0 and kinds[last] == kind"
LATEST = "max((place[x] for x in inputs if x in place), default=-1)"


def shaped(most, *steps, **shapes):
    """Arguments of 7.3, and how many arrays may be written: all shapes are (4, 3) where nothing else is said."""
    return {"steps": list(steps), "shapes": {step[0]: (4, 3) for step in steps} | shapes,
            "elementwise": set(OPS_OF_ELEMENTS), "most": most}


FUSIONS = {
    "two that fit": shaped(1, ("a", "exp", ("x",)), ("b", "tanh", ("a",))),
    "read by two": shaped(1, ("a", "exp", ("x",)), ("b", "tanh", ("a",)), ("c", "add", ("a", "b"))),
    "read by a later one": shaped(2, ("a", "exp", ("x",)), ("b", "tanh", ("a",)), ("c", "exp", ("a",))),
    "ten in a row": shaped(1, *((f"t{n}", "tanh", (f"t{n - 1}" if n else "x",)) for n in range(10))),
    "a product first": shaped(2, ("a", "matmul", ("x", "w")), ("b", "tanh", ("a",))),
    "a running sum first": shaped(2, ("a", "cumsum", ("x",)), ("b", "tanh", ("a",))),
    "a product last": shaped(2, ("a", "tanh", ("x",)), ("b", "matmul", ("a", "w"))),
    "two products": shaped(2, ("a", "matmul", ("x", "w")), ("b", "matmul", ("a", "v"))),
    "another shape": shaped(2, ("a", "exp", ("s",)), ("b", "add", ("x", "a")), ("c", "tanh", ("b",)),
                            a=(3,)),
    "the smaller one first": shaped(2, ("a", "exp", ("s",)), ("b", "add", ("a", "x")),
                                    ("c", "tanh", ("b",)), a=(3,)),
    "two chains side by side": shaped(2, ("a", "exp", ("x",)), ("b", "exp", ("y",)),
                                      ("c", "tanh", ("a",)), ("d", "tanh", ("b",))),
    "chains that meet": shaped(2, ("a", "exp", ("x",)), ("b", "exp", ("y",)), ("c", "add", ("b", "a")),
                               ("d", "tanh", ("c",))),
    "as many elements": shaped(2, ("a", "exp", ("x",)), ("b", "add", ("y", "a")), a=(3, 4), b=(4, 3)),
    "back to an earlier one": shaped(4, ("a", "exp", ("x",)), ("b", "matmul", ("a", "w")),
                                     ("c", "tanh", ("y",)), ("d", "tanh", ("a",))),
    "past a product": shaped(2, ("a", "exp", ("x",)), ("b", "matmul", ("y", "w")),
                             ("c", "tanh", ("a",))),
    "a way around": shaped(3, ("a", "exp", ("x",)), ("b", "matmul", ("a", "w")), ("c", "add", ("a", "b")),
                           ("d", "multiply", ("c", "a"))),
    "a way around, first": shaped(3, ("a", "exp", ("x",)), ("b", "matmul", ("a", "w")),
                                  ("c", "subtract", ("b", "a"))),
    "a way around, and another start": shaped(4, ("a", "exp", ("x",)), ("b", "exp", ("y",)),
                                              ("c", "matmul", ("b", "w")), ("d", "add", ("c", "a"))),
    "a mean between": shaped(3, ("a", "multiply", ("x", "x")), ("b", "mean", ("a",)),
                             ("c", "subtract", ("a", "b")), ("d", "exp", ("c",)), b=(4, 1)),
    "inputs of two shapes": shaped(2, ("a", "mean", ("x",)), ("b", "exp", ("x",)),
                                   ("c", "subtract", ("b", "a")), a=(4, 1)),
    "the latest step is in an earlier group": shaped(3, ("a", "exp", ("x",)), ("b", "matmul", ("x", "w")),
                                                     ("c", "tanh", ("a",)), ("d", "add", ("b", "c"))),
    "single numbers": shaped(1, ("a", "exp", ("x",)), ("b", "tanh", ("a",)), a=(), b=())}


def breaks(words):
    """Return a probe: whether the groups of an answer break the rule that `why_not` tells in these words."""
    def probe(answer):
        return any(words in as_loops(grouped(answer, copy.deepcopy(given)), given) for given in FUSIONS.values())
    return probe


Exercise("7.3", fuse, difficulty=2, points=4, run=Halves(grouped, as_loops),
    aliases=lambda: [of_library("static.passes", "fusion")],
    cases=[Case(name, **given) for name, given in FUSIONS.items()],
    wrong=[
        Wrong("flat", "All names stand in one list, so nobody sees which belong together. A list of groups is wanted, "
              "each a list of names.", {"return groups": "return [name for group in groups for name in group]"}),
        Wrong("the first input's shape", "The shape of a step's first input was taken for its own. The smaller of two "
              "may come first, and the result has the shape of both together: shapes[name].",
              {"shapes[name] if": "shapes.get(inputs[0], shapes[name]) if"}, example="the smaller one first"),
        Wrong("no shape", "Single numbers have the shape (), which counts as False, so they were taken for not "
              "elementwise. Ask `is not None`.", {"kind is not None and": "kind and"}, example="single numbers"),
        Wrong("each alone", "Every step is a group of its own. Where two are elementwise, of one shape, and the second "
              "reads the first, they are one.", {FITS: "False"}),
        Wrong("steps for names", "The groups hold whole steps. Only their names are wanted.",
              {"groups[last].append(name)": "groups[last].append((name, op, inputs))", "groups.append([name])":
               "groups.append([(name, op, inputs)])"}),
        Wrong("only the large groups", "Groups of one step are missing. They run too: each step is in one group.",
              {"return groups": "return [group for group in groups if len(group) > 1]"}),
        Wrong("before an input is there", "A step runs before something that it reads is made. All that it reads has "
              "to be there when its group runs, of whichever group that is.",
              {LATEST: "next((place[x] for x in inputs if x in place), -1)"},
              {LATEST: LATEST.replace("in place)", "in place and kinds[place[x]] == kind)")},
              {LATEST: LATEST.replace("max", "min")}, {LATEST: "place.get(inputs[-1], -1)"},
              probe=breaks("runs before"), example="a way around"),
        Wrong("two shapes in a loop", "A loop goes over one shape, and two shapes share a group. Equal shapes are "
              "wanted: as many elements, or as many dimensions, are not enough.",
              {"kinds[last] == kind": "kinds[last] is not None"}, {"shapes[name] if": "len(shapes[name]) if"},
              {"shapes[name] if": "int(np.prod(shapes[name])) if"}, probe=breaks("have different shapes")),
        Wrong("no loop over elements", "An op that is not elementwise shares a group. It is a group of its own: "
              "nobody joins it, and it joins nobody.", {"shapes[name] if op in elementwise else None": "shapes[name]"},
              {"kinds.append(kind)": "kinds.append(shapes[name])"}, probe=breaks("is not elementwise")),
        Wrong("more arrays than needed", "A step did not join a group that makes one of its inputs, though it can: "
              "then that input has to be written to an array. The group need not be the newest one, nor make all of "
              "the inputs, nor have inputs of its own shape only, nor be all that reads them.",
              {FITS: f"{FITS} and groups[last][-1] in inputs"},
              {FITS: FITS + " and all(shapes[x] == kind for x in inputs if x in place)"},
              {LATEST: "len(groups) - 1 if set(inputs) & set(sum(groups[-1:], [])) else -1"},
              {FITS: f"{FITS} and len(groups[last]) < 4"}, probe=breaks("would do")),
    ],
    others=["""
        groups, where = [], {}
        can = {name: op in elementwise for name, op, _ in steps}
        for name, op, inputs in steps:
            numbers = [where[x] for x in inputs if x in where]
            target = groups[max(numbers)] if numbers else None
            if target and can[name] and can[target[0]] and shapes[target[0]] == shapes[name]:
                target.append(name)
            else:
                groups.append([name])
            where[name] = next(i for i, group in enumerate(groups) if name in group)
        return groups
    """, """
        groups = []
        ops = {name: op for name, op, _ in steps}
        for name, op, inputs in steps:
            for group in reversed(groups):
                if set(group) & set(inputs):
                    if op in elementwise and ops[group[0]] in elementwise and shapes[group[0]] == shapes[name]:
                        group.append(name)
                        break
                    groups.append([name])
                    break
            else:
                groups.append([name])
        return groups
    """, {"default=-1)": "default=len(groups) - 1)"}, {"default=-1)": "default=0 if groups else -1)"}],
    hints=["Number the groups in the order in which they begin, and keep for each name the number of its group. Which "
           "of a step's inputs is there last?",
           "last = max((place[x] for x in inputs if x in place), default=-1). All other inputs are there when group "
           "`last` runs, so the step may join it: if both are elementwise and of one shape.",
           "Else groups.append([name]). To know whether a group is elementwise, keep its op or its shape beside it."])

# 7.4


def in_buffers(answer, inputs):
    """Whether each output is there if the steps run in these buffers, and how many buffers there are."""
    steps, outputs = inputs["steps"], inputs["outputs"]
    number = answer(**inputs)
    if not isinstance(number, dict):
        return number
    missing = [name for name, _, _ in steps if number.get(name) is None]
    if missing:
        return f"{missing[0]} has no buffer", len(set(number.values()))
    holds, spoiled, made = {}, set(), {name for name, _, _ in steps}

    def there(x):
        return x not in made or holds[number[x]] == x and x not in spoiled

    for name, _, reads in steps:
        holds[number[name]] = name                # before it reads: what it reads must lie elsewhere
        if not all(map(there, reads)):
            spoiled.add(name)
    return ["right" if there(x) else "written over" for x in outputs], len(set(number.values()))


def no_dict(answer):
    return not isinstance(answer([("a", "exp", ("x",))], ["a"]), dict)


def numbers_given(answer):
    """Return True if a chain comes out right, and there are more buffers where steps read what is given."""
    chain, given, late = (len(set(answer(*each).values())) for each in (
        (LINE, ["d"]), GIVEN.values(), GIVEN_LATE.values()))
    return chain == 2 and (given == 4 or late == 3)


def buffers(steps, outputs):
    last = {x: i for i, (_, _, inputs) in enumerate(steps) for x in inputs}      # the step that reads x last
    number, free, count = {}, [], 0
    for i, (name, _, inputs) in enumerate(steps):
        if free:
            number[name] = free.pop()
        else:
            number[name] = count
            count += 1
        for x in sorted(set(inputs)):
            if x in number and last[x] == i and x not in outputs:
                free.append(number[x])
    return number


TAKE = """        if free:
            number[name] = free.pop()
        else:
            number[name] = count
            count += 1
"""
GIVE = """        for x in sorted(set(inputs)):
            if x in number and last[x] == i and x not in outputs:
                free.append(number[x])
"""
GIVEN = {"steps": [("a", "multiply", ("x", "w")), ("b", "add", ("a", "x")), ("c", "divide", ("w", "b")),
                   ("d", "exp", ("c",))], "outputs": ["d"]}
GIVEN_LATE = {"steps": [("a", "exp", ("x",)), ("b", "tanh", ("a",)), ("c", "exp", ("w",))], "outputs": ["b", "c"]}
LINE = [("a", "exp", ("x",)), ("b", "tanh", ("a",)), ("c", "exp", ("b",)), ("d", "tanh", ("c",))]

Exercise("7.4", buffers, difficulty=2, points=4, run=in_buffers, apart=True, results=("outputs", "buffers"),
    aliases=lambda: [of_library("static.passes", "buffers")],
    cases=[Case("one step", steps=LINE[:1], outputs=["a"]), Case("a chain", steps=LINE, outputs=["d"]),
           Case("read twice", steps=[("a", "exp", ("x",)), ("b", "tanh", ("a",)), ("c", "exp", ("b",)),
                                     ("d", "add", ("a", "c"))], outputs=["d"]),
           Case("one input twice", steps=[("a", "exp", ("x",)), ("b", "multiply", ("a", "a")), ("c", "exp", ("b",)),
                                          ("d", "tanh", ("c",)), ("e", "divide", ("c", "d"))], outputs=["e"]),
           Case("an output that is read again", steps=[("a", "exp", ("x",)), ("b", "tanh", ("a",)),
                                                       ("c", "exp", ("b",)), ("d", "exp", ("c",))],
                outputs=["a", "d"]),
           Case("two outputs, the second is read", steps=[("a", "exp", ("x",)), ("b", "tanh", ("a",)), ("c", "exp",
           ("b",)),
                                                          ("d", "exp", ("c",))], outputs=["d", "a"]),
           Case("one input twice, and again", steps=[("a", "exp", ("x",)), ("b", "multiply", ("a", "a")),
                                                     ("c", "exp", ("b",)), ("d", "tanh", ("c",)),
                                                     ("e", "add", ("a", "d"))], outputs=["e"]),
           Case("given values are read", **GIVEN), Case("given values are read late", **GIVEN_LATE),
           Case("two chains", steps=[("a", "exp", ("x",)), ("b", "exp", ("y",)), ("c", "tanh", ("a",)),
                                     ("d", "tanh", ("b",)), ("e", "add", ("c", "d")), ("f", "exp", ("e",)),
                                     ("g", "exp", ("f",))], outputs=["g"]),
           Case("a new one after one that is used again", steps=[("a", "exp", ("x",)), ("b", "tanh", ("a",)),
                                                                 ("c", "exp", ("b",)), ("d", "add", ("b", "c"))],
                outputs=["d"]),
           Case("two are free at once", steps=[("a", "exp", ("x",)), ("b", "exp", ("x",)), ("c", "add", ("a", "b")),
                                               ("d", "exp", ("c",)), ("e", "exp", ("c",)), ("f", "add", ("d", "e"))],
                outputs=["f"]),
           Case("names within names", steps=[("s1", "exp", ("x",)), ("s2", "tanh", ("s1",)), ("s3", "exp", ("s2",)),
                                             ("s11", "tanh", ("s3",)), ("s10", "exp", ("s11",))], outputs=["s10"])],
    wrong=[
        Wrong("no dict", "A dict is wanted: the number of a buffer for the name of each step.",
              {"return number": "return list(number.values())"}, {"return number": "return count"},
              {"return number": "return number, count"}, probe=no_dict),
        Wrong("never given back", "Each step has a buffer of its own. After a step, the buffer of an input that nobody "
              "reads later is free for others.", {GIVE: ""}, example="a chain"),
        Wrong("one for all", "All results lie in one buffer. While a step writes, what it reads must stay.",
              "return {name: 0 for name, op, inputs in steps}", {"            count += 1\n": ""}),
        Wrong("over its own input", "A step writes into the buffer of an input that it still reads. Take a buffer for "
              "the result first, give the inputs' back afterwards.",
              {TAKE: "", GIVE: GIVE + TAKE}, example="a chain"),
        Wrong("free at first reading", "A buffer was given back after it was read once, but a later step reads it "
              "too. It is free after the last.", {" and last[x] == i": ""}, example="read twice"),
        Wrong("only the first output kept", "Only the first output is safe. There may be several: none of them is "
              "given back.", {" and x not in outputs": " and x != outputs[0]"},
              example="two outputs, the second is read"),
        Wrong("only the last output kept", "Only the last output is safe. There may be several: none of them is "
              "given back.", {" and x not in outputs": " and x != outputs[-1]"},
              example="an output that is read again"),
        Wrong("readers counted off twice", "A step that reads a value in two places counts as one reader, but was "
              "taken off twice, so the buffer was free too early. Go over set(inputs).", """
            names = {name for name, op, inputs in steps}
            readers = {name: sum(name in inputs for _, _, inputs in steps) for name in names}
            number, free, count = {}, [], 0
            for name, op, inputs in steps:
                if free:
                    number[name] = free.pop()
                else:
                    number[name], count = count, count + 1
                for x in inputs:
                    if x in names:
                        readers[x] -= 1
                        if readers[x] == 0 and x not in outputs:
                            free.append(number[x])
            return number
        """, example="one input twice, and again"),
        Wrong("outputs written over", "An output was read by a step, and its buffer given back after that. It is "
              "needed at the end: outputs are never given back.", {" and x not in outputs": ""},
              example="an output that is read again"),
        Wrong("given back twice", "A step reads one value in two places, and its buffer was given back twice: then two "
              "steps get it at the same time. Go over set(inputs).", {"in sorted(set(inputs))": "in inputs"},
              example="one input twice"),
        Wrong("taken and kept free", "A buffer is among the free ones while a result that is still read lies in it: "
              "it was left there when a step took it (pop takes it out), or given back again after a later step. Give "
              "back those of this step's inputs only, at their last reading.", {"free.pop()": "free[-1]"},
              {"free.pop()": "free[0]"}, {GIVE: """        for x in number:
            if x not in outputs and last.get(x, len(steps)) <= i and number[x] not in free:
                free.append(number[x])
"""}, """
            number, free, count = {}, set(), 0
            for i, (name, op, inputs) in enumerate(steps):
                if free:
                    number[name] = min(free)
                    free.remove(number[name])
                else:
                    number[name] = count
                    count += 1
                later = {x for step in steps[i + 1:] for x in step[2]}
                free |= {number[x] for x in number if x not in later and x not in outputs}
            return number
        """, example="a chain"),
        Wrong("names within names", "A name was looked for in a text: s1 is found in s10, so its buffer is kept too "
              "long. Look in a list or a set of names.", {" and last[x] == i":
              " and not any(x in \" \".join(step[2]) for step in steps[i + 1:])"},
              {" and x not in outputs": " and x not in str(outputs)"}, example="names within names"),
        Wrong("two in turn", "Two buffers were used in turn. That is right for a chain only: a value that is read "
              "later is written over.", "return {name: i % 2 for i, (name, op, inputs) in enumerate(steps)}",
              example="read twice"),
        Wrong("given ones too", "What is given got buffers too, or its memory was used again: it belongs to the "
              "caller. Number only what steps make.", {TAKE: "        for x in inputs:\n            if x not in "
              "number:\n" + textwrap.indent(TAKE, " " * 8).replace("[name]", "[x]") + TAKE},
              probe=numbers_given, example="given values are read late"),
        Wrong("only the first input", "Only a step's first input was given back. All may be read for the last time.",
              {"in sorted(set(inputs))": "in inputs[:1]"}, example="two chains"),
        Wrong("one at a time", "Of several buffers that become free at once only one was kept.",
              {"free.append(number[x])": "free = [number[x]]"}, example="two are free at once"),
    ],
    others=["""
        number, taken = {}, set()
        for i, (name, op, inputs) in enumerate(steps):
            n = 0
            while n in taken:
                n += 1
            number[name] = n
            taken.add(n)
            later = {x for step in steps[i + 1:] for x in step[2]} | set(outputs)
            taken = {number[x] for x in number if x in later}
            taken |= {n} if name in later else set()
        return number
    """, """
        ends = {}
        for i, step in enumerate(steps):
            for x in step[2]:
                ends[x] = i
        for x in outputs:
            ends[x] = len(steps)
        owner, number = [], {}
        for i, (name, op, inputs) in enumerate(steps):
            for b, x in enumerate(owner):
                if ends[x] < i:
                    owner[b] = name
                    number[name] = b
                    break
            else:
                number[name] = len(owner)
                owner.append(name)
        return number
    """],
    hints=["First find out for each name which step reads it last. A dict that is written over again and again, from "
           "the first step to the last, holds just that.",
           "Then go through the steps with a list of free buffers: take one for the result, or a new one; then give "
           "back those of the inputs that this step reads last.",
           "last = {x: i for i, (name, op, inputs) in enumerate(steps) for x in inputs}. Give back number[x] for x in "
           "set(inputs), if a step has made x, last[x] == i, and x is no output."])

# 7.5


def keys_of(answer, inputs):
    """Return the answer's key for each call, as plain data."""
    met = {}
    return [in_words(answer(training, args), met) for training, args in inputs["calls"]]


def in_words(key, met):
    """Return a key as a text that is another's if the keys are equal, as the keys of a dict are.

    met   {what is no plain data: its number}, filled here
    """
    hash(key)
    if isinstance(key, tuple):
        return f"({', '.join(in_words(part, met) for part in key)})"
    if isinstance(key, frozenset):
        return f"{{{', '.join(sorted(in_words(part, met) for part in key))}}}"
    if key is None or isinstance(key, str | type | mt.dtype):
        return repr(key)
    return f"object {met.setdefault(key, len(met))}"         # numbers too: 1, 1.0 and True are one key


def recorded(keys, inputs):
    """For each call whether a program is recorded or reused, if programs are kept by these keys."""
    if not isinstance(keys, list) or len(keys) != len(inputs["calls"]):
        return "not a key for each call"
    return ["reused" if key in keys[:i] else "recorded" for i, key in enumerate(keys)]


def key(training, args):
    about = [training]
    for x in args:
        if isinstance(x, mt.Tensor):
            about.append((x.shape, x.dtype))
        else:
            about.append((type(x), x))            # 2, 2.0 and True are not the same
    return tuple(about)


def floats(*shape):
    return mt.zeros(shape, dtype=mt.float32)


def bytes_of(*shape):
    return mt.zeros(shape, dtype=mt.uint8)


ABOUT_TENSOR, ABOUT_NUMBER = "about.append((x.shape, x.dtype))", "about.append((type(x), x))"

Exercise("7.5", key, difficulty=2, points=3, run=Halves(keys_of, recorded),
    cases=[Case("twice the same", calls=[(False, (floats(2, 3),)), (False, (floats(2, 3),))]),
           Case("other numbers in it", calls=[(False, (floats(2, 3),)), (False, (floats(2, 3) + 1,))]),
           Case("another shape", calls=[(False, (floats(2, 3),)), (False, (floats(3, 3),)), (False, (floats(2, 3),))]),
           Case("a shape of as many elements", calls=[(False, (floats(2, 3),)), (False, (floats(3, 2),))]),
           Case("other columns", calls=[(False, (floats(2, 3),)), (False, (floats(2, 4),))]),
           Case("fewer dimensions", calls=[(False, (floats(2, 3),)), (False, (floats(2),))]),
           Case("another dtype", calls=[(False, (floats(2, 3),)), (False, (bytes_of(2, 3),))]),
           Case("another mode", calls=[(True, (floats(2, 3),)), (False, (floats(2, 3),)), (True, (floats(2, 3),))]),
           Case("another number", calls=[(False, (floats(2), 3)), (False, (floats(2), 4)), (False, (floats(2), 3))]),
           Case("a fraction", calls=[(False, (floats(2), 0.5)), (False, (floats(2), 0.25))]),
           Case("a number of another type", calls=[(False, (bytes_of(2), 1)), (False, (bytes_of(2), 1.0)),
                                                   (False, (bytes_of(2), True))]),
           Case("the second tensor", calls=[(False, (floats(2), floats(2))), (False, (floats(2), bytes_of(2))),
                                            (False, (floats(2), floats(1)))]),
           Case("a number in front", calls=[(False, (floats(2), 2)), (False, (2, floats(2)))]),
           Case("-1 and -2", calls=[(False, (floats(2), -1)), (False, (floats(2), -2))]),
           Case("dtypes exchanged", calls=[(False, (floats(2), bytes_of(2))), (False, (bytes_of(2), floats(2)))]),
           Case("dtypes of as many bytes", calls=[(False, (mt.zeros(2, dtype=mt.int64),)),
                                                  (False, (mt.zeros(2, dtype=mt.float64),))]),
           Case("sizes exchanged", calls=[(False, (floats(2, 3), floats(4))), (False, (floats(2), floats(3, 4)))]),
           Case("a tensor of one number", calls=[(False, (floats(1),)), (False, (floats(1) + 1,)), (False, (floats(),)),
                                                 (False, (floats() + 1,))]),
           Case("types exchanged", calls=[(False, (floats(2), 1, 2.0)), (False, (floats(2), 1.0, 2))]),
           Case("numbers side by side", calls=[(False, (floats(2), 1, 23)), (False, (floats(2), 12, 3))]),
           Case("numbers nearly alike", calls=[(False, (floats(2), 1.0)), (False, (floats(2), 1.0000001)),
                                               (False, (floats(2), 1234567)), (False, (floats(2), 1234568))])],
    wrong=[
        Wrong("the colleague's", "This is the colleague's key, or little more: shapes. A program is bound to more: "
              "dtypes, the mode, and each Python number with its type.", "return tuple(x.shape for x in args)",
              "return tuple([x.shape if isinstance(x, mt.Tensor) else x for x in args])",
              "return tuple(x.shape for x in args if isinstance(x, mt.Tensor))",
              "return training, tuple(x.shape for x in args if isinstance(x, mt.Tensor))"),
        Wrong("dtype forgotten", "A program that was recorded for floats was given bytes: same shape, another dtype. "
              "Put x.dtype into the key.", {ABOUT_TENSOR: "about.append(x.shape)"}, example="another dtype"),
        Wrong("mode forgotten", "A program that was recorded while training ran in evaluation too, or the other way "
              "round. Put `training` into the key.", {"about = [training]": "about = []"}, example="another mode"),
        Wrong("shape forgotten", "A program was reused for another shape. Put x.shape into the key.",
              {ABOUT_TENSOR: "about.append(x.dtype)"}, example="another shape"),
        Wrong("listed apart", "Tensors and numbers were listed apart, so f(x, 2) and f(2, x) get one key. Keep them "
              "in the order of args.", """
            return (training, tuple((x.shape, x.dtype) for x in args if isinstance(x, mt.Tensor)),
                    tuple((type(x), x) for x in args if not isinstance(x, mt.Tensor)))
        """, example="a number in front"),
        Wrong("a hash", "Two things may have one hash: hash(-1) is hash(-2). Return the tuple itself; a dict asks for "
              "its hash and then compares.", {"return tuple(about)": "return hash(tuple(about))"}, example="-1 and -2"),
        Wrong("rounded", "Two numbers were taken for one, since their last digits were cut off. Each number "
              "is a constant of its own: put in the number itself.", {ABOUT_NUMBER: "about.append((type(x), int(x)))"},
              {ABOUT_NUMBER: "about.append((type(x), f\"{x:g}\"))"},
              {ABOUT_NUMBER: "about.append((type(x), round(x, 4)))"}, example="numbers nearly alike"),
        Wrong("bytes for the dtype", "Two dtypes of as many bytes were taken for one: int64 and float64. Put x.dtype "
              "into the key.", {ABOUT_TENSOR: "about.append((x.shape, x.nbytes))"},
              example="dtypes of as many bytes"),
        Wrong("sizes in a row", "The sizes of all tensors stand in one row, and (2, 3) with (4,) looks like (2,) with "
              "(3, 4). Keep each shape as a tuple of its own.", """
            sizes, kinds = [], []
            for x in args:
                if isinstance(x, mt.Tensor):
                    sizes += x.shape
                    kinds.append(x.dtype)
                else:
                    kinds.append((type(x), x))
            return (training, *sizes, *kinds)
        """, example="sizes exchanged"),
        Wrong("types apart", "The types of the numbers stand apart from them, without their places, so (1, 2.0) and "
              "(1.0, 2) have one key. Put (type(x), x) for each.", """
            about = tuple((x.shape, x.dtype) if isinstance(x, mt.Tensor) else x for x in args)
            return training, about, frozenset(map(type, args))
        """, example="types exchanged"),
        Wrong("one number taken for a constant", "A tensor of one element was recorded anew for each number in it. "
              "Also such a tensor is an input of the program: only its shape and dtype count.",
              {ABOUT_TENSOR: "about.append((x.shape, x.dtype, x.item() if x.numel() == 1 else None))"},
              example="a tensor of one number"),
        Wrong("how many elements", "(2, 3) and (3, 2) have as many elements, and are two shapes: x.shape says which.",
              {"(x.shape, x.dtype)": "(x.numel(), x.dtype)"},
              {"(x.shape, x.dtype)": "(tuple(sorted(x.shape)), x.dtype)"},
              example="a shape of as many elements"),
        Wrong("how many dimensions", "Two shapes with as many dimensions were taken for one: x.shape has the sizes "
              "too.",
              {"(x.shape, x.dtype)": "(x.ndim, x.dtype)"}, example="another shape"),
        Wrong("length only", "Only the first size of a shape was looked at. The others matter as much: x.shape.",
              {"(x.shape, x.dtype)": "(len(x), x.dtype)"}, {"(x.shape, x.dtype)": "(x.shape[0], x.dtype)"},
              example="other columns"),
        Wrong("the numbers themselves", "The elements of a tensor are in the key, so nearly every call records anew. "
              "A program holds for all numbers: only shape and dtype count.",
              {"(x.shape, x.dtype)": "(x.shape, x.dtype, str(x.tolist()))"}, example="other numbers in it"),
        Wrong("which tensor it is", "Each call has a key of its own, so every new batch records anew: the key says "
              "which object something is, or counts. Of a tensor only shape and dtype matter.",
              {"(x.shape, x.dtype)": "(x.shape, x.dtype, id(x))"},
              example="twice the same"),
        Wrong("number forgotten", "A Python number is a constant in the program: for another one it must be recorded "
              "anew. Put the number into the key.", {ABOUT_NUMBER: "about.append(type(x))"}, """
            return (training, *[(x.shape, x.dtype) for x in args if isinstance(x, mt.Tensor)])
        """, example="another number"),
        Wrong("2 is 2.0", "For Python 1 == 1.0 == True, also as keys of a dict. For a program they differ: bytes + 1 "
              "are bytes, bytes + 1.0 are floats. Put type(x) into the key.", {ABOUT_NUMBER: "about.append(x)"},
              example="a number of another type"),
        Wrong("True is 1", "True was taken for 1, since isinstance(True, int) is true. type(x) tells them apart.",
              {ABOUT_NUMBER: "about.append((int if isinstance(x, int) else float, x))"},
              example="a number of another type"),
        Wrong("only the first", "Only the first argument is in the key. Each one counts.",
              {"for x in args:": "for x in args[:1]:"}, {"return tuple(about)": "return tuple(about[:2])"},
              "return training, args[0].shape, args[0].dtype"),
        Wrong("in no order", "What is said of the arguments is in no order (a set, sorted), so the first and second "
              "may change places unnoticed. Keep their order: a tuple.",
              {"return tuple(about)": "return frozenset(about)"}, example="dtypes exchanged"),
        Wrong("a list", "A key of a dict cannot be a list, a dict or a set: those can change. Return a tuple.",
              {"return tuple(about)": "return about"}),
        Wrong("the same for all", "The key is the same for every call, so the first program runs for all.",
              {"return tuple(about)": "return 0"}, {"return tuple(about)": "pass"}),
    ],
    others=["""
        return (training, tuple((tuple(x.shape), str(x.dtype)) if isinstance(x, mt.Tensor) else (type(x).__name__, x)
                                for x in args))
    """, """
        def one(x):
            return f"{x.dtype}{list(x.shape)}" if hasattr(x, "dtype") else repr(x)
        return f"{training} " + " ".join(map(one, args))
    """],
    hints=["What can a program not know at another call? It has no branches left, and no numbers of Python's: all that "
           "such a thing decided is fixed in it.",
           "Of a tensor take x.shape and x.dtype, not its elements. Of a number take the number. And `training`.",
           "In Python 1 == 1.0 == True: for a number take (type(x), x). The whole is a tuple, since a list is no key."])

# 7.6

TABLE = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide, "matmul": np.matmul,
         "maximum": np.maximum, "tanh": np.tanh,
         "take": lambda x, index: x[index], "cumsum": lambda x, axis=None: x.cumsum(axis),
         "sum": lambda x, axes=None, keepdims=False: x.sum(None if axes is None else tuple(axes), keepdims=keepdims)}


def served(answer, inputs):
    """Return what comes out; "refused" if a file asks for an op or a value that is not there, and an error says so."""
    ops, steps = dict(TABLE), inputs["program"]["steps"]
    there = {*inputs["weights"], *(about["name"] for about in [*inputs["program"]["inputs"], *steps])}
    if all(step["op"] in ops and there.issuperset(x for x in step["args"] if isinstance(x, str)) for step in steps):
        return answer(**inputs, ops=ops)
    before = set(inputs["weights"])
    try:
        return answer(**inputs, ops=ops)
    except NotImplementedError:
        raise
    except Exception:
        return "refused" if inputs["weights"].keys() == before else "refused, with more in `weights` than before"


def passes_steps_by(answer):
    """Return True if steps that no output needs do not run, nor are refused."""
    ran: list = []
    answer(saved("x", "x", ("b", "note", ["x"], {}), ("c", "abs", ["x"], {})), {}, [row(1)], {"note": ran.append})
    return not ran


def keeps_values(answer):
    """Return True if the weights of one program are there for the next, which has none."""
    program = saved("x", "b", ("b", "add", ["x", "w_before"], {}))
    answer(program, {"w_before": row(1)}, [row(2)], dict(TABLE))
    try:
        return bool(answer(program, {}, [row(2)], dict(TABLE)))
    except Exception:
        return False


def run_saved(program, weights, arrays, ops):
    values = dict(weights)
    for about, array in zip(program["inputs"], arrays):
        values[about["name"]] = array
    for step in program["steps"]:
        args = [values[x] if isinstance(x, str) else x for x in step["args"]]
        values[step["name"]] = ops[step["op"]](*args, **step["settings"])
    return [values[name] for name in program["outputs"]]


def saved(inputs, outputs, *steps):
    """Return the description of a program, as a file holds it."""
    return {"name": "f", "inputs": [{"name": name} for name in inputs.split()],
            "steps": [{"op": op, "name": name, "args": list(args), "settings": settings}
                      for name, op, args, settings in steps], "outputs": outputs.split()}


LAYER = saved("x", "d", ("b", "matmul", ["x", "w"], {}), ("c", "add", ["b", "bias"], {}),
              ("d", "maximum", ["c", 0.25], {}))
NORMED = saved("x", "c b", ("b", "sum", ["x"], {"keepdims": True, "axes": [1]}), ("c", "divide", ["x", "b"], {}))
SQUARE = np.array([[1.0, 2.0], [3.0, -4.0]])
CALL = "ops[step[\"op\"]](*args, **step[\"settings\"])"

Exercise("7.6", run_saved, difficulty=2, points=4, run=served,
    cases=[Case("one step", program=saved("x", "b", ("b", "tanh", ["x"], {})), weights={}, arrays=[row(0, 1)]),
           Case("a number among the args", program=saved("x", "b", ("b", "subtract", [1.5, "x"], {})), weights={},
                arrays=[row(1, 2)]),
           Case("a layer with its weights", program=LAYER, weights={"w": SQUARE, "bias": row(0.5, -10)},
                arrays=[SQUARE]),
           Case("settings, and two outputs", program=NORMED, weights={}, arrays=[np.array([[1.0, 3.0], [5.0, 5.0]])]),
           Case("two inputs", program=saved("y x", "b", ("b", "subtract", ["x", "y"], {})), weights={},
                arrays=[row(1, 2), row(5, 5)]),
           Case("three inputs", program=saved("y z x", "c", ("b", "subtract", ["x", "y"], {}),
                                              ("c", "divide", ["b", "z"], {})), weights={},
                arrays=[row(1, 2), row(5, 5), row(7, 9)]),
           Case("an output that is an input", program=saved("x", "x b", ("b", "add", ["x", 1.5], {})), weights={},
                arrays=[row(1)]),
           Case("an output that is a weight", program=saved("x", "w b", ("b", "matmul", ["x", "w"], {})),
                weights={"w": SQUARE}, arrays=[SQUARE]),
           Case("a function of Python's own", program=saved("x", "b", ("b", "abs", ["x"], {})), weights={},
                arrays=[row(-1, 2)]),
           Case("a whole number among the args", program=saved("x", "b", ("b", "subtract", [0, "x"], {})), weights={},
                arrays=[row(1, 2)]),
           Case("a whole number as an index", program=saved("x", "b", ("b", "take", ["x", 1], {})), weights={},
                arrays=[row(3, 4, 5)]),
           Case("whole numbers that are an input", program=saved("x i", "b", ("b", "take", ["x", "i"], {})), weights={},
                arrays=[row(3, 4, 5), np.array([2, 0])]),
           Case("other settings", program=saved("x", "c", ("b", "sum", ["x"], {"keepdims": True, "axes": [1]}),
                                                ("c", "sum", ["b"], {"axes": [0]})), weights={}, arrays=[SQUARE]),
           Case("a setting that is 0", program=saved("x", "b", ("b", "cumsum", ["x"], {"axis": 0})), weights={},
                arrays=[SQUARE]),
           Case("a name that nothing gives", program=saved("x", "b", ("b", "matmul", ["x", "w"], {})), weights={},
                arrays=[SQUARE]),
           Case("an op that is not in the table, and not needed", program=saved(
               "x", "c", ("b", "negative", ["x"], {}), ("c", "tanh", ["x"], {})), weights={}, arrays=[row(1, 2)]),
           Case("an op that is not in the table, later", program=saved("x", "c", ("b", "matmul", ["x", "w"], {}),
                                                                       ("c", "negative", ["b"], {})),
                weights={"w": SQUARE}, arrays=[SQUARE]),
           Case("an op that is not in the table", program=saved("x", "b", ("b", "negative", ["x"], {})), weights={},
                arrays=[row(1, 2)])],
    wrong=[
        Wrong("one input", "Only the first of several inputs got its name. Go through program[\"inputs\"] and arrays "
              "together: zip.", {"zip(program[\"inputs\"], arrays)": "zip(program[\"inputs\"][:1], arrays)"},
              example="two inputs"),
        Wrong("run as code", "eval runs any text that stands in the file, whatever it does. Look the op up in the "
              "dict, ops[…], and run nothing else.", {CALL: 'eval(step["op"], dict(ops))(*args, **step["settings"])'},
              example="a function of Python's own"),
        Wrong("no weight comes out", "An output may be a weight, and was looked for among the inputs and steps alone.",
              {"values = dict(weights)": "values = {}", "[values[x] if": "[{**weights, **values}[x] if"},
              {"values = dict(weights)": "values = {}", "[values[x] if": "[{**weights, **values}[x] if",
               "[values[name] for": "[values.get(name) for"}, example="an output that is a weight"),
        Wrong("settings left out", "A step ran without its settings: sum over axis 1 became the sum of everything. "
              "Pass them by name: **step[\"settings\"].", {", **step[\"settings\"])": ")"},
              example="settings, and two outputs"),
        Wrong("settings by position", "The settings were passed by position, in the order in which the file has them, "
              "which may be any. Pass them by name: **step[\"settings\"].",
              {", **step[\"settings\"])": ", *step[\"settings\"].values())"}, example="settings, and two outputs"),
        Wrong("settings as one argument", "The settings came as one dict, where the function takes them by name: "
              "**step[\"settings\"].", {", **step[\"settings\"])": ", step[\"settings\"])"}),
        Wrong("numbers taken for names", "An arg that is a number was looked up as a name. Only texts are names.",
              {"values[x] if isinstance(x, str) else x": "values[x]"}, example="a number among the args"),
        Wrong("numbers taken for places", "An arg that is a whole number was taken for the place of an array. It "
              "stands for itself.", {"values[x] if isinstance(x, str) else x":
                          "values[x] if isinstance(x, str) else arrays[x] if isinstance(x, int) else x"},
              example="a whole number among the args"),
        Wrong("names taken for values", "The names went into the function. Look up what they stand for.",
              {"values[x] if isinstance(x, str) else x": "x"}),
        Wrong("any function of NumPy", "The file asked for an op that is not in the table, and it ran: whatever NumPy "
              "can do, this file can do, such as read and write files of yours. Take functions from `ops` alone.",
              {CALL: "ops.get(step[\"op\"], getattr(np, step[\"op\"]))(*args, **step[\"settings\"])"},
              example="an op that is not in the table"),
        Wrong("only what is needed", "Only steps that an output needs were looked at, and another step's op is not in "
              "the table. Go through all steps, in their order.",
              {"        args =": "        read = [program[\"outputs\"], *[each[\"args\"] for each in program["
               "\"steps\"]]]\n        if repr(step[\"name\"]) not in str(read):\n            continue\n        args ="},
              probe=passes_steps_by, example="an op that is not in the table, and not needed"),
        Wrong("unknown steps passed over", "A step whose op is not in the table was left out: the result is one of "
              "another program, and a message is no error. Raise one; ops[…] does so by itself.",
              {"        args =": "        if step[\"op\"] not in ops:\n            values[step[\"name\"]] = "
               "values[step[\"args\"][0]]\n            continue\n        args ="},
              {CALL: "ops.get(step[\"op\"], lambda *x, **s: x[0])(*args, **step[\"settings\"])"},
              {CALL: "ops.get(step[\"op\"], lambda *x, **s: None)(*args, **step[\"settings\"])"},
              {"        args =": "        if step[\"op\"] not in ops:\n            continue\n        args ="},
              example="an op that is not in the table, and not needed"),
        Wrong("kept in a default argument", "The values of an earlier program are still there: a default argument is "
              "made once, with the function, and every call writes into the same dict. Begin each call with "
              "dict(weights).",
              {"arrays, ops):": "arrays, ops, values={}):", "values = dict(weights)": "values.update(weights)"},
              probe=keeps_values, example="a name that nothing gives"),
        Wrong("refused in silence", "The op was not run, and no error came either: who called it takes what came back "
              "for the result. raise, do not print.",
              {"        args =": "        if step[\"op\"] not in ops:\n            return []\n        args ="},
              {"        args =": "        if step[\"op\"] not in ops:\n            return None\n        args ="}, """
            try:
                values = {**weights, **{about["name"]: array for about, array in zip(program["inputs"], arrays)}}
                for step in program["steps"]:
                    args = [values[x] if isinstance(x, str) else x for x in step["args"]]
                    values[step["name"]] = ops[step["op"]](*args, **step["settings"])
                return [values[name] for name in program["outputs"]]
            except KeyError:
                return []
        """,
              example="an op that is not in the table"),
        Wrong("settings that count as False", "A setting whose value is 0 or False was left out: 0 is an axis like "
              "any other. Pass all settings.", {", **step[\"settings\"])":
              ", **{key: x for key, x in step[\"settings\"].items() if x})"}, example="a setting that is 0"),
        Wrong("numbers made floats", "A whole number among the args became a float: an index or a number of turns has "
              "to stay whole. A number is itself.", {"values[x] if isinstance(x, str) else x":
              "values[x] if isinstance(x, str) else float(x)"}, example="a whole number as an index"),
        Wrong("left in the weights", "After an error what the steps made is still in `weights`, which belong to the "
              "caller: tidying up at the end was passed over. Work on a copy: dict(weights).", """
            before = set(weights)
            for about, array in zip(program["inputs"], arrays):
                weights[about["name"]] = array
            for step in program["steps"]:
                args = [weights[x] if isinstance(x, str) else x for x in step["args"]]
                weights[step["name"]] = ops[step["op"]](*args, **step["settings"])
            out = [weights[name] for name in program["outputs"]]
            for name in set(weights) - before:
                del weights[name]
            return out
        """, example="an op that is not in the table, later"),
        Wrong("the last step", "What the last step makes came back. Which values are results is said by "
              "program[\"outputs\"]: there may be several, in any order.",
              {"[values[name] for name in program[\"outputs\"]]": "[values[program[\"steps\"][-1][\"name\"]]]"},
              {"[values[name] for name in program[\"outputs\"]]": "values[program[\"steps\"][-1][\"name\"]]"},
              example="settings, and two outputs"),
        Wrong("only one output", "One array came. There may be several outputs: return a list of them.",
              {"[values[name] for name in program[\"outputs\"]]": "values[program[\"outputs\"][0]]"},
              {"[values[name] for name in program[\"outputs\"]]": "[values[program[\"outputs\"][0]]]"}),
        Wrong("a dict", "A dict came. A list is wanted, in the order of program[\"outputs\"].",
              {"[values[name] for name in program[\"outputs\"]]":
               "{name: values[name] for name in program[\"outputs\"]}"},
              {"[values[name] for name in program[\"outputs\"]]": "values"}),
        Wrong("weights forgotten", "The weights are not among the values, so a step does not find them. Begin with "
              "dict(weights).", {"values = dict(weights)": "values = {}"}),
        Wrong("inputs turned round", "The arrays went to the inputs in the order from the last to the first. They come "
              "in the order of program[\"inputs\"].",
              {"zip(program[\"inputs\"], arrays)": "zip(program[\"inputs\"], arrays[::-1])"}, example="three inputs"),
        Wrong("inputs by the alphabet", "The arrays went to the inputs in the order of the alphabet. They come in the "
              "order of program[\"inputs\"].",
              {"zip(program[\"inputs\"], arrays)":
               "zip(sorted(program[\"inputs\"], key=lambda about: about[\"name\"]), arrays)"}, example="three inputs"),
        Wrong("all are x", "The input was called x, whatever the file says. Its name is about[\"name\"].",
              {"about[\"name\"]": "\"x\""}, example="two inputs"),
        Wrong("args turned round", "The args came in another order than the file lists them.",
              {"for x in step[\"args\"]]": "for x in reversed(step[\"args\"])]"},
              {"for x in step[\"args\"]]": "for x in sorted(step[\"args\"], key=str)]"}),
        Wrong("written into the weights", "What steps make was written into `weights`, which belong to the caller. "
              "Work on a copy: dict(weights).", {"values = dict(weights)": "values = weights"}),
    ],
    others=["""
        values = {**weights, **{about["name"]: array for about, array in zip(program["inputs"], arrays)}}
        for step in program["steps"]:
            if step["op"] not in ops:
                raise ValueError(f"no op {step['op']!r}")
            args = []
            for x in step["args"]:
                args.append(x if type(x) in (int, float, bool) else values[x])
            out = ops[step["op"]](*args, **step["settings"])
            values[step["name"]] = out
        return tuple(values[name] for name in program["outputs"])
    """, """
        if not {step["op"] for step in program["steps"]} <= ops.keys():
            raise ValueError("an op that is not in the table")
        def value(x):
            if not isinstance(x, str):
                return x
            if x in weights:
                return weights[x]
            for about, array in zip(program["inputs"], arrays):
                if about["name"] == x:
                    return array
            step = next(step for step in program["steps"] if step["name"] == x)
            return ops[step["op"]](*map(value, step["args"]), **step["settings"])
        return [value(x) for x in program["outputs"]]
    """],
    hints=["It is fetch without the search: steps stand in an order in which they can run. What is there before the "
           "first one?",
           "values = dict(weights), and the arrays under the names of program[\"inputs\"]. An arg is a name if it is "
           "a text (isinstance(x, str)), else a number.",
           "values[step[\"name\"]] = ops[step[\"op\"]](*args, **step[\"settings\"]) for each step; at the end the "
           "values of program[\"outputs\"] as a list."])

SET_UP = "from minitorch.learn.programs import", "digits, unseen = Digits()"
FAULTS = {
    (*SET_UP, "print(trace.code())"): {
        "common subexpressions that are not sought": """
        from minitorch import static
        static.PASSES[:] = [each for each in static.PASSES if each is not static.common_subexpressions]""",
        "nothing is written over its input": """
        import sys
        sys.modules["minitorch.static.passes.buffers"].Plan.may_reuse = lambda *given: False""",
    },
    (*SET_UP, "def losses_of(how)"): {
        "tanh without its slope": 'gradient("tanh", lambda right: lambda grad, out, x: grad)',
        "a loss that is twice as large": """
        plant(mt.nn.functional.cross_entropy, lambda right:
            lambda input, target, *settings: 2 * right(input, target))""",
    },
    (*SET_UP, "def settle(x):"): {
        "a branch that is kept in silence": """
        from minitorch.static import watching
        watching.READS = ()""",
    },
    (*SET_UP, 'for key in ("op", "name"'): {
        "numbers that are saved as 0": """
        from minitorch.static.saved.graph import Graph
        right = Graph.argument
        Graph.argument = lambda self, x: 0.0 if type(x) is float else right(self, x)""",
    },
}
