"""tf.train: optimisers, checkpoints, and the variable that counts steps."""

from ..core.checkpoints import latest_checkpoint, list_variables, load_variable, numbered
from ..core.missing import speak_for as _speak_for
from ..keras import initializers
from .collections import GraphKeys, get_collection
from .decays import (ExponentialMovingAverage, cosine_decay, exponential_decay, inverse_time_decay, natural_exp_decay,
                     piecewise_constant, piecewise_constant as piecewise_constant_decay, polynomial_decay)
from .optimizers import (AdadeltaOptimizer, AdagradOptimizer, AdamOptimizer, FtrlOptimizer, GradientDescentOptimizer,
                         MomentumOptimizer, Optimizer, RMSPropOptimizer)
from .proximal import ProximalAdagradOptimizer, ProximalGradientDescentOptimizer
from .saver import Saver, checkpoint_exists
from .scopes import get_variable

__all__ = ["AdadeltaOptimizer", "AdagradOptimizer", "AdamOptimizer", "ExponentialMovingAverage", "FtrlOptimizer",
           "GradientDescentOptimizer", "MomentumOptimizer", "Optimizer", "ProximalAdagradOptimizer",
           "ProximalGradientDescentOptimizer", "RMSPropOptimizer", "Saver",
           "checkpoint_exists", "cosine_decay", "create_global_step", "exponential_decay", "get_checkpoint_state",
           "get_global_step",
           "get_or_create_global_step", "global_step", "inverse_time_decay", "latest_checkpoint", "list_variables",
           "load_variable", "natural_exp_decay", "piecewise_constant", "piecewise_constant_decay", "polynomial_decay"]


class CheckpointState:
    """What a folder of checkpoints has: the latest prefix, and those of all that are there.

    model_checkpoint_path         the latest
    all_model_checkpoint_paths    all, a list
    """

    def __init__(self, model_checkpoint_path, all_model_checkpoint_paths):
        self.model_checkpoint_path = model_checkpoint_path
        self.all_model_checkpoint_paths = all_model_checkpoint_paths


def get_checkpoint_state(checkpoint_dir, latest_filename=None):
    """The CheckpointState of a folder; None where it has no checkpoint.

    checkpoint_dir     the folder
    latest_filename    the file that says which is the latest; None: "checkpoint"
    """
    latest = latest_checkpoint(checkpoint_dir, latest_filename)
    return None if latest is None else CheckpointState(latest, numbered(checkpoint_dir) or [latest])


def get_global_step(graph=None):
    """The variable that counts steps; None where there is none. graph is taken: it is the default one."""
    return next(iter(get_collection(GraphKeys.GLOBAL_STEP)), None)


def create_global_step(graph=None):
    """Make the variable that counts steps; graph is taken: it is the default one. Raises ValueError if it is there."""
    if get_global_step() is not None:
        raise ValueError('"global_step" already exists: tf.train.get_global_step().')
    return get_variable("global_step", [], "int64", initializers.Zeros(), trainable=False,
                        collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP])


def get_or_create_global_step(graph=None):
    """The variable that counts steps, made where there is none; graph is taken: it is the default one."""
    found = get_global_step()
    return create_global_step() if found is None else found


def global_step(sess, global_step_tensor):
    """The value of global_step_tensor in a session `sess`, a Python number."""
    return int(sess.run(global_step_tensor))


_speak_for(globals(), "tf.compat.v1.train")
