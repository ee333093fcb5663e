"""`minitorch train --recipe NAME`: train, print the progress, write checkpoints, show the results."""

from contextlib import suppress
from os.path import splitext
from shlex import quote
from time import monotonic

from ..display.text import this_command
from ..random import manual_seed
from ..train import Callback, Trainer
from ..train.resume import load_checkpoint_of
from . import recipe

INTERRUPTED = 130


class Report(Callback):
    """A callback that prints a line for each epoch, and saves a checkpoint of the run.

    path      the path of the checkpoint
    history   {name: numbers, one for each epoch}
    """

    def __init__(self, path):
        self.path, self.history, self.saved = path, {}, 0

    def on_fit_start(self, trainer, module):
        self.began = monotonic()

    def on_train_epoch_closed(self, trainer, module):
        numbers = {name: float(trainer.callback_metrics[name]) for name in ("loss", *module.reported)}
        for name, value in numbers.items():
            self.history.setdefault(name, []).append(value)
        text = "  ".join(f"{name} {value:.4f}" for name, value in numbers.items())
        trainer.save_checkpoint(self.path)
        self.saved = trainer.current_epoch
        print(f"epoch {self.saved:>3}/{trainer.max_epochs}  {text}  {monotonic() - self.began:.0f} s", flush=True)

    def state_dict(self):
        return {"history": self.history}

    def load_state_dict(self, state_dict):
        self.history = {name: list(values) for name, values in state_dict["history"].items()}


def run(options):
    """Run `minitorch train --recipe NAME`; return its exit code."""
    found = load_checkpoint_of(options.resume) if options.resume else None
    settings = {name: getattr(options, name) for name in ("recipe", "root", "epochs", "seed")}
    if found is not None:
        settings = settings_to_resume(options, found.get("hyper_parameters", {}))
    manual_seed(settings["seed"] or 0)
    module = recipe(settings["recipe"])(settings["root"])
    settings["epochs"] = settings["epochs"] or module.epochs
    module.save_hyperparameters(settings)
    path = options.save or options.resume or f"{settings['recipe']}.mt"
    print(module.describe())
    report = Report(path)
    trainer = Trainer(max_epochs=settings["epochs"], callbacks=report, gradient_clip_val=module.clip)
    trainer.prints_epochs = False                        # because `report` prints a line for each epoch
    if found is not None:
        print(f"going on from {options.resume}, after epoch {found['epoch']} of {settings['epochs']}")
    with suppress(KeyboardInterrupt):                    # after Ctrl-C, the code below prints how to continue
        trainer.fit(module, ckpt_path=options.resume)
    if trainer.interrupted:
        print("\nStopped" + (
            f". The last whole checkpoint is {path}, after epoch {report.saved} of {trainer.max_epochs}. To go on:\n"
            f"    {this_command()} train --recipe {settings['recipe']} --resume {quote(path)}" if report.saved
            else " before an epoch was whole."))
        return INTERRUPTED
    name = splitext(path)[0]
    curves(report.history, f"{name}.svg")
    print(f"weights: {path}; curves: {name}.svg")
    for line in module.show(name):
        print(line)
    return 0


def settings_to_resume(options, kept):
    """Return the settings of a run that continues; raise ValueError if the options differ from the saved settings."""
    if "recipe" not in kept:
        raise ValueError(f"{options.resume} was not made by a recipe: leave --recipe out.")
    for name in ("recipe", "epochs", "seed"):
        asked = getattr(options, name)
        if asked is not None and asked != kept[name]:
            raise ValueError(f"{options.resume} was begun with --{name} {kept[name]}, and can only continue "
                             f"like that, not with {asked}.")
    return {**kept, "root": options.root or kept["root"]}


def curves(history, path):
    """Draw each number over the epochs, and save the picture."""
    from ..viz import plot
    epochs = range(1, 1 + len(history["loss"]))
    plot(epochs, history, "epoch").save(path)
