"""Lesson 12, dialects: updates that nobody fetched, a graph of gradients, a step of Keras, a fit, a network carried."""

import weakref

import numpy as np

from ..pullbacks import PULLBACKS
from ..watch import Altered
from .common import Case, Exercise, Halves, Wrong, noting_ops, row

# 12.2


def grouped(steps, fetches):
    assigns = [name for name, op, inputs in steps if op == "assign"]
    return [*steps, ("updates", "group", tuple(assigns))], [*fetches, "updates"]


def as_lists(answer, inputs):
    """Return steps and fetches as lists, whatever sequences hold them."""
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
        Wrong("by their names", "Steps were chosen by how they are called, here or in the drawing (new_w1, new_w2). "
              "What a step does is its op: \"assign\".", {'if op == "assign"': 'if name.startswith("new")'},
              {"tuple(assigns)": '("new_w1", "new_w2")'}, example="two variables"),
        Wrong("the word anywhere", "A step that is only called \"assign\" is in the group. What a step does is its "
              "op, the second of the three.", {'if op == "assign"': 'if "assign" in (name, op)'},
              example="a step that is called assign"),
        Wrong("not at the end", "The group stands right behind the last assign, and so nowhere if there is none. It "
              "comes behind all steps, also with nothing in it.",
              {'[*steps, ("updates", "group", tuple(assigns))]': '[new for step in steps for new in (step, '
               '*[("updates", "group", tuple(assigns))] * (step[0] in assigns[-1:]))]'}),
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
        Wrong("group not fetched", "The group is there, and the updates are fetched one by one: their values, all the "
              "weights, come back with every run. Fetch \"updates\" alone.",
              {'[*fetches, "updates"]': "[*fetches, *assigns]"}),
        Wrong("another op", "The group is a step whose op is \"group\" and whose name is \"updates\": (\"updates\", "
              "\"group\", …).", {'("updates", "group", ': '("updates", "updates", '},
              {'("updates", "group", ': '("group", "updates", '}, {'("updates", "group", ': '("updates", "assign", '}),
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

# 12.7


def same_way(grad, out, *inputs):
    return [("identity", (grad,)) for _ in inputs]


OPS = {"add": np.add, "multiply": np.multiply, "exp": np.exp, "negative": np.negative, "identity": np.positive,
       "ones_like": np.ones_like}
RULES = {"add": same_way, "identity": same_way, "negative": lambda grad, out, a: [("negative", (grad,))],
         "multiply": lambda grad, out, a, b: [("multiply", (grad, b)), ("multiply", (grad, a))],
         "exp": lambda grad, out, a: [("multiply", (grad, out))], "ones_like": lambda grad, out, a: [None],
         "subtract": lambda grad, out, a, b: [("identity", (grad,)), ("negative", (grad,))],
         "matmul": lambda grad, out, a, b: [("matmul by transposed", (grad, b)), ("transposed matmul", (a, grad))],
         "relu": lambda grad, out, a: [("where positive", (grad, a))],
         "mean of squares": lambda grad, out, a: [("slope of mean of squares", (grad, a))]}

def extended(answer, given):
    """Return the graph that an answer makes; with `again`, the one that it makes of that, for a gradient there.

    Raises Altered if the graph that was given is changed, or the rule of a step is asked twice.
    """
    def once(rule, asked):
        def run(grad, out, *inputs):
            if out in asked:
                raise Altered(f"The rule of {out!r} was asked a second time. Ask it once, when all of its gradient is "
                              "there: go through the steps once, for all sources together.")
            asked.add(out)
            return rule(grad, out, *inputs)
        return run
    found = given["steps"], [given["target"]]
    for _ in range(1 + given["again"]):
        if not (isinstance(found, tuple | list) and len(found) == 2 and isinstance(found[1], tuple | list)):
            break
        steps, asked = list(found[0]), set()
        rules = {name: once(rule, asked) for name, rule in given["rules"].items()}
        found = answer(steps, found[1][0], list(given["sources"]), rules)
        if len(steps) != len(given["steps"]) and not given["again"]:
            raise Altered("Your code adds to the list `steps` that it was given. It belongs to the caller: make a new "
                          "one, list(steps).")
    return found


def why_not_run(step, values):
    """Return why a step cannot run on these values, in words; '' if it can."""
    if not (isinstance(step, tuple | list) and len(step) == 3 and isinstance(step[2], tuple | list)):
        return f"{step!r} is no step. A step is (name, op, inputs), and inputs are a tuple of names."
    name, op, inputs = step
    missing = [x for x in inputs if x not in values]
    zeros = " (where the target does not depend on a source, its gradient is None: no step)" * ("zero" in str(op))
    reason = (f"there is no op {op!r}{zeros}" if op not in OPS else
              f"there is a {name!r} already, and names are used once" if name in values else
              f"no step before it makes {missing[0]!r}" if missing else "")
    return f"The step {tuple(step)} of your graph cannot run: {reason}." if reason else ""


