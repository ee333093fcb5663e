"""A web server for tests of downloads: it can break off or refuse answers, and records all requests."""

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Site:
    """The server's files by path, and the faults that it shall show.

    cut       list of byte counts: the next answer breaks off after the first of them, and so on
    ranges    whether the server can send a part of a file
    codes     {path: status code other than 200}
    """

    def __init__(self):
        self.files, self.cut, self.ranges, self.codes, self.asked = {}, [], True, {}, []
        self.url = ""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        site = self.server.site
        wanted = self.headers.get("Range")
        site.asked.append((self.path, wanted))
        if self.path in site.codes or self.path not in site.files:
            self.send_error(site.codes.get(self.path, 404))
            return
        data = site.files[self.path]
        start = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and site.ranges else 0
        if start >= len(data) > 0:
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(data)}")
            self.end_headers()
            return
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(data) - start))
        self.end_headers()
        rest = data[start:]
        self.wfile.write(rest[:site.cut.pop(0)] if site.cut else rest)

    def log_message(self, *_):
        pass


@contextmanager
def serving():
    """Run a Site during the block; its address is in .url."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.site = site = Site()
    site.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
