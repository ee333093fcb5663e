"""The instructor's page: its addresses, who may open it, and the server that ends with the command.

It shows text of students in the instructor's browser, and can change grades. So it listens on this machine only; a
link that works once sets a cookie, without which nothing is shown; the Host and the Origin of a request must be its
own; each form sends a token; and the browser is told to run no script and to load nothing from elsewhere.
"""

import os
import secrets
import tempfile
from hmac import compare_digest
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, quote
from zipfile import ZIP_DEFLATED, ZipFile

from .. import bulk, exports, feedback, report, similar
from . import views
from .desk import Desk

MOST_BODY = 64 * 2**10                 # bytes of a form
HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
                               "frame-ancestors 'none'",
    "cache-control": "no-store", "referrer-policy": "same-origin", "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin"}


class Access:
    """Who may use the page: the browser that opened the link first, and its own forms.

    once     the token of the link, which works one time
    cookie   the name and the secret of the cookie that it sets
    forms    the token that each form sends
    """

    def __init__(self):
        self.once, self.secret, self.forms = (secrets.token_urlsafe(32) for _ in range(3))
        self.name = f"minitorch-{secrets.token_hex(4)}"

    def opened(self, given):
        """Whether the link's token is right; it is used up then."""
        right = self.once is not None and compare_digest(given.encode(), self.once.encode())
        if right:
            self.once = None
        return right

    def known(self, request):
        """Whether a request has the cookie."""
        return compare_digest(request.cookies.get(self.name, "").encode(), self.secret.encode())

    def refusal(self, request, fields):
        """Return why a form is not taken; '' for one of this page."""
        origin, own = request.headers.get("origin"), f"{request.url.scheme}://{request.headers.get('host', '')}"
        if origin not in (None, own) or request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return "the form came from another page, not from this one."
        if not compare_digest(fields.get("token", "").encode(), self.forms.encode()):
            return "the form is not one of this page: load the page again."
        return ""


def application(desk, access):
    """Return the ASGI application of the page of a Desk.

    GET   /  /class  /alike  /student?name=  /given?name=  /table/FORM.csv  /pages/FORM.zip
    POST  /keep  /whose  /take-back  /grade: forms; each answers with the page that shows what it did
    """
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.responses import HTMLResponse, RedirectResponse, Response
    from starlette.routing import Route
    options = desk.course.options

    def html(text, code=200):
        return HTMLResponse(text.encode("utf-8", "replace"), code)

    def shown(make):
        """Return a route that answers with make(request), for who has the cookie."""
        async def answer(request):
            from asyncio import to_thread
            if not access.known(request):
                return html(views.trouble("this page is open in another browser, or its link was used. Start "
                                          "`minitorch grade … --open` again for a new one."), 403)
            try:
                return await to_thread(make, request)
            except KeyError as error:
                return html(views.trouble(f"nobody called {str(error.args[0])[:200]!r} has a grade."), 404)
            except (ValueError, OSError) as error:
                return html(views.trouble(str(error)), 400)
        return answer

    def changed(act):
        """Return a route for a form: act(fields) changes something; it returns the address to show then, or a page."""
        async def answer(request):
            from asyncio import to_thread
            if not access.known(request):
                return html(views.trouble("this page is open in another browser."), 403)
            body = b""
            async for part in request.stream():
                body += part
                if len(body) > MOST_BODY:
                    return html(views.trouble(f"the form holds more than {MOST_BODY:,} bytes."), 413)
            fields = {name: found[-1] for name, found in
                      parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True).items()}
            if refusal := access.refusal(request, fields):
                return html(views.trouble(refusal), 403)
            try:
                answer = await to_thread(act, fields)
                return RedirectResponse(answer, 303) if isinstance(answer, str) else answer
            except (ValueError, OSError) as error:
                return html(views.trouble(str(error), back_to(fields)), 400)
        return answer

    async def first(request):
        if access.opened(request.query_params.get("once", "")):
            answer = html(views.opened())        # a link, as the cookie is not sent along a way from another site
            answer.set_cookie(access.name, access.secret, httponly=True, samesite="strict")
            return answer
        return await home(request)

    home = shown(lambda request: html(views.class_page(desk, access.forms)))

    def student(request):
        return html(views.student_page(desk, request.query_params.get("name", ""), access.forms))

    def given(request):
        name = request.query_params.get("name", "")
        rows, kept = desk.now().of(name)
        if not rows:
            raise KeyError(name)
        return html(feedback.page_of(name, rows, kept, options.show))

    def the_class(request):
        standing = desk.now()
        return html(report.page_of(standing.rows, look=standing.look, missing=standing.missing, nav=views.nav()))

    def table(request):
        form, standing = request.path_params["form"], desk.now()
        text = exports.text_of(standing.rows, form, desk.course.known, options.column, look=standing.look,
                               handed=standing.handed)
        return download(text.encode("utf-8", "replace"), f"grades-{form}.csv", "text/csv; charset=utf-8")

    def pages(request):
        return download(zipped(desk, request.path_params["form"]), f"pages-{request.path_params['form']}.zip",
                        "application/zip")

    def download(content, name, kind):
        return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})

    def keep(fields):
        desk.keep(fields.get("student", ""), fields)
        return back_to(fields, fields.get("go") or fields.get("back", ""))

    def whose(fields):
        file, student = fields.get("file", ""), fields.get("student", "")
        if desk.belongs(file, student, fields.get("sure") == "yes"):
            return "/"
        return html(views.sure(access.forms, file, student))

    def take_back(fields):
        desk.take_back(fields.get("file", ""))
        return "/"

    def grade(fields):
        desk.grade(fields.get("student") or None, fields.get("regrade") == "yes")
        return back_to(fields)

    async def headers(request, call_next):
        answer = await call_next(request)
        answer.headers.update(HEADERS)
        return answer

    from starlette.middleware.base import BaseHTTPMiddleware
    shows = {"/student": student, "/given": given, "/class": the_class, "/table/{form}.csv": table,
             "/pages/{form}.zip": pages,
             "/alike": lambda request: html(similar.page_of(desk.now().pairs, views.nav()))}
    changes = {"/keep": keep, "/whose": whose, "/take-back": take_back, "/grade": grade}
    return Starlette(routes=[Route("/", first), *(Route(path, shown(make)) for path, make in shows.items()),
                             *(Route(path, changed(act), methods=["POST"]) for path, act in changes.items())],
                     middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),
                                 Middleware(BaseHTTPMiddleware, dispatch=headers)])


