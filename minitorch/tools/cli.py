"""The command `minitorch`: train a network on real handwritten digits, or list the installed parts."""

import sys
from shlex import quote

from ..display.text import this_command
from .commands import add_command, course_commands, grading_commands, int_between, launch_command, serve_command

INTERRUPTED = 130         # a shell expects this exit code after Ctrl-C


def main(arguments=None):
    """Run one command and return its exit code: 0 done, 1 failed, 2 wrong arguments, 130 stopped by Ctrl-C."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")      # print ? for characters that a terminal cannot print, such as ×
    options, more = parser().parse_known_args(arguments)
    if options.command == "lab":
        options.passed_on = more
    elif more:
        parser().error(f"unrecognized arguments: {' '.join(more)}")
    if not options.command:
        parser().print_help()
        return 2
    try:
        result = options.run(options)
        print(end="", flush=True)
        return result
    except KeyboardInterrupt:
        print(f"\nminitorch {options.command}: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:                           # the reader of the output, such as head, has ended
        from os import O_WRONLY, devnull, dup2, open
        dup2(open(devnull, O_WRONLY), sys.stdout.fileno())
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        print(f"minitorch {options.command}: {error}", file=sys.stderr)
    return 1


def parser():
    """Return the parser of the command line."""
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    from .. import __version__
    top = ArgumentParser("minitorch", description="A deep-learning framework small enough to read.")
    top.add_argument("--version", action="version", version=f"minitorch {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    add_command(commands, "train", run_training, {
        "--data": {"choices": ["digits", "mnist"], "help": "digits (packaged, the default) or mnist"},
        "--root": {"metavar": "DIR", "help": "folder with MNIST's four files (*-ubyte, or *-ubyte.gz)"},
        "--model": {"choices": ["mlp", "cnn"], "help": "mlp (linear layers, the default) or cnn (convolutions)"},
        "--recipe": {"metavar": "NAME", "help": "a complete training: digits, mnist, names, shakespeare, sine, "
                                                "sentiment or vae; --root then names its data"},
        "--epochs": {"type": int_between(1), "metavar": "N", "help": "number of epochs"},
        "--seed": {"type": int_between(0), "metavar": "N", "help": "seed of weights and batch order (default 0)"},
        "--save": {"metavar": "FILE", "help": "checkpoint, written after each epoch (default DATA-MODEL.mt)"},
        "--resume": {"metavar": "FILE", "help": "continue from a checkpoint, with its settings"},
    }, help="train a network on handwritten digits", formatter_class=RawDescriptionHelpFormatter,
        description="Train a network on real handwritten digits, and report its accuracy on unseen digits.",
        epilog="minitorch train                                   the packaged digits, in seconds\n"
               "minitorch train --data mnist --root DIR --model cnn\n"
               "minitorch train --recipe shakespeare              a GPT that writes plays, in minutes\n"
               "minitorch train --resume digits-mlp.mt            continue after Ctrl-C")
    add_command(commands, "doctor", examine, {"--json": {"action": "store_true", "help": "as JSON, for programs"}},
                help="report what is installed, what is missing, and what to do about it",
                description="Check Python, NumPy, the GPU and optional packages, and report what is missing.")
    add_command(commands, "warm", compile_kernels, {}, help="compile the kernels in C now",
                description="Compile softmax, layer norm, cross entropy and gelu in C, for all programs of this user. "
                            "Otherwise a program compiles each of them in the background, if it uses it much.")
    launch_command(commands)
    serve_command(commands)
    course_commands(commands)
    grading_commands(commands)
    return top


def examine(options):
    """Run `minitorch doctor`."""
    from .doctor import run
    return run(options)


def compile_kernels(options):
    """Run `minitorch warm`."""
    from ..backend.compiler import library_folder
    from ..ops.kernels.row_compiler import compile_all
    print(f"{compile_all()} row kernels are compiled, in {library_folder()}")
    return 0


def run_training(options):
    """Run `minitorch train`."""
    if options.recipe:
        from ..recipes.command import run
        check_writable(options.save or options.resume or f"{options.recipe}.mt")
        return run(options)
    from .. import manual_seed, set_num_threads
    from ..nn import Dropout
    from ..train import evaluate, load_checkpoint, restore, save_checkpoint, train
    from ..train.recipes import Run, parts

    for name in ("save", "resume"):
        if getattr(options, name) == "":
            raise ValueError(f"--{name} needs the name of a file; it was given an empty one.")
    checkpoint = load_checkpoint(options.resume) if options.resume else None
    settings = settings_of(options, checkpoint)
    path = options.save or options.resume or "{data}-{model}.mt".format(**settings)
    check_writable(path)
    train_part, test_part, split = parts(settings["data"], settings["root"])
    set_num_threads(1)                                # for small products, a second thread is slower
    manual_seed(settings["seed"])
    run = Run(settings, train_part, test_part)
    print(split)
    print(f"{settings['model']}: {sum(p.numel() for p in run.model.parameters()):,} parameters, "
          f"seed {settings['seed']}")
    history, done = [], 0
    if checkpoint is not None:
        done = restore(checkpoint, run.model, run.optimizer, run.scheduler)
        history = checkpoint["history"]
        print(f"going on from {options.resume}, after epoch {done} of {settings['epochs']}")
    saved = done if path == options.resume else 0

    def after_epoch(numbers):
        nonlocal saved
        history.append(numbers)
        print("epoch {epoch:>2}/{0}  loss {loss:.4f}  accuracy {1:.1f} %".format(
            settings["epochs"], 100 * numbers["accuracy"], **numbers), flush=True)
        save_checkpoint(path, run.model, run.optimizer, run.scheduler, epoch=numbers["epoch"], history=history,
                        settings=settings)
        saved = numbers["epoch"]

    try:
        train(run.model, run.loader, run.optimizer, epochs=settings["epochs"], start=done, scheduler=run.scheduler,
              augment=run.augment, after_epoch=after_epoch)
        result = evaluate(run.model, run.test)
    except KeyboardInterrupt:
        print("\n" + stop_text(path, saved, settings, options))
        return INTERRUPTED
    harder = ["dropout"] * any(type(part) is Dropout for part in run.model.modules()) + ["shifts"] * bool(run.augment)
    print(f"test accuracy: {100 * result['accuracy']:.1f} %"
          + f" (without {' and '.join(harder)}, which the epochs have)" * bool(harder))
    print(f"weights and history: {path}")
    try:
        print(f"the computational graph of one loss: {draw_loss_graph(run, path)}")
    except OSError as error:
        print(f"the computational graph of one loss could not be written: {error}")
    print(f"Next, the first lesson: {this_command()} lab")
    return 0


def settings_of(options, checkpoint):
    """Return the run's settings: the options with defaults, or those of the checkpoint."""
    from ..train.recipes import SETTINGS
    asked = {name: getattr(options, name) for name in ("data", "root", "model", "epochs", "seed")}
    if checkpoint is None:
        settings = {"data": asked["data"] or "digits", "root": asked["root"], "model": asked["model"] or "mlp",
                    "epochs": asked["epochs"], "seed": asked["seed"] or 0}
        settings["epochs"] = settings["epochs"] or SETTINGS[settings["data"], settings["model"]][1]
    else:
        settings = dict(checkpoint["settings"])
        for name, value in asked.items():
            if name != "root" and value is not None and value != settings[name]:
                raise ValueError(f"{options.resume} was begun with --{name} {settings[name]}, and can only "
                                 f"continue like that, not with {value}. Leave --{name} out, or start again "
                                 "without --resume.")
        settings["root"] = asked["root"] or settings["root"]
    if settings["data"] == "mnist" and not settings["root"]:
        raise ValueError("--data mnist needs --root DIR, the folder with MNIST's files: train-images-idx3-ubyte, "
                         "train-labels-idx1-ubyte, t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte, "
                         "as they are or with .gz.")
    if settings["data"] == "digits" and settings["root"]:
        raise ValueError("--root goes with --data mnist; the digits are part of minitorch.")
    return settings