def in_numbers(found, kept):
    """Return the gradients that a graph's steps come to. Raises Altered if the graph cannot run."""
    steps, names = found if isinstance(found, tuple | list) and len(found) == 2 else (None, None)
    if not isinstance(steps, tuple | list) or not isinstance(names, tuple | list):
        raise Altered("Return two lists: all steps, and the names of the gradients, one for each source.")
    values, given = {name: np.array(x, float) for name, x in kept["values"].items()}, kept["steps"]
    for step in steps:
        if words := why_not_run(step, values):
            raise Altered(words)
        name, op, inputs = step
        values[name] = OPS[op](*[values[x] for x in inputs])
    if [tuple(step) for step in steps[:len(given)]] != [tuple(step) for step in given]:
        raise Altered("The steps that were given are not the first ones of your graph. New steps read their values: "
                      "[*steps, …].")
    if wrong := [x for x in names if x is not None and x not in values]:
        raise Altered(f"{wrong[0]!r} is returned as the name of a gradient, and no step makes it.")
    return [None if x is None else values[x] for x in names]


def gradients(steps, target, sources, rules):
    made, grads = list(steps), {}

    def add(x, op, inputs):                               # one more step of the gradient of x
        made.append((f"g{len(made)}", op, inputs))
        if x in grads:
            made.append((f"g{len(made)}", "add", (grads[x], made[-1][0])))
        grads[x] = made[-1][0]

    add(target, "ones_like", (target,))
    for name, op, inputs in reversed(steps):
        if name in grads:
            for x, step in zip(inputs, rules[op](grads[name], name, *inputs)):
                if step is not None:
                    add(x, *step)
    return made, [grads.get(x) for x in sources]


def graph(what, steps, target, sources, again=False, **values):
    return Case(what, steps=steps, target=target, sources=sources, values=values, again=again)


CUBE = [("s", "multiply", ("a", "a")), ("y", "multiply", ("s", "a"))]
MIDDLE = [("h", "multiply", ("a", "b")), ("e", "exp", ("h",)), ("y", "multiply", ("e", "b")), ("z", "exp", ("y",))]
WAYS = [("h", "exp", ("a",)), ("p", "exp", ("h",)), ("q", "multiply", ("h", "b")), ("y", "add", ("p", "q"))]
DOUBLED = [(f"d{i + 1}", "add", (f"d{i}", f"d{i}")) for i in range(9)]
RULE_GIVEN = "rules[op](grads[name], name, *inputs)"


def with_rules(inputs):
    """Return what the answer gets, and what its result is read with: the inputs, and the operations' rules."""
    given = {**inputs, "rules": RULES}
    return given, given


