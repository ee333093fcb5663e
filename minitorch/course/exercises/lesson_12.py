"""Lesson 12, dialects: what travels to a Session, updates that nobody fetched, a Session, a tape, a fit."""

import weakref

import numpy as np

from ..pullbacks import PULLBACKS
from ..watch import Altered
from .common import Case, Exercise, Halves, Wrong, row

# 12.1


def traffic(feed, fetched):
    fed = sum(array.nbytes for array in feed.values())
    return fed + sum(x.nbytes for x in fetched if x is not None)


SMALL, LARGE = np.zeros((2, 3), "float32"), np.zeros((4, 5))


def counted_bytes(answer, inputs):
    """What an answer counts. One array is one object wherever it stands, also where inputs were sent and came as
    several; and its rows lie in memory from the last to the first, as those of a view may."""
    known = {}

    def one(x):
        key = (x.shape, x.dtype.str, x.tobytes()) if isinstance(x, np.ndarray) else x
        return known.setdefault(key, x[::-1] if np.ndim(x) else x)
    inputs["feed"].update({name: one(x) for name, x in inputs["feed"].items()})
    inputs["fetched"][:] = map(one, inputs["fetched"])
    return answer(**inputs)


Exercise("12.1", traffic, difficulty=1, points=2, numbers=True, run=counted_bytes,
    cases=[Case("one array is fed", feed={"x": SMALL}, fetched=[]),
           Case("one number is fetched", feed={}, fetched=[np.float32(0.5)]),
           Case("both ways", feed={"x": SMALL, "y": LARGE}, fetched=[np.float32(0.5), SMALL]),
           Case("bytes and half numbers", feed={"x": np.zeros((2, 8), "uint8"), "y": np.zeros(3, "float16")},
                fetched=[np.int64(7)]),
           Case("an update, which is None", feed={"x": SMALL}, fetched=[None, np.float32(0.5)]),
           Case("the same array twice", feed={"x": LARGE, "y": LARGE}, fetched=[LARGE]),
           Case("nothing", feed={}, fetched=[]),
           Case("an array without axes", feed={"x": LARGE, "y": SMALL.T}, fetched=[np.array(0.5)]),
           Case("no elements", feed={"x": np.zeros((0, 3)), "y": np.zeros((2, 0), "float32")}, fetched=[])],
    wrong=[
        Wrong("names for arrays", "Who goes through a dict gets its keys, here names. The arrays are feed.values().",
              {"feed.values()": "feed"}),
        Wrong("each array once", "An array that is fed twice, or fetched as well, was counted once. It travels each "
              "time.", """
            seen = {id(x): x.nbytes for x in [*feed.values(), *fetched] if x is not None}
            return sum(seen.values())
        """, example="the same array twice"),
        Wrong("as Python counts", "sys.getsizeof counts Python's object with all around the numbers, which does not "
              "travel: x.nbytes.", """
            import sys
            return sum(sys.getsizeof(x) for x in [*feed.values(), *fetched] if x is not None)
        """),
        Wrong("numbers for bytes", "These are counts of numbers. A number of float32 takes 4 bytes, one of float64 8: "
              "array.nbytes knows.", {"array.nbytes": "array.size", "x.nbytes": "x.size"}),
        Wrong("four bytes each", "Every number was counted with 4 bytes. How many it takes depends on its dtype.",
              {"array.nbytes": "4 * array.size", "x.nbytes": "4 * x.size"}),
        Wrong("eight bytes each", "Every number was counted with 8 bytes. How many it takes depends on its dtype.",
              {"array.nbytes": "8 * array.size", "x.nbytes": "8 * x.size"}),
        Wrong("bits", "These are bits. A byte has 8 of them, and nbytes are bytes already.",
              {"array.nbytes": "8 * array.nbytes", "x.nbytes": "8 * x.nbytes"}),
        Wrong("one way only", "Only what is fed was counted. What is fetched travels too, back to Python.",
              "return sum(array.nbytes for array in feed.values())", example="one number is fetched"),
        Wrong("back only", "Only what is fetched was counted. What is fed travels too, in every run.",
              "return sum(x.nbytes for x in fetched if x is not None)", example="one array is fed"),
        Wrong("ends at None", "What stands behind a None was not counted. Pass over the None, and go on.", """
            total = sum(x.nbytes for x in feed.values())
            for x in fetched:
                if x is None:
                    break
                total += x.nbytes
            return total
        """, example="an update, which is None"),
        Wrong("None as an array", "A None was counted too: np.asarray makes an array of one object of it. Pass over "
              "it.", {"x.nbytes for x in fetched if x is not None": "np.asarray(x).nbytes for x in fetched"},
              example="an update, which is None"),
        Wrong("four bytes a number", "A number that is fetched was counted with 4 bytes. That is float32's size; "
              "others have theirs: x.nbytes.",
              {"x.nbytes for x in": "(x.nbytes if isinstance(x, np.ndarray) else 4) for x in"},
              example="bytes and half numbers"),
        Wrong("floats only", "Whole numbers that are fetched were not counted. They travel too.",
              {"if x is not None": "if isinstance(x, np.ndarray | np.floating)"}, example="bytes and half numbers"),
        Wrong("by strides", "Bytes were counted from the strides. These say where the next row lies: in an array "
              "that is turned round, backwards. x.nbytes are its numbers.",
              {"array.nbytes for": "(array.strides[0] * len(array) if array.size * array.ndim else array.nbytes) for"},
              example="one array is fed"),
        Wrong("one number at least", "An array without elements has no bytes, and was counted with one number.",
              {"array.nbytes for": "max(array.size, 1) * array.itemsize for"}, example="no elements"),
        Wrong("rows", "Only the rows were counted. len(array) is the first dimension alone.",
              {"array.nbytes": "len(array)"}),
        Wrong("the largest", "Only the largest array was counted, one each way. All of them travel.", """
            sizes = [array.nbytes for array in feed.values()], [x.nbytes for x in fetched if x is not None]
            return sum(max(each, default=0) for each in sizes)
        """, example="both ways"),
        Wrong("in kB", "This is the number of bytes divided by a thousand, or by 1024. Return bytes.",
              {"return fed + sum(x.nbytes for x in fetched if x is not None)":
               "return (fed + sum(x.nbytes for x in fetched if x is not None)) / 1000"},
              {"return fed + sum(x.nbytes for x in fetched if x is not None)":
               "return (fed + sum(x.nbytes for x in fetched if x is not None)) / 1024"}),
        Wrong("the difference", "What comes back was taken from what is fed. Both travel: add them.",
              {"fed + sum": "fed - sum"}),
    ],
    others=["""
        total = 0
        for array in [*feed.values(), *fetched]:
            if array is not None:
                total += array.size * array.dtype.itemsize
        return total
    """, """
        return sum(len(x.tobytes()) for x in (*feed.values(), *fetched) if x is not None)
    """],
    hints=["Each array knows how many bytes it takes. Which attribute of an array is that?",
           "feed.values() are arrays, and x.nbytes are the bytes of one. Add up those of both sides.",
           "An update comes back as None: sum(x.nbytes for x in fetched if x is not None), and the same of what is "
           "fed."])

