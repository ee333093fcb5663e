"""Sessions that initialise, restore, save and stop by themselves: tf.train.MonitoredTrainingSession."""

from contextlib import ExitStack

from ..core.checkpoints import latest_checkpoint
from ..core.errors import OutOfRangeError
from .coordinators import Coordinator
from .graph import get_default_graph
from .hooks import SessionRunArgs, SessionRunContext, SessionRunValues
from .saver import Saver
from .saving_hooks import CheckpointSaverHook, SummarySaverHook
from .sessions import Session
from .summary import merge_all
from .variables import global_variables, global_variables_initializer, group, local_variables_initializer

DEFAULT = object()               # not given, where None says never


class Scaffold:
    """What a monitored session makes its graph ready with.

    init_op, init_feed_dict                what gives variables their first values; None: their initialisers
    init_fn                                a function of this Scaffold and a session, called after it
    local_init_op, local_init_feed_dict    what gives local variables theirs
    summary_op                             what SummarySaverHook runs; None: all summaries
    saver                                  a Saver; None: one of all variables
    ready_op, ready_for_local_init_op, copy_from_scaffold    taken, without effect
    """

    def __init__(self, init_op=None, init_feed_dict=None, init_fn=None, ready_op=None, ready_for_local_init_op=None,
                 local_init_op=None, summary_op=None, saver=None, copy_from_scaffold=None, local_init_feed_dict=None):
        self.init_op, self.init_feed_dict, self.init_fn = init_op, init_feed_dict, init_fn
        self.local_init_op, self.local_init_feed_dict = local_init_op, local_init_feed_dict
        self.summary_op, self.saver = summary_op, saver

    def finalize(self):
        """Make what was not given; returns this Scaffold."""
        self.init_op = global_variables_initializer() if self.init_op is None else self.init_op
        self.local_init_op = group(local_variables_initializer()) if self.local_init_op is None else self.local_init_op
        self.summary_op = merge_all() if self.summary_op is None else self.summary_op
        self.saver = (Saver() if global_variables() else None) if self.saver is None else self.saver
        return self


class ChiefSessionCreator:
    """Makes sessions whose variables have values: those of the latest checkpoint, else their first.

    scaffold                         a Scaffold; None: the usual one
    config                           of the Session
    checkpoint_dir                   a folder, whose latest checkpoint is read
    checkpoint_filename_with_path    or a checkpoint's prefix
    master                           taken: computing is done here
    """

    def __init__(self, scaffold=None, master="", config=None, checkpoint_dir=None, checkpoint_filename_with_path=None):
        self.scaffold, self.config = scaffold or Scaffold(), config
        self.folder, self.path = checkpoint_dir, checkpoint_filename_with_path

    def create_session(self):
        """A Session that is ready."""
        scaffold, session = self.scaffold.finalize(), Session(config=self.config)
        path = self.path or self.folder and latest_checkpoint(self.folder)
        if path and scaffold.saver is not None:
            scaffold.saver.restore(session, path)
        else:
            session.run(scaffold.init_op, scaffold.init_feed_dict)
            if scaffold.init_fn:
                scaffold.init_fn(scaffold, session)
        session.run(scaffold.local_init_op, scaffold.local_init_feed_dict)
        return session


class MonitoredSession:
    """A session that is ready, calls hooks around each run, and stops at the end of a data set.

    session_creator           makes the Session; None: ChiefSessionCreator()
    hooks                     a list of SessionRunHooks
    stop_grace_period_secs    taken: no thread is waited for
    """

    def __init__(self, session_creator=None, hooks=None, stop_grace_period_secs=120):
        self.hooks, self.coordinator = list(hooks or ()), Coordinator()
        for hook in self.hooks:
            hook.begin()
        self.session = (session_creator or ChiefSessionCreator()).create_session()
        self.graph = get_default_graph()
        for hook in self.hooks:
            hook.after_create_session(self.session, self.coordinator)

    def should_stop(self):
        """Whether a hook asked to stop, a data set is at its end, or the session is closed."""
        return self.session.closed or self.coordinator.should_stop()

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        """session.run(fetches, feed_dict), with what hooks ask for besides; options, run_metadata are taken."""
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

    def run_step_fn(self, step_fn):
        """step_fn(context), whose context.session runs without hooks, and context.run_with_hooks with them."""
        context = SessionRunContext(None, self.session)
        context.run_with_hooks = self.run
        made = step_fn(context)
        if context.stop_requested:
            self.coordinator.request_stop()
        return made

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


class SingularMonitoredSession(MonitoredSession):
    """A MonitoredSession of a Scaffold.

    hooks, stop_grace_period_secs                  MonitoredSession's
    scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path    ChiefSessionCreator's
    """

    def __init__(self, hooks=None, scaffold=None, master="", config=None, checkpoint_dir=None,
                 stop_grace_period_secs=120, checkpoint_filename_with_path=None):
        super().__init__(ChiefSessionCreator(scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path),
                         hooks)

    def raw_session(self):
        """The Session under it."""
        return self.session


def MonitoredTrainingSession(master="", is_chief=True, checkpoint_dir=None, scaffold=None, hooks=None,
                             chief_only_hooks=None, save_checkpoint_secs=DEFAULT, save_summaries_steps=DEFAULT,
                             save_summaries_secs=DEFAULT, config=None, stop_grace_period_secs=120,
                             log_step_count_steps=100, max_wait_secs=7200, save_checkpoint_steps=DEFAULT,
                             summary_dir=None, save_graph_def=True):
    """A MonitoredSession for training: it goes on from the latest checkpoint of a folder, and writes there.

    checkpoint_dir                                 the folder; None: nothing is written
    scaffold, config                               ChiefSessionCreator's
    hooks, chief_only_hooks                        lists of SessionRunHooks
    save_checkpoint_secs, save_checkpoint_steps    how often a checkpoint is written: every 600 seconds; None: never
    save_summaries_steps, save_summaries_secs      how often summaries are written: every 100 steps; None: never
    summary_dir                                    where; None: checkpoint_dir
    save_graph_def, log_step_count_steps, master, is_chief, max_wait_secs, stop_grace_period_secs    taken

    Raises RuntimeError for a checkpoint_dir without tf.train.get_or_create_global_step().
    """
    scaffold, all_hooks = scaffold or Scaffold(), [*(hooks or ()), *(chief_only_hooks or ())]
    secs, steps = either(save_checkpoint_secs, save_checkpoint_steps, 600, None)
    if checkpoint_dir and (secs or steps):
        all_hooks.insert(0, CheckpointSaverHook(checkpoint_dir, secs or None, steps or None, scaffold=scaffold))
    secs, steps = either(save_summaries_secs, save_summaries_steps, None, 100)
    if (summary_dir or checkpoint_dir) and (secs or steps):
        all_hooks.insert(0, SummarySaverHook(steps or None, secs or None, summary_dir or checkpoint_dir,
                                             scaffold=scaffold))
    return MonitoredSession(ChiefSessionCreator(scaffold, master, config, checkpoint_dir), all_hooks)


def either(secs, steps, usual_secs, usual_steps):
    """(seconds, steps) of which one counts: the usual ones where none is given."""
    if secs is DEFAULT and steps is DEFAULT:
        return usual_secs, usual_steps
    return None if secs is DEFAULT else secs, None if steps is DEFAULT else steps