def back_to(fields, place=""):
    """Return the address that shows the student a form was about, else the class."""
    if not fields.get("student"):
        return "/"
    return f"/student?name={quote(fields['student'], safe='')}" + f"#{quote(place, safe='')}" * bool(place)


def zipped(desk, form):
    """Return the students' pages as one zip: in the form of a course system, or plain."""
    standing, course = desk.now(), desk.course
    if form not in ("plain", *bulk.FORMS):
        raise ValueError(f"pages are zipped as plain, {' or '.join(bulk.FORMS)}, not {form[:40]!r}.")
    with tempfile.TemporaryDirectory() as folder:
        found = feedback.write(folder, [result for result, _, _ in standing.rows], standing.handed, standing.changed,
                               course.options.show)
        file = BytesIO()
        if form == "plain":
            with ZipFile(file, "w", ZIP_DEFLATED) as archive:
                for path in found.values():
                    archive.write(path, path.name)
            return file.getvalue()
        left = bulk.write(place := Path(folder) / "pages.zip", form, found, course.found, course.known)
        if len(left) == len(found):
            raise ValueError(f"{form.title()} would know of no page whose it is: the hand-ins do not come from it.")
        return place.read_bytes()


def serve(course, port=0, progress=""):
    """Show a class on a page until Ctrl-C; progress: what was graded, in words."""
    import uvicorn
    access = Access()

    class Server(uvicorn.Server):
        async def startup(self, sockets=None):
            await super().startup(sockets)
            if self.started:
                host, port, *_ = self.servers[0].sockets[0].getsockname()
                address = f"http://{host}:{port}/?once={access.once}"
                print(f"The class is on a page, for one browser; Ctrl-C stops it: {address}", flush=True)
                show(address)
    Server(uvicorn.Config(application(Desk(course, progress), access), "127.0.0.1", port, log_level="warning",
                          access_log=False, server_header=False)).run()


def show(address):
    """Open the address in the browser of this machine's screen, where there is a screen."""
    import sys
    import webbrowser
    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