# 12.2


def grouped(steps, fetches):
    assigns = [name for name, op, inputs in steps if op == "assign"]
    return [*steps, ("updates", "group", tuple(assigns))], [*fetches, "updates"]


def as_lists(answer, inputs):
    """Steps and fetches, whatever sequences hold them."""
    found = answer(**inputs)
    if not (isinstance(found, list | tuple) and len(found) == 2 and all(isinstance(x, list | tuple) for x in found)):
        return found
    steps, fetches = found
    return [(step[0], step[1], tuple(step[2])) if isinstance(step, list | tuple) and len(step) == 3
            and isinstance(step[2], list | tuple) else step for step in steps], list(fetches)


DESCENT = [("loss", "square", ("w",)), ("grad", "double", ("w",)), ("next_w", "subtract", ("w", "grad")),
           ("new_w", "assign", ("w", "next_w"))]
TWO_WEIGHTS = [("y", "multiply", ("a", "b")), ("loss", "square", ("y",)), ("more_a", "add", ("a", "y")),
               ("new_a", "assign", ("a", "more_a")), ("more_b", "subtract", ("b", "y")),
               ("later", "assign", ("b", "more_b"))]

Exercise("12.2", grouped, difficulty=1, points=2, run=as_lists, results=("steps", "fetches"),
    cases=[Case("one variable", steps=DESCENT, fetches=["loss"]),
           Case("two variables", steps=TWO_WEIGHTS, fetches=["loss"]),
           Case("two fetches", steps=TWO_WEIGHTS, fetches=["loss", "y"]),
           Case("one update is fetched already", steps=TWO_WEIGHTS, fetches=["new_a"]),
           Case("listed in another order", steps=TWO_WEIGHTS[::-1], fetches=["loss"]),
           Case("a step that is called assign", steps=[("assign", "add", ("a", "b")),
                                                       ("new_a", "assign", ("a", "assign"))], fetches=["assign"]),
           Case("one value for two variables", steps=[("sum", "add", ("a", "b")), ("new_a", "assign", ("a", "sum")),
                                                      ("new_b", "assign", ("b", "sum")), ("low", "exp", ("a",)),
                                                      ("again", "assign", ("a", "low"))], fetches=["sum"]),
           Case("another group is there", steps=[*TWO_WEIGHTS, ("some", "group", (TWO_WEIGHTS[-1][0],))],
                fetches=["some"]),
           Case("nothing to update", steps=[("y", "exp", ("x",))], fetches=["y"])],
    wrong=[
        Wrong("not fetched", "The group is in the graph, but nobody fetches it: it will never run, as little as the "
              "updates before. Put its name behind the fetches.", {'[*fetches, "updates"]': "list(fetches)"}),
        Wrong("not written", "\"updates\" is fetched, but no step of that name is in the graph. Add (\"updates\", "
              "\"group\", …) to the steps.", {'[*steps, ("updates", "group", tuple(assigns))]': "list(steps)"}),
        Wrong("fetches replaced", "Only the updates are fetched now. The loss is wanted too: put \"updates\" behind "
              "what was there.", {'[*fetches, "updates"]': '["updates"]'}),
        Wrong("the variables", "The group has the names of variables. To read a variable changes nothing: group the "
              "steps whose op is \"assign\".", {"[name for name, op": "[inputs[0] for name, op"}),
        Wrong("the new values", "The group has what is to be assigned. That is computed then, and written nowhere: "
              "group the steps whose op is \"assign\".", {"[name for name, op": "[inputs[1] for name, op"}),
        Wrong("everything", "All steps are in the group. Only the assigns have to be asked for, and they ask for what "
              "they need.", {' if op == "assign"': ""}),
        Wrong("by their names", "Steps were chosen by how they are called. What a step does is its op: \"assign\".",
              {'if op == "assign"': 'if name.startswith("new")'}, example="two variables"),
        Wrong("the word anywhere", "A step that is only called \"assign\" is in the group. What a step does is its "
              "op, the second of the three.", {'if op == "assign"': 'if "assign" in (name, op)'},
              example="a step that is called assign"),
        Wrong("each value once", "Of two assigns of one value only one is in the group. Each of them writes another "
              "variable: all belong in.", {"[name for name, op, inputs in steps if op == \"assign\"]":
              "list({inputs[1]: name for name, op, inputs in steps if op == \"assign\"}.values())"},
              example="one value for two variables"),
        Wrong("each variable once", "Of two assigns to one variable only one is in the group. All belong in.",
              {"[name for name, op, inputs in steps if op == \"assign\"]":
              "list({inputs[0]: name for name, op, inputs in steps if op == \"assign\"}.values())"},
              example="one value for two variables"),
        Wrong("sorted", "The assigns came in the order of the alphabet. Keep that of the steps.",
              {"tuple(assigns)": "tuple(sorted(assigns))"}, example="two variables"),
        Wrong("first only", "One update is in the group, and there are more. Each variable has its own.",
              {"tuple(assigns)": "tuple(assigns[:1])"}, {"tuple(assigns)": "tuple(assigns[-1:])"},
              example="two variables"),
        Wrong("not those fetched", "An update that is fetched already was left out. Put it in too: it runs once, "
              "whoever asks for it.", {'if op == "assign"': 'if op == "assign" and name not in fetches'},
              example="one update is fetched already"),
        Wrong("no group", "The updates are fetched one by one. That works, and their values, all the weights, come "
              "back with every run: 12.1 counts them. A group's value is None.",
              {'[*fetches, "updates"]': "[*fetches, *assigns]",
               '[*steps, ("updates", "group", tuple(assigns))]': "list(steps)"}),
        Wrong("in front", "\"updates\" stands before the other fetches. Results come in the order of fetches, and the "
              "loss is to stay where it was.", {'[*fetches, "updates"]': '["updates", *fetches]'}),
        Wrong("a group each", "Every update has a group of its own. One step, with all of them as its inputs, is "
              "enough.", {'("updates", "group", tuple(assigns))':
                          '*[("updates", "group", (name,)) for name in assigns]'}, example="two variables"),
        Wrong("changed in place", "The lists that were given were changed. They belong to the caller: make new ones, "
              "[*steps, …].", """
            steps.append(("updates", "group", tuple(name for name, op, inputs in steps if op == "assign")))
            fetches.append("updates")
            return steps, fetches
        """),
        Wrong("only the steps", "Only the steps came. Return the fetches too.",
              {', [*fetches, "updates"]': ""}),
    ],
    others=["""
        updates = ()
        for step in steps:
            if step[1] == "assign":
                updates += (step[0],)
        return list(steps) + [("updates", "group", updates)], list(fetches) + ["updates"]
    """, """
        more = "updates", "group", [name for name, op, _ in steps if op == "assign"]
        return (*steps, more), (*fetches, "updates")
    """],
    hints=["Which op of a step means that a variable is written to?",
           "Collect the names of those steps. A group is a step too: (\"updates\", \"group\", their names).",
           "Return [*steps, (\"updates\", \"group\", tuple(assigns))] and [*fetches, \"updates\"]."])

