"""tf.train.MonitoredTrainingSession: a session that initialises, restores, saves and stops by itself, and its hooks."""

import os
import time
from collections import namedtuple
from contextlib import ExitStack

import numpy as np

from ..core.checkpoints import latest_checkpoint
from ..core.errors import OutOfRangeError
from .coordinators import Coordinator
from .graph import get_default_graph
from .logging import error, info
from .saver import Saver
from .scopes import left_out
from .sessions import Session
from .states import global_step_of
from .summary import FileWriter, merge_all
from .variables import global_variables, global_variables_initializer, local_variables_initializer

SessionRunArgs = namedtuple("SessionRunArgs", ["fetches", "feed_dict", "options"], defaults=[None, None])
SessionRunValues = namedtuple("SessionRunValues", ["results", "options", "run_metadata"])
DEFAULT = object()               # not given, where None says never


class SessionRunContext:
    """What a hook is told of a run: what was asked for, and the session; `request_stop()` ends the training.

    original_args    the SessionRunArgs of session.run(…)
    session          the Session under the monitored one
    """

    def __init__(self, original_args, session):
        self.original_args, self.session, self.stop_requested = original_args, session, False

    def request_stop(self):
        """Let should_stop() be true from here on."""
        self.stop_requested = True


class SessionRunHook:
    """Base of hooks: override what is to be done."""

    def begin(self):
        """Do something before the session is made: the graph may still be added to."""

    def after_create_session(self, session, coord):
        """Do something once the session is there, and its variables have values; coord: its Coordinator."""

    def before_run(self, run_context):
        """Return SessionRunArgs of what is fetched besides in each run of a run_context, or None."""

    def after_run(self, run_context, run_values):
        """Do something after each run of a run_context: run_values.results are what before_run asked for."""

    def end(self, session):
        """Do something at the end, while the session is open; not where an error ended it."""


class StopAtStepHook(SessionRunHook):
    """Stops after num_steps more steps, or once the global step is last_step. Raises ValueError unless one is given."""

    def __init__(self, num_steps=None, last_step=None):
        if (num_steps is None) == (last_step is None):
            raise ValueError("Exactly one of num_steps or last_step must be specified.")
        self.num_steps, self.last_step = num_steps, last_step

    def begin(self):
        self.step = global_step_of("StopAtStepHook")

    def after_create_session(self, session, coord):
        if self.last_step is None:
            self.last_step = int(session.run(self.step)) + self.num_steps

    def after_run(self, run_context, run_values):
        if run_context.session.run(self.step) >= self.last_step:
            run_context.request_stop()


class NanLossDuringTrainingError(RuntimeError):
    """The loss is no number any more."""

    def __str__(self):
        return "NaN loss during training."


class NanTensorHook(SessionRunHook):
    """Stops once a loss, loss_tensor, is no number: by an error, or without where fail_on_nan_loss is False."""

    def __init__(self, loss_tensor, fail_on_nan_loss=True):
        self.loss, self.fails = loss_tensor, fail_on_nan_loss

    def before_run(self, run_context):
        return SessionRunArgs(self.loss)

    def after_run(self, run_context, run_values):
        if np.isnan(run_values.results):
            error("Model diverged with loss = NaN.")
            if self.fails:
                raise NanLossDuringTrainingError
            run_context.request_stop()


class Sometimes(SessionRunHook):
    """Base of what is done every `secs` seconds or `steps` steps; None: not by that."""

    def __init__(self, secs, steps, folder):
        self.secs, self.steps, self.folder, self.last = secs, steps, folder, None

    def begin(self):
        self.step = global_step_of("MonitoredTrainingSession(checkpoint_dir=…)")

    def is_due(self, step):
        """Whether enough seconds or steps have passed at a step."""
        if self.last is None or step == self.last:
            return self.last is None
        return time.monotonic() >= self.time + self.secs if self.secs else step >= self.last + self.steps

    def note(self, step):
        """Begin to count from a step again."""
        self.last, self.time = step, time.monotonic()


class Checkpoints(Sometimes):
    """Writes a checkpoint at the beginning, now and then, and at the end."""

    def begin(self):
        super().begin()
        self.saver, self.path = Saver(), os.path.join(os.fspath(self.folder), "model.ckpt")

    def after_create_session(self, session, coord):
        self.save(session, int(session.run(self.step)))

    def after_run(self, run_context, run_values):
        step = int(run_context.session.run(self.step))
        if self.is_due(step):
            self.save(run_context.session, step)

    def end(self, session):
        step = int(session.run(self.step))
        if step != self.last:
            self.save(session, step)

    def save(self, session, step):
        """Write a checkpoint of a session at a step."""
        info("Saving checkpoints for %d into %s.", step, self.path)
        self.saver.save(session, self.path, global_step=step)
        self.note(step)


