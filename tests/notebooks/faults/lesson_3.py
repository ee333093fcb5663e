"""Faults that lesson 3 notices: the cells needed, by words that stand in them only, and what is planted."""

SIGNAL = (3, "import bars, levels, tower")
LIGHT = (3, "import bars, levels, tower", "from minitorch.vision.datasets import Digits", "means = mt.stack(")
TREE = (3, "import bars, levels, tower", "class ParallelBlock(nn.Module):")
UPRIGHT = (3, "import bars, levels, tower", "upright = levels(")
PULL = (3, "import bars, levels, tower", "bars(groups, pulls, right=2)")
RECENTRE = (3, "import bars, levels, tower", 'layer, rows = nn.BatchNorm1d(1')
EDGES = (3, "import bars, levels, tower", "from minitorch.vision.datasets import Digits", "edge = mt.tensor(",
         "maps = F.conv2d(")

FAULTS = {
    "relu leaks a tenth": (SIGNAL, """
plant(registry["relu"].piece, lambda right: lambda xp, x: xp.maximum(x, 0.1 * x))"""),
    "a layer's bias is left out": (LIGHT, """
plant(mt.nn.functional.linear, lambda right: lambda input, weight, bias=None: right(input, weight))"""),
    "a layer's weight is not turned": (SIGNAL, """
plant(mt.nn.functional.linear, lambda right: lambda input, weight, bias=None: right(input, weight.T, bias))"""),
    "parameters of inner modules are not found": (TREE, """
plant(mt.nn.module.named_parameters, lambda right: lambda module, prefix="": module.named_members(
    "_parameters", prefix, False, True))"""),
    "paths of parameters lose a step": (TREE, """
plant(mt.nn.module.named_parameters, lambda right: lambda module, prefix="": iter(
    [(path.rpartition(".")[2], p) for path, p in right(module, prefix)]))"""),
    "He's 2 is a 1": (UPRIGHT, """
plant(mt.nn.init.kaiming_normal_, lambda right: lambda tensor, *settings: tensor.data.copy_(
    right(tensor, *settings).data / 2 ** 0.5))"""),
    "cross entropy adds up": (PULL, """
plant(mt.nn.functional.cross_entropy, lambda right: lambda input, target, *settings: 3 * right(input, target))"""),
    "cross entropy takes softmax twice": (PULL, """
plant(mt.nn.functional.cross_entropy, lambda right: lambda input, target, *more: right(input.sigmoid(), target))"""),
    "batch norm forgets": (RECENTRE, """
plant(mt.nn.functional.batch_norm, lambda right: lambda x, mean, var, w=None, b=None, training=False, *settings: right(
    x, None if training else mean, None if training else var, w, b, training, *settings))"""),
    "batch norm remembers the other way round": (RECENTRE, """
plant(mt.nn.functional.batch_norm, lambda right: lambda x, mean, var, w=None, b=None, training=False, momentum=0.1,
      eps=1e-5: right(x, mean, var, w, b, training, 1 - momentum, eps))"""),
    "convolution turns its window round": (EDGES, """
right = mt.nn.functional.conv2d
mt.nn.functional.conv2d = lambda x, w, *given, **settings: right(x, w.flip(2, 3), *given, **settings)"""),
}
