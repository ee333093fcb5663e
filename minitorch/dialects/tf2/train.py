"""tf.train: checkpoints."""

import os
from contextlib import suppress

from ..core.checkpoints import (ENDING, latest_checkpoint, list_variables, load_variable, note_latest, numbered,
                                read_values, write)
from ..core.tracking import Restore, variables_of
from ..core.variable import Variable


class Checkpoint:
    """The variables of several objects, in files: Checkpoint(model=model, optimizer=optimizer).

    root      an object whose variables are kept under their own names
    kwargs    objects by name: models, optimisers, variables

    What is restored before its variables are made is given to them when they are.
    """

    def __init__(self, root=None, **kwargs):
        self.objects = {**({} if root is None else {"root": root}), **kwargs}
        self.save_counter = Variable(0, trainable=False, name="save_counter", dtype="int64")
        for name, value in kwargs.items():
            setattr(self, name, value)

    def tracked(self):
        """Return {name: object} of what it keeps, with the counter of `save`."""
        return {**self.objects, "save_counter": self.save_counter}

    def write(self, file_prefix, options=None):
        """Write one file, file_prefix + ".ckpt", whole or not at all; returns the prefix."""
        values = {path: variable.tensor.detach() for path, variable in variables_of(self).items()}
        write(file_prefix, values)
        return file_prefix

    def save(self, file_prefix, options=None):
        """Write file_prefix + "-1.ckpt", then "-2.ckpt" …; returns the prefix with its number."""
        self.save_counter.assign_add(1)
        path = self.write(f"{file_prefix}-{int(self.save_counter)}")
        note_latest(path)
        return path

    def restore(self, save_path, options=None):
        """Give the variables the values of a file.

        save_path    the prefix that `save` or `write` returned; None does nothing
        returns      a status: assert_consumed() raises AssertionError unless all went where they belong

        Raises NotFoundError where there is no such file.
        """
        values = {} if save_path is None else read_values(save_path)
        return Status(Restore(self, values), self)

    read = restore


class Status:
    """What came of a restore."""

    def __init__(self, done, owner):
        self.done, self.owner = done, owner

    def assert_consumed(self):
        """Raise AssertionError for values in the file that found no variable, or variables that found none."""
        self.done.fill()
        if self.done.values:
            raise AssertionError("Some Python objects were not bound to checkpointed values, likely due to changes in "
                                 f"the Python program: {', '.join(sorted(self.done.values))}")
        return self.assert_existing_objects_matched()

    def assert_existing_objects_matched(self):
        """Raise AssertionError for variables that the file has no value for."""
        self.done.fill()
        lacking = set(variables_of(self.owner)) - self.done.matched
        if self.done.matched and lacking:
            raise AssertionError(f"No checkpointed value for: {', '.join(sorted(lacking))}")
        return self

    def expect_partial(self):
        return self


class CheckpointManager:
    """The latest checkpoints in a folder: `save()` writes one and removes those beyond max_to_keep.

    checkpoint         a Checkpoint
    directory          the folder
    max_to_keep        how many stay; None: all
    checkpoint_name    what the names of files begin with
    init_fn            called by restore_or_initialize where there is no checkpoint
    keep_checkpoint_every_n_hours, step_counter, checkpoint_interval, last_checkpoint_step
                       taken as TensorFlow does, without effect
    """

    def __init__(self, checkpoint, directory, max_to_keep, keep_checkpoint_every_n_hours=None,
                 checkpoint_name="ckpt", step_counter=None, checkpoint_interval=None, init_fn=None,
                 last_checkpoint_step=None):
        self.checkpoint, self.directory, self.max_to_keep = checkpoint, os.fspath(directory), max_to_keep
        self.prefix, self.init_fn = os.path.join(self.directory, checkpoint_name), init_fn

    @property
    def checkpoints(self):
        """What there is, the latest last."""
        return numbered(self.directory, os.path.basename(self.prefix))

    @property
    def latest_checkpoint(self):
        """The prefix of the latest, or None."""
        return self.checkpoints[-1] if self.checkpoints else None

    def save(self, checkpoint_number=None, check_interval=True, options=None):
        """Write a checkpoint, and remove the oldest beyond max_to_keep; returns its prefix.

        checkpoint_number    its number; None: the next
        check_interval       taken, without effect
        """
        if checkpoint_number is None:
            path = self.checkpoint.save(self.prefix)
        else:
            path = self.checkpoint.write(f"{self.prefix}-{int(checkpoint_number)}")
        for old in self.checkpoints[:-self.max_to_keep] if self.max_to_keep else ():
            with suppress(FileNotFoundError):
                os.remove(old + ENDING)
        return path

    def restore_or_initialize(self):
        """Restore the latest, or call init_fn; returns the latest's prefix, or None."""
        latest = self.latest_checkpoint
        if latest is not None:
            self.checkpoint.restore(latest)
        elif self.init_fn is not None:
            self.init_fn()
        return latest