class Summaries(Sometimes):
    """Writes the summaries of the graph in the first run, and now and then."""

    def begin(self):
        super().begin()
        self.summary, self.writer, self.seen = merge_all(), FileWriter(self.folder), -1

    def before_run(self, run_context):
        due = self.summary is not None and self.is_due(self.seen + 1)
        return SessionRunArgs([self.summary] if due else [])

    def after_run(self, run_context, run_values):
        self.seen = int(run_context.session.run(self.step))
        for found in run_values.results:
            self.note(self.seen)
            self.writer.add_summary(found, self.seen)

    def end(self, session):
        self.writer.flush()


class MonitoredSession:
    """A session that is ready, calls hooks around each run, and stops at the end of a data set.

    hooks     a list of SessionRunHooks
    folder    a folder, whose latest checkpoint is read; None: variables have their first values
    config    of the Session
    """

    def __init__(self, hooks, folder=None, config=None):
        self.hooks, self.coordinator = hooks, Coordinator()
        for hook in hooks:
            hook.begin()
        saver = Saver() if global_variables() else None
        first, local = global_variables_initializer(), local_variables_initializer()
        self.session, self.graph = Session(config=config), get_default_graph()
        if saver is not None and (path := folder and latest_checkpoint(folder)):
            saver.restore(self.session, path)
        else:
            self.session.run(first)
        self.session.run(local)
        for hook in hooks:
            hook.after_create_session(self.session, self.coordinator)

    def should_stop(self):
        """Whether a hook asked to stop, a data set is at its end, or the session is closed."""
        return self.session.closed or self.coordinator.should_stop()

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        """Return session.run(fetches, feed_dict), with what hooks ask for besides; options, run_metadata are taken."""
        context = SessionRunContext(SessionRunArgs(fetches, feed_dict, options), self.session)
        wanted, feed = {"": fetches}, dict(feed_dict or {})
        for number, hook in enumerate(self.hooks):
            asked = hook.before_run(context)
            if asked is not None:
                feed.update(asked.feed_dict or {})
                if asked.fetches is not None:
                    wanted[str(number)] = asked.fetches
        found = self.session.run(wanted, feed)
        for number, hook in enumerate(self.hooks):
            hook.after_run(context, SessionRunValues(found.get(str(number)), options, run_metadata))
        if context.stop_requested:
            self.coordinator.request_stop()
        return found[""]

    def close(self):
        """Call the hooks' end, and close the session."""
        if not self.session.closed:
            try:
                for hook in self.hooks:
                    hook.end(self.session)
            finally:
                self.session.close()

    def __enter__(self):
        self.stack = ExitStack()
        self.stack.enter_context(self.session.as_default())
        return self

    def __exit__(self, kind, error, trace):
        with self.stack:
            if kind is None or issubclass(kind, OutOfRangeError):
                self.close()
                return kind is not None
            self.session.close()


def MonitoredTrainingSession(master="", is_chief=True, checkpoint_dir=None, scaffold=None, hooks=None,
                             chief_only_hooks=None, save_checkpoint_secs=DEFAULT, save_summaries_steps=DEFAULT,
                             save_summaries_secs=DEFAULT, config=None, stop_grace_period_secs=120,
                             log_step_count_steps=100, max_wait_secs=7200, save_checkpoint_steps=DEFAULT,
                             summary_dir=None, save_graph_def=True):
    """Return a session for training: it goes on from the latest checkpoint of a folder, and writes there.

    checkpoint_dir                                 the folder; None: nothing is written
    config                                         of the Session
    hooks, chief_only_hooks                        lists of SessionRunHooks
    save_checkpoint_secs, save_checkpoint_steps    how often a checkpoint is written: every 600 seconds; None: never
    save_summaries_steps, save_summaries_secs      how often summaries are written: every 100 steps; None: never
    summary_dir                                    where; None: checkpoint_dir
    save_graph_def, log_step_count_steps, master, is_chief, max_wait_secs, stop_grace_period_secs    taken

    Raises RuntimeError for a checkpoint_dir without tf.train.get_or_create_global_step(), NotImplementedError for a
    scaffold.
    """
    left_out(scaffold=scaffold)
    all_hooks = [*(hooks or ()), *(chief_only_hooks or ())]
    secs, steps = either(save_checkpoint_secs, save_checkpoint_steps, 600, None)
    if checkpoint_dir and (secs or steps):
        all_hooks.insert(0, Checkpoints(secs, steps, checkpoint_dir))
    secs, steps = either(save_summaries_secs, save_summaries_steps, None, 100)
    if (summary_dir or checkpoint_dir) and (secs or steps):
        all_hooks.insert(0, Summaries(secs, steps, summary_dir or checkpoint_dir))
    return MonitoredSession(all_hooks, checkpoint_dir, config)


def either(secs, steps, usual_secs, usual_steps):
    """Return (seconds, steps) of which one counts: the usual ones where none is given."""
    if secs is DEFAULT and steps is DEFAULT:
        return usual_secs, usual_steps
    return None if secs is DEFAULT else secs, None if steps is DEFAULT else steps


__all__ = ["MonitoredTrainingSession", "NanLossDuringTrainingError", "NanTensorHook", "SessionRunArgs",
           "SessionRunContext", "SessionRunHook", "SessionRunValues", "StopAtStepHook"]
