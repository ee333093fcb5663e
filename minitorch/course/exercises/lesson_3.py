"""Lesson 3, nn: modules and their parameters, how weights begin, scores, dropout and batch norm."""

from itertools import pairwise

import numpy as np

from ... import nn
from ...engine import no_grad
from ...nn import Parameter, functional as F, init
from ...nn.module import named_parameters as library_walk
from ...ops.linalg import products
from ...ops.loss import losses
from ...ops.loss.softmax import softmax as library_softmax
from ...ops.norm import batch_norm as norms
from ...ops.random import sampling as drops
from ...ops.shape.creation import ones, zeros
from ...random import manual_seed
from ...tensors import Tensor, tensor
from ..compare import plain, same
from .adapt_nn import any_channels, out_of_place, pairs, relu_layers, rows_of_inputs, rows_of_scores, walk_over_modules
from .common import Case, Exercise, Halves, Law, Wrong, floats, gradients_of, layers_on_the_class, mt, versions

W, B = floats([[1.0, 2.0], [0.0, 1.0]]), floats([10.0, 20.0])
STACK = floats([[[1.0, 0, 2, -1], [0, 1, 0, 0], [3, 0, 0, 1]], [[0, 0, 1, 0], [2, 2, 0, 0], [0, -1, 0, 1]]])
WIDE = floats([[1.0, 0, 0, 2], [0, 1, -1, 0]])


def linear(input, weight, bias):
    out = input @ weight.T
    return out if bias is None else out + bias


Exercise("3.2", linear, difficulty=1, points=2, piece=lambda: F.linear, adapt=rows_of_inputs,
    aliases=lambda: [products.linear],
    run=gradients_of("input", "weight", "bias"),
    results=("out", "gradient of input", "gradient of weight", "gradient of bias"),
    cases=[Case("one row, no bias", input=floats([1.0, 0.0]), weight=W, bias=None),
           Case("a bias", input=floats([[1.0, 0.0]]), weight=W, bias=B),
           Case("as many rows as outputs", input=floats([[1.0, 0.0], [0.0, 1.0]]), weight=W, bias=B),
           Case("(2, 3, 4), four inputs each", input=STACK, weight=WIDE, bias=B),
           Case("one row, a bias", input=floats([1.0, 2.0]), weight=W, bias=B),
           Case("biases that cancel", input=floats([[1.0, 2.0]]), weight=W, bias=floats([3.0, -3.0])),
           Case("biases of 0", input=floats([[1.0, 2.0]]), weight=W, bias=floats([0.0, 0.0])),
           Case("(2, 1, 2, 4), one output", input=STACK[:, :2].unsqueeze(1), weight=WIDE[:1], bias=B[:1]),
           Case("the way back", input=floats([[1.0, 3.0]]), weight=W, bias=B),
           Case("(2, 1, 2, 4), two outputs", input=STACK[:, :2].unsqueeze(1), weight=WIDE, bias=B),
           Case("two rows, one output", input=floats([[1.0, 3.0], [-2.0, 0.5]]), weight=W[:1], bias=B[:1]),
           Case("large numbers", input=floats([[1e10, -2e10], [3e10, 1.0]]), weight=1e10 * W, bias=B),
           Case("the way back, no bias", input=floats([[1.0, 3.0, 2.0, -1.0]]), weight=WIDE, bias=None)],
    wrong=[
        Wrong("reshaped", "Rows and columns are to be exchanged: weight.T. `reshape` and `view` keep the numbers in "
              "their order and only begin new rows elsewhere.", {"weight.T": "weight.reshape(weight.T.shape)"}),
        Wrong("untransposed", "weight stands (outputs, inputs): each row belongs to one output. Its rows have to meet "
              "the input, so it is turned: weight.T.", {"weight.T": "weight"}),
        Wrong("0 for none", "A bias that is 0, or sums to 0, was taken for none at all, so it got no gradient, or was "
              "left out. Ask `bias is None`.", {"bias is None": "bias is None or not bias.any()"},
              {"bias is None": "bias is None or bias.sum() == 0"}, {"bias is None": "bias is None or bias.mean() == 0"},
              example="biases of 0"),
        Wrong("rows added up", "The sum runs over the rows too. Each row is an example of its own: sum along the last "
              "dimension alone, over the inputs.",
              {"input @ weight.T": "mt.stack([(input * row).sum() for row in weight])"},
              example="as many rows as outputs"),
        Wrong("bias down columns", "The bias was laid down the columns. Every row is one example, and each output "
              "(each column) has a bias of its own. With as many rows as outputs the shapes do not complain.",
              {"out + bias": "out + bias.unsqueeze(1)"}, example="as many rows as outputs"),
        Wrong("bias per input", "The bias was added once for every input that is summed. It is no part of the sum: "
              "once, at the end.", """
            out = 0
            for i in range(input.shape[-1]):
                out = out + input[..., i:i + 1] * weight[:, i]
                if bias is not None:
                    out = out + bias
            return out
        """, example="a bias"),
        Wrong("bias forgotten", "The bias is missing. It lets an output be something else than 0 where all inputs are "
              "0.", "return input @ weight.T", example="a bias"),
        Wrong("flattened", "The rows of all blocks were made into one long matrix, and stayed so. Whatever stands "
              "before the last dimension stays: (2, 3, 4) becomes (2, 3, outputs).",
              {"input @": "input.reshape(-1, weight.shape[1]) @"}, example="(2, 3, 4), four inputs each"),
    ],
    others=[{"input @ weight.T": "(input.unsqueeze(-2) * weight).sum(dim=-1)"},
            "return mt.einsum('...i,oi->...o', input, weight) + (0 if bias is None else bias)"],
    hints=["Write the shapes down: (rows, inputs) and (outputs, inputs) should give (rows, outputs).",
           "input @ weight.T. It works for any number of dimensions before the last.",
           "Then add bias, if it is not None: it is laid along every row by itself."])


def called(name, make):
    """Return a function that makes a module, shown in the evidence by `name`."""
    make.__name__ = name
    return make


def tied():
    layer = nn.Linear(2, 2)
    return nn.Sequential(layer, nn.ReLU(), layer)


def tied_below():
    layer = nn.Linear(2, 2)
    return nn.Sequential(layer, nn.Sequential(layer))


def tied_weights():
    first, second = nn.Linear(2, 2), nn.Linear(2, 2)
    second.weight = first.weight
    return nn.Sequential(first, second)


class Scaled(nn.Module):
    """A parameter of its own, a frozen one, a buffer, and a layer below."""

    def __init__(self):
        super().__init__()
        self.scale, self.shift = Parameter(ones(2)), Parameter(zeros(2), requires_grad=False)
        self.register_buffer("count", zeros(1))
        self.inner = nn.Linear(2, 1)


def found_in(answer, inputs):
    """Return what an answer finds, as text: each path with its shape, and whether it is the module's own."""
    module = inputs["module"]
    module = module if isinstance(module, nn.Module) else module()
    listed = pairs(answer(module, inputs["prefix"]))
    if any(isinstance(found, str) for _, found in listed):
        raise TypeError("each pair is (path, parameter), in this order: here a text stands in the second place.")
    own = [value for each in module.modules() for held in (each._parameters, each._buffers) for value in held.values()]
    return [f"{path} {None if found is None else tuple(found.shape)}"
            + ("" if any(found is value for value in own) else " (another tensor)")
            + (" (frozen)" if found is not None and not found.requires_grad else "")
            for path, found in listed]


def finds_nothing_twice(answer):
    """Whether the same module, asked a second time, gives less."""
    module = nn.Sequential(*[nn.Linear(1, 1) for _ in range(20)])
    once, again = (len(pairs(answer(module, ""))) for _ in range(2))
    left = sum(len(each._parameters) for each in module.modules())
    return again < once and left == 40                     # else it took them out


def drawn_widths(rng):
    return {"widths": rng.integers(1, 6, 21).tolist()}


def listed_twice(answer, inputs):
    """Return the parameters of one module, as an answer lists them the first and the second time."""
    module = nn.Sequential(*[nn.Linear(*sizes) for sizes in pairwise(inputs["widths"])])
    return [[f"{path} {tuple(p.shape)}" for path, p in pairs(answer(module, ""))] for _ in range(2)]


def both_are_whole(shown, inputs):
    whole = [line for i, (ins, outs) in enumerate(pairwise(inputs["widths"]))
             for line in (f"{i}.weight {outs, ins}", f"{i}.bias {(outs,)}")]
    once, again = shown
    if once != whole:
        return "Of a chain of 20 layers it does not list what it listed of the modules in the cases."
    return None if again == whole else "The second time it finds less."


SMALL = called("Sequential(Linear(2, 3))", lambda: nn.Sequential(nn.Linear(2, 3)))
DEEP = called("Sequential(Sequential(Linear(2, 2)), Linear(2, 1))",
              lambda: nn.Sequential(nn.Sequential(nn.Linear(2, 2)), nn.Linear(2, 1)))
