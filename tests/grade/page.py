"""A class for tests of the instructor's page, graded without a sandbox, and a browser that asks the application."""

import asyncio
from concurrent.futures import Executor, Future
from functools import cache
from html.parser import HTMLParser
from urllib.parse import quote, urlencode

from minitorch.course.record import find
from minitorch.grade.hidden import Hidden
from minitorch.grade.page.desk import Desk
from minitorch.grade.page.server import Access, application
from minitorch.grade.result import Result
from minitorch.grade.standing import Course
from minitorch.grade.store import Store
from minitorch.tools.cli import parser

HOST = "127.0.0.1:8000"
EVIL = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'</textarea></pre>'


@cache
def hidden_of(folder):
    return Hidden(folder)


class FirstPasses(Executor):
    """Grades without a sandbox: of every answer the first check passes."""

    def __init__(self, jobs, settings):
        self.settings = settings

    def submit(self, function, submission, ids):
        future, hidden, settings = Future(), hidden_of(self.settings["solutions"]), self.settings
        future.set_result([Result(submission.student, 1, id, find(id).version, 1, find(id).points, "not yet",
                                  [("first", True, 1, False)], text=f"{id}: {EVIL}", seed=settings["seed"],
                                  isolation=settings["isolation"], digest=submission.digest,
                                  basis=hidden.basis(id, find(id).version)) for id in ids])
        return future


def options(folder, *more):
    return parser().parse_args(["grade", str(folder / "in"), "--db", str(folder / "g.sqlite"), "--open", *more])


class Fields(HTMLParser):
    """The fields of a page's forms: {name: value}, buttons left out."""

    def __init__(self, text):
        super().__init__()
        self.values, self.area = {}, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "input" and given.get("name") != "token":
            self.values[given["name"]] = given.get("value", "")
        if tag == "textarea":
            self.area = given["name"]
            self.values[self.area] = ""

    def handle_data(self, data):
        if self.area is not None:
            self.values[self.area] += data

    def handle_endtag(self, tag):
        if tag == "textarea":
            self.area = None


class Browser:
    """Requests to the application, with the cookie that it set."""

    def __init__(self, course):
        self.access, self.desk = Access(), Desk(course)
        self.app, self.cookie = application(self.desk, self.access), ""
        code, _, headers = self.ask("GET", f"/?once={self.access.once}")
        assert code == 200
        self.cookie = headers["set-cookie"].partition(";")[0]
        assert "httponly" in headers["set-cookie"].lower() and "samesite=strict" in headers["set-cookie"].lower()

    def ask(self, method, address, fields=None, **headers):
        """(code, text or bytes, headers) of a request; fields: of a form."""
        path, _, query = address.partition("?")
        body = urlencode(fields or {}).encode()
        sent = {"host": HOST, "cookie": self.cookie, **{name.replace("_", "-"): text for name, text in headers.items()}}
        scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
                 "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
                 "headers": [(name.encode(), text.encode()) for name, text in sent.items() if text],
                 "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8000)}
        got = []

        async def run():
            messages = iter([{"type": "http.request", "body": body}])

            async def receive():
                return next(messages, {"type": "http.disconnect"})

            async def send(message):
                got.append(message)
            await self.app(scope, receive, send)
        asyncio.run(run())
        content = b"".join(part.get("body", b"") for part in got[1:])
        names = {name.decode(): text.decode() for name, text in got[0]["headers"]}
        kind = names.get("content-type", "")
        return got[0]["status"], content.decode() if "html" in kind or "csv" in kind else content, names

    def page(self, address):
        code, text, headers = self.ask("GET", address)
        assert code == 200, text
        return text

    def send(self, address, wanted=303, /, token=None, **fields):
        code, text, headers = self.ask("POST", address, {"token": token or self.access.forms, **fields},
                                       origin=f"http://{HOST}")
        assert code == wanted, text
        return text

    def fields(self, student):
        """What the form of a student's page would send, as nothing was changed in it."""
        found = Fields(self.page(f"/student?name={quote(student, safe='')}"))
        return {"student": student, **found.values}

    def keep(self, student, wanted=303, **changed):
        """Send a student's form with some fields changed; points_1_2 stands for the field "points 1.2"."""
        named = {name.replace("_", " ", 1).replace("_", "."): text for name, text in changed.items()}
        return self.send("/keep", wanted, **self.fields(student) | named)

    def wait(self):
        if self.desk.thread is not None:
            self.desk.thread.join(60)
        assert not self.desk.failure


def course_of(folder, *more):
    """The class in a folder, graded."""
    course = Course(options(folder, "--roster", str(folder / "roster.csv"), *more), FirstPasses)
    with Store(course.base) as store:
        course.read(store)
        course.grade(store)
    return course
