"""Checkpoints: files with all that a run needs to continue as if it had never stopped."""

from collections import OrderedDict
from collections.abc import Sequence

from ..engine.piece import piece
from ..ops.kernels import row_kernels
from ..random import get_rng_state, set_rng_state
from ..serialization import LoadError, load, save
from ..tensors import Tensor

KIND = "minitorch training checkpoint"
NONE = type(None)
KINDS = {"model": (dict, OrderedDict), "optimizer": (dict, OrderedDict), "scheduler": (dict, OrderedDict, NONE),
         "random": (Tensor, dict), "kernels": (dict,), "generator": (Tensor, dict, NONE), "epoch": (int,),
         "history": (list,), "settings": (dict,)}


def save_checkpoint(path, model, optimizer, scheduler=None, *, epoch, history: Sequence = (), settings=None,
                    generator=None):
    """Write model, optimizer, schedule and the state of the random numbers, completely or not at all.

    epoch       the number of finished epochs
    history     the list that `train` has returned so far
    settings    your own dict of settings, from which you can build the same model again
    generator   the loader's generator, if it has one

    `minitorch.load(path)["model"]` is the model's state_dict.
    """
    save({"kind": KIND, "epoch": epoch, "settings": dict(settings or {}), "history": list(history),
          "model": model.state_dict(), "optimizer": optimizer.state_dict(),
          "scheduler": None if scheduler is None else scheduler.state_dict(),
          "kernels": dict(row_kernels.elements), "random": get_rng_state(),
          "generator": None if generator is None else generator.get_state()}, path)


def load_checkpoint(path, map_location=None):
    """Return the dict that `save_checkpoint` wrote; pass it to `restore` after the model is built.

    map_location   the device for its tensors

    Raises FileNotFoundError, or LoadError if the file is cut off, of another kind, or has only weights.
    """
    found = load(path, map_location)
    kind = found.get("kind") if isinstance(found, dict) else None
    if type(kind) is not str or kind != KIND:
        raise LoadError(f"{path} is no training checkpoint: it lacks what a run needs to continue. "
                        "If it is a state_dict, use model.load_state_dict(minitorch.load(path)).")
    found.setdefault("kernels", {})                      # older files have none
    missing = [part for part in KINDS if part not in found]
    if missing:
        raise LoadError(f"{path} is no whole checkpoint: it lacks {', '.join(missing)}.")
    wrong = [part for part, kinds in KINDS.items() if type(found[part]) not in kinds]
    if wrong:
        raise LoadError(f"{path} is damaged: {', '.join(wrong)} {'is' if len(wrong) == 1 else 'are'} not what a "
                        "checkpoint has there.")
    return found


def restore(checkpoint, model, optimizer, scheduler=None, generator=None):
    """Put model, optimizer, scheduler and random numbers back into the state of a checkpoint.

    returns   the number of finished epochs, for `train(start=…)`
    """
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    if scheduler is not None:
        scheduler.load_state_dict(checkpoint["scheduler"])
    if generator is not None:
        generator.set_state(checkpoint["generator"])
    set_rng_state(checkpoint["random"])
    row_kernels.set_elements(checkpoint["kernels"])
    return checkpoint["epoch"]


@piece
class Checkpoint:
    """A run's state in a file: `save` writes it, `resume` puts a newly built run into this state.

    `train(…, checkpoint=path)` uses one. `save_checkpoint` also saves history and settings.
    """

    def __init__(self, path):
        self.path = path

    def save(self, model, optimizer, scheduler=None, generator=None, epoch=0):
        save_checkpoint(self.path, model, optimizer, scheduler, epoch=epoch, generator=generator)

    def resume(self, model, optimizer, scheduler=None, generator=None):
        """Put model, optimizer, schedule and random numbers into the saved state; return how many epochs are done."""
        return restore(load_checkpoint(self.path), model, optimizer, scheduler, generator)
