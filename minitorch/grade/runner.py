"""Many submissions graded at once: handed out, kept as they come, and gone on with after whatever stopped it."""

import os
import secrets
import sys
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, wait
from concurrent.futures.process import BrokenProcessPool
from time import monotonic, sleep

from ..course.record import earlier, find, registry
from .hidden import Hidden
from .matching import version_of
from .processes import Pool
from .result import Result, Unreadable

checker = None                           # of this process; made by `prepare`
AHEAD = 3                                # submissions that wait for each process


def prepare(settings):
    """Make this process a checker."""
    global checker
    from .checker import Checker
    checker = Checker(Hidden(settings["solutions"]), settings["seed"], settings["isolation"], settings.get("limits"),
                      settings["hide"])


def grade(submission, ids):
    """Grade one submission, in a process that was prepared.

    One at a time in a process: threads share what a checker changes for a moment (sys.stdout, the alarm).
    """
    return checker.grade(submission, ids)


def exercises_of(lesson, answered=()):
    """Return the ids of a lesson's exercises, in order; of retired ones those that are among `answered`."""
    try:
        find("")                         # loads the records
    except ValueError:
        pass
    retired = {id for id, _ in earlier if id in answered}
    return sorted((id for id in registry.keys() | retired if find(id).lesson == lesson),
                  key=lambda id: [int(part) for part in id.split(".")])


def due(submission, ids, done, seed, isolation, hidden):
    """Return "" for a submission that is graded already, else why not.

    That it is "new", was graded by "another version", seed or isolation, or is "stale": an exercise, its points or its
    hidden tests have changed since.
    """
    found = done.get((submission.student, submission.lesson, submission.digest))
    if found is None:
        return "new"
    stale = False
    for id in ids:
        version, *_ = version_of(submission, id, hidden.has)
        *by, basis = found.get(id, (None, ""))
        if by != [version, seed, isolation]:
            return "another version"
        stale |= basis not in ("", hidden.basis(id, version))
    return "stale" if stale else ""


