"""Write the state of a run into a Trainer's checkpoint, and continue from it with the same bits."""

import random
import sys

from .. import serialization
from ..display.text import shortened
from ..ops.kernels import row_kernels
from ..random import default_generator, get_rng_state, set_rng_state

NEEDED = ("state_dict", "optimizer_states", "lr_schedulers", "epoch", "global_step", "loops")


def random_state(loader=None):
    """Return the states of all random generators that a run uses: minitorch's, the loader's, Python's and NumPy's.

    It also contains how much NumPy has computed for row kernels, because C, with other last bits, takes over later.
    """
    state = {"minitorch": get_rng_state(), "python": [random.getstate()[0], list(random.getstate()[1]),
                                                     random.getstate()[2]],
             "loader": [g.get_state() for g in generators(loader)], "kernels": dict(row_kernels.elements)}
    if "numpy.random" in sys.modules:
        import numpy as np
        kind, keys, *rest = np.random.get_state()                         # noqa: NPY002
        state["numpy"] = [kind, keys.tolist(), *rest]
    return state


def set_random_state(state, loader=None):
    """Put all generators and row kernels back into the states that `random_state` returned."""
    set_rng_state(state["minitorch"])
    row_kernels.set_elements(state.get("kernels", {}))       # older checkpoints have none
    version, words, gauss = state["python"]
    random.setstate((version, tuple(words), gauss))
    for generator, saved in zip(generators(loader), state["loader"]):
        generator.set_state(saved)
    if "numpy" in state:
        import numpy as np
        np.random.set_state(tuple(state["numpy"]))         # noqa: NPY002


def generators(loader):
    """Return the generators of a loader and its samplers, each once, without the default generator."""
    found = []
    for part in (loader, getattr(loader, "sampler", None), getattr(getattr(loader, "batch_sampler", None), "sampler",
                                                                   None)):
        own = getattr(part, "generator", None)
        if own is not None and own is not default_generator and all(own is not other for other in found):
            found.append(own)
    return found


def state_of(trainer, weights_only=False):
    """Return a Trainer's checkpoint, with Lightning's names, and with gradients that wait for an optimiser step."""
    module = trainer.module
    found = {"epoch": trainer.current_epoch, "global_step": trainer.global_step, "state_dict": module.state_dict(),
             "hyper_parameters": dict(getattr(module, "hparams", {}))}
    if weights_only:
        return found
    found.update(
        optimizer_states=[optimizer.state_dict() for optimizer in trainer.optimizers],
        lr_schedulers=[config["scheduler"].state_dict() for config in trainer.lr_scheduler_configs],
        callbacks={callback.state_key: callback.state_dict() for callback in trainer.callbacks
                   if callback.state_dict()},
        loops={**trainer.loop.state(), "scaler": trainer.precision.scaler.state_dict(),
               "gradients": {name: p.grad.detach() for name, p in module.named_parameters() if p.grad is not None}
               if trainer.loop.pending else {}})
    if hasattr(module, "on_save_checkpoint"):
        module.on_save_checkpoint(found)
    for callback in trainer.callbacks:
        callback.on_save_checkpoint(trainer, module, found)
    return found


def load_checkpoint_of(path, needed=NEEDED):
    """Read a Trainer's checkpoint. Raises LoadError if it lacks a part that a run needs to continue."""
    found = serialization.load(path)
    missing = [name for name in needed if not isinstance(found, dict) or name not in found]
    if missing:
        raise serialization.LoadError(f"{path} is no whole checkpoint of a Trainer: it lacks {', '.join(missing)}." + (
            " It was saved with save_weights_only: load it with load_from_checkpoint." if "state_dict" not in missing
            else ""))
    return found


def load_weights(module, found):
    """Load a checkpoint's weights. If they do not fit, the error names settings that differ from the saved ones."""
    try:
        module.load_state_dict(found["state_dict"])
    except RuntimeError as error:
        now = dict(getattr(module, "hparams", {}))
        then = {name: value for name, value in found.get("hyper_parameters", {}).items()
                if name in now and repr(now[name]) != repr(value)}
        if not then:
            raise
        changed = "; ".join(f"{name} was {shortened(repr(value), 99)}, and is {shortened(repr(now[name]), 99)}"
                            for name, value in then.items())
        raise RuntimeError(f"{error}\nThe checkpoint is of a module with other settings: {changed}.") from None


def restore_run(trainer, found):
    """Put module, optimisers, schedules, callbacks, loop and random numbers back into their saved states."""
    module = trainer.module
    if hasattr(module, "on_load_checkpoint"):
        module.on_load_checkpoint(found)
    load_weights(module, found)
    for one, saved in zip(trainer.optimizers, found["optimizer_states"], strict=True):
        one.load_state_dict(saved)
    for config, saved in zip(trainer.lr_scheduler_configs, found["lr_schedulers"], strict=True):
        config["scheduler"].load_state_dict(saved)
    for callback in trainer.callbacks:
        callback.on_load_checkpoint(trainer, module, found)
        if callback.state_key in found["callbacks"]:
            callback.load_state_dict(found["callbacks"][callback.state_key])
    trainer.current_epoch, trainer.global_step = found["epoch"], found["global_step"]
    trainer.precision.scaler.load_state_dict(found["loops"]["scaler"])
    parameters = dict(module.named_parameters())
    for name, grad in found["loops"]["gradients"].items():
        parameters[name].grad = grad
    trainer.loop.restore(found["loops"])