# 12.3


def with_counted_ops(inputs):
    """The inputs with ops that note their names, and what they note for each run: a list that `next_run` begins."""
    ran = []

    def op(name):
        def run(*numbers):
            ran[-1].append(name)
            return float(getattr(np, name)(*numbers))
        return run
    ops = {name: op(name) for name in ("add", "exp", "multiply", "negative", "square", "subtract")}
    return {**inputs, "ops": ops, "next_run": lambda: ran.append([])}, ran


def in_sessions(answer, given):
    """What each run of some sessions of one graph fetched."""
    made, found = {}, []
    for which, fetches, *feed in given["runs"]:
        if which not in made:
            made[which] = answer(given["steps"], given["variables"], given["ops"])
        given["next_run"]()
        got = made[which].run(fetches, *feed)
        found.append(list(got) if isinstance(got, tuple) else got)
    return found


def beside_ops(found, ran):
    """What each run fetched, and the ops that ran for it, in the order of the alphabet."""
    return [(got, sorted(names)) for got, names in zip(found, ran)]


class Session:
    def __init__(self, steps, variables, ops):
        self.made_by = {name: (op, inputs) for name, op, inputs in steps}
        self.variables, self.ops = dict(variables), ops

    def run(self, fetches, feed_dict=None):
        values, written = {**self.variables, **(feed_dict or {})}, {}

        def value(name):
            if name not in values:
                op, inputs = self.made_by[name]
                if op == "assign":
                    values[name] = written[inputs[0]] = value(inputs[1])
                else:
                    args = [value(x) for x in inputs]
                    values[name] = None if op == "group" else self.ops[op](*args)
            return values[name]
        found = [value(name) for name in fetches]
        self.variables.update(written)                # when all has been read
        return found


DOWN = [("loss", "square", ("w",)), ("less", "negative", ("loss",)), ("next_w", "add", ("w", "less")),
        ("new_w", "assign", ("w", "next_w"))]
SWAP = [("new_a", "assign", ("a", "more")), ("more", "add", ("a", "b")), ("new_b", "assign", ("b", "product")),
        ("product", "multiply", ("a", "b")), ("updates", "group", ("new_a", "new_b")), ("total", "add", ("a", "b"))]
FED = [("y", "multiply", ("x", "w")), ("z", "square", ("y",)), ("e", "exp", ("y",))]
TWICE = [("y", "add", ("w", "w")), ("z", "multiply", ("y", "y"))]


def session(what, steps, variables, *runs):
    return Case(what, steps=steps, variables=variables, runs=[run if run[0] in (0, 1) else (0, *run) for run in runs])