HEAD = called("Sequential(Sequential(Linear(1, 2)), Linear(2, 2))",
              lambda: nn.Sequential(nn.Sequential(nn.Linear(1, 2)), nn.Linear(2, 2)))
TWICE = called("Sequential(a, ReLU(), a), where a = Linear(2, 2)", tied)
SHARED = called("Sequential(Linear(2, 2), Linear(2, 2)), with one weight for both", tied_weights)
BELOW = called("Sequential(a, Sequential(a)), where a = Linear(2, 2)", tied_below)
NO_BIAS = called("Linear(2, 1, bias=False)", lambda: nn.Linear(2, 1, bias=False))
NORM = called("BatchNorm1d(2)", lambda: nn.BatchNorm1d(2))
ALIKE = called("Sequential(LayerNorm(2), LayerNorm(2))", lambda: nn.Sequential(nn.LayerNorm(2), nn.LayerNorm(2)))
DEEPER = called("Sequential(Sequential(Sequential(Linear(1, 1))))",
                lambda: nn.Sequential(nn.Sequential(nn.Sequential(nn.Linear(1, 1)))))
RELU = called("ReLU()", lambda: nn.ReLU())
OWN = called("a module with scale, shift (frozen), and inner = Linear(2, 1)", lambda: Scaled())


def named_parameters(module, prefix=""):
    found = {}                                    # by id: each once
    for name, parameter in module._parameters.items():
        if parameter is not None:
            path = f"{prefix}.{name}" if prefix else name
            found.setdefault(id(parameter), (path, parameter))
    for name, child in module._modules.items():
        deeper = f"{prefix}.{name}" if prefix else name
        for path, parameter in named_parameters(child, deeper):
            found.setdefault(id(parameter), (path, parameter))
    return list(found.values())


Exercise("3.1", named_parameters, difficulty=2, points=3, piece=lambda: library_walk, adapt=walk_over_modules,
    run=found_in, aliases=lambda: [nn.Module.named_members],
    cases=[Case("one layer in a row", module=SMALL, prefix=""), Case("rows in a row", module=DEEP, prefix=""),
           Case("no bias", module=NO_BIAS, prefix=""), Case("one layer twice", module=TWICE, prefix=""),
           Case("one parameter in two layers", module=SHARED, prefix=""),
           Case("the same one, deeper", module=BELOW, prefix=""), Case("batch norm", module=NORM, prefix=""),
           Case("a prefix", module=called("Linear(1, 1)", lambda: nn.Linear(1, 1)), prefix="head"),
           Case("two layers that begin alike", module=ALIKE, prefix=""),
           Case("three levels", module=DEEPER, prefix=""), Case("nothing to learn", module=RELU, prefix=""),
           Case("its own and a child's, with a prefix", module=OWN, prefix="net"),
           Case("a prefix of two steps", module=HEAD, prefix="net.head")],
    wrong=[
        Wrong("found once, never again", "The second time your function finds less: what was met is remembered after "
              "the call. A default value is made once and kept, and so is a global. Make the set or dict inside the "
              "function, anew at each call (seen=None as default).", """
            def named_parameters(module, prefix='', seen=set()):
                found = []
                dot = prefix + '.' if prefix else ''
                for name, p in module._parameters.items():
                    if p is not None and p not in seen:
                        seen.add(p)
                        found.append((dot + name, p))
                for name, child in module._modules.items():
                    found += named_parameters(child, dot + name, seen)
                return found
        """, probe=finds_nothing_twice),
        Wrong("children forgotten", "The module's own parameters are there, those of the modules inside it are not. A "
              "Sequential owns no weight itself: all of them lie below.", {"module._modules.items()": "()"}),
        Wrong("one level", "The walk goes one step down and stops. A module inside a module inside a module has "
              "weights as well: let the function call itself.",
              {"in named_parameters(child, deeper)":
               "in [(f'{deeper}.{n}', p) for n, p in child._parameters.items() if p is not None]"},
              example="rows in a row"),
        Wrong("prefix not handed down", "Two layers each have a weight, and here both are called by the same name. In "
              "a dict one of them would be lost. Hand the path down: the prefix, a dot, the child's name.",
              {"named_parameters(child, deeper)": "named_parameters(child)"},
              {"named_parameters(child, deeper)": "named_parameters(child)", "list(found.values())":
               "list(dict(found.values()).items())"}, example="rows in a row"),
        Wrong("last step only", "A path names every step from the top. Two levels down only the last step is left of "
              "it: the child's name was handed on without the prefix before it.",
              {"named_parameters(child, deeper)": "named_parameters(child, name)"},
              {"named_parameters(child, deeper)": "named_parameters(child, name)", "found = {}": "found = []",
               "found.setdefault(id(parameter), (path, parameter))": "found.append((path, parameter))",
               "list(found.values())": "found"}, example="rows in a row"),
        Wrong("tied twice", "One layer stands at two places and its parameters are listed twice: an optimiser would "
              "move them two steps at once. Remember which you have met, by id().",
              {"found = {}": "found = []", "list(found.values())":
               "found", "found.setdefault(id(parameter), (path, parameter))":
               "found.append((path, parameter))"}, example="one layer twice"),
        Wrong("a memory for each call", "The layer is met again one module deeper, and what is remembered there is new "
              "and empty: each call made its own. Hand it on as a third argument, or ask of each pair that comes back "
              "whether its id was met.", """
            def named_parameters(module, prefix=''):
                dot, seen = prefix + '.' if prefix else '', []
                for name, p in module._parameters.items():
                    if p is not None:
                        yield dot + name, p
                for name, child in module._modules.items():
                    if child not in seen:
                        seen.append(child)
                        yield from named_parameters(child, dot + name)
        """, example="the same one, deeper"),
        Wrong("another tensor", "What is listed is not the module's own parameter but another tensor made from it "
              "(detach, clone, .data): an optimiser would change that one, and the module would stay as it is.",
              {"(path, parameter))\n    for": "(path, parameter.detach()))\n    for"},
              probe=lambda answer: "(another" in str(found_in(answer, {"module": DEEP, "prefix": ""}))),
        Wrong("taken for one", "Two different parameters are taken for one, because they have the same shape or the "
              "same numbers. They will learn different things: tell them apart by `is` or id().",
              {"id(parameter)": "(*parameter.shape, parameter.reshape(-1)[0].item())"},
              {"id(parameter)": "str(parameter)"}, {"id(parameter)": "tuple(parameter.shape)"},
              example="two layers that begin alike"),
        Wrong("last place", "A parameter that stands in two places has the path at which it is found last; the first "
              "is asked for.",
              {"found.setdefault(id(parameter), (path, parameter))": "found[id(parameter)] = path, parameter"}),
        Wrong("another sign", "The steps of a path are joined by a dot.", {"{prefix}.{name}": "{prefix}/{name}"},
              {"{prefix}.{name}": "{prefix}_{name}"}, {"{prefix}.{name}": "{prefix}{name}"}),
        Wrong("a dot in front", "Without a prefix the path is the name alone: the dot comes only where there is "
              "something in front of it.", {'f"{prefix}.{name}" if prefix else name': 'f"{prefix}.{name}"'},
              probe=lambda answer: any(path.startswith(".") for path, _ in pairs(answer(DEEP(), "")))),
        Wrong("the first child only", "Only the first child is visited, none of its neighbours: a `return` inside a "
              "loop ends the function in the first round. Move it behind the loop.",
              {"\n    return list(": "\n        return list(found.values())\n    return list("},
              example="rows in a row"),
        Wrong("frozen left out", "A parameter that wants no gradient just now is still a parameter: it is saved, and "
              "may be trained later. List it too.",
              {"if parameter is not None": "if parameter is not None and parameter.requires_grad"},
              example="its own and a child's, with a prefix"),
        Wrong("None listed", "A layer without bias keeps None in the bias's place. None has no gradient, and an "
              "optimiser would stumble over it: leave it out.",
              {"        if parameter is not None:\n            path": "        if True:\n            path"},
              example="no bias"),
        Wrong("buffers", "Buffers are listed too. Batch norm's running mean is state: it is kept and saved, but no "
              "gradient ever moves it. Only ._parameters are trained.",
              {"in module._parameters.items()": "in [*module._parameters.items(), *module._buffers.items()]"},
              example="batch norm"),
    ],
    probes=[Law(drawn_widths, listed_twice, both_are_whole)],
    others=["""
        def named_parameters(module, prefix=''):
            met, todo = set(), [(prefix, module)]
            while todo:
                path, module = todo.pop()
                for name, p in module._parameters.items():
                    if p is not None and p not in met:
                        met.add(p)
                        yield (path + '.' + name if path else name), p
                todo += [(path + '.' + name if path else name, child)
                         for name, child in reversed(module._modules.items())]
    """, """
        def named_parameters(module, prefix=''):
            found = {}
            start = prefix + '.' if prefix else ''
            def walk(module, start):
                for name, p in module._parameters.items():
                    if p is not None and all(p is not q for q in found.values()):
                        found[start + name] = p
                for name, child in module._modules.items():
                    walk(child, start + name + '.')
            walk(module, start)
            return found
    """],
    hints=["A module is asked for two things: what it owns itself, and which modules it owns.",
           "module._parameters.items() first; then, for every name, child in module._modules.items(), the same "
           "function again with the path to the child as its prefix.",
           "path = f\"{prefix}.{name}\" if prefix else name. Skip None. Against twice: keep a dict {id(p): (path, p)}, "
           "and either hand it on as a third argument, or ask of each pair that comes back whether its id was met."])