class Run:
    """One run of the grader over what was handed in.

    store      a Store
    solutions  the folder with the hidden tests, or None
    seed       of the hidden inputs; None: the store's own, which it draws once and keeps
    isolation  "bwrap" or "rlimits"
    jobs       processes at a time
    executor   executor(jobs, settings) gives what runs `grade`: a processes.Pool, or one with its methods
    regrade    grade all again, also what has not changed
    show       show(done, total, working, bad) is called as it goes on
    """

    def __init__(self, store, solutions=None, seed=None, isolation="bwrap", jobs=None, executor=Pool, regrade=False,
                 show=None, limits=None, hide=()):
        self.store, self.jobs = store, jobs or os.cpu_count() or 1
        self.seed = store.fact("seed", secrets.randbits(62)) if seed is None else seed
        self.settings = {"solutions": solutions, "seed": self.seed, "isolation": isolation, "limits": limits,
                         "hide": [str(path) for path in (store.path, *hide)]}
        self.make, self.regrade, self.show = executor, regrade, show or (lambda *state: None)
        self.graded, self.kept, self.stale, self.unreadable, self.hidden = 0, 0, 0, [], None
        self.elsewhere = []              # what another grader at the same store is at

    def over(self, found):
        """Grade Submissions; Unreadables are remembered. Returns itself."""
        todo, self.start = [], self.store.last()
        done = {} if self.regrade else self.store.done()
        for submission in found:
            if isinstance(submission, Unreadable):
                self.unreadable.append(submission)
                continue
            ids = exercises_of(submission.lesson, submission.sources)
            why = due(submission, ids, done, self.seed, self.settings["isolation"], self.tests())
            if why:
                todo.append((submission, ids))
                self.stale += why == "stale"
            else:
                self.kept += 1
                self.store.note(submission)
        self.total = len(todo)
        try:
            while todo or self.elsewhere:
                todo = self.round(todo) if todo else self.after_others()
        finally:
            self.store.release()
        return self

    def after_others(self):
        """Wait for another grader at the same store; returns what it left undone."""
        waiting, self.elsewhere, todo = self.elsewhere, [], []
        for submission, ids in waiting:
            if self.begin(submission, ids):
                todo.append((submission, ids))
        if self.elsewhere and not todo:
            sleep(0.5)
        return todo

    def begin(self, submission, ids):
        """Whether to grade a submission now: not what another grader is at, or has graded meanwhile."""
        if not self.store.claim(submission):
            self.elsewhere.append((submission, ids))
            return False
        if not self.store.graded_after(self.start, submission) or due(
                submission, ids, self.store.done(submission.student), self.seed, self.settings["isolation"],
                self.tests()):
            return True
        self.kept, self.total = self.kept + 1, self.total - 1
        return False

    def tests(self):
        """Return the hidden tests, which are read once."""
        if self.hidden is None:
            self.hidden = Hidden(self.settings["solutions"])
        return self.hidden

    def left_stale(self, lesson=None):
        """Return {exercise: number of kept grades} from before it, its points or its hidden tests changed."""
        return Counter(id for (_, number, _), graded in self.store.done().items() if lesson in (None, number)
                       for id, (version, *_, basis) in graded.items()
                       if (now := self.tests().basis(id, version)) and basis not in ("", now))

    def round(self, todo):
        """Hand out what is to do; returns what has to be handed out anew, because a process died over it."""
        executor = self.make(min(self.jobs, len(todo)), self.settings)
        waiting, running, again = list(reversed(todo)), {}, []
        try:
            while waiting or running:
                while waiting and len(running) < self.jobs * AHEAD:
                    submission, ids = waiting.pop()
                    if self.begin(submission, ids):
                        running[executor.submit(grade, submission, ids)] = [submission, ids, None]
                finished, _ = wait(running, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in finished:
                    submission, ids, _ = running.pop(future)
                    self.keep(submission, ids, future)
                self.tell(running)
        except BrokenProcessPool:
            again = [(submission, ids) for submission, ids, _ in running.values()] + [(submission, ids)] + waiting[::-1]
            executor.kill()
            return self.one_by_one(again)
        except BaseException:
            executor.kill()
            raise
        executor.shutdown()
        return again

    def one_by_one(self, todo):
        """Grade each submission that may have killed a checker in a process of its own; return those left to do."""
        suspects, rest = todo[:self.jobs * AHEAD + 1], todo[self.jobs * AHEAD + 1:]
        for submission, ids in suspects:
            if not self.begin(submission, ids):
                continue
            self.store.add(submission, self.alone(submission, ids))
            self.graded += 1
            self.tell({})
        return rest

    def alone(self, submission, ids):
        """Return results from a process of its own; if it dies, each exercise gets one, so that one costs no other."""
        executor = self.make(1, self.settings)
        try:
            return self.results(submission, ids, executor.submit(grade, submission, ids))
        except BrokenProcessPool:
            if len(ids) > 1:
                return [result for id in ids for result in self.alone(submission, [id])]
            return self.lost(submission, ids, "the grader itself ended over this answer")
        finally:
            executor.kill()

    def keep(self, submission, ids, future):
        self.store.add(submission, self.results(submission, ids, future))
        self.graded += 1

    def results(self, submission, ids, future):
        """Return what a process found; if it failed, results that tell the instructor to look at this submission."""
        try:
            return future.result()
        except BrokenProcessPool:
            raise
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            return self.lost(submission, ids, f"the grader failed over this submission ({said})")

    def lost(self, submission, ids, why):
        """Return results which say that these answers could not be graded, and must be looked at by hand."""
        return [Result(
            submission.student, submission.lesson, id, find(id).version, 0, find(id).points, "not graded",
            seed=self.seed, isolation=self.settings["isolation"], digest=submission.digest,
            basis=self.tests().basis(id, find(id).version), text=f"{id}: {why}. Look at it by hand.") for id in ids]

    def tell(self, running):
        for future, state in running.items():
            if state[2] is None and future.running():
                state[2] = monotonic()
        oldest = sorted((started, submission.student) for submission, _, started in running.values() if started)
        self.show(self.graded, self.total, oldest, len(self.unreadable))


class Bar:
    """A line that is written over: how far, how long still, and what is slow."""

    def __init__(self, stream=None):
        self.stream, self.start = stream or sys.stderr, monotonic()
        self.live = getattr(self.stream, "isatty", lambda: False)()
        self.shown, self.told = "", 0

    def __call__(self, done, total, working, unreadable):
        now = monotonic()
        share = done / total if total else 1.0
        if not self.live:
            if share >= (self.told + 1) / 10 or done == total:       # in a log: a line for each tenth
                self.told = int(share * 10)
                self.line(f"{done} of {total} submissions graded")
            return
        text = f"[{'█' * round(20 * share):·<20}] {done}/{total}"
        if done:
            text += f", {(now - self.start) / done * (total - done):.0f} s to go"
        slow = [f"{student} ({now - since:.0f} s)" for since, student in working if now - since > 10][:2]
        text += f"; slow: {', '.join(slow)}" if slow else ""
        self.stream.write("\r" + text.ljust(len(self.shown))[:150])
        self.stream.flush()
        self.shown = text

    def line(self, text):
        if text != self.shown:
            self.stream.write(text + "\n")
            self.stream.flush()
            self.shown = text

    def close(self):
        if self.live and self.shown:
            self.stream.write("\n")