Exercise("12.7", gradients, difficulty=2, points=4,
    run=Halves(extended, in_numbers, with_rules),
    aliases=lambda: ("minitorch.dialects.tf1.differentiation:gradients",),
    cases=[graph("one product", [("y", "multiply", ("a", "b"))], "y", ["a", "b"], a=3.0, b=2.0),
           graph("one source", [("y", "multiply", ("a", "b"))], "y", ["b"], a=3.0, b=2.0),
           graph("a chain", MIDDLE[:3], "y", ["a"], a=0.5, b=2.0),
           graph("a times a", CUBE[:1], "s", ["a"], a=3.0),
           graph("one source twice", [("y", "multiply", ("a", "b"))], "y", ["a", "b", "a"], a=3.0, b=2.0),
           graph("two ways to one value", WAYS, "y", ["a", "b"], a=0.5, b=2.0),
           graph("a target in the middle", MIDDLE, "e", ["b", "a", "h"], a=0.5, b=2.0),
           graph("nothing on the way", [*CUBE, ("z", "exp", ("b",))], "y", ["b", "a"], a=3.0, b=2.0),
           graph("an input without gradient", [("o", "ones_like", ("a",)), ("y", "multiply", ("o", "b"))], "y",
                 ["a", "b"], a=3.0, b=2.0),
           graph("the target itself", CUBE, "y", ["y", "s"], a=3.0),
           graph("doubled nine times", DOUBLED, "d9", ["d0"], d0=1.0),
           graph("an array", CUBE, "y", ["a"], a=[1.0, -2.0]),
           graph("the gradient of a gradient", CUBE, "y", ["a"], again=True, a=3.0)],
    wrong=[
        Wrong("the last way only", "A value that is used twice has two gradients, and here the last one replaced the "
              "others. One more step adds them: (…, \"add\", (old, new)).",
              {"        if x in grads:": "        if False:"},
              example="a times a"),
        Wrong("the first way only", "A value that is used twice has two gradients, and only the first one was kept. "
              "One more step adds them: (…, \"add\", (old, new)).",
              {"made.append((f\"g{len(made)}\", \"add\", (grads[x], made[-1][0])))": "return"}, example="a times a"),
        Wrong("forwards", "The steps were read in the order in which they run. The target's gradient is known first: "
              "go backwards, reversed(steps).", {"reversed(steps)": "steps"}, example="a chain"),
        Wrong("begun with the value", "The gradient of the target with respect to itself is 1, and the target's own "
              "value was taken for it. It is a step too: \"ones_like\".",
              {'add(target, "ones_like", (target,))': "grads[target] = target"}),
        Wrong("local slopes", "Each rule got the target's gradient, the ones. It needs the gradient of its own step.",
              {RULE_GIVEN: "rules[op](grads[target], name, *inputs)"}, example="a chain"),
        Wrong("out for grad", "A rule is called as rules[op](grad, out, *inputs): the gradient's name first, then that "
              "of the step.", {RULE_GIVEN: "rules[op](name, grads[name], *inputs)"}),
        Wrong("swapped", "The gradients of a step's inputs were given to the wrong ones: zip(inputs, …), in order.",
              {"zip(inputs, ": "zip(inputs[::-1], "}),
        Wrong("a None is a step", "A rule says None for an input without a gradient, and None was taken for a step. "
              "Pass over it.", {"                if step is not None:\n                    add(x, *step)":
                                "                add(x, *(step or ('identity', (grads[name],))))"},
              example="an input without gradient"),
        Wrong("a source used up", "A source that is listed twice has a gradient once only: pop took it away. Read it: "
              "grads.get(x).", {"grads.get(x) for": "grads.pop(x, None) for"}, example="one source twice"),
        Wrong("taken out", "A source that is the target, or that another step has made, has no gradient: it was taken "
              "out of the dict (pop) when the way went on from there. Read it, and leave it in.",
              {"rules[op](grads[name],": "rules[op](grads.pop(name),"}, example="the target itself"),
        Wrong("zero for nothing", "A source that the target does not depend on got a gradient of zeros or ones. As in "
              "TensorFlow, None is wanted: no step leads there.", {"[grads.get(x) for x in sources]":
              "[grads.get(x, grads[target]) for x in sources]"}, example="nothing on the way"),
    ],
    others=["""
        new, ways = [("one" + "_" * len(steps), "ones_like", (target,))], {target: ["one" + "_" * len(steps)]}

        def total(x):
            while len(ways[x]) > 1:
                first, second, *rest = ways[x]
                new.append((f"sum {len(steps)} {len(new)}", "add", (first, second)))
                ways[x] = [new[-1][0], *rest]
            return ways[x][0]
        for name, op, inputs in steps[::-1]:
            if name in ways:
                found = rules[op](total(name), name, *inputs)
                for x, step in zip(inputs, found):
                    if step:
                        new.append((f"part {len(steps)} {len(new)}", step[0], step[1]))
                        ways.setdefault(x, []).append(new[-1][0])
        wanted = [total(x) if x in ways else None for x in sources]
        return [*steps, *new], wanted
    """],
    hints=["It is the backward pass of lesson 2, and where that computed a gradient, it writes a step. What is the "
           "dict of gradients now a dict of?",
           "grads[x] is the name of the step that has x's gradient. It begins with a step \"ones_like\" of the "
           "target. Go through reversed(steps), and pass over a step whose name is not in grads: nobody needs it.",
           "For x, step in zip(inputs, rules[op](grads[name], name, *inputs)): append (new name, *step). Is x in grads "
           "already, append one more, (another name, \"add\", (grads[x], new name)). The last name is grads[x]."])

# 12.8


def model_of(inputs):
    """Make a network of Keras with a penalty on its weights, batch norm, and a frozen first layer if a case asks."""
    from minitorch.dialects import keras
    penalty = keras.regularizers.L2(inputs["penalty"]) if inputs["penalty"] else None
    model = keras.Sequential([
        keras.Input((3,)), keras.layers.Dense(4, activation="tanh", kernel_regularizer=penalty),
        keras.layers.BatchNormalization(momentum=0.5), keras.layers.Dense(2, kernel_regularizer=penalty)])
    model.set_weights([np.cos(np.arange(1.0, 1 + w.size)).reshape(w.shape) ** (1 + (w.ndim == 1))
                       for w in model.get_weights()])
    model.layers[0].trainable = not inputs["frozen"]
    optimizer = keras.optimizers.Adam(0.02) if inputs["optimizer"] == "adam" else keras.optimizers.SGD(
        0.2, momentum=0.9 if inputs["optimizer"] == "momentum" else 0.0)
    return model, keras.losses.CategoricalCrossentropy(from_logits=True), optimizer