Exercise("12.3", Session, difficulty=2, points=5, run=Halves(in_sessions, beside_ops, with_counted_ops),
    aliases=lambda: ("minitorch.dialects.tf1.sessions:Session.run",),
    cases=[session("a variable is read", FED[:1], {"w": 3.0}, (["w"],)),
           session("an input is fed", FED, {"w": 3.0}, (["z"], {"x": 2.0})),
           session("the order of inputs", [("y", "subtract", ("w", "x"))], {"w": 3.0}, (["y"], {"x": 1.0})),
           session("only what is needed runs", FED, {"w": 3.0}, (["y", "z"], {"x": 2.0})),
           session("nothing runs twice", TWICE, {"w": 3.0}, (["z", "y"],)),
           session("another input in the next run", FED, {"w": 3.0}, (["y"], {"x": 2.0}), (["y"], {"x": 5.0})),
           session("no update without a fetch", DOWN, {"w": 0.5}, (["loss"],), (["loss"],)),
           session("an assign", DOWN, {"w": 0.5}, (["new_w"],), (["w"],), (["loss"],)),
           session("the loss beside the update", DOWN, {"w": 0.5}, (["new_w", "loss", "w"],), (["loss"],)),
           session("a group", SWAP, {"a": 2.0, "b": 5.0}, (["updates"],), (["a"],), (["b"],)),
           session("a group and what it reads", SWAP, {"a": 2.0, "b": 5.0}, (["updates", "total"],), (["total"],)),
           session("a variable is fed", DOWN, {"w": 0.5}, (["loss"], {"w": 3.0}), (["loss"],)),
           session("a variable is fed, and written", DOWN, {"w": 0.5}, (["new_w"], {"w": 3.0}), (["w"],)),
           session("a variable is fed 0", DOWN, {"w": 0.5}, (["next_w", "w"], {"w": 0.0})),
           session("a step is fed", FED, {"w": 3.0}, (["z"], {"y": 2.0}), (["y"], {"x": 1.0})),
           session("one fetch twice", FED, {"w": 3.0}, (["z", "y", "z"], {"x": 2.0})),
           session("two sessions", DOWN, {"w": 0.5}, (0, ["new_w"]), (1, ["w"]), (0, ["w"]))],
    wrong=[
        Wrong("no return", "run returns nothing (None). Return what the fetches came to, in a list.",
              {"        return found": "        found"}),
        Wrong("a dict of results", "A dict came. The values alone are wanted, in a list, in the order of fetches.",
              {"return found": "return dict(zip(fetches, found))"}),
        Wrong("one after the other", "A variable was written while the run still went on, so that the next update, or "
              "another fetch, read the new value. Keep what is to be written, and write when all has been read.",
              {"values[name] = written[inputs[0]] = value(inputs[1])":
               "values[name] = values[inputs[0]] = self.variables[inputs[0]] = value(inputs[1])"},
              {"values[name] = written[inputs[0]] = value(inputs[1])":
               "values[name] = values[inputs[0]] = written[inputs[0]] = value(inputs[1])"},
              example="the loss beside the update"),
        Wrong("what is fed not written", "A variable that was fed was not written by its assign. Feeding says what it "
              "is in this run; an assign says what it is afterwards.",
              {"self.variables.update(written)":
               "self.variables.update({k: v for k, v in written.items() if k not in (feed_dict or {})})"},
              example="a variable is fed, and written"),
        Wrong("0 for nothing", "A variable that was fed 0 kept its own value: 0 counts as False. Ask whether the name "
              "is in the dict.", {"values, written = {**self.variables, **(feed_dict or {})}, {}":
              "values, written = {**self.variables, **{k: v for k, v in (feed_dict or {}).items() if v}}, {}"},
              example="a variable is fed 0"),
        Wrong("steps before feeds", "The value of a step was fed, and the step ran all the same. What is fed comes "
              "first, as what is given in 7.1.",
              {"            if name not in values:": "            if name not in values or "
              "name in self.made_by and name in (feed_dict or {}):"}, example="a step is fed"),
        Wrong("each fetch once", "A name that is fetched twice came back once. There is a value for each fetch, in "
              "their order.", {"[value(name) for name in fetches]": "[value(name) for name in dict.fromkeys(fetches)]"},
              example="one fetch twice"),
        Wrong("forgotten after the run", "An assign returns its value, and the next run does not know of it. A session "
              "keeps the values of variables: write them to self.variables.",
              {"self.variables.update(written)": "pass"}, example="an assign"),
        Wrong("all assigns run", "A variable changed although its assign was not fetched. Only what a fetch needs "
              "runs, assigns too.", {"found = [value(name) for name in fetches]":
                               'found = [value(name) for name in fetches]\n        for name, (op, inputs) in '
                               'self.made_by.items():\n            if op == "assign":\n                value(name)'},
              example="no update without a fetch"),
        Wrong("fed for ever", "What was fed in one run is still there in the next. Only assigns are kept.",
              {"self.variables.update(written)": "self.variables.update(feed_dict or {})\n        "
               "self.variables.update(written)"}, example="a variable is fed"),
        Wrong("computed for ever", "A value of an earlier run was taken again, although what it depends on has changed "
              "since. Begin each run with the variables and what is fed, and nothing else.",
              {"self.variables, self.ops = dict(variables), ops":
               "self.variables, self.ops, self.known = dict(variables), ops, {}",
               "values, written = {**self.variables, **(feed_dict or {})}, {}":
               "values, written = self.known, {}\n        values.update({**self.variables, **(feed_dict or {})})"},
              example="another input in the next run"),
        Wrong("computed again", "A step ran twice in one run. Keep its value, and look there first.",
              {"values[name] = None if op": "return None if op"}, example="nothing runs twice"),
        Wrong("all steps run", "Steps ran that no fetch needs. Begin at the fetches and ask for inputs.",
              {"found = [value(name) for name in fetches]":
               "found = [value(name) for name in fetches]\n        for name, (op, inputs) in self.made_by.items():\n"
               '            if op not in ("assign", "group") and "x" in values:\n                value(name)'},
              example="only what is needed runs"),
        Wrong("a group that does nothing", "A group's inputs did not run. It has no value of its own: it is there so "
              "that they run.", {"args = [value(x) for x in inputs]":
                                 'args = [value(x) for x in inputs if op != "group"]'}, example="a group"),
        Wrong("a group with values", "A group brought the values of its inputs. Its value is None, so that nothing "
              "travels back.", {'None if op == "group"': 'args if op == "group"'}, example="a group"),
        Wrong("an assign without value", "An assign that is fetched has a value: the one that it writes.",
              {"values[name] = written[inputs[0]] = value(inputs[1])":
               "written[inputs[0]] = value(inputs[1])\n                    values[name] = None"}, example="an assign"),
        Wrong("the old value", "A fetched assign brought the value from before. It is the one that it writes.",
              {"values[name] = written[inputs[0]] = value(inputs[1])":
               "written[inputs[0]] = value(inputs[1])\n                    values[name] = value(inputs[0])"},
              example="an assign"),
        Wrong("the name assigned", "The variable now is a name, not the value of that name: value(inputs[1]).",
              {"= value(inputs[1])": "= inputs[1]"}, example="an assign"),
        Wrong("shared by sessions", "Two sessions share their variables: one trained, and the other changed. Copy "
              "them, dict(variables); they belong to the caller too.", {"dict(variables), ops": "variables, ops"},
              example="two sessions"),
        Wrong("on the class", "Two sessions share what they keep: it lies on the class, where a second session writes "
              "over it. Keep it on self.", {"self.": "Session."}, {"self.variables": "Session.variables"},
              example="two sessions"),
        Wrong("feeds last", "A variable that is fed kept its own value in that run. What is fed comes first.",
              {"{**self.variables, **(feed_dict or {})}": "{**(feed_dict or {}), **self.variables}"},
              example="a variable is fed"),
        Wrong("only one", "One value came. There is one for each fetch, in a list.",
              {"return found": "return found[0]"}),
        Wrong("inputs turned round", "The inputs of a step came in the other order.",
              {"[value(x) for x in inputs]": "[value(x) for x in reversed(inputs)]"}),
    ],
    others=["""
        class Session:
            def __init__(self, steps, variables, ops):
                self.steps, self.kept, self.ops = {step[0]: step[1:] for step in steps}, {**variables}, ops
            def run(self, fetches, feed_dict={}):
                self.now, self.later = dict(self.kept), {}
                self.now.update(feed_dict)
                results = list(map(self.value, fetches))
                self.kept = {**self.kept, **self.later}
                return results
            def value(self, name):
                if name in self.now:
                    return self.now[name]
                op, inputs = self.steps[name]
                if op == "assign":
                    result = self.later[inputs[0]] = self.value(inputs[1])
                elif op == "group":
                    result = None
                    for each in inputs:
                        self.value(each)
                else:
                    result = self.ops[op](*map(self.value, inputs))
                self.now[name] = result
                return result
    """, """
        class Session:
            def __init__(self, steps, variables, ops):
                self.by_name = {name: (op, inputs) for name, op, inputs in steps}
                self.variables = variables.copy()
                self.ops = ops | {"assign": lambda old, new: new, "group": lambda *values: None}
            def run(self, fetches, feed_dict=None):
                values, stack = dict(self.variables) | (feed_dict or {}), list(fetches)
                while stack:
                    name = stack[-1]
                    if name in values:
                        stack.pop()
                        continue
                    op, inputs = self.by_name[name]
                    missing = [x for x in inputs if x not in values]
                    if missing:
                        stack.extend(missing)
                    else:
                        values[name] = self.ops[op](*(values[x] for x in inputs))
                for name, value in list(values.items()):
                    if name in self.by_name and self.by_name[name][0] == "assign":
                        self.variables[self.by_name[name][1][0]] = value
                return [values[name] for name in fetches]
    """],
    hints=["It is `fetch` of lesson 7, begun with the variables and what is fed, and with two ops of its own. When may "
           "a variable change, so that every step of the run reads the old value?",
           "For an assign, keep the new value in a dict `written`, under the variable's name. For a group, ask for "
           "each input; its value is None.",
           "found = [value(name) for name in fetches]; then self.variables.update(written); then return found."])

