"""The checker: it holds what is wanted, and has answers tried in sandboxes, one submission after the other."""

from contextlib import contextmanager
from hashlib import blake2b
from operator import ge, gt
from time import perf_counter

from ..course.record import find, registry
from .by_heart import confirmed, in_doubt
from .hidden import Hidden
from .matching import version_of
from .packing import import_path, packed
from .plan import Plan, library_own, order, sendable
from .result import Result
from .sandbox import Lost, Sandbox
from .stripped import Copies
from .usage import Limits
from .verdict import MISSING, judged
from .worker import Worker

WIDE = "other cells than its own had a part in it: they were run in order"


def drawn(seed, whose):
    """Return a seed for one submission, the same whenever it is graded; the checker's own seed if `whose` is ''."""
    return int.from_bytes(blake2b(f"{seed} {whose}".encode("utf-8", "replace"), digest_size=8).digest()) if whose else (
        seed)


class Checker:
    """Grades submissions, one after the other.

    hidden      the hidden tests
    seed        a secret that their inputs are drawn from, others for each student and submission
    isolation   of the sandboxes
    hide        what of the course lies where a sandbox could see it
    """

    def __init__(self, hidden=None, seed=0, isolation="bwrap", limits=None, hide=()):
        self.hidden, self.seed, self.isolation = hidden or Hidden(), seed, isolation
        self.limits, self.hide = limits or Limits(), hide
        self.plans: dict = {}
        self.references: dict = {}
        self.limit = int                                   # called before each exercise
        self.sandbox: Sandbox | None = None                # kept from one submission to the next
        self.copies = Copies() if isolation == "bwrap" else None

    def plan(self, id, version, whose=""):
        """Return the Plan of an exercise; whose: words that, with the seed, decide its order and hidden inputs."""
        if (id, version) not in self.plans:
            self.plans[id, version] = Plan(find(id, version))
        plan, seed = self.plans[id, version], drawn(self.seed, whose)
        plan.draw(self.hidden.cases(id, version, seed), seed)
        return plan

    def grade(self, submission, ids):
        """Grade a submission; return a list of Results, one for each exercise id."""
        results = []
        try:
            for id in ids:
                self.limit()
                if id not in submission.sources or not submission.sources[id]:
                    results.append(self.result(submission, find(id), 0, "missing", text=self.head(find(id), "missing")
                                               + f"\n    {MISSING}"))
                    continue
                for _ in range(2):                         # a sandbox that was lost before it began costs nothing
                    try:
                        if self.sandbox is None or self.sandbox.closed:
                            self.sandbox = Sandbox(self.isolation, self.hide, self.copies and self.copies.folder)
                        results.append(self.one(submission, id, self.sandbox))
                        break
                    except Lost:
                        reason = "Its sandbox ended twice."
                    except Exception as error:             # the batch goes on; someone has to look at this one
                        reason = f"The grader failed: {type(error).__name__}: {error}"
                else:
                    results.append(self.result(submission, find(id), 0, "not graded", oddities=[reason],
                                               text=self.head(find(id), "not graded")))
            return results
        finally:
            if self.sandbox is not None and not self.sandbox.closed:
                self.sandbox.anew()

    def head(self, exercise, state):
        return f"{exercise.id} {exercise.name}: {state}"

    def result(self, submission, exercise, points, state, **more):
        return Result(submission.student, submission.lesson, exercise.id, exercise.version, points, exercise.points,
                      state, seed=self.seed, isolation=self.isolation, digest=submission.digest,
                      basis=self.hidden.basis(exercise.id, exercise.version), **more)

    def one(self, submission, id, sandbox):
        """Grade one answer in a process of its own; when this returns, nothing of it is running.

        If it is not right, and other cells may have a part in it, all those are run in order, as a kernel does; if
        something is missing then, all cells down to its own are.
        """
        start = perf_counter()
        version, said = version_of(submission, id, self.hidden.has)
        odd = said
        plan = self.plan(id, version, f"{submission.student} {submission.digest}")
        found, unsure = self.tried(plan, submission, sandbox)
        for reach, better in ((1, ge), (2, gt)):
            if unsure and not sandbox.closed:
                again, unsure = self.tried(plan, submission, sandbox, reach)
                stopped = again["state"] == "not graded" and not found["points"]       # never 0 for a stop elsewhere
                if stopped or better(again["points"], found["points"]):
                    found, odd = again, "; ".join(filter(None, [said, WIDE]))
        return self.result(submission, plan.exercise, seconds=round(perf_counter() - start, 3),
                           oddities=[odd] * bool(odd), **found)

    def tried(self, plan, submission, sandbox, reach=0):
        """Return (the findings about an answer, whether cells that were not run may have changed them).

        reach   of the cells, those are run that an answer needs (0), that may have a part in it (1), all down to it (2)
        """
        id = plan.exercise.id
        number, source = submission.sources[id][-1]
        start = plan.start(submission, number, reach)
        with self.worker(plan, sandbox) as worker:
            found = judged(plan, worker, start, source)
            missed = found["points"] < plan.exercise.points and not worker.caught
            if missed and worker.slow:
                found |= {"state": "not graded", "text": f"{self.head(plan.exercise, 'not graded')}\n    "
                          f"{worker.slow}, on which it may depend, was stopped by the limits on time and memory: look "
                          "at it by hand."}
            elif missed and worker.failed is not None and found["state"] == "crashed":
                told = f"{type(worker.failed).__name__}: {str(worker.failed).strip()}"[:300]
                found["text"] += f"\n    Of the cells that were run for it one failed before, with {told}"
            look = missed and reach < 2 and not worker.slow
            unsure = look and worker.unsure()
        if in_doubt(found) and not sandbox.closed:
            with self.worker(plan, sandbox) as worker:
                found = confirmed(plan, worker, start, found)
        return found, unsure

    @contextmanager
    def worker(self, plan, sandbox):
        """Open a Worker for one exercise; after the block nothing of it is running."""
        worker = Worker(sandbox, self.limits, lambda other: self.reference(plan.exercise.id, other),
                        self.copies.of(plan.exercise, library_own(plan.exercise)) if self.copies else "")
        try:
            yield worker
        finally:
            worker.close()
            try:
                if not sandbox.closed:
                    sandbox.end()
            except Lost:
                pass

    def reference(self, id, other):
        """Return what replaces another exercise's answer while one is graded, as (kind, value)."""
        if other not in registry or order(other) >= order(id):     # a later one could be turned into this one
            return None, None
        if other not in self.references:
            exercise = registry[other]
            here = import_path(exercise.reference) is None and not exercise.programs and all(
                sendable(case.inputs, False) for case in exercise.cases)
            self.references[other] = ("function", exercise.reference) if here else (     # only numbers cross
                "code", packed(exercise.reference))
        return self.references[other]
