"""tf.train: optimisers, checkpoints, and the variable that counts steps."""

from ..core.checkpoints import latest_checkpoint, list_variables, load_checkpoint, load_variable, numbered
from ..keras.core.signed import arguments as _arguments
from .coordinators import Coordinator, start_queue_runners
from .decays import (ExponentialMovingAverage, exponential_decay, piecewise_constant,
                     piecewise_constant as piecewise_constant_decay, polynomial_decay)
from .optimizers import (AdadeltaOptimizer, AdagradOptimizer, AdamOptimizer, GradientDescentOptimizer,
                         MomentumOptimizer, Optimizer, RMSPropOptimizer)
from .saver import Saver, checkpoint_exists
from .states import get_global_step, get_or_create_global_step, global_step


@_arguments("model_checkpoint_path", "all_model_checkpoint_paths")
class CheckpointState:
    """What a folder of checkpoints has: the latest prefix, and those of all that are there.

    model_checkpoint_path         the latest
    all_model_checkpoint_paths    all, a list
    """


def get_checkpoint_state(checkpoint_dir, latest_filename=None):
    """Return the CheckpointState of a folder; None where it has no checkpoint.

    checkpoint_dir     the folder
    latest_filename    the file that says which is the latest; None: "checkpoint"
    """
    latest = latest_checkpoint(checkpoint_dir, latest_filename)
    return None if latest is None else CheckpointState(latest, numbered(checkpoint_dir) or [latest])


def NewCheckpointReader(filepattern):
    """Return a reader of a checkpoint's values; filepattern: its prefix. Raises NotFoundError where there is none."""
    return load_checkpoint(filepattern)