def trained(answer, inputs):
    """Return the losses of some steps, then weights and statistics. Raises Altered if no number comes back."""
    model, loss_fn, optimizer = model_of(inputs)
    losses = [answer(model, loss_fn, optimizer, np.array(x, "float32"), np.array(inputs["y"], "float32"))
              for x in (inputs["x"], inputs["x"][::-1])]
    if None in losses:
        raise Altered("Your code returns nothing (None) on some path. Return the loss of the step: float(loss).")
    if any(hasattr(loss, "numpy") for loss in losses):
        raise Altered("Your code returns a tensor, which may hold the memory of a whole step. Return a number: "
                      "float(loss).")
    statistics = {id(w) for w in model.non_trainable_variables} - {id(w) for w in model.layers[0].variables}
    return (losses, [w.numpy() for w in model.variables if id(w) not in statistics],
            [w.numpy() for w in model.variables if id(w) in statistics])


def keras_train_step(model, loss_fn, optimizer, x, y):
    import minitorch.dialects.tf2 as tf
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True)) + sum(model.losses)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return float(loss)


def steps_of(what, first=1.0, penalty=0.0, frozen=False, optimizer="sgd", y=((1, 0), (0, 1), (0, 1))):
    return Case(what, x=[[first, 2, 0], [0, -1, 1], [2, 0, -1]], y=[list(each) for each in y], penalty=penalty,
                frozen=frozen, optimizer=optimizer)


BELOW = "    import minitorch.dialects.tf2 as tf\n"
APPLIED = "optimizer.apply_gradients(zip(grads, model.trainable_variables))"