NEAR = 0.03                              # how far a measured spread or share may lie from the one that is meant


def snapped(value, meant):
    """Return the first of the meant numbers that a measured one comes near to; else the measured one."""
    return next((m for m in meant if abs(value - m) <= NEAR * abs(m)), value)


def filled(answer, inputs):
    """Weights of fives (or `before`) when an answer is done, what came back, and whether the first is still a leaf.

    Two are of the shape that is asked for, and a few of a single row of two.
    """
    w, other = (Parameter(inputs.get("before", 5.0) * ones(*inputs["shape"])) for _ in range(2))
    pairs = [Parameter(5 * ones(1, 2)) for _ in range(4)]
    manual_seed(0)
    came = answer(w)
    for each in (other, *pairs):
        answer(each)
    back = "" if came is w else "nothing comes back" if came is None else "something else comes back"
    return w.array, other.array, back, w.requires_grad and w.is_leaf, [each.array for each in pairs]


def spread_of(shown, inputs):
    """Say what was done to a weight of fives, twice, in words that hold whatever was drawn."""
    (outputs, fan_in), (weight, other, back, leaf, pairs) = inputs["shape"], shown
    values = weight.ravel()
    if weight.shape != (outputs, fan_in) or values.dtype.kind != "f":
        return "no weight"
    std = snapped(values.std(), [(2 / fan_in) ** 0.5, (2 / outputs) ** 0.5, 2 / fan_in, (1 / fan_in) ** 0.5,
                                 (2 / 3 / fan_in) ** 0.5, (2 / (fan_in + outputs)) ** 0.5])
    tails = [(side * (values - values.mean()) > 2 * values.std()).mean() for side in (-1, 1)]
    held = [str(back), "" if leaf is True else "no leaf that wants a gradient",
            "" if (values != 5).any() else "as it was"]
    return (float(f"{std:.3g}"), "0" if abs(values.mean()) <= 0.05 * values.std() else f"{values.mean():.3g}",
            "all the same" if not values.std() else "even" if abs(values - values.mean()).max() < 1.74 * values.std()
            else "no bell" if not all(0.015 < tail < 0.031 for tail in tails)
            else "a bell" if (abs(values - values.mean()) > 3.2 * values.std()).any() else "a bell that is cut off",
            "repeat" if len(np.unique(np.abs(values))) < 0.9 * values.size else "the same at each call"
            if np.array_equal(weight, other) else "bound to each other" if bound(pairs) else "each its own",
            ", ".join(filter(None, held)) or "filled, and given back")


def bound(pairs):
    """Whether small weights have all the same mean or standard deviation, which numbers drawn on their own have not."""
    return any(np.ptp([of(pair) for pair in pairs]) < 1e-6 for of in (np.mean, np.std))


def repeats(answer):
    """Whether one row or column is drawn for a whole weight."""
    w = Parameter(ones(20, 10))
    answer(w)
    rows = w.array
    return bool(rows.std() > 0 and ((rows == rows[0]).all() or (rows == rows[:, :1]).all()))


def kaiming_normal_(w):
    std = (2 / w.shape[1]) ** 0.5
    with mt.no_grad():
        return w.copy_(mt.randn(*w.shape) * std)


Exercise("3.3", kaiming_normal_, difficulty=2, points=3,
    changes=("w",), piece=lambda: init.kaiming_normal_, adapt=relu_layers,
    run=Halves(filled, spread_of), results=("standard deviation", "mean", "form", "numbers", "w"),
    cases=[Case("100 outputs of 800 inputs", shape=(100, 800)), Case("300 outputs of 200 inputs", shape=(300, 200)),
           Case("2000 outputs of 4 inputs", shape=(2000, 4)),
           Case("nan before", shape=(100, 800), before=float("nan"))],
    wrong=[
        Wrong("fan out", "It was the number of outputs that was counted. What a unit adds up are its inputs: weight is "
              "(outputs, inputs), so w.shape[1].", {"w.shape[1]": "w.shape[0]"}),
        Wrong("variance", "2 / fan_in is the variance, the square of the standard deviation. The numbers are to be "
              "stretched by its root.", {" ** 0.5": ""}),
        Wrong("gain 1", "The variance 1 / fan_in would do without relu. Relu silences half of the signal at every "
              "layer, and 20 layers leave a thousandth of it: the 2 makes up for it.", {"2 / w": "1 / w"}),
        Wrong("standardised", "What was drawn was brought to mean 0 or standard deviation 1 once more. Then the "
              "numbers hang on each other, in a small weight most of all: draw each on its own, and leave it so.",
              {"    with mt": "    draw = mt.randn(*w.shape)\n    with mt",
               "mt.randn(*w.shape) * std": "draw / draw.std() * std"}, """
            draw = mt.randn(*w.shape)
            with mt.no_grad():
                w.copy_((draw - draw.mean()) / draw.std() * (2 / w.shape[1]) ** 0.5)
            return w
        """, """
            draw = mt.randn(*w.shape)
            with mt.no_grad():
                w.copy_((draw - draw.mean()) * (2 / w.shape[1]) ** 0.5)
            return w
        """),
        Wrong("constant", "Every weight is the same number, so all units of a layer compute the same, get the same "
              "gradient and stay twins for ever. Draw each weight anew.",
              {"mt.randn(*w.shape) * std": "mt.full(w.shape, std)"}),
        Wrong("rebound", "The weight that was passed in is as it was. `w = …` gives the name to a new tensor, and a "
              "clone is another one: write into w itself. The function's name ends in _ for that reason.",
              "return mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5",
              "w = mt.randn(*w.shape) * (2 / w.shape[1]) ** 0.5"),
        Wrong("not returned", "w is filled as it should be, but nothing comes back: return w as well, so that calls "
              "can be nested.", {"return w.copy_": "w.copy_"}),
        Wrong("times 0", "What stood in w before still counts: 0 times nan, or inf, is nan. Replace it: w.copy_(…).",
              {"mt.randn(*w.shape) * std": "w * 0 + mt.randn(*w.shape) * std"}, example="nan before"),
        Wrong("added on", "The random numbers were added to what stood in w before. Here w held 5 everywhere; replace "
              "it: copy_, not +=.", {"return w.copy_(": "return w.add_("}),
        Wrong("whole division", "2 // fan_in divides to whole numbers, which gives 0: all weights are 0. Write /.",
              {"2 / w": "2 // w"}),
        Wrong("one row for all", "One row (or column) was drawn and repeated. Units with the same weights compute the "
              "same and get the same gradient: draw every number by itself.",
              {"mt.randn(*w.shape)": "mt.randn(w.shape[1])"}, {"mt.randn(*w.shape)": "mt.randn(w.shape[0], 1)"},
              probe=repeats),
        Wrong("the same each call", "Two weights of the same shape got the same numbers: a generator is made anew from "
              "one seed at each call. Layers should begin differently: leave the seed out.",
              {"mt.randn(*w.shape)": "mt.tensor(np.random.default_rng(0).standard_normal(tuple(w.shape)))"}),
        Wrong("both sides", "The variance is 2 / (inputs + outputs), which is Xavier's. Here only the inputs count: 2 "
              "/ fan_in.", {"w.shape[1]": "sum(w.shape)"}),
        Wrong("frozen", "w wants no gradient afterwards, so it would never be trained. Do not switch requires_grad "
              "off; write under mt.no_grad().", {"    with mt": "    w.requires_grad_(False)\n    with mt"}),
        Wrong("recorded", "w is a leaf that wants a gradient, and writing into it would be recorded as a part of the "
              "network. Put the line under mt.no_grad().", {"    with mt.no_grad():\n        return": "    return"}),
        Wrong("cut off", "No number lies far from 0: the bell is cut off at its sides. A normal distribution has a few "
              "far out: leave them as they are drawn.",
              {"mt.randn(*w.shape) * std": "mt.randn(*w.shape).clamp(-3, 3) * std"},
              {"mt.randn(*w.shape) * std": "mt.randn(*w.shape).clamp(-2.5, 2.5) * std"}),
        Wrong("even", "The standard deviation is right, but the numbers are spread evenly between two bounds, and none "
              "lies beyond. A normal distribution is asked for: mt.randn, not mt.rand.",
              {"w.copy_(mt.randn(*w.shape) * std)": "w.uniform_(-std * 3 ** 0.5, std * 3 ** 0.5)"}),
        Wrong("uniform", "The numbers are spread evenly between −std and std. That is no bell, and its standard "
              "deviation is smaller: std / √3.", {"w.copy_(mt.randn(*w.shape) * std)": "w.uniform_(-std, std)"}),
    ],
    others=[{"w.copy_(mt.randn(*w.shape) * std)": "w.normal_(0, std)"}, """
        outputs, inputs = w.shape
        w.data[:] = mt.randn(outputs, inputs) * mt.tensor(2 / inputs).sqrt()
        return w
    """],
    hints=["A unit adds up fan_in products. Variances add up too: how large may each weight's be, if the sum is to be "
           "as large as what came in, and half of it is silenced?",
           "std = (2 / fan_in) ** 0.5, and fan_in is w.shape[1].",
           "with mt.no_grad(): w.copy_(mt.randn(*w.shape) * std), or w.normal_(0, std). Then return w."])


