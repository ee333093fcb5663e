"""Hooks that write files while a training runs: checkpoints, and summaries."""

import os

from .hooks import SecondOrStepTimer, SessionRunArgs, SessionRunHook
from .logging import info
from .saver import Saver
from .stepping import global_step_of
from .summary import FileWriter, merge_all


class AtSteps(SessionRunHook):
    """Does something, `act(session, step)`, at steps that a timer names."""

    def __init__(self, save_secs, save_steps):
        self.timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self):
        self.step = global_step_of(type(self).__name__)

    def before_run(self, run_context):
        return SessionRunArgs(self.step)

    def after_run(self, run_context, run_values):
        if self.timer.should_trigger_for_step(int(run_values.results)):
            step = int(run_context.session.run(self.step))
            if self.timer.should_trigger_for_step(step):
                self.timer.update_last_triggered_step(step)
                self.act(run_context.session, step)


class CheckpointSaverHook(AtSteps):
    """Writes a checkpoint every save_secs seconds or save_steps steps, at the beginning, and at the end.

    checkpoint_dir         the folder
    saver                  a Saver; None: one of all variables
    checkpoint_basename    what their names begin with
    scaffold               a Scaffold whose saver serves
    listeners              objects whose before_save(session, step) and after_save(session, step) are called
    save_graph_def         taken: the graph is in no file

    Raises ValueError unless it is told when.
    """

    def __init__(self, checkpoint_dir, save_secs=None, save_steps=None, saver=None, checkpoint_basename="model.ckpt",
                 scaffold=None, listeners=None, save_graph_def=True):
        super().__init__(save_secs, save_steps)
        self.path = os.path.join(os.fspath(checkpoint_dir), checkpoint_basename)
        self.saver, self.scaffold, self.listeners = saver, scaffold, list(listeners or ())

    def begin(self):
        super().begin()
        self.saver = self.saver or getattr(self.scaffold, "saver", None) or Saver()

    def after_create_session(self, session, coord):
        step = int(session.run(self.step))
        self.act(session, step)
        self.timer.update_last_triggered_step(step)

    def act(self, session, step):
        """Write a checkpoint of a session at a step."""
        info("Saving checkpoints for %d into %s.", step, self.path)
        for listener in self.listeners:
            listener.before_save(session, step)
        self.saver.save(session, self.path, global_step=step)
        for listener in self.listeners:
            listener.after_save(session, step)

    def end(self, session):
        step = int(session.run(self.step))
        if step != self.timer.last_triggered_step():
            self.act(session, step)


class SummarySaverHook(AtSteps):
    """Writes a summary every save_secs seconds or save_steps steps.

    output_dir, summary_writer    the folder, or a FileWriter
    summary_op, scaffold          what is run; None: all summaries of the graph

    Raises ValueError unless it is told when.
    """

    def __init__(self, save_steps=None, save_secs=None, output_dir=None, summary_writer=None, scaffold=None,
                 summary_op=None):
        super().__init__(save_secs, save_steps)
        self.folder, self.writer, self.summary = output_dir, summary_writer, summary_op
        self.scaffold, self.last = scaffold, None

    def begin(self):
        super().begin()
        if self.summary is None:
            self.summary = getattr(self.scaffold, "summary_op", None)
        if self.summary is None:
            self.summary = merge_all()
        self.writer = self.writer or self.folder and FileWriter(self.folder)

    def before_run(self, run_context):
        due = self.summary is not None and self.timer.should_trigger_for_step(
            (self.timer.last_triggered_step() or 0) + 1 if self.last is None else self.last + 1)
        return SessionRunArgs([self.step, self.summary] if due else [self.step])

    def after_run(self, run_context, run_values):
        step, *found = run_values.results
        self.last = int(step)
        if found:
            step = int(run_context.session.run(self.step))
            self.timer.update_last_triggered_step(step)
            self.last = step
            if self.writer:
                self.writer.add_summary(found[0], step)

    def end(self, session):
        if self.writer:
            self.writer.flush()