Exercise("12.8", keras_train_step, difficulty=2, points=3, run=trained, close=1e-4,
    results=("losses", "weights", "moving mean and variance"),
    aliases=lambda: [f"minitorch.dialects.keras.models.training:Training.{name}" for name in (
        "train_step", "train_on_batch", "fit")],
    cases=[steps_of("two steps"), steps_of("momentum", 0.5, optimizer="momentum"),
           steps_of("Adam", -1.0, optimizer="adam"),
           steps_of("a penalty", penalty=0.1), steps_of("large gradients", penalty=20.0), steps_of("a frozen layer",
              frozen=True),
           steps_of("labels with doubt", 2.0, y=((0.9, 0.1), (0.3, 0.7), (0.2, 0.8)))],
    wrong=[
        Wrong("not in training", "The model ran as for prediction: batch norm took its moving mean, and it did not "
              "move. Say model(x, training=True).", {", training=True": ""}, {"training=True": "training=False"}),
        Wrong("scores for labels", "The loss got the scores as labels. In Keras the labels come first: loss_fn(y, "
              "scores), the other way round than in PyTorch.",
              {"loss_fn(y, model(x, training=True))": "loss_fn(model(x, training=True), y)"}),
        Wrong("no penalties", "What layers add to the loss is left out, here the penalty on large weights: add "
              "sum(model.losses).", {" + sum(model.losses)": ""}, example="a penalty"),
        Wrong("penalty not trained", "The penalty is in the number that comes back, and not in the gradients: it was "
              "added after the tape had stopped, or to the number alone.",
              {" + sum(model.losses)\n": "\n    penalty = sum(model.losses)\n", "float(loss)": "float(loss + penalty)"},
              {" + sum(model.losses)": "", "float(loss)": "float(loss + sum(model.losses))"},
              example="a penalty"),
        Wrong("penalty not returned", "The penalty is trained, and the number that comes back lacks it.",
              {"        loss = loss_fn(y, model(x, training=True)) + sum(model.losses)":
               "        data = loss_fn(y, model(x, training=True))\n        loss = data + sum(model.losses)",
               "float(loss)": "float(data)"}, example="a penalty"),
        Wrong("own descent", "The weights went down by a rate of yours. The optimizer has its rate, and a memory: let "
              "it step, optimizer.apply_gradients(…).",
              {APPLIED: "for w, g in zip(model.trainable_variables, grads):\n        w.assign_sub(0.2 * g)"},
              {APPLIED: "for w, g in zip(model.trainable_variables, grads):\n        w.assign_sub("
                        "float(optimizer.learning_rate) * g)"}, example="momentum"),
        Wrong("outside the tape", "The tape did not see the way from the variables to the loss. Compute scores and "
              "loss inside `with`; a tape watches trainable variables by itself.",
              {"    with tf.": "    scores = model(x, training=True)\n    with tf.",
                                 "model(x, training=True)) +": "scores) +"},
              {"        loss = loss_fn(y, model(x, training=True)) + ": "        scores = model(x, training=True)\n    "
                                                                   "loss = loss_fn(y, scores) + "}),
        Wrong("no pairs", "apply_gradients takes pairs, each a gradient and its variable: zip(grads, variables).",
              {"zip(grads, model.trainable_variables)": "grads, model.trainable_variables"},
              {"zip(grads, model.trainable_variables)": "grads"}),
        Wrong("another list", "The gradients are of other variables than those that they were paired with: take "
              "model.trainable_variables both times.",
              {"gradient(loss, model.trainable_variables)": "gradient(loss, model.variables)"}),
        Wrong("not applied", "The gradients are there, and no weight changed: optimizer.apply_gradients(zip(grads, "
              "variables)).", {f"    {APPLIED}\n": ""}),
        Wrong("clipped", "The gradients were clipped, and nobody asked for it: apply them as they are.",
              *({"    optimizer": f"    {line}\n    optimizer"} for line in (
                  "grads = [tf.clip_by_norm(g, 1.0) for g in grads]", "grads, _ = tf.clip_by_global_norm(grads, 1.0)",
                  "grads = [tf.clip_by_norm(g, 10.0) for g in grads]", "grads, _ = tf.clip_by_global_norm(grads, 5.0)",
                  "grads = [tf.clip_by_value(g, -1.0, 1.0) for g in grads]")), example="large gradients"),
        Wrong("upwards", "The weights went up the slope: the optimizer subtracts already.",
              {"zip(grads,": "zip([-g for g in grads],"}),
        Wrong("the loss afterwards", "The loss was computed again, with the new weights. Return that of the step, from "
              "before it: the tape's.", {"return float(loss)":
                                         "return float(loss_fn(y, model(x, training=True)) + sum(model.losses))"},
              {"return float(loss)": "return float(loss_fn(y, model(x)) + sum(model.losses))"}),
        Wrong("forward twice", "The model ran twice in one step: the moving mean moved twice. Compute the scores once, "
              "inside the tape.", {"    with tf.": "    scores = model(x, training=True)\n    with tf."},
              {"    return float": "    scores = model(x, training=True)\n    return float"},
              {"        loss =": "        model(x, training=True)\n        loss ="}),
        Wrong("Keras' own step", "fit and train_on_batch are steps of Keras, which this one is to take the place of, "
              "and this model was never compiled. Write out the step: tape, gradients, optimizer.",
              f"{BELOW[4:]}return float(model.train_on_batch(x, y))",
              f"{BELOW[4:]}return model.fit(x, y, epochs=1, verbose=0).history['loss'][0]"),
        Wrong("a new optimizer", "The optimizer forgot what it knew: its memory (momentum, Adam's means) began again "
              "in each step. Use the one that is given.",
              {APPLIED: "type(optimizer).from_config(optimizer.get_config()).apply_gradients(zip(grads, "
                        "model.trainable_variables))"}, example="momentum"),
    ],
    others=["""
        import minitorch.dialects.tf2 as tf
        variables = model.trainable_weights
        with tf.GradientTape(persistent=True) as tape:
            scores = model(x, training=True)
            loss = tf.add_n([loss_fn(y, scores), *model.losses])
        optimizer.apply_gradients((tape.gradient(loss, v), v) for v in variables)
        return loss.numpy().item()
    """, """
        import minitorch.dialects.tf2 as tf

        def loss_of():
            value = loss_fn(y_true=y, y_pred=model(tf.constant(x), training=True))
            for penalty in model.losses:
                value += penalty
            return value
        with tf.GradientTape() as tape:
            loss = loss_of()
        optimizer.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
        return float(loss)
    """],
    hints=["Five things happen: scores, loss, gradients, a step of the optimizer, the number. Which of them must the "
           "tape see, and so are inside `with`?",
           "Inside: scores = model(x, training=True), and loss_fn(y, scores) + sum(model.losses). Behind the block: "
           "tape.gradient(loss, variables), where variables = model.trainable_variables.",
           "optimizer.apply_gradients takes pairs (gradient, variable): zip(grads, model.trainable_variables). At the "
           "end return float(loss)."])

# 12.5


def with_step(inputs):
    """Return the inputs with a step that keeps the batches it is given, and where it keeps them."""
    seen = []

    def step(x, y):
        seen.append((np.array(x), np.array(y)))
        return float((np.sum(x) - np.sum(y)) / len(y)) + len(seen)
    return {**inputs, "step": step}, seen


def fitted(answer, given):
    return answer(given["step"], given["x"], given["y"], given["batch_size"], given["epochs"])