def caps(answer):
    """Whether what is right for small surprises stays small for large ones."""
    usual, large = (float(answer(case["input"].clone(), case["target"].clone())) for case in (ONE, WRONG))
    return abs(usual - 0.1269) < 1e-3 and 5 < large < 900


def row_max(x):
    return x.amax(dim=1, keepdim=True)


ONE = {"input": floats([[2.0, 0.0]]), "target": tensor([0])}
TWO = {"input": floats([[2.0, 0.0], [0.0, 2.0]]), "target": tensor([0, 1])}
LARGE = {"input": floats([[1000.0, 0.0]]), "target": tensor([0])}
WRONG = {"input": floats([[1000.0, 0.0]]), "target": tensor([1])}
UNEQUAL = {"input": floats([[1000.0, 0.0], [0.0, 0.0]]), "target": tensor([0, 1])}
THREE = {"input": floats([[1.0, -2.0, 0.5], [0.0, 3.0, -1.0]]), "target": tensor([2, 0])}
BELOW_ZERO = {"input": floats([[-1000.0, -1001.0]]), "target": tensor([0])}
FOUR = {"input": floats([[1.0, 1.0, -2.0], [0.5, 3.0, -1.0], [4.0, 0.0, 2.0], [0.0, 0.0, 0.0]]),
        "target": tensor([2, 2, 0, 1])}
TWELVE = {"input": floats([[i % 5 - 2.0, i / 4, 1.0 - i % 3] for i in range(12)]),
          "target": tensor([i * i % 3 for i in range(12)])}
HUGE = {"input": floats([[1e30, 0.0, -1e30]]), "target": tensor([2])}


def cross_entropy(input, target):
    input = input - input.amax(dim=1, keepdim=True)            # e⁰ is the largest now
    logs = input - input.exp().sum(dim=1, keepdim=True).log()
    return -logs[mt.arange(len(target)), target].mean()


Exercise("3.4", cross_entropy, difficulty=3, points=4, piece=lambda: F.cross_entropy, adapt=rows_of_scores,
    run=gradients_of("input"), results=("loss", "gradient of input"),
    aliases=lambda: [losses.cross_entropy, losses.mean_negative_log_likelihood],
    cases=[Case("two scores", **ONE), Case("two rows", **TWO), Case("a large score", **LARGE),
           Case("a large surprise", **WRONG), Case("a large row above a small one", **UNEQUAL),
           Case("three classes", **THREE), Case("scores far below 0", **BELOW_ZERO), Case("four rows", **FOUR),
           Case("huge scores", **HUGE), Case("twelve rows", **TWELVE)],
    wrong=[
        Wrong("overflow", "e¹⁰⁰⁰ is more than any float can hold: inf / inf is nan. Only differences between scores "
              "count, so take the row's largest away first: e⁰ is the largest then.",
              {"    input = input - input.amax(dim=1, keepdim=True)\n": ""}, """
            p = input.exp() / input.exp().sum(dim=1, keepdim=True)
            return -p[mt.arange(len(target)), target].log().mean()
        """, example="a large score"),
        Wrong("global max", "The largest score of the whole batch was taken away from every row. Beside a row of a "
              "thousand the other becomes e⁻¹⁰⁰⁰, which is 0, and the logarithm of 0 is −inf. Each row has a largest "
              "of its own.",
              *({"input.amax(dim=1, keepdim=True)": f"{given}.max()"} for given in ("input", "input.detach()")),
              example="a large row above a small one"),
        Wrong("log of softmax", "The row's largest was taken away, and still a probability of 0 met the logarithm. Do "
              "not divide first: log(eˣ / Σ) is x − log Σ, which takes no logarithm of a single eˣ, and Σ ≥ 1.",
              {"input - input.exp().sum(dim=1, keepdim=True).log()": "mt.softmax(input, dim=1).log()"},
              {"logs = input - input.exp().sum(dim=1, keepdim=True).log()":
               "p = input.exp() / input.exp().sum(dim=1, keepdim=True)",
               "logs[mt.arange(len(target)), target]": "p[mt.arange(len(target)), target].log()"},
              example="a large surprise"),
        Wrong("keepdim forgotten", "sum(dim=1) and amax(dim=1) leave (rows,), and a row of numbers is laid along the "
              "columns. keepdim=True leaves (rows, 1): one number beside each row.",
              {"sum(dim=1, keepdim=True)": "sum(dim=1)"}, {"amax(dim=1, keepdim=True)": "amax(dim=1)"},
              {"dim=1, keepdim=True": "dim=1"}, example="three classes"),
        Wrong("over everything", "Σ runs over one row, not over the batch: sum(dim=1, keepdim=True). With a single row "
              "both are the same.", {"sum(dim=1, keepdim=True)": "sum()"},
              {"sum(dim=1, keepdim=True)": "sum()", "amax(dim=1, keepdim=True)": "max()"}, example="two rows"),
        Wrong("capped", "A surprise of 1000 comes out smaller: something sets a limit, such as a small number added "
              "inside the logarithm, or a clamp. There the gradient is 0 too, and nothing is learnt. log p is the "
              "score − log Σ: that needs no limit.",
              "return -(mt.softmax(input, dim=1)[mt.arange(len(target)), target] + 1e-12).log().mean()",
              "p = mt.softmax(input, dim=1).clamp(min=1e-9)\nreturn -p[mt.arange(len(target)), target].log().mean()",
              probe=caps, example="a large surprise"),
        Wrong("first row", "Only the first row is looked at, for every target: logs[rows, target], a row for each.",
              {"mt.arange(len(target))": "0"}),
        Wrong("no logarithm", "Minus the probability itself was taken. Surprise is minus its logarithm: it grows "
              "without end as the probability goes to 0.",
              "return -mt.softmax(input, dim=1)[mt.arange(len(target)), target].mean()"),
        Wrong("no mean", "One surprise for each row came back. A loss is one number: their mean.",
              {"target].mean()": "target]"}),
        Wrong("shifted in one place", "The row's largest was taken away inside Σ, but not from the right score: the "
              "two no longer belong together. Take it away from both, or add it back after the logarithm.",
              {"input = input - input.amax(dim=1, keepdim=True)":
               "shifted = input - input.amax(dim=1, keepdim=True)", "input.exp()": "shifted.exp()"}),
        Wrong("softmax twice", "Softmax was applied to what already came out of softmax. Probabilities lie between 0 "
              "and 1, so as scores they hardly differ: the loss can never come near 0.",
              {"    input = ": "    input = mt.softmax(input, dim=1)\n    input = "}),
        Wrong("every row, every target", "[:, target] takes for every row the targets of all rows: a whole matrix. One "
              "number a row is wanted: index with the row's number and its target together.",
              {"mt.arange(len(target))": ":"}, example="two rows"),
        Wrong("sum", "The surprises were added up. With their mean the loss, and the step, do not depend on how many "
              "examples happen to be in the batch.", {"mean()": "sum()"}, example="two rows"),
        Wrong("divided by classes too", "The sum was divided by all scores, rows times classes. Each row has one "
              "surprise: divide by the number of rows.",
              {"logs[mt.arange(len(target)), target].mean()": "(logs * mt.eye(input.shape[1])[target]).mean()"},
              example="two scores"),
        Wrong("down the batch", "The scores were weighed against those of other examples (dim=0). Classes compete "
              "within a row: dim=1. With a single row each score is then alone, and never a surprise: 0.",
              {"dim=1": "dim=0"}, {"sum(dim=1": "sum(dim=0"}, example="two scores"),
        Wrong("sign", "The logarithm of a probability is negative, and this loss falls as the network gets worse. "
              "Surprise is minus the logarithm.", {"-logs": "logs"}),
    ],
    others=["""
        total = 0
        for row, right in zip(input, target):
            top = row.max()
            total = total + top + (row - top).exp().sum().log() - row[right]
        return total / len(target)
    """, {"input.exp().sum(dim=1, keepdim=True).log()": "mt.logsumexp(input, dim=1, keepdim=True)",
          "logs[mt.arange(len(target)), target].mean()":
          "(logs * mt.eye(input.shape[1])[target]).sum() / len(target)"}],
    hints=["For one row: the probability of class c is e^x[c] / Σ e^x, and its logarithm is x[c] − log Σ e^x.",
           "Take away each row's own largest score first: input.amax(dim=1, keepdim=True).",
           "logs = shifted − shifted.exp().sum(dim=1, keepdim=True).log(); then minus the mean of "
           "logs[mt.arange(len(target)), target]."])


