"""Faults that lesson 5 notices: the cells needed, by words that stand in them only, and what is planted."""

TILES = (5, "digits, unseen = Digits()", "def trained(", "def six_batches(")
MIXED = (*TILES, "six_batches(DataLoader(")
WHOLE = (*TILES, "def new_run():")
CUT = (5, "digits, unseen = Digits()", "def trained(", "from pathlib import Path", "def six_batches(", "def new_run():",
       "class PowerCut", "a new program, and the same line")
COPY = (*WHOLE, "from copy import deepcopy")

LOOP = """
from minitorch.train import Checkpoint, evaluate, training_step
from minitorch.train.checkpoint import load_checkpoint
from minitorch.data.sampler import batches, shuffled
"""

FAULTS = {
    "the short last batch is lost": (TILES, LOOP + """
plant(batches, lambda right: lambda indices, size, drop_last: right(indices, size, True))"""),
    "a batch holds one sample too many": (TILES, LOOP + """
plant(batches, lambda right: lambda indices, size, drop_last: right(indices, size + 1, drop_last))"""),
    "a shuffle that draws with repeats": (MIXED, LOOP + """
plant(shuffled, lambda right: lambda n, generator: generator.integers(n, size=n).tolist())"""),
    "a shuffle that leaves things as they are": (MIXED, LOOP + """
plant(shuffled, lambda right: lambda n, generator: list(range(n)))"""),
    "gradients never emptied": (WHOLE, LOOP + """
def step(model, loss_of, optimizer, inputs, targets):
    predictions = model(inputs)
    loss = loss_of(predictions, targets)
    loss.backward()
    optimizer.step()
    return loss.detach(), predictions.detach()
plant(training_step, lambda right: step)"""),
    "a step off by 5 %": (WHOLE, LOOP + """
def step(model, loss_of, optimizer, inputs, targets):
    return right(model, lambda *both: loss_of(*both) * 1.05, optimizer, inputs, targets)
right = training_step.library
plant(training_step, lambda right: step)"""),
    "measured in training mode": (WHOLE, LOOP + """
def measure(model, loader, loss_of=None):
    model.eval = lambda: model
    return right(model, loader, loss_of)
right = evaluate.library
plant(evaluate, lambda right: measure)"""),
    "a mean of the batches' means": (WHOLE, LOOP + """
def measure(model, loader, loss_of=None):
    found = [right(model, [batch], loss_of) for batch in loader]
    return {name: sum(one[name] for one in found) / len(found) for name in found[0]}
right = evaluate.library
plant(evaluate, lambda right: measure)"""),
    "a checkpoint without the optimiser": (CUT, LOOP + """
class Loses(Checkpoint.library):
    def resume(self, model, optimizer, scheduler=None, generator=None):
        fresh = optimizer.state_dict()
        done = super().resume(model, optimizer, scheduler, generator)
        optimizer.load_state_dict(fresh)
        return done
plant(Checkpoint, lambda right: Loses)"""),
    "a checkpoint without the place in the shuffles": (CUT, LOOP + """
class Loses(Checkpoint.library):
    def resume(self, *parts):
        before = mt.get_rng_state()
        done = super().resume(*parts)
        mt.set_rng_state(before)
        return done
plant(Checkpoint, lambda right: Loses)"""),
    "a state_dict that is a copy": (COPY, """
from copy import deepcopy
live = mt.nn.Module.state_dict
mt.nn.Module.state_dict = lambda self, *given, **named: deepcopy(live(self, *given, **named))"""),
}