def beside_batches(history, seen):
    """Return what fit returned, and the batches that its step was given."""
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
        Wrong("a mean for a sum", "The losses were added up as they are, and divided by the number of samples. step "
              "returns a mean: times the number of samples of its batch it is their sum.",
              {BOTH: "total += step(x[batch], y[batch])"}),
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
        Wrong("filled up", "The last batch was filled up with samples from the start, which are trained on twice then. "
              "It may be smaller.", {"batch = slice(start, start + batch_size)":
              "batch = np.arange(start, start + batch_size) % len(x)"}, {"batch = slice(start, start + batch_size)":
              "batch = np.arange(start, start + batch_size) % len(x)",
              "* len(x[batch])": "* min(batch_size, len(x) - start)"},
              example="a smaller last batch"),
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

# 12.6


def to_pytorch(layers):
    state, settings, shape = {}, {}, None
    for name, kind, config, weights in layers:
        words = ["weight", "bias", "running_mean", "running_var"]
        if kind == "Flatten":
            shape = config["input_shape"]
        elif kind == "BatchNormalization":
            settings[name] = {"eps": config["epsilon"], "momentum": 1 - config["momentum"]}
        elif kind == "Conv2D":                             # height, width, in, out -> out, in, height, width
            weights = [weights[0].transpose(3, 2, 0, 1), *weights[1:]]
        elif kind == "Dense":
            kernel = weights[0]
            if shape is not None:                          # rows: height, width, channel -> channel, height, width
                kernel = kernel.reshape(*shape, -1).transpose(2, 0, 1, 3).reshape(kernel.shape)
                shape = None
            weights = [kernel.T, *weights[1:]]
        state |= {f"{name}.{word}": w for word, w in zip(words, weights)}
    return state, settings


def carried(answer, inputs):
    """Return the state and the settings that an answer gives; layers get arrays of whole numbers, each once."""
    start, layers = 1.0, []
    for name, kind, config, shapes in inputs["layers"]:
        arrays = []
        for shape in shapes:
            arrays.append(np.arange(start, start + np.prod(shape)).reshape(shape))
            start += np.prod(shape)
        layers.append((name, kind, dict(config), arrays))
    return answer(layers)


FLAT: tuple = ("flat", "Flatten", {"input_shape": (2, 3, 2)}, [])
HEAD: tuple = ("head", "Dense", {}, [(12, 2), (2,)])
NORM: tuple = ("norm", "BatchNormalization", {"epsilon": 0.001, "momentum": 0.99}, [(2,)] * 4)
BARE: tuple = ("conv", "Conv2D", {}, [(3, 2, 1, 2)])


def network(what, *layers):
    return Case(what, layers=list(layers))