def share(dropped):
    """Say the share of what is dropped: a usual one as nearly as so many draws can tell."""
    value, near = dropped.mean(), max(0.02, 2.5 / dropped.size ** 0.5)
    return f"{next((m for m in (0.25, 0.5, 0.6, 0.75, 0.4) if abs(value - m) < near), value):.3g}"


def numbers_to_drop(inputs):
    """Numbers other than 0."""
    return np.resize([1.0, 2.0, -3.0, 0.5], inputs.get("shape", (100, 200)))


def dropped(answer, inputs):
    """Return what comes out of an answer, twice, and the gradient that comes back."""
    x = floats(numbers_to_drop(inputs)).requires_grad_()
    manual_seed(0)
    out, again = (answer(x, inputs["p"], inputs["training"]) for _ in range(2))
    if isinstance(out, Tensor) and out.requires_grad:
        out.sum().backward()
    return out, again, x.grad


def factors_of(shown, inputs):
    """Say what was done to each number, in words that hold whatever was drawn."""
    p, training, numbers = inputs["p"], inputs["training"], numbers_to_drop(inputs)
    out, again, grad = shown
    if out is None:
        return None
    first, second = np.array(out), np.array(again)
    if first.shape != numbers.shape:
        return f"the shape {first.shape}"
    first, second = first / numbers, second / numbers
    grad = np.zeros(first.shape) if grad is None else grad
    kept = np.unique(first[first != 0].round(4)).tolist()
    drawn = "nothing to draw"
    if training and 0 < p < 1:
        along = [name for name, axis in (("rows alike", 0), ("columns alike", -1))
                 if first.ndim > 1 and np.allclose(first, first.take([0], axis))]
        if not along and np.allclose(first[..., ::2], first[..., 1::2]):
            along = ["for two neighbours at once"]
        drawn = ", ".join(along or ["for every number"]) + (
            ", each call the same" if (first == second).all() else ", at each call") + (
            ", exactly that share" if all(abs((of == 0).sum() - p * of.size) < 1 for of in (first, second)) else "")
    return (share(first == 0), ", ".join(f"x · {k:.4g}" for k in kept[:3]) or "none", drawn,
            "the same factors" if np.allclose(grad, first, equal_nan=True) else "none, or other factors")


def zeros_in(answer, p, training):
    """Return the share of zeros that an answer leaves."""
    return float((answer(ones(200, 100), p, training) == 0).float().mean())


def keeps_p(answer):
    """Whether p is the share that stays."""
    return all(abs(zeros_in(answer, p, True) - (1 - p)) < 0.05 for p in (0.1, 0.25, 0.8))


def divides_by_zero(answer):
    """Whether it breaks where everything is dropped."""
    try:
        return not np.isfinite(np.array(answer(ones(200, 100), 1.0, True))).all()
    except ZeroDivisionError:
        return True


def dropout(x, p, training):
    if not training:
        return x
    kept = mt.rand(*x.shape) >= p
    return x * kept / (1 - p) if p < 1 else x * 0


Exercise("3.5", dropout, difficulty=1, points=2, piece=lambda: F.dropout, adapt=out_of_place,
    run=Halves(dropped, factors_of), results=("share of 0", "the others", "chance", "gradient"),
    aliases=lambda: [drops.dropout],
    cases=[Case("a quarter dropped", p=0.25, training=True), Case("in use", p=0.25, training=False),
           Case("six in ten dropped", p=0.6, training=True), Case("nothing dropped", p=0.0, training=True),
           Case("everything dropped", p=1.0, training=True),
           Case("one dimension", p=0.5, training=True, shape=(1000,)),
           Case("three dimensions", p=0.25, training=True, shape=(10, 20, 50))],
    wrong=[
        Wrong("unscaled", "A quarter is gone and the rest is as it was, so the sum is a quarter smaller than the next "
              "layer will meet in use. What is kept is divided by 1 − p.", {" / (1 - p) if p < 1 else x * 0": ""},
              example="a quarter dropped"),
        Wrong("nothing dropped", "Nothing is dropped in training either.", "return x"),
        Wrong("exactly that share", "Exactly a share of p is dropped in every call. Each number is to have its own "
              "luck: draw one for each, mt.rand(*x.shape), and compare it with p.", {"mt.rand(*x.shape)":
              "(mt.randperm(x.numel()).double() / x.numel()).reshape(x.shape)"}),
        Wrong("normal draw", "mt.randn draws from a normal distribution: it is below p more often than a share of p. "
              "mt.rand draws from 0 to 1.", {"mt.rand(": "mt.randn("}),
        Wrong("all or nothing", "One number decides for all of x: everything goes, or nothing. Draw one for each.",
              {"*x.shape": "1"}),
        Wrong("x at p = 1", "With p = 1 x comes back as it is: everything should be 0.", {"x * 0": "x"}),
        Wrong("p keeps", "p is the share that stays here. It is the share that is dropped.", {">= p": "< p"},
              probe=keeps_p, example="a quarter dropped"),
        Wrong("live in eval", "It drops in use too: the same image is read differently each time. Where training is "
              "False, x passes as it is.", {"    if not training:\n        return x\n": ""},
              probe=lambda answer: 0.2 < zeros_in(answer, 0.25, False) < 0.3, example="in use"),
        Wrong("scales in eval", "In use x was made smaller. There are two ways to balance the sums, and libraries took "
              "this one: enlarge what is kept in training, then leave x alone in use.",
              {"return x\n": "return x * (1 - p)\n", " / (1 - p) if p < 1 else x * 0": ""},
              {"return x\n": "return x * (1 - p)\n"}, example="in use"),
        Wrong("rows identical", "One mask serves all rows: every example loses the same features, and nothing averages "
              "out. Draw a number for every element of x.", {"*x.shape": "x.shape[-1]"}, example="a quarter dropped"),
        Wrong("whole rows", "Whole rows are dropped or kept: some examples vanish, the others lose nothing. Draw a "
              "number for every element of x.", {"*x.shape": "*x.shape[:-1], 1"},
              {"*x.shape": "x.shape[0], *[1] * (x.ndim - 1)"}, example="a quarter dropped"),
        Wrong("reseeded", "Each call starts the random numbers anew, so it always drops the same elements: those never "
              "learn. Seed once, outside.", {"    kept": "    mt.manual_seed(0)\n    kept"},
              example="a quarter dropped"),
        Wrong("the same mask", "Two calls drop the same elements: a mask is kept from the first call, or numbers are "
              "drawn anew from one seed. Those elements never learn. Draw at every call, without a seed.",
              {"mt.rand(*x.shape)": "mt.tensor(np.random.default_rng(0).random(tuple(x.shape)))"}),
        Wrong("no chance", "Nothing is drawn: what is dropped depends on x itself, and small numbers always go. "
              "Compare p with a random number for each element, mt.rand(*x.shape).", {"mt.rand(*x.shape)": "x"}),
        Wrong("divided by p", "What is kept is divided by p. Kept is a share of 1 − p, so it is divided by that.",
              {"/ (1 - p) if p < 1": "/ p if 0 < p < 1"}, {"/ (1 - p) if p < 1 else x * 0": "/ p"},
              {"/ (1 - p) if p < 1 else x * 0": "/ p if p else x"}, example="a quarter dropped"),
        Wrong("times 1 − p", "What is kept is multiplied by 1 − p: it becomes smaller still. Divide, so that the sum "
              "stays as it was on average.", {"/ (1 - p) if p < 1 else x * 0": "* (1 - p)"},
              example="a quarter dropped"),
        Wrong("no way back", "The numbers are right, but not the gradient of x: .detach(), .numpy() and mt.tensor(…) "
              "cut it off. Multiply x itself, the Tensor, by the mask.",
              {"return x * kept": "return x.detach() * kept"}),
        Wrong("p = 1", "Where everything is dropped, 1 / (1 − p) is 1 / 0, and 0 · ∞ is nan. Nothing is left, so the "
              "answer is 0.", {" if p < 1 else x * 0": ""}, probe=divides_by_zero, example="everything dropped"),
    ],
    others=["""
        if training:
            mask = (mt.rand(x.shape) > p).float()
            x = x * mask / max(1 - p, 1e-9)
        return x
    """, """
        if not training or p == 0:
            return x
        if p == 1:
            return mt.zeros_like(x)
        return mt.where(mt.rand_like(x) < p, mt.zeros_like(x), x / (1 - p))
    """],
    hints=["mt.rand(*x.shape) gives a number between 0 and 1 for every element. What share of them is below p?",
           "A mask of True and False times x; then divided by 1 − p, so that the sum stays as it was on average.",
           "return x as it is where training is False; zeros where p is 1; x * (mt.rand(*x.shape) >= p) / (1 - p)."])