# 12.4


def taped(answer, inputs):
    """The gradients that a tape gives, asked twice, after a program of ops has run on it; and those of another tape.

    That one is made when the program has run, and used before the first is asked. Values in between that a tape does
    not hold are gone by then, and their names come last: Python may give their ids to others.

    Raises Altered if an op is called once more for its pullback.
    """
    def forwards(op):
        def run(*args):
            if asked:
                raise Altered("Your gradient runs an op again. That takes its time once more, and an op may give "
                              "something else the second time: call the pullback that came with the value.")
            return op(*args)
        return run
    ops, asked = {name: forwards(op) for name, op in PULLBACKS.items()}, []
    tape, values = answer(), {name: np.array(x, float) for name, x in inputs["start"].items()}
    for name, op, args in inputs["program"]:
        values[name] = tape.run(ops[op], *[values[x] for x in args])
    seen = [np.array(values[name]) for name, *_ in inputs["program"]]
    sources = [values[x] for x in inputs["sources"]]
    values = {name: weakref.ref(x) if name not in (*inputs["sources"], inputs["target"]) and isinstance(x, np.ndarray)
              else x for name, x in values.items()}
    gone = [name for name, x in values.items() if isinstance(x, weakref.ref) and x() is None]
    other = answer()
    square = other.run(ops["square"], values[inputs["target"]])
    asked.append(True)
    found = [tape.gradient(values[inputs["target"]], sources) for _ in range(2)] + [other.gradient(square, sources)]
    return seen, *[list(x) if isinstance(x, tuple) else x for x in found], gone


class Tape:
    def __init__(self):
        self.records = []

    def run(self, op, *inputs):
        value, pullback = op(*inputs)
        self.records.append((value, inputs, pullback))
        return value

    def gradient(self, target, sources):
        grads = {id(target): np.ones_like(target)}
        for value, inputs, pullback in reversed(self.records):
            if id(value) in grads:
                for x, grad in zip(inputs, pullback(grads[id(value)])):
                    grads[id(x)] = grads.get(id(x), 0) + grad
        return [grads.get(id(x)) for x in sources]


def tape(what, program, target, sources, **start):
    return Case(what, start=start, program=program, target=target, sources=sources)


PRODUCT = [("y", "multiply", ("a", "b"))]
AGAIN = [("y", "multiply", ("a", "a"))]
CHAINED = [("h", "square", ("a",)), ("s", "sin", ("h",)), ("y", "multiply", ("s", "b"))]
DIAMOND = [("h", "square", ("a",)), ("p", "exp", ("h",)), ("q", "multiply", ("h", "b")), ("y", "add", ("p", "q"))]
SUMS = [("q", "square", ("a",)), ("p", "add", ("a", "b")), ("y", "add", ("q", "p"))]
BRANCH = [("y", "square", ("a",)), ("other", "multiply", ("y", "b")), ("more", "exp", ("b",))]