Exercise("12.6", to_pytorch, difficulty=2, points=4, run=carried, results=("state", "settings"),
    cases=[network("a Dense", ("head", "Dense", {}, [(3, 2), (2,)])),
           network("a Dense of as many", ("head", "Dense", {}, [(2, 2), (2,)])),
           network("a Dense without bias", ("head", "Dense", {}, [(3, 2)])),
           network("a Conv2D", ("conv", "Conv2D", {}, [(3, 2, 1, 4), (4,)])),
           network("a square Conv2D without bias", ("conv", "Conv2D", {}, [(2, 2, 2, 2)])),
           network("a BatchNormalization", NORM),
           network("another momentum", ("first", "BatchNormalization", {"epsilon": 0.01, "momentum": 0.99725},
                                        [(3,)] * 4), NORM),
           network("a Flatten", FLAT, HEAD),
           network("a Dropout after the Flatten", FLAT, ("drop", "Dropout", {"rate": 0.5}, []), HEAD),
           network("two Dense after a Flatten", FLAT, ("one", "Dense", {}, [(12, 12), (12,)]), HEAD),
           network("a Dense without Flatten", ("pool", "GlobalAveragePooling2D", {}, []), HEAD),
           network("names of one's own", ("norm", "Conv2D", {}, [(3, 2, 1, 4)]),
                   ("dense", "BatchNormalization", *NORM[2:]), ("conv", *FLAT[1:]), ("flat", *HEAD[1:])),
           network("a whole network", BARE, NORM, ("act", "ReLU", {}, []), ("pool", "MaxPooling2D", {}, []), FLAT,
                   HEAD)],
    wrong=[
        Wrong("rows as they are", "Behind a Flatten the rows of the kernel came in Keras' order: height, width, "
              "channel. PyTorch flattens channel, height, width. The shapes agree, and so nobody complains.",
              {"kernel.reshape(*shape, -1).transpose(2, 0, 1, 3).reshape(kernel.shape)": "kernel"},
              example="a Flatten"),
        Wrong("rows in another order", "The rows behind a Flatten are in an order that is neither Keras' nor "
              "PyTorch's. Reshape to (height, width, channel, units) first, then bring the channel to the front.",
              {"reshape(*shape, -1).transpose(2, 0, 1, 3)": "reshape(*shape, -1).transpose(2, 1, 0, 3)"},
              {"reshape(*shape, -1).transpose(2, 0, 1, 3)": "reshape(shape[2], *shape[:2], -1).transpose(1, 2, 0, 3)"},
              example="a Flatten"),
        Wrong("every Dense", "A second Dense got its rows in another order too. Only the first one behind a Flatten "
              "reads an image; between two Dense there are units.",
              {"                shape = None\n": "                shape = shape if len(kernel) == kernel.shape[1] else "
                                                 "None\n"},
              example="two Dense after a Flatten"),
        Wrong("the next layer only", "The Flatten was forgotten at the layer behind it, which has no weights. Its "
              "order holds until a Dense comes.", {'        elif kind == "BatchNormalization":':
              '        elif kind == "Dropout":\n            shape = None\n        elif kind == "BatchNormalization":'},
              example="a Dropout after the Flatten"),
        Wrong("Dense as it is", "The kernel of a Dense is (in, out); PyTorch's weight is (out, in): transpose it. "
              "Square ones too, where no shape complains.", {"kernel.T": "kernel"},
              {"kernel.T": "kernel.T if kernel.shape[0] != kernel.shape[1] else kernel"}, example="a Dense"),
        Wrong("HWIO as it is", "The kernel of a Conv2D is (height, width, in, out); PyTorch's weight is (out, in, "
              "height, width): transpose(3, 2, 0, 1).", {"weights[0].transpose(3, 2, 0, 1)": "weights[0]"},
              example="a Conv2D"),
        Wrong("turned round", "All dimensions of a Conv2D's kernel came in reverse: .T makes (out, in, width, height). "
              "Height comes before width in both: transpose(3, 2, 0, 1).", {"transpose(3, 2, 0, 1)": "T"},
              example="a Conv2D"),
        Wrong("reshaped", "The kernel was reshaped: it has the shape that is wanted, and its numbers in the old order. "
              "transpose moves them.", {"kernel.T": "kernel.reshape(kernel.shape[::-1])"},
              {"transpose(3, 2, 0, 1)": "reshape(np.array(weights[0].shape)[[3, 2, 0, 1]])"}, example="a Dense"),
        Wrong("momentum as it is", "Keras' momentum is the share of the old mean that stays, PyTorch's the share of "
              "the new one that is taken: 1 - config[\"momentum\"].", {"1 - config": "config"},
              example="a BatchNormalization"),
        Wrong("momentum rounded", "momentum was rounded, or is always the same: take config's, all of its digits.",
              {'1 - config["momentum"]': 'round(1 - config["momentum"], 2)'}, {'1 - config["momentum"]': "0.01"},
              {'1 - config["momentum"]': 'round(1 - config["momentum"], 3)'}, example="another momentum"),
        Wrong("by their names", "The name of a layer was taken for its kind. A name is its user's choice: ask for "
              "`kind`.", {'kind == "Conv2D"': '"conv" in name'}, {'kind == "Dense"': '"head" in name or "one" == name'},
              {'kind == "BatchNormalization"': 'name in ("norm", "first")'}, {'kind == "Flatten"': 'name == "flat"'},
              example="names of one's own"),
        Wrong("PyTorch's eps", "eps is PyTorch's usual one, 1e-5. Keras divides by another number: take config's.",
              {'config["epsilon"]': "1e-5"}, example="a BatchNormalization"),
        Wrong("gamma and beta", "gamma and beta are exchanged: gamma multiplies, and is PyTorch's weight.",
              {'"momentum": 1 - config["momentum"]}': '"momentum": 1 - config["momentum"]}\n            '
               'weights = [weights[1], weights[0], *weights[2:]]'}, example="a BatchNormalization"),
        Wrong("the state alone", "Only the state came. Return the settings too: (state, settings).",
              {"return state, settings": "return state"}),
    ],
    others=["""
        state, settings, pending = {}, {}, None
        for name, kind, config, arrays in layers:
            arrays = list(arrays)
            if kind == "Flatten":
                pending = config["input_shape"]
            if kind == "Conv2D":
                arrays[0] = np.moveaxis(arrays[0], (3, 2), (0, 1))
            if kind == "Dense":
                if pending:
                    h, w, c = pending
                    order = [(i * w + j) * c + k for k in range(c) for i in range(h) for j in range(w)]
                    arrays[0], pending = arrays[0][order], None
                arrays[0] = np.swapaxes(arrays[0], 0, 1)
            if kind == "BatchNormalization":
                state[name + ".running_var"], state[name + ".running_mean"] = arrays.pop(), arrays.pop()
                settings[name] = dict(eps=config["epsilon"], momentum=1.0 - config["momentum"])
            if arrays:
                state[name + ".weight"] = arrays[0]
            if len(arrays) > 1:
                state[name + ".bias"] = arrays[1]
        return state, settings
    """],
    hints=["Write the shapes of both sides beneath each other: (height, width, in, out) and (out, in, height, width), "
           "(in, out) and (out, in). What does a Flatten change for the layer that reads it?",
           "kernel.transpose(3, 2, 0, 1) for a Conv2D, kernel.T for a Dense. Note a Flatten's input_shape until a "
           "Dense comes: then its rows are (height, width, channel), and are wanted as (channel, height, width).",
           "kernel.reshape(*shape, -1).transpose(2, 0, 1, 3).reshape(kernel.shape), then .T. For a batch norm the four "
           "names are weight, bias, running_mean, running_var; momentum is 1 - config[\"momentum\"]."])