def normalised(answer, inputs):
    """Return what comes out, what is remembered then, and the slopes of x's elements (weighed 1, 2, 3, …)."""
    x, mean, var = (inputs[name] for name in ("x", "running_mean", "running_var"))
    x = x.requires_grad_()
    out = answer(x, mean, var, inputs["training"], inputs.get("momentum", 0.1), inputs.get("eps", 1e-5))
    weights = floats([[float(1 + i * x.shape[1] + j) for j in range(x.shape[1])] for i in range(x.shape[0])])
    if out is None:
        return None
    if isinstance(out, Tensor) and out.requires_grad:
        (out * weights * weights).sum().backward()
    return plain(out), mean.detach().numpy().copy(), var.detach().numpy().copy(), x.grad


def keeps_the_graph(answer):
    """Whether what is remembered drags the graphs of all batches along."""
    x, mean, var = floats([[0.0], [2.0]]).requires_grad_(), floats([0.0]), floats([1.0])
    answer(x, mean, var, True, 0.1, 1e-5)
    return mean.requires_grad or var.requires_grad


def drawn_batch(rng):
    return {"x": rng.integers(-9, 9, (4, 2)) / 4, "mean": rng.integers(-9, 9, 2) / 4}


def remembered(answer, inputs):
    """Return the mean that is remembered after a batch, and whether what is remembered wants a gradient."""
    x, mean, var = floats(inputs["x"]).requires_grad_(), floats(inputs["mean"]), floats([1.0, 1.0])
    answer(x, mean, var, True, 0.5, 1e-5)
    return mean, mean.requires_grad or var.requires_grad


def without_a_graph(shown, inputs):
    if not same(shown[0], (inputs["mean"] + inputs["x"].mean(axis=0)) / 2, 1e-6):
        return "What is remembered of a batch is another than in the cases."
    return None if shown[1] is False else "What is remembered should want no gradient."


def start():
    return {"running_mean": floats([0.0]), "running_var": floats([1.0])}


PAIR = {"x": floats([[0.0], [2.0]]), **start(), "training": True}
SINGLE = {"x": floats([[3.0]]), "running_mean": floats([1.0]), "running_var": floats([4.0]), "training": False}
LEVEL = {"x": floats([[5.0], [5.0]]), **start(), "training": True}
TABLE = {"x": floats([[1.0, -2.0], [3.0, 0.5], [-1.0, 4.0], [0.0, 1.0]]), "running_mean": floats([1.0, -1.0]),
         "running_var": floats([2.0, 0.5])}


def batch_norm(x, running_mean, running_var, training, momentum=0.1, eps=1e-5):
    if training:
        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)
        with mt.no_grad():
            running_mean.copy_((1 - momentum) * running_mean + momentum * mean)
            running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))
    else:
        mean, var = running_mean, running_var
    return (x - mean) / (var + eps) ** 0.5


Exercise("3.6", batch_norm, difficulty=3, points=4,
    changes=("running_mean", "running_var"), piece=lambda: F.batch_norm, adapt=any_channels, run=normalised,
    aliases=lambda: [norms.batch_norm, norms.normalise],
    results=("out", "running_mean", "running_var", "gradient of x"),
    cases=[Case("two rows", **PAIR), Case("one row, in use", **SINGLE), Case("all the same", **LEVEL),
           Case("two features", **TABLE, training=True), Case("two features, in use", **TABLE, training=False),
           Case("another momentum and eps", **TABLE, training=True, momentum=0.3, eps=0.1),
           Case("in use, another eps", **TABLE, training=False, eps=0.1),
           Case("three features", x=floats([[1.0, -2.0, 5.0], [3.0, 0.5, -1.0]]), running_mean=floats([0.0, 1.0, 2.0]),
                running_var=floats([1.0, 2.0, 0.5]), training=True),
           Case("in use, far from what is remembered", x=floats([[1e6, -40.0]]), running_mean=floats([0.0, 1.0]),
                running_var=floats([1.0, 2.0]), training=False),
           Case("nothing of the batch remembered", **TABLE, training=True, momentum=0.0),
           Case("far from 0", x=floats([[1e6, -1e6], [1e6 + 1, 4 - 1e6], [1e6 + 2, 1 - 1e6]]),
                running_mean=floats([1e6, 0.0]), running_var=floats([1.0, 2.0]), training=True)],
    wrong=[
        Wrong("squares cancel", "The variance is the mean of the squares minus the square of the mean. Far from 0 "
              "these are two large numbers that hardly differ, and their difference is rounding. Take the mean first: "
              "the mean of (x − mean)².", {"x.var(dim=0, correction=0)": "(x ** 2).mean(dim=0) - x.mean(dim=0) ** 2"},
              {"x.var(dim=0, correction=0)": "(x ** 2).mean(dim=0) - x.mean(dim=0) ** 2", "momentum * x.var(dim=0)":
               "momentum * var * len(x) / (len(x) - 1)"}, example="far from 0"),
        Wrong("ddof=1", "Divided by the standard deviation for a sample, with n − 1: two rows become ±0.71. Here the "
              "batch is all there is: the mean of the squared distances (correction=0).",
              {"x.var(dim=0, correction=0)": "x.var(dim=0)"}),
        Wrong("by row", "Each row was brought to mean 0, over its features. Batch norm looks down the columns: one "
              "feature, all examples, dim=0. (By rows it is layer norm.)",
              {"x.mean(dim=0), x.var(dim=0, correction=0)":
               "x.mean(dim=1, keepdim=True), x.var(dim=1, correction=0, keepdim=True)", "momentum * mean":
               "momentum * x.mean(dim=0)"}),
        Wrong("eval on batch", "In use the batch's own mean and variance were taken: a single row becomes 0, whatever "
              "it holds, and an answer depends on who else is in the batch. Take what was remembered.",
              {"mean, var = running_mean, running_var": "mean, var = x.mean(dim=0), x.var(dim=0, correction=0)"},
              example="one row, in use"),
        Wrong("biased memory", "The running variance was fed with the batch's own (divided by n). What is remembered "
              "stands for all data, of which a batch is a sample: divide by n − 1, as x.var(dim=0) does by itself.",
              {"momentum * x.var(dim=0)": "momentum * var"}),
        Wrong("momentum reversed", "A tenth of the old was kept and nine tenths of the new came in: what is remembered "
              "jumps with every batch. momentum is the share of the new.",
              {"(1 - momentum) * running": "momentum * running", "+ momentum * mean": "+ (1 - momentum) * mean",
               "+ momentum * x.var": "+ (1 - momentum) * x.var"}),
        Wrong("no eps", "Where a feature is the same in all rows its variance is 0, and 0 / 0 is nan. A little eps is "
              "added to the variance, under the root.", {"(var + eps)": "var"}, example="all the same"),
        Wrong("eps as a bound", "eps was taken for the least spread. It is added to the variance, under the root: at "
              "variance 0 a root alone has an infinite slope.", {"(var + eps) ** 0.5": "(var ** 0.5).clamp(min=eps)"},
              {"(var + eps) ** 0.5": "var.sqrt().clamp(min=eps)"}, example="all the same"),
        Wrong("modes exchanged", "In training the remembered ones were used, and in use the batch's own: the two "
              "branches stand the other way round.", {"if training:": "if not training:"}),
        Wrong("no root", "It was divided by the variance. The spread is its root: (var + eps) ** 0.5. Where the "
              "variance is 1 both are the same.", {"(var + eps) ** 0.5": "(var + eps)"},
              example="another momentum and eps"),
        Wrong("remembered used at once", "In training the remembered mean and variance were used. They lag behind: "
              "while it learns, batch norm takes those of the batch itself, and only remembers for later.",
              {"    return (x": "    return (x - running_mean) / (running_var + eps) ** 0.5\n    return (x"},
              {"    return (x": "    return (x - mean) / (running_var + eps) ** 0.5\n    return (x"},
              {"    if training:": "    old = running_mean.clone(), running_var.clone()\n    if training:",
               "    return (x": "    mean, var = old\n    return (x"}),
        Wrong("eps outside", "eps belongs under the root: (var + eps).sqrt(). Behind it, it is added to the deviation "
              "itself, which is as good as no change until eps is large.", {"(var + eps) ** 0.5": "(var.sqrt() + eps)"},
              example=Case(**PAIR, eps=1.0)),
        Wrong("eps stands fast", "eps is 0.1 in some cases; your 1e-5 stands fast. Use the argument.",
              {"+ eps": "+ 1e-5"}),
        Wrong("undivided", "The mean is subtracted, and nothing is divided by the standard deviation.",
              {" / (var + eps) ** 0.5": ""}),
        Wrong("momentum stands fast", "momentum is 0.3 here; your 0.9 and 0.1 stand fast. Write 1 − momentum and "
              "momentum.", {"(1 - momentum)": "0.9", "momentum *": "0.1 *"}, example=Case(**PAIR, momentum=0.3)),
        Wrong("one mean for all", "One mean was taken over the whole matrix. Each feature has a middle and a spread of "
              "its own: one mean a column, dim=0.", {"dim=0, ": "", "dim=0": ""}, example="two features"),
        Wrong("not remembered", "running_mean and running_var are as they were: nothing was learnt for later use. "
              "Assigning to their names makes new tensors; write into the ones that were passed in.",
              {"running_mean.copy_((1 - momentum) * running_mean + momentum * mean)":
               "running_mean = (1 - momentum) * running_mean + momentum * mean",
               "running_var.copy_((1 - momentum) * running_var + momentum * x.var(dim=0))":
               "running_var = (1 - momentum) * running_var + momentum * x.var(dim=0)"}),
        Wrong("remembers in eval", "In use it goes on remembering, so that looking at test data changes the network. "
              "Only training may write.",
              {"    if training:\n": "", "        mean, var = x": "    mean, var = x", "        with": "    with",
               "            running": "        running", "    else:\n": "    if not training:\n"},
              {"    if training:": "    old = running_mean.clone(), running_var.clone()\n    if True:",
               "    else:\n        mean, var = running_mean, running_var":
               "    if not training:\n        mean, var = old"}, example="two features, in use"),
        Wrong("constants", "What comes out is right, but mean and variance were taken off the tape (detached, or under "
              "no_grad). They move when x moves, and the slopes have to know.",
              {"        mean, var = x.mean(dim=0), x.var(dim=0, correction=0)\n        with mt.no_grad():\n":
               "        with mt.no_grad():\n            mean, var = x.mean(dim=0), x.var(dim=0, correction=0)\n"},
              example="two features"),
        Wrong("recorded memory", "What is remembered wants a gradient now: each batch was recorded into it, and the "
              "graphs of all batches would be kept. Write under mt.no_grad().",
              {"with mt.no_grad():": "with mt.enable_grad():"}, probe=keeps_the_graph),
    ],
    probes=[Law(drawn_batch, remembered, without_a_graph)],
    others=["""
        n = len(x)
        if not training:
            return (x - running_mean) * (running_var + eps).rsqrt()
        mean = x.sum(dim=0) / n
        var = ((x - mean) ** 2).sum(dim=0) / n
        running_mean.mul_(1 - momentum).add_(momentum * mean.detach())
        running_var.mul_(1 - momentum).add_(momentum * var.detach() * n / (n - 1))
        return (x - mean) / mt.sqrt(var + eps)
    """],
    hints=["Two questions: which mean and variance are used, and which are remembered? Without training nothing "
           "is remembered.",
           "In training x.mean(dim=0) and x.var(dim=0, correction=0) are used; remembered is x.var(dim=0). "
           "running_mean.copy_(…) writes in place.",
           "with mt.no_grad(): running_mean.copy_((1 - momentum) * running_mean + momentum * mean), the variance "
           "likewise; then (x - mean) / (var + eps) ** 0.5."])


