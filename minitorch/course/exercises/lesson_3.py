"""Lesson 3, nn: parameters found by walking over modules, and the layer that most of them belong to."""

from ... import nn
from ...dtypes import float64
from ...nn import functional as F
from ...nn.module import named_parameters
from ...ops.linalg import products as linalg
from ...tensors import tensor as tensor_of
from ..record import Case, Exercise, Misconception
from .adapt_nn import pairs, rows_of_inputs, walk_over_modules


def floats(value):
    """A float64 Tensor."""
    return tensor_of(value, dtype=float64)


def called(name, make):
    """A function that makes a module, shown in the evidence by `name`."""
    make.__name__ = name
    return make


def tied():
    layer = nn.Linear(2, 2)
    return nn.Sequential(layer, nn.ReLU(), layer)


def tied_below():
    layer = nn.Linear(2, 2)
    return nn.Sequential(layer, nn.Sequential(layer))


def found_in(answer, inputs):
    """What an answer finds, as text: each path with the shape of what is there."""
    module = inputs["module"]
    module = module if isinstance(module, nn.Module) else module()
    return [f"{path} {None if found is None else tuple(found.shape)}"
            for path, found in pairs(answer(module, inputs["prefix"]))]


def collect(module, prefix="", depth=99, handed="{0}.{1}", once=True, nones=False, buffers=False):
    """The whole walk, as a list; the settings make its usual mistakes."""
    found, seen = [], set()

    def walk(module, prefix, depth):
        for name, value in {**module._parameters, **(module._buffers if buffers else {})}.items():
            if (value is not None or nones) and not (once and id(value) in seen):
                seen.add(id(value))
                found.append((f"{prefix}.{name}" if prefix else name, value))
        for name, child in module._modules.items():
            if depth and child is not None:
                walk(child, handed.format(prefix, name) if prefix else name, depth - 1)
    walk(module, prefix, depth)
    return found


def bare(module, prefix=""):
    """The prefix is not handed down."""
    found = [(f"{prefix}.{name}" if prefix else name, value) for name, value in module._parameters.items()
             if value is not None]
    for child in module._modules.values():
        found += bare(child)
    return list({id(value): (name, value) for name, value in reversed(found)}.values())[::-1]


def a_memory_a_call(module, prefix=""):
    """Each call remembers which modules it met, and knows nothing of the calls above it."""
    found = collect(module, prefix, depth=0)
    met = set()
    for name, child in module._modules.items():
        if id(child) in met:
            continue
        met.add(id(child))
        found += a_memory_a_call(child, f"{prefix}.{name}" if prefix else name)
    return found


def finds_nothing_twice(answer):
    """Whether the same module, asked a second time, gives less."""
    module = nn.Sequential(*[nn.Linear(1, 1) for _ in range(20)])
    once, again = (len(pairs(answer(module, ""))) for _ in range(2))
    return again < once


SMALL = called("Sequential(Linear(2, 3))", lambda: nn.Sequential(nn.Linear(2, 3)))
DEEP = called("Sequential(Sequential(Linear(2, 2)), Linear(2, 1))",
              lambda: nn.Sequential(nn.Sequential(nn.Linear(2, 2)), nn.Linear(2, 1)))
TWICE = called("Sequential(a, ReLU(), a), where a = Linear(2, 2)", tied)
BELOW = called("Sequential(a, Sequential(a)), where a = Linear(2, 2)", tied_below)
NO_BIAS = called("Linear(2, 1, bias=False)", lambda: nn.Linear(2, 1, bias=False))
NORM = called("BatchNorm1d(2)", lambda: nn.BatchNorm1d(2))

