"""Hooks: what is done before and after each run of a tf.train.MonitoredTrainingSession."""

import time
from collections import namedtuple

import numpy as np

from .graph import Tensor, get_default_graph
from .logging import error, info
from .stepping import global_step_of

SessionRunArgs = namedtuple("SessionRunArgs", ["fetches", "feed_dict", "options"], defaults=[None, None])
SessionRunValues = namedtuple("SessionRunValues", ["results", "options", "run_metadata"])


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
        """Before the session is made: the graph may still be added to."""

    def after_create_session(self, session, coord):
        """Once the session is there, and its variables have values; coord: its Coordinator."""

    def before_run(self, run_context):
        """Before each run of a run_context: SessionRunArgs of what is fetched besides, or None."""

    def after_run(self, run_context, run_values):
        """After each run of a run_context: run_values.results are those of what before_run asked for."""

    def end(self, session):
        """At the end, while the session is open; not where an error ended it."""


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

    def before_run(self, run_context):
        return SessionRunArgs(self.step)

    def after_run(self, run_context, run_values):
        if run_values.results >= self.last_step and run_context.session.run(self.step) >= self.last_step:
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


class SecondOrStepTimer:
    """Says when every_secs seconds, or every_steps steps, have passed. Raises ValueError unless one is given."""

    def __init__(self, every_secs=None, every_steps=None):
        if (every_secs is None) == (every_steps is None):
            raise ValueError("exactly one of every_secs and every_steps should be provided.")
        self.every_secs, self.every_steps = every_secs, every_steps
        self.reset()

    def reset(self):
        """Forget when it was last so."""
        self.last_step, self.last_time = None, 0.0

    def should_trigger_for_step(self, step):
        """Whether it is time at a step."""
        if self.last_step is None:
            return True
        if step == self.last_step:
            return False
        if self.every_secs is not None:
            return time.monotonic() >= self.last_time + self.every_secs
        return step >= self.last_step + self.every_steps

    def update_last_triggered_step(self, step):
        """Note that it was done at a step; (seconds, steps) since the time before, None at the first."""
        now = time.monotonic()
        passed = (None, None) if self.last_step is None else (now - self.last_time, step - self.last_step)
        self.last_step, self.last_time = step, now
        return passed

    def last_triggered_step(self):
        """The step at which it was last so."""
        return self.last_step


class LoggingTensorHook(SessionRunHook):
    """Writes the values of tensors as lines of tf.logging.info, every_n_iter runs or every_n_secs seconds.

    tensors      {name: tensor or its name}, or a list of these
    at_end       also, or only, at the end
    formatter    a function of {name: value} that gives the line

    Raises ValueError unless it is told when.
    """

    def __init__(self, tensors, every_n_iter=None, every_n_secs=None, at_end=False, formatter=None):
        if every_n_iter is None and every_n_secs is None and not at_end:
            raise ValueError("either at_end and/or exactly one of every_n_iter and every_n_secs must be provided.")
        self.tensors = dict(tensors) if isinstance(tensors, dict) else {str(getattr(t, "name", t)): t for t in tensors}
        self.formatter, self.at_end, self.turn = formatter, at_end, 0
        only_end = every_n_iter is None and every_n_secs is None
        self.timer = None if only_end else SecondOrStepTimer(every_n_secs, every_n_iter)

    def begin(self):
        graph = get_default_graph()
        self.tensors = {name: t if isinstance(t, Tensor) else graph.as_graph_element(t)
                        for name, t in self.tensors.items()}

    def before_run(self, run_context):
        self.due = self.timer is not None and self.timer.should_trigger_for_step(self.turn)
        return SessionRunArgs(self.tensors) if self.due else None

    def after_run(self, run_context, run_values):
        if self.due:
            self.tell(run_values.results)
        self.turn += 1

    def end(self, session):
        if self.at_end:
            self.tell(session.run(self.tensors))

    def tell(self, values):
        """Write the line of these values."""
        seconds = self.timer.update_last_triggered_step(self.turn)[0] if self.timer else None
        line = self.formatter(values) if self.formatter else ", ".join(f"{k} = {v}" for k, v in values.items())
        info("%s%s", line, "" if seconds is None or self.formatter else f" ({seconds:.3f} sec)")


class FinalOpsHook(SessionRunHook):
    """Runs final_ops at the end, fed final_ops_feed_dict; their values are in final_ops_values."""

    def __init__(self, final_ops, final_ops_feed_dict=None):
        self.final_ops, self.feed, self.final_ops_values = final_ops, final_ops_feed_dict, None

    def end(self, session):
        if self.final_ops is not None:
            self.final_ops_values = session.run(self.final_ops, self.feed)


__all__ = ["FinalOpsHook", "LoggingTensorHook", "NanLossDuringTrainingError", "NanTensorHook",
           "SecondOrStepTimer", "SessionRunArgs", "SessionRunContext", "SessionRunHook", "SessionRunValues",
           "StopAtStepHook"]