SIDE, CHANNELS = 8, 8                    # of the digits; of FullBasicModel's convolution


def images(rng, count=3):
    """Noise of the digits' size, above and below 0."""
    return floats(rng.standard_normal((count, 1, SIDE, SIDE)).tolist())


def answers_of(Model, inputs):
    """Its parameters, what cross_entropy reads out of its answers, and which parameters the gradient reaches."""
    rng = np.random.default_rng(inputs["weights"])
    model, other = Model().double().train(inputs.get("mode") != "eval"), Model()
    names = [name + (" (shared by all models)" if any(p is q for q in other.parameters()) else "")
             for name, p in model.named_parameters()]
    with no_grad():
        for _, p in sorted(model.named_parameters()):
            p.copy_(floats((0.3 * rng.standard_normal(tuple(p.shape))).tolist()))
    model(images(rng, inputs["images"]))
    x = images(rng, inputs["images"]) * inputs.get("light", 1.0)
    before, scores = x.clone(), model(x)
    if scores is None:
        return None
    logs = F.log_softmax(scores, dim=1)
    if logs.requires_grad:
        logs[:, 0].sum().backward()
    reached = [name for name, p in model.named_parameters() if p.grad is not None and p.grad.any()]
    return names, logs.detach().numpy().round(6), reached, "as they were" if (x == before).all() else "changed"


def hides_its_layers(Model):
    """Whether layers are kept where no walk finds them."""
    return not list(Model().parameters())


class FullBasicModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, 3)
        self.fc = nn.Linear(8 * 6 * 6, 10)

    def forward(self, x):
        t1 = self.conv(x)
        t2 = nn.functional.relu(t1)
        t3 = self.fc(t2.flatten(1))               # t2: otherwise relu is not on the way
        return t3                                 # scores: the loss applies softmax


Exercise("3.7", FullBasicModel, difficulty=2, points=2, run=answers_of,
    results=("its parameters", "log softmax of what it gives", "parameters with a gradient", "the images"),
    cases=[Case("three images", weights=0, images=3), Case("a single one", weights=1, images=1),
           Case("in use", weights=2, images=3, mode="eval"),
           Case("many bright images", weights=3, images=12, light=100.0)],
    wrong=[
        Wrong("softmax in use", "In training scores come out, in use probabilities. cross_entropy applies softmax in "
              "use too, so the loss on unseen digits can never be small: scores in both modes.",
              {"return t3": "return t3 if self.training else nn.functional.softmax(t3, dim=1)"}, example="in use"),
        Wrong("as on the slide", "relu is not on the way: fc is given what comes out of conv (t1), not what comes out "
              "of relu (t2). Two layers without a bend between them are one layer. Nothing complains, for t1 and t2 "
              "have the same shape.",
              {"self.fc(t2": "self.fc(t1", "return t3": "return nn.functional.softmax(t3, dim=1)"},
              {"self.fc(t2": "self.fc(t1"},
              {"self.fc(t2": "self.fc(t1", "return t3": "return nn.functional.softmax(t3, dim=0)"}),
        Wrong("softmax stays", "The relu is in its place. But cross_entropy applies softmax itself (3.4), so the "
              "network should end in scores: with softmax twice, a sure answer still costs 1.46.",
              {"return t3": "return nn.functional.softmax(t3, dim=1)"}),
        Wrong("softmax down the batch", "dim=0 lets the images of a batch compete for each digit. Classes compete, "
              "dim=1; and cross_entropy does that itself.", {"return t3": "return nn.functional.softmax(t3, dim=0)"}),
        Wrong("relu at the end", "relu stands behind fc now: scores below 0 are silenced, and between the two layers "
              "there is still no bend.", {"self.fc(t2": "self.fc(t1", "return t3": "return nn.functional.relu(t3)"}),
        Wrong("relu in front", "relu stands in front of the convolution: it silences what is below 0 in the image, and "
              "between conv and fc there is still no bend.",
              {"self.conv(x)": "self.conv(nn.functional.relu(x))", "self.fc(t2": "self.fc(t1"}),
        Wrong("relu at both ends", "relu stands after conv, as it should, and once more after fc: scores below 0 are "
              "lost, and with them their gradient. Any number may come out.",
              {"return t3": "return nn.functional.relu(t3)"}),
        Wrong("sigmoid at the end", "A sigmoid at the end leaves only numbers between 0 and 1, so as scores they "
              "hardly differ. Any number may come out: return what fc gives.",
              {"return t3": "return nn.functional.sigmoid(t3)"}),
        Wrong("no way back", "What comes out is right, but the gradient reaches no parameter: the way back is cut (by "
              ".detach(), .numpy(), no_grad), so nothing would be learnt.", {"return t3": "return t3.detach()"}),
        Wrong("other names", "The layers have other names than conv and fc: what is saved and loaded goes by them.",
              {"self.conv": "self.conv1", "self.fc": "self.fc1"}, {"self.fc": "self.linear"}),
        Wrong("another bend", "Something else than relu stands between the two layers.",
              {"nn.functional.relu(t1)": "mt.tanh(t1)"}, {"nn.functional.relu(t1)": "mt.sigmoid(t1)"}),
        Wrong("a plain list", "parameters() is empty: layers are found only where they are assigned to self, or stand "
              "in an nn.ModuleList. In a Python list or dict, on the class, or made in forward, an optimiser would "
              "never move them.",
              {"self.conv = nn.Conv2d(1, 8, 3)": "self.layers = [nn.Conv2d(1, 8, 3), nn.Linear(8 * 6 * 6, 10)]",
               "        self.fc = nn.Linear(8 * 6 * 6, 10)\n": "", "self.conv(": "self.layers[0](", "self.fc(":
               "self.layers[1]("}, probe=hides_its_layers),
        Wrong("on the class", "A layer lies on the class: all models share it, and parameters() does not find it. "
              "Assign it to self in __init__.", {"self.conv": "FullBasicModel.conv"}, {"self.fc": "FullBasicModel.fc"},
              probe=layers_on_the_class),
    ],
    others=[{"t3 = self.fc(t2.flatten(1))\n        return t3": "return self.fc(t2.reshape(len(x), -1))"},
            {"return t3": "return nn.functional.log_softmax(t3, dim=1)"}],
    hints=["Follow the names: which of t1, t2, t3 is used how often?",
           "t2 is made and never read. And what does the loss do with what comes out of forward?",
           "t3 = self.fc(t2.flatten(1)), then return t3: scores, not probabilities."])


