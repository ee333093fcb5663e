"""tf.train.Saver: the values of a session's variables, in files."""

import os
from contextlib import suppress

from ..core.checkpoints import ENDING, note_latest, read, write
from ..core.errors import InvalidArgumentError, NotFoundError
from .graph import get_default_graph
from .collections import GraphKeys, get_collection
from .variables import Variable


class Saver:
    """Writes the values that a session keeps, and gives them back: PREFIX-1.ckpt, PREFIX-2.ckpt …

    var_list      the variables, or {name in the file: variable}; default: all, those that optimisers keep too
    max_to_keep   the files written last that stay; None or 0: all
    reshape, sharded, keep_checkpoint_every_n_hours    taken, without effect

    Raises ValueError where the graph has no variables.
    """

    def __init__(self, var_list=None, reshape=False, sharded=False, max_to_keep=5,
                 keep_checkpoint_every_n_hours=10000.0, name=None):
        self.graph, self.max_to_keep = get_default_graph(), max_to_keep
        given = get_collection(GraphKeys.GLOBAL_VARIABLES) if var_list is None else var_list
        self.variables = dict(given) if isinstance(given, dict) else {v.op.name: v for v in given}
        if not self.variables:
            raise ValueError("No variables to save: make them before tf.train.Saver().")
        self.last_checkpoints = []

    def save(self, sess, save_path, global_step=None, latest_filename=None, meta_graph_suffix="meta",
             write_meta_graph=True, write_state=True, **settings):
        """Write a file, whole or not at all; returns its prefix, PATH-STEP.

        sess               the session whose values are kept
        save_path          the prefix; global_step, a number or a variable, is put behind it
        latest_filename    the file that says which is the latest; None: "checkpoint"
        write_state        whether that file is written
        meta_graph_suffix, write_meta_graph    taken: the graph is in no file

        Raises FailedPreconditionError for a variable that has no value in the session.
        """
        values = {name: sess.variable(variable).tensor.detach() for name, variable in self.variables.items()}
        if isinstance(global_step, Variable):
            global_step = sess.run(global_step)
        prefix = os.fspath(save_path) if global_step is None else f"{os.fspath(save_path)}-{int(global_step)}"
        write(prefix, values)
        self.last_checkpoints = [path for path in self.last_checkpoints if path != prefix] + [prefix]
        while self.max_to_keep and len(self.last_checkpoints) > self.max_to_keep:
            with suppress(FileNotFoundError):
                os.remove(self.last_checkpoints.pop(0) + ENDING)
        if write_state:
            note_latest(prefix, latest_filename)
        return prefix

    def restore(self, sess, save_path):
        """Give the variables the values of a file, in a session `sess`; they need no initialiser before.

        save_path    the prefix that `save` returned

        Raises ValueError where there is no such file, NotFoundError for a variable that it lacks, InvalidArgumentError
        for a value of another shape. Nothing changes then.
        """
        if save_path is None or not os.path.exists(os.fspath(save_path) + ENDING):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {save_path}. tf.train.latest_checkpoint("
                             "folder) names the latest.")
        found = read(os.fspath(save_path))
        for name, variable in self.variables.items():
            if name not in found["values"]:
                raise NotFoundError(f"Key {name} not found in checkpoint {save_path}. It has "
                                    f"{', '.join(sorted(found['values']))}.")
            value = found["values"][name]
            if not variable.shape.is_compatible_with(tuple(value.shape)):
                raise InvalidArgumentError(f"Assign requires shapes of both tensors to match. lhs shape= "
                                           f"{variable.shape.as_list()} rhs shape= {list(value.shape)}: {name}")
        for name, variable in self.variables.items():
            variable.load(found["values"][name], sess)


def checkpoint_exists(checkpoint_prefix):
    """Return whether there is a file of this prefix: checkpoint_prefix, as `save` returned it."""
    return os.path.exists(checkpoint_prefix + ENDING)
