"""The grades, kept in one SQLite file: written as they come, whole submission by whole submission."""

import csv
import json
from contextlib import closing
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
"""
LISTS = ("checks", "oddities")
OVERRIDES = ["student", "exercise", "points", "reason"]


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
        """Something kept for good beside the grades; `default` is kept when there is nothing yet."""
        with self.base:
            self.base.execute("insert or ignore into facts values (?, ?)", (name, json.dumps(default)))
        return json.loads(self.base.execute("select value from facts where name = ?", (name,)).fetchone()[0])

    def add(self, submission, results):
        """One graded submission; what was there of the student's lesson before becomes history."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        rows = [(r.student, r.lesson, r.exercise, r.version, r.points, r.of, r.state, json.dumps(r.checks),
                 r.misconception, r.text, json.dumps(r.oddities), r.seconds, r.seed, r.isolation, r.digest, now)
                for r in results]
        whose = (submission.student, submission.lesson)
        with self.base:
            for table in ("results", "submissions"):
                self.base.execute(f"update {table} set latest = 0 "
                                  "where latest = 1 and student = ? and lesson = ?", whose)
            self.base.executemany(f"insert into results values (null{', ?' * 16}, 1)", rows)
            self.base.execute("insert into submissions values (null, ?, ?, ?, ?, ?, ?, ?, 1)",
                              (*whose, submission.path, submission.digest, json.dumps(submission.sources),
                               json.dumps(submission.oddities), now))

    def results(self, lesson=None, student=None, history=False):
        """The latest results, or with `history` all there ever were, in order of student, lesson and exercise."""
        names = ", ".join(f'"{name}"' for name in Result.NAMES)
        asked = [("latest = 1", None if history else ()), ("lesson = ?", lesson), ("student = ?", student)]
        where = " and ".join(clause for clause, value in asked if value is not None) or "1"
        values = [value for _, value in asked[1:] if value is not None]
        for row in self.base.execute(f"select {names} from results where {where} order by student, lesson, number",
                                     values):
            fields = dict(zip(Result.NAMES, row))
            yield Result(**{**fields, **{name: json.loads(fields[name]) for name in LISTS}})

    def submissions(self, lesson=None):
        """What was handed in last: {(student, lesson): {"path", "digest", "sources", "oddities"}}."""
        return {(student, number): {"path": path, "digest": digest, "sources": json.loads(sources),
                                    "oddities": json.loads(oddities)}
                for student, number, path, digest, sources, oddities in self.base.execute(
                    "select student, lesson, path, digest, sources, oddities from submissions where latest = 1 "
                    "order by student, lesson") if lesson in (None, number)}

    def done(self):
        """{(student, lesson, digest): {exercise: (version, seed, isolation)}} of the latest results."""
        found: dict = {}
        for student, lesson, digest, *rest in self.base.execute(
                "select student, lesson, digest, exercise, version, seed, isolation from results where latest = 1"):
            found.setdefault((student, lesson, digest), {})[rest[0]] = tuple(rest[1:])
        return found


def overrides(path):
    """{(student, exercise): (points, reason)} from a CSV with the columns student, exercise, points, reason.

    path   the file, or None; the same where it does not exist

    Raises ValueError with the line that cannot be used.
    """
    if path is None or not Path(path).is_file():
        return {}
    found = {}
    with closing(open(path, newline="", encoding="utf-8-sig")) as file:
        lines = csv.DictReader(file)
        if not set(OVERRIDES) <= set(lines.fieldnames or ()):
            raise ValueError(f"{path} needs the columns {', '.join(OVERRIDES)}.")
        for number, line in enumerate(lines, 2):
            try:
                found[line["student"], line["exercise"]] = float(line["points"]), line["reason"] or ""
            except (TypeError, ValueError):
                raise ValueError(f"{path}, line {number}: {line['points']!r} is no number of points.") from None
    return found


def final(results, changed):
    """[(result, points, reason), …]: what counts in the end, an instructor's word before the grader's."""
    for result in results:
        points, reason = changed.get((result.student, result.exercise), (result.points, ""))
        yield result, points, reason