OTHERWISE = "right, by logarithms"


def exponentials(x, top, total, base=None):
    x = x - top(x)
    e = x.exp() if base is None else base ** x
    return e / total(e)


def row_sum(e):
    return e.sum(dim=1, keepdim=True)


def right(x):
    return library_softmax.function(x, dim=1)


def by_logarithms(x):
    x = x - row_max(x)
    return (x - row_sum(x.exp()).log()).exp()


def overflows(x):
    return exponentials(x, lambda x: 0.0, row_sum)


def columns(x):
    return exponentials(x, lambda x: x.amax(dim=0, keepdim=True), lambda e: e.sum(dim=0, keepdim=True))


def whole_matrix(x):
    return exponentials(x, lambda x: x.max(), lambda e: e.sum())


def powers_of_two(x):
    return exponentials(x, row_max, row_sum, base=2.0)


def edits_its_input(x):
    x -= row_max(x)
    return exponentials(x, lambda x: 0.0, row_sum)


def test_softmax(softmax):
    x = mt.tensor([[1000.0, 999.0, 0.0], [0.0, 1.0, 3.0]])
    before = x.clone()
    p = softmax(x)
    ratio = p[:, 0] / p[:, 1]                     # one more is e times as likely
    return bool(mt.allclose(p.sum(dim=1), mt.ones(2)) and mt.equal(x, before)
                and mt.allclose(ratio, mt.tensor([np.e, 1 / np.e])))


def raises(answer):
    """Whether a test fails an assert where a version is faulty, and says True where it is right."""
    try:
        return answer(by_logarithms) and answer(columns) is None
    except AssertionError:
        return True


Exercise("3.8", test_softmax, difficulty=2, points=2, no=(), right={"right": right, OTHERWISE: by_logarithms},
    refused="Three things to look at: floats are compared with mt.allclose, not with ==, and 2.718 is not e but "
            "np.e is; the textbook's formula gives nan for large scores; and is what you demand true of softmax?",
    wrong=[
        Wrong("asserts", "An assert that fails raises an error, where False is asked for: return the comparison "
              "itself, or `if not …: return False`.", """
            x = mt.tensor([[1000.0, 999.0, 0.0], [0.0, 1.0, 3.0]])
            before, p = x.clone(), softmax(x)
            assert mt.allclose(p.sum(dim=1), mt.ones(2)) and mt.equal(x, before)
            assert mt.allclose(p[:, 0] / p[:, 1], mt.tensor([np.e, 1 / np.e]))
            return True
        """, probe=raises),
        Wrong("overflows", "The version that overflows passes. Try scores like 1000; and as every comparison with nan "
              "is False, ask whether the law holds, not whether it is broken.", {"1000.0, 999.0": "1.0, 0.0"},
              accepts=overflows),
        Wrong("columns", "The version that divides by the sums of columns passes. Rows sum to 1. In a matrix like [[1, "
              "2], [2, 1]] columns do too: take another, and look at its rows.",
              {"dim=1), mt.ones(2)": "dim=0), mt.ones(3)", "1000.0, 999.0": "1.0, 0.0",
               " mt.allclose(ratio, mt.tensor([np.e, 1 / np.e]))": " (p > 0).all()"}, accepts=columns),
        Wrong("sum of all", "Your test wants all of the matrix to sum to 1. Its rows do, each: all of it sums to the "
              "number of rows.", {"p.sum(dim=1), mt.ones(2)": "p.sum(), mt.ones(())", "1000.0, 999.0": "1.0, 0.0"},
              probe=lambda answer: answer(lambda x: right(x) / len(x)) and not answer(right)),
        Wrong("whole matrix", "The version that divides by the sum of the whole matrix passes. With a single row that "
              "is the row's sum: give it two rows, and look at the sum of each.", """
            x = mt.tensor([[1000.0, 1001.0]])
            kept = x.clone()
            p = softmax(x)
            return bool(mt.allclose(p, mt.tensor([[0.26894, 0.73106]]), atol=1e-3) and mt.equal(x, kept))
        """, accepts=whole_matrix),
        Wrong("powers of two", "Powers of two pass: positive, summing to 1, and wrong. Work one probability out by "
              "hand, or look at the ratio of two: e for each unit of difference.",
              {"\n                and mt.allclose(ratio, mt.tensor([np.e, 1 / np.e]))": ""},
              {" and mt.equal(x, before)\n                and mt.allclose(ratio, mt.tensor([np.e, 1 / np.e]))": ""},
              accepts=powers_of_two),
        Wrong("edits its input", "The version that changes its input passes. Keep a clone of x before the call, and "
              "compare x itself with it afterwards; let no row's largest be 0, or taking it away changes nothing.",
              {" and mt.equal(x, before)": ""}, accepts=edits_its_input),
    ],
    others=["""
        x = mt.tensor([[0.0, 1.0, 3.0], [2.0, -1.0, 0.5]])
        kept = x.clone()
        p = softmax(x)
        if (x != kept).any():
            return False
        if not mt.allclose(p.sum(dim=1), mt.ones(2)):
            return False
        if abs(p[0, 1] / p[0, 0] - 2.71828) > 1e-3:
            return False
        return not softmax(mt.tensor([[1000.0, 999.0]])).isnan().any()
    """],
    hints=["What must hold of softmax, whatever the scores? Write down four laws.",
           "Rows sum to 1, for two different rows; [0, 1] gives ratio e; [1000, 0] gives [1, 0]; x is as it was.",
           "One matrix may do for several: p = softmax(x); mt.allclose(p.sum(dim=1), mt.ones(2)); and so on, joined by "
           "`and`."])

VERSIONS = {name: version for name, version in versions("3.8").items() if name != OTHERWISE}

# What lessons notice in a broken library: {words of the cells needed: {what is wrong: the code that plants it}}
FAULTS = {
    ("import bars, levels, tower", "noise, chance =", "size after 20 layers"): {
        "relu leaks a tenth": 'plant(registry["relu"].piece, lambda right: lambda xp, x: xp.maximum(x, 0.1 * x))',
        "3.2 untransposed": None,
    },
    ("import bars, levels, tower", "noise, chance =", "means = mt.stack("): {
        "3.2 bias forgotten": None,
    },
    ("import bars, levels, tower", '@exercise("3.2")', "class ParallelBlock(nn.Module):"): {
        "3.1 children forgotten": None,
        "3.1 last step only": None,
    },
    ("import bars, levels, tower", "noise, chance =", "upright = levels("): {
        "3.3 gain 1": None,
    },
    ("import bars, levels, tower", "bars(groups, pulls, right=2)"): {
        "cross entropy adds up": """
        plant(mt.nn.functional.cross_entropy, lambda right:
            lambda input, target, *settings: 3 * right(input, target))""",
        "3.4 softmax twice": None,
    },
    ("import bars, levels, tower", "layer, rows = nn.BatchNorm1d(1"): {
        "3.6 not remembered": None,
        "3.6 momentum reversed": None,
    },
    ("import bars, levels, tower", "noise, chance =", "maps = F.conv2d("): {
        "convolution turns its window round": """
        right = mt.nn.functional.conv2d
        mt.nn.functional.conv2d = lambda x, w, *given, **settings: right(x, w.flip(2, 3), *given, **settings)""",
    },
}