# Retired: no notebook asks for these any more. Answers that are kept or handed in are judged as before

# 12.1


def traffic(feed, fetched):
    fed = sum(array.nbytes for array in feed.values())
    return fed + sum(x.nbytes for x in fetched if x is not None)


SMALL, LARGE = np.zeros((2, 3), "float32"), np.zeros((4, 5))


def counted_bytes(answer, inputs):
    """Return what an answer counts.

    One array is one object wherever it stands, also if inputs were sent and came as several; and its rows are in memory
    from the last to the first, as those of a view may be.
    """
    known = {}

    def one(x):
        key = (x.shape, x.dtype.str, x.tobytes()) if isinstance(x, np.ndarray) else x
        return known.setdefault(key, x[::-1] if np.ndim(x) else x)
    inputs["feed"].update({name: one(x) for name, x in inputs["feed"].items()})
    inputs["fetched"][:] = map(one, inputs["fetched"])
    return answer(**inputs)


Exercise("12.1", traffic, difficulty=1, points=2, retired=True, numbers=True, run=counted_bytes,
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
    wrong=[], hints=())

# 12.3


def with_counted_ops(inputs):
    """Return the inputs with ops that note their names, and the notes of each run: a list that `next_run` begins."""
    ran: list = []
    return {**inputs, "ops": noting_ops(lambda name: ran[-1].append(name)), "next_run": lambda: ran.append([])}, ran


def in_sessions(answer, given):
    """Return what each run of some sessions of one graph fetched."""
    made, found = {}, []
    for which, fetches, *feed in given["runs"]:
        if which not in made:
            made[which] = answer(given["steps"], given["variables"], given["ops"])
        given["next_run"]()
        got = made[which].run(fetches, *feed)
        found.append(list(got) if isinstance(got, tuple) else got)
    return found


def beside_ops(found, ran):
    """Return what each run fetched, and the ops that ran for it, in the order of the alphabet."""
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


Exercise("12.3", Session, difficulty=2, points=5, retired=True, run=Halves(in_sessions, beside_ops, with_counted_ops),
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
    wrong=[], hints=())

# 12.4


def taped(answer, inputs):
    """Return the gradients of a tape, asked twice, after a program of ops has run on it; and those of another tape.

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

Exercise("12.4", Tape, difficulty=2, points=4, retired=True, run=taped, numpy_only=True,
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
    wrong=[], hints=())

SET_UP = "import dialects as helpers", "digits, unseen = Digits()"
FAULTS = {
    (*SET_UP, "side_by_side(scores)"): {
        "a product that is made twice": """
        from minitorch.dialects import tf2
        right = tf2.matmul
        tf2.matmul = lambda a, b: right(a, b) + 0 * right(a, b)""",
    },
    (*SET_UP, "helpers.second_program(tf)"): {
        "a session that runs all of its graph": """
        from minitorch.dialects.tf1 import sessions
        right = sessions.behind
        sessions.behind = lambda fetched, fed: right([*fetched, *fetched[0].graph.operations], fed)""",
    },
    (*SET_UP, '@exercise("12.2")', "The lectures' third program"): {
        "a mean that is a sum": """
        from minitorch.dialects import tf1
        tf1.reduce_mean = tf1.reduce_sum""",
    },
    (*SET_UP, '@exercise("12.8")', 'plot({"your train_step"'): {
        "relu without its slope": 'gradient("relu", lambda right: lambda grad, out, x: grad)',
    },
    (*SET_UP, '@exercise("12.8")', '@exercise("12.5")', 'plot(range(1, 11), {"your fit'): {
        "a product with half its gradient":
            'gradient("matmul", lambda right: lambda grad, *rest: right(0.5 * grad, *rest))',
        "a square without its factor": 'gradient("square", lambda right: lambda grad, out, x: grad * x)',
    },
    (*SET_UP, '@exercise("12.6")', "there, here = model.predict"): {
        "a batch norm with an eps of its own": """
        from minitorch.nn import functional
        right = functional.batch_norm
        functional.batch_norm = lambda *inputs: right(*inputs[:7], 0.1)""",
    },
}
