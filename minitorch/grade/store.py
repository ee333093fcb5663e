"""The grades, kept in one SQLite file: written as they come, whole submission by whole submission."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

from .result import Result

TABLES = """
create table if not exists facts (name text primary key, value text);
create table if not exists results (
    number integer primary key, student text, lesson integer, exercise text, version integer, points real, "of" real,
    state text, checks text, misconception text, text text, oddities text, seconds real, seed integer, isolation text,
    digest text, at text, latest integer);
create index if not exists latest_results on results (latest, student, lesson);
create table if not exists submissions (
    number integer primary key, student text, lesson integer, path text, digest text, sources text, oddities text,
    at text, latest integer);
create table if not exists texts (student text, lesson integer, question text, text text);
create table if not exists marks (
    student text, lesson integer, question text, points real, "of" real, checks text, comment text, text text);
create table if not exists comments (student text, lesson integer, text text, primary key (student, lesson));
create table if not exists claims (student text, lesson integer, owner text, primary key (student, lesson));
create table if not exists people (known_as text primary key, student text);
"""
LISTS = ("checks", "oddities")


class Store:
    """Results in a file. A submission's results appear all at once or not at all, whatever stops the program.

    path    the SQLite file; made when it is not there
    """

    def __init__(self, path):
        import sqlite3
        self.path = Path(path)
        self.base = sqlite3.connect(self.path, timeout=30)
        try:
            self.base.executescript(TABLES)
            if not any(row[1] == "basis" for row in self.base.execute("pragma table_info(results)")):
                self.base.execute("alter table results add column basis text default ''")
        except sqlite3.DatabaseError as error:
            self.base.close()
            raise ValueError(f"{path} holds no grades: {error}. Name another file with --db.") from None

    def close(self):
        self.base.close()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()

    def fact(self, name, default):
        """Return a fact stored with the grades; if there is none yet, store `default`."""
        with self.base:
            self.base.execute("insert or ignore into facts values (?, ?)", (name, json.dumps(default)))
        return json.loads(self.base.execute("select value from facts where name = ?", (name,)).fetchone()[0])

    def add(self, submission, results):
        """Store one graded submission; the earlier one of this student and lesson becomes history."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        rows = [(r.student, r.lesson, r.exercise, r.version, r.points, r.of, r.state, json.dumps(r.checks),
                 r.misconception, r.text, json.dumps(r.oddities), r.seconds, r.seed, r.isolation, r.digest, now,
                 r.basis) for r in results]
        whose = (submission.student, submission.lesson)
        with self.base:
            for table in ("results", "submissions"):
                self.base.execute(f"update {table} set latest = 0 "
                                  "where latest = 1 and student = ? and lesson = ?", whose)
            self.base.executemany(f"insert into results values (null{', ?' * 16}, 1, ?)", rows)
            self.base.execute("insert into submissions values (null, ?, ?, ?, ?, ?, ?, ?, 1)",
                              (*whose, submission.path, submission.digest, json.dumps(submission.sources),
                               json.dumps(submission.oddities), now))
            self.keep_texts(submission)
            self.base.execute("delete from claims where student = ? and lesson = ?", whose)

    def claim(self, submission):
        """Whether this process may grade a submission now: no other that still runs has begun to."""
        whose, me = (submission.student, submission.lesson), owner(os.getpid())
        with self.base:
            self.base.execute("begin immediate")
            found = self.base.execute("select owner from claims where student = ? and lesson = ?", whose).fetchone()
            if found is not None and found[0] != me and found[0] == owner(int(found[0].partition(" ")[0])):
                return False
            self.base.execute("insert or replace into claims values (?, ?, ?)", (*whose, me))
        return True

    def last(self):
        """Return the number of the submission that was graded last; 0 for none."""
        return self.base.execute("select coalesce(max(number), 0) from submissions").fetchone()[0]

    def graded_after(self, number, submission):
        """Whether a submission was graded after the one with this number."""
        return self.base.execute("select 1 from submissions where number > ? and student = ? and lesson = ? and "
                                 "digest = ?", (number, submission.student, submission.lesson, submission.digest)
                                 ).fetchone() is not None

    def release(self):
        """Give up what this process has claimed and not graded."""
        with self.base:
            self.base.execute("delete from claims where owner = ?", (owner(os.getpid()),))

    def note(self, submission):
        """Update the path and the oddities of a submission that is graded already."""
        with self.base:
            self.base.execute("update submissions set oddities = ?, path = ? where latest = 1 and student = ? and "
                              "lesson = ?", (json.dumps(submission.oddities), submission.path, submission.student,
                                             submission.lesson))
            self.keep_texts(submission)

    def keep_texts(self, submission):
        whose = (submission.student, submission.lesson)
        self.base.execute("delete from texts where student = ? and lesson = ?", whose)
        self.base.executemany("insert into texts values (?, ?, ?, ?)",
                              [(*whose, question, text) for question, text in submission.texts.items()])

    def texts(self, lesson=None):
        """Return [(student, lesson, question, text, whether it is read)] of answers in words."""
        return [(*row[:4], bool(row[4])) for row in self.base.execute(
            "select t.student, t.lesson, t.question, t.text, m.text is not null from texts t left join marks m on "
            "m.student = t.student and m.lesson = t.lesson and m.question = t.question and m.text = t.text "
            "order by t.student, t.lesson, t.question") if lesson in (None, row[1])]

    def mark(self, result, text, comment):
        """Keep what a person gave for an answer in words; it takes the place of an earlier mark."""
        whose = (result.student, result.lesson, result.exercise)
        with self.base:
            self.base.execute("delete from marks where student = ? and lesson = ? and question = ?", whose)
            self.base.execute("insert into marks values (?, ?, ?, ?, ?, ?, ?, ?)",
                              (*whose, result.points, result.of, json.dumps(result.checks), comment, text))

    def comment(self, student, lesson, text):
        """Keep what an instructor writes to a student about a lesson; an empty text removes it."""
        with self.base:
            self.base.execute("delete from comments where student = ? and lesson = ?", (student, lesson))
            if text:
                self.base.execute("insert into comments values (?, ?, ?)", (student, lesson, text))

    def marks(self, lesson=None):
        """Return [(result, points, comment)] of answers in words that a person has read."""
        return [(Result(student, number, question, 1, points, of, "read", json.loads(checks)), points, comment)
                for student, number, question, points, of, checks, comment in self.base.execute(
                    'select student, lesson, question, points, "of", checks, comment from marks '
                    "order by student, lesson, question") if lesson in (None, number)]

    def named(self, known_as):
        """Return the student whom a roster once named for a name of the collecting system; else that name."""
        found = self.base.execute("select student from people where known_as = ?", (known_as,)).fetchone()
        return found[0] if found else known_as

    def meet(self, known_as, student):
        """Give a student the grades under an earlier name, as a roster now names them; for each lesson the newest."""
        before = self.named(known_as)
        with self.base:
            self.base.execute("insert or replace into people values (?, ?)", (known_as, student))
            if before == student:
                return
            for table in ("texts", "marks"):
                self.base.execute(f"delete from {table} where student = ? and lesson || question in (select lesson || "
                                  f"question from {table} where student = ?)", (student, before))
                self.base.execute(f"update {table} set student = ? where student = ?", (student, before))
            self.base.execute("update or replace comments set student = ? where student = ?", (student, before))
            for table in ("results", "submissions"):
                self.base.execute(f"update {table} set student = ? where student = ?", (student, before))
                self.base.execute(
                    f"update {table} set latest = 0 where student = ? and latest = 1 and digest || at != (select "
                    f"digest || at from {table} as other where other.student = ? and other.lesson = {table}.lesson "
                    "and latest = 1 order by number desc limit 1)", (student, student))

    def students(self):
        """Return everyone who has grades."""
        return [name for name, in self.base.execute("select distinct student from submissions order by student")]

    def forget(self, student):
        """Delete all there is of a student, and overwrite it in the file."""
        self.base.execute("pragma secure_delete = on")
        with self.base:
            for table in ("results", "submissions", "people", "texts", "marks", "comments", "claims"):
                self.base.execute(f"delete from {table} where student = ?", (student,))
        self.base.execute("vacuum")

    def results(self, lesson=None, student=None, history=False):
        """Yield the latest results, or with `history` all there ever were, in order of student, lesson and exercise."""
        names = ", ".join(f'"{name}"' for name in Result.NAMES)
        asked = [("latest = 1", None if history else ()), ("lesson = ?", lesson), ("student = ?", student)]
        where = " and ".join(clause for clause, value in asked if value is not None) or "1"
        values = [value for _, value in asked[1:] if value is not None]
        for row in self.base.execute(f"select {names} from results where {where} order by student, lesson, number",
                                     values):
            fields = dict(zip(Result.NAMES, row))
            yield Result(**{**fields, **{name: json.loads(fields[name]) for name in LISTS}})

    def submissions(self, lesson=None):
        """Return what was handed in last: {(student, lesson): {"path", "digest", "sources", "oddities", …}}.

        Where they are there, "texts" are answers in words, and "comment" is what the instructor wrote about all of it.
        """
        words: dict[tuple, dict] = {}
        for student, number, question, text, _ in self.texts(lesson):
            words.setdefault((student, number), {}).setdefault("texts", {})[question] = text
        for student, number, text in self.base.execute("select student, lesson, text from comments"):
            words.setdefault((student, number), {})["comment"] = text
        return {(student, number): {"path": path, "digest": digest, "sources": json.loads(sources),
                                    "oddities": json.loads(oddities), **words.get((student, number), {})}
                for student, number, path, digest, sources, oddities in self.base.execute(
                    "select student, lesson, path, digest, sources, oddities from submissions where latest = 1 "
                    "order by student, lesson") if lesson in (None, number)}

    def done(self, student=None):
        """Return {(student, lesson, digest): {exercise: (version, seed, isolation, basis)}} of the latest results."""
        found: dict = {}
        for whose, lesson, digest, *rest in self.base.execute(
                "select student, lesson, digest, exercise, version, seed, isolation, basis from results "
                "where latest = 1 and student = coalesce(?, student)", (student,)):
            found.setdefault((whose, lesson, digest), {})[rest[0]] = tuple(rest[1:])
        return found


def owner(pid):
    """Return a name of a running process that no later one with the same number has; '' for one that has ended."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return f"{pid} {file.read().rpartition(')')[2].split()[19]}"     # and when it was started
    except OSError:
        if os.path.isdir("/proc/self"):
            return ""
    try:
        os.kill(pid, 0)                                  # where there is no /proc
    except ProcessLookupError:
        return ""
    except PermissionError:                              # it runs, for another user
        pass
    return f"{pid} 0"


def final(results, changed):
    """Yield (result, points, reason) of what counts in the end: an instructor's points before the grader's."""
    for result in results:
        points, reason = changed.get((result.student, result.exercise), (result.points, ""))
        yield result, points, reason
