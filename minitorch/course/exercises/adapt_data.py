"""Lesson 5's answers in the library's place: other samplers, inputs and streams of chance stay the library's."""

from ...data import RandomSampler, SequentialSampler, SubsetRandomSampler
from ...data.sampler import batches
from ...nn import CrossEntropyLoss
from ...random import default_generator
from ...tensors import Tensor
from ...train import evaluate, training_step

KNOWN = (SequentialSampler, RandomSampler, SubsetRandomSampler, list, tuple, range)


def of_known_length(mine):
    """5.2, for orders that end; endless ones, and those drawn as they go, stay the library's."""
    def in_batches(indices, size, drop_last):
        if type(indices) not in KNOWN or getattr(indices, "replacement", False):
            return batches.library(indices, size, drop_last)
        return ([i.item() if hasattr(i, "item") else i for i in batch] for batch in mine([*indices], size, drop_last))
    return in_batches


def of_one_batch(mine):
    """5.5, for one batch at a time; inputs that are no tensors stay the library's."""
    def step(model, loss_of, optimizer, inputs, targets):
        if not isinstance(inputs, Tensor) or not isinstance(targets, Tensor) or not len(targets):
            return training_step.library(model, loss_of, optimizer, inputs, targets)
        seen = []

        def noted(predictions, targets):
            seen.append((loss_of(predictions, targets), predictions))
            return seen[-1][0]
        mine(model, inputs, targets, [list(range(len(targets)))], noted, optimizer)
        loss, predictions = seen[-1]
        return loss.detach(), predictions.detach()
    return step


def as_dict(mine):
    """5.6, as the library's: a default loss, and a dict."""
    def for_the_library(model, loader, loss_of=None):
        if hasattr(loader, "__len__") and not len(loader):
            return evaluate.library(model, loader, loss_of)
        loss, accuracy = mine(model, loader, loss_of or CrossEntropyLoss())
        return {"loss": float(loss), "accuracy": float(accuracy)}
    return for_the_library


class Nothing:
    """A part that a run has not: its state is empty."""

    def state_dict(self):
        return {}

    def load_state_dict(self, state):
        pass


class Streams:
    """Two streams of random numbers as one: a loader's own, and the one everything else draws from."""

    def __init__(self, own):
        self.all = [default_generator] if own is None else [default_generator, own]

    def get_state(self):
        return {str(i): stream.get_state() for i, stream in enumerate(self.all)}

    def set_state(self, state):
        for i, stream in enumerate(self.all):
            stream.set_state(state[str(i)])


def of_any_run(mine):
    """5.7, for runs without a schedule and for any generator."""
    class ForTheLibrary:
        def __init__(self, path):
            self.mine = mine(path)

        def save(self, model, optimizer, scheduler=None, generator=None, epoch=0):
            self.mine.save(model, optimizer, scheduler or Nothing(), streams(generator), epoch)

        def resume(self, model, optimizer, scheduler=None, generator=None):
            return self.mine.resume(model, optimizer, scheduler or Nothing(), streams(generator))
    return ForTheLibrary


def streams(generator):
    return Streams(None if generator is default_generator else generator)