def check_writable(path):
    """Raise OSError if no file can be saved there, before the training and not after it."""
    import os
    from tempfile import TemporaryFile
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"--save {path}: there is no folder {folder}.")
    if os.path.isdir(path):
        raise IsADirectoryError(f"--save {path} is a folder; name a file in it, such as "
                                f"{os.path.join(path, 'digits.mt')}.")
    try:
        os.path.lexists(path) or os.stat(path)           # this raises if a name is too long, or has a zero byte
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        raise OSError(f"--save {path}: no file can have this name ({getattr(error, 'strerror', error)}).") from None
    try:
        TemporaryFile(dir=folder).close()     # try to write: permissions do not show read-only disks or full quotas
    except OSError as error:
        raise PermissionError(f"--save {path}: {folder} cannot be written to ({error.strerror}).") from None


def stop_text(path, saved, settings, options):
    """Return the text after Ctrl-C: what was saved, and the command that continues the run."""
    if saved:
        return (f"Stopped. The last whole checkpoint is {path}, after epoch {saved} of {settings['epochs']}. "
                f"To go on:\n    {this_command()} train --resume {quote(path)}")
    said = ("an epoch was whole. To go on" if options.resume else
            "the first epoch was whole: nothing is saved. To start again")
    return f"Stopped before {said}:\n    {given_command(options)}"


def given_command(options):
    """Return the command line that the user typed."""
    given = [f"--{name} {quote(str(value))}" for name, value in vars(options).items()
             if name not in ("command", "run") and value is not None]
    return " ".join([this_command(), "train", *given])


def draw_loss_graph(run, path):
    """Draw the graph of one loss into a file next to the checkpoint; return the picture's path."""
    from os.path import splitext

    from ..nn import CrossEntropyLoss
    from ..viz import draw
    inputs, targets = next(iter(run.test))
    loss = CrossEntropyLoss()(run.model.eval()(inputs[:2]), targets[:2])
    return draw(loss, model=run.model).save(f"{splitext(path)[0]}.svg")


if __name__ == "__main__":
    sys.exit(main())