Exercise(
    "3.1", "named_parameters", difficulty=2, points=3, piece=lambda: named_parameters, adapt=walk_over_modules,
    reference=collect, run=found_in, aliases=lambda: [nn.Module.named_members],
    cases=[Case("one layer in a row", module=SMALL, prefix=""), Case("rows in a row", module=DEEP, prefix=""),
           Case("no bias", module=NO_BIAS, prefix=""), Case("one layer twice", module=TWICE, prefix=""),
           Case("the same one, deeper", module=BELOW, prefix=""), Case("batch norm", module=NORM, prefix=""),
           Case("a prefix", module=called("Linear(1, 1)", lambda: nn.Linear(1, 1)), prefix="head")],
    probes=[lambda answer: "The second time it finds less." if finds_nothing_twice(answer) else None],
    misconceptions=[
        Misconception("found once, never again", "The second time your function found nothing: a default value is made "
                                                 "once and kept. Write seen=None, and make the set inside.",
                      probe=finds_nothing_twice),
        Misconception("children forgotten", "The module's own parameters are there, those of the modules inside it are "
                                            "not. A Sequential owns no weight itself: all of them lie below.",
                      rule=lambda module, prefix="": collect(module, prefix, depth=0)),
        Misconception("one level", "The walk goes one step down and stops. A module inside a module inside a module "
                                   "has weights as well: let the function call itself.",
                      rule=lambda module, prefix="": collect(module, prefix, depth=1),
                      example=Case("", module=DEEP, prefix="")),
        Misconception("prefix not handed down", "Two layers each have a weight, and here both are called by the same "
                                                "name. In a dict one of them would be lost. Hand the path down: the "
                                                "prefix, a dot, the child's name.",
                      rule=(bare, lambda module, prefix="": list(dict(bare(module, prefix)).items())),
                      example=Case("", module=DEEP, prefix="")),
        Misconception("last step only", "A path names every step from the top. Two levels down only the last step is "
                                        "left of it: the child's name was handed on without the prefix before it.",
                      rule=lambda module, prefix="": collect(module, prefix, handed="{1}"),
                      example=Case("", module=DEEP, prefix="")),
        Misconception("tied twice", "One layer stands at two places and its parameters are listed twice: an optimiser "
                                    "would move them two steps at once. Remember which you have met, by id().",
                      rule=lambda module, prefix="": collect(module, prefix, once=False),
                      example=Case("", module=TWICE, prefix="")),
        Misconception("a memory for each call", "The layer is met again one module deeper, and what is remembered "
                                                "there is new and empty: each call made its own. Hand it on as a third "
                                                "argument, or ask of each pair that comes back whether its id was met.",
                      rule=a_memory_a_call, example=Case("", module=BELOW, prefix="")),
        Misconception("None listed", "A layer without bias keeps None in the bias's place. None has no gradient, and "
                                     "an optimiser would stumble over it: leave it out.",
                      rule=lambda module, prefix="": collect(module, prefix, nones=True),
                      example=Case("", module=NO_BIAS, prefix="")),
        Misconception("buffers", "Buffers are listed too. Batch norm's running mean is state: it is kept and saved, "
                                 "but no gradient ever moves it. Only ._parameters are trained.",
                      rule=lambda module, prefix="": collect(module, prefix, buffers=True),
                      example=Case("", module=NORM, prefix="")),
    ],
    hints=["A module is asked for two things: what it owns itself, and which modules it owns.",
           "module._parameters.items() first; then, for every name, child in module._modules.items(), the same "
           "function again with the path to the child as its prefix.",
           "path = f\"{prefix}.{name}\" if prefix else name. Skip None. Against twice: keep a dict {id(p): (path, p)}, "
           "and either hand it on as a third argument, or ask of each pair that comes back whether its id was met."])


def product(input, weight, bias):
    """input @ weight.T + bias, where there is one."""
    out = input @ weight.T
    return out if bias is None else out + bias


def with_bias(join, turn=True):
    """A mistake in how the bias is joined to the product, which is as it should be."""
    def linear(input, weight, bias):
        out = input @ (weight.T if turn else weight)
        return out if bias is None else join(out, bias, input)
    return linear


W, B = floats([[1.0, 2.0], [0.0, 1.0]]), floats([10.0, 20.0])
STACK = floats([[[1.0, 0, 2, -1], [0, 1, 0, 0], [3, 0, 0, 1]], [[0, 0, 1, 0], [2, 2, 0, 0], [0, -1, 0, 1]]])
WIDE = floats([[1.0, 0, 0, 2], [0, 1, -1, 0]])

Exercise(
    "3.2", "linear", difficulty=1, points=2, piece=lambda: F.linear, adapt=rows_of_inputs, reference=product,
    aliases=lambda: [linalg.linear],
    cases=[Case("one row, no bias", input=floats([1.0, 0.0]), weight=W, bias=None),
           Case("a bias", input=floats([[1.0, 0.0]]), weight=W, bias=B),
           Case("as many rows as outputs", input=floats([[1.0, 0.0], [0.0, 1.0]]), weight=W, bias=B),
           Case("(2, 3, 4), four inputs each", input=STACK, weight=WIDE, bias=B)],
    misconceptions=[
        Misconception("untransposed", "weight stands (outputs, inputs): each row belongs to one output. Its rows have "
                                      "to meet the input, so it is turned: weight.T.",
                      rule=with_bias(lambda out, bias, input: out + bias, turn=False)),
        Misconception("bias down columns", "The bias was laid down the columns. Every row is one example, and each "
                                           "output (each column) has a bias of its own. With as many rows as outputs "
                                           "the shapes do not complain.",
                      rule=with_bias(lambda out, bias, input: out + bias.reshape(-1, 1)),
                      example=Case("", input=floats([[1.0, 0.0], [0.0, 1.0]]), weight=W, bias=B)),
        Misconception("bias per input", "The bias was added once for every input that is summed. It is no part of the "
                                        "sum: once, at the end.",
                      rule=with_bias(lambda out, bias, input: out + bias * input.shape[-1]),
                      example=Case("", input=floats([[1.0, 0.0]]), weight=W, bias=B)),
        Misconception("bias forgotten", "The bias is missing. It lets an output be something else than 0 where all "
                                        "inputs are 0.", rule=with_bias(lambda out, bias, input: out),
                      example=Case("", input=floats([[1.0, 0.0]]), weight=W, bias=B)),
        Misconception("None crashes", "A layer made with bias=False has None in the bias's place, and nothing can be "
                                      "added to None.", rule=lambda input, weight, bias: input @ weight.T + bias),
        Misconception("flattened", "The rows of all blocks were made into one long matrix, and stayed so. Whatever "
                                   "stands before the last dimension stays: (2, 3, 4) becomes (2, 3, outputs).",
                      rule=lambda input, weight, bias: product(input.reshape(-1, input.shape[-1]), weight, bias),
                      example=Case("", input=STACK, weight=WIDE, bias=B)),
    ],
    hints=["Write the shapes down: (rows, inputs) and (outputs, inputs) should give (rows, outputs).",
           "input @ weight.T. It works for any number of dimensions before the last.",
           "Then add bias, if it is not None: it is laid along every row by itself."])