Exercise("12.4", Tape, difficulty=2, points=4, run=taped, numpy_only=True,
    results=("values", "gradients", "gradients, asked again", "gradients of another tape", "values that are gone"),
    cases=[tape("one product", PRODUCT, "y", ["a", "b"], a=3.0, b=2.0),
           tape("one source", PRODUCT, "y", ["b"], a=3.0, b=2.0),
           tape("a times a", AGAIN, "y", ["a"], a=3.0),
           tape("a chain", CHAINED, "y", ["a", "b"], a=0.5, b=2.0),
           tape("two ways to one value", DIAMOND, "y", ["a", "b"], a=0.5, b=2.0),
           tape("a value in the middle", CHAINED, "y", ["h", "s"], a=0.5, b=2.0),
           tape("what the target does not need", BRANCH, "y", ["a", "b"], a=3.0, b=2.0),
           tape("equal numbers", PRODUCT, "y", ["a", "b"], a=2.0, b=2.0),
           tape("arrays", [("h", "multiply", ("a", "b")), ("r", "relu", ("h",)), ("y", "mean", ("r",))], "y",
                ["a", "b"], a=[1.0, -2.0, 3.0], b=[4.0, 5.0, -6.0]),
           tape("a sum, and a by itself", SUMS, "y", ["a", "b"], a=[1.0, 2.0], b=[3.0, 5.0]),
           tape("a gradient of zeros", [("r", "relu", ("a",)), ("s", "square", ("r",)), ("y", "mean", ("s",))], "y",
                ["a"], a=[-1.0, -2.0]),
           tape("an array as target", CHAINED, "y", ["a", "b"], a=[0.5, 1.0], b=[2.0, 3.0])],
    wrong=[
        Wrong("added in place", "A gradient was added to in place (+=), and another value had the same array for its "
              "own. Make a new array: old + grad.", {"grads[id(x)] = grads.get(id(x), 0) + grad": """if id(x) in grads:
                        grads[id(x)] += grad
                    else:
                        grads[id(x)] = grad"""}, example="a sum, and a by itself"),
        Wrong("ids alone", "Only ids were noted, and nobody holds the values themselves. When one is gone, Python may "
              "give its id to the next, and two values are taken for one. Note the value and the inputs.",
              {"self.records.append((value, inputs, pullback))":
               "self.records.append((id(value), [id(x) for x in inputs], pullback))", "if id(value) in": "if value in",
               "grads[id(value)]": "grads[value]", "grads[id(x)] = grads.get(id(x), 0)": "grads[x] = grads.get(x, 0)"},
              example="a sum, and a by itself"),
        Wrong("zeros not passed on", "A gradient of zeros was not passed on, so what lies behind it got None, as if "
              "the target did not depend on it. Zeros are a gradient too.",
              {"if id(value) in grads:": "if id(value) in grads and np.any(grads[id(value)]):"},
              example="a gradient of zeros"),
        Wrong("turned round for good", "The records themselves were turned round, so the second call of gradient reads "
              "them forwards. reversed(…) leaves the list as it is.",
              {"for value, inputs, pullback in reversed(self.records):":
               "self.records.reverse()\n        for value, inputs, pullback in self.records:"}, example="a chain"),
        Wrong("passed on and gone", "A gradient was taken out of the dict when it had been passed on. A source in the "
              "middle, or the target itself, gets None then.", {"pullback(grads[id(value)])":
              "pullback(grads.pop(id(value)))"}, example="a value in the middle"),
        Wrong("one gradient for each input", "An op that reads one value in two places has two gradients for it, and "
              "one was lost in a dict. Go over zip(inputs, …).", {"in zip(inputs, pullback(grads[id(value)])):":
              "in {id(x): (x, grad) for x, grad in zip(inputs, pullback(grads[id(value)]))}.values():"},
              example="a times a"),
        Wrong("begun with a number", "The target's own gradient is an array of ones, of its shape, and not the "
              "number 1.",
              {"np.ones_like(target)": "1.0"}, example="a sum, and a by itself"),
        Wrong("stopped early", "The walk ended as soon as each source had some gradient. Records further back may "
              "bring more: go to the beginning.", {"            if id(value) in grads:":
              "            if id(value) in grads and not all(id(x) in grads for x in sources):"},
              example="a sum, and a by itself"),
        Wrong("shared by tapes", "Two tapes share their records: the list lies on the class. Make it in __init__.",
              {"class Tape:": "class Tape:\n    records = []\n", "self.records = []": "pass"},
              {"self.records": "Tape.records"}),
        Wrong("the last way only", "A value that is used twice has two gradients, and here the last one replaced the "
              "others. Add them.", {"grads[id(x)] = grads.get(id(x), 0) + grad": "grads[id(x)] = grad"},
              example="two ways to one value"),
        Wrong("the first way only", "A value that is used twice has two gradients, and only the first one was kept. "
              "Add them.", {"grads[id(x)] = grads.get(id(x), 0) + grad": "grads.setdefault(id(x), grad)"},
              example="two ways to one value"),
        Wrong("forwards", "The records were read in the order in which they ran. The target's gradient is known first: "
              "go backwards, reversed(self.records).", {"reversed(self.records)": "self.records"}),
        Wrong("local slopes", "Each op's slopes were taken for 1 at its output. Pass on the gradient that the output "
              "has: pullback(grads[id(value)]).", {"pullback(grads[id(value)])": "pullback(np.ones_like(value))"},
              example="a chain"),
        Wrong("by their numbers", "Two values that are equal numbers were taken for one. A value is known by its "
              "identity: id(x).", {"id(target)": "target.tobytes()", "id(value)": "value.tobytes()", "id(x)":
                                  "x.tobytes()"}, example="equal numbers"),
        Wrong("zero for nothing", "A source that the target does not depend on got 0. As in TensorFlow, None is "
              "wanted: 0 would say that it was reached.",
              {"[grads.get(id(x)) for x in sources]":
               "[grads.get(id(x), np.zeros_like(x)) for x in sources]"}, {"[grads.get(id(x)) for x in sources]":
               "[grads.get(id(x), 0.0) for x in sources]"}, example="what the target does not need"),
        Wrong("used up", "The second call of gradient brings nothing: the records were thrown away, or taken off the "
              "list. Leave them; this tape is persistent.",
              {"        return [grads.get(id(x)) for x in sources]":
               "        self.records.clear()\n        return [grads.get(id(x)) for x in sources]"},
              {"for value, inputs, pullback in reversed(self.records):":
               "while self.records:\n            value, inputs, pullback = self.records.pop()"}),
        Wrong("gradients kept", "The second call of gradient brings more than the first: gradients were added to those "
              "of the call before. Begin each call with an empty dict.",
              {"self.records = []": "self.records, self.grads = [], {}",
               "grads = {id(target): np.ones_like(target)}":
               "grads = self.grads\n        grads[id(target)] = np.ones_like(target)"}),
        Wrong("begun with the value", "The gradient of the target with respect to itself is 1, not its value.",
              {"np.ones_like(target)": "target"}),
        Wrong("begun with zero", "All gradients are 0: the target's own gradient, with which the walk begins, is 1.",
              {"np.ones_like(target)": "np.zeros_like(target)"}),
        Wrong("all records", "Ops that the target does not need were taken for part of it. An op counts only if its "
              "value has a gradient already.", {
                  "            if id(value) in grads:\n": "            if True:\n",
                  "pullback(grads[id(value)])": "pullback(grads.get(id(value), np.ones_like(value)))"},
              example="what the target does not need"),
        Wrong("one source only", "One gradient came. There is one for each source, in a list.",
              {"[grads.get(id(x)) for x in sources]": "[grads.get(id(x)) for x in sources[:1]]"},
              {"[grads.get(id(x)) for x in sources]": "grads.get(id(sources[0]))"}),
        Wrong("swapped", "The gradients of an op's inputs were given to the wrong ones: zip(inputs, …), both in order.",
              {"zip(inputs, ": "zip(inputs[::-1], "}),
    ],
    others=["""
        class Tape:
            def __init__(self):
                self.values, self.inputs, self.pullbacks = [], [], []
            def run(self, op, *inputs):
                found = op(*inputs)
                self.values.append(found[0])
                self.inputs.append(inputs)
                self.pullbacks.append(found[1])
                return found[0]
            def gradient(self, target, sources):
                known = [(target, np.ones_like(target))]
                def of(x):
                    parts = [grad for y, grad in known if y is x]
                    return sum(parts[1:], parts[0]) if parts else None
                for i in reversed(range(len(self.values))):
                    grad = of(self.values[i])
                    if grad is not None:
                        known += zip(self.inputs[i], self.pullbacks[i](grad))
                return [of(x) for x in sources]
    """, """
        class Tape:
            def __init__(self):
                self.tape = ()
            def run(self, op, *inputs):
                out, back = op(*inputs)
                self.tape = ((out, inputs, back), self.tape)
                return out
            def gradient(self, target, sources):
                grads, rest = {id(target): np.ones(np.shape(target))}, self.tape
                while rest:
                    (out, inputs, back), rest = rest
                    grad = grads.get(id(out))
                    if grad is None:
                        continue
                    for x, part in zip(inputs, back(grad)):
                        grads[id(x)] = part if id(x) not in grads else grads[id(x)] + part
                return tuple(grads[id(x)] if id(x) in grads else None for x in sources)
    """],
    hints=["What has to be noted when an op runs, so that its gradients can be asked for later? And in which order are "
           "the notes read?",
           "A record is (value, inputs, pullback). gradient begins with a dict {id(target): 1}, and goes through the "
           "records backwards. An op whose value is not in the dict has nothing to pass on.",
           "for x, grad in zip(inputs, pullback(grads[id(value)])): grads[id(x)] = grads.get(id(x), 0) + grad. At the "
           "end [grads.get(id(x)) for x in sources]."])

