"""Lesson 5, a run that is saved, stopped and taken up again."""

from ...optim import SGD
from ...optim.lr_scheduler import LambdaLR
from ...random import Generator, default_generator
from ...serialization import load, save
from ...tensors import tensor
from ...train import Checkpoint, load_checkpoint, restore, save_checkpoint
from ..record import Case, Exercise, Misconception
from .lesson_1 import complain
from .lesson_5_loop import Line, number, squares


class Story:
    """A run with all that has a memory: momentum, a schedule, a stream of shuffles."""

    def __init__(self, seed):
        self.model, self.generator = Line(seed), Generator().manual_seed(seed)
        self.optimizer = SGD(self.model.parameters(), lr=0.05, momentum=0.9)
        self.scheduler = LambdaLR(self.optimizer, lambda epoch: 0.5 ** epoch)
        self.parts = self.model, self.optimizer, self.scheduler, self.generator

    def epoch(self):
        """One epoch of four batches; returns the weight it ends with."""
        for i in self.generator.numpy.permutation(4).tolist():
            self.optimizer.zero_grad()
            squares(self.model(tensor([[1.0 + i]])), tensor([[float(i * i)]])).backward()
            self.optimizer.step()
        self.scheduler.step()
        return number(self.model.layer.weight)


def taken_up(answer, inputs):
    """From which epoch a run goes on that was saved, went on a little, and stopped; and its weight after each."""
    import os
    from tempfile import TemporaryDirectory
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.mt")
        first = Story(1)
        before, after = inputs["epochs_before_the_stop"], inputs["epochs_after"]
        for _ in range(before):
            first.epoch()
        answer(path).save(*first.parts, before)
        first.epoch()                                        # this one is lost when the power fails
        again = Story(2)                                     # a new program: everything is built anew
        start = answer(path).resume(*again.parts)
        return start, [again.epoch() for _ in range(before + after - (start or 0))]


def keeper(*left_out, memory=False):
    """A Checkpoint that leaves some parts out, or keeps everything in itself."""
    class Mine:
        def __init__(self, path):
            self.path = path

        def save(self, model, optimizer, scheduler, generator, epoch):
            state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(),
                     "scheduler": scheduler.state_dict(), "generator": generator.get_state(), "epoch": epoch}
            if memory:
                self.state = state
            else:
                save(state, self.path)

        def resume(self, model, optimizer, scheduler, generator):
            state = self.state if memory else load(self.path)
            for name, part in (("model", model), ("optimizer", optimizer), ("scheduler", scheduler)):
                if name not in left_out:
                    part.load_state_dict(state[name])
            if "generator" not in left_out:
                generator.set_state(state["generator"])
            return None if "epoch" in left_out else state["epoch"]
    return Mine


def lost(memory):
    """A probe: whether a part, of which `memory` gives the state, is another after a save and a resume."""
    def probe(answer):
        import os
        from tempfile import TemporaryDirectory
        with TemporaryDirectory() as folder:
            path, first, again = os.path.join(folder, "run.mt"), Story(1), Story(2)
            for _ in range(2):
                first.epoch()
            answer(path).save(*first.parts, 2)
            answer(path).resume(*again.parts)
            return memory(first) != memory(again)
    return probe


def velocities(story):
    return [{name: number(value) for name, value in state.items()}
            for state in story.optimizer.state_dict()["state"].values()]


class Unwritable(Line):
    """A model whose state no file can take."""

    def state_dict(self):
        return {**super().state_dict(), "a stream": (i for i in ())}


def half_written(answer):
    """Whether a save that fails half-way takes the last good one with it."""
    import os
    from contextlib import suppress
    from tempfile import TemporaryDirectory
    with TemporaryDirectory() as folder:
        path, run = os.path.join(folder, "run.mt"), Story(1)
        answer(path).save(*run.parts, 1)
        with suppress(Exception):
            answer(path).save(Unwritable(1), *run.parts[1:], 2)
        try:
            return answer(path).resume(*run.parts) != 1
        except Exception:
            return True


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


Exercise(
    "5.7", "Checkpoint", difficulty=2, points=4, kind="class", piece=lambda: Checkpoint, adapt=of_any_run,
    reference=keeper(), aliases=lambda: (save_checkpoint, load_checkpoint, restore), run=taken_up, close=1e-3,
    cases=[Case("stopped after one epoch", epochs_before_the_stop=1, epochs_after=1),
           Case("stopped after two", epochs_before_the_stop=2, epochs_after=3)],
    misconceptions=[
        Misconception("weights only", "Only the weights were kept. The optimiser's velocity, the schedule's place and "
                                      "the shuffles are part of the run: it goes on, but as another run.",
                      rule=keeper("optimizer", "scheduler", "generator")),
        Misconception("optimiser lost", "The optimiser began anew: momentum starts from rest, and the curve has a "
                                        "kink. optimizer.state_dict() holds the velocities.",
                      probe=lost(velocities)),
        Misconception("schedule lost", "The schedule began anew, so the learning rate jumps back to that of the first "
                                       "epoch. scheduler.state_dict() holds its place.",
                      probe=lost(lambda story: story.scheduler.last_epoch),
                      example=Case("", epochs_before_the_stop=2, epochs_after=3)),
        Misconception("shuffles differ", "The generator was not brought back: the batches after the stop are others "
                                         "than they would have been. generator.get_state() and .set_state().",
                      probe=lost(lambda story: story.generator.numpy.random())),
        Misconception("weights lost", "The weights are those of a new network; all that was learned is gone. "
                                      "model.state_dict() holds them, model.load_state_dict(…) puts them in.",
                      probe=lost(lambda story: number(story.model.layer.weight))),
        Misconception("epoch lost", "resume should return how many epochs are done; the run began counting anew, and "
                                    "trains too long.", rule=keeper("epoch")),
        Misconception("only in memory", "The state was kept in the object, which ends with the program; after that "
                                        "nothing is left of it. Write it to self.path.", rule=keeper(memory=True)),
        Misconception("half-written", "A save that failed half-way destroyed the last good one: open(path, \"wb\") "
                                      "empties the file before anything is written. mt.save(state, self.path) takes "
                                      "the old one's place only when the new one is whole.", probe=half_written),
    ],
    probes=[complain(half_written, "A save that fails half-way takes the last good one with it.")],
    hints=["What in a run has a memory? Five things, one of them a plain number.",
           "Three have state_dict() and load_state_dict(), the generator get_state() and set_state(). One dict holds "
           "them all.",
           "mt.save({\"model\": model.state_dict(), …, \"epoch\": epoch}, self.path); state = mt.load(self.path), give "
           "each its part, and return state[\"epoch\"]."])