# 12.5


def with_step(inputs):
    """The inputs with a step that keeps the batches it is given, and where it keeps them."""
    seen = []

    def step(x, y):
        seen.append((np.array(x), np.array(y)))
        return float((np.sum(x) - np.sum(y)) / len(y)) + len(seen)
    return {**inputs, "step": step}, seen


def fitted(answer, given):
    return answer(given["step"], given["x"], given["y"], given["batch_size"], given["epochs"])


def beside_batches(history, seen):
    """What fit returned, and the batches that its step was given."""
    return history, seen


def fit_batches(step, x, y, batch_size, epochs):
    history = []
    for _ in range(epochs):
        total = 0.0
        for start in range(0, len(x), batch_size):
            batch = slice(start, start + batch_size)
            total += step(x[batch], y[batch]) * len(x[batch])
        history.append(total / len(x))
    return {"loss": history}


SIX, LABELS = row(1, 4, 2, 8, 5, 7), row(3, 1, 4, 1, 5, 9)
BOTH = "total += step(x[batch], y[batch]) * len(x[batch])"

Exercise("12.5", fit_batches, difficulty=2, points=3, run=Halves(fitted, beside_batches, with_step),
    results=("history", "batches"), numbers=True,
    aliases=lambda: ("minitorch.dialects.keras.models.training:Training.fit", "minitorch.train.trainer:Trainer.fit"),
    cases=[Case("one batch", x=SIX[:2], y=LABELS[:2], batch_size=2, epochs=1),
           Case("three batches", x=SIX, y=LABELS, batch_size=2, epochs=1),
           Case("two epochs", x=SIX, y=LABELS, batch_size=3, epochs=2),
           Case("a smaller last batch", x=SIX, y=LABELS, batch_size=4, epochs=2),
           Case("more than there are", x=SIX, y=LABELS, batch_size=8, epochs=1),
           Case("one at a time", x=SIX[:3], y=LABELS[:3], batch_size=1, epochs=2),
           Case("rows", x=np.arange(10.0).reshape(5, 2), y=LABELS[:5], batch_size=2, epochs=2)],
    wrong=[
        Wrong("last batch lost", "The last batch has fewer samples and was left out. range(0, len(x), batch_size) has "
              "its start.", {"range(0, len(x), batch_size)": "range(0, len(x) - len(x) % batch_size, batch_size)",
                         "total / len(x)": "total / (len(x) - len(x) % batch_size or 1)"},
              {"range(0, len(x), batch_size)": "range(0, len(x) - batch_size + 1, batch_size)"},
              example="a smaller last batch"),
        Wrong("a mean of means", "The mean was taken over batches. The last one is smaller, and its samples count for "
              "more than the others then. Weigh each batch's loss with its number of samples.", """
            history = []
            for epoch in range(epochs):
                losses = [step(x[start:start + batch_size], y[start:start + batch_size])
                          for start in range(0, len(x), batch_size)]
                history.append(sum(losses) / len(losses))
            return {"loss": history}
        """, example="a smaller last batch"),
        Wrong("equal parts", "The samples were cut into equal parts. All batches but the last have batch_size.", """
            history = []
            for epoch in range(epochs):
                total, parts = 0.0, -(-len(x) // batch_size)
                for a, b in zip(np.array_split(x, parts), np.array_split(y, parts)):
                    total += step(a, b) * len(a)
                history.append(total / len(x))
            return {"loss": history}
        """, example="a smaller last batch"),
        Wrong("batches used up", "The second epoch had no batches: an iterator (zip, map, a generator) is walked "
              "through once. Make the batches anew in each epoch, or a list of them.",
              {"    history = []\n": "    history = []\n    starts = iter(range(0, len(x), batch_size))\n",
               "in range(0, len(x), batch_size):": "in starts:"}, example="two epochs"),
        Wrong("an empty batch", "Where batch_size divides the number of samples, step got one more batch, with nothing "
              "in it. Starts lie below len(x).", {"range(0, len(x), batch_size)":
              "range(0, len(x) // batch_size * batch_size + 1, batch_size)"}, example="one batch"),
        Wrong("full batches assumed", "Each loss was multiplied by batch_size. The last batch has fewer samples: "
              "len(x[batch]).", {"* len(x[batch])": "* batch_size"}, example="a smaller last batch"),
        Wrong("a sum", "The losses were added up, and not divided. The mean over all samples is wanted.",
              {"total / len(x)": "total"}, {BOTH: "total += step(x[batch], y[batch])", "total / len(x)": "total"}),
        Wrong("the last loss", "This is the loss of the last batch. The mean over the epoch's samples is wanted.",
              {BOTH: "total = step(x[batch], y[batch]) * len(x)"}, example="three batches"),
        Wrong("a loss for each step", "There is a number for each batch. One for each epoch is wanted.", """
            history = []
            for epoch in range(epochs):
                for start in range(0, len(x), batch_size):
                    history.append(step(x[start:start + batch_size], y[start:start + batch_size]))
            return {"loss": history}
        """, example="three batches"),
        Wrong("never reset", "The second epoch's mean has the first one's losses in it. Begin each epoch with "
              "total = 0.", {"    history = []\n": "    history, total = [], 0.0\n", "        total = 0.0\n": ""},
              {"    history = []\n": "    history, total, count = [], 0.0, 0\n", "        total = 0.0\n": "",
               "total / len(x)": "total / count", BOTH: f"{BOTH}\n            count += len(x[batch])"}),
        Wrong("one epoch", "One epoch ran. There are `epochs` of them.", {"range(epochs)": "range(1)"},
              example="two epochs"),
        Wrong("all at once", "All samples went into one step. Cut x and y into batches.",
              {BOTH: "total += step(x, y) * len(x[batch])"}, {"range(0, len(x), batch_size)": "range(1)",
                                                            "slice(start, start + batch_size)": "slice(None)"},
              example="three batches"),
        Wrong("labels not cut", "The step got all labels with each batch. Cut y as x.", {"y[batch]": "y"},
              example="three batches"),
        Wrong("shuffled", "The batches are not in order. Here nothing is shuffled, so that two runs can be compared.",
              {"    history = []\n": "    history = []\n    order = np.random.default_rng(0).permutation(len(x))\n    "
               "x, y = x[order], y[order]\n"}, {"    history = []\n": "    history, x, y = [], x[::-1], y[::-1]\n"},
              example="three batches"),
        Wrong("every other row", "The batches are every n-th sample. A batch is a run of neighbours: start to start + "
              "batch_size.", {"slice(start, start + batch_size)":
                              "slice(start // batch_size, None, -(-len(x) // batch_size))"}, example="three batches"),
        Wrong("the list alone", "A list came. Return {\"loss\": history}, so that accuracy can stand beside it.",
              {'{"loss": history}': "history"}),
        Wrong("the last epoch alone", "One number came, the last epoch's. All epochs are wanted, in a list.",
              {'{"loss": history}': '{"loss": history[-1]}'}),
    ],
    others=["""
        losses = []
        for _ in range(epochs):
            found = [(step(x[i:i + batch_size], y[i:i + batch_size]), len(y[i:i + batch_size]))
                     for i in range(0, len(y), batch_size)]
            losses.append(np.average([loss for loss, _ in found], weights=[n for _, n in found]))
        return dict(loss=losses)
    """, """
        history = {"loss": []}
        while len(history["loss"]) < epochs:
            start, mean = 0, 0.0
            while start < len(x):
                stop = min(start + batch_size, len(x))
                mean += (stop - start) / len(x) * step(x[start:stop], y[start:stop])
                start = stop
            history["loss"].append(mean)
        return history
    """],
    hints=["Two loops: epochs, and in each the starts of the batches. range has a third argument.",
           "batch = slice(start, start + batch_size) cuts x and y alike, and may end behind the last sample. How many "
           "samples does it have then?",
           "total += step(x[batch], y[batch]) * len(x[batch]) in the inner loop; history.append(total / len(x)) behind "
           "it."])

SET_UP = "from minitorch.learn.dialects import", "digits, unseen = Digits()"
FAULTS = {
    (*SET_UP, "side_by_side(scores)"): {
        "a product that is made twice": """
        from minitorch.dialects import tf2
        right = tf2.matmul
        tf2.matmul = lambda a, b: right(a, b) + 0 * right(a, b)""",
    },
    (*SET_UP, '@exercise("12.1")', "def lecture(weights)"): {
        "a mean that is a sum": """
        from minitorch.dialects import tf1
        tf1.reduce_mean = tf1.reduce_sum""",
    },
    (*SET_UP, 'plot({"second version"'): {
        "a session that runs all of its graph": """
        from minitorch.dialects.tf1 import sessions
        right = sessions.behind
        sessions.behind = lambda fetched, fed: right([*fetched, *fetched[0].graph.operations], fed)""",
    },
    (*SET_UP, '@exercise("12.4")', "theirs.gradient(same"): {
        "relu without its slope": 'gradient("relu", lambda right: lambda grad, out, x: grad)',
    },
    (*SET_UP, '@exercise("12.4")', '@exercise("12.5")', "model.fit(x, labels"): {
        "a product with half its gradient":
            'gradient("matmul", lambda right: lambda grad, *rest: right(0.5 * grad, *rest))',
        "a square without its factor": 'gradient("square", lambda right: lambda grad, out, x: grad * x)',
    },
}
